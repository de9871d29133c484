// The address of the page after its #, and puzzles in it.

/** What the address says after the #. */
export function addressed() {
  return decoded(location.hash.slice(1));
}

/** The puzzle in a text: what a link of this page has after #p=, otherwise all of it. @param {string} text */
export function puzzleIn(text) {
  const shared = /#p=(\S+)/.exec(text)?.[1];
  return shared ? decoded(shared) : text;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray %
  }
}

/**
 * A puzzle that says itself all that is drawn: the name of a board, and digits; null if it has rules.
 * @param {string} puzzle
 */
export function plainPuzzle(puzzle) {
  const [, layout = "9x9", cells = ""] = /^(?:(?!rules:)([\w+]+):)?([\w.]+)$/.exec(puzzle) ?? [];
  return cells ? { layout, cells } : null;
}
