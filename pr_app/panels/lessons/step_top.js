// A new step begins at its top: on a phone the way on stands below the pictures, and the question above them. Plotly
// and Streamlit leave the page where it was scrolled to.
let shown = null;

export default function ({ data }) {
  if (shown !== null && shown !== data.step) document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  shown = data.step;
}
