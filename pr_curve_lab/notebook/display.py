"""`PrecisionRecallDisplay` with scikit-learn's arguments, whose picture has the area that is printed on it.

Drawn with Plotly, or with matplotlib on an axis that is given. Joined in steps, the area is the average precision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pr_curve_lab.analysis.joined_areas import JoinedArea, joined_area
from pr_curve_lab.analysis.measured_points import measured_points
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.i18n.catalogue import words_in
from pr_curve_lab.notebook import matplotlib_axes, plotly_lines
from pr_curve_lab.notebook.response import response_of, rows_at
from pr_curve_lab.notebook.shown_arguments import shows
from pr_curve_lab.plotting.display import Frame, display_figure, display_of_several
from pr_curve_lab.plotting.joined import TALLEST, resolution
from pr_curve_lab.plotting.several_curves import ModelCurve
from pr_metrics import SCHEMES, OperatingPoints
from pr_metrics.points import points_of
from pr_metrics.rows import checked_rows
from pr_metrics.validation import did_you_mean

NAMELESS = "Classifier"
MOST_IN_COLOUR = 4  # folds
Options = Mapping[str, Any]  # of a line
OF_FOLDS: dict[str, Any] = {"name": None, "ax": None, "curve_kwargs": None, "plot_chance_level": False,
                            "chance_level_kwargs": None, "despine": False, "scheme": "step"}  # fmt: skip
DRAWN = {name.replace("kwargs", "kw") if "chance" in name else name: of for name, of in OF_FOLDS.items()}


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
    @shows(**DRAWN)
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        sample_weight: Any = None,
        drop_intermediate: bool = False,
        pos_label: object = None,
        **drawn: Any,
    ) -> PrecisionRecallDisplay:
        """Draw the curve of labels and scores; the arguments are scikit-learn's, `scheme` says how points are joined.

        The others are those of `plot`.

        Raises
        ------
        ValueError: what `operating_points` refuses; no positives; what `plot` refuses.

        >>> display = PrecisionRecallDisplay.from_predictions([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], scheme="linear")
        >>> round(display.average_precision, 3), round(display.area, 3)
        (0.833, 0.792)
        """
        points = _points(y_true, y_score, sample_weight, pos_label)
        display = cls((points,), NAMELESS, 1 if pos_label is None else pos_label, drop_intermediate=drop_intermediate)
        return display.plot(**drawn)

    @classmethod
    @shows(sample_weight=None, drop_intermediate=False, **DRAWN)
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803
        y: Any,
        *,
        response_method: str = "auto",
        pos_label: object = None,
        **others: Any,
    ) -> PrecisionRecallDisplay:
        """Draw the curve of a fitted classifier; the others are those of `from_predictions`."""
        score, positive = response_of(estimator, X, response_method, pos_label)
        others["name"] = others.get("name") or type(estimator).__name__
        return cls.from_predictions(y, score, pos_label=positive, **others)

    @classmethod
    @shows(drop_intermediate=True, pos_label=None, **OF_FOLDS)
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,  # noqa: N803
        y: Any,
        *,
        sample_weight: Any = None,
        response_method: str = "auto",
        **others: Any,
    ) -> PrecisionRecallDisplay:
        """Draw the curve of each fold of `cross_validate(..., return_estimator=True, return_indices=True)`.

        The others are those of `plot`.
        """
        drop, asked = others.pop("drop_intermediate", True), others.pop("pos_label", None)
        others["chance_level_kw"] = others.pop("chance_level_kwargs", None)
        folds, positive = _folds(cv_results, (X, y, sample_weight), response_method, asked)
        return cls(folds, None, positive, of_folds=True, drop_intermediate=drop).plot(**others)

    def plot(
        self,
        ax: Any = None,
        *,
        name: str | Sequence[str] | None = None,
        curve_kwargs: Options | Sequence[Options] | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: Options | None = None,
        despine: bool = False,
        scheme: str | None = None,
    ) -> PrecisionRecallDisplay:
        """Draw it, perhaps once more: with Plotly, or with matplotlib on `ax`.

        curve_kwargs, chance_level_kw: of the line, by matplotlib's names; Plotly knows color, linewidth, linestyle and
        alpha of them, and its own. name, curve_kwargs: of folds also one for each. scheme: None leaves it as it is.

        Raises
        ------
        ValueError: an unknown scheme, or one that needs whole counts; not one for each; what no line has.
        """
        self.scheme = _scheme(scheme or self.scheme, self.points)
        names, joined = self._names(name), [self._joined(points) for points in self.points]
        own, chance = self._own(curve_kwargs), dict(chance_level_kw or {})
        if ax is None:
            frame = Frame(f"{self.name}: {self.scheme}" if self.name else self.scheme, plot_chance_level, not despine)
            self._plot_with_plotly(names, joined, frame, own, chance)
        else:
            each = not isinstance(name, str | None) or isinstance(curve_kwargs, Sequence)
            labels = self._labels(names, each_fold=each)
            self._plot_on_axis(ax, labels, joined, own, chance if plot_chance_level else None)
            matplotlib_axes.finish(ax, words_in("en"), despine=despine)
        return self

    def _plot_with_plotly(
        self, names: list[str], joined: list[JoinedArea], frame: Frame, own: list[Options], chance: Options
    ) -> None:
        words, in_colour = words_in("en"), [at < MOST_IN_COLOUR for at in range(len(joined))]
        if len(joined) == 1:
            figure = display_figure(joined[0], measured_points(self.points[0]), frame, words)
        else:
            figure = display_of_several(list(map(ModelCurve, names, joined, self.points, in_colour)), frame, words)
        order = sorted(range(len(joined)), key=in_colour.__getitem__)  # grey ones lie below
        plotly_lines.restyle(figure, order, own, chance)
        self.figure_, self.ax_, self.line_, self.chance_level_ = figure, None, None, None

    def _plot_on_axis(
        self, ax: Any, labels: list[str | None], joined: list[JoinedArea], own: list[Options], chance: Options | None
    ) -> None:
        drawn = zip(joined, labels, own, strict=True)
        lines = [matplotlib_axes.draw_curve(ax, *one, of_several=self.of_folds) for one in drawn]
        prevalences = [points.prevalence for points in self.points]
        levels = [] if chance is None else matplotlib_axes.draw_chance(ax, prevalences, chance)
        self.figure_, self.ax_ = ax.figure, ax
        self.line_ = lines if self.of_folds else lines[0]
        self.chance_level_ = (levels if self.of_folds else levels[0]) if levels else None

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
        return points.take(kept)

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

    def _labels(self, names: Sequence[str], *, each_fold: bool) -> list[str | None]:
        """Entries of a legend, as scikit-learn writes them: folds that look alike have one."""
        what, areas = "AP" if self.scheme == "step" else self.scheme, np.atleast_1d(self.area)
        if not self.of_folds or each_fold:
            return [f"{name} ({what} = {rounded_text(area, '.3f')})" for name, area in zip(names, areas, strict=True)]
        mean, spread = (rounded_text(float(of(areas)), ".3f") for of in (np.mean, np.std))
        return [f"{self.name or 'folds'} ({what} = {mean} +/- {spread})", *[None] * (len(names) - 1)]

    def _own(self, asked: Options | Sequence[Options] | None) -> list[Options]:
        """Options of each line."""
        if asked is None or isinstance(asked, Mapping):
            return [dict(asked or {}) for _ in self.points]
        if len(asked) != len(self.points):
            raise ValueError(f"curve_kwargs must have one for each of {len(self.points)} curves, got {len(asked)}")
        return [dict(one) for one in asked]


def _folds(
    cv_results: Mapping[str, Any], rows: tuple[Any, Any, Any], response_method: str, pos_label: object
) -> tuple[tuple[OperatingPoints, ...], Any]:
    """The points of each fold, and the positive label."""
    lacking = [key for key in ("estimator", "indices") if key not in cv_results]
    if lacking:
        raise ValueError(f"cv_results must have {lacking[0]!r}: ask cross_validate for return_{lacking[0]}=True")
    folds, positive = [], pos_label
    features, label, weights = rows
    for estimator, test in zip(cv_results["estimator"], cv_results["indices"]["test"], strict=True):
        score, positive = response_of(estimator, rows_at(features, test), response_method, pos_label)
        weight = None if weights is None else rows_at(weights, test)
        folds.append(_points(rows_at(label, test), score, weight, positive))
    return tuple(folds), positive


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
