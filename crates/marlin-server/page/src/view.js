// Draws the board, the scores over it, the bar beside it, the names below it, and the status.

import { BoardView } from "./board.js";
import { FILES } from "./game.js";
import { html } from "./html.js";
import { get, isPressed, parts, say, showBoard } from "./parts.js";
import { isStop, levelAt } from "./players.js";
import { hasGame, hasScores, isThinking, leavePreview, onBoard, pick, render } from "./session.js";
import { isYou, named, names, state } from "./state.js";
import { boundsOf, columnBounds, meaning, number, other, outcome, player, short, text, verb } from "./words.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./engine.js").Position} Position */

/** The number of moves of the best line that are drawn. */
const LINE = 8;

/** The number of sparks that fly from the result when a person has won. */
const SPARKS = 14;
/** The minimum width of a column, in pixels, for the words of its score. */
const WORDS = 76;

/** The status that was told last, and its position. */
let told = /** @type {{now: string, position: Position | null}} */ ({ now: "", position: null });

const root = get("board", HTMLElement);
const board = new BoardView(root, pick);
new ResizeObserver(fit).observe(root);

/** Leaves the words of the scores out where they have no room. */
function fit() {
    parts.scores.classList.toggle("narrow", root.clientWidth / board.width < WORDS);
}

/** Draws the board and all around it. */
export function drawBoard() {
    const position = onBoard();
    if (!position) return;
    board.resize(position.width, position.height);
    const isOver = position.result !== null;
    const canDrop = !state.preview && !state.task?.hidesTurn && !isOver && (hasGame() || state.task !== null);
    const isTurn = state.mode !== "play" || isStop(state.players, position.stones);
    board.draw({
        rows: state.task?.rows?.() ?? rows(position),
        isOpen: state.preview !== null || state.task?.hidesTurn === true || canDrop,
        turn: canDrop && isTurn ? position.to_move : null,
        fours: position.winning_lines,
        arrows: state.arrows,
    });
    // The stone over the board has the place of the scores.
    root.classList.toggle("above", !hasScores());
    drawScores(position);
    fit();
    drawBar(position);
    drawNames(position.width);
    const now = status(position);
    // A message, such as that a link is copied, stays until the status changes.
    if (now !== told.now || position !== told.position) say(now);
    told = { now, position };
    const { game, line } = state;
    parts.undo.disabled = parts.first.disabled = line ? line.shown === 0 : game.ply === game.setup;
    parts.redo.disabled = parts.last.disabled = line ? line.shown === line.columns.length : game.ply === game.moves.length;
    parts.back.hidden = (!state.line && !state.preview) || state.mode === "learn";
    const where = state.mode === "puzzles" ? "puzzle" : state.task ? "question" : "game";
    parts.back.replaceChildren("Back", html("span", { class: "wide" }, ` to the ${where}`));
}

/**
 * Lights the hole of a cell that is named in a text.
 *
 * @param {Event} event
 */
function light({ target }) {
    const cell = target instanceof HTMLElement ? target.dataset.cell : undefined;
    if (!cell) return;
    state.marks = [{ cell, player: null }];
    render();
    showBoard();
}

export function wireBoard() {
    document.addEventListener("click", light);
    parts.back.addEventListener("click", leavePreview);
}

/** @param {Position} position */
function status(position) {
    if (state.mode === "learn" && !state.lesson) return "Choose a lesson.";
    if (state.preview && state.mode === "learn") return named(text`${player(position.stones % 2 === 1 ? "X" : "O")} has played ${position.last_move}.`);
    if (state.line) return `Showing ${state.line.name}: ${state.line.shown} of ${state.line.columns.length}.`;
    if (state.preview) return position.stones > 0 ? `Showing the board after move ${position.stones}.` : "Showing the empty board.";
    if (position.result !== null) return ending(position);
    if (state.mode === "play" && state.players) {
        const level = levelAt(state.players, position.stones);
        if (level > 0) return isThinking() ? `Level ${level} is thinking…` : `Move ${position.stones + 1}: level ${level} to move.${state.game.ply < state.game.moves.length ? " ▶ shows its move." : ""}`;
    }
    return named(text`Move ${position.stones + 1}: ${player(position.to_move ?? "X")} to move.`);
}

/** @param {Position} position */
export function ending(position) {
    return position.result === "draw" ? "A draw: the board is full." : named(text`${player(position.result ?? "X")} ${verb(position.result ?? "X", "has", "have")} four in a row, on move ${position.stones}.`);
}

/**
 * The cells of a position with all that is shown on them.
 *
 * @param {Position} position
 * @returns {Cell[][]}
 */
export function rows(position) {
    const ghosts = bestLine(position);
    const { x, o } = isPressed(parts.showThreats) && hasScores() ? position.threats : { x: [], o: [] };
    return position.rows.split("/").map((line, index) => [...line].map((name, place) => {
        const cell = `${FILES[place]}${position.height - index}`;
        const mark = state.marks.find((mark) => mark.cell === cell);
        return {
            stone: name === "X" || name === "O" ? name : null,
            last: cell === position.last_move,
            threats: (x.includes(cell) ? "X" : "") + (o.includes(cell) ? "O" : ""),
            ...(mark ? { mark: true, owner: mark.player } : {}),
            ...ghosts.get(cell),
        };
    }));
}

/**
 * The moves of the best line, by their cells.
 *
 * @param {Position} position
 */
function bestLine(position) {
    /** @type {Map<string, {ghost: Side, step: number}>} */
    const ghosts = new Map();
    const { analysis } = state;
    if (!isPressed(parts.showLine) || !hasScores() || state.preview || !analysis || !("proven" in analysis)) return ghosts;
    const heights = position.heights.slice();
    (analysis.line ?? []).slice(0, LINE).forEach((column, index) => {
        const row = (heights[column - 1] ?? 0) + 1;
        heights[column - 1] = row;
        const isX = (position.to_move === "X") === (index % 2 === 0);
        ghosts.set(`${FILES[column - 1]}${row}`, { ghost: isX ? "X" : "O", step: index + 1 });
    });
    return ghosts;
}

/**
 * The scores over the columns. Each tells its meaning when it is tapped.
 *
 * @param {Position} position
 */
function drawScores(position) {
    const { analysis } = state;
    const isShown = hasScores() && !state.preview && position.result === null;
    // At the end of a game the result has the place of the scores.
    const isEnd = state.mode === "play" && state.players !== null && position.result !== null && !state.preview;
    if (isEnd) return void parts.scores.replaceChildren(banner(position));
    const chips = Array.from({ length: position.width }, (_, index) => {
        const bounds = isShown && analysis ? columnBounds(analysis, index) : null;
        if (!bounds) return html("span");
        const isBest = analysis && "best_columns" in analysis && analysis.best_columns?.includes(index + 1) ? " best" : "";
        const us = position.to_move ?? "X";
        const words = short(bounds, position);
        const chip = html("button", { type: "button", class: `${outcome(bounds)}${isBest}` });
        chip.append(html("span", { class: "heard" }, `Column ${index + 1}: `), html("b", {}, number(bounds, state.search === "running")), " ", html("small", {}, words));
        chip.addEventListener("click", () => {
            parts.meaning.replaceChildren(html("p", {}, named(meaning(bounds, position, us, index + 1))));
            parts.meaning.showPopover({ source: chip });
        });
        return chip;
    });
    parts.scores.replaceChildren(...chips);
}

/**
 * The result in large letters, in the colour of the winner. The status says it too.
 *
 * @param {Position} position
 */
function banner({ result }) {
    const winner = result === "X" || result === "O" ? result : null;
    const isMine = winner !== null && isYou(winner);
    const words = !winner ? "A draw" : isMine ? "You won!" : `${names()[winner]} won`;
    const sparks = Array.from({ length: isMine && state.isJustOver ? SPARKS : 0 }, (_, index) => {
        const spark = html("i");
        // The server's policy refuses an attribute `style`.
        spark.style.setProperty("--turn", `${index / SPARKS}turn`);
        return spark;
    });
    return html("p", { class: `banner ${winner?.toLowerCase() ?? ""}`, "aria-hidden": "true" }, ...sparks, words);
}

/**
 * The bar of who is winning: the share of X in height.
 *
 * @param {Position} position
 */
function drawBar(position) {
    const { analysis, review, game } = state;
    const after = review?.moves[game.ply - 1 - game.setup]?.evaluation;
    const known = position.result !== null ? evaluationOf(position) : analysis && "evaluation" in analysis ? analysis.evaluation : after;
    const isShown = (hasScores() || position.result !== null) && !state.preview && known !== null && known !== undefined;
    parts.bar.classList.toggle("unknown", !isShown);
    parts.bar.style.setProperty("--share", String(((known ?? 0) + 1) / 2));
    parts.bar.setAttribute("aria-label", isShown ? words(position) : "Who is winning: not shown");
}

/** @param {Position} position */
function evaluationOf({ result }) {
    return result === "X" ? 1 : result === "O" ? -1 : 0;
}

/** @param {Position} position */
function words(position) {
    if (position.result !== null) return ending(position);
    const found = outcome(boundsOf(state.analysis));
    const us = position.to_move ?? "X";
    const winner = found === "win" ? us : other(us);
    return found === "draw" ? "A draw under perfect play" : found ? named(text`${player(winner)} ${verb(winner, "is", "are")} winning`) : state.search === "running" ? "Searching…" : "Not proven";
}

/**
 * The numbers of the columns, and the letters by which explanations name their cells.
 *
 * @param {number} width
 */
function drawNames(width) {
    if (parts.names.children.length === width) return;
    const names = Array.from({ length: width }, (_, index) => html("div", {}, html("b", {}, String(index + 1)), html("i", {}, FILES[index] ?? "")));
    parts.names.replaceChildren(...names);
}
