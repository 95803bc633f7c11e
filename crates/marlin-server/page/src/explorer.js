// The explorer of the opening: the moves from here one by one, with their results and traps.

import { shown } from "./game.js";
import { button, html } from "./html.js";
import { empty, fill, parts, press, say } from "./parts.js";
import { askEngine, drop, engine, message, onRender, showAgain } from "./session.js";
import { state } from "./state.js";
import { number, outcome, short } from "./words.js";

/** @typedef {import("./engine.js").Exploration} Exploration */
/** @typedef {Exploration["columns"][number]} ExploredColumn */

/** The position that is explored: the card is made once for each. */
let explored = "";

function draw() {
    const { game, position } = state;
    press(parts.explore, state.explore);
    const isOpen = state.mode === "analyse" && state.explore && parts.task.hidden;
    if (!isOpen || !position) {
        explored = "";
        return;
    }
    const place = `${game.board} ${shown(game)}`;
    if (place === explored && !parts.panel.hidden) return;
    explored = place;
    fill(parts.panel, html("p", {}, "Looking at the moves…"));
    void openExplorer(place);
}

/** @param {string} place */
async function openExplorer(place) {
    const { game, position } = state;
    if (!position || position.result !== null) return fill(parts.panel, html("p", {}, "The game is over: nothing is left to explore."));
    try {
        const found = await askEngine((signal) => engine.explore(game.board, shown(game), signal));
        if (found && place === explored) fill(parts.panel, ...card(found));
    } catch (error) {
        if (place === explored) say(message(error));
    }
}

/** @param {Exploration} found */
function card(found) {
    const { position } = state;
    if (!position) return [];
    const heads = ["Column", "Result", "Replies that hold"].map((text) => html("th", { scope: "col" }, text));
    const rows = found.columns.map((column) => {
        const { score } = column;
        const result = score === null ? "not proven" : html("span", { class: `${outcome([score, score])}-text` }, `${number([score, score])} ${short([score, score], position)}`);
        const trap = column.replies === 0 ? "–" : column.holding === null ? "not proven" : `${column.holding} of ${column.replies}`;
        const cells = [button(String(column.column), () => drop(column.column), "link"), result, trap];
        return html("tr", {}, ...cells.map((cell) => html("td", {}, cell)));
    });
    const title = found.stones === 0 ? "The first move" : `After ${found.stones} ${found.stones === 1 ? "move" : "moves"}`;
    const parts = [html("h2", {}, title), html("table", {}, html("tr", {}, ...heads), ...rows)];
    const trap = found.columns.find(({ holding, replies }) => holding === 1 && replies > 1);
    if (trap) parts.push(html("p", { class: "soft" }, `1 of ${trap.replies}: only one reply keeps the result, so it is easy to miss.`));
    if (found.orders !== null && found.orders > 1) parts.push(html("p", {}, `There are ${found.orders.toLocaleString("en")} ways to reach this board.`));
    if (found.levels.length > 0) parts.push(html("details", {}, html("summary", {}, "What each level plays here"), levels(found)));
    if (found.census.length > 0) parts.push(html("details", {}, html("summary", {}, "All positions of the opening"), census(found)));
    return parts;
}

/**
 * The table of won, drawn and lost positions by the number of stones.
 *
 * @param {Exploration} found
 */
function census(found) {
    const heads = ["Stones", "Positions", "Won", "Drawn", "Lost"].map((text) => html("th", { scope: "col" }, text));
    const rows = found.census.map(({ stones, positions, won, drawn, lost }) => {
        const cells = [stones, positions, won, drawn, lost].map((count) => html("td", {}, count.toLocaleString("en")));
        return html("tr", stones === found.stones ? { class: "turn" } : {}, ...cells);
    });
    return html("div", {}, html("table", {}, html("tr", {}, ...heads), ...rows), html("p", { class: "soft" }, "For the side to move."));
}

/**
 * The choices of the levels; neighbours that choose alike have one row.
 *
 * @param {Exploration} found
 */
function levels(found) {
    /** @type {{first: number, last: number, text: string}[]} */
    const groups = [];
    for (const { level, columns } of found.levels) {
        const text = (columns ?? []).map(({ column, share }) => (columns?.length === 1 ? String(column) : `${column} (${Math.round(100 * share)} %)`)).join(", ");
        const before = groups.at(-1);
        if (before?.text === text) before.last = level;
        else groups.push({ first: level, last: level, text });
    }
    const rows = groups.map(({ first, last, text }) => {
        const name = first === last ? `Level ${first}` : `Levels ${first} to ${last}`;
        return html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, text || "not proven"));
    });
    return html("table", {}, ...rows);
}

export function wireExplorer() {
    parts.explore.addEventListener("click", () => {
        Object.assign(state, { explore: !state.explore, reviewed: false });
        if (!state.explore) empty(parts.panel);
        void showAgain();
    });
    onRender(draw);
}
