// The chosen point is dragged, or its slider is: everything that was told to follow it does, at once and without the
// server, which hears of the point when the hand lets go. Nothing moves unless the page says what it was told to say.
import { filled, leave, stands, write } from "./page_texts.js";
import { besideMark, hush, labelOf, leaveLabel, moveLabel, onLine, shiftTrace } from "./moved_marks.js";
import { leaveThumb, moveThumb, stopOf, whenMoved } from "./stops.js";
import { listen } from "./hand.js";
import { hasAxes } from "./clicks.js";

const SLIDER = { at: '.st-key-threshold [data-testid="stSliderThumbValue"]' };
const SCORES = ".st-key-scores_chart .js-plotly-plot"; // the other chart that has the threshold

const tellings = new Map(); // by the key of a chart
const drags = new Map();

/** Points with all their texts; each is cut out when it is asked for. */
function pointsOf(given) {
  const columns = Object.entries(given.texts).map(([name, joined]) => [name, joined.split("|")]);
  return (row) => {
    const texts = Object.fromEntries(columns.map(([name, column]) => [name, column[row]]));
    return {
      index: given.indices[row], x: given.x[row], y: given.y[row], threshold: given.thresholds[row], texts,
      headline: given.forms[texts.form],
    };
  };
}

/** Keep what stays the same from run to run. */
export const tell = (chart, told) => tellings.set(chart, { ...told, row: pointsOf(told) });

class Drag {
  held = {};
  shown = null; // the point by hand, where it is not the chosen one

  constructor(key) {
    this.key = key;
    this.watch = new MutationObserver(() => { if (this.shown && this.held.pointer !== undefined) this.writeTexts(); });
  }

  // What a run of the server brought; what it says of the page is true.
  hear({ data, place, choose }) {
    const here = data.here && pointsOf(data.here)(0);
    const told = tellings.get(this.key);
    Object.assign(this, { place, choose, told: told?.id === data.here?.id ? told : null });
    this.here = here && { ...here, only: data.here.only };
    const ahead = this.held.pointer !== undefined && this.told ? this.shown : null;
    leave(this.places(), this.here);
    leaveThumb();
    this.shown = null;
    if (ahead) this.show(ahead);
    else if (this.chart && this.here) this.rest();
  }

  meet(chart, signal) {
    this.chart = chart;
    const hand = {
      place: () => this.mark(), isFree: () => this.isTrue(),
      move: (x, y) => this.show(this.nearest(x, y)), drop: () => this.drop(), back: () => this.back(),
    };
    listen(chart, this.held, hand, signal);
    const drawn = () => this.placeMarks();
    const charts = [chart, document.querySelector(SCORES)];
    charts.forEach((one) => one?.on?.("plotly_afterplot", drawn));
    whenMoved(() => this.followSlider(), signal);
    signal.addEventListener("abort", () => {
      charts.forEach((one) => one?.removeListener?.("plotly_afterplot", drawn));
    });
  }

  places() {
    return this.told ? [...this.told.places, { ...SLIDER, texts: [this.told.stop], folds: true }] : [];
  }

  // Whether all that would follow is known to be what it is taken for.
  isTrue({ isSlider = false } = {}) {
    if (!this.told || !hasAxes(this.chart)) return false;
    const point = this.shown ?? this.here;
    const label = labelOf(this.chart);
    return stands(isSlider ? this.told.places : this.places(), point)
      && label?.textContent === filled(this.told.label, point.texts);
  }

  // Where the mark is in the window, if it is anywhere.
  mark() {
    if (!this.told || !hasAxes(this.chart)) return null;
    const { x, y } = this.shown ?? this.here;
    return this.inWindow(x, y);
  }

  inWindow(x, y) {
    const { xaxis, yaxis } = this.chart._fullLayout;
    const { left, top } = this.chart.getBoundingClientRect();
    return [left + xaxis._offset + xaxis.d2p(x), top + yaxis._offset + yaxis.d2p(y)];
  }

  nearest(clientX, clientY) {
    const { xaxis, yaxis } = this.chart._fullLayout;
    const { left, top } = this.chart.getBoundingClientRect();
    const [across, up] = [clientX - left - xaxis._offset, clientY - top - yaxis._offset];
    const farness = (x, y) => Math.hypot(xaxis.d2p(x) - across, yaxis.d2p(y) - up);
    const { x, y } = this.told;
    let [least, found] = [farness(this.here.x, this.here.y), -1];
    for (let i = 0; i < x.length; i += 1) {
      const far = farness(x[i], y[i]);
      if (far < least) [least, found] = [far, i];
    }
    return found < 0 ? this.here : this.told.row(found);
  }

  show(point, { isSlider = false } = {}) {
    if (point.index === this.here.index) {
      this.back({ isSlider });
      return;
    }
    this.shown = point;
    this.writeTexts();
    if (!isSlider) moveThumb(this, point);
    this.placeMarks();
    this.hide(this.here.only);
    this.watch.observe(document.body, { childList: true, characterData: true, subtree: true });
  }

  writeTexts() {
    write(this.places(), this.shown ?? this.here);
  }

  placeMarks() {
    const { x, y, threshold, texts } = this.shown ?? this.here ?? {};
    const scores = document.querySelector(SCORES);
    if (x === undefined || !hasAxes(this.chart)) return;
    shiftTrace(this.chart, "chosen", x, y);
    if (hasAxes(scores)) shiftTrace(scores, "threshold", threshold);
    if (!this.shown) return;
    const label = filled(this.told.label, texts);
    moveLabel(this.chart, label, besideMark(this.chart, x, y));
    if (hasAxes(scores)) moveLabel(scores, label, onLine(scores, threshold));
    hush(this.chart, true);
  }

  // What is true of the chosen point alone. Streamlit makes text visible inside what is not: opacity hides that too.
  hide(places) {
    this.style ??= document.createElement("style");
    this.style.textContent = places.length ? `${places.join()} { visibility: hidden; opacity: 0; }` : "";
    this.place.append(this.style);
  }

  drop() {
    if (this.shown) this.choose(this.shown.threshold);
  }

  // Everything as it is for the chosen point.
  back({ isSlider = false } = {}) {
    this.shown = null;
    this.writeTexts();
    if (!isSlider) leaveThumb();
    this.placeMarks();
    leaveLabel(this.chart);
    const scores = document.querySelector(SCORES);
    if (scores) leaveLabel(scores);
    this.rest();
  }

  rest() {
    this.watch.disconnect();
    this.hide([]);
    hush(this.chart, false);
    this.placeMarks();
  }

  followSlider() {
    const stop = this.told && stopOf(this);
    if (stop && this.isTrue({ isSlider: true })) this.show(stop, { isSlider: true });
    else if (this.shown) this.back({ isSlider: true });
  }

  close() {
    this.watch.disconnect();
    this.style?.remove();
    leave(this.places());
  }
}

/** The drag of a chart, which outlives the runs of the server. */
export function dragOf(key) {
  if (!drags.has(key)) drags.set(key, new Drag(key));
  return drags.get(key);
}

export function endDrag(key) {
  drags.get(key)?.close();
  drags.delete(key);
}

export const drag = {
  ready: (chart, data) => dragOf(data.chart).isTrue(),
  done: () => true, // the bridge hands over the chart from the start
};
