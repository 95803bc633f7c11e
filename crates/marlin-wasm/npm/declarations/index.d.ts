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
    /**
     * Starts the engine.
     *
     * @param {StartOptions} [options]
     */
    static start({ port, module, hash }?: StartOptions): Promise<Engine>;
    /**
     * Use `Engine.start`.
     *
     * @param {Port} port
     */
    constructor(port: Port);
    /** @returns {Promise<Info>} the version, the size of the table and the books */
    info(): Promise<Info>;
    /**
     * Returns a position by the rules: the side to move, the legal moves, the threats and the result. With `known` it has the
     * scores of all columns too, where rules and book suffice for them.
     *
     * @param {string} position moves, or a board in any notation
     * @param {PositionOptions & { known?: boolean }} [options]
     * @returns {Promise<Position>}
     */
    position(position: string, options?: PositionOptions & {
        known?: boolean;
    }): Promise<Position>;
    /**
     * Returns a game that leads to a board, or the reason why none does.
     *
     * @param {string} position
     * @param {PositionOptions} [options]
     * @returns {Promise<Reach>}
     */
    reach(position: string, options?: PositionOptions): Promise<Reach>;
    /**
     * Returns the record of a person by a log: the rating, the streak, the results and the lessons.
     *
     * @param {string} log a line for each game, answer to a puzzle and step of a lesson
     * @param {string} today the local date, as in `2026-11-24`
     * @returns {Promise<PersonRecord>}
     */
    progress(log: string, today: string): Promise<PersonRecord>;
    /**
     * Returns the score of every column, with their bounds during the search.
     *
     * @param {string} position
     * @param {AskOptions & { line?: boolean }} [options]
     * @returns {Promise<Columns>}
     */
    analyze(position: string, options?: AskOptions & {
        line?: boolean;
    }): Promise<Columns>;
    /**
     * Returns the answers of `analyze` for many positions, in their order. A text that is no position is
     * refused, with its index, before any search.
     *
     * @param {readonly string[]} positions
     * @param {BatchOptions} [options]
     * @returns {Promise<Columns[]>}
     */
    batch(positions: readonly string[], { onProgress, ...options }?: BatchOptions): Promise<Columns[]>;
    /**
     * Reads a position set: lines of moves and a score, as in `4433 18`, and comments that begin with `#`.
     *
     * @param {string} text
     * @returns {Promise<Suite>}
     */
    read(text: string): Promise<Suite>;
    /**
     * Returns the best move, sooner than `analyze`.
     *
     * @param {string} position
     * @param {AskOptions} [options]
     * @returns {Promise<Columns>}
     */
    best(position: string, options?: AskOptions): Promise<Columns>;
    /**
     * Returns the moves of best play.
     *
     * @param {string} position
     * @param {AskOptions & { plies?: number }} [options]
     * @returns {Promise<Line>}
     */
    line(position: string, options?: AskOptions & {
        plies?: number;
    }): Promise<Line>;
    /**
     * Returns the move of a player of a level from 1 to 10. The same seed plays the same game.
     *
     * @param {string} position
     * @param {AskOptions & { level: number, seed?: number }} options
     * @returns {Promise<LevelMove>}
     */
    level(position: string, options: AskOptions & {
        level: number;
        seed?: number;
    }): Promise<LevelMove>;
    /**
     * Returns the quality of each move of a game, from the end of its setup on: of the first moves that only set the board
     * up.
     *
     * @param {string} moves
     * @param {AskOptions & { setup?: number }} [options]
     * @returns {Promise<Review>}
     */
    review(moves: string, options?: AskOptions & {
        setup?: number;
    }): Promise<Review>;
    /**
     * Returns the reasons for the score of a position, with the cells to highlight.
     *
     * @param {string} position
     * @param {AskOptions} [options]
     * @returns {Promise<Explanation>}
     */
    explain(position: string, options?: AskOptions): Promise<Explanation>;
    /**
     * Returns the facts about a position in a tree of openings: the score of each column, the replies that hold the result, the
     * number of move orders, and the moves of each level.
     *
     * @param {string} position
     * @param {AskOptions} [options]
     * @returns {Promise<Exploration>}
     */
    explore(position: string, options?: AskOptions): Promise<Exploration>;
    /**
     * Loads a book: the book of the package, or one from a URL, from its bytes, or in Node.js from a file.
     *
     * @param {string | URL | Uint8Array} [source]
     * @param {BookOptions} [options]
     * @returns {Promise<Book>}
     */
    loadBook(source?: string | URL | Uint8Array, { onProgress, signal }?: BookOptions): Promise<Book>;
    /** Empties the table. */
    clear(): Promise<void>;
    /**
     * Performs a task slice by slice.
     *
     * @template {TaskRequest} R
     * @param {R} task
     * @param {AskOptions} [options]
     * @returns {Promise<Results[R['task']]>}
     */
    ask<R extends TaskRequest>(task: R, { onProgress, signal, sliceNodes }?: AskOptions): Promise<Results[R["task"]]>;
    /**
     * Answers a request that takes no search.
     *
     * @template {Request} R
     * @param {R} request
     * @returns {Promise<Response<R>>}
     */
    request<R extends Request>(request: R): Promise<Response<R>>;
    /** Ends the worker. Requests without an answer are rejected. */
    close(): void;
    #private;
}
/**
 * a request that waits for its answer
 */
export type Pending = {
    resolve: (value: any) => void;
    reject: (reason: unknown) => void;
    onProgress: ((progress: any) => void) | undefined;
};
import type { Info } from './types.js';
import type { PositionOptions } from './types.js';
import type { Position } from './types.js';
import type { Reach } from './types.js';
import type { PersonRecord } from './types.js';
import type { AskOptions } from './types.js';
import type { Columns } from './types.js';
import type { BatchOptions } from './types.js';
import type { Suite } from './types.js';
import type { Line } from './types.js';
import type { LevelMove } from './types.js';
import type { Review } from './types.js';
import type { Explanation } from './types.js';
import type { Exploration } from './types.js';
import type { BookOptions } from './types.js';
import type { Book } from './types.js';
import type { TaskRequest } from './types.js';
import type { Results } from './types.js';
import type { Request } from './types.js';
import type { Response } from './types.js';
import type { StartOptions } from './types.js';
import type { Port } from './types.js';
export { Marlin, MarlinError } from "./module.js";
