// The address of the page: its section, the game, and the players. Nothing here touches the document.

import { textOf } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Text} Text */
/** @typedef {"play" | "analyse" | "puzzles" | "learn"} Mode the sections of the page */

/**
 * A place of the page.
 *
 * @typedef {object} Address
 * @property {Mode} mode
 * @property {Game} game
 * @property {{X: number, O: number} | null} players the level of each side, 0 for a person; null for a game that has not begun
 * @property {number | null} puzzle the number of a puzzle, 0 for a text that cannot be one; null for the puzzle of today
 * @property {boolean} mistakes whether the puzzles are mistakes of the person
 * @property {{id: string, step: number} | null} lesson a lesson and its position from 1; null for the list
 * @property {boolean} explore whether the explorer is open
 * @property {boolean} reviewed whether the review of the game is open; `players` are then the players of that game
 */

/**
 * The address as a query. `pos` has the moves, as on other pages for this game; `setup` is there if the first of them only set
 * the board up, `ply` if not all of them are shown, and `board` for another board than 7x6. `x` and `o` are the levels of a game
 * that is played or, with `review`, of one that is reviewed, `puzzle` and `lesson` the place in the other sections.
 *
 * @param {Address} address
 */
export function toQuery({ mode, game, players, puzzle, mistakes, lesson, explore, reviewed }) {
    const query = new URLSearchParams();
    if (mode === "puzzles" && mistakes) return "?mistake";
    if (mode === "puzzles") return puzzle === null ? "?puzzle" : `?puzzle=${puzzle}`;
    if (mode === "learn") return lesson ? `?lesson=${lesson.id}&step=${lesson.step}` : "?lesson";
    if (mode === "play" && !players) return "";
    if (game.moves.length > 0 || mode === "analyse") query.set("pos", textOf(game));
    if (game.setup > 0) query.set("setup", String(game.setup));
    if (game.ply < game.moves.length) query.set("ply", String(game.ply));
    if (game.board !== "7x6") query.set("board", game.board);
    const isReview = mode === "analyse" && reviewed;
    if (players && (mode === "play" || isReview)) {
        query.set("x", String(players.X));
        query.set("o", String(players.O));
    }
    // A query needs no escape for a comma. The browser wrote this text.
    return `?${String(query).replaceAll("%2C", ",")}${isReview ? "&review" : mode === "analyse" && explore ? "&explore" : ""}`;
}

/**
 * The address of a query, whose `pos` the engine reads, in any notation. A game without players is analysed.
 *
 * @param {string} query
 * @returns {Omit<Address, "game"> & {game: Text, error: string}} with the error of an address without a place
 */
export function fromQuery(query) {
    const values = new URLSearchParams(query);
    const game = gameOf(values);
    const players = playersOf(values);
    // The author of a link wrote this text.
    const wrong = ["x", "o"].find((name) => !/^(\d|10)?$/.test(values.get(name) ?? ""));
    const error = wrong ? `there is no level ${values.get(wrong)}: levels are 1 to 10, and 0 is a person` : "";
    const address = { error, mode: /** @type {Mode} */ ("play"), game, players, puzzle: null, mistakes: values.has("mistake"), lesson: null, explore: values.has("explore"), reviewed: values.has("review") };
    if (address.mistakes) return { ...address, mode: "puzzles" };
    if (values.has("puzzle")) return { ...address, mode: "puzzles", puzzle: positive(values.get("puzzle")) ?? (values.get("puzzle") ? 0 : null) };
    if (values.has("lesson")) {
        const id = values.get("lesson") ?? "";
        return { ...address, mode: "learn", lesson: id ? { id, step: positive(values.get("step")) ?? 1 } : null };
    }
    if (players && !address.reviewed) return address;
    return address.reviewed || values.has("pos") || values.has("board") ? { ...address, mode: "analyse" } : address;
}

/** @param {string | null} text */
function positive(text) {
    // The author of a link wrote this text.
    return /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : null;
}

/**
 * @param {URLSearchParams} values
 * @returns {Text}
 */
function gameOf(values) {
    // The author of a link wrote this text.
    const board = /^\d{1,2}x\d{1,3}$/.test(values.get("board") ?? "") ? String(values.get("board")) : "7x6";
    const number = (/** @type {string} */ name) => Number.parseInt(values.get(name) ?? "", 10);
    const ply = number("ply");
    return { board, text: values.get("pos") ?? "", setup: Math.max(0, number("setup") || 0), ply: Number.isNaN(ply) ? Infinity : ply };
}

/** @param {URLSearchParams} values */
function playersOf(values) {
    if (!values.has("x") && !values.has("o")) return null;
    const level = (/** @type {string} */ name) => positive(values.get(name)) ?? 0;
    return { X: level("x"), O: level("o") };
}
