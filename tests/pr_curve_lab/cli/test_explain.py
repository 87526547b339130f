"""`prlab explain`, which gives the answer of the page All tools, and `prlab tools`."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from pr_metrics import TOOLS

Y, SCORE = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]


def test_a_number_that_the_tool_gives_is_explained(prlab):
    result = prlab("explain", ".7917", "scores.csv", "--tool", "yardstick.pr_auc")
    assert result.stdout.splitlines() == [
        "yardstick pr_auc joins the points by straight lines, and scikit-learn AP in steps",
        "0.7917 is 0.0417 lower than average precision (0.833): all of it from how the points are joined.",
        "yardstick pr_auc has computed it this way since version 1.0.0 (6 June 2022); the last one that was run is "
        "1.4.0.",
        "Report 0.833, the average precision. Steps invent no start and nothing between points, and tied scores stay "
        "together.",
    ]


def test_a_tool_that_gives_another_number_is_reported(prlab):
    lines = prlab("explain", ".71", "scores.csv", "--tool", "xgboost").stdout.splitlines()
    assert lines[0] == "On these rows XGBoost gives 0.797, not 0.71"
    assert "a class balance of 0.27 instead of 0.5" in lines[-2]


@pytest.mark.parametrize(("mine", "theirs"), [
    (("0.10", "sklearn.average_precision_score"), ("0.55", "sklearn.average_precision_score@0.14")),
    (("0.55", "sklearn.average_precision_score@0.12"), ("0.10", "sklearn.average_precision_score@0.19.0")),
])  # fmt: skip
def test_the_release_that_changed_the_number_is_named(prlab, folder, mine, theirs):
    pd.DataFrame({"label": [1, *[0] * 9], "score": 0.5}).to_csv(folder / "constant.csv", index=False)
    lines = prlab(
        "explain", mine[0], "constant.csv", "--tool", mine[1], "--other", theirs[0], "--other-tool", theirs[1]
    ).stdout
    assert "Since version 0.19.0 (11 August 2017) scikit-learn AP gives 0.100 on these rows." in lines
    assert "pull/9017" in lines
    assert lines.count("Since version") == 1


def test_releases_that_give_the_number_as_well_are_listed(prlab, folder):
    pd.DataFrame({"label": [1, *[0] * 9], "score": 0.5}).to_csv(folder / "constant.csv", index=False)
    result = prlab("explain", "0.55", "constant.csv")
    assert "scikit-learn AP 0.12 to 0.18.2, MLflow 1.23.0 to 1.28.0" in result.stdout
    found = json.loads(prlab("explain", "0.55", "constant.csv", "--json").stdout)["releases"]["mine"]
    (changed,) = [one for one in found if one["tool"] == "sklearn.average_precision_score"]
    assert (changed["first_version"], changed["last_version"]) == ("0.12", "0.18.2")
    assert (changed["changed"]["version"], changed["changed"]["released"]) == ("0.19.0", "2017-08-11")


def test_a_named_tool_is_mentioned_beside_average_precision(prlab):
    lines = prlab("explain", ".8", "scores.csv", "--tool", "xgboost").stdout.splitlines()
    assert lines[0] == "0.8 fits average precision: joined in steps, tied scores together"
    assert lines[1] == "XGBoost gives 0.79727."


SIGNED = "AP=0.833|join:step|positives:2/4|version:prcl-1.0"


def test_both_signatures_are_compared(prlab):
    result = prlab("explain", SIGNED, "scores.csv", "--other", SIGNED.replace("2/4", "2/5"))
    assert "These rows give the number of the signature: 0.833, with 2 positives in 4 rows." in result.stderr
    assert "it counts 5 rows, here there are 4" in result.stderr
    found = json.loads(prlab("explain", SIGNED, "scores.csv", "--json").stdout)["signatures"]
    assert [one["given"] for one in found] == [True]
    undefined = prlab("explain", SIGNED.replace("0.833", "nan"), "scores.csv")
    assert "its area is nan, here it is 0.833" in undefined.stderr


def test_a_tool_beside_a_signature_is_refused(prlab):
    result = prlab("explain", SIGNED, "scores.csv", "--tool", "xgboost")
    assert result.exit_code
    assert "a signature says itself which tool it is from; leave out --tool xgboost.aucpr" in result.stderr


def test_a_number_above_one_is_said_to_be_a_percentage(prlab):
    assert "read as a percentage: this is 0.833" in prlab("explain", "83.3", "scores.csv").stderr


def test_the_area_of_scored_rows_is_not_called_average_precision_of_all(prlab, folder):
    pd.DataFrame({"label": [1, 1, 0, 1], "score": [0.9, 0.8, 0.7, 0.1]}).to_csv(folder / "hits.csv", index=False)
    asked = ("hits.csv", "--missed", "2", "--tool", "sklearn.average_precision_score")
    said = prlab("explain", ".9166", *asked).stdout  # cut off, so that what fits is listed
    assert "fits scikit-learn AP (0.916667, further digits cut off)" in said
    assert said.startswith("scikit-learn AP does not know of the positives that were never scored\n")
    assert "fits the average precision" not in said


def test_two_numbers_are_compared(prlab):
    result = prlab(
        "explain", "0.833333", "scores.csv", "--tool", "yardstick.average_precision", "--other", "79.7267 %",
        "--other-tool", "precrec", "--json",
    )  # fmt: skip
    facts = json.loads(result.stdout)
    assert (facts["verdict"], facts["cause"]) == ("cause", "joining")
    apart = TOOLS["precrec"].report([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]) - 5 / 6
    assert sum(facts["parts"].values()) == pytest.approx(apart, abs=1e-12)
    assert "precrec" in facts["fits"]["theirs"]


def test_without_a_file_the_tool_is_described(prlab):
    result = prlab("explain", ".71", "--tool", "xgboost")
    assert result.stdout.startswith("XGBoost aucpr, ")
    assert "Recall 0: the first precision is carried back." in result.stdout
    assert "\\" not in result.stdout
    assert "prlab explain .71 FILE --tool xgboost.aucpr" in result.stderr


def test_another_metric_is_named_before_a_class_balance(prlab, folder):
    rng = np.random.default_rng(7)
    label = (rng.random(500) < 0.3).astype(int)
    score = np.round(rng.normal(size=500) + 1.2 * label, 4)
    frame = pd.DataFrame({"y": label, "score": score, "y_pred": (score > 1).astype(int)})
    frame.to_csv(folder / "rows.csv", index=False)
    step, roc = average_precision_score(label, score), roc_auc_score(label, score)
    lines = prlab("explain", f"{step:.4f}", "rows.csv", "--other", f"{roc:.4f}").stdout.splitlines()
    assert lines[:2] == [
        "Theirs fits the ROC area, mine is most likely the average precision",
        f"{roc:.4f} fits the ROC area ({roc:.6f}).",
    ]
    assert lines[2].startswith(f"{step:.4f} fits the average precision ({step:.6f})")
    assert lines[3] == f"To compare, use the same metric: average precision here is {step:.4f}."
    hard = average_precision_score(label, frame.y_pred)
    facts = json.loads(prlab("explain", f"{hard:.4f}", "rows.csv", "--json").stdout)
    assert facts["verdict"] == "reading"
    assert facts["fits"]["mine"] == {"step:predictions:y_pred": pytest.approx(hard, abs=1e-12)}
    assert facts["headline"] == (
        f"{hard:.4f} fits the average precision of the 0/1 predictions in y_pred; average precision here is {step:.5f}"
    )


@pytest.mark.usefixtures("files")
def test_the_message_names_the_option_for_another_score_or_class(prlab):
    for file, sentence in (("classes", "'a'; --positive chooses"), ("models", "'forest'; --score chooses")):
        assert f"prlab: computed for {sentence} another\n" in prlab("explain", ".7", f"{file}.csv").stderr


def test_json_has_what_matches_one_number(prlab):
    facts = json.loads(prlab("explain", "0.833333", "scores.csv", "--json").stdout)
    assert list(facts["fits"]) == ["mine"]
    areas = {key: tool.report([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]) for key, tool in TOOLS.items()}
    assert {key: facts["fits"]["mine"].get(key) for key in ("sklearn.average_precision_score", "xgboost.aucpr")} == {
        "sklearn.average_precision_score": pytest.approx(areas["sklearn.average_precision_score"], abs=1e-12),
        "xgboost.aucpr": None,
    }


def test_every_tool_is_printed_with_its_number(prlab):
    result = prlab("tools", "scores.csv", "--json")
    (model,) = json.loads(result.stdout)["models"]
    assert model["tools"] == {key: tool.report(Y, SCORE) for key, tool in TOOLS.items()}
    table = prlab("tools", "scores.csv").stdout.splitlines()
    assert [line.split()[0] for line in table[1:]] == list(TOOLS)
    assert table[2].split()[1:3] == ["0.791667", "−0.041667"]


def test_a_refusal_is_printed_with_its_reason(prlab):
    arguments = ("tools", "models.csv", "-l", "y", "-s", "forest", "-w", "w")
    (model,) = json.loads(prlab(*arguments, "--json").stdout)["models"]
    without = {key for key, tool in TOOLS.items() if not tool.takes_weights}
    assert {key for key, area in model["tools"].items() if area is None} == set(model["refused"]) == without
    (line,) = (line for line in prlab(*arguments).stdout.splitlines() if line.startswith("precrec"))
    assert line.endswith("none: it takes no weights")
