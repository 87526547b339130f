"""The exported code, run in a folder with only the file of rows, prints the numbers of the app."""

import contextlib
import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings

from pr_curve_lab.analysis.areas import round_labeled_scores
from pr_curve_lab.exports.numbers import rows_csv
from pr_curve_lab.exports.python_code import CodeRequest, curve_code, pr_metrics_code, sklearn_code
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import LabeledScores, build_labeled_scores
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES, at_prevalence, operating_points, signature, threshold_index
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.offered_code import file_that_is_read, printed_by
from tests.pr_curve_lab.exports.builders import results_of
from tests.rankings import rankings

WAYS = {"pr_metrics": pr_metrics_code, "scikit-learn": sklearn_code}
AREA = 1e-12  # the same terms added in another order


@pytest.fixture
def run(tmp_path):
    """A function that runs code beside a file of rows and returns the printed numbers by name."""

    def run_there(code: str, rows: bytes) -> dict[str, float]:
        (tmp_path / file_that_is_read(code)).write_bytes(rows)
        return printed_by(code, tmp_path)

    return run_there


def weighted(labeled_scores: LabeledScores) -> LabeledScores:
    weight = np.random.default_rng(5).integers(1, 9, labeled_scores.size) / 4
    frame = pd.DataFrame({"y": labeled_scores.positive.astype(int), "s": labeled_scores.score, "w": weight})
    built = build_labeled_scores(Table("weighted", frame), Roles("y", "1", ("s",), weight="w"))
    assert isinstance(built, LabeledScores)
    return built


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_code_gives_the_area_of_every_scheme(run, example, way, scheme):
    labeled_scores = example_labeled_scores(example)
    code = WAYS[way](CodeRequest("rows.csv", [scheme]))
    printed = run(code, rows_csv(labeled_scores))
    if way == "scikit-learn" and scheme == "davis_goadrich":
        assert printed == {}
        assert "scikit-learn has nothing" in code
    else:
        assert printed == {scheme: pytest.approx(SCHEMES[scheme].area(labeled_scores.points), abs=AREA)}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_code_for_all_schemes_gives_every_area(run, example, way):
    for labeled_scores in (example_labeled_scores(example), weighted(example_labeled_scores(example))):
        applying = [key for key, scheme in SCHEMES.items() if scheme.can_join(labeled_scores.points)]
        code = WAYS[way](CodeRequest("rows.csv", applying, weighted=labeled_scores.weight is not None))
        expected = {key: SCHEMES[key].area(labeled_scores.points) for key in applying}
        if way == "scikit-learn":
            expected.pop("davis_goadrich", None)
        assert run(code, rows_csv(labeled_scores)) == pytest.approx(expected, abs=AREA)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("decimals", [2, 0, -1])
def test_rounding_is_in_the_code_and_not_in_the_file(run, way, decimals):
    labeled_scores = example_labeled_scores("breast_cancer")
    for one in (labeled_scores, weighted(labeled_scores)):
        points = round_labeled_scores(one, decimals).points
        wanted = CodeRequest("rows.csv", ("step", "linear"), one.weight is not None, decimals, difference=True)
        step, linear = SCHEMES["step"].area(points), SCHEMES["linear"].area(points)
        expected = {"step": step, "linear": linear, "difference": linear - step}
        assert run(WAYS[way](wanted), rows_csv(one)) == pytest.approx(expected, abs=AREA)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_code_gives_precision_and_recall_at_the_threshold(run, example, way):
    for labeled_scores in (example_labeled_scores(example), weighted(example_labeled_scores(example))):
        points = labeled_scores.points
        for threshold in points.threshold[[0, points.threshold.size // 2, -1]].tolist():
            wanted = CodeRequest("rows.csv", ("step",), labeled_scores.weight is not None, threshold=threshold)
            at = threshold_index(points, threshold)
            expected = {
                "step": SCHEMES["step"].area(points),
                "precision": points.precision[at],
                "recall": points.recall[at],
            }
            with np.errstate(all="ignore"):
                assert run(WAYS[way](wanted), rows_csv(labeled_scores)) == pytest.approx(expected, abs=AREA)


@settings(max_examples=25, deadline=None)
@given(rankings())
def test_the_code_gives_the_areas_of_any_ranking(ranking):
    frame = pd.DataFrame({"y": np.asarray(ranking.y_true).astype(int), "s": ranking.y_score})
    roles = Roles("y", "1", ("s",))
    if ranking.sample_weight is not None:
        frame["w"] = ranking.sample_weight
        roles = replace(roles, weight="w")
    labeled_scores = build_labeled_scores(Table("any", frame), roles)
    if not isinstance(labeled_scores, LabeledScores):
        return
    keys = [key for key, scheme in SCHEMES.items() if scheme.can_join(labeled_scores.points)]
    code = sklearn_code(CodeRequest("rows.csv", keys, labeled_scores.weight is not None))
    lines = code.replace('"rows.csv"', "given")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(lines, {"given": io.StringIO(rows_csv(labeled_scores).decode())})
    areas = {name: float(number) for name, number in (line.split() for line in printed.getvalue().splitlines())}
    expected = {key: SCHEMES[key].area(labeled_scores.points) for key in keys if key != "davis_goadrich"}
    assert areas == pytest.approx(expected, abs=1e-10)


def test_the_lines_are_short_enough_to_read():
    for way in WAYS.values():
        for line in way(CodeRequest("breast_cancer_rows.csv", list(SCHEMES), weighted=True)).splitlines():
            assert len(line) <= 100, line


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("prevalence", [0.003, 0.6])
def test_another_class_balance_is_in_the_code_and_not_in_the_file(run, way, prevalence):
    for labeled_scores in (example_labeled_scores("breast_cancer"), weighted(example_labeled_scores("breast_cancer"))):
        points = at_prevalence(labeled_scores.points, prevalence)
        keys = [key for key in SCHEMES if key != "davis_goadrich"]
        for key in keys:
            wanted = CodeRequest("rows.csv", [key], labeled_scores.weight is not None, prevalence=prevalence)
            assert run(WAYS[way](wanted), rows_csv(labeled_scores)) == {
                key: pytest.approx(SCHEMES[key].area(points), abs=1e-11)
            }


@pytest.mark.parametrize("way", WAYS)
def test_the_precision_at_another_class_balance_is_printed_besides_that_of_the_rows(run, way):
    for labeled_scores in (example_labeled_scores("breast_cancer"), weighted(example_labeled_scores("breast_cancer"))):
        points, is_weighted = labeled_scores.points, labeled_scores.weight is not None
        wanted = CodeRequest("rows.csv", ["step"], is_weighted, threshold=0.9, threshold_prevalence=0.02)
        printed, at = run(WAYS[way](wanted), rows_csv(labeled_scores)), threshold_index(points, 0.9)
        assert printed["precision"] == pytest.approx(points.precision[at], abs=AREA)
        moved = at_prevalence(points, 0.02).precision[at]
        assert printed["precision_at_class_balance_0.02"] == pytest.approx(moved, abs=AREA)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("prevalence", [None, 0.03])
def test_positives_that_were_never_scored_are_in_the_code(run, way, prevalence):
    for labeled_scores in (example_labeled_scores("ten_rows"), weighted(example_labeled_scores("ten_rows"))):
        total = labeled_scores.points.positives + 3
        points = operating_points(
            labeled_scores.positive, labeled_scores.score, sample_weight=labeled_scores.weight, total_positives=total
        )
        moved = points if prevalence is None else at_prevalence(points, prevalence)
        schemes = [key for key in SCHEMES if SCHEMES[key].can_join(moved) and key != "davis_goadrich"]
        wanted = CodeRequest(
            "rows.csv", schemes, weighted=labeled_scores.weight is not None, threshold=0.5, total_positives=total
        )
        expected = {key: SCHEMES[key].area(moved) for key in schemes}
        code = WAYS[way](replace(wanted, prevalence=prevalence, threshold=None if prevalence else 0.5))
        if prevalence is None:
            at = threshold_index(points, 0.5)
            expected |= {"precision": points.precision[at], "recall": points.recall[at]}
        printed = run(code, rows_csv(labeled_scores))
        assert {key: printed[key] for key in expected} == pytest.approx(expected, abs=AREA)


@pytest.mark.parametrize("decimals", [None, 2])
def test_the_last_lines_of_the_code_are_the_signatures_of_its_areas(decimals):
    labeled_scores = example_labeled_scores("breast_cancer")
    points = (labeled_scores if decimals is None else round_labeled_scores(labeled_scores, decimals)).points
    results = results_of("breast_cancer", decimals=decimals)
    expected = [f"# {signature(points, key, short=True)}" for key in ("step", "linear")]
    for code in curve_code(results, ("step", "linear"), difference=True).values():
        assert code.splitlines()[-2:] == expected
    for other in ({"prevalence": 0.1}, {"models": ("one", "two")}):  # the code prints other areas than these
        assert not any("join:" in code for code in curve_code(results, ("step",), **other).values())
