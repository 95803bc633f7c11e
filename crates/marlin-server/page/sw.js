// Keeps the page for use without a network: all its files at the first visit, and the opening book when it
// was fetched. Requests for other addresses, such as a server's API, are left alone.
// The build puts the files and a version into this one, so another build is another cache.

const VERSION = "VERSION";
/** @type {string[]} */
const FILES = ["FILES"];
const CACHE = `marlin-${VERSION}`;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
    event.waitUntil(
        (async () => {
            const cache = await caches.open(CACHE);
            await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
            await worker.skipWaiting();
        })(),
    );
});

worker.addEventListener("activate", (event) => {
    event.waitUntil(
        (async () => {
            const old = (await caches.keys()).filter((name) => name.startsWith("marlin-") && name !== CACHE);
            await Promise.all(old.map((name) => caches.delete(name)));
            await worker.clients.claim();
        })(),
    );
});

worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    event.respondWith(answer(request));
});

/**
 * The file from the cache, else from the network, which the cache keeps.
 *
 * @param {Request} request
 */
async function answer(request) {
    const cache = await caches.open(CACHE);
    // The moves in the address make no other page.
    const found = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
    if (found) return found;
    const response = await fetch(request);
    if (response.status === 200 && new URL(request.url).pathname.endsWith(".book")) await cache.put(request, response.clone());
    return response;
}
