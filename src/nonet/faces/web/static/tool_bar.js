// The five tools below the keys: undo, redo, multi-select, hint, menu.

import { button, setEnabled } from "./buttons.js";
import { fill, h, set } from "./dom.js";
import { t } from "./words.js";

/**
 * @typedef {object} ToolHandlers
 * @property {() => unknown} undo
 * @property {() => unknown} redo
 * @property {() => unknown} multiSelect
 * @property {() => unknown} hint
 * @property {() => unknown} menu
 */

export class ToolBar {
  /** @param {ToolHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.element = h("div", { class: "tools", role: "group" });
    this.buttons = this.build();
  }

  build() {
    const { undo, redo, multiSelect, hint, menu } = this.handlers;
    const opens = { "aria-haspopup": "dialog" };
    const buttons = {
      undo: button(t("Undo"), { icon: "undo", class: "tool", press: undo }),
      redo: button(t("Redo"), { icon: "redo", class: "tool", press: redo }),
      multiSelect: button(t("Multi-select"), { icon: "several", class: "tool", press: multiSelect }),
      hint: button(t("Hint"), { icon: "hint", class: "tool", press: hint }),
      menu: button(t("Menu"), { icon: "more", class: "tool", press: menu, ...opens }),
    };
    fill(this.element, ...Object.values(buttons));
    set(this.element, "aria-label", t("Tools"));
    return buttons;
  }

  translate() {
    this.buttons = this.build();
  }

  /** @param {{ canUndo: boolean, canRedo: boolean, multiSelect: boolean, over: boolean }} state */
  show({ canUndo, canRedo, multiSelect, over }) {
    setEnabled(this.buttons.undo, canUndo);
    setEnabled(this.buttons.redo, canRedo);
    set(this.buttons.multiSelect, "aria-pressed", multiSelect);
    this.buttons.multiSelect.hidden = over;
    this.buttons.hint.hidden = over;
  }
}
