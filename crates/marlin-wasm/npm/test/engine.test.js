// The engine in its worker: stop, progress, the book, and input of every kind.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { Engine, Marlin, MarlinError, SLICE_NODES, book, start, startInThread } from './support.js';

/** @type {Awaited<ReturnType<typeof start>>} */
let engine;
before(async () => void (engine = await start()));
after(() => engine.close());

test('a position is analysed with bounds that narrow until they are scores', async () => {
    /** @type {import('../types.js').Progress[]} */
    const seen = [];
    const found = await engine.analyze('4433', { onProgress: (progress) => seen.push(progress), sliceNodes: 50_000 });
    assert.deepEqual(found.scores, [-3, 18, 2, 2, 18, -3, -4]);
    assert.ok(seen.length > 10, `${seen.length}`);
    assert.ok(found.time_us > 0, 'the module has a clock');
    seen.forEach(({ column_bounds }) => {
        column_bounds?.forEach((bounds, column) => {
            const score = /** @type {number} */ (found.scores[column]);
            assert.ok(bounds && bounds[0] <= score && score <= bounds[1]);
        });
    });
});

test('boards of every shape are searched to the depth of their cells', async () => {
    for (const board of ['9x9', '10x10', '12x9', '16x7', '8x15', '5x24', '4x31', '32x3', '3x41', '1x127']) {
        const found = await engine.analyze('', { board, maxNodes: 100_000 });
        assert.equal(found.scores.length, Number.parseInt(board, 10), board);
    }
});

test('a search that is stopped ends within a slice, and others go on', async () => {
    const { engine, end } = await startInThread();
    const stops = async () => {
        const stop = new AbortController();
        const other = engine.analyze('444444', { sliceNodes: 20_000 });
        /** @type {Promise<void>} */
        const begun = new Promise((resolve) => {
            const options = { board: '9x6', signal: stop.signal, onProgress: () => resolve() };
            assert.rejects(engine.analyze('', options), { name: 'AbortError' });
        });
        await begun;
        const started = performance.now();
        stop.abort();
        // Both searches are in slices, and the worker hears this one after the slice that it is in.
        await engine.position('4');
        const waited = performance.now() - started;
        assert.equal((await other).proven, true);
        return waited;
    };
    try {
        // A busy machine takes longer at any of the attempts.
        let [waited, attempts] = [Infinity, 0];
        for (; waited >= 1000 && attempts < 20; attempts += 1) waited = await stops();
        assert.ok(waited < 1000, `${waited} ms for a slice of ${SLICE_NODES} nodes, ${attempts} times`);
        // Nothing is left to work on: the next answers wait for no slice.
        const times = [];
        while (times.length < 21) {
            const before = performance.now();
            await engine.position('4');
            times.push(performance.now() - before);
        }
        const median = times.sort((a, b) => a - b)[10] ?? Infinity;
        assert.ok(median < 100, `${median} ms`);
    } finally {
        await end();
    }
});

test('a signal that was given already stops the search before it begins', async () => {
    await assert.rejects(engine.analyze('', { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('many questions at once get their own answers', async () => {
    const moves = ['443322', '112233', '44444437', '4433223', '7777772'];
    const answers = await Promise.all(moves.map((position) => engine.best(position, { sliceNodes: 1000 })));
    assert.deepEqual(answers.map(({ position }) => position), moves);
    assert.ok(answers.every(({ best_proven }) => best_proven));
});

test('a position set is read, and a batch has its scores', async () => {
    const { board, positions, scores } = await engine.read('# board 5x4\n3333 1\n12 0\r\n\n');
    assert.deepEqual({ board, positions, scores }, { board: '5x4', positions: ['3333', '12'], scores: [1, 0] });
    const done = /** @type {[number, number][]} */ ([]);
    const options = { board, onProgress: (/** @type {number} */ some, /** @type {number} */ all) => void done.push([some, all]) };
    const answers = await engine.batch(positions, options);
    assert.deepEqual(answers.map(({ position }) => position), positions);
    assert.ok(answers.every(({ proven }) => proven));
    assert.deepEqual(done, [[1, 2], [2, 2]]);
    await assert.rejects(engine.read('44 1\n44 x\n'), { code: 'request', message: /^line 2: invalid score "x"/ });
    await assert.rejects(engine.batch(['4', '48']), { index: 1, message: /^position 1: .*'8'/ });
    await assert.rejects(engine.batch(['4'], { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('a review reports its progress', async () => {
    const left = /** @type {number[]} */ ([]);
    const onProgress = (/** @type {{ left?: number }} */ progress) => void left.push(progress.left ?? -1);
    const review = await engine.review('3141516', { board: '6x5', onProgress, sliceNodes: 5000 });
    assert.equal(review.turning_point, 2);
    assert.ok(left.length > 0 && left.every((left) => left >= 0));
    assert.equal(review.moves.length, 7);
});

test('levels play, lines end, boards that cannot arise have a reason', async () => {
    const { play } = await engine.level('121212', { level: 8, seed: 7 });
    assert.equal(play, 1);
    assert.deepEqual((await engine.line('4444', { plies: 3, maxNodes: 1 })).complete, false);
    assert.equal((await engine.line('', { board: '4x4' })).line.length, 16);
    assert.equal((await engine.reach('..../..../X.../....')).cell, 'a2');
});

test('the book is loaded with its progress, and answers within a millisecond', async () => {
    const server = createServer((request, response) => {
        if (request.url !== '/7x6.book') return void response.writeHead(404).end();
        response.writeHead(200, { 'content-length': book.length }).end(book);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    try {
        /** @type {import('../types.js').Download[]} */
        const seen = [];
        const loaded = await engine.loadBook(`http://127.0.0.1:${port}/7x6.book`, { onProgress: (progress) => seen.push(progress) });
        assert.deepEqual([loaded.board, loaded.plies], ['7x6', 13]);
        assert.deepEqual(seen.at(-1), { loaded: book.length, total: book.length });
        await assert.rejects(engine.loadBook(`http://127.0.0.1:${port}/other`), /404/);
        assert.equal((await engine.analyze('4433')).source, 'book');
    } finally {
        server.close();
    }
    const marlin = await Marlin.load();
    marlin.loadBook(book);
    const games = Array.from({ length: 400 }, (_, seed) => randomMoves(seed % 13, seed)).filter(isGame(marlin));
    assert.ok(games.length > 300);
    const ask = () => games.forEach((position) => {
        assert.notEqual(marlin.ask({ task: 'analyze', position }).source, 'search', position);
    });
    // The compiler of the engine warms up, and CPU time does not depend on other work of the machine.
    ask();
    const started = process.cpuUsage();
    ask();
    const { user, system } = process.cpuUsage(started);
    const time = (user + system) / 1000 / games.length;
    assert.ok(time < 1, `${time} ms`);
});

test('damaged books are refused, and the engine goes on', async () => {
    const damaged = Uint8Array.from(book);
    damaged[1_000_000] = /** @type {number} */ (damaged[1_000_000]) ^ 4;
    for (const bytes of [damaged, book.subarray(0, 5_000_000), new Uint8Array(0), new TextEncoder().encode('MARLINBK')]) {
        await assert.rejects(engine.loadBook(bytes), { code: 'book' });
    }
    assert.equal((await engine.best('443322')).score, 18);
});

test('what is no position is refused with its place', async () => {
    await assert.rejects(engine.analyze('44x'), (error) => error instanceof MarlinError && error.code === 'position' && error.index === 2);
    await assert.rejects(engine.review('..../..../O.../X...'), { code: 'needs_moves' });
    await assert.rejects(engine.level('', { level: 0 }), { code: 'level' });
    await assert.rejects(engine.analyze('', { board: '13x9' }), { code: 'board' });
    await assert.rejects(engine.request({ op: 'configure', hash_mib: 5000 }), { code: 'table' });
});

test('no input ends the module', async () => {
    const marlin = await Marlin.load();
    const alphabet = '0123456789abcxXoO./|{}[]",:@P \n\u0000\uD800é';
    const boards = [undefined, '7x6', '1x1', '32x1', '1x63', '0x0', '64x64', '', 'x'];
    const ops = ['info', 'clear', 'position', 'reach', 'start', 'step', 'cancel', 'configure', '', 7, null];
    const tasks = ['analyze', 'best', 'line', 'level', 'review', 'explain', 'explore', 0, 1, -1, 1e9, null, 'none'];
    const next = random(1);
    const one = (/** @type {any[]} */ list) => list[next() % list.length];
    const text = () => Array.from({ length: next() % 50 }, () => one([...alphabet])).join('');
    const numbers = [0, 1, -1, 7, 1e9, 1e300, -1e300, 0.5, null, '1', Number.MAX_SAFE_INTEGER];
    for (let round = 0; round < 3000; round++) {
        const request = {
            op: one(ops),
            task: one(tasks),
            board: one(boards),
            position: one([text(), randomMoves(next() % 42, round)]),
            // Searches stay small here.
            nodes: 50,
            level: one(numbers),
            seed: one(numbers),
            plies: one([3, ...numbers]),
            hash_mib: one([1, 0, -1, 1e12, null]),
            scores: one([undefined, [], [null], numbers, [1, 2, 3, 4, 5, 6, 7, 8]]),
            marks: one([undefined, [0, 1, 1e9], numbers]),
            line: one([undefined, true, [1, 2, 3], numbers]),
            theme: one([undefined, 'dark', 7]),
        };
        try {
            marlin.request(/** @type {any} */ (request));
        } catch (error) {
            assert.ok(error instanceof MarlinError, `${JSON.stringify(request)}: ${error}`);
        }
    }
    for (const request of ['', 0, [], {}, null, text(), '['.repeat(100_000)]) {
        assert.throws(() => marlin.request(/** @type {any} */ (request)), MarlinError);
    }
    assert.equal(marlin.ask({ task: 'analyze', position: '443322' }).score, 18);
});

test('a client that is closed, or whose module is missing, says so', async () => {
    const other = await start();
    const waiting = other.analyze('', { board: '9x6' });
    other.close();
    await assert.rejects(waiting, /closed/);
    await assert.rejects(other.position(''), /closed/);
    const { serve } = await import('./support.js');
    const { port1, port2 } = new MessageChannel();
    serve(port1);
    await assert.rejects(Engine.start({ port: port2, module: new URL('file:///nowhere/marlin.wasm') }), /nowhere/);
});

/**
 * A small generator, so that a failure can be seen again.
 *
 * @param {number} seed
 */
function random(seed) {
    let state = seed * 2654435761 + 1;
    return () => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return state >>> 8;
    };
}

/**
 * Returns whether the rules allow moves.
 *
 * @param {import('../index.js').Marlin} marlin
 */
function isGame(marlin) {
    return (/** @type {string} */ position) => {
        try {
            return marlin.request({ op: 'position', position }).stones >= 0;
        } catch {
            return false;
        }
    };
}

/**
 * Returns random moves, of which the last ones may come after the end of the game.
 *
 * @param {number} count
 * @param {number} seed
 */
function randomMoves(count, seed) {
    const next = random(seed);
    const heights = Array(7).fill(0);
    let moves = '';
    while (moves.length < count) {
        const column = next() % 7;
        if (heights[column] < 6) {
            heights[column] += 1;
            moves += column + 1;
        }
    }
    return moves;
}
