// The puzzles of puzzles.txt, and their kinds by the letters there: titles and tasks as in crates/marlin-coach/src/puzzle/set.rs, which a test
// compares. In a task, {them} is the other side.

export const KINDS = /** @type {Record<string, [string, string]>} */ ({
    W: ["Only one move wins", "Find the only move that wins."],
    H: ["Only one move holds the draw", "Find the only move that does not lose."],
    3: ["Win with your second stone", "Find the only move that wins, with your second stone."],
    5: ["Win with your third stone", "Find the only move that wins, with your third stone at the latest."],
    7: ["Win with your fourth stone", "Find the only move that wins, with your fourth stone at the latest."],
    Z: ["Zugzwang", "Find the only move that wins: in the end {them} has no safe move left."],
});

/** @typedef {{number: number, moves: string, kind: string, difficulty: number}} Puzzle */

/** @type {Promise<Puzzle[]> | null} */
let file = null;

/** Fetches the puzzles, once. */
export function puzzles() {
    file ??= fetch(new URL("../puzzles.txt", import.meta.url)).then(async (response) => {
        if (!response.ok) throw new Error("the puzzles cannot be loaded");
        const lines = (await response.text()).split("\n").filter((line) => line && !line.startsWith("#"));
        return lines.map((line, index) => {
            const [moves = "", kind = "", difficulty = ""] = line.split(" ");
            return { number: index + 1, moves, kind, difficulty: Number(difficulty) };
        });
    });
    file.catch(() => (file = null));
    return file;
}
