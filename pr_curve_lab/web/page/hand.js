// A hand on the chosen mark: it is taken before Plotly sees the press, and only where it begins at the mark. Escape, and
// whatever else takes the pointer away, ends it where it began.
const REACH_PX = { mouse: 16, pen: 16, touch: 28 }; // half of what each covers
const STILL_PX = 3; // a press that moves less is a click

/**
 * Listen on a chart. place() is that of the mark in the window or null, isFree() whether it can be taken; then come
 * move(x, y), and drop() or back(). held outlives the listeners.
 */
export function listen(chart, held, { place, isFree, move, drop, back }, signal) {
  const takes = { capture: true, passive: false, signal };
  const isNear = ({ clientX, clientY, pointerType }) => {
    const mark = place();
    const reach = REACH_PX[pointerType] ?? REACH_PX.touch;
    return mark && Math.hypot(mark[0] - clientX, mark[1] - clientY) <= reach && isFree();
  };

  function press(event) {
    held.isClickSpent = false;
    if (!event.isPrimary || event.button !== 0 || event.target.closest(".modebar") || !isNear(event)) return;
    event.preventDefault();
    event.stopPropagation();
    chart.setPointerCapture(event.pointerId);
    Object.assign(held, { pointer: event.pointerId, from: [event.clientX, event.clientY], isMoved: false });
  }

  function follow(event) {
    if (held.pointer === undefined) {
      point(event.pointerType === "mouse" && isNear(event) ? "grab" : "");
      return;
    }
    if (event.pointerId !== held.pointer) return;
    event.stopPropagation();
    if (event.buttons === 0) { // let go where nobody saw it
      cancel();
      return;
    }
    held.isMoved ||= Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > STILL_PX;
    if (!held.isMoved) return;
    point("grabbing");
    move(event.clientX, event.clientY);
  }

  function release(event) {
    if (event.pointerId !== held.pointer) return;
    held.isClickSpent = held.isMoved;
    end(held.isMoved ? drop : () => {});
  }

  function end(how) {
    if (held.pointer === undefined) return;
    const { pointer } = held;
    held.pointer = undefined;
    if (chart.hasPointerCapture(pointer)) chart.releasePointerCapture(pointer);
    point("");
    how();
  }

  const cancel = () => {
    held.isClickSpent = held.pointer !== undefined && held.isMoved;
    end(back);
  };
  const point = (cursor) => chart.querySelectorAll(".nsewdrag").forEach((one) => { one.style.cursor = cursor; });
  const whileHeld = (act) => (event) => { if (held.pointer !== undefined) act(event); };

  chart.addEventListener("pointerdown", press, takes);
  chart.addEventListener("pointermove", follow, takes);
  chart.addEventListener("pointerup", release, takes);
  chart.addEventListener("pointercancel", whileHeld(cancel), takes);
  chart.addEventListener("lostpointercapture", whileHeld(cancel), takes);
  chart.addEventListener("touchstart", whileHeld((event) => event.stopPropagation()), takes);
  chart.addEventListener("touchmove", whileHeld((event) => event.preventDefault()), takes); // the page would scroll
  chart.addEventListener("click", (event) => { if (held.isClickSpent) event.stopImmediatePropagation(); }, takes);
  window.addEventListener("keydown", whileHeld((event) => { if (event.key === "Escape") cancel(); }), takes);
}
