// Who plays each side: the choice of the start card and the game, which the next visit finds again, and the levels of the game.

import { newGame, shown } from "./game.js";
import { clear, read, write } from "./storage.js";

/** The places of the choice, of the seed, of the game of a tab and of all games; numbers that change with their form. */
const CHOICE = "marlin-choice-1";
const SEED = "marlin-seed-1";
const GAME = "marlin-game-2";
const GAMES = "marlin-games-1";

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
    const usual = /** @type {Choice} */ ({ level: 3, side: "X" });
    return read("localStorage", CHOICE, usual) ?? usual;
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
    return read("sessionStorage", SEED, 0) ?? newSeed();
}

/** Draws a seed for another game, and keeps it. */
export function newSeed() {
    return keepSeed(Math.floor(Math.random() * 2 ** 31));
}

/** @param {number} seed */
export function keepSeed(seed) {
    write("sessionStorage", SEED, seed);
    return seed;
}

/**
 * The game that was played last, with all that belongs to it.
 *
 * @typedef {object} KeptGame
 * @property {import("./game.js").Game} game
 * @property {Players} players
 * @property {number} seed the seed of the levels' choices, unique on this device: the id of the game
 * @property {number} hints the number of hints that were taken
 * @property {number} takebacks how often a move was replaced by another one
 * @property {number} begun the number of stones on the board when the game began on this device
 * @property {boolean} isOver
 */

/** The maximum number of kept games: more than a person goes back to. */
const MOST_GAMES = 8;

/** @type {KeptGame[]} the games of this page, where there is no storage */
let inMemory = [];

/**
 * Keeps a game: for this tab, and for the next visit.
 *
 * @param {KeptGame} kept
 */
export function keepGame(kept) {
    inMemory = [...keptGames().filter(({ seed }) => seed !== kept.seed), kept].slice(-MOST_GAMES);
    write("sessionStorage", GAME, kept);
    write("localStorage", GAMES, inMemory);
}

/** Forgets the unfinished games, because another one begins in their place. */
export function forgetRunning() {
    inMemory = keptGames().filter(({ isOver }) => isOver);
    write("localStorage", GAMES, inMemory);
    clear("sessionStorage", GAME);
}

/**
 * The games that were played last, the latest at the end: the game of this tab is the latest.
 *
 * @returns {KeptGame[]}
 */
function keptGames() {
    const like = { game: { ...newGame(), moves: [0] }, players: { X: 0, O: 0 }, seed: 0, hints: 0, isOver: false };
    const all = read("localStorage", GAMES, [like]) ?? inMemory;
    const ofTab = read("sessionStorage", GAME, like);
    const found = ofTab ? [...all.filter(({ seed }) => seed !== ofTab.seed), ofTab] : all;
    return found.map((kept) => ({ takebacks: 0, begun: kept.game.setup, ...kept }));
}

/** The game that was played last: in this tab, or at the last visit. */
export function readGame() {
    return keptGames().at(-1);
}

/**
 * Whether one list of moves begins with all of another one.
 *
 * @param {number[]} moves
 * @param {number[]} first
 */
function beginsWith(moves, first) {
    return first.every((column, index) => moves[index] === column);
}

/**
 * The game of this device at an address: by the seed that the browser keeps with the place, or by all of its moves.
 *
 * @param {import("./game.js").Game} game
 * @param {Players | null} players
 * @param {number} seed 0 for an address without one
 */
export function keptGameOf({ board, setup, moves }, players, seed) {
    return keptGames().findLast((kept) => {
        const isLike = kept.game.board === board && kept.game.setup === setup && kept.players.X === players?.X && kept.players.O === players?.O;
        return isLike && (seed ? kept.seed === seed : moves.length > 0 && String(kept.game.moves) === String(moves));
    });
}

/**
 * Keeps a game after a move. A board of it that is shown again changes nothing.
 *
 * @param {KeptGame} played its takebacks are counted here
 * @returns {boolean} whether the game has just ended
 */
export function keepMove(played) {
    const before = keptGames().find(({ seed }) => seed === played.seed);
    if (before && before.game.moves.length >= played.game.moves.length && beginsWith(before.game.moves, played.game.moves)) return false;
    if (before && !beginsWith(played.game.moves, before.game.moves)) played.takebacks += 1;
    keepGame({ ...played });
    return played.isOver && !before?.isOver;
}

/** The unfinished game, if there is one. */
export function runningGame() {
    return keptGames().findLast(({ isOver, game }) => !isOver && game.moves.length > game.setup);
}

/**
 * Counts the scores of a position as a hint, if the unfinished game has reached or may reach that position.
 *
 * @param {import("./game.js").Game} game
 */
export function noteScores(game) {
    const kept = runningGame();
    const isOfIt = kept && kept.game.board === game.board && beginsWith(shown(game), kept.game.moves);
    if (isOfIt && kept.hints === 0) keepGame({ ...kept, hints: 1 });
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
 * Returns whether a person may continue after some plies: at every ply if both sides are levels.
 *
 * @param {Players | null} players
 * @param {number} ply
 */
export function isStop(players, ply) {
    return levelAt(players, ply) === 0 || (players !== null && players.X > 0 && players.O > 0);
}
