// Whether a puzzle of the player's own can be played, and how hard it is: asks the server and shows its answer.

import { api, messageOf } from "./api.js";
import { h } from "./dom.js";
import { isPacked } from "./draft.js";
import { t } from "./words.js";

/**
 * @import { Operations, Verdict } from "../api_types.d.ts"
 * @typedef {Operations["POST /api/parse"]["body"]} Input
 * @typedef {Omit<Verdict, "kind" | "clues"> & { kind: Verdict["kind"] | "error" }} Judgement
 */

const DELAY = 250; // milliseconds between the last key and the request

export class PuzzleVerdict {
  /** @param {(verdict: Judgement | null) => void} judged  called with every verdict; null: there is nothing to judge */
  constructor(judged) {
    this.judged = judged;
    this.line = h("p", { class: "verdict", role: "status" });
    this.rating = h("p", { class: "rating", role: "status" });
    this.share = ""; // the puzzle as text, if it can be played
    this.requests = 0; // an answer to an older one is not shown
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  close() {
    clearTimeout(this.timer);
    this.requests++;
  }

  /** @param {Input | null} input  null: there is nothing to judge */
  askSoon(input) {
    this.close();
    this.share = "";
    if (input) this.timer = setTimeout(() => this.ask(input), DELAY);
    else this.show(null);
  }

  /** @param {Input} input */
  async ask(input) {
    const number = ++this.requests;
    const verdict = await judgement(input);
    if (number !== this.requests) return;
    this.show(verdict);
    if (!this.share || verdict.kind !== "one" || isPacked(verdict.puzzle?.text)) return; // techniques tell of clues
    try {
      const { text } = await api.rate({ puzzle: this.share });
      if (number === this.requests) this.rating.textContent = text;
    } catch (error) {
      messageOf(error); // without a rating, then
    }
  }

  /** @param {Judgement | null} verdict */
  show(verdict) {
    this.share = (verdict?.playable && verdict.puzzle?.share) || "";
    this.say(verdict?.text ?? t("Paste a puzzle, or select a cell and type."), verdict?.kind);
    this.judged(verdict);
  }

  /**
   * Shows a text in place of the verdict.
   * @param {string} text
   * @param {Judgement["kind"]} [kind]
   */
  say(text, kind) {
    this.line.textContent = text;
    this.line.className = `verdict ${kind ?? ""}`;
    this.rating.textContent = "";
  }
}

/** @param {Input} input @returns {Promise<Judgement>} */
async function judgement(input) {
  try {
    return await api.parse(input);
  } catch (error) {
    return { kind: "error", text: messageOf(error), cells: [], playable: false, puzzle: null };
  }
}
