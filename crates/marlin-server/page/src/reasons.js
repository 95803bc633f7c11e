// The reasons for a score. Each sentence steps the board and lights its cells; nested reasons are nested lists.

import { placeOf, shown } from "./game.js";
import { button, html, linked } from "./html.js";
import { fill, parts } from "./parts.js";
import { askEngine, engine, leavePreview, leaveTask, message, playLine, preview } from "./session.js";
import { named, names, state } from "./state.js";

/** @typedef {import("./engine.js").Step} Step */

/** Explains the position on the board. */
export async function openReasons() {
    const { game, position } = state;
    if (state.mode === "analyse") leaveTask();
    if (!position || position.result !== null) return fill(parts.panel, html("p", {}, "The game is over."));
    fill(parts.panel, html("p", {}, "Looking for reasons…"));
    const explanation = await askEngine((signal) => engine.explain(game.board, shown(game), signal)).catch((error) => fill(parts.panel, html("p", {}, message(error))));
    if (!explanation) return;
    const close = button("Close", () => {
        parts.panel.hidden = true;
        leavePreview();
    });
    fill(parts.panel, html("div", { class: "head" }, html("h2", {}, named(explanation.headline_parts)), close), list(explanation.steps, shown(game)));
    parts.panel.focus({ preventScroll: true });
    parts.panel.scrollIntoView({ block: "nearest" });
}

/**
 * @param {Step[]} steps
 * @param {number[]} from the moves to the position of the explanation
 * @returns {HTMLElement}
 */
function list(steps, from) {
    return html("ol", {}, ...steps.map((step) => item(step, from)));
}

/**
 * @param {Step} step
 * @param {number[]} from
 */
function item(step, from) {
    const moves = [...from, ...step.path];
    const marks = step.cells.map(({ cell, player }) => ({ cell, player: player ?? null }));
    const columns = step.moves.map((cell) => placeOf(cell)[0]);
    const show = button("Show", () => {
        for (const other of parts.panel.querySelectorAll(".show")) other.setAttribute("aria-pressed", String(other === show));
        if (columns.length > 1) void playLine("the line", moves, columns, { marks });
        else void preview(moves, { marks });
    }, "show");
    const text = paragraphs(step.parts);
    const node = html("li", {}, text, show);
    const nested = [
        ...step.branches.map((branch) => html("li", {}, ...linked(branch.intro_parts, names()), list(branch.steps, from))),
        ...(step.end ? [html("li", {}, "There:", list(step.end, from))] : []),
    ];
    if (nested.length > 0) node.append(html("ul", {}, ...nested));
    return node;
}

/**
 * A text, or the list of its items.
 *
 * @param {Step["parts"]} text
 */
function paragraphs(text) {
    const end = text.indexOf(null);
    if (end < 0) return html("p", {}, ...linked(text, names()));
    const list = html("ul");
    for (let [from, to] = [0, end]; from <= text.length; [from, to] = [to + 1, text.indexOf(null, to + 1)]) {
        if (to < 0) to = text.length;
        list.append(html("li", {}, ...linked(text.slice(from, to), names())));
    }
    return list;
}
