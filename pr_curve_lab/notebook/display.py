"""`PrecisionRecallDisplay` with scikit-learn's arguments, drawn by Plotly or by matplotlib.

matplotlib is used if an axis is given. The area of the step scheme is the average precision.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, joined_area
from pr_curve_lab.analysis.formatting import format_area, format_number
from pr_curve_lab.analysis.thinning import measured_points
from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import MAX_HEIGHT, RANGE, TOP_MARGIN, plot_width, plotly_figure, resolution
from pr_curve_lab.plotting.model_curves import ModelCurve, models_plot
from pr_curve_lab.plotting.plot import Plot, PlotCurve, joined_plot, measured_plot_points
from pr_metrics import SCHEMES, OperatingPoints, signature
from pr_metrics.points import points_of_rows
from pr_metrics.rows import validate_rows
from pr_metrics.validation import close_match_text

FOLD_LINE_STYLE = {"linewidth": 1.2, "alpha": 0.6}
EXTRAPOLATED_DASH = (0, (7, 4))  # offset, and lengths of dash and gap in points


def draw_curve(ax: Any, curve: PlotCurve, label: str | None, options: Mapping[str, Any]) -> Any:
    """Draw a curve, and its area if the curve is shaded; options are those of `Axes.plot`.

    The line has all vertices, so the polygon between it and precision 0 has the area. Dashes in the background color
    over the extrapolated start make it look dashed.
    """
    first = {"color": curve.style.line, "label": label, "clip_on": False}
    recall, precision, start = curve.thinned.curve.recall, curve.thinned.curve.precision, curve.start
    own = {**first, **({} if curve.shaded else FOLD_LINE_STYLE), **_normalize_line_kwargs(options)}
    (line,) = ax.plot(recall, precision, **own)
    if start.stop:
        over = {"color": ax.get_facecolor(), "linestyle": EXTRAPOLATED_DASH, "linewidth": line.get_linewidth() + 1}
        ax.plot(recall[start], precision[start], clip_on=False, **over)
    if curve.shaded:
        ax.fill_between(recall, precision, color=line.get_color(), alpha=palette.FILL_ALPHA, linewidth=0)
    return line


def draw_chance_level(ax: Any, chance_levels: Sequence[float], options: Mapping[str, Any]) -> list[Any]:
    """Draw the precision of a random ranking; options are those of `Axes.plot`."""
    drawn = []
    for at, prevalence in enumerate(chance_levels):
        first = {"label": "Chance level"} if at == 0 else {}
        own = {"color": palette.QUIET, "linestyle": "--", **first, **_normalize_line_kwargs(options)}
        drawn += ax.plot(np.array([0.0, 1.0]), np.full(2, prevalence), **own)
    return drawn


def _normalize_line_kwargs(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a line by their full names, so that `c` replaces a default `color`."""
    from matplotlib.cbook import normalize_kwargs  # matplotlib is needed only to draw on an axis
    from matplotlib.lines import Line2D

    return normalize_kwargs(dict(options), Line2D)


def format_axes(ax: Any, messages: Messages, *, despine: bool) -> None:
    """Name the axes, make them equal, and write the legend."""
    ax.set(
        xlim=RANGE,
        ylim=RANGE,
        aspect="equal",
        xlabel=messages.format("chart.recall"),
        ylabel=messages.format("chart.precision"),
    )
    if despine:
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
    ax.legend(loc="lower left")


# matplotlib's names, long and short, and Plotly's own. `alpha` is not here, because it applies to the whole trace.
LINE_OPTION_NAMES = {
    **{"color": "color", "linewidth": "width", "linestyle": "dash"},
    **{"c": "color", "lw": "width", "ls": "dash", "width": "width", "dash": "dash"},
}
LINE_OPTION_VALUES = {
    "dash": {"-": "solid", "--": "dash", ":": "dot", "-.": "dashdot", "dashed": "dash", "dotted": "dot"},
    "color": {
        **{"k": "black", "w": "white", "r": "red", "g": "green", "b": "blue"},
        **{"c": "#00bfbf", "m": "#bf00bf", "y": "#bfbf00"},
    },
}


def apply_line_options(
    figure: Any, order: Sequence[int], line_options: Sequence[Mapping[str, Any]], chance: Mapping[str, Any]
) -> None:
    """Apply the options of each curve to its traces, and `chance` to the line of the chance level.

    order: for each curve, from the lowest one up, its position in `line_options`. The first trace of a curve is its
    shape, which is also the line of a gray curve.

    Raises
    ------
    ValueError: an option that a Plotly line does not have.
    """
    positions, options = iter(order), line_options[0]
    for trace in figure.data:
        if trace.name == "curve":
            options = line_options[next(positions)]
        if trace.name in ("line", "start", "baseline") or (trace.name == "curve" and trace.line.width):
            _update_line(trace, chance if trace.name == "baseline" else options)


def _update_line(trace: Any, options: Mapping[str, Any]) -> None:
    unknown = [key for key in options if key not in (*LINE_OPTION_NAMES, "alpha")]
    if unknown:
        listed = ", ".join([*LINE_OPTION_NAMES, "alpha"])
        raise ValueError(f"a line of Plotly has {listed}, got {unknown[0]!r}; ax= draws with matplotlib")
    named = {LINE_OPTION_NAMES[key]: value for key, value in options.items() if key in LINE_OPTION_NAMES}
    line = {
        key: LINE_OPTION_VALUES.get(key, {}).get(value, value) if isinstance(value, str) else value
        for key, value in named.items()
    }
    try:
        trace.update(line=line, opacity=options.get("alpha"))
    except ValueError:
        raise ValueError(f"a line of Plotly cannot have {dict(options)}; ax= draws with matplotlib") from None


RESPONSE_METHODS = ("predict_proba", "decision_function")


def response_values(estimator: Any, X: Any, response_method: str, pos_label: object) -> tuple[np.ndarray, Any]:  # noqa: N803
    """Return the score of each row, shape (n_rows,), and the positive label: `pos_label`, or else the second class.

    response_method: predict_proba, decision_function, or auto for the first of them that the estimator has.

    Raises
    ------
    ValueError: the classes are not two; pos_label is none of them; the estimator has no scores or no such method.
    """
    classes = np.asarray(getattr(estimator, "classes_", ()))
    name = type(estimator).__name__
    if classes.shape != (2,):
        raise ValueError(f"estimator must be a fitted classifier of two classes, got {name} with {classes.tolist()}")
    positive = classes[1] if pos_label is None else pos_label
    if positive not in classes.tolist():
        raise ValueError(f"pos_label must be one of the classes {classes.tolist()}, got {pos_label!r}")
    there = [one for one in RESPONSE_METHODS if hasattr(estimator, one)]
    if not there:
        raise ValueError(f"estimator has neither {' nor '.join(RESPONSE_METHODS)}, got {name}")
    method = there[0] if response_method == "auto" else response_method
    if method not in there:
        raise ValueError(f"response_method must be one that {name} has of auto, {', '.join(RESPONSE_METHODS)}, got "
                         f"{response_method!r}")  # fmt: skip
    response = np.asarray(getattr(estimator, method)(X))
    if response.ndim == 2:
        return response[:, classes.tolist().index(positive)], positive
    return response if positive == classes[1] else -response, positive


def take_rows(values: Any, indices: Any) -> Any:
    """Return some rows of a table, an array or a list.

    >>> take_rows([5, 6, 7], [2, 0])
    [7, 5]
    """
    if hasattr(values, "iloc"):
        return values.iloc[indices]
    return values[indices] if hasattr(values, "shape") else [values[index] for index in indices]


Function = TypeVar("Function", bound=Callable[..., Any])


def extend_signature(**options: Any) -> Callable[[Function], Function]:
    """Add the arguments that a function takes as `**options` to its signature, with their defaults.

    >>> @extend_signature(name=None)
    ... def draw(score, **options): ...
    >>> str(inspect.signature(draw))
    '(score, *, name=None)'
    """

    def decorate(function: Function) -> Function:
        own = inspect.signature(function)
        kept = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=of) for name, of in options.items()]
        function.__signature__ = own.replace(parameters=[*kept, *more])  # type: ignore[attr-defined]
        return function

    return decorate


DEFAULT_NAME = "Classifier"
MAX_COLORED_FOLDS = 4  # the other folds are gray
Options = Mapping[str, Any]  # options of a line
FOLD_PLOT_OPTIONS: dict[str, Any] = {"name": None, "ax": None, "curve_kwargs": None, "plot_chance_level": False,
                            "chance_level_kwargs": None, "despine": False, "scheme": "step"}  # fmt: skip
PLOT_OPTIONS = {
    name.replace("kwargs", "kw") if "chance" in name else name: of for name, of in FOLD_PLOT_OPTIONS.items()
}


@dataclass(eq=False)
class PrecisionRecallDisplay:
    """Precision-recall curves with their areas, made by `from_predictions`, `from_estimator` or `from_cv_results`.

    With several folds, the properties, `line_` and `chance_level_` are lists. `figure_` is a figure of Plotly or of
    matplotlib; `ax_`, `line_` and `chance_level_` are set only by matplotlib.
    """

    points: tuple[OperatingPoints, ...]  # all points of each curve, even if fewer are drawn
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
        """Precisions in the order of scikit-learn: from the lowest threshold up, with 1 at the end."""
        return self._map_folds(lambda points: np.append(self._drop_intermediate_points(points).precision[::-1], 1.0))

    @property
    def recall(self) -> Any:
        """Recalls in the order of scikit-learn: from the lowest threshold up, with 0 at the end."""
        return self._map_folds(lambda points: np.append(self._drop_intermediate_points(points).recall[::-1], 0.0))

    @property
    def average_precision(self) -> Any:
        """The area of the step scheme, even if another scheme is drawn."""
        return self._map_folds(SCHEMES["step"].area)

    @property
    def area(self) -> Any:
        """The area of the scheme that is drawn."""
        return self._map_folds(SCHEMES[self.scheme].area)

    @property
    def signature(self) -> Any:
        """The signature of the area that is drawn: one line that says how it is computed."""
        return self._map_folds(lambda points: signature(points, self.scheme))

    @property
    def prevalence_pos_label(self) -> Any:
        """The weighted share of positives, which is the precision of a random ranking."""
        return self._map_folds(lambda points: points.prevalence)

    @classmethod
    @extend_signature(**PLOT_OPTIONS)
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        sample_weight: Any = None,
        drop_intermediate: bool = False,
        pos_label: object = None,
        **plot_options: Any,
    ) -> PrecisionRecallDisplay:
        """Draw the curve of labels and scores; the arguments are scikit-learn's, `scheme` says how points are joined.

        The other arguments are those of `plot`.

        Raises
        ------
        ValueError: input that is invalid for `operating_points` or `plot`; no positives.

        >>> display = PrecisionRecallDisplay.from_predictions([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], scheme="linear")
        >>> round(display.average_precision, 3), round(display.area, 3)
        (0.833, 0.792)
        """
        points = _points(y_true, y_score, sample_weight, pos_label)
        display = cls(
            (points,), DEFAULT_NAME, 1 if pos_label is None else pos_label, drop_intermediate=drop_intermediate
        )
        return display.plot(**plot_options)

    @classmethod
    @extend_signature(sample_weight=None, drop_intermediate=False, **PLOT_OPTIONS)
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
        """Draw the curve of a fitted classifier; the other arguments are those of `from_predictions`."""
        score, positive = response_values(estimator, X, response_method, pos_label)
        options["name"] = options.get("name") or type(estimator).__name__
        return cls.from_predictions(y, score, pos_label=positive, **options)

    @classmethod
    @extend_signature(drop_intermediate=True, pos_label=None, **FOLD_PLOT_OPTIONS)
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

        The other arguments are those of `plot`.
        """
        drop, asked = options.pop("drop_intermediate", True), options.pop("pos_label", None)
        options["chance_level_kw"] = options.pop("chance_level_kwargs", None)
        folds, positive = _fold_points(cv_results, (X, y, sample_weight), response_method, asked)
        return cls(folds, None, positive, of_folds=True, drop_intermediate=drop).plot(**options)

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
        """Draw the curves with Plotly, or with matplotlib on `ax`; they can be drawn again.

        curve_kwargs, chance_level_kw: options of the line by matplotlib's names; of these Plotly accepts color,
        linewidth, linestyle and alpha, and also its own names. name, curve_kwargs: with folds, also a sequence with one
        for each. scheme: None keeps the current one.

        Raises
        ------
        ValueError: an unknown scheme, or one that needs whole counts; a sequence of another length; an invalid option.
        """
        self.scheme = _validate_scheme(scheme or self.scheme, self.points)
        names, joined = self._curve_names(name), [self._joined_area(points) for points in self.points]
        own, chance = self._line_options(curve_kwargs), dict(chance_level_kw or {})
        if ax is None:
            plot, order = self._make_plot(names, joined, with_baseline=plot_chance_level)
            box = {"showline": True, "mirror": not despine, "linecolor": palette.RULE}
            figure = plotly_figure(plot, messages_in("en"), height=MAX_HEIGHT).update_layout(width=MAX_HEIGHT)
            apply_line_options(figure.update_xaxes(**box).update_yaxes(**box), order, own, chance)
            self.figure_, self.ax_, self.line_, self.chance_level_ = figure, None, None, None
        else:
            each = not isinstance(name, str | None) or isinstance(curve_kwargs, Sequence)
            labels = self._legend_labels(names, per_fold=each)
            self._plot_on_axis(ax, labels, joined, own, chance if plot_chance_level else None)
            format_axes(ax, messages_in("en"), despine=despine)
        return self

    def _make_plot(
        self, names: list[str], joined: list[JoinedArea], *, with_baseline: bool
    ) -> tuple[Plot, Sequence[int]]:
        """Return the plot, and the positions of its curves in `joined`, from the lowest curve up."""
        messages, title = messages_in("en"), f"{self.name}: {self.scheme}" if self.name else self.scheme
        if len(joined) == 1:
            points = measured_points(self.points[0])
            drawn = [measured_plot_points(points, palette.style_of(self.scheme), messages)]
            prevalence = points.prevalence if with_baseline else None
            return joined_plot(joined[0], drawn, messages, prevalence=prevalence, title=title), [0]
        in_color = [at < MAX_COLORED_FOLDS for at in range(len(joined))]
        curves, size = list(map(ModelCurve, names, joined, self.points, in_color)), plot_width(MAX_HEIGHT, TOP_MARGIN)
        plot = models_plot(curves, [], title, messages, size=size, with_baseline=with_baseline)
        return plot, sorted(range(len(joined)), key=in_color.__getitem__)  # gray curves are below

    def _plot_on_axis(
        self,
        ax: Any,
        labels: list[str | None],
        joined: list[JoinedArea],
        line_options: list[Options],
        chance: Options | None,
    ) -> None:
        style, shaded = palette.style_of(self.scheme), not self.of_folds
        curves = [PlotCurve(one, self.scheme, style, shaded) for one in joined]
        lines = [draw_curve(ax, *one) for one in zip(curves, labels, line_options, strict=True)]
        prevalences = [points.prevalence for points in self.points]
        levels = [] if chance is None else draw_chance_level(ax, prevalences, chance)
        self.figure_, self.ax_ = ax.figure, ax
        self.line_ = lines if self.of_folds else lines[0]
        self.chance_level_ = (levels if self.of_folds else levels[0]) if levels else None

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the Plotly figure; matplotlib displays its figure itself."""
        figure = self.figure_._repr_mimebundle_(**options) if self.ax_ is None else {}
        return {"text/plain": repr(self), **figure}

    def __repr__(self) -> str:
        areas = ", ".join(format_number(SCHEMES[self.scheme].area(points), ".3f") for points in self.points)
        return f"PrecisionRecallDisplay({self.name or 'folds'!r}, {self.scheme} {areas})"

    def _map_folds(self, function: Any) -> Any:
        found = [function(points) for points in self.points]
        return found if self.of_folds else found[0]

    def _drop_intermediate_points(self, points: OperatingPoints) -> OperatingPoints:
        """Return all points, or with `drop_intermediate` those just before and after the true positives change."""
        if not self.drop_intermediate or points.threshold.size < 3:
            return points
        gained = np.diff(points.true_positives) != 0
        kept = np.concatenate([[True], gained[:-1] | gained[1:], [True]])
        return points.take(kept)

    def _joined_area(self, points: OperatingPoints) -> JoinedArea:
        return joined_area(points, self.scheme, resolution(MAX_HEIGHT))

    def _curve_names(self, name: str | Sequence[str] | None) -> list[str]:
        """Return a name for each curve; folds without names are numbered."""
        if name is None or isinstance(name, str):
            self.name = name or self.name
            if not self.of_folds:
                return [str(self.name)]
            counted = [messages_in("en").format("averages.folds.one", name=at) for at in range(1, len(self.points) + 1)]
            return [f"{self.name}, {one}" if self.name else one for one in counted]
        if len(name) != len(self.points):
            raise ValueError(f"name must have one for each of {len(self.points)} curves, got {len(name)}")
        return [str(one) for one in name]

    def _legend_labels(self, names: Sequence[str], *, per_fold: bool) -> list[str | None]:
        """Return the entries of a legend as scikit-learn writes them: folds share one entry unless `per_fold`."""
        what, areas = "AP" if self.scheme == "step" else self.scheme, np.atleast_1d(self.area)
        if not self.of_folds or per_fold:
            return [f"{name} ({what} = {format_area(area)})" for name, area in zip(names, areas, strict=True)]
        mean, spread = (format_number(float(of(areas)), ".3f") for of in (np.mean, np.std))
        return [f"{self.name or 'folds'} ({what} = {mean} +/- {spread})", *[None] * (len(names) - 1)]

    def _line_options(self, options: Options | Sequence[Options] | None) -> list[Options]:
        """Return the options of each line."""
        if options is None or isinstance(options, Mapping):
            return [dict(options or {}) for _ in self.points]
        if len(options) != len(self.points):
            raise ValueError(f"curve_kwargs must have one for each of {len(self.points)} curves, got {len(options)}")
        return [dict(one) for one in options]


def _fold_points(
    cv_results: Mapping[str, Any], rows: tuple[Any, Any, Any], response_method: str, pos_label: object
) -> tuple[tuple[OperatingPoints, ...], Any]:
    """Return the points of each fold, and the positive label."""
    lacking = [key for key in ("estimator", "indices") if key not in cv_results]
    if lacking:
        raise ValueError(f"cv_results must have {lacking[0]!r}: ask cross_validate for return_{lacking[0]}=True")
    folds, positive = [], pos_label
    features, label, weights = rows
    for estimator, test in zip(cv_results["estimator"], cv_results["indices"]["test"], strict=True):
        score, positive = response_values(estimator, take_rows(features, test), response_method, pos_label)
        weight = None if weights is None else take_rows(weights, test)
        folds.append(_points(take_rows(label, test), score, weight, positive))
    return tuple(folds), positive


def _points(y_true: Any, y_score: Any, sample_weight: Any, pos_label: object) -> OperatingPoints:
    points = points_of_rows(validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
    if not points.positives > 0:
        raise ValueError("y_true must have positives, got none: recall is 0/0, there is no curve")
    return points


def _validate_scheme(key: str, points: Sequence[OperatingPoints]) -> str:
    """Return a scheme if it applies to all points; raise an error if not."""
    applying = [one for one, scheme in SCHEMES.items() if all(map(scheme.can_join, points))]
    if key not in applying:
        raise ValueError(f"scheme must be one of {', '.join(applying)}, got {key!r}{close_match_text(key, applying)}")
    return key
