"""What the rows would have to be for a number that nothing gives on them as they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from pr_app.analysis.class_balance import balance_texts
from pr_app.analysis.other_readings import Reading, other_readings
from pr_app.analysis.published_number import Published, read_published
from pr_app.reading.cases.binary_tasks import BinaryTasks
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words
from pr_app.wording.markup import code_span

MOST = 6  # readings that are listed, those that assume least first


def show(text: str, number: Published, words: Words) -> None:
    """List the readings that would give the number; where only a class balance would, say what to check."""
    tasks = visitor().tasks
    name = tasks.names[tasks.roles.scores.index(visitor().cases.roles.scores[0])]
    with st.spinner(words.say("schemes.computing")):
        found = kept(_readings, tasks, name, text)
    lines = [_line(list(same), words) for _, same in groupby(found, key=lambda one: (one.kind, one.which))][:MOST]
    if lines:
        st.markdown("\n- ".join([words.say("published.otherwise.gives", number=number.text), *lines]))
    if all(one.kind == "prevalence" for one in found):
        st.markdown(words.say("published.check"))


def _readings(tasks: BinaryTasks, name: str, text: str) -> tuple[Reading, ...]:
    read = read_published(text)
    return other_readings(tasks, name, read) if isinstance(read, Published) else ()


def _line(same: Sequence[Reading], words: Words) -> str:
    """One reading with the schemes by which it gives the number."""
    areas = [
        words.say("published.otherwise.area", name=words.say(f"schemes.{one.scheme}.name"), area=one.area)
        for one in same
    ]
    reading = words.say(f"published.otherwise.{same[0].kind}", **_facts(same[0], words))
    return words.say("published.otherwise.line", reading=reading, areas=words.say("published.separator").join(areas))


def _facts(reading: Reading, words: Words) -> dict[str, object]:
    """The facts that the sentence of a reading names."""
    if reading.kind == "average":
        return {"which": words.say(f"averages.{reading.which}.name")}
    if isinstance(reading.which, float):
        own, asked = balance_texts(visitor().cases.points.prevalence, reading.which)
        return {"which": asked, "own": own}
    return {"which": code_span(reading.which) if isinstance(reading.which, str) else reading.which}
