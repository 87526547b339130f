// Dragging one mark of a chart: a press is taken before Plotly sees it, and only where it begins at the mark. Escape, and
// whatever else takes the pointer away, ends the drag where it began.
const REACH_PX = { mouse: 16, pen: 16, touch: 28 }; // half of what each covers
const STILL_PX = 3; // a press that moves less is a click

/**
 * Listen on a chart. place() is that of the mark in the window, or null; then come move(x, y), and drop(), click(x, y) or
 * cancel(). setCursor() is told which cursor the chart should have. held outlives the listeners.
 */
export function attachDrag(chart, held, { place, move, drop, click, cancel, setCursor }, signal) {
  const options = { capture: true, passive: false, signal };
  const isNear = ({ clientX, clientY, pointerType }) => {
    const mark = place();
    const reach = REACH_PX[pointerType] ?? REACH_PX.touch;
    return mark && Math.hypot(mark[0] - clientX, mark[1] - clientY) <= reach;
  };

  function press(event) {
    held.isClickTaken = false;
    if (!event.isPrimary || event.button !== 0 || event.target.closest("a, button") || !isNear(event)) return;
    event.preventDefault(); // Plotly would take it for one on the chart
    event.stopPropagation();
    chart.setPointerCapture(event.pointerId);
    const from = [event.clientX, event.clientY];
    Object.assign(held, { pointer: event.pointerId, from, isMoved: false, isClickTaken: true });
  }

  function follow(event) {
    if (held.pointer === undefined) {
      setCursor(event.pointerType === "mouse" && isNear(event) ? "grab" : "");
      return;
    }
    if (event.pointerId !== held.pointer) return;
    event.stopPropagation();
    if (event.buttons === 0) { // let go where nobody saw it
      end(cancel);
      return;
    }
    held.isMoved ||= Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > STILL_PX;
    if (!held.isMoved) return;
    setCursor("grabbing");
    move(event.clientX, event.clientY);
  }

  function release(event) {
    if (event.pointerId === held.pointer) end(held.isMoved ? drop : () => click(event.clientX, event.clientY));
  }

  function end(how) {
    const { pointer } = held;
    held.pointer = undefined;
    if (chart.hasPointerCapture(pointer)) chart.releasePointerCapture(pointer);
    setCursor("");
    how();
  }

  const whileHeld = (act) => (event) => { if (held.pointer !== undefined) act(event); };

  chart.addEventListener("pointerdown", press, options);
  chart.addEventListener("pointermove", follow, options);
  chart.addEventListener("pointerup", release, options);
  chart.addEventListener("pointercancel", whileHeld(() => end(cancel)), options);
  chart.addEventListener("lostpointercapture", whileHeld(() => end(cancel)), options);
  chart.addEventListener("pointerleave", () => setCursor(""), { signal });
  chart.addEventListener("touchstart", whileHeld((event) => event.stopPropagation()), options);
  chart.addEventListener("touchmove", whileHeld((event) => event.preventDefault()), options); // the page would scroll
  chart.addEventListener("click", (event) => { if (held.isClickTaken) event.stopImmediatePropagation(); }, options);
  window.addEventListener("keydown", whileHeld((event) => { if (event.key === "Escape") end(cancel); }), options);
}
