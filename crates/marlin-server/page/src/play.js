// A game against a level or between two people: the card that begins it, the players, and the moment at its end.

import { shown } from "./game.js";
import { button, buttons, html } from "./html.js";
import { LEVELS, kindOf, nameOf } from "./levels.js";
import { empty, fill, get, parts, say } from "./parts.js";
import { isStop, keepChoice, levelAt, playersOf, readChoice } from "./players.js";
import { askEngine, begin, engine, go, message, onRender, render } from "./session.js";
import { share } from "./share.js";
import { state } from "./state.js";
import { read, write } from "./storage.js";
import { openReview } from "./story.js";

/** @typedef {import("./board.js").Side} Side */

/** The place of the points of this tab, by the names of the players. */
const POINTS = "marlin-points-1";

const choice = readChoice();
/** The moves that were drawn last: a game counts when its last move is made, and not when it is shown again. */
let drawn = "";
/** The game that was counted last. */
let counted = "";

/**
 * What a side is called.
 *
 * @param {Side} side
 */
function nameOfSide(side) {
    const { players } = state;
    const level = players?.[side] ?? 0;
    if (level > 0) return nameOf(level, state.position);
    return players && players.X === 0 && players.O === 0 ? (side === "X" ? "Yellow" : "Red") : "You";
}

function draw() {
    const isPlay = state.mode === "play";
    parts.start.hidden = !isPlay || state.players !== null;
    drawChoice();
    if (isPlay && !state.players) say("Choose a level, or drop a stone to begin.");
    if (!isPlay || !state.players || !state.position) {
        empty(parts.match);
        empty(parts.end);
        return;
    }
    const { position, players } = state;
    const atEnd = position.result !== null;
    parts.hint.disabled = atEnd || levelAt(players, position.stones) > 0;
    fill(parts.match, ...(/** @type {const} */ (["X", "O"])).map((side) => player(side, position.to_move === side)));
    if (atEnd) showEnd();
    else empty(parts.end);
    drawn = shown(state.game);
    if (!atEnd && isStop(players, position.stones) && !state.preview) {
        const name = nameOfSide(position.to_move ?? "X");
        say(name === "You" ? `Your move: drop a ${position.to_move === "X" ? "yellow" : "red"} stone.` : `${name} to move.`);
    }
}

/**
 * The row of a player.
 *
 * @param {Side} side
 * @param {boolean} isTurn
 */
function player(side, isTurn) {
    const about = html("div", {}, html("span", {}, nameOfSide(side)), html("small", {}, side === "X" ? "yellow, moves first" : "red, moves second"));
    return html("div", { class: `player${isTurn ? " turn" : ""}` }, html("i", { class: `disc ${side.toLowerCase()}` }), about, html("b", {}, String(points()[nameOfSide(side)] ?? 0)));
}

/** @returns {Record<string, number>} */
function points() {
    const kept = read("sessionStorage", POINTS);
    return kept?.against === opponents() ? kept.points : {};
}

/** The names of both players, in the same order for either colour. */
function opponents() {
    return [nameOfSide("X"), nameOfSide("O")].sort().join(" and ");
}

/** The moment at the end: who won, in how many moves, and the accuracy, which takes a review. */
function showEnd() {
    const { position, game } = state;
    if (!position || (!parts.end.hidden && drawn === game.moves)) return;
    const played = `${state.seed} ${game.moves}`;
    if (shown(game).slice(0, -1) === drawn && played !== counted) count();
    counted = played;
    const { result } = position;
    const name = result === "X" || result === "O" ? nameOfSide(result) : "";
    const headline = name === "" ? "A draw" : name === "You" ? `You won on move ${position.stones}` : `${name} won on move ${position.stones}`;
    const ring = html("div", { class: "ring" }, "…");
    const about = html("p", {}, name === "" ? "The board is full." : `${position.stones} stones were played.`);
    fill(
        parts.end,
        ring,
        html("div", {}, html("h2", {}, headline), about),
        buttons(button("Review", () => void reviewGame(), "main"), button("Rematch", rematch), button("Share", () => void share(sentence(headline)))),
    );
    void accuracy(ring, about);
}

/** Adds the result to the points. */
function count() {
    const { position } = state;
    if (!position) return;
    const all = points();
    for (const side of /** @type {const} */ (["X", "O"])) {
        const won = position.result === side ? 1 : position.result === "draw" ? 0.5 : 0;
        all[nameOfSide(side)] = (all[nameOfSide(side)] ?? 0) + won;
    }
    write("sessionStorage", POINTS, { against: opponents(), points: all });
    fill(parts.match, player("X", false), player("O", false));
}

/**
 * Shows the accuracy of the person in the ring.
 *
 * @param {HTMLElement} ring
 * @param {HTMLElement} about
 */
async function accuracy(ring, about) {
    const { game, players } = state;
    const review = await askEngine((signal) => engine.review(game, { signal })).catch(() => null);
    if (!review) return;
    state.review = review;
    const side = review.sides.find(({ player }) => players?.[player] === 0);
    const found = side?.accuracy ?? null;
    ring.style.setProperty("--share", String(found ?? 0));
    ring.textContent = found === null ? "–" : `${Math.round(found)} %`;
    ring.title = "Accuracy: 100 % for moves that keep the result and its time";
    const slips = side?.blunders ?? 0;
    const whose = players?.X === 0 && players.O === 0 ? `Accuracy of ${side?.player === "X" ? "Yellow" : "Red"}. ` : "Your accuracy. ";
    about.textContent = whose + (slips === 0 ? "No move gave the result away." : slips === 1 ? "One move gave the result away." : `${slips} moves gave the result away.`);
    render();
}

async function reviewGame() {
    const { game } = state;
    await go({ mode: "analyse", game });
    await openReview();
}

/** Another game with the sides swapped. */
function rematch() {
    const { players } = state;
    if (players) void begin({ X: players.O, O: players.X });
}

/** @param {string} headline */
function sentence(headline) {
    const { players } = state;
    const level = Math.max(players?.X ?? 0, players?.O ?? 0);
    return `${headline}${level > 0 && headline.startsWith("You") ? ` against level ${level}` : ""}.`;
}

/** Shows a best move for the person. */
export async function hint() {
    const { game, position } = state;
    if (state.mode !== "play" || !state.players || !position || position.result !== null || parts.hint.disabled) return;
    say("Looking for the best move…");
    const found = await askEngine((signal) => engine.play(game.board, shown(game), 10, 0, signal)).catch((error) => say(message(error)));
    const column = found?.best;
    if (!column) return;
    state.arrows = [{ column, kind: found.best_proven ? "good" : "unproven" }];
    render();
    say(found.best_proven ? `Hint: column ${column}.` : `Column ${column} looks best; not proven.`);
}

function drawChoice() {
    const about = LEVELS[choice.level - 1]?.[1] ?? "";
    get("level-name", HTMLElement).replaceChildren(html("b", {}, `Level ${choice.level}: ${kindOf(choice.level, state.position)}`), html("br"), about);
    get("begin", HTMLButtonElement).textContent = `Play level ${choice.level}`;
}

/** Begins against the level that is chosen. */
function start() {
    keepChoice(choice);
    void begin(playersOf(choice));
}

/** The card that begins a game, again. */
export function newGame() {
    void begin(null);
}

export function wirePlay() {
    const levels = get("levels", HTMLElement);
    for (let level = 1; level <= LEVELS.length; level++) {
        const input = html("input", { type: "radio", name: "level", value: String(level), "aria-label": `Level ${level}` });
        if (level === choice.level) input.setAttribute("checked", "");
        levels.append(html("label", {}, input, html("span", {}, String(level))));
    }
    levels.addEventListener("change", ({ target }) => {
        if (target instanceof HTMLInputElement) choice.level = Number(target.value);
        keepChoice(choice);
        drawChoice();
    });
    const sides = get("sides", HTMLElement);
    for (const input of sides.querySelectorAll("input")) input.checked = input.value === choice.side;
    sides.addEventListener("change", ({ target }) => {
        if (target instanceof HTMLInputElement) choice.side = /** @type {typeof choice.side} */ (target.value);
        keepChoice(choice);
    });
    drawChoice();
    get("begin", HTMLElement).addEventListener("click", start);
    get("friends", HTMLElement).addEventListener("click", () => void begin({ X: 0, O: 0 }));
    parts.hint.addEventListener("click", () => void hint());
    onRender(draw);
}
