// Play as a component of Streamlit: the same element and the same part, however often Python runs again.
import { copyText } from "./clipboard.js";
import { play } from "./play.js";

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".lab") ?? parentElement.appendChild(document.createElement("div"));
  const part = play(root, data, {
    canUse: true,
    send: (name, value) => (name === "use" ? setTriggerValue : setStateValue)(name, value),
    copy: (parameters) => copyText(new URL(`?${new URLSearchParams({ ...parameters, lang: data.language })}`, location.href).href),
  });
  // At times Streamlit ends a component and begins it again where it stands: a row may be dragged meanwhile.
  return () => setTimeout(() => root.isConnected || part.close());
}
