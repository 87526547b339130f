// The browser's tab: its language, one step back for each page change, commas in fields for numbers, and what it showed
// before the server forgot the session.

// Streamlit opens a page under the address of the page before and completes the address when the page is there. The
// complete address takes the place of the other, unless somebody has touched the page in between.
function oneStepAPage() {
  if (history.labOneStepAPage) return;
  history.labOneStepAPage = true;
  let opened = null; // path of the page whose address is not complete
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

// A server that was restarted knows nobody, nor does another: to the same tab it is another session, without the rows.
function lost(data) {
  const before = window.labShown;
  window.labShown = data;
  if (!before || before.session === data.session || data.said) return null;
  return before.own && !data.own ? "rows" : "visit";
}

export default function ({ data, setTriggerValue }) {
  document.documentElement.lang = data.language; // Streamlit says English; Chinese would be read with an English voice
  oneStepAPage();
  takeCommas();
  const what = lost(data);
  if (what) setTriggerValue("lost", what);
}

// A comma in a field for numbers. Where the browser writes numbers with points it drops a comma, and 25,50 would be 2550
// without a word. Here it is a decimal sign, unless three digits after it make it one of thousands, as in 2,500.
const THOUSANDS = /^[1-9]\d*\.\d{3}$/;
const WHOLE_FROM = 1000; // the largest number of a field that may hold thousands

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

function takeCommas() {
  if (window.labTakesCommas || (3 / 2).toLocaleString(navigator.language).includes(",")) return;
  window.labTakesCommas = true;
  document.addEventListener("beforeinput", asPoint, true);
  document.addEventListener("input", asThousands);
}
