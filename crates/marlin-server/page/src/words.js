// Scores and bounds in words.

/**
 * What is proven of a score, from the view of the side to move.
 *
 * @typedef {object} Bounds
 * @property {number} lower
 * @property {number} upper
 */

/**
 * The board that scores are about.
 *
 * @typedef {object} Board
 * @property {number} cells
 * @property {number} nbMoves the stones on it
 */

/**
 * The number of the move that ends the game: the winner's stone that completes four.
 *
 * @param {number} score
 * @param {Board} board
 */
export function finalMove(score, { cells, nbMoves }) {
    if (score === 0) return cells;
    const winner = score > 0 ? nbMoves % 2 : 1 - (nbMoves % 2);
    // A win with the winner's k-th stone scores the number of stones that the winner has on a full board, plus one, less k.
    const stones = Math.floor((cells + 1 - winner) / 2);
    const k = stones + 1 - Math.abs(score);
    return 2 * k - 1 + winner;
}

/**
 * A number with its sign, or a bound of it; the true minus sign is as wide as the plus.
 *
 * @param {Bounds} bounds
 */
export function number({ lower, upper }) {
    const signed = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
    if (lower === upper) return signed(lower);
    if (lower >= 0) return `≥${signed(lower)}`;
    if (upper <= 0) return `≤${signed(upper)}`;
    return "…";
}

/**
 * Who wins with what is proven: `win`, `draw`, `loss`, or nothing.
 *
 * @param {Bounds} bounds
 */
export function outcome({ lower, upper }) {
    if (lower > 0) return "win";
    if (upper < 0) return "loss";
    return lower === 0 && upper === 0 ? "draw" : "";
}

/**
 * What a column leads to, in two short words.
 *
 * @param {Bounds} bounds
 * @param {Board} board
 */
export function short(bounds, board) {
    const exact = bounds.lower === bounds.upper;
    switch (outcome(bounds)) {
        case "win":
            return `wins ${exact ? "at" : "by"} ${finalMove(bounds.lower, board)}`;
        case "loss":
            return `loses ${exact ? "at" : "by"} ${finalMove(bounds.upper, board)}`;
        case "draw":
            return "draws";
        default:
            return bounds.lower === 0 ? "no loss" : bounds.upper === 0 ? "no win" : "";
    }
}

/**
 * What best play leads to, as a sentence.
 *
 * @param {Bounds} bounds
 * @param {Board} board
 * @param {string} us the side to move
 */
export function sentence(bounds, board, us) {
    const them = us === "X" ? "O" : "X";
    const exact = bounds.lower === bounds.upper;
    switch (outcome(bounds)) {
        case "win":
            return `With best play ${us} wins ${exact ? "at" : "by"} move ${finalMove(bounds.lower, board)}.`;
        case "loss":
            return `With best play ${them} wins ${exact ? "at" : "by"} move ${finalMove(bounds.upper, board)}.`;
        case "draw":
            return "With best play the game is a draw.";
        default:
            return "";
    }
}
