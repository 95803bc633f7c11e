// The card of the analysis: the verdict, and its buttons.

import { parts, press } from "./parts.js";
import { onRender, showAgain, stopSearch } from "./session.js";
import { named, names, state } from "./state.js";
import { boundsOf, isProven, listOf, other, outcome, player, provenBest, text, unproven, verdict } from "./words.js";
import { ending } from "./view.js";

/** @typedef {import("./engine.js").Columns} Columns */

function draw() {
    const { position, analysis } = state;
    if (!position || state.mode !== "analyse") return;
    parts.verdict.hidden = !parts.task.hidden;
    // After the end there is nothing to search.
    parts.verdict.querySelector(".buttons")?.toggleAttribute("hidden", position.result !== null);
    if (position.result !== null) {
        parts.headline.textContent = outcomeOf(position.result);
        parts.sentence.textContent = ending(position);
    } else {
        const isRunning = state.search === "running" && !isProven(analysis);
        const { headline, under } = verdict(boundsOf(analysis), position, position.to_move ?? "X");
        parts.headline.textContent = named(headline) || (isRunning ? "Searching…" : "Not proven");
        const sentences = [named(under), advice(analysis), unproven(analysis, state.search), headline.length > 0 && isRunning && provenBest(analysis).length === 0 ? "Searching…" : ""];
        parts.sentence.textContent = sentences.filter(Boolean).join(" ");
    }
}

/**
 * The result of the game; for a game against a level, the winner and the loser.
 *
 * @param {"X" | "O" | "draw"} result
 */
function outcomeOf(result) {
    if (result === "draw") return "A draw";
    const isGame = names().X !== "Yellow" || names().O !== "Red";
    return named(isGame ? text`${player(result)} beat ${player(other(result))}` : text`${player(result)} has won`);
}

/**
 * The columns to play.
 *
 * @param {Columns | import("./engine.js").Progress | null} analysis
 */
function advice(analysis) {
    if (!analysis || !("scores" in analysis)) return "";
    const best = analysis.best_columns;
    if (!best || best.length === 0) return "";
    const found = outcome(boundsOf(analysis));
    const columns = `${best.length > 1 ? "Columns" : "Column"} ${listOf(best, "and")}`;
    const many = best.length > 1;
    if (best.length > 1 && best.length === analysis.scores.filter((score) => score !== null).length) {
        return `Every move ${found === "win" ? "wins" : found === "draw" ? "holds the draw" : "loses"}.`;
    }
    const keep = analysis.scores.filter((score) => score !== null && outcome([score, score]) === found).length;
    const only = keep === 1 ? `Only column ${best[0]}` : "";
    if (found === "win") return only ? `${only} wins.` : `${columns} ${many ? "win" : "wins"} ${keep > best.length ? "soonest" : ""}`.trim() + ".";
    if (found === "draw") return only ? `${only} holds the draw.` : `${columns} ${many ? "hold" : "holds"} the draw.`;
    return `${columns} ${many ? "hold" : "holds"} out longest.`;
}

/**
 * A button that shows more of the analysis while it is pressed.
 *
 * @param {HTMLButtonElement} node
 */
export function toggle(node) {
    press(node);
    void showAgain();
}

export function wireAnalysis() {
    onRender(draw);
    for (const node of [parts.showLine, parts.showThreats]) node.addEventListener("click", () => toggle(node));
    parts.stop.addEventListener("click", stopSearch);
}
