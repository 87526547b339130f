"""A picture that comes as SVG, with a sentence for who cannot see it: Streamlit's own images have none."""

from __future__ import annotations

from base64 import b64encode
from html import escape

import streamlit as st

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def show(svg: str, *, alt: str = "") -> None:
    """Show a picture; one without a sentence is an ornament beside what is said."""
    whole = svg if NAMESPACE in svg else svg.replace("<svg ", f"<svg {NAMESPACE} ", 1)
    source = b64encode(whole.encode("utf-8")).decode("ascii")
    st.html(f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{source}">')
