// The state of the page.

import { fromQuery } from "./game.js";
import { readPlayers } from "./players.js";

/** @typedef {import("./engine.js").Columns} Columns */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Progress} Progress */
/** @typedef {import("./panels.js").Review} Review */
/** @typedef {import("./panels.js").ReviewedMove} ReviewedMove */

/** The game, its position, and the findings of the engine. */
export const state = {
    game: fromQuery(location.search),
    /** @type {Position | null} */
    position: null,
    /** @type {Columns | Progress | null} */
    analysis: null,
    /** @type {Review | null} */
    review: null,
    /** @type {string[]} the cells that an explanation names */
    marked: [],
    /** @type {ReviewedMove | null} the blunder that is tried again */
    retry: null,
    players: readPlayers(),
};
