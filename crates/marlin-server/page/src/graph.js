// The score over a game as bars: upwards if X wins after the move, downwards if O does, the longer the sooner. A click jumps
// to the move, and blunders have a ring.

import { element } from "./board.js";

const STEP = 14;
const HEIGHT = 44;
const LEAST = 4;

/**
 * @typedef {object} Bar
 * @property {number} number of the move
 * @property {number | null} score after the move, from X's view; null if it isn't known
 * @property {boolean} blunder
 * @property {string} words
 */

/**
 * Draws the graph.
 *
 * @param {HTMLElement} root
 * @param {Bar[]} bars
 * @param {number} ply the moves on the board
 * @param {(ply: number) => void} onJump
 */
export function drawGraph(root, bars, ply, onJump) {
    root.hidden = bars.length === 0;
    if (root.hidden) return;
    const width = Math.max(bars.length, 30) * STEP;
    const svg = element("svg", { viewBox: `0 0 ${width} ${2 * HEIGHT + 24}`, role: "img" });
    svg.setAttribute("aria-label", `The score over the game: ${words(bars)}`);
    const axis = HEIGHT + 12;
    const greatest = Math.max(4, ...bars.map(({ score }) => Math.abs(score ?? 0)));
    bars.forEach(({ number, score, blunder, words }, index) => {
        const left = index * STEP;
        const column = element("g", { class: "move" });
        if (number === ply) column.append(element("rect", { class: "here", x: left, y: 0, width: STEP, height: 2 * HEIGHT + 24 }));
        const size = score === null ? 0 : score === 0 ? LEAST : LEAST + (Math.abs(score) / greatest) * (HEIGHT - LEAST);
        const top = score === null || score === 0 ? axis - size / 2 : score > 0 ? axis - size : axis;
        const side = score === null || score === 0 ? "draw" : score > 0 ? "x" : "o";
        column.append(element("rect", { class: `bar ${side}`, x: left + 2, y: top, width: STEP - 4, height: size, rx: 2 }));
        if (blunder) {
            const end = side === "o" ? top + size : top;
            column.append(element("circle", { class: "blunder", cx: left + STEP / 2, cy: end, r: 5 }));
        }
        const title = element("title", {});
        title.textContent = `Move ${number}: ${words}`;
        column.append(title, element("rect", { x: left, y: 0, width: STEP, height: 2 * HEIGHT + 24, fill: "transparent", class: "bar" }));
        column.addEventListener("click", () => onJump(number));
        svg.append(column);
    });
    svg.append(element("path", { class: "axis", d: `M0 ${axis}H${width}` }));
    root.replaceChildren(svg);
}

/** @param {Bar[]} bars */
function words(bars) {
    /** @type {string[]} */
    const parts = [];
    let last = "";
    bars.forEach(({ number, score }) => {
        const who = score === null ? "not known" : score > 0 ? "X wins" : score < 0 ? "O wins" : "a draw";
        if (who !== last) parts.push(`from move ${number} ${who}`);
        last = who;
    });
    const blunders = bars.flatMap(({ number, blunder }) => (blunder ? [number] : []));
    const marked = blunders.length > 0 ? ` Blunders: moves ${blunders.join(", ")}.` : "";
    return `${parts.join(", ")}.${marked}`;
}
