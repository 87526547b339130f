// The slider of the threshold, which moves from stop to stop. While a pointer moves it, it dispatches the event
// "threshold-slide" on the window, whose detail is the index of the point. The server gets the point after the release
// or a key press. If keys follow each other quickly, or one is held down, it gets the first point at once, and the last
// one a moment later. When another part of the page moves the threshold, the slider follows.
const REST_MS = 200; // keys are quick if less time is between them; also the wait after the last one
const PARTS = `<p class="lab-slider-label" aria-hidden="true"></p><div class="lab-slider"><output aria-hidden="true"></output>
  <input type="range" min="0"><div class="lab-slider-ends" aria-hidden="true"><span></span><span></span></div></div>`;

const sliders = new WeakMap(); // by the element that Streamlit gives to each

class ThresholdSlider {
  constructor(root) {
    root.innerHTML = PARTS;
    [this.label, this.slider, this.output, this.input] = ["p", ".lab-slider", "output", "input"].map((one) => root.querySelector(one));
    this.ends = root.querySelectorAll("span");
    this.closing = new AbortController();
    const { signal } = this.closing;
    const listen = (target, types, act) => types.forEach((type) => target.addEventListener(type, act, { signal }));
    listen(this.input, ["pointerdown"], () => Object.assign(this, { isHeld: true, isKey: false }));
    listen(this.input, ["pointerup", "pointercancel"], () => { this.isHeld = false; });
    listen(this.input, ["keydown"], () => { this.isKey = true; });
    listen(this.input, ["input"], () => this.slide());
    listen(this.input, ["change"], () => this.change());
    listen(window, ["threshold-move"], ({ detail }) => detail && !this.isHeld && this.show(detail.index, this.textOf(detail)));
  }

  // Apply the data of a rerun, but keep a newer position that the server does not know yet.
  update(data, setStateValue) {
    Object.assign(this, { data, setStateValue });
    this.count ??= data.received;
    const isBehind = data.received < this.count || this.isHeld || this.timer !== undefined;
    this.label.textContent = data.label;
    this.input.setAttribute("aria-label", data.label);
    this.input.max = data.indices.length - 1;
    const { numbers, texts } = data;
    this.input.setAttribute("aria-valuemin", Math.min(...numbers));
    this.input.setAttribute("aria-valuemax", Math.max(...numbers));
    [this.ends[0].textContent, this.ends[1].textContent] = [texts[0], texts.at(-1)];
    const index = isBehind ? this.index : data.index;
    this.show(index, texts[this.stopOf(index)]);
    const moved = window.labDraggedPoint;
    if (moved && !this.isHeld) this.show(moved.index, this.textOf(moved));
  }

  // The stop at a point, or the next stop after it.
  stopOf(index) {
    const stop = this.data.indices.findIndex((one) => one >= index);
    return stop < 0 ? this.data.indices.length - 1 : stop;
  }

  textOf({ texts }) {
    return this.data.template.replace(/\{(\w+)\}/g, (_, name) => texts[name]);
  }

  show(index, text) {
    const stop = this.stopOf(index);
    Object.assign(this, { index });
    this.input.value = stop;
    this.input.setAttribute("aria-valuenow", this.data.numbers[stop]);
    this.input.setAttribute("aria-valuetext", text);
    this.slider.style.setProperty("--share", stop / this.input.max);
    this.output.textContent = text;
  }

  slide() {
    const stop = Number(this.input.value);
    this.show(this.data.indices[stop], this.data.texts[stop]);
    if (this.isHeld) window.dispatchEvent(new CustomEvent("threshold-slide", { detail: this.index }));
  }

  change() {
    const now = performance.now(), isQuick = this.isKey && now - this.changed < REST_MS;
    this.changed = now;
    this.rest(isQuick ? REST_MS : 0);
  }

  rest(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.count += 1;
      this.setStateValue("moved", { index: this.index, count: this.count });
    }, wait);
  }

  close() {
    clearTimeout(this.timer);
    this.closing.abort();
  }
}

export default function ({ data, parentElement, setStateValue }) {
  if (!sliders.has(parentElement)) sliders.set(parentElement, new ThresholdSlider(parentElement));
  const slider = sliders.get(parentElement);
  slider.update(data, setStateValue);
  return () => {
    slider.close();
    sliders.delete(parentElement);
  };
}
