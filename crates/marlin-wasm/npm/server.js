// The side of a worker: requests of a client in, answers and progress out. Tasks take turns, a slice each,
// and between two slices the worker reads new messages.

import { Marlin, MarlinError } from './module.js';
import { download } from './download.js';

/**
 * @import { FromClient, FromServer, Port, Progress } from './types.js'
 */

/** The nodes of a slice: a worker reads messages some ten times a second. */
export const SLICE_NODES = 200_000;

/**
 * Serves the client at the other end of a port.
 *
 * @param {Port} port
 */
export function serve(port) {
    const server = new Server((message) => port.postMessage(message));
    port.onmessage = ({ data }) => void server.receive(/** @type {FromClient} */ (data));
}

class Server {
    /** @type {(message: FromServer) => void} */
    #send;
    /** @type {Marlin | undefined} */
    #marlin;
    /**
     * The tasks that are being worked on, by the request that began each.
     *
     * @type {Map<number, { task: number, sliceNodes: number }>}
     */
    #tasks = new Map();
    /**
     * The downloads that are under way.
     *
     * @type {Map<number, AbortController>}
     */
    #downloads = new Map();
    #isWorking = false;

    /** @param {(message: FromServer) => void} send */
    constructor(send) {
        this.#send = send;
    }

    /** @param {FromClient} message */
    async receive(message) {
        const { id } = message;
        try {
            switch (message.type) {
                case 'load':
                    this.#marlin = await Marlin.load(message.module);
                    if (message.hash_mib !== undefined) this.#engine.request({ op: 'configure', hash_mib: message.hash_mib });
                    return this.#send({ type: 'result', id, result: this.#engine.info });
                case 'request':
                    return this.#send({ type: 'result', id, result: this.#engine.request(message.request) });
                case 'ask': {
                    const { task } = this.#engine.request({ op: 'start', ...message.task });
                    this.#tasks.set(id, { task, sliceNodes: message.slice_nodes ?? SLICE_NODES });
                    return void this.#work();
                }
                case 'book':
                    return this.#send({ type: 'result', id, result: await this.#loadBook(id, message.source) });
                case 'stop':
                    return this.#stop(message.stop);
            }
        } catch (error) {
            this.#fail(id, error);
        }
    }

    get #engine() {
        if (!this.#marlin) throw new Error('the module is not loaded');
        return this.#marlin;
    }

    /**
     * @param {number} id
     * @param {string | Uint8Array} source
     */
    async #loadBook(id, source) {
        if (typeof source !== 'string') return this.#engine.loadBook(source);
        const controller = new AbortController();
        this.#downloads.set(id, controller);
        try {
            const onProgress = (/** @type {number} */ loaded, /** @type {number | undefined} */ total) =>
                this.#send({ type: 'progress', id, progress: { loaded, total } });
            return this.#engine.loadBook(await download(source, controller.signal, onProgress));
        } finally {
            this.#downloads.delete(id);
        }
    }

    /** @param {number} id */
    #stop(id) {
        this.#downloads.get(id)?.abort();
        const found = this.#tasks.get(id);
        // It may have ended while the message was on its way.
        if (!found) return;
        this.#tasks.delete(id);
        this.#engine.request({ op: 'cancel', task: found.task });
    }

    /** Works on all tasks until none is left. */
    async #work() {
        if (this.#isWorking) return;
        this.#isWorking = true;
        while (this.#tasks.size > 0) {
            for (const [id, { task, sliceNodes }] of [...this.#tasks]) {
                // Another may have been stopped meanwhile.
                if (!this.#tasks.has(id)) continue;
                this.#step(id, task, sliceNodes);
                await turn();
            }
        }
        this.#isWorking = false;
    }

    /**
     * @param {number} id
     * @param {number} task
     * @param {number} nodes
     */
    #step(id, task, nodes) {
        try {
            const step = this.#engine.request({ op: 'step', task, nodes });
            if ('progress' in step) {
                this.#send({ type: 'progress', id, progress: step.progress });
            } else {
                this.#tasks.delete(id);
                this.#send({ type: 'result', id, result: step.result });
            }
        } catch (error) {
            this.#tasks.delete(id);
            this.#fail(id, error);
        }
    }

    /**
     * @param {number} id
     * @param {unknown} error
     */
    #fail(id, error) {
        const { code, index, cell } = error instanceof MarlinError ? error : { code: 'failed', index: undefined, cell: undefined };
        const message = error instanceof Error ? error.message : String(error);
        this.#send({ type: 'error', id, error: { code, message, index, cell } });
    }
}

/**
 * Lets the worker read messages. A timer of a browser would wait for 4 ms, and Node.js handles up to a
 * thousand messages of a channel
 * before it looks elsewhere.
 *
 * @returns {Promise<void>}
 */
const turn = typeof setImmediate === 'function' ? () => new Promise((resolve) => setImmediate(resolve)) : turnByMessage();

/** @returns {() => Promise<void>} */
function turnByMessage() {
    const { port1, port2 } = new MessageChannel();
    /** @type {(() => void)[]} */
    const waiting = [];
    port2.onmessage = () => waiting.shift()?.();
    return () =>
        new Promise((resolve) => {
            waiting.push(resolve);
            port1.postMessage(0);
        });
}
