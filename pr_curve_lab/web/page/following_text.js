// A text whose numbers follow the selected point while it is dragged. The server sends the text as HTML, with each
// number in an element with the attribute data-text, or data-dots if CSS draws it as dots. If the wording depends on a number, it sends a template for each
// plural form.
const texts = new WeakMap(); // by the element that Streamlit gives to each

class FollowingText {
  constructor(root) {
    this.root = root;
    this.follow = ({ detail }) => this.show(detail);
    window.addEventListener("threshold-move", this.follow);
  }

  update(data) {
    this.data = data;
    this.show(window.labDraggedPoint);
  }

  // Show the text for a dragged point, or without one the text from the server.
  show(point) {
    const { html, templates } = this.data, wanted = (point && templates?.[point.texts.plural]) ?? html;
    if (wanted !== this.shown || !point) this.root.innerHTML = this.shown = wanted;
    if (!point) return;
    for (const element of this.root.querySelectorAll("[data-text]")) element.textContent = point.texts[element.dataset.text];
    for (const element of this.root.querySelectorAll("[data-dots]")) element.style.setProperty("--dots", point.texts[element.dataset.dots]);
  }

  close() {
    window.removeEventListener("threshold-move", this.follow);
  }
}

export default function ({ data, parentElement }) {
  if (!texts.has(parentElement)) texts.set(parentElement, new FollowingText(parentElement));
  const text = texts.get(parentElement);
  text.update(data);
  return () => {
    text.close();
    texts.delete(parentElement);
  };
}
