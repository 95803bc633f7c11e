// What brings a person back, in a real browser: the start card that remembers, mistakes as puzzles, and the puzzle of the day.

import assert from "node:assert/strict";
import { test } from "node:test";

import { click, isAccessible, open, site, status } from "./visit.js";

/** @typedef {import("playwright-core").Page} Page */

/** Saturday, the day of puzzle 332, five hours and twelve minutes before the next one. */
const SATURDAY = new Date(2026, 10, 28, 18, 48);

/**
 * Writes the log, or returns it.
 *
 * @param {Page} page
 * @param {string} [text]
 * @returns {Promise<string>}
 */
function log(page, text) {
    return page.evaluate(async (text) => {
        // @ts-ignore A module of the page.
        const { read, write } = await import("./src/storage.js");
        if (text !== undefined) write("localStorage", "marlin-log-1", text);
        return read("localStorage", "marlin-log-1", "") ?? "";
    }, text);
}

/**
 * The moves of a puzzle or of another position, a best column, and the wrong ones, the worst first.
 *
 * @param {Page} page
 * @param {number | string} place
 * @returns {Promise<{moves: string, best: string, wrong: string[]}>}
 */
function solve(page, place) {
    return page.evaluate(async (place) => {
        // @ts-ignore Modules of the page.
        const [{ engine }, { puzzles }] = await Promise.all([import("./src/session.js"), import("./src/kinds.js")]);
        const moves = typeof place === "string" ? place : (await puzzles())[place - 1].moves;
        const { best_columns: best, scores } = await engine.analyze("7x6", [...moves].map(Number), { onProgress: () => {}, signal: new AbortController().signal, line: false });
        const open = [1, 2, 3, 4, 5, 6, 7].filter((column) => scores[column - 1] !== null && !best.includes(column));
        return { moves, best: String(best[0]), wrong: open.sort((a, b) => scores[a - 1] - scores[b - 1]).map(String) };
    }, place);
}

/**
 * Keeps a game that is over.
 *
 * @param {Page} page
 * @param {string} moves
 */
function keepLost(page, moves) {
    return page.evaluate(async (moves) => {
        // @ts-ignore A module of the page.
        const { keepGame } = await import("./src/players.js");
        keepGame({ game: { board: "7x6", moves: [...moves].map(Number), setup: 0, ply: 1 }, players: { X: 0, O: 3 }, seed: 5, hints: 0, takebacks: 0, begun: 0, isOver: true });
    }, moves);
}

test("the start card remembers the beaten levels, the week of puzzles and a mistake of the last game", async (t) => {
    const page = await open(t, "", { viewport: { width: 360, height: 800 }, colorScheme: "dark" });
    assert.ok(await page.locator("#daily").isHidden(), "a new device has nothing to remember");
    await page.clock.setFixedTime(SATURDAY);
    const { moves } = await solve(page, 1);
    await keepLost(page, moves);
    const [game, mistake] = ["- game 3 won id=1\n2026-11-27 puzzle 331 50 first\n", `2026-11-27 mistake 7x6 ${moves} missed\n`];
    for (const [entries, whose] of [[mistake + game, "an earlier"], [game + mistake, "your last"]]) {
        await log(page, entries);
        await page.reload();
        await page.locator("#mistake").filter({ hasText: `From ${whose} game` }).waitFor();
    }
    assert.equal(await page.getByRole("radio", { name: "Level 3" }).getAttribute("title"), "Beaten");
    assert.equal(await page.getByRole("radio", { name: "Level 4" }).getAttribute("title"), "Next");
    const play = await page.getByRole("button", { name: "Play level 3" }).boundingBox();
    assert.ok((play?.y ?? Infinity) + (play?.height ?? 0) <= 800);
    await isAccessible(page, "the start card");
    await page.getByRole("link", { name: "Friday 27 November: solved" }).click();
    await page.waitForURL(/\?puzzle=331$/);
    await page.locator("#task").filter({ hasText: "You solved it at the first try." }).waitFor();
});

test("a question of a review that was not found comes back the next day, until it is found", async (t) => {
    const page = await open(t, "?x=0&o=3");
    await page.clock.setFixedTime(new Date(2026, 10, 27, 9));
    await keepLost(page, "4345354441461735556317161");
    await page.goto(`${site.url}?pos=4345354441461735556317161&x=0&o=3&review`);
    await page.getByRole("button", { name: "Find the move" }).waitFor();
    await page.clock.setFixedTime(SATURDAY);
    const [line = "", position = ""] = /^2026-11-27 mistake 7x6 (\d+) missed\n/.exec(await log(page)) ?? [];
    const { moves, best, wrong } = await solve(page, position);
    await log(page, line);
    await page.goto(`${site.url}?puzzle`);
    const task = (/** @type {string} */ text) => page.locator("#task").filter({ hasText: text }).waitFor();
    await task("One of your mistakes is waiting.");
    await page.getByRole("button", { name: "Find the better move" }).click();
    await task("Drop a stone that keeps");
    await page.keyboard.press(wrong[0] ?? "");
    await task("It comes back another day.");
    await isAccessible(page, "a mistake");
    assert.match(await log(page), new RegExp(`2026-11-28 mistake 7x6 ${moves} missed\n$`));
    await page.reload();
    await task("No mistake is waiting.");
    await page.clock.setFixedTime(new Date(2026, 11, 1, 8));
    await page.reload();
    await task("Drop a stone that keeps");
    await page.keyboard.press(best);
    await task(`Column ${best} is right`);
    assert.match(await log(page), new RegExp(`2026-12-01 mistake 7x6 ${moves} found\n$`));
    await log(page, "2026-11-20 mistake 8x7 44 missed\n");
    await page.reload();
    await task("This position is too hard to judge here.");
});

test("the puzzle of the day has three tries, and sends squares that give nothing away", async (t) => {
    const page = await open(t, "", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.clock.setFixedTime(SATURDAY);
    const { best, wrong: [first = "", second = "", third = ""] } = await solve(page, 332);
    const task = (/** @type {string} */ text) => page.locator("#task").filter({ hasText: text }).waitFor();
    const sent = async () => {
        await page.locator("#task").getByRole("button", { name: "Share" }).click();
        await status(page, "The link is copied.");
        return page.evaluate(() => navigator.clipboard.readText());
    };
    await log(page, "2026-11-27 puzzle 331 50 first\n");
    await page.goto(`${site.url}?puzzle`);
    await task("Puzzle of the day · Saturday 28 November");
    await page.keyboard.press(first);
    await task("Two tries are left.");
    await page.reload();
    await task("Puzzle of the day");
    await click(page, Number(second));
    await task("One try is left.");
    const before = await log(page);
    await page.keyboard.press(best);
    await task("The next puzzle of the day in 5:12 h");
    assert.equal(await sent(), `Marlin 332 · Sat 28 Nov · 🟥🟥🟩 · streak 2\n${site.url}?puzzle=332`);
    await log(page, before);
    await page.reload();
    await task("Puzzle of the day");
    await page.keyboard.press(third);
    await task(`That was the third try: column ${best} is the move.`);
    assert.equal(await sent(), `Marlin 332 · Sat 28 Nov · 🟥🟥🟥\n${site.url}?puzzle=332`);
    await page.reload();
    await task("You have seen its solution, so it no longer counts.");
    await log(page, "2026-11-20 puzzle 332 50 shown\n2026-11-27 puzzle 331 50 first\n");
    await page.reload();
    await task("Solve it again, and the day counts.");
    await page.keyboard.press(best);
    await task("Your streak: 2 days");
});

test("a first rating is chosen before the first puzzle, and a hint names no column alone", async (t) => {
    const page = await open(t, "?puzzle=1");
    await page.getByRole("button", { name: "Strong" }).click();
    await page.locator("#task").filter({ hasText: "you 1600" }).waitFor();
    await isAccessible(page, "the puzzle of a new device");
    for (const number of [1, 2, 3]) {
        await page.goto(`${site.url}?puzzle=${number}`);
        await page.getByRole("button", { name: "Hint" }).click();
        await page.locator("#task").filter({ hasText: /(Look at row \d|It is column \d or \d)\. With a hint it counts as not solved\./ }).waitFor();
    }
    assert.ok(await page.getByRole("button", { name: "Strong" }).isHidden());
});
