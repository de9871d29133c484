// One game, as the page knows it: the last state of the server, the moves on their way to it, and the clock.

import { Away, Refused, api } from "./api.js";
import { Letters } from "./letters.js";
import { laidOver, unpacked } from "./pending.js";

const PAUSES = [500, 1000, 2000, 4000, 8000]; // between attempts to reach the server, in milliseconds
const HEARTBEAT = 10_000; // how often the server hears what the clock says

export class Match {
  /** `changed` is called with the server's events after every answer and every move. */
  constructor(state, settings, changed) {
    this.settings = settings;
    this.changed = changed;
    this.letters = new Letters(state.id);
    this.sending = null;
    this.again = null;
    this.closed = false;
    this.paused = false; // by the player
    this.hidden = document.hidden; // nobody looks
    this.played = state.seconds;
    this.since = performance.now();
    this.take(state);
    this.online = () => this.send();
    addEventListener("online", this.online);
    this.beating = setInterval(() => this.beat(), HEARTBEAT);
    if (this.waiting.length) this.send();
  }

  /** No more of it: the clock is told to the server once more. */
  close() {
    this.stop();
    this.farewell();
    this.closed = true;
    clearTimeout(this.again);
    clearInterval(this.beating);
    removeEventListener("online", this.online);
  }

  get id() {
    return this.state.id;
  }

  get shape() {
    return this.state.shape;
  }

  get over() {
    return this.state.status !== "playing";
  }

  /** The actions that the server has not seen, in order. */
  get waiting() {
    return this.letters.waiting;
  }

  /** The server's word: everything is as it says. */
  take(state) {
    this.state = unpacked(state);
    if (state.seconds > this.seconds()) {
      this.played = state.seconds;
      if (this.since !== null) this.since = performance.now();
    }
    if (this.over) this.stop();
    else this.run();
  }

  /** What to draw. */
  position() {
    return laidOver(this.state, this.waiting, this.settings);
  }

  // -- the clock ----------------------------------------------------------------------------------------------

  /** Seconds played. */
  seconds() {
    return this.played + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  run() {
    if (this.since === null && !this.paused && !this.hidden && !this.over) this.since = performance.now();
  }

  stop() {
    this.played = this.seconds();
    this.since = null;
  }

  setPaused(paused) {
    this.paused = paused;
    if (paused) this.stop();
    else this.run();
    this.beat();
  }

  setHidden(hidden) {
    this.hidden = hidden;
    if (hidden) this.stop();
    else this.run();
    this.beat();
  }

  beat() {
    if (!this.closed && !this.over && !this.waiting.length && !this.sending) this.send({ empty: true });
  }

  /** The page goes away: what waits is sent along, and nobody hears the answer. */
  farewell() {
    if (this.closed || this.over) return;
    const letter = this.letters.own;
    api.act(this.id, { ...letter.body(), seconds: this.seconds() }, { keepalive: true }).catch(() => {});
  }

  // -- moves --------------------------------------------------------------------------------------------------

  /** Sends actions, now or when the server is back; they are kept until the server has them. */
  act(...actions) {
    this.letters.add(actions);
    this.changed([]);
    return this.send();
  }

  /** Sends what waits; one letter at a time, all that waits in it. */
  send({ empty = false, attempt = 0 } = {}) {
    clearTimeout(this.again);
    this.again = null;
    this.sending ??= this.deliver(empty, attempt).finally(() => {
      this.sending = null;
      if (this.waiting.length && this.again === null && !this.closed) this.send();
    });
    return this.sending;
  }

  /** Waits until the server has every move, or is found to be away. */
  async settle() {
    do await this.send();
    while (this.waiting.length && this.again === null && !this.closed);
  }

  async deliver(empty, attempt) {
    const letter = this.letters.next(empty);
    if (!letter || this.closed) return;
    try {
      const answer = await api.act(this.id, { ...letter.body(), seconds: this.seconds() });
      letter.drop(answer.last);
      this.take(answer.game);
      this.changed(answer.outcomes.flatMap((outcome) => outcome.events));
    } catch (error) {
      if (error instanceof Away) this.later(attempt);
      else if (error instanceof Refused && error.status >= 500) this.later(attempt, error.message);
      else if (error instanceof Refused) await this.refused(letter, error);
      else throw error;
    }
  }

  /** The server does not want the letter: what it cannot take is dropped, what it has not heard is told anew. */
  async refused(letter, error) {
    if (error.code === "gap") letter.rename();
    else letter.drop(error.last === undefined ? Infinity : error.last + 1);
    const state = await api.game(this.id).catch(() => null);
    if (state) this.take(state);
    this.changed([{ type: "refused", text: error.message }]);
  }

  /** Nothing is lost: the letter is sent again, after a longer and longer pause. */
  later(attempt, words = "") {
    const pause = PAUSES[Math.min(attempt, PAUSES.length - 1)];
    this.again = setTimeout(() => this.send({ empty: true, attempt: attempt + 1 }), pause);
    this.changed(words ? [{ type: "refused", text: words }] : []);
  }
}
