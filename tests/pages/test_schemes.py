import itertools
import re
from datetime import date

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve, roc_auc_score

from pr_curve_lab.analysis.formatting import decimals_for_tolerance
from pr_curve_lab.analysis.tools import is_common, other_numbers, release_histories, tool_numbers
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.releases import decimal_year
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES, TOOLS, OperatingPoints, break_ties, signature, tie_bounds
from tests.pages.app import (
    arrangements_of,
    decode_array,
    figure_of,
    headline,
    open_page,
    page_with,
    report_of,
    said,
    seen_page,
    trace_of,
)

WEIGHTED = "label,score,weight\n1,0.9,0.5\n0,0.7,1\n1,0.4,1.5\n0,0.2,1\n"


def areas_of(points):
    return {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}


def polygons(app, key="schemes_chart"):
    for trace in figure_of(app, key)["data"]:
        if trace["name"] == "curve":
            x, y = decode_array(trace["x"]), decode_array(trace["y"])
            yield trace["meta"], float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


def printed(app, key="schemes_chart"):
    return [note["text"] for note in arrangements_of(app, key)[0]["annotations"]]


def table_of(app):
    table = app.table[0].value
    return {re.match(r"\*\*(.*)\*\*", row.iloc[1])[1]: row for _, row in table.iterrows()}


@pytest.mark.parametrize(("example", "language"), [("sixteen_rows", "en"), ("constant", "zh")])
def test_every_number_on_the_page_is_that_of_pr_metrics(example, language):
    app = seen_page("schemes", example=example, lang=language)
    labeled_scores = example_labeled_scores(example)
    areas = areas_of(labeled_scores.points)
    ends = {f"{number:.3f}" for number in (min(areas.values()), max(areas.values()))}
    assert ends <= set(re.findall(r"\d\.\d{3}", app.header[1].value))
    drawn = [(chart, *one) for chart in ("schemes_chart", "close_schemes_chart") for one in polygons(app, chart)]
    assert sorted(key for _, key, _ in drawn) == sorted(areas)
    for chart, key, polygon in drawn:
        assert polygon == pytest.approx(areas[key], abs=1e-6 if key == "continuous" else 1e-12)
        assert f"<b>{areas[key]:.3f}</b>" in printed(app, chart)
    table = table_of(app)
    for key, report in tool_numbers(labeled_scores).reports.items():
        shown = table[TOOLS[key].name]
        if isinstance(report, float):
            decimals = decimals_for_tolerance(TOOLS[key].tolerance)
            assert shown.iloc[0] == f"{report:.{decimals}f}"
            assert float(shown.iloc[2].replace("−", "-")) == pytest.approx(report - areas["step"], abs=10**-decimals)
        else:
            assert shown.iloc[0] == messages_in(language).format(
                "tools.refused", reason=messages_in(language).format(f"tools.refused_{report.reason.replace(' ', '_')}")
            )
        assert shown.iloc[6] == f"${TOOLS[key].formula}$"


@pytest.mark.parametrize(("first", "shown"), [(9, []), (10, ["step", "linear_truncated"])])
def test_schemes_that_are_close_to_the_steps_are_folded(first, shown):
    """Only the straight line without a start differs from 1: by the recall of the first point."""
    app = page_with(f"score,positives,negatives\n.9,{first},0\n.5,{1000 - first},0\n.1,0,500\n", "schemes")
    (fold,) = [one for one in app.expander if one.key == "close_schemes"]
    if shown:
        assert [scheme for scheme, _ in polygons(app)] == shown
        folded = dict(polygons(app, "close_schemes_chart"))
        assert app.header[1].value.startswith(f"{len(SCHEMES)} ways")
        assert fold.label.startswith(f"{len(folded)} ")
        assert {*shown, *folded} == set(SCHEMES)
    else:
        assert dict(polygons(app)).keys() == SCHEMES.keys()
        assert re.findall(r"\d+\.?\d*", fold.label) == [str(len(SCHEMES)), "0.991", "1.000"]


@pytest.mark.parametrize(("first", "finding"), [(1, "close"), (2, "range")])
def test_the_headline_says_if_tools_are_at_most_0001_apart(first, finding):
    """All report 1 but MLmetrics, which leaves out the recall of the first point."""
    app = page_with(f"score,positives,negatives\n.9,{first},0\n.5,{1000 - first},0\n.1,0,500\n", "schemes")
    tools, *numbers = re.findall(r"(\d+) (?:tools|numbers)", headline(app))
    values = {"tools": int(tools), "values": numbers and int(numbers[0]), "least": 1 - first / 1000, "most": 1.0}
    assert headline(app) == messages_in("en").format(f"answer.headline_{finding}", **values)


@pytest.mark.parametrize(("first", "is_folded"), [(12, False), (13, True)])  # 1/(13 * 14) and 1/(14 * 15)
def test_random_orders_are_folded_if_they_change_little(first, is_folded):
    app = page_with(f"score,positives,negatives\n.9,{first},0\n.5,1,1\n.1,0,9\n", "schemes", copies="100")
    assert ("tie_orders" in [one.key for one in app.expander]) == is_folded
    assert trace_of(app, "ties_chart", "orders")[1].size > 0
    assert app.select_slider(key="copies").value == 100


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_order_of_tied_rows_that_three_decimals_do_not_show_makes_no_difference(language):
    counts = "score,positives,negatives\n.9,1000,0\n.5,1,1\n.1,0,9\n"  # 1/(1001 * 1002)
    (fold,) = [one for one in page_with(counts, "schemes", lang=language).expander if one.key == "tie_orders"]
    assert fold.label == messages_in(language).format("ties.finding_alike", expected="1.000")


def numbers_of(example):
    labeled_scores = example_labeled_scores(example)
    return {key: one for key, one in tool_numbers(labeled_scores).reports.items() if isinstance(one, float)}


@pytest.mark.parametrize("example", ["constant", "apples_oranges", "breast_cancer", "sixteen_rows"])
def test_the_headline_spans_what_tools_report(example):
    numbers = numbers_of(example)
    plain = f"{numbers['sklearn.average_precision_score']:.3f}"
    coarse = {key for key in numbers if "binned" in key and f"{numbers[key]:.3f}" != plain}
    meant = [number for key, number in numbers.items() if key not in coarse]
    printed = {f"{number:.3f}" for number in meant}
    assert headline(seen_page("schemes", example=example)) == (
        f"Same rows, {len(meant)} tools, {len(printed)} numbers: from {min(meant):.3f} to {max(meant):.3f}"
    )


@pytest.mark.parametrize("example", ["constant", "breast_cancer", "weak_model"])
def test_the_headline_counts_all_drawn_tools_except_those_named_as_left_out(example):
    app = seen_page("schemes", example=example)
    (dots,) = [trace for trace in figure_of(app, "tools_chart")["data"] if trace["name"] == "points"]
    drawn = [[line.rsplit(" ", 1) for line in text.split("<br>")] for text in dots["text"]]
    left_out = set(re.findall(r"(torchmetrics\(\d+\)) \(\d", said(app)))
    counted = [[float(number) for name, number in dot if name not in left_out] for dot in drawn]
    counted = [numbers for numbers in counted if numbers]
    tools, values = map(int, re.findall(r"(\d+) (?:tools|numbers)", headline(app)))
    assert sum(map(len, counted)) == tools
    assert (len(counted) > values) == ("counts once" in said(app))


@pytest.mark.parametrize("example", ["sixteen_rows", "apples_oranges"])
def test_every_tool_is_in_a_dot_that_stands_at_its_number(example):
    app = seen_page("schemes", example=example)
    numbers = numbers_of(example)
    (dots,) = [trace for trace in figure_of(app, "tools_chart")["data"] if trace["name"] == "points"]
    listed = [line.rsplit(" ", 1) for text in dots["text"] for line in text.split("<br>")]
    assert sorted(name for name, _ in listed) == sorted(TOOLS[key].short for key in numbers)
    by_name = {TOOLS[key].short: number for key, number in numbers.items()}
    assert all(float(number) == pytest.approx(by_name[name], abs=1e-6) for name, number in listed)
    low, high = figure_of(app, "tools_chart")["layout"]["xaxis"]["range"]
    for at, (place,), symbol in zip(decode_array(dots["x"]), dots["customdata"], dots["marker"]["symbol"], strict=True):
        number = numbers[list(TOOLS)[place]]
        assert at == pytest.approx(min(max(number, low), high))
        assert (symbol == "circle") == (low <= number <= high)


@pytest.mark.parametrize(("example", "left", "lowest", "highest"), [
    ("constant", "step", "Lowest: Straight line, start cut off, −0.100.", "Highest: Straight line, +0.450."),
    ("constant", "linear", "Lowest: Straight line, start cut off, −0.550.", "None is higher."),
    ("constant", "linear_truncated", "None is lower.", "Highest: Straight line, +0.550."),
    ("apples_oranges", "continuous", "Lowest: Straight line, start cut off, −0.2014.",
        "Highest: Eleven levels, +0.043."),
])  # fmt: skip
def test_differences_are_from_the_compared_scheme(example, left, lowest, highest):
    app = seen_page("schemes", example=example, left=left)
    assert f"{lowest} {highest}" in said(app)
    areas = areas_of(example_labeled_scores(example).points)
    shown = table_of(app)["scikit-learn auc(recall, precision)"].iloc[2]
    assert float(shown.replace("−", "-")) == pytest.approx(areas["linear"] - areas[left], abs=1e-6)


def test_weighted_rows_leave_out_what_needs_whole_rows():
    app = page_with(WEIGHTED, "schemes", roles={"weight": "weight"}, left="davis_goadrich")
    assert "needs weights that are whole numbers, and some weights here are not" in app.warning[0].value
    assert app.header[1].value.startswith(f"{len(SCHEMES) - 1} ways")
    weighing = sum(tool.takes_weights for tool in TOOLS.values() if is_common(tool))
    assert headline(app).startswith(f"Same rows, {weighing} tools")
    assert "davis_goadrich" not in dict(polygons(app))
    assert app.selectbox(key="left").value == "step"
    assert table_of(app)["COCO (pycocotools) average precision"].iloc[0] == "none: it takes no weights"
    assert "Rows of unequal weight cannot be put in order" in said(app)
    assert not app.select_slider


def ask(app, text, field="published"):
    app.text_input(key=field).set_value(text).run()
    assert not app.exception
    return said(app)


def test_average_precision_cut_off_is_not_set_against_itself():
    app = open_page("schemes", example="sixteen_rows", published="0.4321")  # of nothing; .88988 is the area
    ask(app, "0.8898", "theirs")
    to_colleague = next(one.value for one in app.code if "Your 0.8898" in one.value)
    assert to_colleague.startswith("Your 0.8898 fits the average precision of the rows used here (0.88988")


def test_two_numbers_are_explained_in_the_headline():
    app = open_page("schemes", example="sixteen_rows")
    ask(app, "0.8899")
    assert headline(app) == "0.8899 fits average precision: joined in steps, tied scores together"
    boxes = len(app.code)
    answer = ask(app, ".9009", "theirs")
    assert headline(app) == "scikit-learn auc joins the points by straight lines, and scikit-learn AP in steps"
    gap = numbers_of("sixteen_rows")["sklearn.auc"] - numbers_of("sixteen_rows")["sklearn.average_precision_score"]
    assert f"Theirs is {gap:.4f} higher than mine: all of it from how the points are joined." in answer
    assert "0.9009 fits scikit-learn auc, yardstick pr_auc, PRROC davis.goadrich" in answer
    to_colleague = next(one.value for one in app.code if "Your 0.9009" in one.value)
    assert to_colleague.startswith(
        "Your 0.9009 fits an area joined by straight lines (trapezoid rule), as in scikit-learn"
    )
    assert f"On the rows and scores used here, your number is {gap:.4f} higher than average precision" in to_colleague
    assert "mine" not in to_colleague.lower()
    assert len(app.code) == boxes  # the sentence to report gives way to the one to send
    app.selectbox(key="theirs_from").select("keras.AUC.minoring").run()
    assert headline(app) == "On these rows Keras minoring gives 0.77877, not 0.9009"
    ask(app, "77.9 %", "theirs")
    finding = "starts at precision 0, so the positives found by its first point add no area"
    assert headline(app) == f"Keras minoring {finding}"
    head = [one["text"] for one in arrangements_of(app, "tools_chart")[0]["annotations"]]
    assert {"<b>mine 0.8899</b>", "<b>theirs 0.779</b>", "<b>Keras minoring 0.779</b>"} <= set(head)


@pytest.mark.parametrize(("typed", "start"), [("0.7787", "If 0.7787 was cut off, not rounded: "), ("0.7788", "")])
def test_a_number_that_fits_a_tool_only_if_it_was_cut_off_is_said_to(typed, start):
    app = open_page("schemes", example="sixteen_rows")  # Keras minoring gives .77877
    answer = ask(app, typed, "theirs")
    assert headline(app).startswith(f"{start}Keras minoring starts at precision 0")
    assert f"{typed} fits Keras minoring (0.778" in answer
    cut = " if its further digits were cut off" if start else ""
    assert any(one.value.startswith(f"Your {typed} fits the result of Keras minoring{cut}; ") for one in app.code)


@pytest.mark.parametrize(("typed", "says"), [
    ("0.89", "Your 0.89 is most likely the average precision of the rows used here (0.88988"),
    ("0.9", "Your 0.9 fits several numbers of the rows used here, average precision (0.88988"),
    ("0.8899", "Your 0.8899 fits the average precision of the rows used here (0.88988"),
])  # fmt: skip
def test_the_text_for_the_colleague_is_as_sure_as_the_page(typed, says):
    app = open_page("schemes", example="sixteen_rows")
    ask(app, typed, "theirs")
    assert any(one.value.startswith(says) for one in app.code)


def test_a_number_with_few_digits_may_fit_by_chance():
    app = open_page("schemes", example="sixteen_rows")  # the ROC area is .80952
    doubt = "15 values were compared with 0.81, so it may fit by chance."
    assert doubt in ask(app, "0.81", "theirs")
    assert any(one.value.startswith("Your 0.81 is most likely the ROC area") and doubt in one.value for one in app.code)
    assert "by chance" not in ask(app, "0.8095", "theirs")


def test_a_cause_of_a_difference_of_0001_hardly_matters():
    tools = {"published_from": "sklearn.average_precision_score", "theirs_from": "sklearn.auc"}
    app = seen_page("schemes", example="four_models", published="0.8144", theirs="0.8130", **tools)
    sentence = messages_in("en").format(
        "answer.headline_close_cause",
        headline="scikit-learn auc joins the points by straight lines, and scikit-learn AP in steps",
    )
    assert headline(app) == messages_in("en").format("answer.headline_about", headline=sentence, name="`logistic`")


def test_tools_without_a_number_and_equal_numbers_are_named_in_the_headline():
    app = open_page("schemes", example="five_rows", published="0.134", published_from="ROCR.aucpr")
    assert headline(app) == "ROCR gives no number on these rows: it takes no weights (`label y_b`)"
    app = open_page(
        "schemes", example="sixteen_rows", published="0.89", published_from="sklearn.average_precision_score"
    )
    ask(app, "0.9", "theirs")
    app.selectbox(key="theirs_from").select("sklearn.auc").run()
    assert headline(app) == "0.89 and 0.9 agree in all digits that they share"
    assert "Theirs is 0.0110 higher than mine: all of it from how the points are joined." in said(app)


def test_an_unexplained_number_gets_the_nearest_number():
    app = open_page("schemes", example="constant")
    answer = ask(app, "0.31")
    assert headline(app) == "Nothing here gives 0.31 on these rows"
    assert "The nearest is ROCR, 0.14500." in answer
    assert "Check whether the number comes from the same rows" in answer


def test_an_unexplained_number_is_searched_in_other_readings():
    app = open_page("schemes", example="sixteen_rows")
    rows = example_labeled_scores("sixteen_rows")
    rounded = average_precision_score(rows.positive, np.round(rows.score))
    answer = ask(app, f"{rounded:.3f}")
    assert headline(app) == (
        f"{rounded:.3f} fits the average precision of scores rounded to whole numbers; average precision here is 0.8899"
    )
    assert f"the average precision of scores rounded to whole numbers ({rounded:.5f})" in answer
    assert "Check whether" not in answer
    assert "class balance" not in answer
    turned = average_precision_score(~rows.positive, -rows.score)
    answer = ask(app, f"{turned:.3f}")
    assert f"with the other value as positive, the score reversed ({turned:.5f})" in answer
    assert "at a class balance of" not in ask(app, "0.11")  # which no class balance gives


def practitioner_rows():
    """Return probabilities with predictions at the threshold 0.35, in folds, as a colleague would send them."""
    rng = np.random.default_rng(4)
    label = (rng.random(900) < 0.15).astype(int)
    score = np.round(1 / (1 + np.exp(2.2 - 1.2 * rng.normal(size=900) - 1.9 * label)), 5)
    predicted, fold = (score >= 0.35).astype(int), np.arange(900) % 5 + 1
    return pd.DataFrame({"y": label, "score": score, "pred": predicted, "fold": fold})


NAMED = {
    "en": {
        "roc": "the ROC area",
        "hard": "the average precision of the 0/1 predictions in `pred`",
        "trapezoid": "the area by straight lines (sklearn auc) of the 0/1 predictions in `pred`",
        "mean": "the mean of the average precision over the values of `fold`",
        "other": "the average precision with the other value as positive, the score as it is",
    },
    "zh": {
        "roc": " ROC 面积",
        "hard": "用 `pred` 列的 0/1 预测算出的平均查准率",
        "trapezoid": "用 `pred` 列的 0/1 预测算出的直线法面积（sklearn auc）",
        "mean": "各 `fold` 的平均查准率的平均值",
        "other": "以另一个标签值为正例、分数不变时的平均查准率",
    },
}


@pytest.mark.parametrize("language", NAMED)
def test_a_number_that_is_another_metric_is_named(language):
    frame = practitioner_rows()
    y, score = frame.y, frame.score
    step = average_precision_score(y, score)
    precision, recall, _ = precision_recall_curve(y, frame.pred)
    values = {
        "roc": roc_auc_score(y, score),
        "hard": average_precision_score(y, frame.pred),
        "trapezoid": auc(recall, precision),
        "mean": np.mean([average_precision_score(one.y, one.score) for _, one in frame.groupby("fold")]),
        "other": average_precision_score(1 - y, score),
    }
    app = page_with(frame, "schemes", lang=language)
    ask(app, f"{step:.5f}")
    for key, value in values.items():
        answer = ask(app, f"{value:.5f}", "theirs")
        named = NAMED[language][key]
        sentences = {
            "en": f"Theirs fits {named}, mine fits the average precision",
            "zh": f"对方的数字与{named}相符，我的数字与平均查准率相符",
        }
        assert headline(app) == sentences[language]
        assert f"{value:.6f}" in answer
        assert f"{step:.4f}" in answer
        assert not re.search("class balance of|Nothing here|正例占比为|没有任何方法", answer)


def test_a_selected_tool_is_explained():
    app = open_page("schemes", example="sixteen_rows", tool="keras.AUC.minoring")
    tool, number = TOOLS["keras.AUC.minoring"], numbers_of("sixteen_rows")["keras.AUC.minoring"]
    assert f"**{tool.name}, {tool.since} to {tool.version}: {number:.5f}**" in said(app)
    assert "199 bins" in said(app)
    app.selectbox(key="tool").select("sklearn.average_precision_score").run()
    assert "Equal to average precision in every digit." in said(app)
    refused = page_with(WEIGHTED, "schemes", roles={"weight": "weight"}, tool="COCO")
    assert "none: it takes no weights" in said(refused)


@pytest.mark.parametrize(
    ("text", "language"),
    [("high", "en"), ("-0.2", "en"), ("٣", "en"), ("![x](http://y/z)", "en"), ("9" * 400, "en"), ("high", "zh")],
)
def test_invalid_text_for_an_area_gets_an_error(text, language):
    app = open_page("schemes", lang=language)
    ask(app, text)
    label = messages_in(language).format("answer.mine")
    (error,) = app.error
    assert error.value.startswith(messages_in(language).format("answer.in_field", field=label, problem=f"`{text[:50]}"))


@pytest.mark.parametrize(("example", "copies", "finding"), [
    ("constant", 1, "With each row counted once, the expected average precision is 0.1381: larger"),
    ("constant", 100, "With each row counted 100 times, the expected average precision is"),
    ("ten_rows", 1, "With each row counted once, the expected average precision is 0.8650: larger"),
])  # fmt: skip
def test_random_orders_of_tied_rows_are_drawn_with_their_mean(example, copies, finding):
    app = seen_page("schemes", example=example, copies=str(copies))
    points = example_labeled_scores(example).points
    assert finding in said(app)
    if copies == 1:
        _, y = trace_of(app, "ties_chart", "orders")
        assert y.tolist() == break_ties(points, n_repeats=100, random_state=0).tolist()
        assert trace_of(app, "ties_chart", "mean")[1][-1] == pytest.approx(y.mean())
        assert set(trace_of(app, "ties_chart", "expected")[1]) == {tie_bounds(points).expected}
        assert set(trace_of(app, "ties_chart", "step")[1]) == {SCHEMES["step"].area(points)}


def test_the_button_draws_other_orders_and_the_slider_more():
    app = open_page("schemes", example="constant")
    points = example_labeled_scores("constant").points
    app.button(key="draw_again").click().run()
    assert (
        trace_of(app, "ties_chart", "orders")[1].tolist() == break_ties(points, n_repeats=100, random_state=1).tolist()
    )
    app.select_slider(key="orders").set_value(300).run()
    assert (
        trace_of(app, "ties_chart", "orders")[1].tolist() == break_ties(points, n_repeats=300, random_state=1).tolist()
    )


def test_without_mixed_ties_the_order_changes_nothing():
    app = seen_page("schemes", example="apples_oranges")
    assert "No positive shares its score with a negative here: average precision is 0.826 in every order" in said(app)
    assert not app.select_slider


@pytest.mark.parametrize("copies", [1, 10, 1000])
def test_the_heading_has_the_bounds_for_repeated_rows(copies):
    points = example_labeled_scores("constant").points
    ends = tie_bounds(OperatingPoints.from_counts([0.5], [10 * copies], [90 * copies]))
    app = seen_page("schemes", example="constant", copies=str(copies))
    heading = next(title.value for title in app.header if "random order" in title.value)
    assert f"from {ends.lower:.3f} to {ends.upper:.3f}, {ends.expected:.3f} on average" in heading
    assert ("times" in heading) == (copies > 1)
    assert ends.expected == pytest.approx(tie_bounds(points).expected) or copies > 1


def test_the_report_opens_with_the_typed_numbers(monkeypatch):
    report = report_of(monkeypatch)
    app = open_page("schemes", example="sixteen_rows", published="0.8899", theirs="0.9009")
    both = report()
    assert "0.8899 here, 0.9009 there: why, and which is reported?" in both
    assert "scikit-learn auc joins the points by straight lines, and scikit-learn AP in steps." in both
    assert "On the rows and scores used here, your number is 0.0110 higher than average precision: all of it" in both
    assert "higher than mine" not in both
    app.text_input(key="theirs").set_value("").run()
    assert "What is 0.8899 on these rows?" in report()
    app.text_input(key="published").set_value("").run()
    assert "Why do tools report different numbers" in report()


@pytest.mark.parametrize("rows", ["classes", "folds", "one"])
def test_the_pages_report_the_same_number(rows):
    frame = practitioner_rows()
    if rows == "one":
        frame = frame.drop(columns="fold")
    if rows == "classes":
        rng = np.random.default_rng(1)
        label = rng.choice(["a", "b", "c"], 90)
        frame = pd.DataFrame({"species": label, **{f"p_{one}": (label == one) + rng.normal(size=90) for one in "abc"}})
    app = page_with(frame, "schemes")
    reported = app.code[0].value
    assert ("class " in headline(app)) == (rows == "classes")
    title = next(title.value for title in app.header if title.value.startswith("Report "))
    assert re.search(r"\d\.\d{3}", title)[0] in reported
    if rows == "classes":  # a number of one class is compared with that class
        weakest = app.session_state["model"]
        area = average_precision_score(frame.species == weakest, frame[f"p_{weakest}"])
        ask(app, f"{area:.5f}")
        assert f"Report {area:.3f}" in [title.value for title in app.header]
        ask(app, "")
    app.switch_page("pages/summary.py").run()
    assert app.code[0].value == reported
    if rows != "one":
        app.switch_page("pages/averages.py").run()
        app.run()
        assert any(one.value.startswith(reported) for one in app.code) or reported.split(" = ")[1][:5] in said(app)


SIGNED = "AP=0.806|join:linear|positives:5/10|version:prcl-1.0"


def paste(app, text):
    app.text_input(key="published").set_value(text).run()
    assert not app.exception
    return app


def test_a_pasted_signature_sets_the_number_the_scheme_and_the_tool():
    app = paste(open_page("schemes", example="apples_oranges"), SIGNED)
    assert app.text_input(key="published").value == "0.806"
    assert app.selectbox(key="left").value == "linear"
    assert app.success[0].value == "These rows give the number of the signature: 0.806, with 5 positives in 10 rows."
    paste(app, "AP=0.8|join:envelope|ties:input-order|tool:VOC2010|positives:5/11|version:prcl-1.0")
    assert app.selectbox(key="published_from").value == "VOC2010"
    assert "its area is 0.8, here it is 0.8" not in app.warning[0].value
    assert "it counts 11 rows, here there are 10" in app.warning[0].value
    paste(app, "0.806")
    assert not app.success
    assert not app.warning


def test_a_pasted_signature_keeps_the_release_of_its_tool():
    points = example_labeled_scores("apples_oranges").points
    text = signature(points, tool="sklearn.average_precision_score@0.18.1", area=0.806)
    app = paste(open_page("schemes", example="apples_oranges"), text)
    assert app.success[0].value.startswith("These rows give the number of the signature: 0.806")
    assert app.selectbox(key="published_from").value == "sklearn.average_precision_score"
    assert "scikit-learn AP gave in 0.18 to 0.18.2; since 0.19.0 it gives 0.826" in headline(app)


def test_a_signature_without_an_area_is_compared_and_leaves_the_field_empty():
    app = paste(open_page("schemes", example="apples_oranges"), "AP=nan|join:step|positives:5/10|version:prcl-1.0")
    assert "its area is nan, here it is 0.826" in app.warning[0].value
    assert not app.error
    assert app.text_input(key="published").value == ""


def test_a_text_that_is_too_long_is_named():
    app = paste(open_page("schemes", example="apples_oranges"), SIGNED + "|" * 500)
    assert len(app.error) + len(app.success) == 1
    app = paste(app, "AP=0.8|" + "join:step" * 100)
    assert "at most 400 characters" in app.error[0].value


def test_the_chart_has_the_tool_that_is_named():
    app = open_page("schemes", example="apples_oranges")
    app.selectbox(key="published_from").set_value("ultralytics.ap").run()
    assert app.selectbox(key="tools_for").value == "detection"
    assert "Ultralytics" in str(figure_of(app, "tools_chart")["data"])


@pytest.mark.parametrize(("text", "said_here"), [
    ("AP=0.8|join:step|positives:5/10|version:prcl-9", "The signature has version `prcl-9`; the only one known here"),
    ("AP=0.8|jion:step|positives:5/10|version:prcl-1.0", "`jion:step` is no field of a signature; the fields are"),
])  # fmt: skip
def test_a_wrong_signature_is_one_sentence(text, said_here):
    app = paste(open_page("schemes", example="apples_oranges"), text)
    assert said_here in app.error[0].value
    assert len(app.error) == 1


def test_a_link_with_a_signature_compares_it():
    app = open_page("schemes", example="apples_oranges", signature=SIGNED, published="0.806", left="linear")
    assert app.success[0].value.startswith("These rows give the number of the signature")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_releases_are_drawn_and_one_opens(lang):
    app = seen_page("schemes", example="constant", lang=lang, tool="sklearn.average_precision_score@0.18")
    labeled_scores = example_labeled_scores("constant")
    expected = release_histories(tool_numbers(labeled_scores), other_numbers(labeled_scores))
    traces = {trace["name"]: trace for trace in figure_of(app, "releases_chart")["data"]}
    drawn = [(tool, area) for one in expected for tool, area in one.steps if area is not None]
    assert len(traces["points"]["x"]) == len(drawn)
    years = [decimal_year(date.fromisoformat(tool.released)) for tool, _ in drawn]
    assert decode_array(traces["points"]["x"]) == pytest.approx(years, abs=1e-9)
    names = [text.partition("<br>")[0] for text in traces["points"]["text"]]
    assert names == [f"{tool.short} {tool.since}" for tool, _ in drawn]
    scale = {}  # of areas: one for all lines
    y = decode_array(traces["points"]["y"])
    for at, one in enumerate(expected):
        rows = [place for place, (tool, _) in enumerate(drawn) if tool in dict(one.steps)]
        for first, second in itertools.pairwise(rows):
            if abs(drawn[first][1] - drawn[second][1]) > 1e-3:
                scale[at] = (y[first] - y[second]) / (drawn[first][1] - drawn[second][1])
    assert np.ptp(list(scale.values())) == pytest.approx(0, abs=1e-9)
    assert max(scale.values()) < 0  # the axis runs downward
    assert said(app).count(messages_in(lang).format("releases.versions", first="0.18", last="0.18.2")) >= 2


@pytest.mark.parametrize("domain", ["display", "detection", "retrieval", "all"])
def test_tools_of_another_kind_are_shown(domain):
    app = open_page("schemes", example="apples_oranges", tools_for=domain)
    labeled_scores = example_labeled_scores("apples_oranges")
    (dots,) = [trace for trace in figure_of(app, "tools_chart")["data"] if trace["name"] == "points"]
    shown = {line.rsplit(" ", 1)[0] for text in dots["text"] for line in text.split("<br>")}
    reports = tool_numbers(labeled_scores).reports | other_numbers(labeled_scores).reports
    wanted = {
        tool.short for key, tool in TOOLS.items() if domain in (tool.domain, "all") and isinstance(reports[key], float)
    }
    assert shown == wanted
