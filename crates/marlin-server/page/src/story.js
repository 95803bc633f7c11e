// A review as a story: a card for each blunder, with the board before it, the better move, and the refutation.

import { button, buttons, html } from "./html.js";
import { fill, parts, say } from "./parts.js";
import { engine, isSame, jump, leaveTask, message, playLine, preview, render, withBook } from "./session.js";
import { state } from "./state.js";

/** @typedef {import("./engine.js").Review} Review */
/** @typedef {import("./engine.js").Review["moves"][number]} ReviewedMove */

/** Reviews the game, and opens its story. */
export async function openReview() {
    const { game } = state;
    leaveTask();
    const left = game.moves.length - game.setup;
    if (left === 0) {
        return fill(parts.panel, html("p", {}, game.setup ? "Play on first: a review begins after the board that was set up." : "Play a game first, or paste its moves below."));
    }
    fill(parts.panel, html("p", {}, "Reviewing…"));
    // Early positions take seconds without the book, and none with it.
    await withBook();
    const isHere = () => state.mode === "analyse" && isSame(state.game, game);
    const onProgress = (/** @type {number} */ open) => {
        if (isHere()) fill(parts.panel, html("p", {}, `Reviewing: ${left - open} of ${left} moves…`));
    };
    const review = await engine.review(game, { onProgress }).catch((error) => say(message(error)));
    if (!review || !isHere()) return;
    state.review = review;
    showReview();
    parts.panel.focus({ preventScroll: true });
    render();
}

/** Shows the card of the review. */
function showReview() {
    if (!state.review) return;
    fill(parts.panel, ...story(state.review));
    parts.panel.dataset.of = "review";
}

/** @param {Review} review */
function story(review) {
    const blunders = review.moves.filter((move) => move.verdict === "blunder");
    const parts = [html("h2", {}, "Review"), table(review), html("p", {}, review.summary)];
    if (blunders.length > 0) parts.push(buttons(button(blunders.length > 1 ? "Show me the turning points" : "Show me the turning point", () => tell(blunders, 0), "main")));
    const list = blunders.map((move, index) => html("li", {}, button(sentence(move, review), () => tell(blunders, index), "step-text")));
    if (list.length > 0) parts.push(html("ul", {}, ...list));
    const slow = review.moves.filter((move) => move.verdict === "slow win" || move.verdict === "quick loss");
    if (slow.length > 0) {
        const jumps = slow.map((move) => button(String(move.number), () => jump(move.number)));
        parts.push(html("p", { class: "soft" }, "Moves that won later or lost sooner than necessary:"), html("div", { class: "chips" }, ...jumps));
    }
    return parts;
}

/** @param {Review} review */
function table(review) {
    const isComplete = review.sides.every((side) => side.proven === side.moves);
    const heads = ["", "Accuracy", "Perfect", "Blunders", ...(isComplete ? [] : ["Open"])];
    const rows = review.sides.map((side) => {
        const numbers = [side.accuracy_words, `${side.perfect} of ${side.proven}`, String(side.blunders), ...(isComplete ? [] : [String(side.moves - side.proven)])];
        return html("tr", {}, html("th", { scope: "row" }, side.player), ...numbers.map((text) => html("td", {}, text)));
    });
    return html("table", {}, html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text))), ...rows);
}

/**
 * @param {ReviewedMove} move
 * @param {Review} review
 */
function sentence(move, review) {
    return `${move.story ?? ""}${move.number === review.turning_point ? " It decided the game." : ""}`;
}

/**
 * Shows the board before a blunder, with an arrow to the better move.
 *
 * @param {ReviewedMove[]} blunders
 * @param {number} index
 */
function tell(blunders, index) {
    const [move, { review }] = [blunders[index], state];
    if (!move || !review) return;
    leaveTask();
    const before = movesBefore(move);
    const arrows = [...move.best_columns.map((column) => ({ column, kind: /** @type {const} */ ("good") })), { column: move.column, kind: /** @type {const} */ ("bad") }];
    const better = move.best_columns[0] ?? 0;
    const contents = [
        html("p", { class: "soft" }, `Turning point ${index + 1} of ${blunders.length}`),
        html("h2", {}, sentence(move, review)),
        buttons(
            button("Try it yourself", () => retry(blunders, index), "main"),
            button("What went wrong", () => playLine(before, [move.column, ...(move.refutation ?? [])])),
            button("The better line", () => playLine(before, move.line.length > 0 ? move.line : [better])),
        ),
        buttons(
            ...(index > 0 ? [button("‹ Before", () => tell(blunders, index - 1))] : []),
            ...(index + 1 < blunders.length ? [button("Next ›", () => tell(blunders, index + 1))] : []),
            button("Done", () => void end(move.number)),
        ),
    ];
    parts.panel.hidden = true;
    fill(parts.task, ...contents);
    parts.task.focus({ preventScroll: true });
    render();
    void preview(before, { arrows });
}

/** @param {ReviewedMove} move */
function movesBefore(move) {
    return state.game.moves.slice(0, move.number - 1);
}

/** @param {number} ply */
async function end(ply) {
    leaveTask();
    await jump(ply);
    showReview();
}

/**
 * Waits for a better move, without the answer in view.
 *
 * @param {ReviewedMove[]} blunders
 * @param {number} index
 */
async function retry(blunders, index) {
    const move = blunders[index];
    if (!move) return;
    leaveTask();
    const kept = move.outcomes?.[0] ?? "result";
    const verdict = html("p", { role: "status" });
    const card = () =>
        fill(
            parts.task,
            html("h2", {}, `Move ${move.number}: what is better than column ${move.column}?`),
            html("p", {}, `${move.player} to move. Find a move that keeps the ${kept}.`),
            verdict,
            buttons(button("Show the move", () => tell(blunders, index)), button("Done", () => void end(move.number))),
        );
    const task = {
        pick: (/** @type {number} */ column) => {
            const isRight = move.best_columns.includes(column);
            verdict.textContent = isRight ? `Column ${column} is right: it keeps the ${kept}.` : `Column ${column} isn't it. Try another one.`;
            verdict.className = isRight ? "win-text" : "loss-text";
            say(verdict.textContent);
            if (!isRight) return;
            leaveTask();
            card();
            void playLine(movesBefore(move), move.line[0] === column ? move.line : [column]);
        },
    };
    await jump(move.number - 1);
    parts.panel.hidden = true;
    state.task = task;
    card();
    parts.task.focus({ preventScroll: true });
    render();
}
