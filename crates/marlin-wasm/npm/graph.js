// What a review says about the course of a game.

/**
 * Returns the graph of a review: the score after each move from the view of X, with the blunders marked.
 *
 * @param {import('./types.js').Review} review
 */
export function graphOf(review) {
    const seenByX = (/** @type {import('./types.js').ReviewedMove} */ { player, after }) =>
        after === null || player === 'X' ? after : 0 - after;
    const marks = review.moves.flatMap(({ verdict }, index) => (verdict === 'blunder' ? [index + 1] : []));
    return { board: review.board, scores: review.moves.map(seenByX), marks };
}
