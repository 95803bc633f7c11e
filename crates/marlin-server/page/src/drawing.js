// The drawing of a board and the score of a column, for the page and for the element of the package for npm,
// into which crates/marlin-wasm/build copies this file. The style sheet of a theme sets the custom properties.

/**
 * @typedef {"X" | "O"} Side
 * @typedef {import("../../../marlin-wasm/npm/records.d.ts").Bounds} Bounds
 * @typedef {Pick<import("../../../marlin-wasm/npm/records.d.ts").Position, "width" | "height" | "stones">} Board the board of a score
 * @typedef {{stone: Side | null, ghost?: Side | null, last?: boolean}} Cell its stone, a move that may follow, and whether it is the last move
 */

/** The side of a cell. */
export const CELL = 100;
/** The radius of a hole, and the margin of the rack around all cells. */
const [HOLE, EDGE] = [41, 12];

/** The number of racks: each gradient needs a name of its own. */
let racks = 0;

/** The drawing of a board: stones behind a rack. Columns and rows count from 1, rows from the bottom. */
export class Drawing {
    /** The layers: behind the stones, the rack before them, and above all else. */
    under = element("g", {});
    rack = element("g", {});
    over = element("g", {});
    /** @type {Map<string, {shown: Cell, stone: Element, marks: Element}>} */
    #cells = new Map();

    /**
     * @param {number} width
     * @param {number} height
     * @param {Record<string, string>} attributes of the picture
     */
    constructor(width, height, attributes) {
        this.height = height;
        const [across, down] = [width * CELL, height * CELL];
        const corner = "a34 34 0 0 1";
        let d = `M22-${EDGE}h${across - 44}${corner} 34 34v${down - 44}${corner}-34 34h${44 - across}${corner}-34-34v${44 - down}${corner} 34-34z`;
        for (let row = height; row >= 1; row--) {
            for (let column = 1; column <= width; column++) {
                const [x, y] = this.centre(column, row);
                d += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`;
                const place = { transform: `translate(${x} ${y})` };
                this.#cells.set(`${column} ${row}`, { shown: { stone: null }, stone: element("g", place), marks: element("g", place) });
            }
        }
        const id = `rack-${++racks}`;
        const stops = ["top", "end"].map((name, offset) => element("stop", { offset, "stop-color": `var(--rack-${name})` }));
        const path = element("path", { ...line("rim", 3), class: "rack", d, "fill-rule": "evenodd", fill: `url(#${id})` });
        this.rack.append(element("linearGradient", { id, x2: 0, y2: 1 }, ...stops), path);
        const back = element("rect", { width: across, height: down, fill: "var(--hole)" });
        const cells = [...this.#cells.values()];
        const layers = [back, this.under, ...cells.map(({ stone }) => stone), this.rack, ...cells.map(({ marks }) => marks), this.over];
        this.svg = element("svg", { viewBox: `${-EDGE} ${-EDGE} ${across + 2 * EDGE} ${down + 2 * EDGE}`, ...attributes }, ...layers);
    }

    /** @type {(column: number, row: number) => [number, number]} */
    centre(column, row) {
        return [(column - 0.5) * CELL, (this.height - row + 0.5) * CELL];
    }

    /** @type {(cell: Cell, column: number, row: number, falls?: boolean) => Element | null} the marks of a cell that has changed */
    show(cell, column, row, falls = true) {
        const drawn = this.#cells.get(`${column} ${row}`);
        if (!drawn || JSON.stringify(drawn.shown) === JSON.stringify(cell)) return null;
        const { shown } = drawn;
        if (shown.stone !== cell.stone || shown.ghost !== cell.ghost) {
            const side = cell.stone ?? cell.ghost;
            drawn.stone.replaceChildren(...(side ? [stone(side, cell.stone ? "stone" : "ghost")] : []));
            if (falls && cell.last && cell.stone && !shown.stone) fall(drawn.stone.firstElementChild, this.height + 1 - row);
        }
        drawn.marks.replaceChildren(...(cell.last ? [element("circle", { class: "last", r: HOLE + 2, ...line("stroke", 5) })] : []));
        drawn.shown = cell;
        return drawn.marks;
    }

    /** @type {(fours: [number, number][][], ...others: Element[]) => void} strikes the cells of each four through, below the others */
    strike(fours, ...others) {
        const lines = fours.map((four) => {
            const d = `M${four.map((cell) => this.centre(...cell).join(" ")).join("L")}`;
            const filter = "drop-shadow(0 0 2px var(--stroke-edge)) ".repeat(2);
            const struck = element("path", { class: "four", d, pathLength: 1, "stroke-dasharray": 1, opacity: 0.95, filter, ...line("stroke", 14) });
            move(struck, { strokeDashoffset: [1, 0] }, { duration: 600, delay: 350, easing: "ease-out" });
            return struck;
        });
        this.over.replaceChildren(...lines, ...others);
    }
}

/** @type {(name: string, attributes: Record<string, string | number>, ...children: (Element | string)[]) => SVGElement} */
export function element(name, attributes, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    node.append(...children);
    return node;
}

/** @type {(colour: string, width: number) => Record<string, string | number>} */
function line(colour, width) {
    return { fill: "none", stroke: `var(--${colour})`, "stroke-width": width, "stroke-linecap": "round" };
}

/** @type {(side: Side, kind: string) => Element} a stone: yellow with an engraved cross, or red with an engraved ring */
export function stone(side, kind) {
    const name = side.toLowerCase();
    const body = element("circle", { r: HOLE + 3, fill: `var(--${name})` });
    const ring = element("circle", { r: 33, ...line(`${name}-edge`, 4) });
    const sign = side === "X" ? element("path", { d: "M-13 -13l26 26m0-26l-26 26" }) : element("circle", { r: 14 });
    return element("g", { class: `${kind} ${name}` }, body, ring, element("g", line(`${name}-edge`, 9), sign));
}

/** @type {(stone: Element | null, rows: number) => void} behind the rack a stone falls faster with the depth, and bounces once */
function fall(stone, rows) {
    const frames = [
        { transform: `translateY(${-CELL * rows}px)`, easing: "cubic-bezier(.5, 0, .95, .6)" },
        { transform: "none", offset: 0.68, easing: "cubic-bezier(.2, .6, .4, 1)" },
        { transform: `translateY(${-Math.min(14, 3 * rows)}px)`, offset: 0.82, easing: "cubic-bezier(.6, 0, .8, .4)" },
        { transform: "none" },
    ];
    move(stone, frames, { duration: 170 + 55 * rows });
}

/** @type {(node: Element | null, frames: Keyframe[] | PropertyIndexedKeyframes, options: object) => void} for those who want motion */
function move(node, frames, options) {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) node?.animate(frames, { fill: "backwards", ...options });
}

/** @type {(score: number, board: Board) => number} the number of the move that ends the game: the winner's stone that completes four */
export function finalMove(score, { width, height, stones }) {
    const cells = width * height;
    if (score === 0) return cells;
    const winner = score > 0 ? stones % 2 : 1 - (stones % 2);
    // A win with the winner's k-th stone scores the number of stones that the winner has on a full board, plus one, less k.
    const k = Math.floor((cells + 1 - winner) / 2) + 1 - Math.abs(score);
    return 2 * k - 1 + winner;
}

/**
 * A number with its sign, or a bound of it; the true minus sign is as wide as the plus.
 *
 * @type {(bounds: Bounds, isSearched?: boolean) => string} with whether a search goes on for it
 */
export function number([lower, upper], isSearched = false) {
    const signed = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
    if (lower === upper) return signed(lower);
    if (lower >= 0) return `≥${signed(lower)}`;
    if (upper <= 0) return `≤${signed(upper)}`;
    return isSearched ? "…" : "?";
}

/** @type {(bounds: Bounds) => "win" | "draw" | "loss" | ""} the proven outcome */
export function outcome([lower, upper]) {
    return lower > 0 ? "win" : upper < 0 ? "loss" : lower === 0 && upper === 0 ? "draw" : "";
}

/** @type {(bounds: Bounds, board: Board) => string} the outcome of a column, in two short words */
export function short([lower, upper], board) {
    const at = lower === upper ? "at" : "by";
    if (lower > 0) return `wins ${at} ${finalMove(lower, board)}`;
    if (upper < 0) return `loses ${at} ${finalMove(upper, board)}`;
    if (lower === upper) return "draws";
    return lower === 0 ? "no loss" : upper === 0 ? "no win" : "";
}
