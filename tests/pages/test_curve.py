import pytest
from sklearn.metrics import confusion_matrix

from pr_app.examples import EXAMPLES, example_cases
from tests.pages.app import headline, open_page, said, trace_of


def test_it_opens_at_the_best_f1():
    app = open_page("curve", example="sixteen_rows")
    assert headline(app) == "At score ≥ 0.5, 8 are called positive; found: 7 of 9 positives"
    assert r"\frac{7}{7 + 1} = 0.88" in said(app)
    assert r"\frac{7}{7 + 2} = 0.78" in said(app)
    assert "F_1 = 0.82" in said(app)


@pytest.mark.parametrize("example", [name for name in EXAMPLES if name != "constant"])
def test_each_stop_of_the_control_counts_what_it_says(example):
    cases = example_cases(example)
    app = open_page("curve", example=example)
    options = app.select_slider(key="threshold").options
    assert len(options) == cases.points.threshold.size
    for index in sorted({0, len(options) // 2, len(options) - 1}):
        app.select_slider(key="threshold").set_value(float(cases.points.threshold[index])).run()
        called = cases.score >= cases.points.threshold[index]
        passed, alarms, missed, hits = confusion_matrix(cases.positive, called, labels=[False, True]).ravel().tolist()
        assert f"| {hits} | {missed} |" in said(app)
        assert f"| {alarms} | {passed} |" in said(app)


@pytest.mark.parametrize(
    ("threshold", "shown"), [("0.5", "0.5"), ("0.45", "0.5"), ("0.2", "0.2"), ("-3", "0.2"), ("99", "0.9")]
)
def test_a_threshold_in_the_address_means_the_rows_at_or_above_it(threshold, shown):
    assert headline(open_page("curve", example="sixteen_rows", threshold=threshold)).startswith(f"At score ≥ {shown},")


def test_a_threshold_above_every_score_is_said_to_be_too_strict():
    app = open_page("curve", example="sixteen_rows", threshold="99")
    assert "No row has a score of 99 or more" in app.warning[0].value


def test_one_score_for_all_has_one_threshold():
    app = open_page("curve", example="constant")
    assert len(app.select_slider) == 0
    assert "one threshold only" in said(app)


def test_a_requirement_is_answered_and_can_be_followed():
    app = open_page("curve", example="sixteen_rows")
    assert "Score ≥ 0.55 does it: precision 1.000, recall 0.667." in said(app)
    app.button(key="go_there").click().run()
    assert headline(app).startswith("At score ≥ 0.55, 6 are called positive; found: 6 of 9")


def test_a_requirement_that_no_threshold_meets_says_so():
    app = open_page("curve", example="top_is_negative")
    assert "No threshold gives this: the best precision at any threshold is 0.750." in said(app)


def test_the_table_has_every_point():
    app = open_page("curve", example="breast_cancer")
    assert len(app.dataframe[0].value) == 469


def test_contours_come_and_go():
    app = open_page("curve", example="sixteen_rows")
    app.segmented_control(key="contours").set_value("2").run()
    assert trace_of(app, "curve_chart", "contour")[1][0] == pytest.approx(1.0)
    app.segmented_control(key="contours").set_value("none").run()
    with pytest.raises(StopIteration):
        trace_of(app, "curve_chart", "contour")


def test_new_data_start_at_their_own_best_threshold():
    app = open_page("curve", example="sixteen_rows", threshold="0.9")
    app.switch_page("pages/data.py").run()
    app.radio(key="example").set_value("ten_rows").run()
    app.switch_page("pages/curve.py").run()
    assert headline(app) == headline(open_page("curve", example="ten_rows"))
