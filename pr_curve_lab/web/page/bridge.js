// The bridge to a chart of the page: it finds the chart, and sees to it that its tasks are done whenever the chart was
// drawn or got another width. Nothing is looked at on a clock: the page says when it changes, Plotly when it has drawn.
// What a task leans on may be missing, in a newer Streamlit or Plotly: then the chart stays as it came, and one
// sentence, which Python sends along for each task, stands under it.
import { marks } from "./marks.js";
import { clicks, clickedThreshold } from "./clicks.js";
import { drag, dragOf, endDrag, tell } from "./drag.js";
import { widths } from "./widths.js";

const TASKS = { marks, clicks, drag, widths };
const MOST_TRIES = 3; // of a task on a chart: what does not last will not do so the next time either
const PATIENCE_MS = 4000; // a page comes in parts; what is missing longer will not come
const LOADING = '[data-testid="stSkeleton"]'; // stands in for a chart until Plotly has come

const bridges = new Map(); // by the element that Streamlit gives to each
const page = new MutationObserver(() => bridges.forEach((bridge) => bridge.look()));

class Bridge {
  constructor(data, place, choose, waited) {
    Object.assign(this, { data, place, choose, waited, chart: null, tries: {}, closing: new AbortController() });
    this.settle = this.settle.bind(this);
    this.resized = new ResizeObserver(this.settle);
  }

  // What came from the server counts from here on.
  heed() {
    if (this.data.sentences.drag) dragOf(this.data.chart).hear(this);
    else endDrag(this.data.chart);
    this.look();
    this.settle();
  }

  // Find the chart, or the one that came in its place; a page that changes may have what a task lacked.
  look() {
    if (this.chart?.isConnected) {
      if (this.isFailing) this.settle();
      return;
    }
    this.leave();
    this.box = document.querySelector(`.st-key-${this.data.chart}`);
    this.chart = this.box?.querySelector(".js-plotly-plot");
    if (this.chart) this.meet();
    this.settle();
  }

  meet() {
    this.tries = {};
    this.leaving = new AbortController();
    this.chart.on?.("plotly_afterplot", this.settle);
    this.resized.observe(this.chart);
    this.resized.observe(this.box);
    const click = (event) => {
      const threshold = clickedThreshold(this.chart, event);
      if (threshold !== null) this.choose(threshold);
    };
    if (this.data.sentences.drag) dragOf(this.data.chart).meet(this.chart, this.leaving.signal);
    if (this.data.sentences.clicks) this.chart.addEventListener("click", click, { signal: this.leaving.signal });
  }

  leave() {
    this.leaving?.abort();
    this.chart?.removeListener?.("plotly_afterplot", this.settle);
    this.resized.disconnect();
    this.chart = null;
  }

  close() {
    this.leave();
    this.closing.abort();
    clearTimeout(this.timer);
  }

  // See to all tasks; what still fails when patience is at its end is said.
  settle() {
    const failing = Object.keys(this.data.sentences).find((task) => !this.see(task));
    this.isFailing = failing !== undefined;
    if (!this.isFailing) this.wait(false);
    else if (!this.waited) this.timer ??= setTimeout(() => { this.wait(true); this.settle(); }, PATIENCE_MS);
    this.say(failing && this.waited ? this.data.sentences[failing] : "");
  }

  wait(waited) {
    clearTimeout(this.timer);
    Object.assign(this, { waited, timer: undefined });
  }

  // Do a task unless it is done; false where it cannot be.
  see(name) {
    if (!this.chart) return this.isComing();
    try {
      return this.isDone(name, TASKS[name]);
    } catch (error) {
      console.error(error);
      return false;
    }
  }

  isDone(name, task) {
    if (!task.ready(this.chart, this.data)) return false;
    if (task.done(this.chart, this.data, this.box)) {
      this.tries[name] = 0;
      return true;
    }
    this.tries[name] = (this.tries[name] ?? 0) + 1;
    if (this.tries[name] > MOST_TRIES) return false;
    task.act(this.chart, this.data, this.box);
    return true;
  }

  // Whether it is no wonder that there is no chart: nobody sees its place, or Plotly is on its way.
  isComing() {
    return Boolean(this.box) && (this.box.clientWidth === 0 || this.box.querySelector(LOADING) !== null);
  }

  say(sentence) {
    if (sentence === (this.place.querySelector("p")?.textContent ?? "")) return;
    this.place.querySelector("p")?.remove();
    if (!sentence) return;
    const said = document.createElement("p");
    said.textContent = sentence;
    said.setAttribute("role", "status");
    this.place.append(said);
  }
}

function close(place, bridge) {
  bridge?.close();
  if (bridges.get(place) === bridge) {
    bridges.delete(place);
    if (bridge?.data.sentences.drag) endDrag(bridge.data.chart);
  }
  if (bridges.size === 0) page.disconnect();
}

// Streamlit calls this again when data change, and lets go of what the last call gave without calling it.
export default function ({ data, parentElement, setTriggerValue }) {
  if (data.told) {
    tell(data.chart, data.told);
    bridges.forEach((bridge) => bridge.data.chart === data.chart && bridge.heed());
    return undefined;
  }
  const before = bridges.get(parentElement);
  before?.close();
  const bridge = new Bridge(data, parentElement, (value) => setTriggerValue("clicked", value), before?.waited);
  bridges.set(parentElement, bridge);
  page.observe(document.body, { childList: true, characterData: true, subtree: true });
  bridge.heed();
  return () => close(parentElement, bridge);
}
