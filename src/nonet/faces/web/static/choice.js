// A choice of one among several: radio buttons that look like a row of keys.

import { h } from "./dom.js";

/**
 * @template {string} Value
 * @param {string} name
 * @param {Record<Value, string>} options  texts by their values
 * @param {Value} chosen
 * @param {(value: Value) => unknown} choose
 */
export function choice(name, options, chosen, choose) {
  const entries = /** @type {[Value, string][]} */ (Object.entries(options));
  const labels = entries.map(([value, text]) => {
    const input = { type: "radio", name, value, checked: value === chosen, on: { change: () => choose(value) } };
    return h("label", {}, h("input", input), h("span", { class: "face", text }));
  });
  return h("div", { class: "choice" }, ...labels);
}
