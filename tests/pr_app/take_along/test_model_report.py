"""The report of several models is about all of them, and every number in it is that of pr_metrics to the bit."""

import re

import numpy as np
import pandas as pd
import pytest

from pr_app.questions import build_questions
from pr_app.roles import Roles
from pr_app.tables import Table
from pr_app.words import LANGUAGES
from pr_metrics import (
    SCHEMES,
    bootstrap_difference,
    bootstrap_interval,
    logit_interval,
    roc_area,
    winner_change,
)
from tests.pr_app.take_along.test_models import data, handed_over
from tests.pr_app.take_along.test_report import HOSTILE, Read, agrees

STEP_AND_LINE = ("step", "linear")


def read(questions, table, schemes=STEP_AND_LINE, language="en", **more):
    parcel, models = handed_over(questions, table, schemes, language, **more)
    page = next(file for file in parcel.files if file.key == "report").make().decode("utf-8")
    return Read(page), models, parcel


def positives_of(questions):
    return int(questions.positive[:, 0].sum())


def expected_numbers(questions, schemes, *, drawn=False):
    """Every number that the report must hold, computed from the rows with pr_metrics alone; without a turn."""
    points = {name: questions.points(name) for name in questions.names}
    one = next(iter(points.values()))
    positives, rows = positives_of(questions), len(questions.row)
    numbers = {"rows": rows, "positive_rows": positives, "rows_counted": rows, "negative_rows": rows - positives}
    numbers |= {"rows_left_out": 0, "prevalence": one.prevalence}
    if questions.weight is not None:
        numbers |= {"positives": one.positives, "negatives": one.negatives}
    for key, scheme in SCHEMES.items():
        if not all(scheme.applies_to(one) for one in points.values()):
            continue
        areas = {name: scheme.area(one) for name, one in points.items()}
        for name, area in areas.items():
            numbers[f"area.{key}.{name}"] = area
            numbers[f"rank.{key}.{name}"] = 1 + sum(other > area + 1e-12 for other in areas.values())
    for name, one in points.items():
        interval = logit_interval(SCHEMES[schemes[0]].area(one), positives)
        numbers |= {f"logit.{name}.low": interval.low, f"logit.{name}.high": interval.high}
        numbers[f"roc.{name}"] = roc_area(one)
        if drawn:
            interval = bootstrap_interval(one, scheme=schemes[0])
            numbers |= {f"bootstrap.{name}.low": interval.low, f"bootstrap.{name}.high": interval.high}
    return numbers


def turn_numbers(questions, loser, winner, schemes):
    """What the sentence and the table about the change of the winner hold."""
    change = winner_change(questions.points(loser), questions.points(winner), *schemes)
    numbers = {
        "lead_left": change.lead_left,
        "lead_right": change.lead_right,
        "loser_left": change.a.left_area,
        "loser_right": change.a.right_area,
        "winner_left": change.b.left_area,
        "winner_right": change.b.right_area,
    }
    if change.deciding > 1:
        numbers["deciding"] = change.deciding
    if change.deciding > 5:
        numbers["stretches"] = 5
    for index in range(min(change.deciding, 5)):
        model = winner if change.of_b[index] else loser
        at = questions.score[:, questions.names.index(model)] == change.threshold[index]
        stretch = f"stretch.{index}"
        numbers |= {
            f"{stretch}.recall_before": change.recall_before[index],
            f"{stretch}.recall_after": change.recall_after[index],
            f"{stretch}.gain": change.gain[index],
            f"{stretch}.score": change.threshold[index],
            f"{stretch}.rows": at.sum(),
            f"{stretch}.positives": questions.positive[at, 0].sum(),
        }
    return numbers


def check(found, expected):
    assert {of for of, _, _ in found.data} == set(expected)
    for of, value, text in found.data:
        assert float(value) == expected[of], of
        assert agrees(of, float(value), text), (of, value, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("schemes", [STEP_AND_LINE, ("linear", "step")], ids="-".join)
def test_every_number_is_that_of_pr_metrics(schemes, language):
    questions, table = data("four_models")
    found, models, _ = read(questions, table, schemes, language, drawn=True)
    loser, winner = (models.ranking.winners(scheme)[0] for scheme in schemes)
    expected = expected_numbers(questions, schemes, drawn=True) | turn_numbers(questions, loser, winner, schemes)
    best = (questions.score[:, questions.names.index(name)] for name in models.by_area[:2])
    lead = bootstrap_difference(questions.positive[:, 0], *best, scheme=schemes[0])
    check(found, expected | {"paired_difference_low": lead.low, "paired_difference_high": lead.high})


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_at_hand_is_left_out(language):
    questions, table = data("weighted")
    found, models, _ = read(questions, table, language=language)
    assert models.sampled is None
    check(found, expected_numbers(questions, STEP_AND_LINE))
    assert ("Bootstrap" in found.said()) is False
    assert "自助法" not in found.said()


def test_the_report_is_about_all_models_whichever_is_in_view():
    questions, table = data("four_models")
    reports = {}
    for name in ("logistic", "forest"):
        found, _, parcel = read(questions, table, example="four_models", in_view=name)
        reports[name] = found.said()
        assert found.said().count("Four models: models compared") == 2  # title and heading
        for sentence in parcel.sentences[0].split("\n"):
            assert sentence in found.said()
    assert reports["logistic"] == reports["forest"]
    sections = [attributes["id"] for tag, attributes in found.tags if tag == "section"]
    assert sections == ["cite", "models", "model_areas", "ranking", "rows", "code"]


@pytest.mark.parametrize("schemes", [STEP_AND_LINE, ("envelope", "envelope")], ids="-".join)
def test_the_pictures_are_those_of_the_page(schemes):
    questions, table = data("four_models")
    found, _, _ = read(questions, table, schemes)
    charts = [attributes["id"] for tag, attributes in found.tags if attributes.get("class") == "chart"]
    assert charts == ["models_chart", "models_right_chart"][: len(set(schemes))]
    alts = [attributes["aria-label"] for tag, attributes in found.tags if attributes.get("role") == "img"]
    for alt, scheme in zip(alts, schemes, strict=False):
        areas = sorted(SCHEMES[scheme].area(questions.points(name)) for name in questions.names)
        assert f"the largest area, {areas[-1]:.3f}, is that of" in alt
        assert f"the smallest, {areas[0]:.3f}, that of tree" in alt


def test_the_finding_and_what_decides_are_said_as_on_the_page():
    questions, table = data("four_models")
    said = read(questions, table)[0].said()
    assert "forest has the largest area joined in steps, neighbours joined by straight lines" in said
    assert "where 26 rows share the score 1 (25 positive)" in said
    assert "0.010 is more than the 0.009 by which neighbours is ahead" in said
    other_way = read(questions, table, ("linear", "step"))[0].said()
    assert "The 2 largest such stretches decide together" in other_way


def test_where_nothing_changes_nothing_decides():
    questions, table = data("four_models")
    said = read(questions, table, ("step", "envelope"))[0].said()
    assert "The shaded recall decides." not in said
    assert "is ahead of" not in said


def many(models):
    rng = np.random.default_rng(4)
    label = (rng.random(200) < 0.3).astype(int)
    scores = {f"model {n}": np.round(rng.random(200) + label * n / 20, 3) for n in range(models)}
    table = Table("many.csv", pd.DataFrame({"y": label, **scores}))
    return build_questions(table, Roles("y", "1", tuple(scores), kind="models")), table


def test_nine_models_have_three_tables_of_ranks_the_best_first():
    questions, table = many(9)
    found, models, _ = read(questions, table)
    assert "5 more models are drawn in grey." in found.said()
    assert models.turn is None
    check(found, expected_numbers(questions, STEP_AND_LINE) | {"grey": 5})
    ranks = [of for of, _, _ in found.data if of.startswith("rank.step.")]
    assert ranks == [f"rank.step.{name}" for name in models.by_area]
    assert found.names().count("table") == 1 + 3 + 2


@pytest.mark.parametrize("name", ["model 0", "model 3"])
def test_the_model_in_view_is_in_colour_as_on_the_page(name):
    questions, table = many(9)
    parcel, _ = handed_over(questions, table, STEP_AND_LINE, in_view=name)
    page = next(file for file in parcel.files if file.key == "report").make().decode("utf-8")
    listed = set(re.findall(r"b\\u003e (model \d)\"", page))
    assert listed == {name, "model 6", "model 7", "model 8"}


def test_models_that_are_alike_share_a_heading():
    rng = np.random.default_rng(4)
    score = rng.random(40)
    frame = pd.DataFrame({"y": np.arange(40) % 2, **{f"m{n}": score for n in range(5)}})
    table = Table("alike.csv", frame)
    questions = build_questions(table, Roles("y", "1", tuple(frame.columns[1:]), kind="models"))
    found, _, _ = read(questions, table)
    assert ("winners", "5", "5") in found.data
    assert "All 5 models have the same area under every scheme" in found.said()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_models_stay_text(language):
    rng = np.random.default_rng(3)
    label = (rng.random(90) < 0.4).astype(int)
    frame = pd.DataFrame({"y": label, **{name: np.round(rng.random(90) + label / 3, 1) for name in HOSTILE}})
    table = Table("</title><script>alert(1)</script>.csv", frame)
    questions = build_questions(table, Roles("y", "1", HOSTILE, kind="models"))
    found, _, _ = read(questions, table, language=language)
    assert "img" not in found.names()
    assert found.names().count("script") == 1 + 2  # Plotly, and one a picture
    for name in HOSTILE:
        assert name in found.said()
