// Areas with their intervals on one scale, and where the lead of the first lies beside zero.

import { line, ring, text } from "./marks.js";

const LOOKS = ["lab-steps", "lab-lines"];
const ROWS = [0.17, 0.44], SCALE = 0.58, LEAD = 0.88; // of the height: the areas, their scale, the lead
const WIDTH = 0.9; // of the square
const ROOM = 1.2; // of the farther end of the lead, to either side of zero

export function intervalsPicture({ values, lead }, { x, y, size }, words) {
  const type = size > 400 ? 19 : 15, at = (share) => y + share * size;
  const far = lead ? ROOM * Math.max(-lead.low, lead.high) : 1, signed = (value) => (value > 0 ? "+" : "") + words.area(value);
  const least = Math.floor(10 * Math.min(...values.map(({ low }) => low))) / 10, width = WIDTH * size;
  const across = (value) => x + ((value - least) / (1 - least)) * width, beside = (value) => x + (0.5 + value / far / 2) * width;
  const middle = { "text-anchor": "middle", size: type };
  const bar = (key, { name, low, area, high }, look, up, place, write) => [
    text(`${key}_name`, x, up - 2.4 * type, name, { size: type + 1, class: `lab-strong ${look}-fill` }),
    line(`${key}_bar`, place(low), up, place(high), up, { class: `lab-interval ${look}` }),
    ring(`${key}_area`, place(area), up, 9, { class: `lab-measured ${look}`, "data-value": area }),
    text(`${key}_value`, place(area), up - 0.8 * type, write(area), { ...middle, class: "lab-bold lab-halo-text" }),
    ...[["low", low], ["high", high]].map(([end, value]) => text(`${key}_${end}`, place(value), up + 1.3 * type, write(value),
      { ...middle, class: "lab-quiet lab-halo-text" })),
  ];
  return [
    ...[least, 1].flatMap((tick) => [
      line(`grid${tick}`, across(tick), at(0), across(tick), at(SCALE), { class: "lab-grid" }),
      text(`tick${tick}`, across(tick), at(SCALE) + type + 6, words.number(tick), { ...middle, class: "lab-quiet" }),
    ]),
    ...values.flatMap((one, i) => bar(`model${i}`, one, LOOKS[i], at(ROWS[i]), across, words.area)),
    ...(lead ? [
      line("zero", beside(0), at(LEAD) - 2.2 * type, beside(0), at(LEAD) + 1.4 * type, { class: "lab-balance" }),
      text("zero_tick", beside(0), at(LEAD) + 2.4 * type, words.number(0), { ...middle, class: "lab-quiet" }),
      ...bar("lead", { ...lead, name: words.say("lead") }, "lab-ink", at(LEAD), beside, signed),
    ] : []),
  ];
}
