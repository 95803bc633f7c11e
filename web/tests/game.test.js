import assert from "node:assert/strict";
import { test } from "node:test";

import { at, fromCells, fromQuery, newGame, played, shown, toQuery } from "../src/game.js";

test("a move goes forward, or replaces what followed", () => {
    let game = { ...newGame(), moves: "4433", ply: 4 };
    game = at(game, 1);
    assert.equal(shown(game), "4");
    assert.deepEqual(played(game, 4), { board: "7x6", moves: "4433", ply: 2 });
    assert.deepEqual(played(game, 5), { board: "7x6", moves: "45", ply: 2 });
});

test("a game stands in the address, and is read from it", () => {
    for (const game of [
        newGame(),
        { board: "7x6", moves: "4433", ply: 4 },
        { board: "7x6", moves: "4433", ply: 1 },
        { board: "12x4", moves: "9abc", ply: 4 },
        newGame("8x7"),
    ]) {
        assert.deepEqual(fromQuery(toQuery(game)), game);
    }
    assert.equal(toQuery({ board: "7x6", moves: "4433", ply: 4 }), "?pos=4433");
});

test("an address from anywhere is a game, or nothing", () => {
    assert.deepEqual(fromQuery("?pos=44&ply=99"), { board: "7x6", moves: "44", ply: 2 });
    assert.deepEqual(fromQuery("?pos=44&ply=-3"), { board: "7x6", moves: "44", ply: 0 });
    assert.deepEqual(fromQuery("?board=%3Cscript%3E"), newGame());
});

test("moves may be written as cells", () => {
    assert.equal(fromCells("d1 d2 c1, P@c2"), "4433");
    assert.equal(fromCells("4433"), "4433");
    assert.equal(fromCells("9abc"), "9abc");
    assert.equal(fromCells(""), "");
});
