// Who plays each side: the choice of the start card, which the next visit finds again, and the levels of the game.

import { read, write } from "./storage.js";

/** The places of the choice and of the seed; numbers that change with their form. */
const CHOICE = "marlin-choice-1";
const SEED = "marlin-seed-1";

/**
 * The choice of the start card.
 *
 * @typedef {{level: number, side: "X" | "O" | "random"}} Choice
 */

/**
 * The level of each side, 0 for a person.
 *
 * @typedef {{X: number, O: number}} Players
 */

/** @returns {Choice} */
export function readChoice() {
    return read("localStorage", CHOICE) ?? { level: 3, side: "X" };
}

/** @param {Choice} choice */
export function keepChoice(choice) {
    write("localStorage", CHOICE, choice);
}

/**
 * The seed of the levels' choices. A tab keeps it, so that a page that is loaded again goes on with the same opponent.
 *
 * @returns {number}
 */
export function readSeed() {
    return read("sessionStorage", SEED) ?? newSeed();
}

/** Draws a seed for another game, and keeps it. */
export function newSeed() {
    const seed = Math.floor(Math.random() * 2 ** 31);
    write("sessionStorage", SEED, seed);
    return seed;
}

/**
 * The players of a choice.
 *
 * @param {Choice} choice
 * @returns {Players}
 */
export function playersOf({ level, side }) {
    const isX = side === "random" ? Math.random() < 0.5 : side === "X";
    return isX ? { X: 0, O: level } : { X: level, O: 0 };
}

/**
 * The level that moves after some plies, 0 for a person.
 *
 * @param {Players | null} players
 * @param {number} ply
 */
export function levelAt(players, ply) {
    return players?.[ply % 2 === 0 ? "X" : "O"] ?? 0;
}

/**
 * Returns whether a person goes on after some plies; with levels on both sides, a person only looks on, everywhere.
 *
 * @param {Players | null} players
 * @param {number} ply
 */
export function isStop(players, ply) {
    return levelAt(players, ply) === 0 || (players !== null && players.X > 0 && players.O > 0);
}
