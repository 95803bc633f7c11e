// Elements of the cards.

import { inWords } from "./words.js";

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function html(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
}

/**
 * A button.
 *
 * @param {string} text
 * @param {() => unknown} action
 * @param {string} [kind] its class
 */
export function button(text, action, kind = "") {
    const node = html("button", { type: "button", class: kind }, text);
    node.addEventListener("click", () => void action());
    return node;
}

/**
 * Buttons in a row.
 *
 * @param {...Node} children
 */
export function buttons(...children) {
    return html("div", { class: "buttons" }, ...children);
}

/**
 * A text whose names of cells light their holes on the board.
 *
 * @param {import("./words.js").Part[]} parts
 * @param {import("./words.js").Names} names the names of the sides
 * @returns {(Node | string)[]}
 */
export function linked(parts, names) {
    return parts.map((part) => (part !== null && typeof part === "object" && "cell" in part ? cellName(part.cell) : inWords(part, names)));
}

/**
 * The name of a cell, which lights its hole.
 *
 * @param {string} cell
 */
export function cellName(cell) {
    return html("button", { type: "button", class: "cell-name", "data-cell": cell }, cell);
}
