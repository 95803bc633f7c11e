// The tools of the analysis: moves as text, the size of the board, a board that is set up, and the link.

import { newGame, shown, textOf, toText } from "./game.js";
import { html } from "./html.js";
import { get, parts } from "./parts.js";
import { readChoice } from "./players.js";
import { engine, go, onRender, render, show, showText } from "./session.js";
import { openSetUp } from "./setup.js";
import { share } from "./share.js";
import { state } from "./state.js";

/** The sizes of board that the page offers. */
export const SIZES = ["7x6", "8x7", "9x7", "6x5", "8x8", "6x6", "6x7", "7x5", "7x7", "8x5", "8x6", "9x5", "9x6", "10x5", "10x7", "5x4", "4x4"];

function draw() {
    get("play-here", HTMLButtonElement).disabled = state.position?.result !== null;
    if (document.activeElement !== parts.moves) parts.moves.value = textOf(state.game);
    const size = state.game.board;
    if (![...parts.size.options].some(({ value }) => value === size)) parts.size.append(sizeOption(size));
    parts.size.value = size;
}

/** @param {string} size */
export function sizeOption(size) {
    return html("option", { value: size }, size.replace("x", " × "));
}

/** Takes the text of the field, in any notation. */
async function paste() {
    const text = parts.moves.value.trim();
    const { board, moves, setup } = state.game;
    // The moves that set the board up are in the field too.
    const first = toText(board, moves.slice(0, setup));
    // A person wrote this text.
    const isBegun = /^[\d,]*$/.test(text) && text.startsWith(first) && (!text.includes(",") || !/^\d/.test(text.slice(first.length)));
    await showText(text, isBegun ? setup : 0);
    if (parts.movesError.textContent) return;
    parts.moves.blur();
    render();
}

/** Continues as a game: the person has the side to move, and the level that was chosen last has the other side. */
function playHere() {
    const { game, position } = state;
    const { level } = readChoice();
    const players = position?.to_move === "O" ? { X: level, O: 0 } : { X: 0, O: level };
    void go({ mode: "play", players, game: { ...game, moves: shown(game), setup: game.ply } });
}

export function wireTools() {
    parts.size.append(...SIZES.map(sizeOption));
    parts.size.addEventListener("change", () => void show(() => newGame(parts.size.value), "push", true));
    get("paste", HTMLFormElement).addEventListener("submit", (event) => {
        event.preventDefault();
        void paste();
    });
    get("set-up", HTMLElement).addEventListener("click", () => {
        if (state.position) openSetUp(engine, state.position);
    });
    get("play-here", HTMLElement).addEventListener("click", playHere);
    get("share", HTMLElement).addEventListener("click", () => void share());
    onRender(draw);
}
