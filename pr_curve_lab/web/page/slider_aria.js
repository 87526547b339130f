// Corrects what a screen reader reads of a slider. Without it the value would be the index of the option, such as 337,
// and the name would be read twice, for the group and for the slider. Streamlit writes both again whenever it draws the
// slider, so an observer repeats the correction.
const WRITTEN = ["aria-label", "aria-labelledby", "aria-valuetext"];

function correct(input, numbers) {
  input.removeAttribute("aria-labelledby"); // it names the group and the slider
  input.closest('[role="group"]')?.removeAttribute("aria-label");
  if (numbers.length !== Number(input.max) + 1) return; // the slider and the numbers are from different runs
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
