"""What is taken along of an average: sentence, code, files and a section of the report, all of the same numbers."""

import io
import json
import warnings

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
from pr_app.words import LANGUAGES, words_in
from pr_metrics import average_precision
from tests.offered_code import printed_by
from tests.pr_app.take_along.inlined import polygon, polygons
from tests.pr_app.take_along.test_report import HOSTILE, Read, agrees

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


def of_all_kinds(questions, scheme):
    """Every average from the rows, with pr_metrics alone."""
    rows = questions.positive.astype(int), questions.score
    return {
        kind: average_precision(*rows, average=kind, sample_weight=questions.weight, scheme=scheme) for kind in KINDS
    }


def shares(questions, kind):
    """Of the columns that have positives, in an average that is a mean of their areas."""
    weight = np.ones(len(questions.positive)) if questions.weight is None else questions.weight
    positives = weight @ questions.positive
    counted = (positives > 0).astype(float) if kind == "macro" else positives
    return counted / counted.sum()


def without_positives():
    """The weighted rows with a label that nobody has, and a fold without any positive."""
    rng = np.random.default_rng(6)
    labels = pd.DataFrame({name: (rng.random(90) < share).astype(int) for name, share in (("a", 0.4), ("b", 0.2))})
    labels["none"] = 0
    scores = pd.DataFrame({f"score_{name}": rng.random(90).round(2) for name in ("a", "b", "none")})
    frame = pd.concat([labels, scores], axis=1)
    frame["fold"] = np.repeat(["one", "two", "empty"], 30)
    frame.loc[60:, ["a", "b"]] = 0
    table = Table("labels", frame)
    roles = Roles(None, None, tuple(scores), group="fold", kind="labels", labels=tuple(labels))
    return build_questions(table, roles), table


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", ["digits", "weighted", "labels"])
def test_the_files_have_all_averages_with_their_shares(rows, kind):
    questions, table = without_positives() if rows == "labels" else data(rows)
    one = averages(questions, kind, "continuous", table=table)
    parcel = parcel_of(one, questions, table)
    facts = json.loads(made(parcel, "json"), parse_constant=pytest.fail)
    assert facts["average"] == kind
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a label without positives
        assert facts["averages"] == pytest.approx(of_all_kinds(questions, "continuous"), abs=1e-12)
    assert facts["averages"][kind] == facts["area"] == one.of_all.area
    for mean in ("macro", "weighted"):
        found = [each["share"][mean] for each in facts["questions"]]
        assert found == pytest.approx(shares(questions, mean), abs=1e-15)
        for each in facts["questions"]:
            assert each["part"][mean] == (None if each["area"] is None else each["share"][mean] * each["area"])
        assert sum(each["part"][mean] or 0 for each in facts["questions"]) == pytest.approx(facts["averages"][mean])
    lines = pd.read_csv(io.BytesIO(made(parcel, "csv")), keep_default_na=False)
    every = lines[lines["quantity"] == "area_of_average"]
    assert dict(zip(every["average"], every["value"].astype(float), strict=True)) == facts["averages"]
    for quantity in ("share", "part"):
        for mean in ("macro", "weighted"):
            told = lines[(lines["quantity"] == quantity) & (lines["average"] == mean)]["value"]
            assert [float(value) if value != "" else None for value in told] == [
                each[quantity][mean] for each in facts["questions"]
            ]
    told = lines[lines["quantity"] == "positives"]["value"].astype(float).tolist()
    assert told == [each["positives"] for each in facts["questions"]]


def test_of_one_question_there_is_no_other_average():
    questions, table = data("digits")
    one = averages(questions, "micro", "step", names=questions.names[:1], table=table)
    parcel = parcel_of(one, questions, table)
    facts = json.loads(made(parcel, "json"))
    assert facts["average"] is facts["averages"] is None
    assert "share" not in facts["questions"][0]
    assert b"area_of_average" not in made(parcel, "csv")
    page = made(parcel, "report").decode()
    assert 'id="averages_chart"' not in page
    assert polygon(page, "folds_chart") == pytest.approx(one.folds.mean, abs=1e-12)


def test_no_average_is_made_before_a_file_is_asked_for_and_each_once(monkeypatch):
    questions, table = data("digits")
    one = averages(questions, "macro", "step", table=table)
    asked = []

    def counted_parts(answers, kind, scheme):
        asked.append(kind)
        return parts_of(answers, kind, scheme)

    monkeypatch.setattr("pr_app.take_along.averages.parts_of", counted_parts)
    parcel = parcel_of(one, questions, table)
    assert asked == []
    for key in ("json", "csv", "report"):
        made(parcel, key)
    assert sorted(asked) == ["micro", "samples"]


def section_of(page, key="averages"):
    """A section, that about the averages unless asked for another."""
    start = page.index(f'<section id="{key}">')
    return Read(page[start : page.index("</section>", start) + len("</section>")])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", ["weighted", "labels"])
def test_the_report_has_every_number_to_the_bit(rows, kind, language):
    questions, table = without_positives() if rows == "labels" else data(rows)
    one = averages(questions, kind, "linear", table=table)
    facts = json.loads(made(parcel_of(one, questions, table), "json"))
    numbers = {f"average.{name}": area for name, area in facts["averages"].items()}
    numbers |= {"mean_of_folds": one.folds.mean}
    for each in facts["questions"]:
        row = {"positives": each["positives"], "area": each["area"]}
        if kind in ("macro", "weighted"):
            row |= {"share": each["share"][kind], "part": each["part"][kind]}
        numbers |= {f"question.{name}.{each['name']}": value for name, value in row.items()}
    for each in facts["folds"]["each"]:
        numbers |= {f"fold.{name}.{each['name']}": each[name] for name in ("rows", "positives", "area")}
    sizes = {"rows": len(questions.positive), "questions": len(questions.names), "entries": questions.positive.size}
    if kind in ("macro", "weighted"):
        sizes["questions"] = sum(each["area"] is not None for each in facts["questions"])
    found = section_of(made(parcel_of(one, questions, table, language), "report").decode())
    read = {of: float(value) for of, value, _ in found.data}
    assert {of for of in numbers if numbers[of] is not None} == set(read) - set(sizes)
    for of, value, text in found.data:
        assert float(value) == {**numbers, **sizes}[of], of
        assert agrees(of, float(value), text), (of, value, text)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", ["digits", "labels"])
def test_the_pictures_of_the_report_have_the_numbers_of_the_page(rows, kind):
    questions, table = without_positives() if rows == "labels" else data(rows)
    one = averages(questions, kind, "step", table=table)
    page = made(parcel_of(one, questions, table), "report").decode()
    assert polygon(page, "averages_chart") == pytest.approx(one.of_all.area, abs=1e-12)
    assert polygon(page, "folds_chart") == pytest.approx(one.folds.mean, abs=1e-12)
    drawn = [] if kind == "samples" else [area for area in one.by_question if not np.isnan(area)]
    assert polygons(page, "averages_chart", "part") == pytest.approx(sorted(drawn), abs=2e-3)
    folds = sorted(area for area in one.folds.area if not np.isnan(area))
    assert polygons(page, "folds_chart", "part") == pytest.approx(folds, abs=2e-3)


def test_the_report_names_the_chosen_average_and_what_has_none():
    questions, table = without_positives()
    one = averages(questions, "weighted", "step", table=table)
    said = section_of(made(parcel_of(one, questions, table), "report").decode()).said()
    assert said.count("(chosen)") == 1
    assert "Weighted average (chosen)" in said
    assert "Without positives, so without an area, and left out: none." in said
    assert "Weighted: the mean of the 2 areas" in said
    assert "*" not in said
    chinese = section_of(made(parcel_of(one, questions, table, "zh"), "report").decode()).said()
    assert "加权平均（weighted），当前所选" in chinese


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [None, 1])
def test_the_report_cites_the_average_and_the_folds_once(names, language):
    questions, table = data("digits")
    one = averages(questions, "micro", "step", names=questions.names[:names] if names else None, table=table)
    parcel = parcel_of(one, questions, table, language)
    page = made(parcel, "report").decode()
    assert len(parcel.sentences) == len({language, "en"})
    for sentences in parcel.sentences:
        assert len(sentences.split("\n")) == (1 if names else 2)
        for sentence in sentences.split("\n"):
            assert sentence in section_of(page, "cite").said()
            assert Read(page).said().count(sentence) == 1


def test_names_of_the_visitors_own_stay_text():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({name: (rng.random(60) < 0.4).astype(int) for name in HOSTILE})
    scores = pd.DataFrame({f"score {name}": rng.random(60) for name in HOSTILE})
    table = Table("hostile", pd.concat([frame, scores, pd.Series(rng.choice(HOSTILE, 60), name="fold")], axis=1))
    roles = Roles(None, None, tuple(scores), group="fold", kind="labels", labels=tuple(frame))
    questions = build_questions(table, roles)
    page = made(parcel_of(averages(questions, "macro", "step", table=table), questions, table), "report").decode()
    plain, plain_table = without_positives()
    other = made(parcel_of(averages(plain, "macro", "step", table=plain_table), plain, plain_table), "report").decode()
    assert set(section_of(page).names()) == set(section_of(other).names())
    assert section_of(page).names().count("script") == 2
    for name in HOSTILE:
        assert name in section_of(page).said()
