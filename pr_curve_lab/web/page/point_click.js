// A click or a tap chooses the nearest of a chart's points. Streamlit's selection would fade the other points and forget the
// choice when it is clicked again; and Plotly's own click, on which that is built, ends with the plot area, on whose edge many
// points lie, and wants a better aim than a thumb has.
import { axesOf } from "./axes.js";
import { traceIndex } from "./figure_update.js";

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
  const { left, top } = chart.getBoundingClientRect();
  let least = REACH_PX, value = null;
  for (let row = 0; row < points.x.length; row += 1) {
    const across = left + axes.x.pixel(points.x[row]) - event.clientX, up = top + axes.y.pixel(points.y[row]) - event.clientY;
    const distance = Math.hypot(across, up);
    if (distance < least) [least, value] = [distance, points.value(row)];
  }
  return value;
}
