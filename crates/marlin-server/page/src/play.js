// A game against a level or between two people: the card that begins it or goes on with one, the players, and its end.

import { shown } from "./game.js";
import { button, buttons, html } from "./html.js";
import { LEVELS, kindOf, nameOf } from "./levels.js";
import { empty, fill, get, parts, say } from "./parts.js";
import { isStop, keepChoice, keepGame, levelAt, playersOf, readChoice, runningGame } from "./players.js";
import { addEntry, drawNotes } from "./record.js";
import { askEngine, begin, engine, message, onRender, rematch, rematchText, render, resume } from "./session.js";
import { share } from "./share.js";
import { isYou, names, state } from "./state.js";
import { read, write } from "./storage.js";
import { goToReview, question, turningPoints } from "./story.js";
import { SIZES, sizeOption } from "./tools.js";

/** @typedef {import("./board.js").Side} Side */

/** The place of the points of this tab, by the names of the players. */
const POINTS = "marlin-points-1";

const choice = readChoice();
/** The moves that were drawn last: a game counts when its last move is made, and not when it is shown again. */
let drawn = "";
/** The game that was counted last. */
let counted = "";

function draw() {
    const isPlay = state.mode === "play";
    parts.start.hidden = !isPlay || state.players !== null;
    if (isPlay && !state.players) {
        drawChoice();
        say(runningGame() ? "Continue your game, or begin a new one." : "Choose a level, or drop a stone to begin.");
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
    const { position, game } = state;
    if (!position || (!parts.end.hidden && drawn === String(game.moves))) return;
    const played = `${state.seed} ${game.moves}`;
    if (String(shown(game).slice(0, -1)) === drawn && played !== counted) count();
    counted = played;
    const { result } = position;
    const headline = result === "draw" ? "A draw" : `${names()[result === "X" ? "X" : "O"]} won on move ${position.stones}`;
    const ring = html("div", { class: "ring" }, "…");
    const about = html("p", {}, result === "draw" ? "The board is full." : `${position.stones} stones were played.`);
    const asked = html("div", { class: "asked" });
    fill(
        parts.end,
        ring,
        html("div", {}, html("h2", {}, headline), about),
        asked,
        buttons(button(rematchText(), rematch), button("Review", () => goToReview()), button("Share", () => void share(sentence(headline)))),
    );
    void accuracy(ring, about, asked);
}

/** Adds the result to the points. */
function count() {
    const { position } = state;
    if (!position) return;
    const all = points();
    for (const side of /** @type {const} */ (["X", "O"])) {
        const won = position.result === side ? 1 : position.result === "draw" ? 0.5 : 0;
        const name = names()[side];
        all[name] = (all[name] ?? 0) + won;
        // A win by hints is not one of the person. Levels are compared on the standard board.
        if (isYou(side) && state.hints === 0 && state.game.board === "7x6") {
            void addEntry(`game ${Math.max(state.players?.X ?? 0, state.players?.O ?? 0)} ${won === 1 ? "won" : won === 0 ? "lost" : "drawn"}`);
        }
    }
    write("sessionStorage", POINTS, { against: opponents(), points: all });
    drawMatch(null);
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
 * Shows the accuracy of the person in the ring, and the first question of the review.
 *
 * @param {HTMLElement} ring
 * @param {HTMLElement} about
 * @param {HTMLElement} asked
 */
async function accuracy(ring, about, asked) {
    const { game, players } = state;
    const onProgress = (/** @type {number} */ left) => {
        about.textContent = `Reviewing: ${game.moves.length - game.setup - left} of ${game.moves.length - game.setup} moves…`;
    };
    const review = await (state.review ?? askEngine((signal) => engine.review(game, { signal, onProgress })).catch(() => null));
    if (!review) return;
    state.review = review;
    const side = review.sides.find(({ player }) => players?.[player] === 0);
    const found = side?.accuracy ?? null;
    ring.style.setProperty("--share", String(found ?? 0));
    ring.textContent = found === null ? "–" : `${Math.round(found)} %`;
    const hints = state.hints > 0 ? ` with ${state.hints} ${state.hints === 1 ? "hint" : "hints"}, so that the game is not in your record` : "";
    const [lost, slow] = [side?.blunders ?? 0, (side?.slow_wins ?? 0) + (side?.quick_losses ?? 0)];
    const gave = `${lost === 0 ? "No" : lost} of ${side?.moves ?? 0} moves gave the result away`;
    about.textContent = `${isYou(side?.player ?? "X") ? "Your accuracy" : `Accuracy of ${names()[side?.player ?? "X"]}`}${hints}. ${gave}${slow > 0 ? `, and ${slow} won later or lost sooner than necessary` : ""}.`;
    const [first] = turningPoints(review);
    if (first) asked.replaceChildren(html("h3", {}, question(first)), button("Find the move", () => goToReview(true), "main"));
    render();
}

/** @param {string} headline */
function sentence(headline) {
    const { players, position } = state;
    const level = Math.max(players?.X ?? 0, players?.O ?? 0);
    const isWon = position?.result !== "draw" && isYou(position?.result ?? "X");
    return `${headline}${level > 0 && isWon ? ` against level ${level}` : ""}.`;
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
    if (state.players) keepGame({ game, players: state.players, seed: state.seed, hints: state.hints, isOver: false });
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
    const waiting = get("waiting", HTMLElement);
    waiting.hidden = !running;
    if (!running) return;
    const { players, game } = running;
    const level = Math.max(players.X, players.O);
    const isTurn = level === 0 || isStop(players, game.moves.length);
    const turn = level > 0 ? (isTurn ? "your move" : `level ${level} to move`) : `${game.moves.length % 2 === 0 ? "yellow" : "red"} to move`;
    waiting.replaceChildren(
        html("p", {}, `Your game is not over: move ${game.moves.length + 1}. A new game ends it.`),
        button(`Continue: ${level > 0 ? `level ${level}` : "two people"}, ${turn}`, () => resume(running), "main"),
    );
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
    size.append(...SIZES.map(sizeOption));
    size.addEventListener("change", () => void begin(null, size.value));
    parts.hint.addEventListener("click", () => void hint());
    onRender(draw);
}
