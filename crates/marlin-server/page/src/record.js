// The record of a person on this device: the games against each level, the puzzles and the lessons. It never leaves the device.

import { button, buttons, html } from "./html.js";
import { KEY as LESSONS, solved as solvedSteps } from "./lessons.js";
import { LEVELS } from "./levels.js";
import { get } from "./parts.js";
import { KEY as PUZZLES, progress } from "./puzzles.js";
import { clear, read, write } from "./storage.js";

/** The place of the results against the levels; a number that changes with their form. */
const KEY = "marlin-record-1";

/**
 * The games that were won, drawn and lost against a level, without those with hints.
 *
 * @typedef {{won: number, drawn: number, lost: number}} Results
 */

/** @returns {Record<string, Results>} by level */
function results() {
    return read("localStorage", KEY, { "*": { won: 0, drawn: 0, lost: 0 } }) ?? {};
}

/** @param {number} level */
function against(level) {
    return results()[level] ?? { won: 0, drawn: 0, lost: 0 };
}

/**
 * Adds the result of a game.
 *
 * @param {number} level
 * @param {number} points 1 for a win, 0.5 for a draw
 */
export function addResult(level, points) {
    const all = against(level);
    if (points === 1) all.won += 1;
    else if (points === 0) all.lost += 1;
    else all.drawn += 1;
    write("localStorage", KEY, { ...results(), [level]: all });
}

/**
 * The results against a level in words; nothing before the first game.
 *
 * @param {number} level
 */
export function levelRecord(level) {
    const { won, drawn, lost } = against(level);
    if (won + drawn + lost === 0) return "";
    return `Level ${level}: you ${won}, it ${lost}${drawn > 0 ? `, ${drawn} drawn` : ""}.`;
}

/**
 * The level to play next, once this one or a higher one was beaten more often than it has won.
 *
 * @param {number} level
 */
export function suggestion(level) {
    const highest = LEVELS.reduce((found, _, index) => (against(index + 1).won > against(index + 1).lost ? index + 1 : found), 0);
    return highest >= level && highest < LEVELS.length ? `Next: level ${highest + 1}.` : "";
}

/** Everything in one object, as it is exported. */
function record() {
    return { levels: results(), puzzles: progress(), lessons: solvedSteps() };
}

/** The numbers of puzzles that were tried and of those solved at the first try, and of the positions of lessons that are solved. */
function counts() {
    const { puzzles, lessons } = record();
    const tries = Object.values(puzzles.done);
    return { tried: tries.length, solved: tries.filter(Boolean).length, learned: Object.values(lessons).reduce((sum, steps) => sum + steps.length, 0) };
}

/** Writes the rating, the streak and the solved positions of lessons on the start card. */
export function drawNotes() {
    const { rating, streak } = progress();
    const { tried, learned } = counts();
    if (tried > 0) get("puzzle-note", HTMLElement).textContent = `your rating ${rating}, a streak of ${streak}`;
    if (learned > 0) get("lesson-note", HTMLElement).textContent = `${learned} ${learned === 1 ? "position" : "positions"} solved`;
}

function draw() {
    const { levels, puzzles } = record();
    const { tried, solved, learned } = counts();
    const rows = LEVELS.flatMap(([name], index) => {
        const { won, drawn, lost } = levels[index + 1] ?? { won: 0, drawn: 0, lost: 0 };
        if (won + drawn + lost === 0) return [];
        return [html("tr", {}, html("th", { scope: "row" }, `${index + 1}, ${name}`), ...[won, drawn, lost].map((count) => html("td", {}, String(count))))];
    });
    const heads = ["Level", "Won", "Drawn", "Lost"].map((text) => html("th", { scope: "col" }, text));
    const clearing = button("Clear", () => {
        if (clearing.textContent === "Clear") clearing.textContent = "Clear all of it?";
        else {
            clear("localStorage", KEY, PUZZLES, LESSONS);
            draw();
        }
    });
    get("record", HTMLElement).replaceChildren(
        html("h2", {}, "Your record"),
        rows.length > 0 ? html("table", {}, html("tr", {}, ...heads), ...rows) : html("p", {}, "No game against a level yet."),
        html("p", { class: "soft" }, "Games with hints are not counted."),
        html("p", {}, `Puzzles: rating ${puzzles.rating}, ${solved} of ${tried} solved at the first try, a streak of ${puzzles.streak}.`),
        html("p", {}, `Lessons: ${learned} ${learned === 1 ? "position" : "positions"} solved.`),
        html("p", { class: "soft" }, "It is kept on this device alone."),
        buttons(button("Export", download), clearing, button("Close", () => get("record", HTMLElement).hidePopover())),
    );
}

/** Gives the record as a file. */
function download() {
    const url = URL.createObjectURL(new Blob([JSON.stringify(record(), null, 2)], { type: "application/json" }));
    const link = html("a", { href: url, download: "marlin-record.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url));
}

export function wireRecord() {
    get("record", HTMLElement).addEventListener("beforetoggle", draw);
}
