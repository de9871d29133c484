// The numbers and texts of a rule: typed into a form, or digit by digit while the board has the keyboard.

import { circleOf, withCircle } from "./arrow_circle.js";
import { T, t } from "./words.js";

/**
 * @import { Rule, Tool } from "./strokes.js"
 * @typedef {Tool["fields"][number]} ToolField
 */

const NOT_A_NUMBER = T("“{text}” is not a whole number.");
const NO_SUCH_CIRCLE = T("The circle has up to three cells in a row or column, and the shaft needs a cell, too.");
const LONGEST = 6; // digits of a number that is typed

/** A text that a field does not take; the message is for the setter. */
export class Unreadable extends Error {}

/**
 * The value of a text that was typed into the form; undefined if it is empty.
 * @param {ToolField} field
 * @param {string} text
 * @param {number} size  of the board
 * @returns {unknown}
 */
export function parsedField(field, text, size) {
  const written = text.trim();
  if (!written && field.type !== "flag") return undefined;
  switch (field.type) {
    case "number":
    case "digit":
    case "circle":
      return whole(written);
    case "numbers":
      return wholes(written);
    case "digits":
      return size <= 9 && /^\d+$/.test(written) ? [...written].map(Number) : wholes(written);
    case "number_pairs":
      return written.split(/[,;\n]+/).flatMap((pair) => (pair.trim() ? [wholes(pair.trim())] : []));
    case "flag":
      return written === "true";
    default:
      return written;
  }
}

/**
 * A value as the form shows it; the twin of `parsedField`.
 * @param {ToolField} field
 * @param {unknown} value
 */
export function fieldText(field, value) {
  if (value === undefined || value === null) return "";
  if (field.type === "number_pairs") return /** @type {number[][]} */ (value).map((pair) => pair.join(" ")).join(", ");
  return Array.isArray(value) ? value.join(" ") : String(value);
}

/** @param {string} text */
function whole(text) {
  if (!/^-?\d{1,9}$/.test(text)) throw new Unreadable(t(NOT_A_NUMBER, { text: text.slice(0, 20) }));
  return Number(text);
}

/** @param {string} text */
function wholes(text) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(whole);
}

/** The field that digits typed on the board go to: the first that takes numbers. @param {Tool} tool */
export function typedField(tool) {
  return tool.fields.find(({ type }) => ["number", "digit", "digits", "circle"].includes(type));
}

/**
 * A rule after a digit was typed; 0 is a digit of a number, too. null erases the last one.
 * @param {Tool} tool
 * @param {Rule} rule
 * @param {number | null} digit
 * @returns {Rule}
 */
export function typed(tool, rule, digit) {
  const field = typedField(tool);
  if (!field) return rule;
  if (field.type === "digit") return withField(rule, field, digit || undefined);
  if (field.type === "circle") return digit === 0 ? rule : withField(rule, field, digit ?? 1);
  const longer = field.type === "digits" ? longerList : longerNumber;
  return withField(rule, field, longer(rule[field.name], digit));
}

/** @param {unknown} list @param {number | null} digit */
function longerList(list, digit) {
  const before = Array.isArray(list) ? list : [];
  const after = digit === null ? before.slice(0, -1) : [...before, digit].filter(Boolean);
  return after.length ? after : undefined;
}

/** @param {unknown} number @param {number | null} digit */
function longerNumber(number, digit) {
  const before = String(number ?? "");
  const after = digit === null ? before.slice(0, -1) : (before + digit).slice(0, LONGEST);
  return after === "" ? undefined : Number(after);
}

/**
 * The value of a field in a rule.
 * @param {Rule} rule
 * @param {ToolField} field
 */
export function fieldValue(rule, field) {
  return field.type === "circle" ? circleOf(rule).length : rule[field.name];
}

/**
 * A rule with another value of a field; undefined leaves it out. Throws `Unreadable` if an arrow cannot have such a circle.
 * @param {Rule} rule
 * @param {ToolField} field
 * @param {unknown} value
 * @returns {Rule}
 */
export function withField(rule, field, value) {
  if (field.type === "circle") {
    const count = Number(value ?? 1);
    const arrow = count <= field.choices.length && withCircle(rule, count);
    if (!arrow) throw new Unreadable(t(NO_SUCH_CIRCLE));
    return arrow;
  }
  const { [field.name]: _, ...others } = rule;
  return /** @type {Rule} */ (value === undefined ? others : { ...others, [field.name]: value });
}

/**
 * The clue of a rule in short: its numbers, digits and texts.
 * @param {Tool} tool
 * @param {Rule} rule
 */
export function clueOf(tool, rule) {
  const shown = tool.fields.filter((field) => {
    const value = fieldValue(rule, field);
    return field.type === "circle" ? value !== field.default : field.type !== "flag" && value !== undefined;
  });
  const text = (/** @type {ToolField} */ field) =>
    field.choices.find(({ value }) => value === String(fieldValue(rule, field)))?.title ??
    fieldText(field, fieldValue(rule, field));
  return shown.map(text).join("; ");
}
