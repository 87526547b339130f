"""Other programs read the exact numbers back from the exported files."""

import io
import json
import math
import re

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.calibration import calibration
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.analysis.thresholds import ThresholdChoice
from pr_curve_lab.exports.numbers import MAX_POINTS, curve_numbers, rows_csv
from pr_curve_lab.exports.page_exports import curve_exports
from pr_curve_lab.exports.report.document import curve_sections
from pr_curve_lab.exports.results import file_stem
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_labeled_scores
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_curve_lab.schema.table_files import read_table
from pr_metrics import SCHEMES, __version__, choose_threshold, f_score, operating_points
from tests.expected_intervals import expected_interval
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pr_curve_lab.exports.builders import dated_results, results_of

HOSTILE = ("=1+1", "+1", "-x", "@SUM(A1)", "\t=1", 'a,"b"', "# no comment", "two\nlines", "分组")


def odd_rows(rows=200):
    rng = np.random.default_rng(3)
    positive = rng.random(rows) < 0.4
    score = np.append(rng.normal(size=rows - 4), [0.1 + 0.2, 0.3, 5e-324, -1.7e308])
    frame = pd.DataFrame({"y": np.where(positive, "yes", "no"), "s": score, "w": rng.random(rows) + 0.01})
    frame["g"] = [HOSTILE[index % len(HOSTILE)] for index in range(rows)]
    return Table("odd rows.csv", frame)


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_rows_are_read_back_exactly(example):
    labeled_scores = example_labeled_scores(example)
    rows = pd.read_csv(io.BytesIO(rows_csv(labeled_scores)))
    assert list(rows.columns) == ["label", "score"]
    assert rows["label"].tolist() == labeled_scores.positive.astype(int).tolist()
    assert rows["score"].to_numpy().tobytes() == labeled_scores.score.tobytes()


def test_groups_that_look_like_formulas_are_quoted():
    table = odd_rows()
    labeled_scores = build_labeled_scores(table, Roles("y", "yes", ("s",), weight="w", group="g"))
    content = rows_csv(labeled_scores, dated_results(labeled_scores, table).group)
    rows = pd.read_csv(io.BytesIO(content), dtype={"group": str}, keep_default_na=False)
    assert rows["score"].to_numpy().tobytes() == labeled_scores.score.tobytes()
    assert rows["weight"].to_numpy().tobytes() == labeled_scores.weight.tobytes()
    assert not rows["group"].str.lstrip().str.startswith(("=", "+", "-", "@")).any()
    assert set(rows["group"]) == {
        "'=1+1",
        "'+1",
        "'-x",
        "'@SUM(A1)",
        "' =1",
        'a,"b"',
        "# no comment",
        "two lines",
        "分组",
    }
    read = np.loadtxt(io.BytesIO(content), delimiter=",", skiprows=1, usecols=(0, 1, 2), encoding="utf-8")
    assert read[:, 1].tobytes() == labeled_scores.score.tobytes()
    assert read[:, 0].tolist() == labeled_scores.positive.tolist()


def test_an_area_has_the_same_decimals_in_the_whole_report():
    rng = np.random.default_rng(0)
    positive = rng.random(1500) < 0.3
    score = (rng.normal(size=1500) + 1.5 * positive).round(3)
    table = Table("t.csv", pd.DataFrame({"y": positive.astype(int), "s": score}))
    labeled_scores, words = build_labeled_scores(table, Roles("y", "1", ("s",))), messages_in("en")
    results = dated_results(labeled_scores, table)
    joined = joined_area(labeled_scores.points, "step", Resolution(10))
    choice = ThresholdChoice(build_deployment(labeled_scores.points), 1, "hand")
    cited = curve_exports(results, joined, words, choice=choice).report_sentences(words)[1]
    assert f"{joined.area:.3f}" == f"{results.areas['linear']:.3f}"
    assert re.findall(r"= (0\.\d+);", cited) == [f"{joined.area:.4f}"]


def test_the_file_has_only_the_rows_in_use():
    table = read_table("own.csv", b"label,score,fold\n1,0.9,1\n0,,1\n1,0.4,2\n0,0.2,2\n")
    labeled_scores = build_labeled_scores(table, Roles("label", "1", ("score",), group="fold"), exclude=True)
    results = dated_results(labeled_scores, table)
    assert rows_csv(labeled_scores, results.group).decode() == "label,score,group\n1,0.9,1\n1,0.4,2\n0,0.2,2\n"
    assert labeled_scores.n_excluded_rows == 1


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_json_holds_every_number_exactly(example):
    results = results_of(example)
    labeled_scores, points = results.labeled_scores, results.points
    facts = json.loads(curve_numbers(results).json(("cited",)))
    assert facts["data"]["rows"] == labeled_scores.size
    assert facts["data"]["prevalence"] == points.prevalence
    assert facts["areas"] == {key: scheme.area(points) for key, scheme in SCHEMES.items()}
    for key in facts["areas"]:
        interval, method = expected_interval(labeled_scores.positive, labeled_scores.score, key)
        found = facts["intervals"][key]
        assert (found["low"], found["high"]) == pytest.approx((interval.lower, interval.upper), abs=1e-14)
        assert (found["level"], found["method"]) == (0.95, method)
    at = choose_threshold(points).index
    assert facts["threshold"]["threshold"] == points.threshold[at]
    assert facts["threshold"]["precision"] == points.precision[at]
    assert facts["threshold"]["f1"] == f_score(points)[at]
    assert facts["operating_points"]["recall"] == points.recall.tolist()
    assert facts["compared"]["difference"] == facts["areas"]["linear"] - facts["areas"]["step"]
    assert facts["citation"] == ["cited"]
    assert facts["made_by"]["pr_metrics"] == __version__


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_csv_has_the_numbers_of_the_json_one_per_line(example):
    results = results_of(example, threshold=0.5)
    lines = pd.read_csv(io.BytesIO(curve_numbers(results).csv()), keep_default_na=False)
    assert list(lines.columns) == ["quantity", "scheme", "threshold", "bin", "value", "signature"]
    facts = json.loads(curve_numbers(results).json(()))
    signed = {line.scheme: line.signature for line in lines[lines["quantity"] == "area"].itertuples()}
    assert signed == facts["signatures"]
    assert not lines.loc[lines["quantity"] != "area", "signature"].any()
    for kind, key in (("area", None), ("interval_low", "low"), ("interval_high", "high")):
        found = {line.scheme: line.value for line in lines[lines["quantity"] == kind].itertuples()}
        assert found == (
            facts["areas"] if key is None else {scheme: one[key] for scheme, one in facts["intervals"].items()}
        )
    at = lines[lines["threshold"] != ""]
    assert dict(zip(at["quantity"], at["value"], strict=True)) == {
        name: value for name, value in facts["threshold"].items() if name != "threshold"
    }
    assert set(at["threshold"].astype(float)) == {facts["threshold"]["threshold"]}


def test_the_calibration_is_that_of_the_page():
    results = results_of("breast_cancer")
    found = calibration(results.labeled_scores)
    facts = json.loads(curve_numbers(results).json(()))["calibration"]
    brier = found.brier
    assert (
        facts["brier"]["score"]
        == brier.score
        == pytest.approx(
            facts["brier"]["reliability"] - facts["brier"]["resolution"] + facts["brier"]["uncertainty"], abs=1e-14
        )
    )
    assert (facts["brier"]["reliability"], facts["brier"]["skill"]) == (brier.reliability, brier.skill)
    assert [one["rows"] for one in facts["bins"]] == found.curve.rows.tolist()
    assert [one["share_low"] for one in facts["bins"]] == found.curve.lower.tolist()
    lines = pd.read_csv(io.BytesIO(curve_numbers(results).csv())).set_index("quantity")
    assert lines.loc["brier_score", "value"] == brier.score
    assert lines.loc["bin_share_positive", "value"].tolist() == found.curve.fraction_positive.tolist()
    assert lines.loc["bin_share_positive", "bin"].tolist() == list(range(1, found.curve.rows.size + 1))
    assert json.loads(curve_numbers(results_of("apples_oranges")).json(()))["calibration"] is None
    assert "calibration" not in curve_sections(results_of("apples_oranges"))


def test_rounded_scores_are_those_of_the_numbers():
    results = results_of("breast_cancer", decimals=1)
    points = operating_points(results.labeled_scores.positive, np.round(results.labeled_scores.score, 1))
    facts = json.loads(curve_numbers(results).json(()))
    assert facts["data"]["scores_rounded_to_decimals"] == 1
    assert facts["areas"]["step"] == SCHEMES["step"].area(points)
    assert facts["operating_points"]["threshold"] == points.threshold.tolist()


def test_a_scheme_that_does_not_apply_is_omitted():
    table = odd_rows()
    labeled_scores = build_labeled_scores(table, Roles("y", "yes", ("s",), weight="w"))
    results = dated_results(labeled_scores, table, left="davis_goadrich", right="davis_goadrich")
    facts = json.loads(curve_numbers(results).json(()))
    assert "davis_goadrich" not in facts["areas"]
    assert (facts["compared"]["left"], facts["compared"]["right"]) == ("step", "linear")


def test_many_operating_points_are_thinned_with_a_note():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"label": (rng.random(20_000) < 0.3).astype(int), "score": rng.random(20_000)})
    table = Table("many", frame)
    results = dated_results(build_labeled_scores(table, Roles("label", "1", ("score",))), table)
    kept = json.loads(curve_numbers(results).json(()), parse_constant=lambda name: pytest.fail(name))[
        "operating_points"
    ]
    assert len(kept["recall"]) == MAX_POINTS
    assert kept["total"] == 20_000
    assert kept["note"] == "5000 of 20000 operating points, evenly chosen, strictest threshold first"
    assert kept["recall"][-1] == 1
    assert not any(math.isnan(value) for value in kept["precision"])


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("scores.csv.gz", "scores_csv"),
        ("粘贴的数据", "粘贴的数据"),
        ('x"); import os #', "x_import_os"),
        ("../../etc/passwd", "passwd"),
        ("C:\\scores.csv", "C_scores"),
        ("</script>", "script"),
        ("", "data"),
        ("a" * 300, "a" * 60),
    ],
)
def test_file_names_are_made_of_letters_and_digits(name, stem):
    assert file_stem(name) == stem
