"""`prlab ap`: the numbers are those of pr_metrics, whatever the format, and a refusal is one sentence."""

import gzip
import json
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from sklearn.metrics import average_precision_score

from pr_curve_lab.analysis.averages import AVERAGE_KINDS
from pr_curve_lab.schema.examples import example_dataset
from pr_metrics import (
    SCHEMES,
    area_interval,
    interval_method,
    operating_points,
    random_average_precision,
    tie_bounds,
)
from tests.pages.regions import csv, folds, one_model_in_regions, regions
from tests.pr_curve_lab.cli.conftest import SCORES
from tests.repository import ROOT

POINTS = operating_points([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
WRITERS = {
    "csv": lambda frame, path: frame.to_csv(path, index=False),
    "tsv": lambda frame, path: frame.to_csv(path, index=False, sep="\t"),
    "csv.gz": lambda frame, path: frame.to_csv(path, index=False),
    "csv.zip": lambda frame, path: frame.to_csv(path, index=False),
    "parquet": lambda frame, path: frame.to_parquet(path),
    "feather": lambda frame, path: frame.to_feather(path),
    "json": lambda frame, path: frame.to_json(path, orient="records"),
    "jsonl": lambda frame, path: frame.to_json(path, orient="records", lines=True),
    "xlsx": lambda frame, path: frame.to_excel(path, index=False),
    "ods": lambda frame, path: frame.to_excel(path, index=False),
}


def models_of(result):
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)["models"]


def test_json_has_every_area_with_its_interval_ties_and_chance(prlab):
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


def test_columns_are_guessed_and_it_is_said(prlab):
    result = prlab("ap", "scores.csv", "--json")
    assert models_of(result)[0]["name"] == "score"
    assert result.stderr == "prlab: as guessed: label 'label' (positive: '1'), score 'score'\n"


TWO_LABELS = "label,target,score\n" + "".join(f"{at % 2},{at % 3 % 2},0.{at}\n" for at in range(1, 10))
TWO_INPUTS = "diseased,age,bmi\n" + "".join(f"{at % 2},{30 + 7 * at % 11},{20 + at % 5}.5\n" for at in range(1, 10))


@pytest.mark.parametrize(
    ("content", "role", "columns", "answer"),
    [
        (TWO_LABELS, "label", ["label", "target"], ["--label", "target"]),
        (TWO_INPUTS, "score", ["age", "bmi"], ["--score", "bmi"]),
    ],
    ids=["label", "score"],
)
def test_a_column_is_asked_for_where_two_are_as_likely(prlab, folder, content, role, columns, answer):
    (folder / "open.csv").write_text(content)
    result = prlab("ap", "open.csv")
    assert (result.exit_code, result.stdout) == (2, "")
    assert all(part in result.stderr for part in (f"--{role}", *map(repr, columns)))
    refused = prlab("ap", "open.csv", "--json")
    facts = json.loads(refused.stdout)
    assert refused.exit_code == 2
    assert (facts["columns"], facts["candidates"]) == (None, {role: columns})
    assert [f"prlab: {one}" for one in facts["notices"]] == refused.stderr.splitlines()
    assert prlab("ap", "open.csv", *answer).exit_code == 0


def test_a_column_that_could_be_meant_is_named(prlab, folder):
    rows = "".join(f"{at % 2},{at % 3 % 2},0.{at}\n" for at in range(1, 10))
    (folder / "scores.csv").write_text(f"label,died,score\n{rows}")
    facts = json.loads(prlab("ap", "scores.csv", "--json").stdout)
    assert facts["columns"]["label"] == "label"
    assert any("'died'" in one and "--label" in one for one in facts["notices"])
    assert not any(
        "'died'" in one for one in json.loads(prlab("ap", "scores.csv", "-l", "label", "--json").stdout)["notices"]
    )


def test_the_row_of_the_header_can_be_named(prlab, folder):
    (folder / "titled.csv").write_text("who,how\nlabel,score\n1,0.9\n0,0.8\n1,0.7\n0,0.1\n")
    result = prlab("ap", "titled.csv", "--header", "2", "--json")
    assert json.loads(result.stdout)["columns"]["scores"] == ["score"]
    assert prlab("ap", "titled.csv", "--header", "9").exit_code == 2


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("score,positives,negatives\n.9,7,2\n.5,2,3\n.2,3,9\n", "as guessed: weight 'count'"),
        ("label,score,count\n1,.9,7\n0,.8,2\n1,.2,3\n0,.1,9\n", "as guessed: weight 'count'"),
        ("label,score,split\n1,.9,test\n0,.8,train\n1,.2,test\n0,.5,test\n", "as guessed: group 'split' (only 'test')"),
        ("label,score,num_positives\n1,.9,7\n0,.8,7\n1,.2,7\n0,.1,7\n", "'num_positives' says how many positives"),
    ],
)
def test_named_columns_leave_what_else_is_guessed_and_that_is_said(prlab, folder, content, sentence):
    (folder / "mine.csv").write_text(content)
    (guessed,) = models_of(prlab("ap", "mine.csv", "--json"))
    result = prlab("ap", "mine.csv", "-l", "label", "-s", "score", "--json")
    assert models_of(result) == [guessed]
    assert result.stderr.startswith(f"prlab: {sentence}")


def test_only_what_was_guessed_is_said_to_be(prlab):
    assert prlab("ap", "scores.csv", "-l", "label").stderr == "prlab: as guessed: score 'score'\n"
    assert prlab("ap", "scores.csv", "-s", "score").stderr == "prlab: as guessed: label 'label' (positive: '1')\n"
    assert "weight 'w'" not in prlab("ap", "models.csv", "-l", "y", "-w", "w").stderr


@pytest.mark.parametrize("ending", WRITERS)
def test_every_format_that_the_app_reads_gives_the_same_areas(prlab, folder, ending):
    frame = pd.read_csv(folder / "scores.csv")
    WRITERS[ending](frame, folder / f"mine.{ending}")
    (model,) = models_of(prlab("ap", f"mine.{ending}", "--scheme", "linear", "--json"))
    assert model["areas"] == {"linear": SCHEMES["linear"].area(POINTS)}
    (model,) = models_of(prlab("ap", f"mine.{ending}", "--scheme", "linear_cut", "--json"))  # its key before
    assert model["areas"] == {"linear_truncated": SCHEMES["linear_truncated"].area(POINTS)}


def test_standard_input_is_read_whatever_its_format(prlab):
    for content in (SCORES.encode(), gzip.compress(SCORES.encode())):
        (model,) = models_of(prlab("ap", "-", "--json", given=content))
        assert model["areas"]["step"] == SCHEMES["step"].area(POINTS)
    result = prlab("ap", "-", "-", given=SCORES)
    assert (result.exit_code, result.stderr) == (2, "prlab: standard input can be read once only\n")


def test_several_scores_are_models_in_the_order_that_they_are_named(prlab):
    models = models_of(prlab("ap", "models.csv", "-l", "y", "-s", "tree", "-s", "forest", "--positive", "no", "--json"))
    assert [one["name"] for one in models] == ["tree", "forest"]
    for one, score in zip(models, ([0.4, 0.3, 0.6, 0.5], [0.9, 0.8, 0.7, 0.1]), strict=True):
        assert one["areas"]["step"] == SCHEMES["step"].area(operating_points([0, 1, 0, 1], score))


def test_a_score_that_is_named_twice_is_one_model(prlab):
    result = prlab("ap", "models.csv", "-l", "y", "-s", "tree", "-s", "tree", "--json")
    assert [one["name"] for one in models_of(result)] == ["tree"]
    assert prlab("report", "models.csv", "-l", "y", "-s", "tree", "-s", "tree").exit_code == 0


def test_rows_count_by_their_weights(prlab):
    result = prlab("ap", "models.csv", "-l", "y", "-s", "forest", "-w", "w", "--json")
    (model,) = models_of(result)
    points = operating_points([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], sample_weight=[1, 2, 1, 2])
    assert model["areas"]["step"] == SCHEMES["step"].area(points)
    assert (model["tie_range"], model["random"]) == (None, None)
    assert json.loads(result.stdout)["columns"]["weight"] == "w"


@pytest.mark.parametrize(
    ("name", "said"),
    [("w", "'w' is taken as weights of rows: a weight of 3 is not three rows."),
     ("count", "'count' is taken as counts: each line stands for so many rows.")],
)  # fmt: skip
def test_what_a_column_of_weights_is_taken_for_is_said(prlab, folder, name, said):
    (folder / "some.csv").write_text(f"label,score,{name}\n1,0.9,7\n0,0.8,2\n1,0.7,3\n0,0.1,9\n")
    assert said in prlab("ap", "some.csv", "-w", name).stderr


def test_a_column_called_weight_that_is_not_used_is_said_to_be_there(prlab, folder):
    (folder / "heavy.csv").write_text("label,score,weight\n1,0.9,70.5\n0,0.8,80.2\n1,0.7,65.1\n0,0.1,90.4\n")
    said = "There is a column 'weight', but no weight is chosen, so every row counts once."
    assert said in json.loads(prlab("ap", "heavy.csv", "--json").stdout)["notices"]
    assert said not in prlab("ap", "heavy.csv", "-w", "weight").stderr


def test_several_files_are_models_joined_by_their_ids(prlab, folder):
    (folder / "labels.csv").write_text("id,label\na,1\nb,0\nc,1\nd,0\n")
    (folder / "one").mkdir()
    (folder / "two").mkdir()
    (folder / "one/run.csv").write_text("id,score\na,0.9\nb,0.8\nc,0.7\nd,0.1\n")
    (folder / "two/run.csv").write_text("id,score\nd,0.9\nc,0.8\nb,0.7\na,0.1\n")
    models = models_of(prlab("ap", "labels.csv", "one/run.csv", "two/run.csv", "--json"))
    assert {one["name"]: one["areas"]["step"] for one in models} == {
        "one run": SCHEMES["step"].area(POINTS),
        "two run": SCHEMES["step"].area(operating_points([1, 0, 1, 0], [0.1, 0.7, 0.8, 0.9])),
    }
    result = prlab("ap", "scores.csv", "models.csv")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "have no column in common" in result.stderr


def test_classes_without_a_positive_have_null_areas(prlab, folder):
    (folder / "classes.csv").write_text("y,p_a,p_b,p_c\na,.6,.3,.1\nb,.2,.7,.1\nc,.1,.3,.6\n")
    (folder / "test.csv").write_text("split,y,p_a,p_b,p_c\ntest,a,.6,.3,.1\ntest,b,.2,.7,.1\ntrain,c,.1,.3,.6\n")
    assert [one["name"] for one in models_of(prlab("ap", "classes.csv", "--json"))] == ["a", "b", "c"]
    by_name = {one["name"]: one for one in models_of(prlab("ap", "test.csv", "--json"))}
    assert by_name["a"]["areas"]["step"] == 1
    assert by_name["c"]["areas"] == dict.fromkeys(SCHEMES)
    assert (by_name["a"]["prevalence"], by_name["c"]["prevalence"]) == (0.5, 0)
    assert by_name["c"].keys() == by_name["a"].keys()


def test_one_class_can_be_asked_for_by_its_value(prlab, folder):
    (folder / "classes.csv").write_text("y,p_a,p_b,p_c\na,.6,.3,.1\nb,.2,.7,.1\nc,.1,.3,.6\n")
    result = prlab("ap", "classes.csv", "--positive", "b", "--json")
    assert [one["name"] for one in models_of(result)] == ["p_b"]


def test_what_looks_odd_is_a_notice(prlab, folder):
    (folder / "odd.csv").write_text("label,score\n1,0.1\n0,0.8\n1,0.2\n0,0.9\n")
    result = prlab("ap", "odd.csv", "--json")
    guessed, notice = json.loads(result.stdout)["notices"]
    assert guessed == "as guessed: label 'label' (positive: '1'), score 'score'"
    assert notice == "In 'score' a positive outranks a negative in only 0% of all pairs: worse than chance."
    assert f"prlab: {notice}\n" in result.stderr


def test_a_notice_about_one_of_several_models_says_of_which(prlab, folder):
    rows = "".join(f"{row % 2},{row / 7},{row % 3}\n" for row in range(40))
    (folder / "tied.csv").write_text(f"label,fine,coarse\n{rows}")
    result = prlab("ap", "tied.csv", "-l", "label", "-s", "fine", "-s", "coarse", "--json")
    (tied,) = (one for one in json.loads(result.stdout)["notices"] if "share their score" in one)
    assert tied.startswith("'coarse': 100% of all rows share their score with another row (3 distinct scores)")


def test_an_oddity_of_many_models_is_said_in_full_of_a_few(prlab, folder):
    frame = pd.DataFrame({"label": [1, 1, 0, 0] * 12})
    for model in range(30):
        frame[f"m{model}"] = frame.index / (1000 + model) - frame["label"]
    frame.to_csv(folder / "many.csv", index=False)
    scores = [one for model in range(30) for one in ("-s", f"m{model}")]
    lines = prlab("ap", "many.csv", "-l", "label", *scores).stderr.splitlines()
    reversed_ = [line for line in lines if "worse than chance" in line]
    assert reversed_[0].startswith("prlab: In 'm0' a positive outranks")
    assert len(reversed_) == 12
    at = lines.index(reversed_[-1])
    listed = ", ".join(f"'m{model}'" for model in range(12, 24))
    assert lines[at + 1] == f"prlab: The same, with other numbers: {listed} and 6 more."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("scoers.csv",), "No file 'scoers.csv'; did you mean 'scores.csv'"),
        (("none.txt",), "No file 'none.txt'."),
        ((".",), "'.' cannot be opened: Is a directory"),
        (("scores.csv", "--label", "lable"), "No column 'lable'; did you mean 'label'?"),
        (("scores.csv", "--score", "p"), "No column 'p'; there are 'label', 'score'."),
        (("scores.csv", "--weight", "w"), "No column 'w'; there are 'label', 'score'."),
        (("scores.csv", "--score", "label", "--score", "score"), "The column 'label' is chosen both as label"),
        (("scores.csv", "--positive", "2"), "No value '2' in the column 'label'; there are '1', '0'."),
        (("scores.csv", "--scheme", "setp"), "there is no scheme 'setp'; did you mean 'step'?"),
        (("scores.csv", "--scheme", "trapezoid"), "there is no scheme 'trapezoid'; did you mean 'linear'?"),
        (("ones.csv",), "The label column 'label' has one value only: '1'. A curve needs positives and negatives."),
        (("empty.csv",), "The file 'empty.csv' is empty."),
        (("gaps.csv",), "In row 2 (line 3 of the file) the score in the column 'score' is empty or NaN"),
    ],
)
def test_a_refusal_is_one_sentence_and_the_code_2(prlab, folder, arguments, sentence):
    (folder / "ones.csv").write_text("label,score\n1,0.1\n1,0.8\n")
    (folder / "empty.csv").write_text("")
    (folder / "gaps.csv").write_text("label,score\n1,0.1\n0,\n0,0.3\n")
    result = prlab("ap", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"prlab: {sentence}")
    assert result.stderr.count("\n") == 1


def test_rows_that_lack_a_cell_are_left_out_when_that_is_asked_for(prlab, folder):
    (folder / "gaps.csv").write_text("label,score\n1,0.9\n0,\n0,0.3\n")
    assert "(--leave-out)" in prlab("ap", "gaps.csv").stderr
    result = prlab("ap", "gaps.csv", "--leave-out", "--json")
    assert models_of(result)[0]["rows"] == 2
    assert json.loads(result.stdout)["notices"][1:] == [
        "Left out: 1 row without a score in 'score', the first in row 2 (line 3 of the file)."
    ]


def test_in_a_pipe_the_tables_are_plain_text_with_whole_names(prlab, folder):
    name = "a_very_long_name_of_a_model_" * 5
    (folder / "long.csv").write_text(f"label,{name}\n1,0.9\n0,0.8\n1,0.7\n")
    lines = prlab("ap", "long.csv", "--scheme", "step").stdout.splitlines()
    assert [line.split()[:4] for line in lines if line][-1] == [name, "step", "0.833", "0.108"]
    assert all(line.isascii() for line in lines)


def test_a_name_cannot_steer_the_terminal(prlab, folder):
    (folder / "odd.csv").write_text("label,score \x1b[2J\n1,0.9\n0,0.8\n1,0.7\n")
    result = prlab("ap", "odd.csv")
    assert "\x1b" not in result.stdout + result.stderr
    assert "score \\x1b[2J" in result.stdout


def test_the_way_of_each_interval_stands_beside_it(prlab, folder):
    """Steps and what joins the same points by influence, what reads the curve at a few levels by number."""
    (folder / "rows.csv").write_bytes(csv(folds()))
    schemes = (f"--scheme={one}" for one in ("step", "linear", "eleven_point"))
    lines = prlab("ap", "rows.csv", *schemes).stdout.splitlines()
    found = {line.split()[1]: line.split()[5] for line in lines if line.startswith("score") and "." in line.split()[2]}
    assert found == {"step": "influence", "linear": "influence", "eleven_point": "logit"}


def test_folds_are_printed_with_their_mean_its_interval_and_their_spread(prlab, folder):
    frame = folds()
    (folder / "rows.csv").write_bytes(csv(frame))
    areas = [average_precision_score(one.label, one.score) for _, one in frame.groupby("fold")]
    mean, error = np.mean(areas), np.std(areas, ddof=1) / np.sqrt(5)
    low, high = student.interval(0.95, 4, mean, error)
    (found,) = [one["groups"] for one in models_of(prlab("ap", "rows.csv", "--json"))]
    assert (found["column"], found["called"], found["scheme"], found["fails"]) == ("fold", "folds", "step", None)
    assert [one["area"] for one in found["each"]] == pytest.approx(areas)
    assert (found["mean"], found["standard_deviation"]) == pytest.approx((mean, error * np.sqrt(5)))
    assert (found["interval"]["low"], found["interval"]["high"]) == pytest.approx((low, high))
    assert found["all_rows"] == pytest.approx(average_precision_score(frame.label, frame.score))
    text = prlab("ap", "rows.csv").stdout
    assert f"Over 5 folds the area is {mean:.3f} on average" in text
    assert f"95 % interval of the mean {low:.3f} to {high:.3f}, by Student's t over 5 folds" in text
    assert [line.split()[0] for line in text.splitlines()[-5:]] == ["1", "2", "3", "4", "5"]


def test_the_group_that_fails_is_said_as_on_the_page(prlab, folder):
    (folder / "rows.csv").write_bytes(csv(one_model_in_regions().rename(columns={"region": "site"})))
    result = prlab("ap", "rows.csv", "--score", "forest", "--label", "fraud")
    text = result.stdout
    assert "group 'site'" in result.stderr
    assert "'West' fails: its area is 0.073, against 0.511 to 0.553 in the 3 other groups" in text
    assert "It may be no better than chance, which gives 0.060 there." in text
    assert [line.split()[0] for line in text.splitlines()[-4:]] == ["West", "South", "East", "North"]
    (found,) = models_of(prlab("ap", "rows.csv", "--score", "forest", "--label", "fraud", "--json"))
    assert found["groups"]["fails"] == "West"


def test_models_have_each_their_groups(prlab, folder):
    (folder / "rows.csv").write_bytes(csv(regions().rename(columns={"region": "site"})))
    asked = ("--score", "tree", "--score", "forest", "--label", "fraud")
    text = prlab("ap", "rows.csv", *asked).stdout
    assert "tree: 'West' fails: its area is 0.069" in text
    assert "forest: 'West' fails: its area is 0.073" in text
    assert [one["groups"]["fails"] for one in models_of(prlab("ap", "rows.csv", *asked, "--json"))] == ["West", "West"]


def test_classes_are_printed_with_their_averages_and_folds(prlab):
    dataset = example_dataset("digits")
    result = prlab("ap", str(ROOT / "sample_data/digits.csv"), "--scheme", "step", "--json")
    facts = json.loads(result.stdout)
    expected = {kind: average_precision_score(dataset.positive, dataset.score, average=kind) for kind in AVERAGE_KINDS}
    assert facts["averages"] == pytest.approx({"scheme": "step", **expected})
    in_fold = [dataset.group == fold for fold in range(5)]
    areas = [average_precision_score(dataset.positive[fold], dataset.score[fold], average="macro") for fold in in_fold]
    assert facts["groups"]["average"] == "macro"
    assert [one["area"] for one in facts["groups"]["each"]] == pytest.approx(areas)
    assert "groups" not in facts["models"][0]
    text = prlab("ap", str(ROOT / "sample_data/digits.csv"), "--scheme", "step").stdout
    for kind in AVERAGE_KINDS:
        assert re.search(rf"^{kind} +step +{expected[kind]:.3f}$", text, re.MULTILINE)
    assert f"Over 5 folds the macro average is {np.mean(areas):.3f}" in text
