import html
import json
import re
from decimal import Decimal
from itertools import combinations, pairwise

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve, roc_auc_score

from pr_curve_lab.analysis.formatting import format_difference, format_percent
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_dataset
from pr_curve_lab.server import jobs
from pr_curve_lab.views import controls
from pr_metrics import (
    SCHEMES,
    area_interval,
    area_interval_of_rows,
    bootstrap_areas,
    bootstrap_difference,
    bootstrap_weighted_interval,
    holm,
    paired_difference,
)
from tests.expected_intervals import expected_interval
from tests.pages.app import (
    FEW_SAMPLES,
    annotation_texts,
    decode_array,
    figure_of,
    file_of,
    headline,
    linked_pages,
    open_page,
    page_with,
    rates_of,
    said,
    seen_page,
    table_with,
)
from tests.pages.regions import regions

FOUR = example_dataset("four_models")
DOUBT = "; this may be chance"
NOTHING_TO_COMPARE = {
    ("one", "en"): "There is only one score, so there are no models to compare",
    ("one", "zh"): "只有一列分数，没有可以比较的模型",
    ("classes", "en"): "These scores are classes, not models to compare",
    ("classes", "zh"): "这些分数属于不同类别，不是可以比较的模型",
}
CHARTS = {"models_chart": "step", "models_right_chart": "linear"}


def polygons(app, key):
    """Return the area of each model's polygon, by model."""
    areas = {}
    for trace in figure_of(app, key)["data"]:
        if trace["name"] == "curve":
            x, y = (decode_array(trace[axis]) for axis in "xy")
            areas[trace["meta"]] = float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())
    return areas


def pairs_of(app):
    """Return the printed texts of each pair, by its two models."""
    cells = [cell for html in app.get("html") for cell in re.findall(r'<td class="pair.*?</td>', html.proto.body)]
    found = {}
    for cell in cells:
        names, *said = [text for text in re.split(r"<[^>]*>", cell) if text.strip()]
        found[tuple(names.split(" − "))] = said
    return found


def test_polygons_printed_numbers_and_scikit_learn_agree():
    app = seen_page("models", example="four_models")
    for key, scheme in CHARTS.items():
        areas = polygons(app, key)
        assert list(areas) == list(FOUR.names)
        for name, area in areas.items():
            label, score = FOUR.positive[:, 0], FOUR.score[:, FOUR.names.index(name)]
            precision, recall, _ = precision_recall_curve(label, score)
            expected = average_precision_score(label, score) if scheme == "step" else auc(recall, precision)
            assert area == pytest.approx(expected, abs=1e-12)
            assert (f"<b>{expected:.3f}</b>", name) in pairwise(annotation_texts(app, key))


@pytest.mark.parametrize(
    ("left", "lead"),
    [
        ("step", "`forest` leads `neighbours` by 0.014 in average precision"),
        ("linear", "`neighbours` leads `forest` by 0.009 in area"),
    ],
)
def test_the_headline_says_by_how_much_the_best_model_leads(left, lead):
    assert headline(seen_page("models", example="four_models", left=left)) == f"{lead}{DOUBT}"


def test_the_segment_that_changes_the_winner_is_named_in_a_caption():
    app = seen_page("models", example="four_models")
    assert (len(app.warning), len(app.info)) == (0, 0)
    assert (
        "Recall 0 to 0.543 decides: joined by straight lines instead of in steps, `neighbours` gains 0.010 there, "
        "before its first point (26 rows share the score `1`, 25 of them positive). "
        "Joined in steps, `forest` leads by 0.014; joined by straight lines, `neighbours` leads by 0.009."
    ) in [one.value for one in app.caption]
    bands = [trace for trace in figure_of(app, "models_right_chart")["data"] if trace["name"] == "band"]
    assert [decode_array(band["x"]).tolist() for band in bands] == [[0, pytest.approx(25 / 46)]]
    assert "decides" in annotation_texts(app, "models_chart")


def test_the_table_of_areas_has_both_intervals_and_the_roc_area():
    titles, *rows = rates_of(open_page("models", example="four_models"))
    assert titles == [("Model", ""), ("Area", "95% interval"), ("Bootstrap interval", ""), ("ROC area", "")]
    assert [row[0][0] for row in rows] == ["forest", "neighbours", "logistic", "tree"]
    for (name, _), area, bootstrap, roc in rows:
        score = FOUR.score[:, FOUR.names.index(name)]
        found, drawn = area_interval(FOUR.points(name)), interval_drawn(name)
        expected = f"{average_precision_score(FOUR.positive[:, 0], score):.3f}"
        assert area == (expected, f"{found.lower:.3f}–{found.upper:.3f}")
        assert bootstrap == (f"{drawn.lower:.3f}–{drawn.upper:.3f}", "")
        assert roc == (f"{roc_auc_score(FOUR.positive[:, 0], score):.3f}", "")


def interval_drawn(name, scheme="step"):
    """Return the bootstrap interval of a model."""
    score = FOUR.score[:, FOUR.names.index(name)]
    return bootstrap_weighted_interval(FOUR.positive[:, 0], score, scheme=scheme, n_resamples=FEW_SAMPLES)


def of_both(*names):
    return FOUR.positive[:, 0], *(FOUR.score[:, FOUR.names.index(name)] for name in names)


def drawn_together(*names, scheme="step"):
    """Return the areas of models on the same bootstrap samples."""
    scores = [FOUR.score[:, FOUR.names.index(name)] for name in names]
    return bootstrap_areas(FOUR.positive[:, 0], scores, scheme=scheme, n_resamples=FEW_SAMPLES).T


def test_every_pair_in_steps_has_its_test_and_bootstrap_share():
    pairs = list(combinations(("forest", "neighbours", "logistic", "tree"), 2))
    tests = [paired_difference(*of_both(*pair)) for pair in pairs]
    p = holm([one.p_value for one in tests])
    app = seen_page("models", example="four_models")
    found = pairs_of(app)
    assert list(found) == pairs
    for pair, test, adjusted in zip(pairs, tests, p, strict=True):
        first, second = drawn_together(*pair)
        difference, verdict, interval, last = found[pair]
        decimals = len(difference) - len("+0.")
        printed = [f"{average_precision_score(*of_both(name)):.{decimals}f}" for name in pair]
        assert decimals == 4 or Decimal(difference) == Decimal(printed[0]) - Decimal(printed[1])
        assert difference == format_difference(test.difference, decimals)
        assert interval == f"{format_difference(test.lower)} to {format_difference(test.upper)}"
        said_p = "p &lt; 0.001" if adjusted < 0.001 else f"p = {adjusted:.3f}"
        assert last == f"{said_p}, ahead in {format_percent((first > second).mean())}"
        settled = "unlikely to be chance" if adjusted < 0.05 else "significant before correction only"
        assert verdict == (settled if test.lower > 0 else "may be chance")
    assert f"p is corrected for 6 comparisons (Holm). Ahead: the share of {FEW_SAMPLES} resamples" in said(app)


def test_the_only_pair_is_shown_without_a_matrix():
    app = page_with(table(2), "models")
    assert list(pairs_of(app)) == [("model 1", "model 0")]
    (body,) = (one.proto.body for one in app.get("html") if 'class="pair' in one.proto.body)
    assert "<th" not in body
    assert "Difference of the areas with its 95% interval, same rows" in [one.value for one in app.header]


def test_a_lead_without_any_spread_has_no_verdict():
    frame = pd.DataFrame({"label": [1] * 12 + [0] * 12, "perfect": np.arange(24, 0, -1) / 24, "constant": 0.5})
    app = page_with(frame, "models")
    assert pairs_of(app)["perfect", "constant"] == ["+0.500", "cannot tell", "ahead in 100%"]
    assert DOUBT not in headline(app)


def test_a_pair_under_another_scheme_is_compared_on_the_same_samples():
    app = seen_page("models", example="four_models", left="linear")
    pair = "neighbours", "forest"
    lead = bootstrap_difference(*of_both(*pair), scheme="linear", n_resamples=FEW_SAMPLES)
    first, second = drawn_together(*pair, scheme="linear")
    areas = [SCHEMES["linear"].area(FOUR.points(name)) for name in pair]
    assert pairs_of(app)[pair] == [
        format_difference(areas[0] - areas[1]),
        "may be chance",
        f"{format_difference(lead.lower)} to {format_difference(lead.upper)}",
        f"ahead in {format_percent((first > second).mean())}",
    ]
    assert pairs_of(app)["forest", "tree"][1] == "significant, but not corrected"  # of six pairs
    assert "Intervals come from the same resamples, each pair by itself." in said(app)


def interval_lines(app):
    """Return lower end, area and upper end of each model in the forest plot, from the top."""
    traces = sorted(figure_of(app, "forest_chart")["data"], key=lambda trace: -trace["y"][0])
    return {trace["meta"]: trace["x"] for trace in traces}


@pytest.mark.parametrize("scheme", ["step", "linear"])
def test_the_forest_plot_has_areas_and_intervals_largest_first(scheme):
    app = seen_page("models", example="four_models", left=scheme)
    lines = interval_lines(app)
    areas = {name: SCHEMES[scheme].area(FOUR.points(name)) for name in FOUR.names}
    assert list(lines) == sorted(areas, key=lambda name: -areas[name])
    for name, drawn in lines.items():
        found, _ = expected_interval(FOUR.positive[:, 0], FOUR.score[:, FOUR.names.index(name)], scheme)
        assert drawn == pytest.approx([found.lower, areas[name], found.upper])
        assert f"<b>{areas[name]:.3f}</b>" in annotation_texts(app, "forest_chart")
    curves = [trace for trace in figure_of(app, "models_chart")["data"] if trace["name"] == "line"]
    colors = {trace["meta"]: trace["line"]["color"] for trace in curves}
    assert {trace["meta"]: trace["line"]["color"] for trace in figure_of(app, "forest_chart")["data"]} == colors


@pytest.mark.parametrize(("scheme", "language", "way"), [
    ("step", "en", "95% interval (influence function)"),
    ("linear", "en", "95% interval (influence function)"),
    ("eleven_point", "en", "95% logit interval"),
    ("linear", "zh", "95% 置信区间（影响函数法）"),
    ("eleven_point", "zh", "95% 置信区间（logit 法）"),
])  # fmt: skip
def test_the_forest_plot_names_the_interval_method(scheme, language, way):
    app = seen_page("models", example="four_models", left=scheme, lang=language)
    assert way in app.header[0].value


def test_a_long_bootstrap_runs_in_the_background(monkeypatch):
    monkeypatch.setattr(controls, "MAX_DIRECT_SECONDS", 0.0)
    monkeypatch.setattr(controls, "is_shared", lambda *_: False)  # as if the rows were uploaded
    # In this process, where few samples are drawn.
    monkeypatch.setattr(jobs, "run_in_process", lambda make, given, report: make(*given, report))
    monkeypatch.setattr(jobs, "_queue", jobs._Queue())  # without jobs of other tests
    app = open_page("models", example="four_models", precision="0.8")
    assert "forest" in headline(app)
    assert len(table_with(app, "winner")) == len(SCHEMES)
    assert {row[2] for row in rates_of(app)[1:]} == {("–", "")}
    assert "models_intervals_stop" in [button.key for button in app.button]
    assert answer(app).endswith("; whether this is more than chance is being computed")
    assert app.code[0].value.endswith(", no interval of the lead is computed")
    app.session_state["model"] = "tree"
    app.run()  # another selected model: the same job continues
    works = app.session_state["visitor"].jobs.values()
    assert len(works) == 2  # areas, and the lead in recall
    assert all(work.wait(60) for work in works)
    app.run()
    assert "models_intervals_stop" not in [button.key for button in app.button]
    assert "; the lead, with the 95% interval " in answer(app)
    assert re.search(r", \w+ minus \w+ has the 95% interval \S+ to \S+, may be chance$", app.code[0].value)
    for (name, _), _, bootstrap, _ in rates_of(app)[1:]:
        expected = interval_drawn(name)
        assert bootstrap[0] == f"{expected.lower:.3f}–{expected.upper:.3f}"


def test_models_with_the_same_ranking_have_no_difference():
    frame = table(2)
    frame["model 1"] = frame["model 0"] / 2
    app = page_with(frame, "models")
    assert pairs_of(app)["model 0", "model 1"] == ["0", "no difference", "p = 1.000, ahead in 50%"]
    app.selectbox(key="left").select("linear").run()
    assert pairs_of(app)["model 0", "model 1"] == ["0", "no difference", "ahead in 50%"]


def test_the_ranking_has_every_scheme_with_ranks_and_winner():
    table = table_with(seen_page("models", example="four_models"), "winner")
    assert len(table) == len(SCHEMES)
    for row, scheme in zip(table.itertuples(index=False), SCHEMES.values(), strict=True):
        areas = [scheme.area(FOUR.points(name)) for name in FOUR.names]
        order = sorted(areas, reverse=True)
        by_name = dict(zip(FOUR.names, areas, strict=True))
        in_order = [by_name[name] for name in ("forest", "neighbours", "logistic", "tree")]
        assert list(row)[2:] == [f"{area:.3f} ({order.index(area) + 1})" for area in in_order]
        assert row.winner == FOUR.names[int(np.argmax(areas))]
    assert table["winner"].value_counts().to_dict() == {"forest": len(SCHEMES) - 2, "neighbours": 2}


def folded_ranking(app):
    """Return the sentence that stands for the table of all schemes."""
    return next(one.label for one in app.expander if one.proto.id.endswith("-ranking"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_ranking_is_folded_to_the_winners(language):
    label = folded_ranking(seen_page("models", example="four_models", lang=language))
    assert "`forest`" in label
    assert str(len(SCHEMES) - 2) in label
    names = (messages_in(language).format(f"schemes.{key}.name") for key in ("linear", "upper"))
    assert all(name in label for name in names)
    assert label.endswith(messages_in(language).format("models.headline_doubt", headline=""))


def test_a_lead_under_all_schemes_that_may_be_chance_is_called_so_wherever_it_is_named():
    frame = regions().drop(columns="region")
    close = (frame["tree"] + np.where(frame["fraud"], 0.001, 0)).round(3)
    app = page_with(frame.assign(forest=close), "models")
    assert headline(app).endswith(DOUBT)
    assert folded_ranking(app) == f"`forest` has the largest area under all {len(SCHEMES)} schemes{DOUBT}"
    assert not any("under every scheme" in one.value for one in app.caption)


def test_one_winner_under_all_schemes_needs_no_column():
    app = page_with(table(2), "models")
    assert list(table_with(app, "m1")) == ["scheme", "m1", "m0"]
    label = folded_ranking(app)
    assert ("`model 1`" in label, "`model 0`" in label, str(len(SCHEMES)) in label) == (True, False, True)


@pytest.mark.parametrize(
    ("example", "lang"), [("ten_rows", "en"), ("ten_rows", "zh"), ("digits", "en"), ("digits", "zh")]
)
def test_data_with_nothing_to_compare_get_a_button_to_an_example(example, lang):
    app = open_page("models", example=example, lang=lang)
    assert headline(app) == NOTHING_TO_COMPARE[example_dataset(example).kind, lang]
    assert linked_pages(app).count("data") == 3  # in the menu, beside the data in use, and below the reason
    app.button(key="take_four_models").click().run()
    assert "forest" in headline(app)
    assert len(polygons(app, "models_chart")) == 4


def test_scores_of_classes_are_not_compared():
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"label": np.tile(["a", "b", "c"], 30), **{name: rng.random(90) for name in "abc"}})
    assert headline(page_with(frame, "models")) == "These scores are classes, not models to compare"


def table(models, rows=200, **more):
    rng = np.random.default_rng(2)
    label = (rng.random(rows) < 0.3).astype(int)
    scores = {f"model {n}": np.round(0.5 * rng.random(rows) + label * (n % 10) / 20, 3) for n in range(models)}
    return pd.DataFrame({"label": label, **scores, **more})


def test_four_of_thirty_models_are_drawn_in_color():
    app = page_with(table(30), "models")
    assert len(polygons(app, "models_chart")) == 30
    assert "26 more models are drawn in gray." in said(app)
    assert len(rates_of(app)) == 31
    assert sum(text.startswith("<b>0.") for text in annotation_texts(app, "models_chart")) == 4


def test_the_selected_model_is_drawn_in_color():
    app = page_with(table(9), "models")
    assert not any(text.endswith("model 2") for text in annotation_texts(app, "models_chart"))
    app.session_state["model"] = "model 2"
    app.run()
    assert any(text.endswith("model 2") for text in annotation_texts(app, "models_chart"))


def test_identical_models_have_the_same_area():
    frame = table(2)
    frame["model 1"] = frame["model 0"]
    app = page_with(frame, "models")
    assert headline(app) == "Both models have the same area under every scheme"
    assert list(table_with(app, "m1")) == ["scheme", "m0", "m1"]
    assert all(name in folded_ranking(app) for name in ("`model 0`", "`model 1`"))


@pytest.mark.parametrize("unit", [1.0, 4.0])
def test_the_unit_of_weights_changes_no_interval(unit):
    weight = np.linspace(0.5, 1.5, 200)
    frame = table(2, sample_weight=unit * weight)
    app = page_with(frame, "models")
    for (name, _), area, bootstrap, _ in rates_of(app)[1:]:
        expected = average_precision_score(frame["label"], frame[name], sample_weight=weight)
        interval = bootstrap_weighted_interval(frame["label"], frame[name], weight, n_resamples=FEW_SAMPLES)
        assert bootstrap[0] == f"{interval.lower:.3f}–{interval.upper:.3f}"
        found = area_interval_of_rows(frame["label"], frame[name], sample_weight=weight)
        assert area == (f"{expected:.3f}", f"{found.lower:.3f}–{found.upper:.3f}")
    assert ("model 1", "model 0") in pairs_of(app)
    assert "One positive at a time" not in table_with(app, "m1")["scheme"].tolist()


def test_users_names_stay_text():
    frame = table(2).rename(columns={"model 0": "![x](http://y/z)", "model 1": '<a href="http://y">$a$</a>'})
    app = page_with(frame, "models")
    assert '`<a href="http://y">$a$</a>`' in headline(app)
    assert not any("<a" in text for text in annotation_texts(app, "models_chart"))


def test_a_long_name_is_cut_in_its_middle_in_the_headline():
    app = page_with(table(2).rename(columns={"model 1": "the_best_of_all_models_that_were_ever_trained_v2"}), "models")
    assert headline(app).startswith("`the_best_of_al…er_trained_v2` leads `model 0` by ")


def test_models_may_be_named_like_columns_of_the_ranking():
    app = page_with(table(2).rename(columns={"model 0": "winner", "model 1": "scheme"}), "models")
    assert list(table_with(app, "m1")) == ["scheme", "m1", "m0"]


def test_other_columns_of_numbers_are_compared_with_one_click():
    frame = pd.DataFrame({"y": [1, 0, 1, 0], "logit": [2.5, -1.5, 0.5, 1], "margin": [7.0, 3.5, 1, 2]})
    app = page_with(frame, "models")
    assert headline(app) == "There is only one score, so there are no models to compare"
    app.button(key="compare_all").click().run()
    assert set(polygons(app, "models_chart")) == {"logit", "margin"}


def reached(name, precision):
    """Return the largest recall of a model at thresholds of at least this precision, by scikit-learn; None if none."""
    found = precision_recall_curve(FOUR.positive[:, 0], FOUR.score[:, FOUR.names.index(name)])
    recalls = found[1][:-1][found[0][:-1] >= precision]  # without the point that scikit-learn adds
    return recalls.max() if recalls.size else None


def answer(app):
    """Return the bold end of the sentence below the headline."""
    return next(one.value for one in app.markdown if one.value.startswith("**"))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("precision", [None, 0.95])
def test_the_recall_of_each_model_at_the_required_precision_is_below_the_headline(precision, language):
    required = {} if precision is None else {"precision": str(precision)}
    app = seen_page("models", example="four_models", lang=language, **required)
    text, recalls = answer(app), {name: reached(name, precision or 0.8) for name in FOUR.names}
    for name, recall in recalls.items():
        shown = "" if recall is None else format_percent(recall)
        assert re.search(rf"`{name}`[^`]*{shown}", text)
    order = re.findall("`(.*?)`", text)
    assert order == sorted(FOUR.names, key=lambda name: -(recalls[name] or 0))
    assert (recalls["tree"], "46" in text) == (None, True)
    field = app.number_input(key="precision")
    assert (field.value, field.placeholder) == (
        precision,
        "0.8" if precision is None else messages_in(language).format("curve.any"),
    )


def test_a_requirement_typed_on_models_decides_on_curve():
    app = open_page("models", example="four_models", require="cost")
    app.number_input(key="precision").set_value(95).run()
    assert (app.session_state["precision"], app.session_state["require"]) == (0.95, "wishes")
    app.switch_page("pages/curve.py").run()
    assert app.session_state["visitor"].selected_threshold.origin == "requirement"
    points = app.session_state["visitor"].labeled_scores.points
    index = points.threshold.tolist().index(app.session_state["threshold"])
    assert points.precision[index] >= 0.95
    assert points.recall[index] == reached("logistic", 0.95)


def test_requirements_of_curve_are_those_of_models():
    app = seen_page("models", example="four_models", recall="0.9", alerts="60")
    assert [one.key for one in app.number_input] == ["precision", "recall", "alerts"]
    assert re.findall("`(.*?)`", answer(app))[0] == "neighbours"


def test_a_precision_can_be_asked_for_beside_a_limit_on_alerts():
    app = seen_page("models", example="four_models", alerts="60")
    reason = "with a limit on alerts, no interval of the lead is computed"
    assert answer(app).endswith(f"; {reason}; ask for a precision instead to get one")
    assert app.code[0].value.endswith(reason)
    assert app.number_input(key="precision").placeholder == "any"


@pytest.mark.parametrize(
    ("language", "balance"), [("en", "at a class balance of 0.01"), ("zh", "按正例占比 0.01 计算")]
)
def test_another_class_balance_is_named_with_the_requirement(language, balance):
    app = seen_page("models", example="four_models", precision="0.3", prevalence="0.01", lang=language)
    assert balance in said(app)
    assert balance in app.code[0].value
    assert balance not in said(seen_page("models", example="four_models", precision="0.3", lang=language))


def test_a_limit_on_every_day_is_kept_by_each_model():
    frame = table(2, rows=200, date=[f"2026-03-{day:02d}" for day in np.arange(200) % 10 + 1])
    app = page_with(frame, "models", alerts="3")
    for name in ("model 0", "model 1"):
        daily = frame.assign(called=1).pivot_table(
            index=name, columns="date", values="called", aggfunc="sum", fill_value=0
        )
        busiest = daily.sort_index(ascending=False).cumsum().max(axis=1)
        threshold = busiest[busiest <= 3].index.min()
        called = frame[frame[name] >= threshold]
        recall = called["label"].sum() / frame["label"].sum()
        assert re.search(rf"`{name}`[^`]* {format_percent(recall)}", answer(app))


def test_exports_have_the_models_at_the_requirement(monkeypatch):
    made = file_of(monkeypatch)
    app = open_page("models", example="four_models", precision="0.95")
    record = json.loads(made("json"))["at_requirement"]
    assert {name: one["recall"] for name, one in record["models"].items()} == {
        name: reached(name, 0.95) for name in FOUR.names if name != "tree"
    }
    assert (record["required"]["precision"], record["without_threshold"]) == (0.95, ["tree"])
    assert made("csv").decode().count("recall_at_requirement") == 3
    answered = answer(app).replace("*", "").replace("`", "")
    report = html.unescape(re.sub("<[^>]+>", "", made("report").decode()))
    assert report.count(answered) == 1  # on the first page
    (cited,) = (block.value for block in app.code)
    assert cited in report
    assert re.search(
        r"minus \w+ = 0\.\d+ \(95% interval .* to .*, p .*\).*recall 0\.\d+ \(\w+\) against 0\.\d+ \(\w+\)", cited
    )
