"""From a published number back to the schemes and tools that give it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from pr_app.analysis.published_number import Agreement, Published, agreement, read_published
from pr_app.panels.schemes import other_readings
from pr_app.reading.problem import Problem
from pr_app.serving.settings import LONGEST_TEXT
from pr_app.wording.catalogue import Words
from pr_metrics import TOOLS
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import Refusal

FIELD_WIDTH = 480  # px


@dataclass(frozen=True, slots=True)
class Candidate:
    """A scheme or tool that a number may come from."""

    kind: str  # "scheme" or "tool"
    name: str
    area: float
    tolerance: float


def show(areas: Mapping[str, float], reports: Mapping[str, float | Refusal], words: Words) -> None:
    """Ask for a number and say what gives it."""
    text = st.text_input(
        words.say("published.field"),
        key="published",
        max_chars=LONGEST_TEXT,
        placeholder=words.say("published.example"),
        persist_state="session",
        width=FIELD_WIDTH,
    )
    if not (text or "").strip():
        st.caption(words.say("published.hint"))
        return
    read = read_published(str(text))
    if isinstance(read, Problem):
        st.error(words.say_problem(read))
    else:
        given = _answer(read, _candidates(areas, reports, words), words)
        if not given:
            other_readings.show(read, words)


def _candidates(areas: Mapping[str, float], reports: Mapping[str, float | Refusal], words: Words) -> list[Candidate]:
    return [
        *(Candidate("scheme", words.say(f"schemes.{key}.name"), area, AREA_ROUNDING) for key, area in areas.items()),
        *(
            Candidate("tool", TOOLS[key].name, report, TOOLS[key].tolerance)
            for key, report in reports.items()
            if isinstance(report, float)
        ),
    ]


def _answer(read: Published, candidates: list[Candidate], words: Words) -> bool:
    """Say what gives the number, or what comes nearest; whether anything gives it."""
    if read.as_percent:
        st.caption(words.say("published.as_percent", number=read.text))
    found: dict[Agreement, list[Candidate]] = {"rounded": [], "cut_off": []}
    for candidate in candidates:
        how = agreement(read, candidate.area, tolerance=candidate.tolerance)
        if how is not None:
            found[how].append(candidate)
    for agreed, those in found.items():
        if those:
            st.markdown(words.say(f"published.{agreed}", number=read.text) + _listed(those, words))
    if not any(found.values()):
        nearest = min(candidates, key=lambda candidate: abs(candidate.area - float(read.number)))
        st.markdown(words.say("published.none", number=read.text, name=nearest.name, value=nearest.area))
    return any(found.values())


def _listed(candidates: list[Candidate], words: Words) -> str:
    """Schemes on one line, tools on the next."""
    names = {kind: [one.name for one in candidates if one.kind == kind] for kind in ("scheme", "tool")}
    lines = [
        words.say(f"published.{kind}s", names=words.say("published.separator").join(those))
        for kind, those in names.items()
        if those
    ]
    return "".join(f"\n- {line}" for line in lines)
