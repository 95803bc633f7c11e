// The card of the moves: a list with marks, and the course of the game once it is reviewed.

import { columnOf } from "./game.js";
import { drawGraph } from "./graph.js";
import { button, html } from "./html.js";
import { parts } from "./parts.js";
import { jump, onRender } from "./session.js";
import { state } from "./state.js";

/** What a mark says. */
const MARKS = /** @type {Record<string, [string, string]>} */ ({
    "??": ["bad", "blunder"],
    "?": ["slip", "inexact"],
    "!": ["good", "the only move"],
});

function draw() {
    const { game, review } = state;
    parts.game.hidden = game.moves.length === 0 || !["play", "analyse"].includes(state.mode);
    if (parts.game.hidden) return;
    const isPlaying = state.mode === "play" && state.position?.result === null;
    // A review in the middle of a game would be help.
    parts.review.hidden = isPlaying || game.moves.length === game.setup;
    const moves = [...game.moves].map((name, index) => {
        const mark = isPlaying ? "" : (review?.moves[index - game.setup]?.mark ?? "");
        const move = button(String(columnOf(name)), () => jump(index + 1));
        move.setAttribute("aria-label", `Move ${index + 1}: column ${columnOf(name)}${mark ? `, ${MARKS[mark]?.[1]}` : ""}`);
        if (mark) move.append(" ", html("b", { class: MARKS[mark]?.[0] ?? "", "aria-hidden": "true" }, mark));
        if (index + 1 === game.ply) move.setAttribute("aria-current", "step");
        return move;
    });
    const pairs = Array.from({ length: Math.ceil(moves.length / 2) }, (_, index) =>
        html("li", {}, html("span", {}, `${index + 1}.`), ...moves.slice(2 * index, 2 * index + 2)),
    );
    parts.list.replaceChildren(...pairs);
    const current = parts.list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) parts.list.scrollTop = Math.max(0, current.offsetTop - parts.list.offsetTop - 80);
    const points = (isPlaying ? [] : (review?.moves ?? [])).map((move) => ({
        number: move.number,
        evaluation: move.evaluation,
        blunder: move.verdict === "blunder",
        words: `${move.player} ${move.column}${move.verdict ? `, ${move.verdict}` : ""}`,
    }));
    drawGraph(parts.graph, points, game.ply, (ply) => void jump(ply));
}

export function wireMoves() {
    onRender(draw);
}
