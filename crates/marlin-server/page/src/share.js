// Sharing: the link of the position, by the system or as a copy.

import { toQuery } from "./address.js";
import { html } from "./html.js";
import { fill, parts, say } from "./parts.js";
import { state } from "./state.js";

/**
 * Shares the link of a place of the page with a text, or copies both.
 *
 * @param {string} [text]
 * @param {import("./address.js").Address} [place]
 */
export async function share(text = "", place = state) {
    const url = new URL(toQuery(place) || location.pathname, location.href).href;
    try {
        if (text && navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ text, url });
        await navigator.clipboard.writeText(text ? `${text}\n${url}` : url);
        say("The link is copied.");
    } catch (error) {
        // The person has closed the dialog of the system.
        if (error instanceof DOMException && error.name === "AbortError") return;
        fill(parts.panel, html("label", {}, "Link ", html("input", { value: url, readonly: "" })));
    }
}
