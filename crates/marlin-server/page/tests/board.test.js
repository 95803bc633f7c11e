// The element of the package for npm in a real browser, under a strict Content-Security-Policy.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { browser, host } from "./host.js";

/** The package, as it is built. */
const PACKAGE = process.env["MARLIN_WASM"] ?? fileURLToPath(new URL("../../../../target/npm", import.meta.url));

const PAGE = `<!doctype html>
<html lang="en"><title>Boards</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'">
<script type="module" src="npm/board.js"></script>
<main><h1>Boards</h1>
<marlin-board id="stepped" moves="1223343445" controls></marlin-board>
<marlin-board id="scored" moves="44444243562222665756311" scores theme="quiet" appearance="light"></marlin-board>
<marlin-board id="wrong" moves="4444444"></marlin-board></main></html>`;

test("the element draws, steps and scores without a violation of the policy", async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), "marlin-"));
    symlinkSync(PACKAGE, path.join(folder, "npm"));
    writeFileSync(path.join(folder, "index.html"), PAGE);
    const site = await host({ folder });
    const chromium = await browser();
    t.after(async () => {
        // The browser may still fetch files.
        await chromium.close();
        site.close();
        rmSync(folder, { recursive: true });
    });
    const page = await chromium.newPage({ viewport: { width: 900, height: 1500 } });
    /** @type {string[]} */
    const errors = [];
    page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
    page.on("pageerror", (error) => void errors.push(String(error)));
    await page.goto(site.url);

    const stepped = page.locator("#stepped");
    const label = () => stepped.getByRole("img").getAttribute("aria-label");
    assert.match((await label()) ?? "", /O has won on move 10/u);
    assert.equal(await stepped.locator(".four").count(), 1);
    await stepped.getByRole("button", { name: "One move back" }).click();
    assert.match((await label()) ?? "", /O to move/u);
    assert.equal(await stepped.locator(".four").count(), 0);
    assert.equal(await stepped.getAttribute("ply"), "9");
    await page.keyboard.press("Home");
    assert.equal(await stepped.locator(".x, .o").count(), 0);
    assert.equal(await stepped.getByRole("status").textContent(), "Move 0 of 10");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    assert.equal(await stepped.locator(".x, .o").count(), 10);

    assert.equal(await page.locator("#wrong").getByRole("alert").textContent(), "Move 7: column 4 is full");
    const scores = page.locator("#scored .scores");
    await scores.locator(".best").first().waitFor({ timeout: 120_000 });
    assert.match((await scores.textContent()) ?? "", /(wins|loses) at \d+|draw/u);
    assert.equal(await scores.locator("div").count(), 7);
    if (process.env["MARLIN_PICTURE"]) await page.screenshot({ path: process.env["MARLIN_PICTURE"] });

    // axe needs a page without the policy, which forbids it to be added.
    await page.addInitScript({ path: createRequire(import.meta.url).resolve("axe-core") });
    await page.goto(site.url);
    await stepped.getByRole("img").waitFor();
    const found = await page.evaluate(async () => {
        const axe = /** @type {any} */ (window)["axe"];
        const { violations } = await axe.run();
        return violations.map((/** @type {any} */ { id, help }) => `${id}: ${help}`);
    });
    assert.deepEqual(found, []);
    assert.deepEqual(errors, []);
});
