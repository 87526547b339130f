// A text with numbers of the selected point, which follow it while it is dragged. The server writes the text as HTML, with its
// numbers in elements that carry data-text; one whose words depend on a number comes with a template for each plural.
const texts = new WeakMap(); // by the element that Streamlit gives to each

class FollowingText {
  constructor(root) {
    this.root = root;
    this.follow = ({ detail }) => this.show(detail);
    window.addEventListener("threshold-move", this.follow);
  }

  update(data) {
    this.data = data;
    this.show(window.labMovedThreshold);
  }

  // The text for a point that is dragged; without one as the server wrote it.
  show(point) {
    const { html, templates } = this.data, wanted = (point && templates?.[point.texts.plural]) ?? html;
    if (wanted !== this.shown || !point) this.root.innerHTML = this.shown = wanted;
    if (!point) return;
    for (const element of this.root.querySelectorAll("[data-text]")) element.textContent = point.texts[element.dataset.text];
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
