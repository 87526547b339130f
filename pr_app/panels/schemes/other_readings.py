"""What the rows would have to be for a number that nothing gives on them as they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from pr_app.analysis.number_texts import NumberText
from pr_app.analysis.other_readings import Reading, balance_reading, is_number, other_readings
from pr_app.analysis.published_number import Published
from pr_app.analysis.rounding import rounded_text
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words
from pr_app.wording.markup import code_span
from pr_app.wording.rounded_to import rounded_to

MOST = 6  # readings that are listed, those that assume least first


Same = list[Reading]  # those that differ only in the scheme


def found(number: Published, words: Words) -> list[Same]:
    """The readings that would give a number, those that assume least first; a class balance is the last."""
    tasks, cases = visitor().tasks, visitor().cases
    name = tasks.names[tasks.roles.scores.index(cases.roles.scores[0])]
    with st.spinner(words.say("schemes.computing")):
        held = [one for one in kept(other_readings, tasks, name) if is_number(number, one.area)]
        balance = balance_reading(cases.points, number)
    listed = [*held, balance] if balance else held
    return [list(same) for _, same in groupby(listed, key=lambda one: (one.kind, one.which))]


def show(readings: Sequence[Same], words: Words) -> None:
    """List the readings that would give a number; where only a class balance would, say what to check."""
    if readings:
        st.caption("\n".join(f"- {_line(same, words)}" for same in readings[:MOST]))
    if all(same[0].kind == "prevalence" for same in readings):
        st.caption(words.say("published.check"))


def said(same: Same, words: Words) -> str:
    """The words for a reading."""
    return words.say(f"published.otherwise.{same[0].kind}", **_facts(same[0], words))


def _line(same: Same, words: Words) -> str:
    """One reading with the schemes by which it gives the number."""
    areas = [
        words.say("published.otherwise.area", name=words.say(f"schemes.{one.scheme}.name"), area=one.area)
        for one in same
    ]
    separator = words.say("published.separator")
    return words.say("published.otherwise.line", reading=said(same, words), areas=separator.join(areas))


def _facts(reading: Reading, words: Words) -> dict[str, object]:
    """The facts that the sentence of a reading names."""
    which = reading.which
    if reading.kind == "prevalence":
        own = visitor().cases.points.prevalence
        return {"which": NumberText(str(which)), "own": NumberText(rounded_text(own, f".{_digits(str(which))}g"))}
    if reading.kind == "decimals":
        return {"which": rounded_to(int(str(which)), words)}
    if reading.kind == "average":
        return {"which": words.say(f"averages.{which}.name")}
    return {"which": code_span(which) if isinstance(which, str) else which}


def _digits(number: str) -> int:
    """How many significant digits a number below 1 is written with, at least two."""
    return max(2, len(number.partition(".")[2].lstrip("0")))
