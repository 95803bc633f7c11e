// The engine for a page: in a worker, so that the page stays responsive.

import { MarlinError } from './module.js';
import { addressOf, startWorker } from './node.js';

export { Marlin, MarlinError } from './module.js';

/**
 * @import {
 *     AskOptions, BatchOptions, Book, BookOptions, Columns, DiagramOptions, Drawing, Explanation, Exploration, FromClient, FromServer, Given,
 *     GraphRequest, Info, LevelMove, Line, PersonRecord, Port, Position, PositionOptions, Reach, Request, Response, Results, Review,
 *     StartOptions, Suite, TaskRequest,
 * } from './types.js'
 */

/**
 * @typedef {object} Pending a request that waits for its answer
 * @property {(value: any) => void} resolve
 * @property {(reason: unknown) => void} reject
 * @property {((progress: any) => void) | undefined} onProgress
 */

/** The engine in a worker. Columns and moves count from 1, scores are from the side to move. */
export class Engine {
    /** @type {Port} */
    #port;
    /** @type {Map<number, Pending>} */
    #pending = new Map();
    #lastId = 0;
    #hasEnded = false;

    /**
     * Use `Engine.start`.
     *
     * @param {Port} port
     */
    constructor(port) {
        this.#port = port;
        port.onmessage = ({ data }) => this.#receive(/** @type {FromServer} */ (data));
        port.onerror = (event) => this.#end(new Error(`the worker has failed: ${event.message ?? 'it could not be loaded'}`));
    }

    /**
     * Starts the engine.
     *
     * @param {StartOptions} [options]
     */
    static async start({ port, module, hash } = {}) {
        const engine = new Engine(port ?? newWorker());
        // The worker may be somewhere else than the page.
        const source = module instanceof URL ? module.href : module;
        try {
            await engine.#send({ type: 'load', module: source, hash_mib: hash });
        } catch (error) {
            engine.close();
            throw error;
        }
        return engine;
    }

    /** @returns {Promise<Info>} the version, the size of the table and the books */
    info() {
        return this.request({ op: 'info' });
    }

    /**
     * Returns a position by the rules: the side to move, the legal moves, the threats and the result. With `known` it has the
     * scores of all columns too, where rules and book suffice for them.
     *
     * @param {string} position moves, or a board in any notation
     * @param {PositionOptions & { known?: boolean }} [options]
     * @returns {Promise<Position>}
     */
    position(position, options = {}) {
        return this.request({ op: 'position', known: options.known, ...given(position, options) });
    }

    /**
     * Returns a game that leads to a board, or the reason why none does.
     *
     * @param {string} position
     * @param {PositionOptions} [options]
     * @returns {Promise<Reach>}
     */
    reach(position, options = {}) {
        return this.request({ op: 'reach', ...given(position, options) });
    }

    /**
     * Returns the record of a person by a log: the rating, the streak, the results and the lessons.
     *
     * @param {string} log a line for each game, answer to a puzzle and step of a lesson
     * @param {string} today the local date, as in `2026-11-24`
     * @returns {Promise<PersonRecord>}
     */
    progress(log, today) {
        return this.request({ op: 'progress', log, today });
    }

    /**
     * Returns the score of every column, with their bounds during the search.
     *
     * @param {string} position
     * @param {AskOptions & { line?: boolean }} [options]
     * @returns {Promise<Columns>}
     */
    analyze(position, options = {}) {
        return this.ask({ task: 'analyze', line: options.line ? MOST_PLIES : undefined, ...given(position, options) }, options);
    }

    /**
     * Returns the answers of `analyze` for many positions, in their order. A text that is no position is
     * refused, with its index, before any search.
     *
     * @param {readonly string[]} positions
     * @param {BatchOptions} [options]
     * @returns {Promise<Columns[]>}
     */
    async batch(positions, { onProgress, ...options } = {}) {
        for (const [index, position] of positions.entries()) {
            await this.position(position, options).catch((error) => {
                if (error instanceof MarlinError) error.message = `position ${index}: ${error.message}`;
                throw error;
            });
        }
        const answers = [];
        for (const position of positions) {
            answers.push(await this.analyze(position, options));
            onProgress?.(answers.length, positions.length);
        }
        return answers;
    }

    /**
     * Reads a position set: lines of moves and a score, as in `4433 18`, and comments that begin with `#`.
     *
     * @param {string} text
     * @returns {Promise<Suite>}
     */
    read(text) {
        return this.request({ op: 'read', text });
    }

    /**
     * Returns the best move, sooner than `analyze`.
     *
     * @param {string} position
     * @param {AskOptions} [options]
     * @returns {Promise<Columns>}
     */
    best(position, options = {}) {
        return this.ask({ task: 'best', ...given(position, options) }, options);
    }

    /**
     * Returns the moves of best play.
     *
     * @param {string} position
     * @param {AskOptions & { plies?: number }} [options]
     * @returns {Promise<Line>}
     */
    line(position, options = {}) {
        return this.ask({ task: 'line', plies: options.plies, ...given(position, options) }, options);
    }

    /**
     * Returns the move of a player of a level from 1 to 10. The same seed plays the same game.
     *
     * @param {string} position
     * @param {AskOptions & { level: number, seed?: number }} options
     * @returns {Promise<LevelMove>}
     */
    level(position, options) {
        const { level, seed } = options;
        return this.ask({ task: 'level', level, seed, ...given(position, options) }, options);
    }

    /**
     * Returns the quality of each move of a game, from the end of its setup on: of the first moves that only set the board
     * up.
     *
     * @param {string} moves
     * @param {AskOptions & { setup?: number }} [options]
     * @returns {Promise<Review>}
     */
    review(moves, options = {}) {
        return this.ask({ task: 'review', setup: options.setup, ...given(moves, options) }, options);
    }

    /**
     * Returns the reasons for the score of a position, with the cells to highlight.
     *
     * @param {string} position
     * @param {AskOptions} [options]
     * @returns {Promise<Explanation>}
     */
    explain(position, options = {}) {
        return this.ask({ task: 'explain', ...given(position, options) }, options);
    }

    /**
     * Returns the facts about a position in a tree of openings: the score of each column, the replies that hold the result, the
     * number of move orders, and the moves of each level.
     *
     * @param {string} position
     * @param {AskOptions} [options]
     * @returns {Promise<Exploration>}
     */
    explore(position, options = {}) {
        return this.ask({ task: 'explore', ...given(position, options) }, options);
    }

    /**
     * Loads a book: the book of the package, or one from a URL, from its bytes, or in Node.js from a file.
     *
     * @param {string | URL | Uint8Array} [source]
     * @param {BookOptions} [options]
     * @returns {Promise<Book>}
     */
    async loadBook(source = new URL('./7x6.book', import.meta.url), { onProgress, signal } = {}) {
        const found = source instanceof Uint8Array ? source : absolute(source);
        return this.#send({ type: 'book', source: found }, onProgress, signal);
    }

    /** Empties the table. */
    async clear() {
        await this.request({ op: 'clear' });
    }

    /**
     * Performs a task slice by slice.
     *
     * @template {TaskRequest} R
     * @param {R} task
     * @param {AskOptions} [options]
     * @returns {Promise<Results[R['task']]>}
     */
    ask(task, { onProgress, signal, sliceNodes } = {}) {
        return this.#send({ type: 'ask', task, slice_nodes: sliceNodes }, onProgress, signal);
    }

    /**
     * Answers a request that takes no search.
     *
     * @template {Request} R
     * @param {R} request
     * @returns {Promise<Response<R>>}
     */
    request(request) {
        return this.#send({ type: 'request', request });
    }

    /** Ends the worker. Requests without an answer are rejected. */
    close() {
        // The client may not end a foreign worker, which would otherwise continue its tasks.
        for (const id of this.#pending.keys()) this.#port.postMessage({ type: 'stop', id: 0, stop: id });
        this.#end(new Error('the engine was closed'));
        this.#port.terminate?.();
        this.#port.close?.();
    }

    /**
     * @param {import('./types.js').Unnumbered<FromClient>} message
     * @param {((progress: any) => void) | undefined} [onProgress]
     * @param {AbortSignal | undefined} [signal]
     * @returns {Promise<any>}
     */
    #send(message, onProgress, signal) {
        if (signal?.aborted) return Promise.reject(signal.reason);
        if (this.#hasEnded) return Promise.reject(new Error('the engine was closed'));
        this.#lastId += 1;
        const id = this.#lastId;
        return new Promise((resolve, reject) => {
            const onAbort = () => {
                this.#pending.delete(id);
                this.#port.postMessage({ type: 'stop', id: 0, stop: id });
                reject(signal?.reason);
            };
            const settled = (/** @type {(value: any) => void} */ settle) => (/** @type {any} */ value) => {
                signal?.removeEventListener('abort', onAbort);
                settle(value);
            };
            this.#pending.set(id, { resolve: settled(resolve), reject: settled(reject), onProgress });
            signal?.addEventListener('abort', onAbort, { once: true });
            this.#port.postMessage({ ...message, id });
        });
    }

    /** @param {FromServer} message */
    #receive(message) {
        const pending = this.#pending.get(message.id);
        // It may have been stopped while the message was on its way.
        if (!pending) return;
        if (message.type === 'progress') {
            pending.onProgress?.(message.progress);
            return;
        }
        this.#pending.delete(message.id);
        if (message.type === 'result') pending.resolve(message.result);
        else pending.reject(new MarlinError(message.error));
    }

    /** @param {Error} reason */
    #end(reason) {
        this.#hasEnded = true;
        const pending = [...this.#pending.values()];
        this.#pending.clear();
        for (const { reject } of pending) reject(reason);
    }
}

/** @returns {Port} */
function newWorker() {
    if (typeof Worker === 'undefined') return startWorker(new URL('./worker.js', import.meta.url));
    // Bundlers find the worker by this form.
    return /** @type {Port} */ (/** @type {unknown} */ (new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })));
}

/**
 * Returns the whole address of a source: a worker knows its own folder only.
 *
 * @param {string | URL} source
 */
function absolute(source) {
    const base = globalThis.location?.href;
    // Without a page, a text that is not a URL is a path. A letter and a colon are a drive. The caller wrote this text.
    return source instanceof URL || base || /^[a-z][a-z0-9+.-]+:/i.test(source) ? new URL(source, base).href : addressOf(source);
}

/** No game is longer. */
const MOST_PLIES = 127;

/**
 * @param {string} position
 * @param {PositionOptions & { maxNodes?: number }} options
 * @returns {Given & { nodes?: number }}
 */
function given(position, { board, base, maxNodes }) {
    return { position, board, base, nodes: maxNodes };
}
