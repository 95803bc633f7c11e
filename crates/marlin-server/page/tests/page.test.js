// The page in a real browser: of a static host, or embedded in the server of MARLIN_SERVER, which answers its requests.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

import { bookIsKept, browser, host, serve } from "./host.js";

/** @typedef {import("playwright-core").Page} Page */

/** The program whose page it is. */
const program = process.env["MARLIN_SERVER"];
/** @type {{url: string, close: () => void}} */
let site;
/** @type {import("playwright-core").Browser} */
let chromium;

before(async () => {
    site = await (program ? serve(program) : host());
    chromium = await browser();
});

after(async () => {
    await chromium.close();
    site.close();
});

/**
 * Opens the page, and fails the test at its end if there was an error in the console.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} [query]
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function open(t, query = "", options = {}) {
    const context = await chromium.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    // A busy machine takes its time.
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    /** @type {string[]} */
    const errors = [];
    // A browser tells of a request that a server refuses, as it should refuse moves that aren't possible.
    const isRefusal = (/** @type {string} */ text) => program !== undefined && /status of 4(00|22) /.test(text);
    page.on("console", (message) => void (message.type() === "error" && !isRefusal(message.text()) && errors.push(message.text())));
    page.on("pageerror", (error) => void errors.push(String(error)));
    t.after(async () => {
        await context.close();
        assert.deepEqual(errors, []);
    });
    await page.goto(site.url + query);
    await page.locator("#board .cell").first().waitFor();
    return page;
}

/**
 * Waits until the status says something.
 *
 * @param {Page} page
 * @param {string | RegExp} text
 */
async function status(page, text) {
    await page.locator("#status").filter({ hasText: text }).waitFor();
}

/**
 * Drops a stone by mouse.
 *
 * @param {Page} page
 * @param {number} column
 */
async function click(page, column) {
    await page.locator(`.cell[data-column="${column}"][data-row="6"]`).click();
}

/** @param {Page} page */
async function scores(page) {
    await page.waitForFunction(() => document.querySelectorAll("#scores b").length > 0 && document.querySelector("#stop")?.hasAttribute("hidden"));
    return page.locator("#scores b").allTextContents();
}

test("a game is played by mouse, and undone and redone", async (t) => {
    const page = await open(t);
    for (const column of [1, 2, 1, 2, 1, 2]) await click(page, column);
    await status(page, "Move 7: X to move.");
    await page.locator("#undo").click();
    await status(page, "Move 6: O to move.");
    await page.locator("#redo").click();
    await status(page, "Move 7: X to move.");
    await click(page, 1);
    await status(page, "X has four in a row, at move 7.");
    assert.equal(await page.locator(".four").count(), 4);
    assert.equal(new URL(page.url()).search, "?pos=1212121");
    await page.locator("#first").click();
    await status(page, "Move 1: X to move.");
});

test("a game is played by keyboard alone", async (t) => {
    const page = await open(t);
    await page.keyboard.type("4433");
    await status(page, "Move 5: X to move.");
    await page.keyboard.press("ArrowLeft");
    await status(page, "Move 4: O to move.");
    await page.keyboard.press("Home");
    await status(page, "Move 1: X to move.");
    await page.keyboard.press("End");
    await status(page, "Move 5: X to move.");
    // The board is one stop of the tabulator; inside it, arrows walk and Enter drops.
    await page.locator('.cell[tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await status(page, "Move 6: O to move.");
    assert.equal(new URL(page.url()).search, "?pos=44335");
    await page.keyboard.press("n");
    await status(page, "Move 1: X to move.");
});

test("scores and words stand over the columns, and say the same as the solver", async (t) => {
    const page = await open(t, "?pos=4433");
    assert.deepEqual(await scores(page), ["−3", "+18", "+2", "+2", "+18", "−3", "−4"]);
    assert.deepEqual(await page.locator("#scores small").allTextContents(), [
        "loses at 38", "wins at 7", "wins at 39", "wins at 39", "wins at 7", "loses at 38", "loses at 36",
    ]);
    assert.equal(await page.locator("#verdict").textContent(), "With best play X wins at move 7.");
    assert.equal(await page.locator("#scores .best").count(), 2);
});

test("a shared link shows the position, and the browser's history goes through the game", async (t) => {
    const page = await open(t, "?pos=4433&ply=2");
    await status(page, "Move 3: X to move.");
    await page.keyboard.press("5");
    await status(page, "Move 4: O to move.");
    await page.goBack();
    await status(page, "Move 3: X to move.");
    await page.goForward();
    await status(page, "Move 4: O to move.");
});

test("an address or a pasted text that is no game says why", async (t) => {
    const page = await open(t, "?pos=49");
    await page.locator("#moves-error").filter({ hasText: "9" }).waitFor();
    await page.locator("#moves").fill("d1 d2 c1 c2");
    await page.keyboard.press("Enter");
    await status(page, "Move 5: X to move.");
    assert.equal(new URL(page.url()).search, "?pos=4433");
    await page.locator("#moves").fill("44444447");
    await page.keyboard.press("Enter");
    await page.locator("#moves-error").filter({ hasText: "column 4 is full" }).waitFor();
});

test("a review finds the blunder, and it is tried again", async (t) => {
    const page = await open(t, "?pos=44443265");
    await page.locator("#review").click();
    const retry = page.getByRole("button", { name: "Try again here" });
    await retry.first().waitFor();
    assert.ok((await page.locator("#graph .blunder").count()) > 0);
    await retry.first().click();
    await page.locator("#retry").filter({ hasText: "What is better?" }).waitFor();
    assert.equal(await page.locator("#scores b").count(), 0);
    await page.getByRole("button", { name: "Show the move" }).click();
    await page.locator("#retry").filter({ hasText: "is right" }).waitFor();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await page.locator("#retry").waitFor({ state: "hidden" });
    await page.locator("#graph .move").nth(0).click();
    await status(page, "Move 2: O to move.");
    await retry.first().click();
    await page.locator("#retry").filter({ hasText: "What is better?" }).waitFor();
    await page.locator("#new").click();
    await status(page, "Move 1: X to move.");
    assert.ok(await page.locator("#retry").isHidden());
    assert.equal((await scores(page)).length, 7);
});

test("a level answers on either side", async (t) => {
    const page = await open(t);
    await page.locator("#player-o").selectOption("3");
    await page.keyboard.press("4");
    await status(page, "Move 3: X to move.");
    await page.locator("#player-x").selectOption("10");
    await page.locator("#player-o").selectOption("10");
    await status(page, /four in a row|draw/);
});

test("a refresh keeps the opponent, and the game goes on", async (t) => {
    const page = await open(t);
    await page.locator("#player-o").selectOption("3");
    await page.keyboard.press("4");
    await status(page, "Move 3: X to move.");
    const { search } = new URL(page.url());
    const seed = () => page.evaluate(() => sessionStorage.getItem("marlin-players-1"));
    const before = await seed();
    await page.reload();
    await status(page, "Move 3: X to move.");
    assert.equal(await page.locator("#player-o").inputValue(), "3");
    assert.equal(await seed(), before);
    assert.equal(new URL(page.url()).search, search);
    await page.keyboard.press("4");
    await status(page, "Move 5: X to move.");
    // It is the level's turn when the page is loaded: the level moves.
    await page.goto(`${site.url}?pos=4`);
    await status(page, "Move 3: X to move.");
    await page.locator("#new").click();
    await status(page, "Move 1: X to move.");
    assert.notEqual(await seed(), before, "another game has another seed");
});

test("only the level plays its stones, also after a step back", async (t) => {
    const page = await open(t);
    await page.locator("#player-o").selectOption("3");
    for (const [column, move] of [[4, 3], [1, 5]]) {
        await click(page, column ?? 0);
        await status(page, `Move ${move}: X to move.`);
    }
    const moves = () => new URL(page.url()).searchParams.get("pos") ?? "";
    const played = moves();
    await page.locator("#undo").click();
    await status(page, "Move 3: X to move.");
    await page.locator("#undo").click();
    await status(page, "Move 1: X to move.");
    await page.locator("#redo").click();
    await status(page, "Move 3: X to move.");
    // A jump may lead to a turn of the level: a click there is not its move.
    await page.goto(`${site.url}?pos=${played}&ply=1`);
    await status(page, "Move 2: O to move.");
    const other = [1, 2, 3, 5, 6, 7].find((column) => String(column) !== played[1]) ?? 0;
    await click(page, other);
    await status(page, "Move 3: X to move.");
    assert.equal(moves(), played, "the level moves as before");
    // The history of the browser leads to turns of the person, and not to one where the level moves on at once.
    await click(page, 2);
    await page.waitForFunction(() => new URLSearchParams(location.search).get("pos")?.length === 4 && !location.search.includes("ply"));
    await status(page, "Move 5: X to move.");
    await page.goBack();
    await status(page, "Move 3: X to move.");
});

test("reasons, threats and the best line are drawn on demand", async (t) => {
    const page = await open(t, "?pos=4433");
    await page.locator("#show-line").check();
    await page.locator(".ghost").first().waitFor();
    await page.locator("#explain").click();
    const reason = page.locator("#panel li").first();
    await reason.waitFor();
    await reason.focus();
    await page.locator(".mark").first().waitFor();
    const threats = await open(t, "?pos=121312");
    await threats.locator("#show-threats").check();
    await threats.locator(".threat").first().waitFor();
});

test("a board is set up by clicking, with the reason why it can't arise", async (t) => {
    const page = await open(t);
    await page.locator("#set-up").click();
    const cell = (/** @type {number} */ column, /** @type {number} */ row) => page.locator(`.cell[data-column="${column}"][data-row="${row}"]`);
    await cell(4, 2).click();
    const use = page.getByRole("button", { name: "Use this board" });
    await page.waitForFunction(() => /stone/i.test(document.querySelector("#panel [role=status]")?.textContent ?? ""));
    assert.ok(await use.isDisabled());
    await cell(4, 1).click();
    await cell(4, 2).click();
    await page.locator("#panel").filter({ hasText: "This board can arise." }).waitFor();
    await use.click();
    await status(page, "Move 3: X to move.");
    assert.equal(new URL(page.url()).search, "?pos=44&setup=2");
    // The moves before it are not those of a player: the game begins here, and so does its review.
    assert.ok(await page.locator("#undo").isDisabled());
    await page.locator("#review").click();
    await page.locator("#panel").filter({ hasText: "a review begins after the board that was set up" }).waitFor();
});

test("a review of a board that was set up begins after it, and says so", async (t) => {
    for (const query of ["?pos=453417&setup=4", `?pos=${encodeURIComponent("......./......./......./......./...O.../..XXO..")}`]) {
        const page = await open(t, query);
        if (!query.includes("setup")) {
            await status(page, "Move 5: X to move.");
            await page.keyboard.type("17");
        }
        await status(page, "Move 7: X to move.");
        assert.equal(new URL(page.url()).searchParams.get("setup") ?? "", "4");
        await page.locator("#review").click();
        await page.locator("#panel table").waitFor();
        const text = (await page.locator("#panel").textContent()) ?? "";
        assert.match(text, /The review begins after a setup of 4 stones\. 1 blunder in 2 moves\./);
        assert.match(await page.locator("#panel table").innerText(), /X\s+100\.0 %\s+1 of 1\s+0\s+O\s+0\.0 %\s+0 of 1\s+1/);
        assert.equal(await page.locator("#graph .move").count(), 2);
        // The first bar is that of move 5.
        await page.locator("#graph .move").first().click();
        await status(page, "Move 6: O to move.");
        await page.reload();
        await status(page, "Move 6: O to move.");
        assert.equal(new URL(page.url()).searchParams.get("setup"), "4");
        // The moves of the setup may be pasted again, with others after them.
        await page.locator("#moves").fill("45341");
        await page.keyboard.press("Enter");
        await status(page, "Move 6: O to move.");
        await page.waitForURL(/\?pos=45341&setup=4$/);
        await page.locator("#moves").fill("44");
        await page.keyboard.press("Enter");
        await page.waitForURL(/\?pos=44$/);
    }
});

test("a review says no more than is proven", async (t) => {
    const page = await open(t, "?board=8x6&pos=4455663");
    await page.locator("#review").click();
    await page.locator("#panel table").waitFor();
    const text = (await page.locator("#panel").textContent()) ?? "";
    const [proven, open_] = (/No blunder among the (\d) proven moves?; (\d) (?:is|are) open\./.exec(text) ?? []).slice(1).map(Number);
    assert.equal((proven ?? 0) + (open_ ?? 0), 7, text);
    const rows = await page.locator("#panel tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
    assert.deepEqual(rows[0], ["", "Accuracy", "Perfect", "Blunders", "Open"]);
    const sides = rows.slice(1).map(([, accuracy, perfect, , open]) => ({ accuracy, perfect, open: Number(open) }));
    assert.equal(sides.reduce((sum, side) => sum + side.open, 0), open_, text);
    // What isn't proven is not imperfect, and an accuracy that isn't known is not a lack of choice.
    for (const { accuracy, perfect, open } of sides) {
        assert.match(perfect ?? "", /^(\d) of \1$/);
        assert.match(accuracy ?? "", open > 0 ? /^(100\.0 %|unknown)$/ : /^(100\.0 %|no choice)$/);
    }
});

test("other boards are played", async (t) => {
    const page = await open(t);
    await page.locator("#size").selectOption("6x5");
    await page.waitForFunction(() => document.querySelectorAll(".cell").length === 30);
    assert.equal(new URL(page.url()).search, "?board=6x5");
    assert.equal((await scores(page)).length, 6);
});

test("the bounds of the columns are shown while they are searched", async (t) => {
    const page = await open(t, "?board=9x6");
    await page.waitForFunction(() => document.querySelectorAll("#scores b").length === 9 && !document.querySelector("#stop")?.hasAttribute("hidden"));
});

test("the page works offline after the first visit", { skip: program && "it asks a server" }, async (t) => {
    const page = await open(t);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await bookIsKept(page);
    await page.context().setOffline(true);
    await page.goto(`${site.url}?pos=4433`);
    assert.deepEqual(await scores(page), ["−3", "+18", "+2", "+2", "+18", "−3", "−4"]);
});

test("a damaged storage is forgotten, and everything is asked again", async (t) => {
    const page = await open(t, "?pos=4433");
    const right = await scores(page);
    await page.locator("#player-o").selectOption("3");
    const kept = () => page.evaluate(() => [localStorage, sessionStorage].flatMap((storage, index) => Object.keys(storage).map((key) => ({ index, key, value: storage.getItem(key) ?? "" }))));
    const keys = await kept();
    assert.deepEqual(keys.map(({ key }) => key).sort(), ["marlin-answers-2", "marlin-players-1"]);
    for (const { index, key, value } of keys) {
        const json = value.slice(value.indexOf(" ") + 1);
        for (const damaged of [
            "", "{", "null", "5", "[]", "{}", '"text"', "[[1,2]]", '[["position 7x6 4433",5]]', '[["position 7x6 4433",{"rows":7}]]', '{"X":"level","O":[],"seed":{}}',
            json, json.replace(/-?\d+/g, "77"), json.replace(/\[/g, "{"), value.slice(0, -1), value.replaceAll("18", "17"), `${value} `, "\u0000\ud800", "x".repeat(4_000_000),
        ]) {
            if (damaged === value) continue;
            await page.evaluate(([index, key, damaged]) => void [localStorage, sessionStorage][index ?? 0]?.setItem(String(key), String(damaged)), /** @type {[number, string, string]} */ ([index, key, damaged]));
            await page.reload();
            await status(page, "Move 5: X to move.");
            assert.deepEqual(await scores(page), right, `${key}: ${damaged.slice(0, 60)}`);
            assert.equal(await page.locator("#player-o").inputValue(), key === "marlin-players-1" ? "0" : "3");
        }
        // What is asked again is kept again.
        await page.locator("#player-o").selectOption("3");
        await page.reload();
        await scores(page);
        assert.deepEqual((await kept()).map(({ key }) => key), keys.map(({ key }) => key));
    }
});

test("the board and its buttons are in sight, in windows of every shape", async (t) => {
    for (const [width, height] of [[1366, 650], [1366, 768], [844, 390], [667, 375], [390, 844], [360, 640]]) {
        for (const query of ["?pos=4433", "?board=4x4", "?board=8x7"]) {
            const page = await open(t, query, { viewport: { width: width ?? 0, height: height ?? 0 } });
            await page.locator("#new").waitFor();
            await page.waitForFunction(() => document.querySelectorAll("#names div").length > 0);
            for (const part of ["#board", "#names", "#status", "#undo", "#new"]) {
                const box = await page.locator(part).boundingBox();
                const bottom = (box?.y ?? Infinity) + (box?.height ?? 0);
                assert.ok(bottom <= (height ?? 0), `${part} ends at ${bottom} in ${width}x${height}, ${query}`);
            }
            const side = await page.locator(".cell").first().boundingBox();
            assert.ok((side?.width ?? 0) >= 32, `a cell of ${side?.width} in ${width}x${height}, ${query}`);
        }
    }
});

test("axe finds nothing serious, wide and narrow, light and dark", async (t) => {
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        for (const width of [1200, 360]) {
            const page = await open(t, "?pos=4433", { colorScheme, viewport: { width, height: 900 } });
            await scores(page);
            await page.locator("#review").click();
            await page.locator("#panel table").waitFor();
            await page.evaluate(axe);
            const violations = await page.evaluate(async () => {
                // @ts-expect-error It was added to the page just now.
                const { violations } = await window.axe.run();
                return violations
                    .filter((/** @type {any} */ found) => ["serious", "critical"].includes(found.impact))
                    .map((/** @type {any} */ found) => `${found.id}: ${found.nodes.map((/** @type {any} */ node) => node.target).join(", ")}`);
            });
            assert.deepEqual(violations, [], `${colorScheme} ${width}`);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            assert.ok(overflow <= 0, `the page is ${overflow} px too wide at ${width}`);
        }
    }
});
