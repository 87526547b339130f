import { takeCommas } from "./decimal_comma.js";

// What only the browser's tab can do: say in which language it is, see to it that a page change is one step back, and know
// what it showed before a server that does not know it any more.

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
