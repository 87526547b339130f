// Marks and labels where a hand has them. Plotly would take six frames to draw them anew, so what it drew is shifted;
// by how much is asked of what it drew, and is nothing after it has drawn the same.
const SHIFT_PX = 7; // between a mark and its label
const PAD_PX = 1; // round a label
const moved = new WeakMap(); // of a label: as it was drawn

const has = (chart, name) => chart?._fullData?.find((one) => one.name === name && one.x?.length);
const noteOf = (chart, index) => chart.querySelector(`.annotation[data-index="${index}"]`);
const namesOf = (chart) => (chart.layout?.annotations ?? []).map((note) => note.name);

/** Shift a trace of one mark, or of one upright line, to a place in units of the axes. */
export function shiftTrace(chart, name, x, y) {
  const trace = has(chart, name);
  const group = trace && chart.querySelector(`.scatterlayer .trace${trace.uid}`);
  if (!group) return;
  const { xaxis, yaxis } = chart._fullLayout;
  const across = xaxis.d2p(x) - xaxis.d2p(trace.x[0]);
  const up = y === undefined ? 0 : yaxis.d2p(y) - yaxis.d2p(trace.y[0]);
  group.setAttribute("transform", `translate(${across},${up})`);
}

/** The label of the chosen threshold, of which a chart has one. */
export const labelOf = (chart) => noteOf(chart, namesOf(chart).indexOf("chosen"))?.querySelector("text");

/** Write the label, and put it where `place` wants one of that size: left and top in pixels of the chart. */
export function moveLabel(chart, text, place) {
  const label = labelOf(chart);
  if (!label) return;
  const box = label.parentElement;
  const back = label.parentElement.querySelector("rect");
  if (!moved.has(label)) {
    moved.set(label, {
      text: label.textContent, box: box.getAttribute("transform"), x: label.getAttribute("x"), width: back.getAttribute("width"),
    });
  }
  (label.querySelector("tspan") ?? label).textContent = text;
  const width = label.getComputedTextLength() + 2 * PAD_PX;
  const [left, top] = place(width, Number(back.getAttribute("height")));
  back.setAttribute("width", width);
  label.setAttribute("x", Number(back.getAttribute("x")) + width / 2);
  box.setAttribute("transform", `translate(${left},${top})`);
}

/** Put the label back as it was drawn. */
export function leaveLabel(chart) {
  const label = labelOf(chart);
  const drawn = moved.get(label);
  if (!drawn) return;
  moved.delete(label);
  (label.querySelector("tspan") ?? label).textContent = drawn.text;
  label.setAttribute("x", drawn.x);
  label.parentElement.querySelector("rect").setAttribute("width", drawn.width);
  label.parentElement.setAttribute("transform", drawn.box);
}

/** Beside a mark: right of it and above, where the picture has room. */
export function besideMark(chart, x, y) {
  const { xaxis, yaxis } = chart._fullLayout;
  const across = xaxis._offset + xaxis.d2p(x), up = yaxis._offset + yaxis.d2p(y);
  return (width, height) => {
    const isRight = across + SHIFT_PX + width <= xaxis._offset + xaxis._length;
    const isAbove = isRight && up - SHIFT_PX - height >= yaxis._offset;
    return [isRight ? across + SHIFT_PX : across - SHIFT_PX - width, isAbove ? up - SHIFT_PX - height : up + SHIFT_PX];
  };
}

/** On top of an upright line, on the side that has more room. */
export function onLine(chart, x) {
  const { xaxis, yaxis } = chart._fullLayout;
  const across = xaxis._offset + xaxis.d2p(x);
  return (width, height) => [xaxis.d2p(x) > xaxis._length / 2 ? across - width : across, yaxis._offset - height];
}

/** Hide the labels that make room for the chosen one while it moves, and what the pointer reads. */
export function hush(chart, isHushed) {
  const hidden = isHushed ? "hidden" : "";
  namesOf(chart).forEach((name, index) => {
    if (name === "quiet" && noteOf(chart, index)) noteOf(chart, index).style.visibility = hidden;
  });
  const hover = chart.querySelector(".hoverlayer");
  if (hover) hover.style.visibility = hidden;
}
