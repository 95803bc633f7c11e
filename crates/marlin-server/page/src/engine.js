// The engine as the page uses it: marlin-connect4, the package of crates/marlin-wasm, with a memory of its answers.

import { toText } from "./game.js";
import { Memory } from "./memory.js";

/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Columns} Columns */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Explanation} Explanation */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").LevelMove} LevelMove */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").PersonRecord} PersonRecord */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Position} Position */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Progress} Progress */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Review} Review */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Step} Step */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Exploration} Exploration */

/** The place of the opening book. */
const BOOK = new URL("../engine/7x6.book", import.meta.url).href;
/** The nodes of a slice of a search: few enough for the book, a stop or the next position to take effect at once. */
const SLICE = 50_000;
/** The nodes of a move, of reasons, and of each position of a review, so that they end on boards without a book too: some seconds. */
const MOST_NODES = 10_000_000;

/** The engine in its worker. */
export class Engine {
    #memory = new Memory();

    /** Starts it; the other methods wait for that. */
    constructor() {
        this.started = this.#start();
    }

    async #start() {
        // Kept answers are shown first.
        await new Promise((resolve) => setTimeout(resolve));
        // It is beside the page once that is built.
        const address = new URL("../engine/index.js", import.meta.url).href;
        const { Engine: Worker } = await import(address);
        return Worker.start();
    }

    /**
     * Returns whether the opening book is in the cache of the page, so that it is here at once.
     */
    async hasCachedBook() {
        // A browser may refuse its cache.
        const found = "caches" in globalThis ? await caches.match(BOOK).catch(() => undefined) : undefined;
        return found !== undefined;
    }

    /** Returns whether the page could work without a network: its engine is in the browser. */
    async isLocal() {
        return !(await this.started).isRemote;
    }

    /** Puts the opening book into the cache of the page at the first visit. */
    async keepBook() {
        const { serviceWorker } = navigator;
        if (!serviceWorker.controller) {
            await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
        }
        // The service worker keeps each file that it fetches.
        if (!(await this.hasCachedBook())) await (await fetch(BOOK)).arrayBuffer();
    }

    /**
     * Fetches the opening book.
     *
     * @param {(done: number, total: number | undefined) => void} onProgress
     */
    async loadBook(onProgress) {
        const engine = await this.started;
        await engine.loadBook(BOOK, {
            onProgress: (/** @type {{loaded: number, total?: number}} */ { loaded, total }) => onProgress(loaded, total),
        });
    }

    /**
     * Returns a position. If rules and book suffice for its scores, the memory of answers keeps them.
     *
     * @param {string} board
     * @param {number[] | string} moves also a text in any notation
     * @returns {Promise<Position>}
     */
    async position(board, moves) {
        const text = typeof moves === "string" ? moves : toText(board, moves);
        const kept = this.#memory.get("position", board, text);
        if (kept) return kept;
        const engine = await this.started;
        const { known, ...position } = await engine.position(text, { board, known: true });
        if (known) this.#memory.keep(known, "analysis", board, text);
        return this.#memory.keep(position, "position", board, text);
    }

    /**
     * Returns all scores of a position, if they are kept.
     *
     * @param {string} board
     * @param {number[]} moves
     * @param {boolean} line whether the moves of best play are needed
     * @returns {Columns | undefined}
     */
    known(board, moves, line) {
        const kept = this.#memory.get("analysis", board, toText(board, moves));
        return kept?.line || !line ? kept : undefined;
    }

    /**
     * @param {string} board
     * @param {number[]} moves
     * @param {{onProgress: (progress: Progress) => void, signal: AbortSignal, line: boolean, isShort?: boolean}} options a short
     * search ends after some seconds, with or without a proof
     * @returns {Promise<Columns>}
     */
    async analyze(board, moves, { onProgress, signal, line, isShort = false }) {
        const known = this.known(board, moves, line);
        if (known) return known;
        const engine = await this.started;
        const found = await engine.analyze(toText(board, moves), { board, signal, line, sliceNodes: SLICE, onProgress, ...(isShort && { maxNodes: MOST_NODES }) });
        return found.proven ? this.#memory.keep(found, "analysis", board, toText(board, moves)) : found;
    }

    /**
     * Returns the move of a level, and whether it is proven to keep the score.
     *
     * @param {string} board
     * @param {number[]} moves
     * @param {number} level
     * @param {number} seed
     * @param {AbortSignal} signal
     * @returns {Promise<LevelMove>}
     */
    async play(board, moves, level, seed, signal) {
        const engine = await this.started;
        return engine.level(toText(board, moves), { board, level, seed, maxNodes: MOST_NODES, signal });
    }

    /**
     * Returns the review of a game from the end of its setup on.
     *
     * @param {import("./game.js").Game} game
     * @param {{onProgress?: (left: number) => void, signal?: AbortSignal}} [options] called with the number of moves that are left
     * @returns {Promise<Review>}
     */
    async review({ board, moves, setup }, { onProgress, signal } = {}) {
        const engine = await this.started;
        return engine.review(toText(board, moves), {
            board,
            setup,
            maxNodes: MOST_NODES,
            signal,
            onProgress: (/** @type {Progress} */ { left }) => onProgress?.(left ?? moves.length - setup),
        });
    }

    /**
     * @param {string} board
     * @param {number[]} moves
     * @param {AbortSignal} signal
     * @returns {Promise<Explanation>}
     */
    async explain(board, moves, signal) {
        const engine = await this.started;
        return engine.explain(toText(board, moves), { board, maxNodes: MOST_NODES, signal });
    }

    /**
     * Returns the record of a person by a log.
     *
     * @param {string} log
     * @param {string} today the local date, as in 2026-11-24
     * @returns {Promise<PersonRecord>}
     */
    async progress(log, today) {
        const engine = await this.started;
        return engine.progress(log, today);
    }

    /**
     * Returns moves that lead to a board.
     *
     * @param {string} board
     * @param {string[]} rows from the top
     * @returns {Promise<string>}
     */
    async reach(board, rows) {
        const engine = await this.started;
        const { possible, moves, reason } = await engine.reach(rows.join("/"), { board });
        if (!possible) throw new Error(reason ?? "no moves that lead to this board are known");
        return moves ?? "";
    }

    /**
     * Returns the moves of an opening one by one, with what follows.
     *
     * @param {string} board
     * @param {number[]} moves
     * @param {AbortSignal} signal
     * @returns {Promise<Exploration>}
     */
    async explore(board, moves, signal) {
        const engine = await this.started;
        return engine.explore(toText(board, moves), { board, maxNodes: MOST_NODES, signal });
    }
}
