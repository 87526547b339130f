"""Many small pictures in one chart: where each stands, for as many columns as a screen has room for.

The sizes are in pixels at the width that an arrangement is made for; in between, the pictures keep their height.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MARGIN = {"l": 16, "r": 6, "t": 8, "b": 22}  # px; the ticks of the first column and the last row stand there
HEAD = 48  # px above each picture, for its title and its number
FOOT = 24  # px below each picture but those of the last row, for its ticks
GAP = 28  # px between two columns


@dataclass(frozen=True, slots=True)
class Arrangement:
    """So many columns of pictures of a certain side, for charts of at least a certain width."""

    columns: int
    side: int  # px, of a picture
    from_width: int = 0  # px, of the chart

    def height(self, cells: int) -> int:
        """Height of the whole chart, in px.

        >>> Arrangement(6, 160).height(12)
        470
        """
        rows = -(-cells // self.columns)
        return rows * (HEAD + self.side) + (rows - 1) * FOOT + MARGIN["t"] + MARGIN["b"]

    def layout(self, cells: int) -> dict[str, Any]:
        """The chart's height and each cell's domains, named as Plotly names them, row by row.

        >>> Arrangement(2, 150).layout(3)["xaxis3.domain"] == Arrangement(2, 150).layout(3)["xaxis.domain"]
        True
        """
        height = self.height(cells)
        inner = height - MARGIN["t"] - MARGIN["b"]
        named: dict[str, Any] = {"height": height}
        for cell in range(cells):
            row, column = divmod(cell, self.columns)
            top = row * (HEAD + self.side + FOOT) + HEAD
            number = axis_number(cell)
            named[f"xaxis{number}.domain"] = self._across(column)
            named[f"yaxis{number}.domain"] = [max(0.0, 1 - (top + self.side) / inner), 1 - top / inner]
        return named

    def _across(self, column: int) -> list[float]:
        """The ends of a column, left and right, as shares of the width between the margins."""
        gap = GAP / (self.columns * (self.side + GAP) - GAP)
        width = (1 - gap * (self.columns - 1)) / self.columns
        left = column * (width + gap)
        return [left, min(1.0, left + width)]


def axis_number(cell: int) -> str:
    """The number that Plotly puts behind the name of a cell's axes: nothing for the first.

    >>> axis_number(0), axis_number(1)
    ('', '2')
    """
    return "" if cell == 0 else str(cell + 1)
