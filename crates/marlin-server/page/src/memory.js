// Answers of earlier visits. The score of a position never changes, so the page shows it before its engine is there.

import { read, write } from "./storage.js";

/** The place of the answers; a number that changes with their form. */
const KEY = "marlin-answers-4";
/** The maximum number of kept answers, the latest ones: few enough to be read at once. */
const MOST = 60;

/** Answers by question, in the storage of the browser as far as it has one. */
export class Memory {
    /** @type {Map<string, any>} */
    #answers;

    constructor() {
        this.#answers = new Map(/** @type {[string, any][]} */ (read("localStorage", KEY, [["", {}]]) ?? []));
    }

    /**
     * Returns an answer; undefined if there is none.
     *
     * @param {string[]} question
     */
    get(...question) {
        return this.#answers.get(question.join(" "));
    }

    /**
     * Keeps an answer, and returns it.
     *
     * @template T
     * @param {T} answer
     * @param {string[]} question
     * @returns {T}
     */
    keep(answer, ...question) {
        const key = question.join(" ");
        this.#answers.delete(key);
        this.#answers.set(key, answer);
        for (const oldest of [...this.#answers.keys()].slice(0, -MOST)) this.#answers.delete(oldest);
        write("localStorage", KEY, [...this.#answers]);
        return answer;
    }
}
