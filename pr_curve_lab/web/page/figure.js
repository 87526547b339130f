// A chart on the page: converts values to pixels, applies changes from the server, handles clicks on points, and sets
// the layout for the width.

// Positions are in pixels from the upper left corner of the chart, and follow from its layout alone: the margins are
// the ones that Python set, because automatic margins are off; and if Plotly shortens an axis to keep two scales equal,
// it writes the shorter domain into the layout.

/** An axis that starts at pixel `start` and is `length` pixels long; it runs upward if the length is negative. */
function axis({ range: [first, last], domain: [from, to] = [0, 1] }, start, length) {
  const begin = start + from * length, end = start + to * length;
  return { begin, end, pixel: (value) => begin + ((value - first) / (last - first)) * (end - begin) };
}

/** The axes of a chart, or null if they are not drawn yet. */
export function axesOf(chart) {
  const { margin, height, xaxis, yaxis } = chart?.layout ?? {};
  if (!margin || !xaxis?.range || !yaxis?.range || !chart.clientWidth) return null;
  return {
    x: axis(xaxis, margin.l, chart.clientWidth - margin.l - margin.r),
    y: axis(yaxis, height - margin.b, margin.t + margin.b - height),
  };
}

// Changes from the server to a chart that is already drawn: the coordinates of named traces, and all annotations. If
// Streamlit drew the chart again, it would lose its zoom and flicker. If it does so anyway, the change is applied
// again.
const updated = new WeakMap(); // the stamp of the last change to each chart

/** The index of a trace of a chart, by the name of the trace. */
export const traceIndex = (chart, name) => chart.data.findIndex((trace) => trace.name === name);

export const updates = {
  isReady(chart, { traces }) {
    return Boolean(window.Plotly?.update) && Object.keys(traces).every((name) => traceIndex(chart, name) >= 0);
  },

  // Streamlit may restore the first coordinates of the chart, so the stamp alone is not enough.
  isDone(chart, { traces, stamp }) {
    return updated.get(chart) === stamp && Object.entries(traces).every(([name, { x, y }]) => {
      const trace = chart.data[traceIndex(chart, name)];
      return trace.x[0] === x[0] && trace.y[0] === y[0];
    });
  },

  apply(chart, { traces, annotations, stamp }) {
    const places = Object.values(traces);
    const moved = { x: places.map(({ x }) => x), y: places.map(({ y }) => y) };
    updated.set(chart, stamp);
    window.Plotly.update(chart, moved, { annotations }, Object.keys(traces).map((name) => traceIndex(chart, name)));
  },
};

// A click or a tap selects the nearest point of a chart. Streamlit's own selection would fade the other points and
// clear the selection on a second click. Plotly's click event, on which it is built, is limited to the plot area, on
// whose edge many points lie, and needs more precision than a thumb has.
const CLICK_REACH_PX = 28; // half the width of a thumb
const ARRAYS = { i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array,
  f4: Float32Array, f8: Float64Array }; // by dtype
const ROW_LENGTH = /\d+$/; // the number of columns in the shape of an array, which has the form: rows, columns

/** The values of a column of a trace, which is a list or base64. */
function numbers(column) {
  if (!column?.bdata) return column;
  return new ARRAYS[column.dtype](Uint8Array.from(atob(column.bdata), (byte) => byte.charCodeAt(0)).buffer);
}

/** The coordinates of the points of a chart, and the first value of each in `customdata`; null if it has none. */
function clickablePoints(chart) {
  const { x, y, customdata } = chart.data[traceIndex(chart, "points")] ?? {};
  if (!customdata) return null;
  const values = numbers(customdata), length = customdata.bdata ? Number(customdata.shape.match(ROW_LENGTH)) : 0;
  return { x: numbers(x), y: numbers(y), value: (row) => (length ? values[row * length] : values[row][0]) };
}

export const clicks = {
  isReady: (chart) => chart.clientWidth === 0 || Boolean(axesOf(chart) && clickablePoints(chart)),
};

/** The value of the point nearest to a click, or null if no point is near enough. */
export function clickedValue(chart, event) {
  const axes = axesOf(chart), points = clickablePoints(chart);
  if (!axes || !points || event.target.closest("a, button")) return null;
  const [row, away] = nearestRow(chart, axes, points, event.clientX, event.clientY);
  return away < CLICK_REACH_PX ? points.value(row) : null;
}

/** The row of the point that is nearest to a position in the window, and its distance in pixels. */
export function nearestRow(chart, axes, { x, y }, clientX, clientY) {
  const { left, top } = chart.getBoundingClientRect();
  let nearest = -1, least = Infinity;
  for (let row = 0; row < x.length; row += 1) {
    const away = Math.hypot(left + axes.x.pixel(x[row]) - clientX, top + axes.y.pixel(y[row]) - clientY);
    if (away < least) [nearest, least] = [row, away];
  }
  return [nearest, least];
}

// The layout of a chart depends on its width, which the server cannot know. The layout in use is recorded in `meta` of
// the chart's layout, because its domains change when Plotly shortens them to keep the scales of the axes equal. The
// chart may arrive before the labels for its width, so the last layout that was applied is stored as well.
const applied = new WeakMap(); // the layout that was last applied to each chart

const wanted = (chart, all) => all.find(({ from }) => chart.clientWidth >= from);
const isArranged = (chart, from) => chart.layout.meta?.from === from;

// Streamlit's containers keep the first height of a chart and would cut off the rest of a higher one.
const heightRule = (key, height) => `.st-key-${key}, .st-key-${key} :is(.js-plotly-plot, :has(.js-plotly-plot)) {
  flex: none !important; height: ${height}px !important; }`;

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Plotly redraws everything when an axis is set, even to the same value, so it gets only the parts that changed.
const changedParts = (layout, before) =>
  Object.fromEntries(Object.entries(layout).filter(([name, part]) => !isSame(part, before[name])));

// If labels differ only in their text, return the opacities that they already have. Setting an opacity makes Plotly
// redraw only the label, with its new text; setting the text would redraw the whole chart. Return null if more has
// changed.
function changedLabels(labels, before) {
  if (labels?.length !== before?.length) return null;
  const changed = [...labels.keys()].filter((at) => !isSame(labels[at], before[at]));
  if (!changed.every((at) => isSame({ ...labels[at], text: "" }, { ...before[at], text: "" }))) return null;
  return Object.fromEntries(changed.map((at) => [`annotations[${at}].opacity`, labels[at].opacity ?? 1]));
}

export const layouts = {
  isReady: (chart) => Boolean(window.Plotly?.relayout && chart.layout),

  isDone(chart, { layouts: all, chart: key }, { style }) {
    if (chart.clientWidth === 0) return true; // the chart is hidden
    const { from, layout } = wanted(chart, all);
    return style.textContent === heightRule(key, layout.height) && isArranged(chart, from) && applied.get(chart) === layout;
  },

  apply(chart, { layouts: all, chart: key }, { style }) {
    const { from, layout } = wanted(chart, all);
    style.textContent = heightRule(key, layout.height);
    const before = (isArranged(chart, from) && applied.get(chart)) || {};
    let changed = changedParts(layout, before);
    const labels = Object.keys(changed).join() === "annotations" && changedLabels(layout.annotations, before.annotations);
    if (labels) {
      chart.layout.annotations.forEach((label, at) => { label.text = layout.annotations[at].text; });
      changed = labels;
    }
    if (!isArranged(chart, from)) changed.meta = { from };
    applied.set(chart, layout);
    if (Object.keys(changed).length) window.Plotly.relayout(chart, changed);
  },
};
