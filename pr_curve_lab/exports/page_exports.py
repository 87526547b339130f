"""What a page hands over: sentences and code as text, files as functions that are called on a click.

A new page makes exports of its own, with its own sentences and code and the files that it shares with others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.code.python_code import Wanted, with_pr_metrics, with_scikit_learn
from pr_curve_lab.exports.numbers.numbers_file import numbers_csv, numbers_json
from pr_curve_lab.exports.numbers.rows_file import rows_csv
from pr_curve_lab.exports.report import first_page
from pr_curve_lab.exports.report.document import OF_EVERY_REPORT, SECTIONS, Make, report_html
from pr_curve_lab.exports.report.first_page import EVERYTHING, Chosen, Opening
from pr_curve_lab.i18n import citations
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.citations import Counted

Say = Callable[[Words], list[str]]  # sentences in a language


@dataclass(frozen=True)
class File:
    """A file that is made when it is asked for."""

    key: str  # of its button's words and widget: rows, csv, json, report
    name: str
    kind: str  # of its content, as browsers name it
    make: Callable[..., bytes]  # the report takes what was chosen for it
    sections: tuple[str, ...] = ()  # of a report, to choose from

    def chosen(self, chosen: Callable[[], Chosen]) -> File:
        """The report as it is chosen when it is asked for."""
        make = self.make
        return replace(self, make=lambda: make(chosen()))


@dataclass(frozen=True)
class PageExports:
    """The sentences, code and files of one page."""

    files: tuple[File, ...]
    sentences: tuple[str, ...] = ()  # to cite: in the visitor's language, and in English
    code: Mapping[str, str] = field(default_factory=dict)  # by the name of the package that computes


def of_data(analysis: Analysis, rows: Counted, words: Words) -> PageExports:
    """The rows as they are understood, and the report about them."""
    return PageExports((rows_of(analysis), report_of(analysis, rows, words)))


def of_curve(
    analysis: Analysis,
    joined: JoinedArea,
    rows: Counted,
    words: Words,
    *,
    opening: Opening = first_page.THRESHOLD,
) -> PageExports:
    """The area of the page, which is the average precision, and the threshold in force."""
    points, chosen = analysis.points, analysis.chosen

    def said(language: Words) -> list[str]:
        return [
            citations.area_sentence(joined.scheme, joined.area, rows, language),
            citations.threshold_sentence(points, chosen, language, analysis.required),
        ]

    wanted = wanted_of(analysis, (joined.scheme,), threshold=float(points.threshold[chosen]))
    return _page_exports(analysis, rows, citations.in_languages(said, words), wanted, words, opening)


def of_areas(analysis: Analysis, pair: SchemeDifferences, rows: Counted, words: Words) -> PageExports:
    """Both areas and their difference."""
    areas = {pair.left: pair.left_area, pair.right: pair.right_area}
    of_both = partial(_of_both, areas, rows, decimals=analysis.decimals_of_areas)
    sentences = citations.in_languages(of_both, words)
    return _page_exports(analysis, rows, sentences, wanted_of(analysis, tuple(areas), difference=True), words)


def of_schemes(
    analysis: Analysis,
    areas: dict[str, float],
    compared: str,
    rows: Counted,
    words: Words,
    *,
    opening: Opening = first_page.TOOLS,
) -> PageExports:
    """The area of the compared scheme among those of all; the report opens with the numbers that were asked about."""

    def said(language: Words) -> list[str]:
        return [
            citations.area_sentence(compared, areas[compared], rows, language),
            citations.range_sentence(areas, language),
        ]

    sentences, wanted = citations.in_languages(said, words), wanted_of(analysis, tuple(areas))
    return _page_exports(analysis, rows, sentences, wanted, words, opening)


def rows_of(analysis: Analysis) -> File:
    """The rows as they were counted, which the code reads."""
    return File("rows", rows_name(analysis), "text/csv", lambda: rows_csv(analysis.cases, analysis.group))


def numbers_of(analysis: Analysis, sentences: tuple[str, ...]) -> tuple[File, File]:
    """The numbers of the analysis, for a spreadsheet and for a program."""
    stem = f"{analysis.stem}_numbers"
    return (
        File("csv", f"{stem}.csv", "text/csv", partial(numbers_csv, analysis)),
        File("json", f"{stem}.json", "application/json", partial(numbers_json, analysis, sentences)),
    )


def report_of(
    analysis: Analysis,
    rows: Counted,
    words: Words,
    *,
    sections: Mapping[str, Make] = SECTIONS,
    opening: Opening = first_page.AREAS,
    besides: Say | None = None,
) -> File:
    """The report of the whole analysis: both schemes, and the threshold in force; a page opens it with its question.

    A page that has more to say gives sections, and sentences to cite besides.
    """

    def make(chosen: Chosen = EVERYTHING) -> bytes:
        areas = {scheme: analysis.areas[scheme] for scheme in analysis.sides}
        points, at = analysis.points, analysis.chosen

        def said(language: Words) -> list[str]:
            more = [] if besides is None else besides(language)
            both = _of_both(areas, rows, language, decimals=analysis.decimals_of_areas)
            return [*both, citations.threshold_sentence(points, at, language, analysis.required), *more]

        wanted = wanted_of(analysis, tuple(areas), threshold=float(points.threshold[at]), difference=True)
        sentences, code = citations.in_languages(said, words), code_of(wanted)
        return report_html(analysis, sentences, code, words, sections=sections, opening=opening, chosen=chosen)

    return File("report", f"{analysis.stem}_report.html", "text/html", make, (*sections, *OF_EVERY_REPORT))


def code_of(wanted: Wanted) -> dict[str, str]:
    """The lines for each package that computes."""
    return {"pr_metrics": with_pr_metrics(wanted), "scikit-learn": with_scikit_learn(wanted)}


def wanted_of(
    analysis: Analysis, schemes: tuple[str, ...], *, threshold: float | None = None, difference: bool = False
) -> Wanted:
    """The numbers that the lines compute, of the rows of an analysis."""
    return Wanted(
        rows_name(analysis),
        schemes,
        weighted=analysis.cases.weight is not None,
        decimals=analysis.decimals,
        threshold=threshold,
        difference=difference,
        total_positives=analysis.total_positives,
        clustered=analysis.cases.groups_together is not None,
    )


def rows_name(analysis: Analysis) -> str:
    """The name of the file of rows, which the code reads."""
    return f"{analysis.stem}_rows.csv"


def _of_both(areas: dict[str, float], rows: Counted, words: Words, *, decimals: int) -> list[str]:
    """A sentence for each area, and one for the difference where there are two."""
    sentences = [
        citations.area_sentence(scheme, area, rows, words, decimals=decimals) for scheme, area in areas.items()
    ]
    if len(areas) > 1:
        left, right = areas
        sentences.append(citations.difference_sentence(left, right, areas[right] - areas[left], words))
    return sentences


def _page_exports(
    analysis: Analysis,
    rows: Counted,
    sentences: tuple[str, ...],
    wanted: Wanted,
    words: Words,
    opening: Opening = first_page.AREAS,
) -> PageExports:
    report = report_of(analysis, rows, words, opening=opening)
    files = (rows_of(analysis), *numbers_of(analysis, sentences), report)
    return PageExports(files, sentences, code_of(wanted))
