// Moves that the server has not seen yet, laid over the last state it sent, so that a digit shows at once and
// stays while the server is away. This is drawing, not playing: what a move means, the server says later.

/** The server's state with its bitmasks as lists of digits. */
export function unpacked(state) {
  const lists = (masks) => masks.map(digitsOf);
  return { ...state, corner: lists(state.corner), centre: lists(state.centre), candidates: lists(state.candidates) };
}

function digitsOf(mask) {
  const digits = [];
  for (let digit = 1; mask >> (digit - 1); digit++) if ((mask >> (digit - 1)) & 1) digits.push(digit);
  return digits;
}

/** A position to draw: the server's state with the waiting actions over it. */
export function laidOver(state, waiting, settings) {
  const position = {
    givens: state.givens,
    values: [...state.values],
    corner: state.corner,
    centre: state.centre,
    candidates: state.candidates,
    auto: state.auto,
    colours: [...state.colours],
    tints: tintsOf(state),
    revealed: new Set(state.revealed),
    conflicts: new Set(state.conflicts),
    mistakes: new Set(state.mistakes),
    pending: new Set(),
    peers: settings.highlight_peers,
    same: settings.highlight_same,
  };
  const moves = afterUndo(waiting);
  if (moves.length) {
    position.corner = [...state.corner];
    position.centre = [...state.centre];
    position.candidates = [...state.candidates];
    for (const move of moves) lay(position, move);
  }
  return position;
}

function tintsOf(state) {
  const tints = new Map();
  for (const [cell, digit, colour] of state.candidate_colours) {
    if (!tints.has(cell)) tints.set(cell, []);
    tints.get(cell).push([digit, colour]);
  }
  return tints;
}

/** What is left of the waiting moves when their own undos are taken into account. */
function afterUndo(actions) {
  const done = [];
  const undone = [];
  for (const action of actions) {
    if (action.type === "undo") {
      if (done.length) undone.push(done.pop());
    } else if (action.type === "redo") {
      if (undone.length) done.push(undone.pop());
    } else {
      done.push(action);
      undone.length = 0;
    }
  }
  return done;
}

function lay(position, move) {
  for (const cell of move.cells ?? []) {
    if (position.givens[cell]) continue;
    position.pending.add(cell);
    position.conflicts.delete(cell);
    position.mistakes.delete(cell);
    if (move.type === "place") position.values[cell] = move.digit;
    else if (move.type === "clear" && position.values[cell]) position.values[cell] = 0;
    else if (move.type === "clear") position.corner[cell] = position.centre[cell] = [];
    else if (move.type === "paint") position.colours[cell] = move.colour;
    else if (move.type === "note") layNote(position, cell, move);
  }
}

function layNote(position, cell, { digit, kind, on }) {
  const notes = kind === "centre" ? position.centre : position.auto ? position.candidates : position.corner;
  const others = notes[cell].filter((other) => other !== digit);
  notes[cell] = on ? [...others, digit].sort((a, b) => a - b) : others;
}
