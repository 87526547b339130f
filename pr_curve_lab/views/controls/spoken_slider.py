"""A slider over numbers, as a screen reader hears it: its name once, and its number instead of a place in a list.

Streamlit's slider shows and speaks the words of an option, but its value is the place of that option among all.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

_SCRIPT = (Path(__file__).parent / "spoken_slider.js").read_text(encoding="utf-8")
_corrector = st.components.v2.component("pr_curve_lab_spoken_slider", js=_SCRIPT)


def speak_numbers(slider: str, numbers: Sequence[float | None]) -> None:
    """Give the slider of that key the number of each of its options, None where one has none; call it below it."""
    _corrector(key=f"{slider}_unseen", data={"slider": slider, "numbers": list(numbers)})
