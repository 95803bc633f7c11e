// Scores and bounds in words.

/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Bounds} Bounds */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Columns} Columns */
/** @typedef {import("../../../marlin-wasm/npm/records.d.ts").Progress} Progress */
/** @typedef {Pick<import("../../../marlin-wasm/npm/records.d.ts").Position, "width" | "height" | "stones">} Board the board of a score */

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
 * What is not proven of an analysis, and the most promising column; nothing if all is proven.
 *
 * @param {Columns | Progress | null} analysis
 * @param {import("./state.js").Search} search
 */
export function unproven(analysis, search) {
    if (isProven(analysis)) return "";
    const isBest = analysis && "best_proven" in analysis && analysis.best_proven;
    const best = analysis?.best ? `Column ${analysis.best} ${isBest ? "is" : "looks"} best` : "";
    if (search === "running") return best && `${best} so far.`;
    if (isBest && search === "ended") return `${best}. Other scores are not proven within the limit of this page.`;
    return `${best && `${best}. `}${search === "stopped" ? "The search was stopped." : "Not proven within the limit of this page."}`;
}

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

/**
 * The number of the move that ends the game: the winner's stone that completes four.
 *
 * @param {number} score
 * @param {Board} board
 */
export function finalMove(score, { width, height, stones }) {
    const cells = width * height;
    if (score === 0) return cells;
    const winner = score > 0 ? stones % 2 : 1 - (stones % 2);
    // A win with the winner's k-th stone scores the number of stones that the winner has on a full board, plus one, less k.
    const k = Math.floor((cells + 1 - winner) / 2) + 1 - Math.abs(score);
    return 2 * k - 1 + winner;
}

/**
 * A number with its sign, or a bound of it; the true minus sign is as wide as the plus.
 *
 * @param {Bounds} bounds
 * @param {boolean} [isSearched] whether a search goes on for it
 */
export function number([lower, upper], isSearched = false) {
    const signed = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
    if (lower === upper) return signed(lower);
    if (lower >= 0) return `≥${signed(lower)}`;
    if (upper <= 0) return `≤${signed(upper)}`;
    return isSearched ? "…" : "?";
}

/**
 * The proven outcome: `win`, `draw`, `loss`, or nothing.
 *
 * @param {Bounds} bounds
 */
export function outcome([lower, upper]) {
    if (lower > 0) return "win";
    if (upper < 0) return "loss";
    return lower === 0 && upper === 0 ? "draw" : "";
}

/** The verbs of the engine's sentences, as they follow "You". */
const WITH_YOU = /** @type {Record<string, string>} */ ({ wins: "win", loses: "lose", draws: "draw", has: "have", does: "do", is: "are", was: "were", plays: "play", holds: "hold", moves: "move", needs: "need", gets: "get", cannot: "cannot" });

/**
 * A sentence about X and O with the names of the sides.
 *
 * @param {string} text
 * @param {{X: string, O: string}} names
 */
export function withNames(text, names) {
    return text
        .replace(/\b[XO]\b/g, (side) => names[/** @type {"X" | "O"} */ (side)])
        .replace(/\bYou (\w+)/g, (all, verb) => (WITH_YOU[verb] ? `You ${WITH_YOU[verb]}` : all))
        .replace(/(?<=[^.?!] )You\b/g, "you");
}

/**
 * The outcome of a column, in two short words.
 *
 * @param {Bounds} bounds
 * @param {Board} board
 */
export function short(bounds, board) {
    const [lower, upper] = bounds;
    const exact = lower === upper;
    switch (outcome(bounds)) {
        case "win":
            return `wins ${exact ? "at" : "by"} ${finalMove(lower, board)}`;
        case "loss":
            return `loses ${exact ? "at" : "by"} ${finalMove(upper, board)}`;
        case "draw":
            return "draws";
        default:
            return lower === 0 ? "no loss" : upper === 0 ? "no win" : "";
    }
}

/**
 * The outcome under perfect play as far as it is proven: in a few words, and when the game ends.
 *
 * @param {Bounds} bounds
 * @param {Board} board
 * @param {string} us the side to move
 * @returns {{headline: string, under: string}}
 */
export function verdict(bounds, board, us) {
    const [lower, upper] = bounds;
    const them = us === "X" ? "O" : "X";
    const when = (/** @type {number} */ score) => (lower === upper ? `on move ${finalMove(score, board)}` : `by move ${finalMove(score, board)}`);
    switch (outcome(bounds)) {
        case "win":
            return { headline: `${us} wins ${when(lower)}`, under: "if both play perfectly." };
        case "loss":
            return { headline: `${them} wins ${when(upper)}`, under: "if both play perfectly." };
        case "draw":
            return { headline: "A draw", under: "if both play perfectly." };
        default:
            if (lower === 0) return { headline: `${us} does not lose`, under: "Whether it wins is open." };
            if (upper === 0) return { headline: `${us} does not win`, under: "Whether it loses is open." };
            return { headline: "", under: "" };
    }
}

/**
 * The refutation of a move that was tried, in words.
 *
 * @param {Bounds} bounds of the position after it
 * @param {Board & {to_move: "X" | "O" | null}} after the position after it
 * @param {number} reply the best column there, 0 for none
 */
export function refutation(bounds, after, reply) {
    const us = after.to_move ?? "X";
    const { headline } = verdict(bounds, after, us);
    switch (reply ? outcome(bounds) : "") {
        case "win":
            return `${us} answers with column ${reply} and ${headline.slice(2)}.`;
        case "draw":
            return `${us} answers with column ${reply} and holds the draw.`;
        case "loss":
            return `${headline.replace(" wins ", " still wins, but only ")}.`;
        default:
            return "another move is better.";
    }
}

/**
 * The meaning of a score, for the one who taps it.
 *
 * @param {Bounds} bounds
 * @param {Board} board
 * @param {string} us the side to move
 * @param {number} column
 */
export function meaning(bounds, board, us, column) {
    const { headline } = verdict(bounds, board, us);
    if (bounds[0] !== bounds[1]) return headline ? `Column ${column}: ${headline}, as far as it is proven.` : `Column ${column}: nothing is proven.`;
    const [score] = bounds;
    if (score === 0) return `Column ${column} leads to a draw, if both play perfectly.`;
    const left = Math.abs(score);
    const stones = left === 1 ? "the last stone" : `${left} stones left, the winning one included`;
    return `If ${us} plays column ${column} and both play perfectly, ${headline}, with ${stones}. ${score > 0 ? "Plus" : "Minus"}: ${us} ${score > 0 ? "wins" : "loses"}. The larger the number, the sooner.`;
}
