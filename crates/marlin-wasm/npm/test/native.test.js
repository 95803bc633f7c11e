// The module answers as the native engine does: the same scores and the same moves. Its order of moves has
// fewer weights, so its numbers of nodes differ, and so do the findings of a search besides its answer: the
// bounds of other columns, and the choice among several best moves. It takes about as many nodes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Marlin, native, positions, sets } from './support.js';

/**
 * Compares the answers of both, question by question, from an empty table each, and returns the nodes of the module for each native one.
 *
 * @param {object[]} questions
 * @param {string[]} own The fields in which the two may differ, besides the nodes and the time.
 */
async function compare(questions, own = []) {
    const marlin = await Marlin.load();
    const requests = questions.flatMap((question, index) => [
        { op: 'clear' },
        { op: 'start', ...question },
        { op: 'step', task: index + 1 },
    ]);
    const left = ['nodes', 'time_us', ...own];
    const view = (/** @type {unknown} */ answer) =>
        JSON.parse(JSON.stringify(answer, (key, value) => (left.includes(key) ? undefined : value)));
    const expected = native(requests);
    const nodes = { ofModule: 0, native: 0 };
    requests.forEach((request, index) => {
        const answer = { ok: marlin.request(/** @type {any} */ (request)) };
        assert.deepEqual(view(answer), view(expected[index]), JSON.stringify(request));
        nodes.ofModule += /** @type {any} */ (answer.ok)?.result?.nodes ?? 0;
        nodes.native += /** @type {any} */ (expected[index]).ok?.result?.nodes ?? 0;
    });
    return nodes.ofModule / nodes.native;
}

test('scores are the same on all sets', async () => {
    assert.equal(sets.length, 6);
    const moves = sets.flatMap((set) => positions(set, set.startsWith('L1') ? 2 : 20));
    const nodes = await compare(moves.map((position) => ({ task: 'analyze', position, line: 64 })));
    assert.ok(nodes < 1.25, `${nodes} of the nodes`);
});

test('scores are the same on other boards', async () => {
    const boards = [
        ['6x5', '53'],
        ['6x5', '5363666514'],
        ['4x7', '2121342412'],
        ['7x4', '162432774'],
        ['9x4', '197671813424'],
        ['12x4', '8,4,7,9,2,10,4,1,12,4,7,5,3,7,3'],
        ['20x2', '1,18,14,12,13,19,1,15,2,6,20,7,4,8'],
        ['8x6', '444444333333555'],
        ['6x7', '3333333222222'],
    ];
    const nodes = await compare(boards.map(([board, position]) => ({ task: 'analyze', board, position })));
    assert.ok(nodes < 1.25, `${nodes} of the nodes`);
});

test('best moves, lines, levels, reviews and explanations are the same', async () => {
    const moves = sets.flatMap((set) => (set.startsWith('L1') ? [] : positions(set, 4)));
    const levels = Array.from({ length: 10 }, (_, index) => ({ task: 'level', level: index + 1, seed: 7 }));
    await compare(
        moves.flatMap((position) => [
            { task: 'best', position },
            { task: 'line', position, plies: 5 },
            { task: 'explore', position },
        ]),
        ['column_bounds'],
    );
    await compare(levels.map((level) => ({ ...level, position: '44444432' })), ['score']);
    await compare(moves.map((position) => ({ task: 'explain', position })), ['steps']);
    await compare([
        ...['12341234', '11223366', '12344321'].map((position) => ({ task: 'explain', position, board: '6x4' })),
        // A limit of nodes would end one of the two searches of an earlier move before the other.
        { task: 'review', position: /** @type {string} */ (moves[3]), setup: 14 },
        { task: 'review', position: '3141516', board: '6x5' },
    ]);
});

test('positions are the same', async () => {
    const marlin = await Marlin.load();
    const given = [
        { position: '4433' },
        { position: '1212121' },
        { position: '..../..../O.../X...' },
        { position: '9,10,11,12', board: '12x4' },
        { position: '3322', base: 0 },
        { position: '1. d1 d2 2. c1 *' },
    ];
    const requests = given.flatMap((position) => [
        { op: 'position', ...position },
        { op: 'reach', ...position },
    ]);
    const expected = native(requests);
    requests.forEach((request, index) => {
        assert.deepEqual({ ok: marlin.request(/** @type {any} */ (request)) }, expected[index], JSON.stringify(request));
    });
});
