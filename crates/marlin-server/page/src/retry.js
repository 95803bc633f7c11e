// A blunder of a reviewed game, tried again.

import { html } from "./panels.js";
import { parts, say } from "./parts.js";
import { state } from "./state.js";

/** @typedef {import("./panels.js").ReviewedMove} ReviewedMove */

/** The place where a blunder is tried again. */
export class Retry {
    #jump;

    /** @param {(ply: number) => Promise<void>} jump shows the game after some moves */
    constructor(jump) {
        this.#jump = jump;
    }

    /** @param {ReviewedMove} move */
    async begin(move) {
        state.retry = move;
        // The question comes with its board: the scores of the last one must not be beside it.
        await this.#jump(move.number - 1);
        if (state.retry !== move) return;
        parts.retry.hidden = false;
        const asked = `Move ${move.number}: ${move.player} played ${move.column} and gave the ${result(move)} away. What is better?`;
        this.#ask(asked, move, false);
    }

    /**
     * Returns whether the next move after `ply` is the one that is tried again.
     *
     * @param {number} ply
     */
    isAt(ply) {
        return state.retry !== null && ply === state.retry.number - 1;
    }

    /**
     * Judges a move where the blunder was.
     *
     * @param {number} column
     */
    judge(column) {
        const move = state.retry;
        if (!move) return;
        const isRight = move.best.includes(column);
        const verdict = isRight ? `${column} is right: it keeps the ${result(move)}.` : `${column} isn't it. Try another column.`;
        this.#ask(verdict, move, isRight);
        say(verdict);
    }

    /** Leaves the blunder as it is: another game is shown. */
    leave() {
        state.retry = null;
        parts.retry.hidden = true;
    }

    #end() {
        const number = state.retry?.number ?? 0;
        this.leave();
        void this.#jump(number);
    }

    /**
     * @param {string} text
     * @param {ReviewedMove} move
     * @param {boolean} isDone
     */
    #ask(text, move, isDone) {
        const buttons = html("div", { class: "actions" });
        const add = (/** @type {string} */ name, /** @type {() => void} */ action) => {
            const button = html("button", { type: "button" }, name);
            button.addEventListener("click", action);
            buttons.append(button);
        };
        if (!isDone) add("Show the move", () => this.judge(move.best[0] ?? 0));
        const next = state.review?.moves.find((other) => other.verdict === "blunder" && other.number > move.number);
        if (next) add("Next blunder", () => void this.begin(next));
        add("Back to the game", () => this.#end());
        parts.retry.replaceChildren(html("p", {}, text), buttons);
    }
}

/**
 * Returns the result that a move lost.
 *
 * @param {ReviewedMove} move
 */
function result(move) {
    return move.outcomes?.[0] ?? "result";
}
