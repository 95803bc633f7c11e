// Draws what follows from the state: the board, the scores over it, the names below it, what is said, and the graph.

import { drawGraph } from "./graph.js";
import { html } from "./panels.js";
import { parts, say } from "./parts.js";
import { state } from "./state.js";
import { number, outcome, sentence, short } from "./words.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./setup.js").SetUp} SetUp */

/** The letters of the columns in the names of cells. */
const FILES = "abcdefghijklmnopqrstuvwxyz";
/** The moves of the best line that are drawn. */
const LINE = 8;

/** @param {Position} position */
export function ending(position) {
    return position.outcome === "draw" ? "a draw" : `${position.outcome} has four in a row`;
}

/**
 * Draws all that follows from the state.
 *
 * @param {BoardView} board
 * @param {SetUp} setUp
 * @param {(ply: number) => void} jump
 */
export function draw(board, setUp, jump) {
    const { position, game, analysis } = state;
    if (!position) return;
    board.resize(position.width, position.height);
    board.draw(setUp.isOpen ? setUp.rows() : rows(position), setUp.isOpen || !position.over);
    renderScores(position, setUp.isOpen);
    renderNames(position.width);
    if (!setUp.isOpen) {
        say(position.over ? `${ending(position)}, at move ${position.nbMoves}.`.replace(/^a/, "A") : `Move ${position.nbMoves + 1}: ${position.turn} to move.`);
    }
    const isHidden = !parts.showScores.checked || state.retry !== null || position.over || !analysis;
    parts.verdict.textContent = isHidden ? "" : sentence(analysis.bounds, position, position.turn);
    parts.undo.disabled = parts.first.disabled = game.ply === game.setup;
    parts.redo.disabled = parts.last.disabled = game.ply === game.moves.length;
    if (document.activeElement !== parts.moves) parts.moves.value = game.moves;
    parts.size.value = game.board;
    const bars = (state.review?.moves ?? []).map((move) => ({
        number: move.number,
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
 * @param {boolean} isSettingUp
 */
function renderScores(position, isSettingUp) {
    const { analysis } = state;
    const isShown = parts.showScores.checked && !state.retry && !isSettingUp && !position.over;
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
