"""Read a figure: traces by name, the area of a polygon, texts, and whether boxes overlap."""

import numpy as np


def trace(figure, name):
    return next(one for one in figure.data if one.name == name)


def closed_area(drawn):
    return float(np.trapezoid(drawn.y, drawn.x))


def texts(figure):
    return [note.text for note in figure.layout.annotations]


def overlap(one, other):
    return one.left < other.right and other.left < one.right and one.bottom < other.top and other.bottom < one.top
