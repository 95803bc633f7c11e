// The board on the page: a drawing under a grid of cells that is clicked and walked through by keyboard.

import { CELL, Drawing, element, stone } from "./drawing.js";
import { placeOf } from "./game.js";
import { html } from "./html.js";

/** The height of the stone that waits over the rack. */
const WAITING = -43;
/** The colours of the stones, for those who hear the board. */
const COLORS = { X: "yellow", O: "red" };

/** @typedef {import("./drawing.js").Side} Side */

/**
 * The signs of a cell beside its stone.
 *
 * @typedef {object} Signs
 * @property {number} [step] the number of the move that may follow
 * @property {string} [threats] who threatens the cell: X, O, or both
 * @property {boolean} [mark] named by an explanation
 * @property {Side | null} [owner] the side for which the marked cell matters
 */
/** @typedef {import("./drawing.js").Cell & Signs} Cell */

/**
 * The contents of the board.
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
    width = 0;
    height = 0;
    drawing = new Drawing(0, 0, {});
    /** @type {HTMLElement[][]} the cells by row from the top, then by column */
    cells = [];
    focus = { column: 1, row: 1 };
    hovered = 0;
    /** The drawings at the pointer and above the cells. */
    shownHover = "";
    shownAbove = "";

    /**
     * @param {HTMLElement} root
     * @param {(column: number, row: number) => void} onPick called with the cell that is clicked or entered; both from 1
     */
    constructor(root, onPick) {
        this.root = root;
        this.onPick = onPick;
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
        const { style } = document.documentElement;
        style.setProperty("--columns", String(width));
        style.setProperty("--rows", String(height));
        this.drawing = new Drawing(width, height, { "aria-hidden": "true" });
        this.shownHover = this.shownAbove = "";
        const rows = Array.from({ length: height }, (_, index) => height - index);
        this.drawing.rack.append(...rows.map((row) => element("text", { class: "row-number", x: -2, y: this.drawing.centre(1, row)[1] + 9 }, `${row}`)));
        this.cells = rows.map((row) => Array.from({ length: width }, (_, index) => {
            const place = { "data-column": String(index + 1), "data-row": String(row), "aria-label": label({ stone: null }, index + 1, row) };
            return html("div", { class: "cell", role: "gridcell", tabindex: "-1", ...place });
        }));
        const lines = this.cells.map((cells) => html("div", { class: "row", role: "row" }, ...cells));
        const name = `Board of ${width} columns and ${height} rows`;
        this.root.replaceChildren(this.drawing.svg, html("div", { class: "grid", role: "grid", "aria-label": name }, ...lines));
        this.#setFocus(Math.ceil(width / 2), 1, false);
    }

    /**
     * Draws all cells, and touches only the changed ones.
     *
     * @param {View} view
     */
    draw(view) {
        this.view = view;
        this.cells.forEach((cells, index) => cells.forEach((node, place) => {
            const [cell, column, row] = [view.rows[index]?.[place], place + 1, this.height - index];
            node.setAttribute("aria-disabled", String(!view.isOpen));
            const changed = cell && this.drawing.show(cell, column, row);
            if (!changed) return;
            changed.append(...signs(cell));
            node.setAttribute("aria-label", label(cell, column, row));
        }));
        const above = JSON.stringify([view.fours, view.arrows]);
        if (above !== this.shownAbove) {
            this.shownAbove = above;
            this.drawing.strike(view.fours.map((four) => four.map(placeOf)), ...view.arrows.map(arrow));
        }
        this.#drawHover();
    }

    /** The stone over the column under the pointer, and where it would fall to. */
    #drawHover() {
        const { view, hovered, drawing } = this;
        const turn = view?.isOpen && hovered ? view.turn : null;
        const row = this.height - (view?.rows.findLastIndex((cells) => !cells[hovered - 1]?.stone) ?? -1);
        const shown = turn && row <= this.height ? `${turn} ${hovered} ${row}` : "";
        if (this.shownHover === shown) return;
        this.shownHover = shown;
        drawing.under.replaceChildren();
        if (!turn || !shown) return;
        const [x, landing] = drawing.centre(hovered, row);
        for (const [kind, y] of Object.entries({ waiting: WAITING, landing })) {
            drawing.under.append(element("g", { transform: `translate(${x} ${y})` }, stone(turn, kind)));
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
        this.hovered = Number(this.#cellOf(target)?.dataset.column ?? 0);
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
        const next = this.cells[this.height - row]?.[column - 1];
        if (!next) return;
        const before = this.cells[this.height - this.focus.row]?.[this.focus.column - 1];
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
 * The drawings on a cell beside its stone.
 *
 * @param {Cell} cell
 */
function signs(cell) {
    const parts = [];
    if (cell.ghost) parts.push(element("text", { class: "ghost-number", y: 13 }, `${cell.step}`));
    const threats = cell.stone ? "" : (cell.threats ?? "");
    const beside = threats.length > 1 ? 17 : 0;
    if (threats.includes("X")) parts.push(element("path", { class: "threat x", d: `M${-beside - 11} -11l22 22m0-22l-22 22` }));
    if (threats.includes("O")) parts.push(element("circle", { class: "threat o", cx: beside, r: 12 }));
    if (cell.mark) parts.push(element("circle", { class: `mark ${cell.owner?.toLowerCase() ?? ""}`, r: 36 }));
    return parts;
}

/**
 * An arrow down into a column.
 *
 * @param {View["arrows"][number]} arrow
 */
function arrow({ column, kind }) {
    return element("path", { class: `arrow ${kind}`, d: `M${(column - 0.5) * CELL} -34V54m-26 -28l26 28l26 -28` });
}

/**
 * A small drawing of a board.
 *
 * @param {string} rows from the top, with a letter for each cell and a slash between rows
 */
export function smallBoard(rows) {
    const lines = rows.split("/");
    const drawing = new Drawing(lines[0]?.length ?? 0, lines.length, { class: "small-board", "aria-hidden": "true" });
    lines.forEach((line, index) => [...line].forEach((name, place) => {
        if (name === "X" || name === "O") drawing.show({ stone: name }, place + 1, lines.length - index);
    }));
    return drawing.svg;
}
