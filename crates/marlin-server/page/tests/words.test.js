import assert from "node:assert/strict";
import { test } from "node:test";

import { finalMove, inWords, meaning, number, player, refutation, short, text, unproven, verb, verdict } from "../src/words.js";

/** @typedef {import("../src/words.js").Part} Part */

/** @type {(parts: Part[], names?: import("../src/words.js").Names) => string} */
const said = (parts, names = { X: "X", O: "O" }) => parts.map((part) => inWords(part, names)).join("");
const exact = (/** @type {number} */ score) => /** @type {[number, number]} */ ([score, score]);

test("a score says at which move the game ends", () => {
    // The values of the library's documentation.
    assert.equal(finalMove(1, { width: 7, height: 6, stones: 0 }), 41);
    assert.equal(finalMove(18, { width: 7, height: 6, stones: 4 }), 7);
    assert.equal(finalMove(-18, { width: 7, height: 6, stones: 6 }), 8);
    assert.equal(finalMove(0, { width: 7, height: 6, stones: 40 }), 42);
    assert.equal(finalMove(1, { width: 8, height: 5, stones: 0 }), 39);
    assert.equal(finalMove(1, { width: 7, height: 5, stones: 0 }), 35);
    assert.equal(finalMove(-1, { width: 7, height: 5, stones: 0 }), 34);
});

test("bounds are numbers and words of their own", () => {
    const board = { width: 7, height: 6, stones: 4 };
    assert.deepEqual([number(exact(3)), number(exact(-3)), number(exact(0))], ["+3", "−3", "0"]);
    assert.deepEqual([number([1, 18]), number([-18, 0])], ["≥+1", "≤0"]);
    assert.deepEqual([number([-18, 18], true), number([-18, 18])], ["…", "?"]);
    assert.equal(short(exact(18), board), "wins at 7");
    assert.equal(short([1, 18], board), "wins by 41");
    assert.equal(short(exact(0), board), "draws");
    assert.equal(short([0, 18], board), "no loss");
    assert.equal(said(verdict(exact(-4), board, "X").headline), "O wins on move 36");
    assert.equal(said(verdict([1, 18], board, "X").headline), "X wins by move 41");
    assert.deepEqual(verdict([-3, 3], board, "X"), { headline: [], under: [] });
    assert.equal(said(meaning(exact(0), board, "X", 3)), "Column 3 leads to a draw, if both play perfectly.");
    assert.match(said(meaning(exact(18), board, "X", 3)), /X wins on move 7, with 18 stones left, the winning one included\./);
    assert.match(said(meaning(exact(-1), board, "X", 3)), /O wins on move 42, with the last stone\./);
    assert.equal(said(meaning([-3, 0], board, "X", 3)), "Column 3: X does not win, as far as it is proven.");
    assert.equal(said(meaning([-18, 18], board, "X", 3)), "Column 3: nothing is proven.");
});

test("what is not proven is said of a search that goes on, was stopped, or has ended, and nothing of a proof", () => {
    const found = (/** @type {object} */ fields) => /** @type {import("../src/words.js").Columns} */ (fields);
    const open = found({ best: 5, proven: false, best_proven: false });
    assert.equal(unproven(null, "running"), "");
    assert.equal(unproven(found({ best: 5 }), "running"), "Column 5 looks best so far.");
    assert.equal(unproven(open, "ended"), "Column 5 looks best. Too deep to search to the end here.");
    assert.equal(unproven(open, "stopped"), "Column 5 looks best. The search was stopped.");
    assert.equal(unproven(found({ ...open, best_proven: true }), "ended"), "Column 5 is best. The others are too deep to search here.");
    assert.equal(unproven(found({ best: 5, proven: true, best_proven: true }), "ended"), "");
    const columns = found({ best: 4, bounds: [32, 32], column_bounds: [[-3, 5], null, null, [32, 32], [1, 40], null, [32, 32]] });
    assert.equal(unproven(columns, "running"), "Columns 4 and 7 win soonest. Searching the others…");
    assert.equal(unproven(found({ ...columns, bounds: [0, 0], column_bounds: [[0, 0], [-1, 3]] }), "ended"), "Column 1 holds the draw. The others are too deep to search here.");
});

test("the parts of a text have the names of the sides, verbs that agree, and a capital at the beginning", () => {
    const [colours, game] = [{ X: "Yellow", O: "Red" }, { X: "You", O: "Level 3" }];
    const wins = text`${player("X")} ${verb("X", "wins", "win")} on ${{ cell: "d4" }}, move ${7}.`;
    assert.equal(said(wins, colours), "Yellow wins on d4, move 7.");
    assert.equal(said(wins, game), "You win on d4, move 7.");
    assert.equal(said(text`Move 3: ${wins}`, game), "Move 3: you win on d4, move 7.");
    const owner = { player: /** @type {const} */ ("X"), starts: false, owns: true };
    assert.deepEqual([colours, game].map((names) => said(["On top of ", owner, " stone."], names)), ["On top of Yellow's stone.", "On top of your stone."]);
    assert.equal(said(["One.", null, "Two."]), "One. Two.");
    const board = { width: 7, height: 6, stones: 4 };
    const { headline, under } = verdict([0, 3], board, "X");
    assert.equal(said(headline, game) + ". " + said(under, game), "You do not lose. Whether you win is open.");
});

test("a wrong try is told by the reply that refutes it", () => {
    const after = /** @type {const} */ ({ width: 7, height: 6, stones: 5, to_move: "O" });
    assert.equal(said(refutation(exact(18), after, 3)), "O answers with column 3 and can win on move 8.");
    assert.equal(said(refutation(exact(0), after, 3)), "O answers with column 3 and can hold the draw.");
    assert.equal(said(refutation(exact(-3), after, 3)), "X can still win, but only on move 37.");
    assert.equal(said(refutation([-18, 18], after, 3)), "another move is better.");
});
