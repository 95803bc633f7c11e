import '../board.js';
import { Engine } from '../index.js';

const input = /** @type {HTMLInputElement} */ (document.getElementById('moves'));
const scores = /** @type {HTMLElement} */ (document.getElementById('scores'));
const board = /** @type {HTMLElement} */ (document.querySelector('marlin-board'));

const engine = await Engine.start();
// The page works without the book, and at once with it.
engine.loadBook(new URL('../7x6.book', import.meta.url)).catch(console.error);

let running = new AbortController();

async function show() {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    try {
        board.setAttribute('moves', input.value);
        const onProgress = (/** @type {{ nodes: number }} */ { nodes }) => (scores.textContent = `${nodes} nodes ...`);
        const found = await engine.analyze(input.value, { signal, onProgress });
        scores.textContent = found.scores.map((score) => score ?? '-').join(' ');
    } catch (error) {
        if (!signal.aborted) scores.textContent = String(error);
    }
}

input.addEventListener('input', show);
await show();
