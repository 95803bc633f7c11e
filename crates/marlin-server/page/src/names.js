// What the sides are called: "You" and "Level 3" in a game and its review, elsewhere by the colours of their stones.

import { state } from "./state.js";
import { withNames } from "./words.js";

/** @returns {{X: string, O: string}} */
export function names() {
    const { mode, players, reviewed } = state;
    const isGame = players !== null && (mode === "play" || reviewed) && players.X !== players.O;
    return isGame ? { X: nameOf(players.X), O: nameOf(players.O) } : { X: "Yellow", O: "Red" };
}

/** @param {number} level 0 for a person */
function nameOf(level) {
    return level === 0 ? "You" : `Level ${level}`;
}

/**
 * A text of the engine, which calls the sides X and O, with their names.
 *
 * @param {string} text
 */
export function named(text) {
    return withNames(text, names());
}
