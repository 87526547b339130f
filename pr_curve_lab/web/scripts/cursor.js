// A cursor along recall: on each curve a dot with what it reads there, and the handle that moves it.

import { knob, node, pill, slider, text } from "./elements.js";
import { placeX, placeY, SMALL } from "./pictures.js";

const AT_VERTEX = 1e-9; // of an axis
const NARROW = 0.15, RIGHT = 0.86; // up to a rate, and from a recall: its numbers are to the right, to the left
export const PART_CLASSES = ["lab-lines", "lab-counts", "lab-best"]; // of the parts of an average, if they have names

/** The height of a line at a position; where it is vertical, that of the strictest threshold with this recall. */
export function heightAt(x, y, at) {
  const i = x.findIndex((one) => one >= at - AT_VERTEX), left = i - 1;
  if (x[i] <= at + AT_VERTEX) return y[i];
  return i > 0 ? y[left] + ((y[i] - y[left]) * (at - x[left])) / (x[i] - x[left]) : undefined;
}

/** What a cursor reads on the curves of a picture: precision, or of ROC curves the false positive rate. */
function readings({ kind, curves = [], others = [], average, ...own }, at) {
  const isRoc = kind === "roc", parts = curves.length <= PART_CLASSES.length ? PART_CLASSES : [];
  const all = [...(isRoc ? [[own, "lab-ink"]] : average ? [[average, "lab-steps"]] : []),
    ...curves.map((one, i) => [one, average ? parts[i] ?? "lab-rival" : `lab-${one.family}`]), ...others.map((one) => [one, "lab-rival"])];
  return all.map(([{ name, recall, precision }, className]) => ({ name, className,
    value: isRoc ? heightAt(precision, recall, at) : heightAt(recall, precision, at) }));
}

function marks(picture, { x, y, size, type }, at, words) {
  const isRoc = picture.kind === "roc", own = { x, y, size, top: picture.top }, isRight = at > RIGHT;
  const read = readings(picture, at).filter(({ value }) => value !== undefined).map((one) => ({ ...one,
    across: placeX(own, isRoc ? one.value : at), up: Math.max(y, placeY(own, isRoc ? at : one.value)) }));
  read.sort((one, other) => one.across - other.across || one.up - other.up);
  let foot = y;
  const feet = read.map(({ up }) => (foot = Math.max(up, foot + 1.1 * type))), over = Math.max(0, foot - y - size + 0.3 * type);
  return [
    node("path", "line", { class: "lab-dots", d: isRoc ? `M${x} ${placeY(own, at)}h${size}` : `M${placeX(own, at)} ${y}v${size}` }),
    ...read.flatMap(({ value, className, across, up }, i) => [
      node("circle", `dot${i}`, { cx: across, cy: up, r: 6, class: `lab-read ${className}`, "data-value": value }),
      text(`number${i}`, ...(isRoc ? [across, up + (isRight ? (i + 1) * type + 8 : i % 2 ? type + 8 : -11)]
        : [across + (isRight ? -11 : 11), feet[i] - over - 0.45 * type]), words.ratio(value), { size: type, class: `lab-bold lab-halo-text ${className}-fill`,
        "text-anchor": isRoc ? (value < NARROW ? "start" : "middle") : isRight ? "end" : "start" })]),
  ];
}

/** The cursor in the pictures of a step: at first beside the recall axis, without numbers. */
export function cursorIn(pictures, squares, at, end, words) {
  const [{ x, y, size, type }] = squares, isParked = at === undefined, row = y + size + type - 2, width = 4 * type + 18;
  const spot = { x: isParked ? x - (size < 300 ? 34 : 42) : Math.min(x + at * size, end - width / 2), y: row + (isParked ? 8 : 0) };
  const valueText = isParked ? "–" : pictures.map((one) => words.format(one.kind === "roc" ? "read_roc" : "read_at", { recall: words.fixed(at, 2),
    values: readings(one, at).map(({ name, value }) => `${name} ${words.ratio(value)}`).join(words.format("items")) })).join(" ");
  return [
    ...(isParked ? [] : pictures.map((one, i) => node("g", `read${i}`, {}, marks(one, squares[i], at, words)))),
    node("rect", "way", { x, y: row - 18, width: size, height: 44, class: "lab-reach", "data-way": "cursor" }),
    node("g", "handle", slider("cursor", spot, { name: words.format("cursor"), low: 0, high: 1, now: at ?? 0, valueText }), !isParked
      ? [pill("pill", spot.x, row, width, 28, words.fixed(at, 2), type)]
      : [knob("knob", 11, 21, "M-3 -4l-4 4l4 4M3 -4l4 4l-4 4", { transform: `translate(${spot.x} ${spot.y})` }), ...(size < SMALL ? []
        : [text("drag", spot.x, spot.y + type + 16, words.format("drag"), { size: 15, "text-anchor": "middle", class: "lab-strong" })])]),
  ];
}
