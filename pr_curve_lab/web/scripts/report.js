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
function label({ x, y, to, at, shift, said, size }, i, square) {
  const down = { above: -shift - 0.3 * size, below: shift + 1.05 * size, middle: 0.34 * size }[at];
  const [aside, anchor] = { left: [-shift, "end"], right: [shift, "start"], center: [0, "middle"] }[to];
  return text(`label${i}`, placeX(square, x) + aside, placeY(square, y) + down, said, { size, "text-anchor": anchor,
    class: "lab-quiet lab-halo-text" });
}

function live(place, picture) {
  const { square, plot, points, said, chosen, matrix } = picture, { threshold } = points, { recall, precision } = ratiosOf(points);
  const looks = plot.curves.map(({ family }) => `lab-${family}`);
  let at;
  const go = (to) => {
    at = Math.min(recall.length - 1, Math.max(0, to));
    const cx = placeX(square, recall[at]), cy = placeY(square, precision[at]), isOwn = at === chosen;
    const [aside, anchor] = recall[at] > 0.5 ? [-14, "end"] : [14, "start"];
    patch(place, [
      drawing("curve", picture, [
        node("circle", "threshold", { cx, cy, r: 22, class: "lab-reach", "data-lab": "threshold", ...slider("threshold", {},
          { name: words.format("threshold"), low: threshold.at(-1), high: threshold[0], now: threshold[at], upright: true,
            said: words.format("spoken_threshold", { threshold: said[at] }) }) }),
        ...prPicture({ points, joined: plot.curves, looks, chosen: at, isLong: picture.isLong }, square, words),
        ...(isOwn ? plot.labels.map((one, i) => label(one, i, square)) : []),
        text("said", cx + aside, cy + 27, `≥ ${said[at]}`, { class: "lab-bold lab-halo-text", "text-anchor": anchor }),
      ]),
      drawing("matrix", matrix, matrixPicture(countsAt(points, at), matrix.cell, words)),
      node("button", "back", { disabled: isOwn }, words.format("back", { threshold: said[chosen] })),
    ]);
  };
  listenToInput(place, {
    move: (_, { x, y }) => go(nearestPoint(points, square, x, y)),
    step: (_, [across, up]) => go(at + (across === up ? -up : across - up)), // Home leads to the lowest threshold
    act: (_, key) => key === "Escape" && (go(chosen), true), release: () => {},
  });
  place.addEventListener("click", ({ target }) => {
    if (target.localName !== "button") return;
    go(chosen);
    place.querySelector("[data-handle]").focus(); // the button is disabled now
  });
  go(chosen);
}

for (const [key, one] of Object.entries(bundle.pictures)) live(document.querySelector(`#${key}`), one);
