// The ROC curve of counted rows: its vertices, its area and its picture.

import { Sum } from "./curve.js";
import { node, ring, text } from "./elements.js";
import { frame, inUnits, pathOf, placeX, placeY } from "./pictures.js";

/** Vertices of the ROC curve from (0, 0), and its area. @param {import("./curve.js").Points} points */
export function rocOf(points) {
  const x = rates(points.falsePositives, points.negatives), y = rates(points.truePositives, points.positives);
  return { x, y, area: polygonArea(x, y) };
}

/** Counts divided by their total, with a 0 before the first. */
function rates(counts, all) {
  const shares = new Float64Array(counts.length + 1);
  for (let i = 0; i <= counts.length; i++) shares[i] = (i ? counts[i - 1] : 0) / all;
  return shares;
}

/** The area between the line through vertices and the x axis. */
function polygonArea(x, y) {
  const area = new Sum();
  for (let i = 1; i < x.length; i++) area.add(((x[i] - x[i - 1]) * (y[i] + y[i - 1])) / 2);
  return area.total();
}

/** The ROC curve with its area, and the selected point. */
export function rocPicture({ points, selectedIndex }, square, words, { named = true } = {}) {
  const { x, y, area } = rocOf(points), at = selectedIndex + 1, isThere = Number.isFinite(area);
  return [
    ...frame(square, { names: { x: named ? words.format("false_alarm_rate") : "", at: 0.5 }, ticks: [0, 1], words }),
    text("roc_area", square.x - 2, square.y - 10, words.format("roc", { area: words.area(area) }),
      { size: square.type + 1, class: "lab-strong", "data-lab-area": "roc", "data-value": area }),
    inUnits("curves", square, [
      node("path", "chance", { d: "M0 0L1 1", class: "lab-balance" }),
      ...(isThere ? [node("path", "roc", { d: pathOf(x, y), class: "lab-curve lab-ink" })] : []),
    ]),
    ...(isThere ? [ring("selected", placeX(square, x[at]), placeY(square, y[at]), square.mark * 1.4,
      { class: "lab-selected" })] : []),
  ];
}
