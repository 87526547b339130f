// Play as a component of Streamlit: the same element and the same part, however often Python runs again.
import { play } from "./play.js";

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".lab") ?? parentElement.appendChild(document.createElement("div"));
  const part = play(root, data, {
    canUse: true,
    send: (name, value) => (name === "use" ? setTriggerValue : setStateValue)(name, value),
    copy: (parameters) => {
      const link = new URL(location.href);
      link.search = new URLSearchParams({ ...parameters, lang: data.language });
      return copied(link.href);
    },
  });
  // At times Streamlit ends a component and begins it again where it stands: a row may be dragged meanwhile.
  return () => setTimeout(() => root.isConnected || part.close());
}

/** Copy a text; where the page came without TLS, as in a class, a browser has only the older way. */
function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const take = (event) => {
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  };
  addEventListener("copy", take);
  const isDone = document.execCommand("copy");
  removeEventListener("copy", take);
  return Promise.resolve(isDone);
}
