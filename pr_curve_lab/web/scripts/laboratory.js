// The lab as one HTML file that needs no server: all lessons, rows to play with, and a place to drop a CSV file. The
// state of the page is in its address, after #.

import { copyText } from "./clipboard.js";
import { rowsOfCsv } from "./csv.js";
import { node, patch } from "./elements.js";
import { play, rowsOfText } from "./play.js";
import { playLesson } from "./player.js";
import { fillPlaceholders } from "./messages.js";

const RIDDLE_TOLERANCE = 0.0005; // because the target in an address has three decimals
const IS_IN_A_PAGE = window !== window.top; // the page around it has its own menu

class Laboratory {
  constructor(root, languages) {
    Object.assign(this, { root, languages, dropped: null, seen: {} }); // seen: the last step of each lesson
    addEventListener("hashchange", () => this.show());
    root.addEventListener("click", ({ target }) => this.click(target.closest("[data-go], [data-swap], [data-frame]")));
    root.addEventListener("change", ({ target }) => target.type === "file" && this.take(target.files[0]));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.take(event.dataTransfer.files[0]);
    });
    this.show();
  }

  get params() {
    return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  }

  get language() {
    const { lang } = this.params, own = navigator.language.slice(0, 2);
    return [lang, own].find((one) => one in this.languages) ?? Object.keys(this.languages)[0];
  }

  format(key, facts = {}) {
    return fillPlaceholders(this.languages[this.language].words[key], facts);
  }

  /** Write changes of the state into the address, without a new entry in the history. */
  note(changes) {
    const all = { ...this.params, ...changes };
    for (const name of Object.keys(all)) if (all[name] === null) delete all[name];
    history.replaceState(null, "", `#${new URLSearchParams(all)}`);
  }

  async click(button) {
    const { go, swap, frame } = button?.dataset ?? {};
    if (go !== undefined) location.hash = go;
    else if (swap !== undefined) this.read(this.dropped.text, this.dropped.name, swap);
    else if (frame !== undefined && await copyText(this.frame())) button.textContent = this.format("embed_copied");
  }

  /** The line of HTML that shows this step in another page, beside which the file is if it has no address in the web. */
  frame() {
    const { lesson, step = 1 } = this.params, { lessons, frame } = this.languages[this.language], { href, pathname, protocol } = location;
    const file = protocol === "file:" ? pathname.split("/").pop() : href.split("#")[0];
    const address = `${file}#${new URLSearchParams({ lang: this.language, lesson, step })}`;
    return fillPlaceholders(frame, { address, title: lessons.find(({ lesson: key }) => key === lesson).title });
  }

  async take(file) {
    if (file) this.read(await file.text(), file.name);
  }

  read(text, name, positive) {
    const found = rowsOfCsv(text, positive);
    this.dropped = found.problem ? { ...this.dropped, ...found } : { text, name, ...found };
    if (found.rows) location.hash = new URLSearchParams({ lang: this.language, page: "play", start: "data" });
    this.show();
  }

  show() {
    const { lesson, page, start, goal: target } = this.params, { language, languages } = this, own = languages[language];
    document.documentElement.lang = language;
    const part = own.lessons.find(({ lesson: key }) => key === lesson);
    const key = part ? "lesson" : page === "play" ? "play" : "list", name = `${key} ${lesson ?? (start === "riddle" ? target : "")}`;
    const partNow = () => document.querySelector("[data-part]"), before = partNow();
    if (before?.dataset.part !== name) before?.labPart?.close();
    patch(this.root, [...(IS_IN_A_PAGE ? [] : [this.head(own, page, lesson)]), ...(key === "list" ? this.list(own) : key === "play" ? this.drop() : []),
      ...(key === "list" ? [] : [node("div", name, { "data-part": name }, null)])]);
    const there = partNow(), shared = { ...own, lessons: undefined };
    if (part) playLesson(there, { ...shared, ...part }, this.lessonHost());
    else if (page === "play") play(there, this.playBundle(shared), this.playHost());
  }

  head({ names }, page, lesson) {
    const link = (key, to, title, isHere) => node("button", key, { type: "button", "data-go": to, class: "lab-link",
      "aria-current": isHere ? "page" : null }, title);
    const { language } = this, rest = { ...this.params };
    return node("header", "head", { class: "lab-menu" }, [
      node("strong", "name", {}, "PR Curve Lab"),
      link("lessons", `lang=${language}`, this.format("lessons"), page !== "play"),
      link("play", `lang=${language}&page=play`, this.format("play"), page === "play" && !lesson),
      ...(lesson ? [node("button", `frame ${lesson}`, { type: "button", class: "lab-link", "data-frame": "" }, this.format("embed"))] : []),
      node("span", "gap", { style: "flex:1" }),
      ...Object.entries(names).map(([code, name]) => link(code, String(new URLSearchParams({ ...rest, lang: code })), name,
        code === language)),
    ]);
  }

  list({ lessons }) {
    return [node("h1", "headline", {}, this.format("headline", { count: lessons.length })),
      node("div", "cards", { class: "lab-cards" }, lessons.map(({ lesson, title, about, minutes, steps, picture }, index) => {
        const seen = this.seen[lesson], facts = { count: minutes, seen, total: steps.length };
        return node("button", lesson, { type: "button", class: "lab-card", "data-go": `lang=${this.language}&lesson=${lesson}&step=${seen ?? 1}` }, [
          node("img", "picture", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: "" }),
          node("strong", "title", {}, `${index + 1}. ${title}`), node("span", "about", {}, about),
          node("span", "minutes", {}, this.format(seen ? "minutes_seen" : "minutes", facts))]);
      }))];
  }

  drop() {
    const { dropped } = this, column = ({ name, number }) => name ?? this.format("csv_column", { number });
    const notice = dropped?.problem ? this.format(dropped.problem, dropped.facts) : dropped ? this.format("positive_is", { positive: dropped.positive,
      rows: dropped.rows.length, label: column(dropped.label), score: column(dropped.score) }) : this.format("drop");
    return [node("div", "drop", { class: "lab-drop" }, [
      node("label", "label", {}, [node("span", "notice", {}, notice), node("input", "file", { type: "file",
        accept: ".csv,.tsv,.txt", "aria-label": this.format("drop") })]),
      ...(dropped?.rows ? [node("button", "swap", { type: "button", class: "lab-link", "data-swap": dropped.other },
        this.format("swap", { other: dropped.other }))] : [])])];
  }

  playBundle({ play: bundle, ...shared }) {
    const { start, played = "", goal: target, threshold, left = "step", right = "linear" } = this.params, { dropped } = this;
    const riddle = start === "riddle" && played && target ? [{ key: start, title: shared.words.title_riddle,
      rows: rowsOfText(played), conditions: [{ measure: "step", relation: "near", target: Number(target), tolerance: RIDDLE_TOLERANCE }],
      target: Number(target) }] : [];
    const own = dropped?.rows ? [{ key: "data", title: dropped.name, rows: dropped.rows, conditions: [], target: null }] : [];
    const now = { start: start ?? bundle.starts[0].key, rows: played, threshold: threshold ? Number(threshold) : null, left,
      right, received: Infinity };
    return { ...shared, starts: [...riddle, ...own, ...bundle.starts], now };
  }

  playHost() {
    return {
      canUse: false,
      send: (_, { start, rows, threshold, left, right }) => this.note({ start, played: rows, threshold, left, right }),
      copy: (parameters) => copyText(new URL(`#${new URLSearchParams({ lang: this.language, page: "play", ...parameters })}`,
        location.href).href),
    };
  }

  lessonHost() {
    const { lesson } = this.params, actions = { step: (number) => {
      this.seen[lesson] = Math.max(number, this.seen[lesson] ?? 1);
      this.note({ step: number > 1 ? number : null });
    }, list: () => {
      location.hash = `lang=${this.language}`;
    }, following: (key) => {
      location.hash = `lang=${this.language}&lesson=${key}`;
    } };
    return { hasPages: !IS_IN_A_PAGE, step: () => Number(this.params.step ?? 1), send: (name, value) => actions[name]?.(value) };
  }
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

unpacked(document.querySelector("#bundle").textContent).then((languages) =>
  new Laboratory(document.querySelector("main"), languages));
