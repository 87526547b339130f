// Questions that are answered by placing a number: a point on its rail, the level of an area, or a count on a line.
// After the answer, the truth is drawn over the guess.

import { knob, line, node, ring, slider, text } from "./elements.js";
import { placeX, placeY, SMALL } from "./pictures.js";

const FINE = 0.01;
const REACH = 30, BESIDE = 30; // px: radius around a handle, and from a guess to the bracket of its error
const ROUNDING = 1e-9;
const CORNER = 26, BEYOND = 44; // px from a corner or the end of a line to a handle that is not placed yet

/** In the middle, or if that is near the truth, left of it. */
const initialGuess = (question) => [0.5, 0.25].map((share) => (question.axis === "count" ? Math.round(question.most * share) : share))
  .find((guess) => !judgeGuess(question, guess).right);

/** The guess after a key; the first arrow only places it. */
export function nudgedGuess(question, guess, steps) {
  const isCount = question.axis === "count", unit = isCount ? 1 : FINE;
  const wanted = guess === undefined && Number.isFinite(steps) ? initialGuess(question) : (guess ?? 0) + steps * unit;
  return Math.min(isCount ? question.most : 1, Math.max(0, Math.round(wanted / unit) * unit));
}

/** The guess at a position. */
export function guessAt({ axis, most }, { x, y }, square) {
  const isCount = axis === "count", along = isOnRail({ axis }) ? square.rail : square;
  const share = isAcross({ axis }) ? (x - along.x) / along.size : 1 - (y - square.y) / square.size;
  const value = Math.min(1, Math.max(0, share));
  return isCount ? Math.round(value * most) : Math.round(value / FINE) * FINE;
}

/** Whether a guess is near enough to the truth, and its error. */
export const judgeGuess = ({ truth, close: [low, high] }, guess) => ({
  right: low - ROUNDING <= guess && guess <= high + ROUNDING, off: guess - truth });

/** The key of the comment on a guess. */
export function commentKey(question, guess, write) {
  const { right, off } = judgeGuess(question, guess), isSame = write(guess) === write(question.truth);
  return `guess_${isSame ? (Math.abs(off) < ROUNDING ? "right" : "rounded") : right ? "close" : `${off > 0 ? "high" : "low"}${question.axis === "count" ? "_count" : ""}`}`;
}

const isLevel = ({ axis }) => axis === "area";
/** Whether a guess is placed on a line of its own beside the picture, because it is no number of the picture. */
export const isBeside = ({ axis }) => axis === "count" || axis === "share";
export const isAcross = ({ axis }) => axis === "recall" || isOnRail({ axis });
export const isOnRail = ({ axis }) => isBeside({ axis }) || axis === "limit"; // a limit is on the axis of area of the picture

/** The position of a value in the square. */
export function guessPosition({ axis, at, most }, value, square) {
  if (axis === "recall") return { x: placeX(square, value), y: placeY(square, at ?? 0.5) };
  if (isOnRail({ axis })) return { x: placeX(square.rail, value / most), y: square.rail.y };
  return { x: placeX(square, at ?? 0.5), y: placeY(square, value) };
}

/** The boxes that a question needs in the square: the way of its handle; later the truth and the guess. */
export function guessBoxes(question, value, isOpen, square) {
  if (isOnRail(question)) return [];
  const first = value ?? (isOpen ? initialGuess(question) : question.truth);
  const spots = [first, isOpen ? initialGuess(question) : question.truth].map((one) => guessPosition(question, one, square));
  const { x, y, size } = square, near = REACH / size, across = spots.map((one) => (one.x - x) / size);
  const up = spots.map((one) => 1 - (one.y - y) / size), low = Math.min(...up) - near, high = Math.max(...up) + near;
  const beside = isLevel(question) && !isOpen ? FINE : near, left = Math.min(...across) - beside, right = Math.max(...across) + beside;
  if (isOpen) return [isAcross(question) ? [0, low, 1, high] : [left, 0, right, 1]];
  return [...(isLevel(question) ? [...up.map((one) => [0, one - FINE, 1, one + FINE]), [0.7, up[1], 1, up[1] + 0.07]] : []), [left, low, right, high]];
}

/** The mark of a number: a ring, or a line for the level of an area, because that is not a point of a curve. */
export function guessMark(key, question, { x, y }, square, isPast = false) {
  const className = isPast ? "lab-past" : `lab-truth lab-${question.family}`;
  if (isLevel(question)) return line(key, square.x, y, square.x + square.size, y, { class: className });
  return ring(key, x, y, isPast ? 15 : 13, { class: `lab-measured ${className}` });
}

/** The rail through a position. */
export function guessRail(question, spot, square, more = {}) {
  const { x, y, size } = isOnRail(question) ? square.rail : square;
  return node("rect", "guess_rail", { ...(isAcross(question) ? { x, y: spot.y - 7, width: size, height: 14 }
    : { x: spot.x - 7, y, width: 14, height: size }), rx: 7, class: "lab-halo", ...more });
}

/** The handle on its rail; without a value beside the end of the line or the upper right corner of the square. */
export function guessHandle(question, value, square, words) {
  const { axis, most } = question, isParked = value === undefined, now = value ?? initialGuess(question);
  const spot = guessPosition(question, now, square), across = isAcross(question), isLine = isOnRail(question), small = square.isSmall ? 0.8 : 1;
  const { x, y, size } = isLine ? square.rail : square, r = small * (isParked ? 20 : 24);
  const place = !isParked ? spot : { x: x + size + small * (isLine ? BEYOND : CORNER), y: isLine ? y : y - 16 * small };
  const valueText = isParked ? words.format("no_guess") : axis === "count" ? words.count(now) : words.fixed(now, 2);
  const handle = slider("guess", place, { name: words.format(`guess_${axis}`), low: 0, high: axis === "count" ? most : 1,
    now: Number(now.toFixed(2)), valueText, upright: !across });
  const chevrons = across ? "M-5 -6l-7 6l7 6M5 -6l7 6l-7 6" : "M-6 -5l6 -7l6 7M-6 5l6 7l6 -7";
  const way = axis === "precision" ? `M${square.x} ${spot.y}H${spot.x}` : `M${spot.x} ${placeY(square, 0)}V${spot.y}`;
  return [
    ...(!isParked && (axis === "precision" || axis === "recall") ? [node("path", "guess_way", { d: way, class: "lab-dots" })] : []),
    guessRail(question, spot, square, { "data-way": "guess" }),
    ...(isBeside(question) ? (axis === "count" ? [0, most].map(words.count) : ["chance", "perfect"].map((end) => words.format(end)))
      .map((end, i) => text(`end${i}`, x + i * size, spot.y + 36, end, { size: 16, class: "lab-quiet", "text-anchor": "middle" })) : []),
    ...(axis === "area" && !isParked ? [node("rect", "guess_level", { x, y: spot.y, width: size,
      height: placeY(square, 0) - spot.y, class: "lab-guess-area" }), line("guess_line", x, spot.y, x + size, spot.y, { class: "lab-cut" })] : []),
    knob("guess", r, r + (isParked ? 8 : 12), chevrons, { ...handle, class: "lab-guess", transform: `translate(${place.x} ${place.y})` }),
    ...(isBeside(question) && !isParked ? [text("guess_value", place.x, y - r - 16, valueText, { size: 20, class: "lab-bold", "text-anchor": "middle" })] : []),
    ...(isParked ? [text("guess_drag", place.x + (axis === "limit" ? r : -r - 10), place.y + ({ count: -15, share: -15, limit: -r - 14 }[axis] ?? 6), words.format("drag"), { size: 18 * small,
      class: "lab-strong", "text-anchor": "end" })] : []),
  ];
}

/** The truth over the guess, and the error; without a curve also the area below the truth and its value. */
export function revealedGuess(question, value, square, words, hasCurve) {
  const { axis, truth } = question, real = guessPosition(question, truth, square);
  if (isBeside(question)) return [];
  const edge = square.x + square.size, marks = [guessMark("guess_truth", question, real, square),
    ...(isLevel(question) && hasCurve ? [text("mean_height", edge - 6, real.y - 6, words.format("mean_height"), { size: 15, "text-anchor": "end",
      class: `lab-halo-text lab-${question.family}-fill` })] : []),
    ...(isLevel(question) && !hasCurve ? [node("rect", "guess_level", { x: square.x, y: real.y, width: square.size, height: placeY(square, 0) - real.y,
      class: "lab-guess-area" }), text("guess_level_value", square.x - 10, real.y + 6, words.area(truth), { size: square.isSmall ? 14 : 16,
      class: `lab-bold lab-halo-text lab-${question.family}-fill`, "text-anchor": "end" })] : [])];
  if (value === undefined) return axis === "limit" || isLevel(question) ? marks : []; // any other is a point of the picture
  const mine = guessPosition(question, value, square), { right } = judgeGuess(question, value);
  const side = mine.x + BESIDE > edge ? -1 : 1, x = mine.x + (isLevel(question) ? 0 : side * BESIDE);
  const bracket = axis === "recall" ? `M${mine.x} ${mine.y + 20}v8H${real.x}v-8` : `M${x - side * 7} ${mine.y}h${side * 7}V${real.y}h${-side * 7}`;
  return [
    guessMark("guess_mark", question, mine, square, true), ...marks,
    ...(right || axis === "limit" || square.size < SMALL ? [] : [node("path", "guess_bracket", { d: bracket, class: "lab-bracket" })]),
  ];
}
