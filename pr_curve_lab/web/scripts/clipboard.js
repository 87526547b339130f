// Links to copy, for whoever shows Play.

/** Copy a text; where the page came without TLS, as in a class, a browser has only the older way. */
export function copyText(text) {
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
