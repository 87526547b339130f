"""The charts of a report as their script holds them."""

import base64
import json

import numpy as np


def drawn(page, key):
    """The traces of a chart, each with its name and its coordinates across and up."""
    start = f'Plotly.newPlot("{key}", '
    data, _ = json.JSONDecoder().raw_decode(page, page.index(start) + len(start))
    return [(one["name"], (numbers(one["x"]), numbers(one["y"]))) for one in data]


def traces_of(page, key):
    """The coordinates by name, of the first trace of each."""
    return dict(reversed(drawn(page, key)))


def polygon(page, key):
    """Area of the trace `curve`, closed to 0."""
    (area,) = polygons(page, key, "curve")
    return area


def polygons(page, key, name):
    """Areas of all traces of a name, the smallest first."""
    return sorted(float(np.trapezoid(up, across)) for one, (across, up) in drawn(page, key) if one == name)


def numbers(column):
    if isinstance(column, dict):
        return np.frombuffer(base64.b64decode(column["bdata"]), dtype=column["dtype"])
    return np.asarray(column, dtype=float)
