// Copies links to the clipboard.

/** Copy a text; resolves to whether that worked. A page without TLS, as in a class, has only the older execCommand. */
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
