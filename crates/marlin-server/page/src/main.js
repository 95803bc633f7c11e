// The page: it shows a game, its position by the rules, and the findings of the engine.

import { BoardView } from "./board.js";
import { Engine } from "./engine.js";
import { at, back, columnOf, forward, fromCells, fromQuery, inMoves, newGame, played, shown, toQuery } from "./game.js";
import { explanationPanel, html, reviewPanel } from "./panels.js";
import { get, parts, say } from "./parts.js";
import { isStop, keepPlayers, levelAt, newSeed } from "./players.js";
import { Retry } from "./retry.js";
import { SetUp } from "./setup.js";
import { state } from "./state.js";
import { draw, ending } from "./view.js";

/** @typedef {import("./engine.js").Columns} Columns */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Progress} Progress */
/** @typedef {import("./game.js").Game} Game */

/** The sizes of board that the page offers. */
const SIZES = ["7x6", "6x5", "6x6", "6x7", "7x5", "7x7", "8x5", "8x6", "8x7", "9x5", "9x6", "10x5", "5x4", "4x4"];
/** How long a computer's move waits, so that a person sees the one before. */
const PAUSE = 350;

/** What runs for the position on the board; another position aborts it. */
let work = new AbortController();
/** @type {AbortSignal | null} that of the level's move that is being searched */
let thinking = null;

const engine = new Engine();
const board = new BoardView(get("board", HTMLElement), pick);
const setUp = new SetUp(engine, parts.panel, (moves) => void showMoves(moves, moves.length));
const retry = new Retry(jump);

/** The changes of the game, one after the other: a click waits for the one before it. */
let changes = Promise.resolve();

/**
 * Shows another game: the board with its known scores at once, and then the findings of the engine.
 *
 * @param {(game: Game) => Game | null} change of the game that is shown then; null for none
 * @param {"push" | "replace" | "keep"} history what becomes of the address of the page
 */
function show(change, history) {
    const changed = changes.then(() => apply(change(state.game), history));
    // An error is shown by the one who asked; the next change comes anyway.
    changes = changed.catch(() => undefined);
    return changed;
}

/**
 * @param {Game | null} game
 * @param {"push" | "replace" | "keep"} history
 * @returns {Promise<void>}
 */
async function apply(game, history) {
    if (!game) return;
    let position;
    try {
        // Moves that aren't shown must be possible too: they come from an address.
        const whole = await engine.position(game.board, game.moves);
        if (whole.moves !== game.moves) game = inMoves(game, whole);
        position = await engine.position(game.board, shown(game));
    } catch (error) {
        // An address that is no game shows the empty board, and what is wrong with it.
        if (!state.position) await apply(newGame(), "keep");
        parts.movesError.textContent = message(error);
        return;
    }
    work.abort();
    work = new AbortController();
    const isOther = !isSame(game, state.game);
    // The same game shown anew, because the book has come, leaves an error to be read.
    if (game !== state.game) parts.movesError.textContent = "";
    const analysis = engine.known(game.board, shown(game), false) ?? null;
    Object.assign(state, { game, position, analysis, marked: [] });
    if (isOther) {
        state.review = null;
        retry.leave();
        setUp.close();
        closePanel();
    }
    if (history !== "keep") {
        const address = toQuery(game) || location.pathname;
        window.history[history === "push" ? "pushState" : "replaceState"](null, "", address);
    }
    render();
    void goOn(position, work.signal);
}

/**
 * Returns whether the moves of two games are the same.
 *
 * @param {Game} a
 * @param {Game} b
 */
function isSame(a, b) {
    return a.board === b.board && a.moves === b.moves && a.setup === b.setup;
}

/**
 * What follows by itself once a position is shown: a computer's move, or the scores.
 *
 * @param {Position} position
 * @param {AbortSignal} signal
 * @param {boolean} [isAsked] whether a person asks for the computer's move, so that it may replace what followed
 */
async function goOn(position, signal, isAsked = false) {
    if (position.result !== null) return;
    // A book in the cache is here sooner than a search would be done.
    if (!engine.known(state.game.board, shown(state.game), parts.showLine.checked) && (await hasBook)) await book;
    if (signal.aborted) return;
    const level = levelAt(state.players, position.stones);
    const isAtEnd = state.game.ply === state.game.moves.length;
    try {
        await (level > 0 && (isAsked || (isAtEnd && !state.retry)) ? computerMove(level, signal) : analyse(signal));
    } catch (error) {
        if (!signal.aborted) say(message(error));
    }
}

/** @param {unknown} error */
function message(error) {
    return error instanceof Error ? error.message : String(error);
}

/**
 * Finds the scores of all columns, and shows their bounds meanwhile.
 *
 * @param {AbortSignal} signal
 */
async function analyse(signal) {
    if (!parts.showScores.checked && !parts.showLine.checked) return;
    const { game } = state;
    parts.stop.hidden = false;
    const onProgress = (/** @type {Columns | Progress} */ analysis) => {
        if (signal.aborted) return;
        state.analysis = analysis;
        render();
    };
    try {
        onProgress(await engine.analyze(game.board, shown(game), { onProgress, signal, line: parts.showLine.checked }));
    } finally {
        if (work.signal === signal) parts.stop.hidden = true;
    }
}

/**
 * @param {number} level
 * @param {AbortSignal} signal
 */
async function computerMove(level, signal) {
    const { game } = state;
    say(`${state.position?.to_move} is thinking…`);
    thinking = signal;
    try {
        const [column] = await Promise.all([
            engine.play(game.board, shown(game), level, state.players.seed, signal),
            new Promise((resolve) => setTimeout(resolve, PAUSE)),
        ]);
        // The browser's history goes from one move of a person to the next, so that its way back doesn't end here again.
        const history = game.ply < game.moves.length ? "push" : "replace";
        // Another game may be on its way here.
        if (column && !signal.aborted) await show((now) => (now === game ? played(game, column) : null), history);
    } finally {
        if (thinking === signal) thinking = null;
    }
}

/** Lets the computer move in a position that a person has gone back to. */
function takeTurn() {
    if (!state.position || thinking === work.signal) return;
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
function pick(column, row) {
    if (setUp.isOpen) setUp.toggle(column, row);
    else drop(column);
}

/**
 * Drops a stone of the side to move.
 *
 * @param {number} column
 */
function drop(column) {
    void show((game) => {
        const { position } = state;
        if (!position || setUp.isOpen) return null;
        if (position.result !== null) say(`The game is over: ${ending(position)}.`);
        else if (levelAt(state.players, game.ply) > 0 && !retry.isAt(game.ply)) takeTurn();
        else if (!position.legal.includes(column)) say(`Column ${column} is full.`);
        else if (retry.isAt(game.ply)) retry.judge(column);
        else return played(game, column);
        return null;
    }, "push");
}

function render() {
    draw(board, setUp, jump);
}

function closePanel() {
    parts.panel.hidden = true;
    parts.panel.replaceChildren();
}

/** @param {...(Node | string)} contents */
function openPanel(...contents) {
    setUp.close();
    parts.panel.hidden = false;
    parts.panel.replaceChildren(...contents);
    parts.panel.focus({ preventScroll: true });
}

async function reviewGame() {
    const { game } = state;
    const left = game.moves.length - game.setup;
    if (left === 0) {
        const missing = game.setup ? "Play on first: a review begins after the board that was set up." : "Play a game first, or paste its moves below.";
        return openPanel(html("p", {}, missing));
    }
    openPanel(html("p", {}, "Reviewing…"));
    // Early positions take seconds without the book, and none with it.
    await book;
    const onProgress = (/** @type {number} */ open) => openPanel(html("p", {}, `Reviewing: ${left - open} of ${left} moves…`));
    const review = await engine.review(game, { onProgress });
    if (!isSame(state.game, game)) return;
    state.review = review;
    openPanel(reviewPanel(review, jump, (move) => void retry.begin(move)));
    render();
}

async function explainPosition() {
    const { game, position } = state;
    if (!position || position.result !== null) return openPanel(html("p", {}, "The game is over."));
    openPanel(html("p", {}, "Looking for reasons…"));
    await book;
    const explanation = await engine.explain(game.board, shown(game), work.signal).catch(() => null);
    if (!explanation || state.game !== game) return;
    openPanel(explanationPanel(explanation, (cells) => {
        state.marked = cells;
        render();
    }));
}

async function share() {
    const address = new URL(toQuery(state.game) || location.pathname, location.href).href;
    try {
        await navigator.clipboard.writeText(address);
        say("The link to this position is copied.");
    } catch {
        openPanel(html("label", {}, "Link ", html("input", { value: address, readonly: "" })));
    }
}

/** @param {number} ply */
function jump(ply) {
    return show((game) => at(game, ply), "replace");
}

/** @param {number} ply */
function isPersons(ply) {
    return isStop(state.players, ply);
}

/** The ways through a game: against a level, from one move of the person to the other. */
const steps = {
    undo: () => void show((game) => back(game, isPersons), "replace"),
    redo: () => void show((game) => forward(game, isPersons), "replace"),
    first: () => void jump(0),
    last: () => void jump(Infinity),
};

function begin() {
    state.players.seed = newSeed();
    keepPlayers(state.players);
    void show((game) => newGame(game.board), "push");
}

/** Draws the same game anew, after another choice of what to show. */
function showAgain() {
    void show((game) => game, "keep");
}

/** @param {KeyboardEvent} event */
function onKey(event) {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input:not([type=checkbox]), select, textarea");
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping) return;
    const toggle = (/** @type {HTMLInputElement} */ box) => box.click();
    /** @type {Record<string, () => void>} */
    const keys = {
        ArrowLeft: steps.undo,
        ArrowRight: steps.redo,
        Home: steps.first,
        End: steps.last,
        n: begin,
        s: () => toggle(parts.showScores),
        l: () => toggle(parts.showLine),
        t: () => toggle(parts.showThreats),
    };
    const action = /^[1-9]$/.test(event.key) ? () => void drop(columnOf(event.key)) : keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
}

function wire() {
    const on = (/** @type {string} */ id, /** @type {() => unknown} */ action) =>
        get(id, HTMLElement).addEventListener("click", () => void action());
    on("new", begin);
    on("undo", steps.undo);
    on("redo", steps.redo);
    on("first", steps.first);
    on("last", steps.last);
    on("review", reviewGame);
    on("explain", explainPosition);
    on("share", share);
    on("set-up", () => {
        if (state.position) setUp.open(state.position, render);
    });
    parts.stop.addEventListener("click", () => {
        work.abort();
        parts.stop.hidden = true;
    });
    for (const box of [parts.showScores, parts.showLine, parts.showThreats]) {
        box.addEventListener("change", showAgain);
    }
    for (const side of /** @type {const} */ (["X", "O"])) {
        const player = parts.players[side];
        player.append(html("option", { value: "0" }, "a person"));
        for (let level = 1; level <= 10; level++) {
            player.append(html("option", { value: String(level) }, level === 10 ? "level 10, perfect" : `level ${level}`));
        }
        player.value = String(state.players[side]);
        player.addEventListener("change", () => {
            state.players[side] = Number(player.value);
            keepPlayers(state.players);
            showAgain();
        });
    }
    for (const size of new Set([state.game.board, ...SIZES])) {
        parts.size.append(html("option", { value: size }, size.replace("x", " × ")));
    }
    parts.size.addEventListener("change", () => void show(() => newGame(parts.size.value), "push"));
    get("paste", HTMLFormElement).addEventListener("submit", (event) => {
        event.preventDefault();
        void paste();
    });
    document.addEventListener("keydown", onKey);
    window.addEventListener("popstate", () => void show(() => fromQuery(location.search), "keep"));
}

/**
 * Shows the game of some moves, or of a board.
 *
 * @param {string} moves
 * @param {number} setup the number of the first moves that only set the board up
 */
function showMoves(moves, setup) {
    return show((game) => ({ ...newGame(game.board), moves, setup, ply: moves.length }), "push");
}

/** Takes the text of the field: moves as digits or as cells, as in `d1 d2`, or a board. */
async function paste() {
    const text = fromCells(parts.moves.value.trim());
    const { moves, setup } = state.game;
    // The moves that set the board up are in the field too.
    await showMoves(text, text.startsWith(moves.slice(0, setup)) ? setup : 0);
    if (parts.movesError.textContent) return;
    parts.moves.blur();
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
        if (!parts.stop.hidden) showAgain();
    } catch {
        parts.loading.textContent = "Without the opening book: early positions take some seconds.";
    }
}

wire();
const hasBook = engine.hasCachedBook();
const book = loadBook();
await show((game) => game, "keep");
if ("serviceWorker" in navigator && location.protocol !== "file:" && (await engine.isLocal())) {
    navigator.serviceWorker.register("sw.js").catch(() => undefined);
    void book.then(() => engine.keepBook()).catch(() => undefined);
}
window.dispatchEvent(new Event("marlin-ready"));
