// The cells of a photograph that are hard to read, until the player has looked at each of them.

/**
 * @import { PhotoReading } from "../api_types.d.ts"
 * @typedef {PhotoReading["doubts"][number]} Doubt
 */

export class Doubts {
  /** @param {Doubt[]} doubts */
  constructor(doubts = []) {
    /** @type {Map<number, Doubt>} */
    this.open = new Map(doubts.map((doubt) => [doubt.cell, doubt]));
  }

  get cells() {
    return new Set(this.open.keys());
  }

  /**
   * What a cell may be, the digit that was read first; 0 is empty. Nothing if the cell is not doubtful.
   * @param {number} cell
   */
  choices(cell) {
    const doubt = this.open.get(cell);
    return doubt ? [doubt.digit, ...doubt.others] : [];
  }

  /**
   * The player has looked at these cells.
   * @param {Iterable<number>} cells
   */
  settle(cells) {
    for (const cell of cells) this.open.delete(cell);
  }

  /**
   * The next doubtful cell after this one, from the beginning again after the last; null if there is none.
   * @param {number} cell
   */
  next(cell) {
    const cells = [...this.open.keys()].sort((a, b) => a - b);
    return cells.find((each) => each > cell) ?? cells[0] ?? null;
  }
}
