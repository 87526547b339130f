"""The exports of several models: the code prints every area, the files hold them, and names are escaped."""

import io
import json
import math
import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.formatting import format_area_difference, format_difference
from pr_curve_lab.analysis.intervals import model_step_interval
from pr_curve_lab.analysis.model_resampling import bootstrap_models, model_data
from pr_curve_lab.analysis.models import model_areas, model_reversal, model_thresholds, pair_tests
from pr_curve_lab.analysis.thresholds import Requirements
from pr_curve_lab.exports.page_exports import model_exports
from pr_curve_lab.exports.result_citations import model_citation
from pr_curve_lab.exports.results import Models
from pr_curve_lab.i18n.citations import area_name
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.i18n.model_sentences import models_title
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset, example_table
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES, Interval, rank_models
from tests.offered_code import output_of
from tests.pr_curve_lab.exports.builders import dated_results, made
from tests.pr_curve_lab.exports.reading import Read

STRANGE = ('=1+"2"', "two\nlines", "'); import os #")


def weighted_table():
    rng = np.random.default_rng(8)
    frame = pd.DataFrame({"y": (rng.random(150) < 0.4).astype(int)})
    for name in STRANGE:
        frame[name] = np.round(rng.random(150) + 0.3 * frame["y"], 1)
    frame["w"] = rng.integers(1, 5, 150) / 4
    return Table("weighted.csv", frame)


def models_of(dataset, schemes, *, table=None, drawn=False, tested=False, in_view="", example=None):
    name = in_view or dataset.names[0]
    points = {name: dataset.points(name) for name in dataset.names}
    ranking = rank_models(points)
    models = Models(
        dated_results(dataset.labeled_scores(name), table, example, TaskName(name, "models")),
        dataset,
        ranking,
        schemes,
        step_intervals={name: model_step_interval(dataset, name) for name in dataset.names},
        points=points,
        reversal=model_reversal(ranking, schemes, points.__getitem__, dataset.labeled_scores),
        selected_model=name,
        pairs=pair_tests(dataset, model_areas(ranking, "step")) if tested else (),
    )
    if drawn:
        contest = model_data(dataset, points, model_areas(models.ranking, schemes[0]), schemes[0])
        models = replace(models, bootstrap=bootstrap_models([contest], lambda _: None)[schemes[0]])
    return models


def model_exports_of(dataset, table, schemes, language="en", **more):
    models = models_of(dataset, schemes, table=table, **more)
    return model_exports(models, messages_in(language)), models


def data(kind):
    if kind == "four_models":
        return example_dataset(kind), example_table(kind)
    table = weighted_table()
    return build_dataset(table, Roles("y", "1", STRANGE, "w", kind="models")), table


@pytest.mark.parametrize("kind", ["four_models", "weighted"])
@pytest.mark.parametrize("schemes", [("step", "linear"), ("continuous", "lower"), ("envelope", "envelope")])
def test_the_code_prints_every_models_area(tmp_path, kind, schemes):
    dataset, table = data(kind)
    exported, _ = model_exports_of(dataset, table, schemes)
    rows = exported.files[0]
    (tmp_path / rows.name).write_bytes(rows.make())
    expected = [SCHEMES[key].area(dataset.points(name)) for name in dataset.names for key in dict.fromkeys(schemes)]
    for code in exported.code.values():
        lines = output_of(code, tmp_path).splitlines()
        keys = set(schemes)
        areas = [float(line.split()[1]) for line in lines if line.split()[0] in keys]
        assert areas == pytest.approx(expected, abs=1e-12)


def test_files_are_named_after_the_data_not_the_selected_model():
    dataset, table = data("four_models")
    exported, _ = model_exports_of(dataset, table, ("step", "linear"), example="four_models", in_view="tree")
    names = [file.name for file in exported.files]
    stem = "four_models"
    assert names == [f"{stem}_rows.csv", f"{stem}_models.csv", f"{stem}_models.json", f"{stem}_models_report.html"]


@pytest.mark.parametrize(("spread", "key"), [(2.0, "compared_better"), (0.1, "compared")])
def test_the_sentence_says_that_a_model_is_better_unless_it_may_be_chance(spread, key):
    label, noise = np.arange(300) % 3 == 0, np.random.default_rng(4).normal(size=(2, 300))
    good, other = label + noise[0], label + noise[0] + spread * noise[1]
    table = Table("t.csv", pd.DataFrame({"y": label.astype(int), "good": good, "other": other}))
    dataset = build_dataset(table, Roles("y", "1", ("good", "other"), kind="models"))
    exported, models = model_exports_of(dataset, table, ("step", "linear"), tested=True)
    facts = dict(zip(("first", "second"), models.by_area, strict=True)) | {"area": 0.0, "other": 0.0}
    text = messages_in("en").format(f"exports.{key}", **facts, measure="", difference="", known="")
    assert exported.citations[0].startswith(text.partition(":")[0])


def test_tests_of_step_areas_are_not_shown_beside_areas_of_another_scheme():
    dataset, table = data("four_models")
    models = models_of(dataset, ("linear", "step"), table=table, drawn=True, tested=True)
    assert len(models.pairwise_comparison.pairs) == 6
    for pair in models.pairwise_comparison.pairs:
        shown = models.area("linear", pair.first) - models.area("linear", pair.second)
        assert (pair.difference, math.isnan(pair.p)) == (pytest.approx(shown, abs=1e-12), True)


@pytest.mark.parametrize(("schemes", "tested", "drawn"), [
    (("step", "linear"), True, False), (("linear", "step"), True, True), (("step", "linear"), False, False)
])  # fmt: skip
def test_the_citation_compares_the_best_two_models(schemes, tested, drawn):
    dataset, table = data("four_models")
    exported, models = model_exports_of(dataset, table, schemes, tested=tested, drawn=drawn)
    words, (sentence,) = messages_in("en"), exported.citations
    first, second = models.by_area[:2]
    areas = [SCHEMES[schemes[0]].area(dataset.points(name)) for name in (first, second)]
    measure = area_name(schemes[0], words)
    assert sentence.startswith(f"{first} against {second}: {measure} = {areas[0]:.3f} against {areas[1]:.3f}, ")
    assert f"n = {dataset.row_index.size}, " in sentence
    known = [pair for pair in models.pairwise_comparison.pairs if not math.isnan(pair.lower)]
    assert f", {first} minus {second} = {format_difference(areas[0] - areas[1], signed=False)}" in sentence
    if known:
        ends = f"{format_difference(known[0].lower)} to {format_difference(known[0].upper)}".replace("−", "-")
        assert f"95% interval {ends}, " in sentence
        assert ("p = " in sentence or "p < " in sentence) == (not math.isnan(known[0].p))
        assert ", may be chance); n = " in sentence
    else:
        assert "interval" not in sentence
        assert "chance" not in sentence


@pytest.mark.parametrize("seed", range(8))
def test_printed_areas_have_the_printed_difference_and_recalls_few_digits(seed):
    rng = np.random.default_rng(seed)
    label = np.arange(300) % 3 == 0
    scores = {name: label + rng.normal(size=300) for name in "ab"}
    dataset = build_dataset(
        Table("t.csv", pd.DataFrame({"y": label.astype(int), **scores})), Roles("y", "1", ("a", "b"), kind="models")
    )
    models = models_of(dataset, ("step", "linear"))
    deployments = tuple(build_deployment(models.points[name]) for name in "ab")
    models = replace(models, thresholds=model_thresholds(("a", "b"), deployments, Requirements(precision=0.5)))
    cited = model_citation(models, messages_in("en"))
    ((one, other, difference),) = re.findall(r"(0\.\d+) against (0\.\d+), [ab] minus [ab] = (0\.?\d*)", cited)
    assert Decimal(one) - Decimal(other) == Decimal(difference)
    ((recall, leader, less, next_best),) = re.findall(
        r"recall (0\.\d{3}) \(([ab])\) against (0\.\d{3}) \(([ab])\), ", cited
    )
    assert recall > less
    for lower in (-0.1, 0.1):
        led = replace(models, thresholds=replace(models.thresholds, lead=Interval(lower, 0.3, 0.95)))
        end = f"{leader} minus {next_best} has the 95% interval {lower:+.3f} to +0.300"
        end += ", may be chance" * (lower < 0)
        assert model_citation(led, messages_in("en")).endswith(end)  # of the leader at the requirement
    limited = replace(models, thresholds=replace(models.thresholds, no_lead="alerts"))
    assert model_citation(limited, messages_in("en")).endswith(
        "with a limit on alerts, no interval of the lead is computed"
    )
    example = replace(models, thresholds=replace(models.thresholds, is_example=True))
    assert "recall" not in model_citation(example, messages_in("en"))  # nobody asked for it
    unreached = replace(models.thresholds, reached=models.thresholds.reached[:1], unreached=("b",))
    cited = model_citation(replace(models, thresholds=unreached), messages_in("en"))
    assert "; with precision at least 0.5: " in cited
    lead = format_area_difference(*(models.area("step", name) for name in models.by_area))
    assert f" by {lead} in " in models_title(models.ranking, models.schemes, messages_in("en"))


@pytest.mark.parametrize(
    ("language", "verdict"), [("en", ", unlikely to be chance); n = 400, "), ("zh", "，不大可能是偶然）；n = 400，")]
)
def test_the_citation_says_whether_the_lead_may_be_chance_and_which_rows_count(language, verdict):
    label = np.arange(800) % 2
    scores = {"good": np.arange(800) + 900 * label, "bad": np.arange(800) % 7}
    table = Table("split.csv", pd.DataFrame({"y": label, **scores, "part": np.where(label.cumsum() % 2, "a", "b")}))
    dataset = build_dataset(table, Roles("y", "1", ("good", "bad"), kind="models", split="part", split_value="b"))
    exported, _ = model_exports_of(dataset, table, ("step", "linear"), language, tested=True)
    words, sentence = messages_in(language), exported.citations[0]
    only = words.format("data.rows_kept", column="part", value="b")
    assert verdict in sentence
    assert sentence.endswith(only)
    kept = words.format("problems.chose_part", column="part", value="b")
    assert kept in Read(made(exported, "report").decode()).said()
    facts = json.loads(made(exported, "json"))
    assert facts["data"]["split"] == {"column": "part", "value": "b"}
    assert facts["citation"] == list(exported.citations)


def test_the_rows_are_read_back_exactly():
    dataset, table = data("weighted")
    exported, _ = model_exports_of(dataset, table, ("step", "linear"))
    rows = pd.read_csv(io.BytesIO(exported.files[0].make()))
    assert list(rows.columns) == ["label", *(f"score_{' '.join(name.split())}" for name in STRANGE), "weight"]
    assert rows.iloc[:, 1:4].to_numpy().tolist() == dataset.score.tolist()
