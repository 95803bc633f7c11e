// A static host for the built page, the server with the page that it comes with, and a browser to visit them.

import { spawn } from "node:child_process";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const TYPES = /** @type {Record<string, string>} */ ({
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
});

/** The folder of the built page. */
export const PAGE = process.env["MARLIN_PAGE"] ?? fileURLToPath(new URL("../../../../target/page", import.meta.url));

/** The browser, as Debian has it. */
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/**
 * Serves the page on a free port.
 *
 * @param {{withoutBook?: boolean, folder?: string}} [options]
 */
export async function host({ withoutBook = false, folder = PAGE } = {}) {
    const server = createServer((request, response) => {
        const name = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
        const file = path.join(folder, name.endsWith("/") ? `${name}index.html` : name);
        if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile() || (withoutBook && file.endsWith(".book"))) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, {
            "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream",
            "Content-Length": statSync(file).size,
        });
        createReadStream(file).pipe(response);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/**
 * Starts `marlin-server` on a free port, with its embedded page.
 *
 * @param {string} program
 */
export async function serve(program) {
    const server = spawn(program, ["--listen", "127.0.0.1:0", "--log-format", "off"], { stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface(server.stdout)) {
        const url = line.split(" ").pop();
        if (url?.startsWith("http")) return { url: `${url}/`, close: () => void server.kill() };
    }
    throw new Error(`${program} has ended`);
}

/** Starts the browser, without the requests that it makes for itself. */
export function browser() {
    return chromium.launch({
        executablePath: CHROMIUM,
        args: [
            "--no-sandbox",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-default-apps",
            "--disable-sync",
            "--no-first-run",
            "--no-default-browser-check",
        ],
    });
}

/**
 * Waits until the page has the opening book in its cache.
 *
 * @param {import("playwright-core").Page} page
 */
export function bookIsKept(page) {
    return page.evaluate(async () => {
        while (!(await caches.match("engine/7x6.book"))) await new Promise((resolve) => setTimeout(resolve, 50));
    });
}
