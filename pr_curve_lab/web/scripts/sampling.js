// A widget that samples: rows for one model or two, or random orders. Each area falls into a histogram.

import { join, Ranking } from "./curve.js";
import { disc, isStill, line, node } from "./elements.js";
import { curvePicture, rankedRows, rowsBox, unitOf } from "./lesson_pictures.js";
import { inUnits, pathOf } from "./pictures.js";

const MANY = 200, TAIL = 0.025; // samples for an interval, and their share on each side of it
const PARTS = 20, PAUSE_MS = 80, MOVE_MS = 350; // many are drawn in so many parts
const COLUMNS = 100, LEAST = 8; // of a histogram; the samples of the highest column, at least
const FAINT = 50; // last curves
const SEED = 20260129, MODULUS = 2 ** 31 - 1;
const CLASSES = ["lab-steps", "lab-lines"]; // of models

/** Rows drawn by class with replacement, or all in a random order. */
class Samples {
  constructor({ ranks, positives, orders }, times) {
    this.counts = new Float64Array(ranks[0].length / 2).fill(1); // a rank has two digits
    this.rankings = ranks.map((codes) => new Ranking(codes.match(/../g).map((code, i) => ({ score: -parseInt(code, 36), positive: i < positives }))));
    for (const ranking of this.rankings) ranking.weight = this.counts;
    Object.assign(this, { positives, orders, times, seed: SEED, areas: [], curves: [], exact: this.evaluate() });
  }

  evaluate() {
    const joined = this.rankings.map((ranking) => join(ranking.points(), "step"));
    this.last = joined[0];
    return joined.map(({ area }) => area);
  }

  /** A random whole number below a limit (Park and Miller 1988), the same for a whole class. */
  below(limit) {
    this.seed = (this.seed * 16807) % MODULUS;
    return Math.floor((this.seed / MODULUS) * limit);
  }

  draw() {
    const { counts, positives, times, orders, rankings: [{ positive }] } = this, { length } = counts, negatives = length - positives;
    if (!orders) counts.fill(0);
    for (let k = orders ? 0 : length * times; k > 0; k--) counts[k > negatives * times ? this.below(positives) : positives + this.below(negatives)] += 1;
    for (let i = orders ? length - 1 : 0; i > 0; i--) {
      const other = this.below(i + 1);
      [positive[i], positive[other]] = [positive[other], positive[i]];
    }
    this.areas.push(this.evaluate());
    this.curves = [...this.curves.slice(1 - FAINT), this.last];
  }

  fill() {
    while (this.areas.length < MANY) this.draw();
    return this;
  }
}

const drawnFrom = ({ widgetStates }, sample, times = sample.times) => ((widgetStates.drawn ??= {})[sample.ranks + times] ??= new Samples(sample, times));

/** Draw samples part by part, so that the histogram grows. */
function drawMany(player, samples, count, part = isStill() ? count : Math.ceil(count / PARTS), { at } = player) {
  if (player.at !== at || player.leaving.signal.aborted) return;
  for (let k = Math.min(part, count); k > 0; k--) samples.draw();
  player.draw(MOVE_MS);
  if (count > part) setTimeout(() => drawMany(player, samples, count - part, part, { at }), PAUSE_MS);
}

/** The value below which a share of the values lies, as numpy.quantile computes it. */
function quantile(values, share) {
  const sorted = Float64Array.from(values).sort(), at = share * (sorted.length - 1), i = Math.floor(at);
  return sorted[i] + (at - i) * ((sorted[i + 1] ?? sorted[i]) - sorted[i]);
}

const placed = ({ x, width, range: [low, high] }, value) => x + ((value - low) / (high - low)) * width;
const label = (key, x, y, content, className) => node("text", key, { x, y, class: className }, content);
const upright = (key, x, y, height, className, more) => line(key, x, y, x, y + height, { class: className, ...more });

/** The outline of the columns of values. */
function columns(key, values, box, className) {
  const { x, foot, width, height } = box, counts = Array(COLUMNS).fill(0), unit = width / COLUMNS;
  for (const value of values) counts[Math.max(0, Math.min(COLUMNS - 1, Math.floor((placed(box, value) - x) / unit)))] += 1;
  const most = Math.max(LEAST, ...counts), tops = counts.map((count, i) => `V${foot - (height * count) / most}H${x + (i + 1) * unit}`);
  return node("path", key, { d: `M${x} ${foot}${tops.join("")}V${foot}Z`, class: className, "data-values": values.join(" ") });
}

/** A histogram with a mark at the exact value, a disc for the last sample, and intervals below. */
function panel(key, box, { values, title, mark, dashed, className = CLASSES[0], ticks, bars = [], earlier = [] }, words) {
  const { x, foot, width, height, isSmall } = box, y = foot - height, at = (value) => placed(box, value);
  const write = (value, number = words.area) => (box.range[0] < 0 && value > 0 ? "+" : "") + number(value), isNamed = bars[0]?.name;
  const middle = isNamed && values.length >= MANY
    ? [{ name: words.format("drawn_middle"), low: quantile(values, TAIL), high: quantile(values, 1 - TAIL), className: CLASSES[0] }] : [];
  return node("g", key, { class: "lab-panel", "data-panel": key }, [
    label("title", x, y - 9, title, `lab-bold lab-start ${className}-fill`),
    ...earlier.flatMap(([name, drawn], i) => [columns(`earlier${i}`, drawn, box, "lab-earlier"),
      label(`earlier${i}_name`, at(quantile(drawn, 0.1)) - 8, foot - 60 + 22 * i, name, "lab-end lab-halo-text")]),
    columns("columns", values, box, `lab-column ${className}`), line("ground", x, foot, x + width, foot, { class: "lab-ground" }),
    ...ticks.flatMap((tick) => [upright(`at${tick}`, at(tick), foot, 5, "lab-ground"),
      label(`tick${tick}`, at(tick), foot + (isNamed === "" ? 44 : 24), write(tick, words.number), "lab-quiet")]),
    ...(mark === undefined ? [] : [upright("mark", at(mark), y, height, `lab-curve ${className}`, { "data-value": mark }),
      label("mark_value", at(mark) + (dashed ? 8 : 0), dashed ? y + 14 : y - 9, write(mark), `lab-bold ${dashed ? "lab-start " : ""}${className}-fill`)]),
    ...(dashed === undefined ? [] : [upright("dashed", at(dashed), y, height, "lab-balance"),
      label("dashed_value", at(dashed) - 8, y + 14, dashed ? words.ratio(dashed) : "", "lab-end lab-quiet")]),
    ...values.slice(-1).map((last) => disc("last", at(last), foot, 6, { class: `lab-dot ${className}` })),
    ...[...bars, ...middle].flatMap(({ name, low, high, className: own = "lab-ink" }, i) => {
      const level = foot + (name ? 48 : 16) + i * (isSmall ? 34 : 28);
      return [label(`bar${i}_name`, box.range[0] < 0 ? Math.max(0, x - 50) : x, level + (isSmall ? -9 : 5), name, `lab-strong lab-start ${own}-fill`),
        line(`bar${i}`, at(low), level, at(high), level, { class: `lab-interval ${own}`, "data-low": low, "data-high": high }),
        label(`bar${i}_low`, at(low) - 9, level + 5, write(low), "lab-end"), label(`bar${i}_high`, at(high) + 9, level + 5, write(high), "lab-start")];
    }),
  ]);
}

const sampled = ({ pictures }) => pictures.find(({ sample }) => sample);

export const resample = {
  isAsked: true, // it is also shown while the question is open
  height: 552, // on a phone
  press: (player, count) => drawMany(player, drawnFrom(player, sampled(player).sample), Number(count)),
  /** Fill the histogram before the learner's eyes, for two models while the question is open. */
  mounted(player) {
    const { sample, values } = sampled(player), samples = drawnFrom(player, sample), missing = MANY - samples.areas.length;
    if (!player.step.asks || (player.isOpen && !values) || missing <= 0 || samples.isSeen) return;
    samples.isSeen = true;
    this.press(player, missing);
  },
  nodes: ({ isOpen, words }) => (isOpen ? [] : [node("div", "widget_buttons", { class: "lab-buttons", style: "left:50px;top:655px" },
    [1, 10, 200].map((count) => node("button", `draw${count}`, { type: "button", class: "lab-button", "data-act": "widget", "data-value": count },
      words.format(`draw_${count}`))))]),
  draw(player) {
    const { stage: { isPhone: isSmall }, isOpen } = player, picture = sampled(player), { sample, values, intervals } = picture, samples = drawnFrom(player, sample);
    if (isOpen && intervals) samples.fill();
    const shown = isOpen && !intervals && !values ? { ...samples, areas: [], curves: [] } : samples; // not the answer
    const base = { isSmall, height: 84, range: [0, 1], ...(isSmall ? { x: 24, width: 270 } : { x: 66, width: 500 }) };
    return player.groups({ ...(values ? modelPanels : rowPanels)(player, picture, shown, base), guess: player.guessed() });
  },
};

/** The rows, the curves of the samples, and their areas. */
function rowPanels(player, picture, { areas, curves, counts, exact }, base) {
  const { words, pictures } = player, { isSmall } = base, { sample, baseline, intervals = [], others: [mean] } = picture, values = areas.flat();
  const rows = pictures.find(({ kind }) => kind === "rows"), x = rows && !isSmall ? 250 : base.x, more = mean ? 70 : 0;
  const square = { type: 16, mark: 5, top: picture.top, ...(isSmall ? { x: rows ? 100 : 60, y: rows ? 110 : 26, size: rows ? 180 : 264 } : { x: x + 120, y: 34, size: 250 + 0.8 * more }) };
  const box = { ...base, x, foot: isSmall ? 456 : 438 + 0.95 * more, ...(mean ? { range: [0, 0.5] } : {}) };
  player.square.rail = { x, y: box.foot, size: box.width, depth: 90 }; // of guesses
  const path = (key, one, className) => node("path", key, { d: pathOf(one.recall, one.precision), class: `lab-curve ${className}` });
  const faint = curves.map((one, i) => path(`curve${i}`, one, `lab-faint${curves[i + 1] ? "" : " lab-ink"}`));
  return {
    rows: rows && [...rankedRows(rows, {}, { ...rowsBox(isSmall), isBare: isSmall }, words), ...(values.length ? drawnCounts(rows, counts, isSmall, words) : [])],
    curve: [inUnits("faint", square, faint, true), ...curvePicture({ ...picture, points: [[], []] }, square, words),
      inUnits("mean", square, mean ? [path("line", mean, "lab-mean")] : [])],
    areas: [panel("areas", box, { values, title: mean ? words.counted("orders", values.length) : words.counted("samples", values.length), mark: mean?.area ?? exact[0], dashed: mean && baseline,
      ticks: mean ? [0, 0.1, 0.2, 0.3, 0.4, 0.5] : [0, 0.25, 0.5, 0.75, 1], earlier: intervals.slice(0, -1).map((one, i) => [one.label, drawnFrom(player, sample, 10 ** i).fill().areas.flat()]),
      bars: intervals.slice(-1).map((one) => ({ ...one, name: words.format("interval_95") })) }, words)],
  };
}

/** How often each row was drawn; a sample has the positives first. */
function drawnCounts({ rows }, counts, isSmall, words) {
  const { x, y, ...box } = rowsBox(isSmall), unit = unitOf(rows, box), next = [rows.filter(({ positive }) => positive).length, 0], right = x + 190;
  return [node("g", "drawn", { class: "lab-panel" }, [label("name", right, y - 10, isSmall ? "" : words.format("drawn_times"), "lab-quiet"),
    ...rows.map(({ positive }, i) => {
      const count = counts[next[Number(positive)]++], along = unit * (i + 0.5);
      return label(`drawn${i}`, isSmall ? x + along : right, y + (isSmall ? 10 : along + 6), words.count(count), count ? "lab-bold" : "lab-quiet");
    })])];
}

/** The areas of two models, and their differences. */
function modelPanels({ words }, { values: models, difference }, { areas, exact }, base) {
  const height = difference ? 66 : 140, last = areas.at(-1), boxes = [1, 2].map((i) => ({ ...base, range: [0.5, 1], height, foot: i * (height + 62) - 34 }));
  return {
    pair: last && [line("pair", ...boxes.flatMap((box, i) => [placed(box, last[i]), box.foot]), { class: "lab-dots" })],
    models: models.map(({ name, low, high }, i) => panel(`model${i}`, boxes[i], { values: areas.map((both) => both[i]), title: name, className: CLASSES[i],
      mark: exact[i], ticks: i ? [0.5, 0.6, 0.7, 0.8, 0.9, 1] : [], bars: [{ name: "", low, high, className: CLASSES[i] }] }, words)),
    lead: difference && [panel("lead", { ...base, range: [-0.3, 0.3], foot: 402, height: 66 }, { values: areas.map(([one, other]) => one - other), dashed: 0,
      title: words.format("difference"), className: "lab-ink", ticks: [-0.2, 0, 0.2], bars: [{ ...difference, name: words.format("interval_95") }] }, words)],
  };
}
