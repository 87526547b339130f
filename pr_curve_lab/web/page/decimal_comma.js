// A comma in a field for numbers. Where the browser writes numbers with points it drops a comma, and 25,50 would be 2550
// without a word. Here it is a decimal sign, unless three digits after it make it one of thousands, as in 2,500.

const THOUSANDS = /^[1-9]\d*\.\d{3}$/;
const WHOLE_FROM = 1000; // the largest number of a field that may hold thousands

function isNumberField(field) {
  return field instanceof HTMLInputElement && field.type === "number";
}

function asPoint(event) {
  const field = event.target;
  if (!isNumberField(field) || !event.data?.includes(",") || event.data.includes(".")) return;
  event.preventDefault();
  field.labComma = true;
  document.execCommand("insertText", false, event.data.replaceAll(",", "."));
}

function asThousands({ target: field }) {
  if (!isNumberField(field) || !field.labComma) return;
  if (field.value === "") field.labComma = false;
  if (Number(field.max || Infinity) < WHOLE_FROM || !THOUSANDS.test(field.value)) return;
  field.labComma = false;
  field.select();
  document.execCommand("insertText", false, field.value.replace(".", ""));
}

export function takeCommas() {
  if (window.labTakesCommas || (3 / 2).toLocaleString(navigator.language).includes(",")) return;
  window.labTakesCommas = true;
  document.addEventListener("beforeinput", asPoint, true);
  document.addEventListener("input", asThousands);
}
