// The widgets of lesson steps, which appear after the answer. A widget is drawn in place of the pictures of its step,
// from the rows and numbers of the step, and keeps its state in the player.

import { pointsOf, ratiosOf } from "./curve.js";
import { node, cross, disc, line, pill, ring, slider, text } from "./elements.js";
import { curvePicture, differenceBars, matrixOfRows, rankedRows, rocOfLesson, roundedPicture, rowsBox, TICK, unitOf } from "./lesson_pictures.js";
import { inUnits, pathOf, placeX, placeY } from "./pictures.js";
import { MovableRows } from "./movable_rows.js";
import { resample } from "./sampling.js";

const kindOf = ({ step }, kind) => step.pictures.find((one) => one.kind === kind);
const counted = (rows) => pointsOf(rows.map(({ value, positive }) => ({ score: value, positive })));
const pointAt = (points, { recall, precision }, i) => [recall[i], precision[i], points.truePositives[i], points.falsePositives[i]];
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** A slider: a rail with a pill to drag. */
function rail(player, { value, low, high, name, valueText }, { x, y, width, marks = [] }) {
  const at = (one) => x + ((one - low) / (high - low)) * width;
  return [
    line("rail", x, y, x + width, y, { class: "lab-rail" }),
    node("rect", "way", { x, y: y - 22, width, height: 44, class: "lab-reach", "data-way": "rail" }),
    ...(player.stage.isPhone ? [] : marks).map(([one, label], i) => text(`mark${i}`, at(one), y + 34, label, { size: 15, ...TICK })),
    node("g", "rail_handle", slider("rail", { x: at(value), y }, { name: player.words.format(name), low, high, now: value, valueText }), [
      pill("pill", at(value), y, 116, 40, valueText, 18)]),
  ];
}

function railWidget({ first, low, high, unit, place, draw, ...more }) {
  const state = (player) => player.widgetState(() => ({ value: first(player) }));
  const ends = (player) => [low, high].map((one) => (typeof one === "function" ? one(player) : one));
  const set = (player, value) => {
    const [least, most] = ends(player);
    state(player).value = clamp(Math.round(value / unit) * unit, least, most);
  };
  return {
    hold: (player, _, { x }) => {
      const [least, most] = ends(player), { x: left, width } = place(player);
      set(player, least + ((x - left) / width) * (most - least));
    },
    nudge: (player, _, by) => set(player, Number.isFinite(by) ? state(player).value + by * unit : by),
    place,
    draw: (player, square) => draw(player, state(player).value, square, ends(player)),
    ...more,
  };
}

// Rows are called positive one by one: the step curve grows, its bars add up to the area, or the confusion matrix
// counts.

/** The numbers of rows that a threshold can call positive: rows with one score go together. */
const cutsOf = (rows) => [...rows.keys(), rows.length].filter((i) => i === 0 || rows[i - 1].value !== rows[i]?.value);

const threshold = {
  hold(player, _, at) {
    const { rows } = kindOf(player, "rows"), box = rowsBox(player.stage.isPhone), along = box.isStrip ? at.x - box.x : at.y - box.y;
    const wanted = along / unitOf(rows, box), off = (cut) => Math.abs(cut - wanted);
    this.state(player).called = cutsOf(rows).reduce((best, cut) => (off(cut) < off(best) ? cut : best));
  },
  nudge(player, _, by) {
    const state = this.state(player), cuts = cutsOf(kindOf(player, "rows").rows), at = cuts.indexOf(state.called);
    state.called = cuts[clamp(at + (player.stage.isPhone ? by : -by), 0, cuts.length - 1)];
  },
  state: (player) => player.widgetState(() => ({ called: kindOf(player, "rows").called })),
  draw(player, square) {
    const { words, stage: { isPhone } } = player, picture = kindOf(player, "rows"), { called } = this.state(player);
    const handle = slider("cut", { x: 0, y: 0 }, { name: words.format("threshold"), low: 0, high: picture.rows.length, now: called,
      valueText: words.format("spoken_called", { called: words.count(called) }), upright: !isPhone });
    const shown = { ...picture, called };
    const ranked = rankedRows(shown, { handle: { ...handle, "data-lab": "threshold" },
      isNew: called === picture.called }, rowsBox(isPhone), words);
    const curve = kindOf(player, "curve");
    return player.groups({ rows: ranked, counted: curve ? stairs(curve, shown, square, words)
      : [...matrixOfRows(shown, square, words), ...(player.step.fractions.length ? [ratiosBelow(shown, square, words)] : [])] });
  },
};

/** Precision and recall below the confusion matrix, for the rows called positive now. */
function ratiosBelow({ rows: ranked, called }, { x, y, type, isSmall }, words) {
  const hits = (to) => ranked.slice(0, to).filter(({ positive }) => positive).length;
  const said = [["precision", called], ["recall", hits()]].map(([name, whole]) => `${words.format(name)} ${words.fraction(hits(called), whole)}`);
  return text("ratios", isSmall ? 20 : x, y + (isSmall ? 242 : 346), said.join(" · "), { size: type + 2, class: "lab-strong" });
}

function stairs(picture, { rows, called }, square, words) {
  const points = counted(rows), ratios = ratiosOf(points), { recall, precision } = ratios;
  const many = (i) => points.truePositives[i] + points.falsePositives[i], left = (i) => recall[i - 1] ?? 0, wide = (i) => recall[i] - left(i);
  let last = -1;
  while (many(last + 1) <= called) last += 1;
  const found = Array.from({ length: last + 1 }, (_, i) => i).filter(wide), upto = (values) => values.slice(0, last + 1);
  const sum = found.reduce((total, i) => total + wide(i) * precision[i], 0);
  const bars = found.map((i) => [left(i), wide(i), precision[i]]);
  const shown = { ...picture, curves: [], bars, at: last < 0 ? null : pointAt(points, ratios, last), points: [upto(recall), upto(precision)] };
  const x = square.x + square.size * 0.06, y = square.y + square.size * 0.86, className = "lab-steps-fill lab-halo-text";
  return [...curvePicture(shown, square, words),
    text("sum", x, y, words.area(sum), { size: 34, class: `lab-bold ${className}`, "data-lab-area": "step", "data-value": sum }),
    text("sum_name", x, y + 26, words.format("sum_so_far"), { size: 18, class: `lab-strong ${className}` })];
}

// Rows to drag, with the curve and both areas.

const rows = {
  wide: true,
  height: 0, // on a phone
  draw: () => [],
  nodes: ({ stage }) => [node("div", "play", { "data-widget": "play", style: stage.isPhone ? "width:358px"
    : "left:50px;top:122px;width:1180px" }, null)],
  mounted(player) {
    const root = player.stage.board.querySelector("[data-widget=play]");
    const now = `${player.key_} ${player.at} ${player.bundle.language}`;
    if (root.labStep === now) return;
    root.labPart?.close();
    root.labStep = now;
    root.labPart = new MovableRows(root, player.bundle, player.step.widget_rows);
  },
};

// The class balance changes: the model of the lesson with more and more negatives.

const POSITIVES = 20, MOST_ICONS = 440, ACROSS = 22;

/** The curves of the points of a picture if there are `ratio` negatives for each positive. */
function atRatio(ratio, { points: [recall, precision], baseline, at }) {
  const odds = (1 - baseline) / baseline, fpr = recall.map((one, i) => (one * (1 / precision[i] - 1)) / odds);
  const now = recall.map((one, i) => one / (one + ratio * fpr[i])), left = [0, ...recall], selectedIndex = recall.indexOf(at[0]);
  const sum = (heights, ends) => heights.reduce((total, height, i) => total + height * (ends[i + 1] - ends[i]), 0);
  return {
    selectedIndex, fpr, now, area: sum(now, left), recall: recall.flatMap((one, i) => [left[i], one]),
    precision: now.flatMap((one) => [one, one]), roc: sum(recall.map((one, i) => (one + left[i]) / 2), [0, ...fpr]),
  };
}

const rare = railWidget({ wide: true, height: 360, unit: 0.05, low: 0, high: 3, first: () => 0,
  place: ({ stage }) => (stage.isPhone ? { x: 60, width: 238 } : { x: 60, width: 1060 }),
  draw(player, log) {
    const { words, stage: { isPhone } } = player, ratio = 10 ** log, picture = kindOf(player, "curve"), found = atRatio(ratio, picture);
    const [share, , hits, alarms] = picture.at, { selectedIndex, now, fpr, area } = found, baseline = 1 / (1 + ratio);
    const pr = isPhone ? { x: 46, y: 150, size: 132, type: 15, mark: 4, isSmall: true } : { x: 420, y: 150, size: 310, type: 16, mark: 6 };
    const valueText = words.format("one_to", { count: ratio < 10 ? words.number(Math.round(10 * ratio) / 10) : words.count(Math.round(ratio)) });
    const marks = [0, 1, 2, 3].map((one) => [one, words.format("one_to", { count: words.count(10 ** one) })]);
    const drawn = { ...picture, points: [picture.points[0], now], at: [share, now[selectedIndex], hits, Math.round(alarms * ratio)], baseline,
      baseline_text: words.ratio(baseline), curves: [{ ...picture.curves[0], ...found, area, n_extrapolated: 0 }],
      others: [{ ...picture.curves[0], name: `${words.format("balance", { balance: picture.baseline_text })}:` }] };
    const still = { recall: [0, ...fpr], precision: [0, ...picture.points[0]], area: found.roc, at: [fpr[selectedIndex], share] };
    return player.groups({
      rail: rail(player, { value: log, low: 0, high: 3, name: "prevalence", valueText }, { ...rare.place(player), y: 40, marks }),
      crowd: crowd(ratio, share, fpr[selectedIndex], isPhone ? [20, 92, false] : [0, 122, true], words),
      pr: curvePicture(drawn, pr, words),
      roc: rocOfLesson(still, { ...pr, x: isPhone ? 226 : 826 }, words),
    });
  },
});

function crowd(ratio, recall, fpr, [x, y, isDrawn], words) {
  const found = Math.round(recall * POSITIVES), alarms = found + Math.round(fpr * POSITIVES * ratio);
  const all = Math.round(POSITIVES * (1 + ratio)), drawn = Math.min(all, MOST_ICONS), unit = 15;
  const kind = (i) => (i < found || (i >= alarms && i < alarms + POSITIVES - found) ? disc : cross);
  return [
    text("alarms", x, y, words.format("alarms", { alarms: words.count(alarms), right: words.count(found) }), { size: 19,
      class: "lab-bold" }),
    text("people", x, y + 24, words.format("people", { people: words.count(all), positives: words.count(POSITIVES) }), { size: 15,
      class: "lab-quiet" }),
    ...(!isDrawn ? [] : [node("g", "crowd", {}, Array.from({ length: drawn }, (_, i) => kind(i)(`one${i}`, 8 + (i % ACROSS) * unit,
      166 + Math.floor(i / ACROSS) * unit, 5.6, { opacity: i < alarms ? 1 : 0.35, "stroke-width": 1.6 })))]),
    ...(isDrawn && all > drawn ? [text("more", 0, 166 + (MOST_ICONS / ACROSS) * unit + 10, words.format("not_drawn", { count:
      words.count(all - drawn) }), { size: 15, class: "lab-quiet" })] : []),
  ];
}

// A large picture, with a text and a slider beside it, or below it on a phone.

const besideSquare = ({ stage }) => (stage.isPhone ? { x: 46, y: 40, size: 250, type: 16, mark: 6 }
  : { x: 66, y: 34, size: 430, type: 18, mark: 7.5 });

// Scores are rounded more and more: the curves, and a bar for each difference of the areas that was seen.

const decimals = railWidget({ wide: true, height: 600, unit: 1, low: 0, high: (player) => kindOf(player, "decimals").rounds.length - 1,
  first: () => 0, place: ({ stage }) => (stage.isPhone ? { x: 76, width: 222, y: 568 } : { x: 640, width: 460, y: 470 }),
  draw(player, index, _, [low, high]) {
    const { words, stage: { isPhone } } = player, { rounds } = kindOf(player, "decimals"), state = player.widgetState(() => ({})), place = decimals.place(player);
    state.seen = Math.max(state.seen ?? 0, index);
    const box = isPhone ? { ...place, y: 390, height: 110, type: 15 } : { ...place, y: 76, height: 290, type: 18 };
    return player.groups({
      curves: roundedPicture(rounds[index], { ...besideSquare(player), ...(isPhone ? {} : { size: 415 }) }, words),
      bars: [text("bars_name", isPhone ? 10 : 574, box.y - 30, words.format("lines_minus_steps"), { size: isPhone ? 16 : 20, class: "lab-strong" }),
        text("distinct", box.x + box.width + 30, box.y - 30, words.counted("distinct", rounds[index].distinct),
          { size: isPhone ? 15 : 18, class: "lab-quiet", "text-anchor": "end" }),
        ...(isPhone ? [] : [text("decimals", box.x + box.width / 2, box.y + box.height + 2.6 * box.type, words.format("decimals"), { size: 16, class: "lab-quiet", "text-anchor": "middle" })]),
        ...differenceBars(rounds, state.seen, index, box, words)],
      rail: rail(player, { value: index, low, high, name: "decimals", valueText: rounds[index].tick }, place),
    });
  },
});

// Everyone sets the costs of both errors: the line of equal cost moves along the curve. After the answer, a class sees
// how many chose each of the cheapest thresholds.

const ratioOf = (miss) => (miss < 1 ? `1 : ${Math.round(1 / miss)}` : `${miss} : 1`);

/** The point with the least cost; of equal ones, that with the highest threshold. Costs are whole numbers. */
function cheapest({ threshold, truePositives, falsePositives, positives }, miss) {
  const [missed, alarm] = miss < 1 ? [1, Math.round(1 / miss)] : [miss, 1];
  const costs = Array.from(threshold, (_, i) => alarm * falsePositives[i] + missed * (positives - truePositives[i]));
  return costs.indexOf(Math.min(...costs));
}

const costs = railWidget({ wide: true, height: 480, unit: 1, low: 0, high: ({ step }) => step.opinions.length - 1,
  first: ({ step }) => step.opinions.indexOf(1), place: ({ stage }) => (stage.isPhone ? { x: 60, width: 238, y: 384 } : { x: 640, width: 480, y: 200 }),
  draw(player, index, _, [low, high]) {
    const { words, step: { opinions }, isOpen, stage: { isPhone } } = player, { rows: ranked } = kindOf(player, "rows");
    const points = counted(ranked), ratios = ratiosOf(points), miss = opinions[index], best = cheapest(points, miss), square = besideSquare(player);
    if (isOpen) player.guesses[player.at] = miss; // a phone sends it
    const missed = points.positives - points.truePositives[best], alarms = points.falsePositives[best];
    const share = (alarms + miss * missed) / points.positives;
    const grid = Array.from({ length: 101 }, (_, k) => k / 100).map((r) => [r, r / (share - miss * (1 - r) + r)]);
    const [x, y] = [0, 1].map((side) => grid.filter(([, p]) => p > 0 && p <= 1).map((one) => one[side]));
    const picture = { ...kindOf(player, "curve"), at: pointAt(points, ratios, best) }, value = ratioOf(miss);
    const lines = [words.format("miss_costs", { cost: value }), words.format("best_threshold", { threshold:
      words.number(points.threshold[best]), missed: words.count(missed), alarms: words.count(alarms) })];
    return [...curvePicture(picture, square, words), inUnits("cost", square, [node("path", "equal_cost", { d: pathOf(x, y),
      class: "lab-curve lab-ink lab-extrapolated" })]),
    ...rail(player, { value: index, low, high, name: "cost", valueText: value },
      { ...costs.place(player), marks: [low, opinions.indexOf(1), high].map((one) => [one, ratioOf(opinions[one])]) }),
    ...lines.map((one, i) => text(`line${i}`, isPhone ? 12 : 600, (isPhone ? 426 : 80) + 32 * i, one, { size: isPhone ? 15 : 24, class: "lab-strong" })),
    ...(isOpen ? [] : opinionsOfClass(player.classroom?.now.spread ?? [], best, points, ratios, square, words, isPhone))];
  },
});

/** A dot with a number at each threshold that is cheapest for someone, and beside the curve the costs that lead there. */
function opinionsOfClass(spread, best, points, { recall, precision }, square, words, isPhone) {
  const chosen = new Map();
  for (const [miss, count] of spread) { // from the smallest cost
    const i = cheapest(points, miss), { from = miss, all = 0 } = chosen.get(i) ?? {};
    chosen.set(i, { from, to: miss, all: all + count });
  }
  return [...chosen].flatMap(([i, { from, to, all }], k) => {
    const spot = [placeX(square, recall[i]), placeY(square, precision[i])], count = words.count(all);
    const facts = { count, threshold: words.number(points.threshold[i]), costs: [...new Set([from, to])].map(ratioOf).join(" – ") };
    return [
      ...(i === best ? [ring("own", ...spot, 21, { class: "lab-selected" })] : []),
      disc(`class${i}`, ...spot, 17, { "data-lab-vote": points.threshold[i], "data-value": all }),
      text(`class_count${i}`, spot[0], spot[1] + 6, count, { size: 17, class: "lab-pill-text", "text-anchor": "middle" }),
      ...(isPhone ? [] : [text(`class_line${i}`, 600, 300 + 34 * k, words.format("class_costs", facts), { size: 20 })]),
    ];
  });
}

export const WIDGETS = { threshold, rows, resample, rare, decimals, costs };
