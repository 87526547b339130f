"""The data of the picture in a notebook, and signatures for `help`.

Every number comes from all points; what the browser draws and moves along is thinned as in the app.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, joined_area
from pr_curve_lab.analysis.thinning import Resolution, marked_points
from pr_curve_lab.exports.report.charts import RESOLUTION, shared_by
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import entry_of
from pr_curve_lab.notebook.inputs import Given, Model, movable, said_roles
from pr_curve_lab.web.payload import LOOKS, Bundle, language_bundle, schemes_bundle
from pr_curve_lab.web.play_payload import MOST_ROWS
from pr_metrics import SCHEMES, JoinedCurve, OperatingPoints, point_in_force
from pr_metrics.validation import did_you_mean

BINS = 600  # of many scores, ten to a column of the axis
LONGEST = 99  # rows whose counts have room in a fraction beside an axis
NARROW = 0.1  # of an axis from 0 to 1
MOST_OTHERS = 20  # models drawn behind the one that is shown
# Sentences of Play that the picture has no use for.
NOT_SAID = ("start_", "title", "target", "reached_", "measure_", "wants_", "copied", "riddle", "sampled", "too_")


@dataclass(frozen=True)
class Now:
    """The model that is shown, the schemes on the left and on the right, the threshold."""

    model: str
    left: str
    right: str
    threshold: float


class Shown:
    """Models that are shown: each is joined once by a scheme, however often it is looked at."""

    def __init__(self, models: Given, words: Words) -> None:
        self.given, self.words = models, words
        self._joined: dict[tuple[str, str, Resolution], JoinedArea] = {}

    def joined(self, model: Model, scheme: str, resolution: Resolution = RESOLUTION) -> JoinedArea:
        """The drawn curve of a model, with its area."""
        key = model.name, scheme, resolution
        if key not in self._joined:
            self._joined[key] = joined_area(model.points, scheme, resolution)
        return self._joined[key]

    @cached_property
    def schemes(self) -> tuple[str, ...]:
        """The schemes that apply to all models."""
        every = [one.points for one in self.given.models]
        return tuple(key for key, scheme in SCHEMES.items() if all(scheme.applies_to(points) for points in every))

    def scheme(self, side: str, key: str) -> str:
        """A scheme that applies.

        Raises
        ------
        ValueError: there is none of that key, or it needs whole counts.
        """
        if key not in self.schemes:
            listed = ", ".join(self.schemes)
            raise ValueError(f"{side} must be one of {listed}, got {key!r}{did_you_mean(key, self.schemes)}")
        return key

    def bundle(self, now: Now) -> Bundle:
        """All that the picture needs."""
        model = self.given.model(now.model)
        points, can_move = model.points, movable(model.rows, MOST_ROWS)
        shown = _kept(points, now.threshold)
        return {
            **self._words_and_schemes(),
            "now": {"model": now.model, "left": now.left, "right": now.right},
            "models": [
                {"name": one.name, "areas": [self.joined(one, scheme).area for scheme in (now.left, now.right)]}
                for one in self.given.models
            ],
            "points": _points(points, shown),
            "unreached": points.unreached_positives,
            "isWhole": shown.size == points.threshold.size,
            "isLong": points.positives + points.negatives > LONGEST,
            "shown": int(shown.size),
            "all": int(points.threshold.size),
            "joined": {scheme: _area(self.joined(model, scheme)) for scheme in (now.left, now.right)},
            "others": {
                side: self._others(model, scheme) for side, scheme in (("left", now.left), ("right", now.right))
            },
            "canMove": can_move,
            "range": _range(points),
            "guessed": said_roles(self.given.guessed, self.words) if self.given.guessed else "",
            "rows": _rows(model) if can_move else _bins(points),
        }

    def _words_and_schemes(self) -> Bundle:
        language = language_bundle("notebook", self.words, also="play")
        said = {key: one for key, one in language["words"].items() if not key.startswith(NOT_SAID)}
        schemes = [one for one in schemes_bundle(self.words) if one["key"] in self.schemes]
        joined = [{**one, "joined": self.words.say(f"schemes.{one['key']}.joined")} for one in schemes]
        return {**language, "words": said, "schemes": joined}

    def _others(self, model: Model, scheme: str) -> list[Bundle]:
        others = [one for one in self.given.models if one is not model][:MOST_OTHERS]
        resolution = shared_by(len(others))
        return [_vertices(self.joined(one, scheme, resolution).curve) for one in others]


def look_of(scheme: str) -> str:
    """The family of a scheme's colour.

    >>> look_of("step")
    'steps'
    """
    return LOOKS[entry_of(scheme).family]


def _kept(points: OperatingPoints, threshold: float) -> np.ndarray:
    """Indices of the points that a hand can reach: all, or an even choice and the one in force."""
    index = point_in_force(points, threshold)
    marked = marked_points(points.recall)
    return marked if index is None else np.union1d(marked, [index])


def _points(points: OperatingPoints, shown: np.ndarray) -> dict[str, Any]:
    return {
        "threshold": points.threshold[shown].tolist(),
        "truePositives": points.true_positives[shown].tolist(),
        "falsePositives": points.false_positives[shown].tolist(),
        "positives": points.positives,
        "negatives": points.negatives,
    }


def _range(points: OperatingPoints) -> Bundle | None:
    """Round ends for scores that take up little of an axis from 0 to 1, and a hundredth of it; else it is that axis.

    >>> _range(OperatingPoints.from_counts([0.004, 0.0001], [1, 0], [0, 1]))
    {'low': 0.0, 'high': 0.004, 'step': 4e-05}
    """
    most, least = float(points.threshold[0]), float(points.threshold[-1])
    if least < 0 or most > 1 or not 0 < most - least < NARROW:
        return None
    digits = -math.floor(math.log10(most - least))
    low, high = math.floor(least * 10**digits) / 10**digits, math.ceil(most * 10**digits) / 10**digits
    return {"low": low, "high": high, "step": round((high - low) / 100, digits + 2)}


def _area(joined: JoinedArea) -> Bundle:
    """The curve to the bit: closed to 0 it has the area."""
    return {**_vertices(joined.curve), "invented": joined.curve.invented, "area": joined.area, "scheme": joined.scheme}


def _vertices(curve: JoinedCurve) -> Bundle:
    return {"recall": curve.recall.tolist(), "precision": curve.precision.tolist()}


def _rows(model: Model) -> list[Bundle]:
    rows = model.rows
    assert rows is not None
    weight = np.ones(rows.score.size) if rows.weight is None else rows.weight
    columns = (rows.score.tolist(), rows.positive.tolist(), weight.tolist())
    return [
        {"score": score, "positive": positive, "weight": own} for score, positive, own in zip(*columns, strict=True)
    ]


def _bins(points: OperatingPoints) -> list[Bundle]:
    """How many of either class have a score within each of many narrow bins."""
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


Made = TypeVar("Made", bound=Callable[..., Any])


def shows(**handed_on: Any) -> Callable[[Made], Made]:
    """Show the arguments that a function takes as `**options`, each with its default.

    >>> @shows(name=None)
    ... def draw(score, **options): ...
    >>> str(inspect.signature(draw))
    '(score, *, name=None)'
    """

    def shown(function: Made) -> Made:
        own = inspect.signature(function)
        kept = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=of) for name, of in handed_on.items()]
        function.__signature__ = own.replace(parameters=[*kept, *more])  # type: ignore[attr-defined]
        return function

    return shown
