// The picture in a report whose threshold can be dragged. The text of the report keeps its threshold, and the other
// pictures need no script.

import { countsAt, ratiosOf } from "./curve.js";
import { node, patch, slider, text } from "./elements.js";
import { listenToInput } from "./board.js";
import { matrixPicture, nearestPoint, placeX, placeY, prPicture } from "./pictures.js";
import { messagesOf } from "./messages.js";

const bundle = JSON.parse(document.querySelector("#pictures").textContent), words = messagesOf(bundle);

const drawing = (key, { width, height }, nodes) =>
  node("svg", key, { viewBox: `0 0 ${width} ${height}`, width, height }, nodes);

/** A label beside a position in recall and precision. */
function label({ x, y, to, at, shift, text: content, size }, i, square) {
  const down = { above: -shift - 0.3 * size, below: shift + 1.05 * size, middle: 0.34 * size }[at];
  const [aside, anchor] = { left: [-shift, "end"], right: [shift, "start"], center: [0, "middle"] }[to];
  return text(`label${i}`, placeX(square, x) + aside, placeY(square, y) + down, content, { size, "text-anchor": anchor,
    class: "lab-quiet lab-halo-text" });
}

function makeInteractive(place, picture) {
  const { square, plot, points, texts, selectedIndex, matrix } = picture, { threshold } = points, { recall, precision } = ratiosOf(points);
  const classNames = plot.curves.map(({ family }) => `lab-${family}`);
  let at;
  const select = (to) => {
    at = Math.min(recall.length - 1, Math.max(0, to));
    const cx = placeX(square, recall[at]), cy = placeY(square, precision[at]), isReported = at === selectedIndex;
    const [aside, anchor] = recall[at] > 0.5 ? [-14, "end"] : [14, "start"];
    patch(place, [
      drawing("curve", picture, [
        node("circle", "threshold", { cx, cy, r: 22, class: "lab-reach", "data-lab": "threshold", ...slider("threshold", {},
          { name: words.format("threshold"), low: threshold.at(-1), high: threshold[0], now: threshold[at], upright: true,
            valueText: words.format("spoken_threshold", { threshold: texts[at] }) }) }),
        ...prPicture({ points, joined: plot.curves, classNames, selectedIndex: at, isLong: picture.isLong }, square, words),
        ...(isReported ? plot.labels.map((one, i) => label(one, i, square)) : []),
        text("threshold_text", cx + aside, cy + 27, `≥ ${texts[at]}`, { class: "lab-bold lab-halo-text", "text-anchor": anchor }),
      ]),
      drawing("matrix", matrix, matrixPicture(countsAt(points, at), matrix.cell, words)),
      node("button", "back", { disabled: isReported }, words.format("back", { threshold: texts[selectedIndex] })),
    ]);
  };
  listenToInput(place, {
    move: (_, { x, y }) => select(nearestPoint(points, square, x, y)),
    step: (_, [across, up]) => select(at + (across === up ? -up : across - up)), // Home leads to the lowest threshold
    act: (_, key) => key === "Escape" && (select(selectedIndex), true), release: () => {},
  });
  place.addEventListener("click", ({ target }) => {
    if (target.localName !== "button") return;
    select(selectedIndex);
    place.querySelector("[data-handle]").focus(); // the button is disabled now
  });
  select(selectedIndex);
}

for (const [key, one] of Object.entries(bundle.pictures)) makeInteractive(document.querySelector(`#${key}`), one);
