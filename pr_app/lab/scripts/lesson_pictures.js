// The pictures of a lesson's step, drawn from the numbers that Python sent: rows, curves, and what is read off them.

import { node } from "./elements.js";
import { line, ring, rowMark, text } from "./marks.js";
import { areaUnder, balanceLine, frame, inUnits, matrixPicture, pathOf, placeX, placeY, rings } from "./pictures.js";

const LATER = 0.32; // opacity of rows that are not called yet
const STRIP = 11; // px, the most for a row on a phone
const MOST_OF_FRACTION = 7; // characters
export const TOOL = 34; // px of a tool on a phone
const SMALL = 200; // px of a square that has no room for words
const DASHES = ["lab-lines", "lab-counts", "lab-best"];

/** Rows from the highest score down, those called shaded; `next` ones come in a dashed frame. */
export function rankedRows({ rows, called }, { next = 0, hand, isNew }, { x, y, height, isStrip }, words) {
  const most = Math.max(rows.length, isStrip ? 8 : 10), unit = Math.min(height / most, 52), end = unit * called;
  const r = Math.min(isStrip ? STRIP : 14, unit * 0.4), across = isStrip ? 44 : 150;
  const box = (from, to, more) => node("rect", more.key, isStrip
    ? { x: x + from, y, width: to - from, height: across, rx: 4, ...more }
    : { x, y: y + from, width: across, height: to - from, rx: 4, ...more });
  const isCut = called > 0 || next > 0 || hand !== undefined;
  const at = (i) => (isStrip ? [x + unit * (i + 0.5), y + across / 2] : [x + 40, y + unit * (i + 0.5)]);
  return [
    box(0, end, { key: "called", class: "lab-called" }),
    ...rows.map((row, i) => {
      const [cx, cy] = at(i), faded = i < called + next || !isCut ? 1 : LATER;
      const said = isStrip ? [cx, y + across + 18, "middle"] : [x - 10, cy + 6, "end"];
      return node("g", `row${i}`, { opacity: faded, "data-lab-row": i, "data-score": row.value,
        "data-label": row.positive ? 1 : 0 }, [
        rowMark("mark", row.positive, cx, cy, r),
        ...(unit >= 15 ? [text("score", said[0], said[1], row.score, { size: Math.min(20, isStrip ? 15 : unit * 0.8),
          class: "lab-quiet", "text-anchor": said[2] })] : []),
      ]);
    }),
    ...(next ? [box(end + 3, end + unit * next - 3, { key: "next", class: "lab-next" })] : []),
    ...(!isCut ? [] : [isStrip ? line("cut", x + end, y - 4, x + end, y + across + 4, { class: "lab-cut" })
      : line("cut", x, y + end, x + across, y + end, { class: "lab-cut" })]),
    ...(hand ? [node("g", "hand", { ...hand, transform: isStrip ? `translate(${x + end} ${y + across / 2})`
      : `translate(${x + across} ${y + end})` }, [
      node("circle", "reach", { r: 22, class: "lab-reach lab-halo" }),
      node("circle", "disc", { r: 14, class: "lab-hand" }),
      node("path", "chevrons", { class: "lab-chevrons", d: isStrip ? "M-4 -4l-4 4l4 4M4 -4l4 4l-4 4"
        : "M-4 -3l4 -4l4 4M-4 3l4 4l4 -4" }),
    ])] : []),
    ...(hand && isNew && !isStrip ? [text("drag", x + across + 26, y + end + 7, words.say("drag"), { size: 19,
      class: "lab-strong" })] : []),
    ...(called && !isStrip ? [text("says_called", x + across - 10, y + unit * Math.min(called / 2, 1.5) + 6, words.say("called"),
      { size: 17, "text-anchor": "end", class: "lab-name-positives" })] : []),
  ];
}

/** The curve of a step: what joins the points, those measured, and the one in force with its fractions. */
export function curvePicture(picture, square, words, { bold } = {}) {
  const { joined, rings: [x, y], at, balance, balance_text: said } = picture, own = { ...square, top: picture.top };
  const values = bold ?? (at && square.size >= SMALL ? {
    x: [{ at: at[0], said: short(words.fraction(at[2], picture.positives), at[0], words) }],
    y: [{ at: at[1], said: short(words.fraction(at[2], at[2] + at[3]), at[1], words) }],
  } : undefined);
  const look = joined ? `lab-${joined.family}` : "lab-steps";
  return [
    ...frame(own, { names: { x: words.say("recall"), y: words.say("precision") }, bold: values, words }),
    inUnits("areas", own, joined ? areaUnder("first", joined, look) : []),
    ...balanceLine(own, balance, words, said),
    ...(at ? [node("path", "to_axes", { class: "lab-dots",
      d: `M${own.x} ${placeY(own, at[1])}H${placeX(own, at[0])}V${placeY(own, 0)}` })] : []),
    ...rings(own, x, y, -1, look),
    ...(at ? [ring("in_force", placeX(own, at[0]), placeY(own, at[1]), 11, { class: "lab-in-force" })] : []),
    ...(joined ? areaNumber(joined, own, words) : []),
  ];
}

/** A fraction, or where it has no room its value. */
const short = (fraction, value, words) => (fraction.length <= MOST_OF_FRACTION ? fraction : words.ratio(value));

/** The printed area, where the curve leaves most room. */
function areaNumber({ area, name, family, scheme }, { x, y, size }, words) {
  const up = y + size * 0.86, isSmall = size < SMALL;
  return [
    text("area", x + size * 0.06, up, words.area(area), { size: isSmall ? 20 : 34, class: `lab-bold lab-${family}-fill lab-halo-text`,
      "data-lab-printed": scheme }),
    ...(isSmall ? [] : [text("area_name", x + size * 0.06, up + 26, name, { size: 18,
      class: `lab-strong lab-${family}-fill lab-halo-text` })]),
  ];
}

export function rocOfLesson({ recall, precision, area, at }, square, words) {
  return [
    ...frame(square, { names: { x: words.say("false_alarm_rate"), y: words.say("recall") }, words }),
    inUnits("curves", square, [node("path", "chance", { d: "M0 0L1 1", class: "lab-balance" }),
      node("path", "roc", { d: pathOf(recall, precision), class: "lab-curve lab-ink", "data-lab-area": "roc",
        "data-value": area })]),
    ...(at ? [ring("in_force", placeX(square, at[0]), placeY(square, at[1]), 10, { class: "lab-in-force" })] : []),
    text("roc_area", square.x + square.size * 0.96, square.y + square.size * 0.86, words.say("roc", { area: words.area(area) }),
      { size: square.size < SMALL ? 15 : 24, "text-anchor": "end", class: "lab-bold lab-halo-text" }),
  ];
}

/** Several curves with their names, and their average among them. */
export function severalPicture({ curves, average }, square, words) {
  const named = curves.length <= 3;
  const path = (key, { recall, precision }, look) =>
    node("path", key, { d: pathOf(recall, precision), class: `lab-curve ${look}` });
  const end = ({ recall, precision }) => precision[Math.floor(recall.length / 2)] ?? 0;
  return [
    ...frame(square, { names: { x: words.say("recall"), y: words.say("precision") }, words }),
    inUnits("areas", square, [
      ...curves.map((curve, i) => path(`part${i}`, curve, named ? `lab-thin ${DASHES[i]}` : "lab-thin lab-pale")),
      ...(average.recall.length ? areaUnder("average", { ...average, invented: 0, scheme: "average" }, "lab-steps") : []),
    ]),
    ...(named ? curves.map((curve, i) => text(`name${i}`, square.x + square.size * 0.5, placeY(square, end(curve)) - 8,
      `${curve.name} ${words.area(curve.area)}`, { size: 17, class: `lab-strong lab-halo-text ${DASHES[i]}-fill` })) : []),
    ...areaNumber({ area: average.area, name: average.name, family: "steps", scheme: "average" }, square, words),
  ];
}

/** Both areas by how many decimals the scores keep: two lines that may cross. */
export function decimalsPicture({ ticks, names, areas }, square, words, { chosen } = {}) {
  const all = areas.flat(), most = Math.max(...all) * 1.1, own = { ...square, top: most };
  const x = (i) => (ticks.length > 1 ? i / (ticks.length - 1) : 0.5), looks = ["steps", "lines"];
  return [
    ...frame(own, { names: { y: words.say("area") }, ticks: [], words }),
    line("ground", own.x, placeY(own, 0), own.x + own.size, placeY(own, 0), { class: "lab-ground" }),
    ...ticks.map((tick, i) => text(`tick${i}`, placeX(own, x(i)), placeY(own, 0) + 26, tick, { size: 16,
      "text-anchor": "middle", class: "lab-quiet" })),
    text("name", own.x + own.size / 2, placeY(own, 0) + 52, words.say("decimals"), { size: 18, class: "lab-strong",
      "text-anchor": "middle" }),
    inUnits("lines", own, areas.map((values, i) => node("path", `line${i}`, { d: pathOf(values.map((_, k) => x(k)), values),
      class: `lab-curve lab-${looks[i]}` }))),
    ...areas.flatMap((values, i) => values.map((value, k) => ring(`at${i}_${k}`, placeX(own, x(k)), placeY(own, value),
      k === chosen ? 10 : 6, { class: `lab-measured lab-${looks[i]}` }))),
    ...areas.map((values, i) => text(`line_name${i}`, own.x + 8, placeY(own, values[0]) + (i ? 30 : -16),
      `${names[i]} ${words.area(values[chosen ?? 0])}`, { size: 18, class: `lab-strong lab-${looks[i]}-fill lab-halo-text` })),
  ];
}

/** What each tool reports, on one scale from 0 to 1; on a phone the scale stands under the name. */
export function toolsPicture({ values }, { x, y, size, across, isSmall }, words) {
  const unit = isSmall ? TOOL : size / values.length, left = isSmall ? 4 : x + across * 0.52;
  const width = isSmall ? across - 8 : across * 0.48 - 50, right = isSmall ? across : left + width + 50;
  return values.flatMap(({ name, area }, i) => {
    const at = (isSmall ? 8 : y) + unit * (i + 0.5), rail = isSmall ? at + 9 : at;
    return [
      text(`name${i}`, isSmall ? 0 : left - 16, isSmall ? at : at + 5, name, { size: 15, "text-anchor": isSmall ? "start" : "end" }),
      line(`rail${i}`, left, rail, left + width, rail, { class: "lab-grid" }),
      node("circle", `dot${i}`, { cx: left + area * width, cy: rail, r: 5, class: "lab-dot" }),
      text(`value${i}`, right, isSmall ? at : at + 5, words.area(area), { size: 15, class: "lab-bold", "text-anchor": "end" }),
    ];
  });
}

/** The confusion matrix of ranked rows, as large as a square. */
export function matrixOfRows({ rows, called }, square, words) {
  const counts = { tp: 0, fp: 0, fn: 0, tn: 0 };
  rows.forEach(({ positive }, i) => (counts[i < called ? (positive ? "tp" : "fp") : positive ? "fn" : "tn"] += 1));
  const { x, y, size } = square, cell = { width: size / 2 - 2, height: Math.min(150, size * 0.3), type: size > 400 ? 20 : 15 };
  return matrixPicture(counts, { x, y: y + 30, ...cell, mark: size > 400 ? 11 : 6.5, beside: false }, words);
}
