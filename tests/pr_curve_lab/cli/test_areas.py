"""`prlab ap` and `prlab points`: the numbers are those of pr_metrics."""

import csv as csv_reader
import io
import json
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from sklearn.metrics import average_precision_score

from pr_curve_lab.analysis.averages import AVERAGE_KINDS
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_dataset
from pr_metrics import SCHEMES, area_interval, interval_method, operating_points, random_average_precision, tie_bounds
from tests.pages.regions import csv, folds, one_model_in_regions, regions
from tests.repository import ROOT

POINTS = operating_points([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])


def models_of(result):
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)["models"]


def test_json_has_every_area_with_its_interval(prlab):
    result = prlab("ap", "scores.csv", "--label", "label", "--score", "score", "--json")
    (model,) = models_of(result)
    facts = json.loads(result.stdout)
    assert list(facts) == ["columns", "notices", "models"]
    assert facts["columns"] == {"label": "label", "positive": "1", "scores": ["score"], "weight": None, "groups": None}
    assert [model[name] for name in ("name", "rows", "positives")] == ["score", 4, 2]
    assert model["areas"] == {key: scheme.area(POINTS) for key, scheme in SCHEMES.items()}
    interval, ties = area_interval(POINTS), tie_bounds(POINTS)
    ends = {"low": interval.lower, "high": interval.upper, "level": 0.95}
    assert model["interval"]["step"] == {**ends, "method": interval_method(POINTS)}
    assert model["tie_range"] == {"worst": ties.lower, "expected": ties.expected, "best": ties.upper}
    assert model["random"] == random_average_precision(2, 2)
    assert result.stderr == ""


def test_an_earlier_key_of_a_scheme_is_accepted(prlab):
    (model,) = models_of(prlab("ap", "scores.csv", "--scheme", "linear_cut", "--scheme", "linear_truncated", "--json"))
    assert model["areas"] == {"linear_truncated": SCHEMES["linear_truncated"].area(POINTS)}


def test_several_scores_are_models_in_the_given_order(prlab):
    models = models_of(prlab("ap", "models.csv", "-l", "y", "-s", "tree", "-s", "forest", "--positive", "no", "--json"))
    assert [one["name"] for one in models] == ["tree", "forest"]
    for one, score in zip(models, ([0.4, 0.3, 0.6, 0.5], [0.9, 0.8, 0.7, 0.1]), strict=True):
        assert one["areas"]["step"] == SCHEMES["step"].area(operating_points([0, 1, 0, 1], score))


def test_a_score_that_is_named_twice_is_one_model(prlab):
    result = prlab("ap", "models.csv", "-l", "y", "-s", "tree", "-s", "tree", "--json")
    assert [one["name"] for one in models_of(result)] == ["tree"]
    assert prlab("report", "models.csv", "-l", "y", "-s", "tree", "-s", "tree").exit_code == 0


def test_rows_are_weighted(prlab):
    result = prlab("ap", "models.csv", "-l", "y", "-s", "forest", "-w", "w", "--json")
    (model,) = models_of(result)
    points = operating_points([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], sample_weight=[1, 2, 1, 2])
    assert model["areas"]["step"] == SCHEMES["step"].area(points)
    assert (model["tie_range"], model["random"]) == (None, None)
    assert json.loads(result.stdout)["columns"]["weight"] == "w"


def test_classes_without_a_positive_have_null_areas(prlab, files):
    (files / "test.csv").write_text("split,y,p_a,p_b,p_c\ntest,a,.6,.3,.1\ntest,b,.2,.7,.1\ntrain,c,.1,.3,.6\n")
    assert [one["name"] for one in models_of(prlab("ap", "classes.csv", "--json"))] == ["a", "b", "c"]
    by_name = {one["name"]: one for one in models_of(prlab("ap", "test.csv", "--json"))}
    assert by_name["a"]["areas"]["step"] == 1
    assert by_name["c"]["areas"] == dict.fromkeys(SCHEMES)
    assert (by_name["a"]["prevalence"], by_name["c"]["prevalence"]) == (0.5, 0)
    assert by_name["c"].keys() == by_name["a"].keys()


def test_piped_tables_are_plain_text_with_whole_names(prlab, folder):
    name = "a_very_long_name_of_a_model_" * 5
    (folder / "long.csv").write_text(f"label,{name}\n1,0.9\n0,0.8\n1,0.7\n")
    lines = prlab("ap", "long.csv", "--scheme", "step").stdout.splitlines()
    assert [line.split()[:4] for line in lines if line][-3] == [name, "step", "0.833", "0.108"]
    assert lines[-1].split() == [name, "AP=0.833|join:step|positives:2/3|version:prcl-1.0"]
    assert all(line.isascii() for line in lines)


def test_the_method_of_each_interval_is_printed(prlab, folder):
    """Schemes that join all points use the influence of rows, those that read a few levels the number of positives."""
    (folder / "rows.csv").write_bytes(csv(folds()))
    schemes = (f"--scheme={one}" for one in ("step", "linear", "eleven_point"))
    lines = prlab("ap", "rows.csv", *schemes).stdout.splitlines()
    areas = [line.split() for line in lines if line.startswith("score") and "AP=" not in line]
    found = {line[1]: line[5] for line in areas if "." in line[2]}
    assert found == {"step": "influence", "linear": "influence", "eleven_point": "logit"}


def test_folds_are_printed_with_their_mean_and_interval(prlab, folder):
    frame = folds()
    (folder / "rows.csv").write_bytes(csv(frame))
    areas = [average_precision_score(one.label, one.score) for _, one in frame.groupby("fold")]
    mean, deviation = np.mean(areas), np.std(areas, ddof=1)
    low, high = student.interval(0.95, 4, mean, deviation * np.sqrt(1 / 5 + 1 / 4))
    (found,) = [one["groups"] for one in models_of(prlab("ap", "rows.csv", "--json"))]
    assert (found["column"], found["called"], found["scheme"], found["fails"]) == ("fold", "folds", "step", [])
    assert [one["area"] for one in found["each"]] == pytest.approx(areas)
    assert (found["mean"], found["standard_deviation"]) == pytest.approx((mean, deviation))
    assert (found["interval"]["low"], found["interval"]["high"]) == pytest.approx((low, high))
    assert found["all_rows"] == pytest.approx(average_precision_score(frame.label, frame.score))
    text = prlab("ap", "rows.csv").stdout
    assert f"Over 5 folds the area is {mean:.3f} on average" in text
    assert f"95% interval of the mean: {low:.3f} to {high:.3f} (Student's t, 5 folds)" in text
    assert [line.split()[0] for line in text.splitlines()[-5:]] == ["1", "2", "3", "4", "5"]


def test_a_group_that_fails_is_named_as_on_the_page(prlab, folder):
    (folder / "rows.csv").write_bytes(csv(one_model_in_regions().rename(columns={"region": "site"})))
    result = prlab("ap", "rows.csv", "--score", "forest", "--label", "fraud")
    text = result.stdout
    assert "group 'site'" in result.stderr
    assert "'West' is clearly worse: its area is 0.073 (0.045 to 0.116), against 0.511 to 0.553 in the 3 others" in text
    assert messages_in("en").format("averages.fails_by_chance", chance=0.06, worst="'West'").strip() in text
    areas, rates = (part.splitlines()[-4:] for part in text.split("\n\n")[-2:])
    assert [line.split()[0] for line in areas] == ["West", "South", "East", "North"]
    (found,) = models_of(prlab("ap", "rows.csv", "--score", "forest", "--label", "fraud", "--json"))
    at = found["groups"]["at_threshold"]
    assert found["groups"]["fails"] == at["fails"] == ["West"]
    each = {one["name"]: one for one in at["each"]}
    for line in rates:
        one = each[line.split()[0]]
        ends = [f"{one[name]:.3f}" for name in ("recall", "recall_low", "recall_high")]
        assert line.split()[:5] == [one["name"], f"{one['positives']:.0f}", *ends]
    assert f"≥ {at['threshold']:.12g}" in text
    assert "'West' is clearly lower at this threshold" in text


def test_each_model_has_its_groups(prlab, folder):
    (folder / "rows.csv").write_bytes(csv(regions().rename(columns={"region": "site"})))
    asked = ("--score", "tree", "--score", "forest", "--label", "fraud")
    text = prlab("ap", "rows.csv", *asked).stdout
    assert "tree: 'West' is clearly worse: its area is 0.069" in text
    assert "forest: 'West' is clearly worse: its area is 0.073" in text
    assert [one["groups"]["fails"] for one in models_of(prlab("ap", "rows.csv", *asked, "--json"))] == [
        ["West"],
        ["West"],
    ]


def test_classes_are_printed_with_their_averages_and_folds(prlab):
    dataset = example_dataset("digits")
    result = prlab("ap", str(ROOT / "sample_data/digits.csv"), "--scheme", "step", "--json")
    facts = json.loads(result.stdout)
    expected = {kind: average_precision_score(dataset.positive, dataset.score, average=kind) for kind in AVERAGE_KINDS}
    assert facts["averages"] == pytest.approx({"scheme": "step", **expected})
    in_fold = [dataset.group_of_row == fold for fold in range(5)]
    areas = [average_precision_score(dataset.positive[fold], dataset.score[fold], average="macro") for fold in in_fold]
    assert facts["groups"]["average"] == "macro"
    assert [one["area"] for one in facts["groups"]["each"]] == pytest.approx(areas)
    assert "groups" not in facts["models"][0]
    text = prlab("ap", str(ROOT / "sample_data/digits.csv"), "--scheme", "step").stdout
    for kind in AVERAGE_KINDS:
        assert re.search(rf"^{kind} +step +{expected[kind]:.3f}$", text, re.MULTILINE)
    assert f"Over 5 folds the macro average is {np.mean(areas):.3f}" in text


def table_of(result):
    rows = list(csv_reader.DictReader(io.StringIO(result.stdout)))
    return {name: [row[name] for row in rows] for name in rows[0]}


def test_csv_has_every_point_exactly(prlab, folder):
    rng = np.random.default_rng(0)
    label, score = rng.integers(0, 2, 500), rng.random(500)
    pd.DataFrame({"label": label, "score": score}).to_csv(folder / "random.csv", index=False)
    points = operating_points(label, score)
    table = table_of(prlab("points", "random.csv"))
    assert [float(one) for one in table["threshold"]] == points.threshold.tolist()
    assert [float(one) for one in table["precision"]] == points.precision.tolist()
    assert [float(one) for one in table["false_negatives"]] == (points.positives - points.true_positives).tolist()


def test_json_has_the_points_as_numbers(prlab):
    result = prlab("points", "scores.csv", "--json")
    (model,) = json.loads(result.stdout)["models"]
    assert model["name"] == "score"
    assert model["points"]["precision"] == [1, 0.5, 2 / 3, 0.5]
    assert model["points"]["f1"] == pytest.approx([2 / 3, 0.5, 0.8, 2 / 3])


def test_points_of_several_models_share_one_header(prlab):
    result = prlab("points", "models.csv", "-l", "y", "-s", "forest", "-s", "tree")
    table = table_of(result)
    assert next(iter(table)) == "model"
    assert table["model"] == ["forest"] * 4 + ["tree"] * 4
    assert [float(one) for one in table["threshold"][4:]] == [0.6, 0.5, 0.4, 0.3]
