"""The exports of rows clustered by person: the code prints the interval that keeps clusters together."""

import io
import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.intervals import step_interval
from pr_curve_lab.exports.numbers import curve_numbers, rows_csv
from pr_curve_lab.exports.page_exports import build_models, data_exports, model_exports
from pr_curve_lab.exports.python_code import curve_code
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.io.table import Table
from tests.offered_code import file_that_is_read, output_of, printed_by
from tests.pr_curve_lab.exports.builders import dated_results
from tests.pr_curve_lab.persons import persons, tasks_of

WEIGHT = np.random.default_rng(1).integers(1, 5, 1000) / 4


def results_of(frame, **roles):
    return dated_results(tasks_of(frame, **roles).labeled_scores("p"), Table("t.csv", frame))


@pytest.mark.parametrize("weighted", [False, True])
def test_the_code_prints_the_interval(tmp_path, weighted):
    frame = persons().assign(sample_weight=WEIGHT) if weighted else persons()
    results = results_of(frame)
    code = curve_code(results, ("step", "linear"))
    (tmp_path / file_that_is_read(code["pr_metrics"])).write_bytes(rows_csv(results.labeled_scores))
    printed, found = printed_by(code["pr_metrics"], tmp_path), step_interval(results.labeled_scores).interval
    assert (printed["interval_low"], printed["interval_high"]) == pytest.approx((found.lower, found.upper))
    assert printed_by(code["scikit-learn"], tmp_path)["step"] == pytest.approx(printed["step"])


def test_the_code_of_independent_rows_has_no_groups():
    results = results_of(persons(), cluster=None)
    assert "cluster" not in curve_code(results, ("step",))["pr_metrics"]
    assert "cluster" not in rows_csv(results.labeled_scores).decode()


def test_exported_rows_number_clusters_from_0():
    rows = pd.read_csv(io.BytesIO(rows_csv(results_of(persons()).labeled_scores)))
    assert list(rows) == ["label", "score", "cluster"]
    assert (rows.cluster == np.repeat(np.arange(40), 25)).all()


def test_the_json_names_cluster_column_and_interval_method():
    facts = json.loads(curve_numbers(results_of(persons())).json(()))
    assert facts["data"]["columns"]["cluster"] == "patient_id"
    assert {one["method"] for one in facts["intervals"].values()} == {"groups"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_describes_the_clusters(language):
    results, words = results_of(persons()), messages_in(language)
    report = data_exports(results, words).report().decode()
    quoted = words.format_notice(results.labeled_scores.clusters.notice, "<code>{}</code>".format)
    assert quoted in report
    assert words.format("interval.why_clusters") in report
    assert words.format("data.role_cluster") in report


def test_the_code_of_several_models_prints_the_interval_of_each(tmp_path):
    frame = persons(models=("p", "q"))
    dataset = tasks_of(frame, scores=("p", "q"), kind="models")
    results = replace(dated_results(dataset.labeled_scores("p"), Table("t.csv", frame)), right="step")
    exported = model_exports(build_models(dataset, results), messages_in("en"))
    (rows,) = (file for file in exported.files if file.key == "rows")
    (tmp_path / rows.name).write_bytes(rows.make())
    printed = [line.split() for line in output_of(exported.code["pr_metrics"], tmp_path).splitlines()]
    lows = [float(number) for name, *rest in printed if name == "interval_low" for number in rest]
    assert lows == pytest.approx([step_interval(dataset.labeled_scores(name)).interval.lower for name in ("p", "q")])
    (sentence,) = exported.citations
    assert sentence.endswith(messages_in("en").format("exports.clusters", column="patient_id", clusters=40))
