// Two columns of a CSV, a label and a score, read in the browser.

const POSITIVE = new Set(["1", "1.0", "true", "yes", "y", "t", "p", "pos", "positive", "是", "正例"]);

/**
 * Rows of a text of two columns; with three or more, of the first that has two values and the first of numbers.
 * @returns {{rows: import("./curve.js").Row[], positive: string, other: string} | {problem: string}}
 */
export function rowsOfCsv(text, chosen) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/).filter((line) => line.trim());
  const sign = [";", "\t", ","].find((one) => (lines[0] ?? "").includes(one));
  if (!sign || lines.length < 2) return { problem: "csv_columns" };
  const read = (cell) => Number((sign === "," ? cell : cell.replace(",", ".")) || NaN);
  const cells = lines.map((line) => line.split(sign).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
  const hasHeader = cells[0].every((cell) => Number.isNaN(read(cell)));
  const table = hasHeader ? cells.slice(1) : cells, width = table[0].length, all = [...Array(width).keys()];
  const distinct = all.map((column) => new Set(table.map((line) => line[column])));
  const label = all.find((column) => distinct[column].size === 2);
  const score = all.find((column) => column !== label && table.every((line) => Number.isFinite(read(line[column] ?? ""))));
  if (label === undefined || score === undefined) return { problem: "csv_columns" };
  const values = [...distinct[label]], count = (value) => table.filter((line) => line[label] === value).length;
  const known = values.filter((value) => POSITIVE.has(value.toLowerCase()));
  const rarer = count(values[0]) <= count(values[1]) ? values[0] : values[1];
  const positive = chosen ?? (known.length === 1 ? known[0] : rarer);
  const rows = table.map((line) => ({ score: read(line[score]), positive: line[label] === positive }));
  return { rows, positive, other: values.find((value) => value !== positive) };
}
