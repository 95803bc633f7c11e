// Puzzles: one a day by the date, and all others by kind. The engine judges each move.

import { isSame, setUp } from "./game.js";
import { button, buttons, html } from "./html.js";
import { KINDS, puzzles } from "./kinds.js";
import { fill, parts, say } from "./parts.js";
import { addEntry, readRecord } from "./record.js";
import { engine, go, playLine, refute, render, show, withBook } from "./session.js";
import { share } from "./share.js";
import { named, state } from "./state.js";
import { openReasons } from "./reasons.js";
import { other, player, text } from "./words.js";

/** @typedef {import("./kinds.js").Puzzle} Puzzle */
/** @typedef {import("./engine.js").PersonRecord} PersonRecord */

/**
 * The rating of a puzzle, on the scale of the device's.
 *
 * @param {Puzzle} puzzle
 */
function ratingOf({ difficulty }) {
    return 800 + 16 * difficulty;
}

/** Shows the puzzle of the address, or that of today. */
export async function openPuzzles() {
    const { puzzle: number } = state;
    fill(parts.task, html("p", {}, "Loading the puzzles…"));
    try {
        const [all, record] = await Promise.all([puzzles(), readRecord()]);
        const puzzle = all[(number ?? record.daily) - 1];
        if (!puzzle) fill(parts.task, html("h2", {}, `There is no puzzle ${number}`), html("p", {}, `The puzzles are numbered 1 to ${all.length}.`), buttons(button("Puzzle of the day", () => go({ mode: "puzzles" }), "main")));
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
    let [tries, wasShown] = [0, false];
    const verdict = html("p", { role: "status" });
    const [title = "", task = () => []] = KINDS[puzzle.kind] ?? [];
    const isDaily = puzzle.number === record.daily;

    /** @param {"first" | "later" | "wrong" | "shown"} answer */
    const keep = async (answer) => {
        // Nothing counts after a hint, and no wrong try after the first one.
        if (wasShown || (answer === "wrong" && tries > 1)) return;
        wasShown = answer === "shown";
        record = await addEntry(`puzzle ${puzzle.number} ${puzzle.difficulty} ${answer}`);
    };
    const draw = (/** @type {Node[]} */ ...more) =>
        fill(
            parts.task,
            html("p", { class: "soft" }, isDaily ? `Puzzle of the day · ${new Date().toLocaleDateString("en", { day: "numeric", month: "long" })}` : `Puzzle ${puzzle.number}`),
            html("h2", {}, title),
            html("p", {}, named(text`${player(us)} to move. ${task(other(us))}`)),
            html("p", { class: "soft" }, `Rating: puzzle ${ratingOf(puzzle)}, you ${record.rating}`),
            verdict,
            ...more,
            statistics(all, record),
        );
    const ask = () => draw(buttons(button("Hint", () => void hint()), button("Show the move", () => void reveal(true)), button("Skip", () => next(all, puzzle.kind, record))));

    const hint = async () => {
        const { best } = await solve();
        if (isHere()) await keep("shown");
        if (!isHere()) return;
        verdict.className = "";
        const column = best[0] ?? 0;
        verdict.textContent = `The move is ${column < 4 ? "on the left" : column > 4 ? "on the right" : "in the middle"}. A puzzle with a hint does not count as solved.`;
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
            buttons(button("Next puzzle", () => next(all, "", record), "main"), button("Why?", () => void openReasons()), button("Share", () => void share(result(puzzle, record), { ...state, puzzle: puzzle.number }))),
        );
        verdict.textContent ||= `Column ${best[0]} is the move.`;
        void playLine("the solution", game.moves, line.length > 0 ? line : best.slice(0, 1));
    };
    state.task = {
        pick: (column) => void judge(column),
    };
    const judge = async (/** @type {number} */ column) => {
        if (!state.position?.legal.includes(column)) return say(`Column ${column} is full.`);
        say("Checking the move…");
        const { best } = await solve();
        if (!isHere()) return;
        const isRight = best.includes(column);
        tries += 1;
        await keep(isRight ? (tries === 1 ? "first" : "later") : "wrong");
        if (!isHere()) return;
        verdict.className = isRight ? "win-text" : "loss-text";
        verdict.textContent = isRight ? `Column ${column} is right.` : `Column ${column} isn't it.`;
        if (!isRight) verdict.textContent = `${await refute(game.moves, column)} Try another one.`;
        say(verdict.textContent);
        if (isRight) await reveal(false);
        else ask();
    };
    ask();
    render();
}

/**
 * The text to share, which gives nothing away.
 *
 * @param {Puzzle} puzzle
 * @param {PersonRecord} record
 */
function result({ number }, { puzzles, daily, streak }) {
    const isFirst = puzzles.some((puzzle) => puzzle.number === number && puzzle.answer === "first");
    const days = number === daily && streak > 1 ? `, ${streak} days in a row` : "";
    return `Marlin puzzle ${number}: ${isFirst ? "solved" : "not solved"} at the first try${days}.`;
}

/**
 * What the device has solved, and the ways to other puzzles.
 *
 * @param {Puzzle[]} all
 * @param {PersonRecord} record
 */
function statistics(all, record) {
    const { rating, streak, tried, at_first_try: solved } = record;
    const days = `${streak} ${streak === 1 ? "day" : "days"}`;
    const kinds = Object.entries(KINDS).map(([kind, [title]]) => button(title, () => next(all, kind, record)));
    return html(
        "div",
        {},
        html("h3", {}, `Your streak: ${days} · rating ${rating}`),
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
