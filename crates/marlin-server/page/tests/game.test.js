import assert from "node:assert/strict";
import { test } from "node:test";

import { fromQuery, toQuery } from "../src/address.js";
import { at, back, forward, inMoves, isSame, newGame, placeOf, played, shown, textOf, toColumns, toText } from "../src/game.js";

/** A game of the standard board, its moves as digits. */
const gameOf = (/** @type {string} */ moves, setup = 0, ply = moves.length) => ({ board: "7x6", moves: toColumns("7x6", moves), setup, ply });

test("a move goes forward, or replaces what followed", () => {
    const game = at(gameOf("4433"), 1);
    assert.deepEqual(shown(game), [4]);
    assert.deepEqual(played(game, 4), gameOf("4433", 0, 2));
    assert.deepEqual(played(game, 5), gameOf("45"));
});

/**
 * The game of an address as the engine reads it, which knows moves alone.
 *
 * @param {string} query
 */
const addressed = (query) => ((game) => inMoves(game, { moves: game.text, has_history: true }))(fromQuery(query).game);

test("a place of the page is in the address, and is read from it", () => {
    const place = { mode: /** @type {const} */ ("analyse"), game: newGame(), players: null, puzzle: null, mistakes: false, lesson: null, explore: false, reviewed: false, error: "" };
    for (const game of [
        newGame(),
        gameOf("4433"),
        gameOf("4433", 0, 1),
        gameOf("4433", 2, 3),
        gameOf("4433", 4, 4),
        ...[[9, 10, 11, 12], [10, 1], [12], [1]].map((moves) => ({ board: "12x4", moves, setup: 0, ply: moves.length })),
        newGame("8x7"),
    ]) {
        for (const address of [{ ...place, game }, { ...place, game, explore: true }, { ...place, game, reviewed: true }, { ...place, game, reviewed: true, players: { X: 3, O: 0 } }, { ...place, game, mode: /** @type {const} */ ("play"), players: { X: 0, O: 7 } }]) {
            const query = toQuery(address);
            assert.deepEqual({ ...fromQuery(query), game: addressed(query) }, address);
            assert.ok(isSame(game, { ...fromQuery(query).game, setup: game.setup }));
        }
    }
    for (const address of [
        { ...place, mode: /** @type {const} */ ("play") },
        { ...place, mode: /** @type {const} */ ("puzzles"), puzzle: 12 },
        { ...place, mode: /** @type {const} */ ("puzzles") },
        { ...place, mode: /** @type {const} */ ("puzzles"), mistakes: true },
        { ...place, mode: /** @type {const} */ ("learn"), lesson: { id: "threat", step: 2 } },
        { ...place, mode: /** @type {const} */ ("learn") },
    ]) {
        const query = toQuery(address);
        assert.deepEqual({ ...fromQuery(query), game: addressed(query) }, address);
    }
    assert.equal(toQuery({ ...place, game: gameOf("4433") }), "?pos=4433");
    assert.equal(toQuery({ ...place, game: { board: "12x4", moves: [10, 3], setup: 0, ply: 2 } }), "?pos=10,3&board=12x4");
});

test("an address from anywhere is a game, or nothing", () => {
    assert.deepEqual(addressed("?pos=44&ply=99"), gameOf("44"));
    assert.deepEqual(addressed("?pos=44&ply=-3"), gameOf("44", 0, 0));
    assert.deepEqual(addressed("?board=%3Cscript%3E"), newGame());
    assert.equal(fromQuery("?x=77&o=0").error, "there is no level 77: levels are 1 to 10, and 0 is a person");
    assert.equal(fromQuery("?x=10&o=").error, "");
    assert.equal(fromQuery("?puzzle=%00").puzzle, 0, "the card says that there is none");
});

test("a setup is where a game begins", () => {
    const game = gameOf("453412", 4);
    assert.equal(toQuery({ ...fromQuery("?pos="), game }), "?pos=453412&setup=4");
    assert.equal(at(game, 0).ply, 4);
    assert.equal(back(back(back(game, () => true), () => true), () => true).ply, 4);
    assert.deepEqual(addressed("?pos=4534&setup=9"), gameOf("4534", 4));
    assert.equal(addressed("?pos=4534&setup=-1").setup, 0);
    assert.equal(addressed("?pos=4534&setup=x").setup, 0);
});

test("the moves that lead to a board are a setup, and those of a game in another form are not", () => {
    const board = fromQuery("?pos=......./......./......./......./...O.../..XXO..").game;
    assert.equal(board.text, "......./......./......./......./...O.../..XXO..");
    assert.deepEqual(inMoves(board, { moves: "4534", has_history: false }), gameOf("4534", 4));
    const spaced = fromQuery("?pos=4+5+3+4&ply=2").game;
    assert.deepEqual(inMoves(spaced, { moves: "4534", has_history: true }), gameOf("4534", 0, 2));
    assert.throws(() => inMoves(board, { moves: null, has_history: false }), /no moves that lead to this board are known/);
});

test("back and forward stop where a person moves", () => {
    const isX = (/** @type {number} */ ply) => ply % 2 === 0;
    const game = gameOf("44332", 0, 4);
    assert.deepEqual([back(game, isX).ply, back(at(game, 1), isX).ply, back(at(game, 0), isX).ply], [2, 0, 0]);
    assert.deepEqual([forward(at(game, 0), isX).ply, forward(game, isX).ply, forward(at(game, 5), isX).ply], [2, 5, 5]);
    // A person plays O: before that person's first move, the way back leads to the first position.
    const isO = (/** @type {number} */ ply) => !isX(ply);
    assert.equal(back(at(game, 1), isO).ply, 0);
});

test("moves are digits, and numbers with commas on a board of ten or more columns", () => {
    for (const [board, moves, text] of /** @type {[string, number[], string][]} */ ([
        ["7x6", [], ""],
        ["9x5", [9, 1], "91"],
        ["12x4", [], ""],
        ["12x4", [12], "12"],
        ["12x4", [10, 1], "10,1"],
    ])) {
        assert.equal(toText(board, moves), text);
        assert.deepEqual(toColumns(board, text), moves);
        assert.equal(textOf({ board, moves, setup: 0, ply: 0 }), text);
    }
});

test("cells are named by files, also those of the widest boards", () => {
    assert.deepEqual(["a1", "d12", "z3", "aa1", "af3"].map(placeOf), [[1, 1], [4, 12], [26, 3], [27, 1], [32, 3]]);
});
