"""Two numbers for the same rows: asked for in a sentence, answered in the headline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pr_curve_lab.analysis.number_answer import Answer, Rows, answer_to
from pr_curve_lab.analysis.other_readings import Reading, coarser_readings, usual_readings
from pr_curve_lab.analysis.published_number import read_published
from pr_curve_lab.analysis.tool_numbers import ToolNumbers
from pr_curve_lab.analysis.two_numbers import Asked, Source
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import plain
from pr_curve_lab.i18n.number_answers import AnswerWords
from pr_curve_lab.plotting import tool_strip
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.settings import LONGEST_TEXT, PUBLISHED, PUBLISHED_FROM, THEIRS, THEIRS_FROM
from pr_curve_lab.server.visitor_state import value_of, visitor
from pr_metrics import TOOLS

FIELDS = {"mine": (PUBLISHED, PUBLISHED_FROM), "theirs": (THEIRS, THEIRS_FROM)}
NUMBER_WIDTH, TOOL_WIDTH = 110, 210  # px


def asked_in_picture(answer: Answer, words: Words) -> list[tool_strip.Asked]:
    """The numbers as the picture of the tools draws them: where the headline takes them to come from."""
    drawn = []
    for side, one in (("mine", answer.mine), ("theirs", answer.theirs)):
        if one is not None:
            taken = answer.taken(one)
            area = float(one.asked.number.number) if taken is None else taken.value
            said = words.say(f"answer.{side}_said", number=one.asked.number.text)
            named = taken.tool.key if isinstance(taken, Source) and taken.tool else ""
            drawn.append(tool_strip.Asked(area, said, named, side == "mine"))
    return drawn


def ask(sources: tuple[Source, ...], numbers: ToolNumbers, words: Words) -> Answer:
    """Show both fields in a line, read what stands in them, and judge it; other metrics are asked for when it is."""
    with st.container(horizontal=True, vertical_alignment="center", key="two_numbers"):
        texts = {side: _field(side, words) for side in FIELDS}
    read = {side: _read(side, text, words) for side, text in texts.items()}
    rows = Rows(
        visitor().cases.points,
        usual=lambda: _readings(usual_readings, words, visitor().in_use.table),
        coarser=lambda: _readings(coarser_readings, words),
        has_ties=numbers.has_ties,
    )
    return answer_to(read["mine"], read["theirs"], sources, rows)


def _readings(make: Callable[..., tuple[Reading, ...]], words: Words, *given: Any) -> tuple[Reading, ...]:
    """What else the rows in view give, made once."""
    tasks, cases = visitor().tasks, visitor().cases
    name = tasks.names[tasks.roles.scores.index(cases.roles.scores[0])]
    with st.spinner(words.say("schemes.computing")):
        return kept(make, tasks, name, *given)


def _field(side: str, words: Words) -> str:
    """A number in a sentence, with the tool that it is said to come from; what was typed."""
    number, tool = FIELDS[side]
    with st.container(horizontal=True, vertical_alignment="center", key=f"{side}_number", width="content"):
        st.markdown(words.say(f"answer.{side}"), width="content")
        text = st.text_input(
            words.say(f"answer.{side}"),
            key=number.key,
            max_chars=LONGEST_TEXT,
            placeholder=words.say(f"answer.{side}_example"),
            persist_state="session",
            label_visibility="collapsed",
            width=NUMBER_WIDTH,
        )
        st.markdown(words.say("answer.from"), width="content")
        st.selectbox(
            words.say(f"answer.{side}_from"),
            tool.options,
            format_func=lambda key: TOOLS[key].short if key else words.say("answer.any_tool"),
            key=tool.key,
            persist_state="session",
            label_visibility="collapsed",
            width=TOOL_WIDTH,
        )
    return str(text or "").strip()


def _read(side: str, text: str, words: Words) -> Asked | None:
    """The number in a field; one that nobody can read is told."""
    if not text:
        return None
    number = read_published(text)
    if isinstance(number, Problem):
        st.error(words.say("answer.in_field", problem=words.say_problem(number)))
        return None
    if number.as_percent:
        st.caption(words.say("published.as_percent", number=number.text))
    return Asked(number, str(value_of(FIELDS[side][1].key)))


def show_headline(answer: Answer, numbers: ToolNumbers, words: Words) -> tuple[str, list[str]] | None:
    """Say what sets the numbers apart; below it what each part is worth, and all that fits.

    The question that was typed, and what was said of it, without their full stops; None where none was.
    """
    said = AnswerWords(answer, numbers, visitor().cases.points.prevalence, words)
    headline, lines, balance = said.headline(), said.lines(), said.balance()
    st.title(headline, anchor=False)
    with st.container(key="answer_lead"):
        if lines:
            st.caption(words.say("schemes.separator").join(lines))
        if balance is not None:
            st.caption(f"- {balance}")
        if answer.judged.about is not None and not answer.judged.about.candidates:
            st.caption(words.say("published.check"))
    return None if answer.judged.about is None else (said.question(), [plain(one) for one in (headline, *lines[:1])])
