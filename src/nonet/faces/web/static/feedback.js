// Sound and haptics for those who switch them on: a tick for a digit, a chord for a house, a melody at the end. The
// sounds are made here, so no file is loaded.

/**
 * @import { Settings } from "../api_types.d.ts"
 * @typedef {"placed" | "wrong" | "house" | "solved"} Occasion
 */

/** Frequencies in hertz, one after another, and how a telephone vibrates, in milliseconds. */
const OCCASIONS = {
  placed: { notes: [523], vibration: [12] },
  wrong: { notes: [196, 185], vibration: [30, 40, 30] },
  house: { notes: [523, 659], vibration: [15, 30, 15] },
  solved: { notes: [523, 659, 784, 1047], vibration: [20, 40, 20, 40, 60] },
};
const NOTE = 0.09; // seconds
const VOLUME = 0.08;

/** Which occasion an event of the game is; the last one that fits counts most. */
const BY_EVENT = /** @type {Record<string, Occasion>} */ ({
  placed: "placed",
  "house-done": "house",
  "rule-broken": "wrong",
  "clue-broken": "wrong",
  mistake: "wrong",
  refused: "wrong",
  finished: "solved",
});
/** @type {Occasion[]} */
const RANKS = ["placed", "house", "wrong", "solved"];

/**
 * The occasion of some events, if there is one.
 * @param {{ type: string }[]} events
 * @returns {Occasion | null}
 */
export function occasionOf(events) {
  const ranks = events.map(({ type }) => RANKS.indexOf(BY_EVENT[type]));
  return RANKS[Math.max(-1, ...ranks)] ?? null;
}

/** @type {AudioContext | null} */
let audio = null;

/** @param {Occasion} occasion @param {Pick<Settings, "sound" | "haptics">} settings */
export function giveFeedback(occasion, { sound, haptics }) {
  const { notes, vibration } = OCCASIONS[occasion];
  if (haptics && "vibrate" in navigator) navigator.vibrate(vibration);
  if (!sound) return;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (const [place, frequency] of notes.entries()) playNote(audio, frequency, start + place * NOTE);
}

/** @param {AudioContext} context @param {number} frequency @param {number} start */
function playNote(context, frequency, start) {
  const oscillator = new OscillatorNode(context, { type: "sine", frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(VOLUME, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + NOTE * 2);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + NOTE * 2);
}
