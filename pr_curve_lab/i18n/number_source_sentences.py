"""Where one or two published numbers may come from, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pr_curve_lab.analysis.formatting import NumberText, decimals_within, different_in_print, rounded_text
from pr_curve_lab.analysis.number_answer import EQUAL, Answer, Candidate, Found, Gap, Source, standard
from pr_curve_lab.analysis.other_readings import Reading
from pr_curve_lab.analysis.published_number import Published, agreement
from pr_curve_lab.analysis.tools import ToolNumbers
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import term
from pr_curve_lab.i18n.numbers import MINUS, rounded_to, signed_parts
from pr_metrics import SCHEMES, TOOLS
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import Departure

DECIMALS = 4  # of a gap and its parts
NEGLIGIBLE = 1e-3  # of the gap
LEAST_TYPED, FURTHER = 3, 2  # digits beyond those that were typed, so that a value can be checked


def source_name(source: Source, words: Words) -> str:
    """The short name of a tool, else that of the scheme.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> source_name(Source(None, "linear_flat", 0.5, Departure(0, 0, 0)), words_in("en"))
    'Straight line, flat start'
    """
    return source.tool.short if source.tool else words.say(f"schemes.{source.scheme}.name")


def candidate_name(one: Candidate, prevalence: float, words: Words) -> str:
    """What a number may be: a metric of rows with this class balance, or what a tool or a scheme gives.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> candidate_name(Reading("decimals", 1, "step", 0.5), 0.1, words_in("en"))
    'the average precision of scores rounded to 1 decimal'
    """
    if isinstance(one, Source):
        if one.is_standard:
            return words.say("published.otherwise.rows", metric=words.say("published.metric.step"))
        return words.say("answer.given_by", name=source_name(one, words))
    metric = words.say(f"published.metric.{one.metric}")
    return words.say(f"published.otherwise.{one.kind}", metric=metric, **_facts(one, prevalence, words))


def cause_sentence(gap: Gap, words: Words) -> str:
    """Say whose habit sets two numbers apart, and which it is."""
    who, other = gap.who, gap.first if gap.by_second else gap.second
    names = {"name": source_name(who, words), "other": source_name(other, words)}
    if gap.cause in ("joining", "levels"):
        joined, other_joined = _joined(who, words), _joined(other, words)
        key = "answer.cause.joining_alike" if joined == other_joined else f"answer.cause.{gap.cause}"
        return words.say(key, **names, joined=joined, other_joined=other_joined)
    if gap.cause == "start":
        start = who.tool.start if who.tool else _start_of_scheme(who)
        return words.say(term("start", start).replace("tools.", "answer.cause."), **names)
    if gap.cause == "ties" and who.tool and who.tool.ties == "by document name":
        return words.say("answer.cause.ties_by_name", **names)
    return words.say(f"answer.cause.{gap.cause}", **names)


def parts_sentence(gap: Gap, first: str, words: Words) -> str:
    """Say by how much the second number is higher or lower than the first, and what each part makes of that.

    first: the words for the first.
    """
    total = gap.second.area - gap.first.area
    key = "answer.apart_higher" if total > 0 else "answer.apart_lower"
    size, parts = parts_in_print(gap.parts, total, words, missed=gap.missed)
    return words.say(key, gap=NumberText(size.lstrip("+" + MINUS)), first=first, parts=parts)


def parts_in_print(parts: Departure, total: float, words: Words, *, missed: float = 0.0) -> tuple[NumberText, str]:
    """A difference with its sign, and the parts that matter beside it, the largest first; they add up in print."""
    sizes = {"start": parts.start, "joining": parts.joining, "counting": parts.counting, "missed": missed}
    shown = [part for part in sizes if abs(sizes[part]) > max(AREA_ROUNDING, NEGLIGIBLE * abs(total))]
    shown.sort(key=lambda part: -abs(sizes[part]))
    whole, texts = signed_parts(total, [sizes[part] for part in shown], DECIMALS)
    listed = [words.say(f"answer.part_{part}", size=text) for part, text in zip(shown, texts, strict=True)]
    return whole, words.say("answer.separator").join(listed)


def fits_sentence(found: Found, prevalence: float, words: Words) -> str:
    """All that give a number, the likeliest first, each with its value to further digits.

    Tools whose number is average precision are not named one by one where that is among them.
    """
    number = found.asked.number
    plain = [one.value for one in found.candidates if isinstance(one, Source) and one.is_standard]
    names: dict[tuple[str, bool, NumberText], list[str]] = {}
    for one in found.candidates:
        is_tool, name = False, candidate_name(one, prevalence, words).strip()
        if isinstance(one, Source) and not one.is_standard:
            is_tool, name = True, source_name(one, words)
        if is_tool and any(abs(one.value - value) < EQUAL for value in plain):
            continue
        is_cut = agreement(number, one.value, tolerance=_tolerance(one)) == "cut_off"
        key = "answer.fits_cut" if is_cut else "answer.fits_value"
        names.setdefault((key, is_tool, _value_text(one, number)), []).append(name)
    said = [
        words.say(key, names=words.say("answer.separator").join(listed), value=value)
        for (key, _, value), listed in names.items()
    ]
    return words.say("answer.fits", number=number.text, names=words.say("answer.fits_separator").join(said))


def nearest_sentence(number: float, sources: Sequence[Source], words: Words) -> str:
    """The source that comes nearest to a number that nothing gives."""
    nearest = min(sources, key=lambda one: abs(one.area - number))
    return words.say("answer.nearest", name=source_name(nearest, words), area=nearest.area)


def _value_text(one: Candidate, number: Published) -> NumberText:
    """The value of a candidate with two digits more than were typed, as far as they mean something."""
    typed = len(number.text.partition(".")[2])
    decimals = max(typed, min(max(typed, LEAST_TYPED) + FURTHER, decimals_within(_tolerance(one))))
    return NumberText(rounded_text(one.value, f".{decimals}f"))


def _tolerance(one: Candidate) -> float:
    return one.tool.tolerance if isinstance(one, Source) and one.tool else AREA_ROUNDING


def _facts(reading: Reading, prevalence: float, words: Words) -> dict[str, object]:
    """The facts that the words of a reading name."""
    which = reading.which
    if reading.kind == "prevalence":
        own = NumberText(rounded_text(prevalence, f".{_digits(str(which))}g"))
        return {"which": NumberText(str(which)), "own": own}
    if reading.kind == "decimals":
        return {"which": rounded_to(int(str(which)), words)}
    if reading.kind == "average":
        return {"which": words.say(f"averages.{which}.name")}
    if reading.kind in ("best", "cut", "best_f1_cut"):
        return {"which": NumberText(str(which))}
    return {"which": code_span(which) if isinstance(which, str) else which}


def _digits(number: str) -> int:
    """How many significant digits a number below 1 is written with, at least two."""
    return max(2, len(number.partition(".")[2].lstrip("0")))


def _joined(source: Source, words: Words) -> str:
    return words.say(f"schemes.{source.scheme}.joined") if source.scheme else words.say("answer.cause.by_slipped_lines")


def _start_of_scheme(source: Source) -> str:
    return SCHEMES[str(source.scheme)].start


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
