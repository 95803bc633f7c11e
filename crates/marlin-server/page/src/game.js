// The game on the page: its moves, and the one that is shown. Nothing here touches the document.

/** The greatest number of columns that a digit or a letter can name. */
const NAMES = "123456789abcdefghijklmnopqrstuvwxyz";

/**
 * A game: what undo and redo move through.
 *
 * @typedef {object} Game
 * @property {string} board the size of the board, as in 7x6
 * @property {string} moves all moves as text, a digit or a letter for each column
 * @property {number} setup the number of the first moves that only set the board up: no player has chosen them
 * @property {number} ply the number of moves that are on the board
 */

/** @returns {Game} */
export function newGame(board = "7x6") {
    return { board, moves: "", setup: 0, ply: 0 };
}

/**
 * The moves that are on the board.
 *
 * @param {Game} game
 */
export function shown(game) {
    return game.moves.slice(0, game.ply);
}

/**
 * The game after a move. One that is the next move of the game goes forward; another one replaces what followed.
 *
 * @param {Game} game
 * @param {number} column from 1
 * @returns {Game}
 */
export function played(game, column) {
    const name = NAMES[column - 1];
    const moves = game.moves[game.ply] === name ? game.moves : shown(game) + name;
    return { ...game, moves, ply: game.ply + 1 };
}

/**
 * The game at another of its positions; the first one is the board that was set up.
 *
 * @param {Game} game
 * @param {number} ply
 * @returns {Game}
 */
export function at(game, ply) {
    return { ...game, ply: Math.max(game.setup, Math.min(ply, game.moves.length)) };
}

/**
 * The game at the last position before in which a person moves, or at its first one.
 *
 * @param {Game} game
 * @param {(ply: number) => boolean} isStop whether a person moves after as many plies
 */
export function back(game, isStop) {
    let ply = game.ply - 1;
    while (ply > game.setup && !isStop(ply)) ply--;
    return at(game, ply);
}

/**
 * The game at the next position in which a person moves, or at its last one.
 *
 * @param {Game} game
 * @param {(ply: number) => boolean} isStop whether a person moves after as many plies
 */
export function forward(game, isStop) {
    let ply = game.ply + 1;
    while (ply < game.moves.length && !isStop(ply)) ply++;
    return at(game, ply);
}

/**
 * The game of a text that the engine has read: in moves, which for a board without them are a setup.
 *
 * @param {Game} game
 * @param {{moves: string | null, has_history: boolean}} position what the engine says of the text
 */
export function inMoves(game, { moves, has_history }) {
    if (moves === null) throw new Error("no moves that lead to this board are known");
    const setup = has_history ? Math.min(game.setup, moves.length) : moves.length;
    return at({ ...game, moves, setup }, game.ply);
}

/**
 * The column of a move, from 1.
 *
 * @param {string} name
 */
export function columnOf(name) {
    return NAMES.indexOf(name.toLowerCase()) + 1;
}

/**
 * Moves as every reader takes them: on a board of more than nine columns `a1` may be a cell, and `a,1` is not.
 *
 * @param {string} moves
 */
export function separated(moves) {
    return /^[a-z]+1$/.test(moves) ? [...moves].join(",") : moves;
}

/**
 * Moves as columns, if they were written as the cells that the stones fall to, as in `d1 d2 c1`. Other text stays as it is, and so
 * does a word by itself that may be columns of the board.
 *
 * @param {string} text
 * @param {string} board
 */
export function fromCells(text, board) {
    const words = text.trim().split(/[\s,;]+/);
    if (words.length === 1 && Number.parseInt(board, 10) > 9 && !text.includes("@")) return text;
    const cells = words.map((word) => /^(?:p@)?([a-z])\d{1,2}$/i.exec(word)?.[1]?.toLowerCase());
    if (!cells.every((file) => file !== undefined)) return text;
    return cells.map((file) => NAMES["abcdefghijklmnopqrstuvwxyz".indexOf(file)] ?? "").join("");
}

/**
 * Moves as text, with further columns after them.
 *
 * @param {string} moves
 * @param {number[]} columns from 1
 */
export function withColumns(moves, columns) {
    return moves + columns.map((column) => NAMES[column - 1] ?? "").join("");
}
