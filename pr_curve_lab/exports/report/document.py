"""The report: its document, its first page, the rows, and the limits that the class balance sets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from markupsafe import Markup, escape

from pr_curve_lab.analysis.formatting import format_count, format_prevalence
from pr_curve_lab.analysis.prevalence import scored_rows
from pr_curve_lab.analysis.thresholds import count_class_ties_in_rows
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.html_page import Page
from pr_curve_lab.exports.report import charts, schemes, threshold
from pr_curve_lab.exports.report.components import (
    Cell,
    Code,
    Component,
    DataNumber,
    FigureRow,
    Grid,
    Quote,
    Section,
    Text,
    area_element,
    area_number,
    code_element,
    column_titles,
    format_html,
    localize_numbers,
    number_element,
)
from pr_curve_lab.i18n.area_sentences import interval_name
from pr_curve_lab.i18n.messages import Messages, format_date, format_decimals
from pr_curve_lab.io.limits import Notice
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.web.modules import LAB_CSS, language_json, script_of
from pr_metrics import __version__, minimum_area, minimum_average_precision, random_average_precision

Sections = Mapping[str, Section]  # by key, as they are made


@dataclass(frozen=True, slots=True)
class Opening:
    """The first page of a report: a question, its answer, and which section has the figures of the answer."""

    question: Cell
    answer: Sequence[Cell]  # about three sentences, without their full stops
    figure_section: str = "areas"  # key
    cited_indices: tuple[int, ...] = (0,)  # of the sentences in the visitor's language, in the order of the report


OpeningBuilder = Callable[[Sections, Analysis, Messages], Opening]


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The title and author that a visitor filled in, and the keys of the sections to have; None: all."""

    title: str = ""
    author: str = ""
    sections: tuple[str, ...] | None = None


DEFAULT_OPTIONS = ReportOptions()


def areas_opening(sections: Sections, analysis: Analysis, messages: Messages) -> Opening:
    """How large the area is under the two schemes that are compared."""
    answer = [sections["areas"].title, _interval_text(analysis, messages), chance_level(analysis, messages)]
    return Opening(messages.format("report.question_areas"), answer)


def threshold_opening(sections: Sections, analysis: Analysis, messages: Messages) -> Opening:
    """What the selected threshold calls positive."""
    ratios = threshold.threshold_ratios(analysis, messages)
    answer = [sections["threshold"].title, ratios, _interval_text(analysis, messages)]
    return Opening(messages.format("report.question_threshold"), answer, "threshold", (0, -1))


def tools_opening(sections: Sections, analysis: Analysis, messages: Messages) -> Opening:
    """Which tool reports which number."""
    answer = [sections["tools"].title, _interval_text(analysis, messages), chance_level(analysis, messages)]
    return Opening(messages.format("report.question_tools"), answer)


def reported_numbers_opening(question: str, lines: Sequence[str]) -> OpeningBuilder:
    """Numbers that somebody brought: what is said of them, which to report, and how sure that is."""

    def build(_: Sections, analysis: Analysis, messages: Messages) -> Opening:
        area = format_html(messages, "report.answer_report", area=area_number("step", analysis))
        return Opening(escape(question), [*map(escape, lines), area, _interval_text(analysis, messages, "step")])

    return build


def requirement_opening(question: str, lines: Sequence[str]) -> OpeningBuilder:
    """A requirement on the threshold with what answers it, and the selected threshold."""

    def build(sections: Sections, _: Analysis, __: Messages) -> Opening:
        return Opening(escape(question), [*map(escape, lines), sections["threshold"].title], "threshold", (0, -1))

    return build


def _interval_text(analysis: Analysis, messages: Messages, scheme: str = "") -> Markup:
    """Between which ends the area of a scheme lies, found in which way; that of steps where they are compared."""
    scheme = scheme or ("step" if "step" in analysis.sides else analysis.sides[0])
    beside = analysis.intervals[scheme]
    ends = {
        "low": DataNumber(f"interval_low.{scheme}", beside.interval.lower),
        "high": DataNumber(f"interval_high.{scheme}", beside.interval.upper),
    }
    facts = {"joined": messages.format(f"schemes.{scheme}.joined"), "name": interval_name(beside, messages)}
    return format_html(messages, "report.answer_interval", **facts, **ends)


def chance_level(analysis: Analysis, messages: Messages) -> Markup:
    """The class balance as the line of chance."""
    prevalence = number_element("prevalence", analysis.points.prevalence, format_prevalence)
    return format_html(messages, "report.limits", prevalence=prevalence)


LABEL_NOTICES = ("few_positives", "one_against_rest")  # notices that hold whatever the scores are


def rows_section(analysis: Analysis, messages: Messages, *, scores: Sequence[str] = ()) -> Section:
    """Columns and counts as a table, then everything that had to be decided.

    scores: the columns of several scores that the report is about; then nothing is said of the analysed one alone.
    """
    notices = [
        Text(Markup(messages.format_notice(problem, code_element)))
        for problem in _all_notices(analysis, all_scores=bool(scores))
    ]
    tables = [_columns(analysis, scores, messages), _counts(analysis, messages, all_scores=bool(scores))]
    return Section("rows", messages.format("report.rows"), [*tables, *notices])


def _columns(analysis: Analysis, scores: Sequence[str], messages: Messages) -> Grid:
    roles, comma = analysis.cases.roles, Markup(messages.format("report.comma"))
    others = comma.join(code_element(value) for value in analysis.cases.negative_values)
    positive = {"value": code_element(str(roles.positive)), "others": others}
    rows: list[tuple[Cell, ...]] = [
        (messages.format("data.role_label"), code_element(str(roles.label))),
        (messages.format("data.role_positive"), format_html(messages, "report.positive_value", **positive)),
        (
            messages.format("report.scores" if scores else "report.score"),
            comma.join(code_element(column) for column in scores or roles.scores[:1]),
        ),
    ]
    others_of = {"weight": roles.weight, "group": roles.group, "cluster": roles.cluster}
    rows += [(messages.format(f"data.role_{role}"), code_element(name)) for role, name in others_of.items() if name]
    if analysis.decimals is not None:
        rows.append((messages.format("areas.rounding"), format_decimals(analysis.decimals, messages).strip()))
    header = column_titles("report.", ("part", "understood_as"), messages)
    return Grid(header, rows, numbers_from=2, row_headers=True)


def _counts(analysis: Analysis, messages: Messages, *, all_scores: bool) -> Grid:
    cases, points = analysis.rounded_cases, analysis.points
    counts: dict[str, float] = {
        "rows_counted": cases.size,
        "positive_rows": cases.positive_rows,
        "negative_rows": cases.size - cases.positive_rows,
    }
    if points.unscored_positives:
        counts["positives_never_scored"] = round(points.unscored_positives)
    if not all_scores:
        counts |= {"distinct_scores": points.threshold.size, "tied_rows": count_class_ties_in_rows(cases)}
    counts["rows_left_out"] = analysis.left_out
    numbers = {name: number_element(name, count, format_count) for name, count in counts.items()}
    if cases.is_weighted:
        sums = {"positives": points.positives, "negatives": points.negatives}
        numbers |= {name: Markup(f"{DataNumber(name, total):,.4g}") for name, total in sums.items()}
    numbers["prevalence"] = number_element("prevalence", points.prevalence, format_prevalence)
    rows = [(messages.format(f"report.{name}"), number) for name, number in numbers.items()]
    return Grid(column_titles("report.", ("count_of", "number"), messages), rows, row_headers=True)


def _all_notices(analysis: Analysis, *, all_scores: bool) -> list[Notice]:
    cases, table = analysis.cases, analysis.table
    unused = [analysis.unused_weight] if analysis.unused_weight else []
    clusters = [cases.clusters.notice] if cases.clusters else []
    odd = check_data(analysis.rounded_cases, table)
    odd = [notice for notice in odd if not all_scores or notice.key in LABEL_NOTICES]
    return [*table.notes, *cases.excluded, *unused, *clusters, *odd]


def limits_section(analysis: Analysis, messages: Messages) -> Section:
    """Class balance, random expectation and minimum beside the step area; counts of rows need rows of weight 1."""
    points, reach = analysis.points, float(analysis.points.recall[-1])
    prevalence = number_element("prevalence", points.prevalence, format_prevalence)
    written = {"area.step": area_element("step", analysis), "prevalence": prevalence}
    numbers = {}
    if not analysis.rounded_cases.is_weighted:
        scored = scored_rows(points)
        numbers["random_average_precision"] = reach * random_average_precision(*scored)
        numbers["minimum_average_precision"] = reach * minimum_average_precision(*scored)
    numbers["minimum_area"] = minimum_area(points.prevalence, max_recall=reach)
    written |= {name: number_element(name, value) for name, value in numbers.items()}
    rows = [(messages.format(f"report.limit_{name.replace('.', '_')}"), number) for name, number in written.items()]
    grid = Grid(column_titles("report.", ("limit", "number"), messages), rows, row_headers=True)
    title = format_html(messages, "report.limits", prevalence=prevalence)
    return Section("limits", title, [grid, Text(messages.format("report.limits_note"), quiet=True)])


PAGE = Page(Path(__file__).parents[1] / "templates" / "report.html")

SCRIPT_TEXT_KEYS = (
    "recall", "precision", "balance", "called", "not_called", "tp", "fp", "fn", "tn", "threshold", "spoken_threshold",
    "back",
)  # fmt: skip

SectionBuilder = Callable[[Analysis, Messages], Section]
SECTIONS: Mapping[str, SectionBuilder] = {
    "areas": charts.areas_section,
    "schemes": schemes.schemes_section,
    "ties": schemes.ties_section,
    "threshold": threshold.threshold_section,
    "limits": limits_section,
    "tools": schemes.tools_section,
    "rows": rows_section,
    "points": threshold.points_section,
}
LAST_SECTIONS = ("cite", "code")  # sections that come last


def report_html(
    analysis: Analysis,
    sentences: Sequence[str],
    code: Mapping[str, str],
    messages: Messages,
    *,
    sections: Mapping[str, SectionBuilder] = SECTIONS,
    opening: OpeningBuilder = areas_opening,
    options: ReportOptions = DEFAULT_OPTIONS,
) -> bytes:
    """The report of an analysis: a first page that is whole by itself, then the sections that were chosen.

    sentences: to cite, the visitor's language first.
    """
    made = {key: make(analysis, messages) for key, make in sections.items()}
    first = opening(made, analysis, messages)
    written = [format_html(messages, "report.sentence", text=sentence) for sentence in first.answer]
    answer, shown = Markup(messages.format("schemes.separator")).join(written), made[first.figure_section]
    lines = sentences[0].split("\n") if sentences else []
    cited = list(dict.fromkeys(lines[at] for at in first.cited_indices)) if lines else []
    rest = {key: section.with_figures for key, section in made.items()}
    is_said = format_html(messages, "report.sentence", text=shown.title) in written and bool(shown.rest_title)
    rest[first.figure_section] = shown.without_figures(use_rest_title=is_said)
    every = [*rest.values(), _citation_section(sentences, cited, messages), _code_section(analysis, code, messages)]
    chapters = [one for one in every if one.parts and (options.sections is None or one.key in options.sections)]
    title = options.title.strip() or first.question
    page = PAGE.render(
        language=messages.language,
        title=title.striptags() if isinstance(title, Markup) else title,
        heading=title,
        question="" if title == first.question else first.question,
        author=options.author.strip(),
        answer=answer,
        figures=shown.figures,
        cite=messages.format("exports.cite"),
        cited=Quote(cited),
        data=_data(analysis, messages),
        date=_date(analysis.report_date, messages),
        made_by=messages.format("report.made_by", version=__version__),
        sections=chapters,
        style_of_parts=LAB_CSS,
        pictures=_figures_json([*shown.figures, *(part for one in chapters for part in one.parts)], messages),
        script=script_of("report"),
    )
    return localize_numbers(page, messages).encode("utf-8")


def _citation_section(sentences: Sequence[str], cited: Sequence[str], messages: Messages) -> Section:
    """The sentences that the first page does not have."""
    more = [[line for line in one.split("\n") if line not in cited] for one in sentences]
    return Section("cite", messages.format("report.every_sentence"), [Quote(lines) for lines in more if lines])


def _figures_json(parts: Sequence[Component], messages: Messages) -> Markup:
    """What the browser draws, as JSON whose texts cannot end the script that it stands in."""
    figures = [figure for part in parts if isinstance(part, FigureRow) for figure in part.figures]
    drawings = {figure.key: figure.drawing for figure in figures if figure.is_draggable}
    language = language_json("report", messages, extra_prefix="play")
    said = {key: language["words"][key] for key in SCRIPT_TEXT_KEYS}
    bundle = {**language, "words": said, "pictures": drawings}
    text = json.dumps(bundle, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def _data(analysis: Analysis, messages: Messages) -> Markup:
    """A quiet line: the name of the data, and how many rows they have."""
    name = messages.format(f"examples.{analysis.example}.name") if analysis.example else analysis.cases.name
    if analysis.task:
        name = messages.format("report.title", name=name, task=analysis.task.format(messages))
    rows = format_html(messages, "data.rows", count=DataNumber("rows", analysis.cases.size))
    positives = format_html(messages, "data.positives", count=DataNumber("positive_rows", analysis.cases.positive_rows))
    return format_html(messages, "report.data", name=name, rows=rows, positives=positives)


def _date(day: date, messages: Messages) -> Markup:
    """The day, also as machines read it."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), format_date(day, messages))


def _code_section(analysis: Analysis, code: Mapping[str, str], messages: Messages) -> Section:
    lines = [Code(package, text) for package, text in code.items()]
    note = messages.format("report.code_reads", file=f"{analysis.stem}_rows.csv")
    return Section("code", messages.format("exports.code"), [Text(note), *lines])
