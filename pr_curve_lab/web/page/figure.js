// A chart of the page: where its values are, how the server changes it, clicks on its points, its layout by its width.

// Where values stand in a chart, in pixels from its upper left corner. All of it is in the chart's layout: its margins are
// the ones that Python set, because automatic margins are off; and where Plotly shortens an axis to keep two scales equal,
// it writes the shorter domain into the layout.

/** An axis whose pixels run from `start` over `length`; upward where the length is negative. */
function axis({ range: [first, last], domain: [from, to] = [0, 1] }, start, length) {
  const begin = start + from * length, end = start + to * length;
  return { begin, end, pixel: (value) => begin + ((value - first) / (last - first)) * (end - begin) };
}

/** The axes of a chart, or null before it has any. */
export function axesOf(chart) {
  const { margin, height, xaxis, yaxis } = chart?.layout ?? {};
  if (!margin || !xaxis?.range || !yaxis?.range || !chart.clientWidth) return null;
  return {
    x: axis(xaxis, margin.l, chart.clientWidth - margin.l - margin.r),
    y: axis(yaxis, height - margin.b, margin.t + margin.b - height),
  };
}

// What the server changes in a chart that stands: coordinates of traces by name, and all labels. A chart that Streamlit draws
// anew would lose its zoom and jump. One that was drawn anew gets its change again.
const updated = new WeakMap(); // the change that each chart has, by its stamp

/** The place of a trace among those of a chart, by its name. */
export const traceIndex = (chart, name) => chart.data.findIndex((trace) => trace.name === name);

export const marks = {
  isReady(chart, { traces }) {
    return Boolean(window.Plotly?.update) && Object.keys(traces).every((name) => traceIndex(chart, name) >= 0);
  },

  // Streamlit may put back the coordinates that the chart came with, so the stamp alone does not tell.
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

// A click or a tap chooses the nearest of a chart's points. Streamlit's selection would fade the other points and forget the
// choice when it is clicked again; and Plotly's own click, on which that is built, ends with the plot area, on whose edge many
// points lie, and wants a better aim than a thumb has.
const REACH_PX = 28; // half of what a thumb covers
const ARRAYS = { i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array,
  f4: Float32Array, f8: Float64Array }; // by the names of their types
const ROW_LENGTH = /\d+$/; // of an array's shape, "rows, columns"

/** A column of a trace, which comes as a list or in base64. */
function numbers(column) {
  if (!column?.bdata) return column;
  return new ARRAYS[column.dtype](Uint8Array.from(atob(column.bdata), (byte) => byte.charCodeAt(0)).buffer);
}

/** The points of a chart: their places, and the first of the values that the pointer reads of each. */
function pointsOf(chart) {
  const { x, y, customdata } = chart.data[traceIndex(chart, "points")] ?? {};
  if (!customdata) return null;
  const values = numbers(customdata), length = customdata.bdata ? Number(customdata.shape.match(ROW_LENGTH)) : 0;
  return { x: numbers(x), y: numbers(y), value: (row) => (length ? values[row * length] : values[row][0]) };
}

export const clicks = {
  isReady: (chart) => chart.clientWidth === 0 || Boolean(axesOf(chart) && pointsOf(chart)),
  isDone: () => true, // the chart is listened to from the start
};

/** The value of the point nearest to a click, or null where none is within reach. */
export function clickedValue(chart, event) {
  const axes = axesOf(chart), points = pointsOf(chart);
  if (!axes || !points || event.target.closest("a, button")) return null;
  const [row, away] = nearestRow(chart, axes, points, event.clientX, event.clientY);
  return away < REACH_PX ? points.value(row) : null;
}

/** The row of the point that is nearest to a place in the window, and its distance in pixels. */
export function nearestRow(chart, axes, { x, y }, clientX, clientY) {
  const { left, top } = chart.getBoundingClientRect();
  let nearest = -1, least = Infinity;
  for (let row = 0; row < x.length; row += 1) {
    const away = Math.hypot(left + axes.x.pixel(x[row]) - clientX, top + axes.y.pixel(y[row]) - clientY);
    if (away < least) [nearest, least] = [row, away];
  }
  return [nearest, least];
}

// A chart arranged for the width that it got: the server cannot know it. Which arrangement a chart has is noted in its
// layout's meta: its domains do not tell, because Plotly shortens them to keep the axes' scales equal. The chart may come
// before the labels that it needs, so what was last put on it is noted too.
const applied = new WeakMap(); // the layout that was last put on each chart

const wanted = (chart, layouts) => layouts.find(({ from }) => chart.clientWidth >= from);
const isArranged = (chart, from) => chart.layout.meta?.from === from;

// Streamlit's boxes round a chart have the height that the chart came with, and would cut off what is below.
const heightRule = (key, height) => `.st-key-${key}, .st-key-${key} :is(.js-plotly-plot, :has(.js-plotly-plot)) {
  flex: none !important; height: ${height}px !important; }`;

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Plotly draws everything anew when an axis is set, even to what it was: it is given only what is new.
const changedParts = (layout, before) =>
  Object.fromEntries(Object.entries(layout).filter(([name, part]) => !isSame(part, before[name])));

// Where labels have other words, as opacities that they have already: for these Plotly draws the labels alone, with their
// words, and for words the whole chart. Null where more is new.
function changedLabels(labels, before) {
  if (labels?.length !== before?.length) return null;
  const changed = [...labels.keys()].filter((at) => !isSame(labels[at], before[at]));
  if (!changed.every((at) => isSame({ ...labels[at], text: "" }, { ...before[at], text: "" }))) return null;
  return Object.fromEntries(changed.map((at) => [`annotations[${at}].opacity`, labels[at].opacity ?? 1]));
}

export const widths = {
  isReady: (chart) => Boolean(window.Plotly?.relayout && chart.layout),

  isDone(chart, { layouts, chart: key }, { style }) {
    if (chart.clientWidth === 0) return true; // nobody sees it
    const { from, layout } = wanted(chart, layouts);
    return style.textContent === heightRule(key, layout.height) && isArranged(chart, from) && applied.get(chart) === layout;
  },

  apply(chart, { layouts, chart: key }, { style }) {
    const { from, layout } = wanted(chart, layouts);
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
