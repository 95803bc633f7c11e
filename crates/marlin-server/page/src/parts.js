// The parts of the page that scripts use.

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 */
export function get(id, type) {
    const node = document.getElementById(id);
    if (!(node instanceof type)) throw new Error(`the page has no ${id}`);
    return node;
}

export const parts = {
    scores: get("scores", HTMLElement),
    names: get("names", HTMLElement),
    status: get("status", HTMLElement),
    verdict: get("verdict", HTMLElement),
    loading: get("loading", HTMLElement),
    panel: get("panel", HTMLElement),
    retry: get("retry", HTMLElement),
    graph: get("graph", HTMLElement),
    moves: get("moves", HTMLInputElement),
    movesError: get("moves-error", HTMLElement),
    stop: get("stop", HTMLButtonElement),
    undo: get("undo", HTMLButtonElement),
    redo: get("redo", HTMLButtonElement),
    first: get("first", HTMLButtonElement),
    last: get("last", HTMLButtonElement),
    size: get("size", HTMLSelectElement),
    showScores: get("show-scores", HTMLInputElement),
    showLine: get("show-line", HTMLInputElement),
    showThreats: get("show-threats", HTMLInputElement),
    players: { X: get("player-x", HTMLSelectElement), O: get("player-o", HTMLSelectElement) },
};

/**
 * Says something in the place of the status.
 *
 * @param {string} text
 */
export function say(text) {
    parts.status.textContent = text;
}
