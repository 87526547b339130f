import json
import re
from decimal import Decimal

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.calibration import calibration, called_rows
from pr_curve_lab.analysis.decision_curve import decision_curve
from pr_curve_lab.analysis.formatting import MINUS, format_inner_range, format_number, format_threshold
from pr_curve_lab.i18n.calibration_sentences import brier_text, called_rows_text
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.threshold import RESOLUTION
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES, at_prevalence, at_thresholds, choose_threshold, curve_band, f_score, threshold_index
from tests.pages.app import (
    annotation_texts,
    figure_of,
    headline,
    open_page,
    page_with,
    said,
    seen_page,
    sent_to_browser,
    set_threshold,
    threshold_stops,
    trace_of,
)


def has_chart(app, key):
    return any(chart.proto.id.endswith(f"-{key}") for chart in app.get("plotly_chart"))


def table_of(app, key):
    """Return a table by its key, from its position on the page; the table of a grid is only there on request."""
    calibrated = ["calibration_table"] if has_chart(app, "calibration_chart") else []
    grid = ["grid_table"] if len(app.dataframe) == 5 + len(calibrated) else []
    keys = [*calibrated, "high_negatives", "low_positives", "rows_here", *grid, "points_table"]
    return dict(zip(keys, app.dataframe, strict=True))[key].value


def offered_thresholds(app):
    """Return the labels of buttons that set a threshold, by their keys."""
    return {one.key: one.label for one in app.button if one.key == "go_there" or str(one.key).startswith("take_min")}


def sent(app):
    """Return the data that the browser gets once for the curve's chart, and those of this run."""
    data = [json.loads(one.proto.json) for one in app.get("bidi_component")]
    of_chart = [one for one in data if one.get("chart") == "curve_chart"]
    fixed = [one["fixed"] for one in of_chart if "fixed" in one]
    (run,) = (one for one in of_chart if "fixed" not in one)
    return (fixed[0] if fixed else None), run


def test_the_page_opens_at_the_largest_f1_without_requirements():
    app = seen_page("curve", example="sixteen_rows")
    assert "score >= 0.5 (largest F1): precision 0.875 (7 of 8; 95% interval 0.529-0.978), recall 0.778" in said(app)
    assert not offered_thresholds(app)
    assert headline(app) == "Threshold 0.5: precision 0.88, recall 0.78, 8 flagged"
    assert "Precision=7/(7+1)=0.88" in said(app)
    assert "Recall=7/(7+2)=0.78" in said(app)
    assert "F1=0.82" in said(app)


@pytest.mark.parametrize("example", ["sixteen_rows", "breast_cancer"])
def test_each_stop_of_the_slider_has_the_counts_of_its_threshold(example):
    labeled_scores = example_labeled_scores(example)
    app = open_page("curve", example=example)
    options = threshold_stops(app)
    assert len(options) == labeled_scores.points.threshold.size
    for index in sorted({0, len(options) // 2, len(options) - 1}):
        set_threshold(app, float(labeled_scores.points.threshold[index]))
        called = labeled_scores.score >= labeled_scores.points.threshold[index]
        true_negatives, false_positives, false_negatives, true_positives = (
            confusion_matrix(labeled_scores.positive, called, labels=[False, True]).ravel().tolist()
        )
        assert f"| {true_positives:,} | {false_negatives:,} |" in said(app)
        assert f"| {false_positives:,} | {true_negatives:,} |" in said(app)


@pytest.mark.parametrize(
    ("threshold", "shown"), [("0.5", "0.5"), ("0.45", "0.5"), ("0.2", "0.2"), ("-3", "0.2"), ("99", "0.9")]
)
def test_a_threshold_in_the_address_means_the_rows_at_or_above_it(threshold, shown):
    assert headline(seen_page("curve", example="sixteen_rows", threshold=threshold)).startswith(f"Threshold {shown}:")


def test_a_threshold_above_every_score_gets_a_warning():
    app = seen_page("curve", example="sixteen_rows", threshold="99")
    assert "No row has a score of 99 or more" in app.warning[0].value


def test_constant_scores_have_one_threshold():
    app = seen_page("curve", example="constant")
    assert not any(one.proto.id.endswith("threshold_slider") for one in app.get("bidi_component"))
    assert "one threshold only" in said(app)


def test_a_requirement_moves_the_threshold():
    app = open_page("curve", example="sixteen_rows")
    app.number_input(key="precision").set_value(0.9).run()
    assert "score >= 0.55 (highest recall with precision at least 0.9): precision 1.000 (6 of 6;" in said(app)
    assert headline(app) == "Threshold 0.55: precision 1.00, recall 0.67, 6 flagged"
    assert "| 6 | 3 |" in said(app)
    assert sent(app)[1]["traces"]["selected"]["x"] == [6 / 9]
    assert app.session_state["threshold"] == 0.55
    app.number_input(key="precision").set_value(None).run()
    assert headline(app) == headline(seen_page("curve", example="sixteen_rows"))


@pytest.mark.parametrize(("lang", "by_hand", "missed"), [
    ("en", "(chosen by hand; it does not meet", "does not meet the requirement: precision 0.875 is below 0.9."),
    ("zh", "（手动选定，不满足查准率至少 0.9）", "这个阈值不满足要求：查准率 0.875 低于 0.9。"),
])  # fmt: skip
def test_one_click_brings_a_moved_threshold_back_to_the_requirement(lang, by_hand, missed):
    app = open_page("curve", example="sixteen_rows", precision="0.9", lang=lang)
    at_first = headline(app)
    app.button(key="looser").click().run()
    assert by_hand in said(app)
    assert missed in said(app)
    assert headline(app) != at_first
    app.button(key="go_there").click().run()
    assert headline(app) == at_first
    assert not offered_thresholds(app)
    assert by_hand not in said(app)


def test_a_threshold_by_requirement_moves_with_the_class_balance():
    app = open_page("curve", example="breast_cancer", precision="0.9")
    app.number_input(key="positive_share").set_value(2.0).run()
    moved = at_prevalence(example_labeled_scores("breast_cancer").points, 0.02)
    best = choose_threshold(moved, min_precision=0.9)
    assert app.session_state["threshold"] == best.threshold
    app.number_input(key="positive_share").set_value(None).run()
    assert (
        app.session_state["threshold"]
        == choose_threshold(example_labeled_scores("breast_cancer").points, min_precision=0.9).threshold
    )


def test_a_requirement_that_cannot_be_met_keeps_the_threshold():
    app = open_page("curve", example="top_is_negative")
    before = headline(app)
    app.number_input(key="precision").set_value(0.9).run()
    assert "No threshold meets this. Nearest:\n- score ≥ 0.6: **precision 0.750**, recall 1.000, 4 alerts" in said(app)
    nearest = "No threshold meets this; nearest is 0.6: precision 0.75, recall 1.00, 4 flagged"
    assert before.endswith(nearest.partition("0.6")[2])
    assert headline(app) == nearest
    assert "score >= 0.6 (no threshold meets precision at least 0.9): precision 0.750" in said(app)
    assert "It does not meet the requirement: precision 0.750 is below 0.9." in said(app)
    app.button(key="looser").click().run()
    assert headline(app).startswith("No threshold meets this; 0.")
    assert offered_thresholds(app) == {"take_min_precision": "Use score ≥ 0.6"}
    app.button(key="take_min_precision").click().run()
    assert headline(app) == nearest


def test_the_table_has_every_point():
    app = seen_page("curve", example="breast_cancer")
    table = table_of(app, "points_table")
    points = example_labeled_scores("breast_cancer").points
    assert len(table) == 469
    assert table["Share predicted positive"].iloc[-1] == 1
    assert table["F1"].to_numpy() == pytest.approx(f_score(points))
    assert table["TN"].to_numpy() == pytest.approx(points.negatives - points.false_positives)


def test_contours_can_be_switched_on_and_off():
    app = open_page("curve", example="sixteen_rows")
    app.segmented_control(key="contours").set_value("2").run()
    assert trace_of(app, "curve_chart", "contour")[1][0] == pytest.approx(1.0)
    app.segmented_control(key="contours").set_value("none").run()
    with pytest.raises(StopIteration):
        trace_of(app, "curve_chart", "contour")


def test_the_page_says_what_the_next_step_changes():
    app = open_page("curve", example="sixteen_rows")
    assert "score ≥ 0.5: 8 predicted positive" in threshold_stops(app)
    assert "One step lower, 0.4: 2 more flagged, 0 correct." in said(app)
    app.button(key="looser").click().run()
    assert headline(app) == "Threshold 0.4: precision 0.70, recall 0.78, 10 flagged"
    app.button(key="stricter").click().run().button(key="stricter").click().run()
    assert headline(app).startswith("Threshold 0.55:")


REQUIRED = [
    ({"require": "min_recall", "recall": "0.8"}, {"min_recall": 0.8}),
    ({"require": "both", "precision": "0.6", "recall": "0.7"}, {"min_precision": 0.6, "min_recall": 0.7}),
    ({"require": "max_alerts", "alerts": "7"}, {"max_alerts": 7}),
    ({"require": "f_beta", "beta": "2.0"}, {"beta": 2}),
    ({"require": "cost", "cost_fp": "3.0", "cost_fn": "1.0"}, {"cost_fp": 3, "cost_fn": 1}),
]


@pytest.mark.parametrize(("address", "required", "lang"), [*((*one, "en") for one in REQUIRED), (*REQUIRED[0], "zh")])
def test_every_kind_of_requirement_has_the_threshold_of_pr_metrics(address, required, lang):
    points = example_labeled_scores("sixteen_rows").points
    best = choose_threshold(points, **required).index
    app = open_page("curve", example="sixteen_rows", lang=lang, **address)
    assert re.search(rf"[≥>]=? {points.threshold[best]:g}\b", app.code[0].value)
    assert format_number(points.precision[best], ".3f") in said(app)
    assert f" {points.threshold[best]:g}" in headline(app)
    assert not offered_thresholds(app)


@pytest.mark.parametrize(
    ("example", "address", "sentence"),
    [
        (
            "top_is_negative",
            {"precision": "0.9"},
            "Only the straight line between the invented start and score ≥ {0:g} passes there, and no threshold lies",
        ),
        (
            "sixteen_rows",
            {"require": "both", "precision": "0.95", "recall": "0.7"},
            "Nearest, with one requirement dropped:\n"
            "- score ≥ 0.5: **precision 0.875**, recall 0.778, 8 alerts in this file\n"
            "- score ≥ 0.55: precision 1.000, **recall 0.667**, 6 alerts in this file",
        ),
        (
            "sixteen_rows",
            {"require": "both", "precision": "0.95", "recall": "0.7"},
            "Only the straight line between score ≥ 0.55 and score ≥ 0.5 passes there",
        ),
        (
            "sixteen_rows",
            {"require": "max_alerts", "alerts": "0"},
            "score ≥ 0.9: precision 1.000, recall 0.111, **1 alert in this file**",
        ),
        ("sixteen_rows", {"require": "cost", "cost_fp": "0.0", "cost_fn": "0.0"}, "All costs are 0"),
    ],
)
def test_an_unmet_requirement_is_explained(example, address, sentence):
    app = seen_page("curve", example=example, **address)
    assert sentence.format(*example_labeled_scores(example).points.threshold) in said(app)
    assert "go_there" not in offered_thresholds(app)


def test_the_tables_list_the_rows_of_the_file():
    labeled_scores = example_labeled_scores("breast_cancer")
    app = seen_page("curve", example="breast_cancer", threshold="0.5")
    negatives, positives = table_of(app, "high_negatives"), table_of(app, "low_positives")
    scores = labeled_scores.score
    assert negatives["score"].tolist() == sorted(scores[~labeled_scores.positive], reverse=True)[:10]
    assert positives["score"].tolist() == sorted(scores[labeled_scores.positive])[:10]
    assert scores[negatives.index - 1].tolist() == negatives["score"].tolist()
    assert not labeled_scores.positive[negatives.index - 1].any()
    wrong = int(
        (
            scores[positives.index - 1] < labeled_scores.points.threshold[labeled_scores.points.threshold >= 0.5][-1]
        ).sum()
    )
    false_negatives = int((labeled_scores.positive & (scores < 0.5)).sum())
    counts = {"here": wrong, "all": false_negatives, "total": 322}
    assert messages_in("en").format("curve.rows_low_positives_wrong", **counts) in said(app)


@pytest.mark.parametrize(
    ("grid", "finding"),
    [("0.9 0.7 0.5 0.35 0.2", "smaller"), ("0.55 0.2", None), ("-5:5/40", None), ("0:1/100", "the same as")],
)
def test_a_typed_grid_has_its_own_points_and_area(grid, finding):
    points = example_labeled_scores("sixteen_rows").points
    app = seen_page("curve", example="sixteen_rows", grid=grid)
    table = table_of(app, "grid_table")
    coarse = at_thresholds(points, table["Threshold"])
    assert table["TP"].tolist() == coarse.true_positives.tolist()
    assert table["FN"].tolist() == (coarse.positives - coarse.true_positives).tolist()
    area, all_area = (SCHEMES["step"].area(part) for part in (coarse, points))
    wanted = "the same as" if abs(area - all_area) < 1e-12 else "larger" if area > all_area else "smaller"
    assert finding in (None, wanted)
    assert f"the area is {area:.3f}" in said(app)
    assert wanted in said(app)


@pytest.mark.parametrize(("lang", "words"), [("en", "which is not a number"), ("zh", "不是数字")])
def test_an_invalid_grid_gets_an_error(lang, words):
    app = seen_page("curve", example="sixteen_rows", grid="0.1 high", lang=lang)
    assert words in app.error[0].value
    assert app.text_input(key="grid").value == "0.1 high"


DEPLOYED = {"prevalence": "0.02", "per_day": "2000", "precision": "0.3", "recall": "0.5", "alerts": "60"}


def test_several_requirements_are_met_at_the_class_balance_of_use():
    points = at_prevalence(example_labeled_scores("breast_cancer").points, 0.02)
    limit = 60 * (points.positives + points.negatives) / 2000
    best = choose_threshold(points, min_precision=0.3, min_recall=0.5, max_alerts=limit).index
    app = seen_page("curve", example="breast_cancer", **DEPLOYED)
    asked = "precision at least 0.3, recall at least 0.5, at most 60 alerts a day"
    answer = app.code[0].value
    assert answer.startswith(f"score >= {format_threshold(points.threshold, best)} (largest F1 with {asked}): ")
    precision, recall = points.precision[best], points.recall[best]
    assert f"precision {format_number(precision, '.3f')} at a class balance of 0.02" in answer
    assert f"recall {format_number(recall, '.3f')}" in answer
    assert f"{40 * recall / precision:.0f} alerts in 2,000 rows a day" in answer
    assert trace_of(app, "curve_chart", "curve")[1].tolist() == pytest.approx(
        joined_area(points, "step", RESOLUTION).curve.precision.tolist()
    )


def test_numbers_at_another_class_balance_are_marked():
    own = example_labeled_scores("breast_cancer").points
    moved = at_prevalence(own, 0.02)
    limit = 60 * (moved.positives + moved.negatives) / 2000
    chosen = choose_threshold(moved, min_precision=0.3, min_recall=0.5, max_alerts=limit).index
    app = seen_page("curve", example="breast_cancer", **DEPLOYED)
    right = 40 * moved.recall[chosen]
    threshold, alerts = format_threshold(own.threshold, chosen), right / moved.precision[chosen]
    precision, recall = (format_number(one[chosen], ".2f") for one in (moved.precision, moved.recall))
    rates = f"precision {precision}, recall {recall}, {alerts:.0f} alerts a day"
    assert headline(app) == f"Threshold {threshold}: at a class balance of 0.02, {rates}"
    assert "| per day | predicted positive" in said(app)
    assert f"| **actually positive** | {right:.0f} | {40 - right:.2g} |" in said(app)
    assert "In this file: Precision=" in said(app)
    assert f"={format_number(own.precision[chosen], '.2f')}" in said(app)
    assert f"At a class balance of 0.02: precision **{format_number(moved.precision[chosen], '.2f')}**" in said(app)
    areas = [format_number(SCHEMES["step"].area(points), ".3f") for points in (moved, own)]
    assert f"is {areas[0]}; in the data, at 0.69, {areas[1]}." in said(app)
    notes = annotation_texts(app, "curve_chart")
    assert "class balance 0.02" in notes
    assert sent_to_browser(app, "threshold_slider")["label"] == "Threshold, with the counts of the data"
    assert said(app).count("are those of the data, at the class balance of the data.") == 1
    assert "those of the data" not in said(seen_page("curve", example="breast_cancer"))


def test_the_largest_f1_is_that_at_the_class_balance_of_use_and_is_named_with_it():
    points = example_labeled_scores("breast_cancer").points
    best = choose_threshold(at_prevalence(points, 0.02)).index
    assert best != choose_threshold(points).index
    app = seen_page("curve", example="breast_cancer", prevalence="0.02", lang="zh")
    assert app.session_state["threshold"] == points.threshold[best]
    assert "：按正例占比 0.02 计算，查准率 " in headline(app)
    assert "（F1 最大）：正例占比为 0.02 时，查准率为 " in app.code[0].value
    assert sum('"precision_at_class_balance_0.02"' in block.value for block in app.code) == 2


def test_the_pages_curve_and_balance_share_the_class_balance():
    app = open_page("balance", example="sixteen_rows", prevalence="0.05")
    app.switch_page("pages/curve.py").run()
    assert app.number_input(key="positive_share").value == 5
    app.number_input(key="positive_share").set_value(2.5).run()
    app.switch_page("pages/balance.py").run()
    app.run()
    assert app.select_slider(key="prevalence").value == 0.025


def test_costs_with_a_benefit_can_be_a_gain():
    app = seen_page("curve", example="sixteen_rows", require="cost", cost_fp="1.0", cost_fn="1.0", benefit="4.0")
    points = example_labeled_scores("sixteen_rows").points
    best = choose_threshold(points, cost_fp=1, cost_fn=5).index
    true, false = points.true_positives[best], points.false_positives[best]
    gain = 4 * true - false - (points.positives - true)
    assert f"brings most, {gain:g} in this file (flagging no row costs 9)" in said(app)


def test_the_net_benefit_is_explained_with_the_useful_range_of_p():
    app = seen_page("curve", example="breast_cancer")
    ((low, high),) = decision_curve(build_deployment(example_labeled_scores("breast_cancer").points)).gains
    low, high = format_inner_range(low, high)
    assert f"The model has more net benefit than flagging all rows or none from p = {low} to {high}." in said(app)
    assert "this rests on fewer than 30 rows, so it may be chance." in said(app)
    assert messages_in("en").format("curve.net_scores") in said(app)
    assert "not probabilities, so each p has its best threshold" in said(seen_page("curve", example="apples_oranges"))
    moved = seen_page("curve", example="breast_cancer", **DEPLOYED)
    assert "At a class balance of 0.02, with the scores as they are." in said(moved)
    used = build_deployment(example_labeled_scores("breast_cancer").points, prevalence=0.02)
    _, drawn = trace_of(moved, "net_benefit_chart", "model")
    assert drawn.tolist() == decision_curve(used).model.tolist()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_scores_are_compared_with_the_share_of_positives(language):
    labeled_scores = example_labeled_scores("breast_cancer")
    app, words = seen_page("curve", example="breast_cancer", threshold="0.5", lang=language), messages_in(language)
    index = threshold_index(labeled_scores.points, 0.5)
    assert called_rows_text(called_rows(labeled_scores, index), labeled_scores.points, words) in said(app)
    found = calibration(labeled_scores)
    sentence = brier_text(found.brier, words)
    assert sentence in said(app)
    score, *parts = (Decimal(number.replace(MINUS, "-")) for number in re.findall(r"[−+]?0\.\d+", sentence))
    assert score == sum(parts)
    computed = found.brier.reliability, -found.brier.generalized_resolution, found.brier.uncertainty
    assert [float(part) for part in parts] == pytest.approx(computed, abs=6e-4)  # three decimals
    _, share = trace_of(app, "calibration_chart", "points")
    assert share.tolist() == found.curve.fraction_positive.tolist()
    assert table_of(app, "calibration_table").iloc[:, 1].tolist() == found.curve.rows.tolist()


def test_scores_that_promise_more_positives_are_noted_beside_the_threshold():
    labels = [1, 0] * 40
    rows = "label,score\n" + "".join(f"{label},{0.5 + at / 200}\n" for at, label in enumerate(labels))
    app = page_with(rows, "curve")  # all rows are flagged; the mean score is 0.7
    words = messages_in("en")
    too_high = words.format("curve.scores_too_high")
    assert words.format("curve.miscalibrated", way=too_high, expected="70%", found="50%") in said(app)
    app.button(key="show_calibration").click().run()
    assert app.session_state["calibration"]
    assert has_chart(app, "calibration_chart")
    assert said(app).count(too_high) == 3  # of the rows flagged, twice, and in the bin that errs most
    agreed = example_labeled_scores("breast_cancer").points.threshold[99]
    app = open_page("curve", example="breast_cancer", threshold=repr(float(agreed)))
    assert "show_calibration" not in [one.key for one in app.button]


def test_scores_that_are_no_probabilities_have_a_reason_and_no_reliability_curve():
    app = seen_page("curve", example="apples_oranges")
    assert messages_in("en").format("curve.calibration_none") in said(app)
    assert not has_chart(app, "calibration_chart")


def test_positives_without_a_score_count_as_missed():
    app = page_with("label,score\n1,0.9\n0,0.6\n1,0.4\n0,0.1\n", "curve", roles={"missed": 6})  # 8 positives of 10 rows
    set_threshold(app, 0.9)
    assert "recall 0.125 (1 of 8; " in said(app)
    assert "Positives without a score are always missed." in said(app)
    app.number_input(key="positive_share").set_value(10.0).run()
    assert "0.13 alerts in 10 rows" in said(app)
    assert "negative predictive value **0.91**" in said(app)


def with_days_and_amounts():
    rng = np.random.default_rng(4)
    label = rng.random(200) < 0.2
    score = np.round(rng.random(200) * 0.6 + 0.3 * label, 2)
    day = np.repeat(np.arange(10), 20)
    loss = np.round(rng.exponential(80, 200))
    lines = [f"{int(y)},{s},2026-11-{d + 1:02},{a:g}" for y, s, d, a in zip(label, score, day, loss, strict=True)]
    return "fraud,score,date,loss\n" + "\n".join(lines), label, score, day, loss


def test_costs_are_multiplied_with_a_column_of_amounts():
    table, label, score, _, loss = with_days_and_amounts()
    app = page_with(table, "curve")
    app.selectbox(key="require").select("cost").run()
    app.number_input(key="cost_fp").set_value(30.0).run()
    assert app.selectbox(key="amount").options == ["each", "miss and hit × loss"]
    app.selectbox(key="amount").select("loss").run()
    assert not app.exception
    assert app.number_input(key="cost_fn").value == 1  # the amount itself, not five times the amount
    costs = {one: 30 * (~label & (score >= one)).sum() + loss[label & (score < one)].sum() for one in np.unique(score)}
    best = float(re.search(r"Score ≥ ([\d.]+)", said(app))[1])
    assert costs[best] == min(costs.values())
    assert f"costs least, {min(costs.values()) / 10:.4g} a day" in said(app)
    assert f"flagging no row costs {loss[label].sum() / 10:.4g}" in said(app)
    assert app.session_state["threshold"] == best
    app.button(key="looser").click().run()
    chosen = app.session_state["threshold"]
    assert (
        f"It costs {costs[chosen] / 10:.4g} a day; the least is {costs[best] / 10:.4g} with score ≥ {best:g}"
        in said(app)
    )
    app.button(key="go_there").click().run()
    assert app.session_state["threshold"] == best


def test_columns_in_the_address_that_the_data_lack_are_ignored():
    app = open_page("curve", example="sixteen_rows", day="date", amount="loss", require="cost")
    assert not app.exception
    assert not [one for one in app.selectbox if one.key in ("day", "amount")]


def test_the_confidence_band_is_drawn_at_the_datas_own_balance_only():
    app = open_page("curve", example="breast_cancer", band="1")
    band = curve_band(example_labeled_scores("breast_cancer").points)
    x, y = trace_of(app, "curve_chart", "band")
    assert x.tolist() == [*band.recall, *band.recall[::-1]]
    assert y.tolist() == [*band.lower, *band.upper[::-1]]
    assert said(app).count("Shaded: 95% confidence band of the whole curve, with the class balance taken") == 1
    app.toggle(key="band").set_value(False).run()
    assert "band" not in [trace["name"] for trace in figure_of(app, "curve_chart")["data"]]
    assert "Shaded" not in said(app)
    moved = seen_page("curve", example="breast_cancer", band="1", prevalence="0.02")
    assert "No band: it can be computed only at the class balance of the data." in said(moved)
    assert "band" not in [trace["name"] for trace in figure_of(moved, "curve_chart")["data"]]


def test_a_requirement_above_one_is_read_as_percent():
    app = open_page("curve", example="sixteen_rows")
    app.number_input(key="precision").set_value(93.0).run()
    app.number_input(key="recall").set_value(40.0).run()
    assert (app.number_input(key="precision").value, app.number_input(key="recall").value) == (0.93, 0.4)
    assert not app.exception


def test_probabilities_too_high_on_average_get_a_message():
    rows = ["1,0.9"] * 20 + ["0,0.5"] * 180
    app = page_with("label,score\n" + "\n".join(rows) + "\n", "curve")
    assert "The mean score is 0.540, but 0.100 of the rows are positive" in said(app)
    assert "as probabilities, the scores are too high" in said(app)


def test_the_range_hidden_by_bins_is_shaded_at_the_own_class_balance_only():
    app = page_with("score,highest,positives,negatives\n.9,.9,2,0\n.3,.7,4,4\n.1,.2,1,9\n", "curve")
    assert any(trace.get("name") == "hidden" for trace in figure_of(app, "curve_chart")["data"])
    assert "Dark: the curve within a bin is unknown." in said(app)
    app.number_input(key="positive_share").set_value(5.0).run()
    assert not any(trace.get("name") == "hidden" for trace in figure_of(app, "curve_chart")["data"])
    assert "within a bin is unknown" not in said(app)


def test_a_threshold_above_every_score_is_named_exactly():
    app = open_page("curve", example="breast_cancer", threshold="1.00000001")
    assert messages_in("en").format("curve.too_strict", threshold="1.00000001") in said(app)
