// The pictures of a report; on the live one a hand moves the threshold, and the text keeps the report's.

import { countsAt, ratiosOf } from "./curve.js";
import { node, patch } from "./elements.js";
import { listenToHands } from "./hands.js";
import { ring, slider, text } from "./marks.js";
import { areaUnder, frame, inUnits, matrixPicture, pathOf, placeX, placeY, prPicture } from "./pictures.js";
import { wordsOf } from "./words.js";

const bundle = JSON.parse(document.querySelector("#pictures").textContent), words = wordsOf(bundle);

const drawing = (key, { width, height }, nodes) =>
  node("svg", key, { viewBox: `0 0 ${width} ${height}`, width, height }, nodes);

const labelled = (labels) => labels.map(({ x, y, said, ...more }, i) => text(`label${i}`, x, y, said, more));

const still = ({ square, frames, areas, lines, circles, labels }) => [
  ...frames.flatMap((one) => frame(square, { ...one, words })),
  inUnits("shapes", square, [
    ...lines.map(({ x, y, look, closed, said }, i) => node("path", `line${i}`, { d: pathOf(x, y, closed), class: look },
      [node("title", "said", {}, said)])),
    ...areas.flatMap((one, i) => areaUnder(`area${i}`, one, one.look)),
  ]),
  ...circles.map(({ x, y, r, look }, i) => ring(`point${i}`, x, y, r, { class: look })),
  ...labelled(labels),
];

function live(place, picture) {
  const { square, points, said, chosen, matrix } = picture, { threshold } = points, { recall, precision } = ratiosOf(points);
  const x = recall.map((one) => placeX(square, one)), y = precision.map((one) => placeY(square, one));
  const own = picture.isLong ? { ...words, fraction: (part, whole) => words.ratio(part / whole) } : words;
  let at;
  const go = (to) => {
    at = Math.min(x.length - 1, Math.max(0, to));
    const [cx, cy] = [x[at], y[at]], [aside, anchor] = recall[at] > 0.5 ? [-14, "end"] : [14, "start"], isOwn = at === chosen;
    patch(place, [
      drawing("curve", picture, [
        node("circle", "threshold", { cx, cy, r: 22, class: "lab-reach", "data-lab": "threshold", ...slider("threshold", {},
          { name: words.say("threshold"), low: threshold.at(-1), high: threshold[0], now: threshold[at], upright: true,
            said: words.say("spoken_threshold", { threshold: said[at] }) }) }),
        ...prPicture({ ...picture, chosen: at }, square, own), ...(isOwn ? labelled(picture.labels) : []),
        text("said", cx + aside, cy + 27, `≥ ${said[at]}`, { class: "lab-bold lab-halo-text", "text-anchor": anchor }),
      ]),
      drawing("matrix", matrix, matrixPicture(countsAt(points, at), matrix.cell, words)),
      node("button", "back", { disabled: isOwn }, words.say("back", { threshold: said[chosen] })),
    ]);
  };
  listenToHands(place, {
    move: (_, hand) => {
      const off = x.map((one, i) => Math.hypot(one - hand.x, y[i] - hand.y));
      go(off.indexOf(Math.min(...off)));
    },
    step: (_, [across, up]) => go(at + (across === up ? -up : across - up)), // Home: the lowest
    act: (_, key) => key === "Escape" && (go(chosen), true), release: () => {},
  });
  place.addEventListener("click", ({ target }) => {
    if (target.localName !== "button") return;
    go(chosen);
    place.querySelector("[data-hand]").focus(); // the button is off now
  });
  go(chosen);
}

for (const [key, one] of Object.entries(bundle.pictures)) {
  const place = document.querySelector(`#${key}`);
  if (one.points) live(place, one);
  else patch(place, [drawing(key, one, still(one))]);
}
