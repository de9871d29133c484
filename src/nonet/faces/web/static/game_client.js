// One game, as the page knows it: the last state of the server, the moves on their way to it, and the clock.

import { api, Refused, Unreachable } from "./api.js";
import { decoded, positionAfter, verdictOn } from "./optimistic.js";
import { Outbox } from "./outbox.js";
import { repeated } from "./position.js";
import { clockText, t } from "./words.js";

/**
 * @import { Action, Game, Outcomes, Settings } from "../api_types.d.ts"
 * @import { Batch } from "./outbox.js"
 * @typedef {Pick<Outcomes["outcomes"][number]["events"][number], "type" | "text"> & { houses?: number[] }} GameEvent
 *   what happened, what to say of it, and the houses that are complete
 */

const PAUSES = [500, 1000, 2000, 4000, 8000]; // between attempts to reach the server, in milliseconds
const MOST_TOLD = 3; // moves of an answer whose events are told: more were made while the server was away
const HEARTBEAT = 10_000; // how often the server is told the time, in milliseconds

export class GameClient {
  /**
   * @param {Game} game
   * @param {Settings} settings
   * @param {(events: GameEvent[]) => void} changed  called after every move and every answer
   */
  constructor(game, settings, changed) {
    this.settings = settings;
    this.changed = changed;
    this.outbox = new Outbox(game.id);
    /** @type {Promise<void> | null} */
    this.sending = null;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.retry = null;
    this.closed = false;
    this.shared = false; // others play this game, too
    this.away = false; // the server did not answer
    /** @type {"finished" | "full" | "unchecked" | null} */
    this.verdict = null; // on a board that was filled while the server is away
    this.paused = false;
    this.hidden = document.hidden;
    this.played = Math.max(game.seconds, this.outbox.seconds);
    /** @type {number | null} */
    this.runningSince = this.hidden ? null : performance.now();
    this.state = decoded(game);
    this.update(game);
    this.online = () => this.send();
    addEventListener("online", this.online);
    this.heartbeat = setInterval(() => this.beat(), HEARTBEAT);
    if (this.unsent.length) this.send();
  }

  /** Ends all that runs, and tells the server the time once more. */
  close() {
    this.stopClock();
    this.sendLast();
    this.closed = true;
    this.cancelRetry();
    clearInterval(this.heartbeat);
    removeEventListener("online", this.online);
  }

  get id() {
    return this.state.id;
  }

  get shape() {
    return this.state.shape;
  }

  /** How the game stands, as far as the page can tell while the server is away. */
  get status() {
    return this.verdict === "finished" ? this.verdict : this.state.status;
  }

  get over() {
    return this.status !== "playing";
  }

  /** The actions that the server does not have yet, in order. */
  get unsent() {
    return this.outbox.unsent;
  }

  /** Takes over the server's state. @param {Game} game */
  update(game) {
    if (this.shared && game.revision < this.state.revision) return; // news of others were faster
    this.state = decoded(game);
    this.outbox.dropSeconds(this.over ? Infinity : game.seconds);
    if (this.over || game.seconds > this.seconds()) {
      this.played = game.seconds;
      if (this.runningSince !== null) this.runningSince = performance.now();
    }
    if (this.over) this.stopClock();
    else this.startClock();
  }

  /**
   * Takes over the state of a game that others play, too. What is in words stays in this player's language.
   * @param {Game} game
   */
  take(game) {
    const { revision, hidden, board_title, level_title, rules } = this.state;
    this.shared = true;
    if (game.revision <= revision) return;
    this.update({ ...game, board_title, level_title, rules });
    this.changed([]);
    if (String(game.hidden) !== String(hidden))
      this.reload().then(
        () => this.changed([]),
        () => {},
      ); // the fog lifts
  }

  /** Fetches the state again: the settings have changed what it contains. */
  async reload() {
    this.update(await api.game(this.id));
  }

  /** What the board draws. While the server is away, the page looks for repeated digits itself. */
  position() {
    const position = positionAfter(this.state, this.unsent, this.settings);
    if (this.away && this.settings.check !== "off") {
      for (const cell of repeated(position.values, this.shape)) position.conflicts.add(cell);
    }
    return position;
  }

  /**
   * What to say of a board that was filled while the server is away. The page knows the houses of a board, but not the
   * rules of a variant; the server has the last word.
   * @returns {GameEvent[]}
   */
  judge() {
    const verdict = this.away ? verdictOn(this.state, this.unsent, this.settings) : null;
    if (verdict === this.verdict) return [];
    this.verdict = verdict;
    this.stopClock();
    if (verdict === "finished") this.played = this.outbox.lastMove;
    else this.startClock();
    return verdict ? [{ type: verdict, text: this.verdictText(verdict) }] : [];
  }

  /** @param {"finished" | "full" | "unchecked"} verdict */
  verdictText(verdict) {
    if (verdict === "finished") return t("Solved in {time}.", { time: clockText(this.seconds()) });
    if (verdict === "full") return t("The board is full, but not right yet.");
    return t("The board is full. Whether it follows all rules will be checked later.");
  }

  // -- the clock ----------------------------------------------------------------------------------------------

  /** Seconds played. */
  seconds() {
    return this.played + (this.runningSince === null ? 0 : (performance.now() - this.runningSince) / 1000);
  }

  startClock() {
    if (this.runningSince === null && !this.paused && !this.hidden && !this.over) {
      this.runningSince = performance.now();
    }
  }

  stopClock() {
    this.played = this.seconds();
    this.runningSince = null;
  }

  /** @param {boolean} paused */
  setPaused(paused) {
    this.paused = paused;
    this.restartClock();
  }

  /** The clock stops while the page is not visible. @param {boolean} hidden */
  setHidden(hidden) {
    this.hidden = hidden;
    this.restartClock();
  }

  restartClock() {
    this.stopClock();
    this.startClock();
    this.beat();
  }

  /** Tells the server the time, unless moves are about to do so. */
  beat() {
    if (!this.closed && !this.over && !this.unsent.length && !this.sending) this.send({ empty: true });
  }

  /** Sends the time and unsent moves while the page is closing. Nobody sees the answer. */
  sendLast() {
    if (this.closed || this.state.status !== "playing") return;
    this.outbox.keepSeconds(this.seconds());
    api.act(this.id, this.bodyOf(this.outbox.own), { keepalive: true }).catch(() => {});
  }

  /**
   * A batch with the time of its last move, which may end the game; without moves, with the time now.
   * @param {Batch} batch
   */
  bodyOf(batch) {
    const body = batch.body();
    return body.actions.length ? body : { ...body, seconds: this.seconds() };
  }

  // -- moves --------------------------------------------------------------------------------------------------

  /** Plays actions. They are sent now, or when the server is back. @param {...Action} actions */
  act(...actions) {
    this.outbox.add(actions, this.seconds());
    this.changed(this.judge());
    return this.send();
  }

  /**
   * Sends what is in the outbox, one batch at a time; with `empty`, the time alone if there is nothing else.
   * @param {{ empty?: boolean, attempt?: number }} [options]
   */
  send({ empty = false, attempt = 0 } = {}) {
    this.cancelRetry();
    this.sending ??= this.deliver(empty, attempt).finally(() => {
      this.sending = null;
      if (this.unsent.length && this.retry === null && !this.closed) this.send();
    });
    return this.sending;
  }

  /** Waits until the server has every move, or cannot be reached. */
  async settle() {
    do await this.send();
    while (this.unsent.length && this.retry === null && !this.closed);
  }

  /** @param {boolean} empty @param {number} attempt */
  async deliver(empty, attempt) {
    const batch = this.outbox.next() ?? (empty ? this.outbox.own : null);
    if (!batch || this.closed) return;
    try {
      const answer = await api.act(this.id, this.bodyOf(batch));
      batch.drop(answer.last);
      this.away = false;
      this.verdict = null;
      this.update(answer.game);
      this.changed(answer.outcomes.slice(-MOST_TOLD).flatMap((outcome) => outcome.events));
    } catch (error) {
      if (error instanceof Unreachable) this.sendLater(attempt);
      else if (error instanceof Refused && isTemporary(error)) this.sendLater(attempt, error.message);
      else if (error instanceof Refused) await this.refused(batch, error);
      else throw error;
    }
  }

  /**
   * The server does not take a batch. Numbers that it does not know are given anew; an action that it refuses is
   * dropped.
   * @param {Batch} batch
   * @param {Refused} error
   */
  async refused(batch, error) {
    this.away = false;
    this.verdict = null;
    if (error.code === "gap") batch.renumber();
    else batch.drop(error.last === undefined ? Infinity : error.last + 1);
    await this.reload().catch(() => {});
    this.changed([{ type: "refused", text: error.message }]);
  }

  /**
   * Tries again after a pause, which grows from attempt to attempt.
   * @param {number} attempt
   * @param {string} [text]
   */
  sendLater(attempt, text = "") {
    this.outbox.keepSeconds(this.seconds());
    const pause = PAUSES[Math.min(attempt, PAUSES.length - 1)];
    this.retry = setTimeout(() => this.send({ empty: true, attempt: attempt + 1 }), pause);
    this.away = true;
    this.changed([...(text ? [{ type: "refused", text }] : []), ...this.judge()]);
  }

  cancelRetry() {
    if (this.retry !== null) clearTimeout(this.retry);
    this.retry = null;
  }
}

/**
 * Whether the same request may succeed later: the server is in trouble, the request came too slowly, or the server
 * was started again with another token.
 * @param {Refused} error
 */
function isTemporary({ status }) {
  return status >= 500 || status === 401 || status === 408;
}
