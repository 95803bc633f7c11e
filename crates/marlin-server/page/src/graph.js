// The course of a game: a line that is the higher the sooner X wins, and the lower the sooner O does, with a dot on each
// blunder. A click jumps to the move.

import { element } from "./drawing.js";
import { inWords, player, text, verb } from "./words.js";

const STEP = 14;
const HEIGHT = 46;
const TOP = 14;
const LEFT = 46;

/**
 * @typedef {object} Point
 * @property {number} number of the move
 * @property {number | null} evaluation after the move, from X's view; null if it is unknown
 * @property {boolean} blunder
 * @property {string} words
 */

/**
 * Draws the graph.
 *
 * @param {HTMLElement} root
 * @param {Point[]} points
 * @param {number} ply the moves on the board
 * @param {(ply: number) => void} onJump
 * @param {{X: string, O: string}} names of the sides
 */
export function drawGraph(root, points, ply, onJump, names) {
    root.hidden = points.length === 0;
    if (root.hidden) return;
    const width = LEFT + Math.max(points.length, 24) * STEP;
    const axis = TOP + HEIGHT;
    const label = `The course of the game: ${words(points, names)}`;
    const svg = element("svg", { viewBox: `0 0 ${width} ${2 * axis}`, role: "img", "aria-label": label });
    const x = (/** @type {number} */ index) => LEFT + (index + 0.5) * STEP;
    const y = (/** @type {number} */ evaluation) => axis - evaluation * HEIGHT;
    for (const [text, at] of /** @type {const} */ ([[names.X, TOP + 4], ["draw", axis + 4], [names.O, 2 * axis - TOP + 4]])) {
        svg.append(element("text", { x: 0, y: at }, text));
    }
    svg.append(element("path", { class: "axis", d: `M${LEFT + 8} ${axis}H${width}` }));
    for (const run of runs(points)) {
        const path = run.map(({ index, value }) => `${x(index)} ${y(value)}`).join("L");
        const [first, last] = [x(run[0]?.index ?? 0), x(run.at(-1)?.index ?? 0)];
        for (const side of /** @type {const} */ (["x", "o"])) {
            const part = run.map(({ index, value }) => `${x(index)} ${y(side === "x" ? Math.max(0, value) : Math.min(0, value))}`).join("L");
            svg.append(element("path", { class: `area-${side}`, d: `M${first} ${axis}L${part}L${last} ${axis}z` }));
        }
        svg.append(element("path", { class: "course", d: `M${path}` }));
    }
    points.forEach(({ number, evaluation, blunder, words }, index) => {
        const move = element("g", { class: "move" });
        if (number === ply) move.append(element("path", { class: "here", d: `M${x(index)} 2V${2 * axis - 2}` }));
        if (blunder) move.append(element("circle", { class: "blunder", cx: x(index), cy: y(evaluation ?? 0), r: 5.5 }));
        const title = element("title", {}, `Move ${number}: ${words}`);
        move.append(title, element("rect", { x: x(index) - STEP / 2, y: 0, width: STEP, height: 2 * axis, fill: "transparent" }));
        move.addEventListener("click", () => onJump(number));
        svg.append(move);
    });
    root.replaceChildren(svg);
}

/**
 * The stretches of moves whose evaluations are known.
 *
 * @param {Point[]} points
 */
function runs(points) {
    /** @type {{index: number, value: number}[][]} */
    const runs = [[]];
    points.forEach(({ evaluation }, index) => {
        if (evaluation === null) runs.push([]);
        else runs.at(-1)?.push({ index, value: evaluation });
    });
    return runs.filter((run) => run.length > 0);
}

/**
 * @param {Point[]} points
 * @param {import("./words.js").Names} names
 */
function words(points, names) {
    /** @type {string[]} */
    const parts = [];
    /** @type {number | null | undefined} */
    let last;
    points.forEach(({ number, evaluation }) => {
        const sign = evaluation === null ? null : Math.sign(evaluation);
        const side = sign === 1 ? "X" : "O";
        const who = sign === null ? text`unknown` : sign === 0 ? text`a draw` : text`${player(side)} ${verb(side, "wins", "win")}`;
        if (sign !== last) parts.push(text`from move ${number} ${who}`.map((part) => inWords(part, names)).join(""));
        last = sign;
    });
    const blunders = points.flatMap(({ number, blunder }) => (blunder ? [number] : []));
    return `${parts.join(", ")}.${blunders.length > 0 ? ` Blunders: moves ${blunders.join(", ")}.` : ""}`;
}
