// The kinds of puzzles by their letters in puzzles.txt: titles and tasks as in crates/marlin-coach/src/puzzle/set.rs, which a test
// compares. In a task, {them} is the other side.

export const KINDS = /** @type {Record<string, [string, string]>} */ ({
    W: ["Only one move wins", "Find the only move that wins."],
    H: ["Only one move holds the draw", "Find the only move that does not lose."],
    3: ["Win with your second stone", "Find the only move that wins, with your second stone."],
    5: ["Win with your third stone", "Find the only move that wins, with your third stone at the latest."],
    7: ["Win with your fourth stone", "Find the only move that wins, with your fourth stone at the latest."],
    Z: ["Zugzwang", "Find the only move that wins: in the end {them} has no safe move left."],
});
