import re

import numpy as np
import pytest

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.views.questions import QUESTIONS
from pr_metrics import SCHEMES, area_bounds, bin_counts, operating_points
from tests.pages.app import (
    annotation_texts,
    first_page,
    headline,
    linked_pages,
    open_page,
    page_with,
    polygon_area,
    said,
    seen_page,
    table_with,
    trace_of,
)


@pytest.mark.parametrize("example", ["sixteen_rows", "constant"])
def test_both_polygons_have_the_printed_areas(example):
    app = seen_page("areas", example=example)
    points = example_labeled_scores(example).points
    for key, scheme in (("left_chart", "step"), ("right_chart", "linear")):
        area = SCHEMES[scheme].area(points)
        assert polygon_area(app, key) == pytest.approx(area, abs=1e-12)
        assert f"<b>{area:.3f}</b>" in annotation_texts(app, key)


@pytest.mark.parametrize(("example", "left", "right", "finding"), [
    ("constant", "step", "linear", "Same points, two areas: 0.100 in steps, 0.550 by straight lines"),
    ("constant", "linear", "step", "Same points, two areas: 0.550 by straight lines, 0.100 in steps"),
    ("apples_oranges", "step", "linear", "Same points, two areas: 0.826 in steps, 0.806 by straight lines"),
    ("breast_cancer", "linear", "step",
        "Joined by straight lines or in steps, the area is 0.992: it makes no difference here"),
    ("constant", "step", "continuous",
        "Joined in steps or by the continuous curve, the area is 0.100: it makes no difference here"),
    ("apples_oranges", "step", "step", "Both sides are joined in steps: 0.826"),
])  # fmt: skip
def test_the_headline_names_both_areas(example, left, right, finding):
    app = seen_page("areas", example=example, left=left, right=right)
    assert finding in headline(app)


def test_the_gap_is_that_of_the_printed_areas():
    counts = "score,positives,negatives\n.9,3,1\n.6,2,2\n.2,3,2\n"
    app = page_with(counts, "areas", left="linear_truncated", right="continuous")
    assert all(area in headline(app) for area in ("0.404", "0.682"))
    assert "The gap is 0.2774." in said(app)  # .277 would not be their difference


@pytest.mark.parametrize(("negatives", "language", "finding", "numbers"), [
    (111, "en", "close", ["0.999", "1.000"]),  # a gap of 0.0004995, printed apart
    (111, "zh", "close", ["0.999", "1.000"]),
    (112, "en", "one", ["0.999"]),  # 0.000504, printed alike
    (176, "zh", "one", ["0.999"]),  # 0.00075, printed alike
    (177, "en", "two", ["0.998", "0.999"]),  # 0.00075, printed apart
])  # fmt: skip
def test_the_headline_leads_with_a_gap_only_if_three_decimals_show_it(negatives, language, finding, numbers):
    counts = f"score,positives,negatives\n.9,990,0\n.5,10,{negatives}\n"
    app = page_with(counts, "areas", lang=language)
    messages = messages_in(language)
    sides = [messages.format(f"schemes.{scheme}.joined") for scheme in ("step", "linear")]
    if finding == "two":
        pairs = zip(numbers, sides, strict=True)
        sides = [messages.format("areas.side", area=number, joined=joined) for number, joined in pairs]
    values = {"left": sides[0], "right": sides[1], "area": numbers[0], "other": numbers[-1]}
    assert headline(app) == messages.format(f"areas.headline_{finding}", **values)
    for key, number in zip(("left_chart", "right_chart"), (numbers[0], numbers[-1]), strict=True):
        assert f"<b>{number}</b>" in annotation_texts(app, key)


@pytest.mark.parametrize(
    ("example", "scheme"), [("sixteen_rows", "continuous"), ("sixteen_rows", "eleven_point"), ("constant", "linear")]
)
def test_a_scheme_has_its_area_in_the_chart_and_in_the_table_of_terms(example, scheme):
    app = seen_page("areas", example=example, right=scheme)
    points = example_labeled_scores(example).points
    area = SCHEMES[scheme].area(points)
    assert polygon_area(app, "right_chart") == pytest.approx(area, abs=1e-6)
    assert f"<b>{area:.3f}</b>" in annotation_texts(app, "right_chart")
    assert app.dataframe[-1].value["Area"].sum() == pytest.approx(area, abs=1e-4)


def test_a_scheme_without_weights_is_replaced_with_a_warning():
    rows = "label,score,weight\n1,0.9,0.5\n0,0.7,1\n1,0.4,1.5\n0,0.2,1\n"
    app = page_with(rows, "areas", roles={"weight": "weight"}, right="davis_goadrich")
    assert "needs weights that are whole numbers, and some weights here are not" in app.warning[0].value
    assert app.selectbox(key="right").value == "linear"
    assert "One positive at a time" not in app.selectbox(key="right").options


@pytest.mark.parametrize(("language", "sentence"), [
    ("en", "One positive at a time is computed for at most 20,000,000 positives"),
    ("zh", "“逐个正例法”最多算到 20,000,000 个正例，而这份数据更多。"),
])  # fmt: skip
def test_the_warning_about_too_many_positives_does_not_mention_weights(language, sentence):
    counts = "score,positives,negatives\n0.9,15000000,10\n0.5,9000000,70\n0.1,1000,400\n"
    app = page_with(counts, "areas", right="davis_goadrich", lang=language)
    (said_so,) = [one.value for one in app.warning]
    assert said_so.startswith(sentence)
    assert not re.search("weight|权重", said_so)
    assert app.selectbox(key="right").value == "linear"


def test_the_rows_behind_the_largest_part_are_listed():
    app = seen_page("areas", example="constant")
    segments = table_with(app, "Share of the gap")
    assert segments.iloc[0].tolist() == ["0.5", 100, 10, 0.0, 1.0, 0.45, 1.0]
    assert "100% of the gap comes from recall 0 to 1" in said(app)


def falling_precision(n_segments):
    """Return counts of points whose precision falls from 1 by the same amount after each equal gain in recall."""
    positives = np.full(n_segments, 100_000)
    found = positives.cumsum()
    false = np.rint(found * (1 / np.linspace(1, 0.4, n_segments + 1)[1:] - 1)).astype(int)
    lines = zip(np.linspace(0.9, 0.1, n_segments), positives, np.diff(false, prepend=0), strict=True)
    return "score,positives,negatives\n" + "".join(f"{score:.3f},{one},{other}\n" for score, one, other in lines)


@pytest.mark.parametrize(("counts", "is_folded"), [
    (falling_precision(9), False),  # each segment has 1/9 of the gap
    (falling_precision(11), True),
    ("score,positives,negatives\n.9,990,0\n.5,10,112\n", False),  # the largest segment adds 0.000504
    ("score,positives,negatives\n.9,990,0\n.5,10,111\n", True),  # 0.0004995
], ids=["ninth", "eleventh", "seen", "unseen"])  # fmt: skip
def test_the_segments_are_folded_if_none_of_them_matters(counts, is_folded):
    app = page_with(counts, "areas")
    assert ("differences" in [one.key for one in app.expander]) == is_folded
    assert table_with(app, "Share of the gap").shape[0] >= 1  # everything is there once it is opened
    assert trace_of(app, "difference_chart", "difference")[0].size > 0


def test_equal_areas_agree_in_every_segment():
    app = seen_page("areas", example="constant", right="continuous")
    assert "agree in every segment" in said(app)


def test_the_first_page_names_the_data_in_use_and_offers_the_languages():
    app = first_page()
    taken = "label `label` = `1`, score `score`"
    assert app.markdown[0].value == f"Apples and oranges · 10 rows, 5 positive · {taken}"
    app.segmented_control(key="lang").set_value("zh").run()
    assert "面积" in headline(app)


@pytest.mark.parametrize(("scheme", "example", "said_of_the_start"), [
    ("linear", "apples_oranges", "The start adds 0.200 (the darker part)."),
    ("linear_flat", "constant", "The start adds 0.100 (the darker part)."),
    ("continuous", "constant", "The start adds 0.100 (the darker part)."),
    ("linear_truncated", "apples_oranges", "No start: no area before recall 0.2."),
    ("linear", "top_is_negative", "The first point has recall 0: no start."),
])  # fmt: skip
def test_the_area_added_by_the_start_is_shaded_and_printed(scheme, example, said_of_the_start):
    app = seen_page("areas", example=example, right=scheme)
    assert said_of_the_start in said(app)
    x, y = trace_of(app, "right_chart", "start_area")
    shaded = float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())
    number = re.search(r"adds (\d\.\d{3})", said_of_the_start)
    assert f"{shaded:.3f}" == (number[1] if number else "0.000")


@pytest.mark.parametrize("scheme", ["step", "envelope", "eleven_point"])
def test_a_scheme_without_a_start_does_not_mention_one(scheme):
    app = seen_page("areas", example="top_is_negative", left=scheme, right=scheme)
    assert "start" not in said(app).lower().replace("start cut off", "")
    assert trace_of(app, "left_chart", "start_area")[0].size == 0
    assert {control.key for control in app.segmented_control}.isdisjoint({"left_start", "right_start"})


def test_the_switch_of_the_start_and_the_scheme_follow_each_other():
    app = open_page("areas", example="constant")
    assert [control.key for control in app.segmented_control if control.key not in ("lang", "picture")] == [
        "right_start"
    ]
    app.segmented_control(key="right_start").set_value("linear_flat").run()
    assert app.selectbox(key="right").value == "linear_flat"
    assert polygon_area(app, "right_chart") == pytest.approx(0.1, abs=1e-12)
    assert headline(app).startswith("Joined in steps or by straight lines with a flat start, the area is 0.100")
    app.selectbox(key="right").select("linear_truncated").run()
    assert app.segmented_control(key="right_start").value == "linear_truncated"
    assert polygon_area(app, "right_chart") == 0
    app.selectbox(key="left").select("linear").run()
    assert app.segmented_control(key="left_start").value == "linear"
    app.segmented_control(key="left_start").set_value("linear_truncated").run()
    assert app.selectbox(key="left").value == "linear_truncated"
    assert app.selectbox(key="right").value == "linear_truncated"
    assert not app.exception


@pytest.mark.parametrize(
    ("rows", "digits", "sentence"),
    [
        (
            "0,0.53\n1,0.52\n1,0.51",
            "1 decimal",
            "Rounded to 1 decimal, 3 thresholds become 1: in steps the area rises by 0.083, "
            "by straight lines the area rises by 0.417.",
        ),
        (
            "1,0.53\n1,0.51\n0,0.5",
            "1 decimal",
            "Rounded to 1 decimal, 3 thresholds become 1: in steps the area falls by 0.333, "
            "by straight lines the area falls by 0.167.",
        ),
        (
            "0,0.9\n1,0.53\n0,0.52\n1,0.2",
            "1 decimal",
            "Rounded to 1 decimal, 4 thresholds become 3: in steps the area falls by 0.083, "
            "by straight lines the area falls by 0.042.",
        ),
        (
            "1,0.9\n0,0.53\n0,0.52\n1,0.2",
            "1 decimal",
            "Rounded to 1 decimal, 4 thresholds become 3: in steps the area stays the same, "
            "by straight lines the area stays the same.",
        ),
        (
            "1,7\n0,6\n1,3",
            "multiples of 10",
            "Rounded to multiples of 10, 3 thresholds become 2: in steps the area falls by 0.250, "
            "by straight lines the area falls by 0.125.",
        ),
    ],
)
def test_the_effect_of_rounding_is_printed(rows, digits, sentence):
    app = page_with(f"label,score\n{rows}\n", "areas")
    app.select_slider(key="digits").set_value(str({"1 decimal": 1, "multiples of 10": -1}[digits])).run()
    assert not app.exception
    assert sentence in said(app)
    assert f"Scores rounded to {digits}." in said(app)


@pytest.mark.parametrize("digits", [3, 0])
def test_the_whole_page_uses_the_rounded_scores(digits):
    labeled_scores = example_labeled_scores("breast_cancer")
    app = seen_page("areas", example="breast_cancer", digits=str(digits))
    points = operating_points(labeled_scores.positive, np.round(labeled_scores.score, digits))
    areas = {scheme: SCHEMES[scheme].area(points) for scheme in ("step", "linear")}
    for key, scheme in (("left_chart", "step"), ("right_chart", "linear")):
        assert polygon_area(app, key) == pytest.approx(areas[scheme], abs=1e-12)
        assert f"<b>{areas[scheme]:.3f}</b>" in annotation_texts(app, key)
        assert trace_of(app, key, "points")[0].tolist() == points.recall.tolist()
        change = areas[scheme] - SCHEMES[scheme].area(labeled_scores.points)
        joined = {"step": "in steps", "linear": "by straight lines"}[scheme]
        moves = "stays the same" if abs(change) < 1e-12 else "rises by" if change > 0 else "falls by"
        assert f"{joined} the area {moves}" in said(app)
    by_decimals = table_with(app, "Thresholds")
    row = by_decimals[by_decimals["Thresholds"] == points.threshold.size].iloc[0]
    assert row["Step"] == pytest.approx(areas["step"], abs=1e-6)
    assert row["Straight line"] == pytest.approx(areas["linear"], abs=1e-6)
    for index, name in enumerate(("left", "right")):
        assert trace_of(app, "rounding_chart", name)[1].tolist() == pytest.approx(
            by_decimals.iloc[:, 2 + index].tolist(), abs=1e-6
        )
    for terms, area in zip(app.dataframe[-2:], areas.values(), strict=True):
        assert terms.value.iloc[-1]["Running total"] == pytest.approx(area, abs=1e-6)
    assert table_with(app, "Difference in area")["Rows with this score"].sum() <= labeled_scores.size


@pytest.mark.parametrize(("example", "digits", "sentence"), [
    ("apples_oranges", "3", "Rounding to 3 decimals makes no two scores equal, so the scores are shown unrounded."),
    ("constant", "0", "Rounding to whole numbers makes no two scores equal, so the scores are shown unrounded."),
    ("constant", "-2", "Rounding to multiples of 100 makes no two scores equal"),
])  # fmt: skip
def test_rounding_that_changes_nothing_is_undone_with_a_message(example, digits, sentence):
    app = first_page(example=example, digits=digits)
    assert sentence in said(app)
    assert "Scores rounded" not in said(app)
    app.run()
    assert sentence not in said(app)


def test_constant_scores_cannot_be_rounded():
    app = seen_page("areas", example="constant")
    assert "Rounding would make no ties here, so it would change neither area." in said(app)
    assert len(app.select_slider) == 0


def test_sums_over_few_rows_are_written_in_fractions_of_counts():
    app = seen_page("areas", example="apples_oranges")
    step, linear = (formula.value for formula in app.latex if "aligned" in formula.value)
    assert r"\frac{1}{5} \times \frac{1}{1}" in step
    assert r"\frac{1}{5} \times \frac{3}{4}" in step
    assert r"\frac{1}{5} \times \frac{1}{2} \left( \frac{2}{3} + \frac{3}{4} \right)" in linear
    assert r"\frac{1129}{1400} \approx 0.806" in linear
    many = next(
        formula.value for formula in seen_page("areas", example="breast_cancer").latex if "aligned" in formula.value
    )
    assert r"\frac{" not in many


OTHERS = example_labeled_scores("sixteen_rows").points


def area_of_others(_, scheme, resolution):
    return joined_area(OTHERS, scheme, resolution)


def test_chart_headline_and_code_use_the_same_area(monkeypatch):
    monkeypatch.setattr("pr_curve_lab.views.areas.joined_area", area_of_others)
    app = open_page("areas", example="apples_oranges")
    step, linear = (SCHEMES[scheme].area(OTHERS) for scheme in ("step", "linear"))
    for key, area in (("left_chart", step), ("right_chart", linear)):
        assert polygon_area(app, key) == pytest.approx(area, abs=1e-12)
        assert f"<b>{area:.3f}</b>" in annotation_texts(app, key)
        assert f"= {area:.3f}" in app.code[0].value
    assert f"{step:.3f} in steps, {linear:.3f} by straight lines" in headline(app)


def test_an_upload_for_a_link_keeps_its_page():
    app = open_page("areas", own="1", subgroup="x")
    assert "The same scores can give two areas" in said(app)
    links = [linked_pages(app).count(page) for page in QUESTIONS.values()]
    assert links == [3, 2, 2, 2, 2]  # in the menu and below the pictures; the first also beside the headline
    app.file_uploader(key="first_upload").upload("own.csv", b"y,p\n1,0.9\n0,0.8\n1,0.3\n", "text/csv").run()
    assert not app.exception
    assert "0.833 in steps" in headline(app)
    assert app.session_state["visitor"].page == "areas"
    assert "This link asks for `subgroup` = `x`, which does not exist here." in said(app)
    assert not [one for one in app.file_uploader if one.key == "first_upload"]
    assert "The same scores can give" not in said(app)
    assert linked_pages(app).count("schemes") == 1  # at the headline; run by itself, a page has no menu
    assert set(linked_pages(app)).isdisjoint({*QUESTIONS.values()} - {"schemes"})


def test_a_broken_upload_on_the_first_screen_keeps_the_example():
    app = open_page("areas")
    app.file_uploader(key="first_upload").upload("own.csv", b"", "text/csv").run()
    assert not app.exception
    assert "own.csv" in app.error[0].value
    assert "10 rows" in headline(app)


def test_no_upload_is_offered_beside_enlarged_curves():
    app = open_page("areas", example="breast_cancer")
    assert not [one for one in app.file_uploader if one.key == "first_upload"]


def test_the_range_hidden_by_bins_is_shaded_with_its_bounds():
    app = page_with("score,highest,positives,negatives\n.9,.9,2,0\n.3,.7,4,4\n.1,.2,1,9\n", "areas")
    binned = bin_counts([0.9, 0.7, 0.3, 0.2, 0.1], [2, 4, 0, 1, 0], [0, 0, 4, 0, 9], edges=[0.3, 0.8])
    for key, scheme in (("left_chart", "step"), ("right_chart", "linear")):
        assert trace_of(app, key, "hidden")[0].size > 0
        bounds = area_bounds(binned, scheme=scheme)
        between = f"The true area is between {bounds.lower:.3g} and {bounds.upper:.3g}."
        assert between in [caption.value.partition("unknown. ")[2] for caption in app.caption]
