// A review as questions: for each turning point the board before it, without the answer in view; a wrong try is refuted, and
// the answer is shown on demand.

import { at, isSame, toText } from "./game.js";
import { button, buttons, html, linked } from "./html.js";
import { fill, parts, say, showBoard } from "./parts.js";
import { addEntry, addMistakes } from "./record.js";
import { askEngine, engine, go, jump, leaveTask, message, ownGame, playLine, preview, refute, rematch, rematchText, render, showAgain, withBook } from "./session.js";
import { isYou, named, names, state } from "./state.js";
import { outcome, player, text, verb } from "./words.js";

/** @typedef {import("./engine.js").Review} Review */
/** @typedef {import("./engine.js").Review["moves"][number]} ReviewedMove */

/** The maximum number of questions of a review, and the number of moves in the opening, where the end of the game is out of sight. */
const [MOST_QUESTIONS, OPENING] = [3, 8];

/** The lost result in words. */
const LOST = /** @type {Record<string, [string, string]>} */ ({ win: ["winning", "win"], draw: ["holding the draw", "draw"] });

/** @type {WeakSet<ReviewedMove>} the questions whose answer was shown, or missed by a try */
const missed = new WeakSet();

/** Whether the next review begins with its first question. */
let asksFirst = false;

/**
 * Goes to the review of the game, which keeps its players.
 *
 * @param {boolean} [isAsked] whether it begins with its first question
 */
export function goToReview(isAsked = false) {
    const { game, players } = state;
    asksFirst = isAsked;
    return go({ mode: "analyse", game: at(game, Infinity), players, reviewed: true, ...(state.isOwn ? ownGame(state) : {}) });
}

/** Reviews the game, and opens its story. */
export async function openReview() {
    const { game } = state;
    leaveTask();
    const left = game.moves.length - game.setup;
    if (left === 0) {
        return fill(parts.panel, html("p", {}, game.setup ? "Play on first: a review begins after the board that was set up." : "Play a game first, or paste its moves below."));
    }
    if (!state.reviewed) {
        Object.assign(state, { reviewed: true, explore: false });
        await showAgain();
    }
    const isHere = () => state.mode === "analyse" && state.reviewed && isSame(state.game, game);
    if (!state.review) {
        const wait = (/** @type {string} */ text) => fill(parts.panel, html("p", { class: "reviewing" }, text));
        wait("Reviewing…");
        // Early positions take seconds without the book, and none with it.
        await withBook();
        const onProgress = (/** @type {number} */ open) => {
            if (isHere()) wait(`Reviewing: ${left - open} of ${left} moves…`);
        };
        const review = await engine.review(game, { onProgress }).catch((error) => say(message(error)));
        if (!review || !isHere()) return;
        state.review = review;
    }
    void keepQuestions(state.review);
    showReview();
    // A review may end while a person types moves.
    if (!(document.activeElement instanceof HTMLInputElement)) parts.panel.focus({ preventScroll: true });
    render();
    if (asksFirst && turningPoints(state.review).length > 0) void ask(turningPoints(state.review), 0);
    asksFirst = false;
}

/**
 * The blunders to ask about: those of the person against a level, else all. The one with the shortest refutation comes first,
 * because it can be understood; those of the opening come last.
 *
 * @param {Review} review
 */
export function turningPoints(review) {
    const isAlone = isYou("X") || isYou("O");
    const blunders = review.moves.filter(({ player, verdict }) => verdict === "blunder" && (!isAlone || isYou(player)));
    const order = (/** @type {ReviewedMove} */ move) => move.refutation.length + (isOpening(move) ? 1000 : 0);
    return blunders.sort((a, b) => order(a) - order(b)).slice(0, MOST_QUESTIONS);
}

/** @param {Review} review its questions to the person are kept, and come back until they are found */
export function keepQuestions(review) {
    return addMistakes(turningPoints(review).filter(({ player }) => isYou(player)).map(mistakeOf));
}

/** @param {ReviewedMove} move */
function mistakeOf(move) {
    return `${state.game.board} ${toText(state.game.board, movesBefore(move))}`;
}

/** @param {ReviewedMove} move */
function isOpening({ number }) {
    return number <= OPENING;
}

/** @param {ReviewedMove} move */
export function question(move) {
    const { number, player: side, outcomes } = move;
    const [was] = LOST[outcomes?.[0] ?? ""] ?? ["better"];
    const where = isOpening(move) ? "In the opening, move" : "Move";
    return named(text`${where} ${number}: ${player(side)} ${verb(side, "was", "were")} ${was}. What now?`);
}

/** Shows the card of the review. */
function showReview() {
    const { players, review } = state;
    if (!review) return;
    const asked = turningPoints(review);
    const [first] = asked;
    const again = players ? [button(rematchText(), rematch)] : [];
    const contents = [html("h2", {}, "Review"), table(review)];
    if (first) contents.push(html("h3", {}, question(first)), buttons(button("Find the move", () => ask(asked, 0), "main"), ...again));
    else if (players) contents.push(buttons(...again));
    // The table has the numbers of a review that is whole.
    if (!review.proven || review.setup > 0) contents.push(html("p", {}, review.summary));
    contents.push(...answers(review));
    fill(parts.panel, ...contents);
    parts.panel.dataset.of = "review";
}

/**
 * The answers to the questions, closed at first.
 *
 * @param {Review} review
 */
function answers(review) {
    const blunders = review.moves.filter((move) => move.verdict === "blunder");
    const list = blunders.map((move, index) => html("li", {}, button(sentence(move, review), () => tell(blunders, index), "step-text")));
    const parts = list.length > 0 ? [html("details", {}, html("summary", {}, "All turning points, with the better moves"), html("ul", {}, ...list))] : [];
    const slow = review.moves.filter((move) => move.verdict === "slow win" || move.verdict === "quick loss");
    if (slow.length > 0) {
        const jumps = slow.map((move) => button(String(move.number), () => jump(move.number)));
        parts.push(html("p", { class: "soft" }, "Moves with the same result, but not the quickest win or the longest defence:"), html("div", { class: "chips" }, ...jumps));
    }
    return parts;
}

/** @param {Review} review */
function table(review) {
    const isComplete = review.sides.every((side) => side.proven === side.moves);
    const heads = ["Side", "Accuracy", "Perfect", "Blunders", ...(isComplete ? [] : ["Open"])];
    const rows = review.sides.map((side) => {
        const numbers = [side.accuracy_words, `${side.perfect} of ${side.proven}`, String(side.blunders), ...(isComplete ? [] : [String(side.moves - side.proven)])];
        return html("tr", {}, html("th", { scope: "row" }, names()[side.player]), ...numbers.map((text) => html("td", {}, text)));
    });
    return html("table", {}, html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text))), ...rows);
}

/**
 * @param {ReviewedMove} move
 * @param {Review} review
 */
function sentence(move, review) {
    return `${named(move.story_parts ?? [])}${move.number === review.turning_point ? " It decided the game." : ""}`;
}

/**
 * Shows the answer of a question: the board before the blunder, with an arrow to the better move.
 *
 * @param {ReviewedMove[]} blunders
 * @param {number} index
 */
function tell(blunders, index) {
    const [move, { review, game }] = [blunders[index], state];
    if (!move || !review) return;
    leaveTask();
    missed.add(move);
    const before = movesBefore(move);
    const arrows = [...move.best_columns.map((column) => ({ column, kind: /** @type {const} */ ("good") })), { column: move.column, kind: /** @type {const} */ ("bad") }];
    const better = move.line.length > 0 ? move.line : move.best_columns.slice(0, 1);
    const reason = html("p", { role: "status" });
    const wrong = async () => {
        reason.textContent = "";
        const isShown = playLine("what went wrong", before, [move.column, ...move.refutation]);
        const found = await engine.explain(game.board, game.moves.slice(0, move.number), new AbortController().signal).catch(() => null);
        // Without a proof by a rule there is no reason that can be seen on the board.
        const proof = found?.steps.findLast(({ layer }) => layer !== "search" && layer === found.winner_layer);
        if (proof && (await isShown)) reason.replaceChildren(...linked(proof.parts, names()));
    };
    parts.panel.hidden = true;
    // The board is looked at: scores over it would be under the arrows.
    state.task = { pick: () => undefined };
    fill(
        parts.task,
        html("p", { class: "soft" }, `Question ${index + 1} of ${blunders.length}, the answer`),
        html("h2", {}, sentence(move, review)),
        reason,
        buttons(button("What went wrong", wrong), button("The better line", () => playLine("the better line", before, better))),
        ways(blunders, index, button("Try it again", () => ask(blunders, index))),
    );
    parts.task.focus({ preventScroll: true });
    render();
    void preview(before, { arrows });
}

/**
 * Plays a better move and best play after it.
 *
 * @param {ReviewedMove} move
 * @param {number} column
 */
async function playBest({ number, line }, column) {
    const { board, moves } = state.game;
    const before = moves.slice(0, number - 1);
    if (line[0] === column) return playLine("the better line", before, line);
    const found = await askEngine((signal) => engine.analyze(board, [...before, column], { onProgress: () => undefined, signal, line: true, isShort: true }));
    if (found) await playLine("the better line", before, [column, ...(found.line ?? []).slice(0, 11)]);
}

/** @param {ReviewedMove} move */
function movesBefore(move) {
    return state.game.moves.slice(0, move.number - 1);
}

/**
 * The buttons to other questions and back to the review.
 *
 * @param {ReviewedMove[]} blunders
 * @param {number} index
 * @param {HTMLElement} first the button before them
 */
function ways(blunders, index, first) {
    const number = blunders[index]?.number ?? 0;
    const done = async () => {
        leaveTask();
        await jump(number);
        showReview();
    };
    return buttons(
        first,
        ...(index + 1 < blunders.length ? [button("Next question", () => ask(blunders, index + 1))] : []),
        button("Back to the review", done),
    );
}

/**
 * Asks for a better move, without the answer in view.
 *
 * @param {ReviewedMove[]} blunders
 * @param {number} index
 */
async function ask(blunders, index) {
    const move = blunders[index];
    if (!move) return;
    leaveTask();
    const [, kept] = LOST[move.outcomes?.[0] ?? ""] ?? ["", "result"];
    const verdict = html("p", { role: "status" });
    const card = (/** @type {boolean} */ isFound) =>
        fill(
            parts.task,
            html("p", { class: "soft" }, `Question ${index + 1} of ${blunders.length}`),
            html("h2", {}, question(move)),
            html("p", {}, `Drop a stone that keeps the ${kept}. In the game it was column ${move.column}.`),
            verdict,
            isFound ? ways(blunders, index, button("Try it again", () => ask(blunders, index))) : ways(blunders, index, button("Show it", () => tell(blunders, index))),
        );
    const judge = async (/** @type {number} */ column) => {
        const score = move.scores[column - 1];
        if (score === null || score === undefined) return say(`Column ${column} is full.`);
        const isBest = move.best_columns.includes(column);
        const isRight = isBest || outcome([score, score]) === move.outcomes?.[0];
        verdict.className = isRight ? "win-text" : "loss-text";
        if (!isRight) missed.add(move);
        if (isRight) {
            if (!missed.has(move) && isYou(move.player)) void addEntry(`mistake ${mistakeOf(move)} found`);
            leaveTask();
            state.task = { pick: () => undefined };
            card(true);
            void playBest(move, column);
            verdict.textContent = `Column ${column} is right: it keeps the ${kept}${isBest ? "" : ", though not the shortest way"}.`;
        } else {
            verdict.textContent = `Column ${column} isn't it.`;
            verdict.textContent = await refute(movesBefore(move), column);
        }
        say(verdict.textContent);
    };
    await jump(move.number - 1);
    parts.panel.hidden = true;
    state.task = { pick: (column) => void judge(column) };
    card(false);
    parts.task.focus({ preventScroll: true });
    render();
    showBoard();
}
