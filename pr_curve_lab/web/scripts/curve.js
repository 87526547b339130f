// Counts rows into operating points and joins the points under every scheme, as pr_metrics does in Python.
//
// A threshold cannot separate tied rows, so they make one point. One object holds the area of a scheme and its curve,
// so that the drawn curve has the printed area. Areas agree with pr_metrics to 1e-12.

/**
 * Counts at each threshold, highest first; the totals include rows without a score.
 * @typedef {{threshold: Float64Array, truePositives: Float64Array, falsePositives: Float64Array,
 *            positives: number, negatives: number}} Points
 * @typedef {{score: number, positive: boolean, weight?: number}} Row
 * @typedef {{scheme: string, recall: ArrayLike<number>, precision: ArrayLike<number>, area: number,
 *            n_extrapolated: number}} Joined
 */

const LEVEL_ROUNDING = 1e-12; // a level of recall that is missed by less counts as reached
const VERTEX_TOLERANCE = 5e-7; // how much the area of the drawn vertices may differ from that of a curve that is not straight

/** Rows sorted by score, which stay sorted while a row is moved. */
export class Ranking {
  /** @param {Row[]} rows */
  constructor(rows) {
    this.score = Float64Array.from(rows, (row) => row.score);
    this.positive = Uint8Array.from(rows, (row) => (row.positive ? 1 : 0));
    this.weight = Float64Array.from(rows, (row) => row.weight ?? 1);
    this.order = Int32Array.from(rows.keys()).sort((a, b) => this.score[b] - this.score[a] || a - b);
  }

  /** Give a row another score. */
  move(row, score) {
    const { order } = this, last = order.length - 1, from = this.placeOf(row, order.length);
    order.copyWithin(from, from + 1);
    this.score[row] = score;
    const to = this.placeOf(row, last);
    order.copyWithin(to + 1, to, last);
    order[to] = row;
  }

  /** The index of a row among the first `size` rows of the order, or where it would be inserted. */
  placeOf(row, size) {
    const { order, score } = this, own = score[row];
    let low = 0, high = size;
    while (low < high) {
      const middle = (low + high) >> 1, other = order[middle];
      if (score[other] > own || (score[other] === own && other < row)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Count the rows at each distinct score; rows with weight 0 are left out.
   * @param {number} [totalPositives] the number of all positives, if some have no score
   * @returns {Points}
   */
  points(totalPositives) {
    const { order, score, positive, weight } = this, size = order.length;
    const threshold = new Float64Array(size), truePositives = new Float64Array(size);
    const falsePositives = new Float64Array(size);
    let count = 0, found = 0, alarms = 0;
    for (let at = 0; at < size; at++) {
      const row = order[at];
      if (weight[row] === 0) continue;
      if (count === 0 || score[row] !== threshold[count - 1]) threshold[count++] = score[row];
      if (positive[row]) found += weight[row];
      else alarms += weight[row];
      truePositives[count - 1] = found;
      falsePositives[count - 1] = alarms;
    }
    const [first, second, third] = [threshold, truePositives, falsePositives].map((one) => one.subarray(0, count));
    const totals = { positives: Math.max(found, totalPositives ?? 0), negatives: alarms };
    return { threshold: first, truePositives: second, falsePositives: third, ...totals };
  }
}

/** @param {Row[]} rows @returns {Points} */
export const pointsOf = (rows, totalPositives) => new Ranking(rows).points(totalPositives);

const ratios = new WeakMap(); // by points, because every scheme uses the same

/** Recall and precision of all points. @param {Points} points */
export function ratiosOf(points) {
  if (!ratios.has(points)) {
    const { truePositives, falsePositives, positives } = points, size = truePositives.length;
    const recall = new Float64Array(size), precision = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      recall[i] = truePositives[i] / positives;
      precision[i] = truePositives[i] / (truePositives[i] + falsePositives[i]);
    }
    ratios.set(points, { recall, precision });
  }
  return ratios.get(points);
}

/** @param {Points} points */
export const prevalenceOf = (points) => points.positives / (points.positives + points.negatives);

/** The index of the point at a threshold, or -1 if no row is called positive. @param {Points} points */
export function thresholdIndex({ threshold }, value) {
  let low = 0, high = threshold.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (threshold[middle] >= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Counts of the confusion matrix at a point; -1 calls nothing positive. @param {Points} points */
export function countsAt(points, index) {
  const tp = index < 0 ? 0 : points.truePositives[index], fp = index < 0 ? 0 : points.falsePositives[index];
  return { tp, fp, fn: points.positives - tp, tn: points.negatives - fp };
}

/** Vertices of the ROC curve from (0, 0), and its area. @param {Points} points */
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

/** A compensated sum (Neumaier), whose rounding error does not grow with the number of terms. */
class Sum {
  constructor() {
    this.value = 0;
    this.lost = 0;
  }

  add(term) {
    const next = this.value + term;
    this.lost += Math.abs(this.value) >= Math.abs(term) ? this.value - next + term : term - next + this.value;
    this.value = next;
  }

  total() {
    return this.value + this.lost;
  }
}

// A scheme turns recall and precision into pieces along recall, each with its height at the start and at the end.

/** Pieces from point to point, the first from recall 0. */
function pieces({ recall }, left, right) {
  const before = new Float64Array(recall.length);
  before.set(recall.subarray(0, -1), 1);
  return { before, after: recall, left, right };
}

/** Pieces with horizontal tops. */
const level = (ratios, height) => pieces(ratios, height, height);

/** Pieces with straight tops. The first starts at the precision `start`, or is horizontal without it. */
const straight = (ratios, start) => pieces(ratios, before(ratios.precision, start), ratios.precision);

/** The precision at the previous point of each point. */
function before(precision, start = precision[0]) {
  const shifted = new Float64Array(precision.length);
  shifted.set(precision.subarray(0, -1), 1);
  shifted[0] = start;
  return shifted;
}

/** The best precision at this point or a later one. */
function bestToCome(precision) {
  const best = precision.slice();
  for (let i = best.length - 2; i >= 0; i--) best[i] = Math.max(best[i], best[i + 1]);
  return best;
}

/** Columns of equal width, one for each level of recall, as high as the best precision that reaches it. */
function columns({ recall, precision }, levels) {
  const best = bestToCome(precision), edge = Float64Array.from({ length: levels + 1 }, (_, i) => i / levels);
  const height = new Float64Array(levels);
  for (let i = 0, at = 0; i < levels; i++) {
    while (at < recall.length && recall[at] < i / (levels - 1) - LEVEL_ROUNDING) at++;
    height[i] = at < recall.length ? best[at] : 0;
  }
  return { before: edge.subarray(0, -1), after: edge.subarray(1), left: height, right: height };
}

const either = (choose) => (ratios) => {
  const last = before(ratios.precision);
  return level(ratios, ratios.precision.map((one, i) => choose(last[i], one)));
};

const JOIN = {
  step: (ratios) => level(ratios, ratios.precision),
  linear: (ratios) => straight(ratios, 1),
  linear_flat: (ratios) => straight(ratios),
  linear_truncated: (ratios) => straight(ratios),
  lower: either(Math.min),
  upper: either(Math.max),
  envelope: (ratios) => level(ratios, bestToCome(ratios.precision)),
  eleven_point: (ratios) => columns(ratios, 11),
  hundred_one_point: (ratios) => columns(ratios, 101),
};

/** Vertices and area of pieces with straight tops; pieces before index `from` have height 0. */
function polyline({ before, after, left, right }, from = 0) {
  const recall = new Float64Array(2 * after.length), precision = new Float64Array(2 * after.length);
  const area = new Sum();
  let count = 0;
  for (let i = 0; i < after.length; i++) {
    const first = i < from ? 0 : left[i], last = i < from ? 0 : right[i];
    if (count === 0 || recall[count - 1] !== before[i] || precision[count - 1] !== first) {
      recall[count] = before[i];
      precision[count++] = first;
    }
    if (recall[count - 1] !== after[i] || precision[count - 1] !== last) {
      recall[count] = after[i];
      precision[count++] = last;
    }
    area.add(((after[i] - before[i]) * (first + last)) / 2);
  }
  return { recall: recall.subarray(0, count), precision: precision.subarray(0, count), area: area.total() };
}

/** The line of counts from the previous point to this one; offset and growth are 0 if no true positive is gained. */
function countLine({ truePositives, falsePositives }, i) {
  const true0 = i ? truePositives[i - 1] : 0, false0 = i ? falsePositives[i - 1] : 0;
  const gained = truePositives[i] - true0, lost = falsePositives[i] - false0, called = true0 + false0;
  const perGain = gained > 0 ? lost / gained : 0, offset = gained > 0 ? false0 - perGain * true0 : 0;
  const growth = offset !== 0 ? Math.log1p((gained + lost) / called) : 0;
  return { true0, false0, gained, lost, called, slope: 1 + perGain, offset, growth };
}

/** Interpolate both counts linearly: precision is x / (slope * x + offset). The area is its integral. */
function continuous(points, { recall, precision }) {
  const lines = Array.from(recall, (_, i) => countLine(points, i)), area = new Sum();
  const roots = lines.map(({ slope, offset, growth }) =>
    Math.cbrt((Math.abs(offset) / slope / slope) * (growth ** 3 / (6 * points.positives))));
  const share = Math.sqrt(roots.reduce((sum, root) => sum + root, 0) / VERTEX_TOLERANCE);
  const x = [0], y = [precision[0]];
  lines.forEach(({ gained, slope, offset, growth, called }, i) => {
    const pieces = Math.max(1, Math.ceil(Math.max(roots[i] * share, growth)));
    for (let k = 1; k < pieces; k++) {
      const then = called * Math.exp((growth * k) / pieces), reached = (then - offset) / slope;
      x.push(reached / points.positives);
      y.push(reached / then);
    }
    x.push(recall[i]);
    y.push(precision[i]);
    if (gained > 0) area.add((gained - (offset / slope) * growth) / slope / points.positives);
  });
  return { recall: x, precision: y, area: area.total() };
}

/** One straight piece for each positive gained along the line of counts; null if the counts are not integers. */
function davisGoadrich(points, { recall, precision }) {
  if (!points.truePositives.every(Number.isInteger)) return null;
  const x = [0, recall[0]], y = [precision[0], precision[0]];
  for (let i = 1; i < recall.length; i++) {
    const { true0, false0, gained, lost } = countLine(points, i);
    for (let k = 1; k < gained; k++) {
      x.push((true0 + k) / points.positives);
      y.push((true0 + k) / (true0 + k + false0 + (lost / gained) * k));
    }
    x.push(recall[i]);
    y.push(precision[i]);
  }
  return polyline({ before: x, after: x.slice(1), left: y, right: y.slice(1) });
}

const OF_COUNTS = { continuous, davis_goadrich: davisGoadrich };
export const SCHEMES = [...Object.keys(JOIN), ...Object.keys(OF_COUNTS)];

/** How many of the first vertices belong to no threshold. */
function extrapolatedOf(scheme, recall) {
  if (scheme === "linear") return 1;
  if (recall[0] === 0 || ["step", "envelope", "eleven_point", "hundred_one_point"].includes(scheme)) return 0;
  return scheme === "linear_truncated" ? 2 : 1;
}

/**
 * Join points under a scheme. Return null if it does not apply to them; the area is NaN if there are no positives.
 * @param {Points} points @param {string} scheme @returns {Joined | null}
 */
export function join(points, scheme) {
  if (!(points.positives > 0) || points.threshold.length === 0) {
    return { scheme, recall: [], precision: [], area: NaN, n_extrapolated: 0 };
  }
  const own = ratiosOf(points), cut = scheme === "linear_truncated" && own.recall[0] > 0 ? 1 : 0;
  const joined = scheme in JOIN ? polyline(JOIN[scheme](own), cut) : OF_COUNTS[scheme](points, own);
  if (joined === null) return null;
  return { scheme, ...joined, area: Math.min(joined.area, 1), n_extrapolated: extrapolatedOf(scheme, own.recall) };
}
