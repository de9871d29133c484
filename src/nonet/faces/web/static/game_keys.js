// What the keys of a keyboard do in a game.

import { firstDigit } from "./digits.js";
import { closest } from "./dom.js";
import { openHelp } from "./help_dialog.js";
import { meaningOf } from "./keys.js";
import { openSettings } from "./settings_dialog.js";
import { TwoFigures } from "./two_figures.js";

/**
 * @import { GameScreen } from "./game.js"
 * @import { Command, DigitKey } from "./keys.js"
 * @import { Mode } from "./moves.js"
 */

export class GameKeys {
  /** @param {GameScreen} game */
  constructor(game) {
    this.game = game;
    this.figures = new TwoFigures();
  }

  /** Handles a key, and says whether it meant something. @param {KeyboardEvent} event */
  press(event) {
    const { board, client, keypad } = this.game;
    const { shape, paused } = client;
    const size = Math.max(shape.size, keypad.keyCount);
    const meaning = meaningOf(event, { ...shape, size });
    const command = meaning && "command" in meaning ? meaning.command : null;
    if (paused) return command === "pause" && this.command("pause", event);
    if (event.key === "Escape" && closest(event, ".hint")) return this.command("close", event);
    const scrolls = closest(event, ".hint") && event.key.startsWith("Page");
    if (!scrolls && board.key(event)) return true;
    const digit = meaning && "digit" in meaning ? meaning : null;
    if (this.secondFigure(event, digit?.mode)) return true;
    if (digit) return this.digitKey(digit);
    return command !== null && this.command(command, event);
  }

  /**
   * The second figure of a digit like 10: it takes the place of what the first one wrote.
   * @param {KeyboardEvent} event
   * @param {Mode} [mode]
   */
  secondFigure({ key, timeStamp: now }, mode) {
    const { game } = this;
    const { size: count, symbols } = game.client.shape;
    const first = firstDigit(symbols);
    const size = count + first - 1;
    const numbers = game.page.settings.digits === "numbers" && game.keypad.mode !== "colour";
    if (size < 10 || !numbers || game.digitFirst || !/^\d$/.test(key)) return false;
    const digit = this.figures.join(Number(key), { size, where: game.board.selection.sorted.join(), now });
    if (!digit) return false;
    const { givens, values } = game.client.position();
    const isNote = (mode ?? game.keypad.mode) !== "digit";
    const holds = (/** @type {number} */ cell) => !givens[cell] && !(isNote && values[cell]);
    if (game.client.over || !game.board.selection.sorted.some(holds)) return true; // the first was refused, too
    game.act({ type: "undo" });
    game.write(digit - first + 1, mode);
    return true;
  }

  /** @param {DigitKey} key */
  digitKey({ digit, mode }) {
    const { game } = this;
    const written = digit + firstDigit(game.client.shape.symbols) - 1;
    if (game.keypad.mode === "colour" && !mode) game.paint(written, game.keypad.colourScope);
    else game.write(digit, mode);
    return true;
  }

  /**
   * Carries out a command key, and says whether there was anything to do.
   * @param {Command} command
   * @param {KeyboardEvent} event
   */
  command(command, event) {
    const { game } = this;
    const onButton = closest(event, "button, a") !== null; // Enter and Space press it
    if (command === "press") {
      if (onButton || !game.digitFirst || !game.heldDigit) return false;
      game.writeInto(game.board.selection.sorted, game.heldDigit, game.keypad.mode);
    } else if (command === "mode") {
      if (onButton) return false;
      game.keypad.nextMode();
    } else {
      this.commands(event.shiftKey)[command]();
    }
    return true;
  }

  /**
   * @param {boolean} extend  moving the cursor keeps what is selected
   * @returns {Record<Exclude<Command, "press" | "mode">, () => unknown>}
   */
  commands(extend) {
    const { game } = this;
    return {
      left: () => game.board.step(0, -1, extend),
      down: () => game.board.step(1, 0, extend),
      up: () => game.board.step(-1, 0, extend),
      right: () => game.board.step(0, 1, extend),
      corner: () => game.keypad.toggleMode("corner"),
      centre: () => game.keypad.toggleMode("centre"),
      colour: () => game.keypad.toggleMode("colour"),
      auto: () => game.act({ type: "auto-notes", on: !game.client.state.auto }),
      refresh: () => game.act({ type: "refresh-notes" }),
      input: () => game.page.changeSettings({ input: game.digitFirst ? "cell" : "digit" }),
      hint: () => game.hint.ask(),
      check: () => game.check(),
      erase: () => game.erase(),
      undo: () => game.act({ type: "undo" }),
      redo: () => game.act({ type: "redo" }),
      mistake: () => game.act({ type: "undo-to-mistake" }),
      mark: () => game.mark(),
      return: () => game.returnToLastMark(),
      ways: () => game.sayCombinations(),
      pause: () => game.client.over || game.togglePause(),
      settings: () => openSettings(game.page),
      help: openHelp,
      close: () => game.hint.closeAndLeave(),
    };
  }
}
