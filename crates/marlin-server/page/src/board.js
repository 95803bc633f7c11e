// The board: stones behind a rack, drawn with shapes, under a grid of cells that is clicked and walked through by keyboard.

import { placeOf } from "./game.js";

const SVG = "http://www.w3.org/2000/svg";
/** The side of a cell, and the margin of the rack around all of them. */
const CELL = 100;
const EDGE = 12;
/** The radius of a hole. */
const HOLE = 41;
/** The colours of the stones, for those who hear the board. */
const COLORS = { X: "yellow", O: "red" };

/** @typedef {"X" | "O"} Side */

/**
 * What a cell shows.
 *
 * @typedef {object} Cell
 * @property {Side | null} stone
 * @property {Side | null} [ghost] a move that may follow
 * @property {number} [step] its number
 * @property {boolean} [last] the last move
 * @property {string} [threats] who threatens the cell: X, O, or both
 * @property {boolean} [mark] named by an explanation
 * @property {Side | null} [owner] the side for which the marked cell matters
 */

/**
 * What the board shows.
 *
 * @typedef {object} View
 * @property {Cell[][]} rows from the top
 * @property {boolean} isOpen whether a stone can be dropped
 * @property {Side | null} turn the side whose stone follows the pointer
 * @property {string[][]} fours the lines that won, as cells
 * @property {{column: number, kind: "good" | "bad" | "unproven"}[]} arrows to columns from 1
 */

/** A board on the page. */
export class BoardView {
    /**
     * @param {HTMLElement} root
     * @param {(column: number, row: number) => void} onPick called with the cell that is clicked or entered; both from 1
     */
    constructor(root, onPick) {
        this.root = root;
        this.onPick = onPick;
        this.width = 0;
        this.height = 0;
        /** @type {HTMLElement[][]} the cells by row from the top, then by column */
        this.cells = [];
        this.focus = { column: 1, row: 1 };
        /** @type {{shown: Cell, below: Element, above: Element}[][]} what is drawn below and above the rack */
        this.drawn = [];
        this.hovered = 0;
        this.extras = "";
        this.root.addEventListener("click", (event) => this.#pickAt(event.target));
        this.root.addEventListener("keydown", (event) => this.#walk(event));
        this.root.addEventListener("pointerover", (event) => this.#hover(event.pointerType === "touch" ? null : event.target));
        this.root.addEventListener("pointerleave", () => this.#hover(null));
    }

    /**
     * Makes a board of a size.
     *
     * @param {number} width
     * @param {number} height
     */
    resize(width, height) {
        if (width === this.width && height === this.height) return;
        [this.width, this.height] = [width, height];
        this.focus = { column: Math.ceil(width / 2), row: 1 };
        const { style } = document.documentElement;
        style.setProperty("--columns", String(width));
        style.setProperty("--rows", String(height));
        this.cells = [];
        this.drawn = [];
        this.extras = "";
        this.root.replaceChildren(this.#drawRack(), this.#makeGrid());
        this.#setFocus(this.focus.column, this.focus.row, false);
    }

    /** The layers of the drawing: the back of the holes, stones, the rack before them, and what is marked on it. */
    #drawRack() {
        const [width, height] = [this.width * CELL, this.height * CELL];
        const svg = element("svg", { viewBox: `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`, "aria-hidden": "true" });
        svg.append(element("rect", { class: "back", x: 0, y: 0, width, height }));
        const [below, rack, above] = [element("g", {}), element("g", { class: "rack" }), element("g", {})];
        this.hover = element("g", { class: "hover" });
        this.over = element("g", {});
        const corner = 34;
        let path = `M${corner - EDGE} ${-EDGE}H${width + EDGE - corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}V${height + EDGE - corner}`;
        path += `a${corner} ${corner} 0 0 1 ${-corner} ${corner}H${corner - EDGE}a${corner} ${corner} 0 0 1 ${-corner} ${-corner}V${corner - EDGE}`;
        path += `a${corner} ${corner} 0 0 1 ${corner} ${-corner}z`;
        for (let row = 0; row < this.height; row++) {
            const line = [];
            for (let column = 0; column < this.width; column++) {
                const [x, y] = [(column + 0.5) * CELL, (row + 0.5) * CELL];
                path += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`;
                const place = { transform: `translate(${x} ${y})` };
                const cell = { shown: /** @type {Cell} */ ({ stone: null }), below: element("g", place), above: element("g", place) };
                below.append(cell.below);
                above.append(cell.above);
                line.push(cell);
            }
            this.drawn.push(line);
        }
        const gradient = element("linearGradient", { id: "rack", x1: 0, y1: 0, x2: 0, y2: 1 });
        gradient.append(element("stop", { offset: 0 }), element("stop", { offset: 1 }));
        rack.append(gradient, element("path", { d: path, "fill-rule": "evenodd", fill: "url(#rack)" }), ...this.#rowNumbers());
        svg.append(this.hover, below, rack, above, this.over);
        return svg;
    }

    /** The numbers of the rows, on the rack left of the holes. */
    #rowNumbers() {
        return Array.from({ length: this.height }, (_, index) => {
            const number = element("text", { class: "row-number", x: -2, y: (index + 0.5) * CELL + 9 });
            number.textContent = String(this.height - index);
            return number;
        });
    }

    #makeGrid() {
        const grid = document.createElement("div");
        grid.className = "grid";
        grid.setAttribute("role", "grid");
        grid.setAttribute("aria-label", `Board of ${this.width} columns and ${this.height} rows`);
        for (let row = this.height; row >= 1; row--) {
            const line = document.createElement("div");
            line.className = "row";
            line.setAttribute("role", "row");
            const cells = [];
            for (let column = 1; column <= this.width; column++) {
                const cell = document.createElement("div");
                cell.className = "cell";
                cell.setAttribute("role", "gridcell");
                cell.setAttribute("aria-label", label({ stone: null }, column, row));
                cell.dataset.column = String(column);
                cell.dataset.row = String(row);
                cell.tabIndex = -1;
                line.append(cell);
                cells.push(cell);
            }
            this.cells.push(cells);
            grid.append(line);
        }
        return grid;
    }

    /**
     * Draws all cells; only what has changed is touched.
     *
     * @param {View} view
     */
    draw(view) {
        this.view = view;
        view.rows.forEach((cells, index) => {
            cells.forEach((cell, column) => {
                const drawn = this.drawn[index]?.[column];
                const grid = this.cells[index]?.[column];
                if (!drawn || !grid) return;
                grid.setAttribute("aria-disabled", String(!view.isOpen));
                if (JSON.stringify(drawn.shown) === JSON.stringify(cell)) return;
                const hasFallen = cell.stone !== null && drawn.shown.stone === null && cell.last === true;
                if (drawn.shown.stone !== cell.stone || drawn.shown.ghost !== cell.ghost) drawn.below.replaceChildren(...stones(cell, hasFallen ? index + 1 : 0));
                drawn.above.replaceChildren(...marks(cell));
                drawn.shown = cell;
                grid.setAttribute("aria-label", label(cell, column + 1, this.height - index));
            });
        });
        const extras = JSON.stringify([view.fours, view.arrows]);
        if (extras !== this.extras) {
            this.extras = extras;
            this.over?.replaceChildren(...view.fours.map((four) => this.#line(four)), ...view.arrows.map((arrow) => this.#arrow(arrow)));
        }
        this.#drawHover();
    }

    /**
     * The line through four stones.
     *
     * @param {string[]} four
     */
    #line(four) {
        const ends = [four[0] ?? "", four.at(-1) ?? ""].map((cell) => {
            const [column, row] = placeOf(cell);
            return `${(column - 0.5) * CELL} ${(this.height - row + 0.5) * CELL}`;
        });
        return element("path", { class: "four", d: `M${ends.join("L")}`, pathLength: 1 });
    }

    /**
     * An arrow down into a column.
     *
     * @param {{column: number, kind: string}} arrow
     */
    #arrow({ column, kind }) {
        const x = (column - 0.5) * CELL;
        return element("path", { class: `arrow ${kind}`, d: `M${x} -34V54m-26 -28l26 28l26 -28` });
    }

    /** The stone over the column under the pointer, and where it would fall to. */
    #drawHover() {
        const { view, hovered } = this;
        const turn = view?.isOpen && hovered ? view.turn : null;
        const row = turn ? (view?.rows.findLastIndex((cells) => !cells[hovered - 1]?.stone) ?? -1) : -1;
        const shown = turn && row >= 0 ? `${turn} ${hovered} ${row}` : "";
        if (!this.hover || this.hover.getAttribute("data-shown") === shown) return;
        this.hover.setAttribute("data-shown", shown);
        this.hover.replaceChildren();
        if (!turn || row < 0) return;
        const x = (hovered - 0.5) * CELL;
        for (const [kind, y] of /** @type {const} */ ([["waiting", -EDGE - HOLE + 10], ["landing", (row + 0.5) * CELL]])) {
            const place = element("g", { transform: `translate(${x} ${y})` });
            place.append(stone(turn, kind));
            this.hover.append(place);
        }
    }

    /**
     * @param {EventTarget | null} target
     * @returns {HTMLElement | null}
     */
    #cellOf(target) {
        return target instanceof Element ? target.closest(".cell") : null;
    }

    /** @param {EventTarget | null} target */
    #pickAt(target) {
        const cell = this.#cellOf(target);
        if (!cell) return;
        this.#setFocus(Number(cell.dataset.column), Number(cell.dataset.row), true);
        this.onPick(this.focus.column, this.focus.row);
    }

    /**
     * Marks the column under the pointer.
     *
     * @param {EventTarget | null} target
     */
    #hover(target) {
        const column = Number(this.#cellOf(target)?.dataset.column ?? 0);
        if (column === this.hovered) return;
        this.hovered = column;
        this.#drawHover();
    }

    /**
     * The keys of a grid: arrows walk, Enter and the space bar drop.
     *
     * @param {KeyboardEvent} event
     */
    #walk(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const { column, row } = this.focus;
        /** @type {Record<string, [number, number]>} */
        const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
        const step = steps[event.key];
        if (step) {
            this.#setFocus(column + step[0], row + step[1], true);
        } else if (event.key === "Enter" || event.key === " ") {
            this.onPick(column, row);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /**
     * @param {number} column
     * @param {number} row
     * @param {boolean} grab whether the cell gets the focus of the page
     */
    #setFocus(column, row, grab) {
        const element = (/** @type {{column: number, row: number}} */ at) => this.cells[this.height - at.row]?.[at.column - 1];
        const next = element({ column, row });
        if (!next) return;
        const before = element(this.focus);
        if (before) before.tabIndex = -1;
        this.focus = { column, row };
        next.tabIndex = 0;
        if (grab) next.focus({ preventScroll: true });
    }
}

/**
 * @param {Cell} cell
 * @param {number} column
 * @param {number} row
 */
function label(cell, column, row) {
    const parts = [`column ${column}, row ${row}`, cell.stone ? COLORS[cell.stone] : "empty"];
    if (cell.last) parts.push("last move");
    if (cell.ghost) parts.push(`move ${cell.step} of the line, ${COLORS[cell.ghost]}`);
    if (cell.threats) parts.push(`threatened by ${[...cell.threats].map((side) => COLORS[/** @type {Side} */ (side)]).join(" and ")}`);
    return parts.join(", ");
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function element(name, attributes) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    return node;
}

/**
 * What is behind the rack.
 *
 * @param {Cell} cell
 * @param {number} height the rows that the stone falls through, 0 for one that is there already
 */
function stones(cell, height) {
    if (cell.stone) {
        const fallen = stone(cell.stone, height > 0 ? "stone falling" : "stone");
        fallen.style.setProperty("--fall", String(height));
        return [fallen];
    }
    return cell.ghost ? [stone(cell.ghost, "ghost")] : [];
}

/**
 * What is marked on the rack.
 *
 * @param {Cell} cell
 */
function marks(cell) {
    const parts = [];
    if (cell.ghost) {
        const number = element("text", { class: "ghost-number", x: 0, y: 13 });
        number.textContent = String(cell.step ?? "");
        parts.push(number);
    }
    const threats = cell.stone ? "" : (cell.threats ?? "");
    const beside = threats.length > 1 ? 17 : 0;
    if (threats.includes("X")) parts.push(element("path", { class: "threat x", d: `M${-beside - 11} -11l22 22m0-22l-22 22` }));
    if (threats.includes("O")) parts.push(element("circle", { class: "threat o", cx: beside, cy: 0, r: 12 }));
    if (cell.last) parts.push(element("circle", { class: "last", cx: 0, cy: 0, r: HOLE + 2 }));
    if (cell.mark) parts.push(element("circle", { class: `mark ${cell.owner?.toLowerCase() ?? ""}`, cx: 0, cy: 0, r: HOLE - 5 }));
    return parts;
}

/**
 * A stone: yellow with an engraved cross, or red with an engraved ring.
 *
 * @param {Side} player
 * @param {string} kind
 */
export function stone(player, kind) {
    const group = element("g", { class: `${kind} ${player.toLowerCase()}` });
    group.append(element("circle", { class: "disc", r: HOLE + 3 }), element("circle", { class: "engraved", r: 33 }));
    const sign = player === "X" ? element("path", { d: "M-13 -13l26 26m0-26l-26 26" }) : element("circle", { r: 14 });
    sign.setAttribute("class", "sign");
    group.append(sign);
    return group;
}

/**
 * A small drawing of a board.
 *
 * @param {string} rows from the top, with a letter for each cell and a slash between rows
 */
export function smallBoard(rows) {
    const lines = rows.split("/");
    const [width, height] = [(lines[0]?.length ?? 0) * CELL, lines.length * CELL];
    const svg = element("svg", { class: "small-board", viewBox: `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`, "aria-hidden": "true" });
    svg.append(element("rect", { class: "frame", x: -EDGE, y: -EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE, rx: 34 }));
    lines.forEach((line, row) => [...line].forEach((name, column) => {
        const place = element("g", { transform: `translate(${(column + 0.5) * CELL} ${(row + 0.5) * CELL})` });
        place.append(name === "X" || name === "O" ? stone(name, "stone") : element("circle", { class: "back", r: HOLE }));
        svg.append(place);
    }));
    return svg;
}
