// The game on the page: its moves, and the one that is shown. Nothing here touches the document.

/** The files of the columns, by which cells are named: `a` to `z`, and then `aa` to `af`. */
export const FILES = [..."abcdefghijklmnopqrstuvwxyz", ...[..."abcdef"].map((letter) => `a${letter}`)];

/**
 * The column and the row of a cell, from 1: of `d2` they are 4 and 2.
 *
 * @param {string} cell
 * @returns {[number, number]}
 */
export function placeOf(cell) {
    // A record names a cell by its column and its row: d3 is this text.
    const file = cell.replace(/\d+$/, "");
    return [FILES.indexOf(file) + 1, Number(cell.slice(file.length))];
}

/**
 * A game, through which undo and redo move.
 *
 * @typedef {object} Game
 * @property {string} board the size of the board, as in 7x6
 * @property {number[]} moves the columns of all moves, from 1
 * @property {number} setup the number of the first moves that only set the board up: no player has chosen them
 * @property {number} ply the number of moves that are on the board
 */

/** @typedef {{board: string, text: string, setup: number, ply: number}} Text a game that the engine has yet to read */

/** @returns {Game} */
export function newGame(board = "7x6") {
    return { board, moves: [], setup: 0, ply: 0 };
}

/**
 * A text that the engine reads, all of which sets the board up.
 *
 * @param {string} text
 * @returns {Text}
 */
export function setUp(text, board = "7x6") {
    return { board, text, setup: Infinity, ply: Infinity };
}

/**
 * The separator of moves as text: none between digits, and a comma between the numbers of wide boards.
 *
 * @param {string} board
 */
function separator(board) {
    return Number.parseInt(board, 10) > 9 ? "," : "";
}

/**
 * Moves as text, as in 4433, or 10,3,10 on a board of ten or more columns.
 *
 * @param {string} board
 * @param {number[]} moves
 */
export function toText(board, moves) {
    return moves.join(separator(board));
}

/**
 * A game as text, as the engine reads it.
 *
 * @param {Game | Text} game
 */
export function textOf(game) {
    return "text" in game ? game.text : toText(game.board, game.moves);
}

/**
 * The columns of moves that the engine has written.
 *
 * @param {string} board
 * @param {string} text
 */
export function toColumns(board, text) {
    return text === "" ? [] : text.split(separator(board)).map(Number);
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
    const moves = game.moves[game.ply] === column ? game.moves : [...shown(game), column];
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
 * The game at the previous position in which a person moves, or at its first one.
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
 * The game of a text that the engine has read: a board without moves is set up by those that lead to it.
 *
 * @param {Text} game
 * @param {{moves: string | null, has_history: boolean}} position the engine's reading of the text
 * @returns {Game}
 */
export function inMoves({ board, setup, ply }, { moves: text, has_history }) {
    if (text === null) throw new Error("no moves that lead to this board are known");
    const moves = toColumns(board, text);
    return at({ board, moves, setup: has_history ? Math.min(setup, moves.length) : moves.length, ply: 0 }, ply);
}

/**
 * Returns whether the moves of two games are the same.
 *
 * @param {Game} a
 * @param {Game | Text} b
 */
export function isSame(a, b) {
    return a.board === b.board && a.setup === b.setup && textOf(a) === textOf(b);
}
