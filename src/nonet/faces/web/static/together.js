// A game that several play: with each other on one board, or against each other, each on their own. It shows what happens
// in their room, and tells the others what happens here.

import { api } from "./api.js";
import { cellName } from "./cell.js";
import { symbolOf } from "./digits.js";
import { RoomPanel } from "./room_panel.js";
import { t } from "./words.js";

/**
 * @import { Action, Room, RoomEvent } from "../api_types.d.ts"
 * @import { GameScreen } from "./game.js"
 */

const POINTING = 120; // milliseconds between two messages about the cursor

export class Together extends RoomPanel {
  /** @param {GameScreen} screen @param {Room} room */
  constructor(screen, room) {
    super(room, (text) => screen.announce(text));
    this.screen = screen;
    this.pointed = "";
    this.listen();
  }

  /** @override @param {RoomEvent} event */
  hear(event) {
    super.hear(event);
    const { by, game, paused, cursors } = event;
    if (game) this.screen.client.take(game);
    if (cursors) this.showCursors(cursors);
    if (paused !== undefined && this.shared) this.screen.setPaused(paused);
    if (by !== this.me) this.hearOther(event, this.nameOf(by));
  }

  // -- what others do -----------------------------------------------------------------------------------------

  /** @param {RoomEvent} event @param {string} name */
  hearOther({ type, actions = [], tier = 1 }, name) {
    if (type === "move") for (const action of actions) this.tell(this.moveText(name, action));
    if (type === "check") this.tell(t("{name} checked the board.", { name }));
    if (type === "hint") {
      this.tell(t("{name} asked for a hint.", { name }));
      this.screen.hint.follow(tier).catch(reportError);
    }
    if (type === "pause" || type === "resume") {
      this.tell(type === "pause" ? t("{name} paused.", { name }) : t("{name} plays on.", { name }));
      if (this.shared) this.screen.setPaused(type === "pause");
    }
  }

  /** @param {string} name @param {Action} action */
  moveText(name, action) {
    if (action.type === "undo") return t("{name} took a move back.", { name });
    if (!("cells" in action)) return t("{name} changed the board.", { name });
    const { shape } = this.screen.client;
    const slots = { name, cell: action.cells.map((cell) => cellName(cell, shape)).join("; ") };
    if (action.type === "place") return t("{name}: {cell}: {digit}.", { ...slots, digit: symbolOf(action.digit) });
    if (action.type === "note") return t("{name}: {cell}: note {digit}.", { ...slots, digit: symbolOf(action.digit) });
    return t("{name}: {cell}: changed.", slots);
  }

  /** @param {[number, number[]][]} cursors */
  showCursors(cursors) {
    this.screen.board.showOthers(
      cursors.map(([number, cells]) => ({ cells, player: number % 8, sign: this.signOf(number) })),
    );
  }

  // -- what happens here --------------------------------------------------------------------------------------

  /** Tells the others where the cursor is. */
  point() {
    if (!this.shared) return;
    this.later("point", POINTING, () => {
      const cells = this.screen.board.selection.sorted.slice(0, 100);
      if (this.pointed === String(cells)) return;
      this.pointed = String(cells);
      api.tellRoom(this.room.id, { cells }).catch(() => {}); // the next one may get through
    });
  }

  /** @param {boolean} paused */
  pause(paused) {
    api.tellRoom(this.room.id, { paused }).catch(() => {});
  }
}
