import json
import re

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.decision_curve import decision_curve
from pr_curve_lab.analysis.formatting import format_inner_range, format_number, format_threshold
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.threshold import RESOLUTION
from pr_curve_lab.schema.examples import example_cases
from pr_curve_lab.views.curve import threshold_control
from pr_metrics import (
    SCHEMES,
    at_prevalence,
    at_thresholds,
    choose_threshold,
    curve_band,
    f_score,
    nearest_thresholds,
    operating_points,
)
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pages.app import (
    figure_of,
    headline,
    open_page,
    report_of,
    said,
    seen_page,
    sent_to_browser,
    set_threshold,
    threshold_stops,
    trace_of,
)


def table_of(app, key):
    """A table by its key: their order on the page, where a grid stands only when one is asked for."""
    grid = ["grid_table"] if len(app.dataframe) == 5 else []
    keys = ["high_negatives", "low_positives", "rows_here", *grid, "points_table"]
    return dict(zip(keys, app.dataframe, strict=True))[key].value


def offered(app):
    """The thresholds that are one click away, by the keys of their buttons."""
    return {one.key: one.label for one in app.button if one.key == "go_there" or str(one.key).startswith("take_min")}


def sent(app):
    """What the browser got once for the curve's chart, and what it got with this run."""
    data = [json.loads(one.proto.json) for one in app.get("bidi_component")]
    of_chart = [one for one in data if one.get("chart") == "curve_chart"]
    fixed = [one["fixed"] for one in of_chart if "fixed" in one]
    (run,) = (one for one in of_chart if "fixed" not in one)
    return (fixed[0] if fixed else None), run


def test_it_opens_at_the_best_f1():
    app = seen_page("curve", example="sixteen_rows")
    assert headline(app) == "Threshold 0.5: 8 flagged, 7 of 9 positives found"
    assert "Precision=7/(7+1)=0.88" in said(app)
    assert "Recall=7/(7+2)=0.78" in said(app)
    assert "F1=0.82" in said(app)


@pytest.mark.parametrize("example", [name for name in KINDS_OF_ROWS if name != "constant"])
def test_each_stop_of_the_control_counts_what_it_says(example):
    cases = example_cases(example)
    app = open_page("curve", example=example)
    options = threshold_stops(app)
    assert len(options) == cases.points.threshold.size
    for index in sorted({0, len(options) // 2, len(options) - 1}):
        set_threshold(app, float(cases.points.threshold[index]))
        called = cases.score >= cases.points.threshold[index]
        true_negatives, false_positives, false_negatives, true_positives = (
            confusion_matrix(cases.positive, called, labels=[False, True]).ravel().tolist()
        )
        assert f"| {true_positives:,} | {false_negatives:,} |" in said(app)
        assert f"| {false_positives:,} | {true_negatives:,} |" in said(app)


@pytest.mark.parametrize(
    ("threshold", "shown"), [("0.5", "0.5"), ("0.45", "0.5"), ("0.2", "0.2"), ("-3", "0.2"), ("99", "0.9")]
)
def test_a_threshold_in_the_address_means_the_rows_at_or_above_it(threshold, shown):
    assert headline(seen_page("curve", example="sixteen_rows", threshold=threshold)).startswith(f"Threshold {shown}:")


def test_a_link_brings_the_threshold_back_to_the_bit():
    threshold = example_cases("breast_cancer").points.threshold[200]
    app = seen_page("curve", example="breast_cancer", threshold=repr(float(threshold)))
    assert app.session_state["threshold"] == threshold
    data = sent_to_browser(app, "threshold_slider")
    assert data["numbers"][data["indices"].index(data["index"])] == threshold


def test_a_threshold_above_every_score_is_said_to_be_too_strict():
    app = seen_page("curve", example="sixteen_rows", threshold="99")
    assert "No row has a score of 99 or more" in app.warning[0].value


def test_one_score_for_all_has_one_threshold():
    app = seen_page("curve", example="constant")
    assert not any(one.proto.id.endswith("threshold_slider") for one in app.get("bidi_component"))
    assert "one threshold only" in said(app)


def test_nothing_is_required_at_first_and_the_largest_f1_is_said():
    app = seen_page("curve", example="sixteen_rows")
    assert "**Score ≥ 0.5** has the largest F1: precision 0.875, recall 0.778" in said(app)
    assert "In this file: 8 alerts, 7 true; positives missed: 2." in said(app)
    assert not offered(app)


def test_a_requirement_moves_the_one_threshold():
    app = open_page("curve", example="sixteen_rows")
    app.number_input(key="precision").set_value(0.9).run()
    assert "**Score ≥ 0.55** has the highest recall that meets this: precision 1.000, rec" in said(app)
    assert "In this file: 6 alerts, 6 true; positives missed: 3." in said(app)
    assert headline(app) == "Threshold 0.55: 6 flagged, 6 of 9 positives found"
    assert "| 6 | 3 |" in said(app)
    assert sent(app)[1]["traces"]["chosen"]["x"] == [6 / 9]
    assert app.session_state["threshold"] == 0.55
    app.number_input(key="precision").set_value(None).run()
    assert headline(app) == headline(seen_page("curve", example="sixteen_rows"))


@pytest.mark.parametrize(
    ("lang", "by_hand", "missed"),
    [
        ("en", "**Score ≥ 0.5** was chosen by hand", "does not meet the requirement: precision 0.875 is below 0.9."),
        ("zh", "**分数 ≥ 0.5** 是手动选定的", "它不满足要求：查准率 0.875 低于 0.9。"),
    ],
)
def test_a_hand_moves_the_threshold_off_the_requirement_and_one_click_brings_it_back(lang, by_hand, missed):
    app = open_page("curve", example="sixteen_rows", precision="0.9", lang=lang)
    at_first = headline(app)
    app.button(key="looser").click().run()
    assert by_hand in said(app)
    assert missed in said(app)
    assert headline(app) != at_first
    app.button(key="go_there").click().run()
    assert headline(app) == at_first
    assert not offered(app)
    assert by_hand not in said(app)


def test_a_threshold_by_hand_may_meet_the_requirement_all_the_same():
    app = open_page("curve", example="sixteen_rows", precision="0.9")
    app.button(key="stricter").click().run()
    assert "It meets the requirement." in said(app)
    assert offered(app) == {"go_there": "Back to score ≥ 0.55, which meets the requirement"}


def test_another_requirement_takes_the_threshold_from_the_hand():
    app = open_page("curve", example="sixteen_rows", precision="0.9", threshold="0.2")
    assert headline(app).startswith("Threshold 0.2:")
    app.number_input(key="precision").set_value(0.8).run()
    assert headline(app).startswith("Threshold 0.5:")
    app.button(key="looser").click().run()
    app.number_input(key="per_day").set_value(1000).run()  # no requirement: the hand keeps it
    assert headline(app).startswith("Threshold 0.4:")
    app.selectbox(key="require").select("f_beta").run()
    assert headline(app).startswith("Threshold 0.5:")


def test_a_hand_that_chooses_another_than_the_largest_f1_can_go_back():
    app = open_page("curve", example="sixteen_rows")
    app.button(key="looser").click().run()
    assert "**Score ≥ 0.4** was chosen by hand" in said(app)
    assert offered(app) == {"go_there": "Back to score ≥ 0.5, the largest F1"}


def test_the_threshold_of_an_address_stands_above_its_requirement():
    app = seen_page("curve", example="sixteen_rows", precision="0.9", threshold="0.5")
    assert headline(app).startswith("Threshold 0.5:")
    assert "**Score ≥ 0.5** was chosen by hand" in said(app)
    app = seen_page("curve", example="sixteen_rows", precision="0.9", threshold="0.55")
    assert "**Score ≥ 0.55** has the highest recall that meets this" in said(app)


def test_a_threshold_that_follows_moves_with_the_class_balance():
    app = open_page("curve", example="breast_cancer", precision="0.9")
    app.number_input(key="positive_share").set_value(2.0).run()
    moved = at_prevalence(example_cases("breast_cancer").points, 0.02)
    best = choose_threshold(moved, min_precision=0.9)
    assert app.session_state["threshold"] == best.threshold
    app.number_input(key="positive_share").set_value(None).run()
    assert (
        app.session_state["threshold"]
        == choose_threshold(example_cases("breast_cancer").points, min_precision=0.9).threshold
    )


def test_the_balance_page_keeps_the_threshold_that_a_requirement_set():
    app = open_page("curve", example="sixteen_rows", precision="0.9")
    app.switch_page("pages/balance.py").run()
    assert app.session_state["threshold"] == 0.55
    app.switch_page("pages/curve.py").run()
    assert "**Score ≥ 0.55** has the highest recall that meets this" in said(app)


def test_a_requirement_that_no_threshold_meets_says_so_and_leaves_the_threshold():
    app = open_page("curve", example="top_is_negative")
    before = headline(app)
    app.number_input(key="precision").set_value(0.9).run()
    assert "No threshold gives this. Nearest:\n- score ≥ 0.6: **precision 0.750**, recall 1.000, 4 alerts" in said(app)
    assert headline(app) == before
    assert "The threshold stays at **score ≥ 0.6**: precision 0.750" in said(app)
    assert "It does not meet the requirement: precision 0.750 is below 0.9." in said(app)
    app.button(key="looser").click().run()
    assert offered(app) == {"take_min_precision": "Take score ≥ 0.6"}
    app.button(key="take_min_precision").click().run()
    assert headline(app) == before
    assert "**Score ≥ 0.6** was chosen by hand" in said(app)


def test_a_requirement_that_is_no_longer_met_keeps_what_the_last_one_set():
    app = open_page("curve", example="sixteen_rows", precision="0.9")
    app.number_input(key="recall").set_value(0.9).run()
    assert "Not possible together." in said(app)
    assert headline(app).startswith("Threshold 0.55:")
    app.number_input(key="recall").set_value(0.5).run()
    assert "**Score ≥ 0.55** has the largest F1 that meets this" in said(app)


def test_the_table_has_every_point():
    app = seen_page("curve", example="breast_cancer")
    table = table_of(app, "points_table")
    points = example_cases("breast_cancer").points
    assert len(table) == 469
    assert table["Share called positive"].iloc[-1] == 1
    assert table["F1"].to_numpy() == pytest.approx(f_score(points))
    assert table["TN"].to_numpy() == pytest.approx(points.negatives - points.false_positives)


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


def test_the_control_says_what_a_step_does():
    app = open_page("curve", example="sixteen_rows")
    assert "score ≥ 0.5: 8 called positive" in threshold_stops(app)
    assert "One step lower, 0.4: 2 more flagged, 0 correct." in said(app)
    app.button(key="looser").click().run()
    assert headline(app).startswith("Threshold 0.4: 10 flagged")
    app.button(key="stricter").click().run().button(key="stricter").click().run()
    assert headline(app).startswith("Threshold 0.55:")


def test_the_control_ends_at_the_loosest_threshold():
    app = seen_page("curve", example="sixteen_rows", threshold="0.2")
    assert "the loosest threshold" in said(app)
    assert app.button(key="looser").disabled
    assert not app.button(key="stricter").disabled


REQUIRED = [
    ({"require": "min_recall", "recall": "0.8"}, {"min_recall": 0.8}),
    ({"require": "both", "precision": "0.6", "recall": "0.7"}, {"min_precision": 0.6, "min_recall": 0.7}),
    ({"require": "max_alerts", "alerts": "7"}, {"max_alerts": 7}),
    ({"require": "f_beta", "beta": "2.0"}, {"beta": 2}),
    ({"require": "cost", "cost_fp": "3.0", "cost_fn": "1.0"}, {"cost_fp": 3, "cost_fn": 1}),
]


@pytest.mark.parametrize(("address", "required"), REQUIRED)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_kind_of_requirement_is_answered_as_pr_metrics_does(address, required, lang):
    points = example_cases("sixteen_rows").points
    best = choose_threshold(points, **required).index
    app = open_page("curve", example="sixteen_rows", lang=lang, **address)
    assert f"≥ {points.threshold[best]:g}**" in said(app)
    assert format_number(points.precision[best], ".3f") in said(app)
    assert f" {points.threshold[best]:g}" in headline(app)
    assert not offered(app)


@pytest.mark.parametrize(
    ("example", "address", "sentence"),
    [
        (
            "top_is_negative",
            {"precision": "0.9"},
            "Only the straight line from the invented start to score ≥ {0:g} passes there, and no threshold stands",
        ),
        (
            "sixteen_rows",
            {"require": "both", "precision": "0.95", "recall": "0.7"},
            "Nearest, giving up one requirement:\n"
            "- score ≥ 0.5: **precision 0.875**, recall 0.778, 8 alerts in this file\n"
            "- score ≥ 0.55: precision 1.000, **recall 0.667**, 6 alerts in this file",
        ),
        (
            "sixteen_rows",
            {"require": "both", "precision": "0.95", "recall": "0.7"},
            "Only the straight line from score ≥ 0.55 to score ≥ 0.5 passes there",
        ),
        (
            "sixteen_rows",
            {"require": "max_alerts", "alerts": "0"},
            "score ≥ 0.9: precision 1.000, recall 0.111, **1 alert in this file**",
        ),
        ("sixteen_rows", {"require": "cost", "cost_fp": "0.0", "cost_fn": "0.0"}, "Nothing costs anything"),
    ],
)
def test_no_threshold_gives_this(example, address, sentence):
    app = seen_page("curve", example=example, **address)
    assert sentence.format(*example_cases(example).points.threshold) in said(app)
    assert "go_there" not in offered(app)


def test_no_line_passes_where_precision_never_is():
    app = seen_page("curve", example="constant", require="both", precision="0.9", recall="0.9")
    assert "Not possible together." in said(app)
    assert "straight line" not in said(app)


def test_the_cost_beside_that_of_calling_nothing():
    app = seen_page("curve", example="sixteen_rows", require="cost", cost_fp="1.0", cost_fn="5.0")
    points = example_cases("sixteen_rows").points
    best = choose_threshold(points, cost_fp=1, cost_fn=5).index
    cost = points.false_positives[best] + 5 * (points.positives - points.true_positives[best])
    assert f"costs least, {cost:g} in this file (calling nothing positive costs 45): precision" in said(app)


def test_the_rows_behind_the_point_are_the_file_s():
    cases = example_cases("breast_cancer")
    app = seen_page("curve", example="breast_cancer", threshold="0.5")
    negatives, positives = table_of(app, "high_negatives"), table_of(app, "low_positives")
    scores = cases.score
    assert negatives["score"].tolist() == sorted(scores[~cases.positive], reverse=True)[:10]
    assert positives["score"].tolist() == sorted(scores[cases.positive])[:10]
    assert scores[negatives.index - 1].tolist() == negatives["score"].tolist()
    assert not cases.positive[negatives.index - 1].any()
    wrong = int((scores[positives.index - 1] < cases.points.threshold[cases.points.threshold >= 0.5][-1]).sum())
    false_negatives = int((cases.positive & (scores < 0.5)).sum())
    assert f"Missed at this threshold: {wrong} of these, {false_negatives} of all 322." in said(app)


def test_rows_that_were_left_out_do_not_shift_the_others():
    app = open_page("data")
    app.text_area(key="paste").set_value("label,score,who\n1,,a\n0,0.9,b\n1,0.8,c\n0,0.1,d\n").run()
    app.checkbox(key="leave_out").check().run()
    app.switch_page("pages/curve.py").run()
    assert not app.exception
    rows = table_of(app, "high_negatives")
    assert rows["who"].to_dict() == {2: "b", 4: "d"}


def test_a_column_called_row_stays():
    app = open_page("data")
    app.text_area(key="paste").set_value("label,score,Row\n1,0.9,a\n0,0.5,b\n").run()
    app.switch_page("pages/curve.py").run()
    assert not app.exception


@pytest.mark.parametrize(
    ("grid", "finding"),
    [("0.9 0.7 0.5 0.35 0.2", "smaller"), ("0.55 0.2", None), ("-5:5/40", None), ("0:1/100", "the same as")],
)
def test_a_grid_of_one_s_own(grid, finding):
    points = example_cases("sixteen_rows").points
    app = seen_page("curve", example="sixteen_rows", grid=grid)
    table = table_of(app, "grid_table")
    coarse = at_thresholds(points, table["Threshold"])
    assert table["TP"].tolist() == coarse.true_positives.tolist()
    assert table["FN"].tolist() == (coarse.positives - coarse.true_positives).tolist()
    area, all_area = (SCHEMES["step"].area(part) for part in (coarse, points))
    wanted = "the same as" if abs(area - all_area) < 1e-12 else "larger" if area > all_area else "smaller"
    assert finding in (None, wanted)
    assert f"has the area {area:.3f}" in said(app)
    assert wanted in said(app)


def test_a_grid_may_have_the_larger_area():
    app = open_page("data")
    app.text_area(key="paste").set_value("label,score\n0,0.9\n1,0.8\n1,0.7\n0,0.1\n").run()
    app.switch_page("pages/curve.py").run()
    app.text_input(key="grid").set_value("0.7").run()
    assert "has the area 0.667: 0.083 larger than that of all thresholds, 0.583" in said(app)


def test_a_grid_above_every_score_has_no_table():
    app = seen_page("curve", example="sixteen_rows", grid="5 6")
    assert "Above the highest score, 0.9, nothing is called positive" in said(app)
    with pytest.raises(KeyError):
        table_of(app, "grid_table")


@pytest.mark.parametrize(("lang", "words"), [("en", "which is not a number"), ("zh", "不是数字")])
def test_a_grid_that_cannot_be_read_gets_a_sentence(lang, words):
    app = seen_page("curve", example="sixteen_rows", grid="0.1 high", lang=lang)
    assert words in app.error[0].value
    assert app.text_input(key="grid").value == "0.1 high"


def test_the_distribution_says_recall_and_false_positive_rate():
    app = seen_page("curve", example="sixteen_rows")
    assert "At or above 0.5 lie 0.78 of the positives (the recall) and 0.14 of the negatives" in said(app)


def test_wrong_rows_are_counted_beyond_those_that_are_listed():
    app = seen_page("curve", example="constant")
    assert "Called positive at this threshold: 10 of these, 90 of all 90." in said(app)
    assert "Missed at this threshold: 0 of these, 0 of all 10." in said(app)


def test_a_requirement_is_kept_while_other_pages_are_shown():
    app = open_page("curve", example="sixteen_rows")
    app.number_input(key="precision").set_value(0.75).run()
    app.switch_page("pages/areas.py").run()
    app.switch_page("pages/curve.py").run()
    app.run()
    assert app.number_input(key="precision").value == 0.75


DEPLOYED = {"prevalence": "0.02", "per_day": "2000", "precision": "0.3", "recall": "0.5", "alerts": "60"}


def test_several_wishes_are_met_at_once_where_the_threshold_is_used():
    points = at_prevalence(example_cases("breast_cancer").points, 0.02)
    limit = 60 * (points.positives + points.negatives) / 2000
    best = choose_threshold(points, min_precision=0.3, min_recall=0.5, max_alerts=limit).index
    app = seen_page("curve", example="breast_cancer", **DEPLOYED)
    assert f"**Score ≥ {format_threshold(points.threshold, best)}** has the largest F1 that meets this" in said(app)
    precision, recall = points.precision[best], points.recall[best]
    assert f"precision {format_number(precision, '.3f')}, recall {format_number(recall, '.3f')}" in said(app)
    right, missed = 40 * recall, 40 * (1 - recall)
    alerts = f"{right / precision:.0f} alerts, {right:.0f} true; positives missed: {missed:.2g}."
    assert f"Per day: {alerts}" in said(app)
    assert trace_of(app, "curve_chart", "curve")[1].tolist() == pytest.approx(
        joined_area(points, "step", RESOLUTION).curve.precision.tolist()
    )


def test_another_class_balance_is_said_wherever_its_numbers_stand():
    own = example_cases("breast_cancer").points
    moved = at_prevalence(own, 0.02)
    limit = 60 * (moved.positives + moved.negatives) / 2000
    chosen = choose_threshold(moved, min_precision=0.3, min_recall=0.5, max_alerts=limit).index
    app = seen_page("curve", example="breast_cancer", **DEPLOYED)
    right = 40 * moved.recall[chosen]
    threshold, alerts = format_threshold(own.threshold, chosen), right / moved.precision[chosen]
    assert headline(app) == f"Threshold {threshold}: {alerts:.0f} alerts a day find {right:.0f} of 40 positives"
    assert "| per day | called positive" in said(app)
    assert f"| **truly positive** | {right:.0f} | {40 - right:.2g} |" in said(app)
    assert "In this file: Precision=" in said(app)
    assert f"={format_number(own.precision[chosen], '.2f')}" in said(app)
    assert f"At a class balance of 0.02: precision **{format_number(moved.precision[chosen], '.2f')}**" in said(app)
    areas = [format_number(SCHEMES["step"].area(points), ".3f") for points in (moved, own)]
    assert f"is {areas[0]}; in the data, at 0.69, {areas[1]}." in said(app)
    notes = [note["text"] for note in figure_of(app, "curve_chart")["layout"]["annotations"]]
    assert "class balance 0.02, in the data 0.69" in notes
    assert sent_to_browser(app, "threshold_slider")["label"] == "Threshold, with the counts of the data"
    assert said(app).count("Counts, precision and area are those of the data, at its own class balance.") == 2
    assert "those of the data" not in said(seen_page("curve", example="breast_cancer"))


def test_wishes_that_cannot_be_met_together_get_the_nearest_that_can():
    app = seen_page("curve", example="breast_cancer", **{**DEPLOYED, "precision": "0.99", "recall": "0.7"})
    points = at_prevalence(example_cases("breast_cancer").points, 0.02)
    limit = 60 * (points.positives + points.negatives) / 2000
    nearest = nearest_thresholds(points, min_precision=0.99, min_recall=0.7, max_alerts=limit)
    assert "Not possible together. Nearest, giving up one requirement:" in said(app)
    assert set(nearest) == {"min_precision", "min_recall"}
    for name, text in (("min_precision", "**precision {:.3f}**"), ("min_recall", "**recall {:.3f}**")):
        reached = {"min_precision": points.precision, "min_recall": points.recall}[name][nearest[name].index]
        assert text.format(float(format_number(reached, ".3f"))) in said(app)


def test_wishes_that_fail_two_at_a_time_are_not_said_to_need_one_fewer():
    app = seen_page("curve", example="sixteen_rows", precision="0.9", recall="0.9", alerts="0")
    assert "Not possible together, nor with one requirement fewer. Nearest to one alone:" in said(app)
    assert "- score ≥ 0.9: precision 1.000, recall 0.111" in said(app)


def test_fields_inside_the_sentence_wish_and_stop_wishing():
    app = open_page("curve", example="sixteen_rows")
    assert app.number_input(key="recall").value is None
    app.number_input(key="alerts").set_value(3).run()
    assert "**Score ≥ 0.8** has the highest recall that meets this" in said(app)
    assert "The 3 highest scores in this file: precision 1.00." in said(app)
    app.number_input(key="positive_share").set_value(5.0).run()
    assert app.session_state["prevalence"] == 0.05
    assert "At a class balance of 0.05: precision" in said(app)
    app.number_input(key="alerts").set_value(None).run()
    app.number_input(key="positive_share").set_value(None).run()
    assert app.session_state["prevalence"] == "own"
    assert "At a class balance of" not in said(app)
    assert "Score ≥ 0.5** has the largest F1" in said(app)


def test_a_class_balance_comes_along_from_the_page_balance_and_goes_back():
    app = open_page("balance", example="sixteen_rows", prevalence="0.05")
    app.switch_page("pages/curve.py").run()
    assert app.number_input(key="positive_share").value == 5
    app.number_input(key="positive_share").set_value(2.5).run()
    app.switch_page("pages/balance.py").run()
    app.run()
    assert app.select_slider(key="prevalence").value == 0.025


def test_the_cheapest_threshold_may_still_cost_more_than_none():
    app = seen_page("curve", example="sixteen_rows", require="cost", cost_fp="90.0", cost_fn="1.0", prevalence="0.001")
    assert "costs least" in said(app)
    app = seen_page("curve", example="top_is_negative", require="cost", cost_fp="90.0", cost_fn="1.0")
    assert "more than calling nothing positive, 3: precision" in said(app)


def test_a_benefit_can_make_a_gain():
    app = seen_page("curve", example="sixteen_rows", require="cost", cost_fp="1.0", cost_fn="1.0", benefit="4.0")
    points = example_cases("sixteen_rows").points
    best = choose_threshold(points, cost_fp=1, cost_fn=5).index
    true, false = points.true_positives[best], points.false_positives[best]
    gain = 4 * true - false - (points.positives - true)
    assert f"brings most, {gain:g} in this file (calling nothing positive costs 9): precision" in said(app)


def test_net_benefit_says_where_the_model_is_worth_more_and_what_p_is():
    app = seen_page("curve", example="breast_cancer")
    ((low, high),) = decision_curve(build_deployment(example_cases("breast_cancer").points)).gains
    low, high = format_inner_range(low, high)
    assert f"The model is worth more than calling all or none positive from p = {low} to {high}." in said(app)
    assert "Positive from score p on; a false alarm weighs p / (1 − p) of a hit." in said(app)
    assert "not probabilities: at each p the best threshold" in said(seen_page("curve", example="apples_oranges"))
    moved = seen_page("curve", example="breast_cancer", **DEPLOYED)
    assert "At a class balance of 0.02, with the scores as they are." in said(moved)
    used = build_deployment(example_cases("breast_cancer").points, prevalence=0.02)
    _, drawn = trace_of(moved, "net_benefit_chart", "model")
    assert drawn.tolist() == decision_curve(used).model.tolist()


def test_where_a_model_is_never_worth_more_it_says_so():
    assert "Nowhere is the model worth more" in said(seen_page("curve", example="constant"))


def pasted(rows, **widgets):
    """The page Curve of pasted rows, read as the widgets of the page Data say."""
    app = open_page("data")
    app.text_area(key="paste").set_value(rows).run()
    for key, value in widgets.items():
        kind = app.number_input if key == "missed" else app.selectbox
        kind(key=key).set_value(value).run()
    app.switch_page("pages/curve.py").run()
    assert not app.exception
    return app


def test_weights_are_exact_in_the_data_and_rows_in_a_day():
    app = pasted("label,score,w\n1,0.9,1.5\n0,0.6,1.25\n1,0.4,2\n0,0.1,5.25\n", weight="w")
    set_threshold(app, 0.9)
    assert "In this file: 1.50 alerts, 1.50 true; positives missed: 2." in said(app)
    app.number_input(key="per_day").set_value(1000).run()
    assert "Per day: 150 alerts, 150 true; positives missed: 200." in said(app)


def test_positives_without_a_score_are_missed_every_day():
    app = pasted("label,score\n1,0.9\n0,0.6\n1,0.4\n0,0.1\n", missed=6)  # 8 positives of 10 rows
    set_threshold(app, 0.9)
    assert "recall 0.125, negative predictive value 0.22. In this file: 1 alert, 1 true; positives missed: 7." in said(
        app
    )
    assert "Positives without a score are missed, whoever calls." in said(app)
    app.number_input(key="positive_share").set_value(10.0).run()
    assert (
        "recall 0.125, negative predictive value 0.91. In 10 rows: 0.13 alerts, 0.13 true; positives missed: 0.88."
        in said(app)
    )


def open_pasted(rows, **parameters):
    app = open_page("data", **parameters)
    app.text_area(key="paste").set_value(rows).run()
    app.switch_page("pages/curve.py").run()
    assert not app.exception
    return app


def with_days_and_amounts():
    rng = np.random.default_rng(4)
    label = rng.random(200) < 0.2
    score = np.round(rng.random(200) * 0.6 + 0.3 * label, 2)
    day = np.repeat(np.arange(10), 20)
    loss = np.round(rng.exponential(80, 200))
    lines = [f"{int(y)},{s},2026-11-{d + 1:02},{a:g}" for y, s, d, a in zip(label, score, day, loss, strict=True)]
    return "fraud,score,date,loss\n" + "\n".join(lines), label, score, day, loss


def test_a_day_is_one_of_the_column_of_dates_and_its_busy_days_are_counted():
    table, label, score, day, _ = with_days_and_amounts()
    app = open_pasted(table)
    app.number_input(key="alerts").set_value(5).run()
    assert app.selectbox(key="day").options == ["by date", "no days: the whole file"]
    assert app.number_input(key="per_day").placeholder == "20"
    most = [np.bincount(day[score >= one], minlength=10).max() for one in np.unique(score)]
    best = float(re.search(r"Score ≥ ([\d.]+)", said(app))[1])
    assert label[score >= best].sum() == max(
        label[score >= one].sum() for one, alerts in zip(np.unique(score), most, strict=True) if alerts <= 5
    )
    assert "never more than 5." in said(app)
    app.selectbox(key="limit").select("average").run()
    best = float(re.search(r"Score ≥ ([\d.]+)", said(app))[1])
    called = score >= best
    assert called.sum() / 10 <= 5
    few_enough = [one for one in np.unique(score) if (score >= one).sum() / 10 <= 5]
    assert label[called].sum() == max(label[score >= one].sum() for one in few_enough)
    by_day = np.bincount(day[called], minlength=10)
    busiest = f"most on `2026-11-{by_day.argmax() + 1:02}`, more than 5 on {(by_day > 5).sum()} of them."
    assert f"On the 10 days of `date`: {by_day.min()} to {by_day.max()} alerts, {busiest}" in said(app)
    app.selectbox(key="day").select("").run()
    assert "On the 10 days" not in said(app)


def test_costs_are_multiplied_with_a_column_of_amounts():
    table, label, score, _, loss = with_days_and_amounts()
    app = open_pasted(table)
    app.selectbox(key="require").select("cost").run()
    app.number_input(key="cost_fp").set_value(30.0).run()
    assert app.selectbox(key="amount").options == ["each", "miss and hit × loss"]
    app.selectbox(key="amount").select("loss").run()
    assert not app.exception
    assert app.number_input(key="cost_fn").value == 1  # once its amount, and not five times
    costs = {one: 30 * (~label & (score >= one)).sum() + loss[label & (score < one)].sum() for one in np.unique(score)}
    best = float(re.search(r"Score ≥ ([\d.]+)", said(app))[1])
    assert costs[best] == min(costs.values())
    assert f"costs least, {min(costs.values()) / 10:.4g} a day" in said(app)
    assert f"calling nothing positive costs {loss[label].sum() / 10:.4g}" in said(app)
    assert app.session_state["threshold"] == best
    app.button(key="looser").click().run()
    chosen = app.session_state["threshold"]
    assert (
        f"It costs {costs[chosen] / 10:.4g} a day; the least is {costs[best] / 10:.4g} with score ≥ {best:g}"
        in said(app)
    )
    app.button(key="go_there").click().run()
    assert app.session_state["threshold"] == best


def test_amounts_that_are_missing_are_said_and_cost_nothing():
    rows = "1,0.9,\n0,0.8,\n1,0.7,50\n0,0.6,-3\n0,0.5,7\n"
    app = open_pasted(f"fraud,score,loss\n{rows}", require="cost", amount="loss", cost_fp="30", cost_fn="1")
    assert "costs least, 30 in this file (calling nothing positive costs 50)" in said(app)
    assert "1 positive row has no `loss` and counts as 0." in said(app)
    app.selectbox(key="amount").select("").run()
    assert "has no `loss`" not in said(app)


def test_a_column_is_offered_only_where_the_rows_that_count_use_it():
    rows = "1,0.9,,0\n0,0.8,,5\n1,0.7,2026-11-02,0\n0,0.6,,1\n"
    unscored = "0,,2026-11-01,9\n1,,2026-11-01,70\n"
    app = open_pasted(f"fraud,score,date,loss\n{rows}{unscored}", require="cost", day="date", amount="loss")
    assert not [one for one in app.selectbox if one.key in ("day", "amount")]


def test_columns_that_the_address_names_and_the_data_lack_are_passed_over():
    app = open_page("curve", example="sixteen_rows", day="date", amount="loss", require="cost")
    assert not app.exception
    assert not [one for one in app.selectbox if one.key in ("day", "amount")]


def test_the_band_of_the_whole_curve_is_drawn_as_computed_or_is_said_to_be_missing():
    app = open_page("curve", example="breast_cancer", band="1")
    band = curve_band(example_cases("breast_cancer").points)
    x, y = trace_of(app, "curve_chart", "band")
    assert x.tolist() == [*band.recall, *band.recall[::-1]]
    assert y.tolist() == [*band.lower, *band.upper[::-1]]
    assert said(app).count("Shaded: at 95 % the whole true curve lies here, for this class balance as given") == 1
    app.toggle(key="band").set_value(False).run()
    assert "band" not in [trace["name"] for trace in figure_of(app, "curve_chart")["data"]]
    assert "Shaded" not in said(app)
    moved = seen_page("curve", example="breast_cancer", band="1", prevalence="0.02")
    assert "No band: it is known at the data's own class balance only." in said(moved)
    assert "band" not in [trace["name"] for trace in figure_of(moved, "curve_chart")["data"]]


def test_rows_of_whole_weights_have_no_band():
    app = pasted("label,score,w\n1,0.9,1\n0,0.6,2\n1,0.4,2\n0,0.1,5\n", weight="w")
    app.toggle(key="band").set_value(True).run()
    assert "No band: it needs rows that are counted, not weighted." in said(app)
    assert "band" not in [trace["name"] for trace in figure_of(app, "curve_chart")["data"]]


def test_lines_of_net_benefit_follow_the_costs_and_say_so():
    app = open_page("curve", example="sixteen_rows", contours="worth", require="cost", cost_fp="2", cost_fn="3")
    assert (
        "Lines: net benefit, of the most there is, where a false alarm costs 2, a miss 3 and a hit brings 0."
        in said(app)
    )
    drawn = figure_of(app, "curve_chart")
    assert [trace["name"] for trace in drawn["data"]].count("contour") == 5
    app.number_input(key="cost_fn").set_value(0.0).run()
    assert "finding a positive is worth nothing here" in said(app)
    assert "contour" not in [trace["name"] for trace in figure_of(app, "curve_chart")["data"]]


def test_the_report_opens_with_what_was_wished_and_what_answers_it(monkeypatch):
    report = report_of(monkeypatch)
    costs = {"require": "cost", "cost_fp": "2", "cost_fn": "3", "per_day": "80"}
    app = open_page("curve", example="sixteen_rows", threshold="0.9", **costs)
    points = example_cases("sixteen_rows").points
    best = choose_threshold(points, cost_fp=2, cost_fn=3).index
    page = report()
    asked = "if a false alarm costs 2, a miss 3 and a hit brings 0: 80 rows a day, 56.3 % positive"
    assert page.count(asked) == 2  # the title of the window, and the question
    costs_of = 5 * (2 * points.false_positives + 3 * (points.positives - points.true_positives))
    least = f"the least is {costs_of[best]:g} with score ≥ {points.threshold[best]:g}"
    assert "Score ≥ 0.9 was chosen by hand: " in page
    assert f"It costs {costs_of[0]:g} a day; {least}" in page
    assert "This threshold was chosen by hand." in page
    app = open_page("curve", example="sixteen_rows")
    assert "Threshold with" not in report()
    assert "No threshold was chosen: this is the one with the largest F1." in report()
    app.number_input(key="precision").set_value(0.9).run()
    assert "Threshold with precision at least 0.9: 16 rows, 56.3 % positive" in report()
    assert "Score ≥ 0.55 has the highest recall that meets this" in report()
    assert "This threshold answers the requirement." in report()
    app.number_input(key="recall").set_value(0.9).run()
    assert "Not possible together." in report()
    assert "No threshold meets the requirement; this one was in use before." in report()


def test_a_wish_that_is_missed_by_a_hair_does_not_look_kept():
    rows = ["1,0.9"] * 899 + ["0,0.9"] * 100 + ["0,0.1"] * 9
    app = open_pasted("label,score\n" + "\n".join(rows) + "\n", precision="0.9")
    assert "No threshold gives this. Nearest:\n- score ≥ 0.9: **precision 0.8999**, recall 1.000" in said(app)


def test_a_wish_above_one_is_taken_for_per_cent():
    app = open_page("curve", example="sixteen_rows")
    app.number_input(key="precision").set_value(93.0).run()
    app.number_input(key="recall").set_value(40.0).run()
    assert (app.number_input(key="precision").value, app.number_input(key="recall").value) == (0.93, 0.4)
    assert not app.exception


def test_nor_does_a_recall_that_is_missed_by_a_hair():
    rows = ["1,0.9"] * 908 + ["1,0.1"] * 101 + ["0,0.1"] * 900
    app = open_pasted("label,score\n" + "\n".join(rows) + "\n", recall="0.9", precision="0.9")
    assert "score ≥ 0.9: precision 1.000, **recall 0.8999**" in said(app)


def test_probabilities_that_are_far_too_high_on_average_are_told():
    rows = ["1,0.9"] * 20 + ["0,0.5"] * 180
    app = open_pasted("label,score\n" + "\n".join(rows) + "\n")
    assert "On average the scores say 0.540, and 0.100 of the rows are positive" in said(app)
    assert "as probabilities they are too high" in said(app)


def test_what_bins_hide_is_shaded_until_the_class_balance_is_another():
    app = open_pasted("score,highest,positives,negatives\n.9,.9,2,0\n.3,.7,4,4\n.1,.2,1,9\n")
    assert any(trace.get("name") == "hidden" for trace in figure_of(app, "curve_chart")["data"])
    assert "Dark: where bins hide the curve." in said(app)
    app.number_input(key="positive_share").set_value(5.0).run()
    assert not any(trace.get("name") == "hidden" for trace in figure_of(app, "curve_chart")["data"])
    assert "where bins hide" not in said(app)


def test_texts_of_the_slider_convert_the_counts_of_its_stops_alone(monkeypatch):
    points, converted, convert = operating_points(np.arange(5000) % 3 == 0, np.arange(5000)), [], np.asarray

    def counted(counts, **kind):
        converted.append(len(counts))
        return convert(counts, **kind)

    monkeypatch.setattr("pr_metrics.points.np.asarray", counted)
    stops = threshold_control.slider_indices(points)
    texts = threshold_control._slider_options(points, stops, messages_in("en"))
    monkeypatch.undo()
    assert texts[0] == "score ≥ 4999: 1 called positive"
    assert sum(converted) < points.threshold.size
