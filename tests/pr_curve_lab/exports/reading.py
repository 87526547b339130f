"""What a reader of a report finds: numbers with their full precision, text, and pictures."""

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
    """What a browser would find: elements by name, data elements with their text, and all text."""

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
        """Each number by its name."""
        return {of: float(value) for of, value, _ in self.data}

    def check(self, expected, language="en"):
        """The page has these numbers and no others, each to the bit, and each text is its number."""
        assert set(self.numbers) == set(expected)
        for of, value, text in self.data:
            # Ends of intervals are computed in another way than in tests.
            tolerance = 1e-14 if of.startswith("interval") else 0
            assert float(value) == pytest.approx(expected[of], abs=tolerance, rel=0), of
            assert agrees(of, float(value), text, language), (of, value, text)


def section_of(page, key):
    """A section of a report, alone."""
    start = page.index(f'<section id="{key}">')
    return Read(page[start : page.index("</section>", start) + len("</section>")])


def agrees(of, value, text, language="en"):
    """Whether the text is the number, rounded where it ends; a threshold down, so that it calls the same rows."""
    plain = as_python(text, language).replace("−", "-")
    percent = plain.endswith("%")
    written = Decimal(plain.rstrip("%"))
    unit, exact = Decimal(1).scaleb(written.as_tuple().exponent), Decimal(value) * (100 if percent else 1)
    if of.endswith(("threshold", ".score")):
        return exact - unit < written and float(written) <= value
    return abs(written - exact) <= Decimal("0.5000001") * unit


def live(page):
    """What the script draws, by its address."""
    return json.loads(BUNDLE.search(page)[1])["pictures"]


def drawings(page):
    """What the page holds, by its address."""
    return dict(PLACE.findall(page))


def pictures(page):
    """All pictures by their addresses."""
    return {**drawings(page), **live(page)}


def corners(path):
    """The corners of a path of M, L, H and V."""
    found = []
    for way, text in re.findall("([MLHV])([^MLHVZ]+)", path):
        place = [float(number) for number in text.split(" ")]
        found.append([place[0], found[-1][1]] if way == "H" else [found[-1][0], *place] if way == "V" else place)
    return np.array(found)


def shapes(page, key):
    """Areas that are shaded, or drawn as lines that could be, from the back to the front."""
    if key in live(page):
        return live(page)[key]["plot"]["curves"]
    found = []
    for path, scheme, area in SHAPE.findall(drawings(page)[key]):
        recall, precision = corners(path)[:-2].T
        found.append({"scheme": scheme, "area": float(area), "recall": recall, "precision": precision})
    return found


def enclosed(shape):
    """Area of the polygon of a shape's vertices, closed to 0."""
    return float(np.trapezoid(shape["precision"], shape["recall"]))


def polygon(page, key):
    """Area of the one shape of a picture, which says the same of itself."""
    (shape,) = shapes(page, key)
    area = enclosed(shape)
    assert abs(shape["area"] - area) < 1e-12
    return area


def parts(page, key):
    """Areas of the thin lines that an average is made of, the smallest first."""
    drawing = drawings(page)[key]
    left, bottom, width = (
        float(one) for one in re.search(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)", drawing).groups()
    )
    lines = [corners(path) for path in re.findall(r'data-of="part" d="([^"]*)"', drawing)]
    return sorted(float(np.trapezoid((bottom - y) / width, (x - left) / width)) for x, y in (one.T for one in lines))


def circles(page, key):
    """Where circles stand, in the units of the axes, and how large they are."""
    drawing = drawings(page)[key]
    left, bottom, width = (
        float(one) for one in re.search(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)", drawing).groups()
    )
    found = np.array(re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawing), dtype=float)
    return np.column_stack(((found[:, 0] - left) / width, (bottom - found[:, 1]) / width, found[:, 2]))


def selected_point(page, key):
    """Where the point of the selected threshold stands, in the units of the axes."""
    x, y, _ = max(circles(page, key).tolist(), key=lambda one: one[2])
    return [x, y]


def words_in_pictures(page):
    """Everything that is written in the pictures."""
    written = [
        re.sub("<[^>]*>", "", text) for svg in drawings(page).values() for text in re.findall(r"<text .*?</text>", svg)
    ]
    return [unescape(one) for one in written]
