// The record of a person: a log on this device with a line for each game, answer to a puzzle and step of a lesson. The engine has
// the rating, the streak and the results by it.

import { button, buttons, html } from "./html.js";
import { puzzles } from "./kinds.js";
import { LEVELS } from "./levels.js";
import { get } from "./parts.js";
import { engine } from "./session.js";
import { clear, read, write } from "./storage.js";

/** The place of the log; a number that changes with its form. */
const KEY = "marlin-log-1";
/** The places of earlier records, which become the log. */
const [LEVEL_RESULTS, PUZZLES, LESSONS] = ["marlin-record-1", "marlin-puzzles-1", "marlin-lessons-2"];

/** @param {Date} date */
function dayOf(date) {
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The log. Where there is none, it is made of the earlier records. */
async function readLog() {
    const log = read("localStorage", KEY, "");
    if (log !== undefined) return log;
    const lines = await earlier();
    const made = read("localStorage", KEY, "") ?? lines.map((line) => `${line}\n`).join("");
    if (made !== "") write("localStorage", KEY, made);
    clear("localStorage", LEVEL_RESULTS, PUZZLES, LESSONS);
    return made;
}

/** The lines of the earlier records. */
async function earlier() {
    const levels = read("localStorage", LEVEL_RESULTS, { "*": { won: 0, drawn: 0, lost: 0 } }) ?? {};
    const none = { done: { "*": true }, lastDay: 0, streak: 0 };
    const { done, lastDay, streak } = read("localStorage", PUZZLES, none) ?? { ...none, done: {} };
    const lessons = read("localStorage", LESSONS, { "*": [0] }) ?? {};
    const answered = Object.keys(done).length > 0 ? (await puzzles()).filter(({ number }) => number in done) : [];
    // Of days in a row up to the last one, the puzzles have the numbers of their days.
    const day = (/** @type {number} */ number) => (number > lastDay - streak && number <= lastDay ? dayOf(new Date(2026, 0, number)) : "-");
    return [
        ...Object.entries(levels).flatMap(([level, results]) =>
            /** @type {const} */ (["won", "drawn", "lost"]).flatMap((result) => Array.from({ length: Math.min(results[result], 1000) }, () => `- game ${level} ${result}`)),
        ),
        ...answered.map(({ number, difficulty }) => `${day(number)} puzzle ${number} ${difficulty} ${/** @type {Record<string, boolean>} */ (done)[number] ? "first" : "wrong"}`),
        ...Object.entries(lessons).flatMap(([lesson, steps]) => steps.map((/** @type {number} */ step) => `- lesson ${lesson} ${step}`)),
    ];
}

/** The record as the engine has it. */
export async function readRecord() {
    return engine.progress(await readLog(), dayOf(new Date()));
}

/** @typedef {Awaited<ReturnType<typeof readRecord>>} PersonRecord */

/**
 * Adds entries of today to the log, and returns the record.
 *
 * @param {...string} entries
 */
export async function addEntry(...entries) {
    const made = await readLog();
    // Another entry may have come meanwhile.
    write("localStorage", KEY, [read("localStorage", KEY, "") ?? made, ...entries.map((entry) => `${dayOf(new Date())} ${entry}\n`)].join(""));
    return readRecord();
}

/** @param {string[]} mistakes the board and the moves of each; those that the log has are left out */
export async function addMistakes(mistakes) {
    const log = await readLog();
    const added = mistakes.map((mistake) => `mistake ${mistake} missed`).filter((entry) => !log.includes(entry));
    if (added.length > 0) await addEntry(...added);
}

/**
 * Writes the results against a level, the level to play next, those that are beaten and the solved positions of lessons on the start
 * card.
 *
 * @param {number} level
 */
export async function drawNotes(level) {
    const { levels, next_level: next, learned } = await readRecord();
    const { won, drawn, lost } = levels.find((other) => other.level === level) ?? { won: 0, drawn: 0, lost: 0 };
    const results = won + drawn + lost > 0 ? `Level ${level}: you ${won}, it ${lost}${drawn > 0 ? `, ${drawn} drawn` : ""}.` : "";
    get("level-record", HTMLElement).textContent = `${results}${next && next !== level ? ` Next: level ${next}.` : ""}`;
    for (const input of get("levels", HTMLElement).querySelectorAll("input")) {
        const isBeaten = levels.some((other) => other.level === Number(input.value) && other.won > 0);
        input.dataset.level = isBeaten ? "beaten" : next === Number(input.value) ? "next" : "";
        input.title = isBeaten ? "Beaten" : input.dataset.level ? "Next" : "";
    }
    if (learned.length > 0) get("lesson-note", HTMLElement).textContent = `${learned.length} ${learned.length === 1 ? "position" : "positions"} solved`;
}

async function draw() {
    const { levels, rating, streak, tried, at_first_try: solved, learned } = await readRecord();
    const rows = levels.map(({ level, won, drawn, lost }) =>
        html("tr", {}, html("th", { scope: "row" }, `${level}, ${LEVELS[level - 1]?.[0]}`), ...[won, drawn, lost].map((count) => html("td", {}, String(count)))),
    );
    const heads = ["Level", "Won", "Drawn", "Lost"].map((text) => html("th", { scope: "col" }, text));
    const clearing = button("Clear", () => {
        if (clearing.textContent === "Clear") clearing.textContent = "Clear all of it?";
        else {
            clear("localStorage", KEY);
            void draw();
        }
    });
    get("record", HTMLElement).replaceChildren(
        html("h2", {}, "Your record"),
        rows.length > 0 ? html("table", {}, html("tr", {}, ...heads), ...rows) : html("p", {}, "No game against a level yet."),
        html("p", { class: "soft" }, "A game counts once, from the empty 7 × 6 board, without hints and takebacks."),
        html("p", {}, `Puzzles: rating ${rating}, ${solved} of ${tried} solved at the first try, a streak of ${streak}.`),
        html("p", {}, `Lessons: ${learned.length} ${learned.length === 1 ? "position" : "positions"} solved.`),
        html("p", { class: "soft" }, "It is kept on this device alone."),
        buttons(button("Export", download), clearing, button("Close", () => get("record", HTMLElement).hidePopover())),
    );
}

/** Gives the log as a file. */
async function download() {
    const url = URL.createObjectURL(new Blob([await readLog()], { type: "text/plain" }));
    const link = html("a", { href: url, download: "marlin-record.txt" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url));
}

export function wireRecord() {
    get("record", HTMLElement).addEventListener("beforetoggle", () => void draw());
}
