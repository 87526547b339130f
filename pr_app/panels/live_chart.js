// Changes a chart in place. Streamlit draws a chart anew whenever its figure differs, and then zoom is lost and the
// picture jumps; a mark that moves is therefore moved here. A chart that was drawn anew gets the mark again.
const timers = new WeakMap();
const LOOK_EVERY_MS = 50;

function shows(chart, change) {
  return Object.entries(change.traces).every(([name, { x, y }]) => {
    const trace = chart.data.find((one) => one.name === name);
    return trace && chart.labShows === change.stamp && trace.x[0] === x[0] && trace.y[0] === y[0];
  });
}

function apply(chart, change) {
  const names = Object.keys(change.traces);
  const indices = names.map((name) => chart.data.findIndex((one) => one.name === name));
  const x = names.map((name) => change.traces[name].x);
  const y = names.map((name) => change.traces[name].y);
  chart.labShows = change.stamp;
  window.Plotly.update(chart, { x, y }, { annotations: change.annotations }, indices);
}

export default function ({ data, parentElement }) {
  clearInterval(timers.get(parentElement));
  const look = () => {
    const chart = document.querySelector(`.st-key-${data.chart} .js-plotly-plot`);
    if (window.Plotly && chart && chart._fullLayout && !shows(chart, data)) apply(chart, data);
  };
  look();
  timers.set(parentElement, setInterval(look, LOOK_EVERY_MS));
  return () => clearInterval(timers.get(parentElement));
}
