// Where a cell lies in a photograph: the corners of the grid are those of a square seen from an angle.

/**
 * @typedef {[x: number, y: number]} Point
 * @typedef {[Point, Point, Point, Point]} Corners  clockwise, from the one at row 1, column 1
 */

/**
 * The projective map from the unit square to four corners (Heckbert, Fundamentals of Texture Mapping, 2.2.3).
 * @param {Corners} corners
 * @returns {(u: number, v: number) => Point}
 */
export function perspective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dx2, sumX] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sumY] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (sumX * dy2 - dx2 * sumY) / whole;
  const h = (dx1 * sumY - sumX * dy1) / whole;
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [
      ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w,
      ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w,
    ];
  };
}

/**
 * The middle of a cell of a 9x9 grid in the picture, and about how wide the cell is there.
 * @param {Corners} corners
 * @param {number} cell
 */
export function cellInPicture(corners, cell) {
  const at = perspective(corners);
  const [row, column] = [Math.floor(cell / 9), cell % 9];
  const [left, top] = at(column / 9, row / 9);
  const [right, bottom] = at((column + 1) / 9, (row + 1) / 9);
  return {
    middle: at((column + 0.5) / 9, (row + 0.5) / 9),
    width: Math.hypot(right - left, bottom - top) / Math.SQRT2,
  };
}
