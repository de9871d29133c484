// What every screen of the page has in common, and what it may ask of the page around it.

import { t } from "./words.js";

/**
 * @import { Operations, Settings } from "../api_types.d.ts"
 *
 * @typedef {Operations["POST /api/games"]["body"]} NewGame
 * @typedef {Operations["PATCH /api/settings"]["body"]} SettingsChanges
 *
 * @typedef {object} Host  The page, as screens and dialogs know it.
 * @property {Settings} settings
 * @property {(text: string, options?: { urgent?: boolean }) => void} say  Speaks to screen readers.
 * @property {(path: string, options?: { reload?: boolean }) => Promise<void>} go  Goes to another screen.
 * @property {(wish: NewGame) => Promise<void>} create  Makes a game and goes there.
 * @property {<Result>(work: () => Promise<Result>) => Promise<Result | null>} attempt
 *   Does what may fail. The player is told of a failure, and the result is null.
 * @property {(changes: SettingsChanges) => Promise<void>} changeSettings
 * @property {(count: number) => void} showUnsent  How many moves the server does not have yet.
 */

/**
 * How to show the screen of an address again.
 * @param {Host} page
 * @param {string} address
 */
export function reloading(page, address) {
  return () => page.go(address, { reload: true });
}

/** A screen with nothing on it; the others override what they need. */
export class Screen {
  /**
   * @param {HTMLElement} element
   * @param {object} [about]
   * @param {string} [about.name]  what it is called, not translated yet
   * @param {() => unknown} [about.reload]  shows it again
   */
  constructor(element, { name = "", reload = () => {} } = {}) {
    this.element = element;
    this.name = name;
    this.reload = reload;
  }

  /** The title of the browser's window. */
  get title() {
    return this.name ? `${t(this.name)} · nonet` : "nonet";
  }

  /** Handles a key, wherever the focus is, and says whether it meant something here. @param {KeyboardEvent} _event */
  key(_event) {
    return false;
  }

  /** Puts the focus where play begins, when the screen is shown. */
  focus() {}

  /**
   * A text that is pasted anywhere on the page.
   * @param {ClipboardEvent} _event
   * @param {string} _text
   */
  async paste(_event, _text) {}

  /** Writes all texts again: the language has changed. @returns {unknown} */
  translate() {
    return this.reload();
  }

  /** Takes over changed settings. @param {Settings} _settings */
  async applySettings(_settings) {}

  /** Ends what the screen has started, before another one is shown. */
  close() {}
}
