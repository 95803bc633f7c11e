// The panels beside the board: the review of a game, and the reasons for a score.

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function html(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
}

/**
 * A button in a panel.
 *
 * @param {string} text
 * @param {() => void} action
 */
export function button(text, action) {
    const node = html("button", { type: "button" }, text);
    node.addEventListener("click", action);
    return node;
}

/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Explanation} Explanation */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Review} Review */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").ReviewedMove} ReviewedMove */

/**
 * The review of a game.
 *
 * @param {Review} review
 * @param {(ply: number) => void} onJump
 * @param {(move: ReviewedMove) => void} onRetry
 */
export function reviewPanel(review, onJump, onRetry) {
    const isComplete = review.sides.every((side) => side.proven === side.moves);
    const rows = review.sides.map((side) => {
        const numbers = [side.accuracy_words, `${side.perfect} of ${side.proven}`, String(side.blunders)];
        if (!isComplete) numbers.push(String(side.moves - side.proven));
        return html("tr", {}, html("th", { scope: "row" }, side.player), ...numbers.map((text) => html("td", {}, text)));
    });
    const heads = ["", "Accuracy", "Perfect", "Blunders", ...(isComplete ? [] : ["Open"])];
    const head = heads.map((text) => html("th", { scope: "col" }, text));
    const blunders = review.moves.filter((move) => move.verdict === "blunder");
    const slow = review.moves.filter((move) => move.verdict === "slow win" || move.verdict === "quick loss");
    const fragment = document.createDocumentFragment();
    fragment.append(html("h2", {}, "Review"), html("table", {}, html("tr", {}, ...head), ...rows));
    fragment.append(html("p", {}, review.summary));
    const list = blunders.map((move) => {
        const [from, to] = move.outcomes ?? ["", ""];
        const decided = move.number === review.turning_point ? " It decided the game." : "";
        const text = `${move.player} ${move.column}: ${from} to ${to}. Better was ${anyOf(move.best)}.${decided} `;
        const jump = button(`Move ${move.number}`, () => onJump(move.number));
        return html("li", {}, jump, " ", text, button("Try again here", () => onRetry(move)));
    });
    fragment.append(html("ul", {}, ...list));
    if (slow.length > 0) {
        const jumps = slow.flatMap((move) => [button(`${move.number}`, () => onJump(move.number)), " "]);
        fragment.append(html("p", {}, "Slow wins and quick losses: moves ", ...jumps));
    }
    return fragment;
}

/**
 * Columns as in `3, 4 or 5`.
 *
 * @param {number[]} columns
 */
export function anyOf(columns) {
    const last = columns.at(-1);
    return columns.length < 2 ? String(last ?? "none") : `${columns.slice(0, -1).join(", ")} or ${last}`;
}

/**
 * The reasons for a score. A statement shows its cells on the board while it has the pointer or the focus.
 *
 * @param {Explanation} explanation
 * @param {(cells: string[]) => void} onMark
 */
export function explanationPanel(explanation, onMark) {
    const fragment = document.createDocumentFragment();
    fragment.append(html("h2", {}, explanation.headline));
    const items = explanation.steps.map((step) => {
        const item = html("li", { tabindex: "0" }, step.text);
        const cells = step.cells.map(({ cell }) => cell);
        for (const event of ["pointerenter", "focus"]) item.addEventListener(event, () => onMark(cells));
        for (const event of ["pointerleave", "blur"]) item.addEventListener(event, () => onMark([]));
        return item;
    });
    fragment.append(html("ol", {}, ...items));
    return fragment;
}
