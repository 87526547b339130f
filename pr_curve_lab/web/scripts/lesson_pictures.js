// The pictures of a lesson step, drawn from the numbers that Python sent: rows, curves, areas, intervals.

import { cross, disc, knob, line, node, ring, text } from "./elements.js";
import { heightAt, PART_CLASSES } from "./cursor.js";
import { join, ratiosOf } from "./curve.js";
import { widthOf } from "./messages.js";
import { areaUnder, curvesOf, frame, inUnits, matrixPicture, drawPlot, otherPaths, pathOf, placeX, placeY, SMALL, freeSpace } from "./pictures.js";

const LATER = 0.42; // opacity of rows that are not called positive yet
const MOST_BRACKETED = 40; // rows
export const LINE = 17; // px: from one line of scores to the next
const STRIP = 11; // px: largest radius of a row on a phone
const MOST_OF_FRACTION = 7, MOST_ON_PHONE = 5; // characters of a fraction; a longer one is written as a decimal number
export const TICK = { "text-anchor": "middle", class: "lab-quiet" };
const LENS_LEFT = 0.3, FEW_POINTS = 30; // of the square: the enlarged part; points that are marked
const ENDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]; // of the axis of a difference
const LONGEST_SCORE = 6; // characters in large type
const LEVELS = 11; // columns of the curve at eleven levels of recall
const TOOL = 23; // px: height of the line for a tool on a phone
const ROUNDING = 1e-9;
const NEAR_POINT = 0.03; // of the square: kept free on each side of the selected point
const BELOW = 68; // px: from a small picture to the name of its first other curve
const GAP = 0.017; // of the square, between a line and its name, which is more than a column of freeSpace
const ROC_NUMBER = [0.4, 0.1, 1, 0.24]; // the box of the ROC area in its square
const FAR = 0.05; // of the square: from a name to the lines of other curves
const SHARES = [0.05, 0.3, 0.55, 0.8]; // of each part of a line: where its name is tried

/** The box of the rows of a step, which are side by side on a phone. */
export const rowsBox = (isPhone) => (isPhone ? { x: 9, y: 6, height: 340, isStrip: true } : { x: 34, y: 40, height: 474 });

/** The distance from one row to the next. */
export const unitOf = ({ length }, { height, isStrip }) => Math.min(height / Math.max(length, isStrip ? 8 : 10), 52);

/** On how many lines the scores of rows side by side stand, so that none overlaps the next. */
export const scoreLines = (rows, place) => Math.ceil((Math.max(...rows.map(({ score }) => widthOf(score))) * 15 + 4) / unitOf(rows, place));

/** Recall, precision, hits and false alarms at each row; null if the curve has no circle there. */
export const pointsOfRows = ({ rows }, curve) => rows.map(({ value }) => {
  const flagged = rows.filter((one) => one.value >= value), hits = flagged.filter(({ positive }) => positive).length;
  const own = [hits / curve?.positives, hits / flagged.length, hits, flagged.length - hits], [across, up] = curve?.points ?? [];
  return !curve || across.some((x, i) => Math.hypot(x - own[0], up[i] - own[1]) < ROUNDING) ? own : null;
});

/** The ends of each tie; none if all rows are tied, or too many to see. */
const tieRanges = (rows) => rows.flatMap(({ value }, i) => {
  const count = rows.filter((one) => one.value === value).length;
  return count > 1 && count < rows.length && rows.length <= MOST_BRACKETED && rows[i - 1]?.value !== value ? [[i, i + count]] : [];
});

/** Rows from the highest score down; ties have a bracket. Those called positive are shaded, the `next` ones and the lit one framed. */
export function rankedRows({ rows, called, heading, isNone }, { next = 0, handle, isNew, points = [], lit }, place, words) {
  const { x, y, isStrip } = place, unit = unitOf(rows, place), end = unit * called;
  const r = Math.min(isStrip ? STRIP : 14, unit * 0.4), across = isStrip ? 44 : 162;
  const box = (from, to, more) => node("rect", more.key, isStrip
    ? { x: x + from, y, width: to - from, height: across, rx: 4, ...more }
    : { x, y: y + from, width: across, height: to - from, rx: 4, ...more });
  const cut = (key, to) => line(key, ...(isStrip ? [x + to, y - 4, x + to, y + across + 4] : [x, y + to, x + across, y + to]), { class: "lab-cut" });
  const isCut = isNone || called > 0 || next > 0 || handle !== undefined;
  const at = (i) => (isStrip ? [x + unit * (i + 0.5), y + across / 2] : [x + 22, y + unit * (i + 0.5)]);
  const each = isStrip ? scoreLines(rows, place) : 1;
  return [
    box(0, end, { key: "called", class: "lab-called" }),
    ...rows.map((row, i) => {
      const [cx, cy] = at(i), opacity = i < called + next || !isCut ? 1 : LATER;
      const labelPlace = isStrip ? [cx, y + across + 18 + LINE * (i % each), "middle"] : [x - 10, cy + 6, "end"];
      return node("g", `row${i}`, { "data-lab-row": i, "data-score": row.value,
        "data-label": row.positive ? 1 : 0, "data-row": points[i] ? i : null }, [
        box(unit * i, unit * (i + 1), { key: "reach", class: `lab-reach ${i === lit && points[i] ? "lab-lit" : ""}` }),
        row.mark ? text("mark", cx, cy + 5, row.mark, { size: 16, class: "lab-strong", "text-anchor": "middle" }) : (row.positive ? disc : cross)("mark", cx, cy, r, { opacity }),
        ...(unit >= 15 && !place.isBare ? [text("score", labelPlace[0], labelPlace[1], row.score, { size: Math.min(row.score.length > LONGEST_SCORE ? 16 : 20, isStrip ? 15 : unit * 0.8),
          class: "lab-quiet", "text-anchor": labelPlace[2] })] : []),
        ...(row.name && !isStrip ? [text("name", x + 44, cy + 5, row.name, { size: unit < 30 ? 15 : 16, class: opacity < 1 ? "lab-quiet" : null })] : []),
      ]);
    }),
    ...tieRanges(rows).map(([from, to]) => (isStrip ? line(`tie${from}`, x + unit * from + 3, y + across + 3, x + unit * to - 3, y + across + 3, { class: "lab-ground" })
      : line(`tie${from}`, x - 5, y + unit * from + 6, x - 5, y + unit * to - 6, { class: "lab-ground" }))),
    ...rows.flatMap(({ threshold }, i) => (threshold ? [cut(`cut${i}`, unit * (i + 1))] : [])),
    ...(next ? [box(end + 3, end + unit * next - 3, { key: "next", class: "lab-next" })] : []),
    ...(isCut ? [cut("cut", end)] : []),
    ...(handle ? [knob("handle", 14, 22, isStrip ? "M-4 -4l-4 4l4 4M4 -4l4 4l-4 4" : "M-4 -3l4 -4l4 4M-4 3l4 4l4 -4", { ...handle,
      transform: isStrip ? `translate(${x + end} ${y + across / 2})` : `translate(${x + across} ${y + end})` })] : []),
    ...(handle && isNew && !isStrip ? [text("drag", x + across + 26, y + end + 7, words.format("drag"), { size: 19,
      class: "lab-strong" })] : []),
    ...(isStrip ? [] : [text("scores", x - 10, y - 10, heading ?? words.format("score"), { class: "lab-quiet", "text-anchor": "end" })]),
    ...(called && !isStrip ? [text("says_called", x + 8, y - 10, words.format("called"), { class: "lab-name-positives" })] : []),
  ];
}

/** The curve of a step with its points, and the selected point with recall and precision as fractions. */
export function curvePicture(picture, square, words) {
  const { curves: [curve], at, top } = picture, own = { ...square, top }, className = curve ? `lab-${curve.family}` : "lab-steps";
  const bold = at && square.size >= SMALL ? {
    x: [{ at: at[0], label: short(words.fraction(at[2], picture.positives), at[0], words, own) }],
    y: [{ at: at[1], label: short(words.fraction(at[2], at[2] + at[3]), at[1], words, own) }],
  } : undefined;
  const selected = at ? { x: at[0], y: at[1], bold, radius: square.size < SMALL ? 8 : 11 } : undefined;
  const levels = curve?.scheme === "eleven_point" ? levelsOf(curve) : [], curves = curve && !levels.length ? [{ ...curve, className }] : [];
  const r = square.mark / 2 / square.size, [x, y] = picture.points, rings = Array.from(x, (one, i) => [one - r, y[i] / top - r, one + r, y[i] / top + r]);
  const way = at ? [[0, at[1] / top - r, at[0], at[1] / top + r]] : [], stems = levels.map(([level, height]) => [level - r, 0, level + r, height + r]);
  const { nodes, taken } = drawPlot({ ...picture, curves, selected, className }, { ...square, isSmall: false, taken: [...(square.taken ?? []),
    ...stems, ...rings, ...way] }, words);
  const near = at ? [[at[0] - NEAR_POINT, at[1] / top - NEAR_POINT, at[0] + NEAR_POINT, at[1] / top + NEAR_POINT]] : [];
  const boxes = [...rings, ...taken.boxes, ...near, ...way, ...stems, ...(square.taken ?? [])];
  const names = otherNames(picture.others, own, words, { ...taken, boxes });
  const bars = (picture.bars ?? []).map(([left, width, height], i) => node("rect", `bar${i}`, { x: left, y: 0, width, height,
    class: i % 2 ? "lab-bar lab-odd" : "lab-bar" }));
  return [inUnits("bars", square, bars), ...nodes, ...otherPoints(picture.others, own), ...names, ...levels.map((one, i) => levelDot(`level${i}`, one, curve, own)), ...(curve ? areaNumber(curve, own, words, { ...taken, boxes }) : [])];
}

/** Dashed rings at the thresholds of other curves. */
const otherPoints = (others = [], square) => others.flatMap(({ at }, i) => (at
  ? [ring(`other_at${i}`, placeX(square, at[0]), placeY(square, at[1]), 8, { class: "lab-past" })] : []));

/** Each level of recall with its precision. Columns of equal width, whose area is the mean, would not stand at the levels. */
const levelsOf = ({ recall, precision }) => Array.from({ length: LEVELS }, (_, i) => [i / (LEVELS - 1), heightAt(recall, precision, (i + 0.5) / LEVELS) ?? 0]);

function levelDot(key, [level, height], { family }, own) {
  const [x, y] = [placeX(own, level), placeY(own, height)];
  return node("g", key, {}, [line("stem", x, placeY(own, 0), x, y, { class: `lab-curve lab-${family}` }),
    disc("dot", x, y, 7.5, { class: `lab-read lab-${family}`, "data-level": level, "data-value": height })]);
}

/** The names of other curves, each beside its line, or below a small picture. */
function otherNames(others = [], { x, y, size, type, top = 1, isBelow = size < SMALL }, words, { lines, boxes }) {
  const first = lines.length - others.length - 1; // the last line is that of chance
  return others.map(({ name, area, recall, precision }, i) => {
    const label = `${name} ${words.area(area)}`.trim(), foot = y + size + BELOW + 20 * i, key = `other_name${i}`, className = "lab-quiet lab-halo-text";
    if (isBelow) return node("g", key, {}, [text("name", x + 20, foot, label, { size: 15, class: className }),
      line("sample", x, foot - 5, x + 16, foot - 5, { class: `lab-curve lab-rival lab-rival${i}` })]);
    const sample = others.length > 1 ? 22 : 0, wide = (widthOf(label) * type + sample) / size, high = (type + 8) / size, wanted = [];
    // The first of many parts are short and steep.
    for (let k = 1 + (recall.length >> 4); k < recall.length; k++) for (const share of SHARES) for (const off of [GAP, -GAP - high]) {
      const [at, up] = [recall, precision].map((one) => one[k - 1] + share * (one[k] - one[k - 1])), bottom = up / top + off;
      for (const left of [at + GAP, at - GAP - wide]) if (recall[k] && left > 0 && left + wide < 1 && bottom > 0 && bottom + high < 1) wanted.push([left, bottom]);
    }
    const far = lines.flatMap(([a, b], k) => (k === first + i ? [0] : [-FAR, 0, FAR]).map((off) => [a, b.map((one) => one + off)]));
    const [clear, near] = [far, lines].map((all) => freeSpace([wide, high], { lines: all, boxes }, wanted, true)), box = clear[4] ? near : clear;
    boxes.push(box, box); // twice, because text over text is worse than over a line
    const left = x + size * box[0], base = y + size * (1 - box[1]) - 6;
    return node("g", key, {}, [text("name", left + sample, base, label, { size: type, class: className }),
      ...(sample ? [line("sample", left, base - 5, left + 17, base - 5, { class: `lab-curve lab-rival lab-rival${i}` })] : [])]);
  });
}

/** A fraction, or its value if the fraction is too long. */
const short = (fraction, value, words, { isSmall }) =>
  (fraction.length <= (isSmall ? MOST_ON_PHONE : MOST_OF_FRACTION) ? fraction : words.ratio(value));

/** The area as text, where the curve leaves room. */
function areaNumber({ area, name, family, scheme }, { x, y, size }, words, taken) {
  const isSmall = size < SMALL, [large, small] = isSmall ? [20, 0] : size < 300 ? [28, 15] : [34, 18], number = words.area(area);
  const wide = Math.max(widthOf(number) * large, 1.1 * widthOf(name) * small), high = large + 2 * small; // with a margin
  const [left, bottom, , , crossed] = freeSpace([wide / size, high / size], taken), foot = y + size * (1 - bottom);
  if (isSmall && crossed) return [];
  const className = `lab-${family}-fill lab-halo-text`;
  return [
    text("area", x + size * left, foot - 2.1 * small, number, { size: large, class: `lab-bold ${className}`,
      "data-lab-printed": scheme }),
    ...(isSmall ? [] : [text("area_name", x + size * left, foot - 0.65 * small, name, { size: small,
      class: `lab-strong ${className}` })]),
  ];
}

export function rocOfLesson({ recall, precision, area, at, others = [] }, square, words) {
  const lines = curvesOf([...(recall ? [{ recall, precision }] : []), ...others]);
  return [
    ...frame(square, { names: { x: words.format("false_alarm_rate"), y: words.format("recall") }, words }),
    inUnits("curves", square, [node("path", "chance", { d: "M0 0L1 1", class: "lab-balance" }),
      ...otherPaths(others), ...(!recall ? [] : [node("path", "roc", { d: pathOf(recall, precision), class: "lab-curve lab-ink", "data-lab-area": "roc",
        "data-value": area })])]),
    ...otherPoints(others, square),
    ...(at ? [ring("selected", placeX(square, at[0]), placeY(square, at[1]), 10, { class: "lab-selected" })] : []),
    ...(!recall ? [] : [text("roc_area", square.x + square.size * 0.96, square.y + square.size * 0.86, words.format("roc", { area: words.area(area) }),
      { size: square.size < SMALL ? 15 : 24, "text-anchor": "end", class: "lab-bold lab-halo-text" })]),
    ...otherNames(square.size < SMALL ? others.map((one) => ({ ...one, name: "" })) : others, square, words, { lines: [...lines, [[0, 1], [0, 1]]], boxes: [ROC_NUMBER] }),
  ];
}

/** Several curves with their names, and their average if it is not asked for. */
function severalPicture({ curves, average, axes }, square, words) {
  const named = curves.length <= PART_CLASSES.length;
  const path = (key, { recall, precision }, className) =>
    node("path", key, { d: pathOf(recall, precision), class: `lab-curve ${className}` });
  const top = ({ recall, precision }) => Math.max(heightAt(recall, precision, 0.6), ...precision.filter((_, i) => recall[i] > 0.5 && recall[i] < 0.7));
  return [
    ...frame(square, { names: { x: axes?.across ?? words.format("recall"), y: axes?.up ?? words.format("precision") }, words }),
    inUnits("areas", square, [
      ...curves.map((curve, i) => path(`part${i}`, curve, named ? `lab-thin ${PART_CLASSES[i]}` : "lab-thin lab-pale")),
      ...(average?.recall.length ? areaUnder("average", { ...average, n_extrapolated: 0, scheme: "average", className: "lab-steps" }) : []),
    ]),
    ...(named ? curves.map((curve, i) => text(`name${i}`, square.x + square.size * 0.52, placeY(square, top(curve)) - 8,
      `${curve.name} ${words.area(curve.area)}`, { size: 17, class: `lab-strong lab-halo-text ${PART_CLASSES[i]}-fill` })) : []),
    ...(!average ? [] : areaNumber({ area: average.area, name: average.name, family: "steps", scheme: "average" }, square, words,
      { lines: curvesOf([...curves, average]), boxes: square.taken })),
  ];
}

/** The curves of rounded scores in steps and by lines, with their areas, and a part enlarged. */
export function roundedPicture({ counts: [truePositives, falsePositives], schemes, lens, ...rest }, square, words) {
  const points = { threshold: truePositives, truePositives, falsePositives, ...rest }, { recall, precision } = ratiosOf(points), own = { ...square, top: rest.top };
  const curves = schemes.map(({ key, ...one }) => ({ ...join(points, key), ...one, className: `lab-${one.family}` }));
  const shown = recall.length <= FEW_POINTS ? [recall, precision] : [[], []];
  return [
    ...drawPlot({ ...rest, id: "rounded", curves, points: shown, className: "lab-other" }, square, words).nodes,
    ...curves.map(({ name, area, family, scheme }, i) => text(`area${i}`, own.x + LENS_LEFT * own.size, own.y + (i + 1) * 1.4 * own.type, `${name} ${words.area(area)}`,
      { size: own.type + 2, class: `lab-bold lab-${family}-fill lab-halo-text`, "data-lab-printed": scheme })),
    ...(lens ? enlarged(curves, lens, own, words) : []),
  ];
}

/** A part of curves in a box above them, and lines from there to its place. */
function enlarged(curves, [left, right, low, high], square, words) {
  const { x, y, size, type } = square, box = { x: x + LENS_LEFT * size, y: y + 3.4 * type, width: (1 - LENS_LEFT) * size, height: 0.36 * size };
  const foot = box.y + box.height, end = x + size, [from, to] = [left, right].map((one) => placeX(square, one)), above = placeY(square, high);
  const part = ({ recall, precision, family }) => {
    const kept = [...recall.keys()].filter((i) => recall[i + 1] >= left && recall[i - 1] <= right);
    const [across, up] = [recall, precision].map((one) => kept.map((i) => one[i]));
    return node("path", family, { d: pathOf(across, up, true), class: `lab-curve lab-fill lab-${family}` });
  };
  return [
    node("path", "lens_place", { d: `M${box.x} ${foot}L${from} ${above}V${placeY(square, low)}H${to}V${above}H${from}M${to} ${above}L${end} ${foot}`, class: "lab-lens" }),
    node("rect", "lens_box", { ...box, class: "lab-lens lab-paper" }),
    node("svg", "lens", { ...box, class: "lab-inside" }, [node("g", "units", { transform: `translate(0 ${box.height}) scale(${box.width / (right - left)} ${
      -box.height / (high - low)}) translate(${-left} ${-low})` }, curves.map(part))]),
    ...[[left, box.x + 2, foot + 17, "start"], [right, end, foot + 17, "end"], [low, box.x - 6, foot - 3, "end"], [high, box.x - 6, box.y + 13, "end"]]
      .map(([value, at, up, anchor]) => text(`lens_${value}`, at, up, words.number(value), { size: 15, class: "lab-quiet lab-halo-text", "text-anchor": anchor })),
  ];
}

/** Bars of the area by lines minus that in steps, for the rounds that were seen; then a question mark. */
export function differenceBars(rounds, seen, selectedIndex, { x, y, width, height, type }, words) {
  const shown = rounds.slice(0, seen + 1).map(({ difference }) => difference), most = ENDS.find((end) => end > 1.1 * Math.max(...shown.map(Math.abs)));
  const place = (value) => y + (height * (most - value)) / (1.8 * most), at = (i) => x + (width * i) / (rounds.length - 1);
  const write = (key, i, up, label, more) => text(`${key}${i}`, at(i), up, label, { size: type, "text-anchor": "middle", class: "lab-bold", ...more });
  const sign = (value) => (value > 0 ? "+" : "");
  return [
    ...[most, most / 2, 0, -most / 2].flatMap((tick) => [
      line(`grid${tick}`, x - 38, place(tick), x + width + 30, place(tick), { class: tick ? "lab-grid" : "lab-ground" }),
      text(`tick${tick}`, x - (type < 18 ? 36 : 44), place(tick) + 5, sign(tick) + words.number(tick), { size: 15, class: "lab-quiet", "text-anchor": "end" })]),
    ...shown.flatMap((value, i) => {
      const [family, top, off] = value > 0 ? ["lines", value, -7] : ["steps", 0, type + 2];
      return [node("rect", `bar${i}`, { x: at(i) - 20, y: place(top), width: 40, height: Math.abs(place(0) - place(value)), class: `lab-fill lab-strong-fill lab-${family}`, "data-difference": value }),
        write("value", i, place(value) + off, sign(value) + words.fixed(value, 4), { class: `lab-bold lab-halo-text lab-${family}-fill` })];
    }),
    ...(seen + 1 < rounds.length ? [write("next", seen + 1, place(0) - 8, "?", { size: 30 })] : []),
    ...rounds.map(({ tick }, i) => write("name", i, y + height + type + 6, tick, i === selectedIndex ? {} : { class: "lab-quiet" })),
  ];
}

/** The height of the picture of tools on a phone. */
export const heightOfTools = ({ groups }) => groups.reduce((sum, { values }) => sum + TOOL * (1 + values.length), 24);

/** The areas that tools report, on one scale and grouped by cause. */
function toolsPicture({ groups }, { x, y, size, across, isSmall }, words) {
  const [start, from, to, edge] = isSmall ? [0, 186, across - 50, across] : [x - 36, x + 0.52 * across, x + across - 90, x + across - 30];
  const lines = groups.flatMap(({ values, ...group }) => [group, ...values.map((one) => ({ ...group, ...one, name: isSmall ? one.short : one.name }))]);
  const unit = isSmall ? TOOL : size / lines.length, areas = lines.flatMap(({ area }) => area ?? []), least = Math.min(...areas);
  const place = (area) => from + ((area - least) / (Math.max(...areas) - least || 1)) * (to - from), top = isSmall ? 4 : y, foot = top + unit * lines.length;
  return [
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].filter((tick) => tick >= least && tick <= Math.max(...areas)).flatMap((tick) => [
      line(`grid${tick}`, place(tick), top, place(tick), foot, { class: "lab-grid" }),
      text(`tick${tick}`, place(tick), foot + 14, words.number(tick), { size: 15, ...TICK })]),
    ...lines.flatMap(({ name, family, area }, i) => {
      const at = top + unit * (i + 0.5), color = `lab-${family}-fill`;
      if (area === undefined) return [text(`group${i}`, start, at + 8, name, { size: 15, class: `lab-bold ${color}` })];
      return [
        text(`name${i}`, start, at + 5, name, { size: 15 }), line(`rail${i}`, from, at, to, at, { class: "lab-grid" }),
        node("circle", `dot${i}`, { cx: place(area), cy: at, r: 6, class: `lab-dot lab-${family}` }),
        text(`value${i}`, edge, at + 5, words.area(area), { size: 15, class: `lab-bold ${color}`, "text-anchor": "end" }),
      ];
    })];
}

/** The confusion matrix of rows, as large as a square; without counts if they are asked for. */
export function matrixOfRows({ rows, called }, square, words, { isAsked, lit } = {}) {
  const counts = isAsked ? { tp: null, fp: null, fn: null, tn: null } : { tp: 0, fp: 0, fn: 0, tn: 0 };
  if (!isAsked) rows.forEach((_, i) => (counts[cellOf(rows, called, i)] += 1));
  const { x, y, size } = square.isSmall ? { ...square, x: 20, size: 316 } : square;
  const beside = size > 400, left = beside ? 90 : 0; // px for the names of the rows of the matrix
  const cell = { width: (size - left) / 2 - 2, height: Math.min(150, size * 0.3), type: beside ? 20 : 15 };
  return matrixPicture(counts, { x: x + left, y: y + 30, ...cell, mark: beside ? 11 : 6.5, beside,
    lit: rows[lit] && cellOf(rows, called, lit) }, words);
}

/** The cell of the confusion matrix in which a row is. */
export const cellOf = (rows, called, i) => (i < called ? (rows[i].positive ? "tp" : "fp") : rows[i].positive ? "fn" : "tn");

/** Every kind of picture, by the name that Python gives it. */
export const DRAWN = { curve: curvePicture, roc: rocOfLesson, rounded: roundedPicture, average: severalPicture,
  folds: severalPicture, tools: toolsPicture };
