// A score axis to scale: every row at its score, positives above negatives, and the threshold.

import { listenToInput } from "./board.js";
import { join, prevalenceOf } from "./curve.js";
import { node, cross, disc, drawing, line, pill, slider, text } from "./elements.js";
import { distinctNumbers, widthOf } from "./messages.js";
import { balanceLine, curvesOf, freeSpace, placeX, placeY } from "./pictures.js";

/**
 * @typedef {{x0: number, x1: number, positives: number, negatives: number, bottom: number, top: number, radius: number,
 *            names: "beside" | "above", type: number, pill: number[]}} AxisBox where an axis lies, in board pixels
 */
export const BOARD_AXIS = { x0: 84, x1: 560, positives: 98, negatives: 164, bottom: 206, top: 26, radius: 13,
  names: "beside", type: 17, pill: [112, 36, 19] };
export const PHONE_AXIS = { x0: 14, x1: 336, positives: 66, negatives: 112, bottom: 136, top: 18, radius: 10,
  names: "above", type: 15, pill: [96, 30, 16] };

const REACH = 22; // px around a mark in which it can be grabbed
export const MOST_ROWS = 300; // that can be dragged; more are drawn as a histogram
const COLUMNS = 60;
const MARGIN = 0.02; // of the range, beyond its ends
const ROOM_FOR_NAME = 11; // times the font size; with less room the pill would cover the name

/** Where a score lies between the ends of a range: 0 ... 1. */
const share = (score, { low, high }) => (score - low) / (high - low);

/** @param {AxisBox} box */
const placeOf = (score, range, box) => box.x0 + share(score, range) * (box.x1 - box.x0);

/** The score at a position, limited to the range and rounded to its step. */
export function scoreAt(x, range, box) {
  const part = Math.min(1, Math.max(0, (x - box.x0) / (box.x1 - box.x0)));
  return onGrid(range.low + part * (range.high - range.low), range);
}

/** Round a score to the step of the range, without floating-point noise. */
export function onGrid(score, { low, high, step }) {
  const within = Math.min(high, Math.max(low, score)), decimals = Math.min(100, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return Number((Math.round(within / step) * step).toFixed(decimals));
}

/** A range that contains all scores: 0 to 1 if that does, else one with round ends. */
export function rangeOf(scores) {
  const least = scores.reduce((a, b) => Math.min(a, b), Infinity);
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!(least < 0 || most > 1)) return { low: 0, high: 1, step: 0.01 };
  const unit = 10 ** Math.floor(Math.log10(most - least || Math.abs(most) || 1));
  const low = Math.floor(least / unit) * unit, high = Math.max(low + unit, Math.ceil(most / unit) * unit);
  return { low, high, step: 10 ** Math.round(Math.log10((high - low) / 100)) };
}

/** How many tied rows with the same label are below each row, so that they can be stacked. */
function stackHeights(rows) {
  const at = new Map();
  return rows.map(({ score, positive }) => {
    const key = `${positive} ${score}`, above = at.get(key) ?? 0;
    at.set(key, above + 1);
    return above;
  });
}

/**
 * The axis with its rows and the threshold.
 * @param {{rows: import("./curve.js").Row[], threshold: number, range: object, selectedRow?: number, areMany?: boolean}} shown
 * @param {AxisBox} box
 * @param {{format: (key: string, facts?: object) => string, number: (value: number) => string}} words
 */
export function axis({ rows, threshold, range, selectedRow, areMany = rows.length > MOST_ROWS }, box, words) {
  const marks = areMany ? histogramBars(rows, range, box) : rowMarks(rows, range, selectedRow, box, words);
  return [...axisLines(range, threshold, box, words), thresholdMark(threshold, range, box, words), ...marks];
}

/** A histogram of many rows; a row with a `count` stands for several. */
function histogramBars(rows, range, box) {
  const counts = [false, true].map(() => new Float64Array(COLUMNS));
  for (const { score, positive, count = 1 } of rows) {
    counts[Number(positive)][Math.min(COLUMNS - 1, Math.floor(share(score, range) * COLUMNS))] += count;
  }
  const most = Math.max(...counts[0], ...counts[1]), width = (box.x1 - box.x0) / COLUMNS;
  const room = box.negatives - box.positives - 8;
  return [["negatives", counts[0]], ["positives", counts[1]]].flatMap(([lane, heights]) => Array.from(heights, (count, i) =>
    node("rect", `${lane}${i}`, { x: box.x0 + i * width, width: Math.max(1, width - 1), y: box[lane] - (room * count) / most,
      height: (room * count) / most, class: lane === "positives" ? "lab-column" : "lab-column lab-other-column" })));
}

function axisLines(range, threshold, box, words) {
  const { low, high } = range, gap = (high - low) * MARGIN, [left, right] = [low - gap, high + gap];
  const [first, last] = [left, right].map((score) => placeOf(score, range, box));
  const from = Math.min(last, Math.max(first, placeOf(threshold, range, box)));
  const name = (key, y) => box.names === "beside"
    ? text(key, 0, y + 6, words.format(key), { size: 18, class: `lab-name-${key}` })
    : text(key, first + 2, y - 16, words.format(key), { size: 15, class: `lab-name-${key}` });
  return [
    node("rect", "called", { x: from, y: box.top, width: last - from, height: box.bottom - box.top, rx: 3,
      class: "lab-called" }),
    line("positives_lane", first, box.positives, last, box.positives, { class: "lab-lane" }),
    line("negatives_lane", first, box.negatives, last, box.negatives, { class: "lab-lane" }),
    line("ground", first, box.bottom, last, box.bottom, { class: "lab-ground" }),
    ...[low, (low + high) / 2, high].flatMap((score, i) => ticks(score, i, range, box, words)),
    text("score", placeOf(low + (high - low) * 0.75, range, box), box.bottom + 24, words.format("score"),
      { size: box.type + 1, class: "lab-strong", "text-anchor": "middle" }),
    name("positives", box.positives), name("negatives", box.negatives),
    ...(last - from < ROOM_FOR_NAME * box.type ? [] : [text("says_called", last - 8, box.top + box.type + 3,
      words.format("called"), { size: box.type, class: "lab-name-positives", "text-anchor": "end" })]),
  ];
}

function ticks(score, i, range, box, words) {
  const x = placeOf(score, range, box);
  return [line(`tick${i}`, x, box.bottom, x, box.bottom + 6, { class: "lab-ground" }),
    text(`tick_text${i}`, x, box.bottom + 24, words.number(score), { size: Math.max(15, box.type - 1), class: "lab-quiet",
      "text-anchor": "middle" })];
}

function rowMarks(rows, range, selectedRow, box, words) {
  const above = stackHeights(rows), mostOf = (lane) => Math.max(1, ...above.filter((_, i) => rows[i].positive === lane));
  const most = [false, true].map(mostOf), space = box.negatives - box.positives;
  const r = Math.max(3, Math.min(box.radius * Math.sqrt(14 / Math.max(14, rows.length)), Math.max(6, space / Math.max(...most))));
  const apart = most.map((all) => Math.min(1.7 * r, (space - 2.2 * r) / all)); // so that stacks end below the next lane
  return rows.map(({ score, positive }, i) => {
    const x = placeOf(score, range, box), lane = positive ? box.positives : box.negatives, y = lane - above[i] * apart[Number(positive)];
    const name = words.format(positive ? "row_positive" : "row_negative", { number: i + 1 });
    const handle = slider(`row ${i}`, { x, y: lane }, { name, low: range.low, high: range.high, now: score,
      valueText: words.format("spoken_score", { score: words.number(score) }) });
    const data = { "data-lab-row": i, "data-score": score, "data-label": positive ? 1 : 0 };
    return node("g", `row${i}`, { ...handle, ...data, class: `lab-row${i === selectedRow ? " lab-row-selected" : ""}` }, [
      node("circle", "reach", { cx: x, cy: y, r: Math.max(r, Math.min(REACH, 3 * r)), class: "lab-reach" }),
      (positive ? disc : cross)("mark", x, y, r),
    ]);
  });
}

function thresholdMark(threshold, range, box, words) {
  const x = placeOf(threshold, range, box), [width, height, size] = box.pill, y = box.top - 6;
  const number = words.number(threshold);
  const handle = slider("threshold", { x, y }, { name: words.format("threshold"), low: range.low, high: range.high,
    now: threshold, valueText: words.format("spoken_threshold", { threshold: number }) });
  return node("g", "threshold", { ...handle, "data-lab": "threshold", class: "lab-threshold" }, [
    node("rect", "reach", { x: x - REACH / 2, y: box.top, width: REACH, height: box.bottom - box.top, class: "lab-reach" }),
    line("line", x, box.top - 4, x, box.bottom + 4, { class: "lab-cut" }),
    pill("pill", Math.max(width / 2, Math.min(x, box.x1 + 14 - width / 2)), y, width, height, number, size),
  ]);
}

export const SIDES = ["left", "right"]; // of the two schemes that are compared
const FLIPS = 8; // px past the middle between the lanes at which a row changes its label
const NUMBER = 4; // ems: width of an area, with the space before and after the name of its scheme

/**
 * The base class of boards whose rows are dragged along an axis. A subclass has `rows`, their `ranking` and `range`, a
 * `layout`, the `schemes`, and the two selected ones as `left` and `right`.
 */
export class RowBoard {
  /** Listen to pointers, keys, buttons and select boxes in the root, and draw. */
  listen() {
    const { root } = this;
    this.stopInput = listenToInput(root, {
      move: (handle, at, grip) => this.drag(handle, at, grip), step: (handle, by) => this.step(handle, by),
      act: (handle, key) => this.act(handle, key), release: (handle, moved) => this.release(handle, moved),
    });
    this.leaving = new AbortController();
    const options = { signal: this.leaving.signal };
    root.addEventListener("click", ({ target }) => this.click(target.closest("[data-act]")?.dataset.act), options);
    root.addEventListener("change", ({ target }) => this.choose(target.dataset.choice, target.value), options);
    this.stage.fit();
  }

  drag(handle, { x, y }, grip) {
    if (handle === "threshold") this.threshold = scoreAt(x - grip.x, this.range, this.layout.box);
    else this.dragRow(handle, x - grip.x, y - grip.y);
    this.draw();
  }

  step(handle, [across, up]) {
    const by = across || up;
    if (handle === "threshold") this.threshold = this.scoreAfter(this.threshold, by);
    else this.moveTo(this.selectRow(handle), this.scoreAfter(this.rows[this.selectedRow].score, by));
    this.draw();
  }

  /** Change the label of a row with a key. */
  act(handle, key) {
    if (!handle.startsWith("row") || !["Enter", " ", "f"].includes(key)) return false;
    this.flip(this.selectRow(handle));
    this.draw();
    return true;
  }

  /** Select the row of a handle, and return its index. */
  selectRow(handle) {
    return (this.selectedRow = Number(handle.split(" ")[1]));
  }

  /** Drag a row to a position. Past the middle between the lanes it gets the other label. */
  dragRow(handle, x, y) {
    const row = this.selectRow(handle), { positives, negatives } = this.layout.box, past = y - (positives + negatives) / 2;
    if (this.rows[row].positive ? past > FLIPS : past < -FLIPS) this.flip(row);
    this.moveTo(row, scoreAt(x, this.range, this.layout.box));
  }

  /** The score after `by` keyboard steps; infinitely many steps lead to an end of the range. */
  scoreAfter(score, by) {
    const { low, high, step } = this.range;
    return { [-Infinity]: low, [Infinity]: high }[by] ?? onGrid(score + by * step, this.range);
  }

  middle() {
    return onGrid((this.range.low + this.range.high) / 2, this.range);
  }

  recount() {
    this.points = this.ranking.points();
    this.joined = SIDES.map((side) => join(this.points, this[side]));
  }

  moveTo(row, score) {
    this.rows[row].score = score;
    this.ranking.move(row, score);
    this.recount();
  }

  flip(row) {
    this.rows[row].positive = !this.rows[row].positive;
    this.ranking.positive[row] = this.rows[row].positive ? 1 : 0;
    this.recount();
  }

  drawing(key, nodes, label = key, className = null) {
    return drawing(key, this.layout.places[key], nodes, { class: className, "aria-label": this.words.format(`label_${label}`) });
  }

  select(key, choice, value, label, options, more) {
    return node("select", key, { "data-choice": choice, value, "aria-label": label, ...more },
      options.map(({ key, title, name }) => node("option", key, { value: key }, title ?? name)));
  }

  /** The CSS classes of both schemes, which differ even if the schemes are of the same family. */
  classNames() {
    const [first, second] = SIDES.map((side) => `lab-${this.scheme(this[side]).family}`);
    return [first, first === second ? "lab-other" : second];
  }

  scheme(key) {
    return this.schemes.find((one) => one.key === key);
  }

  /** An area with a select box for its scheme, in the given font sizes. */
  area(side, area, className, [large, small], style) {
    return node("div", `area_${side}`, { class: `lab-area ${className}-text`, style }, [
      node("b", "number", { style: `font-size:${large}px`, "data-lab-printed": this[side] }, area),
      this.select("scheme", side, this[side], this.words.format("scheme_label"), this.schemes, { style: `font-size:${small}px` }),
    ]);
  }

  /** Both areas, each with a select box for its scheme, and their gap. */
  areas({ places: { pr: [x, y] }, pr, numbers: { ups, types: [large, small] } }) {
    const curves = curvesOf(this.joined.filter((one) => one?.recall.length));
    const { taken } = balanceLine(pr, prevalenceOf(this.points), curves, this.words);
    const widest = Math.max(...SIDES.map((side) => widthOf(this.scheme(this[side]).name))), across = NUMBER * large + widest * small;
    this.place = freeSpace([Math.min(across / pr.size, 0.9), (ups[0] + large + small / 2) / pr.size], taken, this.place ? [this.place] : []);
    const left = x + placeX(pr, this.place[0]), bottom = y + placeY(pr, this.place[1]) - small / 2;
    const [a, b] = this.joined.map((one) => one?.area ?? NaN), printed = distinctNumbers(a, b, this.words), classNames = this.classNames();
    const row = (side, i, area) => this.area(side, area, classNames[i], [large, small], `left:${left}px;top:${bottom - ups[i] - large}px`);
    const known = Number.isFinite(a + b);
    const key = known ? (printed.isNone ? "no_gap" : "gap") : this.points.positives > 0 ? "no_scheme" : "no_area";
    return [row("left", 0, known ? printed.first : this.words.area(a)),
      row("right", 1, known ? printed.second : this.words.area(b)),
      node("div", "gap", { class: "lab-area", style: `left:${left}px;top:${bottom - ups[2]}px;font-size:${small - 1}px` },
        this.words.format(key, printed))];
  }

  close() {
    this.stopInput();
    this.leaving.abort();
    this.stage.close();
    this.root.labPart = null;
  }
}
