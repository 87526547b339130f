"""The language of the document, for screen readers, hyphenation and translators."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pr_app.wording.catalogue import Words

_SCRIPT = (Path(__file__).parent / "document_language.js").read_text(encoding="utf-8")
_teller = st.components.v2.component("pr_curve_lab_document_language", js=_SCRIPT)


def tell(words: Words) -> None:
    """Tell the browser which language the page is in; called once a run, by app.py."""
    _teller(key="document_language_unseen", data={"language": words.language})
