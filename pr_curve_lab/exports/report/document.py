"""The report document, its first page, and the sections on rows and on the limits set by the prevalence."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from markupsafe import Markup, escape

from pr_curve_lab.analysis.calibration import calibration_problem
from pr_curve_lab.analysis.formatting import format_count, format_prevalence
from pr_curve_lab.analysis.prevalence import scored_rows
from pr_curve_lab.exports.html_page import render_page
from pr_curve_lab.exports.report import charts, elements, schemes, threshold
from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.i18n.area_sentences import interval_name
from pr_curve_lab.i18n.messages import Messages, format_date, format_decimals
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.web.modules import LAB_CSS, language_json, script_of
from pr_metrics import __version__, minimum_area, minimum_average_precision, random_average_precision

Sections = Mapping[str, elements.Section]  # by key


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The first page of a report: a question, its answer, and the section whose figures it shows."""

    question: elements.Cell
    answer: Sequence[elements.Cell]  # about three sentences without full stops
    figure_section: str = "areas"  # key of that section
    cited_indices: tuple[int, ...] = (0,)  # of cited sentences in the visitor's language, in order


FirstPageBuilder = Callable[[Sections, Messages], FirstPage]


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The title and author that the visitor typed, and the keys of the selected sections; None: all."""

    title: str = ""
    author: str = ""
    sections: tuple[str, ...] | None = None


DEFAULT_OPTIONS = ReportOptions()


def areas_first_page(
    results: CurveResults, sections: Sections, messages: Messages, *, finding: str = "areas"
) -> FirstPage:
    """Ask for the area; finding: the section whose title is the answer, on two schemes or on what tools report."""
    answer = [sections[finding].title, _interval_text(results, messages), chance_level(results, messages)]
    return FirstPage(messages.format(f"report.question_{finding}"), answer)


def threshold_first_page(results: CurveResults, sections: Sections, messages: Messages) -> FirstPage:
    """Say what the selected threshold calls positive."""
    ratios = threshold.threshold_ratios(results, messages)
    answer = [sections["threshold"].title, ratios, _interval_text(results, messages)]
    return FirstPage(messages.format("report.question_threshold"), answer, "threshold", (0, -1))


def reported_numbers_first_page(
    results: CurveResults, question: str, lines: Sequence[str], _: Sections, messages: Messages
) -> FirstPage:
    """Answer a question about reported numbers: where they come from, which area to report, and its interval."""
    area = elements.sentence("report.answer_report", messages, area=elements.area("step", results))
    return FirstPage(escape(question), [*map(escape, lines), area, _interval_text(results, messages, "step")])


def requirement_first_page(question: str, lines: Sequence[str], sections: Sections, _: Messages) -> FirstPage:
    """Give a requirement on the threshold with its result, and the selected threshold."""
    return FirstPage(escape(question), [*map(escape, lines), sections["threshold"].title], "threshold", (0, -1))


def _interval_text(results: CurveResults, messages: Messages, scheme: str = "") -> Markup:
    """Give the interval of a scheme's area and its method; by default that of steps if it is one of the sides."""
    scheme = scheme or ("step" if "step" in results.sides else results.sides[0])
    area_interval = results.intervals[scheme]
    ends = {
        "low": elements.DataNumber(f"interval_low.{scheme}", area_interval.interval.lower),
        "high": elements.DataNumber(f"interval_high.{scheme}", area_interval.interval.upper),
    }
    facts = {"joined": messages.format(f"schemes.{scheme}.joined"), "name": interval_name(area_interval, messages)}
    return elements.sentence("report.answer_interval", messages, **facts, **ends)


def chance_level(results: CurveResults, messages: Messages) -> Markup:
    """Give the prevalence as the chance level."""
    prevalence = elements.number("prevalence", results.points.prevalence, format_prevalence)
    return elements.sentence("report.limits", messages, prevalence=prevalence)


LABEL_NOTICES = ("few_positives", "one_against_rest")  # notices that do not depend on the scores


def rows_section(results: CurveResults, messages: Messages, *, scores: Sequence[str] = ()) -> elements.Section:
    """Return the columns and counts as tables, then all notices about the data.

    scores: the columns of several scores in the report; then nothing refers to the analyzed one alone.
    """
    notices = [
        elements.Text(Markup(messages.format_notice(problem, elements.code)))
        for problem in _all_notices(results, all_scores=bool(scores))
    ]
    tables = [_columns(results, scores, messages), _counts(results, messages, all_scores=bool(scores))]
    return elements.Section("rows", messages.format("report.rows"), [*tables, *notices])


def _columns(results: CurveResults, scores: Sequence[str], messages: Messages) -> elements.Grid:
    roles, comma = results.labeled_scores.roles, Markup(messages.format("punctuation.items"))
    others = comma.join(elements.code(value) for value in results.labeled_scores.negative_values)
    positive = {"value": elements.code(str(roles.positive)), "others": others}
    rows: list[tuple[elements.Cell, ...]] = [
        (messages.format("data.role_label"), elements.code(str(roles.label))),
        (messages.format("data.role_positive"), elements.sentence("report.positive_value", messages, **positive)),
        (
            messages.format("report.scores" if scores else "report.score"),
            comma.join(elements.code(column) for column in scores or roles.scores[:1]),
        ),
    ]
    others_of = {"weight": roles.weight, "group": roles.group, "cluster": roles.cluster}
    rows += [(messages.format(f"data.role_{role}"), elements.code(name)) for role, name in others_of.items() if name]
    if results.decimals is not None:
        rows.append((messages.format("areas.rounding"), format_decimals(results.decimals, messages).strip()))
    header = elements.column_titles("report.", ("part", "understood_as"), messages)
    return elements.Grid(header, rows, numbers_from=2, row_headers=True)


def _counts(results: CurveResults, messages: Messages, *, all_scores: bool) -> elements.Grid:
    labeled_scores, points = results.rounded_labeled_scores, results.points
    counts: dict[str, float] = {
        "rows_counted": labeled_scores.size,
        "positive_rows": labeled_scores.positive_rows,
        "negative_rows": labeled_scores.size - labeled_scores.positive_rows,
    }
    if points.unscored_positives:
        counts["positives_never_scored"] = round(points.unscored_positives)
    if not all_scores:
        counts |= {"distinct_scores": points.threshold.size, "tied_rows": results.sample.tied}
    counts["rows_left_out"] = labeled_scores.n_excluded_rows
    numbers = {name: elements.number(name, count, format_count) for name, count in counts.items()}
    if labeled_scores.is_weighted:
        sums = {"positives": points.positives, "negatives": points.negatives}
        numbers |= {name: Markup(f"{elements.DataNumber(name, total):,.4g}") for name, total in sums.items()}
    numbers["prevalence"] = elements.number("prevalence", points.prevalence, format_prevalence)
    rows = [(messages.format(f"report.{name}"), number) for name, number in numbers.items()]
    return elements.Grid(elements.column_titles("report.", ("count_of", "number"), messages), rows, row_headers=True)


def _all_notices(results: CurveResults, *, all_scores: bool) -> list[Notice]:
    labeled_scores, table = results.labeled_scores, results.table
    unused = [results.unused_weight] if results.unused_weight else []
    clusters = [labeled_scores.clusters.notice] if labeled_scores.clusters else []
    odd = check_data(results.rounded_labeled_scores, table)
    odd = [notice for notice in odd if not all_scores or notice.key in LABEL_NOTICES]
    split = [Notice("chose_part", column=one[0], value=one[1])] if (one := labeled_scores.roles.selected_split) else []
    return [*table.notes, *split, *labeled_scores.excluded, *unused, *clusters, *odd]


def limits_section(results: CurveResults, messages: Messages) -> elements.Section:
    """Compare the step area with the prevalence, a random ranking and the minimum; some need unweighted rows."""
    points, reach = results.points, float(results.points.recall[-1])
    prevalence = elements.number("prevalence", points.prevalence, format_prevalence)
    written = {"area.step": elements.area("step", results).element, "prevalence": prevalence}
    numbers = {}
    if not results.rounded_labeled_scores.is_weighted:
        scored = scored_rows(points)
        numbers["random_average_precision"] = reach * random_average_precision(*scored)
        numbers["minimum_average_precision"] = reach * minimum_average_precision(*scored)
    numbers["minimum_area"] = minimum_area(points.prevalence, max_recall=reach)
    written |= {name: elements.number(name, value) for name, value in numbers.items()}
    rows = [(messages.format(f"report.limit_{name.replace('.', '_')}"), number) for name, number in written.items()]
    grid = elements.Grid(elements.column_titles("report.", ("limit", "number"), messages), rows, row_headers=True)
    title = elements.sentence("report.limits", messages, prevalence=prevalence)
    return elements.Section("limits", title, [grid, elements.note(messages.format("report.limits_note"))])


SCRIPT_TEXT_KEYS = (
    "recall", "precision", "balance", "called", "not_called", "tp", "fp", "fn", "tn", "threshold", "spoken_threshold",
    "back",
)  # fmt: skip

SectionBuilder = Callable[[Messages], elements.Section]


def curve_sections(results: CurveResults) -> dict[str, SectionBuilder]:
    """Return builders of the sections on one curve."""
    is_probability = calibration_problem(results.rounded_labeled_scores) is None
    calibrated = {"calibration": partial(threshold.calibration_section, results)} if is_probability else {}
    return {
        "areas": partial(charts.areas_section, results),
        "schemes": partial(schemes.schemes_section, results),
        "ties": partial(schemes.ties_section, results),
        "threshold": partial(threshold.threshold_section, results),
        **calibrated,
        "limits": partial(limits_section, results),
        "tools": partial(schemes.tools_section, results),
        "rows": partial(rows_section, results),
        "points": partial(threshold.points_section, results),
    }


LAST_SECTIONS = ("cite", "code")  # sections that come last


def report_html(
    results: CurveResults,
    citations: Sequence[str],
    code: Mapping[str, str],
    messages: Messages,
    sections: Mapping[str, SectionBuilder],
    first_page: FirstPageBuilder,
    options: ReportOptions = DEFAULT_OPTIONS,
) -> bytes:
    """Return the report: a first page that is complete by itself, then the selected sections.

    citations: a text of one or more lines for each language, the visitor's language first.
    """
    made = {key: make(messages) for key, make in sections.items()}
    first = first_page(made, messages)
    written = [elements.sentence("report.sentence", messages, text=sentence) for sentence in first.answer]
    answer, shown = Markup(messages.format("punctuation.sentences")).join(written), made[first.figure_section]
    lines = citations[0].split("\n") if citations else []
    cited = list(dict.fromkeys(lines[at] for at in first.cited_indices)) if lines else []
    rest = {key: section.with_figures for key, section in made.items()}
    is_said = elements.sentence("report.sentence", messages, text=shown.title) in written and bool(shown.rest_title)
    rest[first.figure_section] = shown.without_figures(use_rest_title=is_said)
    every = [*rest.values(), _citation_section(citations, cited, messages), _code_section(results, code, messages)]
    chapters = [one for one in every if one.parts and (options.sections is None or one.key in options.sections)]
    title = options.title.strip() or first.question
    page = render_page(
        "report.html",
        language=messages.language,
        title=title.striptags() if isinstance(title, Markup) else title,
        heading=title,
        question="" if title == first.question else first.question,
        author=options.author.strip(),
        answer=answer,
        figures=shown.figures,
        cite=messages.format("report.section.cite"),
        cited=elements.Quote(cited),
        data=_data_line(results, messages),
        date=_date(results.report_date, messages),
        made_by=messages.format("report.made_by", version=__version__),
        sections=chapters,
        style_of_parts=LAB_CSS,
        pictures=_figures_json([*shown.figures, *(part for one in chapters for part in one.parts)], messages),
        script=script_of("report"),
    )
    return elements.localize_numbers(page, messages).encode("utf-8")


def _citation_section(citations: Sequence[str], exclude: Sequence[str], messages: Messages) -> elements.Section:
    """Return the sentences that are not on the first page."""
    more = [[line for line in one.split("\n") if line not in exclude] for one in citations]
    quotes = [elements.Quote(lines) for lines in more if lines]
    return elements.Section("cite", messages.format("report.every_sentence"), quotes)


def _figures_json(parts: Sequence[elements.Component], messages: Messages) -> Markup:
    """Return the data that the browser draws, as JSON that cannot close its script element."""
    figures = [figure for part in parts if isinstance(part, elements.FigureRow) for figure in part.figures]
    drawings = {figure.key: figure.content for figure in figures if figure.is_interactive}
    language = language_json("report", messages, extra_prefix="play")
    texts_in_scripts = {key: language["words"][key] for key in SCRIPT_TEXT_KEYS}
    bundle = {**language, "words": texts_in_scripts, "pictures": drawings}
    text = json.dumps(bundle, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def _data_line(results: CurveResults, messages: Messages) -> Markup:
    """Return a line in gray type: the name of the data, and the number of rows."""
    name = messages.format(f"examples.{results.example}.name") if results.example else results.labeled_scores.name
    if results.task:
        name = messages.format("report.title", name=name, task=results.task.format(messages))
    counts = {"rows": results.labeled_scores.size, "positive_rows": results.labeled_scores.positive_rows}
    rows, positives = (elements.DataNumber(of, count) for of, count in counts.items())
    facts = {
        "rows": elements.sentence("data.rows", messages, count=rows),
        "positives": elements.sentence("data.positives", messages, count=positives),
    }
    return elements.sentence("report.data", messages, name=name, **facts)


def _date(day: date, messages: Messages) -> Markup:
    """Return the date, with a machine-readable `datetime`."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), format_date(day, messages))


def _code_section(results: CurveResults, code: Mapping[str, str], messages: Messages) -> elements.Section:
    lines = [elements.CodeBlock(package, text) for package, text in code.items()]
    note = messages.format("report.code_reads", file=f"{results.stem}_rows.csv")
    return elements.Section("code", messages.format("exports.code"), [elements.Text(note), *lines])
