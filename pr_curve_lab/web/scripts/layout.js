// The stage of a part: one layout for wide windows and one for phones, each drawn at a fixed size and scaled as a whole,
// type included, to the room that there is.

const PHONE_WIDTH = 700; // px of room; below, the phone's layout
const IN_HAND = 480; // px of room; below, a phone itself, which the layout fills

/**
 * Keep a root's layout to its room, and redraw when the room changes.
 * @param {HTMLElement} root
 * @param {{wide: number[], phone: number[], rest: () => number}} sizes of both layouts; rest: px of the window that
 *   something else takes, above and below
 */
export function fitLayout(root, { wide, phone, rest, inset = 0 }, redraw) {
  const board = document.createElement("div");
  board.className = "lab-board";
  root.replaceChildren(board);
  const stage = { board, isPhone: false };
  const fit = () => {
    const room = root.clientWidth;
    stage.isPhone = room < PHONE_WIDTH;
    board.classList.toggle("lab-phone", stage.isPhone);
    const [width, height] = stage.isPhone ? phone : wide;
    const inner = (innerHeight - rest()) / height, isFull = root.classList.contains("lab-room");
    const across = room / (width - (isFull || stage.isPhone ? 0 : 2 * inset)), least = stage.isPhone ? 1 : 0.6;
    const scale = room < IN_HAND ? across : Math.min(across, Math.max(least, inner));
    const left = isFull || stage.isPhone ? (room - width * scale) / 2 : -inset * scale;
    Object.assign(board.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})`, left: `${left}px` });
    stage.scale = scale;
    board.style.setProperty("--scale", scale);
    root.style.height = `${height * scale}px`;
    redraw();
  };
  // A phone's layout is as high as what it holds.
  stage.measure = () => {
    if (stage.isPhone && board.firstElementChild) root.style.height = `${board.firstElementChild.offsetHeight * stage.scale}px`;
  };
  const watch = new ResizeObserver(fit);
  watch.observe(root);
  addEventListener("resize", fit);
  return Object.assign(stage, { fit, close: () => { watch.disconnect(); removeEventListener("resize", fit); } });
}
