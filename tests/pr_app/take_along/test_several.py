"""What is taken along of an average: sentence, code, files and a section of the report, all of the same numbers."""

import io
import json

import numpy as np
import pandas as pd
import pytest

from pr_app.averages import answers_of, folds_of, parts_of, split
from pr_app.examples import example_questions, example_table
from pr_app.questions import build_questions
from pr_app.roles import Roles
from pr_app.tables import Table
from pr_app.take_along.analysis import Analysis, Question
from pr_app.take_along.citation import counted
from pr_app.take_along.several import Averages, of_averages
from pr_app.words import words_in
from pr_metrics import average_precision
from tests.offered_code import printed_by
from tests.pr_app.take_along.test_report import Read

KINDS = ("macro", "micro", "weighted", "samples")


def weighted_table():
    rng = np.random.default_rng(4)
    truth = rng.choice(["a", "b", "=c"], 240, p=[0.6, 0.3, 0.1])
    frame = pd.DataFrame({"class": truth})
    for name in ("a", "b", "=c"):
        frame[name] = np.round(rng.random(240) + 0.5 * (truth == name), 2)
    frame["w"] = rng.integers(1, 5, 240) / 2
    frame["fold"] = rng.choice(["one, 1", '=two "2"', "# three"], 240)
    return Table("weighted.csv", frame)


def averages(questions, average, scheme, *, folds=True, names=None, table=None):
    answers = answers_of(questions, names)
    group = questions.roles.group if folds else None
    return Averages(
        stem="data",
        name=questions.name,
        answers=answers,
        asked=questions.kind,
        average=average,
        scheme=scheme,
        of_all=parts_of(answers, average, scheme),
        by_question=parts_of(answers, "macro", scheme).part,
        folds=folds_of(split(answers, questions.group), questions.group_names, average, scheme) if folds else None,
        weight=questions.roles.weight,
        group=None if group is None else table.frame[group].iloc[questions.row].reset_index(drop=True),
    )


def parcel_of(one, questions, table, language="en"):
    name = questions.countable[0]
    cases = questions.cases(name)
    rows = counted(cases, tied=0, left_out=0)
    analysis = Analysis(cases, table, question=Question(name, questions.kind))
    return of_averages(one, analysis, rows, words_in(language))


def made(parcel, key):
    return next(file for file in parcel.files if file.key == key).make()


def run(parcel, folder):
    rows = next(file for file in parcel.files if file.key == "rows")
    (folder / rows.name).write_bytes(rows.make())
    return {package: printed_by(code, folder) for package, code in parcel.code.items()}


def data(kind):
    if kind == "weighted":
        table = weighted_table()
        roles = Roles("class", None, ("a", "b", "=c"), "w", "fold", "classes")
        return build_questions(table, roles), table
    return example_questions("digits"), example_table("digits")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", ["digits", "weighted"])
def test_the_code_gives_the_average_and_the_folds(tmp_path, rows, kind):
    questions, table = data(rows)
    one = averages(questions, kind, "step", table=table)
    printed = run(parcel_of(one, questions, table), tmp_path)
    area = average_precision(
        questions.positive.astype(int), questions.score, average=kind, sample_weight=questions.weight
    )
    expected = {"area": area, "mean_of_folds": one.folds.mean, "deviation_of_folds": one.folds.deviation}
    assert printed["pr_metrics"] == pytest.approx(expected, abs=1e-12)
    assert printed["scikit-learn"] == pytest.approx({"area": area}, abs=1e-12)


def test_other_schemes_come_from_pr_metrics_alone(tmp_path):
    questions, table = data("weighted")
    one = averages(questions, "macro", "linear", table=table)
    printed = run(parcel_of(one, questions, table), tmp_path)
    assert printed["pr_metrics"]["area"] == pytest.approx(one.of_all.area, abs=1e-12)
    assert printed["scikit-learn"] == {}


@pytest.mark.parametrize("rows", ["digits", "weighted"])
def test_the_folds_of_one_score_are_averaged_by_either_code(tmp_path, rows):
    questions, table = data(rows)
    one = averages(questions, "micro", "step", names=questions.names[:1], table=table)
    parcel = parcel_of(one, questions, table)
    areas = []
    for index in range(len(questions.group_names)):
        fold = questions.group == index
        weight = None if questions.weight is None else questions.weight[fold]
        areas.append(
            average_precision(questions.positive[fold, 0].astype(int), questions.score[fold, 0], sample_weight=weight)
        )
    for printed in run(parcel, tmp_path).values():
        assert printed["mean_of_folds"] == pytest.approx(np.mean(areas), abs=1e-12)
        assert printed["deviation_of_folds"] == pytest.approx(np.std(areas, ddof=1), abs=1e-12)
    assert f"mean over {len(areas)} folds = {np.mean(areas):.4f};" in parcel.sentences[0]
    assert f"standard deviation {np.std(areas, ddof=1):.4f}" in parcel.sentences[0]


def test_the_sentence_names_the_average_and_its_extremes():
    questions, table = data("digits")
    one = averages(questions, "macro", "step", folds=False)
    assert parcel_of(one, questions, table).sentences == (
        "Macro average of AP (step, ties together) over 10 classes = 0.8203; n = 1,797; "
        "classes from 0.5945 (8) to 0.9884 (0)",
    )
    chinese = parcel_of(one, questions, table, "zh").sentences
    assert "10 个类别" in chinese[0]
    assert chinese[1] == parcel_of(one, questions, table).sentences[0]


def test_the_files_hold_every_number_to_the_bit():
    questions, table = data("weighted")
    one = averages(questions, "weighted", "step", table=table)
    parcel = parcel_of(one, questions, table)
    rows = pd.read_csv(io.BytesIO(made(parcel, "rows")))
    assert rows["score_=c"].tolist() == questions.score[:, 2].tolist()
    assert rows["label_=c"].tolist() == questions.positive[:, 2].astype(int).tolist()
    assert rows["weight"].tolist() == questions.weight.tolist()
    assert set(rows["group"]) == {"one, 1", '\'=two "2"', "# three"}
    facts = json.loads(made(parcel, "json"))
    assert facts["area"] == one.of_all.area
    assert [each["area"] for each in facts["questions"]] == one.by_question.tolist()
    assert [each["positives"] for each in facts["questions"]] == one.answers.positives.tolist()
    assert [each["area"] for each in facts["folds"]["each"]] == one.folds.area.tolist()
    assert facts["folds"]["mean"] == one.folds.mean
    lines = pd.read_csv(io.BytesIO(made(parcel, "csv")), keep_default_na=False)
    assert lines[lines["quantity"] == "area"]["value"].tolist() == [facts["area"], *one.by_question.tolist()]
    assert "'=c" in lines["name"].tolist()


def test_the_report_opens_with_the_average():
    questions, table = data("weighted")
    one = averages(questions, "macro", "step", table=table)
    found = Read(made(parcel_of(one, questions, table), "report").decode())
    values = {of: float(value) for of, value, _ in found.data}
    assert [values[f"question.{name}"] for name in questions.names] == one.by_question.tolist()
    assert [values[f"fold.{name}"] for name in questions.group_names] == one.folds.area.tolist()
    assert f"= {one.of_all.area:.4f};" in found.said()
