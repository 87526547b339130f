// The picture as a widget of a notebook: Python is told when a hand lets go, and colours are those of the page around.
import { SideBySide } from "./side_by_side.js";

const THEMES = ["class", "style", "data-jp-theme-light", "data-vscode-theme-kind", "data-theme", "data-color-mode"];
const LIGHT = 128; // of 255

/** The red, green, blue and opacity of any colour that a browser knows, each up to 255. */
function partsOf(colour) {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data;
}

const brightness = ([red, green, blue]) => (299 * red + 587 * green + 114 * blue) / 1000;

/** What an element lies on: the nearest ground that hides what is behind it. */
function paperBehind(element) {
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    const { backgroundColor } = getComputedStyle(at), parts = partsOf(backgroundColor);
    if (parts[3] > LIGHT) return { colour: backgroundColor, isDark: brightness(parts) < LIGHT };
  }
  return { colour: null, isDark: brightness(partsOf(getComputedStyle(element).color)) > LIGHT };
}

/** Give a part the colours of the page that it stands in, and again when these change. */
function followTheme(root, around) {
  const look = () => {
    const { colour, isDark } = paperBehind(around);
    root.style.colorScheme = isDark ? "dark" : "light";
    if (colour) root.style.setProperty("--paper", colour);
    else root.style.removeProperty("--paper");
  };
  const later = () => requestAnimationFrame(look), watch = new MutationObserver(later);
  const preferred = matchMedia("(prefers-color-scheme: dark)");
  for (const one of [document.documentElement, document.body]) watch.observe(one, { attributeFilter: THEMES });
  preferred.addEventListener("change", later);
  look();
  later(); // a page may put its widget in its place only now
  return () => {
    watch.disconnect();
    preferred.removeEventListener("change", later);
  };
}

function render({ model, el }) {
  const root = el.appendChild(document.createElement("div"));
  const part = new SideBySide(root, model.get("bundle"), model.get("threshold"), {
    send: (changes) => {
      for (const [name, value] of Object.entries(changes)) model.set(name, value);
      model.save_changes();
    },
  });
  const takeAll = () => part.take(model.get("bundle"), model.get("threshold"));
  const takeThreshold = () => part.takeThreshold(model.get("threshold"));
  model.on("change:bundle", takeAll);
  model.on("change:threshold", takeThreshold);
  const leave = followTheme(root, el);
  return () => {
    leave();
    model.off("change:bundle", takeAll);
    model.off("change:threshold", takeThreshold);
    part.close();
  };
}

export default { render };
