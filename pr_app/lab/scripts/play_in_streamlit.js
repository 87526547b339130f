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
  return () => part.close();
}

const copied = (text) => navigator.clipboard?.writeText(text).then(() => true, () => false) ?? Promise.resolve(false);
