"""Every number of the report has its full precision, equal to that of pr_metrics; all text is escaped."""

import re
from functools import partial

import numpy as np
import pandas as pd
import pytest
from markupsafe import Markup

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.calibration import MIN_DIFFERENCE
from pr_curve_lab.analysis.formatting import format_number, format_percent, round_values
from pr_curve_lab.analysis.thinning import uniform_indices
from pr_curve_lab.analysis.tools import is_common, tool_numbers
from pr_curve_lab.exports import page_exports
from pr_curve_lab.exports.report import charts, elements
from pr_curve_lab.exports.report.document import areas_first_page, curve_sections, report_html
from pr_curve_lab.exports.report.threshold import MAX_POINTS
from pr_curve_lab.i18n.citations import area_sentence
from pr_curve_lab.i18n.messages import LANGUAGES, POINT, format_date, format_decimals, messages_in
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.schema.dataset import build_labeled_scores
from pr_curve_lab.schema.examples import example_dataset, example_labeled_scores, example_table
from pr_curve_lab.schema.roles import Roles, check_weight_column
from pr_metrics import (
    SCHEMES,
    TOOLS,
    area_interval,
    brier_score,
    calibration_curve,
    choose_threshold,
    f_score,
    minimum_area,
    minimum_average_precision,
    operating_points,
    random_average_precision,
    threshold_index,
    tie_bounds,
    tool_reports,
)
from tests.expected_intervals import expected_interval
from tests.joined_sides import differences_of
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pr_curve_lab.exports.builders import HOSTILE, dated_results, results_of, weighted_results
from tests.pr_curve_lab.exports.reading import Read, words_in_pictures

WORDS = messages_in("en")
STRIPS = ("difference_chart", "difference_chart_narrow")


def report_of(results, language="en"):
    described = page_exports.data_exports(results, messages_in(language))
    return Read(described.report().decode("utf-8"))


def expected_numbers(results):
    """Return every number of the report, computed from the rows with pr_metrics alone."""
    raw, decimals = results.labeled_scores, results.decimals
    score = raw.score if decimals is None else np.round(raw.score, decimals)
    points = operating_points(raw.positive, score, sample_weight=raw.weight)
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}
    left, right = results.left, results.right
    numbers = {f"area.{key}": area for key, area in areas.items()}
    for key, area in areas.items():
        interval, _ = expected_interval(raw.positive, score, key, weight=raw.weight)
        numbers |= {f"interval_low.{key}": interval.lower, f"interval_high.{key}": interval.upper}
        if key != left:
            numbers[f"difference.{key}"] = area - areas[left]
    reports = tool_reports(raw.positive, score, sample_weight=raw.weight)
    for key, report in ((key, reports[key]) for key, tool in TOOLS.items() if is_common(tool)):
        if isinstance(report, float):
            numbers |= {f"tool.{key}": report, f"tool_difference.{key}": report - areas[left]}
    tools = [one.area for one in tool_numbers(results.rounded_labeled_scores).exact_numbers]
    numbers |= {"tools.least": min(tools), "tools.most": max(tools)}
    if f"{min(areas.values()):.3f}" != f"{max(areas.values()):.3f}":
        numbers |= {"least_area": min(areas.values()), "most_area": max(areas.values())}
    numbers |= counts(raw, score, points, results)
    numbers |= threshold_numbers(points, results.threshold)
    numbers |= calibration_numbers(raw, score, numbers["threshold"])
    if left != right:
        numbers |= segment_numbers(results.rounded_labeled_scores, left, right)
    return numbers


def calibration_numbers(raw, score, threshold):
    """Return the numbers of the section on calibration, if the scores can be probabilities."""
    if score.min() < 0 or score.max() > 1 or np.isin(score, (0, 1)).all():
        return {}
    curve, brier = calibration_curve(raw.positive, score), brier_score(raw.positive, score)
    names = {"rows": curve.rows, "mean_score": curve.mean_probability, "share_positive": curve.fraction_positive}
    names |= {"edge_low": curve.lower_edge, "edge_high": curve.upper_edge}
    names |= {"share_low": round_values(curve.lower, 2), "share_high": round_values(curve.upper, 2)}
    numbers = {f"bin.{index + 1}.{name}": one[index] for name, one in names.items() for index in range(len(one))}
    parts = {"reliability": brier.reliability, "resolution": -brier.generalized_resolution}
    numbers |= {f"brier.{name}": part for name, part in (parts | {"uncertainty": brier.uncertainty}).items()}
    if format_percent(abs(brier.skill)) != format_percent(0.0):
        numbers["brier.skill"] = abs(brier.skill)
    called = score >= threshold
    alone = calibration_curve(raw.positive[called], score[called], n_bins=1)
    shares = {
        "expected": alone.mean_probability,
        "found": alone.fraction_positive,
        "lower": alone.lower,
        "upper": alone.upper,
    }
    found = {name: float(share[0]) for name, share in shares.items()}
    numbers |= {f"called_rows.{name}": share for name, share in found.items()}
    is_chance = found["lower"] <= found["expected"] <= found["upper"]
    is_small = abs(found["expected"] - found["found"]) < MIN_DIFFERENCE
    if not is_chance and not is_small and format_percent(threshold) != format_percent(found["found"]):
        numbers["called_rows.share"] = threshold
    return numbers | {"brier": brier.score, "called_rows": called.sum()}


def counts(raw, score, points, results):
    positives = int(raw.positive.sum())
    frame = pd.DataFrame({"score": score, "positive": raw.positive})
    mixed = frame.groupby("score")["positive"].transform("nunique") == 2
    numbers = {
        "rows": raw.size,
        "rows_counted": raw.size,
        "positive_rows": positives,
        "negative_rows": raw.size - positives,
        "distinct_scores": len(np.unique(score)),
        "tied_rows": int(mixed.sum()),
        "rows_left_out": len(results.table.frame) - raw.size,
        "prevalence": points.prevalence,
        "positives": points.positives,
        "minimum_area": minimum_area(points.prevalence),
        "operating_points": points.threshold.size,
    }
    if raw.weight is None:
        numbers["random_average_precision"] = random_average_precision(positives, raw.size - positives)
        numbers["minimum_average_precision"] = minimum_average_precision(positives, raw.size - positives)
        if mixed.any():
            ends = tie_bounds(points)
            numbers |= {"ties.worst": ends.lower, "ties.expected": ends.expected, "ties.best": ends.upper}
        else:
            numbers["ties.expected"] = tie_bounds(points).expected
    else:
        numbers["negatives"] = points.negatives
    return numbers


def threshold_numbers(points, wanted):
    at = choose_threshold(points).index if wanted is None else threshold_index(points, wanted) or 0
    true_positives, false_positives = points.true_positives, points.false_positives
    f1 = f_score(points)
    numbers = {
        "threshold": points.threshold[at],
        "threshold.true_positives": true_positives[at],
        "threshold.false_positives": false_positives[at],
        "threshold.false_negatives": points.positives - true_positives[at],
        "threshold.true_negatives": points.negatives - false_positives[at],
        "threshold.called": true_positives[at] + false_positives[at],
        "threshold.precision": points.precision[at],
        "threshold.recall": points.recall[at],
        "threshold.f1": f1[at],
    }
    for index in uniform_indices(points.threshold.size, MAX_POINTS):
        columns = (points.threshold, true_positives, false_positives, points.precision, points.recall, f1)
        names = ("threshold", "true_positives", "false_positives", "precision", "recall", "f1")
        numbers |= {f"point.{index}.{name}": column[index] for name, column in zip(names, columns, strict=True)}
    return numbers


def segment_numbers(labeled_scores, left, right):
    pair = differences_of(labeled_scores, left, right)
    numbers = {}
    for index in range(len(pair.threshold)):
        for name in ("rows", "positives", "recall_before", "recall_after", "difference", "share"):
            numbers[f"segment.{index}.{name}"] = getattr(pair, name)[index]
    return numbers


def check(results, language="en"):
    found = report_of(results, language)
    found.check(expected_numbers(results), language)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_every_number_is_that_of_pr_metrics(example, language):
    check(results_of(example), language)


@pytest.mark.parametrize(
    "choices",
    [
        {"decimals": 1},
        {"decimals": 2, "left": "envelope", "right": "continuous"},
        {"threshold": 0.5, "left": "linear", "right": "linear"},
        {"threshold": 1e9, "left": "step", "right": "lower"},
    ],
    ids=str,
)
def test_the_report_uses_the_settings_of_the_visitor(choices):
    found = check(results_of("breast_cancer", **choices))
    charts = [attributes["id"] for _, attributes in found.tags if "chart" in attributes.get("class", "").split()]
    alike = choices.get("left") == choices.get("right") == "linear"
    pictures = ["left_chart"] if alike else ["left_chart", "right_chart", *STRIPS]
    assert charts == [*pictures, "curve_chart"]
    if "decimals" in choices:
        rounding = format_decimals(choices["decimals"], WORDS)
        assert WORDS.format("exports.rounded", decimals=rounding) in found.said()


@pytest.mark.parametrize("kind", ["models", "classes", "labels"])
def test_one_of_several_scores_is_named_beside_the_data(kind):
    labeled_scores, task = example_dataset("four_models").labeled_scores("forest"), TaskName("forest", kind)
    found = check(dated_results(labeled_scores, example_table("four_models"), "four_models", task))
    name = WORDS.format("report.title", name=WORDS.format("examples.four_models.name"), task=task.format(WORDS))
    counts = WORDS.format("data.rows", count=500), WORDS.format("data.positives", count=46)
    assert WORDS.format("report.data", name=name, rows=counts[0], positives=counts[1]) in found.said()


def test_a_weighted_report_omits_numbers_that_need_whole_rows():
    found = check(weighted_results())
    assert WORDS.format("exports.weighted", column="w") in found.said()
    assert WORDS.format("ties.weighted") in found.said()
    assert WORDS.format("report.limit_random_average_precision") not in found.said()


def test_citation_and_code_are_those_of_the_page():
    results = results_of("sixteen_rows")
    found = report_of(results)
    assert area_sentence("step", results.areas["step"], results.sample, WORDS) in found.said()
    assert 'np.loadtxt("sixteen_rows_rows.csv"' in found.said()
    assert found.names().count("pre") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_has_a_language_and_requests_nothing(language):
    found = report_of(results_of("sixteen_rows"), language)
    assert ("html", {"lang": language}) in found.tags
    for _, attributes in found.tags:
        assert not {"src", "href", "srcset", "action", "background"} & set(attributes)
    policy = next(one["content"] for tag, one in found.tags if one.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'")


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_of_uploaded_data_is_escaped(language):
    label, weight, group, score = (f"{text} {index}" for index, text in enumerate(HOSTILE))
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({label: np.where(rng.random(60) < 0.4, *HOSTILE[:2]), score: rng.random(60).round(1)})
    frame[weight], frame[group] = 1.5, HOSTILE[3]
    table = Table("</title></script><script>alert(1)</script>.csv", frame)
    labeled_scores = build_labeled_scores(table, Roles(label, HOSTILE[0], (score,), weight, group))
    found = report_of(dated_results(labeled_scores, table), language)
    plain = report_of(weighted_results(), language)
    assert set(found.names()) == set(plain.names())
    assert "img" not in found.names()
    assert found.names().count("script") == plain.names().count("script")
    for text in HOSTILE:
        assert text in found.said()
    assert "</title></script><script>alert(1)</script>.csv" in found.said()


def test_the_report_lists_excluded_rows_and_warnings():
    frame = pd.DataFrame({"y": ["1", "", "0", "1", "0"], "s": [0.1, 0.2, 0.8, 0.3, 0.9]})
    table = Table("t", frame)
    labeled_scores = build_labeled_scores(table, Roles("y", "1", ("s",)), exclude=True)
    said, odd = report_of(dated_results(labeled_scores, table)).said(), check_data(labeled_scores, table)
    assert WORDS.format("exports.excluded_rows", count=1) in said
    assert odd
    assert [one.key for one in (*labeled_scores.excluded, *odd) if WORDS.format_notice(one, str) not in said] == []


def test_a_page_can_add_a_section():
    results = results_of("ten_rows")

    def own(words):
        number = elements.DataNumber("own", results.points.prevalence)
        return elements.Section(
            "own", "A <b>heading</b>", [elements.Text(elements.sentence("chart.area", words, area=number))]
        )

    sections = {**curve_sections(results), "own": own}
    content = report_html(results, (), {}, messages_in("en"), sections, partial(areas_first_page, results))
    found = Read(content.decode())
    assert ("own", "0.6", "0.600") in found.data
    assert "A <b>heading</b>" in found.said()
    assert "b" not in found.names()


def test_a_hundred_of_many_points_are_listed_with_a_note():
    found = check(results_of("breast_cancer"))
    assert WORDS.format("report.some_points", shown=100, total=469) in found.said()
    assert len({of.split(".")[1] for of, _, _ in found.data if of.startswith("point.")}) == 100


def test_charts_and_text_of_the_report_use_the_same_area(monkeypatch):
    others = example_labeled_scores("sixteen_rows").points

    def of_others(_, scheme, resolution, **_known):
        return joined_area(others, scheme, resolution)

    monkeypatch.setattr("pr_curve_lab.exports.results.joined_area", of_others)
    # The chart of differences uses the original rows.
    monkeypatch.setattr("pr_curve_lab.exports.report.charts.difference_svg", lambda *_: Markup())
    results = dated_results(example_labeled_scores("apples_oranges"), example_table("apples_oranges"))
    section = charts.areas_section(results, messages_in("en"))
    step, linear = (SCHEMES[scheme].area(others) for scheme in ("step", "linear"))
    for picture, area in zip(section.figures[0].figures, (step, linear), strict=True):
        assert f">{area:.3f}</tspan>" in picture.content
        assert f'data-value="{area!r}"' in picture.content
        assert f">{area:.3f}<" in picture.captions[0]
        assert f"{area:.3f}" in picture.alt
    for scheme, area in (("step", step), ("linear", linear)):
        assert f">{area:.3f}</data> {WORDS.format(f'schemes.{scheme}.joined')}" in section.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_has_its_date_as_text_and_in_iso_format(language):
    results = results_of("ten_rows")
    found = report_of(results, language)
    assert format_date(results.report_date, messages_in(language)) in found.said()
    assert ("time", {"datetime": "2026-03-01"}) in found.tags


def weights_left_aside():
    """Return results with many ties and an unused column of weights; the app gives a hint about each."""
    table = Table("t", pd.DataFrame({"y": [1, 0, 0, 1] * 5, "s": [0.9, 0.9, 0.1, 0.5] * 5, "weight": [2.0, 1.0] * 10}))
    roles = Roles("y", "1", ("s",))
    return dated_results(build_labeled_scores(table, roles), table, unused_weight=check_weight_column(table, roles))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_does_not_refer_to_pages_of_the_app(language):
    results = weights_left_aside()
    assert results.unused_weight is not None
    assert "many_ties" in [notice.key for notice in check_data(results.labeled_scores, results.table)]
    said = report_of(results, language).said()
    word_for_page = {"en": r"\bpages? \w+", "zh": r"”页|页面"}.get(language)
    assert word_for_page is None or re.findall(word_for_page, said) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_includes_the_unscored_positives(language):
    table, scored = example_table("ten_rows"), example_labeled_scores("ten_rows")
    labeled_scores = build_labeled_scores(table, Roles("label", "1", ("score",), unscored_positives=3))
    report = report_of(dated_results(labeled_scores, table, "ten_rows", left="step", right="linear"), language)
    found = report.numbers
    points = operating_points(scored.positive, scored.score, total_positives=9)
    area = SCHEMES["step"].area(scored.points) * 6 / 9
    expected = {
        "area.step": area,
        "interval_high.step": area_interval(points).upper,
        "positives_never_scored": 3,
        "prevalence": points.prevalence,
        "random_average_precision": random_average_precision(6, 4) * 6 / 9,
        "minimum_average_precision": minimum_average_precision(6, 4) * 6 / 9,
        "minimum_area": minimum_area(points.prevalence, max_recall=6 / 9),
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-12)
    assert messages_in(language).format("exports.missed", count=3) in report.said()


AREAS = ("area.", "least_area", "most_area")


def texts_by_number(found):
    """Return the texts of each number of a report; equal areas count as one number, whatever their names."""
    texts = {}
    for of, value, text in found.data:
        number = float(value) if of.startswith(AREAS) else of
        texts.setdefault(number, set()).add(text)
    return texts


@pytest.mark.parametrize("choices", [{}, {"left": "continuous", "right": "davis_goadrich"}], ids=str)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_each_number_is_rounded_in_one_way(example, choices):
    results = results_of(example, **choices)
    found = report_of(results)
    assert {value: texts for value, texts in texts_by_number(found).items() if len(texts) > 1} == {}
    cited = [line for line in found.said().split("; ") if " = 0." in line]
    for scheme in results.sides:
        area = format_number(results.areas[scheme], f".{results.area_decimals}f")
        assert f">{area}</data>" in found.page
        assert any(line.endswith(f" = {area}") for line in cited)
        assert area in words_in_pictures(found.page)


def test_close_areas_have_more_decimals_everywhere():
    results = results_of("breast_cancer", left="continuous", right="davis_goadrich")
    assert results.area_decimals > 3
    for scheme in results.sides:
        written = {text for of, _, text in report_of(results).data if of == f"area.{scheme}"}
        assert written == {format_number(results.areas[scheme], f".{results.area_decimals}f")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_interval_methods_in_one_table_are_distinguished(language):
    """A star marks intervals of the second method; there is none if all use one method, as with a constant score."""
    words = messages_in(language)
    head, point = words.format("columns.report.interval_two"), re.escape(words.number_format.symbol_map[POINT])
    said = report_of(results_of("breast_cancer"), language).said()
    assert head in said
    assert len(re.findall(rf"\d–\d{point}\d{{3}} \*", said)) == 3
    alike = report_of(results_of("constant"), language).said()
    assert head not in alike
    assert not re.findall(r"\d \*", alike)
