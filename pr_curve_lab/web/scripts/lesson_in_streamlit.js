// A lesson as a component of Streamlit. Which step is shown stands in the address: the browser writes it there, and the
// server reads it whenever it runs for another reason. A walk through a lesson makes it run not once.
import { Classroom } from "./classroom.js";
import { playLesson } from "./player.js";

const asked = (name) => new URLSearchParams(location.search).get(name);

function note(name, value) {
  const address = new URL(location.href);
  if (value) address.searchParams.set(name, value);
  else address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".lab") ?? parentElement.appendChild(document.createElement("div"));
  const told = { step: (number) => note("step", number > 1 && String(number)), room: (on) => note("room", on && "1"),
    list: () => setTriggerValue("list", true), onwards: () => setTriggerValue("onwards", true) };
  const part = playLesson(root, data, {
    hasPages: true,
    step: () => Number(asked("step") ?? 1),
    isProjected: () => asked("room") === "1",
    classroom: (player) => new Classroom(player, asked("class")),
    send: (name, value) => told[name]?.(value),
  });
  return () => part.close();
}
