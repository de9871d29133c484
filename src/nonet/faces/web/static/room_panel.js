// The players of a room, in a panel: who they are and how far. It hears what happens there (server-sent events).

import { button } from "./buttons.js";
import { openDialog } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { copyField } from "./share_dialog.js";
import { clockText, t, tn } from "./words.js";

/** @import { Room, RoomEvent, RoomMember } from "../api_types.d.ts" */

const RETRY = 2000; // milliseconds, if the browser has given up the connection
const TELLING = 250; // milliseconds in which news are collected: after a pause nobody hears fifty moves one by one
const MOST_TOLD = 3;

export class RoomPanel {
  /** @param {Room} room @param {(text: string) => void} announce */
  constructor(room, announce) {
    this.room = room;
    this.announce = announce;
    this.me = -1; // until the room says so
    /** @type {RoomMember[]} */
    this.members = [];
    /** @type {string[]} */
    this.news = [];
    /** @type {Record<string, ReturnType<typeof setTimeout> | undefined>} */
    this.timers = {};
    this.element = h("section", { class: "together card" });
    this.closed = false;
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

  listen() {
    const source = new EventSource(`/api/rooms/${this.room.id}/events`); // the browser connects again by itself
    this.source = source;
    source.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED && !this.closed) this.later("retry", RETRY, () => this.listen());
    });
  }

  /** @param {RoomEvent} event */
  hear({ type, by, members }) {
    if (type === "room") this.me = by;
    if (members) this.setMembers(members, { first: type === "room" });
    if (type === "closed") this.tell(t("This room was closed."));
  }

  /** Says what is new, politely. @param {string} text */
  tell(text) {
    this.news.push(text);
    this.later("news", TELLING, () => {
      const { news } = this;
      this.news = [];
      const many = news.length > MOST_TOLD;
      this.announce(many ? tn("{n} change by others", "{n} changes by others", news.length) : news.join(" "));
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
    fill(this.element, h("h2", { text: title }), list, this.inviteButton());
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
    else if (!this.shared && total) said.push(t("{filled} of {total} cells", { filled, total }));
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

  inviteButton() {
    return button(t("Invite others"), { icon: "people", press: () => this.invite() });
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
      copyField(t("Link to this room"), link, this.announce),
      code,
    );
  }
}
