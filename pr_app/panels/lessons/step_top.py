"""Whoever goes on to another step sees its top."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pr_app.panels.lessons.player import At

_SCRIPT = (Path(__file__).parent / "step_top.js").read_text(encoding="utf-8")
_scroller = st.components.v2.component("pr_curve_lab_step_top", js=_SCRIPT)


def show(here: At) -> None:
    """Scroll up when the step is another than before."""
    _scroller(key="step_mover", data={"step": f"{here.lesson.key} {here.number}"})
