// The screen of a race that has not begun: who is here, who starts it, and the countdown. Nobody has the puzzle yet.

import { api } from "./api.js";
import { button } from "./buttons.js";
import { fill, h } from "./dom.js";
import { RoomPanel } from "./room_panel.js";
import { Screen } from "./screen.js";
import { T, t } from "./words.js";

/**
 * @import { Room, RoomEvent } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 */

export class LobbyScreen extends Screen {
  /** @param {Host} page @param {Room} room */
  constructor(page, room) {
    const start = h("section", { class: "lobby card" });
    const panel = new WaitingPanel(page, room, start);
    super(h("div", { class: "stats" }, start, panel.element), { name: T("Against each other") });
    this.panel = panel;
  }

  /** @override */
  translate() {
    this.panel.show();
  }

  /** @override */
  close() {
    this.panel.close();
  }
}

class WaitingPanel extends RoomPanel {
  /**
   * @param {Host} page
   * @param {Room} room
   * @param {HTMLElement} start  where the start is waited for
   */
  constructor(page, room, start) {
    super(room, (text) => page.say(text));
    this.page = page;
    this.start = start;
    this.startsIn = room.starts_in; // null: nobody has started the race
    this.count(this.startsIn);
    this.listen();
  }

  /** @override @param {RoomEvent} event */
  hear(event) {
    super.hear(event);
    const { type, starts_in: startsIn } = event;
    if (startsIn !== undefined) this.count(startsIn);
    if (type === "start") this.tell(t("The race begins in {count} seconds.", { count: startsIn ?? 0 }));
  }

  /**
   * Counts down to the start; then there is a puzzle.
   * @param {number | null} seconds  until then
   */
  count(seconds) {
    clearTimeout(this.timers["start"]);
    this.startsIn = seconds;
    if (seconds) {
      const next = Math.ceil(seconds) - 1;
      this.timers["start"] = setTimeout(() => this.count(next), 1000 * (seconds - next));
    }
    this.showStart();
    if (seconds !== 0 || this.closed) return;
    this.page.say(t("Go!"));
    this.page.go(`/room/${this.room.id}`, { reload: true });
  }

  /** @override */
  show() {
    super.show();
    this.showStart();
  }

  showStart() {
    if (this.startsIn !== null) {
      const text = this.startsIn ? String(Math.ceil(this.startsIn)) : t("Go!");
      fill(this.start, h("p", { class: "count", text }));
      return;
    }
    const first = this.members.findIndex(({ opened }) => opened);
    const start = button(t("Start for everyone"), {
      icon: "flag",
      main: true,
      "data-name": "start",
      press: () => this.page.attempt(() => api.tellRoom(this.room.id, { start: true })),
    });
    const other = h("p", { class: "soft", text: t("{name} starts the race.", { name: this.nameOf(first) }) });
    const who = first < 0 ? null : first === this.me ? start : other;
    fill(this.start, h("h1", { text: t("Is everyone here?") }), who);
  }
}
