// Puzzles: one a day by the date, and all others by kind. The engine judges each move.

import { TRIES, calendar, nextIn, standing, streakOf } from "./daily.js";
import { isSame, setUp } from "./game.js";
import { button, buttons, html } from "./html.js";
import { KINDS, puzzles } from "./kinds.js";
import { goToMistake } from "./mistakes.js";
import { fill, parts, say } from "./parts.js";
import { addEntry, readRecord } from "./record.js";
import { engine, go, playLine, refute, render, show, withBook } from "./session.js";
import { share } from "./share.js";
import { named, state } from "./state.js";
import { openReasons } from "./reasons.js";
import { listOf, other, player, text } from "./words.js";

/** @typedef {import("./kinds.js").Puzzle} Puzzle */
/** @typedef {import("./record.js").PersonRecord} PersonRecord */

/**
 * The rating of a puzzle, on the scale of the device's.
 *
 * @param {Puzzle} puzzle
 */
function ratingOf({ difficulty }) {
    return 800 + 16 * difficulty;
}

/** The ratings to begin with; the engine has 1200 unless another one is chosen before the first puzzle. */
const STARTS = Object.entries({ Beginner: 900, Player: 1200, Strong: 1600 });

/** Shows the puzzle of the address, or the puzzle of today. */
export async function openPuzzles() {
    const { puzzle: number } = state;
    fill(parts.task, html("p", {}, "Loading the puzzles…"));
    try {
        const [all, record] = await Promise.all([puzzles(), readRecord()]);
        const puzzle = all[(number ?? record.daily) - 1];
        if (!puzzle) fill(parts.task, html("h2", {}, number ? `There is no puzzle ${number}` : "There is no such puzzle"), html("p", {}, `The puzzles are numbered 1 to ${all.length}.`), buttons(button("Puzzle of the day", () => go({ mode: "puzzles" }), "main")));
        if (state.mode === "puzzles" && state.puzzle === number && puzzle) await set(puzzle, all, record);
    } catch (error) {
        fill(parts.task, html("p", {}, error instanceof Error ? error.message : String(error)));
    }
}

/**
 * @param {Puzzle} puzzle
 * @param {Puzzle[]} all
 * @param {PersonRecord} record
 */
async function set(puzzle, all, record) {
    await show(() => setUp(puzzle.moves), "keep");
    const { game } = state;
    // An answer may come when another place is shown.
    const isHere = () => state.mode === "puzzles" && isSame(game, state.game);
    if (!isHere()) return;
    const us = game.moves.length % 2 === 0 ? "X" : "O";
    const before = standing(puzzle.number, record);
    let [tries, wasShown] = [before.wrong, before.isOver];
    const verdict = html("p", { role: "status" });
    const [title = "", task = () => []] = KINDS[puzzle.kind] ?? [];

    /** @param {"first" | "later" | "wrong" | "shown"} answer */
    const keep = async (answer) => {
        // Nothing counts after a hint or the solution.
        if (wasShown) return;
        wasShown = answer === "shown";
        record = await addEntry(`puzzle ${puzzle.number} ${puzzle.difficulty} ${answer}`);
    };
    const draw = (/** @type {Node[]} */ ...more) =>
        fill(
            parts.task,
            html("p", { class: "soft" }, before.title),
            html("h2", {}, title),
            html("p", {}, named(text`${player(us)} to move. ${task(other(us))}`)),
            html("p", { class: "soft" }, `Rating: puzzle ${ratingOf(puzzle)}, you ${record.rating}`),
            verdict,
            ...more,
            ...(record.tried === 0 ? [strength(record, start)] : []),
            statistics(all, record),
        );
    const sharing = () => button("Share", () => void share(standing(puzzle.number, record).result, { ...state, puzzle: puzzle.number }));
    const ask = () => draw(buttons(button("Hint", () => void hint()), button("Show the move", () => void reveal(true)), button("Skip", () => next(all, puzzle.kind, record)), ...(before.isOver ? [sharing()] : [])));
    const start = async (/** @type {number} */ rating) => {
        record = await addEntry(`start ${rating}`);
        if (isHere()) ask();
    };

    const hint = async () => {
        const { best } = await solve();
        if (isHere()) await keep("shown");
        if (!isHere()) return;
        verdict.className = "";
        verdict.textContent = `${idea(best[0] ?? 0, puzzle.number)} With a hint it counts as not solved.`;
        ask();
    };
    const solve = async () => {
        await withBook();
        const found = await engine.analyze("7x6", game.moves, { onProgress: () => undefined, signal: new AbortController().signal, line: true });
        return { best: found.best_columns ?? [], line: found.line ?? [] };
    };
    const reveal = async (/** @type {boolean} */ isGivenUp) => {
        const { best, line } = await solve();
        if (isGivenUp && isHere()) await keep("shown");
        if (!isHere()) return;
        // The board stays as it is: nothing is left to play.
        state.task = { pick: () => undefined };
        draw(
            buttons(button("Next puzzle", () => next(all, "", record), "main"), button("Why?", () => void openReasons()), sharing()),
            ...(puzzle.number === record.daily ? [nextIn()] : []),
        );
        if (isGivenUp) verdict.textContent = `Column ${best[0]} is the move.`;
        void playLine("the solution", game.moves, line.length > 0 ? line : best.slice(0, 1));
    };
    state.task = { pick: (column) => void judge(column) };
    const judge = async (/** @type {number} */ column) => {
        if (!state.position?.legal.includes(column)) return say(`Column ${column} is full.`);
        say("Checking the move…");
        const { best } = await solve();
        if (!isHere()) return;
        const isRight = best.includes(column);
        tries += 1;
        const isLast = !isRight && !wasShown && tries >= TRIES;
        await keep(isRight ? (tries === 1 ? "first" : "later") : "wrong");
        if (isLast) await keep("shown");
        if (!isHere()) return;
        verdict.className = isRight ? "win-text" : "loss-text";
        verdict.textContent = isRight ? `Column ${column} is right.` : `Column ${column} isn't it.`;
        if (isLast) verdict.textContent += ` That was the third try: column ${best[0]} is the move.`;
        else if (!isRight) verdict.textContent = `${await refute(game.moves, column)} ${wasShown ? "Try another one." : tries === 1 ? "Two tries are left." : "One try is left."}`;
        say(verdict.textContent);
        if (!isHere()) return;
        if (isRight || isLast) await reveal(false);
        else ask();
    };
    verdict.textContent = before.said;
    ask();
    if (before.isOver && puzzle.number === record.daily) verdict.after(nextIn());
    render();
}

/**
 * A hint that never names the column: the row of the move, or two columns where only one can be played in that row.
 *
 * @param {number} column
 * @param {number} seed decides about the other column
 */
function idea(column, seed) {
    const { legal, heights } = state.position ?? { legal: [], heights: [] };
    const row = (/** @type {number} */ other) => (heights[other - 1] ?? 0) + 1;
    const others = legal.filter((other) => other !== column);
    if (others.some((other) => row(other) === row(column))) return `Look at row ${row(column)}.`;
    const wrong = others[seed % others.length] ?? column;
    return `It is column ${listOf([column, wrong].sort((a, b) => a - b))}.`;
}

/**
 * The choice of the rating to begin with.
 *
 * @param {PersonRecord} record
 * @param {(rating: number) => unknown} start
 */
function strength({ rating }, start) {
    const chips = STARTS.map(([name, first]) => button(name, () => start(first)));
    chips.forEach((chip, index) => chip.setAttribute("aria-pressed", String(STARTS[index]?.[1] === rating)));
    return html("div", {}, html("p", { class: "soft" }, "How well do you play? Your rating begins there."), html("div", { class: "chips", role: "group", "aria-label": "Your strength" }, ...chips));
}

/**
 * The results of the device, and the ways to other puzzles.
 *
 * @param {Puzzle[]} all
 * @param {PersonRecord} record
 */
function statistics(all, record) {
    const { tried, at_first_try: solved, mistakes } = record;
    const waiting = mistakes.filter(({ is_due }) => is_due).length;
    const wait = waiting === 1 ? "One of your mistakes is waiting." : `${waiting} of your mistakes are waiting.`;
    const kinds = Object.entries(KINDS).map(([kind, [title]]) => button(title, () => next(all, kind, record)));
    return html(
        "div",
        {},
        ...(waiting > 0 ? [html("h3", {}, wait), button(`Find the better ${waiting === 1 ? "move" : "moves"}`, () => goToMistake())] : []),
        html("h3", {}, streakOf(record)),
        calendar(record, 4),
        html("p", { class: "soft" }, tried === 0 ? "Streak and rating stay on this device." : `Solved ${solved} of ${tried} at the first try.`),
        html("div", { class: "chips", role: "group", "aria-label": "Puzzles by kind" }, ...kinds),
    );
}

/**
 * Goes to a puzzle that was not tried yet, near the rating of the device.
 *
 * @param {Puzzle[]} all
 * @param {string} kind a letter, or nothing for any
 * @param {PersonRecord} record
 */
function next(all, kind, { puzzles, rating }) {
    const tried = new Set(puzzles.map(({ number }) => number));
    const open = all.filter((puzzle) => !tried.has(puzzle.number) && puzzle.number !== state.puzzle && (kind === "" || puzzle.kind === kind));
    const distance = (/** @type {Puzzle} */ puzzle) => Math.abs(ratingOf(puzzle) - rating);
    const near = open.sort((a, b) => distance(a) - distance(b)).slice(0, 20);
    const chosen = near[Math.floor(Math.random() * near.length)];
    if (chosen) void go({ mode: "puzzles", puzzle: chosen.number });
    else say("You have tried all of these.");
}
