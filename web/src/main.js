// The page: what it shows follows from the game, the position that the engine reports of it, and what was asked for.

import { BoardView } from "./board.js";
import { Engine } from "./engine.js";
import { at, columnOf, fromCells, fromQuery, newGame, played, shown, toQuery } from "./game.js";
import { drawGraph } from "./graph.js";
import { explanationPanel, html, reviewPanel } from "./panels.js";
import { SetUp } from "./setup.js";
import { number, outcome, sentence, short } from "./words.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./engine.js").Analysis} Analysis */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./panels.js").GameRecord} GameRecord */
/** @typedef {import("./panels.js").MoveRecord} MoveRecord */

/** The sizes of board that the page offers. */
const SIZES = ["7x6", "6x5", "6x6", "6x7", "7x5", "7x7", "8x5", "8x6", "8x7", "9x5", "9x6", "10x5", "5x4", "4x4"];
/** The letters of the columns in the names of cells. */
const FILES = "abcdefghijklmnopqrstuvwxyz";
/** How long a computer's move waits, so that a person sees the one before. */
const PAUSE = 350;
/** The moves of the best line that are drawn. */
const LINE = 8;

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 */
function get(id, type) {
    const node = document.getElementById(id);
    if (!(node instanceof type)) throw new Error(`the page has no ${id}`);
    return node;
}

const parts = {
    scores: get("scores", HTMLElement),
    names: get("names", HTMLElement),
    status: get("status", HTMLElement),
    verdict: get("verdict", HTMLElement),
    loading: get("loading", HTMLElement),
    panel: get("panel", HTMLElement),
    retry: get("retry", HTMLElement),
    graph: get("graph", HTMLElement),
    moves: get("moves", HTMLInputElement),
    movesError: get("moves-error", HTMLElement),
    stop: get("stop", HTMLButtonElement),
    undo: get("undo", HTMLButtonElement),
    redo: get("redo", HTMLButtonElement),
    first: get("first", HTMLButtonElement),
    last: get("last", HTMLButtonElement),
    size: get("size", HTMLSelectElement),
    showScores: get("show-scores", HTMLInputElement),
    showLine: get("show-line", HTMLInputElement),
    showThreats: get("show-threats", HTMLInputElement),
    players: { X: get("player-x", HTMLSelectElement), O: get("player-o", HTMLSelectElement) },
};

/** All that the page shows. */
const state = {
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
    seed: Math.floor(Math.random() * 2 ** 31),
};

/** What runs for the position on the board; another position aborts it. */
let work = new AbortController();

const engine = new Engine();
const board = new BoardView(get("board", HTMLElement), pick);
const setUp = new SetUp(engine, parts.panel, (moves) => void showMoves(moves));

/** The changes of the game, one after the other: a click waits for the one before it. */
let changes = Promise.resolve();

/**
 * Shows another game: the board at once, and then what the engine finds.
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
    work.abort();
    work = new AbortController();
    const isOther = game.moves !== state.game.moves || game.board !== state.game.board;
    let position;
    try {
        // Moves that aren't shown must be possible too: they come from an address.
        await engine.position(game.board, game.moves);
        position = await engine.position(game.board, shown(game));
    } catch (error) {
        // An address that is no game shows the empty board, and what is wrong with it.
        if (!state.position) await apply(newGame(), "keep");
        parts.movesError.textContent = message(error);
        return;
    }
    parts.movesError.textContent = "";
    Object.assign(state, { game, position, analysis: null, marked: [] });
    if (isOther) state.review = null;
    if (isOther) {
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
 * What follows by itself once a position is shown: a computer's move, or the scores.
 *
 * @param {Position} position
 * @param {AbortSignal} signal
 */
async function goOn(position, signal) {
    if (position.over) return;
    // A book in the cache is here sooner than a search would be done.
    if (await hasBook) await book;
    if (signal.aborted) return;
    const level = Number(parts.players[position.turn].value);
    const isAtEnd = state.game.ply === state.game.moves.length;
    try {
        await (level > 0 && isAtEnd && !state.retry ? computerMove(level, signal) : analyse(signal));
    } catch (error) {
        if (!signal.aborted) say(message(error));
    }
}

/** @param {unknown} error */
function message(error) {
    return error instanceof Error ? error.message : String(error);
}

/**
 * Finds the scores of all columns, and shows what is proven so far.
 *
 * @param {AbortSignal} signal
 */
async function analyse(signal) {
    if (!parts.showScores.checked && !parts.showLine.checked) return;
    const { game } = state;
    parts.stop.hidden = false;
    const onProgress = (/** @type {Analysis} */ analysis) => {
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
    parts.status.textContent = `${state.position?.turn} is thinking…`;
    const [column] = await Promise.all([
        engine.play(game.board, shown(game), level, state.seed, signal),
        new Promise((resolve) => setTimeout(resolve, PAUSE)),
    ]);
    // Another game may be on its way here.
    if (column && !signal.aborted) await show((now) => (now === game ? played(game, column) : null), "push");
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
        const { position, retry } = state;
        if (!position || setUp.isOpen) return null;
        if (position.over) say(`The game is over: ${ending(position)}.`);
        else if (!position.legal.includes(column)) say(`Column ${column} is full.`);
        else if (retry && game.ply === retry.number - 1) tryAgain(column, retry);
        else return played(game, column);
        return null;
    }, "push");
}

/**
 * Says something in the place of the status.
 *
 * @param {string} text
 */
function say(text) {
    parts.status.textContent = text;
}

/**
 * Judges a move where a blunder was.
 *
 * @param {number} column
 * @param {MoveRecord} retry
 */
function tryAgain(column, retry) {
    const isRight = retry.best.includes(column);
    const again = isRight ? `${column} is right: it keeps the ${retry.outcomes?.[0] ?? "result"}.` : `${column} isn't it. Try another column.`;
    parts.retry.replaceChildren(html("p", {}, again), retryButtons(retry, isRight));
    say(again);
}

/**
 * @param {MoveRecord} retry
 * @param {boolean} isDone
 */
function retryButtons(retry, isDone) {
    const group = html("div", { class: "actions" });
    const add = (/** @type {string} */ text, /** @type {() => void} */ action) => {
        const node = html("button", { type: "button" }, text);
        node.addEventListener("click", action);
        group.append(node);
    };
    if (!isDone) add("Show the move", () => tryAgain(retry.best[0] ?? 0, retry));
    const next = state.review?.moves.find((move) => move.verdict === "blunder" && move.number > retry.number);
    if (next) add("Next blunder", () => beginRetry(next));
    add("Back to the game", () => endRetry());
    return group;
}

/** @param {MoveRecord} move */
function beginRetry(move) {
    state.retry = move;
    parts.retry.hidden = false;
    const asked = `Move ${move.number}: ${move.player} played ${move.column} and gave the ${move.outcomes?.[0] ?? "result"} away. What is better?`;
    parts.retry.replaceChildren(html("p", {}, asked), retryButtons(move, false));
    void show((game) => at(game, move.number - 1), "replace");
}

function endRetry() {
    const number = state.retry?.number ?? 0;
    state.retry = null;
    parts.retry.hidden = true;
    void show((game) => at(game, number), "replace");
}

/** @param {Position} position */
function ending(position) {
    return position.outcome === "draw" ? "a draw" : `${position.outcome} has four in a row`;
}

/** Draws all that follows from the state. */
function render() {
    const { position, game, analysis } = state;
    if (!position) return;
    board.resize(position.width, position.height);
    board.draw(setUp.isOpen ? setUp.rows() : rows(position), setUp.isOpen || !position.over);
    renderScores(position);
    renderNames(position.width);
    if (!setUp.isOpen) {
        say(position.over ? `${ending(position)}, at move ${position.nbMoves}.`.replace(/^a/, "A") : `Move ${position.nbMoves + 1}: ${position.turn} to move.`);
    }
    const isHidden = !parts.showScores.checked || state.retry !== null || position.over || !analysis;
    parts.verdict.textContent = isHidden ? "" : sentence(analysis.bounds, position, position.turn);
    parts.undo.disabled = parts.first.disabled = game.ply === 0;
    parts.redo.disabled = parts.last.disabled = game.ply === game.moves.length;
    if (document.activeElement !== parts.moves) parts.moves.value = game.moves;
    parts.size.value = game.board;
    const bars = (state.review?.moves ?? []).map((move) => ({
        score: move.after === null ? null : move.player === "X" ? move.after : -move.after,
        blunder: move.verdict === "blunder",
        words: `${move.player} ${move.column}${move.verdict ? `, ${move.verdict}` : ""}`,
    }));
    drawGraph(parts.graph, bars, game.ply, jump);
}

/**
 * The cells of a position with all that is shown on them.
 *
 * @param {Position} position
 * @returns {Cell[][]}
 */
function rows(position) {
    const heights = position.heights.slice();
    /** @type {Map<string, {ghost: "X" | "O", step: number}>} */
    const ghosts = new Map();
    if (parts.showLine.checked && !state.retry) {
        (state.analysis?.line ?? []).slice(0, LINE).forEach((column, index) => {
            const row = (heights[column - 1] ?? 0) + 1;
            heights[column - 1] = row;
            const isX = (position.turn === "X") === (index % 2 === 0);
            ghosts.set(`${column},${row}`, { ghost: isX ? "X" : "O", step: index + 1 });
        });
    }
    const isOn = (/** @type {[number, number][]} */ cells, /** @type {number} */ column, /** @type {number} */ row) =>
        cells.some(([c, r]) => c === column && r === row);
    return position.rows.map((line, index) => {
        const row = position.height - index;
        return [...line].map((name, place) => {
            const column = place + 1;
            const stone = name === "X" || name === "O" ? name : null;
            const last = position.last !== null && isOn([position.last], column, row);
            const threats = parts.showThreats.checked && !position.over
                ? (isOn(position.threats.X, column, row) ? "X" : "") + (isOn(position.threats.O, column, row) ? "O" : "")
                : "";
            const mark = state.marked.includes(`${FILES[place]}${row}`);
            return { stone, last, four: isOn(position.winning, column, row), threats, mark, ...ghosts.get(`${column},${row}`) };
        });
    });
}

/**
 * The scores over the columns.
 *
 * @param {Position} position
 */
function renderScores(position) {
    const { analysis } = state;
    const isShown = parts.showScores.checked && !state.retry && !setUp.isOpen && !position.over;
    const chips = Array.from({ length: position.width }, (_, index) => {
        const bounds = isShown ? (analysis?.columns[index] ?? null) : null;
        const chip = html("div");
        if (bounds) {
            const isBest = analysis?.best.includes(index + 1) ? " best" : "";
            chip.className = `${outcome(bounds)}${isBest}`;
            chip.append(html("b", {}, number(bounds)), html("small", {}, short(bounds, position)));
        }
        return chip;
    });
    parts.scores.replaceChildren(...chips);
}

/**
 * The numbers of the columns, and the letters by which explanations name their cells.
 *
 * @param {number} width
 */
function renderNames(width) {
    if (parts.names.children.length === width) return;
    const names = Array.from({ length: width }, (_, index) => html("div", {}, html("b", {}, String(index + 1)), FILES[index] ?? ""));
    parts.names.replaceChildren(...names);
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
    if (!game.moves) return openPanel(html("p", {}, "Play a game first, or paste its moves below."));
    openPanel(html("p", {}, "Reviewing…"));
    // Early positions take seconds without the book, and none with it.
    await book;
    const onProgress = (/** @type {number} */ done) => openPanel(html("p", {}, `Reviewing: ${done} of ${game.moves.length} moves…`));
    const review = await engine.review(game.board, game.moves, { onProgress });
    if (state.game.moves !== game.moves || state.game.board !== game.board) return;
    state.review = review;
    openPanel(reviewPanel(review, jump, beginRetry));
    render();
}

async function explainPosition() {
    const { game, position } = state;
    if (!position || position.over) return openPanel(html("p", {}, "The game is over."));
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
    void show((game) => at(game, ply), "replace");
}

/** The ways through a game. */
const steps = {
    undo: () => void show((game) => at(game, game.ply - 1), "replace"),
    redo: () => void show((game) => at(game, game.ply + 1), "replace"),
    first: () => jump(0),
    last: () => jump(Infinity),
};

function begin() {
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
    for (const player of Object.values(parts.players)) {
        player.append(html("option", { value: "0" }, "a person"));
        for (let level = 1; level <= 10; level++) {
            player.append(html("option", { value: String(level) }, level === 10 ? "level 10, perfect" : `level ${level}`));
        }
        player.addEventListener("change", showAgain);
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
 * Shows the game of some moves.
 *
 * @param {string} moves
 */
function showMoves(moves) {
    return show((game) => ({ ...newGame(game.board), moves, ply: moves.length }), "push");
}

/** Takes the moves of the field: digits, or cells as in `d1 d2`. */
async function paste() {
    const text = parts.moves.value.trim();
    try {
        const moves = await engine.parse(state.game.board, fromCells(text));
        parts.moves.blur();
        await showMoves(moves);
    } catch (error) {
        parts.movesError.textContent = message(error);
    }
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
}
window.dispatchEvent(new Event("marlin-ready"));
