// The card at the end of a game: the time, the help that was used, how it compares, and what to play next.

import { api, messageOf } from "./api.js";
import { button, link } from "./buttons.js";
import { fill, h } from "./dom.js";
import { householdTimes } from "./household_times.js";
import { logo } from "./icons.js";
import { helpUsed, resultLines, techniqueList, timeText } from "./result.js";
import { placeInPack, t } from "./words.js";

/**
 * @import { Result } from "../api_types.d.ts"
 * @import { GameClient } from "./game_client.js"
 * @import { Host } from "./screen.js"
 */

/** @param {GameClient} client @param {Host} page @param {{ animated: boolean, share: () => void }} options */
export function finishCard(client, page, { animated, share }) {
  const { status } = client;
  const { board, level, source } = client.state;
  const solved = status === "finished";
  const place = placeInPack(source);
  const like = level !== null && source === "level" ? () => page.create({ board, level }) : null;
  const again = place ? () => nextInPack(page, place) : like;
  const details = h("div", { class: "details" });
  showDetails(details, client);
  return h(
    "section",
    { class: animated ? "finish rise" : "finish", "aria-labelledby": "finish-title" },
    solved && logo(),
    h("h2", { id: "finish-title", tabindex: "-1", text: solved ? t("Solved") : t("Solution") }),
    ...(solved ? summary(client) : []),
    details,
    solved && source.startsWith("daily ") && householdTimes(source.slice(6), board),
    h(
      "div",
      { class: "buttons" },
      again && button(place ? t("Next puzzle") : t("Play another"), { icon: "arrow", main: true, press: again }),
      button(t("Home"), { main: !again, press: () => page.go("") }),
      link(t("Replay"), { icon: "replay", href: `#/replay/${client.id}` }),
      button(t("Share or print"), { icon: "share", press: share }),
    ),
  );
}

/**
 * Goes to the next puzzle of a pack; when all are over, to the pack.
 * @param {Host} page
 * @param {{ pack: string, number: number }} place
 */
async function nextInPack(page, { pack, number }) {
  const found = await page.attempt(() => api.pack(pack));
  if (found) await (found.next === null ? page.go(`/packs/${pack}`) : page.create({ pack, after: number }));
}

/** @param {GameClient} client */
function summary(client) {
  const { best, aids } = client.state;
  const praise = t("Your best time without help on this board and level!");
  return [
    timeText(client.seconds()),
    best && h("p", { class: "praise", text: praise }),
    h("p", { text: helpUsed(aids) }),
  ];
}

/**
 * Fills in what the server knows of the game. Without it the card simply says less.
 * @param {HTMLElement} element
 * @param {GameClient} client
 */
function showDetails(element, client) {
  const { source } = client.state;
  const compared = client.status === "finished" && source !== "elsewhere"; // that may be the time of someone else
  const show = (/** @type {Result} */ result) =>
    fill(element, ...(compared ? resultLines(result) : []), techniqueList(result));
  api.result(client.id).then(show).catch(messageOf);
}
