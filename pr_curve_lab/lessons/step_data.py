"""The rows of a step, their operating points and curve, and the fractions of a step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, ThinnedArea, joined_area, round_labeled_scores
from pr_curve_lab.analysis.averages import TaskMatrix, compute_average, task_matrix
from pr_curve_lab.analysis.prevalence import roc_curve_area
from pr_curve_lab.analysis.thinning import Resolution, circle_mask, marker_indices
from pr_curve_lab.i18n.formulas import mean_formula, sum_formula
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.lessons.lesson import LessonStep, StepSettings, StepValues
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.plot import Plot, PlotCurve, PlotPoints, pr_titles
from pr_curve_lab.plotting.prevalence import RESOLUTION
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_curve_lab.schema.examples import example_dataset
from pr_metrics import (
    SCHEMES,
    AverageComponents,
    OperatingPoints,
    area_terms,
    at_prevalence,
    at_thresholds,
    choose_threshold,
    operating_points,
    threshold_index,
)


@dataclass(frozen=True, eq=False)
class StepData:
    """The rows of a step, their points, the points that are drawn, and the selected point."""

    labeled_scores: LabeledScores
    points: OperatingPoints  # at every score, for the class balance of the step
    plot_points: OperatingPoints  # the same, or only those at the thresholds of `StepSettings.grid`
    threshold_index: int | None  # index into `points`; None if no row is called positive
    scheme: str  # joins `plot_points`

    @cached_property
    def area(self) -> float:
        """The area of the joined points."""
        return SCHEMES[self.scheme].area(self.plot_points)

    def joined(self, resolution: Resolution) -> JoinedArea:
        """Return the curve with its area, thinned for a picture."""
        return joined_area(self.plot_points, self.scheme, resolution, area=self.area)

    @cached_property
    def roc(self) -> ThinnedArea:
        """The ROC curve of all points and its area."""
        return roc_curve_area(self.points, RESOLUTION)


@cache
def step_data(settings: StepSettings) -> StepData:
    """Return the data of a step with these settings.

    >>> step_data(StepSettings("ten_rows", threshold=0.5)).threshold_index
    4
    >>> step_data(StepSettings("four_rows", grid=(0.9, 0.7))).plot_points.recall.tolist()
    [0.5, 1.0]
    """
    labeled_scores = _labeled_scores(settings)
    points = (
        labeled_scores.points
        if settings.prevalence is None
        else at_prevalence(labeled_scores.points, settings.prevalence)
    )
    drawn = points if settings.grid is None else at_thresholds(points, settings.grid)
    return StepData(labeled_scores, points, drawn, _threshold_index(points, settings), settings.scheme or "step")


def curve_plot(settings: StepSettings, resolution: Resolution, messages: Messages) -> Plot:
    """Return the plot of the points that are shown so far, and of the curve that joins them."""
    data, style = step_data(settings), palette.style_of(settings.scheme or "step")
    points, chosen = data.plot_points, data.threshold_index
    size = points.threshold.size
    seen = {"none": 0, "so_far": 0 if chosen is None else chosen + 1, "found": size, "all": size}[settings.points]
    shown = marker_indices(points.recall)
    shown = shown[shown < seen]
    if settings.points == "found":
        shown = shown[points.recall[shown] > 0]
    x, y = points.recall[shown], points.precision[shown]
    circled = (y <= settings.top) & circle_mask(x, y)
    return Plot(
        pr_titles(messages, settings.top),
        [] if settings.scheme is None else [PlotCurve(data.joined(resolution), settings.scheme, style)],
        baseline=points.prevalence,
        points=[PlotPoints(x, y, style, circled)],
    )


NAMED_LIKE = {"ten_rows": "sixteen_rows", "rare_found": "rare_label"}  # examples with the first rows of another


def row_names(example: str, messages: Messages) -> list[str]:
    """Return what each row of an example is about, in the order of its file; empty if its rows have no names.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> row_names("four_rows", messages_in("en"))
    ['Repair video', 'Bike shop', 'Patching guide', 'Race news']
    """
    key = f"examples.{NAMED_LIKE.get(example, example)}.rows"
    return messages.format(key).split("; ") if key in messages.catalog else []


def _labeled_scores(settings: StepSettings) -> LabeledScores:
    """Return the rows of one task or of all, repeated, reordered, transformed and rounded as the settings say."""
    dataset = example_dataset(settings.example)
    labeled_scores = (
        _all_labeled_scores(dataset)
        if settings.task == "all"
        else dataset.labeled_scores(settings.task or dataset.valid_names[0])
    )
    if settings.positives is not None:
        positive = np.arange(labeled_scores.size) < settings.positives
        points = operating_points(positive, labeled_scores.score)
        labeled_scores = replace(labeled_scores, positive=positive, points=points)
    if settings.times > 1 or settings.order is not None:
        labeled_scores = _ordered(labeled_scores, settings)
    if settings.power > 1 or settings.missed:
        labeled_scores = _transform_scores(labeled_scores, settings)
    return round_labeled_scores(labeled_scores, settings.decimals)


def _all_labeled_scores(dataset: Dataset) -> LabeledScores:
    """Return the entries of all tasks as rows of one task, which is what a micro average counts."""
    matrix = task_matrix(dataset)
    weight = None if matrix.weight is None else np.repeat(matrix.weight, len(matrix.names))
    return replace(
        dataset.labeled_scores(dataset.valid_names[0]),
        row_index=np.repeat(dataset.row_index, len(matrix.names)),
        positive=matrix.positive.ravel(),
        score=matrix.score.ravel(),
        weight=weight,
        points=matrix.pooled,
    )


TIE_BREAK = 1e-9  # too small to be printed, and to bring a row past one with another score


def _ordered(labeled_scores: LabeledScores, settings: StepSettings) -> LabeledScores:
    """Repeat each row, and break ties; where that is not by the file, the score of a row is its rank from below."""
    arrays = labeled_scores.row_index, labeled_scores.positive, labeled_scores.score
    row_index, positive, score = (np.repeat(array, settings.times) for array in arrays)
    if settings.order == "last":
        score = score + TIE_BREAK * np.arange(score.size)
    elif settings.order is not None:
        rank = np.empty(score.size)
        rank[_ranked(positive, score, settings.order)] = np.arange(score.size, 0, -1)
        score = rank
    points = operating_points(positive, score)
    return replace(labeled_scores, row_index=row_index, positive=positive, score=score, weight=None, points=points)


def _ranked(positive: np.ndarray, score: np.ndarray, order: int | str) -> np.ndarray:
    """Return the rows of a ranking: all positives first, or ties broken by class or at random."""
    if order == "best":
        return np.lexsort((-score, ~positive))
    among_tied = positive if order == "worst" else np.random.default_rng(int(order)).random(score.size)
    return np.lexsort((among_tied, -score))


def _transform_scores(labeled_scores: LabeledScores, settings: StepSettings) -> LabeledScores:
    """Raise every score to a power, and add positives without a score to the total."""
    score, total = labeled_scores.score**settings.power, labeled_scores.points.positives + settings.missed
    points = operating_points(
        labeled_scores.positive, score, sample_weight=labeled_scores.weight, total_positives=total
    )
    return replace(labeled_scores, score=score, points=points)


def _threshold_index(points: OperatingPoints, settings: StepSettings) -> int | None:
    if settings.requirement is not None:
        best = choose_threshold(points, **settings.requirement)
        return None if best is None else best.index
    return None if settings.threshold is None else threshold_index(points, settings.threshold)


BLANK, WIDE_BLANK = r"\hspace{3.5em}", r"\hspace{12em}"


class _Placeholder(str):
    """A blank in place of a number, whatever the format of the number is."""

    def __format__(self, _: str) -> str:
        """Return the blank for any format specification."""
        return str(self)


def fractions_of(step: LessonStep, settings: StepSettings, values: StepValues, messages: Messages) -> list[str]:
    """Return the fractions of a step: counts over counts, an area with its terms, a mean with its weights.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.lessons.step_values import step_values
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> lesson = LESSONS["decisions"]
    >>> fractions_of(lesson.steps[3], lesson.settings(4), step_values(lesson, 4), messages_in("en"))[0][-20:]
    '= \\\\frac{4}{5} = 0.80'
    """
    return [_fraction(name, settings, values, messages) for name in step.formulas]


def _fraction(name: str, settings: StepSettings, values: StepValues, messages: Messages) -> str:
    if name == "area":
        points = step_data(settings).plot_points
        return sum_formula(area_terms(points, settings.scheme or "step"), points)
    if name == "average":
        matrix, kind = task_matrix(example_dataset(settings.example)), settings.average or "macro"
        return mean_formula(compute_average(matrix, kind, settings.scheme or "step"), _average_weights(matrix, kind))
    if name == "hits":
        points = step_data(settings).points
        hits = np.repeat(points.precision, np.diff(points.true_positives, prepend=0).astype(int))
        return mean_formula(AverageComponents(name, values["area"], hits, np.full(hits.size, 1 / hits.size)))
    return messages.format_latex(f"lessons.{name}_fraction", **values)


def fractions_to_fill_in(step: LessonStep, settings: StepSettings, values: StepValues, messages: Messages) -> list[str]:
    """Return the fractions with blanks for numbers. A sum has one blank for all terms: their number may be asked.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.lessons.step_values import step_values
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> lesson = LESSONS["wishes"]
    >>> filled = fractions_to_fill_in(lesson.steps[1], lesson.settings(2), step_values(lesson, 2), messages_in("en"))
    >>> filled[1].count(BLANK), filled[2].count(BLANK)
    (3, 4)
    """
    room = {name: _Placeholder("=" if name.endswith("_sign") else BLANK) for name in values} | {
        "divisor": _Placeholder(BLANK),
        "terms": _Placeholder(WIDE_BLANK),
    }
    named = {"average": messages.format(f"averages.{settings.average}.name")} if settings.average else {}
    keys = {"area": "sheet.area_sum", "average": "sheet.average_sum", "hits": "sheet.hits_sum"}
    values = {**room, **named}
    return [messages.format_latex(keys.get(name, f"lessons.{name}_fraction"), **values) for name in step.formulas]


def _average_weights(matrix: TaskMatrix, kind: str) -> np.ndarray | None:
    """Return the weights of a mean: the positives of each task or the weight of each row; None if all are equal."""
    if kind == "weighted":
        return matrix.scored_positives
    return matrix.weight if kind == "samples" else None
