"""The data of the view in a notebook.

Every number is computed from all points; the points that the browser draws or drags along are thinned as in the app.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, joined_area
from pr_curve_lab.analysis.thinning import Resolution, marker_indices
from pr_curve_lab.exports.report.charts import RESOLUTION, resolution_per_curve
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.notebook.inputs import InputModels, Model, format_roles
from pr_curve_lab.plotting.palette import style_of
from pr_curve_lab.plotting.plot import PlotCurve
from pr_curve_lab.web.modules import Json, language_json, schemes_json
from pr_curve_lab.web.play import MAX_ROWS, ScoreRow, rows_json
from pr_curve_lab.web.plot_json import curve_json, points_json, vertices_json
from pr_metrics import SCHEMES, OperatingPoints, threshold_index
from pr_metrics.rows import Rows
from pr_metrics.validation import close_match_text

BINS = 600  # bins for many scores, ten for each column of the axis
MAX_ROWS_IN_FRACTIONS = 99  # with more rows, fractions of counts are too long for the axes
NARROW_RANGE = 0.1  # scores in a smaller part of the axis from 0 to 1 get an axis of their own
MAX_OTHER_CURVES = 20  # models drawn behind the one that is shown
# Messages of Play that the view does not use.
EXCLUDED_PREFIXES = ("start_", "title", "target", "reached_", "measure_", "wants_", "copied", "riddle", "sampled",
                     "too_")  # fmt: skip


@dataclass(frozen=True)
class ViewState:
    """The selected model, the schemes on the left and on the right, and the threshold."""

    model: str
    left: str
    right: str
    threshold: float


class ViewData:
    """The models of a view; the curve of a model under a scheme is computed once and cached."""

    def __init__(self, models: InputModels, messages: Messages) -> None:
        self.inputs, self.words = models, messages
        self._joined: dict[tuple[str, str, Resolution], JoinedArea] = {}

    def joined(self, model: Model, scheme: str, resolution: Resolution = RESOLUTION) -> JoinedArea:
        """Return the drawn curve of a model, with its area."""
        key = model.name, scheme, resolution
        if key not in self._joined:
            self._joined[key] = joined_area(model.points, scheme, resolution)
        return self._joined[key]

    @cached_property
    def schemes(self) -> tuple[str, ...]:
        """The schemes that apply to all models."""
        every = [one.points for one in self.inputs.models]
        return tuple(key for key, scheme in SCHEMES.items() if all(scheme.can_join(points) for points in every))

    def scheme(self, side: str, key: str) -> str:
        """Return the key of a scheme that applies to all models.

        Raises
        ------
        ValueError: the key is unknown, or the scheme needs whole counts.
        """
        if key not in self.schemes:
            listed = ", ".join(self.schemes)
            raise ValueError(f"{side} must be one of {listed}, got {key!r}{close_match_text(key, self.schemes)}")
        return key

    def to_json(self, state: ViewState) -> Json:
        """Return all data that the widget needs."""
        model = self.inputs.model(state.model)
        points, can_move = model.points, _can_move_rows(model.rows)
        shown = _marker_indices(points, state.threshold)
        return {
            **self._messages_and_schemes(),
            "now": {"model": state.model, "left": state.left, "right": state.right},
            "models": [
                {"name": one.name, "areas": [self.joined(one, scheme).area for scheme in (state.left, state.right)]}
                for one in self.inputs.models
            ],
            "points": points_json(points, shown),
            "unscoredPositives": points.unscored_positives,
            "isWhole": shown.size == points.threshold.size,
            "isLong": points.positives + points.negatives > MAX_ROWS_IN_FRACTIONS,
            "shown": int(shown.size),
            "all": int(points.threshold.size),
            "joined": {scheme: self._curve(model, scheme) for scheme in (state.left, state.right)},
            "others": {
                side: self._other_curves(model, scheme)
                for side, scheme in (("left", state.left), ("right", state.right))
            },
            "canMove": can_move,
            "range": _score_range(points),
            "guessed": format_roles(self.inputs.guessed_roles, self.words) if self.inputs.guessed_roles else "",
            "rows": _rows(model) if can_move else _bins(points),
        }

    def _messages_and_schemes(self) -> Json:
        language = language_json("notebook", self.words, extra_prefix="play")
        texts = {key: one for key, one in language["words"].items() if not key.startswith(EXCLUDED_PREFIXES)}
        schemes = [one for one in schemes_json(self.words) if one["key"] in self.schemes]
        joined = [{**one, "joined": self.words.format(f"schemes.{one['key']}.joined")} for one in schemes]
        return {**language, "words": texts, "schemes": joined}

    def _curve(self, model: Model, scheme: str) -> Json:
        return curve_json(PlotCurve(self.joined(model, scheme), scheme, style_of(scheme)))

    def _other_curves(self, model: Model, scheme: str) -> list[Json]:
        others = [one for one in self.inputs.models if one is not model][:MAX_OTHER_CURVES]
        resolution = resolution_per_curve(len(others))
        return [vertices_json(self.joined(one, scheme, resolution)) for one in others]


def _marker_indices(points: OperatingPoints, threshold: float) -> np.ndarray:
    """Return the indices of the points to which the threshold can be dragged: all or some, and the selected one."""
    index = threshold_index(points, threshold)
    marked = marker_indices(points.recall)
    return marked if index is None else np.union1d(marked, [index])


def _score_range(points: OperatingPoints) -> Json | None:
    """Return an axis with round ends and steps of a hundredth for scores in a narrow range; None for other scores.

    >>> _score_range(OperatingPoints.from_counts([0.004, 0.0001], [1, 0], [0, 1]))
    {'low': 0.0, 'high': 0.004, 'step': 4e-05}
    """
    most, least = float(points.threshold[0]), float(points.threshold[-1])
    if least < 0 or most > 1 or not 0 < most - least < NARROW_RANGE:
        return None
    digits = -math.floor(math.log10(most - least))
    low, high = math.floor(least * 10**digits) / 10**digits, math.ceil(most * 10**digits) / 10**digits
    return {"low": low, "high": high, "step": round((high - low) / 100, digits + 2)}


def _can_move_rows(rows: Rows | None) -> bool:
    return rows is not None and rows.score.size <= MAX_ROWS and bool(np.isfinite(rows.score).all())


def _rows(model: Model) -> list[Json]:
    rows = model.rows
    assert rows is not None
    weight = np.ones(rows.score.size) if rows.weight is None else rows.weight
    return rows_json(map(ScoreRow, rows.score.tolist(), rows.positive.tolist(), weight.tolist()))


def _bins(points: OperatingPoints) -> list[Json]:
    """Return how many positives and negatives have their score in each of many narrow bins."""
    ends = float(points.threshold[-1]), float(points.threshold[0])
    if ends[0] == ends[1]:
        ends = ends[0] - 0.5, ends[1] + 0.5
    found = []
    for positive, count in ((True, points.true_positives), (False, points.false_positives)):
        counts, edges = np.histogram(points.threshold, BINS, range=ends, weights=np.diff(count, prepend=0.0))
        middle = (edges[:-1] + edges[1:]) / 2
        found += [
            {"score": float(middle[at]), "positive": positive, "count": float(counts[at])}
            for at in np.flatnonzero(counts)
        ]
    return found
