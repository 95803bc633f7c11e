// The levels, from 1 to 10: names and strengths as in crates/marlin-coach/src/level/skill.rs, which a test compares.

export const LEVELS = /** @type {const} */ ([
    ["newcomer", "Overlooks most wins and blocks."],
    ["beginner", "Overlooks almost every other win or block."],
    ["learner", "Overlooks one win or block in five."],
    ["casual player", "Blocks every four, and rarely looks further."],
    ["keen player", "Sees most double threats coming."],
    ["club player", "Looks eight stones ahead most of the time."],
    ["strong player", "Looks eight stones ahead, and at times to the end."],
    ["expert", "Sees to the end of the game more often than not."],
    ["master", "Sees to the end of the game but for one move in seven."],
    ["perfect", "Plays perfectly wherever its search is complete."],
]);

/** The name of level 10 on boards where it is not perfect. */
const STRONGEST = "strongest";

/**
 * The word for the strength of a level.
 *
 * @param {number} level from 1
 * @param {import("./engine.js").Position | null} position one of its board
 */
export function kindOf(level, position) {
    return level === LEVELS.length && position?.perfect_level === false ? STRONGEST : (LEVELS[level - 1]?.[0] ?? "");
}

/**
 * The name of a level.
 *
 * @param {number} level from 1
 * @param {import("./engine.js").Position | null} position one of its board
 */
export function nameOf(level, position) {
    return `Level ${level}, ${kindOf(level, position)}`;
}
