// The page: its sections, keys and buttons, and its start.

import { toggle, wireAnalysis } from "./analysis.js";
import { wireExplorer } from "./explorer.js";
import { at } from "./game.js";
import { drawHome } from "./home.js";
import { openLessons } from "./lessons.js";
import { openMistakes } from "./mistakes.js";
import { wireMoves } from "./moves.js";
import { get, parts } from "./parts.js";
import { hint, newGame, titleOf, wirePlay } from "./play.js";
import { runningGame } from "./players.js";
import { openPuzzles } from "./puzzles.js";
import { openReasons } from "./reasons.js";
import { wireRecord } from "./record.js";
import { begin, engine, go, hasGame, leavePreview, onPlace, onRender, ownGame, pick, resume, showAddress, startBook, steps } from "./session.js";
import { wireSettings } from "./settings.js";
import { wireSound } from "./sound.js";
import { state } from "./state.js";
import { goToReview, openReview } from "./story.js";
import { wireTools } from "./tools.js";
import { drawBoard, wireBoard } from "./view.js";

/** @typedef {import("./address.js").Mode} Mode */

/** Shows the parts of the section. */
function drawSection() {
    document.body.dataset.mode = state.mode === "learn" && !state.lesson ? "lessons" : state.mode;
    document.title = titleOf();
    for (const node of document.querySelectorAll("[data-in]")) {
        // A line is stepped through in every section.
        const isHere = node.getAttribute("data-in")?.split(" ").includes(state.mode) || (state.line !== null && node.classList.contains("step"));
        const isAside = state.preview !== null && (node.id === "new" || node.id === "hint");
        if (!isHere || isAside) node.setAttribute("hidden", "");
        else if (!["end", "match", "game", "verdict", "start"].includes(node.id)) node.removeAttribute("hidden");
    }
    parts.hint.hidden = state.mode !== "play" || !state.players || state.preview !== null;
    for (const link of document.querySelectorAll("nav a")) {
        if (link.getAttribute("data-go") === state.mode) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
}

/** @type {Record<Mode, () => unknown>} the action of each section in the head */
const sections = {
    play: openPlay,
    analyse: () => go({ mode: "analyse" }),
    puzzles: () => go({ mode: "puzzles" }),
    learn: () => go({ mode: "learn" }),
};

/** Goes back to the reviewed game, or to the unfinished one, or else to the card that begins a game. */
function openPlay() {
    const { game, players, reviewed } = state;
    if (reviewed && players && state.isOwn) return go({ mode: "play", players, game: at(game, Infinity), ...ownGame(state) });
    const running = runningGame();
    return running ? resume(running) : go({ mode: "play" });
}

/** The action of a section when it is shown, also by the address. */
function enterSection() {
    if (state.mode === "analyse" && state.reviewed) void openReview();
    if (state.mode === "play" && !state.players) drawHome();
    if (state.mode === "puzzles") void (state.mistakes ? openMistakes() : openPuzzles());
    if (state.mode === "learn") void openLessons();
}

/** Begins another game: in the analysis on an empty board, else by the card that asks for the players. */
function another() {
    if (state.mode === "analyse") void begin(null);
    else newGame();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input:not([type=checkbox], [type=radio]), select, textarea");
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping) return;
    const inGame = (/** @type {() => void} */ action) => () => void (hasGame() && action());
    const inAnalysis = (/** @type {() => void} */ action) => () => void (state.mode === "analyse" && action());
    /** @type {Record<string, () => void>} */
    const keys = {
        ArrowLeft: inGame(steps.undo),
        ArrowRight: inGame(steps.redo),
        Escape: () => void (state.preview && leavePreview()),
        Home: inGame(steps.first),
        End: inGame(steps.last),
        n: inGame(another),
        h: () => void hint(),
        l: inAnalysis(() => toggle(parts.showLine)),
        t: inAnalysis(() => toggle(parts.showThreats)),
        e: inAnalysis(() => parts.explore.click()),
        v: inAnalysis(() => void openReview()),
        w: inAnalysis(() => void openReasons()),
    };
    // A radio button has the arrows for itself.
    // The browser wrote this text.
    if (event.target instanceof HTMLInputElement && event.key.startsWith("Arrow")) return;
    // The browser wrote this text.
    const column = /^[1-9]$/.test(event.key) ? Number(event.key) : Infinity;
    const isColumn = !state.task?.hidesTurn && column <= (state.position?.width ?? 0);
    const action = isColumn ? () => void pick(column, 1) : keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
}

function wire() {
    onRender(drawSection);
    onRender(drawBoard);
    wireSettings();
    wireAnalysis();
    wireMoves();
    wirePlay();
    wireTools();
    wireExplorer();
    wireSound();
    wireBoard();
    wireRecord();
    onPlace(enterSection);
    const on = (/** @type {string} */ id, /** @type {() => unknown} */ action) => get(id, HTMLElement).addEventListener("click", () => void action());
    on("new", another);
    on("undo", steps.undo);
    on("redo", steps.redo);
    on("first", steps.first);
    on("last", steps.last);
    on("review", () => (state.mode === "analyse" ? openReview() : goToReview()));
    on("explain", openReasons);
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("[data-go]") : null;
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const puzzle = Number(link.getAttribute("data-puzzle"));
        void (puzzle ? go({ mode: "puzzles", puzzle }) : sections[/** @type {Mode} */ (link.getAttribute("data-go"))]());
    });
    document.addEventListener("keydown", onKey);
    window.addEventListener("popstate", () => void showAddress());
}

wire();
const book = startBook();
await showAddress();
if ("serviceWorker" in navigator && location.protocol !== "file:" && (await engine.isLocal())) {
    navigator.serviceWorker.register("sw.js").catch(() => undefined);
    void book.then(() => engine.keepBook()).catch(() => undefined);
}
window.dispatchEvent(new Event("marlin-ready"));

