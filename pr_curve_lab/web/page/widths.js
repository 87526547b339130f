// A chart arranged for the width that it got: the server cannot know it. Which arrangement a chart has is noted in its
// layout's meta: its domains do not tell, because Plotly shortens them to keep the axes' scales equal. The chart may
// come before the labels that it needs, so what was last put on it is noted too.
import { writeLabels } from "./written_labels.js";

const arranged = new WeakMap(); // the layout that was last put on each chart

const wanted = (chart, layouts) => layouts.find((one) => chart.clientWidth >= one.from);
const isArranged = (chart, from) => chart.layout.meta?.from === from;

// Streamlit's boxes round a chart have the height that the chart came with, and would cut off what is below.
function boxesOf(chart, box) {
  const boxes = [];
  for (let one = chart; one && one !== box.parentElement; one = one.parentElement) boxes.push(one);
  return boxes;
}

// Plotly draws everything anew when an axis is set, even to what it was: it is told of what is new alone.
function news(layout, before) {
  const same = (name) => JSON.stringify(layout[name]) === JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(layout).filter(([name]) => !same(name)));
}

export const widths = {
  ready: (chart) => Boolean(window.Plotly?.relayout && chart.layout),

  done(chart, { layouts }, box) {
    if (chart.clientWidth === 0) return true; // nobody sees it
    const { from, layout } = wanted(chart, layouts);
    const high = boxesOf(chart, box).every((one) => one.style.height === `${layout.height}px`);
    return high && isArranged(chart, from) && arranged.get(chart) === layout;
  },

  act(chart, { layouts }, box) {
    const { from, layout } = wanted(chart, layouts);
    box.style.flex = "none";
    boxesOf(chart, box).forEach((one) => { one.style.height = `${layout.height}px`; });
    const before = (isArranged(chart, from) && arranged.get(chart)) || {};
    const changed = news(layout, before);
    if (!isArranged(chart, from)) changed.meta = { from };
    arranged.set(chart, layout);
    const names = Object.keys(changed).join();
    if (names === "annotations" && writeLabels(chart, changed.annotations, before.annotations)) return;
    if (names) window.Plotly.relayout(chart, changed);
  },
};
