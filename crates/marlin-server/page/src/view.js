// Draws what follows from the state: the board, the scores over it, the names below it, what is said, and the graph.

import { drawGraph } from "./graph.js";
import { html } from "./panels.js";
import { parts, say } from "./parts.js";
import { state } from "./state.js";
import { boundsOf, columnBounds, number, outcome, sentence, short } from "./words.js";

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
    return position.result === "draw" ? "a draw" : `${position.result} has four in a row`;
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
    const isOver = position.result !== null;
    board.resize(position.width, position.height);
    board.draw(setUp.isOpen ? setUp.rows() : rows(position), setUp.isOpen || !isOver);
    renderScores(position, setUp.isOpen);
    renderNames(position.width);
    if (!setUp.isOpen) {
        say(isOver ? `${ending(position)}, at move ${position.stones}.`.replace(/^a/, "A") : `Move ${position.stones + 1}: ${position.to_move} to move.`);
    }
    const isHidden = !parts.showScores.checked || state.retry !== null || isOver || !analysis;
    parts.verdict.textContent = isHidden ? "" : sentence(boundsOf(analysis), position, position.to_move ?? "X");
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
        const line = (state.analysis && "pv" in state.analysis && state.analysis.pv) || [];
        line.slice(0, LINE).forEach((column, index) => {
            const row = (heights[column - 1] ?? 0) + 1;
            heights[column - 1] = row;
            const isX = (position.to_move === "X") === (index % 2 === 0);
            ghosts.set(`${FILES[column - 1]}${row}`, { ghost: isX ? "X" : "O", step: index + 1 });
        });
    }
    const { x, o } = parts.showThreats.checked ? position.threats : { x: [], o: [] };
    const winning = position.winning_lines.flat();
    return position.rows.split("/").map((line, index) => [...line].map((name, place) => {
        const cell = `${FILES[place]}${position.height - index}`;
        return {
            stone: name === "X" || name === "O" ? name : null,
            last: cell === position.last_move,
            four: winning.includes(cell),
            threats: (x.includes(cell) ? "X" : "") + (o.includes(cell) ? "O" : ""),
            mark: state.marked.includes(cell),
            ...ghosts.get(cell),
        };
    }));
}

/**
 * The scores over the columns.
 *
 * @param {Position} position
 * @param {boolean} isSettingUp
 */
function renderScores(position, isSettingUp) {
    const { analysis } = state;
    const isShown = parts.showScores.checked && !state.retry && !isSettingUp && position.result === null;
    const chips = Array.from({ length: position.width }, (_, index) => {
        const bounds = isShown && analysis ? columnBounds(analysis, index) : null;
        const chip = html("div");
        if (bounds) {
            const isBest = analysis && "best_columns" in analysis && analysis.best_columns?.includes(index + 1) ? " best" : "";
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
