// The state of the page, and the names of the sides that follow from it: "You" and "Level 3" in a game of this device and its
// review, elsewhere the colours of their stones.

import { fromQuery } from "./address.js";
import { newGame } from "./game.js";
import { readSeed } from "./players.js";
import { YOU, inWords } from "./words.js";

/** @typedef {import("./engine.js").Columns} Columns */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Progress} Progress */
/** @typedef {import("./engine.js").Review} Review */
/** @typedef {import("./board.js").Side} Side */

/**
 * A cell that is pointed out, for a side or for both.
 *
 * @typedef {{cell: string, player: Side | null}} Mark
 */

/**
 * A task that asks for a move or a cell: a blunder that is tried again, a puzzle, a lesson, or a setup.
 *
 * @typedef {object} Task
 * @property {(column: number, row: number) => void} pick
 * @property {boolean} [hidesTurn] whether no stone follows the pointer, because cells are chosen
 * @property {() => import("./board.js").Cell[][]} [rows] the cells in place of the game's
 * @property {() => void} [close] called when another game is shown
 */

/**
 * A line of moves that is looked at in place of the game.
 *
 * @typedef {object} Line
 * @property {string} name its name, as in "the better line"
 * @property {number[]} from the moves before it
 * @property {number[]} columns
 * @property {number} shown the number of its moves on the board
 * @property {{marks?: Mark[], arrows?: import("./board.js").View["arrows"]}} drawn the marks and arrows at its end
 */

/**
 * The search for scores: it goes on or is about to begin, a person stopped it, or it ended by itself, proven or at a limit.
 *
 * @typedef {"running" | "stopped" | "ended"} Search
 */

const address = fromQuery(location.search);

/** The section, the game, its position, and the findings of the engine. */
export const state = {
    ...address,
    /** @type {import("./game.js").Game} */
    game: newGame(address.game.board),
    /** @type {Position | null} */
    position: null,
    /** @type {Columns | Progress | null} */
    analysis: null,
    /** @type {Search} */
    search: "running",
    /** @type {Review | null} */
    review: null,
    /** @type {Position | null} another position that is shown in place of the game's, to look at a line */
    preview: null,
    /** @type {Line | null} */
    line: null,
    /** @type {Mark[]} */
    marks: [],
    /** @type {import("./board.js").View["arrows"]} */
    arrows: [],
    /** @type {Task | null} */
    task: null,
    seed: readSeed(),
    /** the hints that were taken in the game that is played, and how often a move was replaced */
    hints: 0,
    takebacks: 0,
    /** the stones on the board when the game began on this device */
    begun: 0,
    /** whether this device plays the game, or has played it */
    isOwn: false,
    /** whether the game ended with the move that was made last */
    isJustOver: false,
};

/** @returns {{X: string, O: string}} */
export function names() {
    const { mode, players, reviewed, isOwn } = state;
    const isGame = players !== null && (mode === "play" || reviewed) && players.X !== players.O;
    const name = (/** @type {number} */ level, /** @type {string} */ colour) => (level > 0 ? `Level ${level}` : isOwn ? YOU : colour);
    return isGame ? { X: name(players.X, "Yellow"), O: name(players.O, "Red") } : { X: "Yellow", O: "Red" };
}

/**
 * Whether the reader plays a side: against a level, in a game of this device or in its review.
 *
 * @param {import("./words.js").Side} side
 */
export function isYou(side) {
    return names()[side] === YOU;
}

/**
 * A text with the names of the sides.
 *
 * @param {import("./words.js").Part[]} parts
 */
export function named(parts) {
    return parts.map((part) => inWords(part, names())).join("");
}
