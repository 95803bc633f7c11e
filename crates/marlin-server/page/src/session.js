// The game as it is played and looked at: its changes, one after the other, the moves of the levels, and the search for scores.
// What is drawn follows from the state, by the functions that `onRender` collects.

import { fromQuery, toQuery } from "./address.js";
import { Engine } from "./engine.js";
import { at, back, forward, inMoves, isSame, newGame, played, shown, textOf } from "./game.js";
import { button, buttons, html } from "./html.js";
import { empty, fill, isPressed, parts, say, showBoard } from "./parts.js";
import { forgetRunning, isStop, keepMove, keepSeed, keptGameOf, levelAt, newSeed, noteScores, readChoice, runningGame } from "./players.js";
import { named, state } from "./state.js";
import { boundsOf, refutation, text } from "./words.js";

/** @typedef {import("./address.js").Address} Address */
/** @typedef {import("./engine.js").Columns} Columns */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Progress} Progress */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Text} Text */
/** @typedef {import("./state.js").Mark} Mark */

/** The delay of a computer's move, so that a person sees the move before it. */
const PAUSE = 500;
/** The time for which each move of a line is shown. */
const LOOK = 750;

export const engine = new Engine();

/** Aborts the work for the position on the board, when another position is shown. */
let work = new AbortController();
/** @type {AbortSignal | null} the signal of the search for the level's move */
let thinking = null;
/** The changes of the game, one after the other: a click waits for the one before it. */
let changes = Promise.resolve();
/** The number of the line that is looked at: another one ends it. */
let looking = 0;
/** @type {(() => void)[]} */
const renderers = [];
/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} renderer draws a part of the page */
export function onRender(renderer) {
    renderers.push(renderer);
}

/** Whether the page shows the place of the address. */
let isAddress = false;
/** @type {(() => void)[]} */
const endings = [];

/** @param {() => void} listener called once for a game of this device, when it ends */
export function onGameOver(listener) {
    endings.push(listener);
}

/** @param {() => void} listener called when another place of the page is shown */
export function onPlace(listener) {
    listeners.push(listener);
}

/** Draws all that follows from the state. */
export function render() {
    for (const renderer of renderers) renderer();
}

/** Returns whether scores are shown: in a game or a task they would give the answer away. */
export function hasScores() {
    return state.mode === "analyse" && !state.task;
}

/** Returns whether stones are dropped into a game: the other sections have tasks instead. */
export function hasGame() {
    return state.mode === "play" || state.mode === "analyse";
}

/** The position on the board, from the game or from a line that is shown. */
export function onBoard() {
    return state.preview ?? state.position;
}

/** The opening book, which is fetched while the page is in use. */
let book = Promise.resolve();
const hasBook = engine.hasCachedBook();

/** Waits for the opening book. */
export function withBook() {
    return book;
}

/**
 * Asks the engine about the game on the board, with the book; null if another game is shown meanwhile. The same game may be shown
 * anew, which ends what runs for it: then it is asked again.
 *
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} ask
 * @returns {Promise<T | null>}
 */
export async function askEngine(ask) {
    const { game } = state;
    await book;
    while (game === state.game) {
        const until = work.signal;
        try {
            const found = await ask(until);
            return game === state.game ? found : null;
        } catch (error) {
            if (!until.aborted) throw error;
        }
        // A search that was stopped by a person is not begun again.
        if (until === work.signal) return null;
    }
    return null;
}

/**
 * Goes to a section, or to another place in one.
 *
 * @param {Partial<Address & ReturnType<typeof ownGame>>} address the changes of the address and of the kept game
 * @param {"push" | "replace" | "keep"} history
 */
export function go(address, history = "push") {
    return show((game) => {
        Object.assign(state, { players: null, puzzle: null, mistakes: false, lesson: null, explore: false, reviewed: false, isOwn: false }, address);
        return address.game ?? (state.mode === "analyse" ? game : newGame());
    }, history, true);
}

/**
 * Shows another game: the board with its known scores at once, and then the findings of the engine.
 *
 * @param {(game: Game) => Game | Text | null} change of the game that is shown then; null for none
 * @param {"push" | "replace" | "keep"} history the effect on the history of the page
 * @param {boolean} [isOther] whether it is another place of the page, also with the same moves
 */
export function show(change, history, isOther = false) {
    const changed = changes.then(() => apply(change(state.game), history, isOther));
    // The caller shows an error; the next change follows anyway.
    changes = changed.catch(() => undefined);
    return changed;
}

/**
 * @param {Game | Text | null} next
 * @param {"push" | "replace" | "keep"} history
 * @param {boolean} isOther
 * @returns {Promise<void>}
 */
async function apply(next, history, isOther) {
    if (!next) return;
    let game, position, whole;
    try {
        // Moves that are not shown must be legal too, because an address may have any moves.
        whole = await engine.position(next.board, textOf(next));
        game = "text" in next ? inMoves(next, whole) : next;
        position = await engine.position(game.board, shown(game));
    } catch (error) {
        // An address that is no game shows the empty board of the analysis, and the error.
        if (!state.position || isOther) return refuseAddress(error);
        parts.movesError.textContent = message(error);
        return;
    }
    work.abort();
    work = new AbortController();
    looking++;
    parts.stop.hidden = true;
    const isOtherGame = !isSame(game, state.game);
    const hasLeft = isOther || isOtherGame;
    const hasStepped = hasLeft || game.ply !== state.game.ply;
    parts.meaning.hidePopover();
    // The same game shown anew, because the book has come, leaves an error to be read.
    if (game !== state.game) parts.movesError.textContent = "";
    const analysis = engine.known(game.board, shown(game), false) ?? null;
    Object.assign(state, { game, position, analysis, search: "running", preview: null, line: null, marks: [], arrows: [] });
    if (isOtherGame) state.review = null;
    // A game with other moves than the reviewed one is an analysis.
    if (hasLeft && !isOther && state.reviewed) Object.assign(state, { reviewed: false, players: null });
    state.isJustOver = false;
    const kept = isAddress ? keptGameOf(game, state.players, Number(window.history.state?.seed ?? 0)) : undefined;
    if (kept) Object.assign(state, ownGame(kept));
    isAddress = false;
    if (state.mode === "play" && state.players) follow(at(game, Infinity), state.players, whole.result !== null);
    else if (hasScores() && !state.reviewed) noteScores(game);
    // A task of the game belongs to its position, and so do reasons; a review belongs to the whole game.
    if (hasLeft || (hasStepped && hasGame())) leaveTask();
    if (hasLeft || (hasStepped && parts.panel.dataset.of !== "review")) empty(parts.panel);
    else if (hasStepped) parts.panel.hidden = false;
    if (history !== "keep") {
        window.history[history === "push" ? "pushState" : "replaceState"](state.isOwn ? { seed: state.seed } : null, "", toQuery(state) || location.pathname);
    }
    render();
    if (isOther) for (const listener of listeners) listener();
    void goOn(position, work.signal);
}

/**
 * Shows the empty board of the analysis, and the error of an address that is no game or of an engine that does not answer.
 *
 * @param {unknown} error
 */
async function refuseAddress(error) {
    Object.assign(state, { mode: "analyse", players: null, reviewed: false });
    isAddress = false;
    // Without an engine there is no board either, and the error alone is shown.
    const hasEngine = await engine.position("7x6", []).then(() => true, () => false);
    if (hasEngine) await apply(newGame(), "keep", true);
    fill(parts.task, html("h2", {}, hasEngine ? "This address is not a game" : "The engine does not answer"), html("p", { role: "alert" }, `${message(error)}.`), buttons(button("New game", () => go({ mode: "play" }), "main")));
    render();
}

/**
 * Keeps the game that is played. A game from a link becomes a game of this device, or is reviewed if it is over.
 *
 * @param {Game} game
 * @param {import("./players.js").Players} players
 * @param {boolean} isOver
 */
function follow(game, players, isOver) {
    if (!state.isOwn && isOver) return void Object.assign(state, { mode: "analyse", reviewed: true });
    if (!state.isOwn) Object.assign(state, { isOwn: true, seed: newSeed(), hints: 0, takebacks: 0, begun: game.moves.length });
    const { seed, hints, takebacks, begun } = state;
    const played = { game, players, seed, hints, takebacks, begun, isOver };
    // A game is kept once a stone is dropped, so a mere visit of a link does not replace the kept game.
    if (game.moves.length === begun) return;
    state.isJustOver = keepMove(played);
    state.takebacks = played.takebacks;
    if (state.isJustOver) for (const listener of endings) listener();
}

/** Ends the task that is shown in place of the game. */
export function leaveTask() {
    const { task } = state;
    state.task = null;
    task?.close?.();
    empty(parts.task);
}

/**
 * Starts the work for a position that is shown: a computer's move, or the search for scores.
 *
 * @param {Position} position
 * @param {AbortSignal} signal
 * @param {boolean} [isAsked] whether a person asks for the computer's move, so that it may replace what followed
 */
async function goOn(position, signal, isAsked = false) {
    if (position.result !== null) return;
    const level = state.mode === "play" ? levelAt(state.players, position.stones) : 0;
    const isAtEnd = state.game.ply === state.game.moves.length;
    const moves = level > 0 && (isAsked || isAtEnd);
    if (!moves && !hasScores()) return;
    // A book in the cache is here sooner than a search would be done.
    if (!engine.known(state.game.board, shown(state.game), isPressed(parts.showLine)) && (await hasBook)) await book;
    if (signal.aborted) return;
    try {
        await (moves ? computerMove(level, signal) : analyse(signal));
    } catch (error) {
        if (signal.aborted) return;
        state.search = "ended";
        render();
        say(message(error));
    }
}

/**
 * The message of an error, as a sentence.
 *
 * @param {unknown} error
 */
export function message(error) {
    const said = error instanceof Error ? error.message : String(error);
    return said.charAt(0).toUpperCase() + said.slice(1);
}

/**
 * Finds the scores of all columns, and shows their bounds meanwhile.
 *
 * @param {AbortSignal} signal
 */
async function analyse(signal) {
    const { game } = state;
    parts.stop.hidden = false;
    const onProgress = (/** @type {Columns | Progress} */ analysis) => {
        if (signal.aborted) return;
        state.analysis = analysis;
        render();
    };
    try {
        const found = await engine.analyze(game.board, shown(game), { onProgress, signal, line: isPressed(parts.showLine) });
        if (!signal.aborted) state.search = "ended";
        onProgress(found);
    } finally {
        if (work.signal === signal) parts.stop.hidden = true;
    }
}

/** Ends the search for scores; proven scores stay. */
export function stopSearch() {
    work.abort();
    parts.stop.hidden = true;
    state.search = "stopped";
    render();
}

/**
 * @param {number} level
 * @param {AbortSignal} signal
 */
async function computerMove(level, signal) {
    const { game } = state;
    thinking = signal;
    render();
    try {
        const [{ play: column }] = await Promise.all([
            engine.play(game.board, shown(game), level, state.seed, signal),
            new Promise((resolve) => setTimeout(resolve, PAUSE)),
        ]);
        // The browser's history has only the positions before a person's moves, so its way back does not end here.
        const history = game.ply < game.moves.length ? "push" : "replace";
        // Another game may be on its way here.
        if (column && !signal.aborted) await show((now) => (now === game ? played(game, column) : null), history);
    } finally {
        if (thinking === signal) thinking = null;
    }
}

/** Returns whether a level looks for its move. */
export function isThinking() {
    return thinking === work.signal;
}

/** Lets the computer move in a position that a person has gone back to. */
function takeTurn() {
    if (!state.position || isThinking()) return;
    work.abort();
    work = new AbortController();
    void goOn(state.position, work.signal, true);
}

/**
 * A cell was clicked or entered.
 *
 * @param {number} column
 * @param {number} row
 */
export function pick(column, row) {
    const wasLooking = state.preview !== null;
    if (wasLooking) leavePreview();
    if (state.task) state.task.pick(column, row);
    else if (hasGame() && !wasLooking) drop(column);
}

/**
 * Drops a stone of the side to move.
 *
 * @param {number} column
 */
export function drop(column) {
    void show((game) => {
        const { position } = state;
        if (!position || position.result !== null) return null;
        if (state.mode === "play" && !state.players) {
            if (runningGame()) {
                say("A game is waiting.");
                return null;
            }
            // A move on the board begins a game too: its player has the yellow stones.
            Object.assign(state, { players: { X: 0, O: readChoice().level }, ...fresh() });
        }
        if (state.mode === "play" && levelAt(state.players, game.ply) > 0) takeTurn();
        else if (!position.legal.includes(column)) say(`Column ${column} is full.`);
        else {
            const next = played(game, column);
            // A move that was taken back brings the reply of the level back.
            return next.ply < next.moves.length && !isPersons(next.ply) ? forward(next, isPersons) : next;
        }
        return null;
    }, "push");
}

/** @param {number} ply */
export function jump(ply) {
    return show((game) => at(game, ply), "replace");
}

/** @param {number} ply */
function isPersons(ply) {
    return state.mode !== "play" || isStop(state.players, ply);
}

/** The ways through a game: against a level, from one move of the person to the other. */
export const steps = {
    undo: () => stepLine(-1) || void show((game) => back(game, isPersons), "replace"),
    redo: () => stepLine(1) || void show((game) => forward(game, isPersons), "replace"),
    first: () => stepLine(-Infinity) || void jump(0),
    last: () => stepLine(Infinity) || void jump(Infinity),
};

/**
 * Steps through the line that is looked at, if there is one.
 *
 * @param {number} count of moves
 * @returns {boolean}
 */
function stepLine(count) {
    const { line } = state;
    if (line) void lookAtLine(line, Math.max(0, Math.min(line.shown + count, line.columns.length)), ++looking);
    return line !== null;
}

/**
 * Begins a game between players.
 *
 * @param {{X: number, O: number} | null} players null for the card that asks for them
 * @param {string} [board] its size, by default the size of the previous game
 * @param {import("./address.js").Mode} [mode] the section, by default the same
 */
export function begin(players, board = state.game.board, mode = state.mode) {
    scrollTo(0, 0);
    return show(() => {
        if (players) forgetRunning();
        Object.assign(state, { mode, players, ...fresh(), reviewed: false });
        return newGame(board);
    }, "push", true);
}

/**
 * The state that belongs to a game of this device.
 *
 * @param {Pick<typeof state, "seed" | "hints" | "takebacks" | "begun">} kept
 */
export function ownGame({ seed, hints, takebacks, begun }) {
    return { isOwn: true, seed: keepSeed(seed), hints, takebacks, begun };
}

/** The state of a game that begins on the empty board. */
function fresh() {
    return { seed: newSeed(), hints: 0, takebacks: 0, begun: 0, isOwn: true };
}

/** The text of the button for another game: a rematch, with the next colour of the person, or what others have played. */
export function rematchText() {
    const { players, isOwn } = state;
    const level = players && (players.X === 0) !== (players.O === 0) ? Math.max(players.X, players.O) : 0;
    if (!isOwn) return level > 0 ? `Play level ${level}` : "New game";
    return level > 0 ? `Rematch as ${players?.X === 0 ? "red" : "yellow"}` : "Rematch";
}

/** Begins another game between the same players, in a rematch with the sides swapped. */
export function rematch() {
    const { players, isOwn } = state;
    if (players) void begin(isOwn ? { X: players.O, O: players.X } : players, state.game.board, "play");
}

/**
 * Goes on with a game that was left.
 *
 * @param {import("./players.js").KeptGame} kept
 */
export function resume(kept) {
    return go({ mode: "play", players: kept.players, game: at(kept.game, Infinity), ...ownGame(kept) });
}

/** Draws the same game again, after a change of the parts to show. */
export function showAgain() {
    return show((game) => game, "replace");
}

/** Shows the game of the address. */
export function showAddress() {
    const { game, error, ...place } = fromQuery(location.search);
    if (error) return refuseAddress(error);
    return show(() => {
        isAddress = true;
        Object.assign(state, place, { isOwn: false });
        return game;
    }, "keep", true);
}

/**
 * Shows the game of a text, in any notation.
 *
 * @param {string} text
 * @param {number} setup the number of the first moves that only set the board up
 */
export function showText(text, setup) {
    return show(({ board }) => ({ board, text, setup, ply: Infinity }), "push");
}

/**
 * Shows another position in place of the game's, until the next one or the end of the look.
 *
 * @param {number[]} moves all of its moves
 * @param {Partial<Pick<typeof state, "marks" | "arrows">>} [drawn]
 */
export async function preview(moves, drawn = {}) {
    state.line = null;
    await lookAt(moves, drawn, ++looking);
}

/**
 * Plays a line on the board, a move after the other.
 *
 * @param {string} name its name, as in "the better line"
 * @param {number[]} from the moves before it
 * @param {number[]} columns
 * @param {Partial<Pick<typeof state, "marks" | "arrows">>} [drawn] the marks and arrows at its end
 * @returns {Promise<boolean>} whether it was played to its end
 */
export async function playLine(name, from, columns, drawn = {}) {
    const look = ++looking;
    state.line = { name, from, columns, drawn, shown: 0 };
    for (let count = 0; count <= columns.length; count++) {
        if (count > 0) await new Promise((resolve) => setTimeout(resolve, LOOK));
        if (look !== looking) return false;
        await lookAtLine(state.line, count, look);
    }
    return look === looking;
}

/**
 * Shows a position of a line.
 *
 * @param {import("./state.js").Line} line
 * @param {number} count the number of its moves
 * @param {number} look
 */
function lookAtLine(line, count, look) {
    state.line = { ...line, shown: count };
    return lookAt([...line.from, ...line.columns.slice(0, count)], count === line.columns.length ? line.drawn : {}, look);
}

/**
 * Shows the refutation of a move that was tried: the move and the best reply.
 *
 * @param {number[]} from the moves before it
 * @param {number} column
 * @returns {Promise<string>} a sentence about it; empty if another place is shown meanwhile
 */
export async function refute(from, column) {
    const { board } = state.game;
    const moves = [...from, column];
    const after = await engine.position(board, moves);
    const found = await askEngine((signal) => engine.analyze(board, moves, { onProgress: () => undefined, signal, line: true, isShort: true }));
    if (!found) return "";
    const reply = found.line?.[0] ?? found.best ?? 0;
    void playLine("the refutation", from, reply ? [column, reply] : [column]);
    return named(text`Column ${column}: ${refutation(boundsOf(found), after, reply)}`);
}

/**
 * @param {number[]} moves
 * @param {Partial<Pick<typeof state, "marks" | "arrows">>} drawn
 * @param {number} look
 */
async function lookAt(moves, drawn, look) {
    const { game } = state;
    const position = await engine.position(game.board, moves);
    if (look !== looking || game !== state.game) return;
    Object.assign(state, { preview: String(moves) === String(shown(game)) ? null : position, marks: [], arrows: [] }, drawn);
    render();
    showBoard();
}

/** Shows the game again. */
export function leavePreview() {
    looking++;
    Object.assign(state, { preview: null, line: null, marks: [], arrows: [] });
    render();
}

/** Fetches the book while the page is in use already. It never fails: without a book the page is slower. */
async function loadBook() {
    try {
        await engine.loadBook((done, total) => {
            const share = total ? `${Math.round((100 * done) / total)} %` : `${(done / 1e6).toFixed(1)} MB`;
            parts.loading.textContent = `Loading the opening book: ${share}`;
        });
        parts.loading.textContent = "";
        // A search for another board goes on.
        if (!parts.stop.hidden && state.game.board === "7x6") void showAgain();
    } catch {
        parts.loading.textContent = "Without the opening book: early positions take some seconds.";
    }
}

/** Begins to fetch the book. */
export function startBook() {
    book = loadBook();
    return book;
}
