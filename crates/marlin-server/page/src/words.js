// Texts: their parts with the names of the players, and scores and bounds in words.

import { finalMove, number, outcome, short } from "./drawing.js";

/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Bounds} Bounds */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Columns} Columns */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Part} Part */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Progress} Progress */
/** @typedef {"X" | "O"} Side */
/** @typedef {{X: string, O: string}} Names the name of each side */
/** @typedef {import("./drawing.js").Board} Board */

export { finalMove, number, outcome, short };

/**
 * Columns or cells as in `3, 4 or 5`.
 *
 * @param {(number | string)[]} columns
 * @param {"or" | "and"} [word]
 */
export function listOf(columns, word = "or") {
    const last = columns.at(-1);
    return columns.length < 2 ? String(last ?? "none") : `${columns.slice(0, -1).join(", ")} ${word} ${last}`;
}

/**
 * The bounds of the score of a position.
 *
 * @param {Columns | Progress | null} analysis
 * @returns {Bounds}
 */
export function boundsOf(analysis) {
    const exact = analysis && "score" in analysis ? exactly(analysis.score) : null;
    return analysis?.bounds ?? exact ?? [-Infinity, Infinity];
}

/**
 * Whether all scores of an analysis are proven.
 *
 * @param {Columns | Progress | null} analysis
 */
export function isProven(analysis) {
    return analysis !== null && "proven" in analysis && analysis.proven;
}

/**
 * The columns, from 1, with the proven score of the position: they stay best while the search continues.
 *
 * @param {Columns | Progress | null} analysis
 */
export function provenBest(analysis) {
    const [lower, upper] = boundsOf(analysis);
    if (!analysis || lower !== upper) return [];
    const columns = ("scores" in analysis ? analysis.scores : (analysis.column_bounds ?? [])).map((_, index) => columnBounds(analysis, index));
    return columns.flatMap((bounds, index) => (bounds && bounds[0] === lower && bounds[1] === lower ? [index + 1] : []));
}

/**
 * A note on the unproven part of an analysis, with the most promising column; empty if all is proven.
 *
 * @param {Columns | Progress | null} analysis
 * @param {import("./state.js").Search} search
 */
export function unproven(analysis, search) {
    if (isProven(analysis)) return "";
    const rest = search === "stopped" ? "The search was stopped." : "";
    const best = provenBest(analysis);
    if (best.length > 0) {
        const [lower] = boundsOf(analysis);
        const [columns, s] = best.length > 1 ? ["Columns", ""] : ["Column", "s"];
        const does = lower > 0 ? `win${s} soonest` : `hold${s} ${lower === 0 ? "the draw" : "out longest"}`;
        return `${columns} ${listOf(best, "and")} ${does}. ${rest || (search === "running" ? "Searching the others…" : TOO_DEEP)}`;
    }
    const isBest = analysis && "best_proven" in analysis && analysis.best_proven;
    const looks = analysis?.best ? `Column ${analysis.best} ${isBest ? "is" : "looks"} best` : "";
    if (search === "running") return looks && `${looks} so far.`;
    return `${looks && `${looks}. `}${rest || (isBest ? TOO_DEEP : "Too deep to search to the end here.")}`;
}

/** The note on columns whose search has reached the limit of the page. */
const TOO_DEEP = "The others are too deep to search here.";

/**
 * The bounds of the score of a column from 0; null for a full one.
 *
 * @param {Columns | Progress} analysis
 * @param {number} column
 */
export function columnBounds(analysis, column) {
    if (analysis.column_bounds) return analysis.column_bounds[column] ?? null;
    return "scores" in analysis ? exactly(analysis.scores[column] ?? null) : null;
}

/**
 * @param {number | null} score
 * @returns {Bounds | null}
 */
function exactly(score) {
    return score === null ? null : [score, score];
}

/** The name of the reader. */
export const YOU = "You";

/**
 * A text: words with sides, verbs and other texts between them, as the engine has them in its records.
 *
 * @param {TemplateStringsArray} words
 * @param {...(Part | number | Part[])} between
 * @returns {Part[]}
 */
export function text(words, ...between) {
    const parts = words.flatMap((word, index) => [word, ...[between[index] ?? ""].flat()]).filter((part) => part !== "");
    return parts.map((part, index) => (typeof part === "number" ? String(part) : part && typeof part === "object" && "player" in part ? { ...part, starts: index === 0 } : part));
}

/**
 * A side in a text.
 *
 * @param {Side} side
 * @returns {Part}
 */
export function player(side) {
    return { player: side, starts: false, owns: false };
}

/**
 * A verb that follows a side: for a name, and for "you".
 *
 * @param {Side} of
 * @param {string} it
 * @param {string} you
 * @returns {Part}
 */
export function verb(of, it, you) {
    return { of, it, you };
}

/**
 * A part of a text as it is read.
 *
 * @param {Part} part
 * @param {Names} names
 */
export function inWords(part, names) {
    if (typeof part === "string") return part;
    if (part === null) return " ";
    if ("cell" in part) return part.cell;
    if ("of" in part) return names[part.of] === YOU ? part.you : part.it;
    const name = names[part.player];
    if (name !== YOU) return part.owns ? `${name}'s` : name;
    return `${part.starts ? YOU : "you"}${part.owns ? "r" : ""}`;
}

/**
 * The outcome under perfect play as far as it is proven: in a few words, and when the game ends.
 *
 * @param {Bounds} bounds
 * @param {Board} board
 * @param {Side} us the side to move
 * @returns {{headline: Part[], under: Part[]}}
 */
export function verdict(bounds, board, us) {
    const [lower, upper] = bounds;
    const under = text`if both play perfectly.`;
    switch (outcome(bounds)) {
        case "win":
            return { headline: text`${player(us)} ${verb(us, "wins", "win")} ${when(bounds, board)}`, under };
        case "loss": {
            const them = other(us);
            return { headline: text`${player(them)} ${verb(them, "wins", "win")} ${when(bounds, board)}`, under };
        }
        case "draw":
            return { headline: text`A draw`, under };
        default: {
            if (lower !== 0 && upper !== 0) return { headline: [], under: [] };
            const [it, you] = lower === 0 ? ["wins", "win"] : ["loses", "lose"];
            const headline = text`${player(us)} ${verb(us, "does", "do")} not ${lower === 0 ? "lose" : "win"}`;
            return { headline, under: text`Whether ${verb(us, `it ${it}`, `you ${you}`)} is open.` };
        }
    }
}

/**
 * The move that ends the game, by a proven outcome.
 *
 * @param {Bounds} bounds
 * @param {Board} board
 */
function when([lower, upper], board) {
    return `${lower === upper ? "on" : "by"} move ${finalMove(lower > 0 ? lower : upper, board)}`;
}

/** @param {Side} side */
export function other(side) {
    return side === "X" ? "O" : "X";
}

/**
 * The refutation of a move that was tried.
 *
 * @param {Bounds} bounds of the position after it
 * @param {Board & {to_move: Side | null}} after the position after it
 * @param {number} reply the best column there, 0 for none
 */
export function refutation(bounds, after, reply) {
    const us = after.to_move ?? "X";
    const them = other(us);
    const answers = text`${player(us)} ${verb(us, "answers", "answer")} with column ${reply} and can `;
    switch (reply ? outcome(bounds) : "") {
        case "win":
            return text`${answers}win ${when(bounds, after)}.`;
        case "draw":
            return text`${answers}hold the draw.`;
        case "loss":
            return text`${player(them)} can still win, but only ${when(bounds, after)}.`;
        default:
            return text`another move is better.`;
    }
}

/**
 * The meaning of a score, for the one who taps it.
 *
 * @param {Bounds} bounds
 * @param {Board} board
 * @param {Side} us the side to move
 * @param {number} column
 */
export function meaning(bounds, board, us, column) {
    const { headline } = verdict(bounds, board, us);
    if (headline.length === 0) return text`Column ${column}: nothing is proven.`;
    if (bounds[0] !== bounds[1]) return text`Column ${column}: ${headline}, as far as it is proven.`;
    const [score] = bounds;
    if (score === 0) return text`Column ${column} leads to a draw, if both play perfectly.`;
    const left = Math.abs(score);
    const stones = left === 1 ? "the last stone" : `${left} stones left, the winning one included`;
    const plays = text`If ${player(us)} ${verb(us, "plays", "play")} column ${column} and both play perfectly, ${headline}, with ${stones}. `;
    const [it, you] = score > 0 ? ["wins", "win"] : ["loses", "lose"];
    const sign = text`${score > 0 ? "Plus" : "Minus"}: ${player(us)} ${verb(us, it ?? "", you ?? "")}. The larger the number, the sooner.`;
    return [...plays, ...sign];
}
