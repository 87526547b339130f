"""Rows as every command reads them: guessed and named columns, notices about them, and clusters of rows."""

import gzip
import json

import pandas as pd
import pytest

from pr_curve_lab.i18n.messages import format_notices
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.roles import infer_roles
from pr_metrics import SCHEMES, area_interval, area_interval_of_rows, noninferiority_test, operating_points
from tests.pr_curve_lab.cli.conftest import SCORES
from tests.pr_curve_lab.cli.test_areas import POINTS, models_of
from tests.pr_curve_lab.persons import csv, persons, tasks_of

STUDY = persons(models=("p", "q"))
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
def test_two_equally_likely_columns_must_be_named(prlab, folder, content, role, columns, answer):
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


def test_another_possible_column_is_mentioned(prlab, folder):
    rows = "".join(f"{at % 2},{at % 3 % 2},0.{at}\n" for at in range(1, 10))
    (folder / "scores.csv").write_text(f"label,died,score\n{rows}")
    facts = json.loads(prlab("ap", "scores.csv", "--json").stdout)
    assert facts["columns"]["label"] == "label"
    assert any("'died'" in one and "--label" in one for one in facts["notices"])
    assert not any(
        "'died'" in one for one in json.loads(prlab("ap", "scores.csv", "-l", "label", "--json").stdout)["notices"]
    )


@pytest.mark.usefixtures("files")
def test_the_row_of_the_header_can_be_named(prlab):
    result = prlab("ap", "titled.csv", "--header", "2", "--json")
    assert json.loads(result.stdout)["columns"]["scores"] == ["score"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("score,positives,negatives\n.9,7,2\n.5,2,3\n.2,3,9\n", "as guessed: weight 'count'"),
        ("label,score,count\n1,.9,7\n0,.8,2\n1,.2,3\n0,.1,9\n", "as guessed: weight 'count'"),
        ("label,score,split\n1,.9,test\n0,.8,train\n1,.2,test\n0,.5,test\n", "as guessed: group 'split' (only 'test')"),
        (
            "label,score,part,site\n1,.9,test,a\n0,.8,train,b\n1,.2,test,b\n0,.5,test,a\n",
            "as guessed: group 'site', split 'part' (only 'test')",
        ),
        (
            "label,score,num_positives\n1,.9,7\n0,.8,7\n1,.2,7\n0,.1,7\n",
            "'num_positives' is the number of all positives",
        ),
    ],
)
def test_columns_that_are_not_named_are_guessed_with_a_notice(prlab, folder, content, sentence):
    (folder / "mine.csv").write_text(content)
    (guessed,) = models_of(prlab("ap", "mine.csv", "--json"))
    result = prlab("ap", "mine.csv", "-l", "label", "-s", "score", "--json")
    assert models_of(result) == [guessed]
    assert result.stderr.startswith(f"prlab: {sentence}")


def test_only_guessed_columns_are_reported(prlab):
    assert prlab("ap", "scores.csv", "-l", "label").stderr == "prlab: as guessed: score 'score'\n"
    assert prlab("ap", "scores.csv", "-s", "score").stderr == "prlab: as guessed: label 'label' (positive: '1')\n"
    assert "weight 'w'" not in prlab("ap", "models.csv", "-l", "y", "-w", "w").stderr


def test_standard_input_may_be_compressed(prlab):
    for content in (SCORES.encode(), gzip.compress(SCORES.encode())):
        (model,) = models_of(prlab("ap", "-", "--json", given=content))
        assert model["areas"]["step"] == SCHEMES["step"].area(POINTS)


@pytest.mark.parametrize(
    ("name", "said"),
    [("w", "'w' is read as weights of rows: a weight of 3 is not three rows."),
     ("count", "'count' is read as counts: each line stands for that many rows.")],
)  # fmt: skip
def test_weights_and_counts_are_distinguished(prlab, folder, name, said):
    (folder / "some.csv").write_text(f"label,score,{name}\n1,0.9,7\n0,0.8,2\n1,0.7,3\n0,0.1,9\n")
    assert said in prlab("ap", "some.csv", "-w", name).stderr


def test_an_unused_weight_column_is_mentioned(prlab, folder):
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
    assert "have no common column" in result.stderr


def test_unusual_data_give_a_notice(prlab, folder):
    (folder / "odd.csv").write_text("label,score\n1,0.1\n0,0.8\n1,0.2\n0,0.9\n")
    result = prlab("ap", "odd.csv", "--json")
    guessed, notice = json.loads(result.stdout)["notices"]
    assert guessed == "as guessed: label 'label' (positive: '1'), score 'score'"
    assert notice == "In 'score' a positive is above a negative in only 0% of all pairs: worse than chance."
    assert f"prlab: {notice}\n" in result.stderr


def test_a_notice_names_the_model(prlab, folder):
    rows = "".join(f"{row % 2},{row / 7},{row % 3}\n" for row in range(40))
    (folder / "tied.csv").write_text(f"label,fine,coarse\n{rows}")
    result = prlab("ap", "tied.csv", "-l", "label", "-s", "fine", "-s", "coarse", "--json")
    (tied,) = (one for one in json.loads(result.stdout)["notices"] if "share their score" in one)
    assert tied.startswith("'coarse': 100% of all rows share their score with another row (3 distinct scores)")


def test_notices_about_many_models_are_shortened(prlab, folder):
    frame = pd.DataFrame({"label": [1, 1, 0, 0] * 12})
    for model in range(30):
        frame[f"m{model}"] = frame.index / (1000 + model) - frame["label"]
    frame.to_csv(folder / "many.csv", index=False)
    scores = [one for model in range(30) for one in ("-s", f"m{model}")]
    lines = prlab("ap", "many.csv", "-l", "label", *scores).stderr.splitlines()
    reversed_ = [line for line in lines if "worse than chance" in line]
    assert reversed_[0].startswith("prlab: In 'm0' a positive is above")
    assert len(reversed_) == 12
    at = lines.index(reversed_[-1])
    listed = ", ".join(f"'m{model}'" for model in range(12, 24))
    assert lines[at + 1] == f"prlab: The same holds, with other numbers, for {listed} and 6 more."


@pytest.mark.usefixtures("files")
def test_incomplete_rows_are_left_out_on_request(prlab):
    assert "(--leave-out)" in prlab("ap", "gaps.csv").stderr
    result = prlab("ap", "gaps.csv", "--leave-out", "--json")
    assert models_of(result)[0]["rows"] == 2
    assert json.loads(result.stdout)["notices"][1:] == [
        "Left out: 1 row without a score in 'score', the first in row 2 (line 3 of the file)."
    ]


def test_control_characters_in_names_are_escaped(prlab, folder):
    (folder / "odd.csv").write_text("label,score \x1b[2J\n1,0.9\n0,0.8\n1,0.7\n")
    result = prlab("ap", "odd.csv")
    assert "\x1b" not in result.stdout + result.stderr
    assert "score \\x1b[2J" in result.stdout


@pytest.fixture
def study_files(folder):
    """Write files of a study with forty persons: one model, and a new and an old one."""
    (folder / "study.csv").write_bytes(csv(persons()))
    for name, score in (("new", "p"), ("old", "q")):
        frame = STUDY[["patient_id", "y"]].assign(score=STUDY[score])
        (folder / f"{name}.csv").write_bytes(csv(frame))


def step_interval(result):
    assert result.exit_code == 0, result.stderr
    (model,) = json.loads(result.stdout)["models"]
    return model["interval"]["step"]


@pytest.mark.usefixtures("study_files")
def test_intervals_use_clusters_of_persons(prlab):
    result, frame = prlab("ap", "study.csv", "--json"), persons()
    found = area_interval_of_rows(frame.y, frame.p, groups=frame.patient_id)
    assert step_interval(result) == {"low": found.lower, "high": found.upper, "level": 0.95, "method": "groups"}
    facts, said = json.loads(result.stdout), format_notices(tasks_of(frame).clusters.notice)
    assert facts["columns"]["groups"] == "patient_id"
    assert said in facts["notices"]
    assert f"prlab: {said}\n" in result.stderr
    assert "The 1,000 rows have only 40 different values of 'patient_id', so they are not independent." in said


@pytest.mark.usefixtures("study_files")
def test_rows_are_independent_on_request(prlab):
    result, frame = prlab("ap", "study.csv", "--json", "--independent"), persons()
    found = area_interval(operating_points(frame.y, frame.p))
    assert step_interval(result) == {"low": found.lower, "high": found.upper, "level": 0.95, "method": "influence"}
    assert json.loads(result.stdout)["columns"]["groups"] is None
    assert format_notices(tasks_of(frame, cluster=None).clusters.notice) in result.stderr


@pytest.mark.usefixtures("study_files")
def test_clusters_can_be_named(prlab, folder):
    frame = persons("k")
    (folder / "study.csv").write_bytes(csv(frame))
    assert infer_roles(Table("t", frame)).cluster is None
    named = step_interval(prlab("ap", "study.csv", "--json", "--label", "y", "--score", "p", "--groups", "k"))
    assert (named["method"], named["low"]) == ("groups", area_interval_of_rows(frame.y, frame.p, groups=frame.k).lower)


@pytest.mark.usefixtures("study_files")
def test_groups_with_too_few_persons_are_reported(prlab, folder):
    frame = persons().assign(region=[f"r{row // 200}" for row in range(1000)]).rename(columns={"region": "site"})
    (folder / "study.csv").write_bytes(csv(frame))
    result = prlab("ap", "study.csv", "--scheme", "step")
    assert "some groups have fewer than 10 of them" in result.stdout


@pytest.mark.usefixtures("study_files")
@pytest.mark.parametrize(
    ("options", "groups"), [((), "patient_id"), (("--groups", "patient_id"), "patient_id"), (("--independent",), None)]
)
def test_the_gate_uses_clusters_of_persons(prlab, options, groups):
    result = prlab("gate", "new.csv", "--against", "old.csv", "--json", *options)
    assert result.exit_code == 0, result.stderr
    facts = json.loads(result.stdout)
    kept = None if groups is None else STUDY.patient_id
    decision = noninferiority_test(STUDY.y, STUDY.p, STUDY.q, groups=kept)
    assert (facts["lower"], facts["groups"], facts["clusters"]) == (decision.lower, groups, groups)
    status = "together" if groups else "apart"
    said = format_notices(tasks_of(STUDY, **({} if groups else {"cluster": None})).clusters.notice)
    assert (said in facts["notices"]) == (not options or status == "apart")


@pytest.mark.usefixtures("study_files")
def test_the_report_mentions_the_clusters(prlab, folder):
    assert prlab("report", "study.csv", "-o", "report.html").exit_code == 0
    assert "The 1,000 rows have only 40 different values of" in (folder / "report.html").read_text(encoding="utf-8")
