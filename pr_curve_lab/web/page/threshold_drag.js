// The chosen point is dragged, or its slider is: whatever shows a threshold follows at once and without the server, which
// hears of the point when it is let go. What follows is told by an event of the window, "threshold-move", whose detail is
// the point with its texts, or null where no point can be dragged any more.
import { axesOf } from "./axes.js";
import { traceIndex } from "./figure_update.js";
import { MovedMarker } from "./moved_marker.js";
import { attachDrag } from "./pointer_drag.js";

const SCORES = ".st-key-scores_chart .js-plotly-plot"; // the other chart that has the threshold

const fixedData = new Map(); // what stays the same from run to run, by the key of a chart
const drags = new Map();

/** Points with all their texts; each is cut out when it is asked for. */
function pointsOf(given) {
  const columns = Object.entries(given.texts).map(([name, joined]) => [name, joined.split("|")]);
  return (row) => ({
    index: given.indices[row], x: given.x[row], y: given.y[row], threshold: given.thresholds[row],
    texts: Object.fromEntries(columns.map(([name, column]) => [name, column[row]])),
  });
}

/** Keep what stays the same from run to run. */
export const setFixedData = (chart, data) => fixedData.set(chart, { ...data, point: pointsOf(data) });

class ThresholdDrag {
  held = {}; // the pointer that drags
  moved = null; // the point it is dragged to, where it is not the chosen one
  markers = new Map(); // over each chart that has the threshold

  constructor(key) {
    this.key = key;
    this.style = document.createElement("style");
  }

  // What a run of the server brought.
  update({ data, root, choose }) {
    const fixed = fixedData.get(this.key);
    this.fixed = fixed?.id === data.here?.id ? fixed : null;
    this.here = data.here && { ...pointsOf(data.here)(0), only: data.here.only };
    Object.assign(this, { root, choose });
    root.append(this.style);
    if (this.moved && this.held.pointer !== undefined && this.fixed) this.show(this.moved);
    else if (this.here) this.reset();
  }

  attach(chart, signal) {
    this.chart = chart;
    attachDrag(chart, this.held, {
      place: () => this.place(), move: (x, y) => this.show(this.nearest(x, y)), drop: () => this.drop(),
      click: (x, y) => this.choose(this.nearest(x, y).threshold), cancel: () => this.reset(),
      setCursor: (cursor) => this.setStyle({ cursor }),
    }, signal);
    const drawn = () => this.placeMarkers();
    const charts = [chart, document.querySelector(SCORES)];
    charts.forEach((one) => one?.on?.("plotly_afterplot", drawn));
    window.addEventListener("threshold-slide", ({ detail }) => this.slide(detail), { signal });
    signal.addEventListener("abort", () => charts.forEach((one) => one?.removeListener?.("plotly_afterplot", drawn)));
  }

  // A point's place in the window, given the axes.
  pixelsOf({ x, y }, axes) {
    const { left, top } = this.chart.getBoundingClientRect();
    return [left + axes.x.pixel(x), top + axes.y.pixel(y)];
  }

  place() {
    const axes = this.fixed && axesOf(this.chart);
    return axes && this.pixelsOf(this.moved ?? this.here, axes);
  }

  nearest(clientX, clientY) {
    const axes = axesOf(this.chart), { left, top } = this.chart.getBoundingClientRect(), { x, y } = this.fixed;
    const distance = (across, up) => Math.hypot(left + axes.x.pixel(across) - clientX, top + axes.y.pixel(up) - clientY);
    let [least, found] = [distance(this.here.x, this.here.y), -1];
    for (let row = 0; row < x.length; row += 1) {
      const away = distance(x[row], y[row]);
      if (away < least) [least, found] = [away, row];
    }
    return found < 0 ? this.here : this.fixed.point(found);
  }

  show(point) {
    if (point.index === this.here.index) {
      this.reset();
      return;
    }
    this.moved = point;
    this.announce(point, true);
    this.placeMarkers();
    this.setStyle({ hidden: this.here.only });
  }

  // Everything as it is for the chosen point.
  reset() {
    if (this.moved) this.announce(this.here);
    this.moved = null;
    this.placeMarkers();
    this.setStyle({ hidden: [] });
  }

  announce(point, isMoved = false) {
    window.labMovedThreshold = isMoved ? point : null; // for whoever comes later
    window.dispatchEvent(new CustomEvent("threshold-move", { detail: point }));
  }

  // Those over a chart go when its own mark has come to the same place.
  placeMarkers() {
    const point = this.moved ?? this.here;
    if (!point || !this.chart) return;
    const { x, y, threshold, texts } = point;
    const text = this.fixed?.label.replace("{threshold}", texts.threshold);
    for (const [chart, name, at] of [[this.chart, "chosen", [x, y]], [document.querySelector(SCORES), "threshold", [threshold]]]) {
      const marker = this.markerOver(chart, name);
      marker?.move(at[0], at[1], text);
      if (this.moved || !marker?.isReached()) continue;
      this.markers.delete(chart);
      marker.remove();
    }
  }

  // The marker over a chart; a new one where a point is moved and the chart has a mark of that name.
  markerOver(chart, name) {
    if (this.moved && !this.markers.has(chart) && axesOf(chart) && traceIndex(chart, name) >= 0) {
      window.Plotly.Fx?.unhover(chart);
      this.markers.set(chart, new MovedMarker(chart, name, this.root));
    }
    return this.markers.get(chart);
  }

  // What is true of the chosen point alone is hidden: opacity, since Streamlit makes text visible inside what is not.
  setStyle(change) {
    const { hidden = [], cursor = "" } = Object.assign(this.look ??= {}, change);
    const rules = [
      ...(hidden.length ? [`${hidden.join()} { visibility: hidden; opacity: 0; }`] : []),
      ...(cursor ? [`.st-key-${this.key} * { cursor: ${cursor} !important; }`] : []),
    ].join("\n");
    if (this.style.textContent !== rules) this.style.textContent = rules;
  }

  drop() {
    if (this.moved) this.choose(this.moved.threshold);
  }

  // The slider stands at a point, by its index.
  slide(index) {
    if (!this.fixed || !axesOf(this.chart)) return;
    const row = this.fixed.indices.indexOf(index);
    this.show(row < 0 ? this.here : this.fixed.point(row));
  }

  close() {
    this.moved = null;
    this.announce(null);
    this.markers.forEach((marker) => marker.remove());
    this.style.remove();
  }
}

/** The drag of a chart, which outlives the runs of the server. */
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
  isDone: () => true, // it is attached as soon as there is a chart
};
