import io
import json
import re
from functools import cache

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from sklearn.metrics import average_precision_score

from pr_curve_lab.analysis.averages import AVERAGE_KINDS
from pr_curve_lab.analysis.formatting import format_threshold
from pr_curve_lab.analysis.train_test import train_test_gap
from pr_curve_lab.i18n.citations import area_name
from pr_curve_lab.i18n.group_sentences import span_text, train_test_text, train_test_title
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.io.table import Table
from pr_curve_lab.plotting import palette
from pr_curve_lab.schema.examples import example_dataset
from pr_curve_lab.schema.roles import infer_roles
from pr_metrics import area_interval, choose_threshold, logit_interval, operating_points
from pr_metrics.uncertainty.intervals import wilson_interval
from tests.pages.app import (
    annotation_texts,
    decode_array,
    figure_of,
    file_of,
    headline,
    open_page,
    page_with,
    polygon_area,
    rates_of,
    report_of,
    said,
    seen_page,
    sent_to_browser,
    table_with,
)
from tests.pages.regions import classes_in_regions, folds, one_model_in_regions
from tests.pr_curve_lab.analysis.test_train_test import train_test_rows
from tests.pr_curve_lab.exports.reading import Read

DIGITS = example_dataset("digits")
CLASSES_CSV = (
    "obs,p_a,p_b,p_c,fold\na,.7,.2,.1,1\nb,.1,.8,.1,1\nc,.2,.3,.5,1\na,.3,.3,.4,2\nb,.3,.4,.3,2\nc,.1,.5,.4,2\n"
)
FOLDS_CSV = "label,score,fold\n1,.9,1\n0,.8,1\n1,.7,1\n1,.6,2\n0,.5,2\n0,.4,2\n"


@cache
def _areas_of_rows():
    return np.array([average_precision_score(*row) for row in zip(DIGITS.positive, DIGITS.score, strict=True)])


def average_of(kind, rows=slice(None)):
    """Return the average by scikit-learn over some rows; the areas of single rows are computed once."""
    if kind == "samples":
        return _areas_of_rows()[rows].mean()
    return average_precision_score(DIGITS.positive[rows], DIGITS.score[rows], average=kind)


@pytest.mark.parametrize(("kind", "language"), [*((kind, "en") for kind in AVERAGE_KINDS), ("weighted", "zh")])
def test_every_average_is_that_of_scikit_learn_and_has_its_polygon(kind, language):
    app = seen_page("averages", example="digits", average=kind, lang=language)
    expected = average_of(kind)
    assert f"{expected:.3f}" in headline(app)
    assert polygon_area(app, "averages_chart") == pytest.approx(expected)
    notes = annotation_texts(app, "averages_chart")
    assert f"<b>{expected:.3f}</b>" in notes


def test_each_class_has_its_own_curve():
    app = seen_page("averages", example="digits", model="8")
    parts = [trace for trace in figure_of(app, "averages_chart")["data"] if trace["name"] == "part"]
    assert sorted(trace["meta"] for trace in parts) == list(DIGITS.names)
    assert parts[-1]["meta"] == "8"  # the selected class is drawn last, on top
    eight = average_precision_score(DIGITS.positive[:, 8], DIGITS.score[:, 8])
    assert any(f"8 {eight:.3f}" in note["text"] for note in figure_of(app, "averages_chart")["layout"]["annotations"])


def test_the_table_of_parts_sums_to_the_average():
    app = seen_page("averages", example="digits", average="weighted")
    table = app.dataframe[0].value
    assert list(table.columns) == ["Class or label", "Area", "Weight", "Area × weight"]
    area = average_of("weighted")
    assert table["Area × weight"].sum() == pytest.approx(area)
    assert f"sums to {area:.3f}" in said(app)


def test_the_rows_of_samples_are_counted():
    app = seen_page("averages", example="digits", average="samples")
    table = app.dataframe[0].value
    assert table["Rows"].sum() == 1797
    assert table["Area × weight"].sum() == pytest.approx(average_of("samples"))


@pytest.mark.parametrize("kind", AVERAGE_KINDS)
def test_the_folds_are_listed_with_their_mean_and_spread(kind):
    app = seen_page("averages", example="digits", average=kind)
    areas = [average_of(kind, DIGITS.group_of_row == fold) for fold in range(5)]
    table = table_with(app, "Fold")
    assert table["Area"].tolist() == pytest.approx(areas)
    assert "With positives" not in table  # every fold has rows of all ten classes
    assert f"Mean **{np.mean(areas):.3f}**, standard deviation {np.std(areas, ddof=1):.3f}" in said(app)
    low, high = student.interval(0.95, 4, np.mean(areas), np.std(areas, ddof=1) * np.sqrt(1 / 5 + 1 / 4))
    assert f"95% interval of the mean: {low:.3f} to {high:.3f} (Student's t, 5 folds)" in said(app)
    assert polygon_area(app, "folds_chart") == pytest.approx(np.mean(areas))
    assert f"from {min(areas):.3f}" in "".join(one.value for one in app.header)


def test_each_class_has_intervals_and_its_precision_and_recall():
    _, *rows = rates_of(seen_page("averages", example="digits"))
    areas = [row[1][0] for row in rows]
    assert areas == sorted(areas)
    points = operating_points(DIGITS.positive[:, 8], DIGITS.score[:, 8])
    best, interval = choose_threshold(points), area_interval(points)
    called = (points.true_positives + points.false_positives)[[best.index]]
    name, area, recall, precision = next(row for row in rows if row[0][0] == "8")
    assert area[1] == f"{interval.lower:.3f}–{interval.upper:.3f}"
    assert name[1].endswith(format_threshold(points.threshold, best.index))
    low, high = wilson_interval(points.precision[[best.index]], called)
    assert recall[0] == f"{points.recall[best.index]:.3f}"
    assert precision == (f"{points.precision[best.index]:.3f}", f"{low[0]:.3f}–{high[0]:.3f}")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_headline_names_the_weakest_class_with_its_numbers(language):
    app = seen_page("averages", example="digits", lang=language)
    points = DIGITS.points("8")
    at, interval = choose_threshold(points).index, area_interval(points)
    words, title = messages_in(language), headline(app)
    numbers = [points.recall[at], points.precision[at], interval.lower, interval.upper]
    assert "`8`" in title
    assert all(f"{number:.3f}" in title for number in numbers)
    assert words.format("summary.report") in [one.value for one in app.header]
    assert app.session_state["model"] == "8"
    assert seen_page("averages", example="digits", lang=language, model="0").session_state["model"] == "0"


def unequal_classes():
    """Return three classes: the rarest has the smallest area, but not at the same class balance."""
    rng = np.random.default_rng(0)
    kind = np.repeat(["rare", "middle", "common"], [50, 350, 600])
    apart = {"rare": 1.8, "middle": 1.2, "common": 1.5}
    scores = {f"p_{name}": (rng.normal(size=1000) + gap * (kind == name)).round(3) for name, gap in apart.items()}
    return pd.DataFrame({"kind": kind, **scores})


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_rare_class_is_not_the_weakest_for_its_share_alone(language, monkeypatch):
    frame, words, made = unequal_classes(), messages_in(language), report_of(monkeypatch)
    app = page_with(frame, "averages", lang=language)
    areas, balanced = {}, {}
    for name in ("rare", "middle", "common"):
        of_class, score = frame["kind"] == name, frame[f"p_{name}"]
        areas[name] = average_precision_score(of_class, score)
        to_third = np.where(of_class, 1 / of_class.mean(), 2 / (1 - of_class.mean()))
        balanced[name] = average_precision_score(of_class, score, sample_weight=to_third)
    assert min(areas, key=areas.get) == "rare"
    assert min(balanced, key=balanced.get) == "middle"
    assert headline(app) == words.format(
        "averages.headline_classes_balanced",
        average=words.format("averages.macro.name"),
        area=np.mean(list(areas.values())),
        lowest="`rare`",
        share="0.05",
        low=areas["rare"],
        weakest="`middle`",
        count=3,
    )
    facts = {"balance": "0.33", "weak": balanced["middle"], "low": balanced["rare"]}
    sentence = words.format("averages.at_same_balance", **facts, weakest="`middle`", lowest="`rare`")
    assert sentence in said(app)
    assert sentence.replace("`", "")[:-1] in made()
    assert app.session_state["model"] == "middle"
    notes = annotation_texts(app, "averages_chart")
    assert {f"{name} {areas[name]:.3f}" for name in ("rare", "middle")} <= set(notes)
    cited = app.code[0].value
    assert words.format("exports.at_same_balance", **facts, weakest="middle", lowest="rare") in cited
    assert words.format("exports.task_classes", name="middle") in cited
    assert [name[1].rpartition(" ")[0] for name, *_ in rates_of(app)[1:]] == [
        words.format("averages.class_counts", positives=count, share=share, threshold="").strip()
        for count, share in ((50, "0.05"), (350, "0.35"), (600, "0.60"))
    ]
    app.switch_page("pages/summary.py").run()
    assert sentence in said(app)


def test_a_class_is_shown_by_group_and_others_that_fail_in_one_are_named(monkeypatch):
    made = file_of(monkeypatch)
    frame = classes_in_regions()
    roles = {"group": "region"}
    app = page_with(frame, "averages", roles=roles, model="a")
    area, *others = sorted(
        average_precision_score(rows["kind"] == "a", rows["p_a"]) for _, rows in frame.groupby("region")
    )
    assert "By `region`: class a against the rest (choose another above)" in [one.value for one in app.header]
    assert sent_to_browser(app, "threshold_slider")["label"].startswith("Threshold for class a against the rest")
    (verdict,) = [one.value for one in app.markdown if one.value.startswith("`West` is clearly worse: ")]
    assert f"its area is {area:.3f} (" in verdict
    assert f"{others[0]:.3f} to {others[-1]:.3f} in the 3 others" in verdict
    assert "**`West` is clearly worse:**" not in said(app)
    cited = app.code[0].value.split("\n")[1]
    verdict = "class a against the rest does clearly worse in West: AP (step, ties together) = "
    assert cited.startswith(f"{verdict}{area:.3f} (95%")
    report = Read(made("report").decode()).said()
    assert "class a against the rest: West is clearly worse: its area is " in report
    assert cited in report
    record, listed = json.loads(made("json"))["task_by_group"], pd.read_csv(io.BytesIO(made("csv")))
    assert record["tasks"][0]["name"] == "a"
    assert record["folds"]["fails"] == record["groups"]["fails"] == ["West"]
    assert record["folds"]["each"][-1]["area"] == pytest.approx(area)
    found = listed[listed["quantity"] == "task_area_of_fold"].set_index("name")["value"]
    assert found["West"] == pytest.approx(area)
    app.session_state["model"] = "b"
    for page in ("averages", "summary"):
        app.switch_page(f"pages/{page}.py").run()
        assert f"For `a`: **`West` is clearly worse:** its average precision is {area:.3f}" in said(app)


@pytest.mark.parametrize("page", ["averages", "summary"])
def test_the_class_furthest_below_its_other_groups_is_in_the_headline_and_first(page):
    rng, n_rows = np.random.default_rng(4), 3000
    kind, region = rng.choice(["ok", "minor", "bad"], n_rows), rng.choice(["hill", "dale", "peak", "vale"], n_rows)
    above = {"ok": np.where(region == "hill", 2.0, 4.0), "bad": np.where(np.isin(region, ["dale", "peak"]), 0, 4.0)}
    scores = {
        f"p_{name}": above.get(name, 4.0) * (kind == name) + rng.normal(size=n_rows) for name in ("ok", "minor", "bad")
    }
    frame = pd.DataFrame({"region": region, "kind": kind, **scores})
    app = page_with(frame, page, roles={"group": "region"}, model="minor")
    found = re.findall(r"For `(\w+)`: \*\*", said(app))
    assert found == ["bad", "ok"]
    dale, peak = "`dale`, `peak`", "`peak`, `dale`"
    assert re.search(f"; `bad` does clearly worse in ({dale}|{peak}) \\(average precision at most 0", headline(app))
    app.session_state["model"] = "ok"
    assert "; `ok` does clearly worse in `hill` (average precision 0" in headline(app.run())


def test_a_class_and_its_groups_are_cited_at_the_same_threshold():
    frame = classes_in_regions()
    at = float(frame["p_c"].quantile(0.75).round(3))
    app = page_with(frame, "averages", roles={"group": "region"}, model="c", threshold=str(at))
    first = app.code[0].value.split("\n")[0]
    called, is_c = frame["p_c"] >= at, frame["kind"] == "c"
    rates = f"precision {is_c[called].mean():.3f}, recall {called[is_c].mean():.3f}"
    assert f"class c against the rest at score >= {at} (the selected threshold): {rates}" in first


def in_teams():
    """Return rows with two columns that could be groups: the model fails in one plan, and in no team."""
    frame = one_model_in_regions().rename(columns={"region": "plan"})
    return frame.assign(team=np.resize(["a", "b", "c"], len(frame)))


def group_column(app):
    return app.session_state["visitor"].in_use.roles.group


def test_the_page_opens_with_the_column_that_summary_names_and_offers_the_others():
    app = page_with(in_teams(), "averages")
    assert headline(app).startswith("`West` is clearly worse")
    assert group_column(app) == "plan"
    app.button(key="use_column_0").click().run()
    assert re.fullmatch("The areas by `team` go from .*, which may be chance", headline(app))


def test_no_groups_can_be_chosen_and_stay_so():
    app = page_with(in_teams(), "averages").switch_page("pages/data.py").run()
    app.selectbox(key="group").set_value(None).run()
    app.switch_page("pages/averages.py").run()
    assert headline(app) == messages_in("en").format("averages.nothing_yet", name="`mine.csv`")
    assert group_column(app) is None
    app.button(key="use_column_0").click().run()
    assert group_column(app) == "plan"


@pytest.mark.parametrize(("teams", "column"), [(1, "team_0"), (2, None)])
def test_a_column_in_which_no_group_fails_is_taken_if_it_is_the_only_one(teams, column):
    frame = in_teams().drop(columns="plan")
    for number in range(teams):
        frame[f"team_{number}"] = frame["team"]
    app = page_with(frame.drop(columns="team"), "averages")
    assert group_column(app) == column
    assert not app.session_state["visitor"].problems


def test_a_class_without_rows_is_named():
    rows = CLASSES_CSV.replace("fold", "p_d").replace(",1\n", ",.1\n").replace(",2\n", ",.2\n")
    app = page_with(rows, "averages")
    assert "there is no area: `d`" in app.warning[0].value


@pytest.mark.parametrize(
    ("example", "sentence"),
    [
        ("ten_rows", "a score for each class"),
        ("four_models", "This page needs a column of groups, such as a region or a fold. Choose"),
    ],
)
def test_data_with_nothing_to_average_get_a_button_to_an_example(example, sentence):
    app = open_page("averages", example=example)
    assert headline(app).startswith("No groups, classes or folds of ")
    assert sentence in said(app)
    app.button(key="take_digits").click().run()
    assert re.match(r"The macro average is 0\.\d{3}", headline(app))


@pytest.mark.parametrize("value", ["median", "none", ""])
def test_an_unknown_average_in_the_address_gets_a_warning(value):
    app = seen_page("averages", example="digits", average=value)
    assert "average" in app.warning[0].value
    assert "macro average" in headline(app)


SCORES = ((7, 2, 1), (6, 3, 5), (2, 7, 1), (3, 6, 4), (5, 1, 4), (6, 2, 2))
HARD = "".join(  # fold 2 has no row of c, the class with the smallest area
    f"{label},{a},{b},{c},{fold}\n"
    for fold, rows in ((1, "aabbcc"), (2, "aabb"))
    for label, (a, b, c) in zip(rows, SCORES[: len(rows)], strict=True)
)


def test_a_fold_that_lacks_a_class_is_named_beside_its_average():
    app = page_with("kind,p_a,p_b,p_c,fold\n" + HARD, "averages", average="macro")
    assert table_with(app, "With positives")["With positives"].tolist() == [3, 2]
    assert "fold `2` without `c`" in app.warning[0].value
    sentence = next(code.value for code in app.code if "mean over 2 folds" in code.value)
    assert "1 of them without positives of some class or label" in sentence
    assert not page_with("kind,p_a,p_b,p_c,fold\n" + HARD, "averages", average="weighted").warning


def test_rows_without_any_label_are_left_out_with_a_message():
    rows = "y_cat,y_dog,s_cat,s_dog\n1,0,.9,.2\n0,1,.3,.8\n0,0,.6,.5\n1,1,.4,.1\n0,0,.2,.9\n"
    app = page_with(rows, "averages", average="samples")
    assert "each of the 3 rows ranks its 2 scores" in said(app)
    assert "2 rows without any label have no area and are left out." in said(app)
    assert app.dataframe[0].value["Rows"].sum() == 3
    assert "n = 3;" in next(code.value for code in app.code if "Samples average" in code.value)


SITES = "label,score,site\n" + "".join(
    f"{label},{score},{site}\n"
    for site, rows in {
        "north": [(1, 0.9), (1, 0.8), (0, 0.7), (0, 0.1)],
        "south": [(0, 0.9), (1, 0.8), (0, 0.7), (0, 0.6)],
        "west": [(0, 0.5), (0, 0.4), (0, 0.3), (0, 0.2)],
    }.items()
    for label, score in rows
)


def test_each_group_is_drawn_with_its_own_chance_level():
    app = page_with(SITES, "averages", roles={"group": "site"})
    assert headline(app) == "The areas by `site` go from 0.500 (`south`) to 1.000 (`north`), which may be chance"
    assert "0.500 (south) to 1.000 (north), which may be chance" in app.code[0].value
    drawn = figure_of(app, "groups_chart")["data"]
    intervals = {one["meta"]: decode_array(one["x"]).tolist() for one in drawn if one["name"] == "interval"}
    assert {name: ends[1] for name, ends in intervals.items()} == {"north": 1, "south": 0.5}  # west has no positive
    for name, area, positives in (("north", 1.0, 2), ("south", 0.5, 1)):  # a perfect ranking; a single positive
        interval = logit_interval(area, positives)
        assert intervals[name][::2] == pytest.approx([interval.lower, interval.upper])
    assert [decode_array(one["x"]).tolist() for one in drawn if one["name"] == "chance"] == [[0.25], [0.5]]


FAILS = {
    "en": "`West` is clearly worse: its area is 0.073 (0.045 to 0.116), against 0.511 to 0.553 in the 3 others;"
    " unlikely to be chance",
    "zh": "模型在 `West` 明显较差：面积为 0.073（0.045 到 0.116），其余 3 组为 0.511 到 0.553，不大可能是偶然",
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_group_that_fails_is_named_first(language):
    app = page_with(one_model_in_regions(), "averages", roles={"group": "region"}, lang=language)
    assert headline(app) == FAILS[language]
    kept = {"en": ["0.045_to_0.116", "0.511_to_0.553"], "zh": ["0.045_到_0.116", "其余 3_组"]}[language]
    assert all(text.replace("_", "\N{NO-BREAK SPACE}") in app.title[0].value for text in kept)
    words = messages_in(language)
    assert words.format("averages.fails_by_chance", chance=0.06, worst="`West`") in said(app)
    assert not [one.value for one in app.markdown if one.value.startswith("**`West`")]  # the sentence to copy says it
    west = {"names": "West", "areas": words.format("exports.group_fails", area=0.073, lower=0.045, upper=0.116)}
    model, measure = words.format("exports.the_model"), area_name("step", words)
    others = span_text(0.511, 0.553, words)
    first = words.format("exports.groups_fail", model=model, measure=measure, others=others, **west)
    at_threshold = words.format(
        "exports.group_at_threshold", threshold="1.533", rates=words.format("exports.of", name="West")
    )
    cited = app.code[0].value
    assert cited.startswith(first)
    assert 0 < cited.index(at_threshold) < cited.index("n = ")
    (_, *rows), threshold, frame = rates_of(app), app.session_state["threshold"], one_model_in_regions()
    names = [name for (name, _), *_ in rows]
    assert names == ["West", "South", "East", "North"]
    called = frame[frame.forest >= threshold]
    hits, positives = called.groupby("region").fraud.sum(), frame.groupby("region").fraud.sum()
    by_hand = [hits / positives, hits / called.groupby("region").size()]
    assert [[row[at][0] for row in rows] for at in (2, 3)] == [
        [f"{one[name]:.3f}" for name in names] for one in by_hand
    ]
    low, high = wilson_interval(by_hand[0][["West"]].to_numpy(), positives[["West"]].to_numpy())
    assert rows[0][2][1] == f"{low[0]:.3f}–{high[0]:.3f}"
    rows = [one for one in figure_of(app, "groups_chart")["data"] if one["name"] == "interval"]
    assert [one["meta"] for one in rows] == ["West", "South", "East", "North"]
    curves = {one["meta"]: one for one in figure_of(app, "averages_chart")["data"] if one["name"] == "part"}
    assert [name for name, one in curves.items() if one["line"]["color"] == palette.VERMILLION.line] == ["West"]
    assert rows[0]["line"]["color"] == palette.VERMILLION.line
    notes = annotation_texts(app, "averages_chart")
    assert "West 0.073" in notes


def test_the_threshold_of_the_groups_can_be_changed_and_is_that_of_other_pages():
    app, frame = page_with(one_model_in_regions(), "averages", roles={"group": "region"}), one_model_in_regions()
    before = app.session_state["threshold"]
    app.button(key="stricter").click().run()
    threshold = app.session_state["threshold"]
    assert threshold == frame.forest[frame.forest > before].min()
    called = frame[frame.forest >= threshold]
    recall = called.groupby("region").fraud.sum() / frame.groupby("region").fraud.sum()
    (_, *rows) = rates_of(app)
    assert {name: cell for (name, _), _, (cell, _), _ in rows} == {name: f"{one:.3f}" for name, one in recall.items()}
    assert f"Each group at score ≥ {threshold:g}" in "".join(one.value for one in app.header)
    app.switch_page("pages/curve.py").run()
    assert app.session_state["threshold"] == threshold


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_report_and_the_numbers_name_the_group_that_fails(language, monkeypatch):
    made = file_of(monkeypatch)
    page_with(one_model_in_regions(), "averages", roles={"group": "region"}, lang=language)
    report = re.sub("<[^>]+>", "", made("report").decode())
    assert FAILS[language].replace("`", "") in report
    found = json.loads(made("json"))["folds"]
    assert found["fails"] == ["West"]
    assert {one["interval"]["method"] for one in found["each"]} == {"influence"}


def test_the_curve_of_the_group_that_fails_is_one_click_away():
    app = page_with(one_model_in_regions(), "averages", roles={"group": "region"})
    app.button(key="show_alone_0").click().run()
    assert not app.exception
    assert app.session_state["subgroup"] == "West"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_interval_of_the_mean_over_folds_names_its_assumption(language):
    frame = folds()
    areas = [average_precision_score(one.label, one.score) for _, one in frame.groupby("fold")]
    low, high = student.interval(0.95, 4, np.mean(areas), np.std(areas, ddof=1) * np.sqrt(1 / 5 + 1 / 4))
    app = page_with(frame, "averages", roles={"group": "fold"}, lang=language)
    assert f"{low:.3f} {'to' if language == 'en' else '到'} {high:.3f}" in said(app)
    assert "Nadeau & Bengio 2003" in said(app)


@pytest.mark.parametrize(("column", "names", "called"), [
    ("split", "ab", "groups"), ("split", "12", "folds"), ("fold", "12", "folds"), ("fold", "ab", "folds"),
    ("k", ["fold-1", "fold-2"], "folds"), ("k", ["第1折", "第2折"], "folds"), ("k", ["2019", "2020"], "groups"),
    ("k", ["7041", "88"], "groups"), ("site", "12", "groups"),
])  # fmt: skip
def test_small_numbers_are_folds_and_years_are_groups(column, names, called):
    first, second = names
    table = FOLDS_CSV.replace(",1\n", f",{first}\n").replace(",2\n", f",{second}\n").replace("fold", column)
    app = page_with(table, "averages", roles={"group": column})
    assert ("fold" in headline(app)) == (called == "folds")
    assert rates_of(app)[0][0][0] == {"folds": "Fold", "groups": "Group"}[called]
    drawn = json.dumps(figure_of(app, "averages_chart"), ensure_ascii=False)
    assert ("fold 1" in drawn) == (names == "12" and called == "folds")
    assert f"Mean of the {called}" in drawn
    assert f"mean over 2 {called} = " in app.code[0].value


@pytest.mark.parametrize("language", ["en", "zh"])
def test_training_rows_are_compared_with_the_test_rows_in_view(language):
    frame = train_test_rows(0, 300, gain=2.0)
    app, words = page_with(frame, "averages", lang=language), messages_in(language)
    table = Table("mine", frame)
    gap = train_test_gap(table, infer_roles(table), "score", exclude=False)
    assert gap.is_significant
    assert headline(app) == train_test_title(gap, words)
    assert train_test_text(gap, words) in said(app)
    assert app.dataframe[0].value.iloc[:, 3].tolist() == pytest.approx([gap.train.area, gap.test.area])
    assert "<b>split = test</b>" in annotation_texts(app, "averages_chart")
    assert words.format("averages.groups.mean") not in said(app)
    assert "split = test" in app.code[0].value
    assert ("selectbox", "left") not in {(one.type, one.key) for one in app.selectbox}  # the gap is that of step areas
    assert polygon_area(app, "averages_chart") == pytest.approx(gap.test.area, abs=1e-12)


@pytest.mark.parametrize("is_split", [True, False])
def test_exports_have_the_gap_and_no_mean_of_training_and_test_rows(is_split, monkeypatch):
    frame, words, made = train_test_rows(0, 300, gain=2.0), messages_in("en"), file_of(monkeypatch)
    app = page_with(frame, "data", lang="en")
    if not is_split:
        app.button(key="offer_chose_part_1").click().run()  # use all rows
    app.switch_page("pages/averages.py").run()
    gap = train_test_gap(Table("mine", frame), infer_roles(Table("mine", frame)), "score", exclude=False)
    record = json.loads(made("json"))
    found, counted = record["train_test"], {"rows": 150, "positives": gap.test.positives, "area": gap.test.area}
    assert found["test"] == {"name": "test", "prevalence": gap.test.prevalence, **counted}
    assert (found["train"]["area"], found["gap"], found["p_value"]) == (gap.train.area, gap.gap, gap.p_value)
    assert (found["interval"]["low"], found["interval"]["high"]) == (gap.interval.lower, gap.interval.upper)
    assert record["folds"]["mean"] is None
    listed = pd.read_csv(io.BytesIO(made("csv"))).set_index("quantity")["value"]
    assert (listed["train_area"], listed["gap_low"]) == (gap.train.area, gap.interval.lower)
    assert not [name for name in listed.index if "mean" in name]
    report = Read(made("report").decode()).said()
    assert train_test_title(gap, words) in report
    assert train_test_text(gap, words).replace("`", "") in report
    assert f" = {gap.test.area:.3f} on split = test (n = 150, " in record["citation"][0]
    assert words.format("averages.groups.mean") not in report


def test_all_rows_name_no_worst_group_if_the_groups_are_training_and_test_rows():
    app = page_with(train_test_rows(0, 600, gain=3.0), "data")
    app.button(key="offer_chose_part_1").click().run()  # use all rows
    app.switch_page("pages/averages.py").run()
    assert len(app.dataframe[0].value) == 2
    assert messages_in("en").format("averages.groups.mean") not in annotation_texts(app, "averages_chart")
    assert not [button for button in app.button if button.key.startswith("show_alone")]
    app.switch_page("pages/curve.py").run()
    assert not re.search("`(train|test)` is clearly worse", said(app))


def test_counts_in_tables_have_separators():
    tables = seen_page("averages", example="digits", average="micro").dataframe
    formats = [json.loads(table.proto.columns) for table in tables]
    assert [one["Area"]["type_config"]["format"] for one in formats] == ["%.3f", "%.3f"]
    assert formats[0]["Positives"]["type_config"]["format"] == formats[1]["Rows"]["type_config"]["format"] == "%,d"
