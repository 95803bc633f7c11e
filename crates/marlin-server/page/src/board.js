// The board: a grid of cells that is drawn with shapes, clicked, and walked through by keyboard.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What a cell shows.
 *
 * @typedef {object} Cell
 * @property {"X" | "O" | null} stone
 * @property {"X" | "O" | null} [ghost] a move that may follow
 * @property {number} [step] its number
 * @property {boolean} [last] the last move
 * @property {boolean} [four] one of the stones that won
 * @property {string} [threats] who threatens the cell: X, O, or both
 * @property {boolean} [mark] named by an explanation
 */

/**
 * A board on the page.
 */
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
        /** @type {(Cell | undefined)[][]} */
        this.drawn = [];
        this.root.addEventListener("click", (event) => this.#pickAt(event.target));
        this.root.addEventListener("keydown", (event) => this.#walk(event));
        this.root.addEventListener("pointerover", (event) => this.#heat(event.target));
        this.root.addEventListener("pointerleave", () => this.#heat(null));
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
        this.root.replaceChildren();
        this.root.setAttribute("role", "grid");
        this.root.setAttribute("aria-label", `Board of ${width} columns and ${height} rows`);
        document.documentElement.style.setProperty("--columns", String(width));
        document.documentElement.style.setProperty("--rows", String(height));
        this.cells = [];
        this.drawn = [];
        for (let row = height; row >= 1; row--) {
            const line = document.createElement("div");
            line.className = "row";
            line.setAttribute("role", "row");
            const cells = [];
            for (let column = 1; column <= width; column++) {
                const cell = document.createElement("div");
                cell.className = "cell";
                cell.setAttribute("role", "gridcell");
                cell.dataset.column = String(column);
                cell.dataset.row = String(row);
                cell.tabIndex = -1;
                line.append(cell);
                cells.push(cell);
            }
            this.cells.push(cells);
            this.drawn.push(cells.map(() => undefined));
            this.root.append(line);
        }
        this.#setFocus(this.focus.column, this.focus.row, false);
    }

    /**
     * Draws all cells; only what has changed is touched.
     *
     * @param {Cell[][]} rows from the top
     * @param {boolean} isOpen whether a stone can be dropped
     */
    draw(rows, isOpen) {
        rows.forEach((cells, index) => {
            cells.forEach((cell, column) => {
                const element = this.cells[index]?.[column];
                if (!element) return;
                const before = this.drawn[index]?.[column];
                if (JSON.stringify(before) !== JSON.stringify(cell)) {
                    element.replaceChildren(drawing(cell));
                    const fell = cell.stone !== null && before !== undefined && before.stone === null;
                    element.classList.toggle("falling", fell && cell.last === true);
                    element.style.setProperty("--height", String(index + 1));
                    element.setAttribute("aria-label", label(cell, column + 1, this.height - index));
                    const line = this.drawn[index];
                    if (line) line[column] = cell;
                }
                element.setAttribute("aria-disabled", String(!isOpen));
            });
        });
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
    #heat(target) {
        const column = this.#cellOf(target)?.dataset.column;
        for (const cell of this.cells.flat()) cell.classList.toggle("hot", cell.dataset.column === column);
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
    const parts = [`column ${column}, row ${row}`, cell.stone ?? "empty"];
    if (cell.last) parts.push("last move");
    if (cell.four) parts.push("part of four in a row");
    if (cell.ghost) parts.push(`move ${cell.step} of the best line, ${cell.ghost}`);
    if (cell.threats) parts.push(`threatened by ${[...cell.threats].join(" and ")}`);
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

/** @param {Cell} cell */
function drawing(cell) {
    const svg = element("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
    svg.append(element("circle", { class: "hole", cx: 50, cy: 50, r: 46 }));
    if (cell.stone) svg.append(stone(cell.stone, "stone"));
    if (cell.ghost) {
        svg.append(stone(cell.ghost, "ghost"));
        const number = element("text", { class: "ghost-number", x: 50, y: 64 });
        number.textContent = String(cell.step ?? "");
        svg.append(number);
    }
    const threats = cell.stone ? "" : (cell.threats ?? "");
    const beside = threats.length > 1 ? 16 : 0;
    if (threats.includes("X")) {
        const x = 50 - beside;
        svg.append(element("path", { class: "threat x", d: `M${x - 9} 41l18 18m0-18l-18 18` }));
    }
    if (threats.includes("O")) svg.append(element("circle", { class: "threat o", cx: 50 + beside, cy: 50, r: 10 }));
    if (cell.four) svg.append(element("circle", { class: "four", cx: 50, cy: 50, r: 46 }));
    if (cell.last) svg.append(element("rect", { class: "last", x: -2, y: -2, width: 104, height: 104, rx: 14 }));
    if (cell.mark) svg.append(element("circle", { class: "mark", cx: 50, cy: 50, r: 40 }));
    return svg;
}

/**
 * @param {"X" | "O"} player
 * @param {string} kind
 */
function stone(player, kind) {
    const group = element("g", { class: kind });
    if (player === "X") {
        group.append(element("circle", { class: "stone-x", cx: 50, cy: 50, r: 46 }));
        group.append(element("path", { d: "M33 33l34 34m0-34l-34 34" }));
    } else {
        group.append(element("circle", { class: "stone-o", cx: 50, cy: 50, r: 36 }));
    }
    return group;
}
