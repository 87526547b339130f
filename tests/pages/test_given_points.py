"""Files of points by another tool are drawn as they are, with a message that they are not rows."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.table_files import given_curve, read_given_curve
from tests.pages.app import figure_of, headline, open_page, page_with, polygon_area, said, trace_of, upload

CASES = example_labeled_scores("breast_cancer")
PRECISION, RECALL, THRESHOLD = precision_recall_curve(CASES.positive, CASES.score)
GIVEN = pd.DataFrame({"precision": PRECISION, "recall": RECALL, "threshold": np.append(THRESHOLD, np.nan)})


@pytest.mark.parametrize("order", ["as written", "turned", "shuffled"])
def test_points_of_scikit_learn_have_its_areas(order):
    frame = {"as written": GIVEN, "turned": GIVEN[::-1], "shuffled": GIVEN[:-1].sample(frac=1, random_state=1)}[order]
    app = open_page("data")
    before = headline(app)
    upload(app, frame.to_csv(index=False).encode())
    step = average_precision_score(CASES.positive, CASES.score)
    assert polygon_area(app, "given_step_chart") == pytest.approx(step, abs=1e-12)
    assert f"{step:.3f}" in str(figure_of(app, "given_step_chart")["layout"]["annotations"])
    if order != "shuffled":  # without the point at recall 0, which has no threshold
        assert polygon_area(app, "given_linear_chart") == pytest.approx(auc(RECALL, PRECISION), abs=1e-12)
    assert trace_of(app, "given_linear_chart", "points")[0].size > 100
    assert headline(app) == before
    assert "drawn below as they are" in app.info[0].value
    assert "Still in use" in said(app)
    assert not app.error


def test_a_curve_without_its_start_is_truncated():
    app = page_with(b"recall,precision\n0.25,1\n,0.5\n1,0.5\n", "data")
    assert polygon_area(app, "given_step_chart") == pytest.approx(0.25 + 0.75 / 2)
    assert polygon_area(app, "given_linear_chart") == pytest.approx(0.75 * 0.75)
    assert "Straight line, start cut off" in str(figure_of(app, "given_linear_chart")["layout"]["annotations"])
    assert "Left out, because recall or precision is missing: 1." in app.info[0].value


def test_the_curves_of_several_models_are_not_drawn_as_one():
    app = open_page("data")
    # Recall grows from row to row, so they could be read as a single curve.
    upload(app, b"model,recall,precision\na,0.2,1\na,0.4,0.5\nb,0.6,0.8\nb,1,0.5\n")
    assert "has points of a curve" in app.error[0].value


@pytest.mark.parametrize("header", ["thresholds,precisions,recalls", "cutoff,ppv,sensitivity", "阈值,查准率,查全率"])
def test_points_are_recognized_by_the_column_names_of_tools(header):
    points = read_given_curve("t.csv", f"{header}\n2,1,0.5\n1,0.5,1\n".encode())
    assert points.precision.tolist() == [1.0, 0.5]


def test_points_without_precision_are_left_out_and_counts_may_stand_beside():
    content = b"threshold,tp,fp,precision,recall,f1\n2,0,0,,0,\n1,1,0,1,0.5,0.67\n0,2,2,0.5,1,0.67\n"
    points = read_given_curve("t.csv", content)
    assert (points.recall.tolist(), points.threshold.tolist()) == ([0.5, 1.0], [1.0, 0.0])
    assert given_curve(Table("t", pd.DataFrame({"recall": [np.nan], "precision": [0.5]}))) is None


def test_points_of_another_file_reset_the_zoom():
    app = open_page("data")
    zooms = set()
    for name in ("one.csv", "two.csv"):
        upload(app, b"recall,precision\n0.25,1\n1,0.5\n", name)
        zooms.add(figure_of(app, "given_step_chart")["layout"]["uirevision"])
    assert len(zooms) == 2
