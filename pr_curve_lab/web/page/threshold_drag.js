// While the selected point or its slider is dragged, the headline, the matrix, the fractions and the distribution follow
// without the server, which gets the point after the drop. Other texts about the point are hidden until it answers. Each
// move dispatches the event "threshold-move" on the window, whose detail is the point with its texts, or null when there
// is no point to drag any more.

import { axesOf, nearestRow, traceIndex } from "./figure.js";

const SCORES = ".st-key-scores_chart .js-plotly-plot"; // the other chart that shows the threshold

const fixedData = new Map(); // data that do not change between reruns, by the key of the chart
const drags = new Map();

/** Return a function that builds the point of a row, with all its texts. */
function pointBuilder(given) {
  const columns = Object.entries(given.texts).map(([name, joined]) => [name, joined.split("|")]);
  return (row) => ({
    index: given.indices[row], x: given.x[row], y: given.y[row], threshold: given.thresholds[row],
    texts: Object.fromEntries(columns.map(([name, column]) => [name, column[row]])),
  });
}

/** Store the data of a chart that do not change between reruns. */
export const setFixedData = (chart, data) => fixedData.set(chart, { ...data, point: pointBuilder(data) });

class ThresholdDrag {
  held = {}; // state of the pointer that drags
  moved = null; // the point that the marker is dragged to, or null if that is the selected point
  markers = new Map(); // markers drawn over the charts that show the threshold, by chart

  constructor(key) {
    this.key = key;
    this.style = document.createElement("style");
  }

  // Apply the data of a rerun.
  update({ data, root, select }) {
    const fixed = fixedData.get(this.key);
    this.fixed = fixed?.id === data.selected_point?.id ? fixed : null;
    this.selected = data.selected_point && { ...pointBuilder(data.selected_point)(0), selectors: data.selected_point.selectors };
    Object.assign(this, { root, select });
    root.append(this.style);
    if (this.moved && this.held.pointer !== undefined && this.fixed) this.show(this.moved);
    else if (this.selected) this.reset();
  }

  attach(chart, signal) {
    this.chart = chart;
    attachDrag(chart, this.held, {
      place: () => this.position(), move: (x, y) => this.show(this.nearest(x, y)), drop: () => this.drop(),
      click: (x, y) => this.select(this.nearest(x, y).threshold), cancel: () => this.reset(),
      setCursor: (cursor) => this.setStyle({ cursor }),
    }, signal);
    const drawn = () => this.placeMarkers();
    const charts = [chart, document.querySelector(SCORES)];
    charts.forEach((one) => one?.on?.("plotly_afterplot", drawn));
    window.addEventListener("threshold-slide", ({ detail }) => this.slide(detail), { signal });
    signal.addEventListener("abort", () => charts.forEach((one) => one?.removeListener?.("plotly_afterplot", drawn)));
  }

  // The position of a point in the window, in pixels.
  pixelsOf({ x, y }, axes) {
    const { left, top } = this.chart.getBoundingClientRect();
    return [left + axes.x.pixel(x), top + axes.y.pixel(y)];
  }

  position() {
    const axes = this.fixed && axesOf(this.chart);
    return axes && this.pixelsOf(this.moved ?? this.selected, axes);
  }

  nearest(clientX, clientY) {
    const axes = axesOf(this.chart), [row, away] = nearestRow(this.chart, axes, this.fixed, clientX, clientY);
    const [left, top] = this.pixelsOf(this.selected, axes);
    return Math.hypot(left - clientX, top - clientY) <= away ? this.selected : this.fixed.point(row);
  }

  show(point) {
    if (point.index === this.selected.index) {
      this.reset();
      return;
    }
    this.moved = point;
    this.announce(point, true);
    this.placeMarkers();
    this.setStyle({ hidden: this.selected.selectors });
  }

  // Show the selected point everywhere again.
  reset() {
    if (this.moved) this.announce(this.selected);
    this.moved = null;
    this.placeMarkers();
    this.setStyle({ hidden: [] });
  }

  announce(point, isMoved = false) {
    window.labDraggedPoint = isMoved ? point : null; // for components that are drawn later
    window.dispatchEvent(new CustomEvent("threshold-move", { detail: point }));
  }

  // Place the markers over the charts. After the drop, each is removed when the chart's own marker has the same
  // position.
  placeMarkers() {
    const point = this.moved ?? this.selected;
    if (!point || !this.chart) return;
    const { x, y, threshold, texts } = point;
    const text = this.fixed?.label.replace("{threshold}", texts.threshold);
    for (const [chart, name, at] of [[this.chart, "selected", [x, y]], [document.querySelector(SCORES), "threshold", [threshold]]]) {
      const marker = this.markerOver(chart, name);
      marker?.move(at[0], at[1], text);
      if (this.moved || !marker?.isReached()) continue;
      this.markers.delete(chart);
      marker.remove();
    }
  }

  // The marker over a chart. It is created when a point is dragged and the chart has a trace of that name.
  markerOver(chart, name) {
    if (this.moved && !this.markers.has(chart) && axesOf(chart) && traceIndex(chart, name) >= 0) {
      window.Plotly.Fx?.unhover(chart);
      this.markers.set(chart, new MovedMarker(chart, name, this.root));
    }
    return this.markers.get(chart);
  }

  // Set the cursor, and hide elements that describe only the selected point. Visibility alone is not enough, because
  // Streamlit makes text visible inside hidden elements.
  setStyle(change) {
    const { hidden = [], cursor = "" } = Object.assign(this.styles ??= {}, change);
    const rules = [
      ...(hidden.length ? [`${hidden.join()} { visibility: hidden; opacity: 0; }`] : []),
      ...(cursor ? [`.st-key-${this.key} * { cursor: ${cursor} !important; }`] : []),
    ].join("\n");
    if (this.style.textContent !== rules) this.style.textContent = rules;
  }

  drop() {
    if (this.moved) this.select(this.moved.threshold);
  }

  // Follow the slider to the point with this index.
  slide(index) {
    if (!this.fixed || !axesOf(this.chart)) return;
    const row = this.fixed.indices.indexOf(index);
    this.show(row < 0 ? this.selected : this.fixed.point(row));
  }

  close() {
    this.moved = null;
    this.announce(null);
    this.markers.forEach((marker) => marker.remove());
    this.style.remove();
  }
}

/** The drag of a chart, which is kept between reruns. */
export function dragOf(key) {
  if (!drags.has(key)) drags.set(key, new ThresholdDrag(key));
  return drags.get(key);
}

export function endDrag(key) {
  drags.get(key)?.close();
  drags.delete(key);
}

export const drag = {
  isReady: (chart, data) => chart.clientWidth === 0 || Boolean(dragOf(data.chart).fixed && axesOf(chart)),
};

// While a marker is moved, it is drawn with its label over the chart, because Plotly takes several frames for each
// change. Meanwhile the chart's own marker, its label and the labels that it could cover are transparent.
const GAP_PX = 7; // between a marker and its label
const LABELS = ["selected", "quiet"]; // names of the labels that are transparent during a move

const create = (root, style) => root.appendChild(Object.assign(document.createElement("div"), { ariaHidden: "true",
  style: `position: absolute; z-index: 1; left: 0; top: 0; box-sizing: border-box; pointer-events: none; ${style}` }));

// The labels of a chart that are transparent during a move, with their indices.
const labelsOf = (chart) => [...(chart.layout.annotations ?? []).entries()].filter(([, { name }]) => LABELS.includes(name));

// The opacities of a chart's own marker and of these labels.
const opacitiesOf = (chart, name) =>
  [chart.data[traceIndex(chart, name)], ...labelsOf(chart).map(([, label]) => label)].map(({ opacity = 1 }) => opacity);

function setOpacity(chart, name, opacity) {
  const labels = labelsOf(chart).map(([index]) => [`annotations[${index}].opacity`, opacity]);
  window.Plotly.update(chart, { opacity }, Object.fromEntries(labels), [traceIndex(chart, name)]);
}

/** Place a label beside a marker: on the right and above it if the chart has room, else on the left or below. */
function besideMark({ x, y }, left, top, width, height) {
  const isRight = left + GAP_PX + width <= x.end, isAbove = isRight && top - GAP_PX - height >= y.end;
  return [isRight ? left + GAP_PX : left - GAP_PX - width, isAbove ? top - GAP_PX - height : top + GAP_PX];
}

/** Place a label at the top of a vertical line, on the side that has more room. */
const overLine = ({ x, y }, left, _, width, height) =>
  [left > (x.begin + x.end) / 2 ? left - width : left, y.end - height];

class MovedMarker {
  /** Draw a marker over the trace `name` of a chart, a point or a vertical line, with its elements in `root`. */
  constructor(chart, name, root) {
    const trace = chart.data[traceIndex(chart, name)], { marker, line } = trace;
    const { font } = chart.layout.annotations.find((label) => label.name === "selected");
    Object.assign(this, { chart, name, root, isLine: !marker });
    const width = marker ? marker.size + marker.line.width : line.width;
    this.mark = create(root, marker ? `width: ${width}px; height: ${width}px; border-radius: 50%;
      background: ${marker.color}; border: ${marker.line.width}px solid ${marker.line.color};`
      : `width: ${width}px; background: ${line.color};`);
    this.label = create(root, `padding: 1px; white-space: nowrap; font: bold ${font.size}px/1.3 ${chart.layout.font.family};
      color: ${font.color};`);
    this.half = width / 2;
  }

  /** Move to a position in units of the axes. */
  move(x, y, text) {
    Object.assign(this, { x, y, text });
    this.place();
  }

  /** Place the marker at its values in the chart as it is drawn now. */
  place() {
    const axes = axesOf(this.chart);
    if (!axes) return;
    if (opacitiesOf(this.chart, this.name).includes(1)) this.fade();
    const chart = this.chart.getBoundingClientRect(), root = this.root.getBoundingClientRect();
    const put = (element, [across, down]) => {
      element.style.transform = `translate(${across + chart.left - root.left}px, ${down + chart.top - root.top}px)`;
    };
    const left = axes.x.pixel(this.x), top = this.isLine ? axes.y.end : axes.y.pixel(this.y);
    this.label.textContent = this.text;
    const { offsetWidth, offsetHeight } = this.label;
    put(this.label, (this.isLine ? overLine : besideMark)(axes, left, top, offsetWidth, offsetHeight));
    put(this.mark, [left - this.half, this.isLine ? top : top - this.half]);
    if (this.isLine) this.mark.style.height = `${axes.y.begin - top}px`;
  }

  // Hide the chart's own marker after the next frame, because Plotly takes long for it.
  fade() {
    this.fading ??= requestAnimationFrame(() => setTimeout(() => {
      this.fading = undefined;
      if (this.mark.isConnected) setOpacity(this.chart, this.name, 0);
    }));
  }

  /** Whether the chart's own marker has the same position. */
  isReached() {
    const { x, y } = this.chart.data[traceIndex(this.chart, this.name)];
    return x[0] === this.x && (this.isLine || y[0] === this.y);
  }

  /** Remove the marker and show the chart's own marker again. */
  remove() {
    this.mark.remove();
    this.label.remove();
    if (this.chart.isConnected && opacitiesOf(this.chart, this.name).includes(0)) setOpacity(this.chart, this.name, 1);
  }
}

// Dragging the marker of a chart. A press near the marker is handled before Plotly gets it; other presses are left to
// Plotly. Escape, or losing the pointer, cancels the drag and puts the marker back.
const PRESS_REACH_PX = { mouse: 16, pen: 16, touch: 28 }; // how near to the marker a press must be
const STILL_PX = 3; // a press that moves less is a click

/**
 * Add the listeners of a drag to a chart. place() returns the position of the marker in the window, or null. During a
 * drag move(x, y) is called, and at its end drop(), click(x, y) or cancel(). setCursor() sets the cursor over the
 * chart. The state of the pointer is in held, which is kept when the listeners are replaced.
 */
function attachDrag(chart, held, { place, move, drop, click, cancel, setCursor }, signal) {
  const options = { capture: true, passive: false, signal };
  const isNear = ({ clientX, clientY, pointerType }) => {
    const mark = place();
    const reach = PRESS_REACH_PX[pointerType] ?? PRESS_REACH_PX.touch;
    return mark && Math.hypot(mark[0] - clientX, mark[1] - clientY) <= reach;
  };

  function press(event) {
    held.isClickTaken = false;
    if (!event.isPrimary || event.button !== 0 || event.target.closest("a, button") || !isNear(event)) return;
    event.preventDefault(); // otherwise Plotly would handle the press too
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
    if (event.buttons === 0) { // the release was not reported, as outside the window
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
  chart.addEventListener("touchmove", whileHeld((event) => event.preventDefault()), options); // do not scroll the page
  chart.addEventListener("click", (event) => { if (held.isClickTaken) event.stopImmediatePropagation(); }, options);
  window.addEventListener("keydown", whileHeld((event) => { if (event.key === "Escape") end(cancel); }), options);
}
