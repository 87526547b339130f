"""Read numbers with full precision, text, and charts from a report."""

import json
import re
from decimal import Decimal
from html import unescape

import numpy as np
import pytest

from tests.pr_curve_lab.exports.parsed import parsed
from tests.read_numbers import as_python

BUNDLE = re.compile(r'<script type="application/json" id="pictures">(.*?)</script>', re.DOTALL)
PLACE = re.compile(r'<div id="(\w*_chart\w*)" class="chart".*?>(<svg.*?</svg>)</div>', re.DOTALL)
SHAPE = re.compile(r'<path d="([^"]*)" [^>]*data-lab-area="([^"]*)" data-value="([^"]*)"')


class Read:
    """A parsed report: elements by name, data elements with their text, and all text."""

    def __init__(self, page):
        self.page, self.tree = page, parsed(page.encode("utf-8"))
        self.tags = [(one.tag, one.of) for one in self.tree.every()]
        self.data = [(one.of["data-of"], one.of["value"], "".join(one.strings())) for one in self.tree.every("data")]

    def names(self):
        return [tag for tag, _ in self.tags]

    def said(self):
        return " ".join("".join(self.tree.strings()).split())

    @property
    def numbers(self):
        """Return each number by its name."""
        return {of: float(value) for of, value, _ in self.data}

    def check(self, expected, language="en"):
        """Check that the page has exactly these numbers in full precision, and that each text is its number rounded."""
        assert set(self.numbers) == set(expected)
        for of, value, text in self.data:
            # Tests compute the ends of intervals and the calibration in another way.
            tolerance = 1e-14 if of.startswith(("interval", "bin.", "brier", "called_rows")) else 0
            assert float(value) == pytest.approx(expected[of], abs=tolerance, rel=0), of
            assert agrees(of, float(value), text, language), (of, value, text)


def section_of(page, key):
    """Return one section of a report."""
    start = page.index(f'<section id="{key}">')
    return Read(page[start : page.index("</section>", start) + len("</section>")])


def agrees(of, value, text, language="en"):
    """Return whether the text is the rounded number; thresholds are rounded down, so that they flag the same rows."""
    plain = as_python(text, language).replace("−", "-")
    percent = plain.endswith("%")
    written = Decimal(plain.rstrip("%"))
    unit, exact = Decimal(1).scaleb(written.as_tuple().exponent), Decimal(value) * (100 if percent else 1)
    if of.endswith(("threshold", ".score")):
        return exact - unit < written and float(written) <= value
    return abs(written - exact) <= Decimal("0.5000001") * unit


def live(page):
    """Return the data of charts drawn by the script, by element id."""
    return json.loads(BUNDLE.search(page)[1])["pictures"]


def drawings(page):
    """Return the SVG drawings in the page, by element id."""
    return dict(PLACE.findall(page))


def pictures(page):
    """Return all charts by element id."""
    return {**drawings(page), **live(page)}


def corners(path):
    """Return the vertices of an SVG path of M, L, H and V commands."""
    found = []
    for way, text in re.findall("([MLHV])([^MLHVZ]+)", path):
        place = [float(number) for number in text.split(" ")]
        found.append([place[0], found[-1][1]] if way == "H" else [found[-1][0], *place] if way == "V" else place)
    return np.array(found)


def shapes(page, key):
    """Return the shaded areas and the curves without shading, from back to front."""
    if key in live(page):
        return live(page)[key]["plot"]["curves"]
    found = []
    for path, scheme, area in SHAPE.findall(drawings(page)[key]):
        recall, precision = corners(path)[:-2].T
        found.append({"scheme": scheme, "area": float(area), "recall": recall, "precision": precision})
    return found


def enclosed(shape):
    """Return the area of a shape's polygon, closed to precision 0."""
    return float(np.trapezoid(shape["precision"], shape["recall"]))


def polygon(page, key):
    """Return the area of the only shape of a chart, and check that its data attribute is the same."""
    (shape,) = shapes(page, key)
    area = enclosed(shape)
    assert abs(shape["area"] - area) < 1e-12
    return area


def parts(page, key):
    """Return the areas below the thin curves that are averaged, smallest first."""
    drawing = drawings(page)[key]
    left, bottom, width = (
        float(one) for one in re.search(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)", drawing).groups()
    )
    lines = [corners(path) for path in re.findall(r'data-of="part" d="([^"]*)"', drawing)]
    return sorted(float(np.trapezoid((bottom - y) / width, (x - left) / width)) for x, y in (one.T for one in lines))


def circles(page, key):
    """Return position, in units of the axes, and size of each circle."""
    drawing = drawings(page)[key]
    left, bottom, width = (
        float(one) for one in re.search(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)", drawing).groups()
    )
    found = np.array(re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawing), dtype=float)
    return np.column_stack(((found[:, 0] - left) / width, (bottom - found[:, 1]) / width, found[:, 2]))


def selected_point(page, key):
    """Return the position of the selected threshold's point, in units of the axes."""
    x, y, _ = max(circles(page, key).tolist(), key=lambda one: one[2])
    return [x, y]


def words_in_pictures(page):
    """Return all texts in the charts."""
    written = [
        re.sub("<[^>]*>", "", text) for svg in drawings(page).values() for text in re.findall(r"<text .*?</text>", svg)
    ]
    return [unescape(one) for one in written]
