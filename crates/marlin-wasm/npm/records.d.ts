// Written by `MARLIN_WRITE=1 cargo test -p marlin-wasm types` from the records in Rust. Columns and moves count from 1,
// cells are named as in `d3`, and scores are from the side to move unless said otherwise: 0 for a draw, above it for a win,
// the further from 0 the sooner.

/** The version, the size of the table and the books. */
export interface Info {
    /** The version. */
    version: string;
    /** The size of the table in MiB. */
    hash_mib: number;
    /** The loaded books. */
    books: Book[];
}

/** A book. */
export interface Book {
    /** The size of its board. */
    board: string;
    /** The maximum number of stones of a position in the book. */
    plies: number;
    /** The positions with a score of their own. */
    positions: number;
}

/** A position set. */
export interface Suite {
    /** The size of the board. */
    board: string;
    /** The moves of each line. */
    positions: string[];
    /** The score of each line, from the side to move. */
    scores: number[];
}

/** The record of a person as plain data. */
export interface PersonRecord {
    /** The rating by the first answers to puzzles (Elo). */
    rating: number;
    /** The number of days in a row, up to today or yesterday, on which the puzzle of the day was solved. */
    streak: number;
    /** The number of the puzzle of today. */
    daily: number;
    /** The number of puzzles that are solved. */
    solved: number;
    /** The number of puzzles with an answer. */
    tried: number;
    /** The number of puzzles that were solved at the first try. */
    at_first_try: number;
    /** The puzzles with an answer. */
    puzzles: AnsweredPuzzle[];
    /** The puzzles of days that were solved on their day. */
    on_their_day: number[];
    /** The answers of today to the puzzle of today, in order. */
    answers: PuzzleAnswer[];
    /** The mistakes whose better move was not found, in the order in which they were made. */
    mistakes: OpenMistake[];
    /** The levels that were played, with the results. */
    levels: Standing[];
    /** The level to play next, `null` before the first game. */
    next_level: number | null;
    /** The steps of lessons that are done. */
    learned: LearnedStep[];
    /** The reason why the last game of the log is not in the record; null if it counts. */
    uncounted: string | null;
}

/** A puzzle with an answer. */
export interface AnsweredPuzzle {
    /** Its number. */
    number: number;
    /** The best answer; `first` if the first one is. */
    answer: PuzzleAnswer;
    /** The number of wrong tries before the solution was found or shown, at most three. */
    wrong: number;
}

/** The answer to a puzzle. */
export type PuzzleAnswer = 'first' | 'later' | 'wrong' | 'shown';

/** A mistake of a person whose better move was not found so far. */
export interface OpenMistake {
    /** The size of the board. */
    board: string;
    /** The moves that lead to the position. */
    moves: string;
    /** Whether it is to be asked again today. */
    is_due: boolean;
    /** Whether it was first missed after the last game: in the review of that game. */
    is_of_last_game: boolean;
}

/** The games of a person against a level. */
export interface Standing {
    /** The level. */
    level: number;
    /** The games that the person won. */
    won: number;
    /** The drawn games. */
    drawn: number;
    /** The games that the person lost. */
    lost: number;
}

/** A step of a lesson that is done. */
export interface LearnedStep {
    /** The name of the lesson. */
    lesson: string;
    /** The step, from 1. */
    step: number;
}

/** The progress of a search or of a task as plain data. Unknown fields are absent. */
export interface Progress {
    /** The nodes searched so far. */
    nodes: number;
    /** The time of the searches, in microseconds. */
    time_us: number;
    /** The bounds of the score of the position, from the side to move. */
    bounds?: Bounds;
    /** The bounds of the score of each column; null for a full one. */
    column_bounds?: (Bounds | null)[];
    /** The most promising column. */
    best?: number;
    /** The most promising line of play. */
    line?: number[];
    /** The moves that a review has left. */
    left?: number;
}

/** The minimum and the maximum possible score. */
export type Bounds = [number, number];

/** The error of a request. */
export interface ErrorRecord {
    /** The kind, for programs: the name of the field with the error, `request` for a field that does not exist or is missing, or a kind of its own: `needs_moves`, `column`, `score`, `table`, `book` or `no_task`. */
    code: string;
    /** The error with its remedy, fit to print. */
    message: string;
    /** The place of the error in the text of a position, in characters from 0. */
    index?: number;
    /** The cell with the error. */
    cell?: string;
}

/** A position by the rules, as plain data. */
export interface Position {
    /** The size of the board. */
    board: string;
    /** Its columns. */
    width: number;
    /** Its rows. */
    height: number;
    /** The given moves or, for a board, moves that lead to it; null if none do. */
    moves: string | null;
    /** Whether the moves are the given ones. */
    has_history: boolean;
    /** The board on one line, the top row first, as in `..../..../..O./.XX.`. */
    rows: string;
    /** The board as FEN with drops. */
    fen: string;
    /** The stones on the board. */
    stones: number;
    /** The side to move; null after the end of the game. */
    to_move: Player | null;
    /** The columns that are legal moves. */
    legal: number[];
    /** The stones in each column, from the left. */
    heights: number[];
    /** The result of the game; null before its end. */
    result: GameResult | null;
    /** The cell of the last move; null if it is unknown. */
    last_move: string | null;
    /** The lines of four that won. */
    winning_lines: [string, string, string, string][];
    /** The threats of both sides. */
    threats: Threats;
    /** Whether level 10 is perfect on this board, or only the strongest level. */
    perfect_level: boolean;
    /** The scores of all columns, if requested and known by rules and book. */
    known?: Columns;
}

/** One of the two players. X always moves first. */
export type Player = 'X' | 'O';

/** The result of a game: its winner, or a draw. */
export type GameResult = 'X' | 'O' | 'draw';

/** The empty cells that would complete four in a row, in reach or not; none after the end of the game. */
export interface Threats {
    /** The cells of X. */
    x: string[];
    /** The cells of O. */
    o: string[];
}

/** The scores of all columns of a position as plain data. */
export interface Columns {
    /** The position as given. */
    position: string;
    /** The score of each column, from the left; null if full or unproven. */
    scores: (number | null)[];
    /** The best move; before its proof, the most promising move that the bounds allow. */
    best: number | null;
    /** The score of the position. */
    score: number | null;
    /** The outcome for the side to move. */
    outcome: Outcome | null;
    /** The plies until the game ends. */
    plies_to_end: number | null;
    /** The number of the last move of the game. */
    final_move: number | null;
    /** The source of the scores. */
    source: Source;
    /** The nodes of the search. */
    nodes: number;
    /** The time of the search, in microseconds. */
    time_us: number;
    /** All columns that keep the score, none after the end of the game; null if not all scores are proven. */
    best_columns: number[] | null;
    /** Whether all scores are proven. */
    proven: boolean;
    /** The bounds of the score of the position, if not all scores are proven. */
    bounds: Bounds | null;
    /** The bounds of the score of each column, if not all are proven. */
    column_bounds: (Bounds | null)[] | null;
    /** Whether the best move is proven to keep the score. */
    best_proven: boolean | null;
    /** The cells of the stones that won; null without a winner. */
    winning_cells: string[] | null;
    /** The size of the board. */
    board: string;
    /** The height of the score on an evaluation bar, from the view of X: 1 for a win of X with the next stone, 0 for a draw, -1 for a win of O. */
    evaluation: number | null;
    /** The moves of best play, if requested. */
    line?: number[];
    /** The move to play if not `best`: its certain score is higher, but it is proven not best. */
    play?: number;
}

/** The result under best play, from the side to move. */
export type Outcome = 'loss' | 'draw' | 'win';

/** The source of an answer. A greater source is more costly. */
export type Source = 'rules' | 'book' | 'search';

/** The game that leads to a board, or the reason why none does. */
export interface Reach {
    /** Whether a game leads there, `null` if that is not decided within a million steps. */
    possible: boolean | null;
    /** Its moves, from the empty board. */
    moves: string | null;
    /** The reason why there are no such moves. */
    reason: string | null;
    /** The cell with the error. */
    cell: string | null;
}

/** Moves of best play. */
export interface Line {
    /** The size of the board. */
    board: string;
    /** The columns. */
    line: number[];
    /** Whether the line is as long as requested, or ends with the game. */
    complete: boolean;
}

/** The move of a player of a level as plain data. */
export interface LevelMove {
    /** The position as given. */
    position: string;
    /** The size of the board. */
    board: string;
    /** The level of the player, from 1 to 10. */
    level: number;
    /** The seed of its choices. */
    seed: number;
    /** The best move; before its proof, the most promising move that the bounds allow; only for level 10. */
    best?: number;
    /** The score after `play`, from the side to move before it; null without a proof. */
    score: number | null;
    /** Whether `play` is proven to keep the score of the position. */
    best_proven: boolean | null;
    /** The column to play; null after the end of the game. */
    play: number | null;
}

/** The quality of the moves of a game as plain data. Moves are numbered from 1. */
export interface Review {
    /** The moves of the game. */
    game: string;
    /** The size of the board. */
    board: string;
    /** The result of the game; null before its end. */
    result: GameResult | null;
    /** Both sides, X first. */
    sides: [ReviewedSide, ReviewedSide];
    /** The number of the last move that changed the winner. */
    turning_point: number | null;
    /** The first and the last move of the longest stretch of only moves that one side found. */
    longest_stretch: [number, number] | null;
    /** All moves. */
    moves: ReviewedMove[];
    /** The number of blunders in words, with the numbers of unproven moves and of the stones of the setup. */
    summary: string;
    /** The stones on the board before the first of the moves: a setup, which is not reviewed. */
    setup: number;
    /** The turning point in words. */
    turning_point_words: string;
    /** Whether the quality of every move is proven. */
    proven: boolean;
    /** The turning point as parts. */
    turning_point_parts: Part[];
}

/** The moves of a side together. */
export interface ReviewedSide {
    /** The side. */
    player: Player;
    /** Its accuracy in percent; null if no move counts. */
    accuracy: number | null;
    /** Its moves. */
    moves: number;
    /** Moves that kept the score. */
    perfect: number;
    /** Moves that changed the outcome. */
    blunders: number;
    /** Moves that put a win off. */
    slow_wins: number;
    /** Moves that hastened a loss. */
    quick_losses: number;
    /** Moves where a single column kept the win or the draw. */
    only_moves: number;
    /** Moves without a choice. */
    forced: number;
    /** Its moves whose scores are proven. The other numbers count only these. */
    proven: number;
    /** Its accuracy as text: a percentage, `no choice` or `unknown`. */
    accuracy_words: string;
}

/** A move of the game. */
export interface ReviewedMove {
    /** Its number. */
    number: number;
    /** Its player. */
    player: Player;
    /** Its column. */
    column: number;
    /** The score before it, from the view of its player. This and all fields after it are null or empty without a proof. */
    before: number | null;
    /** The score after it, from the same view. */
    after: number | null;
    /** The number of the last move of the game under best play from before this one. */
    final_move: number | null;
    /** The score of each column; null for a full one. */
    scores: (number | null)[];
    /** The columns that keep the score. */
    best_columns: number[];
    /** The quality of the move. */
    verdict: 'perfect' | 'slow win' | 'quick loss' | 'blunder' | null;
    /** The outcomes before and after a blunder. */
    outcomes: [Outcome, Outcome] | null;
    /** The choice of its player. */
    choice: ChoiceKind | null;
    /** After a blunder, a line of perfect play instead. */
    line: number[];
    /** The mark beside the move: `??` for a blunder, `?` for a slip, a slow win nearly thrown away or a loss within two moves of the opponent, `·` for any other slow win or quick loss, `!` for the only move that kept the result, or nothing. */
    mark: string;
    /** The height of the score after it on an evaluation bar, from the view of X: 1 for a win of X with the next stone, 0 for a draw, -1 for a win of O. */
    evaluation: number | null;
    /** A blunder in words: the move, its loss and the better columns; null for other moves. */
    story: string | null;
    /** After a blunder, perfect play of both sides from the position after it: the proof of the loss. */
    refutation: number[];
    /** The story as parts. */
    story_parts: Part[] | null;
}

/** The choice of a player. */
export type ChoiceKind = 'free' | 'only' | 'forced';

/** A part of a text: words as they are, or an object for a part that depends on the names of the players or on the board. */
export type Part =
    /** Words, with the spaces around them. */
    | string
    /** The name of a player. */
    | {
        /** The player. */
        player: Player;
        /** Whether the sentence begins with it. */
        starts: boolean;
        /** Whether it is a possessive: "X's", or "your". */
        owns: boolean;
    }
    /** Words that agree with a player. */
    | {
        /** The player. */
        of: Player;
        /** The words for a player with a name, as in `wins`. */
        it: string;
        /** The words for a player that is called "you", as in `win`. */
        you: string;
    }
    /** The name of a cell. */
    | {
        /** The cell. */
        cell: string;
    }
    /** The end of an item of a list; in running text a space. */
    | null;

/** The reasons for the score of a position as plain data. */
export interface Explanation {
    /** The position as given. */
    position: string;
    /** The size of the board. */
    board: string;
    /** The side to move; null after the end of the game. */
    to_move: Player | null;
    /** The winner and the end of the game, in words. */
    headline: string;
    /** The score, if it is proven. */
    score: number | null;
    /** The winner or a draw, if it is proven. */
    winner: GameResult | null;
    /** The deepest layer of the proof of the winner. */
    winner_layer: Layer | null;
    /** The deepest layer of the proof of the score. */
    score_layer: Layer | null;
    /** The statements. */
    steps: Step[];
    /** Whether the score is proven. */
    proven: boolean;
    /** The bounds of the score, if it is unproven. */
    bounds: Bounds | null;
    /** The headline as parts. */
    headline_parts: Part[];
}

/** The depth of a reason, from a glance at the board to a search. */
export type Layer = 'next stones' | 'double threat' | 'forced line' | 'threats' | 'zugzwang' | 'search';

/** A statement. */
export interface Step {
    /** Its layer. */
    layer: Layer;
    /** Its kind, as in `double_threat`. */
    kind: string;
    /** The statement in words, without the statements in `branches` and `end`. */
    text: string;
    /** The lower bound proven so far, from the side to move. */
    lower: number;
    /** The upper bound proven so far. */
    upper: number;
    /** Moves that show the statement on the board after `path`, in the order of play: the moves that it names, and the win that follows if there is one. */
    moves: string[];
    /** The cells to highlight on the board after `path`. */
    cells: MarkedCell[];
    /** The moves after which it has further statements. Moves with the same statements are together. */
    branches: Branch[];
    /** The fours of the side to move that come too late against claimeven. */
    second_fours?: SecondFour[];
    /** The nodes of a search. */
    nodes?: number;
    /** The reasons for the score or the winner after the moves of a search. */
    end?: Step[];
    /** The columns that lead from the explained position to the board of the statement. */
    path: number[];
    /** The text as parts. */
    parts: Part[];
}

/** A cell to highlight, as data too. */
export interface MarkedCell {
    /** The cell. */
    cell: string;
    /** The reason. */
    mark: Mark;
    /** The number of a move, from 1. */
    number?: number;
    /** The side whose move, four, threat or share of the cells it is; null for a cell of both sides or of none. */
    player: Player | null;
}

/** The reason why a cell is highlighted. */
export type Mark = 'stone' | 'move' | 'win' | 'threat_x' | 'threat_o' | 'threat_both' | 'free' | 'entry' | 'opponent' | 'own' | 'trap';

/** Moves after which the same sentences are true, with the statements about the position after the first of them. */
export interface Branch {
    /** The cell of the first move. */
    cell: string;
    /** The statements about the position after it. The texts are true after each of the moves; the marks, the moves and the bounds are for the position after the first one. */
    steps: Step[];
    /** The cells of all the moves. */
    cells: string[];
    /** The moves in words, as in `After b6, f6 or g2:`. */
    intro: string;
    /** The intro as parts. */
    intro_parts: Part[];
}

/** Two fours under claimeven: one of the side to move, and one of the side that answers, which is complete first. */
export interface SecondFour {
    /** The four of the side to move: its stones, and cells that it may get. */
    opponent: string[];
    /** A four of the side that answers: its stones, and cells that the side to move never gets. Each of these is below an empty cell of the other four, or right above one. The cells below are filled before the other four is complete. So are the cells right above, except the one above its last cell; the side that answers then has another such four. */
    own: string[];
}

/** The facts about a position in a tree of openings as plain data. */
export interface Exploration {
    /** The position as given. */
    position: string;
    /** The size of the board. */
    board: string;
    /** The stones on the board. */
    stones: number;
    /** The side to move; null after the end of the game. */
    to_move: Player | null;
    /** The score of the position; null without a proof. */
    score: number | null;
    /** The outcome for the side to move; null without a proof. */
    outcome: Outcome | null;
    /** The number of move orders that lead to the position; null if they are too many to count. */
    orders: number | null;
    /** The columns that can be played, from the left; none after the end of the game. */
    columns: ExploredColumn[];
    /** The moves of each level; none after the end of the game. */
    levels: LevelShares[];
    /** The won, drawn and lost positions of 7x6 by their stones, for 0 to 12; none on other boards. */
    census: PlyCensus[];
    /** Whether the score of each column and the result of each reply are proven. */
    proven: boolean;
}

/** A column that can be played, with the facts about the position after it. */
export interface ExploredColumn {
    /** The column. */
    column: number;
    /** The cell of its stone. */
    cell: string;
    /** The score, from the side to move before it; null without a proof. */
    score: number | null;
    /** The outcome for the side to move before it; null without a proof. */
    outcome: Outcome | null;
    /** The number of the last move of the game; null without a proof. */
    final_move: number | null;
    /** The number of legal replies of the opponent; 0 if the column ends the game. */
    replies: number;
    /** The number of replies that keep the opponent's result after the column; null without a proof. */
    holding: number | null;
    /** The number of move orders that lead to the position after it; null if they are too many to count. */
    orders: number | null;
}

/** The moves of a level. */
export interface LevelShares {
    /** The level, from 1 to 10. */
    level: number;
    /** The columns that it may play, from the left; null if they are unknown. */
    columns: ColumnShare[] | null;
}

/** A column with its share among the moves of a level. */
export interface ColumnShare {
    /** The column. */
    column: number;
    /** The probability that the level plays it, over all seeds: above 0 up to 1, to six decimals. */
    share: number;
}

/** The positions with a number of stones, by their result for the side to move. Mirror images count twice, and positions after the end of the game count too. */
export interface PlyCensus {
    /** The stones on the board. */
    stones: number;
    /** All positions. */
    positions: number;
    /** Positions that the side to move wins. */
    won: number;
    /** Positions that end in a draw. */
    drawn: number;
    /** Positions that the side to move loses. */
    lost: number;
}

/** A request. */
export type Request =
    /** The version, the size of the table and the books. */
    | {
        op: 'info';
    }
    /** Sets the size of the table in MiB. It is empty then. */
    | {
        op: 'configure';
        /** The new size. */
        hash_mib: number;
    }
    /** Empties the table. */
    | {
        op: 'clear';
    }
    /** A position by the rules. */
    | Given & {
        op: 'position';
        /** Whether to add the scores of all columns where rules and book suffice for them. */
        known?: boolean;
    }
    /** The game that leads to a board. */
    | Given & {
        op: 'reach';
    }
    /** The record of a person by a log. */
    | {
        op: 'progress';
        /** The lines of the log. */
        log: string;
        /** The local date, as in `2026-11-24`. */
        today: string;
    }
    /** Reads a position set. */
    | {
        op: 'read';
        /** Lines of moves and a score, as in `4433 18`. */
        text: string;
    }
    /** Begins a task. */
    | TaskRequest & {
        op: 'start';
    }
    /** Goes on with a task. */
    | {
        op: 'step';
        /** Its number. */
        task: number;
        /** The nodes of the slice; without them it goes on to the end. Slices below 10,000 nodes grow during the task, up to that number: each starts again with the table, and one of a few nodes might store nothing. */
        nodes?: number;
    }
    /** Ends a task before its result. */
    | {
        op: 'cancel';
        /** Its number. */
        task: number;
    };

/** The position of a request as text, in any notation. */
export interface Given {
    /** The columns played from the empty board, the leftmost being 1, as in 4433; on a board of more than nine columns they are separated, as in 10,3,10. No text is the empty board. */
    moves?: string;
    /** The position: the columns played from the empty board, the leftmost being 1, as in 4433 or 10,3,10, or any other notation: cells such as d1 d2, drops such as P@d1 P@d2, a game such as 1. d1 d2 *, FEN such as 7/7/7/7/2pp3/2PP3 w, a drawn board with its rows from the top and / between them, such as ......./......./......./......./..OO.../..XX..., an observation of Kaggle, or a row of connect-4.data. No text is the empty board. */
    position?: string;
    /** The size of the board, columns x rows, as in 8x7: any of up to 32 columns with columns * (rows + 1) of at most 128. Without it that of a drawn board, and otherwise that of the program, most often 7x6. */
    board?: string;
    /** The number of the leftmost column in moves, 0 or 1. Answers count columns from 1. */
    base?: 0 | 1;
}

/** A request that begins a task. */
export type TaskRequest = {
    /** The columns played from the empty board, the leftmost being 1, as in 4433; on a board of more than nine columns they are separated, as in 10,3,10. No text is the empty board. */
    moves?: string;
    /** The position: the columns played from the empty board, the leftmost being 1, as in 4433 or 10,3,10, or any other notation: cells such as d1 d2, drops such as P@d1 P@d2, a game such as 1. d1 d2 *, FEN such as 7/7/7/7/2pp3/2PP3 w, a drawn board with its rows from the top and / between them, such as ......./......./......./......./..OO.../..XX..., an observation of Kaggle, or a row of connect-4.data. No text is the empty board. */
    position?: string;
    /** The size of the board, columns x rows, as in 8x7: any of up to 32 columns with columns * (rows + 1) of at most 128. Without it that of a drawn board, and otherwise that of the program, most often 7x6. */
    board?: string;
    /** The number of the leftmost column in moves, 0 or 1. Answers count columns from 1. */
    base?: 0 | 1;
    /** The maximum number of nodes of each search, in a review of the search of each position. A score without a proof by then is null. */
    nodes?: number;
} & (
    /** The scores of all columns. */
    | {
        task: 'analyze';
        /** The maximum number of moves of best play by both sides in the answer; 0 for none. */
        line?: number;
    }
    /** The best move, with the bounds of the others so far. */
    | {
        task: 'best';
    }
    /** The moves of best play. */
    | {
        task: 'line';
        /** The maximum number of moves; all moves if absent. */
        plies?: number;
    }
    /** The best move, or the move of a player of a level. */
    | {
        task: 'level';
        /** The strength of a player: 1 is a beginner, 10 plays perfectly. */
        level?: number;
        /** The seed of the choices among moves that look equal, and of the mistakes: the same seed plays the same game. */
        seed?: number;
    }
    /** The quality of the moves of a game. */
    | {
        task: 'review';
        /** The number of the first moves that only set the board up: the review begins after them. */
        setup?: number;
    }
    /** The reasons for the score of a position. */
    | {
        task: 'explain';
    }
    /** A position in a tree of openings. */
    | {
        task: 'explore';
    }
);
