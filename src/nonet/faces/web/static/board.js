// The board: a grid of cells for eyes and screen readers, with lines drawn over it. Cells are selected by keys, mouse
// and touch (board_pointer.js). It draws what it is told and knows no rules; houses only serve to highlight the peers of
// a cell.

import { BoardPointer } from "./board_pointer.js";
import { cellContents, cellLabel, cellParts } from "./cell.js";
import { countDigitsOf, symbolOf } from "./digits.js";
import { fill, h, s, set } from "./dom.js";
import { cornerOf, extras, outlines, UNIT } from "./drawing.js";
import { nameOf, rowsOf } from "./places.js";
import { framePlace, markLayer, ruleLayers } from "./rule_layer.js";
import { Selection } from "./selection.js";
import { t } from "./words.js";

/**
 * @import { Drawing, Rules, Shape } from "../api_types.d.ts"
 * @import { Position } from "./position.js"
 * @import { Marks } from "./rule_layer.js"
 *
 * @typedef {object} DrawnCell
 * @property {HTMLElement} element
 * @property {string} look  what it was drawn from
 * @property {string} contents  what its contents were drawn from: they stay when only their look changes
 * @property {string} highlight  what its highlights were drawn from
 */

const WHOLE_CELL = [4, 4, 4, 4]; // insets of notes where no rule is in their way
const FLAGS = /** @type {const} */ (["given", "revealed", "conflict", "mistake", "doubtful", "pending"]);

export class Board {
  /**
   * @param {Shape} shape
   * @param {object} [options]
   * @param {string} [options.label]  what a screen reader calls it
   * @param {Drawing | null} [options.rules]  what the rules of a variant look like
   * @param {() => void} [options.selected]  called when the selection changes
   * @param {(cell: number) => void} [options.tapped]  called when a cell is pressed without a modifier key
   */
  constructor(shape, { label = "", rules = null, selected = () => {}, tapped = () => {} } = {}) {
    this.selected = selected;
    this.tapped = tapped;
    this.multiSelect = false; // on a touch screen: each tap adds a cell
    this.heldDigit = 0; // highlighted everywhere, whatever is selected
    this.hintShown = false; // peers and equal digits are not highlighted then
    /** @type {Position | null} */
    this.position = null;
    this.grid = h("div", { class: "board", role: "grid", "aria-label": label, "aria-multiselectable": "true" });
    this.under = s("svg", { class: "under", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.over = s("svg", { class: "over", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.overlay = s("g");
    this.ring = s("rect", { class: "cursor", rx: 8 });
    this.others = s("g"); // cursors of other players
    this.labels = h("div", { class: "labels", "aria-hidden": "true" });
    this.element = h("div", { class: "board-frame" }, this.labels, this.grid, this.under, this.over);
    this.shape = shape;
    this.rules = rules;
    /** @type {Map<number, string[]>} */
    this.clues = new Map(); // the names of the clues that are drawn in a cell
    this.selection = new Selection(shape);
    /** @type {DrawnCell[]} */
    this.cells = [];
    this.build();
    this.pointer = new BoardPointer(this);
    this.grid.addEventListener("focusin", (event) => this.focused(event));
  }

  // -- the shape --------------------------------------------------------------------------------------------

  /** Becomes a board of another shape. @param {Shape} shape */
  setShape(shape) {
    if (JSON.stringify(this.shape) === JSON.stringify(shape)) return;
    this.shape = shape;
    this.position = null; // that of the old shape
    this.selection = new Selection(shape);
    this.build();
  }

  /** Draws the rules of another puzzle on the same board; null: of none. @param {Drawing | null} rules */
  setRules(rules) {
    if (JSON.stringify(this.rules) === JSON.stringify(rules)) return;
    this.rules = rules;
    this.makeRoom();
    this.drawLines();
  }

  /** What a screen reader says of the clues in a cell. @param {Rules["clues"]} clues */
  setClues(clues) {
    this.clues = new Map();
    for (const { name, cells, outside } of clues) {
      for (const cell of outside ? [] : cells) this.clues.set(cell, [...(this.clues.get(cell) ?? []), name]);
    }
    if (this.position) this.show(this.position);
  }

  build() {
    const { rows: height, columns, note_shape: noteShape, houses } = this.shape;
    countDigitsOf(this.shape);
    this.grid.style.setProperty("--mark-rows", String(noteShape[0]));
    this.grid.style.setProperty("--mark-columns", String(noteShape[1]));
    this.element.style.setProperty("--bold", String(columns > 16 ? 1.6 : columns > 9 ? 2 : 2.4));
    set(this.grid, "aria-rowcount", height);
    set(this.grid, "aria-colcount", columns);
    const windows = new Set(houses.filter((house) => house.kind === "window").flatMap((house) => house.cells));
    const { places, cellAt } = this.selection;
    this.element.classList.toggle("open", Boolean(this.shape.places));
    this.cells = places.map((place, cell) => ({
      element: h("div", {
        class: windows.has(cell) ? "cell window" : "cell",
        role: "gridcell",
        tabindex: "-1",
        "data-cell": cell,
        "aria-colindex": (place % columns) + 1,
        "aria-selected": "false",
      }),
      look: "",
      contents: "",
      highlight: "",
    }));
    const rows = Array.from({ length: height }, (_, row) => {
      const cells = Array.from({ length: columns }, (_, column) => cellAt.get(row * columns + column));
      const elements = cells.map((cell) => (cell === undefined ? h("div") : this.cells[cell].element));
      const filled = cells.some((cell) => cell !== undefined);
      return h(
        "div",
        { class: "row", role: filled ? "row" : null, "aria-rowindex": filled ? row + 1 : null },
        ...elements,
      );
    });
    fill(this.grid, ...rows);
    this.drawLabels();
    this.makeRoom();
    this.drawLines();
  }

  /** Room for what rules draw: outside the board, and in the corners of cells. */
  makeRoom() {
    const { rules, shape } = this;
    for (const [name, part] of Object.entries(framePlace(rules, shape))) {
      this.element.style.setProperty(`--frame-${name}`, String(part));
    }
    this.element.classList.toggle("ruled", rules !== null);
    this.cells.forEach(({ element }, cell) => {
      const [left, top, right, bottom] = rules?.insets[cell] ?? WHOLE_CELL;
      element.style.setProperty("--note-inset", `${top}% ${right}% ${bottom}% ${left}%`);
      element.style.setProperty("--note-height", String((100 - top - bottom) / 100));
    });
  }

  /** The numbers of the rows and columns; the style sheet shows them where the player wants them. */
  drawLabels() {
    const { rows, columns } = this.shape;
    const line = (/** @type {string} */ name, /** @type {number} */ length) =>
      h("div", { class: name }, ...Array.from({ length }, (_, index) => h("span", { text: String(index + 1) })));
    this.element.style.setProperty("--rows", String(rows));
    this.element.style.setProperty("--columns", String(columns));
    fill(this.labels, line("column-labels", columns), line("row-labels", rowsOf(this.shape)));
  }

  drawLines() {
    const { shape } = this;
    const [width, height] = [shape.columns * UNIT, shape.rows * UNIT];
    const { thin, bold } = outlines(shape);
    const { under, over } = ruleLayers(this.rules);
    for (const layer of [this.under, this.over]) set(layer, "viewBox", `0 0 ${width} ${height}`);
    const lines = [s("path", { class: "thin", d: thin }), ...extras(shape), s("path", { class: "bold", d: bold })];
    fill(this.under, under, ...lines, over, ...this.names());
    fill(
      this.over,
      shape.places ? null : s("rect", { class: "frame", x: 0, y: 0, width, height, rx: Math.min(width / 64, 28) }),
      this.others,
      this.ring,
      this.overlay,
    );
  }

  /** The names of the cells beside the board. */
  names() {
    return this.selection.places.flatMap((place, cell) => {
      const [name, [x, y]] = [nameOf(cell, this.shape), cornerOf(place, this.shape.columns)];
      return name && place >= 0
        ? [s("text", { class: "cell-name", x: x + UNIT / 2, y: y - UNIT / 8, text: name })]
        : [];
    });
  }

  // -- its contents -----------------------------------------------------------------------------------------

  /** @param {Position} position */
  show(position) {
    this.position = position;
    this.cells.forEach((drawn, cell) => {
      const parts = cellParts(position, cell);
      const clues = this.clues.get(cell) ?? [];
      const look = JSON.stringify([parts, clues, t.language, symbolOf(10)]);
      if (drawn.look === look) return;
      drawn.look = look;
      const { element } = drawn;
      for (const flag of FLAGS) element.classList.toggle(flag, parts[flag]);
      set(element, "data-paint", parts.colours[0] ?? null);
      const stripes = parts.colours.map((colour) => `var(--paint-${colour})`);
      element.style.setProperty("--stripes", stripes.length > 1 ? striped(stripes) : "none");
      set(element, "aria-readonly", parts.given ? "true" : null);
      set(element, "aria-label", cellLabel(cell, parts, this.shape, clues));
      const { value, corner, centre, candidates, colours, tints } = parts;
      const contents = JSON.stringify([value, corner, centre, candidates, colours, tints, symbolOf(10)]);
      if (drawn.contents === contents) return;
      drawn.contents = contents;
      drawn.highlight = "";
      fill(element, ...cellContents(parts, this.shape));
    });
    this.showSelection();
  }

  showSelection() {
    const { position, selection } = this;
    if (!position) return;
    const { single, cursor } = selection;
    const alone = this.hintShown ? null : single;
    const digit = this.heldDigit || (alone === null ? 0 : position.values[alone]);
    const peers = alone !== null && position.highlightPeers ? this.housemates(alone) : new Set();
    this.cells.forEach((drawn, cell) => {
      const chosen = selection.cells.has(cell);
      const peer = peers.has(cell) && !chosen;
      const same = digit > 0 && position.highlightSame && position.values[cell] === digit && !chosen;
      const highlight = JSON.stringify([chosen, peer, same, cell === cursor, digit, position.highlightSame]);
      if (drawn.highlight === highlight) return;
      drawn.highlight = highlight;
      const { element } = drawn;
      element.classList.toggle("chosen", chosen);
      element.classList.toggle("peer", peer);
      element.classList.toggle("same", same);
      set(element, "aria-selected", chosen);
      set(element, "tabindex", cell === cursor ? "0" : "-1");
      for (const mark of element.querySelectorAll(".mark")) {
        const marked = Number(mark.getAttribute("data-digit")) === digit;
        mark.classList.toggle("same-mark", position.highlightSame && marked);
      }
    });
    this.showCursor();
  }

  /** The cells that share a house with a cell. @param {number} cell */
  housemates(cell) {
    return new Set(this.shape.houses.flatMap(({ cells }) => (cells.includes(cell) ? cells : [])));
  }

  showCursor() {
    const { columns } = this.shape;
    const { cursor, cells, places } = this.selection;
    const inset = columns > 16 ? 4 : 3;
    const [x, y] = cornerOf(places[cursor], columns);
    set(this.ring, "x", x + inset);
    set(this.ring, "y", y + inset);
    set(this.ring, "width", UNIT - 2 * inset);
    set(this.ring, "height", UNIT - 2 * inset);
    set(this.ring, "visibility", cells.size ? null : "hidden");
  }

  /**
   * Shows where other players are: a frame around each of their cells, with the sign of the player.
   * @param {{ cells: number[], player: number, sign: string }[]} cursors
   */
  showOthers(cursors) {
    const frames = cursors.flatMap(({ cells, player, sign }) =>
      cells.flatMap((cell) => {
        const place = this.selection.places[cell] ?? -1;
        if (place < 0) return [];
        const [x, y] = cornerOf(place, this.shape.columns);
        const size = { x: x + 5, y: y + 5, width: UNIT - 10, height: UNIT - 10, rx: 8 };
        const badge = s("circle", { cx: x + UNIT - 20, cy: y + 20, r: 15 }); // else a number would look like a note
        const text = s("text", { x: x + UNIT - 20, y: y + 28, text: sign });
        return [s("g", { class: "other", "data-player": player }, s("rect", size), badge, text)];
      }),
    );
    fill(this.others, ...frames);
  }

  /** Lights up what a hint speaks of; null puts it out. @param {Marks | null} hint */
  light(hint) {
    this.hintShown = hint !== null;
    this.showSelection();
    this.cells.forEach(({ element }, cell) => {
      element.classList.toggle("cleared", hint?.cleared.includes(cell) ?? false);
    });
    fill(this.overlay, hint && markLayer(hint));
  }

  /** A pulse over houses that are complete. @param {number[]} houses */
  pulse(houses) {
    const cells = new Set(houses.flatMap((house) => this.shape.houses[house]?.cells ?? []));
    for (const cell of cells) {
      const { element } = this.cells[cell];
      element.classList.add("complete");
      element.addEventListener("animationend", () => element.classList.remove("complete"), { once: true });
    }
  }

  /** A wave over the board, from the cell that finished it. */
  celebrate() {
    const { cursor, places } = this.selection;
    const corners = places.map((place) => cornerOf(place, this.shape.columns));
    this.cells.forEach(({ element }, cell) => {
      const [right, down] = [0, 1].map((part) => corners[cell][part] - corners[cursor][part]);
      element.style.setProperty("--far", (Math.hypot(right, down) / UNIT).toFixed(1));
    });
    this.grid.classList.add("won");
    setTimeout(() => this.grid.classList.remove("won"), 2600);
  }

  // -- the selection ----------------------------------------------------------------------------------------

  /**
   * Selects cells.
   * @param {number[]} cells
   * @param {number} [cursor]
   */
  select(cells, cursor) {
    this.selection.select(cells, cursor);
    this.showSelection();
    this.selected();
  }

  /** Puts the focus on the cursor; a large board scrolls there. */
  focus() {
    this.cells[this.selection.cursor].element.focus({ preventScroll: this.shape.rows <= 9 });
  }

  selectionMoved() {
    this.showSelection();
    this.focus();
    this.selected();
  }

  /** Handles a key that moves the cursor or selects cells, and says whether it was one. @param {KeyboardEvent} event */
  key(event) {
    const handled = this.selection.key(event);
    if (handled) this.selectionMoved();
    return handled;
  }

  /** @param {number} down @param {number} right @param {boolean} extend */
  step(down, right, extend) {
    this.selection.step(down, right, extend);
    this.selectionMoved();
  }

  /** The Tab key has come to the cursor: its cell must be selected then. @param {FocusEvent} event */
  focused({ target }) {
    const cell = this.cells.findIndex(({ element }) => element === target);
    if (cell >= 0 && !this.selection.cells.has(cell)) this.select([cell]);
  }
}

/**
 * Colours side by side, as a background: slanted stripes, so that each is seen at every note.
 * @param {string[]} colours
 */
function striped(colours) {
  const share = 100 / colours.length;
  const stops = colours.map((colour, place) => `${colour} ${place * share}% ${(place + 1) * share}%`);
  return `linear-gradient(115deg, ${stops.join(", ")})`;
}
