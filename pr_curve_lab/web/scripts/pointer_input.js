// What can be moved: by mouse, by thumb and by keyboard alike. Each handle is a slider with a name and a spoken value.
//
// Listening is done once, at the root: a handle says in `data-hand` what it moves, the way that it goes in `data-way`. A
// hand that goes down on one keeps it, wherever it goes, until it lets go; only then is anybody else told.

const KEYS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
  PageUp: [10, 10], PageDown: [-10, -10], Home: [-Infinity, -Infinity], End: [Infinity, Infinity],
};
const LET_GO_MS = 400; // after the last key

/**
 * Listen to the hands on a root.
 * @param {HTMLElement} root
 * @param {{move: (hand: string, at: {x: number, y: number}, grip: {x: number, y: number}) => void,
 *          step: (hand: string, by: number[], key: string) => boolean | void, act: (hand: string, key: string) => boolean,
 *          release: (hand: string, moved: boolean) => void}} on
 * @returns {() => void} stop listening
 */
export function listenToInput(root, on) {
  let held = null, timer = null;
  const stop = new AbortController(), options = { signal: stop.signal };

  const down = (event) => {
    const element = event.target.closest("[data-hand], [data-way]");
    if (!element || event.button > 0) return;
    const at = placeIn(element, event), { way } = element.dataset;
    held = { element, hand: way ?? element.dataset.hand, pointer: event.pointerId, moved: false,
      grip: { x: at.x - (+element.dataset.x || at.x), y: at.y - (+element.dataset.y || at.y) } };
    element.setPointerCapture?.(event.pointerId);
    element.focus?.({ preventScroll: true });
    event.preventDefault();
    if (way) move(event);
  };
  const move = (event) => {
    if (held?.pointer !== event.pointerId) return;
    held.moved = true;
    on.move(held.hand, placeIn(held.element, event), held.grip);
  };
  const up = (event) => {
    if (held?.pointer !== event.pointerId) return;
    const { hand, moved } = held;
    held = null;
    on.release(hand, moved);
  };
  const key = (event) => {
    const hand = event.target.dataset?.hand;
    if (!hand || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in KEYS) {
      const by = KEYS[event.key].map((one) => one * (event.shiftKey ? 10 : 1));
      if (on.step(hand, by, event.key) === false) return;
      clearTimeout(timer);
      timer = setTimeout(() => on.release(hand, true), LET_GO_MS);
    } else if (!on.act(hand, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Inside of a drawing Chromium does not heed touch-action: a thumb that takes hold would scroll the page.
  const hold = (event) => event.target.closest("[data-hand], [data-way]") && event.preventDefault();
  root.addEventListener("touchstart", hold, { ...options, passive: false });
  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, keydown: key };
  for (const [type, act] of Object.entries(listeners)) root.addEventListener(type, act, options);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Where a pointer is, in the units of the drawing that an element stands in. */
function placeIn(element, event) {
  const drawing = element.ownerSVGElement, { left, top, width } = drawing.getBoundingClientRect();
  const unit = width / drawing.viewBox.baseVal.width;
  return { x: (event.clientX - left) / unit, y: (event.clientY - top) / unit };
}
