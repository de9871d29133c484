// Selects cells of a board with a mouse, a pen or a finger: press, drag, double-click.

/** @import { Board } from "./board.js" */

const NEAR = 0.42; // of the width of a cell: how far from its middle a drag selects it

export class BoardPointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {number | null} */
    this.dragging = null; // the pointer that drags
    const { grid } = board;
    grid.addEventListener("pointerdown", (event) => this.press(event));
    grid.addEventListener("pointermove", (event) => this.drag(event));
    grid.addEventListener("dblclick", () => this.selectEqual());
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** The cell under the pointer; null beside the board. @param {PointerEvent} event */
  cellUnder({ clientX, clientY }) {
    const { rows, columns } = this.board.shape;
    const box = this.board.grid.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * columns);
    const row = Math.floor(((clientY - box.top) / box.height) * rows);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
    return this.board.selection.cellAt.get(row * columns + column) ?? null;
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { board } = this;
    const { selection } = board;
    const cell = this.cellUnder(event);
    if (event.button > 0) return;
    event.preventDefault(); // the focus follows the cursor
    if (cell === null) return;
    this.dragging = event.pointerId;
    const toggles = event.ctrlKey || event.metaKey || board.multiSelect;
    if (event.shiftKey) selection.add(cell);
    else if (!toggles) selection.select([cell]);
    else if (!selection.toggle(cell)) this.dragging = null;
    board.selectionMoved();
    if (!event.shiftKey && !toggles) board.tapped(cell);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { board } = this;
    if (this.dragging !== event.pointerId || !event.buttons) return;
    const cell = this.cellUnder(event);
    if (cell === null || board.selection.cells.has(cell) || !this.isNearMiddle(event, cell)) return;
    board.selection.add(cell);
    board.selectionMoved();
  }

  /** Ends a drag, and says whether this pointer was dragging. @param {PointerEvent} event */
  release({ pointerId }) {
    if (this.dragging !== pointerId) return false;
    this.dragging = null;
    return true;
  }

  /**
   * A drag selects a cell only near its middle, so that a diagonal can be dragged.
   * @param {PointerEvent} event
   * @param {number} cell
   */
  isNearMiddle({ clientX, clientY }, cell) {
    const { left, top, width, height } = this.board.cells[cell].element.getBoundingClientRect();
    return Math.hypot(clientX - left - width / 2, clientY - top - height / 2) < width * NEAR;
  }

  /** Selects all cells with the digit of the cursor's. */
  selectEqual() {
    const { position, selection } = this.board;
    const { cursor } = selection;
    const values = position?.values ?? [];
    if (!values[cursor]) return;
    const equal = [...values.keys()].filter((cell) => values[cell] === values[cursor]);
    this.board.select(equal, cursor);
  }
}
