// Play as a Streamlit component. Its element and its board are kept in every rerun.
import { copyText } from "./clipboard.js";
import { play } from "./play.js";

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".lab") ?? parentElement.appendChild(document.createElement("div"));
  const part = play(root, data, {
    canUse: true,
    send: (name, value) => (name === "use" ? setTriggerValue : setStateValue)(name, value),
    copy: (parameters) => {
      const { href } = new URL(`?${new URLSearchParams({ ...parameters, lang: data.language })}`, location.href);
      setTriggerValue("link", href);
      return copyText(href);
    },
  });
  // Streamlit sometimes unmounts a component and mounts it again at once, perhaps during a drag. So close the board
  // only if its element is gone afterwards.
  return () => setTimeout(() => root.isConnected || part.close());
}
