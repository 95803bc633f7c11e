// The look of the board, light or dark, and sound, as the device keeps them.

import { get } from "./parts.js";
import { read, write } from "./storage.js";

const KEY = "marlin-settings-1";

/** @typedef {{theme: string, scheme: string, sound: boolean}} Settings */

const USUAL = { theme: "classic", scheme: "auto", sound: false };

/** @type {Settings} */
export const settings = read("localStorage", KEY, USUAL) ?? USUAL;

function apply() {
    const { dataset } = document.documentElement;
    dataset.theme = settings.theme;
    dataset.scheme = settings.scheme;
}

apply();

export function wireSettings() {
    const root = get("settings", HTMLElement);
    for (const input of root.querySelectorAll("input")) {
        if (input.type === "checkbox") input.checked = settings.sound;
        else input.checked = input.value === settings[/** @type {"theme" | "scheme"} */ (input.name)];
    }
    root.addEventListener("change", ({ target }) => {
        if (!(target instanceof HTMLInputElement)) return;
        if (target.type === "checkbox") settings.sound = target.checked;
        else settings[/** @type {"theme" | "scheme"} */ (target.name)] = target.value;
        write("localStorage", KEY, settings);
        apply();
    });
}
