// Puzzles: one a day by the date, and all others by kind. The engine judges each move; streak and rating stay on the device.

import { isSame, setUp } from "./game.js";
import { button, buttons, html } from "./html.js";
import { KINDS } from "./kinds.js";
import { fill, parts, say } from "./parts.js";
import { engine, go, playLine, refute, render, show, withBook } from "./session.js";
import { share } from "./share.js";
import { named, state } from "./state.js";
import { read, write } from "./storage.js";
import { openReasons } from "./reasons.js";

/** The place of the solved puzzles of this device. */
export const KEY = "marlin-puzzles-1";
/** The day of puzzle 1. */
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
/** The rating of a device that has solved nothing, and the most that a puzzle changes it. */
const START = 1200;
const STEP = 32;

/** @typedef {{number: number, moves: string, kind: string, difficulty: number}} Puzzle */
/** @typedef {{rating: number, done: Record<string, boolean>, lastDay: number, streak: number}} Progress */

/** @returns {Progress} */
export function progress() {
    const none = { rating: START, done: {}, lastDay: 0, streak: 0 };
    const kept = read("localStorage", KEY, { ...none, done: { "*": true } }) ?? none;
    // A day without a puzzle ends the streak.
    return { ...kept, streak: kept.lastDay >= today() - 1 ? kept.streak : 0 };
}

/**
 * The rating of a puzzle, on the scale of the device's.
 *
 * @param {Puzzle} puzzle
 */
function ratingOf({ difficulty }) {
    return 800 + 16 * difficulty;
}

/** @type {Promise<Puzzle[]> | null} */
let file = null;

/** Fetches the puzzles, once. */
function puzzles() {
    file ??= fetch(new URL("../puzzles.txt", import.meta.url)).then(async (response) => {
        if (!response.ok) throw new Error("the puzzles cannot be loaded");
        const lines = (await response.text()).split("\n").filter((line) => line && !line.startsWith("#"));
        return lines.map((line, index) => {
            const [moves = "", kind = "", difficulty = ""] = line.split(" ");
            return { number: index + 1, moves, kind, difficulty: Number(difficulty) };
        });
    });
    file.catch(() => (file = null));
    return file;
}

/** The number of today, from 1. */
function today() {
    const now = new Date();
    return Math.floor((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - FIRST_DAY) / DAY) + 1;
}

/** @param {Puzzle[]} all */
function ofToday(all) {
    return all[(((today() - 1) % all.length) + all.length) % all.length];
}

/** Shows the puzzle of the address, or that of today. */
export async function openPuzzles() {
    const { puzzle: number } = state;
    fill(parts.task, html("p", {}, "Loading the puzzles…"));
    try {
        const all = await puzzles();
        const puzzle = number === null ? ofToday(all) : all[number - 1];
        if (!puzzle) fill(parts.task, html("h2", {}, `There is no puzzle ${number}`), html("p", {}, `The puzzles are numbered 1 to ${all.length}.`), buttons(button("Puzzle of the day", () => go({ mode: "puzzles" }), "main")));
        if (state.mode === "puzzles" && state.puzzle === number && puzzle) await set(puzzle, all);
    } catch (error) {
        fill(parts.task, html("p", {}, error instanceof Error ? error.message : String(error)));
    }
}

/**
 * @param {Puzzle} puzzle
 * @param {Puzzle[]} all
 */
async function set(puzzle, all) {
    await show(() => setUp(puzzle.moves), "keep");
    const { game } = state;
    // An answer may come when another place is shown.
    const isHere = () => state.mode === "puzzles" && isSame(game, state.game);
    if (!isHere()) return;
    const us = game.moves.length % 2 === 0 ? "X" : "O";
    let isFirst = true;
    const verdict = html("p", { role: "status" });
    const [title = "", task = ""] = KINDS[puzzle.kind] ?? [];
    const isDaily = puzzle === ofToday(all);
    const isDone = progress().done[puzzle.number] !== undefined;

    /** @param {boolean} solved */
    const score = (solved) => {
        if (isFirst && !isDone) keep(puzzle, solved, isDaily);
        isFirst = false;
    };
    const draw = (/** @type {Node[]} */ ...more) =>
        fill(
            parts.task,
            html("p", { class: "soft" }, isDaily ? `Puzzle of the day · ${new Date().toLocaleDateString("en", { day: "numeric", month: "long" })}` : `Puzzle ${puzzle.number}`),
            html("h2", {}, title),
            html("p", {}, named(`${us} to move. ${task.replace("{them}", us === "X" ? "O" : "X")}`)),
            html("p", { class: "soft" }, `Rating: puzzle ${ratingOf(puzzle)}, you ${progress().rating}`),
            verdict,
            ...more,
            statistics(all),
        );
    const ask = () => draw(buttons(button("Hint", () => void hint()), button("Show the move", () => void reveal(true)), button("Skip", () => next(all, puzzle.kind))));

    const hint = async () => {
        const { best } = await solve();
        if (!isHere()) return;
        score(false);
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
        if (!isHere()) return;
        if (isGivenUp) score(false);
        // The board stays as it is: nothing is left to play.
        state.task = { pick: () => undefined };
        draw(
            buttons(button("Next puzzle", () => next(all, ""), "main"), button("Why?", () => void openReasons()), button("Share", () => void share(result(puzzle, isDaily)))),
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
        score(isRight);
        verdict.className = isRight ? "win-text" : "loss-text";
        verdict.textContent = isRight ? `Column ${column} is right.` : `Column ${column} isn't it.`;
        if (!isRight) verdict.textContent = `${named(await refute(game.moves, column))} Try another one.`;
        say(verdict.textContent);
        if (isRight) await reveal(false);
        else ask();
    };
    ask();
    render();
}

/**
 * Keeps the first try of a puzzle: the rating as in chess (Elo, with the difficulty as the rating of the puzzle), and the streak.
 *
 * @param {Puzzle} puzzle
 * @param {boolean} solved
 * @param {boolean} isDaily
 */
function keep(puzzle, solved, isDaily) {
    const kept = progress();
    const expected = 1 / (1 + 10 ** ((ratingOf(puzzle) - kept.rating) / 400));
    kept.rating = Math.round(kept.rating + STEP * ((solved ? 1 : 0) - expected));
    kept.done[puzzle.number] = solved;
    if (isDaily) {
        kept.streak = solved ? (kept.lastDay === today() - 1 ? kept.streak : 0) + 1 : 0;
        kept.lastDay = today();
    }
    write("localStorage", KEY, kept);
}

/**
 * The text to share, which gives nothing away.
 *
 * @param {Puzzle} puzzle
 * @param {boolean} isDaily
 */
function result(puzzle, isDaily) {
    const solved = progress().done[puzzle.number];
    const { streak } = progress();
    return `Marlin puzzle ${puzzle.number}: ${solved ? "solved at the first try" : "not solved at the first try"}${isDaily && streak > 1 ? `, ${streak} days in a row` : ""}.`;
}

/**
 * What the device has solved, and the ways to other puzzles.
 *
 * @param {Puzzle[]} all
 */
function statistics(all) {
    const { rating, done, streak } = progress();
    const tries = Object.values(done);
    const solved = tries.filter(Boolean).length;
    const days = `${streak} ${streak === 1 ? "day" : "days"}`;
    const kinds = Object.entries(KINDS).map(([kind, [title]]) => button(title, () => next(all, kind)));
    return html(
        "div",
        {},
        html("h3", {}, `Your streak: ${days} · rating ${rating}`),
        html("p", { class: "soft" }, tries.length === 0 ? "Streak and rating stay on this device." : `Solved ${solved} of ${tries.length} at the first try.`),
        html("div", { class: "chips", role: "group", "aria-label": "Puzzles by kind" }, ...kinds),
    );
}

/**
 * Goes to a puzzle that was not tried yet, near the rating of the device.
 *
 * @param {Puzzle[]} all
 * @param {string} kind a letter, or nothing for any
 */
function next(all, kind) {
    const { done, rating } = progress();
    const open = all.filter((puzzle) => done[puzzle.number] === undefined && puzzle.number !== state.puzzle && (kind === "" || puzzle.kind === kind));
    const distance = (/** @type {Puzzle} */ puzzle) => Math.abs(ratingOf(puzzle) - rating);
    const near = open.sort((a, b) => distance(a) - distance(b)).slice(0, 20);
    const chosen = near[Math.floor(Math.random() * near.length)];
    if (chosen) void go({ mode: "puzzles", puzzle: chosen.number });
    else say("You have tried all of these.");
}
