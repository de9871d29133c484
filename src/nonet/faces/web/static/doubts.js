// The cells of a photograph that are hard to read, until the player has looked at each of them.

/**
 * @import { PhotoReading } from "../api_types.d.ts"
 *
 * @typedef {PhotoReading["doubts"][number] & { detail?: string }} Doubt  detail: the cell in the photograph, as a data URL
 * @typedef {object} KeptPhoto  what the draft keeps of a photograph
 * @property {number} clues  digits that were read
 * @property {number} doubtful  cells that were hard to read
 * @property {Doubt[]} doubts  those that the player has not looked at yet
 * @property {Doubt[]} settled  those that only the rules could decide
 * @property {number} [others]  further puzzles in the picture; drafts of older versions do not say
 */

/**
 * What a cell may be, the digit that was read first; 0 is empty. Nothing if the cell is not doubtful.
 * @param {Doubt[]} doubts
 * @param {number} cell
 */
export function choicesAt(doubts, cell) {
  const doubt = doubts.find((each) => each.cell === cell);
  return doubt ? [doubt.digit, ...doubt.others] : [];
}

/**
 * The photograph after the player has looked at these cells.
 * @param {KeptPhoto | null} photo
 * @param {Set<number>} cells
 */
export function unchecked(photo, cells) {
  return photo && { ...photo, doubts: photo.doubts.filter(({ cell }) => !cells.has(cell)) };
}

/**
 * The next doubtful cell after this one, from the beginning again after the last; null if there is none.
 * @param {Doubt[]} doubts
 * @param {number} cell
 */
export function nextDoubt(doubts, cell) {
  const cells = doubts.map((each) => each.cell).sort((a, b) => a - b);
  return cells.find((each) => each > cell) ?? cells[0] ?? null;
}
