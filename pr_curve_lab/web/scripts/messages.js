// Sentences and numbers of the visitor's language: the catalog's words come with the bundle, no module has its own.

const MOST_DECIMALS = 9;

/** A sentence with its facts put in. */
export const filled = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

/** About how wide a text is, in ems: a Chinese character is as wide as high. */
export const widthOf = (text) => [...text].reduce((sum, one) => sum + (one > "⺀" ? 1 : 0.54), 0);

/** What a language says: `format` fills a sentence, the others write numbers. */
export function messagesOf({ words, signs, language }) {
  const plain = (value) => String(Number(value.toPrecision(6))).replace("-", "−").replace(".", signs.decimal);
  return {
    format: (key, facts = {}) => filled(words[key] ?? key, facts),
    counted: (key, count) => filled(words[`${key}.${new Intl.PluralRules(language).select(count)}`], { count:
      fixed(count, 0, signs) }),
    number: (value) => (Number.isFinite(value) ? plain(value) : "–"),
    fixed: (value, decimals) => fixed(value, decimals, signs),
    area: (value) => fixed(value, 3, signs),
    goal: (value) => fixed(value, 3, signs).replace(/0$/, ""),
    ratio: (value) => formatRatio(value, signs),
    count: (value) => fixed(value, Number.isInteger(value) ? 0 : 2, signs),
    fraction: (part, whole) => [part, whole].every(Number.isInteger)
      ? [part, whole].map((one) => fixed(one, 0, signs)).join("/") : formatRatio(part / whole, signs),
  };
}

/** Two decimals, or as many as it takes not to look like a full 1 or 0. */
function formatRatio(value, signs) {
  let decimals = 2;
  const looksFull = () => [0, 1].includes(Number(fixed(value, decimals).replace("−", "-")));
  while (value > 0 && value < 1 && looksFull() && decimals < MOST_DECIMALS) decimals += 1;
  return fixed(value, decimals, signs);
}

/**
 * Two areas and their gap, so that what is printed subtracts: the gap has as many decimals as the areas, or one fewer;
 * where it does not at three, the areas have more.
 */
export function gapInPrint(first, second, { fixed: write }) {
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

// Numbers as people read them: half up as at school, with the signs of the language.
const TINY = 1e-9; // of a printed unit: 0.285 is a little less in binary, but meant exactly

/** A number with so many decimals, half up; a dash where there is none. */
export function fixed(value, decimals, signs = { decimal: ".", group: "," }) {
  if (!Number.isFinite(value)) return "–";
  const unit = 10 ** decimals, scaled = Math.floor(Math.abs(value) * unit + 0.5 + TINY);
  const text = (scaled / unit).toFixed(decimals), [whole, part] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, signs.group);
  return (value < 0 && scaled > 0 ? "−" : "") + grouped + (part ? signs.decimal + part : "");
}
