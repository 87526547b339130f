"""The numbers of a lesson step. All of them are computed from its data, and the texts in the catalogs contain none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from pr_curve_lab.analysis.areas import AreasByDecimals, areas_by_decimals, available_decimals
from pr_curve_lab.analysis.averages import AVERAGE_KINDS, average_by_group, compute_average, split_by_group, task_matrix
from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    NumberText,
    count_unique_areas,
    format_area,
    format_difference,
    format_number,
    format_prevalence,
    format_ratio,
    format_threshold,
)
from pr_curve_lab.analysis.intervals import step_interval
from pr_curve_lab.analysis.prevalence import chance_precision
from pr_curve_lab.analysis.tools import tool_numbers
from pr_curve_lab.i18n.citations import area_sentence, sample_summary
from pr_curve_lab.i18n.messages import LANGUAGES, Messages, messages_in
from pr_curve_lab.lessons.lesson import Lesson, StepSettings, StepValues
from pr_curve_lab.lessons.step_data import StepData, row_names, step_data
from pr_curve_lab.schema.examples import example_dataset
from pr_metrics import (
    SCHEMES,
    TOOLS,
    bootstrap_areas,
    chance_corrected_area,
    choose_threshold,
    f_score,
    minimum_average_precision,
    paired_difference,
    random_average_precision,
    tie_bounds,
)
from pr_metrics.tolerances import AREA_ROUNDING, LEVEL_ROUNDING

LEVELS = np.linspace(0, 1, 11)  # of recall, for the eleven-point average of object detection
NAMED_SCHEMES = ("step", "linear", "linear_truncated", "continuous")
N_DRAWN = 2000  # samples, so that the ends of their middle are known to about 0.01
RATIOS = ("precision", "recall", "f1", "false_positive_rate")


@cache
def step_values(lesson: Lesson, number: int) -> StepValues:
    """Return the numbers of a step by name, those of the previous step as `before_...`, and those of recalled steps.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> facts = step_values(LESSONS["decisions"], 4)
    >>> facts["true_positives"], facts["called"], facts["precision"]
    (4, 5, 0.8)
    """
    recalled = dict(lesson.steps[number - 1].recalled_steps)
    if number > 1:
        recalled["before"] = number - 1
    facts = dict(_compute_values(lesson, number))
    for prefix, other in recalled.items():
        facts |= {f"{prefix}_{name}": value for name, value in _compute_values(lesson, other).items()}
    return MappingProxyType(facts)


@cache
def _compute_values(lesson: Lesson, number: int) -> dict[str, Any]:
    settings = lesson.settings(number)
    shown = step_data(settings)
    facts = _row_values(settings, shown) | _area_values(shown) | _threshold_values(shown)
    facts |= _other_values(settings, facts) | _name_values(settings, shown, facts["level"])
    if settings.chance:
        mean = chance_precision(facts["positives"], facts["negatives"])
        facts |= {"first_chance": float(mean[0]), "last_chance": float(mean[-1])}
    if settings.sample:
        facts |= _interval_values(shown)
    if settings.requirement is not None:
        facts |= _requirement_values(settings.requirement, facts)
    if opinions := lesson.steps[number - 1].opinions:
        facts["cheapest"] = len({choose_threshold(shown.points, cost_fp=1.0, cost_fn=cost) for cost in opinions})
    if {"rounded", "decimals"} & set(settings.pictures):
        facts |= _decimal_values(step_data(replace(settings, decimals=None)))
    if settings.average is not None:
        facts |= _average_values(settings)
    if settings.rival:
        facts |= other_model_values(settings)
    if "tools" in settings.pictures:
        facts |= _tool_values(settings, shown)
    return facts


def _row_values(settings: StepSettings, data: StepData) -> dict[str, Any]:
    points = data.points
    called = points.true_positives + points.false_positives
    return {
        "rows": data.labeled_scores.size,
        "positives": round(points.positives),
        "negatives": round(points.negatives),
        "all_rows": round(points.positives + points.negatives),
        "prevalence": points.prevalence,
        "balance": format_prevalence(points.prevalence),
        "points": int(points.threshold.size),
        "decimals": settings.decimals,
        "missed": settings.missed,
        "scored_positives": int(data.labeled_scores.positive.sum()),
        "top": settings.top,
        "called_first": round(called[0]),
        "called_next": round(called[:2][-1]),
        **({"grid": {one: _list_text(settings.grid, messages_in(one)) for one in LANGUAGES}} if settings.grid else {}),
    }


def _area_values(data: StepData) -> dict[str, Any]:
    """Return the drawn area, the areas of other schemes, and the areas that a random ranking would have."""
    points, area = data.points, data.area
    corrected = chance_corrected_area(area, points.prevalence)
    counts = round(points.positives), round(points.negatives)
    return {
        "area": area,
        **{f"{key}_area": SCHEMES[key].area(points) for key in NAMED_SCHEMES},
        "roc_area": data.roc.area,
        "random_area": random_average_precision(*counts),
        "least_area": minimum_average_precision(*counts),
        "expected_area": tie_bounds(points).expected if points.as_measured and not points.weighted else np.nan,
        "least_precision": float(points.precision.min()),
        "first_precision": float(points.precision[0]),
        "mean_precision": float(points.precision.mean()),
        "last_hit": float(points.precision[np.argmax(points.true_positives == points.true_positives[-1])]),
        "reached": float(points.recall[-1]),
        "levels": LEVELS.size,
        "levels_beyond": int((points.recall[-1] + LEVEL_ROUNDING < LEVELS).sum()),
        "scheme_tools": {one: messages_in(one).format(f"schemes.{data.scheme}.tools") for one in LANGUAGES},
        "corrected": corrected,
        "corrected_sign": equals_sign(corrected, format_area(corrected)),
        "chance_corrected": chance_corrected_area(random_average_precision(*counts), points.prevalence),
    }


def _threshold_values(data: StepData) -> dict[str, Any]:
    """Return counts and ratios at the threshold; if no row is called positive, precision is nan."""
    points, index = data.points, data.threshold_index
    true_positives = false_positives = 0
    found = {"precision": np.nan, "recall": 0.0, "f1": np.nan, "false_positive_rate": 0.0}
    threshold, level = "", np.inf
    if index is not None:
        true_positives, false_positives = (
            round(float(points.true_positives[index])),
            round(float(points.false_positives[index])),
        )
        arrays = (points.precision, points.recall, f_score(points), points.false_positive_rate)
        found = {name: float(array[index]) for name, array in zip(RATIOS, arrays, strict=True)}
        threshold, level = format_threshold(points.threshold, index), float(points.threshold[index])
    counts = {
        "true_positives": true_positives,
        "false_positives": false_positives,
        "called": true_positives + false_positives,
    }
    left = {
        "false_negatives": round(points.positives) - true_positives,
        "true_negatives": round(points.negatives) - false_positives,
    }
    texts = {f"{name}_text": format_ratio(value) for name, value in found.items()}
    signs = {f"{name}_sign": equals_sign(value, texts[f"{name}_text"]) for name, value in found.items()}
    return {**counts, **left, **found, **texts, **signs, "threshold": threshold, "level": level}


def equals_sign(value: float, text: str) -> str:
    """Return the sign before a printed number in LaTeX: whether it is the value or rounded."""
    return "=" if np.isnan(value) or abs(float(text) - value) < AREA_ROUNDING else r"\approx"


def _name_values(settings: StepSettings, data: StepData, level: float) -> dict[str, Any]:
    """Return the names of the rows of each outcome at a threshold, and of those that the next threshold adds.

    As `hit_name` the first in the ranking, with its score as `hit_score`; as `hit_names` all.
    """
    rows, all_names = data.labeled_scores, {one: row_names(settings.example, messages_in(one)) for one in LANGUAGES}
    if not all(all_names.values()):
        return {}
    called, below = rows.score >= level, rows.score[rows.score < level]
    outcomes = {
        "hit": called & rows.positive,
        "false_alarm": called & ~rows.positive,
        "missed": ~called & rows.positive,
        "rejected": ~called & ~rows.positive,
        "next": rows.score == below.max() if below.size else np.zeros(rows.size, dtype=bool),
    }
    facts: dict[str, Any] = {}
    order = np.argsort(-rows.score, kind="stable")
    for outcome, is_one in outcomes.items():
        ranked = rows.row_index[order][is_one[order]]
        for name, shown in ((f"{outcome}_name", ranked[:1]), (f"{outcome}_names", ranked)):
            facts[name] = {
                language: messages_in(language).format("punctuation.items").join(names[index] for index in shown)
                for language, names in all_names.items()
            }
        score = rows.score[is_one].max(initial=-np.inf)
        facts[f"{outcome}_score"] = {one: messages_in(one).format_number(float(score), "g") for one in LANGUAGES}
    return facts


def _interval_values(data: StepData) -> dict[str, Any]:
    """Return the interval of the area that the page Summary has, and where the middle of areas of drawn rows begins."""
    interval = step_interval(data.labeled_scores).interval
    # The width is that of the printed limits.
    width = round(interval.upper, DISPLAY_DECIMALS) - round(interval.lower, DISPLAY_DECIMALS)
    rows, outside = data.labeled_scores, (1 - interval.confidence_level) / 2
    drawn = bootstrap_areas(rows.positive, [rows.score], n_resamples=N_DRAWN)
    return {
        "low": interval.lower,
        "high": interval.upper,
        "width": width,
        "confidence": format_number(interval.confidence_level, ".0%"),
        "drawn_low": float(np.quantile(drawn, outside)),
    }


def _other_values(settings: StepSettings, values: StepValues) -> dict[str, Any]:
    """Return numbers that are mistaken for others, such as the hits that a wrong reading of the area promises."""
    return {
        "zero": 0.0,
        "half": 0.5,
        "one": 1.0,
        "above_chance": values["area"] - values["prevalence"],
        "left_to_gain": 1 - values["prevalence"],
        "times_chance": values["area"] / values["random_area"],
        "specificity": 1 - values["false_positive_rate"],
        "promised_hits": round(values["area"] * values["called"]),
        "cut": NumberText("" if settings.threshold is None else f"{settings.threshold:g}"),
    }


@cache
def other_model_values(settings: StepSettings) -> dict[str, Any]:
    """Return the intervals of the areas of two models and of their difference, as the page Models has them."""
    own = step_data(settings).labeled_scores
    rival = example_dataset(settings.example).labeled_scores(settings.rival)
    intervals = [step_interval(one).interval for one in (own, rival)]
    lead = paired_difference(own.positive, own.score, rival.score)
    return {
        "own_low": intervals[0].lower,
        "own_high": intervals[0].upper,
        "rival_area": SCHEMES["step"].area(rival.points),
        "rival_low": intervals[1].lower,
        "rival_high": intervals[1].upper,
        "lead": lead.difference,
        "lead_low": lead.lower,
        "lead_high": lead.upper,
        "lead_low_text": format_difference(lead.lower),
        "lead_high_text": format_difference(lead.upper),
    }


def _requirement_values(requirement: Mapping[str, float], values: StepValues) -> dict[str, Any]:
    cost = (
        requirement.get("cost_fp", 0.0) * values["false_positives"]
        + requirement.get("cost_fn", 0.0) * values["false_negatives"]
    )
    required = {f"required_{name}": value for name, value in requirement.items()}
    return {name: NumberText(f"{value:g}") for name, value in {**required, "cost": cost}.items()}


def _decimal_values(data: StepData) -> dict[str, Any]:
    """Return the decimals of the scores, those at which the linear area becomes the larger one, and one more."""
    options = available_decimals(data.labeled_scores.points)
    turn = last_reversed(areas_by_decimals(data.labeled_scores.points, options, "step", "linear"))
    most = max(options, default=0)
    return {"file_decimals": most + 1, "first_rounding": most, "turn": turn, "above_turn": turn + 1}


def last_reversed(areas: AreasByDecimals) -> int:
    """Return the largest number of decimals at which the second area is larger than the first, or else 0."""
    pairs = zip(areas.decimals, *areas.areas, strict=True)
    return max((decimals for decimals, one, other in pairs if decimals is not None and other > one), default=0)


def _average_values(settings: StepSettings) -> dict[str, Any]:
    """Return every average of all rows, areas and positives of the first tasks, and the drawn average by fold."""
    dataset, scheme = example_dataset(settings.example), settings.scheme or "step"
    matrix = task_matrix(dataset)
    by_kind = {kind: compute_average(matrix, kind, scheme) for kind in AVERAGE_KINDS}
    facts: dict[str, Any] = {kind: parts.area for kind, parts in by_kind.items()}
    areas = by_kind["macro"].component
    facts |= {"area_of_first": float(areas[0]), "area_of_second": float(areas[1])}
    facts |= {"tasks": len(matrix.names), "entries": round(len(matrix.names) * matrix.rows)}
    facts |= {f"positives_of_{name}": round(matrix.scored_positives[at]) for at, name in enumerate(("first", "second"))}
    if dataset.group_of_row is not None:
        folds = average_by_group(
            split_by_group(matrix, dataset.group_of_row), dataset.group_names, str(settings.average), scheme
        )
        facts |= {"folds": len(folds.names), "mean": folds.mean, "deviation": folds.std}
        facts |= {"lowest": float(np.nanmin(folds.area)), "highest": float(np.nanmax(folds.area))}
    return facts


def _tool_values(settings: StepSettings, data: StepData) -> dict[str, Any]:
    """Return the areas of tools, counted as on the page All tools, and the sentence that cites an area."""
    labeled_scores, scheme = data.labeled_scores, settings.scheme or "step"
    numbers = sorted(tool_numbers(labeled_scores).exact_numbers, key=lambda one: one.area)
    least, most = numbers[0], numbers[-1]
    rows = sample_summary(labeled_scores)
    area = SCHEMES[scheme].area(data.points)
    interval = rows.step_interval.scheme_interval(scheme, area).interval
    return {
        "tools": len(numbers),
        "values": count_unique_areas(one.area for one in numbers),
        "least": least.area,
        "most": most.area,
        "least_tool": least.tool.name,
        "most_tool": most.tool.name,
        "voc_area": next(one.area for one in numbers if one.tool.key == "VOC2007"),
        "voc_tool": TOOLS["VOC2007"].short,
        "binned_tool": TOOLS["torchmetrics.binned_5"].name,
        "cut_tools": {one: messages_in(one).format("schemes.linear_truncated.tools") for one in LANGUAGES},
        **{f"{name}_rows_first": _tools_by_ties(ties) for name, ties in TIE_ORDERS.items()},
        "cited_low": interval.lower,
        "cited_high": interval.upper,
        "citation": {language: area_sentence(scheme, area, rows, messages_in(language)) for language in LANGUAGES},
    }


TIE_ORDERS = {"first": "input order", "last": "by document name"}  # which of tied rows comes first


def _tools_by_ties(ties: str) -> dict[str, str]:
    """Return the tools that put tied rows into this order, by language."""
    tools = [tool.short for tool in TOOLS.values() if tool.ties == ties]
    return {language: messages_in(language).format("punctuation.items").join(tools) for language in LANGUAGES}


def _list_text(thresholds: Sequence[float], messages: Messages) -> str:
    """Return thresholds as a list in a language."""
    *others, last = (messages.format_number(threshold, "g") for threshold in thresholds)
    listed = messages.format("punctuation.items").join(others)
    return messages.format("punctuation.both", first=listed, second=last) if others else last
