// The card of the moves: a list with marks, and the course of the game once it is reviewed.

import { toColumns } from "./game.js";
import { drawGraph } from "./graph.js";
import { button, html } from "./html.js";
import { parts } from "./parts.js";
import { jump, onRender } from "./session.js";
import { names, state } from "./state.js";

/** The looks of the marks. */
const LOOKS = /** @type {Record<string, string>} */ ({ "??": "bad", "?": "slip", "·": "slow", "!": "good" });

/**
 * Returns the meaning of the mark of a move; empty without one.
 *
 * @param {import("./engine.js").Review["moves"][number] | undefined} move
 */
function meaning(move) {
    const { mark, verdict } = move ?? { mark: "", verdict: null };
    if (mark === "!") return "the only move";
    if (mark === "?") return verdict === "slow win" ? "a slip: the win is nearly gone" : "a slip: the other side wins within two moves";
    return mark ? `a ${verdict}` : "";
}

/** The number of moves of the game that are on the board, also while another line is shown. */
function plyOnBoard() {
    const { game, preview } = state;
    if (typeof preview?.moves !== "string") return game.ply;
    const moves = toColumns(game.board, preview.moves);
    const differs = moves.findIndex((column, index) => column !== game.moves[index]);
    return differs < 0 ? moves.length : differs;
}

function draw() {
    const { game, review } = state;
    parts.game.hidden = game.moves.length === 0 || !["play", "analyse"].includes(state.mode);
    if (parts.game.hidden) return;
    const isPlaying = state.mode === "play" && state.position?.result === null;
    // A review in the middle of a game would be help, and at its end another card has it.
    parts.review.hidden = state.mode === "play" || game.moves.length === game.setup;
    const ply = plyOnBoard();
    const moves = game.moves.map((column, index) => {
        const reviewed = isPlaying ? undefined : review?.moves[index - game.setup];
        const mark = reviewed?.mark ?? "";
        const move = button(String(column), () => jump(index + 1));
        const said = meaning(reviewed);
        if (said) move.title = `${said[0]?.toUpperCase()}${said.slice(1)}`;
        move.setAttribute("aria-label", `Move ${index + 1}: column ${column}${said ? `, ${said}` : ""}`);
        if (mark) move.append(" ", html("b", { class: LOOKS[mark] ?? "", "aria-hidden": "true" }, mark));
        if (index + 1 === ply) move.setAttribute("aria-current", "step");
        return move;
    });
    const pairs = Array.from({ length: Math.ceil(moves.length / 2) }, (_, index) =>
        html("li", {}, html("span", {}, `${2 * index + 1}.`), ...moves.slice(2 * index, 2 * index + 2)),
    );
    parts.list.replaceChildren(...pairs);
    // On a phone the list is one row: the move on the board stays in sight.
    const here = pairs[Math.floor((ply - 1) / 2)];
    if (here) parts.list.scrollLeft += here.getBoundingClientRect().right - parts.list.getBoundingClientRect().right;
    const points = (isPlaying ? [] : (review?.moves ?? [])).map((move) => ({
        number: move.number,
        evaluation: move.evaluation,
        blunder: move.verdict === "blunder",
        words: `${names()[move.player]}, column ${move.column}${move.verdict ? `, ${move.verdict}` : ""}`,
    }));
    drawGraph(parts.graph, points, ply, (ply) => void jump(ply), names());
}

export function wireMoves() {
    onRender(draw);
}
