// Workers and downloads of Node.js, in place of a browser's. Bundlers for browsers see no import of its modules.

/** @import { Port } from './types.js' */

/**
 * Starts a worker.
 *
 * @param {URL} source
 * @returns {Port}
 */
export function startWorker(source) {
    const worker = new (process.getBuiltinModule('node:worker_threads').Worker)(source);
    /** @type {Port} */
    const port = {
        postMessage: (message) => worker.postMessage(message),
        onmessage: null,
        onerror: null,
        terminate: () => void worker.terminate(),
    };
    worker.on('message', (data) => port.onmessage?.({ data }));
    worker.on('error', (error) => port.onerror?.(error));
    return port;
}

/**
 * Returns the end of the channel that a worker has.
 *
 * @returns {Port}
 */
export function portOfWorker() {
    return /** @type {Port} */ (/** @type {unknown} */ (process.getBuiltinModule('node:worker_threads').parentPort));
}

/**
 * Returns the address of a file.
 *
 * @param {string} path
 */
export function addressOf(path) {
    return process.getBuiltinModule('node:url').pathToFileURL(path).href;
}

/**
 * Reads a file, because `fetch` of Node.js cannot.
 *
 * @param {URL} file
 * @param {AbortSignal} [signal]
 */
export function readFile(file, signal) {
    return process.getBuiltinModule('node:fs').promises.readFile(file, { signal });
}
