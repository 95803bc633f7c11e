// The engine of a page whose server has no module: the same questions as those of marlin-connect4, asked over HTTP.

/** @typedef {{board?: string}} Given */
/** @typedef {{signal?: AbortSignal, onProgress?: (progress: any) => void}} Asked */

/** Where the answers are. */
const API = new URL("../api/v1/", import.meta.url);
/** The moves of best play that an answer has. */
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
     * @param {Given} [given]
     */
    position(position, { board } = {}) {
        return ask("position", { position, board });
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
        const response = await get("analyze/events", parameters, signal);
        for await (const { name, data } of events(response)) {
            if (name === "answer") return data;
            if (name === "error") throw new Error(data.error);
            onProgress?.(data);
        }
        throw new Error("the server has ended its answer too early: try again");
    }

    /**
     * @param {string} position
     * @param {Given & Asked & {level: number, seed?: number}} options
     */
    async level(position, { board, level, seed, signal }) {
        const { best } = await ask("best", { position, board, level, seed }, signal);
        return { column: best };
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
}

/**
 * Returns the answer to a request.
 *
 * @param {string} name
 * @param {Record<string, string | number | undefined>} parameters
 * @param {AbortSignal} [signal]
 */
async function ask(name, parameters, signal) {
    return (await get(name, parameters, signal)).json();
}

/**
 * @param {string} name
 * @param {Record<string, string | number | undefined>} parameters
 * @param {AbortSignal} [signal]
 */
async function get(name, parameters, signal) {
    const url = new URL(name, API);
    for (const [key, value] of Object.entries(parameters)) {
        if (value !== undefined) url.searchParams.set(key, String(value));
    }
    const response = await fetch(url, signal ? { signal } : {}).catch((error) => {
        throw signal?.aborted ? error : new Error("the server doesn't answer: is it running?");
    });
    if (!response.ok) {
        const problem = await response.json().catch(() => ({ error: `${response.status} ${response.statusText}` }));
        throw new Error(problem.error);
    }
    return response;
}

/**
 * Reads server-sent events.
 *
 * @param {Response} response
 * @returns {AsyncGenerator<{name: string, data: any}>}
 */
async function* events(response) {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        text += part.value;
        const whole = text.split("\n\n");
        text = whole.pop() ?? "";
        for (const event of whole) {
            const field = (/** @type {string} */ name) =>
                event.split("\n").find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim();
            const data = field("data");
            // Comments keep the connection open.
            if (data !== undefined) yield { name: field("event") ?? "", data: JSON.parse(data) };
        }
    }
}
