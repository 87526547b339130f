"""The answer about one or two numbers in words: a headline, and what each part of a difference is worth."""

from __future__ import annotations

from dataclasses import dataclass

from pr_curve_lab.analysis.number_answer import Answer
from pr_curve_lab.analysis.number_texts import NumberText, decimals_within
from pr_curve_lab.analysis.printed_areas import different_in_print
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.analysis.tool_numbers import ToolNumbers
from pr_curve_lab.analysis.two_numbers import Candidate, Found, Source, standard
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.number_verdicts import (
    candidate_name,
    cause_sentence,
    fits_sentence,
    nearest_sentence,
    parts_sentence,
    source_name,
)
from pr_curve_lab.i18n.tool_terms import term
from pr_metrics import TOOLS


@dataclass(frozen=True)
class AnswerWords:
    """The words about an answer, on rows of a class balance."""

    answer: Answer
    numbers: ToolNumbers
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
            return self._one_number(answer.mine, answer.theirs)
        if judged.kind == "not_this" and about.named is not None:
            area = _area_text(about.named, about)
            return words.say("answer.headline_not_this", name=source_name(about.named, words), area=area, number=number)
        if judged.kind == "reading" and judged.taken is not None:
            return self._readings(about, *judged.taken)
        kind = "likely" if judged.kind == "alone" and about.is_unclear else judged.kind
        return words.say(f"answer.headline_{kind}", number=number, count=len(about.sources))

    def lines(self) -> list[str]:
        """Say what each part of the difference is worth, and all that a number fits whose tool nobody named."""
        answer, words, judged = self.answer, self.words, self.answer.judged
        coarse = len(self.numbers.numbers) - len(self.numbers.meant)
        if judged.about is None:
            return [words.say("answer.without_coarse", count=coarse)] if coarse else []
        lines = []
        if judged.kind in ("cause", "alike") and judged.gap is not None:
            lines.append(parts_sentence(judged.gap, self._first(judged.gap.first), words))
        asked = [one for one in (answer.mine, answer.theirs) if one is not None]
        asked.sort(key=lambda one: one is not judged.about)
        listed = [one for one in asked if self._is_listed(one)]
        lines += dict.fromkeys(fits_sentence(one, self.prevalence, words) for one in listed)
        if judged.kind == "several" or (judged.kind in ("alone", "reading") and any(one.is_unclear for one in asked)):
            lines.append(words.say("answer.choose"))
        if judged.kind == "reading":
            lines.append(words.say("answer.compare", area=standard(answer.sources).area))
        if not judged.about.candidates and judged.kind != "no_number":
            lines.append(nearest_sentence(float(judged.about.asked.number.number), answer.sources, words))
        return lines

    def balance(self) -> str | None:
        """The class balance at which the rows would give a number that nothing else gives."""
        balance = self.answer.balance
        if balance is None:
            return None
        name = candidate_name(balance, self.prevalence, self.words)
        return self.words.say("answer.balance", name=name, value=balance.value)

    def _is_listed(self, one: Found) -> bool:
        """Whether what a number fits has still to be said."""
        if one.is_named or not one.candidates:
            return one.cut_off
        return one.cut_off or len(one.candidates) > 1 or self.answer.judged.kind in ("reading", "not_this")

    def _one_number(self, mine: Found, theirs: Found) -> str:
        """The headline where both numbers may be one."""
        judged, words = self.answer.judged, self.words
        texts = {"first": mine.asked.number.text, "second": theirs.asked.number.text}
        if judged.kind == "same" and judged.taken is not None and not isinstance(judged.taken[0], Source):
            what = candidate_name(judged.taken[0], self.prevalence, words)
            return words.say("answer.headline_same_reading", **texts, what=what)
        return words.say(f"answer.headline_{judged.kind}", **texts)

    def _readings(self, about: Found, first: Candidate, second: Candidate) -> str:
        """The headline where a number is another metric, or another reading of the rows."""
        answer, words = self.answer, self.words
        if answer.mine is not None and answer.theirs is not None:
            said = {"first": self._is(answer.mine, first), "second": self._is(answer.theirs, second)}
            return words.say("answer.headline_two_readings", **said)
        texts = {"number": about.asked.number.text, "area": _area_text(first, about)}
        return words.say("answer.headline_reading", **texts, what=self._is(about, second))

    def _is(self, asked: Found, one: Candidate) -> str:
        """Say what a number is, or most likely is."""
        what = candidate_name(one, self.prevalence, self.words)
        return self.words.say("answer.is_likely" if asked.is_unclear else "answer.is", what=what)

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

    def _first(self, first: Source) -> str:
        """The words for what a difference is measured from."""
        if self.answer.mine is None or self.answer.theirs is None:
            return self.words.say("answer.standard_low", area=first.area)
        return self.words.say("answer.mine_low")


def _area_text(one: Candidate, about: Found) -> NumberText:
    """The value of a candidate with one digit more than the number that it is not."""
    tolerance = one.tool.tolerance if isinstance(one, Source) and one.tool else 0.0
    decimals = min(len(about.asked.number.text.partition(".")[2]) + 1, decimals_within(tolerance))
    return NumberText(rounded_text(one.value, f".{decimals}f"))
