"""The numbers of a lesson's step: every one of them is computed from its data, none stands in a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np

from pr_app.cases import Cases
from pr_app.examples import example_cases
from pr_app.lessons import Lesson, Scene
from pr_app.numerals import prevalence_text, threshold_text
from pr_metrics import SCHEMES, OperatingPoints, at_thresholds, choose_threshold, f_score, point_in_force

OF_BEFORE = ("precision", "recall", "level", "area")  # which a step may compare with


def points_of(scene: Scene) -> OperatingPoints:
    """The operating points that a scene is about: all, or those of its own thresholds.

    >>> points_of(Scene("four_rows", grid=(0.9, 0.7))).recall.tolist()
    [0.5, 1.0]
    """
    points = example_cases(scene.example).points
    return points if scene.grid is None else at_thresholds(points, scene.grid)


def chosen_point(cases: Cases, scene: Scene) -> int | None:
    """Which operating point is in force; None where no row is called positive.

    >>> chosen_point(example_cases("ten_rows"), Scene("ten_rows", threshold=0.5))
    4
    """
    if scene.wish is not None:
        wish = {name: int(value) if name == "max_alerts" else value for name, value in scene.wish.items()}
        return choose_threshold(cases.points, **wish)
    return None if scene.threshold is None else point_in_force(cases.points, scene.threshold)


def facts_of(lesson: Lesson, number: int) -> dict[str, Any]:
    """All numbers of a step by name, and the main ones of the step before as `..._before`.

    >>> from pr_app.lessons import LESSONS
    >>> facts = facts_of(LESSONS["decisions"], 4)
    >>> facts["hits"], facts["called"], facts["precision"]
    (4, 5, 0.8)
    """
    facts = _facts(lesson.scene(number))
    if number == 1:
        return facts
    before = _facts(lesson.scene(number - 1))
    return facts | {f"{name}_before": before[name] for name in OF_BEFORE}


def _facts(scene: Scene) -> dict[str, Any]:
    cases = example_cases(scene.example)
    points = cases.points
    index = chosen_point(cases, scene)
    facts: dict[str, Any] = {
        "rows": cases.size,
        "positives": int(points.positives),
        "negatives": int(points.negatives),
        "balance": prevalence_text(points.prevalence),
        "points": int(points.threshold.size),
        "area": SCHEMES[scene.scheme or "step"].area(points_of(scene)),
        "linear_area": SCHEMES["linear"].area(points),
        "constant_linear_area": SCHEMES["linear"].area(example_cases("constant").points),
        "grid": ", ".join(f"{threshold:g}" for threshold in scene.grid or ()),
    }
    found = facts | _at(cases, index)
    wishes = scene.wish or {}
    cost = wishes.get("cost_fp", 0.0) * found["alarms"] + wishes.get("cost_fn", 0.0) * found["missed"]
    return found | {f"wish_{name}": f"{value:g}" for name, value in wishes.items()} | {"cost": f"{cost:g}"}


def _at(cases: Cases, index: int | None) -> dict[str, Any]:
    points = cases.points
    if index is None:
        hits = alarms = 0
        ratios: dict[str, Any] = {"threshold": "", "level": np.inf, "precision": np.nan, "recall": 0.0, "f1": np.nan}
    else:
        hits, alarms = int(points.true_positives[index]), int(points.false_positives[index])
        ratios = {
            "threshold": threshold_text(points.threshold, index),
            "level": float(points.threshold[index]),
            "precision": float(points.precision[index]),
            "recall": float(points.recall[index]),
            "f1": float(f_score(points)[index]),
        }
    positives, negatives = int(points.positives), int(points.negatives)
    counts = {"hits": hits, "alarms": alarms, "missed": positives - hits, "passed": negatives - alarms}
    return {**counts, "called": hits + alarms, **ratios}
