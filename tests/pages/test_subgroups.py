"""One group of rows alone: the model stays selected, and Threshold and Two areas show the curve of the group."""

import json
import re

import numpy as np
import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_metrics import SCHEMES, operating_points
from tests.pages.app import file_of, first_page, headline, open_page, page_with, rates_of, trace_of
from tests.pages.regions import one_model_in_regions, regions

STEP = SCHEMES["step"]


def opened(frame=None, page="data", **parameters):
    """Open a page with the file of regions, its models and its groups."""
    frame = regions() if frame is None else frame
    roles = {"scores": [name for name in ("tree", "forest") if name in frame], "group": "region"}
    return page_with(frame, page, name="regions.csv", roles=roles, **parameters)


def shown_on(app, page):
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    return app


def choose(app, **settings):
    """Set the widgets above the page."""
    for name, value in settings.items():
        app.session_state[name] = value
    app.run()
    assert not app.exception


def area_of(region, model="forest"):
    rows = regions()
    rows = rows[rows.region == region]
    return STEP.area(operating_points(rows.fraud, rows[model]))


def drawn_area(app, key="left_chart"):
    recall, precision = trace_of(app, key, "curve")
    return abs(float((recall[1:] - recall[:-1]) @ (precision[1:] + precision[:-1]) / 2))


def test_choosing_a_column_of_groups_keeps_the_chosen_model_and_threshold():
    app = opened()
    app.selectbox(key="group").set_value(None).run()
    choose(app, model="forest")
    threshold = float(app.session_state["visitor"].labeled_scores.points.threshold[7])
    choose(app, threshold=threshold)
    app.selectbox(key="group").select("region").run()
    assert not app.exception
    assert app.session_state["model"] == "forest"
    assert app.session_state["threshold"] == threshold


@pytest.mark.parametrize("language", ["en", "zh"])
def test_areas_shows_the_curve_of_one_group_of_the_chosen_model(language):
    app = opened(page="areas", lang=language)
    choose(app, model="forest")
    choose(app, subgroup="West")
    assert not app.exception
    assert app.session_state["model"] == "forest"
    assert app.session_state["visitor"].labeled_scores.size == 500
    assert drawn_area(app) == pytest.approx(area_of("West"), abs=1e-12)
    assert "0.073" in headline(app)
    choose(app, model="tree")
    assert app.session_state["subgroup"] == "West"
    assert drawn_area(app) == pytest.approx(area_of("West", "tree"), abs=1e-12)
    choose(app, subgroup="")
    assert app.session_state["visitor"].labeled_scores.size == 2000


@pytest.mark.parametrize("page", ["curve", "schemes", "balance", "summary"])
def test_the_group_stays_on_all_pages_but_averages(page):
    app = opened(one_model_in_regions(), "areas")
    choose(app, subgroup="West")
    shown_on(app, "averages")
    assert app.session_state["visitor"].labeled_scores.size == 2000
    shown_on(app, page)
    assert app.session_state["subgroup"] == "West"
    assert app.session_state["visitor"].labeled_scores.size == 500


def test_models_are_compared_in_one_group(monkeypatch):
    app = opened(page="models")
    made = file_of(monkeypatch)
    choose(app, subgroup="West")
    areas = {row[0][0]: row[1][0] for row in rates_of(app)[1:]}
    assert areas == {name: f"{area_of('West', name):.3f}" for name in ("tree", "forest")}
    assert "30 positives" in " ".join(one.value for one in app.markdown)
    record = json.loads(made("json"))
    assert (record["data"]["subgroup"], record["data"]["rows"], record["data"]["positive_rows"]) == ("West", 500, 30)
    (cited,) = record["citation"]
    assert cited.startswith("region = West: ")
    assert "against" in cited
    assert made("rows").decode().count("\n") == 501


def test_downloads_name_the_group(monkeypatch):
    app = opened(page="areas")
    choose(app, model="forest")
    made = file_of(monkeypatch)
    choose(app, subgroup="West")
    facts = made("json").decode()
    assert "forest, region = West: AP (step, ties together) = 0.073; n = 500, 30 positives" in facts
    assert "left out" not in facts
    assert '"subgroup": "West"' in facts
    assert made("rows").decode().count("\n") == 501


@pytest.mark.parametrize(("language", "one", "every"), [
    ("en", "fold: 2", "fold: all"),
    ("zh", "fold：2", "fold：全部"),
])  # fmt: skip
def test_the_groups_are_offered_beside_the_model(language, one, every):
    app = first_page(example="digits", model="8", subgroup="2", lang=language)
    options = app.selectbox(key="subgroup").options
    assert (options[0], options[2], len(options)) == (every, one, 6)
    assert (app.selectbox(key="model").value, app.selectbox(key="subgroup").value) == ("8", "2")
    assert {"en": "360 rows", "zh": "360 行"}[language] in app.markdown[0].value
    assert app.query_params["subgroup"] == "2"


def test_a_link_opens_a_group_and_one_without_it_all_rows():
    app = open_page("areas", example="digits", model="8", subgroup="2")
    assert app.session_state["visitor"].labeled_scores.size == 360
    app = open_page("areas", example="digits", model="8")
    assert app.session_state["visitor"].labeled_scores.size == 1797


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_unknown_group_gets_a_warning(language):
    app = open_page("areas", example="digits", model="8", subgroup="77", lang=language)
    assert app.session_state["visitor"].labeled_scores.size == 1797
    assert "`77`" in app.warning[0].value


@pytest.mark.parametrize(("language", "words"), [("en", "all rows are shown"), ("zh", "显示全部行")])
def test_a_group_with_one_class_gets_a_message(language, words):
    frame = one_model_in_regions()
    frame.loc[frame.region == "West", "fraud"] = 0
    app = opened(frame, "areas", lang=language)
    assert app.session_state["visitor"].dataset.valid_groups("forest") == ("East", "North", "South")
    choose(app, subgroup="West")
    assert words in app.warning[0].value


def threshold_of_groups(app, threshold):
    app.session_state["threshold"] = threshold
    app.run()
    assert not app.exception
    return rates_of(app)[1:]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_curve_names_the_group_that_fails_at_the_threshold(language, monkeypatch):
    app = opened(one_model_in_regions(), "curve", lang=language)
    made, rows = file_of(monkeypatch), one_model_in_regions()
    listed = threshold_of_groups(app, 1.0)
    called = rows[rows.forest >= 1]
    found = called[called.fraud == 1].groupby("region").size()
    recall, precision = found / rows.groupby("region").fraud.sum(), found / called.groupby("region").size()
    by_recall = recall.sort_values().index
    assert [[one for one, _ in row] for row in listed] == [
        [name, f"{recall[name]:.3f}", f"{precision[name]:.3f}"] for name in by_recall
    ]
    texts = [one.value for one in app.markdown]
    (sentence,) = [text for text in texts if text.startswith("**`West`")]
    assert texts.index(messages_in(language).format("curve.gray")) < texts.index(sentence)  # so that no field moves
    others = recall.drop("West")
    assert all(f"{value:.3f}" in sentence for value in (recall["West"], others.min(), others.max()))
    words = messages_in(language)
    rate = words.format("curve.group_recall", rate=f"{recall['West']:.3f}", others="").partition("0.")[0]
    assert f"{words.format('exports.of', name='West')}{rate}{recall['West']:.3f}" in app.code[0].value
    (fold,) = [one for one in app.expander if "`region`" in one.label]
    assert fold.proto.expanded
    record = json.loads(made("json"))["groups"]
    assert (record["fails"], record["each"][0]["recall"]) == (["West"], recall["West"])
    assert made("report").decode().count(f"{recall['West']:.3f}") >= 1
    choose(app, subgroup="West")
    assert not [one for one in app.expander if "`region`" in one.label]


def test_curve_names_the_group_that_fails_in_the_column_that_summary_names(monkeypatch):
    frame, made = one_model_in_regions().rename(columns={"region": "plan"}), file_of(monkeypatch)
    page_with(frame, "curve", roles={"group": "plan"})
    in_use = json.loads(made("json"))["groups"]
    app = page_with(frame, "curve")
    assert app.session_state["visitor"].in_use.roles.group is None
    assert json.loads(made("json"))["groups"] == in_use
    assert (in_use["column"], in_use["fails"]) == ("plan", ["West"])
    assert [one.value for one in app.markdown if one.value.startswith("**`West`")]
    app.button(key="show_by_group").click().run()
    assert headline(app).startswith("`West` is clearly worse")
    app = page_with(frame, "curve", threshold=str(frame.forest.max()))  # which too few rows reach to tell groups apart
    assert not [one.value for one in app.markdown if one.value.startswith("**`")]
    assert [one.proto.expanded for one in app.expander if "`plan`" in one.label] == [False]


def test_groups_are_cited_at_the_class_balance_of_the_data():
    app = opened(one_model_in_regions(), "curve", prevalence="0.02")
    cited = app.code[0].value
    assert "at a class balance of 0.02" in cited
    assert "; at the class balance of the data, 0.11, West: " in cited


def test_groups_that_do_not_differ_stay_folded():
    app = opened(one_model_in_regions().query("region != 'West'"), "curve")
    assert not [one.value for one in app.markdown if one.value.startswith("**`")]
    (fold,) = [one for one in app.expander if "`region`" in one.label]
    assert not fold.proto.expanded
    assert len(rates_of(app)[1:]) == 3


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("parameters", [{}, {"recall": "0.9"}, {"require": "cost"}])
def test_a_group_keeps_the_threshold_that_was_found_on_all_rows(language, parameters):
    rows, words = one_model_in_regions(), messages_in(language)
    rows = rows[(rows.region != "West") | (np.arange(len(rows)) % 10 == 0)]
    rows = rows.assign(forest=rows.forest + 10)  # for a small group fewer digits are enough than for all rows
    app = opened(rows, "curve", lang=language, **parameters)
    threshold = app.session_state["threshold"]
    choose(app, subgroup="West")
    assert app.session_state["threshold"] == threshold
    printed = float(re.search(r"(?:>=|≥) (-?[\d.]+)", app.code[0].value)[1])
    assert ((rows.forest >= printed) == (rows.forest >= threshold)).all()
    west = rows[rows.region == "West"]
    called = west[west.forest >= threshold]
    sentence = app.code[0].value
    assert words.format("exports.chosen_all_rows") in sentence
    assert words.format("exports.task_group", column="region", name="West") in sentence
    assert f"{called.fraud.sum() / west.fraud.sum():.3f}" in sentence
    app.button(key="go_there").click().run()
    own = app.session_state["threshold"]
    assert own != threshold
    choose(app, subgroup="")
    assert app.session_state["threshold"] == own
    choose(app, subgroup="West")
    app.button(key="go_overall").click().run()
    assert app.session_state["threshold"] == threshold
    assert not [one for one in app.button if one.key == "go_overall"]
    choose(app, subgroup="")
    assert app.session_state["threshold"] == threshold


def test_the_threshold_of_a_group_follows_a_requirement_on_all_rows():
    rows = one_model_in_regions()
    expected = opened(rows, "curve", precision="0.7").session_state["threshold"]
    app = opened(rows, "curve")
    choose(app, subgroup="West")
    app.number_input(key="precision").set_value(0.7).run()
    assert app.session_state["threshold"] == expected
    points = app.session_state["visitor"].labeled_scores.points
    assert expected in points.threshold
    assert (points.threshold[1:] < points.threshold[:-1]).all()
