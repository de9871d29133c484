// What the player's keys mean, as actions for the server.

import { notesFor } from "./optimistic.js";

/**
 * @import { Action } from "../api_types.d.ts"
 * @import { Position } from "./position.js"
 * @typedef {"digit" | "corner" | "centre" | "colour"} Mode  what a digit key writes
 */

/**
 * A digit key for some cells. A digit or note that they all have already is taken away.
 * @param {Position} position
 * @param {number[]} cells
 * @param {number} digit
 * @param {Mode} mode
 * @returns {Action}
 */
export function digitAction(position, cells, digit, mode) {
  if (mode === "corner" || mode === "centre") {
    const notes = notesFor(position, mode);
    const empty = cells.filter((cell) => !position.values[cell]);
    const has = (/** @type {number} */ cell) => notes[cell]?.includes(digit);
    const on = mode === "corner" && position.auto ? !empty.some(has) : !empty.every(has);
    return { type: "note", cells, digit, kind: mode, on };
  }
  if (cells.every((cell) => position.values[cell] === digit)) return { type: "clear", cells };
  return { type: "place", cells, digit };
}

/**
 * A colour for some cells, or for one candidate in them; digit 0 stands for the whole cell, colour 0 for none.
 * @param {number[]} cells
 * @param {number} digit
 * @param {number} colour
 * @returns {Action[]}
 */
export function colourActions(cells, digit, colour) {
  if (!digit) return [colour ? { type: "add-colour", cells, colour } : { type: "paint", cells, colour }];
  return cells.map((cell) => ({ type: "paint-candidate", cell, digit, colour }));
}

/**
 * A mark with the first number that is free.
 * @param {string[]} marks
 * @returns {Action}
 */
export function markAction(marks) {
  let number = marks.length + 1;
  while (marks.includes(String(number))) number++;
  return { type: "mark", name: String(number) };
}
