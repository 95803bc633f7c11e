// The rules of the element for pages, and the size of its files. The element in a browser is tested with the page of the server.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';

import { built, start } from './support.js';

/** The maximum size of the element's files, in bytes. */
const MOST = 21 * 1024;

/** @type {typeof import('../board.js')} */
const { play } = await import(pathToFileURL(join(built, 'board.js')).href);

test('the element without the engine has at most 21 KB', () => {
    const source = Buffer.concat(['board.js', 'drawing.js'].map((file) => readFileSync(join(built, file))));
    assert.ok(source.length <= MOST, `${source.length} bytes`);
    assert.deepEqual(source.toString().match(/(?<=^import .*)'.*'/gmu), ["'./drawing.js'"], 'the engine is loaded on demand alone');
});

test('moves against the rules are refused in words that count from 1', () => {
    const refusal = (/** @type {string} */ moves, board = '7x6') => {
        try {
            return play(moves, board) && '';
        } catch (error) {
            return error instanceof Error ? error.message : '';
        }
    };
    assert.equal(refusal('4444444'), 'Move 7: column 4 is full');
    assert.equal(refusal('48'), 'Move 2: there is no column 8');
    assert.equal(refusal('4x'), 'Move 2: there is no column x');
    assert.equal(refusal('12121212'), 'Move 8: the game is over');
    assert.equal(refusal('4', '13x9'), '13x9 is no size of a board');
    assert.equal(refusal('4 4, 3'), '');
    assert.equal(refusal('10,13', '12x4'), 'Move 2: there is no column 13');
    assert.equal(refusal('9abc', '12x4'), 'Move 2: there is no column a');
    assert.equal(refusal('12,12,12,12,12', '12x4'), 'Move 5: column 12 is full');
});

test('the position of a ply is that of the first moves', () => {
    const { count, total, toMove, last } = play('4433', '7x6', 3);
    assert.deepEqual({ count, total, toMove, last }, { count: 3, total: 4, toMove: 'O', last: [2, 0] });
    assert.deepEqual(play('443', '7x6').columns, play('4433', '7x6', 3).columns);
    const wide = play('10 3 10', '12x4', 2);
    assert.deepEqual([wide.played, wide.total, wide.last], ['10,3', 3, [2, 0]]);
});

test('each four through the last stone is found in every direction', () => {
    assert.deepEqual(play('1212121').fours, [[[0, 0], [0, 1], [0, 2], [0, 3]]]);
    assert.equal(play('112255443').fours.length, 2, 'five in a row are two lines');
    assert.equal(play('1223343445').winner, 'O');
    assert.equal(play('4433').winner, null);
});

test('random games agree with the engine', async (t) => {
    const engine = await start();
    t.after(() => engine.close());
    let state = 7;
    const next = (/** @type {number} */ below) => {
        state = (state * 48271) % 2147483647;
        return state % below;
    };
    for (let round = 0; round < 60; round += 1) {
        let moves = '';
        for (let number = 0; number < 30 && !play(moves).isOver; number += 1) {
            const open = play(moves).columns.flatMap((stones, index) => (stones.length < 6 ? [index + 1] : []));
            moves += open[next(open.length)];
        }
        const { fours, isOver, toMove } = play(moves);
        const found = await engine.position(moves);
        assert.equal(found.winning_lines.length, fours.length, moves);
        assert.equal(found.to_move, isOver ? null : toMove, moves);
    }
});
