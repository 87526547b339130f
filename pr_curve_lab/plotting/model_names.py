"""The names of models with their areas, each behind a piece of its line: as a list, or one by one in a full picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import middle_cut, plotly_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.box import Box
from pr_curve_lab.plotting.labels.flags import text_width
from pr_curve_lab.plotting.labels.free_place import free_place, is_free
from pr_metrics import JoinedCurve

LONGEST_NAME = 18  # characters
ROW, SAMPLE = 24, 30  # px: the height of a name, and the piece of line before it
AREA = "0.000 "
BOLDER = 1.1  # times the width of plain type


@dataclass(frozen=True, slots=True)
class Named:
    """A model that is drawn in colour."""

    name: str
    area: float
    look: palette.Look
    dash: str
    curve: JoinedCurve


@dataclass(frozen=True, slots=True)
class Placed:
    """A name and its room in the picture, as shares of it."""

    model: Named
    box: Box
    pixel: float  # as a share of the picture

    @property
    def height(self) -> float:
        """The height of the middle of the words and of the line."""
        return (self.box.bottom + self.box.top) / 2


def placed(models: Sequence[Named], lines: Sequence[JoinedCurve], taken: Box, pixel: float) -> list[Placed]:
    """Set the names as a list, the largest area first, where that covers no line; else each beside its own.

    >>> flat = JoinedCurve([0.0, 1.0], [0.9, 0.9])
    >>> look = palette.Look("#000000", "#000000")
    >>> models = [Named("a", 0.1, look, "dot", flat), Named("b", 0.9, look, "dash", flat)]
    >>> both = placed(models, [flat], Box(0, 0, 0, 0), 1 / 300)
    >>> [one.model.name for one in both], both[0].box.left == both[1].box.left, both[0].box.bottom == both[1].box.top
    (['b', 'a'], True, True)
    """
    by_area = sorted(models, key=lambda model: -model.area)
    width = max((_width(model) for model in by_area), default=0.0) * pixel
    row = ROW * pixel
    whole = free_place((width, len(by_area) * row), lines, [taken])
    if is_free(whole, lines) and not whole.overlaps(taken):
        tops = [whole.top - index * row for index in range(len(by_area))]
        boxes = [Box(whole.left, top - row, whole.right, top) for top in tops]
        return [Placed(model, box, pixel) for model, box in zip(by_area, boxes, strict=True)]
    found: list[Placed] = []
    for model in by_area:
        others = [taken, *(one.box for one in found)]
        place = free_place((_width(model) * pixel, row), lines, others, beside=model.curve)
        found.append(Placed(model, place, pixel))
    return found


def shapes_of(names: Sequence[Placed], lines: Sequence[JoinedCurve]) -> list[dict[str, Any]]:
    """The pieces of line, and a veil behind a name where there is no room without a line."""
    veils = [_veil(one.box) for one in names if not is_free(one.box, lines)]
    return [*veils, *(_sample(one) for one in names)]


def notes_of(names: Sequence[Placed], words: Words) -> list[dict[str, Any]]:
    """The names and areas."""
    return [
        {
            "x": one.box.left + SAMPLE * one.pixel,
            "y": one.height,
            "xanchor": "left",
            "yanchor": "middle",
            "align": "left",
            "text": f"<b>{words.say('chart.area', area=one.model.area)}</b> {_short(one.model)}",
            "font": {"size": palette.SMALL_SIZE, "color": one.model.look.text},
            "borderpad": 0,
            "showarrow": False,
        }
        for one in names
    ]


def _short(model: Named) -> str:
    return plotly_text(middle_cut(model.name, LONGEST_NAME))


def _width(model: Named) -> float:
    """The width of a piece of line, an area in bold and a name, in px."""
    return SAMPLE + BOLDER * text_width(AREA) + text_width(middle_cut(model.name, LONGEST_NAME))


def _sample(one: Placed) -> dict[str, Any]:
    ends = {"x0": one.box.left, "x1": one.box.left + SAMPLE * 0.8 * one.pixel, "y0": one.height, "y1": one.height}
    return {
        "type": "line",
        **ends,
        "line": {"color": one.model.look.line, "width": palette.CURVE_WIDTH, "dash": one.model.dash},
    }


def _veil(box: Box) -> dict[str, Any]:
    edges = {"x0": box.left, "x1": box.right, "y0": box.bottom, "y1": box.top}
    return {"type": "rect", **edges, "line": {"width": 0}, "fillcolor": palette.VEIL}
