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
