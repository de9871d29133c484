// Dialogs: with any contents, a question, a choice.

import { button } from "./buttons.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** @import { Child } from "./dom.js" */

let count = 0;

/**
 * Opens a dialog. It is removed when it is closed, and the focus returns to where it was, or to the board.
 * @param {string} title
 * @param {...Child} contents
 */
export function openDialog(title, ...contents) {
  const id = `dialog-${++count}`;
  const before = document.activeElement;
  const close = button("", { icon: "close", label: t("Close"), press: () => dialog.close() });
  const dialog = h(
    "dialog",
    { "aria-labelledby": id },
    h("div", { class: "sheet-head" }, h("h2", { id, text: title }), close),
    h("div", { class: "sheet" }, ...contents),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    restoreFocus(before);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // a click beside it
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {Element | null} before */
function restoreFocus(before) {
  const still = before !== document.body && before?.isConnected;
  const target = still ? before : document.querySelector(".cell[tabindex='0']");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * Asks whether to do something.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirm(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const agree = () => {
      answer = true;
      dialog.close();
    };
    const buttons = [
      button(yes, { class: "button danger", press: agree }),
      button(t("Cancel"), { press: () => dialog.close() }),
    ];
    const dialog = openDialog(question, h("div", { class: "buttons" }, ...buttons));
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/**
 * Asks for one of several options. null: the dialog was closed without a choice.
 * @template Option
 * @param {string} title
 * @param {{ value: Option, text: string }[]} options
 * @param {Option} current
 * @returns {Promise<Option | null>}
 */
export function choose(title, options, current) {
  return new Promise((resolve) => {
    /** @type {Option | null} */
    let answer = null;
    const buttons = options.map(({ value, text }) =>
      button(text, {
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
