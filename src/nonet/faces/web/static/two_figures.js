// Digits of two figures, typed one after the other: 1 and then 0 is 10. Where digits above 9 are written as letters,
// there is nothing to join.

const PAUSE = 900; // milliseconds after which a figure stands alone

export class TwoFigures {
  constructor() {
    this.first = 0;
    this.at = -Infinity;
    this.where = "";
  }

  /**
   * The digit that a figure completes, typed soon after another one into the same cells; 0 if it stands alone.
   * @param {number} figure  0 to 9
   * @param {object} context
   * @param {number} context.size  the largest digit
   * @param {string} context.where  names the cells
   * @param {number} context.now  milliseconds
   */
  join(figure, { size, where, now }) {
    const soon = now - this.at <= PAUSE && where === this.where;
    const joined = soon && this.first ? 10 * this.first + figure : 0;
    const fits = joined >= 10 && joined <= size;
    this.first = fits ? 0 : figure;
    this.at = now;
    this.where = where;
    return fits ? joined : 0;
  }
}
