"""A user brings a million rows: every page shows them, in few bytes, from all of them."""

import numpy as np
import pyarrow as pa
import pytest
from pyarrow.csv import write_csv
from pyarrow.parquet import write_table

from pr_curve_lab.plotting.curve import MAX_HEIGHT, TOP_MARGIN, plot_width
from pr_metrics import SCHEMES, operating_points, roc_area
from tests.pixels import picture

ROWS = 1_000_000
LARGEST_MESSAGE = 10**6  # bytes that a page may send


@pytest.fixture(scope="module")
def million(tmp_path_factory):
    """The rows as a file of text and as Parquet, and their operating points counted from the rows."""
    rng = np.random.default_rng(0)
    positive = rng.random(ROWS) < 0.1
    score = 1 / (1 + np.exp(2 - 1.5 * positive - rng.normal(size=ROWS)))
    table = pa.table({"label": positive.astype(int), "score": score})
    path = tmp_path_factory.mktemp("million") / "million.csv"
    write_csv(table, path)  # pandas takes ten times as long
    write_table(table, path.with_suffix(".parquet"))
    return path, operating_points(positive, score)


def test_every_page_shows_a_million_rows_and_the_same_as_parquet_have_the_same_curve(visitor, million):
    path, points = million
    sent = [0]
    visitor.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: count(sent, frame)))
    visitor.open("data?lang=en")
    visitor.upload(path)
    visitor.page.wait_for_function("() => document.querySelector('h1').innerText.startsWith('1,000,000 rows')")
    visitor.wait()
    assert "through 1,000,000 points" in visitor.text()
    sent[0] = 0
    for page in ("Areas", "Curve", "Schemes", "Balance", "Data"):
        visitor.visit(page)
        visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer")
        visitor.wait()
        assert visitor.traceback() == ""
        assert "through 1,000,000 points" in visitor.text()
        assert 50_000 < sent[0] < LARGEST_MESSAGE, page
        sent[0] = 0
        if page == "Areas":
            read_areas(visitor, points)
        if page == "Balance":
            read_balance(visitor, points)
            sent[0] = 0
        if page == "Curve":
            move_the_threshold(visitor, points)
            sent[0] = 0
    shows_the_same_rows_as_parquet(visitor, path.with_suffix(".parquet"), points)


def shows_the_same_rows_as_parquet(visitor, path, points):
    """After a few others, whose curve is another."""
    visitor.page.locator(".st-key-example").get_by_text("Ten rows", exact=True).click()
    visitor.wait()
    assert visitor.headline().startswith("10 rows")
    visitor.upload(path)
    visitor.page.wait_for_function("() => document.querySelector('h1').innerText.startsWith('1,000,000 rows')")
    visitor.wait()
    assert visitor.polygon_area("data_chart") == pytest.approx(SCHEMES["step"].area(points), abs=1e-12)


def count(sent, frame):
    sent[0] += len(frame)


def read_areas(visitor, points):
    width = plot_width(MAX_HEIGHT, TOP_MARGIN)
    for chart, scheme in (("left_chart", "step"), ("right_chart", "linear")):
        area = SCHEMES[scheme].area(points)
        assert visitor.polygon_area(chart) == pytest.approx(area, abs=1e-12)
        assert f"{area:.3f}" in visitor.chart_text(chart)
        drawn, curve = visitor.trace(chart, "curve"), SCHEMES[scheme].curve(points)
        assert len(drawn[0]) < 10_000
        from_all = picture(curve.recall, curve.precision, width)
        assert (picture(*map(np.array, drawn), width) == from_all).all()


def read_balance(visitor, points):
    """The areas from all rows; and the permutation test, which takes long, is stopped."""
    assert f"{SCHEMES['step'].area(points):.3f}" in visitor.headline()
    assert visitor.polygon_area("pr_chart") == pytest.approx(SCHEMES["step"].area(points), abs=1e-12)
    assert visitor.polygon_area("roc_chart") == pytest.approx(roc_area(points), abs=1e-12)
    visitor.page.locator(".st-key-permutations_stop button").click()
    visitor.page.wait_for_selector(".st-key-permutations_again")


def move_the_threshold(visitor, points):
    before = float(visitor.parameters().get("threshold", "nan"))
    visitor.page.locator(".st-key-looser button").click()
    visitor.wait()
    after = float(visitor.parameters()["threshold"])
    index = int(np.flatnonzero(points.threshold == after)[0])
    assert np.isnan(before) or points.threshold[index - 1] == before
    called = points.true_positives[index] + points.false_positives[index]
    assert f"{called:,.0f} flagged" in visitor.headline()
