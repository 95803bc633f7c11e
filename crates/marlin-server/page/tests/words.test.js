import assert from "node:assert/strict";
import { test } from "node:test";

import { finalMove, number, sentence, short } from "../src/words.js";

const exact = (/** @type {number} */ score) => ({ lower: score, upper: score });

test("a score says at which move the game ends", () => {
    // The values of the library's documentation.
    assert.equal(finalMove(1, { cells: 42, nbMoves: 0 }), 41);
    assert.equal(finalMove(18, { cells: 42, nbMoves: 4 }), 7);
    assert.equal(finalMove(-18, { cells: 42, nbMoves: 6 }), 8);
    assert.equal(finalMove(0, { cells: 42, nbMoves: 40 }), 42);
    assert.equal(finalMove(1, { cells: 40, nbMoves: 0 }), 39);
    assert.equal(finalMove(1, { cells: 35, nbMoves: 0 }), 35);
    assert.equal(finalMove(-1, { cells: 35, nbMoves: 0 }), 34);
});

test("bounds are numbers and words of their own", () => {
    const board = { cells: 42, nbMoves: 4 };
    assert.deepEqual([number(exact(3)), number(exact(-3)), number(exact(0))], ["+3", "−3", "0"]);
    assert.deepEqual([number({ lower: 1, upper: 18 }), number({ lower: -18, upper: 0 })], ["≥+1", "≤0"]);
    assert.equal(number({ lower: -18, upper: 18 }), "…");
    assert.equal(short(exact(18), board), "wins at 7");
    assert.equal(short({ lower: 1, upper: 18 }, board), "wins by 41");
    assert.equal(short(exact(0), board), "draws");
    assert.equal(short({ lower: 0, upper: 18 }, board), "no loss");
    assert.equal(sentence(exact(-4), board, "X"), "With best play O wins at move 36.");
    assert.equal(sentence({ lower: -3, upper: 3 }, board, "X"), "");
});
