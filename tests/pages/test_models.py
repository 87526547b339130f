from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve, roc_auc_score

from pr_app.panels.controls import progress
from pr_app.panels.models import intervals
from pr_app.reading.examples import example_tasks
from pr_app.serving import works
from pr_metrics import (
    SCHEMES,
    bootstrap_difference,
    bootstrap_interval,
    bootstrap_weighted_interval,
    holm,
    logit_interval,
    paired_difference,
)
from tests.pages.app import FEW_SAMPLES, _numbers, figure_of, headline, open_page, said, seen_page

FOUR = example_tasks("four_models")
DOUBT = "; its lead could be chance"
NOTHING_TO_COMPARE = {
    ("one", "en"): "One score only, so no models to compare",
    ("one", "zh"): "只有一列分数，没有可以比较的模型",
    ("classes", "en"): "These scores are classes, not models to compare",
    ("classes", "zh"): "这些分数属于不同类别，不是可以比较的模型",
}
CHARTS = {"models_chart": "step", "models_right_chart": "linear"}


def uploaded(frame, **parameters):
    """The page with a table of one's own."""
    app = open_page("data", **parameters)
    app.file_uploader(key="upload").upload("own.csv", frame.to_csv(index=False).encode(), "text/csv").run()
    app.switch_page("pages/models.py").run()
    assert not app.exception
    return app


def compared(frame):
    """The same where the columns are chosen to be models."""
    app = uploaded(frame)
    app.button(key="compare_all").click().run()
    assert not app.exception
    return app


def polygons(app, key):
    """The area of each model's polygon, by its name."""
    areas = {}
    for trace in figure_of(app, key)["data"]:
        if trace["name"] == "curve":
            x, y = (_numbers(trace[axis]) for axis in "xy")
            areas[trace["meta"]] = float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())
    return areas


def printed(app, key):
    return [note["text"] for note in figure_of(app, key)["layout"]["annotations"]]


def table_of(app, column):
    return next(table.value for table in app.dataframe if column in table.value)


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
            assert f"<b>{expected:.3f}</b> {name}" in printed(app, key)


@pytest.mark.parametrize(
    ("left", "right", "finding"),
    [
        ("step", "linear", "`forest` has the largest area joined in steps, `neighbours` joined by straight lines"),
        ("linear", "step", "`neighbours` has the largest area joined by straight lines, `forest` joined in steps"),
        (
            "step",
            "envelope",
            "`forest` has the largest area joined in steps and joined by the envelope, but not under every scheme"
            f"{DOUBT}",
        ),
        ("step", "step", f"`forest` has the largest area joined in steps, but not under every scheme{DOUBT}"),
        ("linear", "linear", "`neighbours` has the largest area joined by straight lines, but not under every scheme"),
    ],
)
def test_the_headline_is_computed(left, right, finding):
    assert headline(seen_page("models", example="four_models", left=left, right=right)) == finding


def test_the_headline_is_chinese_for_chinese():
    app = seen_page("models", example="four_models", lang="zh")
    assert headline(app) == "用阶梯法相连，`forest` 的面积最大；用直线法相连，则是 `neighbours`"


def test_a_change_of_winner_is_warned_of_in_words():
    app = seen_page("models", example="four_models")
    (warning,) = [one.value for one in app.warning]
    assert warning == (
        "Joined in steps, `forest` is ahead of `neighbours` by 0.014 (0.938 against 0.924). "
        "Joined by straight lines, `neighbours` is ahead by 0.009 (0.949 against 0.940). "
        "Between recall 0 and 0.543, joining by straight lines instead of in steps adds 0.010 to `neighbours`, "
        "where 26 rows share the score `1` (25 positive). "
        "It lies before the first point of `neighbours`, where nothing was measured. "
        "0.010 is more than the 0.009 by which `neighbours` is ahead: "
        "without it, `forest` would win joined by straight lines, too."
    )
    shapes = figure_of(app, "models_right_chart")["layout"]["shapes"]
    assert [(one["x0"], one["x1"]) for one in shapes if one["type"] == "rect"] == [(0, pytest.approx(25 / 46))]
    assert "decides" in printed(app, "models_chart")


def test_the_other_way_round_the_segment_is_taken():
    app = seen_page("models", example="four_models", left="linear", right="step")
    assert "joining in steps instead of by straight lines takes 0.010 from `neighbours`" in app.warning[0].value
    assert "The 2 largest such segments decide together: without them, `neighbours` would" in app.warning[0].value
    segments = table_of(app, "In favour of the winner")
    assert segments["Model"].tolist() == ["neighbours"] * 2
    assert segments["Threshold"].tolist() == ["1", "0"]
    assert segments["Rows with this score"].tolist() == [26, 440]
    gained = segments["In favour of the winner"]
    areas = {key: SCHEMES[key].area(FOUR.points("neighbours")) for key in ("step", "linear")}
    lead = SCHEMES["step"].area(FOUR.points("forest")) - areas["step"]
    assert gained[0] < lead < gained.sum()


def test_a_winner_elsewhere_is_named():
    app = seen_page("models", example="four_models", right="envelope")
    assert len(app.warning) == 0
    assert app.info[0].value == (
        "Another scheme, another winner: Straight line: `neighbours`; Upper step: `neighbours`. "
        "Choose one of them on the right to see what decides."
    )
    assert "decides" not in printed(app, "models_chart")


def test_the_table_of_areas_has_both_intervals_and_the_roc_area():
    table = table_of(open_page("models", example="four_models"), "ROC area")
    assert table["Model"].tolist() == ["forest", "neighbours", "logistic", "tree"]
    for row in table.itertuples(index=False):
        name, area, logit, bootstrap, roc = row
        score = FOUR.score[:, FOUR.names.index(name)]
        assert area == pytest.approx(average_precision_score(FOUR.positive[:, 0], score), abs=1e-12)
        assert roc == pytest.approx(roc_auc_score(FOUR.positive[:, 0], score), abs=1e-12)
        by_formula, drawn = logit_interval(area, 46), bootstrap_interval(FOUR.points(name), resamples=FEW_SAMPLES)
        assert logit == f"{by_formula.low:.3f} to {by_formula.high:.3f}"
        assert bootstrap == f"{drawn.low:.3f} to {drawn.high:.3f}"


def of_both(*names):
    return FOUR.positive[:, 0], *(FOUR.score[:, FOUR.names.index(name)] for name in names)


def test_the_lead_of_the_best_in_steps_is_tested_among_all_pairs():
    tests = [
        paired_difference(*of_both(*pair)) for pair in combinations(("forest", "neighbours", "logistic", "tree"), 2)
    ]
    p = holm([one.p_value for one in tests])[0]
    low, high = f"−{-tests[0].lower:.3f}", f"+{tests[0].upper:.3f}"
    text = said(seen_page("models", example="four_models"))
    assert (
        f"`forest` minus `neighbours` lies between {low} and {high} (95 %), p = {p:.3f}: the lead could be chance."
        in text
    )
    assert "p is adjusted for 6 pairs (Holm)." in text
    assert "Drawn as a pair" not in text


def three_of_eighty():
    """Three models of few rows, of which the best leads the worst by what is hardly chance, if nobody looked for it."""
    for seed in range(1000):
        rng = np.random.default_rng(seed)
        label = np.arange(80) < 16
        scores = {f"model {k}": np.round(rng.normal(size=80) + label, 3) for k in range(3)}
        frame = pd.DataFrame({"label": label.astype(int)} | scores)
        columns = sorted(frame.columns[1:], key=lambda name: -average_precision_score(label, frame[name]))
        tests = [paired_difference(label, *frame[list(pair)].to_numpy().T) for pair in combinations(columns, 2)]
        if tests[0].lower > 0 and holm([one.p_value for one in tests])[0] > 0.05:
            return frame, tests[0]
    raise AssertionError


def test_what_is_hardly_chance_alone_is_said_to_be_less_among_several_pairs():
    frame, test = three_of_eighty()
    app = compared(frame)
    assert (
        f"lies between +{test.lower:.3f} and +{test.upper:.3f} (95 %): alone hardly chance, but among 3 pairs"
        in said(app)
    )
    assert "the lead could be chance" not in said(app)


def test_a_lead_without_any_spread_has_no_verdict():
    frame = pd.DataFrame({"label": [1] * 12 + [0] * 12, "perfect": np.arange(24, 0, -1) / 24, "constant": 0.5})
    app = uploaded(frame)
    assert "On the same rows `perfect` is +0.500 ahead of `constant`, and no row tells" in said(app)
    assert DOUBT not in headline(app)


def test_a_p_value_below_what_is_printed_is_never_zero():
    good = np.append(np.linspace(0.3, 1, 60), np.linspace(0, 0.4, 60))
    frame = pd.DataFrame({"label": [1] * 60 + [0] * 60, "model 1": good, "model 2": 1 - good})
    assert ", p < 0.001: the lead is hardly chance." in said(compared(frame))


def test_the_lead_under_another_scheme_is_drawn_as_a_pair():
    lead = bootstrap_difference(*of_both("neighbours", "forest"), scheme="linear", resamples=FEW_SAMPLES)
    assert lead.low < 0 < lead.high
    low, high = f"−{-lead.low:.3f}", f"+{lead.high:.3f}"
    app = seen_page("models", example="four_models", left="linear")
    assert f"`neighbours` minus `forest` lies between {low} and {high} (95 %): 0 is among these" in said(app)


def test_a_lead_that_is_hardly_chance_is_said_to_be_so():
    app = uploaded(table(10)[["label", "model 2", "model 9"]])
    assert "`model 9` minus `model 2` lies between +0." in said(app)
    assert "the lead is hardly chance." in said(app)
    assert "adjusted" not in said(app)  # one pair
    assert DOUBT not in headline(app)


def test_long_drawing_leaves_the_page_and_comes_when_it_is_done(monkeypatch):
    monkeypatch.setattr(intervals, "AT_ONCE", 0.0)
    monkeypatch.setattr(progress, "is_shared", lambda *_: False)  # as if they were a visitor's own
    monkeypatch.setattr(works, "made_elsewhere", lambda make, given, report: make(*given, report))  # with few samples
    app = open_page("models", example="four_models")
    assert "forest" in headline(app)
    assert len(table_of(app, "winner")) == len(SCHEMES)
    assert set(table_of(app, "ROC area")["Bootstrap interval"]) == {"–"}
    assert "models_intervals_stop" in [button.key for button in app.button]
    app.session_state["model"] = "tree"
    app.run()  # another model in view: the same work goes on
    (work,) = app.session_state["visitor"].works.values()
    assert work.wait(60)
    app.run()
    assert "models_intervals_stop" not in [button.key for button in app.button]
    table = table_of(app, "ROC area").set_index("Model")
    for name in FOUR.names:
        expected = bootstrap_interval(FOUR.points(name), resamples=FEW_SAMPLES)
        assert table["Bootstrap interval"][name] == f"{expected.low:.3f} to {expected.high:.3f}"


def test_models_that_rank_alike_have_no_lead():
    frame = table(2)
    frame["model 1"] = frame["model 0"] / 2
    app = uploaded(frame)
    assert "On the same rows `model 0` and `model 1` have the same area." in said(app)
    app.selectbox(key="left").select("linear").run()
    assert "`model 0` and `model 1` have the same area in every sample" in said(app)


def test_the_ranking_has_every_scheme_every_model_and_the_winner_in_words():
    table = table_of(seen_page("models", example="four_models"), "winner")
    assert len(table) == len(SCHEMES)
    for row, (key, scheme) in zip(table.itertuples(index=False), SCHEMES.items(), strict=True):
        areas = [scheme.area(FOUR.points(name)) for name in FOUR.names]
        order = sorted(areas, reverse=True)
        by_name = dict(zip(FOUR.names, areas, strict=True))
        in_order = [by_name[name] for name in ("forest", "neighbours", "logistic", "tree")]
        assert list(row)[3:] == [f"{area:.3f} ({order.index(area) + 1})" for area in in_order]
        assert row.winner == FOUR.names[int(np.argmax(areas))]
        expected = "compared" if key == "step" else "same" if row.winner == "forest" else "another winner"
        assert row.change == expected
    assert table["change"].value_counts().to_dict() == {"same": 8, "another winner": 2, "compared": 1}


def test_a_change_of_scheme_changes_its_side_and_the_table():
    app = open_page("models", example="four_models")
    before = polygons(app, "models_chart")
    app.selectbox(key="right").select("envelope").run()
    assert polygons(app, "models_chart") == before
    expected = {name: pytest.approx(SCHEMES["envelope"].area(FOUR.points(name)), abs=1e-12) for name in FOUR.names}
    assert polygons(app, "models_right_chart") == expected
    app.selectbox(key="left").select("linear").run()
    assert not app.exception
    assert table_of(app, "ROC area")["Area"].max() == pytest.approx(SCHEMES["linear"].area(FOUR.points("neighbours")))


@pytest.mark.parametrize(
    ("example", "lang"), [("ten_rows", "en"), ("ten_rows", "zh"), ("digits", "en"), ("digits", "zh")]
)
def test_where_there_is_nothing_to_compare_the_page_says_so_and_leads_on(example, lang):
    app = open_page("models", example=example, lang=lang)
    assert headline(app) == NOTHING_TO_COMPARE[example_tasks(example).kind, lang]
    assert "data" in [link.proto.page for link in app.get("page_link")]
    app.button(key="take_four_models").click().run()
    assert "forest" in headline(app)
    assert len(polygons(app, "models_chart")) == 4


def test_classes_are_no_models():
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"label": np.tile(["a", "b", "c"], 30), **{name: rng.random(90) for name in "abc"}})
    assert headline(uploaded(frame)) == "These scores are classes, not models to compare"


def test_labels_are_no_models():
    rng = np.random.default_rng(5)
    labels = {f"y_{name}": np.arange(60) // step % 2 for name, step in (("cat", 1), ("dog", 2))}
    frame = pd.DataFrame({**labels, "s_cat": rng.random(60), "s_dog": rng.random(60)})
    assert headline(uploaded(frame)) == "These scores are of several labels, not of models to compare"


def table(models, rows=200, **more):
    rng = np.random.default_rng(2)
    label = (rng.random(rows) < 0.3).astype(int)
    scores = {f"model {n}": np.round(0.5 * rng.random(rows) + label * (n % 10) / 20, 3) for n in range(models)}
    return pd.DataFrame({"label": label, **scores, **more})


def test_thirty_models_are_drawn_four_in_colour():
    app = uploaded(table(30))
    assert len(polygons(app, "models_chart")) == 30
    assert "26 more models are drawn in grey." in said(app)
    assert len(table_of(app, "ROC area")) == 30
    assert sum(text.startswith("<b>0.") for text in printed(app, "models_chart")) == 4


def test_the_model_in_view_is_among_those_in_colour():
    app = uploaded(table(9))
    assert not any(text.endswith("model 2") for text in printed(app, "models_chart"))
    app.session_state["model"] = "model 2"
    app.run()
    assert any(text.endswith("model 2") for text in printed(app, "models_chart"))


def test_identical_models_have_the_same_area():
    frame = table(2)
    frame["model 1"] = frame["model 0"]
    app = uploaded(frame)
    assert headline(app) == "Both models have the same area under every scheme"
    ranking = table_of(app, "winner")
    assert set(ranking["winner"]) == {"model 0, model 1"}
    assert set(ranking["change"]) == {"compared", "same"}


def test_two_of_three_share_the_largest_area():
    frame = table(2)
    frame["twin"] = frame["model 1"]
    assert headline(uploaded(frame)) == "`model 1` and `twin` share the largest area under every scheme"


def test_a_constant_model_and_one_whose_best_is_negative_are_ranked():
    frame = table(3)
    frame["model 0"] = 0.5
    frame.loc[frame["label"] == 1, "model 1"] *= 0.1
    app = uploaded(frame, left="step", right="linear")
    areas = dict(table_of(app, "ROC area")[["Model", "Area"]].itertuples(index=False))
    for name in ("model 0", "model 1"):
        assert areas[name] == pytest.approx(average_precision_score(frame["label"], frame[name]), abs=1e-12)
    assert areas["model 0"] == pytest.approx(frame["label"].mean())


@pytest.mark.parametrize("unit", [1.0, 4.0])
def test_the_unit_of_weights_changes_no_interval(unit):
    weight = np.linspace(0.5, 1.5, 200)
    frame = table(2, sample_weight=unit * weight)
    app = uploaded(frame)
    areas = table_of(app, "ROC area")
    for name, area, drawn in areas[["Model", "Area", "Bootstrap interval"]].itertuples(index=False):
        expected = average_precision_score(frame["label"], frame[name], sample_weight=weight)
        assert area == pytest.approx(expected, abs=1e-12)
        interval = bootstrap_weighted_interval(frame["label"], frame[name], weight, resamples=FEW_SAMPLES)
        assert drawn == f"{interval.low:.3f} to {interval.high:.3f}"
    assert "`model 1` minus `model 0` lies between" in said(app)
    assert "One positive at a time" not in table_of(app, "winner")["scheme"].tolist()


def test_a_lead_from_few_rows_has_no_verdict():
    frame = pd.DataFrame(
        {"label": [1] + [0] * 9, "a": np.arange(10, 0, -1) / 20, "b": [0.27, *np.arange(9, 0, -1) / 20]}
    )
    app = uploaded(frame)
    assert "with only 1 of one class every sample is much like the data: no verdict" in said(app)
    assert "hardly chance" not in said(app)


def test_three_that_share_a_place_are_listed():
    frame = table(4)
    for model in (1, 2):
        frame[f"model {model}"] = frame["model 3"]
    assert headline(uploaded(frame)) == ("`model 1`, `model 2` and `model 3` share the largest area under every scheme")


def test_users_names_stay_text():
    frame = table(2).rename(columns={"model 0": "![x](http://y/z)", "model 1": '<a href="http://y">$a$</a>'})
    app = uploaded(frame)
    assert '`<a href="http://y">$a$</a>`' in headline(app)
    assert not any("<a" in text for text in printed(app, "models_chart"))


def test_a_long_name_is_cut_in_its_middle_in_the_headline():
    app = uploaded(table(2).rename(columns={"model 1": "the_best_of_all_models_that_were_ever_trained_v2"}))
    assert headline(app) == "`the_best_of_al…er_trained_v2` has the largest area under every scheme"


def test_models_named_like_the_columns_of_the_ranking_have_columns_of_their_own():
    app = uploaded(table(2).rename(columns={"model 0": "winner", "model 1": "scheme"}))
    assert list(table_of(app, "winner")) == ["scheme", "winner", "change", "m1", "m0"]


def test_other_columns_of_numbers_are_compared_with_one_click():
    frame = pd.DataFrame({"y": [1, 0, 1, 0], "logit": [2.5, -1.5, 0.5, 1], "margin": [7.0, 3.5, 1, 2]})
    app = uploaded(frame)
    assert headline(app) == "One score only, so no models to compare"
    app.button(key="compare_all").click().run()
    assert set(polygons(app, "models_chart")) == {"logit", "margin"}
