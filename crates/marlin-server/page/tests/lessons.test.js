// The lessons: their games are legal, and the engine agrees with their answers and their sentences.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Columns} Columns */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Explanation} Explanation */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Mark} Mark */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Player} Player */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Position} Position */

/**
 * @typedef {object} LessonStep
 * @property {string} moves the game before the question
 * @property {string} text
 * @property {string} task
 * @property {"play" | "cells"} kind whether to play one of the columns of the answer, or to click all of its cells
 * @property {(number | string)[]} answer
 * @property {string} criterion
 * @property {string[]} [lit] the cells to highlight with the text
 * @property {string} reason
 * @property {string} wrong
 */

/** @typedef {{id: string, title: string, about: string, steps: LessonStep[]}} Lesson */

/**
 * The part of the package's engine that the tests need.
 *
 * @typedef {object} Engine
 * @property {() => Promise<unknown>} loadBook
 * @property {(moves: string) => Promise<Position>} position
 * @property {(moves: string) => Promise<Columns>} analyze
 * @property {(moves: string) => Promise<Explanation>} explain
 * @property {() => void} close
 */

/** The package, as it is built. */
const PACKAGE = fileURLToPath(new URL("../../../../target/npm", import.meta.url));

/** @type {Lesson[]} */
const lessons = JSON.parse(readFileSync(new URL("../../../marlin-coach/lessons.json", import.meta.url), "utf8"));
const steps = lessons.flatMap(({ id, steps }) => steps.map((step, number) => ({ name: `${id} ${number + 1}`, step })));

/** @type {Engine} */
let engine;

before(async () => {
    const { Engine } = await import(pathToFileURL(path.join(PACKAGE, "index.js")).href);
    engine = await Engine.start();
    // Without the book, the lesson about the opening takes minutes.
    await engine.loadBook();
});
after(() => engine.close());

/**
 * The columns with a cell of the given ones that can be filled with the next stone.
 *
 * @param {Position} position
 * @param {string[]} cells
 */
function playable({ heights }, cells) {
    return cells.filter((cell) => heights[column(cell) - 1] === Number(cell[1]) - 1).map(column);
}

/** @param {string} cell */
const column = (cell) => cell.charCodeAt(0) - "a".charCodeAt(0) + 1;

/** The names of the sides in the texts. */
const COLOURS = { X: "Yellow", O: "Red" };

/** @type {(player: Player) => Player} */
const other = (player) => (player === "X" ? "O" : "X");

/**
 * @param {Position} position
 * @param {Player} player
 */
const threatsOf = ({ threats }, player) => threats[player === "X" ? "x" : "o"];

/**
 * The side that plays after the given moves.
 *
 * @param {string} moves
 */
const sideAfter = (moves) => (moves.length % 2 === 0 ? "X" : "O");

/**
 * The columns after which a test of the position holds.
 *
 * @param {string} moves
 * @param {(after: Position) => Promise<boolean> | boolean} holds
 */
async function columnsWith(moves, holds) {
    const found = [];
    for (const move of (await engine.position(moves)).legal) {
        if (await holds(await engine.position(moves + move))) found.push(move);
    }
    return found;
}

/**
 * The columns whose score passes, by the solver.
 *
 * @param {string} moves
 * @param {(score: number, best: number) => boolean} passes
 */
async function columnsByScore(moves, passes) {
    const { scores, score } = await engine.analyze(moves);
    return scores.flatMap((value, index) => (value !== null && score !== null && passes(value, score) ? [index + 1] : []));
}

/**
 * The cells that an explanation marks in a statement of one kind.
 *
 * @param {string} moves
 * @param {string} kind
 * @param {Mark} mark
 */
async function marked(moves, kind, mark) {
    const found = (await engine.explain(moves)).steps.find((step) => step.kind === kind);
    assert.ok(found, `${moves} has a statement ${kind}`);
    return found.cells.filter((cell) => cell.mark === mark).map(({ cell }) => cell);
}

/**
 * The cells that can be filled before a side has to play right below a winning cell.
 *
 * @param {Position} position
 */
function safe({ heights, height, threats }) {
    const winning = [...threats.x, ...threats.o];
    return heights.flatMap((filled, index) => {
        const cells = cellsAbove(index, filled, height);
        const lowest = cells.findIndex((cell) => winning.includes(cell));
        return lowest < 0 ? cells : cells.slice(0, Math.max(0, lowest - 1));
    });
}

/**
 * The empty cells of a column, from the bottom up.
 *
 * @param {number} index
 * @param {number} filled
 * @param {number} height
 */
function cellsAbove(index, filled, height) {
    const file = String.fromCharCode("a".charCodeAt(0) + index);
    return Array.from({ length: height - filled }, (_, row) => `${file}${filled + row + 1}`);
}

/**
 * The empty cells of one side if the side not to move always plays on top.
 *
 * @param {Position} position
 * @param {boolean} first whether to return the cells of the side to move
 */
function shared({ heights, height }, first) {
    return heights.flatMap((filled, index) => {
        const cells = cellsAbove(index, filled, height);
        assert.equal(cells.length % 2, 0, "an even number of empty cells in each column");
        return cells.filter((_, row) => (row % 2 === 0) === first);
    });
}

/**
 * The cells of one side if O always plays on top of the last stone of X. O is proven not to lose by it.
 *
 * @param {string} moves
 * @param {Player} player
 */
async function followed(moves, player) {
    assert.equal(sideAfter(moves), "X");
    const position = await engine.position(moves);
    assert.deepEqual((await marked(moves, "claimeven", "opponent")).sort(), shared(position, true).sort());
    return shared(position, player === "X");
}

/**
 * The criteria of right answers: each returns all right columns or cells.
 *
 * @type {Record<string, (moves: string) => Promise<(number | string)[]>>}
 */
const CRITERIA = {
    // The columns that win, if both sides play perfectly after them.
    wins: (moves) => columnsByScore(moves, (score) => score > 0),
    // The columns that win soonest, or lose latest.
    best: (moves) => columnsByScore(moves, (score, best) => score === best),
    // The columns that do not lose.
    holds: (moves) => columnsByScore(moves, (score) => score >= 0),
    // The columns that stop a win of the other side with its next stone.
    blocks: async (moves) => {
        const position = await engine.position(moves);
        const opponent = other(sideAfter(moves));
        assert.notDeepEqual(playable(position, threatsOf(position, opponent)), [], "the other side is about to win");
        return columnsWith(moves, (after) => playable(after, threatsOf(after, opponent)).length === 0);
    },
    // The columns after which the side to move wins with its next stone, whatever the other side plays.
    double_threat: async (moves) => {
        const player = sideAfter(moves);
        const now = await engine.position(moves);
        assert.deepEqual(playable(now, threatsOf(now, player)), [], "no win with this stone");
        return columnsWith(moves, async (after) => {
            if (playable(after, threatsOf(after, other(player))).length > 0) return false;
            const game = moves + column(after.last_move ?? "");
            const replies = await columnsWith(game, (end) => playable(end, threatsOf(end, player)).length > 0);
            return replies.length === after.legal.length;
        });
    },
    // The winning cells of a side.
    threats_x: async (moves) => (await engine.position(moves)).threats.x,
    threats_o: async (moves) => (await engine.position(moves)).threats.o,
    // The cells that can be filled before a side has to play right below a winning cell.
    free: async (moves) => safe(await engine.position(moves)),
    // The cells of a side if O always plays on top of the last stone of X.
    follow_x: (moves) => followed(moves, "X"),
    follow_o: (moves) => followed(moves, "O"),
};

test("there are eight lessons of five positions", () => {
    assert.deepEqual(
        lessons.map(({ id }) => id),
        ["threat", "double-threat", "stacked", "odd-and-even", "follow-up", "zugzwang", "claims", "opening"],
    );
    lessons.forEach(({ id, title, about, steps }) => {
        assert.ok(title && about, id);
        assert.equal(steps.length, 5, id);
    });
    assert.equal(new Set(steps.map(({ step }) => step.moves)).size, 40, "no position twice");
});

for (const { name, step } of steps) {
    test(`${name}: the position is one of a game that goes on, and the texts are complete`, async () => {
        const position = await engine.position(step.moves);
        assert.equal(position.result, null);
        assert.equal(position.moves, step.moves);
        for (const text of [step.text, step.task, step.wrong]) assert.match(text, /^[A-Z].*[.?]$/u);
        // A reason may begin with a cell.
        assert.match(step.reason, /^([A-Z]|[a-g][1-6]).*\.$/u);
        assert.match(step.task, step.kind === "play" ? new RegExp(`^${COLOURS[sideAfter(step.moves)]} to move: `, "u") : /^Click /u);
        for (const cell of step.lit ?? []) assert.match(cell, /^[a-g][1-6]$/u);
    });

    test(`${name}: the answer is that of the engine`, async () => {
        const criterion = CRITERIA[step.criterion];
        assert.ok(criterion, step.criterion);
        const found = await criterion(step.moves);
        assert.ok(found.length > 0);
        assert.deepEqual(step.answer, found.sort());
        assert.ok(step.answer.every((answer) => typeof answer === (step.kind === "play" ? "number" : "string")));
        if (step.kind === "play") assert.ok(found.length < (await engine.position(step.moves)).legal.length, "some columns are wrong");
    });

    test(`${name}: what the texts say of threats and ends is true`, async () => {
        const now = await engine.position(step.moves);
        for (const { player, cells } of said(step.text, /(?<player>Yellow|Red) has (?:a threat|threats|one) on (?<cells>[^.]+)/gu)) {
            cells.forEach((cell) => assert.ok(threatsOf(now, player).includes(cell), `${cell} for ${player}`));
        }
        for (const [, move] of (step.text + step.reason).matchAll(/ (?:wins|win) (?:on|by|with) move (\d+)/gu)) {
            assert.equal((await engine.analyze(step.moves)).final_move, Number(move));
        }
        const game = step.kind === "play" ? step.moves + step.answer[0] : step.moves;
        const then = await engine.position(game);
        for (const { player, cells } of said(step.reason, /(?<player>Yellow|Red) wins on (?<cells>[a-g]\d(?:, or| or|, and| and)?)/gu)) {
            cells.forEach((cell) => assert.ok(threatsOf(then, player).includes(cell), `${cell} for ${player}`));
        }
        for (const sentence of step.reason.split(". ").filter((part) => / makes? /u.test(part))) {
            for (const [, cells] of sentence.matchAll(/(?:threats?|one) on ((?:[a-g]\d(?: and )?)+)/gu)) {
                cellsIn(cells).forEach((cell) => assert.ok(threatsOf(then, sideAfter(step.moves)).includes(cell), cell));
            }
        }
    });

    if (/(?:always play|plays like this|can follow|Everywhere else)/u.test(step.reason)) {
        test(`${name}: playing on top is proven to suffice`, async () => {
            const game = step.moves + (step.kind === "play" ? step.answer[0] : "");
            const { steps: found } = await engine.explain(game);
            const proof = found.find(({ kind }) => kind === "claimeven");
            assert.ok(proof);
            assert.ok(proof.upper <= 0 && (!/wins? on|four in the top row/u.test(step.reason) || proof.upper < 0), `${proof.upper}`);
            const end = /In the end (?<player>Yellow|Red) has to play (?<cell>[a-g]\d)/u.exec(step.reason);
            if (end) {
                const trap = proof.cells.filter(({ mark }) => mark === "trap").map(({ cell }) => cell);
                const { cell = "" } = end.groups ?? {};
                assert.ok(trap.includes(`${cell[0]}${Number(cell[1]) + 1}`), `${trap} above ${cell}`);
            }
        });
    }
}

/**
 * The sides and cells in the matches of a pattern.
 *
 * @param {string} text
 * @param {RegExp} pattern
 */
function said(text, pattern) {
    return [...text.matchAll(pattern)].map(({ groups }) => ({
        player: groups?.["player"] === "Yellow" ? /** @type {const} */ ("X") : /** @type {const} */ ("O"),
        cells: cellsIn((groups?.["cells"] ?? "").split(/, and Red|, and Yellow|, one|, in |, and each/u)[0] ?? ""),
    }));
}

/** @param {string | undefined} text */
const cellsIn = (text) => (text ?? "").match(/[a-g][1-6]/gu) ?? [];
