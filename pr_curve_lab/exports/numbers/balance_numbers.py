"""What the page Balance knows at each class balance, in full precision: for its JSON, its CSV and its report."""

from __future__ import annotations

import math

from pr_curve_lab.analysis.class_balance import Balance, Balances, Shuffled, row_limits
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.numbers.numbers_file import as_csv, as_json, defined, facts_of, lines_of

HEADER = ("quantity", "scheme", "threshold", "prevalence", "value")
OF_THE_SCHEME = ("area", "chance_corrected_area", "normalised_area", "shuffled_low", "shuffled_high", "p_value")
SCHEME_OF = {"random_order_area": "step", "worst_order_area": "step", "least_possible_area": "continuous"}
AT_THRESHOLD = ("precision", "recall")
IN_EVERY_FILE = ("prevalence", "area", *AT_THRESHOLD)  # at the data's own balance

Line = tuple[str, str, float | None, float, float | None]  # as in the header


def numbers_at(analysis: Analysis, both: Balances, by_chance: Shuffled | None = None) -> list[dict[str, float]]:
    """Every number by its name, first at the data's own balance, then at the asked one if that is another.

    What is undefined is nan, and so is, at the asked balance, what counts the rows one by one. Names without a scheme
    are those of `OF_THE_SCHEME` or `SCHEME_OF`, or of none.

    >>> from datetime import date
    >>> from pr_curve_lab.analysis.class_balance import balances
    >>> from pr_curve_lab.analysis.thinning import Resolution
    >>> from pr_curve_lab.reading.examples import example_cases, example_table
    >>> analysis = Analysis(example_cases("ten_rows"), example_table("ten_rows"), made_on=date(2026, 3, 1))
    >>> own, asked = numbers_at(analysis, balances(analysis.points, 0.1, "step", Resolution(300)))
    >>> round(own["area"], 3), round(asked["area"], 3), own["recall"] == asked["recall"]
    (0.859, 0.697, True)
    """
    limits = row_limits(analysis.cases)
    own_only = {
        "random_order_area": math.nan if limits is None else limits.random,
        "worst_order_area": math.nan if limits is None else limits.least,
        "shuffled_low": math.nan if by_chance is None else by_chance.low,
        "shuffled_high": math.nan if by_chance is None else by_chance.high,
        "p_value": math.nan if by_chance is None else by_chance.p_value,
    }
    roc = {"roc_area": analysis.roc.area}  # no class balance moves it
    found = [_at(both.own, analysis.chosen) | roc | own_only]
    if both.moved:
        found.append(_at(both.asked, analysis.chosen) | roc | dict.fromkeys(own_only, math.nan))
    return found


def balances_json(
    analysis: Analysis, citation: tuple[str, ...], both: Balances, by_chance: Shuffled | None = None
) -> bytes:
    """The entry `balances`, one for each class balance, and with it everything about the analysis."""
    at = {"scheme": both.scheme, "threshold": float(analysis.points.threshold[analysis.chosen])}
    listed = [
        at | {name: defined(value) for name, value in numbers.items()}
        for numbers in numbers_at(analysis, both, by_chance)
    ]
    return as_json({"balances": listed, **facts_of(analysis, citation)})


def balances_csv(analysis: Analysis, both: Balances, by_chance: Shuffled | None = None) -> bytes:
    """The lines of every numbers file, with the class balance at which they hold, and what only this page knows."""
    own, *moved = numbers_at(analysis, both, by_chance)
    prevalence = own["prevalence"]
    lines: list[Line] = [(name, scheme, at, prevalence, value) for name, scheme, at, value in lines_of(analysis)]
    lines += _lines(
        analysis, both, {name: value for name, value in own.items() if name not in IN_EVERY_FILE}, prevalence
    )
    for numbers in moved:
        lines += _lines(analysis, both, numbers, numbers["prevalence"])
    return as_csv(HEADER, lines)


def _at(one: Balance, chosen: int) -> dict[str, float]:
    return {
        "prevalence": one.points.prevalence,
        "area": one.area,
        "least_possible_area": one.least,
        "chance_corrected_area": one.corrected,
        "normalised_area": one.normalised,
        "area_under_gain": one.under_gain,
        "precision": float(one.points.precision[chosen]),
        "recall": float(one.points.recall[chosen]),
    }


def _lines(analysis: Analysis, both: Balances, numbers: dict[str, float], prevalence: float) -> list[Line]:
    threshold = float(analysis.points.threshold[analysis.chosen])
    return [
        (
            name,
            both.scheme if name in OF_THE_SCHEME else SCHEME_OF.get(name, ""),
            threshold if name in AT_THRESHOLD else None,
            prevalence,
            defined(value),
        )
        for name, value in numbers.items()
    ]
