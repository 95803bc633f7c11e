// Two sounds, made of tones: a stone that lands, and a win. They are off until a person turns them on.

import { onRender } from "./session.js";
import { settings } from "./settings.js";
import { state } from "./state.js";

/** @type {AudioContext | null} */
let audio = null;
let stones = 0;

/**
 * Plays a tone.
 *
 * @param {number} frequency
 * @param {number} after in seconds
 * @param {number} length in seconds
 * @param {OscillatorType} type
 */
function tone(frequency, after, length, type) {
    audio ??= new AudioContext();
    const start = audio.currentTime + after;
    const [source, volume] = [audio.createOscillator(), audio.createGain()];
    source.type = type;
    source.frequency.setValueAtTime(frequency, start);
    volume.gain.setValueAtTime(0.2, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    source.connect(volume).connect(audio.destination);
    source.start(start);
    source.stop(start + length);
}

export function wireSound() {
    onRender(() => {
        const { position } = state;
        if (!position || position.stones === stones) return;
        const isMove = position.stones === stones + 1;
        stones = position.stones;
        if (!settings.sound || !isMove) return;
        tone(190, 0.3, 0.09, "triangle");
        if (position.result === "X" || position.result === "O") [523, 659, 784].forEach((frequency, index) => tone(frequency, 0.6 + 0.12 * index, 0.35, "sine"));
    });
}
