// The pictures of counted rows: precision against recall with one or two shaded areas, the ROC curve, the confusion
// matrix. The path of a curve is in units of recall and precision, not pixels, so its polygon has the area printed
// beside it.

import { countsAt, prevalenceOf, ratiosOf } from "./curve.js";
import { node, cross, disc, line, ring, text } from "./elements.js";
import { widthOf } from "./messages.js";

/**
 * @typedef {{x: number, y: number, size: number, type: number, mark: number}} Square its upper left corner, side,
 *   font size and radius of points
 */
const MOST_VERTICES = 2000; // of a path; a longer one is thinned
const MOST_RINGS = 110; // with more points, only the curve is drawn
const NEAR = { x: 0.115, y: 0.055 }; // of an axis: a tick that is nearer to a bold value is left out
export const SMALL = 200; // px; a smaller square has no room for text
const ON_AXIS = 0.02, BESIDE_RING = 14; // of an axis, and px: how far the bold values of a point on an axis are from its ring
const ASIDE = 0.02; // of the square, from its edge to a name
const EDGE = 3; // px beyond the square, so that a thick line on its edge is not cut
const ROW_NAMES = 84; // px left of a matrix
const MOST_MARKS = 9; // in a cell of the confusion matrix

export const placeX = (square, value) => square.x + value * square.size;
export const placeY = (square, value) => square.y + (1 - value / (square.top ?? 1)) * square.size;

/** The index of the measured point that is nearest to a position. */
export function nearestPoint(points, square, x, y) {
  const { recall, precision } = ratiosOf(points);
  const off = Array.from(recall, (one, i) => Math.hypot(placeX(square, one) - x, placeY(square, precision[i]) - y));
  return off.indexOf(Math.min(...off));
}

/** Draw nodes in units of recall and precision. If isCut, they are clipped at the end of an axis that ends below 1. */
export function inUnits(key, { x, y, size, top = 1 }, nodes, isCut = false) {
  const scale = `scale(${size} ${-size / top})`;
  if (!isCut || top >= 1) return node("g", key, { transform: `translate(${x} ${y + size}) ${scale}` }, nodes);
  return node("svg", key, { x: x - EDGE, y, width: size + 2 * EDGE, height: size + EDGE, class: "lab-inside" }, [
    node("g", "units", { transform: `translate(${EDGE} ${size}) ${scale}` }, nodes)]);
}

/** A path through the thinned vertices, or some of them. */
export function pathOf(x, y, closed = false, from = 0, to = Infinity) {
  const seen = thinned(x, y);
  let d = "";
  for (let i = from; i < Math.min(to, seen.x.length); i++) d += `${d ? "L" : "M"}${seen.x[i]} ${seen.y[i]}`;
  return closed && d ? `${d}L${x[x.length - 1]} 0L${x[0]} 0Z` : d;
}

const thinnedByHeights = new WeakMap(); // the thinned vertices of a curve, by its heights

/** The vertices that make a visible difference, with their indices if some were left out. */
function thinned(x, y) {
  if (x.length <= MOST_VERTICES) return { x, y };
  if (!thinnedByHeights.has(y)) {
    const kept = thinnedIndices(x, y);
    thinnedByHeights.set(y, { kept, x: kept.map((i) => x[i]), y: kept.map((i) => y[i]) });
  }
  return thinnedByHeights.get(y);
}

/** The indices of the first, last, lowest and highest vertex in each column, which is about a pixel wide. */
function thinnedIndices(x, y) {
  const kept = [], columns = MOST_VERTICES / 4, last = x.length - 1;
  for (let i = 0; i <= last;) {
    const column = Math.floor(x[i] * columns), first = i;
    let low = i, high = i;
    for (; i <= last && Math.floor(x[i] * columns) === column; i++) {
      if (y[i] < y[low]) low = i;
      if (y[i] > y[high]) high = i;
    }
    kept.push(...new Set([first, Math.min(low, high), Math.max(low, high), i - 1]));
  }
  return kept;
}

/** The square with its grid, ticks and names; a tick that is too near to a bold value is left out. */
export function frame(square, { names, bold = { x: [], y: [] }, ticks = [0, 0.5, 1], words }) {
  const { size, type, top = 1 } = square, bottom = placeY(square, 0);
  const isFree = (side, tick) => !bold[side].some((one) => Math.abs(one.at - tick) < NEAR[side] * (side === "y" ? top : 1));
  const off = (side) => (bold[side].some(({ at }) => at < ON_AXIS * (side === "y" ? top : 1)) ? BESIDE_RING : 0);
  const across = (key, at, label, more) => text(key, placeX(square, at), bottom + type + 8, label,
    { size: type, "text-anchor": "middle", ...more });
  const up = (key, at, label, more) => text(key, square.x - 10, placeY(square, at) + type * 0.34, label,
    { size: type, "text-anchor": "end", ...more });
  return [
    ...ticks.flatMap((tick) => [
      line(`grid_x${tick}`, placeX(square, tick), square.y, placeX(square, tick), bottom, { class: "lab-grid" }),
      line(`grid_y${tick}`, square.x, placeY(square, tick * top), square.x + size, placeY(square, tick * top),
        { class: "lab-grid" }),
      ...(isFree("x", tick) ? [across(`tick_x${tick}`, tick, words.number(tick), { class: "lab-quiet" })] : []),
      ...(isFree("y", tick * top) ? [up(`tick_y${tick}`, tick * top, words.number(tick * top), { class: "lab-quiet" })] : []),
    ]),
    ...bold.x.map(({ at, label }, i) => across(`bold_x${i}`, at, label, { class: "lab-bold", dy: off("y") / 2 })),
    ...bold.y.map(({ at, label }, i) => up(`bold_y${i}`, at, label, { class: "lab-bold", dx: -off("x") })),
    ...(names.x ? [text("name_x", placeX(square, names.at ?? 0.5), bottom + type + (names.at ? 8 : type + 18), names.x,
      { size: type + 2, class: "lab-strong", "text-anchor": "middle" })] : []),
    ...(names.y ? [text("name_y", square.x - (size < SMALL ? -8 : 2 * type), square.y - 0.85 * type, names.y,
      { size: type + 2, class: "lab-strong" })] : []),
  ];
}

/** One area with its curve, dashed before the first measured point. @param {import("./curve.js").Joined} joined */
export const areaUnder = (key, joined) => [
  node("path", `${key}_fill`, { d: pathOf(joined.recall, joined.precision, true), class: `lab-fill ${joined.className}`, ...areaData(joined) }),
  ...curveOf(key, joined),
];

const areaData = ({ scheme, area }) => ({ "data-lab-area": scheme, "data-value": area });

function curveOf(key, { recall, precision, n_extrapolated, className }) {
  const { kept } = thinned(recall, precision);
  const first = kept ? kept.findIndex((i) => i >= n_extrapolated) : n_extrapolated;
  const start = { d: pathOf(recall, precision, false, 0, first + 1), class: `lab-curve lab-extrapolated ${className}` };
  return [node("path", `${key}_curve`, { d: pathOf(recall, precision, false, first), class: `lab-curve ${className}` }),
    ...(n_extrapolated ? [node("path", `${key}_start`, start)] : [])];
}

/** Two areas in one square; a region that only one of them covers is darker. */
function twoAreas(id, [first, second]) {
  const paths = [first, second].map(({ recall, precision }) => pathOf(recall, precision, true));
  const only = (key, joined, own, other) => [
    node("mask", `${key}_mask`, { id: `${id}_${key}`, maskUnits: "userSpaceOnUse", x: -0.1, y: -0.1, width: 1.2,
      height: 1.2 }, [
      node("rect", "all", { x: -0.1, y: -0.1, width: 1.2, height: 1.2, class: "lab-kept" }),
      node("path", "other", { d: other, class: "lab-cut-out" }),
    ]),
    node("path", `${key}_only`, { d: own, class: `lab-gap ${joined.className}`, mask: `url(#${id}_${key})`, ...areaData(joined) }),
  ];
  return [
    node("path", "both_fill", { d: paths[0], class: `lab-fill ${first.className}` }),
    ...only("first", first, paths[0], paths[1]), ...only("second", second, paths[1], paths[0]),
    ...curveOf("second", second), ...curveOf("first", first),
  ];
}

/** The thinned vertices of curves, as lines. */
export const curvesOf = (joined) => joined.map(({ recall, precision }) => thinned(recall, precision)).map(({ x, y }) => [x, y]);

/** Draw a plot of `web/plot_json.py`, or one counted here; `selected` is the point of the selected threshold. */
export function drawPlot({ id, curves, others = [], points, baseline, baseline_text: baselineText, top = 1, selected, className }, square, words) {
  const own = { ...square, top }, { drawn, taken } = balanceLine(own, baseline, curvesOf([...curves, ...others]), words, baselineText);
  const { x, y, radius, index, bold } = selected ?? {}, at = square.isSmall ? (x > 0.5 ? 0.25 : 0.75) : undefined; // between ticks
  return { taken, nodes: [
    ...frame(own, { names: { x: words.format("recall"), y: words.format("precision"), at }, bold, words }),
    ...(selected ? [linesToAxes(own, x, y)] : []), // below gray
    inUnits("areas", own, [...otherPaths(others), ...(curves.length === 2 ? twoAreas(id, curves) : curves.flatMap((one) => areaUnder("first", one)))], true),
    ...drawn, ...rings(own, ...points, index, className),
    ...(selected ? [ring("selected", placeX(own, x), placeY(own, y), radius, { class: "lab-selected" })] : []),
  ] };
}

/** Draw counted rows: areas, class balance, measured and selected points. If isLong, fractions are too long. */
export function prPicture({ id, points, joined, classNames, selectedIndex, isLong }, square, words) {
  const { recall, precision } = ratiosOf(points), { tp, fp } = countsAt(points, selectedIndex), x = recall[selectedIndex], y = precision[selectedIndex];
  const write = (part, whole) => (isLong ? words.ratio(part / whole) : words.fraction(part, whole));
  const bold = { x: [{ at: x, label: write(tp, points.positives) }], y: [{ at: y, label: write(tp, tp + fp) }] };
  const isThere = selectedIndex >= 0 && points.positives > 0, curves = joined.map((one, i) => ({ ...one, className: classNames[i] }));
  return drawPlot({ id, curves: curves.filter((one) => one.recall?.length), points: [recall, precision],
    baseline: prevalenceOf(points), selected: isThere ? { x, y, index: selectedIndex, radius: square.mark * 1.8, bold } : undefined,
  }, square, words).nodes;
}

/** The line of the class balance, with its name near it where no curve is, and the space that all of these take. */
export function balanceLine(square, balance, curves, words, balanceText = words.ratio(balance)) {
  const { x, size, type, top = 1 } = square, lines = top === 1 ? curves : curves.map(([across, up]) => [across, up.map((one) => one / top)]);
  if (!Number.isFinite(balance)) return { drawn: [], taken: { lines, boxes: [] } };
  const at = balance / top, y = placeY(square, balance), rule = line("balance", x, y, x + size, y, { class: "lab-balance" });
  const taken = (...boxes) => ({ lines: [...lines, [[0, 1], [at, at]]], boxes });
  if (size < SMALL) return { drawn: [rule], taken: taken() };
  const name = words.format("balance", { balance: balanceText });
  const wide = (widthOf(name) * type) / size, high = (type + 8) / size, ends = [ASIDE, 1 - ASIDE - wide];
  const wanted = (at < 0.1 ? [0, 1] : [-1, 0, -2, 1]).flatMap((up) => ends.map((end) => [end, at + up * high - (!!square.taken && up < 0) / 80])).filter((one) => one[1] >= 0);
  const box = freeSpace([wide, high], { lines, boxes: square.taken }, wanted, true);
  const written = text("balance_name", x + size * box[0], square.y + size * (1 - box[1]) - 6, name,
    { size: type, class: "lab-quiet lab-halo-text" });
  return { drawn: [rule, written], taken: taken(box) };
}

/** The curves of others, gray and each with its own dashes. */
export const otherPaths = (others) => others.map(({ recall, precision }, i) => node("path", `other${i}`, { d: pathOf(recall, precision),
  class: `lab-curve lab-rival lab-rival${i}` }));

const linesToAxes = (square, x, y) => node("path", "to_axes", { class: "lab-dots",
  d: `M${square.x} ${placeY(square, y)}H${placeX(square, x)}V${placeY(square, 0)}` });

/** The measured points except the selected one. */
function rings(square, x, y, at, className = "") {
  if (x.length > MOST_RINGS) return [];
  const isSeen = (i) => i !== at && Number.isFinite(x[i]) && y[i] <= square.top;
  return Array.from(x.keys()).filter(isSeen).map((i) => ring(`point${i}`, placeX(square, x[i]), placeY(square, y[i]),
    square.mark, { class: `lab-measured ${className}` }));
}

/** The confusion matrix: each count, beside the marks of its rows if they are few. */
export function matrixPicture(counts, { x, y, width, height, type, mark, beside, lit }, words) {
  const cells = [["fn", 0, 0], ["tp", 1, 0], ["tn", 0, 1], ["fp", 1, 1]];
  const head = (key, column, className) => text(key, x + width * (column + 0.5) + 4 * column, y - 10, words.format(key),
    { size: type, class: className, "text-anchor": "middle" });
  return [
    head("not_called", 0, "lab-quiet"), head("called", 1, "lab-name-positives"),
    ...(beside ? ["positives", "negatives"].map((key, row) => text(`matrix_${key}`, x - ROW_NAMES,
      y + height * (row + 0.5) + 4 * row + 6, words.format(key), { size: 18, class: `lab-name-${key}` })) : []),
    ...cells.flatMap(([name, column, row]) => cell(name, counts[name], { x: x + column * (width + 4),
      y: y + row * (height + 4), width, height, type, mark, isCalled: column === 1, isPositive: row === 0, isLit: name === lit }, words)),
  ];
}

function cell(name, count, { x, y, width, height, type, mark, isCalled, isPositive, isLit }, words) {
  const whole = Number.isInteger(count) && count <= MOST_MARKS, across = count > 4 ? 6 : 4;
  const r = count > 4 ? mark * 0.68 : mark, left = x + 12 + type * 1.75, top = y + (count > 6 ? 0.2 : 0.28) * height;
  const draw = isPositive ? disc : cross;
  const marks = whole ? Array.from({ length: count }, (_, k) => draw(`${name}_mark${k}`,
    left + (k % across) * (2 * r + 3) + r, top + Math.floor(k / across) * (2 * r + 3), r)) : [];
  return [
    node("rect", `${name}_cell`, { x, y, width, height, rx: 9, class: `${isCalled ? "lab-called" : "lab-pad"} ${isLit ? "lab-lit" : ""}` }),
    text(`${name}_count`, x + 12, y + 0.41 * height, count === null ? "?" : words.count(count), { size: type * 1.75, "data-lab-count": name,
      "data-value": count, class: `lab-bold ${isPositive ? "lab-name-positives" : ""}` }),
    text(`${name}_name`, x + 12, y + height - 0.16 * height, words.format(name), { size: type }),
    ...marks,
  ];
}

// Finds space for text in a picture: the lowest position that no line crosses.
const COLUMNS = 60; // of the square, in each of which a line has a lowest and a highest point
const UP = 0.025, ACROSS = 0.05; // of the square: steps between the positions that are tried

/** The lowest and highest point of a line in each column. Vertices go from left to right. */
function bandsOf(x, y) {
  const low = Array(COLUMNS).fill(Infinity), high = Array(COLUMNS).fill(-Infinity);
  const column = (at) => Math.min(COLUMNS - 1, Math.floor(at * COLUMNS));
  for (let i = 1; i < x.length; i++) {
    const from = x[i - 1], first = column(from), last = column(x[i]), slope = (y[i] - y[i - 1]) / (x[i] - from);
    for (let c = first; c <= last; c++) {
      const a = c === first ? y[i - 1] : y[i - 1] + slope * (c / COLUMNS - from);
      const b = c === last ? y[i] : y[i - 1] + slope * ((c + 1) / COLUMNS - from);
      low[c] = Math.min(low[c], a, b);
      high[c] = Math.max(high[c], a, b);
    }
  }
  return { low, high };
}

/**
 * Find a place for a box: the first wanted place that is free, else the lowest free place, else the one that crosses
 * the fewest columns. Boxes are left, bottom, right and top in shares of the square; the result has the crossed columns
 * too.
 * @param {{lines: number[][][], boxes: number[][]}} taken
 * @param {number[][]} wanted lower left corners that are tried first
 * @param {boolean} isThere whether only the wanted corners are tried
 */
export function freeSpace([width, height], { lines, boxes = [] }, wanted = [], isThere = false) {
  const bands = lines.map(([x, y]) => bandsOf(x, y));
  const crossed = ([left, bottom]) => {
    const right = left + width, top = bottom + height, last = Math.min(COLUMNS - 1, Math.floor(right * COLUMNS));
    let columns = COLUMNS * boxes.filter(([l, b, r, t]) => l < right && r > left && b < top && t > bottom).length;
    for (let c = Math.floor(left * COLUMNS); c <= last; c++) {
      if (bands.some(({ low, high }) => low[c] < top && high[c] > bottom)) columns += 1;
    }
    return columns;
  };
  const places = [...wanted];
  for (let bottom = UP; !isThere && bottom + height <= 1; bottom += UP) {
    for (let left = ACROSS; left + width <= 1; left += ACROSS) places.push([left, bottom]);
  }
  let best = places[0] ?? [ACROSS, UP], least = Infinity;
  for (const place of places) {
    const columns = crossed(place);
    if (columns < least) [best, least] = [place, columns];
    if (least === 0) break;
  }
  const [left, bottom] = best;
  return [left, bottom, left + width, bottom + height, least];
}
