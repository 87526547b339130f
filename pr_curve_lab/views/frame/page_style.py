"""The style of every page: what Streamlit's theme cannot say, in the files of style/, and colours of both modes."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import streamlit as st

from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.dark_palette import chart_rules, dark
from pr_curve_lab.plotting.labels.flags import SLOTS, WIDE_WINDOW
from pr_curve_lab.server.asgi.document import Document
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.views.frame.header import ON_PHONE

_FOLDER = Path(__file__).parent / "style"
_FILES = ("column.css", "header.css", "charts.css", "pages.css")
_COLOURS = {  # as the files name them
    "ink": palette.INK,
    "second": palette.SECOND,
    "quiet": palette.QUIET,
    "rule": palette.RULE,
    "grid": palette.GRID,
    "pad": palette.PAD,
    "paper": palette.PAPER,
    "step": palette.BLUE.line,
    "vermillion": palette.VERMILLION.line,
    "theirs": palette.PINK.text,
    **{f"model-{number}": look.text for number, (look, _) in enumerate(palette.SEVERAL)},
}


def apply() -> None:
    """Put the style on the page, unless it came with the document; called once a run, by app.py."""
    if Document.is_served:
        return
    with st.container(key="page_style_unseen"):
        st.html(f"<style>{STYLE}</style>")


def _style() -> str:
    """The files, filled, after the colours that they name and before those of charts."""
    style = "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in _FILES)
    for name, fact in {**_slots(), **_menu(), "LOGO": _logo()}.items():
        style = style.replace(name, fact)
    colours = " ".join(f"--{name}: light-dark({colour}, {dark(colour)});" for name, colour in _COLOURS.items())
    return f":root {{ {colours} }}\n{style}\n{chart_rules()}"


def _slots() -> dict[str, str]:
    """Slots of the strip: the long labels come first, each with its leader of the same number."""
    chart = ".st-key-difference_chart .js-plotly-plot"
    long, short = (
        ", ".join(f'{chart} [data-index="{slot}"]' for slot in range(first, first + SLOTS)) for first in (0, SLOTS)
    )
    return {"NARROW": f"{WIDE_WINDOW - 1}", "WIDE": f"{WIDE_WINDOW}", "LONG": long, "SHORT": short}


def _menu() -> dict[str, str]:
    """Links of the menu that a phone shows under "More" only."""
    return {"OTHERS": ", ".join(f'a[href^="{page}"]' for page in PAGES if page not in ON_PHONE)}


def _logo() -> str:
    """The picture before the app's name, as an address that holds it; it follows the mode of the window by itself."""
    picture = (_FOLDER / "logo.svg").read_text(encoding="utf-8")
    for name, colour in _COLOURS.items():
        picture = picture.replace(f"DARK_{name.upper()}", dark(colour)).replace(name.upper(), colour)
    return f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"


STYLE = _style()  # CSS
