// A visit of the page in a real browser: of a static host, or embedded in the server of MARLIN_SERVER, which answers its requests.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before } from "node:test";

import { browser, host, serve } from "./host.js";

/** @typedef {import("playwright-core").Page} Page */

/** Whether each test is run whole, as every night. Otherwise the long ones take a sample. */
export const isWhole = process.env["MARLIN_EXHAUSTIVE"] !== undefined;

/** The program whose page it is. */
export const program = process.env["MARLIN_SERVER"];
/** @type {{url: string, close: () => void}} */
export let site;
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
export async function open(t, query = "", options = {}) {
    const context = await chromium.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    // A busy machine may take this long.
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    /** @type {string[]} */
    const errors = [];
    // A browser reports each request that a server refuses, and a server must refuse illegal moves.
    const isRefusal = (/** @type {string} */ text) => program !== undefined && /status of 4(00|22) /.test(text);
    page.on("console", (message) => void (message.type() === "error" && !isRefusal(message.text()) && errors.push(message.text())));
    page.on("pageerror", (error) => void errors.push(String(error)));
    t.after(async () => {
        await context.close();
        assert.deepEqual(errors, []);
    });
    await page.goto(site.url + query);
    await page.locator("#board .cell").first().waitFor({ state: "attached" });
    return page;
}

/**
 * Waits until the status says something.
 *
 * @param {Page} page
 * @param {string | RegExp} text
 */
export async function status(page, text) {
    await page.locator("#status").filter({ hasText: text }).waitFor();
}

/**
 * Drops a stone by mouse.
 *
 * @param {Page} page
 * @param {number} column
 */
export async function click(page, column) {
    await page.locator(`.cell[data-column="${column}"][data-row="6"]`).click();
}

/** @param {Page} page */
export async function scores(page) {
    await page.waitForFunction(() => document.querySelectorAll("#scores b").length > 0 && document.querySelector("#stop")?.hasAttribute("hidden"));
    return page.locator("#scores b").allTextContents();
}

/**
 * Fails on a finding of axe, and on a page that is wider than its window.
 *
 * @param {Page} page
 * @param {string} place
 */
export async function isAccessible(page, place) {
    // A color that fades in has no contrast yet, and a part that is shown again starts its motion again.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
        // @ts-expect-error It was added to the page just now.
        const { violations } = await window.axe.run();
        return violations
            .map((/** @type {any} */ found) => `${found.id}: ${found.nodes.map((/** @type {any} */ node) => node.target).join(", ")}`);
    });
    assert.deepEqual(violations, [], place);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `${place} is ${overflow} px too wide`);
}
