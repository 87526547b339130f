"""What is taken along of several models: the code prints every area, the files hold them, names stay text."""

import io
import json
import re

import numpy as np
import pandas as pd
import pytest

from pr_app.examples import example_questions, example_table
from pr_app.questions import build_questions
from pr_app.roles import Roles
from pr_app.tables import Table
from pr_app.take_along.analysis import Analysis, Question
from pr_app.take_along.citation import Counted
from pr_app.take_along.models import Models, of_models
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


def handed_over(questions, table, schemes, language="en"):
    ranking = rank_models({name: questions.points(name) for name in questions.names})
    rows, positives = len(questions.row), int(questions.positive[:, 0].sum())
    weight = questions.roles.weight
    counted = {
        name: Counted(rows, positives, weight=weight, question=Question(name, "models")) for name in questions.names
    }
    models = Models(ranking, schemes, questions.positive[:, 0], questions.score, questions.weight, counted)
    cases = questions.cases(questions.names[0])
    analysis = Analysis(cases, table)
    return of_models(models, analysis, counted[questions.names[0]], words_in(language)), ranking


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


def test_every_sentence_names_its_model_and_the_last_who_is_first():
    questions, table = data("four_models")
    parcel, ranking = handed_over(questions, table, ("step", "linear"))
    sentences = parcel.sentences[0].split("\n")
    assert len(sentences) == 10
    for name, sentence in zip(questions.names, sentences, strict=False):
        area = SCHEMES["step"].area(questions.points(name))
        assert sentence.startswith(f"{name}: AP (step, ties together) = {area:.4f}; n = 500, 46 positives;")
    assert sentences[4] == f"Largest AP (step, ties together): {ranking.winners('step')[0]}"
    assert sentences[9] == f"Largest AP (straight lines from (0, 1)): {ranking.winners('linear')[0]}"


def test_the_files_hold_rows_and_areas_to_the_bit():
    questions, table = data("weighted")
    parcel, ranking = handed_over(questions, table, ("step", "linear"))
    rows = pd.read_csv(io.BytesIO(parcel.files[0].make()))
    assert list(rows.columns) == ["label", *(f"score_{' '.join(name.split())}" for name in STRANGE), "weight"]
    assert rows.iloc[:, 1:4].to_numpy().tolist() == questions.score.tolist()
    areas = pd.read_csv(io.BytesIO(parcel.files[1].make()))
    for index, scheme in enumerate(ranking.schemes):
        assert areas[areas["scheme"] == scheme]["area"].tolist() == ranking.area[index].tolist()
        assert areas[areas["scheme"] == scheme]["rank"].tolist() == ranking.rank[index].tolist()
    assert areas["model"][0] == '\'=1+"2"'


def file_of(parcel, key):
    return next(file for file in parcel.files if file.key == key).make()


def test_the_numbers_for_a_program_are_those_of_the_ranking():
    questions, table = data("four_models")
    parcel, ranking = handed_over(questions, table, ("step", "linear"))
    facts = json.loads(file_of(parcel, "json"))
    assert (facts["data"]["rows"], facts["data"]["positive_rows"]) == (500, 46)
    for index, scheme in enumerate(ranking.schemes):
        assert [one["area"] for one in facts["schemes"][scheme].values()] == ranking.area[index].tolist()
        assert [one["rank"] for one in facts["schemes"][scheme].values()] == ranking.rank[index].tolist()
    assert facts["citation"] == list(parcel.sentences)


def test_the_report_opens_with_the_areas_of_all_models():
    questions, table = data("four_models")
    parcel, ranking = handed_over(questions, table, ("step", "linear"))
    report = file_of(parcel, "report").decode()
    shown = dict(re.findall(r'<data data-of="model\.([^"]+)" value="([^"]+)">', report))
    assert len(shown) == len(ranking.schemes) * 4
    for index, scheme in enumerate(ranking.schemes):
        for name, area in zip(ranking.models, ranking.area[index].tolist(), strict=True):
            assert float(shown[f"{scheme}.{name}"]) == area
