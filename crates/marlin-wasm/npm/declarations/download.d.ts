/**
 * @param {string} url
 * @param {AbortSignal} signal
 * @param {(loaded: number, total: number | undefined) => void} onProgress called with bytes; the total is unknown where the
 *   host does not report it, or compresses the file
 * @returns {Promise<Uint8Array>}
 */
export function download(url: string, signal: AbortSignal, onProgress: (loaded: number, total: number | undefined) => void): Promise<Uint8Array>;
