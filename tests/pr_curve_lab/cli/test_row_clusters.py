"""`prlab` and rows of one person: kept together as on the pages, said in the same words, and `--independent`."""

import json

import pytest

from pr_curve_lab.i18n.messages import format_problems
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_metrics import area_interval, area_interval_of_rows, noninferiority_test, operating_points
from tests.pr_curve_lab.persons import csv, persons
from tests.pr_curve_lab.schema.test_extra_columns import tasks_of

STUDY = persons(models=("p", "q"))

pytestmark = pytest.mark.usefixtures("study")


@pytest.fixture
def study(folder):
    """Files of a study with forty persons: of one model, and of a new and an old one."""
    (folder / "study.csv").write_bytes(csv(persons()))
    for name, score in (("new", "p"), ("old", "q")):
        frame = STUDY[["patient_id", "y"]].assign(score=STUDY[score])
        (folder / f"{name}.csv").write_bytes(csv(frame))


def interval_of(result):
    assert result.exit_code == 0, result.stderr
    (model,) = json.loads(result.stdout)["models"]
    return model["interval"]["step"]


def test_persons_are_kept_together_and_it_is_said_as_on_the_page(prlab):
    result, frame = prlab("ap", "study.csv", "--json"), persons()
    found = area_interval_of_rows(frame.y, frame.p, groups=frame.patient_id)
    assert interval_of(result) == {"low": found.lower, "high": found.upper, "level": 0.95, "method": "groups"}
    facts, said = json.loads(result.stdout), format_problems(tasks_of(frame).clusters.message)
    assert facts["columns"]["groups"] == "patient_id"
    assert said in facts["notices"]
    assert f"prlab: {said}\n" in result.stderr
    assert "The 1,000 rows have only 40 different values of 'patient_id', so they are not independent." in said


def test_rows_are_independent_where_that_is_asked_for(prlab):
    result, frame = prlab("ap", "study.csv", "--json", "--independent"), persons()
    found = area_interval(operating_points(frame.y, frame.p))
    assert interval_of(result) == {"low": found.lower, "high": found.upper, "level": 0.95, "method": "influence"}
    assert json.loads(result.stdout)["columns"]["groups"] is None
    assert format_problems(tasks_of(frame, cluster=None).clusters.message) in result.stderr


def test_a_column_that_no_header_gives_away_is_named(prlab, folder):
    frame = persons("k")
    (folder / "study.csv").write_bytes(csv(frame))
    assert infer_roles(Table("t", frame)).cluster is None
    named = interval_of(prlab("ap", "study.csv", "--json", "--label", "y", "--score", "p", "--groups", "k"))
    assert (named["method"], named["low"]) == ("groups", area_interval_of_rows(frame.y, frame.p, groups=frame.k).lower)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--groups", "patient_id", "--independent"), "--groups keeps rows together and --independent does not"),
        (("--groups", "patient"), "No column 'patient'"),
        (("--groups", "y"), "The column 'y' names what rows came in and is the label"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(prlab, options, why):
    result = prlab("ap", "study.csv", *options)
    assert result.exit_code == 2
    assert why in result.stderr


def test_each_group_of_rows_says_where_persons_are_too_few(prlab, folder):
    frame = persons().assign(region=[f"r{row // 200}" for row in range(1000)]).rename(columns={"region": "site"})
    (folder / "study.csv").write_bytes(csv(frame))
    result = prlab("ap", "study.csv", "--scheme", "step")
    assert "some groups have fewer than 10 of them" in result.stdout


@pytest.mark.parametrize(
    ("options", "groups"), [((), "patient_id"), (("--groups", "patient_id"), "patient_id"), (("--independent",), None)]
)
def test_the_gate_keeps_persons_together(prlab, options, groups):
    result = prlab("gate", "new.csv", "--against", "old.csv", "--json", *options)
    assert result.exit_code == 0, result.stderr
    facts = json.loads(result.stdout)
    kept = None if groups is None else STUDY.patient_id
    decision = noninferiority_test(STUDY.y, STUDY.p, STUDY.q, groups=kept)
    assert (facts["lower"], facts["groups"], facts["clusters"]) == (decision.lower, groups, groups)
    status = "together" if groups else "apart"
    said = format_problems(tasks_of(STUDY, **({} if groups else {"cluster": None})).clusters.message)
    assert (said in facts["notices"]) == (not options or status == "apart")


def test_the_report_says_it(prlab, folder):
    assert prlab("report", "study.csv", "-o", "report.html").exit_code == 0
    assert "The 1,000 rows have only 40 different values of" in (folder / "report.html").read_text(encoding="utf-8")
