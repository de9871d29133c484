// Dialogs: settings, help, share, and yes or no.

import { Refused, api } from "./api.js";
import { button, h } from "./dom.js";
import { capital, languageNames, T, t } from "./words.js";

let count = 0;

/** Opens a dialog with a title; it goes away when it is closed, and the focus returns to where it was. */
export function openDialog(title, ...contents) {
  const id = `dialog-${++count}`;
  const before = document.activeElement;
  const dialog = h(
    "dialog",
    { "aria-labelledby": id },
    h(
      "div",
      { class: "sheet-head" },
      h("h2", { id, text: title }),
      button("", { icon: "close", label: t("Close"), class: "round", press: () => dialog.close() }),
    ),
    h("div", { class: "sheet" }, ...contents),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    const board = document.querySelector(".cell[tabindex='0']");
    (before?.isConnected && before !== document.body ? before : board)?.focus({ preventScroll: true });
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks a yes-or-no question. */
export function confirm(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const choose = (value) => () => {
      answer = value;
      dialog.close();
    };
    const dialog = openDialog(
      question,
      h(
        "div",
        { class: "buttons" },
        button(yes, { class: "button danger", press: choose(true) }),
        button(t("Cancel"), { class: "button", press: choose(false) }),
      ),
    );
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/** Asks for one of several: its `value`, or null if the dialog is closed without a choice. */
export function choose(title, options, current) {
  return new Promise((resolve) => {
    let answer = null;
    const buttons = options.map(({ value, text }) =>
      button(text, {
        class: "button",
        "aria-pressed": String(value === current),
        press: () => {
          answer = value;
          dialog.close();
        },
      }),
    );
    const dialog = openDialog(title, h("div", { class: "extra" }, ...buttons));
    dialog.addEventListener("close", () => resolve(answer));
  });
}

// -- settings ---------------------------------------------------------------------------------------------

/** The choices: what a setting is called, its values, and a line about it. The languages are those there are. */
const CHOICES = {
  language: { title: T("Language"), values: {} },
  theme: { title: T("Colours"), values: { auto: T("System"), light: T("Light"), dark: T("Dark"), contrast: T("High contrast") } },
  input: {
    title: T("Input order"),
    values: { cell: T("Cell first"), digit: T("Digit first") },
    about: T("With the digit first, every cell you tap or click takes that digit."),
  },
  check: {
    title: T("Show mistakes"),
    values: { off: T("Never"), rules: T("Conflicts only"), solution: T("All mistakes") },
    about: T("Conflicts: the same digit twice in a row, column or box. All mistakes: every digit that differs from the solution."),
  },
};
const SWITCHES = {
  clean_notes: T("Remove notes automatically"),
  highlight_peers: T("Highlight row, column and box"),
  highlight_same: T("Highlight equal digits"),
  show_timer: T("Show the time"),
};

/** The settings; each change is kept at once. */
export function openSettings(page) {
  const change = (name, value) => page.change({ [name]: value });
  const choice = ([name, { title, values, about }]) =>
    h(
      "fieldset",
      {},
      h("legend", { text: t(title) }),
      h(
        "div",
        { class: "choice" },
        ...Object.entries(name === "language" ? languageNames() : values).map(([value, text]) =>
          h(
            "label",
            {},
            h("input", { type: "radio", name, value, checked: page.settings[name] === value, on: { change: () => change(name, value) } }),
            h("span", { class: "face", text: capital(t(text)), lang: name === "language" ? value : undefined }),
          ),
        ),
      ),
      about ? h("p", { class: "soft small", text: t(about) }) : null,
    );
  const toggle = ([name, title]) =>
    h(
      "label",
      { class: "switch" },
      h("span", { text: t(title) }),
      h("input", { type: "checkbox", role: "switch", name, checked: page.settings[name], on: { change: (event) => change(name, event.target.checked) } }),
    );
  const dialog = openDialog(t("Settings"), ...Object.entries(CHOICES).map(choice), h("div", {}, ...Object.entries(SWITCHES).map(toggle)));
  dialog.classList.add("settings");
  return dialog;
}

// -- help ---------------------------------------------------------------------------------------------------

const KEYS = [
  ["↑ ↓ ← →, H J K L", T("move")],
  ["Shift ↑ ↓ ← →, Ctrl A", T("select several cells")],
  ["1 – 9, A – P", T("write a digit")],
  ["Shift 1 – 9, N", T("corner note; N: corner notes on or off")],
  ["Ctrl / Alt 1 – 9, C", T("centre note; C: centre notes on or off")],
  ["O", T("colours 1 to 8 on or off")],
  ["␣", T("next mode: digit, corner, centre, colour")],
  ["Del, X, 0", T("erase")],
  ["A", T("show or hide candidates")],
  ["R", T("fill in all notes")],
  ["T", T("hint; again: more of it")],
  ["E", T("check for mistakes")],
  ["U, Ctrl Z", T("undo")],
  ["Y, Ctrl Y", T("redo")],
  ["B", T("undo to before the first mistake")],
  ["M", T("set a mark")],
  ["G", T("back to the last mark")],
  ["F, ↵", T("cell first or digit first; Enter writes the digit")],
  ["P", T("pause or continue")],
  ["S", T("settings")],
  ["Esc", T("select one cell only; close")],
];

const SIGNS = [
  T("Digits with serifs are given."),
  T("Digits without serifs are yours."),
  T("Double underline: the digit is there twice in a row, column or other house."),
  T("Struck through: the digit is wrong."),
  T("Slanted with dots: the digit was revealed."),
  T("Three dots: not sent to the server yet."),
];

/** How to play, and the keys. */
export function openHelp() {
  openDialog(
    t("Help"),
    h("p", { text: t("Fill every row, every column and every outlined region with all the digits, each of them once. If the board has dashed diagonals or shaded windows, the same goes for them.") }),
    h("p", { text: t("Select a cell, then press a digit. To select several cells, drag over the board or hold Ctrl or Shift; on a touch screen, turn on “Multi-select” and every tap adds a cell. Corner and centre notes are small digits for what might go into a cell. Press the same digit again to remove it.") }),
    h("h3", { text: t("Symbols") }),
    h("ul", { class: "points" }, ...SIGNS.map((text) => h("li", { text: t(text) }))),
    h("h3", { text: t("Keys") }),
    h("dl", { class: "keys" }, ...KEYS.flatMap(([keys, text]) => [h("dt", {}, ...keys.split(", ").map((key) => h("kbd", { text: key }))), h("dd", { text: t(text) })])),
    h("p", { class: "soft small", text: t("On boards with more than nine digits, the letters A, B, C… are digits; use the buttons for everything else.") }),
  );
}

// -- share ----------------------------------------------------------------------------------------------------

/** The puzzle as a link and as text; the game as a file; the board on paper. */
export function openShare(screen) {
  const game = screen.match.state;
  const link = `${location.origin}/#p=${encodeURI(game.share)}`;
  const line = (label, text) => {
    const input = h("input", { class: "input", readonly: true, value: text, "aria-label": label, on: { focus: (event) => event.target.select() } });
    const copy = button(t("Copy"), { icon: "copy", class: "button", label: t("Copy: {what}", { what: label }), press: () => copyText(screen, text, input) });
    return h("div", { class: "field" }, h("span", { text: label, "aria-hidden": "true" }), h("div", { class: "copy" }, input, copy));
  };
  const print = (what) => () => {
    dialog.close();
    document.documentElement.dataset.print = what;
    window.print();
    delete document.documentElement.dataset.print;
  };
  const dialog = openDialog(
    t("Share or print"),
    line(t("Link to this puzzle"), link),
    line(t("Puzzle as text"), game.share),
    h("p", { class: "soft small", text: t("The link contains the puzzle and nothing else. Anyone with nonet can open it, or run “sudoku play” with the text.") }),
    h(
      "div",
      { class: "buttons" },
      button(t("Save the game"), { icon: "download", class: "button", press: () => download(screen) }),
      button(t("Print the puzzle"), { icon: "print", class: "button", press: print("puzzle") }),
      button(t("Print the current board"), { icon: "print", class: "button", press: print("board") }),
    ),
  );
}

async function copyText(screen, text, input) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    input.select();
    document.execCommand("copy");
  }
  screen.utter(t("Copied."));
}

async function download(screen) {
  await screen.match.settle();
  try {
    const record = await api.record(screen.match.id);
    const file = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
    h("a", { href: file, download: `nonet-${screen.match.id.slice(0, 8)}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
  } catch (error) {
    screen.utter(error instanceof Refused ? error.message : t("This needs the server, which is not responding."), { urgent: true });
  }
}
