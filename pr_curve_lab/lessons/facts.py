"""The numbers of a lesson's step: every one of them is computed from its data, none stands in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from pr_curve_lab.analysis.areas import areas_by_decimals, decimals_offered
from pr_curve_lab.analysis.averages import KINDS, folds_of, parts_of, split, task_matrix
from pr_curve_lab.analysis.formatting import NumberText, different_in_print, prevalence_text, threshold_text
from pr_curve_lab.analysis.prevalence import chance_gain
from pr_curve_lab.analysis.thresholds import mixed_rows_of
from pr_curve_lab.i18n.citations import area_sentence, counted
from pr_curve_lab.i18n.messages import LANGUAGES, Words, words_in
from pr_curve_lab.i18n.numbers import ratio_text, signed_text, with_minus
from pr_curve_lab.lessons.lesson import Lesson, Scene
from pr_curve_lab.lessons.shown_rows import Shown, shown_by
from pr_curve_lab.schema.examples import example_tasks
from pr_metrics import (
    SCHEMES,
    TOOLS,
    area_under_gain,
    bootstrap_difference,
    bootstrap_interval,
    chance_corrected_area,
    f_score,
    logit_interval,
    minimum_average_precision,
    random_average_precision,
    tie_range,
    tool_reports,
)
from pr_metrics.tolerances import LEVEL_ROUNDING

LEVELS = np.linspace(0, 1, 11)  # of recall, that object detection looked at
RATIOS = ("precision", "recall", "f1", "false_positive_rate")
Numbers = dict[str, Any]  # and what each language writes in its own way, by language


@cache
def facts_of(lesson: Lesson, number: int) -> Mapping[str, Any]:
    """The numbers of a step by name, those of the step before as `before_...`, and of steps that it recalls.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> facts = facts_of(LESSONS["decisions"], 4)
    >>> facts["true_positives"], facts["called"], facts["precision"]
    (4, 5, 0.8)
    """
    recalled = dict(lesson.steps[number - 1].recalls)
    if number > 1:
        recalled["before"] = number - 1
    facts = dict(_facts(lesson, number))
    for prefix, other in recalled.items():
        facts |= {f"{prefix}_{name}": value for name, value in _facts(lesson, other).items()}
    return MappingProxyType(facts)


@cache
def _facts(lesson: Lesson, number: int) -> Numbers:
    scene = lesson.scene(number)
    shown = shown_by(scene)
    facts = _of_rows(scene, shown) | _of_areas(shown) | _at_threshold(shown)
    facts |= _of_doubt(facts) | _mistaken(scene, facts)
    if isinstance(scene.order, int) and scene.times == 1:
        facts |= {"chance_gain": with_minus(chance_gain(facts["positives"], facts["rows"]), ".1f")}
    if scene.wish is not None:
        facts |= _of_wish(scene.wish, facts)
    if "decimals" in scene.pictures:
        facts |= _of_rounding(shown)
    if scene.average is not None:
        facts |= _of_averages(scene)
    if scene.rival:
        facts |= facts_of_rival(scene)
    if "tools" in scene.pictures:
        facts |= _of_tools(scene, shown)
    return facts


def _of_rows(scene: Scene, shown: Shown) -> Numbers:
    points = shown.points
    called = points.true_positives + points.false_positives
    return {
        "rows": shown.cases.size,
        "positives": round(points.positives),
        "negatives": round(points.negatives),
        "all_rows": round(points.positives + points.negatives),
        "prevalence": points.prevalence,
        "balance": prevalence_text(points.prevalence),
        "points": int(points.threshold.size),
        "decimals": scene.decimals,
        "missed": scene.missed,
        "scored_positives": int(shown.cases.positive.sum()),
        "top": scene.top,
        "called_first": round(called[0]),
        "called_next": round(called[:2][-1]),
        "grid": _listed(NumberText(f"{threshold:g}") for threshold in scene.grid or ()),
    }


def _of_areas(shown: Shown) -> Numbers:
    """The area that is drawn, those of other ways to join the same points, and what chance would give."""
    points, area = shown.points, shown.area
    counts = round(points.positives), round(points.negatives)
    return {
        "area": area,
        **{f"{key}_area": SCHEMES[key].area(points) for key in ("step", "linear", "continuous")},
        "roc_area": shown.roc.area,
        "random_area": random_average_precision(*counts),
        "least_area": minimum_average_precision(*counts),
        "expected_area": tie_range(points).expected if points.as_measured and not points.weighted else np.nan,
        "least_precision": float(points.precision.min()),
        "first_precision": float(points.precision[0]),
        "mean_precision": float(points.precision.mean()),
        "last_hit": float(points.precision[np.argmax(points.true_positives == points.true_positives[-1])]),
        "reached": float(points.recall[-1]),
        "levels": LEVELS.size,
        "levels_beyond": int((points.recall[-1] + LEVEL_ROUNDING < LEVELS).sum()),
        "scheme_tools": {one: words_in(one).say(f"schemes.{shown.scheme}.tools") for one in LANGUAGES},
        "corrected": chance_corrected_area(area, points.prevalence),
        "chance_corrected": chance_corrected_area(random_average_precision(*counts), points.prevalence),
        "under_gain": area_under_gain(points),
    }


def _at_threshold(shown: Shown) -> Numbers:
    """The counts and ratios where rows are called positive; where none is, precision is 0/0."""
    points, index = shown.points, shown.chosen
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
        threshold, level = threshold_text(points.threshold, index), float(points.threshold[index])
    counts = {
        "true_positives": true_positives,
        "false_positives": false_positives,
        "called": true_positives + false_positives,
    }
    left = {
        "false_negatives": round(points.positives) - true_positives,
        "true_negatives": round(points.negatives) - false_positives,
    }
    texts = {f"{name}_text": ratio_text(value) for name, value in found.items()}
    return {**counts, **left, **found, **texts, "threshold": threshold, "level": level}


def _of_doubt(facts: Numbers) -> Numbers:
    """Where other rows of the same kind may lead: the interval from the area and the positives alone."""
    interval = logit_interval(facts["area"], facts["positives"])
    sure = {"low": interval.low, "high": interval.high, "width": interval.high - interval.low}
    return {**sure, "level_of_area": interval.level * facts["area"]}


def _mistaken(scene: Scene, facts: Numbers) -> Numbers:
    """Numbers that others are taken for, and what a reading of them would promise."""
    return {
        "zero": 0.0,
        "half": 0.5,
        "one": 1.0,
        "above_chance": facts["area"] - facts["prevalence"],
        "left_to_gain": 1 - facts["prevalence"],
        "times_chance": facts["area"] / facts["prevalence"],
        "specificity": 1 - facts["false_positive_rate"],
        "promised_hits": round(facts["area"] * facts["called"]),
        "cut": NumberText("" if scene.threshold is None else f"{scene.threshold:g}"),
    }


@cache
def facts_of_rival(scene: Scene) -> Numbers:
    """Two models on samples of the rows: an interval for each area, and one for the lead, drawn in pairs."""
    shown = shown_by(scene)
    cases, scheme = shown.cases, shown.scheme
    other = example_tasks(scene.example).cases(scene.rival)
    own, theirs = (bootstrap_interval(one.points, scheme=scheme) for one in (cases, other))
    lead = bootstrap_difference(cases.positive, cases.score, other.score, scheme=scheme)
    area = SCHEMES[scheme].area(other.points)
    return {
        "drawn_low": own.low,
        "drawn_high": own.high,
        "rival_area": area,
        "rival_low": theirs.low,
        "rival_high": theirs.high,
        "lead": shown.area - area,
        "lead_low": lead.low,
        "lead_high": lead.high,
        "lead_low_text": signed_text(lead.low),
        "lead_high_text": signed_text(lead.high),
    }


def _of_wish(wish: Mapping[str, float], facts: Numbers) -> Numbers:
    cost = wish.get("cost_fp", 0.0) * facts["false_positives"] + wish.get("cost_fn", 0.0) * facts["false_negatives"]
    wished = {f"wish_{name}": value for name, value in wish.items()}
    return {name: NumberText(f"{value:g}") for name, value in {**wished, "cost": cost}.items()}


def _of_rounding(shown: Shown) -> Numbers:
    """The number of decimals from which on straight lines have more than steps."""
    points = shown.cases.points
    areas = areas_by_decimals(points, decimals_offered(points), "step", "linear")
    pairs = zip(areas.decimals, *areas.of_both, strict=True)
    turned = [decimals for decimals, step, linear in pairs if decimals is not None and linear > step]
    return {"turn": max(turned, default=0), "before_turn": max(turned, default=0) + 1}


def _of_averages(scene: Scene) -> Numbers:
    """Every average of all rows, its parts, and the one that is drawn in each fold."""
    tasks, scheme = example_tasks(scene.example), scene.scheme or "step"
    matrix = task_matrix(tasks)
    by_kind = {kind: parts_of(matrix, kind, scheme) for kind in KINDS}
    facts: Numbers = {kind: parts.area for kind, parts in by_kind.items()}
    areas = by_kind["macro"].part
    facts |= {"area_of_first": float(areas[0]), "area_of_second": float(areas[1])}
    facts |= {"tasks": len(matrix.names), "entries": round(len(matrix.names) * matrix.rows)}
    facts |= {f"positives_of_{name}": round(matrix.positives[at]) for at, name in enumerate(("first", "second"))}
    if tasks.group is not None:
        folds = folds_of(split(matrix, tasks.group), tasks.group_names, str(scene.average), scheme)
        facts |= {"folds": len(folds.names), "mean": folds.mean, "deviation": folds.deviation}
        facts |= {"lowest": float(np.nanmin(folds.area)), "highest": float(np.nanmax(folds.area))}
    return facts


def _of_tools(scene: Scene, shown: Shown) -> Numbers:
    """The numbers that other tools report for the rows, and the sentence that says how an area came about."""
    cases, scheme = shown.cases, scene.scheme or "step"
    reports = tool_reports(cases.positive, cases.score, sample_weight=cases.weight)
    values = {key: report for key, report in reports.items() if isinstance(report, float)}
    least, most = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    rows = counted(cases, tied=mixed_rows_of(cases), left_out=0)
    area = SCHEMES[scheme].area(shown.points)
    return {
        "tools": len(values),
        "values": different_in_print(values.values()),
        "least": values[least],
        "most": values[most],
        "least_tool": TOOLS[least].name,
        "most_tool": TOOLS[most].name,
        "citation": {language: area_sentence(scheme, area, rows, words_in(language)) for language in LANGUAGES},
    }


def _listed(texts: Iterable[str]) -> dict[str, str]:
    """A list as each language writes it, and the numbers in it."""
    parts = list(texts)
    return {language: _joined(parts, words_in(language)) for language in LANGUAGES}


def _joined(parts: list[str], words: Words) -> str:
    written = (words.number(part) if isinstance(part, NumberText) else part for part in parts)
    return words.say("lessons.separator").join(written)
