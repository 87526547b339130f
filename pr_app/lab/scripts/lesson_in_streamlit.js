// A lesson as a component of Streamlit. The step stands in the address, where the server writes it too.
import { playLesson } from "./player.js";

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".lab") ?? parentElement.appendChild(document.createElement("div"));
  const part = playLesson(root, data, {
    hasList: true,
    step: () => Number(new URLSearchParams(location.search).get("step") ?? 1),
    send: (name, value) => (name === "list" ? setTriggerValue : setStateValue)(name, value),
  });
  return () => part.close();
}
