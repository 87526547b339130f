// Play: rows that can be dragged along a score axis. The precision-recall curve, the ROC curve, both areas and the
// confusion matrix follow at once; the host gets the state only after the pointer is released.

import { axis, BOARD_AXIS, MOST_ROWS, onGrid, PHONE_AXIS, rangeOf, RowBoard } from "./axis.js";
import { countsAt, join, Ranking, Sum, thresholdIndex } from "./curve.js";
import { node, patch, line, ring, text } from "./elements.js";
import { fitLayout, mount } from "./board.js";
import { messagesOf } from "./messages.js";
import { frame, inUnits, matrixPicture, pathOf, placeX, placeY, prPicture } from "./pictures.js";

/** Layouts in board pixels: the boxes of the drawings (x, y, width, height), and the positions in each drawing. */
const WIDE = { size: [1184, 664], box: BOARD_AXIS, buttons: 612, numbers: { ups: [86, 48, 36], types: [32, 19] },
  places: { axis: [0, 84, 572, 240], pr: [612, 84, 572, 556], matrix: [0, 352, 340, 216], roc: [362, 352, 224, 252] },
  pr: { x: 66, y: 20, size: 474, type: 17, mark: 6 }, roc: { x: 34, y: 30, size: 180, type: 16, mark: 5.5 },
  matrix: { x: 84, y: 30, width: 124, height: 88, type: 17, mark: 8, beside: true } };
const PHONE = { size: [350, 746], box: PHONE_AXIS, buttons: 702, numbers: { ups: [56, 30, 26], types: [24, 16] },
  places: { axis: [0, 76, 350, 166], pr: [0, 242, 350, 310], matrix: [0, 562, 224, 134], roc: [226, 562, 124, 134] },
  pr: { x: 46, y: 26, size: 260, type: 15, mark: 4.5, isSmall: true }, roc: { x: 26, y: 24, size: 85, type: 15, mark: 4 },
  matrix: { x: 0, y: 22, width: 108, height: 54, type: 15, mark: 6.5, beside: false } };
const GAUGE = 200; // px, from area 0 to 1

let roots = 0;

const copiesOf = (rows) => rows.map((row) => ({ ...row }));

/** The board of Play. */
class Play extends RowBoard {
  constructor(root, bundle, host) {
    super();
    Object.assign(this, { root, host, id: `lab${roots++}`, sent: bundle.now.received });
    root.classList.add("lab");
    root.dataset.lab = "play";
    this.take(bundle);
    const rest = () => root.getBoundingClientRect().top + scrollY + 8;
    this.stage = fitLayout(root, { wide: WIDE.size, phone: PHONE.size, rest }, () => this.draw());
    this.listen();
  }

  /** Apply the data from Python, but keep a newer state of the board. */
  take(bundle) {
    this.words = messagesOf(bundle);
    const riddle = this.starts?.find(({ key }) => key === "riddle"); // Python knows only its moved rows
    this.starts = riddle ? [{ ...riddle, title: this.words.format("title_riddle") },
      ...bundle.starts.filter(({ key }) => key !== "riddle")] : bundle.starts;
    this.schemes = bundle.schemes;
    const { now } = bundle, start = this.startOf(now.start) ?? this.starts[0];
    this.start = this.startOf(this.start?.key) ?? start;
    if (now.received < this.sent) return; // a newer state is on its way to Python
    const { left, right } = now, rows = now.rows ? rowsOfText(now.rows) : copiesOf(start.rows);
    const state = { start: start.key, rows: textOfRows(rows), threshold: now.threshold, left, right };
    if (JSON.stringify(state) === JSON.stringify(this.last)) return; // the rows may have been moved since
    const { message } = this;
    Object.assign(this, { start, left, right, selectedRow: undefined });
    this.set(rows, now.threshold);
    this.message = message;
    this.last = state;
  }

  startOf(wanted) {
    return this.starts.find(({ key }) => key === wanted);
  }

  now() {
    const { left, right, threshold, start, rows } = this;
    return { start: start.key, rows: this.areMany ? "" : textOfRows(rows), threshold, left, right };
  }

  set(rows, threshold) {
    Object.assign(this, { rows, place: undefined });
    this.range = rangeOf([...rows, ...this.start.rows].map(({ score }) => score));
    const { low, high } = this.range, isSeen = (one) => one >= low && one <= high;
    this.threshold = [threshold, this.start.threshold].find((one) => typeof one === "number" && isSeen(one)) ??
      this.middle();
    this.count();
  }

  /** Sort and count all rows again, after a change other than a move. */
  count() {
    this.ranking = new Ranking(this.rows);
    this.recount();
  }

  recount() {
    super.recount();
    this.standing = standing(this.start.conditions, this.points);
    this.message = undefined;
  }

  // Input

  get layout() {
    return this.stage.isPhone ? PHONE : WIDE;
  }

  /** Whether there are too many rows to drag them or to write them into an address. */
  get areMany() {
    return this.rows.length > MOST_ROWS;
  }

  act(handle, key) {
    if (!handle.startsWith("row")) return false;
    const row = this.selectRow(handle);
    if (["Enter", " ", "f"].includes(key)) this.flip(row);
    else if (["Delete", "Backspace"].includes(key)) this.remove(row);
    else return false;
    this.draw();
    const left = Math.min(row, this.rows.length - 1);
    this.root.querySelector(`[data-handle="row ${left}"]`).focus({ preventScroll: true });
    this.send();
    return true;
  }

  release(handle, moved) {
    if (!moved && handle.startsWith("row")) this.selectRow(handle);
    this.draw();
    if (moved) this.send();
  }

  remove(row) {
    if (this.rows.length < 2) return;
    this.rows.splice(row, 1);
    this.selectedRow = undefined;
    this.count();
  }

  add() {
    if (this.rows.length >= MOST_ROWS) return;
    const { positives, negatives } = this.points, taken = new Set(this.rows.map(({ score }) => score));
    let score = this.middle();
    for (let k = 1; taken.has(score) && k < 100; k++) {
      score = onGrid(score + (k % 2 ? k : -k) * this.range.step, this.range);
    }
    this.rows.push({ score, positive: positives <= negatives });
    this.selectedRow = this.rows.length - 1;
    this.count();
  }

  // Buttons and choices

  click(act) {
    const acts = {
      add: () => this.add(),
      remove: () => this.selectedRow !== undefined && this.remove(this.selectedRow),
      again: () => this.begin(this.start),
      next: () => this.begin(this.starts[(this.starts.indexOf(this.start) + 1) % this.starts.length]),
    };
    if (act === "use") {
      this.host.send("use", textOfRows(this.rows));
      this.setStatus("used");
    } else if (act === "riddle") this.host.copy(this.riddle()).then((isCopied) => this.setStatus(isCopied ? "copied" : "not_copied"));
    else if (act in acts) {
      acts[act]();
      this.draw(250);
      this.send();
    }
  }

  choose(name, value) {
    if (name === "start") this.begin(this.startOf(value));
    else {
      this[name] = value;
      this.recount();
    }
    this.draw(250);
    this.send();
  }

  begin(start) {
    Object.assign(this, { start, selectedRow: undefined });
    this.set(copiesOf(start.rows));
  }

  /**
   * The parameters of an address to share: a target with the rows if they were moved; or without a target a riddle,
   * whose target is the area of these rows and which starts with their scores mirrored.
   */
  riddle() {
    const { key, target, conditions, rows } = this.start, played = textOfRows(this.rows);
    if (key === "riddle") return { start: key, goal: target, played };
    if (conditions.length) return { start: key, ...(played === textOfRows(rows) ? {} : { played }) };
    const { low, high } = this.range, mirrored = this.rows.map((row) => ({ ...row, score: onGrid(low + high - row.score,
      this.range) }));
    return { start: "riddle", goal: join(this.points, "step").area.toFixed(3), played: textOfRows(mirrored) };
  }

  /** Send the state to the host, unless it has it already. */
  send() {
    const now = this.now();
    if (JSON.stringify(now) === JSON.stringify(this.last)) return;
    this.last = now;
    this.host.send("now", { ...now, sent: ++this.sent });
  }

  setStatus(key) {
    this.message = key;
    this.draw();
  }

  // Drawing

  draw(ms = 0) {
    if (!this.stage) return;
    const { words, layout, id, points, joined } = this, selectedIndex = thresholdIndex(points, this.threshold);
    const view = { id, points, joined, classNames: this.classNames(), selectedIndex };
    patch(this.stage.board, [
      node("div", "head", { class: "lab-head" }, [this.headline(), ...this.gauge(), this.status(), this.choice(),
        ...(this.start.conditions.length ? [node("p", "hint", { class: "lab-hint" }, words.format("free_status"))] : [])]),
      this.drawing("axis", axis(this, layout.box, words)), this.drawing("pr", prPicture(view, layout.pr, words)), ...this.areas(layout),
      this.drawing("matrix", matrixPicture(countsAt(points, selectedIndex), layout.matrix, words)),
      this.drawing("roc", rocPicture(view, layout.roc, words, { named: layout === WIDE })),
      this.buttons(),
    ], ms);
  }

  headline() {
    const { key } = this.start;
    return node("h1", "headline", {}, this.words.format(`start_${key}`, { area: this.start.target === null ? "" : this.words.target(this.start.target) }));
  }

  /** A picture of how far the first condition is from its target, if it is to come near to one. */
  gauge() {
    const [first] = this.standing.each;
    if (first?.relation !== "near") return [];
    const now = (first.now || 0) * GAUGE, target = first.target * GAUGE;
    return [node("svg", "gauge", { width: GAUGE, height: 26, class: "lab-gauge", "aria-hidden": "true" }, [
      line("rail", 0, 13, GAUGE, 13, { class: "lab-rail" }),
      line("off", now, 13, target, 13, { class: "lab-off" }),
      line("target", target, 2, target, 24, { class: "lab-cut" }),
      ring("now", now, 13, 8, { class: "lab-measured lab-steps" }),
    ])];
  }

  /** One sentence: the target is reached, or what is still missing. */
  status() {
    const { words, start, message } = this, { each, reached } = this.standing;
    const state = reached ? { class: "lab-reached", "data-lab-reached": start.key } : {};
    const unmet = each.find(({ met }) => !met), free = start.note ?? words.format(this.areMany ? "many_status" : "free_status");
    return node("p", "status", { role: "status", ...state }, message ? words.format(message)
      : reached ? words.format(`reached_${start.key}`) : unmet ? this.distance(unmet) : free);
  }

  distance({ measure, relation, target, now }) {
    const { words } = this, write = relation === "is" ? words.count : words.area, measured = words.format(`measure_${measure}`);
    const key = relation === "near" ? (now > target ? "too_large" : "too_small") : `wants_${relation}`;
    return words.format(key, { measure: measured, goal: write(target), now: write(now), off: write(Math.abs(now - target)) });
  }

  choice() {
    return this.select("starts", "start", this.start.key, this.words.format("start_label"), this.starts, { class: "lab-starts" });
  }

  buttons() {
    const { isPhone } = this.stage, { length } = this.rows;
    const button = (act, isOff, key = act) => node("button", act, { type: "button", "data-act": act, class: "lab-button",
      disabled: isOff ? "" : null }, this.words.format(key));
    return node("div", "buttons", { class: "lab-buttons", style: `left:0;top:${this.layout.buttons}px` }, [
      button("add", length >= MOST_ROWS), button("remove", this.selectedRow === undefined || length < 2),
      button(this.standing.reached ? "next" : "again"), ...(this.host.canUse && !isPhone ? [button("use")] : []),
      button("riddle", this.areMany || !this.points.positives, isPhone ? "riddle_short" : "riddle"),
    ]);
  }
}

/** Show Play in a root. */
export const play = (root, bundle, host) => mount(Play, root, bundle, host);

// The ROC curve of the rows.

/** Vertices of the ROC curve from (0, 0), and its area. @param {import("./curve.js").Points} points */
export function rocOf(points) {
  const x = rates(points.falsePositives, points.negatives), y = rates(points.truePositives, points.positives);
  return { x, y, area: polygonArea(x, y) };
}

/** Counts divided by their total, with a 0 before the first. */
function rates(counts, all) {
  const shares = new Float64Array(counts.length + 1);
  for (let i = 0; i <= counts.length; i++) shares[i] = (i ? counts[i - 1] : 0) / all;
  return shares;
}

/** The area between the line through vertices and the x axis. */
function polygonArea(x, y) {
  const area = new Sum();
  for (let i = 1; i < x.length; i++) area.add(((x[i] - x[i - 1]) * (y[i] + y[i - 1])) / 2);
  return area.total();
}

/** The ROC curve with its area, and the selected point. */
function rocPicture({ points, selectedIndex }, square, words, { named = true } = {}) {
  const { x, y, area } = rocOf(points), at = selectedIndex + 1, isThere = Number.isFinite(area);
  return [
    ...frame(square, { names: { x: named ? words.format("false_alarm_rate") : "", at: 0.5 }, ticks: [0, 1], words }),
    text("roc_area", square.x - 2, square.y - 10, words.format("roc", { area: words.area(area) }),
      { size: square.type + 1, class: "lab-strong", "data-lab-area": "roc", "data-value": area }),
    inUnits("curves", square, [
      node("path", "chance", { d: "M0 0L1 1", class: "lab-balance" }),
      ...(isThere ? [node("path", "roc", { d: pathOf(x, y), class: "lab-curve lab-ink" })] : []),
    ]),
    ...(isThere ? [ring("selected", placeX(square, x[at]), placeY(square, y[at]), square.mark * 1.4,
      { class: "lab-selected" })] : []),
  ];
}

// Targets to reach by moving rows. Each is a list of conditions on measures of the rows.
/**
 * @typedef {{measure: string, relation: "near" | "above" | "below" | "is" | "differs", target: number,
 *            tolerance?: number}} Condition
 */

const areaOf = (points, scheme) => join(points, scheme).area;

const MEASURES = {
  step: (points) => areaOf(points, "step"),
  linear: (points) => areaOf(points, "linear"),
  difference: (points) => areaOf(points, "linear") - areaOf(points, "step"),
  roc: (points) => rocOf(points).area,
  positives: ({ positives }) => positives,
  negatives: ({ negatives }) => negatives,
  // The counts at each threshold as text: rankings with equal counts have the same curve.
  order: ({ truePositives: found, falsePositives: alarms }) => Array.from(found, (one, i) => `${one}/${alarms[i]}`).join(" "),
};

/** Whether a value meets a condition. @param {Condition} condition */
export function meets({ relation, target, tolerance = 0 }, value) {
  if (relation === "near") return Math.abs(value - target) <= tolerance;
  if (relation === "above") return value > target + tolerance;
  if (relation === "below") return value < target - tolerance;
  return relation === "is" ? value === target : value !== target;
}

/** Each condition with its current value and whether it is met, and whether all are met. */
export function standing(conditions, points) {
  const each = conditions.map((one) => {
    const now = MEASURES[one.measure](points);
    return { ...one, now, met: meets(one, now) };
  });
  return { each, reached: each.length > 0 && each.every((one) => one.met) };
}

// Rows as a text, so that an address can hold them: 0.94p_0.84n_0.5px2 is a positive, a negative and one of weight 2.
/** @param {import("./curve.js").Row[]} rows */
export const textOfRows = (rows) =>
  rows.map(({ score, positive, weight = 1 }) => `${score}${positive ? "p" : "n"}${weight === 1 ? "" : `x${weight}`}`)
    .join("_");

/** @returns {import("./curve.js").Row[]} */
export const rowsOfText = (text) =>
  text.split("_").filter(Boolean).map((one) => {
    const [, score, kind, weight] = one.match(/^(.+)([pn])(?:x(.+))?$/);
    return { score: Number(score), positive: kind === "p", ...(weight ? { weight: Number(weight) } : {}) };
  });
