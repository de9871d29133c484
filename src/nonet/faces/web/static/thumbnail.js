// A small picture of a board: for lists of games, and to choose a board.

import { s } from "./dom.js";
import { cornerOf, extras, outlines, UNIT } from "./drawing.js";
import { placesOf } from "./places.js";
import { ruleLayers } from "./rule_layer.js";

/** @import { Drawing, Shape } from "../api_types.d.ts" */

/**
 * Its lines, a dot for each digit, and what the rules of a variant look like.
 * @param {Shape} shape
 * @param {number[]} [values]
 * @param {Drawing | null} [drawing]
 */
export function thumbnail(shape, values = [], drawing = null) {
  const [width, height] = [shape.columns * UNIT, shape.rows * UNIT];
  const rx = width / 24;
  const { under, over } = ruleLayers(drawing);
  const [left, top, right, bottom] = (drawing?.margins ?? [0, 0, 0, 0]).map((margin) => margin * UNIT + 6);
  const box = `${-left} ${-top} ${left + width + right} ${top + height + bottom}`;
  const { thin, bold } = outlines(shape);
  const { places, cellAt } = placesOf(shape);
  const whole = { x: 0, y: 0, width, height, rx };
  const windows = shape.houses.filter((house) => house.kind === "window").flatMap((house) => house.cells);
  const square = (/** @type {number} */ cell, /** @type {number} */ inset, /** @type {object} */ attributes) => {
    const [x, y] = cornerOf(places[cell], shape.columns);
    const side = UNIT - 2 * inset;
    return s("rect", { x: x + inset, y: y + inset, width: side, height: side, ...attributes });
  };
  return s(
    "svg",
    { class: "thumb", viewBox: box, "aria-hidden": "true", focusable: "false" },
    ...(shape.places
      ? [...cellAt.values()].map((cell) => square(cell, 0, { class: "thumb-back" }))
      : [s("rect", { class: "thumb-back", ...whole })]),
    ...windows.map((cell) => square(cell, 0, { class: "thumb-window" })),
    under,
    ...values.map((value, cell) =>
      value && places[cell] >= 0 ? square(cell, 26, { class: "thumb-value", rx: 14 }) : null,
    ),
    s("path", { class: "thin", d: thin }),
    ...extras(shape).filter((element) => element.getAttribute("class") === "diagonal"),
    s("path", { class: "bold", d: bold }),
    over,
    shape.places ? null : s("rect", { class: "frame", ...whole }),
  );
}
