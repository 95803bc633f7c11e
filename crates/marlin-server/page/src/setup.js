// The setup of a board by clicks on its cells, with the reason why the board cannot arise.

import { button, buttons, html } from "./html.js";
import { fill, parts } from "./parts.js";
import { leaveTask, render, showText } from "./session.js";
import { state } from "./state.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Position} Position */

/** A cell after a click. */
const NEXT = /** @type {Record<string, string>} */ ({ ".": "X", X: "O", O: "." });

/**
 * Begins with the board of a position.
 *
 * @param {Engine} engine
 * @param {Position} position
 */
export function openSetUp(engine, position) {
    leaveTask();
    let rows = position.rows.split("/").map((row) => [...row]);
    let moves = "";
    const reason = html("p", { role: "status" });
    const use = button("Use this board", () => {
        leaveTask();
        void showText(moves, Infinity);
    }, "main");

    /** Asks the engine for moves that lead to the board. */
    const check = async () => {
        const asked = rows;
        const answer = await engine.reach(position.board, rows.map((row) => row.join(""))).then(
            (found) => ({ found, text: "This board can arise." }),
            (error) => ({ found: null, text: error instanceof Error ? error.message : String(error) }),
        );
        if (asked !== rows) return;
        moves = answer.found ?? "";
        // An error of the engine has no parts, because programs print it too. X and O are the sides in this text.
        reason.textContent = answer.text.replace(/\b[XO]\b/g, (side) => (side === "X" ? "Yellow" : "Red"));
        use.toggleAttribute("disabled", answer.found === null);
    };
    const change = (/** @type {string[][]} */ changed) => {
        rows = changed;
        void check();
        render();
    };
    const cancel = () => {
        leaveTask();
        render();
    };
    state.task = {
        hidesTurn: true,
        pick: (column, row) => change(rows.map((line, index) => (index === rows.length - row ? line.with(column - 1, NEXT[line[column - 1] ?? "."] ?? "X") : line))),
        rows: () => rows.map((line) => line.map((name) => ({ stone: name === "X" || name === "O" ? name : null }))),
    };
    fill(
        parts.task,
        html("h2", {}, "Set up a board"),
        html("p", {}, "Click the cells: yellow, then red, then empty."),
        reason,
        buttons(use, button("Empty", () => change(rows.map((row) => row.map(() => ".")))), button("Cancel", cancel)),
    );
    void check();
    render();
}
