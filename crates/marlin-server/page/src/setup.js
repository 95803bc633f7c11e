// Setting up a board by clicking its cells, with the reason why it can't arise.

import { button, html } from "./panels.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Position} Position */

/** A board that is being set up. */
export class SetUp {
    /**
     * @param {Engine} engine
     * @param {HTMLElement} panel
     * @param {(moves: string) => void} onDone called with moves that lead to the board
     */
    constructor(engine, panel, onDone) {
        this.engine = engine;
        this.panel = panel;
        this.onDone = onDone;
        this.isOpen = false;
        /** @type {string[][]} the rows from the top */
        this.cells = [];
        this.board = "";
        this.render = () => {};
        this.moves = "";
    }

    /**
     * Begins with the board of a position.
     *
     * @param {Position} position
     * @param {() => void} render draws the page
     */
    open(position, render) {
        this.isOpen = true;
        this.board = position.board;
        this.cells = position.rows.split("/").map((row) => [...row]);
        this.render = render;
        this.reason = html("p", { role: "status" });
        this.use = button("Use this board", () => this.#finish());
        this.panel.hidden = false;
        this.panel.replaceChildren(
            html("h2", {}, "Set up a board"),
            html("p", {}, "Click the cells: X, then O, then empty."),
            this.reason,
            html("div", { class: "actions" }, this.use, button("Empty", () => this.#clear()), button("Cancel", () => this.#cancel())),
        );
        void this.#check();
        render();
    }

    close() {
        if (!this.isOpen) return;
        this.isOpen = false;
        this.panel.hidden = true;
        this.panel.replaceChildren();
    }

    /**
     * The cells to draw.
     *
     * @returns {Cell[][]}
     */
    rows() {
        return this.cells.map((row) => row.map((name) => ({ stone: name === "X" || name === "O" ? name : null })));
    }

    /**
     * Changes a cell.
     *
     * @param {number} column
     * @param {number} row
     */
    toggle(column, row) {
        const line = this.cells[this.cells.length - row];
        const next = { ".": "X", X: "O", O: "." }[line?.[column - 1] ?? "."];
        if (line && next) line[column - 1] = next;
        void this.#check();
        this.render();
    }

    #clear() {
        this.cells = this.cells.map((row) => row.map(() => "."));
        void this.#check();
        this.render();
    }

    #cancel() {
        this.close();
        this.render();
    }

    /** Asks the engine for moves that lead to the board. */
    async #check() {
        const rows = this.cells.map((row) => row.join(""));
        let text;
        this.moves = "";
        let isPossible = false;
        try {
            this.moves = await this.engine.reach(this.board, rows);
            isPossible = true;
            text = "This board can arise.";
        } catch (error) {
            text = error instanceof Error ? error.message : String(error);
        }
        if (this.reason) this.reason.textContent = text;
        if (this.use instanceof HTMLButtonElement) this.use.disabled = !isPossible;
    }

    #finish() {
        const { moves } = this;
        this.close();
        this.onDone(moves);
    }
}
