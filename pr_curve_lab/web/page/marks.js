// Marks that move in a chart: coordinates of traces by name, and all labels. They are moved in place, because a chart
// that Streamlit draws anew loses its zoom and jumps. A chart that was drawn anew gets its marks again.
const shown = new WeakMap(); // the change that each chart has, by its stamp

const traceOf = (chart, name) => chart.data.findIndex((one) => one.name === name);

export const marks = {
  ready(chart, { traces }) {
    return Boolean(window.Plotly?.update) && Object.keys(traces).every((name) => traceOf(chart, name) >= 0);
  },

  // Streamlit may put back the coordinates that the chart came with, so the stamp alone does not tell.
  done(chart, { traces, stamp }) {
    return shown.get(chart) === stamp && Object.entries(traces).every(([name, { x, y }]) => {
      const trace = chart.data[traceOf(chart, name)];
      return trace.x[0] === x[0] && trace.y[0] === y[0];
    });
  },

  act(chart, { traces, annotations, stamp }) {
    const places = Object.values(traces);
    const moved = { x: places.map(({ x }) => x), y: places.map(({ y }) => y) };
    shown.set(chart, stamp);
    window.Plotly.update(chart, moved, { annotations }, Object.keys(traces).map((name) => traceOf(chart, name)));
  },
};
