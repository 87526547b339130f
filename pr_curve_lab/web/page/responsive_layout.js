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
