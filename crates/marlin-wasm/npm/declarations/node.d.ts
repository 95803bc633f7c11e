/** @import { Port } from './types.js' */
/**
 * Starts a worker.
 *
 * @param {URL} source
 * @returns {Port}
 */
export function startWorker(source: URL): Port;
/**
 * Returns the end of the channel that a worker has.
 *
 * @returns {Port}
 */
export function portOfWorker(): Port;
/**
 * Returns the address of a file.
 *
 * @param {string} path
 */
export function addressOf(path: string): string;
/**
 * Reads a file, because `fetch` of Node.js cannot.
 *
 * @param {URL} file
 * @param {AbortSignal} [signal]
 */
export function readFile(file: URL, signal?: AbortSignal): Promise<NonSharedBuffer>;
import type { Port } from './types.js';
