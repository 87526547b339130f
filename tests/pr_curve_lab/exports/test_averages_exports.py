"""The exports of an average: sentence, code, files and report section all have the same numbers."""

import io
import json
import re
import warnings
from dataclasses import replace
from html import unescape

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.analysis.averages import average_by_group, compute_average, split_by_group, task_matrix
from pr_curve_lab.analysis.formatting import format_ratio
from pr_curve_lab.analysis.group_rates import group_rates
from pr_curve_lab.analysis.intervals import group_areas
from pr_curve_lab.exports.page_exports import Averages, average_exports
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in, strip_markdown
from pr_curve_lab.i18n.names import TaskName, group_names
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset, example_table
from pr_curve_lab.schema.roles import Roles
from pr_metrics import area_interval, average_precision, operating_points
from tests.offered_code import printed_by
from tests.pages.regions import one_model_in_regions
from tests.pr_curve_lab.exports.builders import HOSTILE, dated_results, made
from tests.pr_curve_lab.exports.reading import Read, agrees, drawings, parts, polygon, section_of

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


def averages(dataset, table, average, scheme, *, folds=True, names=None):
    matrix, name = task_matrix(dataset, names), dataset.valid_names[0]
    return Averages(
        curve=dated_results(dataset.labeled_scores(name), table, task=TaskName(name, dataset.kind)),
        matrix=matrix,
        task_kind=dataset.kind,
        average=average,
        scheme=scheme,
        overall_average=compute_average(matrix, average, scheme),
        task_areas=compute_average(matrix, "macro", scheme).component,
        group_averages=average_by_group(
            split_by_group(matrix, dataset.group_of_row), dataset.group_names, average, scheme
        )
        if folds
        else None,
    )


def exports_of(one, language="en"):
    return average_exports(one, messages_in(language))


def run(exported, folder):
    rows = next(file for file in exported.files if file.key == "rows")
    (folder / rows.name).write_bytes(rows.make())
    return {package: printed_by(code, folder) for package, code in exported.code.items()}


def data(kind):
    if kind == "weighted":
        table = weighted_table()
        roles = Roles("class", None, ("a", "b", "=c"), "w", "fold", "classes")
        return build_dataset(table, roles), table
    return example_dataset("digits"), example_table("digits")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", ["digits", "weighted"])
def test_the_code_gives_the_average_and_the_folds(tmp_path, rows, kind):
    dataset, table = data(rows)
    one = averages(dataset, table, kind, "step")
    printed = run(exports_of(one), tmp_path)
    area = average_precision(dataset.positive.astype(int), dataset.score, average=kind, sample_weight=dataset.weight)
    expected = {"area": area, "mean_of_folds": one.group_averages.mean, "deviation_of_folds": one.group_averages.std}
    assert printed["pr_metrics"] == pytest.approx(expected, abs=1e-12)
    assert printed["scikit-learn"] == pytest.approx({"area": area}, abs=1e-12)


def test_other_schemes_come_from_pr_metrics_alone(tmp_path):
    dataset, table = data("weighted")
    one = averages(dataset, table, "macro", "linear")
    printed = run(exports_of(one), tmp_path)
    assert printed["pr_metrics"]["area"] == pytest.approx(one.overall_average.area, abs=1e-12)
    assert printed["scikit-learn"] == {}


@pytest.mark.parametrize("rows", ["digits", "weighted"])
def test_the_folds_of_one_score_are_averaged_by_either_code(tmp_path, rows):
    dataset, table = data(rows)
    one = averages(dataset, table, "micro", "step", names=dataset.names[:1])
    exported = exports_of(one)
    areas = []
    for index in range(len(dataset.group_names)):
        fold = dataset.group_of_row == index
        weight = None if dataset.weight is None else dataset.weight[fold]
        areas.append(
            average_precision(dataset.positive[fold, 0].astype(int), dataset.score[fold, 0], sample_weight=weight)
        )
    for printed in run(exported, tmp_path).values():
        assert printed["mean_of_folds"] == pytest.approx(np.mean(areas), abs=1e-12)
        assert printed["deviation_of_folds"] == pytest.approx(np.std(areas, ddof=1), abs=1e-12)
    called = "folds" if rows == "digits" else "groups"
    spread = f"(standard deviation {np.std(areas, ddof=1):.3f})"
    assert f"mean over {len(areas)} {called} = {np.mean(areas):.3f} {spread}; " in exported.citations[0]


def test_the_sentence_names_the_average_and_its_extremes():
    dataset, table = data("digits")
    one = averages(dataset, table, "macro", "step", folds=False)
    assert exports_of(one).citations == (
        "Macro average of AP (step, ties together) over 10 classes = 0.820; n = 1,797; "
        "classes from 0.594 (8) to 0.988 (0); "
        "class 8 against the rest at score >= 0.999819 (largest F1): precision 0.630, recall 0.684",
    )
    of_test_rows = replace(one.curve.labeled_scores, roles=replace(dataset.roles, split="part", split_value="test"))
    of_test_rows = replace(one, curve=replace(one.curve, labeled_scores=of_test_rows))
    assert exports_of(of_test_rows).citations == (f"{exports_of(one).citations[0]}; only part = test",)
    chinese = exports_of(one, "zh").citations
    assert "10 个类别" in chinese[0]
    assert chinese[1] == exports_of(one).citations[0]


def test_the_files_hold_every_number_exactly():
    dataset, table = data("weighted")
    one = averages(dataset, table, "weighted", "step")
    exported = exports_of(one)
    rows = pd.read_csv(io.BytesIO(made(exported, "rows")))
    assert rows["score_=c"].tolist() == dataset.score[:, 2].tolist()
    assert rows["label_=c"].tolist() == dataset.positive[:, 2].astype(int).tolist()
    assert rows["weight"].tolist() == dataset.weight.tolist()
    assert set(rows["group"]) == {"one, 1", '\'=two "2"', "# three"}
    facts = json.loads(made(exported, "json"))
    assert facts["area"] == one.overall_average.area
    assert [each["area"] for each in facts["tasks"]] == one.task_areas.tolist()
    assert [each["positives"] for each in facts["tasks"]] == one.matrix.scored_positives.tolist()
    assert [each["area"] for each in facts["folds"]["each"]] == one.group_averages.area.tolist()
    assert facts["folds"]["mean"] == one.group_averages.mean
    lines = pd.read_csv(io.BytesIO(made(exported, "csv")), keep_default_na=False)
    areas = lines[lines["quantity"] == "area"]
    assert areas["value"].tolist() == [facts["area"], *one.task_areas.tolist()]
    assert areas["signature"].iloc[0] == facts["signature"]
    assert all(code.splitlines()[-1] == f"# {facts['signature']}" for code in exported.code.values())
    assert "'=c" in lines["name"].tolist()


def of_all_kinds(dataset, scheme):
    """Return every average, computed from the rows with pr_metrics alone."""
    rows = dataset.positive.astype(int), dataset.score
    return {kind: average_precision(*rows, average=kind, sample_weight=dataset.weight, scheme=scheme) for kind in KINDS}


def shares(dataset, kind):
    """Return the weights of columns with positives in an average that is a mean of their areas."""
    weight = np.ones(len(dataset.positive)) if dataset.weight is None else dataset.weight
    positives = weight @ dataset.positive
    counted = (positives > 0).astype(float) if kind == "macro" else positives
    return counted / counted.sum()


def without_positives():
    """Return the weighted rows with a label that no row has, and a fold without positives."""
    rng = np.random.default_rng(6)
    labels = pd.DataFrame({name: (rng.random(90) < share).astype(int) for name, share in (("a", 0.4), ("b", 0.2))})
    labels["none"] = 0
    scores = pd.DataFrame({f"score_{name}": rng.random(90).round(2) for name in ("a", "b", "none")})
    frame = pd.concat([labels, scores], axis=1)
    frame["fold"] = np.repeat(["one", "two", "empty"], 30)
    frame.loc[60:, ["a", "b"]] = 0
    table = Table("labels", frame)
    roles = Roles(None, None, tuple(scores), group="fold", kind="labels", labels=tuple(labels))
    return build_dataset(table, roles), table


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", ["digits", "weighted", "labels"])
def test_the_files_have_all_averages_with_their_shares(rows, kind):
    dataset, table = without_positives() if rows == "labels" else data(rows)
    one = averages(dataset, table, kind, "continuous")
    exported = exports_of(one)
    facts = json.loads(made(exported, "json"), parse_constant=pytest.fail)
    assert facts["average"] == kind
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a label without positives
        assert facts["averages"] == pytest.approx(of_all_kinds(dataset, "continuous"), abs=1e-12)
    assert facts["averages"][kind] == facts["area"] == one.overall_average.area
    for mean in ("macro", "weighted"):
        found = [each["share"][mean] for each in facts["tasks"]]
        assert found == pytest.approx(shares(dataset, mean), abs=1e-15)
        for each in facts["tasks"]:
            assert each["part"][mean] == (None if each["area"] is None else each["share"][mean] * each["area"])
        assert sum(each["part"][mean] or 0 for each in facts["tasks"]) == pytest.approx(facts["averages"][mean])
    lines = pd.read_csv(io.BytesIO(made(exported, "csv")), keep_default_na=False)
    every = lines[lines["quantity"] == "area_of_average"]
    assert dict(zip(every["average"], every["value"].astype(float), strict=True)) == facts["averages"]
    for quantity in ("share", "part"):
        for mean in ("macro", "weighted"):
            told = lines[(lines["quantity"] == quantity) & (lines["average"] == mean)]["value"]
            assert [float(value) if value != "" else None for value in told] == [
                each[quantity][mean] for each in facts["tasks"]
            ]
    told = lines[lines["quantity"] == "positives"]["value"].astype(float).tolist()
    assert told == [each["positives"] for each in facts["tasks"]]


def test_data_with_a_single_label_have_no_other_average():
    dataset, table = data("digits")
    one = averages(dataset, table, "micro", "step", names=dataset.names[:1])
    exported = exports_of(one)
    facts = json.loads(made(exported, "json"))
    assert facts["average"] is facts["averages"] is None
    assert "share" not in facts["tasks"][0]
    assert b"area_of_average" not in made(exported, "csv")
    page = exported.report().decode()
    assert 'id="averages_chart"' not in page
    assert polygon(page, "folds_chart") == pytest.approx(one.group_averages.mean, abs=1e-12)


def test_averages_are_computed_once_and_only_for_a_file(monkeypatch):
    dataset, table = data("digits")
    one = averages(dataset, table, "macro", "step")
    asked = []

    def counted_parts(matrix, kind, scheme):
        asked.append(kind)
        return compute_average(matrix, kind, scheme)

    monkeypatch.setattr("pr_curve_lab.exports.results.compute_average", counted_parts)
    exported = exports_of(one)
    assert asked == []
    for key in ("json", "csv", "report"):
        made(exported, key)
    assert sorted(asked) == ["micro", "samples"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", ["weighted", "labels"])
def test_the_report_has_every_number_exactly(rows, kind, language):
    dataset, table = without_positives() if rows == "labels" else data(rows)
    one = averages(dataset, table, kind, "linear")
    facts = json.loads(made(exports_of(one), "json"))
    numbers = {f"average.{name}": area for name, area in facts["averages"].items()}
    folds = facts["folds"]
    numbers |= {
        "mean_of_folds": one.group_averages.mean,
        "deviation_of_folds": folds["deviation"],
        "all_rows": facts["area"],
    }
    if folds["interval"]:
        numbers |= {f"folds.{end}": folds["interval"][end] for end in ("low", "high")}
    for each in facts["tasks"]:
        prevalence = each["positives"] / one.matrix.rows
        row = {"positives": each["positives"], "prevalence": prevalence, "area": each["area"]}
        if kind in ("macro", "weighted"):
            row |= {"share": each["share"][kind], "part": each["part"][kind]}
        numbers |= {f"task.{name}.{each['name']}": value for name, value in row.items()}
    for each in facts["folds"]["each"]:
        numbers |= {f"fold.{name}.{each['name']}": each[name] for name in ("rows", "positives", "area")}
    sizes = {"rows": len(dataset.positive), "tasks": len(dataset.names), "entries": dataset.positive.size}
    if kind in ("macro", "weighted"):
        sizes["tasks"] = sum(each["area"] is not None for each in facts["tasks"])
    found = section_of(exports_of(one, language).report().decode(), "averages")
    known = {of: value for of, value in numbers.items() if value is not None}
    found.check(known | {of: sizes[of] for of in sizes if of in found.numbers}, language)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", ["digits", "labels"])
def test_the_pictures_of_the_report_have_the_numbers_of_the_page(rows, kind):
    dataset, table = without_positives() if rows == "labels" else data(rows)
    one = averages(dataset, table, kind, "step")
    page = exports_of(one).report().decode()
    assert polygon(page, "averages_chart") == pytest.approx(one.overall_average.area, abs=1e-12)
    assert polygon(page, "folds_chart") == pytest.approx(one.group_averages.mean, abs=1e-12)
    drawn = [] if kind == "samples" else [area for area in one.task_areas if not np.isnan(area)]
    assert parts(page, "averages_chart") == pytest.approx(sorted(drawn), abs=2e-3)
    folds = sorted(area for area in one.group_averages.area if not np.isnan(area))
    assert parts(page, "folds_chart") == pytest.approx(folds, abs=2e-3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_has_interval_and_chance_level_of_each_group(language):
    dataset, table = data("digits")
    one = averages(dataset, table, "micro", "step", names=("8",))
    in_groups = split_by_group(task_matrix(dataset, ("8",)), dataset.group_of_row)
    of_each = replace(one, group_areas=group_areas(in_groups, "step"))
    found = section_of(exports_of(of_each, language).report().decode(), "averages")
    read = found.numbers
    for index, name in enumerate(group_names(one.group_averages, messages_in(language))):
        rows = dataset.group_of_row == index
        positive, score = dataset.positive[rows, 8], dataset.score[rows, 8]
        area, low, high = (read[f"fold.{what}.{name}"] for what in ("area", "interval_low", "interval_high"))
        assert area == pytest.approx(average_precision_score(positive, score), abs=1e-12)
        interval = area_interval(operating_points(positive, score))
        assert (low, high) == (interval.lower, interval.upper)
        assert read[f"fold.chance.{name}"] == pytest.approx(positive.mean())
    assert messages_in(language).format("interval.why_rows") in found.said()
    assert all(agrees(of, float(value), text, language) for of, value, text in found.data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_group_that_fails_at_the_threshold_is_named_with_its_rates(language):
    table = Table("regions.csv", one_model_in_regions())
    dataset = build_dataset(table, Roles("fraud", "1", ("forest",), group="region"))
    one, rates = averages(dataset, table, "micro", "step"), group_rates(dataset, "forest", 2.0)
    exported = exports_of(replace(one, curve=replace(one.curve, task=None, threshold=2.0, group_rates=rates)), language)
    west, words = rates.names.index("West"), messages_in(language)
    assert exported.citations[0].count("West") == 2  # its area is the lowest, and its rates at the threshold
    (said,) = re.findall("(?:at score >=|分数 ≥) 2.*", exported.citations[0])
    fails = {"recall": rates.recall, "precision": rates.precision}
    assert {name for name, rate in fails.items() if west in rate.low_groups} == {"recall", "precision"}
    assert said.count(words.format("models.pair_settled")) == 2
    for rate in fails.values():
        for value in (rate.value[west], rate.lower[west], rate.upper[west], *rate.other_range(west)):
            assert format_ratio(float(value), decimals=3) in said
    found = json.loads(made(exported, "json"))["groups"]
    assert (found["threshold"], found["fails"]) == (2.0, ["West"])
    lines = pd.read_csv(io.BytesIO(made(exported, "csv")))
    read = section_of(exported.report().decode(), "threshold").numbers
    for each in found["each"]:
        of_group = lines[lines["name"] == each["name"]].set_index("quantity")["value"]
        index = rates.names.index(each["name"])
        for name, rate in fails.items():
            value, low, high = (float(values[index]) for values in (rate.value, rate.lower, rate.upper))
            assert (each[name], each[f"{name}_low"], each[f"{name}_high"]) == (value, low, high)
            assert of_group[f"{name}_of_group"] == value == read[f"group.{name}.{each['name']}"]
            assert of_group[f"{name}_high_of_group"] == high == read[f"group.{name}.high.{each['name']}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_calls_the_curve_of_the_only_group_no_mean(language):
    frame = pd.DataFrame({"label": [1, 0, 1, 0] * 2, "score": np.arange(8) / 8, "split": ["train", "test"] * 4})
    frame.loc[frame["split"] == "test", "label"] = [1, 0, 1, 0]
    table = Table("split.csv", frame)
    dataset = build_dataset(table, Roles("label", "1", ("score",), group="split", split_value="test"))
    matrices = split_by_group(task_matrix(dataset), dataset.group_of_row)
    groups = average_by_group(matrices, dataset.group_names, "micro", "step", column="split")
    curve = dated_results(dataset.labeled_scores("score"), table)
    one = replace(averages(dataset, table, "micro", "step", folds=False), curve=curve, group_averages=groups)
    exported, words = exports_of(one, language), messages_in(language)
    page = exported.report().decode()
    assert re.search("<strong>split = test[:：] ?<data", page)
    assert exported.citations[0].count("split = test") == 1
    assert json.loads(made(exported, "json"))["data"]["split"] == {"column": "split", "value": "test"}
    assert words.format("averages.groups.mean") not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_names_the_chosen_average_and_columns_without_one(language):
    dataset, table = without_positives()
    one = averages(dataset, table, "weighted", "step")
    page, words = exports_of(one, language).report().decode(), messages_in(language)
    said, name = section_of(page, "averages").said(), words.format("averages.weighted.name")
    chosen = words.format("report.chosen", name=name[:1].upper() + name[1:])
    assert said.count(chosen) == said.count(words.format("report.chosen", name="")) == 1
    assert words.format("averages.absent", names="none") in said
    arises = words.format("averages.weighted.arises", rows=one.rows, count=2, entries=3 * one.rows)
    assert strip_markdown(arises) in section_of(page, "first").said()
    assert "*" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [None, 1])
def test_the_report_cites_the_average_and_the_folds_once(names, language):
    dataset, table = data("digits")
    one = averages(dataset, table, "micro", "step", names=dataset.names[:names] if names else None)
    exported = exports_of(one, language)
    page = exported.report().decode()
    assert len(exported.citations) == len({language, "en"})
    for sentences in exported.citations:
        assert len(sentences.split("\n")) == (1 if names else 2)
        for sentence in sentences.split("\n"):
            assert Read(page).said().count(" ".join(sentence.split())) == 1


def test_names_in_uploaded_data_are_escaped():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({name: (rng.random(60) < 0.4).astype(int) for name in HOSTILE})
    scores = pd.DataFrame({f"score {name}": rng.random(60) for name in HOSTILE})
    table = Table("hostile", pd.concat([frame, scores, pd.Series(rng.choice(HOSTILE, 60), name="fold")], axis=1))
    roles = Roles(None, None, tuple(scores), group="fold", kind="labels", labels=tuple(frame))
    dataset = build_dataset(table, roles)
    page = exports_of(averages(dataset, table, "macro", "step")).report().decode()
    plain, plain_table = without_positives()
    other = exports_of(averages(plain, plain_table, "macro", "step")).report().decode()
    assert set(section_of(page, "averages").names()) == set(section_of(other, "averages").names())
    assert Read(page).names().count("script") == 2  # the data of charts, and the script that draws them
    titles = re.findall("<title>(.*?)</title></path>", drawings(page)["averages_chart"])
    pointed_at = {unescape(title).rpartition(" ")[0] for title in titles}
    assert pointed_at == set(HOSTILE)
    for name in HOSTILE:
        assert name in section_of(page, "averages").said()
