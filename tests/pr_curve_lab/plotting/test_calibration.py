import numpy as np
import pytest

from pr_curve_lab.analysis.calibration import Calibration
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.calibration import HEIGHTS, calibration_figure, calibration_layouts
from pr_metrics import brier_score, calibration_curve


@pytest.mark.parametrize("strategy", HEIGHTS)
@pytest.mark.parametrize("highest", [1.0, 0.03])
@pytest.mark.parametrize("rows", [1, 3, 500])
def test_circles_intervals_and_bars_are_the_bins(strategy, highest, rows):
    rng = np.random.default_rng(rows)
    score = rng.random(rows) * highest
    label = rng.random(rows) < score
    curve = calibration_curve(label, score, strategy=strategy)
    found = Calibration(curve, brier_score(label, score, strategy=strategy), strategy)
    figure = calibration_figure(found, messages_in("en"))
    (points,) = figure.select_traces({"name": "points"})
    assert (points.x.tolist(), points.y.tolist()) == (curve.mean_probability.tolist(), curve.fraction_positive.tolist())
    assert len(set(points.marker.size)) == 1  # circles of all bins are of equal size
    bars = [one.y.tolist() for one in figure.select_traces({"name": "rows"})]
    assert bars == ([curve.rows.tolist()] if strategy == "uniform" else [])
    ends = [(line.x.tolist(), line.y.tolist()) for line in figure.select_traces({"name": "interval"})]
    drawn = zip(curve.mean_probability, curve.lower, curve.upper, strict=True)
    assert ends == [([at, at], [low, high]) for at, low, high in drawn]
    (diagonal,) = figure.select_traces({"name": "calibrated"})
    assert diagonal.x.tolist() == diagonal.y.tolist()
    assert diagonal.line.dash != "solid"
    assert figure.layout.xaxis.range == figure.layout.yaxis.range
    assert figure.layout.yaxis.range[1] >= max(curve.upper)
    assert figure.layout.height == calibration_layouts(found)[-1]["layout"]["height"]
