// Labels of a chart of which the words alone are new. Plotly would draw the whole chart for them: they are written into
// what it drew, each from the edge that it is anchored by.
const TAG = /<[^>]*>/;
const EDGES = { left: (box) => box.left, right: (box) => box.right };

const drawnText = (chart, index) => chart.querySelector(`.annotation[data-index="${index}"] text`);
const tagsOf = (text) => (text.match(new RegExp(TAG, "g")) ?? []).join();
const edgeOf = ({ xanchor }, box) => (EDGES[xanchor] ?? ((one) => (one.left + one.right) / 2))(box);

function piecesOf(text) {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) if (walker.currentNode.data) found.push(walker.currentNode);
  return found;
}

// A label as it will be written; null where more than its words is new, or it was drawn with other pieces.
function writing(chart, note, before, index) {
  const isPlain = ({ text, bgcolor }) => !text.includes("&") && !bgcolor;
  const areWords = JSON.stringify({ ...note, text: "" }) === JSON.stringify({ ...before, text: "" });
  const text = drawnText(chart, index);
  if (!areWords || !text || !isPlain(note) || !isPlain(before) || tagsOf(note.text) !== tagsOf(before.text)) return null;
  const pieces = piecesOf(text), words = note.text.split(TAG).filter(Boolean);
  return pieces.length === words.length ? { note, text, pieces, words } : null;
}

/** Write the labels that are new into the chart; false, and nothing written, where Plotly has to draw them. */
export function writeLabels(chart, notes, before) {
  if (notes.length !== before?.length) return false;
  const areNew = [...notes.keys()].filter((index) => JSON.stringify(notes[index]) !== JSON.stringify(before[index]));
  const written = areNew.map((index) => writing(chart, notes[index], before[index], index));
  if (written.includes(null)) return false;
  const edges = () => written.map(({ note, text }) => edgeOf(note, text.getBoundingClientRect()));
  const old = edges();
  written.forEach(({ pieces, words }) => pieces.forEach((piece, at) => { piece.data = words[at]; }));
  edges().forEach((edge, at) => {
    const { text } = written[at];
    for (const one of [text, ...text.querySelectorAll("tspan[x]")])
      one.setAttribute("x", Number(one.getAttribute("x")) + old[at] - edge);
  });
  chart.layout.annotations = notes;
  return true;
}
