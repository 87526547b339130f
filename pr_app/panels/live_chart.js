// Changes a chart in place. Streamlit draws a chart anew whenever its figure differs, and then zoom is lost and the
// picture jumps; a mark that moves is therefore moved here. A chart that was drawn anew gets the mark again.
const timers = new WeakMap();
const LOOK_EVERY_MS = 50;
const REACH_PX = 28; // half of what a thumb covers

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

// The threshold of the measured point nearest to a click, or null where none is within reach.
function nearest(chart, event) {
  const points = chart._fullData.find((one) => one.name === "points");
  const { xaxis, yaxis } = chart._fullLayout;
  const { left, top } = chart.getBoundingClientRect();
  let least = REACH_PX;
  let threshold = null;
  for (let i = 0; points && i < points.x.length; i += 1) {
    const across = left + xaxis._offset + xaxis.d2p(points.x[i]) - event.clientX;
    const up = top + yaxis._offset + yaxis.d2p(points.y[i]) - event.clientY;
    const distance = Math.hypot(across, up);
    if (distance < least) {
      least = distance;
      threshold = points.customdata[i][0];
    }
  }
  return threshold;
}

function listen(chart, choose) {
  chart.labChoose = choose; // the latest; the listener is added once
  if (chart.labListens) return;
  chart.labListens = true;
  chart.addEventListener("click", (event) => {
    if (event.target.closest(".modebar")) return;
    const threshold = nearest(chart, event);
    if (threshold !== null) chart.labChoose(threshold);
  });
}

export default function ({ data, parentElement, setTriggerValue }) {
  clearInterval(timers.get(parentElement));
  const look = () => {
    const chart = document.querySelector(`.st-key-${data.chart} .js-plotly-plot`);
    if (!window.Plotly || !chart || !chart._fullLayout) return;
    if (!shows(chart, data)) apply(chart, data);
    if (data.clickable) listen(chart, (threshold) => setTriggerValue("clicked", threshold));
  };
  look();
  timers.set(parentElement, setInterval(look, LOOK_EVERY_MS));
  return () => clearInterval(timers.get(parentElement));
}
