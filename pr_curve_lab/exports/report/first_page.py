"""The first page of a report: what is asked, the answer in three sentences, its picture, and the sentence to cite."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.report import at_threshold
from pr_curve_lab.exports.report.areas_in_print import area_datum
from pr_curve_lab.exports.report.datum import Datum, balance, say
from pr_curve_lab.exports.report.parts import Cell, Part, Quote, Section
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.interval_words import interval_name

Sections = Mapping[str, Section]  # by key, as they are made


@dataclass(frozen=True, slots=True)
class Opening:
    """A question that a page asks of an analysis, and which section has the pictures of the answer."""

    question: Callable[[Analysis, Words], Cell]
    answer: Callable[[Sections, Analysis, Words], list[Cell]]  # about three sentences, without their full stops
    pictured: str = "areas"  # key of a section
    cites: tuple[int, ...] = (0,)  # of the sentences in the visitor's language, in the order of the report


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The parts of the first page, without title and author."""

    question: Cell
    answer: Cell
    picture: Sequence[Part]
    cite: Quote


@dataclass(frozen=True, slots=True)
class Chosen:
    """The title and author that a visitor filled in, and the keys of the sections to have; None: all."""

    title: str = ""
    author: str = ""
    sections: tuple[str, ...] | None = None

    def has(self, key: str) -> bool:
        """Whether a section is wanted."""
        return self.sections is None or key in self.sections


EVERYTHING = Chosen()


def first_page(opening: Opening, made: Sections, analysis: Analysis, lines: Sequence[str], words: Words) -> FirstPage:
    """Fill the first page from the sections; lines: the sentences to cite, in the visitor's language."""
    said = opening.answer(made, analysis, words)
    answer = Markup(words.say("schemes.separator")).join(say(words, "report.sentence", text=one) for one in said)
    cited = list(dict.fromkeys(lines[at] for at in opening.cites)) if lines else []
    return FirstPage(opening.question(analysis, words), answer, made[opening.pictured].lead, Quote(cited))


def asked(key: str) -> Callable[[Analysis, Words], Cell]:
    """A question that holds no number."""
    return lambda _, words: words.say(key)


def how_sure(analysis: Analysis, words: Words) -> list[Cell]:
    """Between which ends the area lies, found in which way, and what chance alone would give."""
    sides = analysis.sides
    scheme = "step" if "step" in sides else sides[0]
    return [_interval(scheme, analysis, words), chance(analysis, words)]


def _interval(scheme: str, analysis: Analysis, words: Words) -> Markup:
    """Between which ends the area of a scheme lies, found in which way."""
    beside = analysis.intervals[scheme]
    ends = {
        "low": Datum(f"interval_low.{scheme}", beside.found.low),
        "high": Datum(f"interval_high.{scheme}", beside.found.high),
    }
    joined = words.say(f"schemes.{scheme}.joined")
    return say(words, "report.answer_interval", joined=joined, name=interval_name(beside, words), **ends)


def chance(analysis: Analysis, words: Words) -> Markup:
    """The class balance as the line of chance."""
    return say(words, "report.limits", prevalence=balance("prevalence", analysis.points.prevalence))


def _area(made: Sections, analysis: Analysis, words: Words) -> list[Cell]:
    return [made["areas"].title, *how_sure(analysis, words)]


def _threshold(made: Sections, analysis: Analysis, words: Words) -> list[Cell]:
    interval, _ = how_sure(analysis, words)
    return [made["threshold"].title, at_threshold.ratios(analysis, words), interval]


def _tools(made: Sections, analysis: Analysis, words: Words) -> list[Cell]:
    return [made["tools"].title, *how_sure(analysis, words)]


def of_numbers(question: str, lines: Sequence[str]) -> Opening:
    """An opening about numbers that somebody brought: what is said of them, which to report, and how sure that is."""
    return Opening(
        lambda _, __: escape(question),
        lambda _, analysis, words: [*(escape(line) for line in lines), *_to_report(analysis, words)],
    )


def _to_report(analysis: Analysis, words: Words) -> list[Cell]:
    """The area to report, and between which ends it lies."""
    area = say(words, "report.answer_report", area=area_datum("step", analysis))
    return [area, _interval("step", analysis, words)]


def of_wish(question: str, lines: Sequence[str]) -> Opening:
    """An opening about a wish that was made of a threshold, with what answers it, and the threshold in force."""
    return Opening(
        lambda _, __: escape(question),
        lambda made, _, __: [*(escape(line) for line in lines), made["threshold"].title],
        THRESHOLD.pictured,
        THRESHOLD.cites,
    )


AREAS = Opening(asked("report.question_areas"), _area)
THRESHOLD = Opening(asked("report.question_threshold"), _threshold, "threshold", (0, -1))
TOOLS = Opening(asked("report.question_tools"), _tools)
