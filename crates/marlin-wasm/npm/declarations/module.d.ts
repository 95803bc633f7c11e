/**
 * @import { Book, ErrorRecord, Exports, Info, Request, Response, Results, StatusOf, TaskRequest } from './types.js'
 */
/** The error of a request, which leaves the engine as it was. */
export class MarlinError extends Error {
    /** @param {ErrorRecord} record */
    constructor(record: ErrorRecord);
    /** The kind, for programs. */
    code: string;
    /** The place of the error in the text of a position, in characters from 0. */
    index: number | undefined;
    /** The cell with the error, as in `d3`. */
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
import type { ErrorRecord } from './types.js';
import type { Request } from './types.js';
import type { Response } from './types.js';
import type { TaskRequest } from './types.js';
import type { Results } from './types.js';
import type { Book } from './types.js';
import type { Info } from './types.js';
