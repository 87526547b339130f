// What a screen reader reads of a slider. Its value would be an option's place in the list, "337"; its name would come
// from its group and from itself, twice. An observer, since Streamlit writes both anew when it draws the slider again.
const WRITTEN = ["aria-label", "aria-labelledby", "aria-valuetext"];

function correct(input, numbers) {
  input.removeAttribute("aria-labelledby"); // the group and itself; its own aria-label is the name
  input.closest('[role="group"]')?.removeAttribute("aria-label");
  if (numbers.length !== Number(input.max) + 1) return; // the slider has another list already, or not yet
  const known = numbers.filter((number) => number !== null);
  const values = { min: Math.min(...known), max: Math.max(...known), now: numbers[Number(input.value)] };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) input.removeAttribute(`aria-value${name}`);
    else input.setAttribute(`aria-value${name}`, value);
  }
}

export default function ({ data }) {
  const box = document.querySelector(`.st-key-${data.slider}`);
  if (!box) return undefined;
  const correctAll = () => box.querySelectorAll('input[type="range"]').forEach((input) => correct(input, data.numbers));
  const observer = new MutationObserver(correctAll);
  observer.observe(box, { subtree: true, childList: true, attributes: true, attributeFilter: WRITTEN });
  correctAll();
  return () => observer.disconnect();
}
