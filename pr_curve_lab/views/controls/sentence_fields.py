"""Fields inside a sentence: the language says where among its words each stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import streamlit as st

_FIELD = re.compile(r"\{(\w+)\}")


def show(sentence: str, fields: Mapping[str, Callable[[], object]]) -> None:
    """Show the words of a sentence in a row, and at each {name} the field of that name."""
    for at, part in enumerate(_FIELD.split(sentence)):
        if at % 2:
            fields[part]()
        elif part.strip():
            st.markdown(part.strip(), width="content")
