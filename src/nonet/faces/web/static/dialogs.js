// Dialogs: settings, help, share, and yes or no.

import { Refused, api } from "./api.js";
import { button, h } from "./dom.js";
import { t } from "./words.js";

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
      button("", { icon: "close", label: t("close"), class: "round", press: () => dialog.close() }),
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
        button(t("no"), { class: "button", press: choose(false) }),
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

const CHOICES = {
  language: ["en", "cs"],
  theme: ["auto", "light", "dark", "contrast"],
  input: ["cell", "digit"],
  check: ["off", "rules", "solution"],
};
const SWITCHES = ["clean_notes", "highlight_peers", "highlight_same", "show_timer"];

/** The settings; each change is kept at once. */
export function openSettings(page) {
  const change = (name, value) => page.change({ [name]: value });
  const choice = (name) =>
    h(
      "fieldset",
      {},
      h("legend", { text: t(`set_${name}`) }),
      h(
        "div",
        { class: "choice" },
        ...CHOICES[name].map((value) =>
          h(
            "label",
            {},
            h("input", { type: "radio", name, value, checked: page.settings[name] === value, on: { change: () => change(name, value) } }),
            h("span", { class: "face", text: t(`${name}_${value}`), lang: name === "language" ? value : undefined }),
          ),
        ),
      ),
      name === "check" || name === "input" ? h("p", { class: "soft small", text: t(`about_${name}`) }) : null,
    );
  const toggle = (name) =>
    h(
      "label",
      { class: "switch" },
      h("span", { text: t(`set_${name}`) }),
      h("input", { type: "checkbox", role: "switch", name, checked: page.settings[name], on: { change: (event) => change(name, event.target.checked) } }),
    );
  const dialog = openDialog(t("settings"), ...Object.keys(CHOICES).map(choice), h("div", {}, ...SWITCHES.map(toggle)));
  dialog.classList.add("settings");
  return dialog;
}

// -- help ---------------------------------------------------------------------------------------------------

const KEYS = [
  ["↑ ↓ ← →, H J K L", "key_walk"], ["Shift ↑ ↓ ← →, Ctrl A", "key_gather"], ["1 – 9, A – P", "key_digit"],
  ["Shift 1 – 9, N", "key_corner"], ["Ctrl / Alt 1 – 9, C", "key_centre"], ["O", "key_colour"], ["␣", "key_mode"],
  ["Del, X, 0", "key_erase"], ["A", "key_auto"], ["R", "key_refresh"], ["T", "key_hint"], ["E", "key_check"],
  ["U, Ctrl Z", "key_undo"], ["Y, Ctrl Y", "key_redo"], ["B", "key_mistake"], ["M", "key_mark"], ["G", "key_return"],
  ["F, ↵", "key_first"], ["P", "key_pause"], ["S", "key_settings"], ["Esc", "key_escape"],
];

/** How to play, and the keys. */
export function openHelp() {
  openDialog(
    t("help"),
    h("p", { text: t("help_rules") }),
    h("p", { text: t("help_touch") }),
    h("h3", { text: t("help_signs") }),
    h("ul", { class: "points" }, ...["sign_given", "sign_own", "sign_conflict", "sign_mistake", "sign_revealed", "sign_pending"].map((name) => h("li", { text: t(name) }))),
    h("h3", { text: t("help_keys") }),
    h("dl", { class: "keys" }, ...KEYS.flatMap(([keys, name]) => [h("dt", {}, ...keys.split(", ").map((key) => h("kbd", { text: key }))), h("dd", { text: t(name) })])),
    h("p", { class: "soft small", text: t("help_letters") }),
  );
}

// -- share ----------------------------------------------------------------------------------------------------

/** The puzzle as a link and as text; the game as a file; the board on paper. */
export function openShare(screen) {
  const game = screen.match.state;
  const link = `${location.origin}/#p=${encodeURI(game.share)}`;
  const line = (label, text) => {
    const input = h("input", { class: "input", readonly: true, value: text, "aria-label": label, on: { focus: (event) => event.target.select() } });
    const copy = button(t("copy"), { icon: "copy", class: "button", label: t("copy_what", { what: label }), press: () => copyText(screen, text, input) });
    return h("div", { class: "field" }, h("span", { text: label, "aria-hidden": "true" }), h("div", { class: "copy" }, input, copy));
  };
  const print = (what) => () => {
    dialog.close();
    document.documentElement.dataset.print = what;
    window.print();
    delete document.documentElement.dataset.print;
  };
  const dialog = openDialog(
    t("share"),
    line(t("share_link"), link),
    line(t("share_text"), game.share),
    h("p", { class: "soft small", text: t("share_about") }),
    h(
      "div",
      { class: "buttons" },
      button(t("download"), { icon: "download", class: "button", press: () => download(screen) }),
      button(t("print_puzzle"), { icon: "print", class: "button", press: print("puzzle") }),
      button(t("print_board"), { icon: "print", class: "button", press: print("board") }),
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
  screen.utter(t("copied"));
}

async function download(screen) {
  await screen.match.settle();
  try {
    const record = await api.record(screen.match.id);
    const file = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
    h("a", { href: file, download: `nonet-${screen.match.id.slice(0, 8)}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
  } catch (error) {
    screen.utter(error instanceof Refused ? error.message : t("no_hint_away"), { urgent: true });
  }
}
