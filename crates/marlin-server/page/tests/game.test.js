import assert from "node:assert/strict";
import { test } from "node:test";

import { fromQuery, toQuery } from "../src/address.js";
import { at, back, forward, fromCells, inMoves, newGame, played, separated, shown } from "../src/game.js";

test("a move goes forward, or replaces what followed", () => {
    let game = { ...newGame(), moves: "4433", setup: 0, ply: 4 };
    game = at(game, 1);
    assert.equal(shown(game), "4");
    assert.deepEqual(played(game, 4), { board: "7x6", moves: "4433", setup: 0, ply: 2 });
    assert.deepEqual(played(game, 5), { board: "7x6", moves: "45", setup: 0, ply: 2 });
});

/** @param {string} query */
const gameOf = (query) => fromQuery(query).game;

test("a place of the page is in the address, and is read from it", () => {
    const place = { mode: /** @type {const} */ ("analyse"), game: newGame(), players: null, puzzle: null, lesson: null, explore: false, reviewed: false };
    for (const game of [
        newGame(),
        { board: "7x6", moves: "4433", setup: 0, ply: 4 },
        { board: "7x6", moves: "4433", setup: 0, ply: 1 },
        { board: "7x6", moves: "4433", setup: 2, ply: 3 },
        { board: "7x6", moves: "4433", setup: 4, ply: 4 },
        ...["9abc", "a1", "c1", "1a"].map((moves) => ({ board: "12x4", moves, setup: 0, ply: moves.length })),
        { board: "32x3", moves: "aa1", setup: 0, ply: 3 },
        newGame("8x7"),
    ]) {
        for (const address of [{ ...place, game }, { ...place, game, explore: true }, { ...place, game, reviewed: true }, { ...place, game, reviewed: true, players: { X: 3, O: 0 } }, { ...place, game, mode: /** @type {const} */ ("play"), players: { X: 0, O: 7 } }]) {
            assert.deepEqual(fromQuery(toQuery(address)), address);
        }
    }
    for (const address of [
        { ...place, mode: /** @type {const} */ ("play") },
        { ...place, mode: /** @type {const} */ ("puzzles"), puzzle: 12 },
        { ...place, mode: /** @type {const} */ ("puzzles") },
        { ...place, mode: /** @type {const} */ ("learn"), lesson: { id: "threat", step: 2 } },
        { ...place, mode: /** @type {const} */ ("learn") },
    ]) {
        assert.deepEqual(fromQuery(toQuery(address)), address);
    }
    assert.equal(toQuery({ ...place, game: { board: "7x6", moves: "4433", setup: 0, ply: 4 } }), "?pos=4433");
});

test("an address from anywhere is a game, or nothing", () => {
    assert.deepEqual(gameOf("?pos=44&ply=99"), { board: "7x6", moves: "44", setup: 0, ply: 2 });
    assert.deepEqual(gameOf("?pos=44&ply=-3"), { board: "7x6", moves: "44", setup: 0, ply: 0 });
    assert.deepEqual(gameOf("?board=%3Cscript%3E"), newGame());
    assert.deepEqual(fromQuery("?x=77&o=-1").players, { X: 10, O: 0 });
    assert.equal(fromQuery("?puzzle=%00").puzzle, null);
});

test("a setup is where a game begins", () => {
    const game = { board: "7x6", moves: "453412", setup: 4, ply: 6 };
    assert.equal(toQuery({ ...fromQuery("?pos="), game }), "?pos=453412&setup=4");
    assert.equal(at(game, 0).ply, 4);
    assert.equal(back(back(back(game, () => true), () => true), () => true).ply, 4);
    assert.deepEqual(gameOf("?pos=4534&setup=9"), { board: "7x6", moves: "4534", setup: 4, ply: 4 });
    assert.equal(gameOf("?pos=4534&setup=-1").setup, 0);
    assert.equal(gameOf("?pos=4534&setup=x").setup, 0);
});

test("the moves that lead to a board are a setup, and those of a game in another form are not", () => {
    const board = gameOf("?pos=......./......./......./......./...O.../..XXO..");
    assert.equal(board.moves, "......./......./......./......./...O.../..XXO..");
    assert.deepEqual(inMoves(board, { moves: "4534", has_history: false }), { board: "7x6", moves: "4534", setup: 4, ply: 4 });
    const spaced = gameOf("?pos=4+5+3+4&ply=2");
    assert.deepEqual(inMoves(spaced, { moves: "4534", has_history: true }), { board: "7x6", moves: "4534", setup: 0, ply: 2 });
    assert.throws(() => inMoves(board, { moves: null, has_history: false }), /no moves that lead to this board are known/);
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
    assert.equal(fromCells("d1 d2 c1, P@c2", "7x6"), "4433");
    assert.equal(fromCells("4433", "7x6"), "4433");
    assert.equal(fromCells("a1", "9x5"), "1");
    assert.equal(fromCells("9abc", "12x4"), "9abc");
    assert.equal(fromCells("", "7x6"), "");
    assert.deepEqual(["a1", "aa1", "1a", "44"].map(separated), ["a,1", "a,a,1", "1a", "44"]);
});
