// The notebook widget: the same points joined under two schemes, side by side, with a threshold to move. If there are
// few rows, they can be moved too.
//
// Vertices, areas and counts come from Python until a row is moved; from then on they are computed here.

import { axis, rangeOf, RowBoard, scoreAt, SIDES } from "./axis.js";
import { countsAt, join, Ranking, ratiosOf, thresholdIndex } from "./curve.js";
import { node, patch, slider } from "./elements.js";
import { fitLayout } from "./board.js";
import { distinctNumbers, messagesOf } from "./messages.js";
import { inUnits, matrixPicture, nearestPoint, pathOf, placeX, placeY, prPicture } from "./pictures.js";

/** Layouts in board pixels: the boxes of the drawings (x, y, width, height), and the positions in each drawing. */
const WIDE = { size: [960, 652], head: 26,
  places: { left: [0, 84, 344, 352], right: [344, 84, 344, 352], matrix: [704, 84, 256, 240], axis: [0, 446, 960, 200] },
  pr: { x: 54, y: 24, size: 274, type: 15, mark: 5 }, ratios: 330, notes: 384,
  matrix: { x: 0, y: 26, width: 126, height: 96, type: 15, mark: 8, beside: false },
  box: { x0: 100, x1: 938, positives: 84, negatives: 138, bottom: 172, top: 24, radius: 11, names: "beside", type: 16,
    pill: [140, 34, 18] } };
const PHONE = { size: [350, 1274], head: 20,
  places: { left: [0, 130, 350, 330], axis: [0, 470, 350, 166], right: [0, 692, 350, 330], matrix: [0, 1036, 224, 140] },
  pr: { x: 46, y: 26, size: 270, type: 15, mark: 4.5, isSmall: true }, ratios: 1184, notes: 1232,
  matrix: { x: 0, y: 22, width: 108, height: 54, type: 15, mark: 6.5, beside: false },
  box: { x0: 14, x1: 336, positives: 66, negatives: 112, bottom: 136, top: 18, radius: 10, names: "above", type: 15,
    pill: [124, 30, 16] } };
const NUMBER = 30, NAME = 17; // font sizes in px: of an area, and of the select box for its scheme
const LARGEST = 1.2; // times the size of the layout
const REACH = 24; // px around the selected point in which it can be grabbed
const GUESSED = 28; // px for the line that says which columns of a table were chosen

/** Two pictures, a score axis and a matrix that move together; `host.send` is called after each release. */
class SideBySide extends RowBoard {
  constructor(root, bundle, threshold, host) {
    super();
    Object.assign(this, { root, host });
    root.classList.add("lab");
    Object.assign(root.dataset, { lab: "notebook" });
    root.setAttribute("role", "group");
    this.take(bundle, threshold);
    const rest = () => innerHeight - LARGEST * WIDE.size[1];
    const [wide, phone] = [WIDE, PHONE].map(({ size: [x, y] }) => [x, y + (bundle.guessed ? GUESSED : 0)]);
    this.stage = fitLayout(root, { wide, phone, rest }, () => this.draw());
    this.listen();
  }

  /** Apply the data from Python. Moved rows of the same model keep their positions unless isBack. */
  take(bundle, threshold, isBack = false) {
    const { now, points, joined, rows } = bundle, isKept = !isBack && this.areMoved && now.model === this.bundle.now.model;
    Object.assign(this, { bundle, threshold, schemes: bundle.schemes, left: now.left, right: now.right, words: messagesOf(bundle) });
    if (isKept) this.recount();
    else {
      Object.assign(this, { points, joined: SIDES.map((side) => joined[now[side]]), rows: rows.map((row) => ({ ...row })),
        areMoved: false, selectedRow: undefined });
      this.range = bundle.range ?? rangeOf([points.threshold[0], points.threshold[points.threshold.length - 1]]);
      this.ranking = bundle.canMove ? new Ranking(this.rows) : null;
    }
    this.root.setAttribute("aria-label", this.words.format("picture"));
    this.draw();
  }

  /** Apply a threshold that Python has set. */
  takeThreshold(threshold) {
    this.threshold = threshold;
    this.draw();
  }

  /** The CSS classes of both schemes, which are equal if both sides have the same scheme. */
  classNames() {
    const [first, second] = super.classNames();
    return [first, this.left === this.right ? first : second];
  }

  get layout() {
    return this.stage.isPhone ? PHONE : WIDE;
  }

  get at() {
    return thresholdIndex(this.points, this.threshold);
  }

  // Input

  drag(handle, { x, y }, grip) {
    const [what] = handle.split(" "), [left, top] = [x - grip.x, y - grip.y];
    if (what === "along") this.goTo(nearestPoint(this.points, this.layout.pr, left, top));
    else if (what === "threshold") this.goNear(scoreAt(left, this.range, this.layout.box));
    else this.dragRow(handle, left, top);
    this.draw();
  }

  step(handle, [across, up]) {
    const [what] = handle.split(" "), by = across || up;
    if (what === "row") this.moveTo(this.selectRow(handle), this.scoreAfter(this.rows[this.selectedRow].score, by));
    else if (what === "along") this.goTo(this.at + (across === up ? -up : across - up)); // Home: lowest threshold
    else if (this.bundle.isWhole) this.threshold = this.scoreAfter(this.threshold, by);
    else this.goTo(this.at - by);
    this.draw();
  }

  release(_, moved) {
    this.draw();
    if (moved) this.host.send({ threshold: this.threshold });
  }

  click(act) {
    if (act) this.take(this.bundle, this.threshold, true);
  }

  goTo(index) {
    const { threshold } = this.points;
    this.threshold = threshold[Math.min(threshold.length - 1, Math.max(0, index))];
  }

  /** Set the threshold to a score, or if Python sent only some of the points, to the nearest of their thresholds. */
  goNear(score) {
    if (this.bundle.isWhole) this.threshold = score;
    else {
      const at = thresholdIndex(this.points, score), off = (i) => Math.abs((this.points.threshold[i] ?? Infinity) - score);
      this.goTo(off(at) <= off(at + 1) ? at : at + 1);
    }
  }

  recount() {
    const { now, unscoredPositives } = this.bundle, scored = this.ranking.points();
    this.points = { ...scored, positives: scored.positives + unscoredPositives };
    this.joined = SIDES.map((side) => join(this.points, now[side]));
    this.areMoved = true;
  }

  choose(name, value) {
    if (name) this.host.send({ [name]: value });
  }

  // Drawing

  draw() {
    if (!this.stage) return;
    const { words, layout, points, bundle } = this, { areMoved, selectedRow, rows, threshold, range } = this;
    const counts = countsAt(points, this.at), areas = this.joined.map((one) => one?.area ?? NaN);
    const printed = distinctNumbers(...areas, words), isKnown = areas.every(Number.isFinite);
    const numbers = isKnown ? [printed.first, printed.second] : areas.map(words.area);
    const shown = { rows, threshold, range, selectedRow, areMany: !bundle.canMove }, classNames = this.classNames();
    patch(this.stage.board, [
      this.head(areas, printed, isKnown),
      ...SIDES.flatMap((side, i) => [this.number(side, numbers[i], classNames[i]), this.drawing(side, this.picture(i, classNames[i]), "pr", classNames[i])]),
      this.drawing("matrix", matrixPicture(counts, layout.matrix, words)),
      node("div", "ratios", { class: "lab-pair-text", style: this.column(layout.ratios) }, this.ratios(counts)),
      node("div", "notes", { class: "lab-pair-text lab-pair-quiet", style: this.column(layout.notes) }, this.notes(areMoved)),
      this.drawing("axis", axis(shown, layout.box, words)),
      node("div", "guessed", { class: "lab-pair-text lab-pair-quiet", style: `top:${layout.size[1] + 4}px` },
        [node("p", "roles", {}, bundle.guessed)]),
    ]);
  }

  column(top) {
    const [left, , width] = this.layout.places.matrix;
    return `left:${left}px;top:${top}px;width:${Math.max(width, 256)}px`;
  }

  /** The finding, and a select box if there are several models. */
  head([left, right], { gap, isNone }, isKnown) {
    const { bundle: { now, models, schemes }, words, layout } = this;
    const [first, second] = SIDES.map((side) => schemes.find(({ key }) => key === now[side]).joined);
    const key = now.left === now.right ? "alike" : isNone ? "same" : right > left ? "larger" : "smaller";
    const finding = isKnown ? words.format(key, { left: first, right: second, gap }) : words.format("no_area");
    return node("div", "head", { class: "lab-pair-head" }, [
      node("p", "finding", { class: "lab-pair-finding", style: `font-size:${layout.head}px` }, finding),
      ...(models.length < 2 ? [] : [this.select("model", "model", now.model, words.format("model"), models.map(({ name, areas }) =>
        ({ key: name, name: `${name}: ${areas.map(words.area).join(" | ")}` })), { class: "lab-starts" })]),
    ]);
  }

  /** An area with a select box for its scheme, above its picture. */
  number(side, area, className) {
    const { places, pr } = this.layout, [x, y] = places[side];
    return this.area(side, area, className, [NUMBER, NAME], `left:${x + pr.x}px;top:${y - 42}px;right:auto`);
  }

  /** The curve of one scheme over those of the other models, with the selected point, which can be dragged along it. */
  picture(i, className) {
    const { points, words, threshold, layout: { pr }, bundle } = this, selectedIndex = this.at, one = this.joined[i];
    const others = bundle.others[SIDES[i]].map(({ recall, precision }, k) => node("path", `other${k}`,
      { d: pathOf(recall, precision), class: "lab-curve lab-thin lab-pale" }));
    const { recall, precision } = ratiosOf(points), at = { x: placeX(pr, recall[selectedIndex]), y: placeY(pr, precision[selectedIndex]) };
    const handle = slider(`along ${i}`, at, { name: words.format("threshold"), low: this.range.low, high: this.range.high,
      now: threshold, valueText: words.format("spoken_threshold", { threshold: words.number(threshold) }) });
    return [
      inUnits("others", pr, others),
      ...prPicture({ points, joined: [one], classNames: [className], selectedIndex, isLong: bundle.isLong }, pr, words),
      ...(selectedIndex < 0 || !(points.positives > 0) ? [] : [
        node("circle", "reach", { ...handle, tabindex: -1, cx: at.x, cy: at.y, r: REACH, class: "lab-reach" })]),
    ];
  }

  ratios({ tp, fp, fn }) {
    const { words } = this;
    return [["precision", tp + fp], ["recall", tp + fn]].map(([name, whole]) => {
      const fraction = words.fraction(tp, whole), ratio = words.ratio(tp / whole);
      return node("p", name, { "data-lab-ratio": name, "data-value": tp / whole }, words.format(fraction === ratio ? "ratio"
        : "ratio_of_counts", { name: words.format(name), fraction, ratio }));
    });
  }

  notes(areMoved) {
    const { words, bundle: { canMove, isWhole, shown, all } } = this;
    if (areMoved) return [node("button", "back", { type: "button", "data-act": "back", class: "lab-button" }, words.format("back"))];
    const key = canMove ? "drag_rows" : isWhole ? "drag" : "drag_some";
    return [node("p", "note", {}, words.format(key, { shown: words.count(shown), all: words.count(all) }))];
  }

}

// The colors are those of the page around the widget.
const THEMES = ["class", "style", "data-jp-theme-light", "data-vscode-theme-kind", "data-theme", "data-color-mode"];
const LIGHT = 128; // of 255: a brighter color is light, and a less transparent one hides what is behind it

/** The red, green, blue and opacity of any color that a browser knows, each up to 255. */
function partsOf(color) {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data;
}

const brightness = ([red, green, blue]) => (299 * red + 587 * green + 114 * blue) / 1000;

/** The background of an element: that of the nearest ancestor whose background is not transparent. */
function paperBehind(element) {
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    const { backgroundColor } = getComputedStyle(at), parts = partsOf(backgroundColor);
    if (parts[3] > LIGHT) return { color: backgroundColor, isDark: brightness(parts) < LIGHT };
  }
  return { color: null, isDark: brightness(partsOf(getComputedStyle(element).color)) > LIGHT };
}

/** Give the widget the colors of the page around it, and update them when the theme of the page changes. */
function followTheme(root, around) {
  const applyColors = () => {
    const { color, isDark } = paperBehind(around);
    root.style.colorScheme = isDark ? "dark" : "light";
    if (color) root.style.setProperty("--paper", color);
    else root.style.removeProperty("--paper");
  };
  const later = () => requestAnimationFrame(applyColors), watch = new MutationObserver(later);
  const preferred = matchMedia("(prefers-color-scheme: dark)");
  for (const one of [document.documentElement, document.body]) watch.observe(one, { attributeFilter: THEMES });
  preferred.addEventListener("change", later);
  applyColors();
  later(); // a page may insert the widget only after this call
  return () => {
    watch.disconnect();
    preferred.removeEventListener("change", later);
  };
}

function render({ model, el }) {
  const root = el.appendChild(document.createElement("div"));
  const part = new SideBySide(root, model.get("bundle"), model.get("threshold"), {
    send: (changes) => {
      for (const [name, value] of Object.entries(changes)) model.set(name, value);
      model.save_changes();
    },
  });
  const takeAll = () => part.take(model.get("bundle"), model.get("threshold"));
  const takeThreshold = () => part.takeThreshold(model.get("threshold"));
  model.on("change:bundle", takeAll);
  model.on("change:threshold", takeThreshold);
  const leave = followTheme(root, el);
  return () => {
    leave();
    model.off("change:bundle", takeAll);
    model.off("change:threshold", takeThreshold);
    part.close();
  };
}

export default { render };
