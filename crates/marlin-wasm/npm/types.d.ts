// The types of the client. Those of requests and answers are in records.d.ts, made from the records in Rust.

import type {
    Book, Columns, ErrorRecord, Explanation, Exploration, Given, Info, LevelMove, Line, PersonRecord, Position,
    Progress, Reach, Request, Review, Suite, TaskRequest,
} from './records.js';

export { Engine, Marlin, MarlinError } from './index.js';
export type * from './records.js';

declare global {
    interface HTMLElementTagNameMap {
        'marlin-board': import('./board.js').MarlinBoard;
    }
}

export type PositionOptions = Pick<Given, 'board' | 'base'>;

/** The progress of a download, in bytes. */
export interface Download {
    loaded: number;
    /** Unknown for some hosts. */
    total?: number;
}

// Options of the client.

export interface StartOptions {
    /** A worker that serves, instead of the package's own. */
    port?: Port;
    /** The place of the module, if it is not beside the package's files. */
    module?: string | URL;
    /** The size of the table in MiB: 64 without it. */
    hash?: number;
}

export interface AskOptions extends PositionOptions {
    /** Called after every slice. */
    onProgress?: (progress: Progress) => void;
    /** Stops the search within a slice. The promise is rejected with the signal's reason. */
    signal?: AbortSignal;
    /** The maximum number of nodes of the search: a score without a proof by then is `null`. */
    maxNodes?: number;
    /** The nodes of a slice: 200,000 without it. Slices below 10,000 grow during the search, up to that number. */
    sliceNodes?: number;
}

export interface BatchOptions extends Omit<AskOptions, 'onProgress'> {
    /** Called after every position, with the numbers of answered and of all positions. */
    onProgress?: (done: number, total: number) => void;
}

export interface BookOptions {
    onProgress?: (progress: Download) => void;
    signal?: AbortSignal;
}

// Requests and their answers.

/** The result of each task. */
export interface Results {
    analyze: Columns;
    best: Columns;
    line: Line;
    level: LevelMove;
    review: Review;
    explain: Explanation;
    explore: Exploration;
}

export type StatusOf<R extends TaskRequest> = { progress: Progress } | { result: Results[R['task']] };

interface Responses {
    info: Info;
    configure: Record<string, never>;
    clear: Record<string, never>;
    position: Position;
    progress: PersonRecord;
    reach: Reach;
    read: Suite;
    start: { task: number };
    step: { progress: Progress } | { result: Results[keyof Results] };
    cancel: Record<string, never>;
}

/** The answer to a request. */
export type Response<R extends Request> = Responses[R['op']];

// Messages between a page and its worker.

export type FromClient =
    | { type: 'load'; id: number; module?: string; hash_mib?: number }
    | { type: 'request'; id: number; request: Request }
    | { type: 'ask'; id: number; task: TaskRequest; slice_nodes?: number }
    | { type: 'book'; id: number; source: string | Uint8Array }
    | { type: 'stop'; id: number; stop: number };

export type FromServer =
    | { type: 'result'; id: number; result: unknown }
    | { type: 'progress'; id: number; progress: Progress | Download }
    | { type: 'error'; id: number; error: ErrorRecord };

/** A message without its number. */
export type Unnumbered<M> = M extends unknown ? Omit<M, 'id'> : never;

/** One end of a channel: a worker, the `self` of a worker, or a `MessagePort`. */
export interface Port {
    postMessage(message: unknown): void;
    onmessage: ((this: any, event: any) => any) | null;
    onerror?: ((this: any, event: any) => any) | null;
    terminate?(): void;
    close?(): void;
}

/** The exports of the module. */
export interface Exports {
    memory: WebAssembly.Memory;
    input(length: number): number;
    request(): number;
    book(): number;
    output(): number;
}
