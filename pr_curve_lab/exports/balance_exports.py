"""What the page Balance hands over: an area at the data's own class balance, and at the one that is asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pr_curve_lab.analysis.class_balance import Balances, Shuffled
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.numbers.balance_numbers import balances_csv, balances_json
from pr_curve_lab.exports.page_exports import File, PageExports, code_of, report_of, rows_of, wanted_of
from pr_curve_lab.exports.report import class_balance
from pr_curve_lab.exports.report.document import SECTIONS
from pr_curve_lab.i18n import citations
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.citations import Counted

OTHERS = {key: make for key, make in SECTIONS.items() if key != "limits"}  # what it says, the page's own does


def of_balance(
    analysis: Analysis, both: Balances, by_chance: Shuffled | None, rows: Counted, words: Words
) -> PageExports:
    """Sentences, code and files about both balances; by_chance: what shuffled labels gave, if that is known."""
    decimals = analysis.decimals_of_areas
    moved = partial(_moved, both, decimals=decimals)

    def said(language: Words) -> list[str]:
        own_area = citations.area_sentence(both.scheme, both.own.area, rows, language, decimals=decimals)
        return [own_area, *moved(language)]

    sentences = citations.in_languages(said, words)
    own = partial(class_balance.section, both, by_chance)
    stem = f"{analysis.stem}_numbers"
    files = (
        rows_of(analysis),
        File("csv", f"{stem}.csv", "text/csv", partial(balances_csv, analysis, both, by_chance)),
        File("json", f"{stem}.json", "application/json", partial(balances_json, analysis, sentences, both, by_chance)),
        report_of(
            analysis,
            rows,
            words,
            sections={"balances": own, **OTHERS},
            opening=class_balance.opening(both),
            besides=moved,
        ),
    )
    prevalence = both.prevalence if both.moved else None
    return PageExports(files, sentences, code_of(replace(wanted_of(analysis, (both.scheme,)), prevalence=prevalence)))


def _moved(both: Balances, words: Words, *, decimals: int) -> list[str]:
    """The sentence about the asked balance, where that is not the data's own."""
    if not both.moved:
        return []
    return [citations.moved_sentence(both.scheme, both.asked.area, both.asked.text, words, decimals=decimals)]
