/**
 * @import { Book, Exports, Info, TaskRequest, Request, Response, Results, StatusOf } from './types.js'
 */
/** A request that has no answer. The engine goes on as it was. */
export class MarlinError extends Error {
    /** @param {{ code: string, message: string, index?: number, cell?: string }} record */
    constructor(record: {
        code: string;
        message: string;
        index?: number;
        cell?: string;
    });
    /** The kind, for programs. */
    code: string;
    /** Where the text of a position goes wrong, in characters from 0. */
    index: number | undefined;
    /** The cell that can't be as it is, as in `d3`. */
    cell: string | undefined;
}
/** The module, and the requests that it answers. */
export class Marlin {
    /**
     * Loads the module: the one beside this file, one at a URL, or the one whose bytes these are.
     *
     * @param {string | URL | BufferSource | WebAssembly.Module} [source]
     */
    static load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Marlin>;
    /**
     * Use `Marlin.load`.
     *
     * @param {WebAssembly.Module} module
     */
    constructor(module: WebAssembly.Module);
    /**
     * Answers a request.
     *
     * @template {Request} R
     * @param {R} request
     * @returns {Response<R>}
     */
    request<R extends Request>(request: R): Response<R>;
    /**
     * Performs a task at once, to its end.
     *
     * @template {TaskRequest} R
     * @param {R} task
     * @returns {Results[R['task']]}
     */
    ask<R extends TaskRequest>(task: R): Results[R["task"]];
    /**
     * Reads a book. Damaged bytes are refused, and the engine goes on with the books that it has.
     *
     * @param {Uint8Array} bytes
     * @returns {Book}
     */
    loadBook(bytes: Uint8Array): Book;
    /** @returns {Info} */
    get info(): Info;
    #private;
}
import type { Request } from './types.js';
import type { Response } from './types.js';
import type { TaskRequest } from './types.js';
import type { Results } from './types.js';
import type { Book } from './types.js';
import type { Info } from './types.js';
