// The site of the documentation in a real browser, with the page as its playground.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { browser, host } from "./host.js";

const folder = process.env["MARLIN_SITE"] ?? fileURLToPath(new URL("../../../../target/site", import.meta.url));
/** @type {{url: string, close: () => void}} */
let site;
/** @type {import("playwright-core").Browser} */
let chromium;

before(async () => {
    site = await host({ folder });
    chromium = await browser();
});

after(async () => {
    await chromium.close();
    site.close();
});

/**
 * Opens the first page, and fails the test at its end if there was an error or a request to another host.
 *
 * @param {import("node:test").TestContext} t
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function open(t, options = {}) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
    page.on("pageerror", (error) => void faults.push(String(error)));
    page.on("request", (request) => {
        if (/^(https?|wss?):/.test(request.url()) && !request.url().startsWith(site.url)) faults.push(request.url());
    });
    t.after(async () => {
        await context.close();
        assert.deepEqual(faults, []);
    });
    await page.goto(site.url);
    return page;
}

/**
 * The addresses of all pages.
 *
 * @param {import("playwright-core").Page} page
 */
async function addresses(page) {
    await page.locator("#mdbook-sidebar .chapter a").first().waitFor({ state: "attached" });
    const found = await page.locator("#mdbook-sidebar .chapter a[href]").evaluateAll((links) => {
        return links.map((link) => /** @type {HTMLAnchorElement} */ (link).href.replace(/#.*/, ""));
    });
    const all = [...new Set(found)].filter((address) => address !== "");
    assert.ok(all.length > 20, `${all.length} pages`);
    return all;
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`no page is wider than a telephone, and each picture is there (${colorScheme})`, async (t) => {
        const page = await open(t, { viewport: { width: 390, height: 844 }, colorScheme });
        for (const address of await addresses(page)) {
            await page.goto(address);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(width <= 390, `${address}: ${width} pixels`);
            const missing = await page.locator("main img").evaluateAll((images) => {
                return images.filter((image) => /** @type {HTMLImageElement} */ (image).naturalWidth === 0).length;
            });
            assert.equal(missing, 0, address);
        }
    });

    test(`the text of the pages has enough contrast (${colorScheme})`, async (t) => {
        const page = await open(t, { colorScheme });
        const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
        for (const name of ["index.html", "command-line.html", "results.html"]) {
            await page.goto(site.url + name);
            await page.evaluate(axe);
            const wanting = await page.evaluate(async () => {
                const axe = /** @type {any} */ (window)["axe"];
                const { violations } = await axe.run("main, nav.marlin", { runOnly: ["color-contrast", "image-alt", "link-name"] });
                return violations.flatMap((/** @type {any} */ { id, nodes }) => nodes.map((/** @type {any} */ node) => `${id}: ${node.html}`));
            });
            assert.deepEqual([...new Set(wanting)], [], name);
        }
    });
}

test("a search finds a rule, and leads to its heading", async (t) => {
    const page = await open(t);
    await page.locator("#mdbook-search-toggle").click();
    await page.locator("#mdbook-searchbar").pressSequentially("claimeven");
    const results = page.locator("#mdbook-searchresults a");
    // Keys that come before the index do nothing.
    for (let tries = 0; tries < 100 && (await results.count()) === 0; tries++) {
        await page.waitForTimeout(200);
        await page.locator("#mdbook-searchbar").press("End");
    }
    const rule = results.filter({ hasText: "R4. Claimeven" }).first();
    await rule.click();
    await page.waitForURL(/proofs\.html\?.*#/);
    assert.equal(await page.locator("h3#r4-claimeven").count(), 1);
});

test("the playground is a click away from each page, and plays", async (t) => {
    const page = await open(t);
    await page.goto(`${site.url}crates/marlin-core.html`);
    await page.locator("nav.marlin a").click();
    await page.waitForURL(`${site.url}play/`);
    await page.locator("#board .cell").first().waitFor();
    await page.goto(`${site.url}play/?pos=4433`);
    await page.locator("#headline", { hasText: "Yellow wins on move 7" }).waitFor();
});
