// Parts of forms: a choice of one among several, an input with its label, the boards to choose from.

import { radio } from "./buttons.js";
import { fill, h } from "./dom.js";
import { nameOf, t } from "./words.js";

/**
 * Radio buttons that look like a row of keys.
 * @template {string} Value
 * @param {string} name
 * @param {Record<Value, string>} options  texts by their values
 * @param {Value} chosen
 * @param {(value: Value) => unknown} choose
 */
export function choice(name, options, chosen, choose) {
  const entries = /** @type {[Value, string][]} */ (Object.entries(options));
  const labels = entries.map(([value, text]) => {
    const input = { name, value, checked: value === chosen, change: () => choose(value) };
    return radio(input, h("span", { class: "face", text }));
  });
  return h("div", { class: "choice" }, ...labels);
}

/**
 * A choice among boards, by their names.
 * @param {string} id
 * @param {{ name: string, title: string }[]} boards
 * @param {string} chosen
 * @param {(board: string) => unknown} choose
 */
export function boardChoice(id, boards, chosen, choose) {
  const options = boards.map(({ name, title }) => h("option", { value: name, text: nameOf(title) }));
  const select = h("select", { class: "input", id }, ...options);
  select.addEventListener("change", () => choose(select.value));
  select.value = chosen;
  return h("div", {}, h("label", { class: "hidden-text", for: id, text: t("Board") }), select);
}

/**
 * @param {string} id
 * @param {string} text
 * @param {HTMLElement} input
 * @param {string} [more]  another class
 */
export function field(id, text, input, more = "") {
  return h("div", { class: `field ${more}`.trim() }, h("label", { for: id, text }), input);
}

/**
 * Fills a choice of layouts with those of the boards, and with the chosen one if it is none of them.
 * @param {HTMLSelectElement} select
 * @param {{ layout: string, title: string }[]} boards
 * @param {string} chosen
 */
export function chooseLayout(select, boards, chosen) {
  const options = boards.map(({ layout, title }) => h("option", { value: layout, text: title }));
  const known = boards.some(({ layout }) => layout === chosen);
  if (!known) options.push(h("option", { value: chosen, text: t("Another board") }));
  const texts = (/** @type {Iterable<HTMLOptionElement>} */ list) => [...list].map(({ text }) => text).join("\n");
  if (texts(select.options) !== texts(options)) fill(select, ...options); // otherwise it may be open
  select.value = chosen;
}
