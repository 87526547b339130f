// A mark with its label while it is moved: drawn over the chart, because Plotly takes several frames for each change. The
// chart's own mark, its label and those that leave room for it are transparent meanwhile.
import { axesOf } from "./axes.js";
import { traceIndex } from "./figure_update.js";

const GAP_PX = 7; // between a mark and its label
const LABELS = ["chosen", "quiet"]; // names of the labels that are transparent meanwhile

const create = (root, style) => root.appendChild(Object.assign(document.createElement("div"), { ariaHidden: "true",
  style: `position: absolute; z-index: 1; left: 0; top: 0; box-sizing: border-box; pointer-events: none; ${style}` }));

// The labels of a chart that are transparent meanwhile, with their places among all.
const labelsOf = (chart) => [...(chart.layout.annotations ?? []).entries()].filter(([, { name }]) => LABELS.includes(name));

// The opacities of a chart's own mark and its labels.
const opacitiesOf = (chart, name) =>
  [chart.data[traceIndex(chart, name)], ...labelsOf(chart).map(([, label]) => label)].map(({ opacity = 1 }) => opacity);

function setOpacity(chart, name, opacity) {
  const labels = labelsOf(chart).map(([index]) => [`annotations[${index}].opacity`, opacity]);
  window.Plotly.update(chart, { opacity }, Object.fromEntries(labels), [traceIndex(chart, name)]);
}

/** Beside a mark: right of it and above, where the chart has room. */
function besideMark({ x, y }, left, top, width, height) {
  const isRight = left + GAP_PX + width <= x.end, isAbove = isRight && top - GAP_PX - height >= y.end;
  return [isRight ? left + GAP_PX : left - GAP_PX - width, isAbove ? top - GAP_PX - height : top + GAP_PX];
}

/** On top of an upright line, on the side that has more room. */
const overLine = ({ x, y }, left, _, width, height) =>
  [left > (x.begin + x.end) / 2 ? left - width : left, y.end - height];

export class MovedMarker {
  /** A marker over a chart, for its trace of that name: one point, or an upright line. Its elements stand in `root`. */
  constructor(chart, name, root) {
    const trace = chart.data[traceIndex(chart, name)], { marker, line } = trace;
    const { font, bgcolor } = chart.layout.annotations.find((label) => label.name === "chosen");
    Object.assign(this, { chart, name, root, isLine: !marker });
    const width = marker ? marker.size + marker.line.width : line.width;
    this.mark = create(root, marker ? `width: ${width}px; height: ${width}px; border-radius: 50%;
      background: ${marker.color}; border: ${marker.line.width}px solid ${marker.line.color};`
      : `width: ${width}px; background: ${line.color};`);
    this.label = create(root, `padding: 1px; white-space: nowrap; font: bold ${font.size}px/1.3 ${chart.layout.font.family};
      color: ${font.color}; background: ${bgcolor ?? "none"};`);
    this.half = width / 2;
  }

  /** Move to a place in units of the axes. */
  move(x, y, text) {
    Object.assign(this, { x, y, text });
    this.place();
  }

  /** Stand where the values are in the chart as it is drawn now. */
  place() {
    const axes = axesOf(this.chart);
    if (!axes) return;
    if (opacitiesOf(this.chart, this.name).includes(1)) this.fade();
    const chart = this.chart.getBoundingClientRect(), root = this.root.getBoundingClientRect();
    const put = (element, [across, down]) => {
      element.style.transform = `translate(${across + chart.left - root.left}px, ${down + chart.top - root.top}px)`;
    };
    const left = axes.x.pixel(this.x), top = this.isLine ? axes.y.end : axes.y.pixel(this.y);
    this.label.textContent = this.text;
    const { offsetWidth, offsetHeight } = this.label;
    put(this.label, (this.isLine ? overLine : besideMark)(axes, left, top, offsetWidth, offsetHeight));
    put(this.mark, [left - this.half, this.isLine ? top : top - this.half]);
    if (this.isLine) this.mark.style.height = `${axes.y.begin - top}px`;
  }

  // After the next frame: Plotly takes its time for it.
  fade() {
    this.fading ??= requestAnimationFrame(() => setTimeout(() => {
      this.fading = undefined;
      if (this.mark.isConnected) setOpacity(this.chart, this.name, 0);
    }));
  }

  /** Whether the chart's own mark has come to the same place. */
  isReached() {
    const { x, y } = this.chart.data[traceIndex(this.chart, this.name)];
    return x[0] === this.x && (this.isLine || y[0] === this.y);
  }

  /** Leave the place to the chart's own mark. */
  remove() {
    this.mark.remove();
    this.label.remove();
    if (this.chart.isConnected && opacitiesOf(this.chart, this.name).includes(0)) setOpacity(this.chart, this.name, 1);
  }
}
