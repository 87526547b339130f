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
    let count = 0, tp = 0, fp = 0;
    for (let at = 0; at < size; at++) {
      const row = order[at];
      if (weight[row] === 0) continue;
      if (count === 0 || score[row] !== threshold[count - 1]) threshold[count++] = score[row];
      if (positive[row]) tp += weight[row];
      else fp += weight[row];
      truePositives[count - 1] = tp;
      falsePositives[count - 1] = fp;
    }
    const [first, second, third] = [threshold, truePositives, falsePositives].map((array) => array.subarray(0, count));
    const totals = { positives: Math.max(tp, totalPositives ?? 0), negatives: fp };
    return { threshold: first, truePositives: second, falsePositives: third, ...totals };
  }
}

/** @param {Row[]} rows @returns {Points} */
export const pointsOf = (rows, totalPositives) => new Ranking(rows).points(totalPositives);

const ratiosByPoints = new WeakMap(); // by points, because every scheme uses the same

/** Recall and precision of all points. @param {Points} points */
export function ratiosOf(points) {
  if (!ratiosByPoints.has(points)) {
    const { truePositives, falsePositives, positives } = points, size = truePositives.length;
    const recall = new Float64Array(size), precision = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      recall[i] = truePositives[i] / positives;
      precision[i] = truePositives[i] / (truePositives[i] + falsePositives[i]);
    }
    ratiosByPoints.set(points, { recall, precision });
  }
  return ratiosByPoints.get(points);
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

/** A compensated sum (Neumaier), whose rounding error does not grow with the number of terms. */
export class Sum {
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

// A scheme turns recall and precision into segments of recall, each with its height at the start and at the end.

/** Segments from point to point, the first from recall 0. */
function segments({ recall }, heightBefore, heightAfter) {
  return { recallBefore: shift(recall, 0), recallAfter: recall, heightBefore, heightAfter };
}

/** Segments with horizontal tops. */
const stepSegments = (ratios, height) => segments(ratios, height, height);

/** Segments with straight tops. The first starts at the precision `start`, or is horizontal without it. */
const linearSegments = (ratios, start) => segments(ratios, shift(ratios.precision, start), ratios.precision);

/** The value at the point before each point; before the first point it is `first`. */
function shift(values, first = values[0]) {
  const shifted = new Float64Array(values.length);
  shifted.set(values.subarray(0, -1), 1);
  shifted[0] = first;
  return shifted;
}

/** The best precision at this point or a later one. */
function interpolatedPrecision(precision) {
  const best = precision.slice();
  for (let i = best.length - 2; i >= 0; i--) best[i] = Math.max(best[i], best[i + 1]);
  return best;
}

/** Segments of equal width, one for each level of recall, as high as the best precision that reaches it. */
function levelSegments({ recall, precision }, levels) {
  const best = interpolatedPrecision(precision), edge = Float64Array.from({ length: levels + 1 }, (_, i) => i / levels);
  const height = new Float64Array(levels);
  for (let i = 0, at = 0; i < levels; i++) {
    while (at < recall.length && recall[at] < i / (levels - 1) - LEVEL_ROUNDING) at++;
    height[i] = at < recall.length ? best[at] : 0;
  }
  return { recallBefore: edge.subarray(0, -1), recallAfter: edge.subarray(1), heightBefore: height, heightAfter: height };
}

/** Join by steps whose height is chosen from the precision at both ends. */
const stepsBetween = (choose) => (ratios) => {
  const precisionBefore = shift(ratios.precision);
  return stepSegments(ratios, ratios.precision.map((precision, i) => choose(precisionBefore[i], precision)));
};

const JOIN = {
  step: (ratios) => stepSegments(ratios, ratios.precision),
  linear: (ratios) => linearSegments(ratios, 1),
  linear_flat: (ratios) => linearSegments(ratios),
  linear_truncated: (ratios) => linearSegments(ratios),
  lower: stepsBetween(Math.min),
  upper: stepsBetween(Math.max),
  envelope: (ratios) => stepSegments(ratios, interpolatedPrecision(ratios.precision)),
  eleven_point: (ratios) => levelSegments(ratios, 11),
  hundred_one_point: (ratios) => levelSegments(ratios, 101),
};

/** Vertices and area of segments with straight tops; the first `dropped` segments have height 0. */
function polyline({ recallBefore, recallAfter, heightBefore, heightAfter }, dropped = 0) {
  const size = 2 * recallAfter.length, recall = new Float64Array(size), precision = new Float64Array(size);
  const area = new Sum();
  let count = 0;
  for (let i = 0; i < recallAfter.length; i++) {
    const first = i < dropped ? 0 : heightBefore[i], last = i < dropped ? 0 : heightAfter[i];
    if (count === 0 || recall[count - 1] !== recallBefore[i] || precision[count - 1] !== first) {
      recall[count] = recallBefore[i];
      precision[count++] = first;
    }
    if (recall[count - 1] !== recallAfter[i] || precision[count - 1] !== last) {
      recall[count] = recallAfter[i];
      precision[count++] = last;
    }
    area.add(((recallAfter[i] - recallBefore[i]) * (first + last)) / 2);
  }
  return { recall: recall.subarray(0, count), precision: precision.subarray(0, count), area: area.total() };
}

/** The line of counts from the previous point to this one; offset and growth are 0 if no true positive is gained. */
function countLine({ truePositives, falsePositives }, i) {
  const true0 = i ? truePositives[i - 1] : 0, false0 = i ? falsePositives[i - 1] : 0;
  const trueGain = truePositives[i] - true0, falseGain = falsePositives[i] - false0, called = true0 + false0;
  const perGain = trueGain > 0 ? falseGain / trueGain : 0, offset = trueGain > 0 ? false0 - perGain * true0 : 0;
  const growth = offset !== 0 ? Math.log1p((trueGain + falseGain) / called) : 0;
  return { true0, false0, trueGain, falseGain, called, slope: 1 + perGain, offset, growth };
}

/** Interpolate both counts linearly: precision is x / (slope * x + offset). The area is its integral. */
function continuous(points, { recall, precision }) {
  const lines = Array.from(recall, (_, i) => countLine(points, i)), area = new Sum();
  const roots = lines.map(({ slope, offset, growth }) =>
    Math.cbrt((Math.abs(offset) / slope / slope) * (growth ** 3 / (6 * points.positives))));
  const share = Math.sqrt(roots.reduce((sum, root) => sum + root, 0) / VERTEX_TOLERANCE);
  const x = [0], y = [precision[0]];
  lines.forEach(({ trueGain, slope, offset, growth, called }, i) => {
    const pieces = Math.max(1, Math.ceil(Math.max(roots[i] * share, growth)));
    for (let k = 1; k < pieces; k++) {
      const then = called * Math.exp((growth * k) / pieces), reached = (then - offset) / slope;
      x.push(reached / points.positives);
      y.push(reached / then);
    }
    x.push(recall[i]);
    y.push(precision[i]);
    if (trueGain > 0) area.add((trueGain - (offset / slope) * growth) / slope / points.positives);
  });
  return { recall: x, precision: y, area: area.total() };
}

/** One straight piece for each positive gained along the line of counts; null if the counts are not integers. */
function davisGoadrich(points, { recall, precision }) {
  if (!points.truePositives.every(Number.isInteger)) return null;
  const x = [0, recall[0]], y = [precision[0], precision[0]];
  for (let i = 1; i < recall.length; i++) {
    const { true0, false0, trueGain, falseGain } = countLine(points, i);
    for (let k = 1; k < trueGain; k++) {
      x.push((true0 + k) / points.positives);
      y.push((true0 + k) / (true0 + k + false0 + (falseGain / trueGain) * k));
    }
    x.push(recall[i]);
    y.push(precision[i]);
  }
  return polyline({ recallBefore: x, recallAfter: x.slice(1), heightBefore: y, heightAfter: y.slice(1) });
}

const OF_COUNTS = { continuous, davis_goadrich: davisGoadrich };
export const SCHEMES = [...Object.keys(JOIN), ...Object.keys(OF_COUNTS)];

/** The number of vertices at the start of the curve that belong to no threshold. */
function countExtrapolated(scheme, recall) {
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
  const ratios = ratiosOf(points), dropped = scheme === "linear_truncated" && ratios.recall[0] > 0 ? 1 : 0;
  const joined = scheme in JOIN ? polyline(JOIN[scheme](ratios), dropped) : OF_COUNTS[scheme](points, ratios);
  if (joined === null) return null;
  return { scheme, ...joined, area: Math.min(joined.area, 1), n_extrapolated: countExtrapolated(scheme, ratios.recall) };
}
