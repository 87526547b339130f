import numpy as np
import pytest

from pr_app.examples import EXAMPLES, example_cases
from pr_metrics import SCHEMES
from tests.pages.app import figure_of, first_page, headline, open_page, said, trace_of


def polygon(app, key):
    x, y = trace_of(app, key, "curve")
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


def printed(app, key):
    return [note["text"] for note in figure_of(app, key)["layout"]["annotations"]]


@pytest.mark.parametrize("example", EXAMPLES)
def test_both_polygons_have_the_printed_areas(example):
    app = open_page("areas", example=example)
    points = example_cases(example).points
    for key, scheme in (("left_chart", "step"), ("right_chart", "linear")):
        area = SCHEMES[scheme].area(points)
        assert polygon(app, key) == pytest.approx(area, abs=1e-12)
        assert f"<b>{area:.3f}</b>" in printed(app, key)


@pytest.mark.parametrize(
    ("example", "left", "right", "finding"),
    [
        ("constant", "step", "linear", "Joined by straight lines, the area is 0.450 larger than joined in steps"),
        ("constant", "linear", "step", "Joined in steps, the area is 0.450 smaller than joined by straight lines"),
        (
            "apples_oranges",
            "step",
            "linear",
            "Joined by straight lines, the area is 0.020 smaller than joined in steps",
        ),
        ("breast_cancer", "step", "linear", "the area is smaller than joined in steps, by less than 0.001"),
        ("breast_cancer", "linear", "step", "the area is larger than joined by straight lines, by less than 0.001"),
        (
            "breast_cancer",
            "hundred_one_point",
            "davis_goadrich",
            "is larger than joined at 101 levels, by less than 0.001",
        ),
        ("constant", "step", "continuous", "Joined by the continuous curve or in steps, the area is the same"),
        ("apples_oranges", "step", "step", "Both sides are joined in steps, so the area is the same"),
    ],
)
def test_the_headline_is_computed(example, left, right, finding):
    app = open_page("areas", example=example, left=left, right=right)
    assert finding in headline(app)


def test_the_headline_is_chinese_for_chinese():
    assert headline(open_page("areas", example="constant", lang="zh")) == "用直线法相连，面积比用阶梯法大 0.450"


def test_a_change_of_scheme_changes_its_side_only():
    app = open_page("areas", example="sixteen_rows")
    before = trace_of(app, "left_chart", "curve")[1].tolist()
    app.selectbox(key="right").select("envelope").run()
    assert not app.exception
    assert trace_of(app, "left_chart", "curve")[1].tolist() == before
    points = example_cases("sixteen_rows").points
    assert polygon(app, "right_chart") == pytest.approx(SCHEMES["envelope"].area(points), abs=1e-12)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("example", ["apples_oranges", "constant", "sixteen_rows"])
def test_every_scheme_has_a_picture_a_receipt_and_a_difference(example, scheme):
    app = open_page("areas", example=example, right=scheme)
    points = example_cases(example).points
    area = SCHEMES[scheme].area(points)
    assert polygon(app, "right_chart") == pytest.approx(area, abs=1e-6)
    assert f"<b>{area:.3f}</b>" in printed(app, "right_chart")
    if scheme != "step":
        assert app.dataframe[-1].value["Area"].sum() == pytest.approx(area, abs=1e-4)


def test_a_scheme_that_cannot_take_weights_gives_way_with_a_sentence():
    app = open_page("data", right="davis_goadrich")
    app.text_area(key="paste").set_value("label,score,weight\n1,0.9,0.5\n0,0.7,1\n1,0.4,1.5\n0,0.2,1\n").run()
    app.selectbox(key="weight").select("weight").run()
    app.switch_page("pages/areas.py").run()
    assert not app.exception
    assert "needs rows of weight 1" in app.warning[0].value
    assert app.selectbox(key="right").value == "linear"
    assert "One positive at a time" not in app.selectbox(key="right").options


def test_the_rows_behind_the_largest_part_are_listed():
    app = open_page("areas", example="constant")
    segments = app.dataframe[0].value
    assert segments.iloc[0].tolist() == ["0.5", 100, 10, 0.0, 1.0, 0.45]
    assert "100% of where they differ lies between recall 0 and 1" in said(app)


def test_equal_areas_have_nothing_to_list():
    app = open_page("areas", example="constant", right="continuous")
    assert "agree in every segment" in said(app)


def test_both_receipts_end_in_the_area():
    app = open_page("areas", example="sixteen_rows")
    points = example_cases("sixteen_rows").points
    for bill, scheme in zip(app.dataframe[1:3], ("step", "linear"), strict=True):
        total = bill.value.iloc[-1]["Running total"]
        assert total == pytest.approx(SCHEMES[scheme].area(points), abs=1e-6)
        assert bill.value["Area"].sum() == pytest.approx(total, abs=1e-5)


def test_an_unknown_scheme_in_the_address_is_passed_over_with_a_sentence():
    app = first_page(left="spline", example="pears")
    assert [warning.value for warning in app.warning] == [
        "The address asks for `example` = `pears`, which is not known here; it was ignored.",
        "The address asks for `left` = `spline`, which is not known here; it was ignored.",
    ]
    assert app.selectbox(key="left").value == "step"


def test_the_first_page_names_the_data_in_use_and_offers_the_languages():
    app = first_page()
    assert app.markdown[0].value == "Apples and oranges · 10 rows, 5 positive"
    app.segmented_control(key="lang").set_value("zh").run()
    assert "面积" in headline(app)
