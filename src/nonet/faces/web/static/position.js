// What the board draws: a position, as plain data.

/**
 * @import { Shape } from "../api_types.d.ts"
 *
 * @typedef {object} Position  sets hold cells
 * @property {number[]} givens
 * @property {number[]} values
 * @property {number[][]} corner
 * @property {number[][]} centre
 * @property {number[][]} candidates
 * @property {boolean} auto  candidates are shown instead of corner notes
 * @property {number[]} colours  the first colour of each cell
 * @property {[cell: number, colour: number][]} moreColours  further colours
 * @property {Map<number, [digit: number, colour: number][]>} tints  coloured candidates, by cell
 * @property {Set<number>} revealed
 * @property {Set<number>} conflicts
 * @property {Set<number>} mistakes
 * @property {Set<number>} [doubtful]  hard to read in a photograph
 * @property {Set<number>} pending  changed by moves that the server has not answered yet
 * @property {boolean} highlightPeers
 * @property {boolean} highlightSame
 */

/**
 * A board with its givens and nothing else.
 * @param {number[]} givens
 * @returns {Position}
 */
export function emptyPosition(givens) {
  const none = () => givens.map(() => /** @type {number[]} */ ([]));
  return {
    givens,
    values: givens,
    corner: none(),
    centre: none(),
    candidates: none(),
    auto: false,
    colours: givens.map(() => 0),
    moreColours: [],
    tints: new Map(),
    revealed: new Set(),
    conflicts: new Set(),
    mistakes: new Set(),
    pending: new Set(),
    highlightPeers: true,
    highlightSame: true,
  };
}

/**
 * The cells with a digit that one of their houses has twice.
 * @param {number[]} values
 * @param {Pick<Shape, "houses">} shape
 */
export function repeated(values, { houses }) {
  const twice = houses.flatMap(({ cells }) =>
    cells.filter((cell) => values[cell] && cells.some((other) => other !== cell && values[other] === values[cell])),
  );
  return new Set(twice);
}

/** The digits of a bitmask, in order. @param {number} mask */
export function digitsOf(mask) {
  const digits = [];
  for (let digit = 1; mask >> (digit - 1); digit++) if ((mask >> (digit - 1)) & 1) digits.push(digit);
  return digits;
}
