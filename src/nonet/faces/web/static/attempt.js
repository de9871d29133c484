// An exercise: a position, and the steps that are right in it. Every move is checked against them at once.

/**
 * @import { Practice } from "../api_types.d.ts"
 * @typedef {"right" | "wrong" | "again"} Judgement
 */

export class Attempt {
  /** @param {Practice["answers"]} answers */
  constructor(answers) {
    /** Whether digits are to be placed; otherwise candidates are to be struck out. */
    this.placing = answers.some(({ placements }) => placements.length > 0);
    this.answers = answers.map(({ placements, eliminations }) =>
      (this.placing ? placements : eliminations).map(([cell, digit]) => `${cell},${digit}`),
    );
    /** @type {Set<string>} */
    this.made = new Set();
    this.mistakes = 0;
  }

  /**
   * A digit in a cell, to be placed or to be struck out.
   * @param {number} cell
   * @param {number} digit
   * @returns {Judgement}
   */
  try(cell, digit) {
    const move = `${cell},${digit}`;
    if (this.made.has(move)) return "again";
    if (!this.answers.some((answer) => answer.includes(move))) {
      this.mistakes++;
      return "wrong";
    }
    this.made.add(move);
    return "right";
  }

  /** Whether all of some right step is made. */
  get solved() {
    return this.answers.some((answer) => answer.length > 0 && answer.every((move) => this.made.has(move)));
  }

  /** Whether the first of the right steps is made. */
  get solvedFirst() {
    return this.answers[0].every((move) => this.made.has(move));
  }

  /** How many moves the step that is closest to its end still needs. */
  get left() {
    return Math.min(...this.answers.map((answer) => answer.filter((move) => !this.made.has(move)).length));
  }
}
