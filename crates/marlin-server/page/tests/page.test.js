// The board and the analysis in a real browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bookIsKept } from "./host.js";
import { click, isWhole, open, program, scores, site, status } from "./visit.js";

test("a game is played by mouse, and undone and redone", async (t) => {
    const page = await open(t, "?pos=");
    for (const column of [1, 2, 1, 2, 1, 2]) await click(page, column);
    await status(page, "Move 7: Yellow to move.");
    await page.locator("#undo").click();
    await status(page, "Move 6: Red to move.");
    await page.locator("#redo").click();
    await status(page, "Move 7: Yellow to move.");
    await click(page, 1);
    await status(page, "Yellow has four in a row, on move 7.");
    assert.equal(await page.locator(".four").count(), 1);
    assert.equal(new URL(page.url()).search, "?pos=1212121");
    await page.locator("#first").click();
    await status(page, "Move 1: Yellow to move.");
});

test("a game is played by keyboard alone", async (t) => {
    const page = await open(t, "?pos=");
    await page.keyboard.type("4433");
    await status(page, "Move 5: Yellow to move.");
    await page.keyboard.press("ArrowLeft");
    await status(page, "Move 4: Red to move.");
    await page.keyboard.press("Home");
    await status(page, "Move 1: Yellow to move.");
    await page.keyboard.press("End");
    await status(page, "Move 5: Yellow to move.");
    // The board is one stop of the tabulator; inside it, arrows walk and Enter drops.
    await page.locator('.cell[tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await status(page, "Move 6: Red to move.");
    assert.equal(new URL(page.url()).search, "?pos=44335");
    await page.keyboard.press("n");
    await status(page, "Move 1: Yellow to move.");
});

test("scores and words stand over the columns, and say the same as the solver", async (t) => {
    const page = await open(t, "?pos=4433");
    assert.deepEqual(await scores(page), ["−3", "+18", "+2", "+2", "+18", "−3", "−4"]);
    assert.deepEqual(await page.locator("#scores small").allTextContents(), [
        "loses at 38", "wins at 7", "wins at 39", "wins at 39", "wins at 7", "loses at 38", "loses at 36",
    ]);
    assert.equal(await page.locator("#headline").textContent(), "Yellow wins on move 7");
    assert.equal(await page.locator("#sentence").textContent(), "if both play perfectly. Columns 2 and 5 win soonest.");
    // The meaning of a score is a click away.
    await page.locator("#scores button").first().click();
    assert.match(await page.locator("#meaning").innerText(), /If Yellow plays column 1 and both play perfectly, Red wins on move 38, with 3 stones left, the winning one included\./);
    assert.equal(await page.locator("#scores .best").count(), 2);
});

test("a shared link shows the position, and the browser's history goes through the game", async (t) => {
    const page = await open(t, "?pos=4433&ply=2");
    await status(page, "Move 3: Yellow to move.");
    await page.keyboard.press("5");
    await status(page, "Move 4: Red to move.");
    await page.goBack();
    await status(page, "Move 3: Yellow to move.");
    await page.goForward();
    await status(page, "Move 4: Red to move.");
});

test("an address or a pasted text that is no game says why", async (t) => {
    const page = await open(t, "?pos=49");
    await page.locator("#task").filter({ hasText: "This address is not a game" }).filter({ hasText: "Invalid character '9' at character 2 (moves are columns, 1 to 7)" }).waitFor();
    await page.locator("#tools summary").click();
    await page.locator("#moves").fill("d1 d2 c1 c2");
    await page.keyboard.press("Enter");
    await status(page, "Move 5: Yellow to move.");
    assert.equal(new URL(page.url()).search, "?pos=4433");
    await page.locator("#moves").fill("44444447");
    await page.keyboard.press("Enter");
    await page.locator("#moves-error").filter({ hasText: "Column 4 is full" }).waitFor();
});

test("a board is set up by clicking, with the reason why it cannot arise", async (t) => {
    const page = await open(t, "?pos=");
    await page.locator("#tools summary").click();
    await page.locator("#set-up").click();
    const cell = (/** @type {number} */ column, /** @type {number} */ row) => page.locator(`.cell[data-column="${column}"][data-row="${row}"]`);
    await cell(4, 2).click();
    const use = page.getByRole("button", { name: "Use this board" });
    await page.waitForFunction(() => /stone/i.test(document.querySelector("#task [role=status]")?.textContent ?? ""));
    assert.ok(await use.isDisabled());
    await cell(4, 1).click();
    await cell(4, 2).click();
    await page.locator("#task").filter({ hasText: "This board can arise." }).waitFor();
    await use.click();
    await status(page, "Move 3: Yellow to move.");
    assert.equal(new URL(page.url()).search, "?pos=44&setup=2");
    // No player has chosen the moves before it: the game begins here, and so does its review.
    assert.ok(await page.locator("#undo").isDisabled());
    await page.keyboard.press("v");
    await page.locator("#panel").filter({ hasText: "a review begins after the board that was set up" }).waitFor();
});

test("a review of a board that was set up begins after it, and says so", async (t) => {
    for (const query of ["?pos=453417&setup=4", `?pos=${encodeURIComponent("......./......./......./......./...O.../..XXO..")}`]) {
        const page = await open(t, query);
        if (!query.includes("setup")) {
            await status(page, "Move 5: Yellow to move.");
            await page.keyboard.type("17");
        }
        await status(page, "Move 7: Yellow to move.");
        assert.equal(new URL(page.url()).searchParams.get("setup") ?? "", "4");
        await page.locator("#review").click();
        await page.locator("#panel table").waitFor();
        const text = (await page.locator("#panel").textContent()) ?? "";
        assert.match(text, /The review begins after a setup of 4 stones\. 1 blunder in 2 moves\./);
        assert.match(await page.locator("#panel table").innerText(), /Yellow\s+100\.0 %\s+1 of 1\s+0\s+Red\s+0\.0 %\s+0 of 1\s+1/);
        assert.equal(await page.locator("#graph .move").count(), 2);
        // The first bar belongs to move 5.
        await page.locator("#graph .move").first().click();
        await status(page, "Move 6: Red to move.");
        await page.reload();
        await status(page, "Move 6: Red to move.");
        assert.equal(new URL(page.url()).searchParams.get("setup"), "4");
        // The moves of the setup may be pasted again, with others after them. A review takes the focus when it ends.
        await page.locator("#panel table").waitFor();
        await page.locator("#tools summary").click();
        await page.locator("#moves").fill("45341");
        await page.keyboard.press("Enter");
        await page.waitForURL(/\?pos=45341&setup=4$/);
        await page.locator("#moves").fill("44");
        await page.keyboard.press("Enter");
        await page.waitForURL(/\?pos=44$/);
    }
});

test("a review says no more than is proven", async (t) => {
    // Three stones with both ends free win at once, which proves only the last move: within the limit of the
    // page, no search rates all moves before it on this board. Each open move takes seconds, so a sample has
    // one.
    const setup = isWhole ? 2 : 4;
    const page = await open(t, `?board=9x6&pos=445561&setup=${setup}`);
    await page.locator("#review").click();
    await page.locator("#panel table").waitFor();
    const text = (await page.locator("#panel").textContent()) ?? "";
    assert.match(text, isWhole ? /No blunder among the 1 proven move; 3 are open\./ : /No blunder among the 1 proven move; 1 is open\./);
    // An unproven move does not count as imperfect, and an unknown accuracy is not shown as a lack of choice.
    const rows = await page.locator("#panel tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
    assert.deepEqual(rows, [
        ["Side", "Accuracy", "Perfect", "Blunders", "Open"],
        ["Yellow", "unknown", "0 of 0", "0", isWhole ? "2" : "1"],
        isWhole ? ["Red", "unknown", "1 of 1", "0", "1"] : ["Red", "no choice", "1 of 1", "0", "0"],
    ]);
});

test("other boards are played", async (t) => {
    const page = await open(t, "?pos=");
    await page.locator("#tools summary").click();
    await page.locator("#size").selectOption("6x5");
    await page.waitForFunction(() => document.querySelectorAll(".cell").length === 30);
    assert.equal(new URL(page.url()).search, "?pos=&board=6x5");
    assert.equal((await scores(page)).length, 6);
});

test("levels play on boards of more than 64 bits, the tenth as the strongest", async (t) => {
    const page = await open(t, "?pos=");
    await page.locator("#tools summary").click();
    for (const size of ["8x8", "9x7", "10x7"]) {
        await page.locator("#size").selectOption(size);
        const [width, height] = size.split("x").map(Number);
        await page.waitForFunction((cells) => document.querySelectorAll(".cell").length === cells, Number(width) * Number(height));
    }
    for (const level of [4, 10]) {
        await page.goto(`${site.url}?board=8x8&x=0&o=${level}&pos=445`);
        await page.locator("#match").filter({ hasText: level === 10 ? "Level 10, strongest" : "Level 4, casual player" }).waitFor();
        await status(page, /^Your move/);
    }
});

test("the bounds of the columns are shown while they are searched", async (t) => {
    const page = await open(t, "?board=10x6");
    await page.waitForFunction(() => document.querySelectorAll("#scores b").length === 10 && !document.querySelector("#stop")?.hasAttribute("hidden"));
});

test("a search, a search that has ended without a proof, and a proof look different", async (t) => {
    const page = await open(t, "?pos=54&board=9x6");
    const [headline, sentence] = [page.locator("#headline"), page.locator("#sentence")];
    // Before the search begins, too.
    assert.equal(await headline.textContent(), "Searching…");
    await sentence.filter({ hasText: /^Column \d looks best so far\.$/ }).waitFor();
    if (program) {
        // The server has limits.
        await sentence.filter({ hasText: /^Column \d looks best\. Too deep to search to the end here\.$/ }).waitFor();
    } else {
        assert.match((await page.locator("#scores b").allTextContents()).join(" "), /^[≥≤…]/);
        await page.locator("#stop").click();
        await sentence.filter({ hasText: /^Column \d looks best\. The search was stopped\.$/ }).waitFor();
    }
    assert.equal(await headline.textContent(), "Not proven");
    assert.match((await page.locator("#scores b").allTextContents()).join(" "), /^[^…]*\?[^…]*$/);
    await page.goto(`${site.url}?pos=4433`);
    await headline.filter({ hasText: "Yellow wins on move 7" }).waitFor();
    await scores(page);
    assert.doesNotMatch((await page.locator("#verdict").textContent()) ?? "", /proven|Searching/);
});

test("a hint that is not proven says so, and level 10 is perfect where it proves its moves", async (t) => {
    const page = await open(t, "?board=9x6&x=0&o=10&pos=54");
    await page.locator("#match").filter({ hasText: "Level 10, strongest" }).waitFor();
    await page.keyboard.press("h");
    await status(page, /^Column \d looks best; not proven\.$/);
    assert.equal(await page.locator(".arrow.unproven").count(), 1);
    assert.match((await page.locator("footer").textContent()) ?? "", /Every result is proven, or marked as not proven\./);
    await page.goto(`${site.url}?x=0&o=10&pos=4433`);
    await page.locator("#match").filter({ hasText: "Level 10, perfect" }).waitFor();
    await page.keyboard.press("h");
    await status(page, /^Hint: column [25]\.$/);
    assert.equal(await page.locator(".arrow.good").count(), 1);
});

test("the page works offline after the first visit", { skip: program && "it asks a server" }, async (t) => {
    const page = await open(t);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await bookIsKept(page);
    await page.context().setOffline(true);
    await page.goto(`${site.url}?pos=4433`);
    assert.deepEqual(await scores(page), ["−3", "+18", "+2", "+2", "+18", "−3", "−4"]);
});

