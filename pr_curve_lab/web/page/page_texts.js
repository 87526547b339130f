// The texts of the page that follow a point, by their places and their order there. React writes a text only where it
// thinks that it has changed, so what it wrote is remembered, and put back before its next word counts.
const remembered = new Map(); // of a text node: what React wrote there, and what stands there instead

export const filled = (template, texts) => template.replace(/\{(\w+)\}/g, (gap, name) => texts[name] ?? gap);

function textsIn(element) {
  if (element.nodeType === Node.TEXT_NODE) return element.nodeValue.trim() ? [element] : [];
  return [...element.childNodes].flatMap(textsIn);
}

// KaTeX writes what is below the line of a fraction before what is above.
function inReadingOrder(element) {
  if (element.nodeType === Node.TEXT_NODE) return element.parentElement.closest(".text") ? [element] : [];
  const parts = [...element.childNodes];
  return (element.classList.contains("vlist") ? parts.reverse() : parts).flatMap(inReadingOrder);
}

const paired = (nodes, templates) =>
  nodes.length === templates.length ? nodes.map((node, i) => [node, templates[i]]) : null;

// A formula stands there three times: to be seen, to be heard, and as its source.
function ofFormula(element, latex) {
  const said = [...latex.matchAll(/\\text\{(\{\w+\}|[^{}]*)\}/g)].map((found) => found[1]);
  const heard = [...element.querySelectorAll("mtext")].flatMap(textsIn);
  const seen = inReadingOrder(element.querySelector(".katex-html"));
  const source = textsIn(element.querySelector("annotation"));
  const parts = [paired(seen, said), paired(heard, said), paired(source, [latex])];
  return parts.includes(null) ? null : parts.flat();
}

function ofFormulas(box, formulas) {
  const elements = [...box.querySelectorAll(".katex")];
  if (elements.length !== formulas.length) return null;
  const parts = elements.map((element, i) => ofFormula(element, formulas[i]));
  return parts.includes(null) ? null : parts.flat();
}

// The text nodes of a place with their templates; null where the page is another than was told.
function nodesOf({ at, texts, formulas, folds }, headline) {
  const box = document.querySelector(at);
  if (!box) return folds ? [] : null;
  return formulas ? ofFormulas(box, formulas) : paired(textsIn(box), texts ?? [headline]);
}

const pairsOf = (places, headline) => places.flatMap((place) => nodesOf(place, headline) ?? []);

/** Whether all places say what they should of a point. */
export const stands = (places, { texts, headline }) => places.every((place) =>
  nodesOf(place, headline)?.every(([node, template]) => node.nodeValue === filled(template, texts)) ?? false);

/** Have all places say what they should of a point. */
export function write(places, { texts, headline }) {
  for (const [node, template] of pairsOf(places, headline)) {
    const text = filled(template, texts);
    if (node.nodeValue === text) continue;
    const before = remembered.get(node);
    const reacts = before && before.instead === node.nodeValue ? before.reacts : node.nodeValue;
    remembered.set(node, { reacts, instead: text });
    node.nodeValue = text;
  }
}

/** Leave to React what was written: it has or will have written what is true of a point, except where that is the same. */
export function leave(places, point) {
  const now = new Map(point ? pairsOf(places, point.headline) : []);
  remembered.forEach(({ reacts, instead }, node) => {
    if (now.has(node)) node.nodeValue = filled(now.get(node), point.texts);
    else if (node.nodeValue === instead) node.nodeValue = reacts;
  });
  remembered.clear();
}
