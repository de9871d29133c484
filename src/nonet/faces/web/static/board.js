// The board: cells in a grid that a screen reader can walk, lines drawn over them, cells chosen by keys,
// mouse and touch. It draws what it is told and knows no rule; houses serve it to light up a cell's peers.

import { fill, h, s, set } from "./dom.js";
import { lit } from "./lights.js";
import { UNIT, extras, outlines, paintSign } from "./lines.js";
import { colourName, t } from "./words.js";

export class Board {
  /** `choose` is called when the chosen cells change, `tap` when one is pressed without a key held. */
  constructor({ choose = () => {}, tap = () => {}, label = "" } = {}) {
    this.choose = choose;
    this.tap = tap;
    this.chosen = new Set();
    this.cursor = 0;
    this.gathering = false; // touch: each press adds a cell
    this.shape = null;
    this.shown = null;
    this.digit = 0; // lit up everywhere, where no cell says which
    this.calm = false; // no light on peers and alike digits: something else is lit
    this.grid = h("div", { class: "board", role: "grid", "aria-label": label, "aria-multiselectable": "true" });
    this.under = s("svg", { class: "under", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.over = s("svg", { class: "over", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.element = h("div", { class: "board-frame" }, this.grid, this.under, this.over);
    this.listen();
  }

  // -- the shape ------------------------------------------------------------------------------------------

  /** Builds the cells and the lines of a board, once. */
  setShape(shape) {
    if (this.shape && JSON.stringify(this.shape) === JSON.stringify(shape)) return;
    this.shape = shape;
    const { size } = shape;
    [this.rows, this.columns] = shape.note_shape;
    this.grid.style.setProperty("--n", size);
    this.grid.style.setProperty("--mark-columns", this.columns);
    this.grid.style.setProperty("--mark-rows", this.rows);
    this.element.style.setProperty("--bold", size > 16 ? 1.6 : size > 9 ? 2 : 2.4);
    set(this.grid, "aria-rowcount", size);
    set(this.grid, "aria-colcount", size);
    this.cells = [];
    const windows = new Set(shape.houses.filter((house) => house.kind === "window").flatMap((house) => house.cells));
    const rows = [];
    for (let row = 0; row < size; row++) {
      const line = h("div", { class: "row", role: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < size; column++) {
        const cell = row * size + column;
        const element = h("div", {
          class: windows.has(cell) ? "cell window" : "cell",
          role: "gridcell", tabindex: "-1", "data-cell": cell, "aria-colindex": column + 1, "aria-selected": "false",
        });
        this.cells.push({ element, key: "", state: "" });
        line.append(element);
      }
      rows.push(line);
    }
    fill(this.grid, rows);
    this.housesOf = this.cells.map(() => []);
    for (const house of shape.houses) for (const cell of house.cells) this.housesOf[cell].push(house);
    this.cursor = Math.min(this.cursor, size * size - 1);
    this.chosen = new Set([...this.chosen].filter((cell) => cell < size * size));
    this.drawLines();
  }

  drawLines() {
    const { shape } = this;
    const whole = shape.size * UNIT;
    this.under.setAttribute("viewBox", `0 0 ${whole} ${whole}`);
    this.over.setAttribute("viewBox", `0 0 ${whole} ${whole}`);
    const { thin, bold } = outlines(shape);
    this.lights = s("g");
    this.ring = s("rect", { class: "cursor", rx: 8 });
    fill(this.under, s("path", { class: "thin", d: thin }), ...extras(shape));
    fill(
      this.over,
      s("path", { class: "bold", d: bold }),
      s("rect", { class: "frame", x: 0, y: 0, width: whole, height: whole, rx: Math.min(whole / 64, 28) }),
      this.ring,
      this.lights,
    );
  }

  // -- what stands in it ----------------------------------------------------------------------------------

  /** Draws a position: `values`, `givens`, notes, colours, and the sets of cells that want a sign. */
  show(position) {
    this.shown = position;
    for (let cell = 0; cell < this.cells.length; cell++) this.showCell(cell);
    this.showChoice();
  }

  showCell(cell) {
    const p = this.shown;
    const drawn = this.cells[cell];
    const value = p.values[cell];
    const parts = {
      value,
      given: Boolean(p.givens[cell]),
      corner: value ? [] : p.corner[cell],
      centre: value ? [] : p.centre[cell],
      auto: value || !p.auto ? null : p.candidates[cell],
      paint: p.colours[cell] || 0,
      tints: value ? [] : p.tints.get(cell) || [],
      revealed: p.revealed.has(cell),
      conflict: p.conflicts.has(cell),
      mistake: p.mistakes.has(cell),
      pending: p.pending.has(cell),
    };
    const key = JSON.stringify([parts, t.language]);
    if (drawn.key === key) return;
    drawn.key = key;
    const { element } = drawn;
    for (const name of ["given", "revealed", "conflict", "mistake", "pending"]) element.classList.toggle(name, parts[name]);
    set(element, "data-paint", parts.paint || null);
    set(element, "aria-readonly", parts.given ? "true" : null);
    set(element, "aria-label", this.label(cell, parts));
    fill(element, ...this.contents(parts));
  }

  contents(parts) {
    const found = [];
    if (parts.value) {
      found.push(h("span", { class: "value", text: this.symbol(parts.value) }));
    } else {
      const fixed = parts.auto || parts.corner;
      const inside = parts.centre.length > 0;
      if (fixed.length && inside && !parts.auto) found.push(this.edges(parts.corner));
      else if (fixed.length) found.push(this.marks(fixed, parts));
      if (inside) {
        const text = parts.centre.map((digit) => this.symbol(digit)).join("");
        const length = text.length > 9 ? " longer" : text.length > 5 ? " long" : "";
        found.push(h("span", { class: `centre${length}`, text }));
      }
    }
    if (parts.paint) found.push(paintSign(parts.paint));
    return found;
  }

  marks(digits, parts) {
    const box = h("span", { class: parts.auto ? "marks auto" : "marks" });
    for (const digit of digits) {
      const tint = parts.tints.find(([of]) => of === digit);
      const mark = h("span", { class: "mark", "data-digit": digit, "data-paint": tint?.[1] }, h("span", { text: this.symbol(digit) }));
      mark.style.gridArea = `${Math.floor((digit - 1) / this.columns) + 1} / ${((digit - 1) % this.columns) + 1}`;
      box.append(mark);
    }
    return box;
  }

  edges(digits) {
    const half = digits.length > 4 ? Math.ceil(digits.length / 2) : digits.length;
    const text = (part) => h("span", { text: part.map((digit) => this.symbol(digit)).join("") });
    return h("span", { class: "edges" }, text(digits.slice(0, half)), h("span"), text(digits.slice(half)));
  }

  symbol(digit) {
    return this.shape.symbols[digit - 1];
  }

  /** What a screen reader says of a cell. */
  label(cell, parts) {
    const { size } = this.shape;
    const say = (digits) => digits.map((digit) => this.symbol(digit)).join(" ");
    const said = [t("Row {row}, column {column}", { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 })];
    if (parts.value) said.push(this.symbol(parts.value));
    if (parts.given) said.push(t("given"));
    if (parts.revealed) said.push(t("revealed"));
    if (!parts.value && !parts.corner.length && !parts.centre.length && !parts.auto) said.push(t("empty"));
    if (parts.auto) said.push(t("candidates {digits}", { digits: say(parts.auto) }));
    else if (parts.corner.length) said.push(t("corner notes {digits}", { digits: say(parts.corner) }));
    if (parts.centre.length) said.push(t("centre notes {digits}", { digits: say(parts.centre) }));
    if (parts.conflict) said.push(t("conflict"));
    if (parts.mistake) said.push(t("wrong"));
    if (parts.paint) said.push(t("colour: {colour}", { colour: colourName(parts.paint) }));
    if (parts.pending) said.push(t("not sent yet"));
    return said.join(", ");
  }

  // -- chosen cells ---------------------------------------------------------------------------------------

  /** Chooses cells; the last one carries the cursor. */
  pick(cells, cursor, { focus = true } = {}) {
    this.chosen = new Set(cells);
    this.cursor = cursor ?? [...this.chosen].at(-1) ?? this.cursor;
    this.showChoice();
    if (focus) this.focus();
    this.choose();
  }

  /** Puts the focus on the cursor; a large board scrolls there. */
  focus() {
    this.cells[this.cursor].element.focus({ preventScroll: this.shape.size <= 9 });
  }

  /** The cells that a move is for, in order. */
  get targets() {
    return [...this.chosen].sort((a, b) => a - b);
  }

  showChoice() {
    if (!this.shown || !this.shape) return;
    const { size } = this.shape;
    const alone = this.chosen.size === 1 && !this.calm;
    const value = this.digit || (alone ? this.shown.values[this.cursor] : 0);
    const peers = new Set();
    if (this.shown.peers && alone) {
      for (const house of this.housesOf[this.cursor]) for (const cell of house.cells) peers.add(cell);
    }
    this.cells.forEach((drawn, cell) => {
      const here = this.chosen.has(cell);
      const same = Boolean(value) && this.shown.values[cell] === value && this.shown.same;
      const state = `${here}${peers.has(cell)}${same}${cell === this.cursor}${value}`;
      if (drawn.state === state && drawn.markKey === drawn.key) return;
      drawn.state = state;
      drawn.markKey = drawn.key;
      const { element } = drawn;
      element.classList.toggle("chosen", here);
      element.classList.toggle("peer", peers.has(cell) && !here);
      element.classList.toggle("same", same && !here);
      set(element, "aria-selected", here);
      set(element, "tabindex", cell === this.cursor ? "0" : "-1");
      for (const mark of element.querySelectorAll(".mark")) {
        mark.classList.toggle("same-mark", this.shown.same && Number(mark.dataset.digit) === value);
      }
    });
    const inset = size > 16 ? 4 : 3;
    set(this.ring, "x", (this.cursor % size) * UNIT + inset);
    set(this.ring, "y", Math.floor(this.cursor / size) * UNIT + inset);
    set(this.ring, "width", UNIT - 2 * inset);
    set(this.ring, "height", UNIT - 2 * inset);
    set(this.ring, "visibility", this.chosen.size ? null : "hidden");
  }

  // -- light ----------------------------------------------------------------------------------------------

  /** Lights up what a hint speaks of; null puts it out. */
  light(hint) {
    if (!this.shape) return;
    this.calm = Boolean(hint);
    this.showChoice();
    fill(this.lights, ...(hint ? lit(hint, this.shape, this.shown.values) : []));
  }

  /** The wave at the end, from the cell that finished it. */
  celebrate() {
    const { size } = this.shape;
    const [row, column] = [Math.floor(this.cursor / size), this.cursor % size];
    this.cells.forEach(({ element }, cell) => {
      element.style.setProperty("--far", Math.hypot(Math.floor(cell / size) - row, (cell % size) - column).toFixed(1));
    });
    this.grid.classList.add("won");
    setTimeout(() => this.grid.classList.remove("won"), 2600);
  }

  // -- keys, mouse, touch -----------------------------------------------------------------------------------

  listen() {
    this.grid.addEventListener("pointerdown", (event) => this.press(event));
    this.grid.addEventListener("pointermove", (event) => this.drag(event));
    this.grid.addEventListener("focusin", (event) => this.focused(event));
    this.grid.addEventListener("dblclick", () => this.pickAlike());
    this.grid.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  at(event) {
    const { size } = this.shape;
    const box = this.grid.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * size);
    const row = Math.floor(((event.clientY - box.top) / box.height) * size);
    return column < 0 || row < 0 || column >= size || row >= size ? -1 : row * size + column;
  }

  press(event) {
    const cell = this.at(event);
    if (cell < 0 || event.button > 0) return;
    event.preventDefault(); // the focus follows the cursor, below
    const more = event.ctrlKey || event.metaKey || event.shiftKey || this.gathering;
    this.dragging = event.pointerId;
    if (!more) {
      this.pick([cell]);
      this.tap(cell);
    } else if (this.chosen.has(cell) && !event.shiftKey && this.chosen.size > 1) {
      this.pick([...this.chosen].filter((other) => other !== cell));
      this.dragging = null;
    } else {
      this.pick([...this.chosen, cell], cell);
    }
  }

  drag(event) {
    if (this.dragging !== event.pointerId || !event.buttons) return;
    const cell = this.at(event);
    if (cell < 0 || this.chosen.has(cell) || !this.nearMiddle(event, cell)) return;
    this.pick([...this.chosen, cell], cell);
  }

  /** A drag takes a cell only when it comes to its middle, so that a diagonal stays one. */
  nearMiddle(event, cell) {
    const box = this.cells[cell].element.getBoundingClientRect();
    return Math.hypot(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2) < box.width * 0.42;
  }

  /** A step from the cursor, round the edge; `more` keeps what is chosen. */
  step(down, right, more) {
    const { size } = this.shape;
    const row = (Math.floor(this.cursor / size) + down + size) % size;
    const column = ((this.cursor % size) + right + size) % size;
    this.stand(row, column, more);
  }

  stand(row, column, more) {
    const cell = row * this.shape.size + column;
    this.pick(more ? [...this.chosen, cell] : [cell], cell);
  }

  /** A key that moves the cursor or chooses cells, and whether it was one. */
  walk(event) {
    const { size } = this.shape;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const control = event.ctrlKey || event.metaKey;
    let [row, column] = [Math.floor(this.cursor / size), this.cursor % size];
    if (event.altKey) return false;
    if (event.key in steps) {
      this.step(...steps[event.key], event.shiftKey || control);
      return true;
    }
    if (event.target.closest?.(".scrolls")) return false; // Page Up, Home … scroll it
    if (event.key === "Home") {
      [row, column] = control ? [0, 0] : [row, 0];
    } else if (event.key === "End") {
      [row, column] = control ? [size - 1, size - 1] : [row, size - 1];
    } else if (event.key === "PageUp") {
      row = 0;
    } else if (event.key === "PageDown") {
      row = size - 1;
    } else if (event.key.toLowerCase() === "a" && control) {
      this.pick(this.cells.keys(), this.cursor);
      return true;
    } else if (event.key === "Escape" && this.chosen.size > 1) {
      this.pick([this.cursor]);
      return true;
    } else {
      return false;
    }
    this.stand(row, column, event.shiftKey);
    return true;
  }

  /** The Tab key arrives at the cursor: there must be something chosen then. */
  focused(event) {
    const cell = Number(event.target.dataset?.cell ?? -1);
    if (cell < 0 || this.chosen.has(cell)) return;
    this.pick([cell], cell, { focus: false });
  }

  pickAlike() {
    const value = this.shown?.values[this.cursor];
    if (!value) return;
    const alike = [...this.cells.keys()].filter((cell) => this.shown.values[cell] === value);
    this.pick(alike, this.cursor);
  }
}
