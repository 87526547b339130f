"""The answer about one or two numbers in words: a headline, and what each part of a difference is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pr_app.analysis.number_answer import Answer, Same, plain_readings
from pr_app.analysis.number_texts import NumberText, decimals_within
from pr_app.analysis.printed_areas import different_in_print
from pr_app.analysis.rounding import rounded_text
from pr_app.analysis.tool_numbers import ToolNumbers
from pr_app.analysis.two_numbers import Found, Source
from pr_app.wording.catalogue import Words
from pr_app.wording.number_verdicts import (
    cause_sentence,
    fits_sentence,
    nearest_sentence,
    parts_sentence,
    source_name,
)
from pr_app.wording.reading_words import MOST, reading_words
from pr_app.wording.tool_terms import term
from pr_metrics import TOOLS


@dataclass(frozen=True)
class AnswerWords:
    """The words about an answer, on rows of a class balance, with the other readings of the rows that matter."""

    answer: Answer
    numbers: ToolNumbers
    readings: Sequence[Same]
    prevalence: float
    words: Words

    def question(self) -> str:
        """The numbers that were asked about, as a question."""
        sides = (("mine", self.answer.mine), ("theirs", self.answer.theirs))
        texts = {side: one.asked.number.text for side, one in sides if one is not None}
        if len(texts) == 2:
            return self.words.say("report.question_two_numbers", **texts)
        (number,) = texts.values()
        return self.words.say("report.question_number", number=number)

    def headline(self) -> str:
        """The plainest statement that holds."""
        answer, words, judged = self.answer, self.words, self.answer.judged
        about = judged.about
        if about is None:
            return self._range()
        if judged.kind == "no_number":
            return self._no_number(about.asked.tool)
        number = about.asked.number.text
        if judged.kind == "cause" and judged.gap is not None:
            return cause_sentence(judged.gap, words)
        if judged.kind in ("same", "alike") and answer.mine is not None and answer.theirs is not None:
            texts = {"first": answer.mine.asked.number.text, "second": answer.theirs.asked.number.text}
            return words.say(f"answer.headline_{judged.kind}", **texts)
        if judged.kind == "not_this" and about.named is not None:
            area = _area_text(about.named, about)
            return words.say("answer.headline_not_this", name=source_name(about.named, words), area=area, number=number)
        plain = plain_readings(self.readings)
        if judged.kind == "nothing" and plain:
            reading = reading_words(plain[0], self.prevalence, words)
            return words.say("answer.headline_otherwise", number=number, reading=reading)
        return words.say(f"answer.headline_{judged.kind}", number=number, count=len(about.sources))

    def lines(self) -> list[str]:
        """Say what each part of the difference is worth, and all that a number fits whose tool nobody named."""
        answer, words, judged = self.answer, self.words, self.answer.judged
        lines = []
        if judged.kind == "not_this" and judged.about is not None and judged.about.sources and self.readings:
            lines.append(self._would_give(judged.about))
        if judged.kind in ("cause", "alike") and judged.gap is not None:
            lines.append(parts_sentence(judged.gap, self._first(judged.gap.first), words))
        asked = [one for one in (answer.mine, answer.theirs) if one is not None]
        asked.sort(key=lambda one: one is not judged.about)
        fits = [
            fits_sentence(one, words) for one in asked if one.cut_off or (not one.is_named and len(one.sources) > 1)
        ]
        lines += dict.fromkeys(fits)
        if judged.kind == "several":
            lines.append(words.say("answer.choose"))
        if judged.about is not None and not judged.about.sources and not plain_readings(self.readings):
            lines.append(nearest_sentence(float(judged.about.asked.number.number), answer.sources, words))
        return lines

    def _no_number(self, key: str) -> str:
        """The headline where a tool was named that refuses the rows, or returns nan."""
        refusal, words = self.numbers.refusals.get(key), self.words
        reason = words.say(term("refused", refusal.reason)) if refusal else words.say("answer.undefined")
        return words.say("answer.headline_no_number", name=TOOLS[key].short, reason=reason)

    def _range(self) -> str:
        """The headline where nothing was asked: from where to where the tools' numbers go, without the coarse ones."""
        areas = [one.area for one in self.numbers.meant]
        different = different_in_print(areas)
        facts = {"tools": len(areas), "values": different, "least": min(areas), "most": max(areas)}
        return self.words.say("answer.headline_range" if different > 1 else "answer.headline_one", **facts)

    def _would_give(self, about: Found) -> str:
        """Under which other readings of the rows the tool that was named would give the number."""
        said = [reading_words(one, self.prevalence, self.words) for one in self.readings[:MOST]]
        name = "" if about.named is None else source_name(about.named, self.words)
        reading = self.words.say("answer.or").join(said)
        return self.words.say("answer.would", name=name, number=about.asked.number.text, reading=reading)

    def _first(self, first: Source) -> str:
        """The words for what a difference is measured from."""
        if self.answer.mine is None or self.answer.theirs is None:
            return self.words.say("answer.standard_low", area=first.area)
        return self.words.say("answer.mine_low")


def _area_text(source: Source, about: Found) -> NumberText:
    """The number of a source with one digit more than the one that it is not."""
    tolerance = source.tool.tolerance if source.tool else 0.0
    decimals = min(len(about.asked.number.text.partition(".")[2]) + 1, decimals_within(tolerance))
    return NumberText(rounded_text(source.area, f".{decimals}f"))
