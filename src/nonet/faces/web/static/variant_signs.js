// A sign for each variant, drawn over the small picture of a 9x9 board.

import { s } from "./dom.js";

/** Paths of class "sign" are lines, of class "sign-fill" areas; 900 units wide. */
const SIGNS = {
  killer: [["sign cage", "M320 20H580V320H880V580H320Z"]],
  thermo: [
    ["sign wide", "M150 750V150H750"],
    ["sign-fill", disc(150, 750, 110)],
  ],
  arrow: [
    ["sign", disc(200, 700, 110)],
    ["sign", "M280 620L750 150M560 150H750V340"],
  ],
  whispers: [["sign wide", "M150 750L350 350L550 650L750 150"]],
  renban: [["sign wide", "M150 250H750V650H350"]],
  kropki: [
    ["sign", disc(300, 300, 90)],
    ["sign-fill", disc(600, 600, 90)],
  ],
  "little-killer": [["sign", "M60 60L520 520M520 330V520H330"]],
  sandwich: [["sign-fill", "M50 350H250V550H50ZM650 350H850V550H650ZM330 420H570V480H330Z"]],
  quadruple: [
    ["sign", disc(300, 300, 130)],
    ["sign", disc(600, 600, 130)],
  ],
  "anti-knight": [["sign", "M150 750V150H450M350 50L450 150L350 250"]],
  mixed: [
    ["sign cage", "M20 20H320V280H20Z"],
    ["sign wide", "M450 750L650 450L750 150"],
    ["sign-fill", disc(300, 600, 80)],
  ],
};

/**
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function disc(x, y, radius) {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`;
}

/**
 * The sign of a board; nothing, where the board is not a variant.
 * @param {string} board
 */
export function variantSign(board) {
  const paths = /** @type {Record<string, string[][]>} */ (SIGNS)[board] ?? [];
  return paths.map(([name, d]) => s("path", { class: name, d }));
}
