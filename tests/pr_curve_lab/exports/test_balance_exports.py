"""The exports of two class balances: every file has the numbers of both, and the report has the page's charts."""

import io
import json

import pandas as pd
import pytest

from pr_curve_lab.analysis.prevalence import PermutationBand, compare_balances
from pr_curve_lab.exports.page_exports import balance_exports
from pr_curve_lab.i18n.citations import area_sentence, prevalence_sentence
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.io.table import Table
from pr_curve_lab.plotting.prevalence import RESOLUTION
from pr_curve_lab.schema.dataset import build_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import (
    SCHEMES,
    area_under_gain,
    at_prevalence,
    chance_corrected_area,
    choose_threshold,
    minimum_area,
    minimum_average_precision,
    normalized_area,
    random_average_precision,
    roc_area,
)
from tests.pr_curve_lab.exports.builders import dated_results, made, results_of, weighted_results
from tests.pr_curve_lab.exports.reading import Read, polygon, section_of, selected_point

WORDS = messages_in("en")
SHUFFLED = PermutationBand(0.4375, 0.6875, 0.003, 1000)
PLACED = 1e-4  # of recall or precision: circles are placed to a hundredth of a px
OF_ROWS = ("random_order_area", "worst_order_area", "shuffled_low", "shuffled_high", "p_value")


def exports_of(results, prevalence, scheme="step", *, by_chance=None, language="en"):
    both = compare_balances(results.points, prevalence, scheme, RESOLUTION)
    return balance_exports(results, both, by_chance, messages_in(language))


def never(name):
    raise AssertionError(f"{name} is not JSON")


def at_balance(points, scheme, chosen):
    """Return the numbers that are defined at any class balance, computed with pr_metrics alone."""
    area = SCHEMES[scheme].area(points)
    return {
        "prevalence": points.prevalence,
        "area": area,
        "least_possible_area": minimum_area(points.prevalence),
        "chance_corrected_area": chance_corrected_area(area, points.prevalence),
        "normalised_area": normalized_area(area, points.prevalence),
        "area_under_gain": area_under_gain(points),
        "precision": points.precision[chosen],
        "recall": points.recall[chosen],
    }


def expected(results, prevalence, scheme, by_chance):
    """Return the expected numbers at the data's own balance and at the selected one."""
    points, chosen = results.points, results.selected_index
    roc = {"roc_area": roc_area(points)}
    counts = int(points.positives), int(points.negatives)
    limits = {
        "random_order_area": random_average_precision(*counts),
        "worst_order_area": minimum_average_precision(*counts),
        "shuffled_low": None if by_chance is None else by_chance.lower,
        "shuffled_high": None if by_chance is None else by_chance.upper,
        "p_value": None if by_chance is None else by_chance.p_value,
    }
    own = at_balance(points, scheme, chosen) | roc | limits
    if prevalence is None:
        return [own]
    moved = at_balance(at_prevalence(points, prevalence), scheme, chosen)
    return [own, moved | roc | dict.fromkeys(OF_ROWS)]


@pytest.mark.parametrize("by_chance", [None, SHUFFLED], ids=["unknown", "shuffled"])
@pytest.mark.parametrize(("prevalence", "scheme"), [(None, "step"), (0.01, "step"), (0.9, "continuous")])
def test_the_json_has_every_number_of_both_balances_exactly(prevalence, scheme, by_chance):
    results = results_of("sixteen_rows", threshold=0.5)
    facts = json.loads(made(exports_of(results, prevalence, scheme, by_chance=by_chance), "json"))
    threshold = float(results.points.threshold[results.selected_index])
    where = {"scheme": scheme, "threshold": threshold}
    assert facts["balances"] == [where | one for one in expected(results, prevalence, scheme, by_chance)]
    assert facts["threshold"]["threshold"] == threshold
    assert facts["areas"][scheme] == facts["balances"][0]["area"]


@pytest.mark.parametrize(("prevalence", "scheme"), [(None, "step"), (0.01, "step"), (0.9, "continuous")])
def test_the_csv_names_the_balance_of_each_number(prevalence, scheme):
    results = results_of("sixteen_rows")
    exported = exports_of(results, prevalence, scheme, by_chance=SHUFFLED)
    lines = pd.read_csv(io.BytesIO(made(exported, "csv")), keep_default_na=False)
    assert list(lines.columns) == ["quantity", "scheme", "threshold", "prevalence", "bin", "value", "signature"]
    assert not lines.duplicated(["quantity", "scheme", "prevalence", "bin"]).any()
    numbers = expected(results, prevalence, scheme, SHUFFLED)
    assert set(lines["prevalence"]) == {one["prevalence"] for one in numbers}
    for one in numbers:
        at = lines[
            (lines["prevalence"] == one["prevalence"]) & ((lines["quantity"] != "area") | (lines["scheme"] == scheme))
        ]
        found = dict(zip(at["quantity"], at["value"], strict=True))
        assert {name: float(found[name]) if found[name] else None for name in one} == one
    schemes = dict(lines[["quantity", "scheme"]].itertuples(index=False))
    assert schemes["least_possible_area"] == "continuous"
    assert schemes["worst_order_area"] == schemes["random_order_area"] == "step"
    assert schemes["normalised_area"] == schemes["p_value"] == scheme
    at_threshold = lines[lines["threshold"] != ""]
    assert set(at_threshold["threshold"].astype(float)) == {results.points.threshold[results.selected_index]}
    assert (at_threshold["quantity"] == "precision").sum() == len(numbers)


def test_undefined_numbers_are_null():
    facts = json.loads(made(exports_of(weighted_results(), 0.01), "json"), parse_constant=never)
    assert all(one[name] is None for one in facts["balances"] for name in OF_ROWS)
    assert all(one["least_possible_area"] > 0 for one in facts["balances"])
    frame = pd.DataFrame({"label": [1, 0, 1], "score": [0.9, 0.5, 0.2], "w": [1.0, 1e-300, 1.0]})
    labeled_scores = build_labeled_scores(Table("t", frame), Roles("label", "1", ("score",), weight="w"))
    (own,) = json.loads(
        made(exports_of(dated_results(labeled_scores, Table("t", frame)), None), "json"), parse_constant=never
    )["balances"]
    assert own["prevalence"] == 1
    assert own["least_possible_area"] is own["chance_corrected_area"] is own["normalised_area"] is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("prevalence", "scheme"), [(None, "step"), (0.01, "step"), (0.9, "linear_flat")])
def test_the_report_has_every_number_of_both_balances_exactly(prevalence, scheme, language):
    results = results_of("sixteen_rows")
    page = exports_of(results, prevalence, scheme, by_chance=SHUFFLED, language=language).report().decode()
    found = section_of(page, "balances")
    numbers = {"threshold": choose_threshold(results.points).threshold}
    for side, one in zip(("own", "asked"), expected(results, prevalence, scheme, SHUFFLED), strict=False):
        numbers |= {f"balance.{side}.{name}": value for name, value in one.items() if value is not None}
    found.check(numbers, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prevalence", [None, 0.02])
def test_the_pictures_of_the_report_have_the_numbers_of_the_page(prevalence, language):
    results = results_of("breast_cancer", threshold=0.5)
    page = exports_of(results, prevalence, "linear", language=language).report().decode()
    points = results.points
    moved = points if prevalence is None else at_prevalence(points, prevalence)
    assert polygon(page, "pr_chart") == pytest.approx(SCHEMES["linear"].area(moved), abs=1e-12)
    assert polygon(page, "roc_chart") == pytest.approx(roc_area(points), abs=1e-12)
    recall, rate, precision = (
        column[results.selected_index] for column in (points.recall, points.false_positive_rate, moved.precision)
    )
    assert selected_point(page, "pr_chart") == pytest.approx([recall, precision], abs=PLACED)
    assert selected_point(page, "roc_chart") == pytest.approx([rate, recall], abs=PLACED)
    charts = [attributes for _, attributes in section_of(page, "first").tags if attributes.get("role") == "img"]
    assert [messages_in(language).format_number(area, ".3f") in chart["aria-label"] for area, chart in zip(
        (SCHEMES["linear"].area(moved), roc_area(points)), charts, strict=True
    )] == [True, True]  # fmt: skip


def test_the_report_cites_both_balances():
    results = results_of("sixteen_rows")
    page = exports_of(results, 0.01).report().decode()
    moved = SCHEMES["step"].area(at_prevalence(results.points, 0.01))
    own_sentence = area_sentence("step", results.areas["step"], results.sample, WORDS)
    said, target_sentence = Read(page).said(), prevalence_sentence("step", moved, "0.01", WORDS)
    assert target_sentence in said
    assert own_sentence in said
    assert 'id="limits"' not in page
    own = Read(exports_of(results, None).report().decode()).said()
    assert own_sentence in own
    assert target_sentence.partition("0.01")[0] not in own


def test_sentences_have_the_decimals_of_the_report():
    results = results_of("breast_cancer", left="continuous", right="davis_goadrich")
    exported = exports_of(results, 0.01, "continuous")
    page = exported.report().decode()
    for sentence in exported.citations:
        area = sentence.split(" = ")[1].split(";")[0].rstrip(".")
        assert len(area) == len("0.") + results.area_decimals
        assert f">{area}</data>" in page


def test_the_report_omits_unknown_numbers():
    said = section_of(exports_of(weighted_results(), None).report().decode(), "balances").said()
    assert WORDS.format("balance.row_random_rows") not in said
    assert WORDS.format("balance.row_band") not in said
    assert "–" not in said
    moved = section_of(exports_of(results_of("sixteen_rows"), 0.3).report().decode(), "balances").said()
    assert WORDS.format("balance.row_random_rows") in moved
    assert WORDS.format("balance.row_band") not in moved
    assert WORDS.format("balance.table_dash") in moved
