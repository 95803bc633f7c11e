// Lessons: eight ideas of five positions each, from lessons.json.

import { smallBoard } from "./board.js";
import { FILES, setUp, shown, textOf } from "./game.js";
import { button, buttons, html, linked } from "./html.js";
import { fill, parts } from "./parts.js";
import { addEntry, readRecord } from "./record.js";
import { engine, go, message, preview, render, show } from "./session.js";
import { names, state } from "./state.js";
import { listOf } from "./words.js";

/**
 * @typedef {object} Step
 * @property {string} moves
 * @property {string} text
 * @property {string} task
 * @property {"play" | "cells"} kind
 * @property {(number | string)[]} answer columns to play, or cells to click
 * @property {string[]} [lit] cells to point out
 * @property {string} reason why the answer is right
 * @property {string} wrong
 */
/** @typedef {{id: string, title: string, about: string, steps: Step[]}} Lesson */

/** @type {Promise<Lesson[]> | null} */
let file = null;

/** Fetches the lessons, once. */
function lessons() {
    file ??= fetch(new URL("../lessons.json", import.meta.url)).then((response) => {
        if (!response.ok) throw new Error("the lessons cannot be loaded");
        return response.json();
    });
    file.catch(() => (file = null));
    return file;
}

/** Shows the lesson of the address, or the list. */
export async function openLessons() {
    const { lesson: place } = state;
    try {
        const all = await lessons();
        if (state.mode !== "learn" || state.lesson !== place) return;
        const lesson = all.find(({ id }) => id === place?.id);
        const step = lesson?.steps[(place?.step ?? 1) - 1];
        if (lesson && step && place) await teach(all, lesson, place.step, step);
        else await list(all, place ? `There is no ${lesson ? `position ${place.step} in this lesson` : `lesson "${place.id}"`}. These are all the lessons.` : "");
    } catch (error) {
        fill(parts.task, html("p", {}, message(error)));
    }
}

/**
 * A card for each lesson: its first open position, and its progress.
 *
 * @param {Lesson[]} all
 * @param {string} error the reason why the list is shown in place of a lesson
 */
async function list(all, error) {
    const { learned } = await readRecord();
    const cards = await Promise.all(all.map(async (lesson, index) => {
        const isOpen = lesson.steps.map((_, step) => !learned.some((done) => done.lesson === lesson.id && done.step === step + 1));
        const next = Math.max(isOpen.indexOf(true), 0);
        const { rows } = await engine.position("7x6", lesson.steps[next]?.moves ?? "");
        const open = button(`${index + 1}. ${lesson.title}`, () => go({ mode: "learn", lesson: { id: lesson.id, step: next + 1 } }), "link");
        const count = `${isOpen.filter((open) => !open).length} of ${lesson.steps.length} done`;
        const progress = html("div", { class: "progress", role: "img", "aria-label": count }, ...isOpen.map((open) => html("i", { class: open ? "" : "done" })));
        return html("li", { class: "card" }, smallBoard(rows), open, html("p", { class: "soft" }, lesson.about), progress);
    }));
    if (state.mode === "learn") fill(parts.task, html("h2", {}, "Learn in eight lessons"), ...(error ? [html("p", { role: "alert" }, error)] : []), html("ul", { class: "lessons" }, ...cards));
}

/**
 * A text with its cells as parts.
 *
 * @param {string} text
 */
function withCells(text) {
    // Every second part is the name of a cell. An author wrote this text.
    return text.split(/\b([a-g][1-6])\b/).map((part, index) => (index % 2 === 1 ? { cell: part } : part));
}

/** @param {Step} step */
function answer({ kind, answer }) {
    const [one, many] = kind === "play" ? ["column", "columns"] : ["cell", "cells"];
    return `The answer: ${answer.length > 1 ? many : one} ${listOf(answer, "and")}.`;
}

/** A button to the list of the lessons. */
function toList() {
    return button("All lessons", () => go({ mode: "learn" }));
}

/**
 * @param {Lesson[]} all
 * @param {Lesson} lesson
 * @param {number} number of the position, from 1
 * @param {Step} step
 */
async function teach(all, lesson, number, step) {
    await show(() => setUp(step.moves), "keep");
    if (state.mode !== "learn" || textOf(state.game) !== step.moves) return;
    const verdict = html("p", { role: "status" });
    /** @type {Set<string>} */
    const found = new Set();
    const after = all[all.indexOf(lesson) + 1];
    const next = () => {
        const place = number < lesson.steps.length ? { id: lesson.id, step: number + 1 } : after ? { id: after.id, step: 1 } : null;
        void go({ mode: "learn", lesson: place });
    };
    const draw = (/** @type {boolean} */ isDone) =>
        fill(
            parts.task,
            html("p", { class: "soft" }, `${lesson.title} · ${number} of ${lesson.steps.length}`),
            html("p", {}, ...linked(withCells(step.text), names())),
            html("h2", {}, step.task),
            verdict,
            isDone
                ? buttons(...(number < lesson.steps.length ? [button("Next", next, "main")] : after ? [button("Next lesson", next, "main")] : []), toList())
                : buttons(button("Show me", () => end(`${answer(step)} ${step.reason}`)), toList()),
        );
    const end = (/** @type {string} */ text) => {
        verdict.replaceChildren(...linked(withCells(text), names()));
        // The board stays as it is: nothing is left to play.
        state.task = { pick: () => undefined, hidesTurn: true };
        state.marks = (step.kind === "cells" ? step.answer : (step.lit ?? [])).map((cell) => ({ cell: String(cell), player: null }));
        state.arrows = step.kind === "play" ? step.answer.map((column) => ({ column: Number(column), kind: /** @type {const} */ ("good") })) : [];
        draw(true);
        render();
    };
    const judge = (/** @type {number} */ column, /** @type {number} */ row) => {
        const picked = step.kind === "play" ? column : `${FILES[column - 1]}${row}`;
        const isRight = step.answer.includes(picked);
        verdict.className = isRight ? "win-text" : "loss-text";
        verdict.replaceChildren(...(isRight ? [] : linked(withCells(step.wrong), names())));
        if (isRight) found.add(String(picked));
        const left = step.kind === "cells" ? step.answer.length - found.size : 0;
        if (isRight && left > 0) {
            verdict.textContent = `Right. ${left} more.`;
            state.marks = [...found].map((cell) => ({ cell, player: null }));
            render();
        }
        if (isRight && left === 0) {
            void addEntry(`lesson ${lesson.id} ${number}`);
            end(`Yes. ${step.reason}`);
            // The stone falls.
            if (step.kind === "play") void preview([...shown(state.game), column], { marks: state.marks });
        }
    };
    state.task = { pick: judge, hidesTurn: step.kind === "cells" };
    state.marks = (step.kind === "cells" ? [] : (step.lit ?? [])).map((cell) => ({ cell, player: null }));
    draw(false);
    render();
}
