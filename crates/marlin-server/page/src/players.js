// Who plays each side, kept while the tab is open: a page that is loaded again goes on with the same opponent.

import { read, write } from "./storage.js";

/** The place of the players; a number that changes with their form. */
const KEY = "marlin-players-1";

/**
 * The level of each side, 0 for a person, and the seed of the levels' choices.
 *
 * @typedef {{X: number, O: number, seed: number}} Players
 */

/** @returns {Players} */
export function readPlayers() {
    return read("sessionStorage", KEY) ?? { X: 0, O: 0, seed: newSeed() };
}

/** @param {Players} players */
export function keepPlayers(players) {
    write("sessionStorage", KEY, players);
}

/** A seed for another game. */
export function newSeed() {
    return Math.floor(Math.random() * 2 ** 31);
}

/**
 * The level that moves after some plies, 0 for a person.
 *
 * @param {Players} players
 * @param {number} ply
 */
export function levelAt(players, ply) {
    return players[ply % 2 === 0 ? "X" : "O"];
}

/**
 * Returns whether a person goes on after some plies; with levels on both sides, a person only looks on, everywhere.
 *
 * @param {Players} players
 * @param {number} ply
 */
export function isStop(players, ply) {
    return levelAt(players, ply) === 0 || (players.X > 0 && players.O > 0);
}
