// The rows of the start card that remember: the game that waits, the puzzle of the day with its week, and a mistake to look at again.
// A row is hidden until there is something to remember.

import { smallBoard } from "./board.js";
import { calendar, streakOf } from "./daily.js";
import { textOf, toColumns } from "./game.js";
import { button, html } from "./html.js";
import { KINDS, puzzles } from "./kinds.js";
import { goToMistake } from "./mistakes.js";
import { get } from "./parts.js";
import { isStop, readGame, runningGame } from "./players.js";
import { readRecord } from "./record.js";
import { engine, render, resume } from "./session.js";
import { state } from "./state.js";
import { rows } from "./view.js";

/**
 * Fills a row: a small board, which is drawn once the engine has read it, and the text beside it.
 *
 * @param {string} id
 * @param {{board: string, moves: string}} place of the small board
 * @param {string} title
 * @param {string} about
 * @param {...Node} more
 */
async function fillRow(id, { board, moves }, title, about, ...more) {
    const [row, picture] = [get(id, HTMLElement), html("i")];
    row.hidden = false;
    row.replaceChildren(picture, html("div", {}, html("h2", {}, title), html("p", { class: "soft" }, about), ...more));
    const position = await engine.position(board, moves);
    picture.replaceWith(smallBoard(position.rows));
    return position;
}

/** Draws the rows, and the game that waits on the board. */
export function drawHome() {
    for (const draw of [drawWaiting, drawDaily, drawMistake]) draw().catch(() => undefined);
}

async function drawWaiting() {
    const [running, { game: beginning }] = [runningGame(), state];
    get("waiting", HTMLElement).hidden = !running;
    if (!running) return;
    const { players, game } = running;
    const level = Math.max(players.X, players.O);
    const goOn = () => resume(running);
    const { length } = game.moves;
    const turn = level === 0 ? `${length % 2 === 0 ? "yellow" : "red"} to move` : isStop(players, length) ? "your move" : `level ${level} to move`;
    const about = `Move ${length + 1}, ${turn}. A new game replaces it.`;
    const title = `Your game · ${level > 0 ? `level ${level}` : "two people"}`;
    const position = await fillRow("waiting", { board: game.board, moves: textOf(game) }, title, about, button("Continue", goOn, "main"));
    if (state.game !== beginning || state.mode !== "play" || state.players || game.board !== beginning.board) return;
    const { classList } = get("board", HTMLElement);
    classList.add("dimmed");
    state.task = { pick: () => void goOn(), rows: () => rows(position), hidesTurn: true, close: () => classList.remove("dimmed") };
    render();
}

async function drawDaily() {
    const record = await readRecord();
    get("daily-link", HTMLElement).hidden = record.tried > 0;
    const puzzle = record.tried > 0 && (await puzzles())[record.daily - 1];
    if (!puzzle) return;
    const link = html("a", { href: "?puzzle", "data-go": "puzzles" }, KINDS[puzzle.kind]?.[0] ?? "");
    await fillRow("daily", { board: "7x6", moves: puzzle.moves }, "Puzzle of the day", streakOf(record), html("p", {}, link), calendar(record, 1));
}

async function drawMistake() {
    const [{ mistakes }, last] = [await readRecord(), readGame()];
    const ofLast = mistakes.find(
        ({ board, moves, is_of_last_game }) => is_of_last_game && last?.isOver && board === last.game.board && toColumns(board, moves).every((column, index) => column === last.game.moves[index]),
    );
    const mistake = ofLast ?? mistakes.find(({ is_due }) => is_due);
    get("mistake", HTMLElement).hidden = !mistake;
    if (!mistake) return;
    const number = toColumns(mistake.board, mistake.moves).length + 1;
    await fillRow("mistake", mistake, `From ${ofLast ? "your last" : "an earlier"} game`, `Move ${number}: there was a better one.`, button("Find it", () => goToMistake(mistake)));
}
