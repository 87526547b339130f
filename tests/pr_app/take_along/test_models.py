"""What is taken along of several models: the code prints every area, the files hold them, names stay text."""

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from pr_app.examples import example_questions, example_table
from pr_app.questions import build_questions
from pr_app.roles import Roles
from pr_app.samples import contest_of, sampled
from pr_app.tables import Table
from pr_app.take_along.analysis import Analysis, Question
from pr_app.take_along.citation import Counted
from pr_app.take_along.compared_models import Models
from pr_app.take_along.models import of_models
from pr_app.winners import areas_under, turn_between
from pr_app.words import words_in
from pr_metrics import SCHEMES, rank_models
from tests.offered_code import output_of

STRANGE = ('=1+"2"', "two\nlines", "'); import os #")


def weighted_table():
    rng = np.random.default_rng(8)
    frame = pd.DataFrame({"y": (rng.random(150) < 0.4).astype(int)})
    for name in STRANGE:
        frame[name] = np.round(rng.random(150) + 0.3 * frame["y"], 1)
    frame["w"] = rng.integers(1, 5, 150) / 4
    return Table("weighted.csv", frame)


def models_of(questions, schemes, *, drawn=False, in_view=""):
    points = {name: questions.points(name) for name in questions.names}
    ranking = rank_models(points)
    rows, positives = len(questions.row), int(questions.positive[:, 0].sum())
    weight = questions.roles.weight
    counted = {
        name: Counted(rows, positives, weight=weight, question=Question(name, "models")) for name in questions.names
    }
    models = Models(
        ranking=ranking,
        schemes=schemes,
        positive=questions.positive[:, 0],
        score=questions.score,
        weight=questions.weight,
        counted=counted,
        points=points,
        turn=turn_between(ranking, schemes, points.__getitem__, questions.cases),
        in_view=in_view or questions.names[0],
    )
    if drawn:
        contest = contest_of(questions, points, areas_under(models.ranking, schemes[0]), schemes[0])
        models = replace(models, sampled=sampled(contest, lambda _: None))
    return models


def handed_over(questions, table, schemes, language="en", example=None, **more):
    models = models_of(questions, schemes, **more)
    analysis = Analysis(
        questions.cases(models.in_view), table, example=example, question=Question(models.in_view, "models")
    )
    return of_models(models, analysis, words_in(language)), models


def data(kind):
    if kind == "four_models":
        return example_questions(kind), example_table(kind)
    table = weighted_table()
    return build_questions(table, Roles("y", "1", STRANGE, "w", kind="models")), table


@pytest.mark.parametrize("kind", ["four_models", "weighted"])
@pytest.mark.parametrize("schemes", [("step", "linear"), ("continuous", "lower"), ("envelope", "envelope")])
def test_the_code_prints_every_models_area(tmp_path, kind, schemes):
    questions, table = data(kind)
    parcel, _ = handed_over(questions, table, schemes)
    rows = parcel.files[0]
    (tmp_path / rows.name).write_bytes(rows.make())
    expected = [SCHEMES[key].area(questions.points(name)) for name in questions.names for key in dict.fromkeys(schemes)]
    for code in parcel.code.values():
        lines = output_of(code, tmp_path).splitlines()
        keys = set(schemes)
        areas = [float(line.split()[1]) for line in lines if line.split()[0] in keys]
        assert areas == pytest.approx(expected, abs=1e-12)


def test_every_file_is_named_after_the_data_not_after_the_model_in_view():
    questions, table = data("four_models")
    parcel, _ = handed_over(questions, table, ("step", "linear"), example="four_models", in_view="tree")
    names = [file.name for file in parcel.files]
    stem = "four_models"
    assert names == [f"{stem}_rows.csv", f"{stem}_models.csv", f"{stem}_models.json", f"{stem}_models_report.html"]


def test_every_sentence_names_its_model_and_the_last_who_is_first():
    questions, table = data("four_models")
    parcel, models = handed_over(questions, table, ("step", "linear"))
    sentences = parcel.sentences[0].split("\n")
    assert len(sentences) == 10
    for name, sentence in zip(questions.names, sentences, strict=False):
        area = SCHEMES["step"].area(questions.points(name))
        assert sentence.startswith(f"{name}: AP (step, ties together) = {area:.4f}; n = 500, 46 positives;")
    assert sentences[4] == f"Largest AP (step, ties together): {models.ranking.winners('step')[0]}"
    assert sentences[9] == f"Largest PR AUC (straight lines from (0, 1)): {models.ranking.winners('linear')[0]}"


def test_the_rows_can_be_read_back_to_the_bit():
    questions, table = data("weighted")
    parcel, _ = handed_over(questions, table, ("step", "linear"))
    rows = pd.read_csv(io.BytesIO(parcel.files[0].make()))
    assert list(rows.columns) == ["label", *(f"score_{' '.join(name.split())}" for name in STRANGE), "weight"]
    assert rows.iloc[:, 1:4].to_numpy().tolist() == questions.score.tolist()
