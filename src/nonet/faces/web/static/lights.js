// What a hint lights up: houses, cells, candidates and the links between them. Each part has a shape of its own,
// so that no colour needs to be told from another.

import { s } from "./dom.js";
import { UNIT, around } from "./lines.js";

const EDGE = 4; // between a cell and the notes in it

export const SQUARE = ["base", "set", "rectangle"]; // parts of a pattern that are framed, not circled

/** The class of a candidate or a cell by the part it plays. */
export function kindOf(role) {
  return { placed: "target", target: "target", eliminated: "gone" }[role] ?? role;
}

/** The drawing of a hint on a board, over the digits that stand there. */
export function* lit({ houses = [], cells = [], candidates = [], links = [] }, shape, values) {
  const { size } = shape;
  const corner = (cell) => [(cell % size) * UNIT, Math.floor(cell / size) * UNIT];
  for (const { cells: inside } of houses) {
    for (const [x, y] of inside.map(corner)) yield s("rect", { class: "lit-in lit-wash", x, y, width: UNIT, height: UNIT });
    yield s("path", { class: "lit-in lit-house", d: around(inside, size) });
  }
  for (const { cell, role, label } of cells) {
    const [x, y] = corner(cell);
    const kind = ["target", "wrong"].includes(kindOf(role)) ? kindOf(role) : "";
    yield s("rect", { class: `lit-in lit-cell ${kind}`, x: x + 4, y: y + 4, width: UNIT - 8, height: UNIT - 8, rx: kind ? 4 : 18 });
    if (label) yield s("text", { class: "lit-label", x: x + UNIT - 14, y: y + 17, "font-size": 20, text: label });
  }
  for (const { from, to, strong } of links) {
    yield s("path", { class: `lit-in lit-link ${strong ? "" : "weak"}`, d: curve(place(shape, ...from), place(shape, ...to)) });
  }
  for (const { cell, digit, role } of candidates) {
    if (!values[cell]) yield* mark(shape, cell, digit, role);
  }
}

/** One candidate: its digit in a circle or a frame, struck out if it goes. */
function* mark(shape, cell, digit, role) {
  const [x, y] = place(shape, cell, digit);
  const reach = (UNIT * 0.47) / Math.max(...shape.note_shape);
  const kind = kindOf(role);
  yield s("circle", { cx: x, cy: y, r: reach, class: "lit-back" });
  yield s("rect", {
    class: `lit-in lit-mark ${kind}`,
    x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach, rx: SQUARE.includes(role) ? 3 : reach,
  });
  yield s("text", { class: "lit-digit", x, y, "font-size": reach * 1.5, text: shape.symbols[digit - 1] });
  if (kind === "gone") yield s("path", { class: "lit-strike", d: `M${x - reach} ${y + reach}L${x + reach} ${y - reach}` });
}

/** Where a candidate stands: the middle of its note. */
function place({ size, note_shape: [rows, columns] }, cell, digit) {
  const inside = UNIT - 2 * EDGE;
  const x = (cell % size) * UNIT + EDGE + ((((digit - 1) % columns) + 0.5) * inside) / columns;
  const y = Math.floor(cell / size) * UNIT + EDGE + ((Math.floor((digit - 1) / columns) + 0.5) * inside) / rows;
  return [x, y];
}

/** From place to place, bent a little, so that links do not hide each other. */
function curve([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const bend = Math.min(0.14 * length, 40);
  const [x, y] = [(x1 + x2) / 2 - ((y2 - y1) / length) * bend, (y1 + y2) / 2 + ((x2 - x1) / length) * bend];
  return `M${x1} ${y1}Q${x} ${y} ${x2} ${y2}`;
}
