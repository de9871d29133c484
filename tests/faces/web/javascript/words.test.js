import assert from "node:assert/strict";
import { test } from "node:test";
import { dayText } from "../../../../src/nonet/faces/web/static/words.js";

test("a moment is on the day that it is where the player is, and a day is the same everywhere", () => {
  const short = /** @type {const} */ ({ day: "numeric", month: "short" });
  const days = { "Pacific/Auckland": "19 Nov", "Europe/Prague": "18 Nov", "America/Los_Angeles": "18 Nov" };
  for (const [zone, day] of Object.entries(days)) {
    process.env["TZ"] = zone;
    assert.equal(dayText("2026-11-18T14:47:00Z", short), day, zone);
    assert.equal(dayText("2026-11-18", short), "18 Nov", zone);
  }
  assert.equal(dayText("2026-1?-18T14:47:00Z"), "2026-1?-18T14:47:00Z"); // of a damaged file
});
