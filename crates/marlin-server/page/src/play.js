// A game against a level or between two people: the card that begins it, the players, and its end.

import { at, shown } from "./game.js";
import { button, buttons, html } from "./html.js";
import { LEVELS, kindOf, nameOf } from "./levels.js";
import { empty, fill, get, parts, say } from "./parts.js";
import { isStop, keepChoice, keepGame, levelAt, playersOf, readChoice, runningGame } from "./players.js";
import { addEntry, drawNotes, readRecord } from "./record.js";
import { askEngine, begin, engine, message, onGameOver, onRender, rematch, rematchText, render } from "./session.js";
import { share } from "./share.js";
import { isYou, names, state } from "./state.js";
import { read, write } from "./storage.js";
import { goToReview, keepQuestions, question, turningPoints } from "./story.js";
import { SIZES, sizeOption } from "./tools.js";
import { other } from "./words.js";

/** @typedef {import("./board.js").Side} Side */

/** The place of the points of this tab, by the names of the players. */
const POINTS = "marlin-points-1";

const choice = readChoice();
/** The sizes of boards that the card shows before more are asked for. */
const USUAL_SIZES = 5;

const SIDES = /** @type {const} */ (["X", "O"]);

/** The moves of the game whose end is shown. */
let drawn = "";

function draw() {
    const isPlay = state.mode === "play";
    parts.start.hidden = !isPlay || state.players !== null;
    if (isPlay && !state.players) {
        drawChoice();
        say(runningGame() ? "A game is waiting." : "Drop a stone to begin.");
    }
    if (!isPlay || !state.players || !state.position) {
        empty(parts.match);
        empty(parts.end);
        return;
    }
    const { position, players } = state;
    const atEnd = position.result !== null;
    parts.hint.disabled = atEnd || levelAt(players, position.stones) > 0;
    drawMatch(position.to_move);
    if (atEnd) showEnd();
    else empty(parts.end);
    drawn = String(shown(state.game));
    if (!atEnd && isStop(players, position.stones) && !state.preview) {
        const side = position.to_move ?? "X";
        say(isYou(side) ? `Your move: drop a ${side === "X" ? "yellow" : "red"} stone.` : `${names()[side]} to move.`);
    }
}

/**
 * The row of a player.
 *
 * @param {Side} side
 * @param {boolean} isTurn
 */
function player(side, isTurn) {
    const level = state.players?.[side] ?? 0;
    const name = level > 0 ? nameOf(level, state.position) : names()[side];
    const order = side === "X" ? "moves first" : "moves second";
    const colour = side === "X" ? "yellow" : "red";
    const about = html("div", {}, html("span", {}, name), html("small", {}, name.toLowerCase() === colour ? order : `${colour}, ${order}`));
    return html("div", { class: `player${isTurn ? " turn" : ""}` }, html("i", { class: `disc ${side.toLowerCase()}` }), about, html("b", {}, String(points()[names()[side]] ?? 0)));
}

/** @returns {Record<string, number>} */
function points() {
    const kept = read("sessionStorage", POINTS, { against: "", points: { "*": 0 } });
    return kept?.against === opponents() ? kept.points : {};
}

/** The names of both players, in the same order for either colour. */
function opponents() {
    return Object.values(names()).sort().join(" and ");
}

/** The moment at the end: who won, in how many moves, and the accuracy, which takes a review. */
function showEnd() {
    const { position, game, players } = state;
    if (!position || !players || (!parts.end.hidden && drawn === String(game.moves))) return;
    const { result } = position;
    const headline = result === "draw" ? "A draw" : `${names()[result === "X" ? "X" : "O"]} won on move ${position.stones}`;
    // Each person who played has a ring.
    const rings = SIDES.filter((side) => players[side] === 0).map((side, _, { length }) => ({ side, ring: html("div", { class: length > 1 ? `ring ${side.toLowerCase()}` : "ring" }, "…") }));
    const about = html("p", {}, result === "draw" ? "The board is full." : `${position.stones} stones were played.`);
    const asked = html("div", { class: "asked" });
    fill(
        parts.end,
        html("div", { class: "rings" }, ...rings.map(({ ring }) => ring)),
        html("div", {}, html("h2", {}, headline), about),
        asked,
        buttons(button(rematchText(), rematch), button("Review", () => goToReview()), button("Share", () => void share(sentence(), { ...state, mode: "analyse", reviewed: true }))),
    );
    void accuracy(rings, about, asked);
}

/** Adds the result of a game that has just ended to the points and, of a game against a level, to the record. */
async function count() {
    const { position, players, game, seed, hints, takebacks, begun } = state;
    if (!position || !players) return;
    const { result } = position;
    const person = SIDES.find((side) => isYou(side));
    if (person) {
        const outcome = result === person ? "won" : result === "draw" ? "drawn" : "lost";
        const facts = Object.entries({ id: seed, hints, takebacks, setup: begun }).flatMap(([name, number]) => (number > 0 ? [`${name}=${number}`] : []));
        const board = game.board === "7x6" ? [] : [`board=${game.board}`];
        const { uncounted } = await addEntry(["game", players[other(person)], outcome, ...facts, ...board].join(" "));
        if (uncounted) return;
    }
    const all = points();
    for (const side of SIDES) {
        const name = names()[side];
        all[name] = (all[name] ?? 0) + (result === side ? 1 : result === "draw" ? 0.5 : 0);
    }
    write("sessionStorage", POINTS, { against: opponents(), points: all });
    if (state.position === position) drawMatch(null);
}

/**
 * The players, and a way to send the game of two people to the other one.
 *
 * @param {Side | null} turn
 */
function drawMatch(turn) {
    const { game, players } = state;
    const rows = (/** @type {const} */ (["X", "O"])).map((side) => player(side, turn === side));
    const isShared = players?.X === 0 && players.O === 0 && turn !== null;
    const whose = `${turn === "X" ? "Yellow" : "Red"} to move, move ${game.moves.length + 1}. Open the link and drop your stone.`;
    const sending = html("p", { class: "soft" }, "With a friend elsewhere: drop your stone, then send the game.");
    fill(parts.match, ...rows, ...(isShared ? [buttons(button("Send this game", () => void share(whose))), sending] : []));
}

/**
 * Shows the accuracy of each person, why the game is not in the record, and the first question of the review.
 *
 * @param {{side: Side, ring: HTMLElement}[]} rings
 * @param {HTMLElement} about
 * @param {HTMLElement} asked
 */
async function accuracy(rings, about, asked) {
    const { game } = state;
    const onProgress = (/** @type {number} */ left) => {
        about.textContent = `Reviewing: ${game.moves.length - game.setup - left} of ${game.moves.length - game.setup} moves…`;
    };
    const review = await (state.review ?? askEngine((signal) => engine.review(game, { signal, onProgress })).catch(() => null));
    if (!review) return;
    state.review = review;
    void keepQuestions(review);
    const sentences = rings.flatMap(({ side, ring }) => {
        const found = review.sides.find(({ player }) => player === side);
        const share = found?.accuracy ?? null;
        ring.style.setProperty("--share", String(share ?? 0));
        ring.textContent = share === null ? "–" : `${Math.round(share)} %`;
        ring.setAttribute("aria-label", `${isYou(side) ? "Your accuracy" : `Accuracy of ${names()[side]}`}: ${ring.textContent}`);
        if (!found) return [];
        const whose = isYou(side) ? `your ${found.moves} moves` : `${found.moves} moves`;
        const changed = `${found.blunders === 0 ? "none" : found.blunders} of ${whose} changed the result`;
        const slow = found.slow_wins > 0 ? [`${found.slow_wins} won later than necessary`] : [];
        const quick = found.quick_losses > 0 ? [`${found.quick_losses} lost sooner than necessary`] : [];
        return [`${isYou(side) ? "" : `${names()[side]}: `}${share === null ? "" : `${ring.textContent} accurate: `}${[changed, ...slow, ...quick].join(", ")}.`];
    });
    if (rings.some(({ side }) => isYou(side))) sentences.push((await readRecord()).uncounted ?? "");
    about.textContent = sentences.join(" ");
    const [first] = turningPoints(review);
    if (first) asked.replaceChildren(html("h3", {}, question(first)), button("Find the move", () => goToReview(true), "main"));
    render();
}

/** The end of the game as a person tells it to another one. */
function sentence() {
    const { players, position } = state;
    if (!players || !position) return "";
    const { result, stones } = position;
    const person = SIDES.find((side) => isYou(side));
    if (!person) return result === "draw" ? "A draw at four in a row." : `${names()[result === "X" ? "X" : "O"]} won on move ${stones}.`;
    const level = `Marlin's level ${players[other(person)]}`;
    if (result === "draw") return `I drew with ${level}.`;
    return result === person ? `I beat ${level} in ${stones} moves.` : `${level} beat me in ${stones} moves. Where did it go wrong?`;
}

/** Shows a best move for the person. */
export async function hint() {
    const { game, position } = state;
    if (state.mode !== "play" || !state.players || !position || position.result !== null || parts.hint.disabled) return;
    say("Looking for the best move…");
    const found = await askEngine((signal) => engine.play(game.board, shown(game), 10, 0, signal)).catch((error) => say(message(error)));
    const column = found?.play;
    if (!column) return;
    state.hints += 1;
    const { players, seed, hints, takebacks, begun } = state;
    keepGame({ game: at(game, Infinity), players, seed, hints, takebacks, begun, isOver: false });
    state.arrows = [{ column, kind: found.best_proven ? "good" : "unproven" }];
    render();
    say(found.best_proven ? `Hint: column ${column}.` : `Column ${column} looks best; not proven.`);
}

function drawChoice() {
    const about = LEVELS[choice.level - 1]?.[1] ?? "";
    get("level-name", HTMLElement).replaceChildren(html("b", {}, `Level ${choice.level}: ${kindOf(choice.level, state.position)}`), html("br"), about);
    void drawNotes(choice.level).catch(() => undefined);
    const running = runningGame();
    const beginning = get("begin", HTMLButtonElement);
    beginning.textContent = `Play level ${choice.level}`;
    beginning.className = running ? "" : "main";
}

/**
 * The size of the board that the card has chosen.
 */
function chosenBoard() {
    return get("board-size", HTMLSelectElement).value;
}

/** Begins against the level that is chosen. */
function start() {
    keepChoice(choice);
    void begin(playersOf(choice), chosenBoard());
}

/** The title of the page: whose turn it is in a game. */
export function titleOf() {
    const { mode, players, position } = state;
    if (mode !== "play" || !players || !position) return "Marlin: four in a row, solved";
    if (position.result !== null) return "The game is over · Marlin";
    const level = levelAt(players, position.stones);
    return `${level > 0 ? `Level ${level} to move` : `Your move: ${position.to_move === "X" ? "yellow" : "red"}`} · Marlin`;
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
    get("friends", HTMLElement).addEventListener("click", () => void begin({ X: 0, O: 0 }, chosenBoard()));
    const size = get("board-size", HTMLSelectElement);
    const [usual, others] = [SIZES.slice(0, USUAL_SIZES), SIZES.slice(USUAL_SIZES)];
    const more = html("option", { value: "" }, "More…");
    size.append(...usual.map(sizeOption), more);
    size.addEventListener("change", () => {
        if (size.value) return void begin(null, size.value);
        more.replaceWith(...others.map(sizeOption));
        size.value = state.game.board;
        size.showPicker?.();
    });
    parts.hint.addEventListener("click", () => void hint());
    onRender(draw);
    onGameOver(() => void count());
}
