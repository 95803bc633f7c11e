/**
 * Returns the graph of a review: the score after each move from the view of X, with the blunders marked.
 *
 * @param {import('./types.js').Review} review
 */
export function graphOf(review: import("./types.js").Review): {
    board: string;
    scores: (number | null)[];
    marks: number[];
};
