// The board on which a part of the page is drawn: its scale, and the pointer and keyboard input.

// There is one layout for wide windows and one for phones. Each is drawn at a fixed size and scaled as a whole, with
// its text, to the available width.

const PHONE_WIDTH = 700; // px; a narrower root gets the layout for phones
const FLAT = 0.75; // height over width; a frame in another page that is less high has the wide layout, even if narrow
const IN_HAND = 480; // px; a narrower root is on a phone, where the layout fills the width

/**
 * Scale the layout of a root to the available space, and redraw when that changes.
 * @param {HTMLElement} root
 * @param {{wide: number[], phone: number[], rest: () => number}} sizes of both layouts; rest: px of the window that
 *   other content takes, above and below; inset: px of the wide layout that are blank at its left and right
 */
export function fitLayout(root, { wide, phone, rest, inset = 0 }, redraw) {
  const board = document.createElement("div");
  board.className = "lab-board";
  root.replaceChildren(board);
  const stage = { board, isPhone: false };
  const fit = () => {
    const room = root.clientWidth;
    stage.isPhone = room < PHONE_WIDTH && !(window !== window.top && room > IN_HAND && innerHeight < room * FLAT);
    board.classList.toggle("lab-phone", stage.isPhone);
    const [width, height] = stage.isPhone ? phone : wide;
    const inner = (innerHeight - rest()) / height, isFull = root.classList.contains("lab-room");
    const across = room / (width - (isFull || stage.isPhone ? 0 : 2 * inset)), least = stage.isPhone ? 1 : 0.6;
    const scale = room < IN_HAND ? across : Math.min(across, Math.max(least, inner));
    const left = isFull || stage.isPhone ? (room - width * scale) / 2 : -inset * scale;
    Object.assign(board.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})`, left: `${left}px` });
    Object.assign(stage, { scale, across: isFull || stage.isPhone ? width - 2 * inset : room / scale });
    board.style.setProperty("--scale", scale);
    root.style.height = `${height * scale}px`;
    redraw();
  };
  // The layout for phones is as high as its content.
  stage.measure = () => {
    if (stage.isPhone && board.firstElementChild) root.style.height = `${board.firstElementChild.offsetHeight * stage.scale}px`;
  };
  const watch = new ResizeObserver(fit);
  watch.observe(root);
  addEventListener("resize", fit);
  return Object.assign(stage, { fit, close: () => { watch.disconnect(); removeEventListener("resize", fit); } });
}

// Handles are moved by mouse, thumb and keyboard alike. Each handle is a slider with a name and a spoken value.
//
// The root listens for all handles. The attribute `data-handle` of an element names what it moves, and `data-way` of a
// rail names the handle that moves along it. A pointer holds the element on which it goes down until it is released;
// only then is `release` called.
const KEYS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
  PageUp: [10, 10], PageDown: [-10, -10], Home: [-Infinity, -Infinity], End: [Infinity, Infinity],
};
const LET_GO_MS = 400; // from the last key to the call of release

/**
 * Listen to the pointers and keys on a root.
 * @param {HTMLElement} root
 * @param {{move: (handle: string, at: {x: number, y: number}, grip: {x: number, y: number}) => void,
 *          step: (handle: string, by: number[], key: string) => boolean | void, act: (handle: string, key: string) => boolean,
 *          release: (handle: string, moved: boolean) => void}} on
 * @returns {() => void} stop listening
 */
export function listenToInput(root, on) {
  let held = null, timer = null;
  const stop = new AbortController(), options = { signal: stop.signal };

  const down = (event) => {
    const element = event.target.closest("[data-handle], [data-way]");
    if (!element || event.button > 0) return;
    const at = placeIn(element, event), { way } = element.dataset;
    held = { element, handle: way ?? element.dataset.handle, pointer: event.pointerId, moved: false,
      grip: { x: at.x - (+element.dataset.x || at.x), y: at.y - (+element.dataset.y || at.y) } };
    element.setPointerCapture?.(event.pointerId);
    element.focus?.({ preventScroll: true });
    event.preventDefault();
    if (way) move(event);
  };
  const move = (event) => {
    if (held?.pointer !== event.pointerId) return;
    held.moved = true;
    on.move(held.handle, placeIn(held.element, event), held.grip);
  };
  const up = (event) => {
    if (held?.pointer !== event.pointerId) return;
    const { handle, moved } = held;
    held = null;
    on.release(handle, moved);
  };
  const key = (event) => {
    const handle = event.target.dataset?.handle;
    if (!handle || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in KEYS) {
      const by = KEYS[event.key].map((one) => one * (event.shiftKey ? 10 : 1));
      if (on.step(handle, by, event.key) === false) return;
      clearTimeout(timer);
      timer = setTimeout(() => on.release(handle, true), LET_GO_MS);
    } else if (!on.act(handle, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Chromium ignores touch-action inside an SVG, so a thumb that grabs a handle would scroll the page.
  const hold = (event) => event.target.closest("[data-handle], [data-way]") && event.preventDefault();
  root.addEventListener("touchstart", hold, { ...options, passive: false });
  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, keydown: key };
  for (const [type, act] of Object.entries(listeners)) root.addEventListener(type, act, options);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** The position of a pointer, in units of the drawing that contains an element. */
function placeIn(element, event) {
  const drawing = element.ownerSVGElement, { left, top, width } = drawing.getBoundingClientRect();
  const unit = width / drawing.viewBox.baseVal.width;
  return { x: (event.clientX - left) / unit, y: (event.clientY - top) / unit };
}

/** Create a part in a root, or update the part that is there. */
export function mount(Part, root, bundle, host) {
  const { labPart } = root;
  if (labPart) {
    labPart.host = host;
    labPart.take(bundle);
    labPart.draw();
  } else root.labPart = new Part(root, bundle, host);
  return root.labPart;
}
