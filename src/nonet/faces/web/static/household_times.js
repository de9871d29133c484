// The times for a puzzle of the day in a household: of the player, and of everyone who has chosen a name.

import { api, messageOf } from "./api.js";
import { fill, h } from "./dom.js";
import { isStatic } from "./transport.js";
import { clockText, t } from "./words.js";

/**
 * A list of the times; empty as long as nobody else can have one.
 * @param {string} day
 * @param {string} board
 */
export function householdTimes(day, board) {
  const element = h("div", { class: "household-times" });
  if (!isStatic) show(element, day, board).catch(messageOf);
  return element;
}

/** @param {HTMLElement} element @param {string} day @param {string} board */
async function show(element, day, board) {
  const { open, times } = await api.household(day, board);
  if (!open || !times.length) return;
  const lines = times.map(({ name, seconds, aided, own }) => {
    const who = own ? (name && t("{name} (you)", { name })) || t("You") : name;
    return h("li", {}, h("b", { text: who }), ` ${clockText(seconds)}${aided ? ` · ${t("with help")}` : ""}`);
  });
  const unnamed = times.some(({ name, own }) => own && !name);
  fill(
    element,
    h("h3", { text: t("In your household") }),
    h("ol", {}, ...lines),
    unnamed &&
      h("p", { class: "soft small", text: t("Choose a name in the settings, and others see your time, too.") }),
  );
}
