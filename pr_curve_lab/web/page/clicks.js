// A click or a tap chooses the nearest of a chart's points. Plotly's own selection would fade the other points and
// forget the choice when it is clicked again, and its plotly_click wants a better aim than a thumb has.
const REACH_PX = 28; // half of what a thumb covers

const pointsOf = (chart) => chart._fullData?.find((one) => one.name === "points");
const canPlace = (axis) => typeof axis?.d2p === "function" && Number.isFinite(axis._offset);

/** Whether points can be placed on a chart. */
export const hasAxes = (chart) => canPlace(chart?._fullLayout?.xaxis) && canPlace(chart._fullLayout.yaxis);

export const clicks = {
  ready(chart) {
    return hasAxes(chart) && Boolean(pointsOf(chart)?.customdata);
  },

  done: () => true, // the bridge listens from the start
};

// The threshold of the measured point nearest to a click, or null where none is within reach.
export function clickedThreshold(chart, event) {
  if (!clicks.ready(chart) || event.target.closest(".modebar")) return null;
  const points = pointsOf(chart);
  const { xaxis, yaxis } = chart._fullLayout;
  const { left, top } = chart.getBoundingClientRect();
  let least = REACH_PX;
  let threshold = null;
  for (let i = 0; i < points.x.length; i += 1) {
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
