// Pictures are lists of nodes; `patch` makes a part of the page look like them, changing no more than it must.
//
// Elements are kept by their keys, so that what is dragged or has the focus stays the same element. Where a
// patch takes time, every number that changes moves there: a point runs, a row slides, an area fills.

/** @typedef {{tag: string, key: string, attributes: object, children: Node[] | string | null}} Node */

const SVG = "http://www.w3.org/2000/svg", XHTML = "http://www.w3.org/1999/xhtml";
const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;
const MOVING = new Set(["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "d", "width", "height", "transform", "opacity"]);
const FADE_MS = 200;

/** @returns {Node} */
export const node = (tag, key, attributes = {}, children = []) => ({ tag, key, attributes, children });

const made = new WeakMap(); // of an element: the node's key, and the attributes that it has now
const moving = new Map(); // by element: its movements under way
let isScheduled = false;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Make the children of an element those nodes; `ms` is how long what changes takes to get there. */
export function patch(parent, nodes, ms = 0) {
  const lasting = isStill() ? 0 : ms, found = new Map(), wanted = new Set(nodes.map(({ key }) => key));
  for (const element of [...parent.children]) { // first: an element that is moved loses the focus
    const key = made.get(element)?.key;
    if (wanted.has(key)) found.set(key, element);
    else element.remove();
  }
  let place = parent.firstElementChild;
  for (const one of nodes) { // no two of them have one key
    let element = found.get(one.key);
    if (element && element.localName !== one.tag) {
      if (element === place) place = place.nextElementSibling;
      element.remove();
      element = undefined;
    }
    element ??= create(parent, one, lasting);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
    update(element, one.attributes, lasting);
    if (typeof one.children === "string") write(element, one.children);
    else if (one.children) patch(element, one.children, lasting); // else somebody else fills it
    if (one.tag === "select" && element.value !== one.attributes.value) element.value = one.attributes.value;
  }
}

function create(parent, { tag, key }, ms) {
  const space = tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject") ? SVG : XHTML;
  const element = document.createElementNS(space, tag);
  made.set(element, { key, attributes: {} });
  if (ms > 0) element.animate?.([{ opacity: 0 }, {}], { duration: Math.min(ms, FADE_MS) });
  return element;
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function update(element, wanted, ms) {
  const { attributes } = made.get(element);
  for (const name of Object.keys(attributes)) {
    if (!(name in wanted) || wanted[name] === null) set(element, attributes, name, null);
  }
  for (const [name, value] of Object.entries(wanted)) {
    const text = value === null || value === false || value === undefined ? null : String(value);
    const run = moving.get(element)?.get(name);
    if (attributes[name] === text && !run) continue;
    if (run && run.text === text && ms > 0) continue;
    run && moving.get(element).delete(name);
    if (ms > 0 && MOVING.has(name) && canMove(attributes[name], text)) start(element, attributes, name, text, ms);
    else set(element, attributes, name, text);
  }
}

function set(element, attributes, name, text) {
  if (text === null) {
    element.removeAttribute(name);
    delete attributes[name];
  } else if (name === "data-markup") element.innerHTML = attributes[name] = text; // our own MathML
  else element.setAttribute(name, (attributes[name] = text));
}

/** Whether two texts differ in nothing but numbers. */
function canMove(from, to) {
  return from !== undefined && to !== null && from.replace(NUMBER, "#") === to.replace(NUMBER, "#");
}

function start(element, attributes, name, text, ms) {
  const [from, to] = [attributes[name], text].map((one) => one.match(NUMBER)?.map(Number) ?? []);
  const parts = text.split(NUMBER), run = { from, to, parts, text, attributes, begun: performance.now(), ms };
  if (!moving.has(element)) moving.set(element, new Map());
  moving.get(element).set(name, run);
  schedule();
}

function schedule() {
  if (!isScheduled) requestAnimationFrame(advance);
  isScheduled = true;
}

function advance(now) {
  isScheduled = false;
  for (const [element, runs] of moving) {
    for (const [name, run] of runs) {
      const share = Math.min(1, Math.max(0, (now - run.begun) / run.ms)), eased = share * share * (3 - 2 * share);
      const numbers = run.to.map((to, i) => run.from[i] + (to - run.from[i]) * eased);
      const between = run.parts.map((part, i) => part + (numbers[i] ?? "")).join("");
      set(element, run.attributes, name, share < 1 ? between : run.text);
      if (share === 1) runs.delete(name);
    }
    if (runs.size === 0 || !element.isConnected) moving.delete(element);
  }
  if (moving.size > 0) schedule();
}

// The marks of every picture: a disc is positive, a cross negative, a white circle measured, black can be moved.
/** An SVG of a size, at a place on its board. */
export const drawing = (key, [x, y, width, height], nodes, more) => node("svg", key, { viewBox: `0 0 ${width} ${height}`,
  width, height, style: `left:${x}px;top:${y}px`, role: "group", ...more }, nodes);

export const text = (key, x, y, said, { size = 16, ...more } = {}) =>
  node("text", key, { x, y, style: `font-size:${size}px`, ...more }, said);

export const line = (key, x1, y1, x2, y2, more = {}) => node("path", key, { d: `M${x1} ${y1}L${x2} ${y2}`, ...more });

export const disc = (key, x, y, r, more = {}) => node("circle", key, { cx: x, cy: y, r, class: "lab-positive", ...more });

export function cross(key, x, y, r, more = {}) {
  const arm = 0.78 * r, width = Math.max(1.6, 0.3 * r);
  const d = `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`;
  return node("path", key, { d, transform: `translate(${x} ${y})`, class: "lab-negative", "stroke-width": width, ...more });
}

export const ring = (key, x, y, r, more = {}) =>
  node("circle", key, { cx: x, cy: y, r, class: "lab-measured", ...more });

/** A black pill with chevrons and the value that it holds. */
export function pill(key, x, y, width, height, said, size) {
  const end = width / 2 - 15, chevrons = [-1, 1].map((side) => `M${side * end} -5l${side * 5} 5l${-side * 5} 5`).join("");
  return node("g", key, { transform: `translate(${x} ${y})` }, [
    node("rect", "halo", { x: -width / 2 - 5, y: -height / 2 - 5, width: width + 10, height: height + 10,
      rx: height / 2 + 5, class: "lab-halo" }),
    node("rect", "pill", { x: -width / 2, y: -height / 2, width, height, rx: height / 2, class: "lab-handle" }),
    node("path", "chevrons", { d: chevrons, class: "lab-chevrons" }),
    text("said", 0, size * 0.35, said, { size, class: "lab-said", "text-anchor": "middle" }),
  ]);
}

/** A black disc with chevrons, and the reach round it that takes hold of it. */
export const knob = (key, r, reach, chevrons, more) => node("g", key, more, [
  node("circle", "reach", { r: reach, class: "lab-reach lab-halo" }),
  node("circle", "disc", { r, class: "lab-handle" }),
  node("path", "chevrons", { d: chevrons, class: "lab-chevrons" }),
]);

/**
 * The attributes of a handle, for screen readers and for `listenToInput`.
 * @param {string} handle what it moves
 * @param {{x: number, y: number}} at where it is held
 */
export const slider = (handle, at, { name, low, high, now, said, upright = false }) => ({
  "data-handle": handle, "data-x": at.x, "data-y": at.y, role: "slider", tabindex: 0, "aria-label": name,
  "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": now, "aria-valuetext": said,
  "aria-orientation": upright ? "vertical" : "horizontal",
});
