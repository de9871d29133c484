// The selected cells of a board, and the cursor: the cell that keys move from. It knows where the cells are, nothing
// more.

import { placesOf } from "./places.js";

/** @import { Places } from "./places.js" */
/** @typedef {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} Key */

/** @type {Record<string, [down: number, right: number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Selection {
  /** @param {Places} shape */
  constructor(shape) {
    this.rows = shape.rows;
    this.columns = shape.columns;
    const { places, cellAt } = placesOf(shape);
    this.places = places;
    this.cellAt = cellAt;
    this.cursor = 0;
    /** @type {Set<number>} */
    this.cells = new Set();
  }

  /** The selected cells in the board's order. */
  get sorted() {
    return [...this.cells].sort((a, b) => a - b);
  }

  /** The cells that are drawn, row by row. */
  get drawn() {
    return [...this.cellAt].sort(([a], [b]) => a - b).map(([, cell]) => cell);
  }

  /** The only selected cell, if there is just one. */
  get single() {
    return this.cells.size === 1 ? this.cursor : null;
  }

  /**
   * Selects cells. The cursor goes to the last of them, unless it is said where.
   * @param {Iterable<number>} cells
   * @param {number} [cursor]
   */
  select(cells, cursor) {
    this.cells = new Set(cells);
    this.cursor = cursor ?? [...this.cells].at(-1) ?? this.cursor;
  }

  /** @param {number} cell */
  add(cell) {
    this.select([...this.cells, cell], cell);
  }

  /**
   * Adds a cell, or removes it if it is selected and not the only one. Says whether it was added.
   * @param {number} cell
   */
  toggle(cell) {
    if (this.cells.has(cell) && this.cells.size > 1) {
      this.select([...this.cells].filter((other) => other !== cell));
      return false;
    }
    this.add(cell);
    return true;
  }

  /**
   * Moves the cursor, past places without a cell; over the edge it comes back on the other side. With `extend`, what
   * is selected stays so.
   * @param {number} down
   * @param {number} right
   * @param {boolean} [extend]
   */
  step(down, right, extend = false) {
    const { rows, columns, cellAt } = this;
    let [row, column] = [Math.floor(this.places[this.cursor] / columns), this.places[this.cursor] % columns];
    do {
      row = (row + down + rows) % rows;
      column = (column + right + columns) % columns;
    } while (!cellAt.has(row * columns + column));
    this.moveTo(cellAt.get(row * columns + column) ?? 0, extend);
  }

  /** @param {number} cell @param {boolean} extend */
  moveTo(cell, extend) {
    if (extend) this.add(cell);
    else this.select([cell]);
  }

  /** Handles a key that moves the cursor or selects cells, and says whether it was one. @param {Key} key */
  key({ key, shiftKey, ctrlKey, metaKey, altKey }) {
    const control = ctrlKey || metaKey;
    if (altKey) return false;
    const step = STEPS[key];
    if (step) {
      this.step(...step, shiftKey || control);
      return true;
    }
    if (control && key.toLowerCase() === "a") {
      this.select(this.drawn, this.cursor);
      return true;
    }
    if (key === "Escape" && this.cells.size > 1) {
      this.select([this.cursor]);
      return true;
    }
    const cell = this.destination(key, control);
    if (cell === null) return false;
    this.moveTo(cell, shiftKey);
    return true;
  }

  /**
   * Where Home, End, Page Up and Page Down lead; null for other keys.
   * @param {string} key
   * @param {boolean} control
   */
  destination(key, control) {
    const { columns, places, drawn } = this;
    const here = places[this.cursor];
    const inRow = drawn.filter((cell) => Math.floor(places[cell] / columns) === Math.floor(here / columns));
    const inColumn = drawn.filter((cell) => places[cell] % columns === here % columns);
    switch (key) {
      case "Home":
        return (control ? drawn : inRow)[0];
      case "End":
        return (control ? drawn : inRow).at(-1) ?? null;
      case "PageUp":
        return inColumn[0];
      case "PageDown":
        return inColumn.at(-1) ?? null;
      default:
        return null;
    }
  }
}
