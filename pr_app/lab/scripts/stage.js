// The stage of a part: one layout for wide windows and one for phones, each drawn at a fixed size and scaled as a whole,
// type included, to the room that there is.

export const PHONE_WIDTH = 700; // px of room; below, the phone's layout

/**
 * Keep a root's layout to its room, and redraw when the room changes.
 * @param {HTMLElement} root
 * @param {{wide: number[], phone: number[], rest: () => number}} sizes of both layouts; rest: px of the window that
 *   something else takes, above and below
 */
export function staged(root, { wide, phone, rest }, redraw) {
  const board = document.createElement("div");
  board.className = "lab-board";
  root.replaceChildren(board);
  const stage = { board, isPhone: false };
  const fit = () => {
    const room = root.clientWidth;
    stage.isPhone = room < PHONE_WIDTH;
    board.classList.toggle("lab-phone", stage.isPhone);
    const [width, height] = stage.isPhone ? phone : wide;
    const scale = stage.isPhone ? room / width : Math.min(room / width, Math.max(0.6, (innerHeight - rest()) / height));
    Object.assign(board.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` });
    board.style.setProperty("--scale", scale);
    root.style.height = `${height * scale}px`;
    redraw();
  };
  const watch = new ResizeObserver(fit);
  watch.observe(root);
  addEventListener("resize", fit);
  return Object.assign(stage, { fit, close: () => { watch.disconnect(); removeEventListener("resize", fit); } });
}
