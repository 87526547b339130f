"""`PrecisionRecallDisplay` with scikit-learn's arguments, whose picture has the area that is printed on it.

Drawn with Plotly, or with matplotlib on an axis that is given. Joined in steps, the area is the average precision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

import numpy as np

from pr_app.analysis.joined_areas import JoinedArea, joined_area
from pr_app.analysis.measured_points import measured_points
from pr_app.analysis.rounding import rounded_text
from pr_app.figures.display import Frame, display_figure, display_of_several
from pr_app.figures.joined import TALLEST, resolution
from pr_app.figures.several_curves import ModelCurve
from pr_app.notebook import matplotlib_axes
from pr_app.notebook.response import response_of, rows_at
from pr_app.wording.catalogue import words_in
from pr_metrics import SCHEMES, OperatingPoints
from pr_metrics.near_names import did_you_mean
from pr_metrics.points import points_of
from pr_metrics.rows import checked_rows

NAMELESS = "Classifier"
MOST_IN_COLOUR = 4  # folds
FOLD = {"linewidth": 1.2, "alpha": 0.6}  # of the line of one of several


class Plot(TypedDict, total=False):
    """How a display is drawn, by scikit-learn's names, and the scheme."""

    name: str | Sequence[str] | None
    ax: Any  # of matplotlib; without one Plotly draws
    curve_kwargs: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None  # of Axes.plot, or of a Plotly line
    plot_chance_level: bool
    chance_level_kw: Mapping[str, Any] | None
    despine: bool
    scheme: str


@dataclass(eq=False)
class PrecisionRecallDisplay:
    """Precision-recall curves with their areas; make one by `from_predictions`, `from_estimator` or `from_cv_results`.

    Of several folds every attribute is a list. figure_: of Plotly, or of matplotlib; ax_, line_ and chance_level_ are
    matplotlib's.
    """

    points: tuple[OperatingPoints, ...]  # all of them, whatever is drawn
    name: str | None
    pos_label: Any
    of_folds: bool = False
    drop_intermediate: bool = False
    scheme: str = "step"
    figure_: Any = None
    ax_: Any = None
    line_: Any = None
    chance_level_: Any = None

    @property
    def precision(self) -> Any:
        """Precisions as scikit-learn lists them: from the loosest threshold, and 1 at the end."""
        return self._each(lambda points: np.append(self._kept(points).precision[::-1], 1.0))

    @property
    def recall(self) -> Any:
        """Recalls as scikit-learn lists them: from the loosest threshold, and 0 at the end."""
        return self._each(lambda points: np.append(self._kept(points).recall[::-1], 0.0))

    @property
    def average_precision(self) -> Any:
        """The area joined in steps, whatever is drawn."""
        return self._each(SCHEMES["step"].area)

    @property
    def area(self) -> Any:
        """The area of the scheme that is drawn."""
        return self._each(SCHEMES[self.scheme].area)

    @property
    def prevalence_pos_label(self) -> Any:
        """The share of positives, counted by weight: the precision of a random ranking."""
        return self._each(lambda points: points.prevalence)

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        sample_weight: Any = None,
        drop_intermediate: bool = False,
        pos_label: object = None,
        **plot: Unpack[Plot],
    ) -> PrecisionRecallDisplay:
        """Draw the curve of labels and scores; the arguments are scikit-learn's, `scheme` says how points are joined.

        Raises
        ------
        ValueError: what `operating_points` refuses; no positives; an unknown scheme, or one that needs whole counts.

        >>> display = PrecisionRecallDisplay.from_predictions([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], scheme="linear")
        >>> round(display.average_precision, 3), round(display.area, 3)
        (0.833, 0.792)
        """
        points = _points(y_true, y_score, sample_weight, pos_label)
        display = cls((points,), NAMELESS, 1 if pos_label is None else pos_label, drop_intermediate=drop_intermediate)
        return display.plot(**plot)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803
        y: Any,
        *,
        response_method: str = "auto",
        pos_label: object = None,
        **options: Any,
    ) -> PrecisionRecallDisplay:
        """Draw the curve of a fitted classifier; options are those of `from_predictions`."""
        score, positive = response_of(estimator, X, response_method, pos_label)
        named = {**options, "name": options.get("name") or type(estimator).__name__}
        return cls.from_predictions(y, score, pos_label=positive, **named)

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,  # noqa: N803
        y: Any,
        *,
        sample_weight: Any = None,
        response_method: str = "auto",
        **options: Any,
    ) -> PrecisionRecallDisplay:
        """Draw the curve of each fold of `cross_validate(..., return_estimator=True, return_indices=True)`.

        options: pos_label and drop_intermediate, at first True, and how it is drawn, `chance_level_kwargs` among it.
        """
        options |= {"chance_level_kw": options.pop("chance_level_kwargs", options.get("chance_level_kw"))}
        lacking = [key for key in ("estimator", "indices") if key not in cv_results]
        if lacking:
            raise ValueError(f"cv_results must have {lacking[0]!r}: ask cross_validate for return_{lacking[0]}=True")
        folds, pos_label, drop = [], options.pop("pos_label", None), options.pop("drop_intermediate", True)
        positive = pos_label
        for estimator, test in zip(cv_results["estimator"], cv_results["indices"]["test"], strict=True):
            score, positive = response_of(estimator, rows_at(X, test), response_method, pos_label)
            weight = None if sample_weight is None else rows_at(sample_weight, test)
            folds.append(_points(rows_at(y, test), score, weight, positive))
        return cls(tuple(folds), None, positive, of_folds=True, drop_intermediate=drop).plot(**options)

    def plot(self, **plot: Unpack[Plot]) -> PrecisionRecallDisplay:
        """Draw it, perhaps once more: with Plotly, or with matplotlib on `ax`.

        Raises
        ------
        ValueError: an unknown scheme, or one that needs whole counts.
        TypeError: an unknown option.
        """
        unknown = sorted(plot.keys() - Plot.__annotations__.keys())
        if unknown:
            raise TypeError(f"there is no option {unknown[0]!r}{did_you_mean(unknown[0], Plot.__annotations__)}")
        self.scheme = _scheme(plot.get("scheme", self.scheme), self.points)
        names, joined = self._names(plot.get("name")), [self._joined(points) for points in self.points]
        if plot.get("ax") is None:
            self._plot_with_plotly(names, joined, plot)
        else:
            self._plot_on_axis(plot["ax"], names, joined, plot)
        return self

    def _plot_with_plotly(self, names: Sequence[str], joined: Sequence[JoinedArea], plot: Plot) -> None:
        words, scheme = words_in("en"), self.scheme
        frame = Frame(
            f"{self.name}: {scheme}" if self.name else scheme,
            bool(plot.get("plot_chance_level")),
            not plot.get("despine"),
        )
        if len(joined) == 1:
            figure = display_figure(joined[0], measured_points(self.points[0]), frame, words)
        else:
            several = zip(names, joined, self.points, strict=True)
            curves = [
                ModelCurve(name, one, points, at < MOST_IN_COLOUR) for at, (name, one, points) in enumerate(several)
            ]
            figure = display_of_several(curves, frame, words)
        for own, name in zip(self._own(plot), names, strict=True):
            figure.for_each_trace(
                lambda trace, own=own: trace.update(line=dict(own)),
                lambda trace, name=name: trace.name in ("line", "start") and trace.meta in (None, name),
            )
        if plot.get("chance_level_kw"):
            figure.update_traces(line=dict(plot["chance_level_kw"] or {}), selector={"name": "baseline"})
        self.figure_, self.ax_, self.line_, self.chance_level_ = figure, None, None, None

    def _plot_on_axis(self, ax: Any, names: Sequence[str], joined: Sequence[JoinedArea], plot: Plot) -> None:
        labels, thin = self._labels(names, [one.area for one in joined], plot), FOLD if self.of_folds else {}
        lines = [
            matplotlib_axes.draw_curve(ax, one, label, {**thin, **own}, filled=not self.of_folds)
            for label, one, own in zip(labels, joined, self._own(plot), strict=True)
        ]
        chance = []
        if plot.get("plot_chance_level"):
            prevalences = [points.prevalence for points in self.points]
            chance = matplotlib_axes.draw_chance(ax, prevalences, plot.get("chance_level_kw") or {})
        matplotlib_axes.finish(ax, words_in("en"), despine=bool(plot.get("despine")))
        self.figure_, self.ax_ = ax.figure, ax
        self.line_ = lines if self.of_folds else lines[0]
        self.chance_level_ = (chance if self.of_folds else chance[0]) if chance else None

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The figure of Plotly; matplotlib shows its own."""
        figure = self.figure_._repr_mimebundle_(**options) if self.ax_ is None else {}
        return {"text/plain": repr(self), **figure}

    def __repr__(self) -> str:
        areas = ", ".join(rounded_text(SCHEMES[self.scheme].area(points), ".3f") for points in self.points)
        return f"PrecisionRecallDisplay({self.name or 'folds'!r}, {self.scheme} {areas})"

    def _each(self, of: Any) -> Any:
        found = [of(points) for points in self.points]
        return found if self.of_folds else found[0]

    def _kept(self, points: OperatingPoints) -> OperatingPoints:
        """All points, or those where the true positives are about to change or have just done so."""
        if not self.drop_intermediate or points.threshold.size < 3:
            return points
        gained = np.diff(points.true_positives) != 0
        kept = np.concatenate([[True], gained[:-1] | gained[1:], [True]])
        counts = points.true_positives[kept], points.false_positives[kept]
        return OperatingPoints(points.threshold[kept], *counts, points.positives, points.negatives)

    def _joined(self, points: OperatingPoints) -> JoinedArea:
        return joined_area(points, self.scheme, resolution(TALLEST))

    def _names(self, name: str | Sequence[str] | None) -> list[str]:
        """A name a curve; folds that have none are counted."""
        if name is None or isinstance(name, str):
            self.name = name or self.name
            if not self.of_folds:
                return [str(self.name)]
            counted = [words_in("en").say("averages.folds.one", name=at) for at in range(1, len(self.points) + 1)]
            return [f"{self.name}, {one}" if self.name else one for one in counted]
        if len(name) != len(self.points):
            raise ValueError(f"name must have one for each of {len(self.points)} curves, got {len(name)}")
        return [str(one) for one in name]

    def _labels(self, names: Sequence[str], areas: Sequence[float], plot: Plot) -> list[str | None]:
        """Entries of a legend, as scikit-learn writes them: folds that look alike have one."""
        what = "AP" if self.scheme == "step" else self.scheme
        if not self.of_folds or isinstance(plot.get("curve_kwargs"), Sequence):
            return [f"{name} ({what} = {rounded_text(area, '.3f')})" for name, area in zip(names, areas, strict=True)]
        mean, spread = (rounded_text(float(of(areas)), ".3f") for of in (np.mean, np.std))
        return [f"{self.name or 'folds'} ({what} = {mean} +/- {spread})", *[None] * (len(names) - 1)]

    def _own(self, plot: Plot) -> list[dict[str, Any]]:
        """Options of each line."""
        asked = plot.get("curve_kwargs") or {}
        if isinstance(asked, Mapping):
            return [dict(asked) for _ in self.points]
        if len(asked) != len(self.points):
            raise ValueError(f"curve_kwargs must have one for each of {len(self.points)} curves, got {len(asked)}")
        return [dict(one) for one in asked]


def _points(y_true: Any, y_score: Any, sample_weight: Any, pos_label: object) -> OperatingPoints:
    points = points_of(checked_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
    if not points.positives > 0:
        raise ValueError("y_true must have positives, got none: recall is 0/0, there is no curve")
    return points


def _scheme(key: str, points: Sequence[OperatingPoints]) -> str:
    """A scheme that applies to all points."""
    applying = [one for one, scheme in SCHEMES.items() if all(map(scheme.applies_to, points))]
    if key not in applying:
        raise ValueError(f"scheme must be one of {', '.join(applying)}, got {key!r}{did_you_mean(key, applying)}")
    return key
