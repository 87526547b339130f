"""What a visitor has in front of them, as data: the cases, and what was chosen about them.

Files are made from it on a click, on a thread of their own and without the session: it must hold all that they need.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import PurePath

import pandas as pd

from pr_curve_lab.analysis.area_intervals import AreaInterval, step_interval
from pr_curve_lab.analysis.joined_areas import JoinedArea, joined_area
from pr_curve_lab.analysis.printed_areas import told_apart
from pr_curve_lab.analysis.roc import RocArea, drawn_roc
from pr_curve_lab.analysis.score_rounding import rounded
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.analysis.threshold_wishes import NO_WISHES, Wishes
from pr_curve_lab.i18n.task_name import TaskName
from pr_curve_lab.plotting.moved_curve import RESOLUTION
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem
from pr_metrics import SCHEMES, OperatingPoints, choose_threshold, point_in_force

LONGEST_STEM = 60  # characters of a file's name


@dataclass(frozen=True, eq=False)
class Analysis:
    """Cases in use, the table they came from, and the visitor's choices."""

    cases: Cases  # as they were read: never rounded
    table: Table
    example: str | None = None  # key of a built-in one
    task: TaskName | None = None  # which of several scores these cases are of
    left: str = "step"  # keys of schemes
    right: str = "linear"
    decimals: int | None = None  # that the scores are rounded to
    wanted: float | None = None  # threshold; None: that of the largest F1
    origin: str | None = None  # where the threshold came from: best_f1, requirement, hand, unmet
    required: Wishes = NO_WISHES  # of the threshold
    unused_weight: Problem | None = None
    made_on: date = field(kw_only=True)  # the visitor's day, which stands in the report

    @property
    def stem(self) -> str:
        """The stem of its files' names: letters, digits and underscores only."""
        name = self.example or self.cases.name
        return stem_of(name) if self.task is None else stem_of(name, self.task.plain)

    @cached_property
    def shown(self) -> Cases:
        """The cases as they are counted, rounded where that was asked for."""
        return rounded(self.cases, self.decimals)

    @property
    def points(self) -> OperatingPoints:
        """Operating points of the cases shown."""
        return self.shown.points

    @property
    def total_positives(self) -> float | None:
        """All positives there are, where some were never scored."""
        return self.points.positives if self.points.unreached_positives else None

    @cached_property
    def chosen(self) -> int:
        """Index of the threshold in force, the strictest where none calls a row positive."""
        if self.wanted is not None:
            return point_in_force(self.points, self.wanted) or 0
        best = choose_threshold(self.points)
        return 0 if best is None else best.index

    @property
    def threshold_origin(self) -> str:
        """Where the threshold came from; one that was given without its origin was chosen by hand."""
        return self.origin or ("best_f1" if self.wanted is None else "hand")

    @cached_property
    def areas(self) -> dict[str, float]:
        """The area of every scheme that applies to the points, by its key."""
        return {key: scheme.area(self.points) for key, scheme in SCHEMES.items() if scheme.applies_to(self.points)}

    @property
    def decimals_of_areas(self) -> int:
        """How many decimals an area has in print, wherever it stands: enough to tell the two sides apart."""
        left, right = (self.areas[scheme] for scheme in self.sides)
        return len(told_apart(left, right)[0].partition(".")[2])

    @cached_property
    def intervals(self) -> dict[str, AreaInterval]:
        """The interval beside each of these areas."""
        step = step_interval(self.shown)
        return {key: step.interval_of(key, area) for key, area in self.areas.items()}

    def joined(self, scheme: str, resolution: Resolution) -> JoinedArea:
        """The curve that has one of these areas, for a picture."""
        return joined_area(self.points, scheme, resolution, area=self.areas[scheme])

    @cached_property
    def roc(self) -> RocArea:
        """The ROC curve and its area."""
        return drawn_roc(self.points, RESOLUTION)

    @property
    def sides(self) -> tuple[str, str]:
        """The schemes on the left and on the right; one that does not apply gives way as it does on the page."""
        return (self.left if self.left in self.areas else "step", self.right if self.right in self.areas else "linear")

    @property
    def group(self) -> pd.Series | None:
        """The group of each row that is counted."""
        name = self.cases.roles.group
        return None if name is None else self.table.frame[name].iloc[self.cases.row].reset_index(drop=True)

    @property
    def left_out(self) -> int:
        """How many rows of the table are not counted, neither scored nor missed."""
        return len(self.table.frame) - self.cases.lines - self.cases.rows_missed - self.cases.other_rows


def stem_of(name: str, task: str | None = None) -> str:
    """The stem of a file's name, made of the name of some data and that of one of its several scores.

    >>> stem_of("my-scores (2).csv"), stem_of('"; import os'), stem_of("…"), stem_of("four_models", "forest 1")
    ('my_scores_2', 'import_os', 'data', 'four_models_forest_1')
    """
    data = _plain(PurePath(name).stem) or "data"
    return "_".join([data, *([_plain(task)] if task and _plain(task) else [])])


def _plain(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_")[:LONGEST_STEM]
