"""The pictures of a report as the page holds them for its script."""

import json
import re

import numpy as np

BUNDLE = re.compile(r'<script type="application/json" id="pictures">(.*?)</script>', re.DOTALL)


def pictures(page):
    """What is drawn in each place, by its address."""
    return json.loads(BUNDLE.search(page)[1])["pictures"]


def shapes(page, key):
    """Areas that are shaded, or drawn as lines that could be, from the back to the front."""
    picture = pictures(page)[key]
    return picture["joined" if "points" in picture else "areas"]


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
    lines = [line for line in pictures(page)[key]["lines"] if line["look"].startswith("lab-part")]
    return sorted(float(np.trapezoid(line["y"], line["x"])) for line in lines)


def in_force(page, key):
    """Where the point of the threshold in force stands, in the units of the axes."""
    picture = pictures(page)[key]
    square = picture["square"]
    (mark,) = [one for one in picture["circles"] if one["look"] == "lab-in-force"]
    return [(mark["x"] - square["x"]) / square["size"], 1 - (mark["y"] - square["y"]) / square["size"]]


def words_in_pictures(page):
    """Everything that is written in the pictures."""
    return [label["said"] for picture in pictures(page).values() for label in picture["labels"]]
