// The engine of a page whose server has no module: the methods of marlin-connect4, by requests over HTTP.

/** @typedef {{board?: string}} Given */
/** @typedef {{signal?: AbortSignal, onProgress?: (progress: any) => void}} Asked */
/** @typedef {Record<string, string | number | boolean | undefined>} Parameters */

/** The address of the answers. */
const API = new URL("../api/v1/", import.meta.url);
/** The moves of best play in an answer. */
const LINE = 12;

/** The engine of the server. */
export class Engine {
    /** A page with this engine needs its server. */
    isRemote = true;

    /** @returns {Promise<Engine>} */
    static async start() {
        return new Engine();
    }

    /** The server has books of its own. */
    async loadBook() {}

    /**
     * @param {string} position
     * @param {Given & {known?: boolean}} [options]
     */
    position(position, { board, known } = {}) {
        return ask("position", { position, board, known: known || undefined });
    }

    /**
     * @param {string} log
     * @param {string} today
     */
    progress(log, today) {
        return ask("progress", { today }, undefined, log);
    }

    /**
     * @param {string} position
     * @param {Given} [given]
     */
    reach(position, { board } = {}) {
        return ask("reach", { position, board });
    }

    /**
     * @param {string} position
     * @param {Given & Asked & {line?: boolean}} [options]
     */
    async analyze(position, { board, line, signal, onProgress } = {}) {
        const parameters = { position, board, line: line ? LINE : undefined };
        signal?.throwIfAborted();
        const source = new EventSource(address("analyze/events", parameters));
        const answer = new Promise((resolve, reject) => {
            signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
            source.addEventListener("progress", ({ data }) => onProgress?.(JSON.parse(data)));
            source.addEventListener("answer", ({ data }) => resolve(JSON.parse(data)));
            source.addEventListener("error", (event) => {
                // An event of the server has the reason. A refused or lost connection has none, but the same request without
                // progress has.
                if (event instanceof MessageEvent) reject(new Error(JSON.parse(event.data).error));
                else resolve(ask("analyze", parameters, signal));
            });
        });
        return answer.finally(() => source.close());
    }

    /**
     * @param {string} position
     * @param {Given & Asked & {level: number, seed?: number}} options
     */
    level(position, { board, level, seed, signal }) {
        return ask("best", { position, board, level, seed }, signal);
    }

    /**
     * @param {string} moves
     * @param {Given & Asked & {setup?: number}} [options]
     */
    review(moves, { board, setup, signal } = {}) {
        return ask("review", { moves, setup: setup || undefined, board }, signal);
    }

    /**
     * @param {string} position
     * @param {Given & Asked} [options]
     */
    explain(position, { board, signal } = {}) {
        return ask("explain", { position, board }, signal);
    }

    /**
     * @param {string} position
     * @param {Given & Asked & {maxNodes?: number}} [options]
     */
    explore(position, { board, maxNodes, signal } = {}) {
        return ask("explore", { position, board, nodes: maxNodes }, signal);
    }
}

/**
 * Returns the answer to a request.
 *
 * @param {string} name
 * @param {Parameters} parameters
 * @param {AbortSignal} [signal]
 * @param {string} [body] of a request that has one
 */
async function ask(name, parameters, signal, body) {
    const options = { signal: signal ?? null, ...(body === undefined ? {} : { method: "POST", body }) };
    const response = await fetch(address(name, parameters), options).catch((error) => {
        throw signal?.aborted ? error : new Error("the server doesn't answer: is it running?");
    });
    if (response.ok) return response.json();
    const problem = await response.json().catch(() => ({ error: `${response.status} ${response.statusText}` }));
    throw new Error(problem.error);
}

/**
 * Returns the address of a request.
 *
 * @param {string} name
 * @param {Parameters} parameters
 */
function address(name, parameters) {
    const url = new URL(name, API);
    for (const [key, value] of Object.entries(parameters)) {
        if (value !== undefined) url.searchParams.set(key, String(value));
    }
    return url;
}
