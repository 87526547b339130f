// The slider of the threshold beside a chart: it tells the server when it is let go, and its page while it moves.
import { filled } from "./page_texts.js";

const boxOf = () => document.querySelector(".st-key-threshold");
const inputOf = () => boxOf()?.querySelector('input[type="range"]');

/** The stops of the slider, as indices of points; the chosen one has joined them. */
function indicesOf({ told, here }) {
  const indices = told.stops.map((row) => told.indices[row]);
  const next = indices.findIndex((index) => index >= here.index);
  if (indices[next] !== here.index) indices.splice(next < 0 ? indices.length : next, 0, here.index);
  return indices;
}

/** The point that the slider stands at, if it is the slider of what was told. */
export function stopOf(state) {
  const input = inputOf();
  const indices = input ? indicesOf(state) : [];
  if (indices.length !== Number(input?.max) + 1) return null;
  const index = indices[Number(input.value)];
  const point = index === state.here.index ? state.here : state.told.row(state.told.indices.indexOf(index));
  return input.getAttribute("aria-valuetext") === filled(state.told.stop, point.texts) ? point : null;
}

/** Put the slider's thumb where a point lies among the stops; it has its text as any place has. */
export function moveThumb(state, { index }) {
  const indices = indicesOf(state);
  const next = indices.findIndex((one) => one >= index);
  const part = indices[next] === index ? 0 : (indices[next] - index) / (indices[next] - indices[next - 1]);
  place((next - part) / (indices.length - 1));
}

/** Leave the thumb where the slider has it, and the bar to the page. */
export function leaveThumb() {
  const input = inputOf();
  if (input) place(Number(input.value) / Number(input.max));
  const bar = thumbOf()?.previousElementSibling;
  if (bar) bar.style.backgroundImage = "";
  const said = saidOf();
  if (said) said.style.translate = "";
}

const saidOf = () => boxOf()?.querySelector('[data-testid="stSliderThumbValue"]');
const thumbOf = () => saidOf()?.parentElement;

/** Keep what the thumb says between the ends of the slider. */
function keepWithin(said) {
  said.style.translate = "";
  const [inner, outer] = [said, boxOf()].map((one) => one.getBoundingClientRect());
  const shift = Math.max(outer.left - inner.left, 0) || Math.min(outer.right - inner.right, 0);
  if (shift) said.style.translate = `${shift}px`;
}

function place(share) {
  const thumb = thumbOf();
  if (!thumb?.style.left) return;
  thumb.style.left = `${100 * share}%`;
  keepWithin(saidOf());
  const bar = thumb.previousElementSibling; // filled from 0 to the thumb: the latter's place comes third and fourth
  if (!bar) return;
  let place = 0;
  bar.style.backgroundImage = getComputedStyle(bar).backgroundImage.replace(/[\d.]+%/g, (at) => {
    place += 1;
    return place > 2 ? `${100 * share}%` : at;
  });
}

/** Call when the slider moves under a pointer: what the page does to it when it draws it anew is no move. */
export function whenMoved(call, signal) {
  let isHeld = false;
  const observer = new MutationObserver(() => isHeld && call());
  const letGo = () => {
    observer.takeRecords().length && isHeld && call();
    isHeld = false;
    observer.disconnect();
  };
  window.addEventListener("pointerdown", ({ target }) => {
    if (!boxOf()?.contains(target)) return;
    isHeld = true;
    observer.observe(boxOf(), { subtree: true, attributes: true, attributeFilter: ["aria-valuetext"] });
  }, { capture: true, signal });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, letGo, { capture: true, signal });
  signal.addEventListener("abort", () => observer.disconnect());
}
