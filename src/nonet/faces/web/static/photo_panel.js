// Photographs on the screen of one's own puzzle: takes a picture, has it read, and asks about doubtful cells.

import { Refused, Unreachable } from "./api.js";
import { button } from "./buttons.js";
import { symbolOf } from "./digits.js";
import { closest, fill, h } from "./dom.js";
import { Doubts } from "./doubts.js";
import { dragsFile, pictureIn, readPhoto } from "./photo.js";
import { cellInPicture } from "./photo_grid.js";
import { t, tn } from "./words.js";

/**
 * @import { PhotoReading } from "../api_types.d.ts"
 * @import { Doubt } from "./doubts.js"
 * @import { Photo } from "./photo.js"
 * @typedef {object} PhotoHost  the screen around it
 * @property {() => number} cursor  the selected cell
 * @property {(cell: number) => void} select
 * @property {(digit: number) => void} write  into the selected cell; 0 erases
 * @property {(text: string, failed: boolean) => void} status  says how far the reading is
 * @property {(reading: PhotoReading) => void} filled  the digits are there
 * @property {() => void} redraw  the doubtful cells have changed
 */

const CROP = 132; // pixels of the detail of the photograph, in CSS
const MOST_CHOICES = 4; // that have a button; any digit can be typed
const AROUND = 2.2; // cells that it is wide

export class PhotoPanel {
  /** @param {PhotoHost} host */
  constructor(host) {
    this.host = host;
    this.doubts = new Doubts();
    /** @type {Photo | null} */
    this.photo = null;
    this.readings = 0; // an answer to an older one is not shown
    this.report = h("p", { class: "photo-report", role: "status" });
    this.settled = h("ul", { class: "soft small" });
    this.checking = h("div", { class: "photo-check" }); // the question about the selected cell, and the way to the next
    this.element = h("div", { class: "photo" });
    this.overlay = h("div", { class: "drop-here", "aria-hidden": "true" });
    this.listeners = new AbortController();
    const options = { signal: this.listeners.signal };
    document.addEventListener("dragover", (event) => this.dragged(event), options);
    document.addEventListener("dragleave", (event) => event.relatedTarget || this.overlay.remove(), options);
    document.addEventListener("drop", (event) => this.dropped(event), options);
    this.translate();
  }

  close() {
    this.readings++;
    this.listeners.abort();
    this.overlay.remove();
  }

  translate() {
    fill(
      this.element,
      h(
        "div",
        { class: "buttons" },
        fileButton(t("Take a photo"), "camera", (file) => this.read(file)),
        fileButton(t("Choose a picture"), "picture", (file) => this.read(file)),
      ),
      this.report,
      this.settled,
    );
    this.overlay.textContent = t("Drop the picture here");
    this.show();
  }

  // -- pictures ---------------------------------------------------------------------------------------------

  /** @param {DragEvent} event */
  dragged(event) {
    if (!dragsFile(event)) return;
    event.preventDefault(); // it may be dropped here
    if (!this.overlay.isConnected) document.body.append(this.overlay);
  }

  /** @param {DragEvent} event */
  async dropped(event) {
    if (!dragsFile(event)) return;
    event.preventDefault(); // else the browser would open the file
    this.overlay.remove();
    const file = pictureIn(event.dataTransfer);
    if (file) await this.read(file);
    else this.host.status(t("This file is not a picture. JPEG, PNG and WebP files can be read."), true);
  }

  /** @param {File} file */
  async read(file) {
    const number = ++this.readings;
    this.host.status(t("Reading the photograph…"), false);
    try {
      const photo = await readPhoto(file);
      if (number !== this.readings) return;
      this.photo = photo;
      this.doubts = new Doubts(photo.reading.doubts);
      this.host.filled(photo.reading);
      this.show();
      this.next();
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      const away = t("The game server is not responding. Is “sudoku web” still running?");
      if (number === this.readings) this.host.status(error instanceof Refused ? error.message : away, true);
    }
  }

  /** The board no longer shows what was read. */
  forget() {
    this.readings++;
    this.photo = null;
    this.doubts = new Doubts();
    this.show();
  }

  // -- doubtful cells ---------------------------------------------------------------------------------------

  /**
   * D goes to the next doubtful cell; Enter on the board keeps what was read.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (!this.doubts.open.size || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key.toLowerCase() === "d") this.next();
    else if (event.key === "Enter" && closest(event, ".cell") && this.doubts.open.has(this.host.cursor())) this.keep();
    else return false;
    return true;
  }

  next() {
    const cell = this.doubts.next(this.host.cursor());
    if (cell !== null) this.host.select(cell);
  }

  /** The digit that was read is right. */
  keep() {
    this.settle([this.host.cursor()]);
    this.next();
  }

  /**
   * The player has looked at cells. Says whether one of them was doubtful.
   * @param {Iterable<number>} cells
   */
  settle(cells) {
    const before = this.doubts.open.size;
    this.doubts.settle(cells);
    if (this.doubts.open.size === before) return false;
    this.host.redraw();
    this.show();
    return true;
  }

  /** Shows what is to be done, for the selected cell. */
  show() {
    const cell = this.host.cursor();
    const choices = this.doubts.choices(cell).slice(0, MOST_CHOICES);
    const text = this.photo ? summary(this.photo.reading, this.doubts.open.size) : "";
    if (this.report.textContent !== text) this.report.textContent = text;
    const arrow = /** @type {const} */ ("arrow");
    const next = button(t("Next doubtful cell"), {
      class: "button",
      icon: arrow,
      "aria-keyshortcuts": "d",
      press: () => this.next(),
    });
    const more = this.doubts.open.size > (choices.length ? 1 : 0);
    fill(this.checking, choices.length ? this.question(cell, choices, more && next) : more && next);
    const settled = this.photo?.reading.settled ?? [];
    fill(this.settled, ...settled.map((doubt) => h("li", { text: settledText(doubt) })));
  }

  /**
   * @param {number} cell
   * @param {number[]} choices
   * @param {HTMLElement | false} next  the button to the next doubtful cell
   */
  question(cell, choices, next) {
    const press = (/** @type {number} */ digit) => () => {
      this.host.write(digit);
      this.next();
    };
    const buttons = choices.map((digit) =>
      button(digit ? symbolOf(digit) : t("empty"), { class: "button", press: press(digit) }),
    );
    return h(
      "div",
      { class: "photo-question" },
      this.detail(cell),
      h(
        "div",
        {},
        h("p", { text: `${placeText(cell)}: ${eitherText(choices)}?` }),
        h("div", { class: "buttons" }, ...buttons, next),
      ),
    );
  }

  /**
   * The cell in the photograph, and a little of what is around it.
   * @param {number} cell
   */
  detail(cell) {
    if (!this.photo?.picture) return null;
    const { picture, reading } = this.photo;
    const { middle, width } = cellInPicture(reading.corners, cell);
    const canvas = h("canvas", { class: "photo-detail", role: "img", "aria-label": t("This cell in the photograph") });
    const [size, part] = [CROP * devicePixelRatio, width * AROUND];
    canvas.width = canvas.height = size;
    const pen = canvas.getContext("2d");
    pen?.drawImage(picture, middle[0] - part / 2, middle[1] - part / 2, part, part, 0, 0, size, size);
    return canvas;
  }
}

/**
 * A button that opens the camera, or a window to choose a file. Browsers without a camera choose a file either way.
 * @param {string} text
 * @param {"camera" | "picture"} icon
 * @param {(file: File) => void} chosen
 */
function fileButton(text, icon, chosen) {
  const input = h("input", {
    type: "file",
    accept: "image/*",
    hidden: true,
    capture: icon === "camera" && "environment",
  });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.value = ""; // the same file can be chosen again
    if (file) chosen(file);
  });
  return h(
    "span",
    { class: `from-${icon}` },
    button(text, { icon, class: "button", press: () => input.click() }),
    input,
  );
}

/**
 * @param {PhotoReading} reading
 * @param {number} doubtful
 */
function summary({ puzzle, doubts }, doubtful) {
  const read = tn("{n} digit was read.", "{n} digits were read.", puzzle.clues);
  if (doubtful) {
    return `${read} ${tn("{n} cell is doubtful. Check it.", "{n} cells are doubtful. Check them.", doubtful)}`;
  }
  return doubts.length ? `${read} ${t("All doubtful cells are checked.")}` : read;
}

/** @param {Doubt} doubt  that only the rules could decide */
function settledText({ cell, digit, others }) {
  const slots = { cell: placeText(cell), digits: eitherText([digit, ...others]), digit: symbolOf(digit) };
  if (!digit) return t("{cell}: {digits}? There is exactly one solution only if it is empty.", slots);
  return t("{cell}: {digits}? Only {digit} gives exactly one solution.", slots);
}

/** @param {number} cell */
function placeText(cell) {
  return t("Row {row}, column {column}", { row: Math.floor(cell / 9) + 1, column: (cell % 9) + 1 });
}

/** @param {number} digit */
function nameOf(digit) {
  return digit ? symbolOf(digit) : t("empty");
}

/**
 * Digits of which one is right: 5 or 6.
 * @param {number[]} digits
 */
export function eitherText(digits) {
  return new Intl.ListFormat(t.language === "en" ? "en-GB" : t.language, { type: "disjunction" }).format(
    digits.map(nameOf),
  );
}
