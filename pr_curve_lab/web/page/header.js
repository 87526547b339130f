// Adds to the header what Streamlit leaves out: roles, the mark of the current page and its entry in the menu, and the
// language in the address of each link, so that a new tab opens in it. The menu closes on Escape and after a page change.
// Streamlit's link to the main content leads to the headline, as its own target includes the menu. The word on the
// button of an upload, which Streamlit has only in English, is written by the style. A button that opens a panel further
// down, or on another page, brings it into view.

function mark(header, { page, entry, language, labels }) {
  for (const [key, label] of Object.entries(labels)) {
    const links = header.querySelector(`.st-key-${key}`);
    if (!links) continue;
    links.setAttribute("role", "navigation");
    links.setAttribute("aria-label", label);
    for (const link of links.querySelectorAll("a")) {
      const name = new URL(link.href).pathname.split("/").pop();
      if (name === page) link.setAttribute("aria-current", "page");
      else if (name === entry && key === "menu") link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      link.setAttribute("href", `${link.getAttribute("href").split("?")[0]}?lang=${language}`);
    }
  }
}

function close(header) {
  header.querySelectorAll("details").forEach((more) => { more.open = false; });
}

function closeByEscape({ key, currentTarget: header }) {
  if (key !== "Escape" || !header.querySelector("details[open]")) return;
  close(header);
  header.querySelector("summary").focus();
}

function leadToHeadline(main, text) {
  const skip = document.querySelector(`a[href="#${main.id}"]`);
  if (!skip) return;
  skip.textContent = text;
  skip.onclick = (event) => {
    const headline = main.querySelector("h1");
    if (!headline) return;
    event.preventDefault();
    event.stopPropagation(); // to Streamlit, which would focus its own target
    headline.tabIndex = -1;
    headline.focus();
  };
}

// What arrives above the panel would move it out of view, until the visitor does something else.
function leadToPanel({ target, currentTarget: main }) {
  if (!target.closest(":is(.st-key-show_calibration, .st-key-open_calibration) button")) return;
  const follow = new ResizeObserver(() => document.querySelector(".st-key-calibration")?.scrollIntoView());
  follow.observe(main.firstElementChild); // the whole page
  for (const act of ["wheel", "pointerdown", "keydown"]) window.addEventListener(act, () => follow.disconnect(), { once: true });
}

// The first click into a number of a sentence selects it, so that typing replaces it; after Enter it counts as new again.
let isNew = false;
function selectNumber({ type, key, target }) {
  if (!target.matches(":is(.st-key-published, .st-key-theirs, .st-key-question, .st-key-where_used) input")) return;
  if (type === "click" && isNew) target.select();
  isNew = type === "focusin" || key === "Enter";
}

// Pressing a link also makes an open lesson tell the server its step. A change of page that came before that message would
// be undone by it, so it waits.
const WAIT = 100; // ms
let isLate = false;
function waitForLesson(event) {
  const link = event.target.closest("a");
  if (!link || isLate || event.ctrlKey || event.metaKey || !document.querySelector(".st-key-lesson_board")) return;
  event.preventDefault();
  event.stopPropagation();
  setTimeout(() => {
    isLate = true;
    link.click();
    isLate = false;
  }, WAIT);
}

export default function ({ data }) {
  const header = document.querySelector(".st-key-header"), main = header.closest("main");
  header.addEventListener("keydown", closeByEscape);
  header.addEventListener("click", waitForLesson, true);
  close(header);
  mark(header, data);
  leadToHeadline(main, data.skip);
  main.onclick = leadToPanel;
  for (const type of ["focusin", "keydown", "click"]) main.addEventListener(type, selectNumber);
  document.documentElement.style.setProperty("--upload", JSON.stringify(data.upload));
  const watch = new MutationObserver(() => mark(header, data)); // Streamlit draws the links later
  watch.observe(header, { childList: true, subtree: true });
  return () => watch.disconnect();
}
