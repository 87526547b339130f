// A picture is a list of nodes; `patch` makes the children of an element match them, with as few changes as possible.
//
// Elements are matched by key, so that an element that is dragged or has the focus is not replaced. If a patch has a
// duration, the numbers that change are animated: a point moves, a row slides, an area grows.

/** @typedef {{tag: string, key: string, attributes: object, children: Node[] | string | null}} Node */

const SVG = "http://www.w3.org/2000/svg", XHTML = "http://www.w3.org/1999/xhtml";
const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;
const MOVING = new Set(["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "d", "width", "height", "transform", "opacity"]);
const FADE_MS = 200;

/** @returns {Node} */
export const node = (tag, key, attributes = {}, children = []) => ({ tag, key, attributes, children });

const made = new WeakMap(); // by element: the key of its node, and its current attributes
const moving = new Map(); // by element: its running animations
let isScheduled = false;

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Make the children of an element match nodes; `ms` is the duration of the animation. */
export function patch(parent, nodes, ms = 0) {
  const lasting = isStill() ? 0 : ms, found = new Map(), wanted = new Set(nodes.map(({ key }) => key));
  for (const element of [...parent.children]) { // first, because an element that is moved loses the focus
    const key = made.get(element)?.key;
    if (wanted.has(key)) found.set(key, element);
    else element.remove();
  }
  let place = parent.firstElementChild;
  for (const one of nodes) { // their keys are unique
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
    else if (one.children) patch(element, one.children, lasting); // null: other code fills the element
    if (one.tag === "select" && element.value !== one.attributes.value) element.value = one.attributes.value;
  }
}

function create(parent, { tag, key }, ms) {
  const space = tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject") ? SVG : XHTML;
  const element = document.createElementNS(space, tag);
  made.set(element, { key, attributes: {} });
  // Marks do not fade: a layer for each is slow to paint.
  if (ms > 0 && space === XHTML) element.animate?.([{ opacity: 0 }, {}], { duration: Math.min(ms, FADE_MS) });
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
  } else if (name === "data-markup") element.innerHTML = attributes[name] = text; // MathML or a QR code, made by Python
  else element.setAttribute(name, (attributes[name] = text));
}

/** Whether two texts differ only in their numbers. */
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

// The marks in every picture: a disc is a positive row, a cross a negative one, a white circle a measured point, and
// what is black can be moved.
/** An SVG of the given size, at a position on its board. */
export const drawing = (key, [x, y, width, height], nodes, more) => node("svg", key, { viewBox: `0 0 ${width} ${height}`,
  width, height, style: `left:${x}px;top:${y}px`, role: "group", ...more }, nodes);

export const text = (key, x, y, content, { size = 16, ...more } = {}) =>
  node("text", key, { x, y, style: `font-size:${size}px`, ...more }, content);

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
export function pill(key, x, y, width, height, content, size) {
  const end = width / 2 - 15, chevrons = [-1, 1].map((side) => `M${side * end} -5l${side * 5} 5l${-side * 5} 5`).join("");
  return node("g", key, { transform: `translate(${x} ${y})` }, [
    node("rect", "halo", { x: -width / 2 - 5, y: -height / 2 - 5, width: width + 10, height: height + 10,
      rx: height / 2 + 5, class: "lab-halo" }),
    node("rect", "pill", { x: -width / 2, y: -height / 2, width, height, rx: height / 2, class: "lab-handle" }),
    node("path", "chevrons", { d: chevrons, class: "lab-chevrons" }),
    text("text", 0, size * 0.35, content, { size, class: "lab-pill-text", "text-anchor": "middle" }),
  ]);
}

/** A black disc with chevrons, and a larger circle in which it can be grabbed. */
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
export const slider = (handle, at, { name, low, high, now, valueText, upright = false }) => ({
  "data-handle": handle, "data-x": at.x, "data-y": at.y, role: "slider", tabindex: 0, "aria-label": name,
  "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": now, "aria-valuetext": valueText,
  "aria-orientation": upright ? "vertical" : "horizontal",
});
