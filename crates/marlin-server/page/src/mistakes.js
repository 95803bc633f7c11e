// The mistakes of a person as puzzles: each question of a review that was not found comes back, on the days that the engine says.

import { isSame, setUp } from "./game.js";
import { button, buttons, html } from "./html.js";
import { fill, parts, say } from "./parts.js";
import { addEntry, readRecord } from "./record.js";
import { askEngine, engine, go, playLine, refute, render, show } from "./session.js";
import { named, state } from "./state.js";
import { boundsOf, columnBounds, outcome, player, text } from "./words.js";

/** @typedef {{board: string, moves: string}} Mistake */

/** @type {Mistake | undefined} the one that is asked first */
let chosen;

/** @param {Mistake} [mistake] by default the first one that waits */
export function goToMistake(mistake) {
    chosen = mistake;
    return go({ mode: "puzzles", mistakes: true });
}

/** Asks about a mistake: the one that was chosen, or the first that waits. */
export async function openMistakes() {
    const waiting = (await readRecord()).mistakes.filter(({ is_due }) => is_due);
    const mistake = chosen ?? waiting[0];
    chosen = undefined;
    if (!state.mistakes) return;
    const index = waiting.findIndex(({ board, moves }) => board === mistake?.board && moves === mistake.moves);
    if (mistake) return ask(mistake, [...waiting.slice(index + 1), ...waiting.slice(0, Math.max(index, 0))]);
    fill(parts.task, html("h2", {}, "No mistake is waiting."), html("p", {}, "A question from a review that you did not solve comes back here after 1 and 3 days, and then every 7 days."), buttons(toDaily()));
}

function toDaily() {
    return button("Puzzle of the day", () => go({ mode: "puzzles" }));
}

/**
 * @param {Mistake} mistake
 * @param {Mistake[]} others the other ones that wait, the next one first
 */
async function ask(mistake, others) {
    await show(() => setUp(mistake.moves, mistake.board), "keep");
    fill(parts.task, html("p", {}, "One moment…"));
    const { game } = state;
    const found = await askEngine((signal) => engine.analyze(game.board, game.moves, { onProgress: () => undefined, signal, line: true, isShort: true }));
    const isHere = () => state.mistakes && isSame(game, state.game);
    if (!found || !isHere()) return;
    const kept = outcome(boundsOf(found));
    const us = game.moves.length % 2 === 0 ? "X" : "O";
    const verdict = html("p", { role: "status" });
    // A position that is too hard gets no answer in the log.
    let isAnswered = !kept;
    // The first answer decides.
    const keep = async (/** @type {boolean} */ isFound) => {
        if (!isAnswered) await addEntry(`mistake ${mistake.board} ${mistake.moves} ${isFound ? "found" : "missed"}`);
        isAnswered = true;
    };
    const draw = (/** @type {HTMLElement[]} */ ...more) => {
        const next = others.length > 0 && isAnswered ? [button("Next mistake", () => goToMistake(others[0]), "main")] : [];
        const head = html("p", { class: "soft" }, `A mistake of yours${others.length > 0 ? `, and ${others.length} more` : ""}`);
        const can = text`: ${player(us)} can ${kept === "win" ? "win" : "hold the draw"}. What now?`;
        const asked = named(text`Move ${game.moves.length + 1}${kept && can}`);
        const about = kept ? `Your move gave the ${kept} away. Drop a stone that keeps it.` : "This position is too hard to judge here.";
        fill(parts.task, head, html("h2", {}, asked), html("p", {}, about), verdict, buttons(...more, ...next, toDaily()));
    };
    const end = async (/** @type {boolean} */ isFound, /** @type {string} */ said, /** @type {number[]} */ line) => {
        await keep(isFound);
        if (!isHere()) return;
        state.task = { pick: () => undefined };
        verdict.textContent = said;
        draw();
        void playLine("the solution", game.moves, line);
    };
    const [best = 0] = found.line ?? [];
    const showing = () => button("Show it", () => end(false, `Column ${best} was the move.`, found.line ?? []));
    const judge = async (/** @type {number} */ column) => {
        const bounds = columnBounds(found, column - 1);
        if (!bounds) return say(`Column ${column} is full.`);
        const least = kept === "win" ? 1 : 0;
        const isRight = bounds[0] >= least;
        if (!isRight && bounds[1] >= least) return say(`Column ${column} is too hard to judge here.`);
        verdict.className = isRight ? "win-text" : "loss-text";
        if (isRight) return end(true, `Column ${column} is right: it keeps the ${kept}.`, column === best ? (found.line ?? []) : [column]);
        await keep(false);
        verdict.textContent = `${await refute(game.moves, column)} It comes back another day.`;
        if (isHere()) draw(showing());
        if (isHere()) say(verdict.textContent);
    };
    state.task = { pick: (column) => kept && void judge(column) };
    draw(...(kept ? [showing()] : []));
    render();
}
