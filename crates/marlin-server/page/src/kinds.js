// The puzzles of puzzles.txt, and their kinds by the letters there: titles and tasks as in crates/marlin-coach/src/puzzle/set.rs, which a test
// compares. A task takes the other side.

import { player, text, verb } from "./words.js";

/** @typedef {import("./words.js").Side} Side */

export const KINDS = /** @type {Record<string, [string, (them: Side) => import("./words.js").Part[]]>} */ ({
    W: ["Only one move wins", () => text`Find the only move that wins.`],
    H: ["Only one move holds the draw", () => text`Find the only move that does not lose.`],
    3: ["Win with your second stone", () => text`Find the only move that wins, with your second stone.`],
    5: ["Win with your third stone", () => text`Find the only move that wins, with your third stone at the latest.`],
    7: ["Win with your fourth stone", () => text`Find the only move that wins, with your fourth stone at the latest.`],
    Z: ["Zugzwang", (them) => text`Find the only move that wins: in the end ${player(them)} ${verb(them, "has", "have")} no safe move left.`],
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
