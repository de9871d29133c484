// Moves that the server has not answered yet, drawn over the last state it sent: a digit is seen at once, and stays
// while the server is away. This only draws; the server decides what a move does.

import { digitsOf, repeated } from "./position.js";

/**
 * @import { Action, Game, Settings } from "../api_types.d.ts"
 * @import { Position } from "./position.js"
 *
 * @typedef {Omit<Game, "corner" | "centre" | "candidates"> & Notes} GameState  a game with its notes decoded
 * @typedef {{ corner: number[][], centre: number[][], candidates: number[][] }} Notes  for each cell, digits in order
 */

/**
 * Decodes the notes of a game: bitmasks become lists of digits.
 * @param {Game} game
 * @returns {GameState}
 */
export function decoded(game) {
  return {
    ...game,
    corner: game.corner.map(digitsOf),
    centre: game.centre.map(digitsOf),
    candidates: game.candidates.map(digitsOf),
  };
}

/**
 * The position to draw: the server's state with the unsent actions over it.
 * @param {GameState} state
 * @param {Action[]} unsent
 * @param {Settings} settings
 * @returns {Position}
 */
export function positionAfter(state, unsent, settings) {
  /** @type {Position} */
  const position = {
    givens: state.givens,
    values: [...state.values],
    corner: [...state.corner],
    centre: [...state.centre],
    candidates: [...state.candidates],
    auto: state.auto,
    colours: [...state.colours],
    moreColours: state.more_colours,
    tints: tintsOf(state),
    revealed: new Set(state.revealed),
    conflicts: new Set(state.conflicts),
    mistakes: new Set(state.mistakes),
    pending: new Set(),
    highlightPeers: settings.highlight_peers,
    highlightSame: settings.highlight_same,
  };
  for (const move of withoutUndone(unsent).moves) apply(position, move);
  return position;
}

/**
 * What can be told of a board that was filled without the server; null if it is not full, or if not all is drawn.
 * @param {GameState} state
 * @param {Action[]} unsent
 * @param {Settings} settings
 * @returns {"finished" | "full" | "unchecked" | null}
 */
export function verdictOn(state, unsent, settings) {
  const { status, rules, total, shape } = state;
  const { values } = positionAfter(state, unsent, settings);
  if (status !== "playing" || !unsent.length || values.slice(0, total).includes(0)) return null;
  if (!withoutUndone(unsent).isWhole || !isSure(unsent, state.givens)) return null;
  if (repeated(values, shape).size) return "full";
  return rules ? "unchecked" : "finished";
}

/** @param {GameState} state */
function tintsOf(state) {
  /** @type {Position["tints"]} */
  const tints = new Map();
  for (const [cell, digit, colour] of state.candidate_colours) {
    tints.set(cell, [...(tints.get(cell) ?? []), [digit, colour]]);
  }
  return tints;
}

/**
 * Whether it is sure what is taken back. The server refuses some moves, such as a note in a filled cell, and an undo
 * then takes back the one before; of digits in cells that are not given, the page knows that they are moves.
 * @param {Action[]} unsent
 * @param {number[]} givens
 */
function isSure(unsent, givens) {
  const free = (/** @type {number} */ cell) => !givens[cell];
  return (
    !unsent.some(isReversal) ||
    unsent.every((each) => isReversal(each) || isPause(each) || (each.type === "place" && each.cells.some(free)))
  );
}

/** @param {Action} action */
const isReversal = ({ type }) => type === "undo" || type === "redo";

/** @param {Action} action */
const isPause = ({ type }) => type === "pause" || type === "resume";

/** What changes digits in a way that only the server knows. */
const HIDDEN = new Set(["undo-to-mistake", "return-to", "reveal", "restart", "give-up"]);

/**
 * The moves that remain when their own undos and redos have been taken into account; and whether these are all that
 * change digits, or there are others, such as an undo of a move that the server has.
 * @param {Action[]} actions
 */
function withoutUndone(actions) {
  /** @type {Action[]} */
  const moves = [];
  /** @type {Action[]} */
  const undone = [];
  let isWhole = true;
  for (const action of actions) {
    if (isReversal(action)) {
      const [from, to] = action.type === "undo" ? [moves, undone] : [undone, moves];
      isWhole &&= from.length > 0;
      to.push(...from.splice(-1));
    } else if (!isPause(action)) {
      isWhole &&= !HIDDEN.has(action.type);
      moves.push(action);
      undone.length = 0;
    }
  }
  return { moves, isWhole };
}

/** @param {Position} position @param {Action} move */
function apply(position, move) {
  if (!("cells" in move)) return;
  for (const cell of move.cells) {
    if (position.givens[cell]) continue;
    position.pending.add(cell);
    position.conflicts.delete(cell);
    position.mistakes.delete(cell);
    if (move.type === "place") position.values[cell] = move.digit;
    else if ("colour" in move) applyColour(position, cell, move);
    else if (move.type === "note") applyNote(position, cell, move);
    else if (move.type === "clear" && position.values[cell]) position.values[cell] = 0;
    else if (move.type === "clear") position.corner[cell] = position.centre[cell] = [];
  }
}

/** @param {Position} position @param {number} cell @param {Action & { type: "paint" | "add-colour" }} paint */
function applyColour({ colours }, cell, { type, colour }) {
  if (type === "paint" || !colours[cell]) colours[cell] = colour;
}

/** @param {Position} position @param {number} cell @param {Action & { type: "note" }} note */
function applyNote(position, cell, { digit, kind, on = true }) {
  const notes = notesFor(position, kind);
  const others = (notes[cell] ?? []).filter((other) => other !== digit);
  notes[cell] = on ? [...others, digit].sort((a, b) => a - b) : others;
}

/**
 * The notes that a key changes. Where candidates are shown, a corner note strikes one out or brings it back.
 * @param {Position} position
 * @param {"corner" | "centre"} [kind]
 */
export function notesFor(position, kind = "corner") {
  if (kind === "centre") return position.centre;
  return position.auto ? position.candidates : position.corner;
}
