// Shows a lesson step by step. If a step has a question, its pictures and text are shown after the answer. Changes from
// step to step are animated. No step needs a server: the host only gets the number of the step, and may be unreachable.

import { drawing, node, patch, slider, text } from "./elements.js";
import { guessAt, guessHandle, revealedGuess, guessBoxes, commentKey, isAcross, isBeside, nudgedGuess } from "./guess.js";
import { fitLayout, listenToInput, mount } from "./board.js";
import { cursorIn } from "./cursor.js";
import { cellOf, DRAWN, heightOfTools, LINE, matrixOfRows, pointsOfRows, rankedRows, rowsBox, scoreLines, unitOf } from "./lesson_pictures.js";
import { placeX, placeY } from "./pictures.js";
import { WIDGETS } from "./widgets.js";
import { widthOf, messagesOf } from "./messages.js";

// Board px; ASIDE: the widest text beside pictures; BESIDE: where buttons begin, and text except beside a single square.
const WIDE = [1280, 720], PHONE = [358, 752], INSET = 50, ASIDE = 640, BESIDE = 876;
const STEP_MS = 400;
const GO = { class: "lab-button lab-go" };
const UP = { ArrowUp: 1, ArrowDown: -1 }, ACROSS = { ...UP, ArrowRight: 1, ArrowLeft: -1 }; // keys that move a guess, whatever has the focus
const SIZES = [1, 0.92, 0.86, 0.8, 0.75]; // scale factors of the text; the largest that fits is used
const LONG = 30, LONGER = 41; // ems of a headline that fit into one line, in large and in small type

const rowOf = (element) => (({ row } = {}) => row && Number(row))(element.closest("[data-row]")?.dataset);

class Player {
  constructor(root, bundle, host) {
    Object.assign(this, { root, host, leaving: new AbortController() });
    root.classList.add("lab");
    root.dataset.lab = "lesson";
    const options = { signal: this.leaving.signal }, rest = () => (this.inRoom ? 0 : root.getBoundingClientRect().top + scrollY);
    this.take(bundle);
    this.stage = fitLayout(root, { wide: WIDE, phone: PHONE, rest, inset: INSET }, () => this.draw());
    this.stopInput = listenToInput(root, {
      move: (handle, at) => this.hold(handle, at), act: () => false,
      step: (handle, by, key) => (key.startsWith("Page") ? false : this.nudge(handle, by)), // Page keys change the step
      release: () => {},
    });
    root.addEventListener("click", ({ target, detail }) => {
      this.click(target.closest("[data-act]"));
      if (detail) target.closest("[data-act=widget]")?.blur(); // so that Space leads on
      if (rowOf(target) !== undefined) this.light(this.isHeld && rowOf(target) === this.lit ? undefined : rowOf(target), true);
    }, options);
    root.addEventListener("pointerover", ({ target, pointerType }) => {
      if (pointerType === "mouse" && !this.isHeld && rowOf(target) !== this.lit) this.light(rowOf(target));
    }, options);
    addEventListener("keydown", (event) => this.key(event), options);
    this.classroom = host.classroom?.(this);
    if (host.isProjected?.()) this.project();
    else this.stage.fit();
  }

  /** Set the lesson. The same lesson in another language keeps its step and answers. */
  take(bundle) {
    if (this.bundle === bundle) return;
    const isNew = this.bundle?.lesson !== bundle.lesson;
    Object.assign(this, { bundle, words: messagesOf(bundle), key_: `lesson ${bundle.lesson}` });
    if (isNew) Object.assign(this, { answers: {}, guesses: {}, shown: new Set(), widgetStates: {}, lit: undefined, at: this.host.step() - 1 });
    this.at = Math.min(Math.max(this.at, 0), bundle.steps.length - 1);
  }

  get step() {
    return this.bundle.steps[this.at];
  }

  get isOpen() {
    return Boolean(this.step.asks) && !this.shown.has(this.at);
  }

  /** The pictures to draw: while a question is open its own, or those of the previous step. */
  get pictures() {
    const { step, at } = this, before = this.bundle.steps[at - 1] ?? step;
    return this.isOpen ? step.asked ?? before.pictures : step.pictures;
  }

  get widget() {
    const widget = WIDGETS[this.step.widget];
    return this.isOpen && !widget?.isAsked && !this.step.opinions ? undefined : widget;
  }

  // Navigation

  click(element) {
    const { act, value } = element?.dataset ?? {};
    const acts = { next: () => this.next(), back: () => this.back(), again: () => this.again(), room: () => this.project(),
      onwards: () => this.host.send("onwards", true), following: () => this.host.send("following", this.bundle.following), answer: () => this.answer(value), go: () => this.go(Number(value)), list: () => this.host.send("list", true),
      widget: () => this.widget?.press?.(this, value), class: () => this.classroom.press(value) };
    acts[act]?.();
  }

  key(event) {
    const { key, target } = event, isField = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
    if (isField || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isButton = target.closest?.("button, a, summary") && (key === " " || key === "Enter");
    if (isButton || (key.startsWith("Arrow") && target.closest?.(".lab-aside [tabindex]"))) return; // it uses the key
    const { isOpen, step: { guess, options } } = this, option = isOpen && options?.[Number(key) - 1], by = isOpen && guess && (isAcross(guess) ? ACROSS : UP)[key];
    if (option) this.answer(option.key);
    else if (by) this.nudge("guess", [0, by * (event.shiftKey ? 10 : 1)]);
    else if ([" ", "ArrowRight", "PageDown"].includes(key)) this.next();
    else if (["ArrowLeft", "PageUp"].includes(key)) this.back();
    else if (key === "Escape" && this.lit !== undefined) this.light();
    else if (key === "Escape" && this.inRoom) this.project();
    else return;
    event.preventDefault();
  }

  next() {
    if (this.classroom?.handleNext()) return;
    if (this.isOpen) this.reveal();
    else if (this.at + 1 < this.bundle.steps.length) this.go(this.at + 1);
  }

  back() {
    if (this.at > 0 && !this.classroom?.isFollowing) this.go(this.at - 1);
  }

  go(at) {
    const { activeElement } = document;
    if (activeElement?.dataset.act === "go") activeElement.blur(); // otherwise the next key would press it again
    this.at = at;
    this.cursor = undefined;
    this.draw(STEP_MS);
    this.host.send("step", at + 1);
    this.classroom?.stepChanged();
    if (!this.inRoom) this.root.scrollIntoView();
  }

  answer(key) {
    if (!this.isOpen || this.classroom?.isShown) return;
    this.answers[this.at] = key;
    if (this.classroom?.handleAnswer()) this.draw();
    else this.reveal();
  }

  reveal() {
    this.shown.add(this.at);
    this.draw(STEP_MS);
    this.root.querySelector("[data-lab=next]:not(:disabled)")?.focus({ preventScroll: true });
    if (this.stage.isPhone) setTimeout(() => this.root.querySelector(".lab-aside")?.scrollIntoView({ block: "nearest", behavior: "smooth" }), 50);
    this.host.send("answer", { step: this.at + 1, answer: this.answers[this.at] ?? this.guesses[this.at] ?? null });
    this.classroom?.stepChanged();
  }

  /** Ask the question again, for the next class. */
  again() {
    this.shown.delete(this.at);
    delete this.answers[this.at];
    delete this.guesses[this.at];
    this.draw(STEP_MS);
    this.classroom?.stepChanged("anew");
  }

  /** Enter or leave full screen. */
  project() {
    this.inRoom = !this.inRoom;
    if (this.classroom) this.classroom.isShown &&= this.inRoom;
    document.activeElement?.blur?.(); // otherwise Space would press the button again
    this.root.classList.toggle("lab-room", this.inRoom);
    if (this.inRoom) this.root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen?.().catch(() => {});
    this.host.send("room", this.inRoom);
    this.stage.fit();
  }

  // Input

  hold(handle, at) {
    if (handle === "guess") this.guesses[this.at] = guessAt(this.step.guess, at, this.square);
    else if (handle === "cursor") this.moveCursor((at.x - this.square.x) / this.square.size);
    else this.widget?.hold?.(this, handle, at);
    this.draw();
  }

  /** Light a row with its point or cell, until pressed again, or while the mouse is over it. */
  light(lit, isHeld) {
    Object.assign(this, { lit, isHeld: isHeld && lit !== undefined });
    this.draw();
  }

  /** The points of the rows, which can be lit; none while something is asked. */
  get rowPoints() {
    const { ownRows, step: { pictures: [, curve] } } = this;
    const isShown = ownRows && !this.isOpen && !this.widget && (curve ? curve.kind === "curve" : ownRows.called);
    return isShown ? pointsOfRows(ownRows, curve) : [];
  }

  nudge(handle, [across, up]) {
    if (handle === "row") {
      const rows = this.rowPoints.flatMap((one, i) => (one ? [i] : [])), next = rows.indexOf(this.lit) + (across || -up);
      return this.light(rows[Math.min(rows.length - 1, Math.max(0, next))], true);
    }
    if (handle === "guess") this.guesses[this.at] = nudgedGuess(this.step.guess, this.guesses[this.at], across || up);
    else if (handle === "cursor") this.moveCursor((this.cursor ?? 0) + (across || up) / 100);
    else this.widget?.nudge?.(this, handle, across || up);
    this.draw();
  }

  moveCursor(recall) {
    this.cursor = Math.round(100 * Math.min(1, Math.max(0, recall))) / 100;
  }

  /** The state of the widget of this step, which `first` creates. */
  widgetState(first) {
    return (this.widgetStates[this.at] ??= first());
  }

  // Drawing

  draw(ms = 0) {
    if (!this.stage) return;
    if (ms) Object.assign(this, { lit: undefined, isHeld: false }); // the step has changed
    const nested = this.stage.board.querySelector("[data-widget=play]");
    const { pictures } = this, rows = pictures.find(({ kind }) => kind === "rows"), others = pictures.filter((one) => one !== rows);
    patch(this.stage.board, this[this.stage.isPhone ? "phone" : "wide"](rows, others), ms);
    if (!nested?.isConnected) nested?.labPart?.close();
    this.widget?.mounted?.(this);
    this.fitText(this.stage.board.querySelector(".lab-aside-text"));
    this.stage.measure?.();
  }

  /** Make the text beside the pictures as large as fits; what never fits can be scrolled, also by keyboard. */
  fitText(text) {
    const isCut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
      scrollHeight > clientHeight || scrollWidth > clientWidth;
    const parts = [text, ...text.querySelectorAll(".lab-fractions")];
    for (const size of SIZES) {
      text.style.setProperty("--text", size);
      if (!parts.some(isCut)) break;
    }
    for (const part of parts) isCut(part) ? part.setAttribute("tabindex", 0) : part.removeAttribute("tabindex");
  }

  drawing(place, nodes) {
    return drawing("lesson", place, nodes, { "aria-label": this.words.format("lesson_label") });
  }

  wide(rows, others) {
    const two = others.length > 1, size = two ? 323 : 474, first = rows ? 300 : 66, type = two ? 16 : 18, mark = rows ? 7.5 : 6;
    const squares = others.map((_, i) => ({ x: first + i * (size + 84), y: 40, size, type, mark, across: 740, isBelow: two }));
    const asideAt = rows || two || others[0]?.kind === "tools" ? BESIDE : 660;
    const { across } = this.stage, asideWidth = Math.min(INSET + across - asideAt, ASIDE);
    const rail = others.length ? { x: asideAt - INSET + 24, y: this.isOpen ? 250 : 70, size: asideWidth - 110 } : { x: first, y: 400, size: 420 };
    this.square = { ...(squares[0] ?? { x: first, y: 40, size, type, mark }), rail };
    const rounds = this.classroom?.results.rounds, isAbove = rounds && others.length === 1 && isBeside(this.step.guess ?? {});
    const low = isAbove ? 90 + 36 * rounds : 0; // px of the guesses of a class above the text
    if (rounds) Object.assign(rail, isAbove ? { y: low - 10, depth: low - 60 } : { x: first, y: 560, ...(two ? { size: 700, depth: 110 } : { depth: 170 }) });
    const isWide = this.widget?.wide, foot = this.bundle.onwards && this.at + 1 === this.bundle.steps.length ? 60 : 0, place = isWide ? `left:50px;width:${BESIDE - INSET - 30}px;top:632px;height:78px`
      : `left:${asideAt}px;width:${asideWidth}px;top:${152 + low}px;height:${478 - low - foot}px`; // the last step has two lines of buttons
    return [
      this.top(), this.headline(),
      this.drawing([INSET, 112, 1180, 600], this.drawn(rows, others, squares)), ...(this.widget?.nodes?.(this) ?? []),
      node("div", "aside", { class: `lab-aside${isWide ? " lab-under" : ""}`, style: place }, this.aside()),
      this.ways(`left:${BESIDE}px;width:${INSET + across - BESIDE}px`), ...(this.classroom?.screen() ?? []),
    ];
  }

  phone(rows, others) {
    const top = rows ? 92 + LINE * (scoreLines(rows.rows, rowsBox(true)) - 1) : 10, two = others.length > 1;
    const size = two ? 132 : 268, square = { x: 46, y: top + 26, size, type: 15, mark: 5,
      across: 358, isSmall: true };
    const squares = others.map((_, i) => ({ ...square, x: 46 + i * (size + 48) }));
    this.square = { ...(squares[0] ?? square), rail: { x: 46, y: top + (others.length ? size + 124 : 300), size: 250 } };
    const extra = this.isOpen && isBeside(this.step.guess ?? {}) ? 104 : 0;
    const height = others[0]?.kind === "tools" ? heightOfTools(others[0]) : this.widget?.height ?? top + 26 + (others.length ? size + 60 : 250) + extra
      + (two ? 20 * Math.max(...others.map((one) => one.others?.length ?? 0)) : 0);
    return [node("div", "flow", { class: "lab-flow" }, [
      this.top(), this.headline(), this.drawing([0, 0, 358, height], this.drawn(rows, others, squares)), ...(this.widget?.nodes?.(this) ?? []),
      node("div", "aside", { class: "lab-aside" }, [...this.aside(), this.ways()]),
    ])];
  }

  /** The drawing of the widget, or the pictures and the guess; a lit row selects its point. */
  drawn(rows, others, squares) {
    const { widget, square, words, lit, isOpen, step: { guess }, stage: { isPhone } } = this, [curve, ...more] = others;
    if (widget?.draw) return [...widget.draw(this, square), ...this.groups({ guess: curve ? undefined : this.guessed() })];
    const points = this.rowPoints, at = points[lit], isLit = at && curve;
    const shown = isLit ? { ...rows, called: at[2] + at[3] } : rows;
    const isAsked = !rows?.called || (isOpen && guess?.axis === "count" && this.ownRows.called === rows.called);
    return [
      ...this.groups({
        rows: rows && rankedRows(shown, { next: this.nextRows(rows), points, lit }, rowsBox(isPhone), words),
        matrix: rows?.called && !curve && matrixOfRows(rows, square, words, { lit: at && lit, isAsked }),
      }),
      ...this.drawnPictures(isLit ? [{ ...curve, at }, ...more] : others, squares),
      ...this.groups({ guess: this.guessed(), lit: points.filter(Boolean).length > 1 && this.litRow(rows, curve, points) }),
    ];
  }

  /** What is said of the lit row, also a slider through all rows, and the points to press. */
  litRow({ rows, called }, curve, points) {
    const { words, square, lit, stage: { isPhone } } = this, at = points[lit], { score, name = "" } = rows[lit] ?? {};
    const row = `${name} ${score}`, own = { ...square, top: curve?.top };
    let said = words.format("tap_row");
    const isBroken = rows.some((one) => (one.score === score) !== (one.value === rows[lit]?.value));
    if (at && curve) said = words.format(isBroken ? "lit_first" : name && isPhone ? "lit_row" : "lit", { score, row, count: at[2] + at[3], precision: words.fraction(at[2], at[2] + at[3]),
      recall: words.fraction(at[2], curve.positives) });
    else if (at) said = words.format("lit_cell", { row, cell: words.format(`is_${cellOf(rows, called, lit)}`) });
    const place = at || isPhone ? { x: square.x + square.size, y: square.y - (isPhone ? 30 : 18) } : { x: 196, y: 62 + unitOf(rows, rowsBox()) * rows.length };
    const handle = slider("row", place, { name: words.format("threshold"), low: 1, high: points.length, now: (lit ?? 0) + 1, valueText: said });
    return [
      text("said", place.x, place.y, said, { size: isPhone ? 14 : 16, class: at ? "lab-strong" : "lab-quiet", "text-anchor": "end", ...handle }),
      ...points.flatMap((one, i) => (one && curve ? [node("circle", `point${i}`, { cx: placeX(own, one[0]), cy: placeY(own, one[1]), r: 15,
        class: "lab-reach", "data-row": i })] : [])),
    ];
  }

  get ownRows() {
    return this.step.pictures.find(({ kind }) => kind === "rows");
  }

  /** Put the nodes of each part into a group, so that keys are unique only within it. */
  groups(parts) {
    return Object.entries(parts).filter(([, nodes]) => nodes).map(([key, nodes]) => node("g", `part_${key}`, {}, nodes));
  }

  drawnPictures(others, squares) {
    const { step: { guess, widget }, isOpen, cursor, words } = this, value = this.guesses[this.at];
    const taken = guess && squares[0] ? guessBoxes(guess, value, isOpen, squares[0]) : [];
    const read = others.map((one) => (one.curves?.[0]?.scheme === "eleven_point" ? { ...one, curves: [] } : one)); // its dots are read
    const [first] = read, isRead = !isOpen && !widget && (first?.curves?.length || first?.others?.length || first?.average) && !first.axes;
    return [
      ...others.map((one, i) => node("g", `picture_${one.kind}`, {}, DRAWN[one.kind](one, { ...squares[i], taken: i ? [] : taken }, words))),
      ...(isRead ? this.groups({ cursor: cursorIn(read, squares, cursor, this.stage.isPhone ? PHONE[0] : Infinity, words) }) : []),
    ];
  }

  /** The handle of an open question; then the guesses of the class, or the truth over the guess. */
  guessed() {
    const { guess } = this.step, value = this.guesses[this.at];
    if (!guess) return [];
    if (this.isOpen) return guessHandle(guess, value, this.square, this.words);
    const hasCurve = this.step.pictures.some(({ curves, average }) => curves?.length || average);
    return this.classroom?.histogram(this.square) ?? revealedGuess(guess, value, this.square, this.words, hasCurve);
  }

  /** How many rows the question is about: those that this step flags first. */
  nextRows({ called, rows }) {
    if (this.step.guess?.axis === "count" || this.step.asked) return 0; // it is the answer, or about other rows
    const { ownRows: after, isOpen, at } = this;
    return isOpen && at > 0 && after?.rows.length === rows.length ? Math.max(0, after.called - called) : 0;
  }

  top() {
    const { words, bundle, at } = this, total = bundle.steps.length;
    const bar = (_, i) => node("button", `bar${i}`, { type: "button", "data-act": "go", "data-value": i,
      class: i < at ? "lab-done" : i === at ? "lab-now" : "", "aria-label": words.format("step_of", { number: i + 1, total }),
      "aria-current": i === at ? "step" : null });
    const button = (act) => node("button", act, { type: "button", class: "lab-link", "data-act": act },
      words.format(act === "room" && this.inRoom ? "leave_room" : act));
    return node("div", "top", { class: "lab-top", style: this.stage.isPhone ? "" : `width:${this.stage.across}px` }, [
      node("span", "title", { class: "lab-title" }, bundle.title),
      node("span", "bars", { class: "lab-bars" }, bundle.steps.map(bar)),
      node("span", "count", {}, this.stage.isPhone ? `${at + 1}/${total}` : words.format("step_of", { number: at + 1, total })),
      node("span", "gap", { style: "flex:1" }), ...(this.host.hasPages ? [button("list")] : []), ...(this.classroom?.top() ?? []),
      ...(this.stage.isPhone ? [] : [button("room")]),
    ]);
  }

  headline() {
    const headline = this.step.asks ?? this.step.title, wide = widthOf(headline);
    return node("h1", "headline", { class: wide > LONGER ? "lab-long lab-longer" : wide > LONG ? "lab-long" : "" }, headline);
  }

  /** The text beside the pictures: the options of a question, or finding and text. */
  aside() {
    const { step, words, isOpen } = this, inside = [], { source, steps } = this.bundle;
    if (this.widget?.wide) {
      const says = isOpen ? words.format("hint_opinion") : step.asks ? words.format("finding", step) : step.says;
      return [node("div", "text", { class: "lab-aside-text" }, [...(this.classroom?.statusText() ?? []), node("p", "says", { class: "lab-says" }, says)])];
    }
    if (step.options) inside.push(node("div", "answers", { class: `lab-answers${isOpen ? "" : " lab-answered"}` }, step.options.map((one, i) =>
      this.option(one, i))));
    if (step.guess) inside.push(...this.guessText());
    inside.push(...(this.classroom?.statusText() ?? []));
    if (!isOpen) {
      inside.push(node("div", "fractions", { class: "lab-fractions" }, this.litFractions() ?? (this.widget ? [] : step.fractions).map((markup, i) =>
        node("div", `fraction${this.at}_${i}`, { "data-markup": markup }, null))));
      if (step.asks) inside.push(node("p", "finding", { class: "lab-finding" }, step.title));
      const [said, notes] = step.says.split("\n\n");
      inside.push(node("p", "says", { class: "lab-says" }, said), ...(notes ? [node("p", "notes", { class: "lab-notes" }, notes)] : []));
      if (step.tempts) inside.push(node("p", "tempts", { class: "lab-tempts" }, [node("b", "name", {}, `${words.format("tempting")} `), node("span", "text", {}, step.tempts)]));
    }
    const isLast = steps.slice(this.at + 1).every(({ widget }) => WIDGETS[widget]?.wide); // whose text has no room for the source
    if (source && isLast && !isOpen) inside.push(node("p", "source", { class: "lab-source" }, source));
    return [node("div", "text", { class: "lab-aside-text" }, inside)];
  }

  /** The fractions of the lit point, not of the step. */
  litFractions() {
    const { words, step: { fractions, pictures } } = this, curve = pictures.find(({ at }) => at), lit = curve && this.rowPoints[this.lit];
    if (!lit || !fractions.length) return undefined;
    const [recall, precision, hits, alarms] = lit, flagged = hits + alarms, sum = flagged + curve.positives;
    return [["precision", hits, flagged, precision], ["recall", hits, curve.positives, recall], ["f1", 2 * hits, sum, (2 * hits) / sum]].slice(0, Math.max(2, fractions.length))
      .map(([name, part, whole, value]) => node("p", name, { class: "lab-says" }, `${words.format(name)} = ${part}/${whole} ${Math.abs(value - value.toFixed(2)) < 1e-9 ? "=" : "≈"} ${words.ratio(value)}`));
  }

  option({ key, text }, i) {
    const { isOpen, step } = this, isRight = !isOpen && key === step.right, isMine = this.answers[this.at] === key;
    const className = isRight ? " lab-right" : !isMine ? "" : isOpen ? " lab-mine" : " lab-wrong", marks = { " lab-right": "✓", " lab-wrong": "✕" };
    return node("button", `option_${key}`, { type: "button", "data-act": "answer", "data-value": key, "data-lab-answer": key,
      class: `lab-button lab-option${className}`, "aria-pressed": String(isMine), disabled: isOpen ? null : "" }, [
      node("kbd", "key", {}, marks[className] ?? String(i + 1)), node("span", "text", {}, text),
      ...(this.classroom?.bar(key) ?? [])]);
  }

  guessText() {
    const { guess } = this.step, { words, isOpen } = this, value = this.guesses[this.at];
    const write = (one) => (guess.axis === "count" ? words.count(one) : words.fixed(one, 2));
    if (isOpen) return [node("p", "guess_name", { class: "lab-quiet-text" }, words.format("your_guess")),
      node("p", "guess", { class: "lab-big" }, value === undefined ? "–" : write(value)),
      node("p", "hint", { class: "lab-says" }, words.format(`hint_${guess.axis === "area" ? "area" : "point"}${this.stage.isPhone ? "_touch" : ""}`,
        { keys: isAcross(guess) ? "← →" : "↑ ↓" }))];
    if (value === undefined) return [];
    return [node("p", "comment", { class: "lab-quiet-text" }, words.format(commentKey(guess, value, write), { guess: write(value),
      off: write(Math.abs(value - guess.truth)) }))];
  }

  ways(place = "") {
    const { words, isOpen, at, bundle, step } = this, isLast = at + 1 === bundle.steps.length;
    const way = (key, act, content, more = {}) => node("button", key, { type: "button", "data-act": act, "data-lab": act,
      class: "lab-button", ...more }, content);
    const keyed = (label) => [node("span", "label", {}, label), node("kbd", "key", {}, words.format("space"))];
    const row = (buttons) => node("div", "ways", { class: "lab-ways", style: place }, buttons);
    if (this.classroom?.isFollowing) return row(isOpen && (step.guess || step.opinions)
      ? [this.classroom.sender(way)] : []);
    return row([
      way("back", "back", "←", { disabled: at === 0 ? "" : null, "aria-label": words.format("back") }),
      ...(isLast && !isOpen ? [] : [way("next", "next", keyed(words.format(isOpen && !step.opinions ? "show_answer" : "next")),
        GO)]),
      ...(isLast && !isOpen && !this.classroom?.hasList ? [...(bundle.following ? [way("following", "following", words.format("following"), GO)] : this.host.hasPages ? [way("list", "list", words.format("list"), GO)] : []),
        ...(bundle.onwards ? [way("onwards", "onwards", bundle.onwards)] : [])] : []),
      ...(step.asks && !isOpen ? [way("again", "again", words.format("ask_again"))] : []),
      ...(this.classroom?.ways() ?? []),
    ]);
  }

  close() {
    this.stopInput();
    this.classroom?.close();
    this.root.querySelector("[data-widget=play]")?.labPart?.close();
    this.leaving.abort();
    this.stage.close();
    this.root.labPart = null;
  }
}

/** Show a lesson in a root. */
export function playLesson(root, bundle, host) {
  root.labPart?.classroom?.stepChanged();
  return mount(Player, root, bundle, host);
}
