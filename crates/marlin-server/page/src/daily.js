// The puzzle of the day as a habit: its date, the days that were solved, the next one, and the text to send.

import { html } from "./html.js";

/** @typedef {import("./record.js").PersonRecord} PersonRecord */

/** The tries at a puzzle; after the last one its solution is shown. */
export const TRIES = 3;
const LONG = /** @type {const} */ ({ weekday: "long", day: "numeric", month: "long" });

/**
 * The day of a puzzle that is not after today: puzzles have the numbers of their days.
 *
 * @param {number} number
 * @param {PersonRecord} record
 * @param {Intl.DateTimeFormatOptions} form
 */
function dateOf(number, { daily }, form) {
    const day = new Date();
    day.setDate(day.getDate() - daily + number);
    return day.toLocaleDateString("en-GB", form).replace(",", "");
}

/**
 * The title of a puzzle (with its day, if not after today), its answers, a sentence about them, and the text to
 * send, with a square for each try. On its own day a puzzle has only the answers of that day: no others count.
 *
 * @param {number} number
 * @param {PersonRecord} record
 */
export function standing(number, record) {
    const isDaily = number === record.daily;
    const known = record.puzzles.find((puzzle) => puzzle.number === number) ?? { answer: "wrong", wrong: 0 };
    const tries = record.answers.findIndex((answer) => answer !== "wrong");
    const { answer, wrong } = isDaily ? { answer: record.answers[tries] ?? "wrong", wrong: tries < 0 ? record.answers.length : tries } : known;
    const isSolved = answer === "first" || answer === "later";
    const isOver = isSolved || answer === "shown";
    const date = (/** @type {Intl.DateTimeFormatOptions} */ form) => (number > record.daily ? [] : [dateOf(number, record, form)]);
    // A white square is a hint or the solution, or tries that another program did not count.
    const isWhite = isSolved ? answer === "later" && wrong === 0 : wrong < TRIES;
    const squares = `${"🟥".repeat(wrong)}${isWhite ? "⬜" : ""}${isSolved ? "🟩" : ""}`;
    const again = known.answer === "wrong" ? "" : "You saw it before its day. Solve it again, and the day counts.";
    const said = !isOver ? again : answer === "first" ? "You solved it at the first try." : isSolved ? "You have solved it." : "You have seen its solution, so it no longer counts.";
    const streak = isDaily && isSolved && record.streak > 0 ? [`streak ${record.streak}`] : [];
    const result = [`Marlin ${number}`, ...date({ weekday: "short", day: "numeric", month: "short" }), squares, ...streak].join(" · ");
    const title = [isDaily ? "Puzzle of the day" : `Puzzle ${number}`, ...date(LONG)].join(" · ");
    return { title, wrong, isSolved, isOver, said, result };
}

/** The time until the next puzzle, in hours and minutes. */
export function nextIn() {
    const node = html("p", { class: "soft" });
    const tell = () => {
        const minutes = Math.ceil((new Date().setHours(24, 0, 0, 0) - Date.now()) / 60_000);
        node.textContent = `The next puzzle of the day in ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
    };
    tell();
    const timer = setInterval(() => (node.isConnected ? tell() : clearInterval(timer)), 10_000);
    return node;
}

/** @param {PersonRecord} record */
export function streakOf(record) {
    const { streak, daily } = record;
    if (streak > 0) return `Your streak: ${streak} ${streak === 1 ? "day" : "days"}`;
    return standing(daily, record).isOver ? "Tomorrow's puzzle begins a streak." : "Solve the puzzle of the day to begin a streak.";
}

/**
 * Weeks up to this one, from Monday to Sunday: a disc for each day, which leads to its puzzle.
 *
 * @param {PersonRecord} record
 * @param {number} weeks
 */
export function calendar(record, weeks) {
    const { daily, on_their_day } = record;
    const first = daily - ((new Date().getDay() + 6) % 7) - 7 * (weeks - 1);
    const discs = Array.from({ length: 7 * weeks }, (_, index) => {
        const number = first + index;
        const letter = dateOf(number, record, weeks > 1 ? { day: "numeric" } : { weekday: "narrow" });
        // A day that is to come has no puzzle yet, and one before the first puzzle had none.
        if (number > daily || number < 1) return html("i", { "aria-hidden": "true" }, letter);
        const isSolved = on_their_day.includes(number);
        const isLater = !isSolved && standing(number, record).isSolved;
        const isTried = record.puzzles.some((puzzle) => puzzle.number === number);
        const about = isSolved ? "solved" : isLater ? "solved on another day" : `${number === daily ? "today, " : ""}${isTried ? "tried and not solved" : "not solved"}`;
        const label = `${dateOf(number, record, LONG)}: ${about}`;
        const link = html("a", { href: `?puzzle=${number}`, "data-go": "puzzles", "data-puzzle": String(number), class: isSolved ? "solved" : isLater ? "later" : isTried ? "tried" : "", "aria-label": label, title: label }, letter);
        if (number === daily) link.setAttribute("aria-current", "date");
        return link;
    });
    return html("div", { class: "days", role: "group", "aria-label": "Puzzles of the day" }, ...discs);
}
