// What the page shows.

import { fromQuery } from "./game.js";
import { readPlayers } from "./players.js";

/** @typedef {import("./engine.js").Analysis} Analysis */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./panels.js").GameRecord} GameRecord */
/** @typedef {import("./panels.js").MoveRecord} MoveRecord */

/** All that the page shows. */
export const state = {
    game: fromQuery(location.search),
    /** @type {Position | null} */
    position: null,
    /** @type {Analysis | null} */
    analysis: null,
    /** @type {GameRecord | null} */
    review: null,
    /** @type {string[]} the cells that an explanation names */
    marked: [],
    /** @type {MoveRecord | null} the blunder that is tried again */
    retry: null,
    players: readPlayers(),
};
