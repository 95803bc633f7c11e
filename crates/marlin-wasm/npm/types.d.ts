// The types of the package, by hand: what the engine takes and gives has the names of its JSON, which are those of the command
// line and of the HTTP API too. Columns and moves count from 1, cells are named as in `d3`, and scores are from the side to
// move unless said otherwise: 0 for a draw, above it for a win, the further from 0 the sooner.

export { Engine, Marlin, MarlinError, graphOf } from './index.js';

/** `X` moves first. */
export type Player = 'X' | 'O';
/** The least and the greatest score that is possible. */
export type Bounds = [lower: number, upper: number];

export interface Given {
    /** Moves such as `4433`, or a board in any notation of the engine. Empty for the empty board. */
    position?: string;
    /** The size of the board, as in `8x7`; without it 7x6, unless the position shows its board. */
    board?: string;
    /** The number of the leftmost column in moves: 1 without it. Answers count columns from 1. */
    base?: 0 | 1;
}

export type PositionOptions = Pick<Given, 'board' | 'base'>;

// Answers that take no time.

export interface Info {
    version: string;
    hash_mib: number;
    books: Book[];
}

export interface Book {
    board: string;
    /** The most stones of a position in the book. */
    plies: number;
    /** The positions that have a score of their own. */
    positions: number;
}

export interface Position {
    board: string;
    width: number;
    height: number;
    /** The moves: those that were given, or for a board some that lead there. `null` if none do. */
    moves: string | null;
    /** Whether the moves are those that were given. */
    has_history: boolean;
    /** The board on one line, the top row first, as in `..../..../..O./.XX.`. */
    rows: string;
    fen: string;
    stones: number;
    /** `null` when the game is over. */
    to_move: Player | null;
    legal: number[];
    heights: number[];
    result: Player | 'draw' | null;
    last_move: string | null;
    winning_lines: [string, string, string, string][];
    /** Empty cells that complete a four, whether or not they can be played now. */
    threats: { x: string[]; o: string[] };
}

export interface Reach {
    possible: boolean;
    moves: string | null;
    /** Why no moves lead there. */
    reason: string | null;
    cell: string | null;
}

export interface Drawing {
    svg: string;
    /** The same in words, for a text alternative. */
    description: string;
}

export interface DiagramOptions extends PositionOptions {
    /** The score over each column: give them once all are proven, because the caption says who wins by the best of them. */
    scores?: (number | null)[];
    threats?: boolean;
    /** Columns to show as ghost discs. */
    line?: number[];
    theme?: 'auto' | 'light' | 'dark';
    sides?: 'xo' | 'red_blue';
    /** Leaves out what is around the board. */
    bare?: boolean;
}

// Answers that take a while.

export interface Columns {
    /** The position as it was given. */
    position: string;
    /** The score of each column; `null` for one that can't be played or isn't proven. */
    scores: (number | null)[];
    /** The best move, or as long as it isn't proven the one that looks best. */
    best: number | null;
    score: number | null;
    outcome: 'win' | 'draw' | 'loss' | null;
    plies_to_end: number | null;
    /** The number of the last move of the game. */
    final_move: number | null;
    source: 'rules' | 'book' | 'search';
    nodes: number;
    time_us: number;
    /** The columns that keep the score. */
    best_columns: number[] | null;
    /** Whether all scores are proven. */
    proven: boolean;
    /** If not all scores are proven. */
    bounds: Bounds | null;
    /** If not all scores are proven. */
    column_bounds: (Bounds | null)[] | null;
    best_proven: boolean | null;
    winning_cells: string[] | null;
    board: string;
    /** The moves of best play, if they were asked for. */
    pv?: number[];
}

export interface Line {
    board: string;
    line: number[];
    complete: boolean;
}

export interface LevelMove {
    board: string;
    level: number;
    seed: number;
    column: number | null;
}

export interface Review {
    game: string;
    board: string;
    result: Player | 'draw' | null;
    sides: [ReviewedSide, ReviewedSide];
    /** The number of the move that decided the game. */
    turning_point: number | null;
    longest_stretch: [first: number, last: number] | null;
    moves: ReviewedMove[];
    /** The number of blunders, and of moves that aren't proven, as text. */
    summary: string;
    /** The stones on the board before the first of the moves. */
    setup: number;
}

export interface ReviewedSide {
    player: Player;
    /** In percent. */
    accuracy: number | null;
    moves: number;
    perfect: number;
    blunders: number;
    slow_wins: number;
    quick_losses: number;
    only_moves: number;
    forced: number;
    /** The moves that the other numbers are of. */
    proven: number;
    /** The accuracy as text: a percentage, `no choice`, or `unknown`. */
    accuracy_words: string;
}

export interface ReviewedMove {
    number: number;
    player: Player;
    column: number;
    /** The score before the move, from the view of its player; this and what follows is `null` if it isn't proven. */
    before: number | null;
    /** The score after it, from the same view. */
    after: number | null;
    final_move: number | null;
    scores: (number | null)[];
    best: number[];
    verdict: 'perfect' | 'slow win' | 'quick loss' | 'blunder' | null;
    outcomes: [string, string] | null;
    choice: 'free' | 'only' | 'forced' | null;
    /** After a blunder, a line of perfect play instead. */
    line: number[];
}

export interface Explanation {
    board: string;
    to_move: Player;
    headline: string;
    score: number | null;
    winner: Player | 'draw' | null;
    winner_layer: string | null;
    score_layer: string | null;
    steps: Step[];
}

export interface Step {
    layer: string;
    kind: string;
    text: string;
    lower: number;
    upper: number;
    moves: string[];
    /** The cells to highlight. */
    cells: MarkedCell[];
    branches: { cell: string; steps: Step[] }[];
    nodes?: number;
    end?: Step[];
}

export interface MarkedCell {
    cell: string;
    mark:
        | 'move'
        | 'win'
        | 'threat_x'
        | 'threat_o'
        | 'threat_both'
        | 'free'
        | 'entry'
        | 'opponent'
        | 'own'
        | 'trap'
        | 'stone';
    /** Of a move, from 1. */
    number?: number;
}

/** What is known of a task that isn't done. */
export interface ProgressRecord {
    nodes: number;
    time_us: number;
    bounds?: Bounds;
    column_bounds?: (Bounds | null)[];
    /** The column that looks best. */
    best?: number;
    /** Of a review, the moves that are left. */
    left?: number;
}

/** How far a download has come, in bytes. */
export interface Download {
    loaded: number;
    /** Not known where the host doesn't tell it. */
    total?: number;
}

// Options of the client.

export interface StartOptions {
    /** A worker that serves, instead of the package's own. */
    port?: Port;
    /** Where the module is, if not beside the package's files. */
    module?: string | URL;
    /** The size of the table in MiB: 64 without it. */
    hash?: number;
}

export interface AskOptions extends PositionOptions {
    /** Called after every slice. */
    onProgress?: (progress: ProgressRecord) => void;
    /** Stops the search within a slice. The promise is refused with the signal's reason. */
    signal?: AbortSignal;
    /** The nodes after which the search gives up: what isn't proven then is `null`. */
    maxNodes?: number;
    /** The nodes of a slice: 200,000 without it. Slices below 10,000 grow during the search, up to that number. */
    sliceNodes?: number;
}

export interface BookOptions {
    onProgress?: (progress: Download) => void;
    signal?: AbortSignal;
}

// Requests, as the module reads them.

export type Question = Given & { max_nodes?: number } & (
        | { task: 'analyze'; line?: boolean }
        | { task: 'best' }
        | { task: 'line'; plies?: number }
        | { task: 'level'; level: number; seed?: number }
        | { task: 'review'; setup?: number }
        | { task: 'explain' }
    );

/** The answer to each question. */
export interface Results {
    analyze: Columns;
    best: Columns;
    line: Line;
    level: LevelMove;
    review: Review;
    explain: Explanation;
}

export type StepOf<Q extends Question> = { progress: ProgressRecord } | { result: Results[Q['task']] };

export type Request =
    | { op: 'info' }
    | { op: 'configure'; hash_mib: number }
    | { op: 'clear' }
    | ({ op: 'position' } & Given)
    | ({ op: 'reach' } & Given)
    | ({ op: 'diagram' } & Given & Omit<DiagramOptions, 'board' | 'base'>)
    | { op: 'graph'; board?: string; scores: (number | null)[]; marks?: number[]; sides?: 'xo' | 'red_blue' }
    | ({ op: 'start' } & Question)
    | { op: 'step'; task: number; nodes?: number }
    | { op: 'cancel'; task: number };

interface Responses {
    info: Info;
    configure: Record<string, never>;
    clear: Record<string, never>;
    position: Position;
    reach: Reach;
    diagram: Drawing;
    graph: Drawing;
    start: { task: number };
    step: { progress: ProgressRecord } | { result: Results[keyof Results] };
    cancel: Record<string, never>;
}

/** The answer to a request. */
export type Response<R extends Request> = Responses[R['op']];

// Messages between a page and its worker.

export type FromClient =
    | { type: 'load'; id: number; module?: string; hash_mib?: number }
    | { type: 'request'; id: number; request: Request }
    | { type: 'ask'; id: number; question: Question; slice_nodes?: number }
    | { type: 'book'; id: number; source: string | Uint8Array }
    | { type: 'stop'; id: number; stop: number };

export type FromServer =
    | { type: 'result'; id: number; result: unknown }
    | { type: 'progress'; id: number; progress: ProgressRecord | Download }
    | { type: 'error'; id: number; error: { code: string; message: string; index?: number; cell?: string } };

/** A message without its number. */
export type Unnumbered<M> = M extends unknown ? Omit<M, 'id'> : never;

/** One end of a channel: a worker, what a worker sees as `self`, or a `MessagePort`. */
export interface Port {
    postMessage(message: unknown): void;
    onmessage: ((this: any, event: any) => any) | null;
    onerror?: ((this: any, event: any) => any) | null;
    terminate?(): void;
    close?(): void;
}

/** What the module exports. */
export interface Exports {
    memory: WebAssembly.Memory;
    input(length: number): number;
    request(): number;
    book(): number;
    output(): number;
}
