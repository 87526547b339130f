// Streamlit's page says that it is in English; a screen reader would read Chinese with an English voice.
export default function ({ data }) {
  document.documentElement.lang = data.language;
}
