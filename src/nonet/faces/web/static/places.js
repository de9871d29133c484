// Where the cells of a board are drawn. A place is a number, row by row; some may be empty, as between the boards of a
// samurai, and a cell that only numbers a region has none (-1).

/**
 * @import { Shape } from "../api_types.d.ts"
 * @typedef {Pick<Shape, "rows" | "columns"> & Partial<Pick<Shape, "places" | "names">>} Places
 */

/** The place of each cell, and the cell of each place. @param {Places} shape */
export function placesOf({ rows, columns, places }) {
  const all = places ?? [...Array(rows * columns).keys()];
  return { places: all, cellAt: new Map(all.flatMap((place, cell) => (place < 0 ? [] : [[place, cell]]))) };
}

/** The rows of the board itself, without those of the cells beside it. @param {Places} shape */
export function rowsOf({ rows, columns, places, names = [] }) {
  return places ? Math.floor(places[places.length - 1 - names.length] / columns) + 1 : rows;
}

/**
 * The name of a cell beside the board; undefined for others.
 * @param {number} cell
 * @param {Places} shape
 */
export function nameOf(cell, { places, names }) {
  return names?.[cell - (places?.length ?? 0) + names.length];
}
