"""Averages over the questions of one table, of all rows and of each fold; each with a curve that has its area.

The mean of curves at equal recall has the mean of their areas. The rows of "samples" have no curve together: their
areas, largest first, are drawn instead, each as wide as the row weighs.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from pr_app.figures.thinning import DrawnCurve, drawn_vertices
from pr_app.questions import Questions
from pr_metrics import SCHEMES, AverageParts, JoinedCurve, OperatingPoints, average_parts, mean_curve, operating_points

KINDS = ("macro", "micro", "weighted", "samples")
WIDTH = 330  # px from recall 0 to 1


@dataclass(frozen=True, eq=False)
class Answers:
    """Labels and scores of one or more questions; both of shape (n_rows, n_questions)."""

    names: tuple[str, ...]
    positive: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None

    def of_rows(self, rows: np.ndarray) -> Answers:
        """The same of some rows."""
        weight = None if self.weight is None else self.weight[rows]
        return Answers(self.names, self.positive[rows], self.score[rows], weight)

    @property
    def positives(self) -> np.ndarray:
        """By question, counted by weight."""
        weight = np.ones(len(self.positive)) if self.weight is None else self.weight
        return np.asarray(weight @ self.positive)

    @property
    def rows(self) -> float:
        """Counted by weight."""
        return float(len(self.positive) if self.weight is None else self.weight.sum())


def answers_of(questions: Questions, names: tuple[str, ...] | None = None) -> Answers:
    """The answers to all questions, or to those of some names.

    >>> from pr_app.examples import example_questions
    >>> answers_of(example_questions("digits"), ("8",)).score.shape
    (1797, 1)
    """
    wanted = questions.names if names is None else names
    columns = [questions.names.index(name) for name in wanted]
    return Answers(wanted, questions.positive[:, columns], questions.score[:, columns], questions.weight)


@dataclass(frozen=True, eq=False)
class Averaged:
    """An average with its parts and the curve that has its area."""

    parts: AverageParts
    curve: DrawnCurve
    prevalence: float  # averaged in the same way; nan where the curve is not one of precision and recall


def average_of(answers: Answers, kind: str, scheme: str) -> Averaged:
    """Take one average, "micro", "macro", "weighted" or "samples"; the curve is empty where the average is nan.

    >>> from pr_app.examples import example_questions
    >>> macro = average_of(answers_of(example_questions("digits")), "macro", "step")
    >>> round(macro.parts.area, 3), round(macro.curve.polygon_area, 3)
    (0.82, 0.82)
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # what is left out is said on the page, by name
        parts = average_parts(
            answers.positive,
            answers.score,
            average=kind,
            sample_weight=answers.weight,
            labels=answers.names,
            scheme=scheme,
        )
    if np.isnan(parts.area):
        return Averaged(parts, DrawnCurve(np.zeros(0), np.zeros(0)), np.nan)
    if kind == "samples":
        return Averaged(parts, drawn_vertices(_rows_by_area(parts), WIDTH), np.nan)
    if kind == "micro":
        points = pooled_points(answers)
        return Averaged(parts, drawn_vertices(SCHEMES[scheme].curve(points), WIDTH), points.prevalence)
    asked = np.flatnonzero(parts.share > 0)
    curves = [question_curve(answers, int(column), scheme) for column in asked]
    prevalence = float((answers.positives / answers.rows)[asked] @ parts.share[asked])
    return Averaged(parts, drawn_vertices(mean_curve(curves, parts.share[asked]), WIDTH), prevalence)


def pooled_points(answers: Answers) -> OperatingPoints:
    """Count the entries of all questions as rows of one."""
    questions = len(answers.names)
    weight = None if answers.weight is None else np.repeat(answers.weight, questions)
    return operating_points(answers.positive.ravel(), answers.score.ravel(), sample_weight=weight)


def question_curve(answers: Answers, column: int, scheme: str) -> DrawnCurve:
    """The curve of one question that has positives."""
    points = operating_points(answers.positive[:, column], answers.score[:, column], sample_weight=answers.weight)
    return drawn_vertices(SCHEMES[scheme].curve(points), WIDTH)


@dataclass(frozen=True, eq=False)
class Folds:
    """The same average in every fold; every array has one entry a fold."""

    names: tuple[str, ...]
    rows: np.ndarray
    positives: np.ndarray  # rows; of several questions, entries
    averages: tuple[Averaged, ...]
    mean_curve: DrawnCurve  # of the folds that have an area

    @property
    def area(self) -> np.ndarray:
        """Of each fold; nan where it has no positives."""
        return np.array([one.parts.area for one in self.averages])

    @property
    def mean(self) -> float:
        """Over the folds that have an area."""
        return float(np.nanmean(self.area))

    @property
    def deviation(self) -> float:
        """Standard deviation over the same folds, with one less than their number below the line; nan of one fold."""
        area = self.area[~np.isnan(self.area)]
        return float(area.std(ddof=1)) if area.size > 1 else np.nan


def folds_of(answers: Answers, group: np.ndarray, names: tuple[str, ...], kind: str, scheme: str) -> Folds:
    """Take an average in each fold.

    >>> from pr_app.examples import example_questions
    >>> digits = example_questions("digits")
    >>> folds_of(answers_of(digits), digits.group, digits.group_names, "macro", "step").area.round(2).tolist()
    [0.87, 0.81, 0.87, 0.9, 0.81]
    """
    parts = [answers.of_rows(group == index) for index in range(len(names))]
    averages = tuple(average_of(one, kind, scheme) for one in parts)
    curves = [one.curve for one in averages if one.curve.recall.size]
    return Folds(
        names=names,
        rows=np.array([len(one.positive) for one in parts]),
        positives=np.array([int(one.positive.sum()) for one in parts]),
        averages=averages,
        mean_curve=drawn_vertices(mean_curve(curves), WIDTH),
    )


def _rows_by_area(parts: AverageParts) -> JoinedCurve:
    """The rows' areas as columns side by side, the largest first, each as wide as its share."""
    order = np.argsort(-np.nan_to_num(parts.part, nan=-1.0), kind="stable")
    height, width = parts.part[order], parts.share[order]
    counted = width > 0
    height, width = height[counted], width[counted]
    last = np.append(height[1:] != height[:-1], True)
    right = np.cumsum(width)[last]
    right[-1] = 1.0
    left = np.append(0.0, right[:-1])
    return JoinedCurve(np.column_stack((left, right)).ravel(), np.repeat(height[last], 2))
