// Where words have room in a picture: the lowest place without a line.

const COLUMNS = 60; // across the square; of a line each has its lowest and its highest point
const UP = 0.025, ACROSS = 0.05; // from place to place

/** The lowest and highest point of a line in each column. Vertices go from left to right. */
function bandsOf(x, y) {
  const low = Array(COLUMNS).fill(Infinity), high = Array(COLUMNS).fill(-Infinity);
  const column = (at) => Math.min(COLUMNS - 1, Math.floor(at * COLUMNS));
  for (let i = 1; i < x.length; i++) {
    const from = x[i - 1], first = column(from), last = column(x[i]), slope = (y[i] - y[i - 1]) / (x[i] - from);
    for (let c = first; c <= last; c++) {
      const a = c === first ? y[i - 1] : y[i - 1] + slope * (c / COLUMNS - from);
      const b = c === last ? y[i] : y[i - 1] + slope * ((c + 1) / COLUMNS - from);
      low[c] = Math.min(low[c], a, b);
      high[c] = Math.max(high[c], a, b);
    }
  }
  return { low, high };
}

/**
 * A box of a size where least is: at the first of the places wanted that is free, else at the lowest. Boxes are left,
 * bottom, right and top, in shares of the square; then, how many columns are crossed.
 * @param {{lines: number[][][], boxes: number[][]}} taken
 * @param {number[][]} wanted lower left corners; no other if it is there
 */
export function freeSpace([width, height], { lines, boxes = [] }, wanted = [], isThere = false) {
  const bands = lines.map(([x, y]) => bandsOf(x, y));
  const crossed = ([left, bottom]) => {
    const right = left + width, top = bottom + height, last = Math.min(COLUMNS - 1, Math.floor(right * COLUMNS));
    let columns = COLUMNS * boxes.filter(([l, b, r, t]) => l < right && r > left && b < top && t > bottom).length;
    for (let c = Math.floor(left * COLUMNS); c <= last; c++) {
      if (bands.some(({ low, high }) => low[c] < top && high[c] > bottom)) columns += 1;
    }
    return columns;
  };
  const places = [...wanted];
  for (let bottom = UP; !isThere && bottom + height <= 1; bottom += UP) {
    for (let left = ACROSS; left + width <= 1; left += ACROSS) places.push([left, bottom]);
  }
  let best = places[0] ?? [ACROSS, UP], least = Infinity;
  for (const place of places) {
    const columns = crossed(place);
    if (columns < least) [best, least] = [place, columns];
    if (least === 0) break;
  }
  const [left, bottom] = best;
  return [left, bottom, left + width, bottom + height, least];
}
