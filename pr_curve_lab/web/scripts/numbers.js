// Numbers as people read them: half up as at school, with the signs of the language.

const TINY = 1e-9; // of a printed unit: 0.285 is a little less in binary, and meant as what it says

/** A number with so many decimals, half up; a dash where there is none. */
export function fixed(value, decimals, signs = { decimal: ".", group: "," }) {
  if (!Number.isFinite(value)) return "–";
  const unit = 10 ** decimals, scaled = Math.floor(Math.abs(value) * unit + 0.5 + TINY);
  const text = (scaled / unit).toFixed(decimals), [whole, part] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, signs.group);
  return (value < 0 && scaled > 0 ? "−" : "") + grouped + (part ? signs.decimal + part : "");
}
