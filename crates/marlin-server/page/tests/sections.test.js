// The sections of the page in a real browser: games against levels, reviews, reasons, the explorer, puzzles, lessons, and the look.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { bookIsKept } from "./host.js";
import { click, isAccessible, isWhole, open, program, scores, site, status } from "./visit.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
function seed(page) {
    return page.evaluate(() => sessionStorage.getItem("marlin-seed-1"));
}

/**
 * Goes on with a game against level 3 that this device has begun on the empty board.
 *
 * @param {Page} page
 * @param {string} moves
 * @param {number} id
 */
async function goOn(page, moves, id) {
    await page.evaluate(async ([moves, seed]) => {
        // @ts-ignore A module of the page.
        const { keepGame } = await import("./src/players.js");
        const columns = [...moves].map(Number);
        keepGame({ game: { board: "7x6", moves: columns, setup: 0, ply: columns.length }, players: { X: 0, O: 3 }, seed, hints: 0, takebacks: 0, begun: 0, isOver: false });
    }, /** @type {[string, number]} */ ([moves, id]));
    await page.goto(`${site.url}?pos=${moves}&x=0&o=3`);
    await status(page, "Your move");
}

/** @param {Page} page */
function moves(page) {
    return new URL(page.url()).searchParams.get("pos") ?? "";
}

test("a first game takes one click, and the next visit finds the choice again", async (t) => {
    const page = await open(t);
    await page.getByRole("radio", { name: "Level 5" }).check();
    assert.match(await page.locator("#level-name").innerText(), /Level 5: keen player\s+Sees most double threats coming\./);
    await page.getByRole("button", { name: "Play level 5" }).click();
    await status(page, "Your move: drop a yellow stone.");
    assert.equal(await page.locator("#scores button").count(), 0, "scores would be help");
    assert.equal(new URL(page.url()).search, "?x=0&o=5");
    await click(page, 4);
    await page.waitForFunction(() => new URLSearchParams(location.search).get("pos")?.length === 2);
    await status(page, "Your move");
    await page.goto(site.url);
    await page.getByRole("button", { name: "Play level 5" }).waitFor();
    await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => ["marlin-game-2", "marlin-games-1"].forEach((key) => storage.removeItem(key))));
    // A stone that is dropped begins a game too.
    await page.reload();
    await status(page, "Drop a stone to begin.");
    await click(page, 1);
    await page.waitForURL(/pos=1.&x=0&o=5$/);
});

test("a game that was left goes on from every section, and at the next visit", async (t) => {
    const page = await open(t, "?x=0&o=3");
    await page.keyboard.press("4");
    await page.waitForURL(/pos=4\d&x=0&o=3$/);
    await status(page, "Your move");
    assert.equal(await page.title(), "Your move: yellow · Marlin");
    const address = page.url();
    for (const section of ["Puzzles", "Learn", "Analyse"]) {
        await page.getByRole("link", { name: section, exact: true }).first().click();
        await page.locator(`nav a[aria-current]`).filter({ hasText: section }).waitFor();
        await page.getByRole("link", { name: "Play", exact: true }).click();
        await status(page, "Your move");
        assert.equal(page.url(), address, `from ${section}`);
    }
    // A new game is asked for first: nothing is lost until it begins.
    await page.keyboard.press("n");
    await status(page, "A game is waiting.");
    // The board shows it, and goes on with it.
    await page.locator("#board.dimmed").waitFor();
    await isAccessible(page, "a game that waits");
    await click(page, 1);
    await status(page, "Your move");
    assert.equal(page.url(), address, "no stone ends the game");
    await page.keyboard.press("n");
    await status(page, "A game is waiting.");
    const tomorrow = await page.context().newPage();
    await tomorrow.goto(site.url);
    await tomorrow.getByRole("button", { name: "Continue" }).click();
    await status(tomorrow, "Your move");
    assert.equal(tomorrow.url(), address);
    await page.getByRole("button", { name: "Play level 3" }).click();
    await page.waitForURL(/\?x=0&o=3$/);
});

test("a review keeps the players of its game, and Play leads back to it", async (t) => {
    const page = await open(t, "?pos=121212&x=0&o=3");
    await click(page, 1);
    await page.locator("#end .ring").filter({ hasText: "75 %" }).waitFor();
    assert.equal(await page.locator(".banner").textContent(), "You won!");
    await page.locator("#end").getByRole("button", { name: "Review" }).click();
    await page.waitForURL(/\?pos=1212121&x=0&o=3&review$/);
    await page.locator("#panel table").waitFor();
    assert.match(await page.locator("#panel table").innerText(), /You\s+75\.0 %[^]*Level 3\s/);
    assert.equal(await page.locator("#headline").textContent(), "You beat Level 3");
    await page.reload();
    await page.locator("#panel table").waitFor();
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.locator("#end h2").filter({ hasText: "You won on move 7" }).waitFor();
    await page.locator("#end").getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Rematch as red" }).click();
    await page.waitForURL(/\?(pos=\d&)?x=3&o=0$/);
});

test("a game of two people is sent as a link that says whose turn it is", async (t) => {
    const page = await open(t, "?pos=4433&x=0&o=0", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "Send this game" }).click();
    await status(page, "The link is copied.");
    const [text, link] = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    assert.equal(text, "Yellow to move, move 5. Open the link and drop your stone.");
    await page.goto(link ?? "");
    await status(page, "Yellow to move.");
    assert.equal(await page.title(), "Your move: yellow · Marlin");
});

test("the record of the levels is kept, suggests the next one, and is cleared", async (t) => {
    const page = await open(t);
    for (let game = 1; game <= 2; game++) {
        await goOn(page, "121212", game);
        await click(page, 1);
        await page.locator("#end h2").waitFor();
        assert.ok((await page.locator(".banner i").count()) > 0);
        // The same game, shown again, is no other one, and nothing to celebrate.
        await page.reload();
        await page.locator("#end h2").filter({ hasText: "You won on move 7" }).waitFor();
        assert.equal(await page.locator(".banner i").count(), 0);
        await page.locator("#undo").click();
        await page.reload();
        await click(page, 1);
        await page.locator("#end h2").waitFor();
    }
    // A game with help does not count, nor does one of a link, and each says so.
    const reason = (/** @type {string} */ text) => page.locator("#end").filter({ hasText: `Not in your record: ${text}.` }).waitFor();
    await goOn(page, "121212", 3);
    await page.keyboard.press("h");
    await status(page, "Hint: column 1.");
    await click(page, 1);
    await reason("1 hint");
    await goOn(page, "121212", 4);
    await click(page, 2);
    await page.waitForFunction(() => new URLSearchParams(location.search).get("pos")?.length === 8);
    await status(page, "Your move");
    await page.locator("#undo").click();
    await page.waitForURL(/ply=6/);
    await click(page, 1);
    await reason("1 takeback");
    await page.goto(`${site.url}?pos=434343&x=0&o=3`);
    await click(page, 4);
    await reason("begun from a position");
    await page.goto(site.url);
    await page.locator("#level-record").filter({ hasText: "Level 3: you 2, it 0. Next: level 4." }).waitFor();
    await page.getByRole("button", { name: "Your record" }).click();
    assert.match(await page.locator("#record table").innerText(), /3, learner\s+2\s+0\s+0/);
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    assert.equal((await file).suggestedFilename(), "marlin-record.txt");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Clear all of it?" }).click();
    await page.locator("#record").filter({ hasText: "No game against a level yet." }).waitFor();
});

test("a game on another board begins in two clicks", async (t) => {
    const page = await open(t);
    await page.locator("#board-size").selectOption("8x7");
    await page.waitForFunction(() => document.querySelectorAll(".cell").length === 56);
    await page.getByRole("button", { name: "Play level 3" }).click();
    await page.waitForURL(/\?board=8x7&x=0&o=3$/);
});

test("a person may play second, and a hint shows one move", async (t) => {
    const page = await open(t);
    await page.getByRole("radio", { name: "Second" }).check();
    await page.locator("#begin").click();
    await status(page, "Your move: drop a red stone.");
    assert.equal(moves(page).length, 1);
    await page.locator("#hint").click();
    await status(page, /^Hint: column [1-7]\.$/);
    assert.equal(await page.locator(".arrow.good").count(), 1);
    await page.keyboard.press("1");
    await page.waitForFunction(() => document.querySelectorAll(".arrow").length === 0);
});

test("a link to a game that is over tells a stranger who beat whom, with its review", async (t) => {
    const page = await open(t, "?pos=1212121&x=0&o=3");
    await page.locator("#headline").filter({ hasText: "Yellow beat Level 3" }).waitFor();
    await page.locator("#panel table").waitFor();
    assert.doesNotMatch(await page.locator("body").innerText(), /\byour?\b/iu);
    assert.equal(await page.evaluate(() => localStorage.getItem("marlin-log-1")), null);
});

test("a game keeps its identity through the history of the browser, and a link is another game", async (t) => {
    const page = await open(t);
    const kept = () => page.evaluate(async () => {
        // @ts-ignore A module of the page.
        const { readGame } = await import("./src/players.js");
        const { seed, takebacks, begun, isOver, game } = readGame();
        return { seed, takebacks, begun, isOver, moves: game.moves.join("") };
    });
    await goOn(page, "121212", 5);
    // A link to the beginning of a game, or to another game, does not end the unfinished game.
    await page.goto(`${site.url}?x=0&o=3`);
    await status(page, "Your move");
    await page.goto(`${site.url}?pos=4433&x=0&o=3`);
    await status(page, "Your move");
    assert.deepEqual(await kept(), { seed: 5, takebacks: 0, begun: 0, isOver: false, moves: "121212" });
    await goOn(page, "121212", 5);
    await click(page, 1);
    await page.locator("#end h2").filter({ hasText: "You won on move 7" }).waitFor();
    // Back and forward show the same game.
    await page.goBack();
    await status(page, "Your move");
    await page.goForward();
    await page.locator("#end h2").filter({ hasText: "You won on move 7" }).waitFor();
    assert.deepEqual(await kept(), { seed: 5, takebacks: 0, begun: 0, isOver: true, moves: "1212121" });
    // After the review of a stranger's game, Play begins a game.
    await page.goto(`${site.url}?pos=4343434&x=0&o=7&review`);
    await page.locator("#panel table").waitFor();
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.locator("#start").waitFor();
});

test("the scores of a game that goes on are a hint", async (t) => {
    const page = await open(t);
    await goOn(page, "121212", 6);
    await page.getByRole("link", { name: "Analyse", exact: true }).first().click();
    await scores(page);
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await status(page, "Your move");
    await click(page, 1);
    await page.locator("#end").filter({ hasText: "Not in your record: 1 hint." }).waitFor();
});

test("what is sent of a game is told by the one who played it, and opens as its review", async (t) => {
    const page = await open(t, "", { permissions: ["clipboard-read", "clipboard-write"] });
    await goOn(page, "121212", 1);
    await click(page, 1);
    await page.locator("#end").getByRole("button", { name: "Share" }).click();
    await status(page, "The link is copied.");
    // The review that ends meanwhile leaves the message.
    await page.locator("#end .ring").filter({ hasText: "75 %" }).waitFor();
    await status(page, "The link is copied.");
    const [text, link] = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    assert.equal(text, "I beat Marlin's level 3 in 7 moves.");
    assert.equal(new URL(link ?? "").search, "?pos=1212121&x=0&o=3&review");
    await page.goto(`${site.url}?puzzle`);
    await page.getByRole("button", { name: "Show the move" }).click();
    await page.locator("#task").getByRole("button", { name: "Share" }).click();
    await status(page, "The link is copied.");
    const [, puzzle] = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    assert.match(new URL(puzzle ?? "").search, /^\?puzzle=\d+$/u);
});

test("an address of no level says so", async (t) => {
    const page = await open(t, "?o=77");
    await page.getByRole("alert").filter({ hasText: "There is no level 77: levels are 1 to 10, and 0 is a person." }).waitFor();
});

test("the end of a game has a moment: who won, the accuracy, and what to do next", async (t) => {
    const page = await open(t);
    await goOn(page, "121212", 1);
    await click(page, 1);
    await page.locator("#end h2").filter({ hasText: "You won on move 7" }).waitFor();
    await page.locator("#end .ring").filter({ hasText: "75 %" }).waitFor();
    assert.deepEqual(await page.locator("#match b").allTextContents(), ["1", "0"]);
    assert.equal(await page.locator(".four").count(), 1);
    // Shown again, it is the same game, and does not count again.
    await page.locator("#undo").click();
    await page.locator("#redo").click();
    await page.locator("#end h2").waitFor();
    assert.deepEqual(await page.locator("#match b").allTextContents(), ["1", "0"]);
    await page.getByRole("button", { name: "Rematch as red" }).click();
    await page.waitForURL(/x=3&o=0$/);
    await status(page, "Your move: drop a red stone.");
    assert.deepEqual(await page.locator("#match b").allTextContents(), ["0", "1"]);
});

test("a position of the analysis goes on as a game, and its link carries the level", async (t) => {
    const page = await open(t, "?pos=44335&ply=3");
    await page.locator("#tools summary").click();
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.waitForURL(/pos=443&setup=3&x=3&o=0$/);
    await status(page, "Your move: drop a red stone.");
    await click(page, 3);
    await page.waitForURL(/pos=4433\d&setup=3&x=3&o=0$/);
});

test("two people play without scores, on one device", async (t) => {
    const page = await open(t);
    await page.locator("#friends").click();
    await page.waitForURL(/x=0&o=0$/);
    for (const column of [1, 2, 1, 2, 1, 2, 1]) {
        assert.equal(await page.locator("#scores button").count(), 0);
        await click(page, column);
    }
    await page.locator("#end h2").filter({ hasText: "Yellow won on move 7" }).waitFor();
});

test("a refresh keeps the opponent, and the game goes on", async (t) => {
    const page = await open(t, "?x=0&o=3");
    await page.keyboard.press("4");
    await page.waitForURL(/pos=4\d&/);
    await status(page, "Your move");
    const [before, { search }] = [await seed(page), new URL(page.url())];
    await page.reload();
    await status(page, "Your move");
    assert.equal(await seed(page), before);
    assert.equal(new URL(page.url()).search, search);
    await page.keyboard.press("4");
    await page.waitForFunction(() => new URLSearchParams(location.search).get("pos")?.length === 4);
    // It is the level's turn when the page is loaded: the level moves.
    await page.goto(`${site.url}?pos=4&x=0&o=3`);
    await page.waitForURL(/pos=4\d&/);
    await page.locator("#new").click();
    await page.locator("#begin").click();
    await page.waitForURL(/x=0&o=3$/);
    assert.notEqual(await seed(page), before, "another game has another seed");
});

test("only the level plays its stones, also after a step back", async (t) => {
    const page = await open(t, "?x=0&o=3");
    for (const [column, stones] of [[4, 2], [1, 4]]) {
        await click(page, column ?? 0);
        await page.waitForFunction((stones) => new URLSearchParams(location.search).get("pos")?.length === stones, stones);
        await status(page, "Your move");
    }
    const game = moves(page);
    const shown = () => page.evaluate(() => document.querySelectorAll(".stone").length);
    const stones = (/** @type {number} */ count) => page.waitForFunction((count) => document.querySelectorAll(".stone").length === count, count);
    await page.locator("#undo").click();
    await stones(2);
    await page.locator("#undo").click();
    await stones(0);
    // The move that was taken back brings its reply back, as a step forward does.
    await click(page, 4);
    await stones(2);
    await status(page, "Your move");
    await page.locator("#undo").click();
    await stones(0);
    await page.locator("#redo").click();
    await stones(2);
    assert.equal(await shown(), 2);
    assert.equal(moves(page), game);
    // A jump may lead to a turn of the level: a click there is not its move.
    await page.goto(`${site.url}?pos=${game}&ply=1&x=0&o=3`);
    await status(page, "Move 2: level 3 to move.");
    const other = [1, 2, 3, 5, 6, 7].find((column) => String(column) !== game[1]) ?? 0;
    await click(page, other);
    await stones(2);
    assert.equal(moves(page), game, "the level moves as before");
    // The history of the browser leads to turns of the person, and not to one where the level moves on at once.
    await click(page, 2);
    await stones(4);
    await page.goBack();
    await stones(2);
    await status(page, "Your move");
});

test("two tabs play two games", async (t) => {
    const page = await open(t, "?x=0&o=2");
    const other = await page.context().newPage();
    await other.goto(`${site.url}?x=5&o=0`);
    await status(other, "Your move: drop a red stone.");
    await click(page, 4);
    await page.waitForURL(/pos=4\d&x=0&o=2/);
    await click(other, 4);
    await other.waitForURL(/pos=\d4\d&x=5&o=0/);
    await page.reload();
    await status(page, "Your move: drop a yellow stone.");
    assert.match(page.url(), /pos=4\d&x=0&o=2/);
});

test("a review asks about its turning points, refutes a wrong try, and shows the answer on demand", async (t) => {
    const page = await open(t, "?pos=44443265");
    await page.locator("#review").click();
    await page.locator("#panel h3").filter({ hasText: "Move 5: Yellow was winning. What now?" }).waitFor();
    await page.getByRole("button", { name: "Find the move" }).click();
    await page.locator("#task h2").filter({ hasText: "Move 5: Yellow was winning. What now?" }).waitFor();
    assert.equal(await page.locator(".arrow").count(), 0, "the answer is not in view");
    assert.equal(await page.locator("#scores button").count(), 0);
    assert.ok(await page.locator("#panel").isHidden(), "nor is it in the card of the review");
    assert.ok((await page.locator("#graph .blunder").count()) > 0);
    assert.ok((await page.locator("#list b.bad").count()) > 0);
    await click(page, 1);
    await page.locator("#task .loss-text").filter({ hasText: "Column 1: Red answers with column 4 and can win on move 40." }).waitFor();
    await status(page, "Showing the refutation: 2 of 2.");
    // The next try needs no click to return.
    await click(page, 4);
    await page.locator("#task .win-text").filter({ hasText: "Column 4 is right: it keeps the win." }).waitFor();
    await page.getByRole("button", { name: "Try it again" }).click();
    await page.getByRole("button", { name: "Show it" }).click();
    await page.locator("#task h2").filter({ hasText: "Move 5: Yellow played column 3 and turned a win into a loss. Column 4 wins." }).waitFor();
    assert.equal(await page.locator(".arrow.good").count(), 1, "the better move has an arrow");
    // A line is stepped through, and left.
    await page.getByRole("button", { name: "The better line" }).click();
    await status(page, /^Showing the better line: 2 of \d+\.$/);
    const all = Number(/(\d+)\.$/.exec((await page.locator("#status").textContent()) ?? "")?.[1]);
    await page.locator("#last").click();
    await status(page, `Showing the better line: ${all} of ${all}.`);
    await page.locator("#undo").click();
    await status(page, `Showing the better line: ${all - 1} of ${all}.`);
    await page.locator("#back").click();
    await status(page, "Move 5: Yellow to move.");
    await page.getByRole("button", { name: "What went wrong" }).click();
    await page.locator("#list [aria-current]").filter({ hasText: "4" }).waitFor();
    await status(page, /^Showing what went wrong: (\d+) of \1\.$/);
    assert.equal(await page.locator("#task [role=status]").textContent(), "", "no rule sees the reason");
    await page.getByRole("button", { name: "Back to the review" }).click();
    await page.locator("#task").waitFor({ state: "hidden" });
    await page.locator("#panel").filter({ hasText: "Accuracy" }).waitFor();
    await page.locator("#graph .move").nth(0).click();
    await status(page, "Move 2: Red to move.");
    await page.locator("#new").click();
    await status(page, "Move 1: Yellow to move.");
    assert.equal((await scores(page)).length, 7);
});

test("what went wrong ends with the rule that proves it", async (t) => {
    const page = await open(t, "?pos=44553");
    await page.locator("#review").click();
    await page.getByRole("button", { name: "Find the move" }).click();
    await page.getByRole("button", { name: "Show it" }).click();
    await page.getByRole("button", { name: "What went wrong" }).click();
    await page.locator("#task [role=status]").filter({ hasText: "threatens to win on both" }).waitFor();
});

test("reasons step the board, light its cells and play their lines", async (t) => {
    const page = await open(t, "?pos=4433");
    await page.locator("#show-line").click();
    await page.locator(".ghost").first().waitFor();
    await page.locator("#explain").click();
    // Its line is played on the board; a click ends the look, and is no move.
    await page.locator("#panel .show").first().click();
    await status(page, /^Showing the line: \d+ of \d+\.$/);
    await page.locator(".mark").first().waitFor();
    await click(page, 1);
    await status(page, "Move 5: Yellow to move.");
    assert.equal(moves(page), "4433");
    // A name of a cell lights its hole, and nothing else.
    await page.locator("#panel .cell-name").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".mark").length === 1);
    await page.goto(`${site.url}?pos=34444752332532556436742`);
    await scores(page);
    await page.keyboard.press("w");
    await page.locator("#panel ol > li").first().waitFor();
    assert.equal(await page.locator("#panel ol > li").first().locator("ul > li").count(), 5, "an item for each threat");
    await page.goto(`${site.url}?pos=121312`);
    await page.locator("#show-threats").click();
    await page.locator(".threat").first().waitFor();
});

test("cards of another position or section go with it", async (t) => {
    const page = await open(t, "?pos=4433");
    await page.keyboard.press("w");
    await page.locator("#panel .show").first().waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator("#panel").waitFor({ state: "hidden" });
    // In a lesson and in the list of lessons the board is no game.
    await page.goto(`${site.url}?lesson`);
    await page.locator("#task li").first().waitFor();
    assert.ok(await page.locator("#board").isHidden());
    await page.keyboard.press("4");
    assert.ok(await page.locator("#task li").first().isVisible());
    await page.goto(`${site.url}?puzzle=5`);
    await page.getByRole("button", { name: "Show the move" }).click();
    await page.getByRole("button", { name: "Why?" }).click();
    await page.locator("#panel .show").first().waitFor();
    assert.ok(await page.getByRole("button", { name: "Next puzzle" }).isVisible());
    // A bad address of a game says why, in the analysis.
    await page.goto(`${site.url}?pos=zzz&x=0&o=3`);
    await page.locator("#task").filter({ hasText: "Invalid character 'z' at character 1" }).waitFor();
    await page.locator("#task").getByRole("button", { name: "New game" }).click();
    await page.locator("#start").waitFor();
});

test("the explorer shows each move of an opening, and a link leads to it", async (t) => {
    const page = await open(t, "?pos=&explore");
    await page.locator("#panel table").first().waitFor();
    const rows = await page.locator("#panel table").first().locator("tr").allInnerTexts();
    assert.equal(rows.length, 8);
    assert.match(rows[1] ?? "", /^1\s+−2 loses at 40\s+\d of 7/);
    assert.match(rows[4] ?? "", /^4\s+\+1 wins at 41/);
    await page.locator("#panel table").first().getByRole("button", { name: "4", exact: true }).click();
    await page.waitForURL(/pos=4&explore$/);
    await page.locator("#panel").filter({ hasText: "16,422" }).waitFor();
});

test("an address of no puzzle or lesson leads to one", async (t) => {
    const page = await open(t, "?puzzle=99999");
    await page.locator("#task").filter({ hasText: "There is no puzzle 99999" }).waitFor();
    await page.getByRole("button", { name: "Puzzle of the day" }).click();
    await page.locator("#task").filter({ hasText: "Puzzle of the day ·" }).waitFor();
    await page.goto(`${site.url}?lesson=nothing`);
    await page.getByRole("alert").filter({ hasText: 'There is no lesson "nothing"' }).waitFor();
    await page.locator(".lessons").waitFor();
});

test("the puzzle of the day is solved, counted and shared", async (t) => {
    const page = await open(t, "?puzzle=1");
    await page.locator("#task h2").first().waitFor();
    const log = () => page.evaluate(() => JSON.parse((localStorage.getItem("marlin-log-1") ?? 'x ""').replace(/^\S+ /, "")));
    const column = await page.evaluate(async () => {
        // @ts-ignore A module of the page.
        const { engine } = await import("./src/session.js");
        // @ts-ignore A module of the page.
        const { state } = await import("./src/state.js");
        const found = await engine.analyze("7x6", state.game.moves, { onProgress: () => {}, signal: new AbortController().signal, line: false });
        return found.best_columns;
    });
    assert.equal(column.length, 1, "a puzzle has one solution");
    await page.keyboard.press(String(column[0]));
    await page.locator("#task").filter({ hasText: `Column ${column[0]} is right.` }).waitFor();
    await page.getByRole("button", { name: "Next puzzle" }).waitFor();
    assert.match(await log(), /^\d{4}-\d\d-\d\d puzzle 1 \d+ first\n$/);
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await page.waitForURL(/\?puzzle=\d+$/);
    await page.getByRole("button", { name: "Show the move" }).click();
    await page.getByRole("button", { name: "Next puzzle" }).waitFor();
    assert.match(await log(), / puzzle \d+ \d+ shown\n$/);
});

test("the page and the programs have the same record by one log, and an earlier record becomes a log", async (t) => {
    const [log, expected] = await Promise.all(["log.txt", "record.json"].map((name) => readFile(new URL(`../../../marlin-coach/tests/coach/person/${name}`, import.meta.url), "utf8")));
    const page = await open(t);
    await page.clock.setFixedTime(new Date(2026, 5, 30, 12));
    const record = (/** @type {Record<string, unknown>} */ kept) => page.evaluate(async (kept) => {
        // @ts-ignore Modules of the page.
        const [{ write }, { readRecord }] = await Promise.all([import("./src/storage.js"), import("./src/record.js")]);
        for (const [key, value] of Object.entries(kept)) write("localStorage", key, value);
        return readRecord();
    }, kept);
    assert.deepEqual(await record({ "marlin-log-1": log }), JSON.parse(expected ?? ""));
    await page.evaluate(() => localStorage.clear());
    const { streak, solved, tried, next_level: next, learned } = await record({ "marlin-puzzles-1": { rating: 1300, done: { 179: true, 180: true, 9: false }, lastDay: 180, streak: 2 }, "marlin-lessons-2": { threat: [1] }, "marlin-record-1": { 3: { won: 2, drawn: 0, lost: 1 } } });
    assert.deepEqual({ streak, solved, tried, next, learned }, { streak: 2, solved: 2, tried: 3, next: 4, learned: [{ lesson: "threat", step: 1 }] });
});

test("a lesson is done by what its position asks for", async (t) => {
    const page = await open(t, "?lesson");
    await page.locator("#task li").nth(7).waitFor();
    await page.locator("#task li button").first().click();
    await page.waitForURL(/\?lesson=\w+&step=1$/);
    await status(page, "Yellow to move.");
    await page.keyboard.press("4");
    await page.locator("#task").filter({ hasText: "Yes. d1, d2, d3 and d4 are four in a row." }).waitFor();
    await status(page, "Yellow has played d4.");
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL(/step=2$/);
    await page.getByRole("button", { name: "All lessons" }).click();
    await page.locator('#task [aria-label="1 of 5 done"]').waitFor();
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.locator("#lesson-note").filter({ hasText: "1 position solved" }).waitFor();
});

test("a lesson whose answer is shown has its reason, and is not done", async (t) => {
    const page = await open(t, "?lesson=threat&step=1");
    await page.getByRole("button", { name: "Show me" }).click();
    await page.locator("#task").filter({ hasText: "The answer: column 4. d1, d2, d3 and d4 are four in a row." }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL(/step=2$/);
    await page.getByRole("button", { name: "All lessons" }).click();
    await page.locator('#task li [aria-label="0 of 5 done"]').first().waitFor();
    // The list goes on with the first position that is not solved.
    await page.locator("#task li button").first().click();
    await page.waitForURL(/\?lesson=threat&step=1$/);
});

test("theme, light and sound are kept", async (t) => {
    const page = await open(t);
    assert.ok(!(await page.locator("#sound").isChecked()), "sound is off at first");
    await page.locator("#look").click();
    await page.getByRole("radio", { name: "High contrast" }).check();
    await page.getByRole("radio", { name: "Dark" }).check();
    await page.reload();
    assert.deepEqual(await page.evaluate(() => ({ ...document.documentElement.dataset })), { theme: "high-contrast", scheme: "dark" });
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(0, 0, 0)");
});

test("without motion nothing moves, and nothing is below 12 pixels", async (t) => {
    const page = await open(t, "?pos=4433", { reducedMotion: "reduce" });
    await scores(page);
    await page.keyboard.press("5");
    await status(page, "Move 6: Red to move.");
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    const small = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((node) => node.childNodes.length === 1 && node.firstChild?.nodeType === 3 && Number.parseFloat(getComputedStyle(node).fontSize) < 12).length);
    assert.equal(small, 0);
});

test("the sections work offline after the first visit", { skip: program && "it asks a server" }, async (t) => {
    const page = await open(t);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await bookIsKept(page);
    await page.context().setOffline(true);
    for (const [query, text] of [["?puzzle=2", "to move."], ["?lesson", "8. The opening"], ["?pos=4&explore", "Replies that hold"]]) {
        await page.goto(`${site.url}${query}`);
        await page.locator("#side").filter({ hasText: text ?? "" }).waitFor();
    }
});

test("a damaged storage is forgotten, and everything is asked again", async (t) => {
    const page = await open(t, "?pos=4433");
    const right = await scores(page);
    await page.evaluate(async () => {
        // @ts-ignore A module of the page.
        const { write } = await import("./src/storage.js");
        write("localStorage", "marlin-choice-1", { level: 7, side: "O" });
        write("localStorage", "marlin-settings-1", { theme: "quiet", scheme: "dark", sound: false });
        write("localStorage", "marlin-log-1", "2026-01-01 puzzle 1 50 first\n- game 3 won\n- lesson threat 1\n");
        const game = { game: { board: "7x6", moves: [4, 4], setup: 0, ply: 2 }, players: { X: 0, O: 3 }, seed: 5, hints: 0, takebacks: 0, begun: 0, isOver: false };
        write("localStorage", "marlin-game-2", game);
        write("sessionStorage", "marlin-game-2", game);
        write("sessionStorage", "marlin-seed-1", 5);
    });
    const kept = () => page.evaluate(() => [localStorage, sessionStorage].flatMap((storage, index) => Object.keys(storage).map((key) => ({ index, key, value: storage.getItem(key) ?? "" }))));
    const keys = await kept();
    assert.equal(keys.length, 7);
    for (const [number, { index, key, value }] of keys.entries()) {
        const json = value.slice(value.indexOf(" ") + 1);
        const damages = ["", "{", "null", "5", "[]", '[["position 7x6 4433",5]]', json, json.replace(/-?\d+/g, "77"), value.slice(0, -1), value.replaceAll("18", "17"), `${value} `, "\u0000\ud800", "x".repeat(4_000_000)];
        // A sample has each kind of damage at one of the keys.
        for (const damaged of damages.filter((damaged, kind) => damaged !== value && (isWhole || kind % keys.length === number))) {
            await page.evaluate(([index, key, damaged]) => void [localStorage, sessionStorage][index ?? 0]?.setItem(String(key), String(damaged)), /** @type {[number, string, string]} */ ([index, key, damaged]));
            await page.reload();
            await status(page, "Move 5: Yellow to move.");
            assert.deepEqual(await scores(page), right, `${key}: ${damaged.slice(0, 60)}`);
        }
        // Another page of the origin knows the checksum, and not the form.
        const forms = [{}, [], null, 5, "x", [[1, 2]], [["a", null]], { game: {} }, { done: [1], rating: "x" }, { "*": 1, 3: null, threat: {} }];
        for (const form of forms.filter((_, kind) => isWhole || kind % keys.length === number)) {
            await page.evaluate(async ([index, key, form]) => {
                // @ts-ignore A module of the page.
                const { write } = await import("./src/storage.js");
                write(index === 0 ? "localStorage" : "sessionStorage", key, form);
            }, /** @type {[number, string, any]} */ ([index, key, form]));
            await page.reload();
            await status(page, "Move 5: Yellow to move.");
            assert.deepEqual(await scores(page), right, `${key}: ${JSON.stringify(form)}`);
        }
        await page.evaluate(([index, key, value]) => void [localStorage, sessionStorage][index ?? 0]?.setItem(String(key), String(value)), /** @type {[number, string, string]} */ ([index, key, value]));
    }
});

test("the board and its buttons are in sight, in windows of every shape", async (t) => {
    const windows = [[1366, 650], [844, 390], [360, 640], [1366, 768], [667, 375], [390, 844]];
    for (const [width, height] of isWhole ? windows : windows.slice(0, 3)) {
        for (const query of ["?pos=4433", "?pos=&board=4x4", "?pos=&board=8x7", "?x=0&o=3&pos=4433"]) {
            const page = await open(t, query, { viewport: { width: width ?? 0, height: height ?? 0 } });
            await page.locator("#new").waitFor();
            await page.waitForFunction(() => document.querySelectorAll("#names div").length > 0);
            for (const part of ["#board", "#names", "#status", "#undo", "#new"]) {
                const box = await page.locator(part).boundingBox();
                const bottom = (box?.y ?? Infinity) + (box?.height ?? 0);
                assert.ok(bottom <= (height ?? 0), `${part} ends at ${bottom} in ${width}x${height}, ${query}`);
            }
            const side = await page.locator(".cell").first().boundingBox();
            assert.ok((side?.width ?? 0) >= 31, `a cell of ${side?.width} in ${width}x${height}, ${query}`);
            // Its search would slow the next pages.
            await page.context().close();
        }
    }
});

test("axe finds nothing in any section, wide and narrow, light and dark", async (t) => {
    const looks = /** @type {const} */ ([["light", 1200], ["dark", 360], ["dark", 1200], ["light", 360]]);
    for (const [colorScheme, width] of isWhole ? looks : looks.slice(0, 2)) {
        for (const query of ["", "?pos=4433", "?pos=4&explore", "?pos=1212121&x=0&o=3", "?pos=49", "?puzzle=3", "?lesson", "?lesson=threat&step=1"]) {
            const page = await open(t, query, { colorScheme, viewport: { width, height: 900 } });
            if (query === "?pos=4433") {
                await page.keyboard.press("v");
                await page.locator("#panel table").waitFor();
            }
            await isAccessible(page, `${colorScheme} ${width} ${query}`);
            await page.context().close();
        }
    }
});
