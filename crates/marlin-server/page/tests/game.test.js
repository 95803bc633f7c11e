import assert from "node:assert/strict";
import { test } from "node:test";

import { at, back, forward, fromCells, fromQuery, inMoves, newGame, played, shown, toQuery } from "../src/game.js";

test("a move goes forward, or replaces what followed", () => {
    let game = { ...newGame(), moves: "4433", setup: 0, ply: 4 };
    game = at(game, 1);
    assert.equal(shown(game), "4");
    assert.deepEqual(played(game, 4), { board: "7x6", moves: "4433", setup: 0, ply: 2 });
    assert.deepEqual(played(game, 5), { board: "7x6", moves: "45", setup: 0, ply: 2 });
});

test("a game stands in the address, and is read from it", () => {
    for (const game of [
        newGame(),
        { board: "7x6", moves: "4433", setup: 0, ply: 4 },
        { board: "7x6", moves: "4433", setup: 0, ply: 1 },
        { board: "7x6", moves: "4433", setup: 2, ply: 3 },
        { board: "7x6", moves: "4433", setup: 4, ply: 4 },
        { board: "12x4", moves: "9abc", setup: 0, ply: 4 },
        newGame("8x7"),
    ]) {
        assert.deepEqual(fromQuery(toQuery(game)), game);
    }
    assert.equal(toQuery({ board: "7x6", moves: "4433", setup: 0, ply: 4 }), "?pos=4433");
});

test("an address from anywhere is a game, or nothing", () => {
    assert.deepEqual(fromQuery("?pos=44&ply=99"), { board: "7x6", moves: "44", setup: 0, ply: 2 });
    assert.deepEqual(fromQuery("?pos=44&ply=-3"), { board: "7x6", moves: "44", setup: 0, ply: 0 });
    assert.deepEqual(fromQuery("?board=%3Cscript%3E"), newGame());
});

test("a setup is where a game begins", () => {
    const game = { board: "7x6", moves: "453412", setup: 4, ply: 6 };
    assert.equal(toQuery(game), "?pos=453412&setup=4");
    assert.equal(at(game, 0).ply, 4);
    assert.equal(back(back(back(game, () => true), () => true), () => true).ply, 4);
    assert.deepEqual(fromQuery("?pos=4534&setup=9"), { board: "7x6", moves: "4534", setup: 4, ply: 4 });
    assert.equal(fromQuery("?pos=4534&setup=-1").setup, 0);
    assert.equal(fromQuery("?pos=4534&setup=x").setup, 0);
});

test("the moves that lead to a board are a setup, and those of a game in another form are not", () => {
    const board = fromQuery("?pos=......./......./......./......./...O.../..XXO..");
    assert.equal(board.moves, "......./......./......./......./...O.../..XXO..");
    assert.deepEqual(inMoves(board, { moves: "4534", has_history: false }), { board: "7x6", moves: "4534", setup: 4, ply: 4 });
    const spaced = fromQuery("?pos=4+5+3+4&ply=2");
    assert.deepEqual(inMoves(spaced, { moves: "4534", has_history: true }), { board: "7x6", moves: "4534", setup: 0, ply: 2 });
    assert.throws(() => inMoves(board, { moves: null, has_history: false }), /no moves lead to this board/);
});

test("back and forward stop where a person moves", () => {
    const isX = (/** @type {number} */ ply) => ply % 2 === 0;
    const game = { board: "7x6", moves: "44332", setup: 0, ply: 4 };
    assert.deepEqual([back(game, isX).ply, back(at(game, 1), isX).ply, back(at(game, 0), isX).ply], [2, 0, 0]);
    assert.deepEqual([forward(at(game, 0), isX).ply, forward(game, isX).ply, forward(at(game, 5), isX).ply], [2, 5, 5]);
    // O sits down last: what was before the first move of a person is the beginning.
    const isO = (/** @type {number} */ ply) => !isX(ply);
    assert.equal(back(at(game, 1), isO).ply, 0);
});

test("moves may be written as cells", () => {
    assert.equal(fromCells("d1 d2 c1, P@c2"), "4433");
    assert.equal(fromCells("4433"), "4433");
    assert.equal(fromCells("9abc"), "9abc");
    assert.equal(fromCells(""), "");
});
