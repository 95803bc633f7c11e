// <marlin-board moves="4433" scores>: a board by the rules. The engine is loaded only for scores.

import { Drawing, number, outcome, short } from './drawing.js';

/**
 * @import { Engine } from './types.js'
 * @typedef {'X' | 'O'} Player
 * @typedef {[number, number]} Cell a column and a row from 0
 * @typedef {ReturnType<typeof play>} Game
 */

// The colours of the themes, which a page may set; written by `MARLIN_WRITE=1 cargo test -p marlin-svg colours`
const COLOURS = `
:host { --rack-top: light-dark(#2f6fd0, #2c62b5); --rack-end: light-dark(#1d4e9e, #1d4686); --rack-foot: light-dark(#163b78, #142f5c); --rim: light-dark(#17407f, #12305f); --hole: light-dark(#f5f2ea, #11151d); --x: light-dark(#ffc933, #ffd049); --x-edge: light-dark(#855800, #7d5200); --o: light-dark(#e8474c, #ff6063); --o-edge: light-dark(#6e0c13, #7d0f18); --stroke: light-dark(#ffffff, #ffffff); --stroke-edge: light-dark(#1d2430, #1d2430); --ink: light-dark(#1d2430, #e8ebf1); --win: light-dark(#16793f, #5fd38d); --loss: light-dark(#b92c32, #ff8b8d); }
:host([theme=quiet]) { --rack-top: light-dark(#d7dfe8, #2a313c); --rack-end: light-dark(#d7dfe8, #2a313c); --rack-foot: light-dark(#b9c4d0, #1c222b); --rim: light-dark(#b9c4d0, #1c222b); --hole: light-dark(#ffffff, #0d1117); --x: light-dark(#f0c65a, #d9b24f); --x-edge: light-dark(#6b4c00, #553c00); --o: light-dark(#dd7a7c, #cf7274); --o-edge: light-dark(#6b0d14, #4d0a10); --stroke: light-dark(#1f2328, #f0f6fc); --stroke-edge: light-dark(#ffffff, #0d1117); --ink: light-dark(#1f2328, #f0f6fc); --win: light-dark(#1a7f37, #57c06f); --loss: light-dark(#b0353a, #f08a8c); }
:host([theme=high-contrast]) { --rack-top: light-dark(#003a8c, #1f57c3); --rack-end: light-dark(#003a8c, #1f57c3); --rack-foot: light-dark(#000000, #ffffff); --rim: light-dark(#000000, #ffffff); --hole: light-dark(#ffffff, #000000); --x: light-dark(#ffd800, #ffe14d); --x-edge: light-dark(#000000, #000000); --o: light-dark(#b00020, #ff6b6b); --o-edge: light-dark(#ffffff, #000000); --stroke: light-dark(#ffffff, #ffffff); --stroke-edge: light-dark(#000000, #000000); --ink: light-dark(#000000, #ffffff); --win: light-dark(#00591f, #7dff9b); --loss: light-dark(#8f001a, #ffb3b3); }
`;
// End of colours.

const STYLE = `
:host{display:block;max-width:32rem;font:1rem/1.4 system-ui,sans-serif;color:var(--ink);color-scheme:light dark}
:host([appearance=light]){color-scheme:light}:host([appearance=dark]){color-scheme:dark}
svg{display:block;width:100%;overflow:visible;filter:drop-shadow(0 .4rem 0 var(--rack-foot));margin-bottom:.4rem}
.scores{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;padding:0 1.5%;text-align:center}
.scores b,.scores small{display:block}.scores small{font-size:.75rem}
.win b{color:var(--win)}.loss b{color:var(--loss)}
.best b{text-decoration:underline;text-underline-offset:.2em}
.controls{display:flex;gap:.5rem;align-items:center;justify-content:center;margin-top:.9rem;flex-wrap:wrap}
button{font:inherit;min-width:2.75rem;min-height:2.75rem;border-radius:.6rem;border:1px solid;background:none;color:inherit}
button:disabled{opacity:.4}
`;

/** @type {CSSStyleSheet | undefined} of all elements */
let sheet;
/** @type {Promise<Engine> | undefined} */
let engine;
/** @type {Promise<unknown> | undefined} */
let book;

/** @param {boolean} withBook */
async function loadEngine(withBook) {
    engine ??= import('./index.js').then(({ Engine }) => Engine.start());
    const found = await engine;
    if (withBook) await (book ??= found.loadBook());
    return found;
}

/**
 * Plays moves by the rules. The engine has them too, but a board without scores does not load it.
 *
 * @param {string} moves columns from 1: `4433`, or `10,3` on wide boards
 * @param {string} [board] as in `7x6`
 * @param {number} [ply] the moves to play: all without it
 */
export function play(moves, board = '7x6', ply = Infinity) {
    // A page wrote this text.
    const [width = 0, height = 0] = (/^(\d+)x(\d+)$/iu.exec(board) ?? []).slice(1).map(Number);
    if (!width || !height || width > 32 || width * (height + 1) > 128) throw Error(`${board} is no size of a board`);
    /** @type {Player[][]} */
    const columns = Array.from({ length: width }, () => []);
    /** @type {Cell[][]} */
    let fours = [];
    /** @type {Cell | undefined} */
    let last;
    const gap = width > 9 ? ',' : '';
    // A page wrote this text.
    const words = moves.match(gap ? /\d+|[^\s,]/gu : /[^\s,]/gu) ?? [];
    const count = Math.min(ply, words.length);
    const played = words.slice(0, count).join(gap);
    for (let number = 0; number < count; number += 1) {
        const column = Number(words[number]) - 1;
        const stones = columns[column];
        if (fours.length > 0) throw Error(`Move ${number + 1}: the game is over`);
        if (!stones) throw Error(`Move ${number + 1}: there is no column ${words[number]}`);
        if (stones.length === height) throw Error(`Move ${number + 1}: column ${words[number]} is full`);
        stones.push(number % 2 === 0 ? 'X' : 'O');
        last = [column, stones.length - 1];
        fours = foursThrough(columns, last);
    }
    const toMove = count % 2 === 0 ? 'X' : 'O';
    const winner = fours.length > 0 ? (toMove === 'X' ? 'O' : 'X') : null;
    const isOver = winner !== null || count === width * height;
    return { width, height, columns, last, fours, count, total: words.length, played, toMove, winner, isOver };
}

/** @type {(columns: Player[][], cell: Cell) => Cell[][]} the lines of four through a cell */
function foursThrough(columns, [column, row]) {
    const steps = [0, 1, 2, 3];
    const lines = [[1, 0], [0, 1], [1, 1], [1, -1]].flatMap(([right = 0, up = 0]) => steps.map((back) =>
        steps.map((step) => /** @type {Cell} */ ([column + right * (step - back), row + up * (step - back)]))));
    return lines.filter((cells) => cells.every(([x, y]) => columns[x]?.[y] === columns[column]?.[row]));
}

/** @type {(name: string, properties: object, ...children: Element[]) => HTMLElement} */
function html(name, properties, ...children) {
    const node = Object.assign(document.createElement(name), properties);
    node.append(...children);
    return node;
}

/** The element. Its attributes are in the README. */
export class MarlinBoard extends (globalThis.HTMLElement ?? Object) {
    static observedAttributes = ['moves', 'board', 'ply', 'scores', 'controls'];
    /** @type {AbortController | undefined} */
    #search;
    #shown = -1;

    connectedCallback() {
        if (!this.shadowRoot) {
            const root = this.attachShadow({ mode: 'open' });
            if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(COLOURS + STYLE);
            root.adoptedStyleSheets = [sheet];
            root.addEventListener('keydown', (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
        }
        this.#render();
    }

    disconnectedCallback() {
        this.#search?.abort();
    }

    attributeChangedCallback() {
        if (this.shadowRoot && this.isConnected) this.#render();
    }

    get ply() {
        const ply = Number.parseInt(this.getAttribute('ply') ?? '', 10);
        return Number.isNaN(ply) ? Infinity : Math.max(0, ply);
    }

    set ply(ply) {
        this.setAttribute('ply', String(ply));
    }

    #render() {
        this.#search?.abort();
        const root = /** @type {ShadowRoot} */ (this.shadowRoot);
        const focused = root.activeElement?.id;
        let game;
        try {
            game = play(this.getAttribute('moves') ?? '', this.getAttribute('board') ?? '7x6', this.ply);
        } catch (error) {
            return root.replaceChildren(html('p', { role: 'alert', textContent: message(error) }));
        }
        const scores = html('div', { className: 'scores' });
        const parts = [/** @type {Element} */ (this.#board(game))];
        if (this.hasAttribute('scores')) parts.unshift(scores);
        if (this.hasAttribute('controls')) parts.push(this.#controls(game));
        root.replaceChildren(...parts);
        this.#shown = game.count;
        /** @type {HTMLElement | null} */
        const button = focused ? (root.querySelector(`#${focused}:enabled`) ?? root.querySelector(':enabled')) : null;
        button?.focus();
        if (this.hasAttribute('scores') && !game.isOver) void this.#showScores(game, scores);
    }

    /** @param {Game} game */
    #board(game) {
        const { width, height, columns, last, fours, count } = game;
        const drawing = new Drawing(width, height, { role: 'img', 'aria-label': describe(game) });
        columns.forEach((stones, column) => stones.forEach((stone, row) => {
            const isLast = last?.[0] === column && last[1] === row;
            drawing.show({ stone, last: isLast }, column + 1, row + 1, count === this.#shown + 1);
        }));
        drawing.strike(fours.map((four) => four.map(([column, row]) => [column + 1, row + 1])));
        return drawing.svg;
    }

    /** @param {Game} game */
    #controls({ count, total }) {
        const buttons = /** @type {[string, string, string, number][]} */ ([
            ['Home', '|◀', 'First position', 0],
            ['ArrowLeft', '◀', 'One move back', count - 1],
            ['ArrowRight', '▶', 'One move forward', count + 1],
            ['End', '▶|', 'Last position', total],
        ]).map(([id, textContent, ariaLabel, target]) => {
            const onclick = () => {
                this.ply = target;
                this.dispatchEvent(new Event('marlin-ply', { bubbles: true }));
            };
            return html('button', { id, textContent, ariaLabel, onclick, disabled: target < 0 || target > total || target === count });
        });
        return html('div', { className: 'controls' }, ...buttons, html('span', { role: 'status', textContent: `Move ${count} of ${total}` }));
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const button = this.shadowRoot?.getElementById(event.key);
        if (button) event.preventDefault();
        button?.click();
    }

    /** @type {(game: Game, row: HTMLElement) => Promise<void>} */
    async #showScores(game, row) {
        const search = (this.#search = new AbortController());
        row.replaceChildren(...game.columns.map(() => html('div', { textContent: '…' })));
        try {
            const found = await loadEngine(this.getAttribute('scores') === 'book');
            const options = { board: `${game.width}x${game.height}`, signal: search.signal };
            const { scores } = await found.analyze(game.played, options);
            if (!search.signal.aborted) row.replaceChildren(...scoreCells(game, scores));
        } catch (error) {
            if (!search.signal.aborted) row.replaceChildren(html('div', { textContent: message(error) }));
        }
    }
}

/** @type {(error: any) => string} */
const message = (error) => error.message;

/** @type {(game: Game, scores: (number | null)[]) => HTMLElement[]} the score of each column with its meaning */
function scoreCells(game, scores) {
    const best = Math.max(...scores.filter((score) => score !== null));
    return scores.map((score) => {
        if (score === null) return html('div', {});
        const [value, meaning] = [number([score, score]), short([score, score], { ...game, stones: game.count })];
        const className = `${outcome([score, score])} ${score === best ? 'best' : ''}`;
        return html('div', { className }, html('b', { textContent: value }), html('small', { textContent: meaning }));
    });
}

/** @param {Game} game */
function describe({ width, height, columns, winner, isOver, toMove, count }) {
    const stones = columns.map((column, index) => ` Column ${index + 1}, from the bottom: ${column.join(' ') || 'empty'}.`);
    const result = winner ? `${winner} has won on move ${count}.` : isOver ? 'The game is a draw.' : `${toMove} to move.`;
    return `Connect Four, ${width} columns, ${height} rows. ${result}${stones.join('')}`;
}

if (globalThis.customElements && !customElements.get('marlin-board')) customElements.define('marlin-board', MarlinBoard);
