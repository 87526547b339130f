"""Tests of the page Summary: the way from an upload to it, its headline, and its links."""

from urllib.parse import parse_qs

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.analysis.averages import task_matrix
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_dataset, example_labeled_scores
from pr_curve_lab.views.questions import QUESTIONS
from pr_metrics import threshold_index
from tests.pages.app import (
    address,
    annotation_texts,
    headline,
    leave_summary,
    linked_pages,
    open_page,
    page_with,
    polygon_area,
    said,
    seen_page,
    switch,
    trace_of,
    upload,
)
from tests.pages.regions import csv, one_model_in_regions, regions

ROWS = b"y,p\n1,0.9\n0,0.8\n1,0.7\n0,0.1\n"
AMBIGUOUS = b"a,b,c\n" + b"".join(b"%d,%d,%.2f\n" % (row % 2, row % 3 == 0, row / 40) for row in range(40))


def uploaded(page, content, **parameters):
    """Upload the first file on Two areas or Data."""
    app = open_page(page, **parameters)
    key = {"areas": "first_upload", "data": "upload"}[page]
    app.file_uploader(key=key).upload("own.csv", content, "text/csv").run()
    assert not app.exception
    return app


def open_now(app):
    return app.session_state["visitor"].page


@pytest.mark.parametrize("page", ["areas", "data"])
def test_the_first_upload_opens_the_summary_and_the_second_does_not(page):
    app = uploaded(page, ROWS)
    assert open_now(app) == "summary"
    area = average_precision_score([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    assert f"{area:.3f}" in headline(app)
    assert polygon_area(app, "summary_chart") == pytest.approx(area, abs=1e-12)
    assert app.code[0].value.startswith(f"Average precision {area:.3f} (95% CI ")
    sentence, signed = app.code[0].value.split("\n")
    assert sentence.endswith("; n = 4, 2 positives)")
    assert signed == f"AP={area:.3f}|join:step|positives:2/4|version:prcl-1.0"
    leave_summary(app)
    app.file_uploader(key="upload").upload("second.csv", ROWS + b"1,0.05\n", "text/csv").run()
    assert open_now(app) == "data"


def test_pasted_rows_open_the_summary():
    app = open_page("data")
    app.text_area(key="paste").set_value(ROWS.decode()).run()
    assert open_now(app) == "summary"


def test_a_file_with_a_problem_opens_data():
    app = uploaded("areas", b"y,p\n1,0.9\n,0.8\n1,0.7\n0,0.1\n")
    assert (open_now(app), len(app.error)) == ("data", 1)
    app.switch_page("pages/data.py").run()
    app.checkbox(key="leave_out").check().run()
    assert (open_now(app), len(app.error)) == ("data", 0)
    app.switch_page("pages/summary.py").run()
    assert "**Left out:** 1 row without a label in `y`" in said(app)


def test_a_fix_is_for_the_data_in_use_while_another_file_has_a_problem():
    app = uploaded("areas", b"label,rank_of_score\n" + b"1,1.5\n1,2.5\n0,3.5\n0,4.5\n" * 5)
    upload(switch(app, "data"), b"y,p\n1,\n0,0.8\n")
    (turn,) = (
        one for one in switch(app, "summary").button if one.label == "Lower `rank_of_score` is more likely positive"
    )
    turn.click().run()
    assert not app.exception
    assert headline(app).startswith("Average precision 1.000")


def test_a_question_about_columns_comes_before_the_summary():
    app = uploaded("data", AMBIGUOUS)
    assert app.session_state["visitor"].ambiguous_roles is not None
    assert open_now(app) == "data"


def test_the_best_model_is_in_view_after_the_upload():
    table = regions().drop(columns="region")
    app = uploaded("areas", csv(table))
    forest, tree = (average_precision_score(table["fraud"], table[name]) for name in ("forest", "tree"))
    assert app.session_state["model"] == "forest"
    assert headline(app) == f"`forest`: average precision {forest:.3f}, {forest - tree:.3f} more than `tree`"
    assert "; the lead has the 95% interval " in next(
        one.value for one in app.markdown if "**Which model?**" in one.value
    )
    app.session_state["model"] = "tree"
    app.switch_page("pages/summary.py").run()
    assert headline(app) == f"`tree`: average precision {tree:.3f}, {forest - tree:.3f} less than `forest`"
    assert polygon_area(app, "summary_chart") == pytest.approx(tree, abs=1e-12)


def test_the_best_model_is_in_view_after_rows_were_left_out():
    table = regions().drop(columns="region")
    table.loc[3, "tree"] = np.nan
    app = uploaded("areas", csv(table[["fraud", "tree", "forest"]]))
    app.switch_page("pages/data.py").run()
    app.checkbox(key="leave_out").check().run()
    assert not app.error
    assert app.session_state["model"] == "forest"


def test_a_lead_that_may_be_chance_is_called_so():
    rng = np.random.default_rng(5)
    label = np.arange(60) % 3 == 0
    frame = pd.DataFrame({"label": label.astype(int), "model_one": (rng.normal(size=60) + label).round(3)})
    frame["model_two"] = (frame["model_one"] + rng.normal(size=60) / 5).round(3)
    assert headline(uploaded("data", csv(frame))).endswith("; this may be chance")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_group_that_fails_is_in_the_headline_and_links_to_the_groups(language):
    app = page_with(one_model_in_regions(), "summary", roles={"group": "region"}, lang=language)
    assert "`West`" in headline(app)
    assert messages_in(language).format("curve.group_fails", name="`West`", measures="").strip(".。 ") in said(app)
    finding = messages_in(language).raw("summary.finding.group_fails").split("{area")[0].format(worst="`West`")
    assert any(one.value.startswith(finding) for one in app.markdown)
    assert linked_pages(app).count("averages") == 1 + list(QUESTIONS.values()).count("averages")


def test_training_rows_are_compared_and_the_test_rows_do_not_fail():
    frame = one_model_in_regions()
    split = np.where(frame.pop("region") == "West", "test", "train")
    app = page_with(frame.assign(split=split), "summary", lang="en")
    assert "clearly worse" not in said(app)
    assert "on training rows" in said(app)


def test_scores_that_are_off_as_probabilities_link_to_the_calibration():
    rows = pd.DataFrame({"label": np.arange(400) % 2, "score": 0.5 + np.arange(400) / 1000})  # the mean score is 0.7
    app, words = page_with(rows, "summary"), messages_in("en")
    too_high = words.format("curve.scores_too_high")
    assert words.format("curve.miscalibrated", way=too_high, expected="70%", found="50%") in said(app)
    app.button(key="open_calibration").click().run()
    assert (open_now(app), app.session_state["calibration"]) == ("curve", True)
    in_one_bin = open_page("summary", example="three_curves", model="early")  # the rows flagged agree
    facts = {"bin": "0.8 to 0.9", "rows": "100 rows", "expected": "85%", "found": "0%"}
    assert words.format("curve.calibration_bin", way=too_high, **facts) in said(in_one_bin)
    calibrated = open_page("summary", example="sixteen_rows")
    assert "open_calibration" not in [one.key for one in calibrated.button]


def test_the_threshold_is_marked_and_is_that_of_the_page_curve():
    app = open_page("summary", example="sixteen_rows")
    threshold = app.session_state["threshold"]
    assert f"<b>≥ {threshold:g}</b>" in annotation_texts(app, "summary_chart")
    assert f"**Score ≥ {threshold:g}** has the largest F1" in said(app)
    points = example_labeled_scores("sixteen_rows").points
    index = threshold_index(points, threshold)
    (x,), (y,) = trace_of(app, "summary_chart", "selected")
    assert (x, y) == (points.recall[index], points.precision[index])
    assert address(app)["threshold"] == f"{threshold}"
    app.switch_page("pages/curve.py").run()
    assert app.session_state["threshold"] == threshold


def test_a_threshold_that_meets_a_requirement_is_the_one_shown():
    app = open_page("curve", example="breast_cancer")
    app.number_input(key="precision").set_value(0.99).run()
    threshold = app.code[0].value.partition(" (highest recall")[0].rpartition(" ")[2]
    app.switch_page("pages/summary.py").run()
    assert f"**Score ≥ {threshold}** has the highest recall with precision at least 0.99: " in said(app)


@pytest.mark.parametrize("page", ["summary", "averages"])
def test_a_page_that_does_not_name_the_class_balance_uses_that_of_the_data(page):
    roles = {"group": "region"}
    own = page_with(one_model_in_regions(), page, roles=roles)
    app = page_with(one_model_in_regions(), "balance", roles=roles, prevalence="0.01")
    switch(app, "curve")
    switch(app, page)
    assert app.session_state["threshold"] == own.session_state["threshold"]
    assert said(app) == said(own)
    assert switch(app, "balance").session_state["prevalence"] == 0.01


def test_a_link_selects_the_ways_of_joining_that_it_names():
    app = seen_page("summary", example="constant", lang="en")
    (link,) = (one for one in app.get("page_link") if one.proto.query_string)
    params = parse_qs(link.proto.query_string)
    assert (params["left"], params["right"], params["example"]) == (["linear_truncated"], ["linear"], ["constant"])


def test_columns_that_could_be_meant_are_named_once():
    frame = pd.DataFrame({"kind": ["kiwi", "plum", "plum", "plum"] * 10, "score": np.arange(40) / 40})
    app = uploaded("data", csv(frame))
    assert said(app).count("the words do not say which") == 1


def test_classes_are_summed_up_by_their_average():
    app = seen_page("summary", example="digits", lang="en")
    average = seen_page("averages", example="digits", lang="en")
    assert headline(app) == headline(average)
    assert polygon_area(app, "summary_chart") == pytest.approx(polygon_area(average, "averages_chart"), abs=1e-12)
    assert app.code[0].value.startswith("Macro average of AP (step, ties together) over 10 classes")


def test_a_group_that_fails_in_another_column_is_named_and_opens_its_groups():
    frame = one_model_in_regions()
    split = np.where(np.arange(len(frame)) % 3 == 0, "train", "test")
    app = page_with(frame.assign(split=split), "summary")
    assert "`West`" in headline(app)
    averages = page_with(frame.assign(split=split), "averages")
    assert "**`West` is clearly worse:**" in said(averages)
    assert "Use `region`" in [one.label for one in averages.button if one.key.startswith("by_")]
    (found,) = [one for one in app.button if one.key.startswith("by_")]
    found.click().run()
    assert not app.exception
    assert open_now(app) == "averages"
    roles = app.session_state["visitor"].in_use.roles
    assert (roles.group, roles.split, roles.split_value) == ("region", "split", "test")
    assert "`West`" in headline(app)


@pytest.mark.parametrize("page", ["summary", "models"])
def test_a_group_that_fails_for_another_model_is_named_and_opens_its_groups(page):
    frame = regions()
    in_west = frame["region"] == "West"
    frame["forest"] += 2 * frame["fraud"] * in_west
    app = page_with(frame, page, model="forest")
    assert app.session_state["model"] == "forest"
    west, *others = sorted(average_precision_score(rows["fraud"], rows["tree"]) for _, rows in frame.groupby("region"))
    text = messages_in("en").format(
        "summary.finding.group_fails", worst="`West`", area=west, column="`region`", least=others[0]
    )
    rows = frame[in_west]
    beside = f"does not do clearly worse there ({average_precision_score(rows['fraud'], rows['forest']):.3f})"
    assert f"For `tree`: {text} `forest` {beside}." in said(app)
    assert "For `forest`" not in said(app)
    cited = f"; tree does clearly worse in region = West (average precision {west:.3f}, "
    cited += f"{others[0]:.3f} or more elsewhere), forest {beside}; "
    assert (cited in app.code[0].value) == (page == "models")
    (found,) = [one for one in app.button if one.key.startswith("by_")]
    found.click().run()
    assert (open_now(app), app.session_state["model"]) == ("averages", "tree")
    assert "`West` is clearly worse" in headline(app)
    app.session_state["model"] = "forest"
    app.switch_page(f"pages/{page}.py").run()
    assert f"For `tree`: {text}" in said(app)


@pytest.mark.parametrize("page", ["summary", "models"])
def test_both_models_that_fail_in_a_group_are_named_in_one_sentence(page):
    frame = regions()
    west = frame[frame["region"] == "West"]
    app = page_with(frame, page, model="forest")
    areas = [f"{average_precision_score(west['fraud'], west[name]):.3f}" for name in ("tree", "forest")]
    both = f"average precision of {' to '.join(areas)}, and"
    assert f"For `tree`, `forest`: **each does clearly worse in `West`,** with an {both}" in said(app)
    assert len([one for one in app.markdown if "`West`" in one.value and "clearly worse" in one.value]) == 1
    cited = f"; tree and forest both do clearly worse in region = West (average precision {' to '.join(areas)}, "
    assert (cited in app.code[0].value) == (page == "models")


def test_one_group_alone_is_summed_up():
    frame = one_model_in_regions()
    app = page_with(frame, "summary", roles={"group": "region"}, lang="en")
    app.session_state["subgroup"] = "West"
    app.run()
    west = frame[frame["region"] == "West"]
    area = average_precision_score(west["fraud"], west["forest"])
    assert f"{area:.3f}" in headline(app)
    assert polygon_area(app, "summary_chart") == pytest.approx(area, abs=1e-12)
    assert app.code[0].value.startswith(f"region = West: Average precision {area:.3f} (95% CI ")
    assert "clearly worse" not in said(app)
    fold = open_page("summary", example="digits", subgroup="2")
    second = task_matrix(example_dataset("digits").take_group("2"))
    assert polygon_area(fold, "summary_chart") == pytest.approx(second.areas("step").mean(), abs=1e-12)
    assert fold.code[0].value.startswith("fold = 2: Macro average ")
