"""Figures draw and print the area that they are given, also beside points that have another."""

from dataclasses import replace

import numpy as np
import pytest

from pr_curve_lab.analysis.areas import joined_area, joined_areas
from pr_curve_lab.analysis.prevalence import balances, gain_curve_area, gain_points, roc_curve_area
from pr_curve_lab.analysis.thinning import measured_points
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting import model_curves, schemes, threshold
from pr_curve_lab.plotting.curve import joined_figure, resolution
from pr_curve_lab.plotting.prevalence import RESOLUTION, gain_figure, prevalence_curve_figure, roc_figure
from pr_curve_lab.schema.examples import example_cases

POINTS, OTHERS = example_cases("apples_oranges").points, example_cases("sixteen_rows").points
MEASURED = measured_points(POINTS)
OPTIONS = {"messages": messages_in("en"), "same_data": "1"}
LINEAR = joined_area(OTHERS, "linear", resolution())
ROC, GAIN = roc_curve_area(OTHERS, RESOLUTION), gain_curve_area(OTHERS, RESOLUTION)


def moved_curve():
    both = balances(POINTS, None, "step", RESOLUTION)
    given = replace(both.measured, joined=LINEAR)
    return prevalence_curve_figure(replace(both, measured=given, target=given), **OPTIONS)


def several():
    models = [model_curves.ModelCurve("model", LINEAR, POINTS, True)]
    return model_curves.multi_curve_figure(models, (), "Title", **OPTIONS)


DRAWN = {
    "joined": (LINEAR, lambda: joined_figure(LINEAR, MEASURED, **OPTIONS)),
    "moved": (LINEAR, moved_curve),
    "several": (LINEAR, several),
    "roc": (ROC, lambda: roc_figure(ROC, POINTS, **OPTIONS)),
    "gain": (GAIN, lambda: gain_figure(GAIN, gain_points(POINTS), **OPTIONS)),
}


def curves(figure):
    return [(list(trace.x), list(trace.y)) for trace in figure.data if trace.name == "curve"]


def vertices(drawn):
    return drawn.curve.recall.tolist(), drawn.curve.precision.tolist()


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_given_is_drawn_and_printed(name):
    given, draw = DRAWN[name]
    figure = draw()
    assert curves(figure) == [vertices(given)]
    assert any(note.text.startswith(f"<b>{given.area:.3f}</b>") for note in figure.layout.annotations)


def test_every_small_picture_has_what_it_is_given():
    given = list(joined_areas(OTHERS, schemes.RESOLUTION).values())
    figure = schemes.schemes_figure(POINTS, given, **OPTIONS)
    assert curves(figure) == [vertices(one) for one in given]
    printed = [note.text for note in figure.layout.annotations]
    assert [f"<b>{one.area:.3f}</b>" for one in given] == printed[1::2]


def test_the_curve_behind_the_thresholds_and_the_facts_of_its_points_are_given():
    facts = np.arange(MEASURED.values.size, dtype=float).reshape(MEASURED.values.shape)
    figure = threshold.threshold_curve_figure(LINEAR, replace(MEASURED, values=facts), **OPTIONS)
    assert curves(figure) == [vertices(LINEAR)]
    (points,) = (trace for trace in figure.data if trace.name == "points")
    assert points.customdata.tolist() == facts.tolist()
