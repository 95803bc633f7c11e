// Downloads that report their progress.

import { readFile } from './node.js';

/**
 * @param {string} url
 * @param {AbortSignal} signal
 * @param {(loaded: number, total: number | undefined) => void} onProgress called with bytes; the total is unknown where the
 *   host does not report it, or compresses the file
 * @returns {Promise<Uint8Array>}
 */
export async function download(url, signal, onProgress) {
    // The caller wrote this text.
    if (url.startsWith('file:')) {
        const bytes = await readFile(new URL(url), signal);
        onProgress(bytes.length, bytes.length);
        return bytes;
    }
    const response = await fetch(url, { signal });
    if (!response.ok || !response.body) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    const isEncoded = response.headers.has('content-encoding');
    const length = Number(response.headers.get('content-length'));
    const total = length > 0 && !isEncoded ? length : undefined;
    const chunks = [];
    let loaded = 0;
    const reader = response.body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
        chunks.push(read.value);
        loaded += read.value.length;
        onProgress(loaded, total);
    }
    return joined(chunks, loaded);
}

/**
 * @param {Uint8Array[]} chunks
 * @param {number} length
 */
function joined(chunks, length) {
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
    }
    return bytes;
}
