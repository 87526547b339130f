// What only the browser's tab can do: see to it that a page change is one step back, and know that it showed rows of the
// visitor's own which the server has lost.

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

// A server that was restarted knows nobody: to the same tab it is another session, without the rows.
function hasLostRows(data) {
  const before = window.labShown;
  window.labShown = data;
  return Boolean(before?.own) && before.session !== data.session && !data.own && !data.said;
}

export default function ({ data, setTriggerValue }) {
  oneStepAPage();
  if (hasLostRows(data)) setTriggerValue("lost", data.session);
}
