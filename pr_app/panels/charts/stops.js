// The slider of the threshold beside a chart: it tells the server when it is let go, and its page while it moves.
import { filled } from "./page_texts.js";

const boxOf = () => document.querySelector(".st-key-threshold");
const inputOf = () => boxOf()?.querySelector('input[type="range"]');

/** Rows of what was told, in the order of the slider's stops; the chosen point has joined them. */
function rowsAtStops({ told, here }) {
  const known = told.stops.findIndex((row) => told.indices[row] >= here.index);
  const rows = told.stops.map((row) => told.row(row));
  if (rows[known]?.index !== here.index) rows.splice(known < 0 ? rows.length : known, 0, here);
  return rows;
}

/** The row that the slider stands at, if it is the slider of what was told. */
export function stopOf(state) {
  const input = inputOf();
  const rows = input ? rowsAtStops(state) : [];
  const row = rows.length === Number(input?.max) + 1 ? rows[Number(input.value)] : undefined;
  return row && input.getAttribute("aria-valuetext") === filled(state.told.stop, row.texts) ? row : null;
}

/** Put the slider's thumb where a point lies among the stops; it has its text as any place has. */
export function moveThumb(state, row) {
  const rows = rowsAtStops(state);
  const next = rows.findIndex((one) => one.index >= row.index);
  const last = rows[next - 1] ?? rows[next];
  const part = rows[next].index === row.index ? 0 : (rows[next].index - row.index) / (rows[next].index - last.index);
  place((next - part) / (rows.length - 1));
}

/** Leave the thumb where the slider has it. */
export const leaveThumb = () => place(Number(inputOf()?.value) / Number(inputOf()?.max));

function place(share) {
  const thumb = boxOf()?.querySelector('[data-testid="stSliderThumbValue"]')?.parentElement;
  if (thumb?.style.left) thumb.style.left = `${100 * share}%`;
}

/** Call when the slider moves. */
export function whenMoved(call) {
  const observer = new MutationObserver(call);
  if (boxOf()) observer.observe(boxOf(), { subtree: true, attributes: true, attributeFilter: ["aria-valuetext"] });
  return () => observer.disconnect();
}
