"""The little that Streamlit's theme cannot say: text width, cards, and no wasted height on a projector."""

import streamlit as st

from pr_app.figures.labels.flags import SLOTS, WIDE_WINDOW
from pr_app.serving.asgi.document import Document

_RULES = """
  /* 34 em is as wide as running text is read with ease. */
  [data-testid="stCaptionContainer"], [data-testid="stAlertContainer"] { max-width: 34em; }
  [data-testid="stMainBlockContainer"] { max-width: 1180px; padding: 4.2rem 1rem 3rem; }
  @media (min-width: 768px) { [data-testid="stMainBlockContainer"] { padding-left: 5rem; padding-right: 5rem; } }
  [data-testid="stMainBlockContainer"] h1 { padding: 0 0 0.3rem; line-height: 1.3; }
  [data-testid="stMainBlockContainer"] :is(h1, h3) code { padding: 0; background: none; }
  [data-testid="stTopNavLink"]:focus-visible { outline: 3px solid #0072B2; outline-offset: -3px; }
  [data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"] { gap: 0.55rem; }
  /* One radio button a card: the keyboard still moves through one group. */
  .st-key-example, .st-key-example [data-testid="stRadio"] { width: 100%; }
  .st-key-example [data-testid="stRadioGroup"] { display: grid; gap: 0.5rem; width: 100%; align-items: stretch;
    grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); }
  .st-key-example [data-testid="stRadioGroup"] > div { border: 1px solid #E3E6EA; border-radius: 0.5rem;
    padding: 0.5rem 0.75rem; }
  .st-key-example [data-testid="stRadioGroup"] > div:has(input:checked) { border-color: #0072B2; }
  /* The bridge to a chart has nothing to show, unless something does not move. */
  [class*="st-key-"][class*="_mover"]:not(:has(p)) { position: absolute; height: 0; overflow: hidden; }
  [class*="st-key-"][class*="_mover"] p { max-width: 34em; margin: 0; font-size: 0.875rem; color: #5B6470; }
  /* Where there is little room, or a thumb that cannot hover, the buttons of a chart stand under it: on it they would
     cover titles and points. */
  @media (max-width: 640px), (hover: none) and (max-width: 1024px) {
    .js-plotly-plot, [data-testid="stElementContainer"]:has(.js-plotly-plot) { overflow: visible !important; }
    [data-testid="stElementContainer"]:has(.js-plotly-plot) { margin-bottom: 1.6rem; }
    .js-plotly-plot .modebar-container { top: 100% !important; }
  }
  /* What only screen readers and the browser are told has nothing to show. */
  [class*="st-key-"][class*="_unseen"] { position: absolute; height: 0; overflow: hidden; }
  /* The strip's labels come long and short; a window shows those it has room for. */
  @media (max-width: NARROWpx) { LONG { display: none; } }
  @media (min-width: WIDEpx) { SHORT { display: none; } }
  /* A phone is what the link leads to, and no projector. */
  @media (max-width: 640px) { .st-key-student_link, .st-key-room { display: none; } }
  /* A lesson has up to three things side by side. */
  @media (min-width: 1200px) {
    [data-testid="stMainBlockContainer"]:has(.st-key-aids) { padding-left: 2.5rem; padding-right: 2.5rem; }
  }
  .katex-display { margin: 0; padding: 0.5em 0; }
  :is(.st-key-top_line, .st-key-onwards) [data-testid="stPageLink"] p { text-decoration: underline; }
  /* What stands for a control until its script has come takes its room: nothing below moves then. */
  .st-key-top_line [data-testid="stSkeleton"] { height: 2rem; min-width: 5.5rem; }
  .st-key-lang { min-width: 8.5rem; }
  /* Choices with long names stand in two lines on a phone. */
  .st-key-average [data-baseweb="button-group"], .st-key-kind [data-baseweb="button-group"],
  .st-key-average [role="radiogroup"], .st-key-kind [role="radiogroup"] { flex-wrap: wrap; }
  /* A wide table scrolls inside itself, on a phone and else. */
  .st-key-tools_table, .st-key-tools_table [data-testid="stTable"], .st-key-limits_table { overflow-x: auto; }
  .st-key-tools_table .katex { white-space: nowrap; }
  .st-key-tools_table table { min-width: 52rem; font-size: 0.85rem; }
  .st-key-tools_table td:nth-child(2) { min-width: 13rem; }
"""


def apply() -> None:
    """Put the style on the page, unless it came with the document; called once a run, by app.py."""
    if Document.is_served:
        return
    with st.container(key="page_style_unseen"):
        st.html(f"<style>{STYLE}</style>")


def _filled(style: str) -> str:
    """Name the strip's slots: the long labels come first, each with its leader of the same number."""
    chart = ".st-key-difference_chart .js-plotly-plot"
    long, short = (
        ", ".join(f'{chart} [data-index="{slot}"]' for slot in range(first, first + SLOTS)) for first in (0, SLOTS)
    )
    facts = {"NARROW": f"{WIDE_WINDOW - 1}", "WIDE": f"{WIDE_WINDOW}", "LONG": long, "SHORT": short}
    for name, fact in facts.items():
        style = style.replace(name, fact)
    return style


STYLE = _filled(_RULES)  # CSS
