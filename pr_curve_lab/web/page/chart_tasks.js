// Finds a chart on the page, and applies its tasks whenever the chart is drawn or its width changes. Nothing polls: an
// observer reports when the page changes, and Plotly reports when it has drawn.
// What a task needs may be missing in a newer Streamlit or Plotly. Then the chart stays as it is, and the error message
// that Python sends for the task is shown below it.
import { clickedValue, clicks, layouts, updates } from "./figure.js";
import { drag, dragOf, endDrag, setFixedData } from "./threshold_drag.js";

// What is done on a chart. `clicks` and `drag` listen from when the chart is found, and have nothing to apply later.
const TASKS = { updates, clicks, drag, layouts };
const MOST_TRIES = 3; // of a task on a chart, so that a task whose effect is always undone does not run forever
const PATIENCE_MS = 4000; // a page arrives in parts; what is missing for longer will not arrive

const charts = new Map(); // by the element that Streamlit gives to each
const page = new MutationObserver(() => charts.forEach((one) => one.findChart()));

class ChartTasks {
  constructor(data, root, select, isLate) {
    Object.assign(this, { data, root, select, isLate, chart: null, tries: {} });
    this.applyAll = this.applyAll.bind(this);
    this.resized = new ResizeObserver(this.applyAll);
    this.style = root.querySelector("style") ?? root.appendChild(document.createElement("style"));
  }

  // Each task of a chart has an error message.
  hasTask(name) {
    return name in this.data.error_messages;
  }

  // Apply the data of the latest run.
  update() {
    if (this.hasTask("drag")) dragOf(this.data.chart).update(this);
    else endDrag(this.data.chart);
    this.findChart();
    this.applyAll();
  }

  // Find the chart, or the one that replaced it. If a task fails, try again: the page may now have what was missing.
  findChart() {
    if (this.chart?.isConnected) {
      if (this.isFailing) this.applyAll();
      return;
    }
    this.detach();
    this.box = document.querySelector(`.st-key-${this.data.chart}`);
    this.chart = this.box?.querySelector(".js-plotly-plot");
    if (this.chart) this.attach();
    this.applyAll();
  }

  attach() {
    this.tries = {};
    this.detached = new AbortController();
    this.chart.on?.("plotly_afterplot", this.applyAll);
    this.resized.observe(this.chart);
    this.resized.observe(this.box);
    if (this.hasTask("drag")) dragOf(this.data.chart).attach(this.chart, this.detached.signal);
    const click = (event) => {
      const value = clickedValue(this.chart, event);
      if (value !== null) this.select(value);
    };
    if (this.hasTask("clicks")) this.chart.addEventListener("click", click, { signal: this.detached.signal });
  }

  detach() {
    this.detached?.abort();
    this.chart?.removeListener?.("plotly_afterplot", this.applyAll);
    this.resized.disconnect();
    this.chart = null;
  }

  close() {
    this.detach();
    clearTimeout(this.timer);
  }

  // Apply all tasks. If one still fails after PATIENCE_MS, show its error message.
  applyAll() {
    const failing = Object.keys(this.data.error_messages).find((name) => !this.apply(name));
    this.isFailing = failing !== undefined;
    if (!this.isFailing) this.setLate(false);
    else if (!this.isLate) this.timer ??= setTimeout(() => { this.setLate(true); this.applyAll(); }, PATIENCE_MS);
    this.write(failing && this.isLate ? this.data.error_messages[failing] : "");
  }

  setLate(isLate) {
    clearTimeout(this.timer);
    Object.assign(this, { isLate, timer: undefined });
  }

  // Apply a task unless it is done already. Return false if it cannot be applied.
  apply(name) {
    if (!this.chart) return this.isComing();
    try {
      return this.tryTask(name, TASKS[name]);
    } catch (error) {
      console.error(error);
      return false;
    }
  }

  tryTask(name, task) {
    if (!task.isReady(this.chart, this.data)) return false;
    if (!task.apply || task.isDone(this.chart, this.data, this)) {
      this.tries[name] = 0;
      return true;
    }
    this.tries[name] = (this.tries[name] ?? 0) + 1;
    if (this.tries[name] > MOST_TRIES) return false;
    task.apply(this.chart, this.data, this);
    return true;
  }

  // Whether the chart may still appear: its container is hidden, or Plotly is not loaded yet.
  isComing() {
    return Boolean(this.box) && (this.box.clientWidth === 0 || !window.Plotly);
  }

  write(sentence) {
    const old = this.root.querySelector("p");
    if (sentence === (old?.textContent ?? "")) return;
    old?.remove();
    if (!sentence) return;
    const written = document.createElement("p");
    written.textContent = sentence;
    written.setAttribute("role", "status");
    this.root.append(written);
  }
}

function close(root, tasks) {
  tasks.close();
  if (charts.get(root) === tasks) {
    charts.delete(root);
    if (tasks.hasTask("drag")) endDrag(tasks.data.chart);
  }
  if (charts.size === 0) page.disconnect();
}

// Streamlit calls this again when the data change, without calling the cleanup function that the last call returned.
export default function ({ data, parentElement, setTriggerValue }) {
  if (data.fixed) {
    setFixedData(data.chart, data.fixed);
    charts.forEach((one) => one.data.chart === data.chart && one.update());
    return undefined;
  }
  const before = charts.get(parentElement);
  before?.close();
  const tasks = new ChartTasks(data, parentElement, (value) => setTriggerValue("selected", value), before?.isLate);
  charts.set(parentElement, tasks);
  page.observe(document.body, { childList: true, characterData: true, subtree: true });
  tasks.update();
  return () => close(parentElement, tasks);
}
