// <marlin-board moves="4433" scores>: a board by the rules. The engine is loaded only for scores.

/**
 * @import { Engine } from './types.js'
 * @typedef {'X' | 'O'} Player
 * @typedef {[number, number]} Cell a column and a row from 0
 * @typedef {ReturnType<typeof play>} Game
 */

const CELL = 72;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

// By `MARLIN_WRITE=1 cargo test -p marlin-svg colours`, light and dark.
const NAMES = 'rack foot hole x x-cut o o-cut mark ink win loss'.split(' ');
const COLOURS = {
    classic: [
        '#2f6fd0 #163b78 #f5f2ea #ffc933 #855800 #e8474c #6e0c13 #fff #1d2430 #16793f #b92c32',
        '#2c62b5 #142f5c #11151d #ffd049 #7d5200 #ff6063 #7d0f18 #fff #e8ebf1 #5fd38d #ff8b8d',
    ],
    quiet: [
        '#d7dfe8 #b9c4d0 #fff #f0c65a #6b4c00 #dd7a7c #6b0d14 #1f2328 #1f2328 #1a7f37 #b0353a',
        '#2a313c #1c222b #0d1117 #d9b24f #553c00 #cf7274 #4d0a10 #f0f6fc #f0f6fc #57c06f #f08a8c',
    ],
    'high-contrast': [
        '#003a8c #000 #fff #ffd800 #000 #b00020 #fff #fff #000 #00591f #8f001a',
        '#1f57c3 #fff #000 #ffe14d #000 #ff6b6b #000 #fff #fff #7dff9b #ffb3b3',
    ],
};
// End of colours.

const STYLE = `
:host{display:block;max-width:32rem;font:1rem/1.4 system-ui,sans-serif;color:$ink}
svg{display:block;width:100%;height:auto}
.rack{fill:$rack;stroke:$foot;stroke-width:3}.foot{fill:$foot}.hole{fill:$hole}
.x{fill:$x}.o{fill:$o}
.cut{fill:none;stroke-width:6;stroke-linecap:round}.cut+.cut{stroke-width:2.5}
.x~.cut{stroke:$x-cut}.o~.cut{stroke:$o-cut}
.last{fill:none;stroke:$mark;stroke-width:4}
.four{fill:none;stroke:$mark;stroke-width:9;stroke-linecap:round;stroke-dasharray:1}
.edge{fill:none;stroke:#000;stroke-width:13;stroke-linecap:round;stroke-opacity:.6}
.scores{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;padding:0 1.5%;text-align:center}
.scores b,.scores small{display:block}.scores small{font-size:.75rem}
.win b{color:$win}.loss b{color:$loss}
.best b{text-decoration:underline;text-underline-offset:.2em}
.controls{display:flex;gap:.5rem;align-items:center;justify-content:center;margin-top:.5rem;flex-wrap:wrap}
button{font:inherit;min-width:2.75rem;min-height:2.75rem;border-radius:.6rem;border:1px solid;background:none;color:inherit}
button:disabled{opacity:.4}
@media (prefers-reduced-motion:no-preference){
.fall{animation:fall .45s cubic-bezier(.5,0,.8,.6)}
.four{animation:four .5s .3s backwards}
}
@keyframes fall{from{transform:translateY(var(--fall))}75%{transform:none}85%{transform:translateY(-9px)}}
@keyframes four{from{stroke-dashoffset:1}to{stroke-dashoffset:0}}
`;

/** The style sheet of all elements. A page may set the colours. */
function styleSheet() {
    const rules = (/** @type {number} */ dark, /** @type {string} */ host) =>
        Object.entries(COLOURS).map(([theme, colours]) => {
            const values = (colours[dark] ?? '').split(' ').map((colour, index) => `--marlin-${NAMES[index]}:${colour}`);
            return `:host(${theme === 'classic' ? '' : `[theme=${theme}]`}${host}){${values.join(';')}}`;
        }).join('');
    const made = new CSSStyleSheet();
    const dark = `@media (prefers-color-scheme:dark){${rules(1, ':not([appearance=light])')}}${rules(1, '[appearance=dark]')}`;
    // The names of the colours have a sign in this text.
    made.replaceSync(rules(0, ':not([appearance=dark])') + dark + STYLE.replace(/\$([\w-]+)/gu, 'var(--marlin-$1)'));
    return made;
}

/** @type {CSSStyleSheet | undefined} */
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
 * Plays moves by the rules.
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
    const lines = DIRECTIONS.flatMap(([right = 0, up = 0]) =>
        steps.map((back) =>
            steps.map((step) => /** @type {Cell} */ ([column + right * (step - back), row + up * (step - back)])),
        ),
    );
    return lines.filter((cells) => cells.every(([x, y]) => columns[x]?.[y] === columns[column]?.[row]));
}

/** @type {(name: string, attributes: object, ...children: Element[]) => SVGElement} */
function svg(name, attributes, ...children) {
    const element = /** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', name));
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
}

/** @type {(name: string, text: string, className?: string) => HTMLElement} */
function html(name, text, className = '') {
    return Object.assign(document.createElement(name), { className, textContent: text });
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
            root.adoptedStyleSheets = [(sheet ??= styleSheet())];
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
        const focused = root.activeElement?.getAttribute('data-key');
        let game;
        try {
            game = play(this.getAttribute('moves') ?? '', this.getAttribute('board') ?? '7x6', this.ply);
        } catch (error) {
            const text = html('p', message(error));
            text.setAttribute('role', 'alert');
            return root.replaceChildren(text);
        }
        const scores = html('div', '', 'scores');
        const parts = [/** @type {Element} */ (this.#board(game))];
        if (this.hasAttribute('scores')) parts.unshift(scores);
        if (this.hasAttribute('controls')) parts.push(this.#controls(game));
        root.replaceChildren(...parts);
        this.#shown = game.count;
        const enabled = [...root.querySelectorAll('button')].filter(({ disabled }) => !disabled);
        if (focused) (enabled.find(({ dataset }) => dataset['key'] === focused) ?? enabled[0])?.focus();
        if (this.hasAttribute('scores') && !game.isOver) void this.#showScores(game, scores);
    }

    /** @param {Game} game */
    #board(game) {
        const { width, height, columns, last, fours } = game;
        const x = (/** @type {number} */ column) => 8 + CELL * column + CELL / 2;
        const y = (/** @type {number} */ row) => 8 + CELL * (height - 1 - row) + CELL / 2;
        const [wide, high] = [CELL * width + 16, CELL * height + 16];
        const corner = 'a22 22 0 0 1';
        let rack = `M24 2H${wide - 24}${corner} 22 22V${high - 24}${corner}-22 22H24${corner}-22-22V24${corner} 22-22z`;
        const [stones, marks] = [svg('g', {}), svg('g', {})];
        for (let column = 0; column < width; column += 1) {
            for (let row = 0; row < height; row += 1) {
                const [cx, cy] = [x(column), y(row)];
                rack += `M${cx - 29} ${cy}a29 29 0 1 0 58 0a29 29 0 1 0-58 0z`;
                const owner = columns[column]?.[row];
                const falls = last?.[0] === column && last[1] === row && game.count === this.#shown + 1;
                if (owner) stones.append(drawStone(owner, cx, cy, falls));
            }
        }
        if (last) marks.append(svg('circle', { class: 'last', cx: x(last[0]), cy: y(last[1]), r: 30 }));
        for (const name of ['edge', 'four']) {
            for (const four of fours) {
                const d = four.map(([column, row], index) => `${index ? 'L' : 'M'}${x(column)} ${y(row)}`).join('');
                marks.append(svg('path', { class: name, pathLength: 1, d }));
            }
        }
        return svg(
            'svg',
            { viewBox: `0 0 ${wide} ${high + 8}`, role: 'img', 'aria-label': describe(game) },
            svg('rect', { class: 'foot', y: high / 2, width: wide, height: high / 2 + 8, rx: 22 }),
            svg('rect', { class: 'hole', x: 8, y: 8, width: wide - 16, height: high - 16 }),
            stones,
            svg('path', { class: 'rack', 'fill-rule': 'evenodd', d: rack }),
            marks,
        );
    }

    /** @param {Game} game */
    #controls({ count, total }) {
        const controls = html('div', '', 'controls');
        for (const [name, sign, label, target] of /** @type {[string, string, string, number][]} */ ([
            ['Home', '|◀', 'First position', 0],
            ['ArrowLeft', '◀', 'One move back', count - 1],
            ['ArrowRight', '▶', 'One move forward', count + 1],
            ['End', '▶|', 'Last position', total],
        ])) {
            const button = /** @type {HTMLButtonElement} */ (html('button', sign));
            button.disabled = target < 0 || target > total || target === count;
            button.setAttribute('aria-label', label);
            button.dataset['key'] = name;
            button.onclick = () => {
                this.ply = target;
                this.dispatchEvent(new Event('marlin-ply', { bubbles: true }));
            };
            controls.append(button);
        }
        const status = html('span', `Move ${count} of ${total}`);
        status.setAttribute('role', 'status');
        controls.append(status);
        return controls;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const buttons = this.shadowRoot?.querySelectorAll('button') ?? [];
        const button = [...buttons].find(({ dataset }) => dataset['key'] === event.key);
        if (button) event.preventDefault();
        button?.click();
    }

    /** @type {(game: Game, row: HTMLElement) => Promise<void>} */
    async #showScores(game, row) {
        const search = (this.#search = new AbortController());
        row.replaceChildren(...game.columns.map(() => html('div', '…')));
        try {
            const found = await loadEngine(this.getAttribute('scores') === 'book');
            const options = { board: `${game.width}x${game.height}`, signal: search.signal };
            const { scores } = await found.analyze(game.played, options);
            if (!search.signal.aborted) row.replaceChildren(...scoreCells(game, scores));
        } catch (error) {
            if (!search.signal.aborted) row.replaceChildren(html('div', message(error)));
        }
    }
}

/** @type {(error: any) => string} */
const message = (error) => error.message;

/** @type {(owner: Player, cx: number, cy: number, falls: boolean) => SVGElement} */
function drawStone(owner, cx, cy, falls) {
    const cut = owner === 'X' ? { d: `M${cx - 9} ${cy - 9}l18 18m0-18l-18 18` } : { cx, cy, r: 10 };
    const stone = svg(
        'g',
        { class: falls ? 'fall' : '' },
        svg('circle', { class: owner.toLowerCase(), cx, cy, r: 30 }),
        svg(owner === 'X' ? 'path' : 'circle', { class: 'cut', ...cut }),
        svg('circle', { class: 'cut', cx, cy, r: 22 }),
    );
    stone.style.setProperty('--fall', `-${cy + 40}px`);
    return stone;
}

/** @type {(game: Game, scores: (number | null)[]) => HTMLElement[]} the score of each column with its meaning */
function scoreCells(game, scores) {
    const best = Math.max(...scores.filter((score) => score !== null));
    return scores.map((score) => {
        if (score === null) return html('div', '');
        const kind = score > 0 ? 'win' : score < 0 ? 'loss' : 'draw';
        const cell = html('div', '', score === best ? `${kind} best` : kind);
        cell.append(html('b', score > 0 ? `+${score}` : String(score).replace('-', '−')));
        const end = finalMove(game, score);
        cell.append(html('small', kind === 'draw' ? 'draw' : `${kind === 'win' ? 'wins' : 'loses'} at ${end}`));
        return cell;
    });
}

/** @type {(game: Game, score: number) => number} the number of the move that ends the game, by a score of the side to move */
function finalMove(game, score) {
    const isFirst = (game.toMove === 'X') === score > 0;
    const stones = Math.floor((game.width * game.height + (isFirst ? 1 : 0)) / 2);
    return 2 * (stones + 1 - Math.abs(score)) - (isFirst ? 1 : 0);
}

/** @param {Game} game */
function describe({ width, height, columns, winner, isOver, toMove, count }) {
    const stones = columns.map((column, index) => ` Column ${index + 1}, from the bottom: ${column.join(' ') || 'empty'}.`);
    const result = winner ? `${winner} has won on move ${count}.` : isOver ? 'The game is a draw.' : `${toMove} to move.`;
    return `Connect Four, ${width} columns, ${height} rows. ${result}${stones.join('')}`;
}

if (globalThis.customElements && !customElements.get('marlin-board')) customElements.define('marlin-board', MarlinBoard);
