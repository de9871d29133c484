// A finished game in a few lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { resultText } from "../../../../src/nonet/faces/web/static/result.js";

const GAME = { source: "level", board_title: "9x9, classic", level_title: "hard" };

test("the time and the link; help only if there was some", () => {
  const alone = resultText({ ...GAME, aids: { hints: 0, checks: 0, reveals: 0 } }, 754.9, "https://example.org/#p=1");
  assert.equal(alone, "🧩 Sudoku: Hard · 9x9\n⏱️ 12:34\n🌟 Without help.\nhttps://example.org/#p=1");
  const helped = resultText({ ...GAME, aids: { hints: 2, checks: 1, reveals: 0 } }, 3661, "");
  assert.match(helped, /⏱️ 1:01:01\n💡 Help used: 2 hints, 1 check\./);
});
