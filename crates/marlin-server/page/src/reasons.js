// The reasons for a score. Each sentence steps the board and lights its cells; nested reasons are nested lists.

import { shown, withColumns } from "./game.js";
import { button, buttons, html } from "./html.js";
import { fill, parts } from "./parts.js";
import { askEngine, engine, leavePreview, leaveTask, message, playLine, preview } from "./session.js";
import { state } from "./state.js";

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
    fill(parts.panel, html("div", { class: "head" }, html("h2", {}, explanation.headline), close), list(explanation.steps, shown(game)));
    parts.panel.focus({ preventScroll: true });
}

/**
 * @param {Step[]} steps
 * @param {string} from the moves to the position of the explanation
 * @returns {HTMLElement}
 */
function list(steps, from) {
    return html("ol", {}, ...steps.map((step) => item(step, from)));
}

/**
 * @param {Step} step
 * @param {string} from
 */
function item(step, from) {
    const moves = withColumns(from, step.path);
    const marks = step.cells.map(({ cell, player }) => ({ cell, player: player ?? null }));
    const text = button(step.text, () => {
        for (const other of parts.panel.querySelectorAll(".step-text")) other.setAttribute("aria-pressed", String(other === text));
        void preview(moves, { marks });
    }, "step-text");
    const node = html("li", {}, text);
    if (step.moves.length > 1) {
        const columns = step.moves.map((cell) => cell.charCodeAt(0) - 96);
        node.append(buttons(button("Show me", () => playLine(moves, columns, { marks }))));
    }
    const nested = [
        ...step.branches.map((branch) => html("li", {}, branch.intro, list(branch.steps, from))),
        ...(step.end ? [html("li", {}, "There:", list(step.end, from))] : []),
    ];
    if (nested.length > 0) node.append(html("ul", {}, ...nested));
    return node;
}
