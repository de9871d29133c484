// A game that several play: with each other on one board, or against each other, each on their own. It hears what happens
// in their room (server-sent events), shows the players and their cursors, and tells the others what happens here.

import { api } from "./api.js";
import { button } from "./buttons.js";
import { cellName } from "./cell.js";
import { openDialog } from "./dialogs.js";
import { symbolOf } from "./digits.js";
import { fill, h } from "./dom.js";
import { copyField } from "./share_dialog.js";
import { clockText, t, tn } from "./words.js";

/**
 * @import { Action, Room, RoomEvent, RoomMember } from "../api_types.d.ts"
 * @import { GameScreen } from "./game.js"
 */

const RETRY = 2000; // milliseconds, if the browser has given up the connection
const TELLING = 250; // milliseconds in which news are collected: after a pause nobody hears fifty moves one by one
const MOST_TOLD = 3;
const POINTING = 120; // milliseconds between two messages about the cursor

export class Together {
  /** @param {GameScreen} screen @param {Room} room */
  constructor(screen, room) {
    this.screen = screen;
    this.room = room;
    this.me = -1; // until the room says so
    /** @type {RoomMember[]} */
    this.members = [];
    /** @type {string[]} */
    this.news = [];
    /** @type {Record<string, ReturnType<typeof setTimeout> | undefined>} */
    this.timers = {};
    this.pointed = "";
    /** @type {number | null} seconds until a race begins; null: nobody has started it */
    this.startsIn = room.starts_in;
    this.panel = h("section", { class: "together card" });
    this.closed = false;
    this.listen();
  }

  /** Whether all play on one board. */
  get shared() {
    return this.room.mode === "with";
  }

  close() {
    this.closed = true;
    this.source?.close();
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
  }

  // -- what happens in the room -------------------------------------------------------------------------------

  listen() {
    const source = new EventSource(`/api/rooms/${this.room.id}/events`); // the browser connects again by itself
    this.source = source;
    source.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED && !this.closed) this.later("retry", RETRY, () => this.listen());
    });
  }

  /** @param {RoomEvent} event */
  hear(event) {
    const { type, by, members, game, paused, cursors, starts_in: startsIn } = event;
    if (type === "room") this.me = by;
    if (members) this.setMembers(members, { first: type === "room" });
    if (game) this.screen.client.take(game);
    if (cursors) this.showCursors(cursors);
    if (startsIn !== undefined) this.count(startsIn);
    if (type === "start") this.tell(t("The race begins in {count} seconds.", { count: startsIn ?? 0 }));
    if (paused !== undefined && this.shared) this.screen.setPaused(paused);
    if (type === "closed") this.tell(t("This room was closed."));
    else if (by !== this.me) this.hearOther(event, this.nameOf(by));
  }

  // -- the start of a race ------------------------------------------------------------------------------------

  /** Whether the race has not begun: nobody sees the board yet. */
  get waits() {
    return this.startsIn !== 0;
  }

  wait() {
    if (!this.waits) return;
    this.screen.setPaused(true);
    this.count(this.startsIn);
  }

  /**
   * Counts down to the start.
   * @param {number | null} seconds  until then; null: nobody has started the race
   */
  count(seconds) {
    if (!this.waits) return;
    clearTimeout(this.timers["start"]);
    this.startsIn = seconds;
    if (seconds) {
      const next = Math.ceil(seconds) - 1;
      this.timers["start"] = setTimeout(() => this.count(next), 1000 * (seconds - next));
    }
    this.screen.showVeil();
    if (this.waits) return;
    this.screen.setPaused(false);
    this.screen.focus();
    this.tell(t("Go!"));
  }

  /** What covers the board until then. */
  waitText() {
    if (this.startsIn !== null) return [h("p", { class: "count", text: String(Math.ceil(this.startsIn)) })];
    const first = this.members.findIndex(({ here }) => here);
    const start = button(t("Start for everyone"), {
      icon: "flag",
      class: "button main-button",
      "data-name": "start",
      press: () => this.screen.page.attempt(() => api.tellRoom(this.room.id, { start: true })),
    });
    const other = h("p", { class: "soft", text: t("{name} starts the race.", { name: this.nameOf(first) }) });
    return [h("p", { text: t("Is everyone here?") }), first === this.me ? start : other, this.inviteButton()];
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

  /** Says what is new, politely. @param {string} text */
  tell(text) {
    this.news.push(text);
    this.later("news", TELLING, () => {
      const { news } = this;
      this.news = [];
      const many = news.length > MOST_TOLD;
      this.screen.announce(many ? tn("{n} change by others", "{n} changes by others", news.length) : news.join(" "));
    });
  }

  /**
   * @param {string} what  only one of each waits
   * @param {number} pause
   * @param {() => void} work
   */
  later(what, pause, work) {
    this.timers[what] ??= setTimeout(() => {
      this.timers[what] = undefined;
      work();
    }, pause);
  }

  // -- the players --------------------------------------------------------------------------------------------

  /** @param {number} number */
  nameOf(number) {
    return this.members[number]?.name || t("Player {number}", { number: number + 1 });
  }

  /** @param {RoomMember[]} members @param {{ first: boolean }} options */
  setMembers(members, { first }) {
    const before = this.members;
    this.members = members;
    this.show();
    members.forEach(({ status, seconds }, number) => {
      const name = this.nameOf(number);
      if (first || number === this.me) return;
      if (!before[number]) this.tell(t("{name} has joined.", { name }));
      else if (status === "finished" && before[number].status !== "finished")
        this.tell(t("{name} finished in {time}.", { name, time: clockText(seconds) }));
    });
  }

  show() {
    const order = this.members.map((member, number) => ({ ...member, number }));
    const done = (/** @type {RoomMember} */ { status }) => Number(status === "finished");
    if (!this.shared)
      order.sort((a, b) => done(b) - done(a) || (done(a) ? a.seconds - b.seconds : b.filled - a.filled));
    const over = !this.shared && this.members.every(({ status }) => status !== "playing");
    const title = this.shared ? t("With each other") : over ? t("Result") : t("Against each other");
    const list = h("ol", { class: "players" }, ...order.map((member) => this.line(member)));
    fill(this.panel, h("h2", { text: title }), list, this.inviteButton());
    if (this.waits) this.screen.showVeil();
  }

  /** @param {RoomMember & { number: number }} member */
  line(member) {
    const { number } = member;
    const name = this.nameOf(number);
    const who = number === this.me ? t("{name} (you)", { name }) : name;
    const sign = h("span", {
      class: "player-sign",
      "data-player": number % 8,
      text: this.signOf(number),
      "aria-hidden": "true",
    });
    return h("li", {}, sign, h("b", { text: who }), h("span", { class: "soft", text: this.stateText(member) }));
  }

  /** @param {RoomMember} member */
  stateText({ status, seconds, filled, total, is_paused: paused, here }) {
    const said = [];
    if (status === "finished") said.push(t("finished in {time}", { time: clockText(seconds) }));
    else if (status === "given-up") said.push(t("given up"));
    else if (!this.shared) said.push(t("{filled} of {total} cells", { filled, total }));
    if (paused) said.push(t("paused"));
    if (!here) said.push(t("not here now"));
    return said.join(" · ");
  }

  /**
   * A sign for a player, so that colours are never alone: the first letter of the name, or the number.
   * @param {number} number
   */
  signOf(number) {
    const [letter = String(number + 1)] = this.members[number]?.name ?? "";
    return letter.toLocaleUpperCase();
  }

  /** @param {[number, number[]][]} cursors */
  showCursors(cursors) {
    this.screen.board.showOthers(
      cursors.map(([number, cells]) => ({ cells, player: number % 8, sign: this.signOf(number) })),
    );
  }

  inviteButton() {
    return button(t("Invite others"), { icon: "people", class: "button", press: () => this.invite() });
  }

  invite() {
    const { link: found, qr } = this.room;
    const link = found.startsWith("#") ? `${location.origin}/${found}` : found;
    const code =
      qr &&
      h("img", { class: "qr", src: `data:image/svg+xml,${encodeURIComponent(qr)}`, alt: t("QR code of the link") });
    openDialog(
      t("Invite others"),
      h("p", { text: t("Anyone in your network who opens this link joins in.") }),
      copyField(t("Link to this room"), link, (text) => this.screen.announce(text)),
      code,
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
