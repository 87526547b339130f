"""The pictures of a step, side by side, and the place beside them for words; the fractions, one to a line."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pr_app.figures.enlarge import enlarged
from pr_app.lessons.fractions import fractions_of
from pr_app.lessons.pictures import Drawn, pictures_of
from pr_app.panels.charts import chart, walk_chart
from pr_app.panels.lessons import room
from pr_app.panels.lessons.player import At
from pr_app.serving.results import kept
from pr_app.wording.catalogue import Words

WORDS_SHARE = 4  # of the width, as the pictures have shares


def show(here: At, words: Words) -> DeltaGenerator:
    """Draw the step, or what is seen while its question is open; give the place beside it, for words."""
    scene = here.lesson.scene_asked(here.number) if here.hidden else here.lesson.scene(here.number)
    drawn = kept(pictures_of, scene, words, same_data=f"{here.lesson.key} {scene.example}")
    sides = st.columns([*(one.share for one in drawn), WORDS_SHARE], gap="medium")
    for side, one in zip(sides, drawn, strict=False):
        with side:
            _show(one)
    return sides[-1]


def show_fractions(here: At, words: Words) -> None:
    """Show the fractions of the step, once it is not hidden."""
    if not here.hidden:
        for fraction in fractions_of(here.step, here.lesson.scene(here.number), here.facts, words):
            st.latex(words.formula(fraction))


def _show(drawn: Drawn) -> None:
    shows = walk_chart.show if drawn.name == "walk" else chart.show
    figure = enlarged(drawn.figure, room.LARGER) if room.is_on() else drawn.figure
    shows(figure, key=drawn.key, alt=drawn.alt)
