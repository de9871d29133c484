// Letters to the server: actions with numbers, kept in the browser until they have arrived. A letter may be
// sent twice: the server skips what it has seen. Each tab writes its own; what a closed tab left behind is
// sent by the next one that opens the game.

const PREFIX = "nonet.letters.";

/** All letters about one game. */
export class Letters {
  constructor(game) {
    this.game = game;
    this.left = leftBehind(game);
    this.own = new Letter(game, { client: crypto.randomUUID(), first: 1, actions: [] });
  }

  get all() {
    return [...this.left, this.own];
  }

  get waiting() {
    return this.all.flatMap((letter) => letter.actions);
  }

  add(actions) {
    this.own.add(actions);
  }

  /** The letter to send now, if any; an empty one only carries the time. */
  next(empty) {
    this.left = this.left.filter((letter) => letter.actions.length);
    return this.all.find((letter) => letter.actions.length) ?? (empty ? this.own : null);
  }
}

class Letter {
  constructor(game, { client, first, actions }) {
    this.game = game;
    this.client = client;
    this.first = first; // the number of the first action
    this.actions = actions;
  }

  get key() {
    return `${PREFIX}${this.game}.${this.client}`;
  }

  body() {
    return { client: this.client, first: this.first, actions: this.actions.slice(0, 500) };
  }

  add(actions) {
    this.actions.push(...actions);
    this.keep();
  }

  /** The server has all up to this number. */
  drop(last) {
    const count = Math.min(Math.max(0, last - this.first + 1), this.actions.length);
    this.actions.splice(0, count);
    this.first += count;
    this.keep();
  }

  /** The server has forgotten us: a new name, and numbers from 1. */
  rename() {
    localStorage.removeItem(this.key);
    this.client = crypto.randomUUID();
    this.first = 1;
    this.keep();
  }

  keep() {
    try {
      if (this.actions.length) localStorage.setItem(this.key, JSON.stringify({ first: this.first, actions: this.actions }));
      else localStorage.removeItem(this.key);
    } catch {
      // A browser that keeps nothing still plays; only a reload while the server is away loses moves.
    }
  }
}

/** What was left behind: about one game, or about all. */
function leftBehind(game = "") {
  const found = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(game ? `${PREFIX}${game}.` : PREFIX)) continue;
    const [about, client] = key.slice(PREFIX.length).split(".");
    try {
      const { first, actions } = JSON.parse(localStorage.getItem(key));
      found.push(new Letter(about, { client, first, actions }));
    } catch {
      localStorage.removeItem(key);
    }
  }
  return found;
}

/** Sends all that was left behind, by `send(game, letter)`; what the server refuses is for the game to see to. */
export async function sendLeft(send) {
  for (const letter of leftBehind()) {
    await send(letter.game, letter.body()).then(
      (answer) => letter.drop(answer.last),
      (error) => error.status === 404 && letter.drop(Infinity), // of a game that is no more
    );
  }
}

/** Throws away what waits for a game that is deleted. */
export function forgetLetters(game) {
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${game}.`)) localStorage.removeItem(key);
}
