// Measures the page in a browser: node tests/measure.js. It measures the time until the first score is over
// the empty board, with a cold and with a warm cache, and the time of all scores of random positions just
// past the book.

import { bookIsKept, browser, host } from "./host.js";

const POSITIONS = Number(process.env["POSITIONS"] ?? 200);

const site = await host();
const chromium = await browser();
const context = await chromium.newContext();
// The page records the time of a score, so that the way to this program is not measured.
await context.addInitScript(() => {
    const observer = new MutationObserver(() => {
        for (const part of ["#scores b", "#scores .best"]) {
            if (document.querySelector(part) && performance.getEntriesByName(part).length === 0) performance.mark(part);
        }
    });
    observer.observe(document, { childList: true, subtree: true });
});

/** Returns the milliseconds from the navigation to the first score, and to all of them. */
async function firstScore() {
    const page = await context.newPage();
    await page.goto(`${site.url}?pos=`);
    await page.waitForFunction(() => document.querySelector("#scores .best"));
    const times = await page.evaluate(() => ["#scores b", "#scores .best"].map((part) => Math.round(performance.getEntriesByName(part)[0]?.startTime ?? 0)));
    // The book and the service worker are in the cache before the next visit.
    await bookIsKept(page);
    await page.close();
    return `first score ${times[0]} ms, all scores ${times[1]} ms`;
}

console.log(`empty board, cold cache: ${await firstScore()}`);
console.log(`empty board, warm cache: ${await firstScore()}`);

const page = await context.newPage();
await page.goto(site.url);
for (const plies of [13, 14]) {
    const times = await page.evaluate(
        async ([plies, positions]) => {
            // @ts-expect-error The page has it beside itself.
            const { Engine } = await import("/engine/index.js");
            const engine = await Engine.start();
            await engine.loadBook("/engine/7x6.book");
            let seed = 1;
            const random = (/** @type {number} */ below) => {
                seed = (seed * 48271) % 2147483647;
                return seed % below;
            };
            const times = [];
            while (times.length < (positions ?? 0)) {
                let moves = "";
                let position = await engine.position(moves);
                while (position.result === null && position.stones < (plies ?? 0)) {
                    moves += position.legal[random(position.legal.length)];
                    position = await engine.position(moves);
                }
                if (position.result !== null) continue;
                await engine.clear();
                const begin = performance.now();
                await engine.analyze(moves);
                times.push(performance.now() - begin);
            }
            engine.close();
            return times.sort((a, b) => a - b);
        },
        [plies, POSITIONS / 2],
    );
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    const at = (/** @type {number} */ share) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
    console.log(`${times.length} positions of ${plies} plies, all scores: mean ${mean.toFixed(1)} ms, median ${at(0.5)}, worst ${at(1)}`);
}
await chromium.close();
site.close();
