// Sets the language of the document, keeps one history entry for each page change, accepts commas in number fields, and
// tells the server when a session was lost.

// Streamlit opens a page with the query string of the page before and corrects the address when the page has run. The
// corrected address replaces the first one in the history, unless the visitor has used the page in between.
function useOneHistoryStepPerPage() {
  if (history.labOneHistoryStepPerPage) return;
  history.labOneHistoryStepPerPage = true;
  let opened = null; // path of the page whose address is not yet corrected
  const push = history.pushState.bind(history);
  history.pushState = (state, title, url) => {
    const { pathname } = new URL(url ?? location.href, location.href);
    if (pathname !== location.pathname) {
      opened = pathname;
      push(state, title, url);
    } else if (pathname === opened) {
      opened = null;
      history.replaceState(state, title, url);
    } else {
      push(state, title, url);
    }
  };
  const forget = () => {
    opened = null;
  };
  for (const event of ["pointerdown", "keydown", "popstate"]) window.addEventListener(event, forget, true);
}

// After a restart, or on another server, the same tab gets a new session without the uploaded rows. Return what was
// lost: "rows" if there were own rows, else "visit"; null if nothing was lost or the visitor was told already.
function lostPart(data) {
  const before = window.labLastData;
  window.labLastData = data;
  if (!before || before.session === data.session || data.isLossReported) return null;
  return before.own && !data.own ? "rows" : "visit";
}

export default function ({ data, setTriggerValue }) {
  document.documentElement.lang = data.language; // Streamlit sets English, also for Chinese
  useOneHistoryStepPerPage();
  acceptDecimalCommas();
  const what = lostPart(data);
  if (what) setTriggerValue("lost", what);
}

// A browser whose decimal sign is a point ignores a comma in a number field, so 25,50 would silently become 2550. Here
// a comma is a decimal sign, unless exactly three digits follow it in a field for large numbers, as in 2,500.
const THOUSANDS = /^[1-9]\d*\.\d{3}$/;
const WHOLE_FROM = 1000; // a field whose maximum is below this has no thousands separator

function isNumberField(field) {
  return field instanceof HTMLInputElement && field.type === "number";
}

function asPoint(event) {
  const field = event.target;
  if (!isNumberField(field) || !event.data?.includes(",") || event.data.includes(".")) return;
  event.preventDefault();
  field.labComma = true;
  document.execCommand("insertText", false, event.data.replaceAll(",", "."));
}

function asThousands({ target: field }) {
  if (!isNumberField(field) || !field.labComma) return;
  if (field.value === "") field.labComma = false;
  if (Number(field.max || Infinity) < WHOLE_FROM || !THOUSANDS.test(field.value)) return;
  field.labComma = false;
  field.select();
  document.execCommand("insertText", false, field.value.replace(".", ""));
}

function acceptDecimalCommas() {
  if (window.labAcceptsCommas || (3 / 2).toLocaleString(navigator.language).includes(",")) return;
  window.labAcceptsCommas = true;
  document.addEventListener("beforeinput", asPoint, true);
  document.addEventListener("input", asThousands);
}
