// Writes messages and numbers in the language of the visitor. All messages come from Python with the data.

const MOST_DECIMALS = 9;

/** Fill facts into a message. */
export const fillPlaceholders = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

/** The approximate width of a text in ems; a Chinese character is one em wide. */
export const widthOf = (text) => [...text].reduce((sum, one) => sum + (one > "⺀" ? 1 : 0.54), 0);

/** The functions of a language: `format` and `counted` fill messages, the others write numbers. */
export function messagesOf({ words, signs, language }) {
  const plain = (value) => String(Number(value.toPrecision(6))).replace("-", "−").replace(".", signs.decimal);
  return {
    format: (key, facts = {}) => fillPlaceholders(words[key] ?? key, facts),
    counted: (key, count) => fillPlaceholders(words[`${key}.${new Intl.PluralRules(language).select(count)}`], { count:
      fixed(count, 0, signs) }),
    number: (value) => (Number.isFinite(value) ? plain(value) : "–"),
    fixed: (value, decimals) => fixed(value, decimals, signs),
    area: (value) => fixed(value, 3, signs),
    target: (value) => fixed(value, 3, signs).replace(/0$/, ""),
    ratio: (value) => formatRatio(value, signs),
    count: (value) => fixed(value, 2, signs).replace(/\D00$/, ""),
    fraction: (part, whole) => [part, whole].every(Number.isInteger)
      ? [part, whole].map((one) => fixed(one, 0, signs)).join("/") : formatRatio(part / whole, signs),
  };
}

/** Write a ratio with two decimals, or with more if it would be rounded to 0 or 1. */
function formatRatio(value, signs) {
  let decimals = 2;
  const looksFull = () => [0, 1].includes(Number(fixed(value, decimals).replace("−", "-")));
  while (value > 0 && value < 1 && looksFull() && decimals < MOST_DECIMALS) decimals += 1;
  return fixed(value, decimals, signs);
}

/**
 * Write two areas and their gap so that the printed numbers subtract correctly. The gap has as many decimals as the
 * areas, or one fewer. The areas have three decimals, or more if the numbers do not subtract with three.
 */
export function distinctNumbers(first, second, { fixed: write }) {
  const gap = Math.abs(first - second), round = (value, decimals) => Number(fixed(value, decimals));
  for (let decimals = 3; decimals < MOST_DECIMALS; decimals++) {
    const printed = Math.abs(round(first, decimals) - round(second, decimals));
    for (const kept of [decimals, decimals - 1]) {
      const isSame = round(printed, kept) === round(gap, kept) && (round(gap, kept) > 0 || gap < 1e-12);
      if (isSame && (kept === decimals || gap >= 15 * 10 ** -decimals)) {
        return { first: write(first, decimals), second: write(second, decimals), gap: write(gap, kept), isNone: gap < 1e-12 };
      }
    }
  }
  return { first: write(first, 3), second: write(second, 3), gap: String(gap), isNone: false };
}

// Numbers are rounded half up, as taught at school, and written with the signs of the language.
const TINY = 1e-9; // of the last decimal, because 0.285 is stored as slightly less but should be rounded up

/** Write a number with the given decimals, rounded half up; a dash if it is not finite. */
export function fixed(value, decimals, signs = { decimal: ".", group: "," }) {
  if (!Number.isFinite(value)) return "–";
  const unit = 10 ** decimals, scaled = Math.floor(Math.abs(value) * unit + 0.5 + TINY);
  const text = (scaled / unit).toFixed(decimals), [whole, part] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, signs.group);
  return (value < 0 && scaled > 0 ? "−" : "") + grouped + (part ? signs.decimal + part : "");
}
