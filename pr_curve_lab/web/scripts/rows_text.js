// Rows as a text, so that an address can hand them on: 0.94p_0.84n_0.5px2 is a positive, a negative and one of weight 2.

/** @param {import("./curve.js").Row[]} rows */
export const textOfRows = (rows) =>
  rows.map(({ score, positive, weight = 1 }) => `${score}${positive ? "p" : "n"}${weight === 1 ? "" : `x${weight}`}`)
    .join("_");

/** @returns {import("./curve.js").Row[]} */
export const rowsOfText = (text) =>
  text.split("_").filter(Boolean).map((one) => {
    const [, score, kind, weight] = one.match(/^(.+)([pn])(?:x(.+))?$/);
    return { score: Number(score), positive: kind === "p", ...(weight ? { weight: Number(weight) } : {}) };
  });
