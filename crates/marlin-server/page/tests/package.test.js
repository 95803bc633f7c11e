// The page that the README of the package for npm prints, in a real browser.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { browser, host } from "./host.js";

/** The package, as it is built. */
const PACKAGE = fileURLToPath(new URL("../../../../target/npm", import.meta.url));

test("the page of the package's README shows the scores of its position", async (t) => {
    const [, page] = /```html\n(.*?)```/su.exec(readFileSync(path.join(PACKAGE, "README.md"), "utf8")) ?? [];
    assert.ok(page);
    const folder = mkdtempSync(path.join(tmpdir(), "marlin-"));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(path.join(folder, "node_modules"));
    symlinkSync(PACKAGE, path.join(folder, "node_modules/marlin-connect4"));
    writeFileSync(path.join(folder, "index.html"), page);

    const site = await host({ folder });
    const chromium = await browser();
    try {
        const shown = await chromium.newPage();
        await shown.goto(site.url);
        // The engine of a library may need a minute on a busy machine.
        await shown.locator("#scores").filter({ hasText: /^(-?\d+ ){6}-?\d+$/u }).waitFor({ timeout: 120_000 });
    } finally {
        await chromium.close();
        site.close();
    }
});
