// What a key means: the same as in the terminal game, as far as a browser lets it. Digits go by the place of the key
// where the keyboard writes something else there (a Czech one writes ě š č); on boards of more than nine digits the
// letters A, B, C … are digits before they are commands.

const COMMANDS = {
  h: "left", j: "down", k: "up", l: "right",
  n: "corner", c: "centre", o: "colour", a: "auto", r: "refresh", f: "first",
  t: "hint", e: "check", u: "undo", y: "redo", b: "mistake", m: "mark", g: "return", p: "pause", s: "settings", "?": "help",
  x: "erase", Delete: "erase", Backspace: "erase", " ": "mode", Enter: "press", Escape: "close", F1: "help",
};
const WITH_CONTROL = { z: "undo", y: "redo", Z: "redo" };

/** {digit, mode?} or {command} or null. */
export function keyOf(event, { size, symbols }) {
  const place = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key in WITH_CONTROL) return { command: event.shiftKey ? "redo" : WITH_CONTROL[event.key] };
  if (control && event.shiftKey && event.key.toLowerCase() === "z") return { command: "redo" };
  const numpadWalk = event.code.startsWith("Numpad") && event.key.length > 1; // Num Lock is off
  if (place && !numpadWalk) {
    const digit = Number(place[1]);
    const mode = event.shiftKey ? "corner" : control || event.altKey ? "centre" : undefined;
    if (digit === 0) return control || event.altKey ? null : { command: "erase" };
    return digit <= size ? { digit, mode } : null;
  }
  if (control || event.altKey) return null;
  const letter = event.key.length === 1 ? event.key.toUpperCase() : "";
  const digit = letter >= "A" ? symbols.indexOf(letter) + 1 : 0;
  if (digit && digit <= size) return { digit, mode: event.shiftKey ? "corner" : undefined };
  const name = event.key.length === 1 && event.key !== " " ? event.key.toLowerCase() : event.key;
  return name in COMMANDS ? { command: COMMANDS[name] } : null;
}
