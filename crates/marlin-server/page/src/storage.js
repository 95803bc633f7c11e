// Values that outlive a visit, in a storage of the browser. Each has a checksum: a value that is damaged, too long or of
// another program is forgotten, and never shown.

/** The longest text that is read, far more than the page writes. */
const LONGEST = 1 << 20;

/**
 * Returns the value of a key; undefined if there is none that this page has written.
 *
 * @param {"localStorage" | "sessionStorage"} storage
 * @param {string} key
 * @returns {any}
 */
export function read(storage, key) {
    try {
        const text = window[storage].getItem(key) ?? "";
        if (text.length > LONGEST) return undefined;
        const end = text.indexOf(" ");
        const value = text.slice(end + 1);
        return text.slice(0, end) === checksum(value) ? JSON.parse(value) : undefined;
    } catch {
        return undefined;
    }
}

/**
 * Writes a value. Without a storage, or with a full one, the next visit does without it.
 *
 * @param {"localStorage" | "sessionStorage"} storage
 * @param {string} key
 * @param {unknown} value
 */
export function write(storage, key, value) {
    try {
        const text = JSON.stringify(value);
        window[storage].setItem(key, `${checksum(text)} ${text}`);
    } catch {
        // The page works without it.
    }
}

/**
 * Forgets values.
 *
 * @param {"localStorage" | "sessionStorage"} storage
 * @param {...string} keys
 */
export function clear(storage, ...keys) {
    for (const key of keys) {
        try {
            window[storage].removeItem(key);
        } catch {
            // Nothing was kept.
        }
    }
}

/**
 * The FNV-1a hash of a text (Fowler, Noll and Vo, 1991), over its UTF-16 units.
 *
 * @param {string} text
 */
function checksum(text) {
    let hash = 0x811c9dc5;
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    return (hash >>> 0).toString(16);
}
