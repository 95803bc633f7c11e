// The engine as the page uses it: marlin-connect4, the package of crates/marlin-wasm, with its answers in the page's terms.

import { Memory } from "./memory.js";

/** @typedef {import("./words.js").Bounds} Bounds */
/** @typedef {import("./panels.js").GameRecord} GameRecord */
/** @typedef {import("./panels.js").StepRecord} StepRecord */
/** @typedef {[column: number, row: number]} Place a cell; both count from 1, rows from the bottom */

/**
 * A position by the rules.
 *
 * @typedef {object} Position
 * @property {string} board
 * @property {number} width
 * @property {number} height
 * @property {number} cells
 * @property {number} nbMoves
 * @property {string | null} moves those of the game, or for a board some that lead there
 * @property {boolean} has_history whether the moves are those of the game
 * @property {"X" | "O"} turn
 * @property {boolean} over
 * @property {"X" | "O" | "draw" | null} outcome
 * @property {string[]} rows from the top, of X, O and dots
 * @property {number[]} heights
 * @property {number[]} legal
 * @property {Place | null} last
 * @property {Place[]} winning
 * @property {{X: Place[], O: Place[]}} threats
 */

/**
 * What is proven of a position.
 *
 * @typedef {object} Analysis
 * @property {(Bounds | null)[]} columns
 * @property {Bounds} bounds
 * @property {number[]} best the columns that are known to keep the score
 * @property {number[]} line the moves of best play
 */

/** Where the opening book is. */
const BOOK = new URL("../engine/7x6.book", import.meta.url).href;
/** The nodes of a slice of a search: few enough that the book, a stop or the next position needn't wait. */
const SLICE = 50_000;
/** The nodes of each position of a review, so that it ends on boards without a book too: some seconds. */
const REVIEW_NODES = 10_000_000;
/** The bounds of what isn't known. */
const UNKNOWN = { lower: -Infinity, upper: Infinity };

/** The engine in its worker. */
export class Engine {
    #memory = new Memory();

    /** Starts it; the other methods wait for that. */
    constructor() {
        this.started = this.#start();
    }

    async #start() {
        // What the page remembers is shown first.
        await new Promise((resolve) => setTimeout(resolve));
        // It stands beside the page once that is built.
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

    /** Has the opening book in the cache of the page from the first visit on. */
    async keepBook() {
        const { serviceWorker } = navigator;
        if (!serviceWorker.controller) {
            await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
        }
        // The service worker keeps what it fetches.
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
     * @param {string} board
     * @param {string} moves
     * @returns {Promise<Position>}
     */
    async position(board, moves) {
        const known = this.#memory.get("position", board, moves);
        if (known) return known;
        const engine = await this.started;
        const found = await engine.position(moves, { board });
        const rows = found.rows.split("/");
        const position = {
            ...found,
            rows,
            cells: found.width * found.height,
            nbMoves: found.stones,
            turn: found.to_move ?? (found.stones % 2 === 0 ? "X" : "O"),
            over: found.result !== null,
            outcome: found.result,
            last: found.last_move === null ? null : place(found.last_move),
            winning: found.winning_lines.flat().map(place),
            threats: { X: found.threats.x.map(place), O: found.threats.o.map(place) },
        };
        return this.#memory.keep(position, "position", board, moves);
    }

    /**
     * Returns all scores of a position, if they are known from earlier.
     *
     * @param {string} board
     * @param {string} moves
     * @param {boolean} line whether the moves of best play are needed
     * @returns {Analysis | undefined}
     */
    known(board, moves, line) {
        const known = this.#memory.get("analysis", board, moves);
        return known && (known.line.length > 0 || !line) ? known : undefined;
    }

    /**
     * @param {string} board
     * @param {string} moves
     * @param {{onProgress: (analysis: Analysis) => void, signal: AbortSignal, line: boolean}} options
     * @returns {Promise<Analysis>}
     */
    async analyze(board, moves, { onProgress, signal, line }) {
        const known = this.known(board, moves, line);
        if (known) return known;
        const engine = await this.started;
        const found = await engine.analyze(moves, {
            board,
            signal,
            line,
            sliceNodes: SLICE,
            onProgress: (/** @type {{bounds?: number[], column_bounds?: (number[] | null)[]}} */ progress) =>
                onProgress({
                    columns: (progress.column_bounds ?? []).map(boundsOf),
                    bounds: boundsOf(progress.bounds ?? null) ?? UNKNOWN,
                    best: [],
                    line: [],
                }),
        });
        const exact = (/** @type {number | null} */ score) => (score === null ? null : { lower: score, upper: score });
        const analysis = {
            columns: found.column_bounds?.map(boundsOf) ?? found.scores.map(exact),
            bounds: boundsOf(found.bounds) ?? exact(found.score) ?? UNKNOWN,
            best: found.best_columns ?? [],
            line: found.pv ?? [],
        };
        return found.proven ? this.#memory.keep(analysis, "analysis", board, moves) : analysis;
    }

    /**
     * Returns the move of a level.
     *
     * @param {string} board
     * @param {string} moves
     * @param {number} level
     * @param {number} seed
     * @param {AbortSignal} signal
     * @returns {Promise<number | null>}
     */
    async play(board, moves, level, seed, signal) {
        const engine = await this.started;
        const { column } = await engine.level(moves, { board, level, seed, signal });
        return column;
    }

    /**
     * Returns the review of a game from the end of its setup on.
     *
     * @param {import("./game.js").Game} game
     * @param {{onProgress: (left: number) => void}} options called with the number of moves that are left
     * @returns {Promise<GameRecord>}
     */
    async review({ board, moves, setup }, { onProgress }) {
        const engine = await this.started;
        return engine.review(moves, {
            board,
            setup,
            maxNodes: REVIEW_NODES,
            onProgress: (/** @type {{left?: number}} */ { left }) => onProgress(left ?? moves.length - setup),
        });
    }

    /**
     * @param {string} board
     * @param {string} moves
     * @param {AbortSignal} signal
     * @returns {Promise<{headline: string, steps: StepRecord[]}>}
     */
    async explain(board, moves, signal) {
        const engine = await this.started;
        return engine.explain(moves, { board, signal });
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
        if (!possible) throw new Error(reason ?? "no moves lead to this board");
        return moves ?? "";
    }
}

/**
 * Returns the place of a cell such as `d3`.
 *
 * @param {string} name
 * @returns {Place}
 */
function place(name) {
    return [name.charCodeAt(0) - "a".charCodeAt(0) + 1, Number(name.slice(1))];
}

/**
 * @param {number[] | null} bounds
 * @returns {Bounds | null}
 */
function boundsOf(bounds) {
    return bounds ? { lower: bounds[0] ?? -Infinity, upper: bounds[1] ?? Infinity } : null;
}
