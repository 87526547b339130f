"""The number of every tool on the same rows, with its cause, and the tools whose numbers print alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.formatting import format_area, has_same_text
from pr_curve_lab.analysis.thresholds import has_tied_positive
from pr_curve_lab.schema.dataset import LabeledScores
from pr_metrics import SCHEMES, TOOLS, Tool
from pr_metrics.interpolation import step_sum
from pr_metrics.points import points_of_rows
from pr_metrics.rows import Rows, validate_rows
from pr_metrics.tools import RejectedInput, ToolDifference
from pr_metrics.tools.tool import Domain, Rankings
from pr_metrics.tools.tool_differences import tool_difference

Cause = Literal["same", "joining", "levels", "start", "ties", "precision", "bins", "coarse", "counting", "missed"]
# Tools for detection and retrieval that others are compared with, and so are always shown:
REFERENCE_TOOLS = (
    "VOC2007", "VOC2010", "COCO", "trec_eval.map", "trec_eval.11pt_avg", "pytrec_eval.map", "pytrec_eval.11pt_avg"
)  # fmt: skip
MAX_REPEATED_ROWS = 2_000_000
RANDOM_STATE = 20_261_124
AREA_TOLERANCE = 1e-9  # between areas that differ only by rounding errors
CAUSES: tuple[Cause, ...] = (
    "same", "joining", "start", "levels", "bins", "precision", "ties", "counting", "missed", "coarse"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ToolNumber:
    """The number of a tool on some rows; `cause` is the largest component of its visible difference, or "same"."""

    position: int  # of the tool in `TOOLS`
    tool: Tool
    area: float
    difference: ToolDifference
    cause: Cause
    unscored: float = 0.0  # part of its difference due to positives without a score, of which it was not told

    @property
    def from_average_precision(self) -> float:
        """Its difference from average precision with all positives."""
        return self.difference.total + self.unscored


@dataclass(frozen=True)
class ToolNumbers:
    """The numbers of all tools on some rows, or why they give none."""

    numbers: tuple[ToolNumber, ...]  # in the order of `TOOLS`
    undefined: dict[str, float]  # nan, by the key of a tool that returns it
    rejected: dict[str, RejectedInput]
    has_ties: bool  # whether a positive has the same score as another row

    @cached_property
    def reports(self) -> dict[str, float | RejectedInput]:
        """The number of each tool, or its refusal, in the order of `TOOLS`."""
        areas = {one.tool.key: one.area for one in self.numbers}
        every: dict[str, float | RejectedInput] = {**areas, **self.undefined, **self.rejected}
        return {one.key: every[one.key] for key in TOOLS for one in TOOLS.releases(key) if one.key in every}

    def select(self, others: ToolNumbers, domain: Domain | Literal["all"]) -> ToolNumbers:
        """Return the numbers of the newest releases of the tools of a domain.

        others: the numbers of `other_numbers`.
        """
        keys = {key for key, tool in TOOLS.items() if domain in (tool.domain, "all")}
        return ToolNumbers(
            tuple(
                sorted(
                    (one for one in (*self.numbers, *others.numbers) if one.tool.key in keys),
                    key=lambda one: one.position,
                )
            ),
            {key: area for key, area in (self.undefined | others.undefined).items() if key in keys},
            {key: refusal for key, refusal in (self.rejected | others.rejected).items() if key in keys},
            self.has_ties,
        )

    @property
    def exact_numbers(self) -> tuple[ToolNumber, ...]:
        """The numbers without those of settings that coarsen them on purpose, or all if none is left."""
        return tuple(one for one in self.numbers if one.cause != "coarse") or self.numbers


def tool_numbers(labeled_scores: LabeledScores) -> ToolNumbers:
    """Compute the numbers of the newest release of each tool for any scores, and of those that all compare with.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> {one.cause for one in tool_numbers(example_labeled_scores("ten_rows")).numbers} <= set(CAUSES)
    True
    """
    return _numbers_of([one for one in enumerate(TOOLS.values()) if is_common(one[1])], labeled_scores)


def other_numbers(labeled_scores: LabeledScores) -> ToolNumbers:
    """Compute the numbers of all other tools, and of what each tool gave before its newest releases.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> numbers = other_numbers(example_labeled_scores("constant")).numbers
    >>> next(round(one.area, 2) for one in numbers if one.tool.base_key == "sklearn.average_precision_score")
    0.55
    """
    every = [(place, one) for place, key in enumerate(TOOLS) for one in TOOLS.releases(key)]
    return _numbers_of([one for one in every if not is_common(one[1])], labeled_scores)


def is_common(tool: Tool) -> bool:
    """Whether a tool is always shown: the newest releases for any scores, and those that all compare with.

    >>> is_common(TOOLS["sklearn.auc"]), is_common(TOOLS["COCO"]), is_common(TOOLS["yolov5.ap"])
    (True, True, False)
    """
    return tool.key in REFERENCE_TOOLS or (tool.domain == "general" and "@" not in tool.key)


def _numbers_of(tools: Sequence[tuple[int, Tool]], labeled_scores: LabeledScores) -> ToolNumbers:
    has_ties = has_tied_positive(labeled_scores)
    points, orders = labeled_scores.points, _order_rows(labeled_scores)
    total = points.positives if points.unscored_positives else None
    scored, informed = ([Rankings(rows, given) for rows in orders] for given in (None, total))
    unscored = 0.0 if total is None else step_sum(scored[0].points(points_of_rows)) - step_sum(points)
    numbers, undefined, refusals = [], {}, {}
    for place, tool in tools:
        rankings, *other_orders = informed if tool.takes_total_positives else scored
        try:
            area = tool.report_rankings(rankings)
            difference = tool_difference(tool, rankings, area)
            _check_order(tool, area, other_orders)
        except RejectedInput as refusal:
            # Without its traceback, which would keep all rows in memory.
            refusals[tool.key] = RejectedInput(str(refusal), refusal.reason)
            continue
        if math.isnan(area):
            undefined[tool.key] = area
        else:
            missed = 0.0 if tool.takes_total_positives else unscored
            cause = _cause(tool, area, difference, missed, has_ties=has_ties)
            numbers.append(ToolNumber(place, tool, area, difference, cause, missed))
    return ToolNumbers(tuple(numbers), undefined, refusals, has_ties)


def _order_rows(labeled_scores: LabeledScores) -> list[Rows]:
    """Return the rows, with lines of counts repeated and in three orders; too many rows are weighted instead."""
    positive, score, weight = labeled_scores.positive, labeled_scores.score, labeled_scores.weight
    if weight is None or not labeled_scores.is_frequency_weight or labeled_scores.size > MAX_REPEATED_ROWS:
        return [validate_rows(positive, score, sample_weight=weight)]
    lines = np.repeat(np.arange(labeled_scores.lines), weight.astype(np.int64))
    first = lines[np.argsort(~positive[lines], kind="stable")]  # positives first
    mixed = np.random.default_rng(RANDOM_STATE).permutation(lines)
    return [validate_rows(positive[order], score[order]) for order in (first, first[::-1], mixed)]


def _check_order(tool: Tool, area: float, other_rankings: Sequence[Rankings]) -> None:
    """Refuse counts if the number of a tool depends on the order of their rows, which is unknown."""
    for other in other_rankings:
        if not math.isclose(tool.report_rankings(other), area, abs_tol=AREA_TOLERANCE) and not math.isnan(area):
            raise RejectedInput("the order of equal scores is not known from counts", "unknown order of equal scores")


def max_component(difference: ToolDifference) -> Literal["counting", "start", "joining"]:
    """Return the largest component, or the first of equal ones.

    >>> max_component(ToolDifference(0.1, -0.2, 0.0))
    'start'
    """
    parts: dict[Literal["counting", "start", "joining"], float] = {
        "counting": difference.counting,
        "start": difference.start,
        "joining": difference.joining,
    }
    return max(parts, key=lambda part: abs(parts[part]))


def counting_cause(tool: Tool, *, has_ties: bool) -> Cause:
    """Return why a tool counts other points than the rows have.

    >>> counting_cause(TOOLS["COCO"], has_ties=True), counting_cause(TOOLS["pytrec_eval.map"], has_ties=False)
    ('ties', 'precision')
    """
    if has_ties and tool.ties != "together":
        return "ties"
    by_resolution: dict[str, Cause] = {"single": "precision", "bins": "bins", "thresholds": "coarse"}
    return by_resolution.get(tool.resolution, "counting")


def _cause(tool: Tool, area: float, difference: ToolDifference, unscored: float, *, has_ties: bool) -> Cause:
    if has_same_text(area, area - difference.total - unscored):
        return "same"
    part = max_component(difference)
    if abs(unscored) > abs(getattr(difference, part)):
        return "missed"
    if part == "counting":
        return counting_cause(tool, has_ties=has_ties)
    if part == "start":
        return "start"
    return "levels" if has_recall_levels(tool.scheme) else "joining"


def has_recall_levels(scheme: str | None) -> bool:
    """Whether a scheme uses levels of recall instead of points.

    >>> has_recall_levels("eleven_point"), has_recall_levels("step"), has_recall_levels(None)
    (True, False, False)
    """
    return scheme is not None and SCHEMES[scheme].levels is not None


@dataclass(frozen=True, slots=True)
class EqualNumbers:
    """Numbers of tools with the same cause that print alike, in the order of `TOOLS`."""

    text: str
    members: tuple[ToolNumber, ...]

    def order_by_keys(self, keys: Sequence[str]) -> tuple[ToolNumber, ...]:
        """Return the members, those with one of these keys first."""
        return tuple(sorted(self.members, key=lambda one: one.tool.key not in keys))


@dataclass(frozen=True, slots=True)
class Block:
    """All tools with one cause, by their printed number, the largest first."""

    cause: Cause
    equal_numbers: tuple[EqualNumbers, ...]


def blocks(numbers: ToolNumbers) -> tuple[Block, ...]:
    """Arrange all tools that give a number by cause and printed number.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> [(one.cause, len(one.equal_numbers)) for one in blocks(tool_numbers(example_labeled_scores("constant")))]
    [('same', 1), ('start', 3), ('ties', 3)]
    """
    every = [Block(cause, _equal_numbers([one for one in numbers.numbers if one.cause == cause])) for cause in CAUSES]
    return tuple(block for block in every if block.equal_numbers)


def _equal_numbers(numbers: Sequence[ToolNumber]) -> tuple[EqualNumbers, ...]:
    by_print: dict[str, list[ToolNumber]] = {}
    for one in numbers:
        by_print.setdefault(format_area(one.area), []).append(one)
    printed = sorted(by_print, key=float, reverse=True)
    return tuple(EqualNumbers(text, tuple(by_print[text])) for text in printed)


@dataclass(frozen=True, slots=True)
class ReleaseHistory:
    """The numbers of a tool on some rows through its releases, oldest first; None where it gives none."""

    steps: tuple[tuple[Tool, float | None], ...]

    @property
    def change(self) -> float:
        """The largest difference between two of its numbers."""
        areas = [area for _, area in self.steps if area is not None]
        return max(areas) - min(areas)


def release_histories(numbers: ToolNumbers, others: ToolNumbers) -> tuple[ReleaseHistory, ...]:
    """Return the tools whose printed number changed between releases, the largest change first.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> labeled_scores = example_labeled_scores("constant")
    >>> histories = release_histories(tool_numbers(labeled_scores), other_numbers(labeled_scores))
    >>> "sklearn.average_precision_score" in {one.steps[-1][0].key for one in histories}
    True
    """
    areas = {one.tool.key: one.area for one in (*numbers.numbers, *others.numbers)}
    every = [ReleaseHistory(tuple((one, areas.get(one.key)) for one in TOOLS.releases(key))) for key in TOOLS]
    changed = [one for one in every if len({format_area(area) for _, area in one.steps if area is not None}) > 1]
    return tuple(sorted(changed, key=lambda one: -one.change))
