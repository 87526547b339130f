// A cursor along recall: in each picture a line with a dot and a number on every curve, and the handle that moves it.

import { knob, node, pill, slider, text } from "./elements.js";
import { placeX, placeY, SMALL } from "./pictures.js";

const AT_VERTEX = 1e-9; // of an axis
const NARROW = 0.15; // false positive rate up to which numbers go to the right
const RIGHT = 0.86; // recall from which numbers are left of their dots
export const PART_CLASSES = ["lab-lines", "lab-counts", "lab-best"]; // of the parts of an average, if they have names

/**
 * The height of a line at a position, undefined beside it. Where the line is vertical, it is that of its first vertex:
 * of the strictest threshold with that recall.
 */
export function heightAt(x, y, at) {
  const i = x.findIndex((one) => one >= at - AT_VERTEX), left = i - 1;
  if (x[i] <= at + AT_VERTEX) return y[i];
  return left >= 0 ? y[left] + ((y[i] - y[left]) * (at - x[left])) / (x[i] - x[left]) : undefined;
}

/** What a cursor reads on the curves of a picture: precision, or of ROC curves the false positive rate. */
function readings({ kind, curves = [], others = [], average, ...own }, at) {
  const isRoc = kind === "roc", named = curves.length <= PART_CLASSES.length, parts = named ? PART_CLASSES : [];
  const all = [...(isRoc ? [[own, "lab-ink"]] : []), ...(average ? [[average, "lab-steps"]] : []),
    ...curves.map((one, i) => [one, average ? parts[i] ?? "lab-rival" : `lab-${one.family}`]), ...others.map((one) => [one, "lab-rival"])];
  return all.map(([{ name, recall, precision }, className]) => ({ name, className,
    value: isRoc ? heightAt(precision, recall, at) : heightAt(recall, precision, at) }));
}

/** The line of the cursor in a picture, and each curve that has this recall. */
function marks(picture, square, at, words) {
  const { x, y, size, type } = square, isRoc = picture.kind === "roc", own = { ...square, top: picture.top }, isRight = at > RIGHT;
  const read = readings(picture, at).filter(({ value }) => value !== undefined).map((one) => ({ ...one,
    across: placeX(own, isRoc ? one.value : at), up: Math.max(y, placeY(own, isRoc ? at : one.value)) }));
  read.sort((one, other) => one.across - other.across || one.up - other.up);
  let foot = -Infinity;
  for (const one of read) one.foot = foot = Math.max(one.up, foot + 1.1 * type);
  const over = Math.max(0, foot - y - size + 0.3 * type), anchor = isRoc ? null : isRight ? "end" : "start";
  return [
    node("path", "line", { class: "lab-dots", d: isRoc ? `M${x} ${placeY(own, at)}h${size}` : `M${placeX(own, at)} ${y}v${size}` }),
    ...read.map(({ value, className, across, up }, i) => node("circle", `dot${i}`, { cx: across, cy: up, r: 6, class: `lab-read ${className}`,
      "data-value": value })),
    ...read.map(({ value, className, across, up, foot: low }, i) => text(`read${i}`, isRoc ? across : across + (isRight ? -11 : 11),
      isRoc ? up + (isRight ? (i + 1) * type + 8 : i % 2 ? type + 8 : -11) : low - over + 0.34 * type, words.ratio(value),
      { size: type, "text-anchor": anchor ?? (value < NARROW ? "start" : "middle"), class: `lab-bold lab-halo-text ${className}-fill` })),
  ];
}

/** The cursor in the pictures of a step: at first beside the recall axis, without numbers. */
export function cursorIn(pictures, squares, at, end, words) {
  const [{ x, y, size, type, isSmall }] = squares, isParked = at === undefined, row = y + size + type - 2, width = 4 * type + 18;
  const spot = { x: isParked ? x + size + (isSmall ? 20 : 26) : Math.min(x + at * size, end - width / 2), y: row };
  const spoken = ({ kind }, list) => words.format(kind === "roc" ? "read_roc" : "read_at", { recall: words.fixed(at, 2), values: list.join(words.format("items")) });
  const valueText = isParked ? "–" : pictures.map((one) => spoken(one, readings(one, at).map(({ name, value }) =>
    `${name} ${words.ratio(value)}`))).join(" ");
  return [
    ...(isParked ? [] : pictures.map((one, i) => node("g", `read${i}`, {}, marks(one, squares[i], at, words)))),
    node("rect", "way", { x, y: row - 18, width: size, height: 44, class: "lab-reach", "data-way": "cursor" }),
    node("g", "handle", slider("cursor", spot, { name: words.format("cursor"), low: 0, high: 1, now: at ?? 1, valueText }), !isParked
      ? [pill("pill", spot.x, row, width, 28, words.fixed(at, 2), type)]
      : [knob("knob", 11, 21, "M-3 -4l-4 4l4 4M3 -4l4 4l-4 4", { transform: `translate(${spot.x} ${row})` }), ...(size < SMALL ? []
        : [text("drag", spot.x, row + type + 18, words.format("drag"), { size: 15, "text-anchor": "middle", class: "lab-strong" })])]),
  ];
}
