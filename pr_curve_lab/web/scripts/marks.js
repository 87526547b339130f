// The marks of every picture: a disc is positive, a cross negative, a white circle measured, black can be moved.

import { node } from "./elements.js";

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
    node("rect", "pill", { x: -width / 2, y: -height / 2, width, height, rx: height / 2, class: "lab-hand" }),
    node("path", "chevrons", { d: chevrons, class: "lab-chevrons" }),
    text("said", 0, size * 0.35, said, { size, class: "lab-said", "text-anchor": "middle" }),
  ]);
}

/**
 * What a handle is to whoever cannot see it, and to the hand.
 * @param {string} hand what it moves
 * @param {{x: number, y: number}} at where it is held
 */
export const slider = (hand, at, { name, low, high, now, said, upright = false }) => ({
  "data-hand": hand, "data-x": at.x, "data-y": at.y, role: "slider", tabindex: 0, "aria-label": name,
  "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": now, "aria-valuetext": said,
  "aria-orientation": upright ? "vertical" : "horizontal",
});
