import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from pr_curve_lab.analysis.number_answer import (
    NumberQuery,
    average_precision_source,
    best_match,
    has_same_cause,
    match_number,
    number_difference,
    number_result,
    sources_of,
)
from pr_curve_lab.analysis.published_number import parse_number
from pr_curve_lab.analysis.tools import tool_numbers
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.i18n.number_source_sentences import gap_components_sentence
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES, TOOLS, operating_points
from pr_metrics.tools import explain_scheme_difference
from tests.cases_of import cases_of

PLAIN = cases_of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])  # no ties; average precision 5/6, a straight line 19/24


def sources(cases):
    points = cases.points
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}
    return sources_of(tool_numbers(cases), areas, points)


def judged(cases, mine="", theirs="", mine_from="", theirs_from=""):
    known = sources(cases)
    typed = [
        match_number(NumberQuery(parse_number(number), tool), known) if number else None
        for number, tool in ((mine, mine_from), (theirs, theirs_from))
    ]
    return number_result(*typed, known, has_ties=tool_numbers(cases).has_ties)


def test_schemes_that_no_tool_follows_are_sources_too():
    keys = [one.key for one in sources(PLAIN)]
    assert keys[: len(TOOLS)] == list(TOOLS)
    assert "linear_flat" in keys
    assert not {"step", "linear", "continuous"} & set(keys)
    rows = example_cases("sixteen_rows").points
    for key in SCHEMES:
        parts = explain_scheme_difference(key, rows)
        assert SCHEMES["step"].area(rows) + parts.total == pytest.approx(SCHEMES[key].area(rows), abs=1e-12)
        assert parts.counting == 0
    # From (0, 1) a straight line to the first point (1/6, 1/2) of ten tied rows covers a quarter of 1/6 more.
    assert explain_scheme_difference("linear", cases_of([1, 0, 1], [3, 3, 1]).points).start == pytest.approx(1 / 2 / 4)
    assert explain_scheme_difference("lower", rows).start == pytest.approx(0, abs=1e-15)


def test_a_number_fits_what_rounds_to_it_and_else_what_is_cut_off_to_it():
    known = sources(PLAIN)
    exact = match_number(NumberQuery(parse_number("0.8333")), known)
    assert {one.key for one in exact.sources} >= {"sklearn.average_precision_score", "trec_eval.map"}
    assert not exact.is_truncated
    assert not exact.is_named
    cut = match_number(NumberQuery(parse_number("0.79166")), known)  # 19/24 = 0.791666...
    assert {one.key for one in cut.sources} >= {"sklearn.auc", "yardstick.pr_auc"}
    assert cut.is_truncated
    assert match_number(NumberQuery(parse_number("0.123")), known).sources == ()


def test_a_named_tool_comes_first_and_is_held_to_its_number():
    known = sources(PLAIN)
    named = match_number(NumberQuery(parse_number("0.833"), "torcheval.binary_auprc"), known)
    assert named.is_named
    assert named.sources[0].key == "torcheval.binary_auprc"
    wrong = match_number(NumberQuery(parse_number("0.833"), "sklearn.auc"), known)
    assert not wrong.is_named
    assert wrong.named_source.key == "sklearn.auc"
    assert best_match(wrong) is average_precision_source(known)


def test_nothing_typed_is_the_range():
    assert judged(PLAIN).kind == "range"


def test_two_numbers_are_explained_by_joining():
    one = judged(PLAIN, "0.833", "0.792")
    assert (one.kind, one.difference.cause, one.difference.source.key) == ("cause", "joining", "sklearn.auc")
    assert one.difference.components.joining == pytest.approx(19 / 24 - 5 / 6)


def test_the_order_of_the_two_does_not_change_whose_habit_it_is():
    one = judged(PLAIN, "0.792", "0.833")
    assert (one.difference.cause, one.difference.source.key, one.difference.by_second) == (
        "joining",
        "sklearn.auc",
        False,
    )


def test_two_numbers_are_explained_by_a_start():
    one = judged(PLAIN, "0.833", "0.25", theirs_from="keras.AUC.minoring")
    assert (one.kind, one.difference.cause, one.difference.source.key) == ("cause", "start", "keras.AUC.minoring")
    assert one.difference.components.start == pytest.approx(-1 / 2)


def test_two_numbers_are_explained_by_the_order_of_ties():
    one = judged(cases_of([1, 0, 1, 0], [0.5, 0.5, 0.4, 0.1]), "0.583", "0.833", theirs_from="trec_eval.map")
    assert one.kind == "not_this"  # the last of the tied rows comes first there
    one = judged(cases_of([1, 0, 1, 0], [0.5, 0.5, 0.4, 0.1]), "0.583", "0.835", theirs_from="COCO")
    assert (one.kind, one.difference.cause) == ("cause", "ties")


def test_two_numbers_are_explained_by_single_precision():
    one = judged(
        cases_of([1, 0, 1, 0], [0.5 + 1e-9, 0.5, 0.3, 0.2]), "0.8333", "0.5833", theirs_from="torcheval.binary_auprc"
    )
    assert (one.kind, one.difference.cause) == ("cause", "precision")


def test_two_numbers_are_explained_by_bins():
    rows = cases_of([1, 0, 1, 0], [0.9999, 0.9998, 0.9997, 0.1])
    area = tool_numbers(rows).reports["keras.AUC.interpolation"]
    one = judged(rows, "0.8333", f"{area:.4f}", theirs_from="keras.AUC.interpolation")
    assert (one.kind, one.difference.cause) == ("cause", "bins")


def test_levels_are_no_points_that_are_joined():
    area = tool_numbers(PLAIN).reports["VOC2007"]
    assert judged(PLAIN, theirs=f"{area:.5f}", theirs_from="VOC2007").difference.cause == "levels"


def test_one_number_alone_is_held_against_average_precision():
    assert judged(PLAIN, "0.833").kind == "alone"
    one = judged(PLAIN, theirs="0.792")
    assert (one.kind, one.difference.first.key, one.difference.cause) == (
        "cause",
        "sklearn.average_precision_score",
        "joining",
    )


def test_two_numbers_that_may_be_one_are_the_same():
    assert judged(PLAIN, "0.833", "0.83").kind == "same"
    both_lines = judged(PLAIN, "0.7917", "0.792")
    assert both_lines.kind == "same"
    assert judged(PLAIN, "0.8333", "0.83", theirs_from="yardstick.average_precision").kind == "same"


def test_a_number_that_fits_for_different_reasons_is_not_explained():
    known = sources(PLAIN)
    lines = match_number(
        NumberQuery(parse_number("0.792")), known
    )  # two straight lines, and two that are straight here
    assert {one.scheme for one in lines.sources} == {"linear", "linear_flat", "davis_goadrich"}
    assert has_same_cause(lines, average_precision_source(known), has_ties=False)
    wide = judged(example_cases("sixteen_rows"), theirs="0.90")
    assert wide.kind == "several"  # lines, counts, and ties in their order
    assert judged(example_cases("sixteen_rows"), theirs="0.900", theirs_from="xgboost.aucpr").kind == "cause"


def test_a_number_that_nothing_gives_is_said_before_anything_else():
    one = judged(PLAIN, "0.792", "0.123")
    assert (one.kind, one.match.query.number.text) == ("nothing", "0.123")
    assert judged(PLAIN, "0.123", "0.833", theirs_from="sklearn.auc").kind == "not_this"


def test_a_gap_is_the_difference_of_the_two_part_by_part():
    for example in ("sixteen_rows", "constant", "breast_cancer", "ten_tied"):
        known = sources(example_cases(example))
        for first, second in zip(known, np.roll(np.array(known, dtype=object), 3), strict=True):
            assert number_difference(first, second, has_ties=True).components.total == pytest.approx(
                second.area - first.area, abs=1e-12
            )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("example", ["sixteen_rows", "constant", "breast_cancer", "ten_tied"])
def test_the_parts_in_the_sentence_add_up_to_the_gap_in_it(example, language):
    known, words = sources(example_cases(example)), messages_in(language)
    for first, second in zip(known, np.roll(np.array(known, dtype=object), 3), strict=True):
        difference = number_difference(first, second, has_ties=True)
        if abs(second.area - first.area) < 1e-6:
            continue
        said = gap_components_sentence(difference, words.format("answer.mine_low"), words)
        size, *parts = (Decimal(one.replace("−", "-")) for one in re.findall(r"[+−]?\d+\.\d+", said))
        assert sum(parts) == (size if second.area > first.area else -size), said


def test_a_named_tool_without_a_number_is_said_before_anything_else():
    rows = example_cases("five_rows")  # weighted
    one = judged(rows, "0.8", "0.134", "sklearn.auc", "ROCR.aucpr")
    assert (one.kind, one.match.query.tool) == ("no_number", "ROCR.aucpr")
    assert judged(rows, "0.134", mine_from="ROCR.aucpr").kind == "no_number"


def test_numbers_that_their_digits_do_not_tell_apart_have_no_cause():
    rows = example_cases("sixteen_rows")
    areas = tool_numbers(rows).reports
    pairs = [(one, other) for one in areas for other in areas if 1e-6 < abs(areas[one] - areas[other]) < 4e-3]
    for one, other in pairs:
        first, second = (f"{areas[key]:.2f}" for key in (one, other))
        if first == second:
            assert judged(rows, first, second, one, other).kind in ("alike", "same")
            assert judged(rows, f"{areas[one]:.9f}", f"{areas[other]:.9f}", one, other).kind == "cause"
    assert any(f"{areas[one]:.2f}" == f"{areas[other]:.2f}" for one, other in pairs)
    tied = cases_of([1, 0], [0.5, 0.5])  # average precision 1/2; row by row in the file's order 1
    assert judged(tied, "0.5", "1").kind == "cause"  # a 1 is 1.0, and not every area
    # Rounded to two digits, a straight line's 0.7917 and average precision's 0.8333 both are other numbers.
    assert judged(PLAIN, "0.83", "0.79", "sklearn.average_precision_score", "sklearn.auc").kind == "cause"


def test_one_number_that_average_precision_may_be_is_taken_for_it_whichever_tool_was_named():
    rows = cases_of([1, 0, 1, 1] * 40, np.arange(160) / 160)
    areas = tool_numbers(rows).reports
    line = areas["sklearn.auc"]
    assert 1e-6 < abs(line - areas["sklearn.average_precision_score"]) < 0.05
    short, long = f"{line:.1f}", f"{line:.6f}"
    assert judged(rows, theirs=short, theirs_from="sklearn.auc").kind == "alone"
    assert judged(rows, theirs=long, theirs_from="sklearn.auc").kind == "cause"


def test_a_named_tool_that_cuts_its_digits_off_hides_nobody_elses():
    known = sources(PLAIN)
    cut = match_number(NumberQuery(parse_number("0.79166"), "sklearn.auc"), known)
    assert (cut.is_truncated, [one.key for one in cut.sources]) == (True, ["sklearn.auc"])


def test_ties_among_positives_are_ties():
    rows = cases_of([0, 1, 1, 1, 0], [0.9, 0.5, 0.5, 0.5, 0.1])
    area = tool_numbers(rows).reports["pytrec_eval.map"]
    one = judged(rows, theirs=f"{area:.6f}", theirs_from="pytrec_eval.map")
    assert (one.kind, one.difference.cause) == ("cause", "ties")


def test_positives_that_were_never_scored_set_tools_apart_and_not_their_joining():
    points_known = cases_of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    missed = replace(points_known, points=operating_points([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], total_positives=5))
    known = sources(missed)
    own = SCHEMES["step"].area(missed.points)
    assert average_precision_source(known).area == own
    assert judged(missed, f"{own:.4f}").kind == "alone"
    one = judged(missed, f"{own:.4f}", "0.8333")
    assert (one.kind, one.difference.cause, one.difference.by_second) == ("cause", "missed", True)
    assert one.difference.unscored == pytest.approx(5 / 6 - own)
