// Values that outlive a visit, in a storage of the browser. Each has a checksum: a value that is damaged, too long or of
// another program is forgotten, and never shown. So is one of another form: other pages of the same origin may have written it.

/** The maximum length of a text that is read, far more than the page writes. */
const LONGEST = 1 << 20;

/**
 * Returns whether a value has the form of another one. An object has at least the fields of `like`, or
 * values like that of its field "*". If `like` is an array of one item, the value is an array of items like it.
 *
 * @param {any} value
 * @param {any} like
 * @returns {boolean}
 */
function isLike(value, like) {
    if (typeof value !== typeof like || value === null || Array.isArray(value) !== Array.isArray(like)) return false;
    if (typeof like !== "object") return typeof like !== "number" || Number.isFinite(value);
    if (Array.isArray(like)) {
        if (like.length === 1) return value.every((/** @type {any} */ item) => isLike(item, like[0]));
        return value.length === like.length && like.every((item, index) => isLike(value[index], item));
    }
    if ("*" in like) return Object.values(value).every((item) => isLike(item, like["*"]));
    return Object.entries(like).every(([name, item]) => isLike(value[name], item));
}

/**
 * Returns the value of a key; undefined if there is none of this form that this page has written.
 *
 * @template T
 * @param {"localStorage" | "sessionStorage"} storage
 * @param {string} key
 * @param {T} like a value of the form
 * @returns {T | undefined}
 */
export function read(storage, key, like) {
    try {
        const text = window[storage].getItem(key) ?? "";
        if (text.length > LONGEST) return undefined;
        const end = text.indexOf(" ");
        const value = text.slice(end + 1);
        const found = text.slice(0, end) === checksum(value) ? JSON.parse(value) : undefined;
        return isLike(found, like) ? found : undefined;
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
