"""Two numbers for the same rows: asked for in a sentence, answered in the headline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from pr_app.analysis.number_texts import NumberText, decimals_within
from pr_app.analysis.number_verdict import Verdict, taken, verdict
from pr_app.analysis.printed_areas import different_in_print
from pr_app.analysis.published_number import read_published
from pr_app.analysis.rounding import rounded_text
from pr_app.analysis.tool_numbers import ToolNumbers
from pr_app.analysis.two_numbers import Asked, Found, Source, found
from pr_app.figures import tool_strip
from pr_app.panels.schemes import other_readings
from pr_app.reading.problem import Problem
from pr_app.serving.settings import LONGEST_TEXT, PUBLISHED, PUBLISHED_FROM, THEIRS, THEIRS_FROM
from pr_app.serving.visitor_state import value_of
from pr_app.wording.catalogue import Words
from pr_app.wording.markup import plain
from pr_app.wording.number_verdicts import (
    cause_sentence,
    fits_sentence,
    nearest_sentence,
    parts_sentence,
    source_name,
)
from pr_app.wording.tool_terms import term
from pr_metrics import TOOLS

FIELDS = {"mine": (PUBLISHED, PUBLISHED_FROM), "theirs": (THEIRS, THEIRS_FROM)}
NUMBER_WIDTH, TOOL_WIDTH = 110, 210  # px


@dataclass(frozen=True, slots=True)
class Answer:
    """The numbers that were typed, and where each may come from; None: none was typed, or nobody can read it."""

    mine: Found | None
    theirs: Found | None
    sources: tuple[Source, ...]
    judged: Verdict

    def asked(self, words: Words) -> list[tool_strip.Asked]:
        """The numbers as the picture of the tools draws them: where the headline takes them to come from."""
        drawn = []
        for side, one in (("mine", self.mine), ("theirs", self.theirs)):
            if one is not None:
                source = self._source(one)
                area = float(one.asked.number.number) if source is None else source.area
                said = words.say(f"answer.{side}_said", number=one.asked.number.text)
                named = "" if source is None or source.tool is None else source.tool.key
                drawn.append(tool_strip.Asked(area, said, named, side == "mine"))
        return drawn

    def _source(self, one: Found) -> Source | None:
        gap = self.judged.gap
        if gap is None:
            return taken(one, self.sources)
        return gap.first if one is self.mine and self.theirs is not None else gap.second


def ask(sources: tuple[Source, ...], numbers: ToolNumbers, words: Words) -> Answer:
    """Show both fields in a line, read what stands in them, and judge it."""
    with st.container(horizontal=True, vertical_alignment="center", key="two_numbers"):
        texts = {side: _field(side, words) for side in FIELDS}
    read = {side: _read(side, text, words) for side, text in texts.items()}
    given = {side: found(one, sources) if one else None for side, one in read.items()}
    judged = verdict(given["mine"], given["theirs"], sources, has_ties=numbers.has_ties)
    return Answer(given["mine"], given["theirs"], sources, judged)


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
        st.error(words.say_problem(number))
        return None
    if number.as_percent:
        st.caption(words.say("published.as_percent", number=number.text))
    return Asked(number, str(value_of(FIELDS[side][1].key)))


def show_headline(answer: Answer, numbers: ToolNumbers, words: Words) -> tuple[str, list[str]] | None:
    """Say what sets the numbers apart; below it what each part is worth, and all that fits.

    The question that was typed, and what was said of it, without their full stops; None where none was.
    """
    judged = answer.judged
    readings = _readings(judged, words)
    headline, lines = _headline(judged, answer, numbers, readings, words), _lines(judged, answer, readings, words)
    st.title(headline, anchor=False)
    with st.container(key="answer_lead"):
        if lines:
            st.caption(" ".join(lines))
        if judged.about is not None and not judged.about.sources:
            other_readings.show(readings, words)
    return None if judged.about is None else (_question(answer, words), [plain(one) for one in (headline, *lines[:1])])


def _question(answer: Answer, words: Words) -> str:
    """The numbers that were typed, as a question."""
    texts = {
        side: one.asked.number.text
        for side, one in (("mine", answer.mine), ("theirs", answer.theirs))
        if one is not None
    }
    if len(texts) == 2:
        return words.say("report.question_two_numbers", **texts)
    (number,) = texts.values()
    return words.say("report.question_number", number=number)


def _headline(
    judged: Verdict, answer: Answer, numbers: ToolNumbers, readings: Sequence[other_readings.Same], words: Words
) -> str:
    about = judged.about
    if about is None:
        return _range(numbers, words)
    if judged.kind == "no_number":
        return _no_number(about.asked.tool, numbers, words)
    number = about.asked.number.text
    if judged.kind == "cause" and judged.gap is not None:
        return cause_sentence(judged.gap, words)
    if judged.kind in ("same", "alike") and answer.mine is not None and answer.theirs is not None:
        texts = {"first": answer.mine.asked.number.text, "second": answer.theirs.asked.number.text}
        return words.say(f"answer.headline_{judged.kind}", **texts)
    if judged.kind == "not_this" and about.named is not None:
        area = _area_text(about.named, about)
        return words.say("answer.headline_not_this", name=source_name(about.named, words), area=area, number=number)
    plain = _plain(readings)
    if judged.kind == "nothing" and plain:
        reading = other_readings.said(plain[0], words)
        return words.say("answer.headline_otherwise", number=number, reading=reading)
    facts = {"number": number, "count": len(about.sources)}
    return words.say(f"answer.headline_{judged.kind}", **facts)


def _readings(judged: Verdict, words: Words) -> list[other_readings.Same]:
    """Other readings of the rows for a number that nothing gives, or that the tool that was named does not."""
    about = judged.about
    if about is None or (about.sources and judged.kind != "not_this"):
        return []
    readings = other_readings.found(about.asked.number, words)
    if not about.sources or about.named is None:
        return readings
    of_tool = [[one for one in same if one.scheme == about.named.scheme] for same in _plain(readings)]
    return [same for same in of_tool if same]


def _no_number(key: str, numbers: ToolNumbers, words: Words) -> str:
    """The headline where a tool was named that refuses the rows, or returns nan."""
    refusal = numbers.refusals.get(key)
    reason = words.say(term("refused", refusal.reason)) if refusal else words.say("answer.undefined")
    return words.say("answer.headline_no_number", name=TOOLS[key].short, reason=reason)


def _plain(readings: Sequence[other_readings.Same]) -> list[other_readings.Same]:
    """Readings that may be meant by themselves; some class balance gives nearly any number."""
    return [one for one in readings if one[0].kind != "prevalence"]


def _range(numbers: ToolNumbers, words: Words) -> str:
    """The headline where nothing was typed: from where to where the tools' numbers go, without the coarse ones."""
    areas = [one.area for one in numbers.meant]
    different = different_in_print(areas)
    facts = {"tools": len(areas), "values": different, "least": min(areas), "most": max(areas)}
    return words.say("answer.headline_range" if different > 1 else "answer.headline_one", **facts)


def _lines(judged: Verdict, answer: Answer, readings: Sequence[other_readings.Same], words: Words) -> list[str]:
    """Say what each part of the difference is worth, and all that a number fits whose tool nobody named."""
    lines = []
    if judged.kind == "not_this" and judged.about is not None and judged.about.sources and readings:
        lines.append(_would_give(judged.about, readings, words))
    if judged.kind in ("cause", "alike") and judged.gap is not None:
        lines.append(parts_sentence(judged.gap, _first(answer, judged.gap.first, words), words))
    asked = [one for one in (answer.mine, answer.theirs) if one is not None]
    asked.sort(key=lambda one: one is not judged.about)
    fits = [fits_sentence(one, words) for one in asked if one.cut_off or (not one.is_named and len(one.sources) > 1)]
    lines += dict.fromkeys(fits)
    if judged.kind == "several":
        lines.append(words.say("answer.choose"))
    if judged.about is not None and not judged.about.sources and not _plain(readings):
        lines.append(nearest_sentence(float(judged.about.asked.number.number), answer.sources, words))
    return lines


def _would_give(about: Found, readings: Sequence[other_readings.Same], words: Words) -> str:
    """Under which other readings of the rows the tool that was named would give the number."""
    said = [other_readings.said(one, words) for one in readings[: other_readings.MOST]]
    name = "" if about.named is None else source_name(about.named, words)
    reading = words.say("answer.or").join(said)
    return words.say("answer.would", name=name, number=about.asked.number.text, reading=reading)


def _first(answer: Answer, first: Source, words: Words) -> str:
    """The words for what a difference is measured from."""
    if answer.mine is None or answer.theirs is None:
        return words.say("answer.standard_low", area=first.area)
    return words.say("answer.mine_low")


def _area_text(source: Source, about: Found) -> NumberText:
    """The number of a source with one digit more than the one that it is not."""
    tolerance = source.tool.tolerance if source.tool else 0.0
    decimals = min(len(about.asked.number.text.partition(".")[2]) + 1, decimals_within(tolerance))
    return NumberText(rounded_text(source.area, f".{decimals}f"))
