// Contents of a draft with undo and redo. The current contents are kept in the browser and survive a reload.

/** @import { Shape } from "../api_types.d.ts" */

const MOST = 300; // steps back

/** @template {object} Contents */
export class KeptHistory {
  /**
   * @param {string} memory  the key in the browser's storage
   * @param {Contents} contents
   */
  constructor(memory, contents) {
    this.memory = memory;
    this.contents = contents;
    /** @type {Contents[]} */
    this.past = [];
    /** @type {Contents[]} */
    this.future = [];
  }

  /**
   * Takes over other contents; undo brings the old ones back.
   * @param {Partial<Contents>} changes
   */
  change(changes) {
    const before = this.contents;
    const after = { ...before, ...changes };
    const names = /** @type {(keyof Contents)[]} */ (Object.keys(changes));
    if (names.every((name) => JSON.stringify(after[name]) === JSON.stringify(before[name]))) return;
    this.past.push(before);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
    this.contents = after;
    this.save();
  }

  /**
   * Takes over other contents without a step for undo.
   * @param {Partial<Contents>} changes
   */
  amend(changes) {
    this.contents = { ...this.contents, ...changes };
    this.save();
  }

  undo() {
    this.move(this.past, this.future);
  }

  redo() {
    this.move(this.future, this.past);
  }

  /**
   * @param {Contents[]} from
   * @param {Contents[]} to
   */
  move(from, to) {
    const other = from.pop();
    if (!other) return;
    to.push(this.contents);
    this.contents = other;
    this.save();
  }

  save() {
    try {
      localStorage.setItem(this.memory, JSON.stringify(this.contents));
    } catch {
      // Storage is full or forbidden: the draft is lost when the page is closed.
    }
  }

  forget() {
    localStorage.removeItem(this.memory);
  }
}

/**
 * What is kept in the browser under this key; null if there is nothing, or nothing that can be parsed.
 * @param {string} memory
 */
export function keptContents(memory) {
  try {
    return JSON.parse(localStorage.getItem(memory) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Whether contents have a board, and a digit of the board, or 0, for each of its cells.
 * @param {any} found
 * @returns {found is { layout: string, shape: Shape, values: number[] }}
 */
export function isFilledBoard(found) {
  const size = found?.shape?.size;
  const fits = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= size;
  return (
    typeof found?.layout === "string" &&
    Number.isInteger(size) &&
    ["regions", "houses", "note_shape"].every((name) => Array.isArray(found.shape[name])) &&
    Array.isArray(found.values) &&
    found.values.length === size * size &&
    found.values.every(fits)
  );
}
