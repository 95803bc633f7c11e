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
    table: get("table", HTMLElement),
    scores: get("scores", HTMLElement),
    names: get("names", HTMLElement),
    bar: get("bar", HTMLElement),
    status: get("status", HTMLElement),
    headline: get("headline", HTMLElement),
    sentence: get("sentence", HTMLElement),
    loading: get("loading", HTMLElement),
    start: get("start", HTMLElement),
    match: get("match", HTMLElement),
    end: get("end", HTMLElement),
    verdict: get("verdict", HTMLElement),
    task: get("task", HTMLElement),
    panel: get("panel", HTMLElement),
    game: get("game", HTMLElement),
    list: get("list", HTMLElement),
    graph: get("graph", HTMLElement),
    tools: get("tools", HTMLDetailsElement),
    moves: get("moves", HTMLInputElement),
    movesError: get("moves-error", HTMLElement),
    meaning: get("meaning", HTMLElement),
    stop: get("stop", HTMLButtonElement),
    undo: get("undo", HTMLButtonElement),
    redo: get("redo", HTMLButtonElement),
    first: get("first", HTMLButtonElement),
    last: get("last", HTMLButtonElement),
    hint: get("hint", HTMLButtonElement),
    back: get("back", HTMLButtonElement),
    review: get("review", HTMLButtonElement),
    size: get("size", HTMLSelectElement),
    showLine: get("show-line", HTMLButtonElement),
    showThreats: get("show-threats", HTMLButtonElement),
    explore: get("explore", HTMLButtonElement),
};

/**
 * Says something in the place of the status.
 *
 * @param {string} text
 */
export function say(text) {
    parts.status.textContent = text;
}

/** @param {HTMLButtonElement} button */
export function isPressed(button) {
    return button.getAttribute("aria-pressed") === "true";
}

/**
 * Presses a button that stays pressed, or lets it go.
 *
 * @param {HTMLButtonElement} button
 * @param {boolean} [pressed]
 */
export function press(button, pressed = !isPressed(button)) {
    button.setAttribute("aria-pressed", String(pressed));
}

/**
 * Shows a card with new contents.
 *
 * @param {HTMLElement} card
 * @param {...(Node | string)} contents
 */
export function fill(card, ...contents) {
    card.hidden = false;
    delete card.dataset.of;
    card.replaceChildren(...contents);
}

/** Scrolls the board and its status into view: on a phone they may be above the window. */
export function showBoard() {
    parts.status.scrollIntoView({ block: "nearest" });
    parts.table.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement} card */
export function empty(card) {
    card.hidden = true;
    card.replaceChildren();
}
