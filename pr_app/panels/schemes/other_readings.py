"""What the rows would have to be for a number that nothing gives on them as they are."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pr_app.analysis.number_answer import Same, readings_for
from pr_app.analysis.other_readings import other_readings
from pr_app.analysis.published_number import Published
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words
from pr_app.wording.reading_words import MOST, reading_line


def found(number: Published, words: Words) -> list[Same]:
    """The readings that would give a number, those that assume least first; a class balance is the last."""
    tasks, cases = visitor().tasks, visitor().cases
    name = tasks.names[tasks.roles.scores.index(cases.roles.scores[0])]
    with st.spinner(words.say("schemes.computing")):
        return readings_for(number, kept(other_readings, tasks, name), cases.points)


def show(readings: Sequence[Same], words: Words) -> None:
    """List the readings that would give a number; where only a class balance would, say what to check."""
    prevalence = visitor().cases.points.prevalence
    if readings:
        st.caption("\n".join(f"- {reading_line(same, prevalence, words)}" for same in readings[:MOST]))
    if all(same[0].kind == "prevalence" for same in readings):
        st.caption(words.say("published.check"))
