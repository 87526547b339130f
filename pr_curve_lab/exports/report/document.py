"""The report: its document, its first page, the rows, and the limits that the class balance sets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from markupsafe import Markup, escape

from pr_curve_lab.analysis.prevalence import scored_rows
from pr_curve_lab.analysis.thresholds import mixed_rows_of
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.html_page import Page
from pr_curve_lab.exports.report import at_threshold, charts
from pr_curve_lab.exports.report.components import (
    Cell,
    Code,
    Datum,
    Grid,
    Part,
    Pictures,
    Quote,
    Section,
    Text,
    area_datum,
    area_of,
    balance,
    in_language,
    quoted,
    ratio,
    say,
)
from pr_curve_lab.i18n.area_sentences import interval_name
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import date_text, rounded_to
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.schema.data_checks import notices
from pr_curve_lab.web.payload import STYLE, language_bundle, script_of
from pr_metrics import __version__, minimum_area, minimum_average_precision, random_average_precision

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


OF_LABELS = ("few_positives", "one_against_rest")  # notices that hold whatever the scores are


def rows_section(analysis: Analysis, words: Words, *, scores: Sequence[str] = ()) -> Section:
    """Columns and counts as a table, then everything that had to be decided.

    scores: the columns of several scores that the report is about; then nothing is said of the analysed one alone.
    """
    noted = [Text(Markup(words.say_problem(problem, quoted))) for problem in _noted(analysis, of_all=bool(scores))]
    counts = _counts(analysis, words, of_all=bool(scores))
    return Section("rows", words.say("report.rows"), [_columns(analysis, scores, words), counts, *noted])


def _columns(analysis: Analysis, scores: Sequence[str], words: Words) -> Grid:
    roles = analysis.cases.roles
    comma = Markup(words.say("report.comma"))
    others = comma.join(quoted(value) for value in analysis.cases.negative_values)
    known: dict[str, Cell | None] = {
        "label": quoted(roles.label),
        "positive": say(words, "report.positive_value", value=quoted(str(roles.positive)), others=others),
        "scores": comma.join(quoted(column) for column in scores or roles.scores[:1]),
        "weight": None if roles.weight is None else quoted(roles.weight),
        "group": None if roles.group is None else quoted(roles.group),
        "cluster": None if roles.cluster is None else quoted(roles.cluster),
    }
    names = {"scores": words.say("report.scores" if scores else "report.score")}
    rows = [(names.get(role) or words.say(f"data.role_{role}"), cell) for role, cell in known.items() if cell]
    if analysis.decimals is not None:
        rows.append((words.say("areas.rounding"), rounded_to(analysis.decimals, words).strip()))
    return Grid((words.say("report.part"), words.say("report.understood_as")), rows, numbers_from=2, heads=True)


def _counts(analysis: Analysis, words: Words, *, of_all: bool) -> Grid:
    cases, points = analysis.shown, analysis.points
    of_one = {} if of_all else {"distinct_scores": points.threshold.size, "tied_rows": mixed_rows_of(cases)}
    counted = {
        "rows_counted": cases.size,
        "positive_rows": cases.positive_rows,
        "negative_rows": cases.size - cases.positive_rows,
        **({"positives_never_scored": round(points.unreached_positives)} if points.unreached_positives else {}),
        **of_one,
        "rows_left_out": analysis.left_out,
    }
    rows = [(words.say(f"report.{name}"), Markup(f"{Datum(name, count):,.0f}")) for name, count in counted.items()]
    if cases.is_weighted:
        sums = {"positives": points.positives, "negatives": points.negatives}
        rows += [(words.say(f"report.{name}"), Markup(f"{Datum(name, total):,.4g}")) for name, total in sums.items()]
    rows.append((words.say("report.prevalence"), balance("prevalence", points.prevalence)))
    return Grid((words.say("report.count_of"), words.say("report.number")), rows, heads=True)


def _noted(analysis: Analysis, *, of_all: bool) -> list[Problem]:
    unused = [analysis.unused_weight] if analysis.unused_weight else []
    seen = [notice for notice in notices(analysis.shown, analysis.table) if not of_all or notice.key in OF_LABELS]
    clusters = [analysis.cases.clusters.notice] if analysis.cases.clusters else []
    return [*analysis.table.notes, *analysis.cases.left_out, *unused, *clusters, *seen]


def limits_section(analysis: Analysis, words: Words) -> Section:
    """Class balance, random expectation and minimum beside the step area; counts of rows need rows of weight 1."""
    points = analysis.points
    numbers = {"area.step": analysis.areas["step"], "prevalence": points.prevalence}
    if not analysis.shown.is_weighted:
        scored, reach = scored_rows(points), float(points.recall[-1])
        numbers["random_average_precision"] = reach * random_average_precision(*scored)
        numbers["minimum_average_precision"] = reach * minimum_average_precision(*scored)
    numbers["minimum_area"] = minimum_area(points.prevalence, reach=float(points.recall[-1]))
    written = {of: ratio(of, value) for of, value in numbers.items()}
    prevalence = written["prevalence"] = balance("prevalence", points.prevalence)
    written["area.step"] = area_of("step", analysis)
    rows: list[tuple[Cell, ...]] = [
        (words.say(f"report.limit_{of.replace('.', '_')}"), number) for of, number in written.items()
    ]
    grid = Grid((words.say("report.limit"), words.say("report.number")), rows, heads=True)
    title = say(words, "report.limits", prevalence=prevalence)
    return Section("limits", title, [grid, Text(words.say("report.limits_note"), quiet=True)])


PAGE = Page(Path(__file__).parents[1] / "templates" / "report.html")

SAID = (
    "recall", "precision", "balance", "called", "not_called", "tp", "fp", "fn", "tn", "threshold", "spoken_threshold",
    "back",
)  # fmt: skip

Make = Callable[[Analysis, Words], Section]
SECTIONS: Mapping[str, Make] = {
    "areas": charts.section,
    "schemes": at_threshold.schemes,
    "ties": at_threshold.ties,
    "threshold": at_threshold.threshold,
    "limits": limits_section,
    "tools": at_threshold.tools,
    "rows": rows_section,
    "points": at_threshold.operating_points,
}
OF_EVERY_REPORT = ("cite", "code")  # sections that come last


def report_html(
    analysis: Analysis,
    sentences: Sequence[str],
    code: Mapping[str, str],
    words: Words,
    *,
    sections: Mapping[str, Make] = SECTIONS,
    opening: Opening = AREAS,
    chosen: Chosen = EVERYTHING,
) -> bytes:
    """The report of an analysis: a first page that is whole by itself, then the sections that were chosen.

    sentences: to cite, the visitor's language first.
    """
    made = {key: make(analysis, words) for key, make in sections.items()}
    lines = sentences[0].split("\n") if sentences else []
    first = first_page(opening, made, analysis, lines, words)
    shown = _shown(made, opening, first, words)
    ends = [_cite(sentences, first, words), _code(analysis, code, words)]
    chapters = [one for one in (*shown, *ends) if one.parts and chosen.has(one.key)]
    title = chosen.title.strip() or first.question
    page = PAGE.filled_in(
        language=words.language,
        title=title.striptags() if isinstance(title, Markup) else title,
        heading=title,
        question="" if title == first.question else first.question,
        author=chosen.author.strip(),
        first=first,
        cite=words.say("exports.cite"),
        data=_data(analysis, words),
        date=_date(analysis.made_on, words),
        made_by=words.say("report.made_by", version=__version__),
        sections=chapters,
        style_of_parts=STYLE,
        pictures=_pictures([*first.picture, *(part for one in chapters for part in one.parts)], words),
        script=script_of("report"),
    )
    return in_language(page, words).encode("utf-8")


def _shown(made: Mapping[str, Section], opening: Opening, first: FirstPage, words: Words) -> list[Section]:
    """The sections; of that whose pictures the first page has, what stays."""
    pictured = made[opening.pictured]
    is_said = str(say(words, "report.sentence", text=pictured.title)) in first.answer and bool(pictured.rest)
    stays = pictured.without_lead(title_is_said=is_said)
    left = {**{key: one.whole for key, one in made.items()}, opening.pictured: stays}
    return list(left.values())


def _cite(sentences: Sequence[str], first: FirstPage, words: Words) -> Section:
    """The sentences that the first page does not have."""
    more = [[line for line in one.split("\n") if line not in first.cite.lines] for one in sentences]
    return Section("cite", words.say("report.every_sentence"), [Quote(lines) for lines in more if lines])


def _pictures(parts: Sequence[Part], words: Words) -> Markup:
    """All drawings as JSON, whose texts cannot end the script that it stands in."""
    pictures = [picture for part in parts if isinstance(part, Pictures) for picture in part.pictures]
    drawings = {key: one for picture in pictures for key, one in picture.drawings.items()}
    language = language_bundle("report", words, also="play")
    said = {key: language["words"][key] for key in SAID}
    bundle = {**language, "words": said, "pictures": drawings}
    text = json.dumps(bundle, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def _data(analysis: Analysis, words: Words) -> Markup:
    """A quiet line: the name of the data, and how many rows they have."""
    name = words.say(f"examples.{analysis.example}.name") if analysis.example else analysis.cases.name
    if analysis.task:
        name = words.say("report.title", name=name, task=analysis.task.said(words))
    rows = say(words, "data.rows", count=Datum("rows", analysis.cases.size))
    positives = say(words, "data.positives", count=Datum("positive_rows", analysis.cases.positive_rows))
    return say(words, "report.data", name=name, rows=rows, positives=positives)


def _date(day: date, words: Words) -> Markup:
    """The day, also as machines read it."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), date_text(day, words))


def _code(analysis: Analysis, code: Mapping[str, str], words: Words) -> Section:
    lines = [Code(package, text) for package, text in code.items()]
    note = words.say("report.code_reads", file=f"{analysis.stem}_rows.csv")
    return Section("code", words.say("exports.code"), [Text(note), *lines])
