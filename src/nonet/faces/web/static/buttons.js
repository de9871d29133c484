// Buttons, and what keeps the keyboard on the board while they are used.

import { closest, fill, h, set } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @import { Value } from "./dom.js"
 * @import { IconName } from "./icons.js"
 *
 * @typedef {object} ButtonOptions
 * @property {() => unknown} press  called when it is pressed
 * @property {IconName} [icon]
 * @property {string} [label]  names a button without a text
 * @property {boolean} [enabled]
 * @property {boolean} [main]  the one that most players want next
 * @property {string} [class]  what it looks like, if not like the others with a text, or with an icon alone
 * @typedef {{ [name: `aria-${string}` | `data-${string}`]: Value }} ButtonAttributes
 */

/**
 * A button with an icon, a text, or both.
 * @param {string} text
 * @param {ButtonOptions & ButtonAttributes} options
 */
export function button(text, { press, icon: sign, label, enabled = true, main = false, class: look, ...attributes }) {
  const usual = main ? "button main-button" : text ? "button" : "round";
  const element = h(
    "button",
    { type: "button", "aria-label": label, title: text ? undefined : label, class: look ?? usual, ...attributes },
    sign && icon(sign),
    text && h("span", { text }),
  );
  element.addEventListener("click", () => {
    if (element.getAttribute("aria-disabled") !== "true") press();
  });
  setEnabled(element, enabled);
  return element;
}

/**
 * A link that looks like a button.
 * @param {string} text
 * @param {{ href: string, icon?: IconName, class?: string }} options
 */
export function link(text, { href, icon: sign, class: look = "button" }) {
  return h("a", { class: look, href }, sign && icon(sign), h("span", { text }));
}

/**
 * A radio button, and what it looks like.
 * @param {object} input
 * @param {string} input.name
 * @param {string} input.value
 * @param {boolean} input.checked
 * @param {() => unknown} input.change
 * @param {HTMLElement} face
 * @param {string} [look]
 */
export function radio({ change, ...input }, face, look) {
  return h("label", { class: look }, h("input", { type: "radio", ...input, on: { change } }), face);
}

/**
 * Enables or disables a button. A disabled one can still have the focus: the keyboard is not lost when the button
 * that was pressed last has nothing more to do.
 * @param {HTMLButtonElement} element
 * @param {boolean} enabled
 */
export function setEnabled(element, enabled) {
  set(element, "aria-disabled", enabled ? null : "true");
}

/**
 * Fills an element with buttons again. The one that had the focus keeps it; `data-name` tells which it was.
 * @param {HTMLElement} element
 * @param {HTMLElement[]} buttons
 */
export function refill(element, buttons) {
  const focused = document.activeElement;
  const name = focused instanceof HTMLElement && element.contains(focused) ? focused.dataset["name"] : undefined;
  fill(element, ...buttons);
  if (name) (buttons.find((each) => each.dataset["name"] === name) ?? buttons[0])?.focus({ preventScroll: true });
}

/**
 * A listener for mousedown: a clicked button leaves the focus where it is, on the board. Tab still reaches it.
 * @param {MouseEvent} event
 */
export function keepFocus(event) {
  if (closest(event, "button")) event.preventDefault();
}
