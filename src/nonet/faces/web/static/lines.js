// What is drawn over the cells of a board: lines, diagonals and windows, outlines, and the signs of the colours.

import { s } from "./dom.js";

export const UNIT = 100; // of the drawing, a cell

/** The thin lines between cells, and the bold ones where a region ends. */
export function outlines({ size, regions: boxes }) {
  let thin = "";
  let bold = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const cell = row * size + column;
      if (column + 1 < size) {
        const line = `M${(column + 1) * UNIT} ${row * UNIT}v${UNIT}`;
        if (boxes[cell] !== boxes[cell + 1]) bold += line;
        else thin += line;
      }
      if (row + 1 < size) {
        const line = `M${column * UNIT} ${(row + 1) * UNIT}h${UNIT}`;
        if (boxes[cell] !== boxes[cell + size]) bold += line;
        else thin += line;
      }
    }
  }
  return { thin, bold };
}

/** Diagonals and windows, where the board has them. */
export function extras({ size, houses }) {
  const found = [];
  for (const { kind, cells } of houses) {
    if (kind === "diagonal") {
      const [first, last] = [cells[0], cells.at(-1)];
      const falling = first % size < last % size;
      found.push(s("path", { class: "diagonal", d: falling ? `M0 0L${size * UNIT} ${size * UNIT}` : `M${size * UNIT} 0L0 ${size * UNIT}` }));
    } else if (kind === "window") {
      found.push(s("path", { class: "pane", d: around(cells, size) }));
    }
  }
  return found;
}

/** The outline of a set of cells. */
export function around(cells, size) {
  const inside = new Set(cells);
  const inset = 5;
  let line = "";
  for (const cell of cells) {
    const [x, y] = [(cell % size) * UNIT, Math.floor(cell / size) * UNIT];
    const beside = (step, edge) => !edge && inside.has(cell + step);
    const left = beside(-1, cell % size === 0) ? 0 : inset;
    const right = beside(1, cell % size === size - 1) ? 0 : inset;
    const top = beside(-size, false) ? 0 : inset;
    const bottom = beside(size, false) ? 0 : inset;
    if (top) line += `M${x + left} ${y + inset}H${x + UNIT - right}`;
    if (bottom) line += `M${x + left} ${y + UNIT - inset}H${x + UNIT - right}`;
    if (left) line += `M${x + inset} ${y + top}V${y + UNIT - bottom}`;
    if (right) line += `M${x + UNIT - inset} ${y + top}V${y + UNIT - bottom}`;
  }
  return line;
}

// -- the signs of the eight colours -------------------------------------------------------------------------

const SIGNS = [
  "M10 1a9 9 0 1 1 0 18a9 9 0 0 1 0-18z", // disc
  "M2 2h16v16h-16z", // block
  "M10 1L19 18H1z", // wedge
  "M10 0L20 10L10 20L0 10z", // diamond
  "M7 1h6v6h6v6h-6v6h-6v-6h-6v-6h6z", // cross
  "M10 0l2.9 6.6 7.1.7-5.4 4.7 1.6 7L10 15.3 3.8 19l1.6-7L0 7.3l7.1-.7z", // star
  "M10 1a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM10 6a4 4 0 1 0 0 8a4 4 0 0 0 0-8z", // ring
  "M1 3h18v4H1zM1 12h18v4H1z", // bars
];

/** The shape that stands for a colour. */
export function paintSign(colour) {
  return s("svg", { class: "paint-sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: SIGNS[colour - 1], "fill-rule": "evenodd" }));
}

/** A picture of a board, small: its lines, and digits if there are any. */
export function thumbnail(shape, values = []) {
  const whole = shape.size * UNIT;
  const { thin, bold } = outlines(shape);
  const windows = shape.houses.filter((house) => house.kind === "window").flatMap((house) => house.cells);
  const at = (cell) => [(cell % shape.size) * UNIT, Math.floor(cell / shape.size) * UNIT];
  return s(
    "svg",
    { class: "thumb", viewBox: `-6 -6 ${whole + 12} ${whole + 12}`, "aria-hidden": "true", focusable: "false" },
    s("rect", { class: "thumb-back", x: 0, y: 0, width: whole, height: whole, rx: whole / 24 }),
    ...windows.map((cell) => s("rect", { class: "thumb-window", x: at(cell)[0], y: at(cell)[1], width: UNIT, height: UNIT })),
    ...[...values].flatMap((value, cell) =>
      value ? [s("rect", { class: "thumb-value", x: at(cell)[0] + 26, y: at(cell)[1] + 26, width: 48, height: 48, rx: 14 })] : [],
    ),
    s("path", { class: "thin", d: thin }),
    ...extras(shape).filter((element) => element.getAttribute("class") === "diagonal"),
    s("path", { class: "bold", d: bold }),
    s("rect", { class: "frame", x: 0, y: 0, width: whole, height: whole, rx: whole / 24 }),
  );
}
