// The shared parts of the tests: the package that was built, the native engine, and positions.

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The folder of the package: `crates/marlin-wasm/build` makes it. */
export const built = process.env.MARLIN_WASM ?? join(root, 'target/npm');

/** @param {string} file */
const load = (file) => import(pathToFileURL(join(built, file)).href);

/** @type {typeof import('../index.js')} */
export const { Engine, Marlin, MarlinError } = await load('index.js');
/** @type {typeof import('../server.js')} */
export const { serve, SLICE_NODES } = await load('server.js');

export const book = readFileSync(join(built, '7x6.book'));

/** Starts an engine whose worker is in this thread. */
export async function start() {
    const { port1, port2 } = new MessageChannel();
    serve(port1);
    return Engine.start({ port: port2 });
}

/** Starts an engine in a thread of its own. */
export async function startInThread() {
    const { Worker } = await import('node:worker_threads');
    const { port1, port2 } = new MessageChannel();
    const source = `
        import { parentPort } from 'node:worker_threads';
        import { serve } from ${JSON.stringify(pathToFileURL(join(built, 'server.js')).href)};
        parentPort.once('message', serve);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
    worker.postMessage(port1, [/** @type {import('node:worker_threads').MessagePort} */ (/** @type {unknown} */ (port1))]);
    const engine = await Engine.start({ port: port2 });
    return { engine, end: () => (engine.close(), worker.terminate()) };
}

/**
 * Returns the answers of the native engine.
 *
 * @param {object[]} requests
 * @param {string[]} args
 * @returns {any[]}
 */
export function native(requests, args = []) {
    const input = requests.map((request) => JSON.stringify(request) + '\n').join('');
    const found = process.env.MARLIN_NATIVE;
    const cargo = ['run', '-q', '--release', '-p', 'marlin-wasm', '--example', 'answers', '--'];
    const [command, ...first] = found ? [found] : ['cargo', ...cargo];
    const options = { input, cwd: root, maxBuffer: 1 << 28 };
    const { status, stdout, stderr } = spawnSync(/** @type {string} */ (command), [...first, ...args], options);
    if (status !== 0) throw new Error(String(stderr));
    return String(stdout).trimEnd().split('\n').map((line) => JSON.parse(line));
}

/**
 * Returns moves of a position set, evenly taken.
 *
 * @param {string} set
 * @param {number} count
 */
export function positions(set, count) {
    const lines = readFileSync(join(root, 'test-positions', set), 'utf8').split('\n');
    const moves = lines.filter((line) => /^[\d,]+ /.test(line)).map((line) => /** @type {string} */ (line.split(' ')[0]));
    const step = Math.floor(moves.length / count);
    return Array.from({ length: count }, (_, index) => /** @type {string} */ (moves[index * step]));
}

/** The names of the position sets of 7x6. */
export const sets = readdirSync(join(root, 'test-positions')).filter((name) => /^L\d_R\d$/.test(name.replace('.txt', '')));
