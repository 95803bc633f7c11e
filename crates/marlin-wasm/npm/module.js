// The engine in the thread of the caller: for a worker, for Node.js, and for programs that wait for each answer.

import { readFile } from './node.js';

/**
 * @import { Book, ErrorRecord, Exports, Info, Request, Response, Results, StatusOf, TaskRequest } from './types.js'
 */

/** The error of a request, which leaves the engine as it was. */
export class MarlinError extends Error {
    /** @param {ErrorRecord} record */
    constructor(record) {
        super(record.message);
        this.name = 'MarlinError';
        /** The kind, for programs. */
        this.code = record.code;
        /** The place of the error in the text of a position, in characters from 0. */
        this.index = record.index;
        /** The cell with the error, as in `d3`. */
        this.cell = record.cell;
    }
}

/** The module, and the requests that it answers. */
export class Marlin {
    /** @type {Exports} */
    #exports;
    /** @type {string | undefined} */
    #defect;

    /**
     * Use `Marlin.load`.
     *
     * @param {WebAssembly.Module} module
     */
    constructor(module) {
        const imports = {
            now: () => performance.now(),
            panicked: (/** @type {number} */ address, /** @type {number} */ length) => {
                this.#defect = this.#text(address, length);
            },
        };
        const instance = new WebAssembly.Instance(module, { marlin: imports });
        this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    }

    /**
     * Loads the module: the one beside this file, one at a URL, or the one whose bytes these are.
     *
     * @param {string | URL | BufferSource | WebAssembly.Module} [source]
     */
    static async load(source = new URL('./marlin.wasm', import.meta.url)) {
        return new Marlin(source instanceof WebAssembly.Module ? source : await compile(source));
    }

    /**
     * Answers a request.
     *
     * @template {Request} R
     * @param {R} request
     * @returns {Response<R>}
     */
    request(request) {
        return /** @type {Response<R>} */ (this.#call(new TextEncoder().encode(JSON.stringify(request)), 'request'));
    }

    /**
     * Performs a task at once, to its end.
     *
     * @template {TaskRequest} R
     * @param {R} task
     * @returns {Results[R['task']]}
     */
    ask(task) {
        const { task: number } = this.request(/** @type {{ op: 'start' } & TaskRequest} */ ({ op: 'start', ...task }));
        const step = /** @type {StatusOf<R>} */ (this.request({ op: 'step', task: number }));
        if (!('result' in step)) throw new Error('a task without slices ends');
        return step.result;
    }

    /**
     * Reads a book. Damaged bytes are refused, and the engine goes on with the books that it has.
     *
     * @param {Uint8Array} bytes
     * @returns {Book}
     */
    loadBook(bytes) {
        return /** @type {Book} */ (this.#call(bytes, 'book'));
    }

    /** @returns {Info} */
    get info() {
        return this.request({ op: 'info' });
    }

    /**
     * @param {Uint8Array} bytes
     * @param {'request' | 'book'} name
     */
    #call(bytes, name) {
        if (this.#defect !== undefined) throw new Error(`the engine has ended: ${this.#defect}`);
        try {
            const address = this.#exports.input(bytes.length);
            new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
            const length = this.#exports[name]();
            const answer = JSON.parse(this.#text(this.#exports.output(), length));
            if ('error' in answer) throw new MarlinError(answer.error);
            return answer.ok;
        } catch (error) {
            if (error instanceof WebAssembly.RuntimeError) {
                this.#defect ??= error.message;
                throw new Error(`the engine has ended: ${this.#defect}`, { cause: error });
            }
            throw error;
        }
    }

    /**
     * @param {number} address
     * @param {number} length
     */
    #text(address, length) {
        return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, address, length));
    }
}

/**
 * @param {string | URL | BufferSource} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(source) {
    if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
    const url = new URL(source, import.meta.url);
    if (url.protocol === 'file:') return WebAssembly.compile(await readFile(url));
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    // A module cannot be streamed from a host that does not know its type: the host wrote this text.
    const isTyped = response.headers.get('content-type')?.startsWith('application/wasm');
    return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
