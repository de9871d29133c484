// Photographs on the screen for the player's own puzzle: takes a picture, has it read, and asks about doubtful cells.

import { messageOf, Refused } from "./api.js";
import { button } from "./buttons.js";
import { cellName } from "./cell.js";
import { symbolOf } from "./digits.js";
import { closest, fill, h } from "./dom.js";
import { choicesAt, nextDoubt } from "./doubts.js";
import { fileInput, pictureIn } from "./open_file.js";
import { dragsFile, readPhoto } from "./photo.js";
import { t, tn } from "./words.js";

/**
 * @import { Puzzle } from "../api_types.d.ts"
 * @import { Doubt, KeptPhoto } from "./doubts.js"
 * @typedef {object} PhotoHost  the screen around it
 * @property {() => number} cursor  the selected cell
 * @property {(cell: number) => void} select
 * @property {(digit: number) => void} write  into the selected cell; 0 erases
 * @property {() => KeptPhoto | null} photo  that the digits on the board are from
 * @property {(cells: number[]) => void} check  these doubtful cells are right
 * @property {(text: string, failed: boolean) => void} status  says how far the reading is
 * @property {(puzzle: Puzzle, photo: KeptPhoto) => void} filled  the photograph is read
 */

const RETRY = 3000; // milliseconds, while the server installs what it needs to read photographs
const SHAPE = { rows: 9, columns: 9 }; // of the boards that are read
const MOST_CHOICES = 4; // that have a button; any digit can be typed

export class PhotoPanel {
  /** @param {PhotoHost} host */
  constructor(host) {
    this.host = host;
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

  get doubts() {
    return this.host.photo()?.doubts ?? [];
  }

  close() {
    this.cancel();
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
    event.preventDefault(); // otherwise the browser would open the file
    this.overlay.remove();
    const file = pictureIn(event.dataTransfer?.files);
    if (file) await this.read(file);
    else this.host.status(t("This file is not a picture. JPEG, PNG and WebP files can be read."), true);
  }

  /** @param {File} file */
  async read(file) {
    const number = ++this.readings;
    this.host.status(t("Reading the photograph…"), false);
    try {
      const { puzzle, photo } = await readPhoto(file);
      if (number !== this.readings) return;
      this.host.filled(puzzle, photo);
      this.next();
    } catch (error) {
      const text = messageOf(error);
      if (error instanceof Refused && error.code === "installing" && number === this.readings) {
        this.host.status(text, false);
        setTimeout(() => number === this.readings && this.read(file), RETRY);
        return;
      }
      if (number === this.readings) this.host.status(text, true);
    }
  }

  /** A photograph that is still being read is not wanted any more. */
  cancel() {
    this.readings++;
  }

  // -- doubtful cells ---------------------------------------------------------------------------------------

  /** D goes to the next doubtful cell; Enter on the board keeps what was read. @param {KeyboardEvent} event */
  key(event) {
    if (!this.doubts.length || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key.toLowerCase() === "d") this.next();
    else if (event.key === "Enter" && closest(event, ".cell") && this.isDoubtful(this.host.cursor())) this.keep();
    else return false;
    return true;
  }

  /** @param {number} cell */
  isDoubtful(cell) {
    return this.doubts.some((doubt) => doubt.cell === cell);
  }

  next() {
    const cell = nextDoubt(this.doubts, this.host.cursor());
    if (cell !== null) this.host.select(cell);
  }

  /** The digit that was read is right. */
  keep() {
    this.host.check([this.host.cursor()]);
    this.next();
  }

  /** Shows what is to be done, for the selected cell. */
  show() {
    const cell = this.host.cursor();
    const photo = this.host.photo();
    const choices = choicesAt(this.doubts, cell).slice(0, MOST_CHOICES);
    const text = photo ? summary(photo) : "";
    if (this.report.textContent !== text) this.report.textContent = text;
    const arrow = /** @type {const} */ ("arrow");
    const next = button(t("Next doubtful cell"), { icon: arrow, "aria-keyshortcuts": "d", press: () => this.next() });
    const more = this.doubts.length > (choices.length ? 1 : 0);
    fill(this.checking, choices.length ? this.question(cell, choices, more && next) : more && next);
    fill(this.settled, ...(photo?.settled ?? []).map((doubt) => h("li", { text: settledText(doubt) })));
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
    const buttons = choices.map((digit) => button(nameOf(digit), { press: press(digit) }));
    return h(
      "div",
      { class: "photo-question" },
      this.detail(cell),
      h(
        "div",
        {},
        h("p", { text: `${cellName(cell, SHAPE)}: ${eitherText(choices)}?` }),
        h("div", { class: "buttons" }, ...buttons, next),
      ),
    );
  }

  /** @param {number} cell */
  detail(cell) {
    const src = this.doubts.find((doubt) => doubt.cell === cell)?.detail;
    return src && h("img", { class: "photo-detail", src, alt: t("This cell in the photograph") });
  }
}

/**
 * A button that opens the camera, or a window to choose a file. Browsers without a camera choose a file either way.
 * @param {string} text
 * @param {"camera" | "picture"} icon
 * @param {(file: File) => void} chosen
 */
function fileButton(text, icon, chosen) {
  const input = fileInput({ accept: "image/*", hidden: true, capture: icon === "camera" && "environment" }, ([file]) =>
    chosen(file),
  );
  return h("span", { class: `from-${icon}` }, button(text, { icon, press: () => input.click() }), input);
}

/** @param {KeptPhoto} photo */
function summary({ clues, doubtful, doubts, others = 0 }) {
  const digits = tn("{n} digit was read.", "{n} digits were read.", clues);
  const read = others ? `${digits} ${othersText(others)}` : digits;
  if (doubts.length) {
    return `${read} ${tn("{n} cell is doubtful. Check it.", "{n} cells are doubtful. Check them.", doubts.length)}`;
  }
  return doubtful ? `${read} ${t("All doubtful cells are checked.")}` : read;
}

/** @param {number} others */
function othersText(others) {
  return tn(
    "There is {n} more Sudoku in the picture. To read it, photograph it alone.",
    "There are {n} more Sudokus in the picture. To read one of them, photograph it alone.",
    others,
  );
}

/** @param {Doubt} doubt  that only the rules could decide */
function settledText({ cell, digit, others }) {
  const slots = { cell: cellName(cell, SHAPE), digits: eitherText([digit, ...others]), digit: symbolOf(digit) };
  if (!digit) return t("{cell}: {digits}? There is exactly one solution only if it is empty.", slots);
  return t("{cell}: {digits}? Only {digit} gives exactly one solution.", slots);
}

/** @param {number} digit */
function nameOf(digit) {
  return digit ? symbolOf(digit) : t("empty");
}

/** Digits of which one is right: 5 or 6. @param {number[]} digits */
export function eitherText(digits) {
  return new Intl.ListFormat(t.language === "en" ? "en-GB" : t.language, { type: "disjunction" }).format(
    digits.map(nameOf),
  );
}
