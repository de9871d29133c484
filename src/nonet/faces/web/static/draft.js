// A puzzle that is being typed in: its digits, undo and redo, kept in the browser until it is played or cleared.

const MEMORY = "nonet.draft"; // the key in the browser's storage
const MOST = 500; // steps back

export class Draft {
  /**
   * @param {string} board  the name of the board
   * @param {number} size  cells in a row
   */
  constructor(board, size) {
    this.board = board;
    /** @type {number[]} */
    this.values = Array(size * size).fill(0);
    /** @type {number[][]} */
    this.past = [];
    /** @type {number[][]} */
    this.future = [];
  }

  get empty() {
    return this.values.every((value) => value === 0);
  }

  /**
   * Takes over other digits; undo brings the old ones back.
   * @param {number[]} values
   */
  change(values) {
    if (values.length === this.values.length && values.every((value, cell) => value === this.values[cell])) return;
    this.past.push(this.values);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
    this.values = values;
    this.save();
  }

  /**
   * Writes a digit into cells; 0 erases.
   * @param {Iterable<number>} cells
   * @param {number} digit
   */
  write(cells, digit) {
    const chosen = new Set(cells);
    this.change(this.values.map((value, cell) => (chosen.has(cell) ? digit : value)));
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.values);
    this.values = before;
    this.save();
  }

  redo() {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.values);
    this.values = after;
    this.save();
  }

  save() {
    try {
      localStorage.setItem(MEMORY, JSON.stringify({ board: this.board, values: this.values }));
    } catch {
      // Storage is full or forbidden: the draft is lost when the page is closed.
    }
  }

  static forget() {
    localStorage.removeItem(MEMORY);
  }

  /**
   * The draft that was kept, if it fits one of the boards.
   * @param {{ name: string, shape: { size: number } }[]} boards
   */
  static kept(boards) {
    try {
      const { board, values } = JSON.parse(localStorage.getItem(MEMORY) ?? "null") ?? {};
      const size = boards.find(({ name }) => name === board)?.shape.size ?? 0;
      if (!size || !isFilling(values, size)) return null;
      const draft = new Draft(board, size);
      draft.values = values;
      return draft;
    } catch {
      return null;
    }
  }
}

/**
 * Whether a list has a digit of the board, or 0, for each cell.
 * @param {unknown} values
 * @param {number} size
 */
function isFilling(values, size) {
  const fits = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= size;
  return Array.isArray(values) && values.length === size * size && values.every(fits);
}

/**
 * The puzzle in a text: what a link of this page has after #p=, otherwise all of it.
 * @param {string} text
 */
export function puzzleIn(text) {
  const shared = /#p=(\S+)/.exec(text)?.[1];
  if (!shared) return text;
  try {
    return decodeURIComponent(shared);
  } catch {
    return shared;
  }
}

/**
 * A puzzle with rules, with other givens.
 * @param {string} variant  its JSON
 * @param {number[]} values
 */
export function withGivens(variant, values) {
  const symbols = values.map((value) => (value ? value.toString(36).toUpperCase() : "."));
  return JSON.stringify({ ...JSON.parse(variant), givens: symbols.join("") });
}
