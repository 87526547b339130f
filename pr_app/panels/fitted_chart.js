// Arranges a chart for the width that it got: the server cannot know it. Whenever Streamlit draws the chart anew, or the
// window changes, it is arranged again. Which arrangement a chart has is noted in its layout's meta: its domains do not
// tell, because Plotly shortens them to keep the axes' scales equal. The chart may come before the labels that it needs,
// so what was last put on it is noted too.
const timers = new WeakMap();
const LOOK_EVERY_MS = 100;

// Streamlit's boxes round a chart have the height that the chart came with, and would cut off what is below.
function grow(chart, box, height) {
  box.style.flex = "none";
  for (let one = chart; one && one !== box.parentElement; one = one.parentElement) {
    if (one.style.height !== height) one.style.height = height;
  }
}

// Plotly draws everything anew when an axis is set, even to what it was: it is told of what is new alone.
function news(layout, before) {
  const same = (name) => JSON.stringify(layout[name]) === JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(layout).filter(([name]) => !same(name)));
}

export default function ({ data, parentElement }) {
  clearInterval(timers.get(parentElement));
  const look = () => {
    const box = document.querySelector(`.st-key-${data.chart}`);
    const chart = box && box.querySelector(".js-plotly-plot");
    if (!window.Plotly || !chart || !chart._fullLayout || chart.clientWidth === 0) return;
    const { from, layout } = data.layouts.find((one) => chart.clientWidth >= one.from);
    grow(chart, box, `${layout.height}px`);
    const arranged = chart.layout.meta && chart.layout.meta.from === from;
    if (arranged && chart.labArranged === layout) return;
    const changed = news(layout, (arranged && chart.labArranged) || {});
    chart.labArranged = layout;
    if (!arranged) changed.meta = { from };
    if (Object.keys(changed).length) window.Plotly.relayout(chart, changed);
  };
  look();
  timers.set(parentElement, setInterval(look, LOOK_EVERY_MS));
  return () => clearInterval(timers.get(parentElement));
}
