// Reads labels and scores from a CSV file.

const POSITIVE = new Set(["1", "1.0", "true", "yes", "y", "t", "p", "pos", "positive", "是", "正例"]);
const LABEL = /label|true|target|class|outcome|标签|真/i, SCORE = /scor|prob|pred|logit|^p$|分数|得分|概率|预测/i;
const MOST_SAID = 4; // values of a column that a message lists
const COUNTS = /^(id|nr|no|row|index|#|编号|序号|行号)$/i; // names of columns that number the rows

/**
 * Return the rows of a CSV text. The columns of label and score are found by their values; if several fit, by their
 * names.
 * @returns {{rows: import("./curve.js").Row[], positive: string, other: string, label: Column, score: Column}
 *   | {problem: string, facts?: object}} with @typedef {{name?: string, number: number}} Column
 */
export function rowsOfCsv(text, selectedPositive) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/).filter((line) => line.trim());
  const sign = [";", "\t", ","].find((one) => (lines[0] ?? "").includes(one));
  if (!sign || lines.length < 2) return { problem: "csv_columns" };
  const read = (cell = "") => Number((sign === "," ? cell : cell.replace(",", ".")) || NaN);
  const cells = lines.map((line) => line.split(sign).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
  const hasHeader = cells[0].every((cell) => Number.isNaN(read(cell))), names = hasHeader ? cells[0] : [];
  const table = hasHeader ? cells.slice(1) : cells, all = [...cells[0].keys()];
  const valuesOf = (column) => [...new Set(table.map((line) => line[column] ?? ""))].filter(Boolean);
  const is = (name, column) => name.test(names[column] ?? "");
  const first = (fits, name) => all.filter(fits).sort((a, b) => is(name, b) - is(name, a))[0];
  const label = first((column) => valuesOf(column).length === 2 && !is(SCORE, column), LABEL);
  if (label === undefined) {
    const named = all.find((column) => valuesOf(column).length > 2 && is(LABEL, column) && !is(SCORE, column));
    if (named === undefined) return { problem: "csv_label" };
    const found = valuesOf(named), values = found.slice(0, MOST_SAID).join(", ") + (found.length > MOST_SAID ? " …" : "");
    return { problem: "csv_values", facts: { label: names[named], count: found.length, values } };
  }
  const gaps = (column) => table.filter((line) => !line[column]).length;
  const counts = (column) => is(COUNTS, column) || table.every((line, i) => read(line[column]) - i === read(table[0][column]));
  const isScore = (column) => column !== label && table.every((line) => !line[column] || Number.isFinite(read(line[column])))
    && gaps(column) < table.length;
  const score = first((column) => isScore(column) && !counts(column), SCORE) ?? first(isScore, SCORE);
  if (score === undefined) return { problem: "csv_score" };
  if (gaps(label) + gaps(score)) return { problem: "csv_gaps", facts: { labels: gaps(label), scores: gaps(score) } };
  const values = valuesOf(label), count = (value) => table.filter((line) => line[label] === value).length;
  const known = values.filter((value) => POSITIVE.has(value.toLowerCase()));
  const rarer = count(values[0]) <= count(values[1]) ? values[0] : values[1];
  const positive = selectedPositive ?? (known.length === 1 ? known[0] : rarer), column = (number) => ({ name: names[number], number: number + 1 });
  const rows = table.map((line) => ({ score: read(line[score]), positive: line[label] === positive }));
  return { rows, positive, other: values.find((value) => value !== positive), label: column(label), score: column(score) };
}
