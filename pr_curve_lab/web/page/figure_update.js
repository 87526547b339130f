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
