"""The report of several models covers all of them, and its numbers equal those of pr_metrics exactly."""

import re
from itertools import combinations, cycle, pairwise

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.models import crossing_of
from pr_curve_lab.i18n.messages import LANGUAGES, SentenceFormat, messages_in
from pr_curve_lab.i18n.model_sentences import alt_text, models_title, rank_reversal_sentence, ranking_sentence
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.roles import Roles
from pr_metrics import (
    SCHEMES,
    bootstrap_areas,
    bootstrap_difference,
    bootstrap_weighted_interval,
    rank_reversal,
    roc_area,
)
from tests.expected_intervals import expected_interval
from tests.pr_curve_lab.exports.builders import HOSTILE
from tests.pr_curve_lab.exports.reading import Read, enclosed, shapes, words_in_pictures
from tests.pr_curve_lab.exports.test_models_exports import data, model_exports_of

WORDS = messages_in("en")
STEP_AND_LINE = ("step", "linear")
PLAIN = SentenceFormat(name=str)


def read(dataset, table, schemes=STEP_AND_LINE, language="en", **more):
    exported, models = model_exports_of(dataset, table, schemes, language, **more)
    page = exported.report().decode()
    return Read(page), models, exported


def positives_of(dataset):
    return int(dataset.positive[:, 0].sum())


def expected_numbers(dataset, schemes, *, drawn=False):
    """Return the numbers of the report, computed from the rows with pr_metrics alone, without `turn_numbers`."""
    points = {name: dataset.points(name) for name in dataset.names}
    one = next(iter(points.values()))
    positives, rows = positives_of(dataset), len(dataset.row_index)
    numbers = {"rows": rows, "positive_rows": positives, "rows_counted": rows, "negative_rows": rows - positives}
    numbers |= {"rows_left_out": 0, "prevalence": one.prevalence}
    if dataset.weight is not None:
        numbers |= {"positives": one.positives, "negatives": one.negatives}
    for key, scheme in SCHEMES.items():
        if not all(scheme.can_join(one) for one in points.values()):
            continue
        areas = {name: scheme.area(one) for name, one in points.items()}
        for name, area in areas.items():
            numbers[f"area.{key}.{name}"] = area
            numbers[f"rank.{key}.{name}"] = 1 + sum(other > area + 1e-12 for other in areas.values())
        if key == schemes[0]:
            best, second, *_ = sorted(areas.values(), reverse=True)
            numbers |= {"lead": best - second} if best - second > 1e-12 else {}
    for name, one in points.items():
        score = dataset.score[:, dataset.names.index(name)]
        interval, _ = expected_interval(dataset.positive[:, 0], score, schemes[0], weight=dataset.weight)
        numbers |= {f"interval.{name}.low": interval.lower, f"interval.{name}.high": interval.upper}
        numbers[f"roc.{name}"] = roc_area(one)
        if drawn:
            found = bootstrap_weighted_interval(dataset.positive[:, 0], score, scheme=schemes[0])
            numbers |= {f"bootstrap.{name}.low": found.lower, f"bootstrap.{name}.high": found.upper}
    return numbers


def turn_numbers(dataset, loser, winner, schemes):
    """Return the numbers in the sentence and the table about the change of the winner."""
    change = rank_reversal(dataset.points(loser), dataset.points(winner), *schemes)
    numbers = {"lead_left": change.difference_left, "lead_right": change.difference_right}
    if change.n_deciding > 1:
        numbers["deciding"] = change.n_deciding
    if change.n_deciding > 5:
        numbers["segments"] = 5
    for index in range(min(change.n_deciding, 5)):
        model = winner if change.is_from_b[index] else loser
        at = dataset.score[:, dataset.names.index(model)] == change.threshold[index]
        segment = f"segment.{index}"
        numbers |= {
            f"{segment}.recall_before": change.recall_before[index],
            f"{segment}.recall_after": change.recall_after[index],
            f"{segment}.gain": change.gain[index],
            f"{segment}.score": change.threshold[index],
            f"{segment}.rows": at.sum(),
            f"{segment}.positives": dataset.positive[at, 0].sum(),
        }
    return numbers


def pair_numbers(models):
    """Return the bootstrap numbers in the table of pairs, resampled again for each pair."""
    numbers, scheme, label = {}, models.schemes[0], models.positive
    best = tuple(models.by_area[:2])
    if (crossing := crossing_of(best, tuple(models.points[name] for name in best))) is not None:
        numbers |= {"crossing.recall": crossing.recall}
        numbers |= {"crossing.first": crossing.first_gain, "crossing.second": crossing.second_gain}
    for first, second in combinations(models.by_area, 2):
        scores = [models.dataset.score[:, models.dataset.names.index(name)] for name in (first, second)]
        lead = bootstrap_difference(label, *scores, scheme=scheme)
        one, other = bootstrap_areas(label, scores, scheme=scheme).T
        of = f"{first}.{second}"
        numbers |= {f"low.{of}": lead.lower, f"high.{of}": lead.upper, f"ahead.{of}": (one > other).mean()}
        numbers[f"difference.{of}"] = models.area(scheme, first) - models.area(scheme, second)
    return numbers


@pytest.mark.parametrize(
    ("schemes", "language"), [*zip(cycle([STEP_AND_LINE, ("linear", "step")]), LANGUAGES, strict=False)]
)
def test_every_number_is_that_of_pr_metrics(schemes, language):
    dataset, table = data("four_models")
    found, models, _ = read(dataset, table, schemes, language, drawn=True)
    loser, winner = (models.ranking.best_models(scheme)[0] for scheme in schemes)
    expected = expected_numbers(dataset, schemes, drawn=True) | turn_numbers(dataset, loser, winner, schemes)
    found.check(expected | pair_numbers(models), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tested_pairs_have_the_intervals_and_p_values_of_the_test(language):
    dataset, table = data("four_models")
    found, models, _ = read(dataset, table, ("step", "step"), language, drawn=True, tested=True)
    expected = expected_numbers(dataset, ("step", "step"), drawn=True) | pair_numbers(models)
    for pair in models.pairs:
        of = f"{pair.first}.{pair.second}"
        expected |= {f"p.{of}": pair.adjusted_p} if pair.adjusted_p >= 0.001 else {"least_p": 0.001}
        expected |= {f"low.{of}": pair.result.lower, f"high.{of}": pair.result.upper}
    found.check(expected, language)
    assert messages_in(language).format("models.headline_doubt", headline="").strip() in found.said()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_without_bootstrap_has_no_bootstrap_column(language):
    dataset, table = data("weighted")
    found, models, _ = read(dataset, table, language=language)
    assert models.bootstrap is None
    found.check(expected_numbers(dataset, STEP_AND_LINE), language)
    assert messages_in(language).format("columns.models.bootstrap") not in found.said()


def test_the_report_does_not_depend_on_the_selected_model():
    dataset, table = data("four_models")
    reports = {}
    for name in ("logistic", "forest"):
        found, _, exported = read(dataset, table, example="four_models", in_view=name)
        reports[name] = found.said()
        assert found.said().count(WORDS.format("report.question_models", count=4)) == 2  # title and heading
        for sentence in exported.citations[0].split("\n"):
            assert sentence in found.said()
    assert reports["logistic"] == reports["forest"]
    sections = [attributes["id"] for tag, attributes in found.tags if tag == "section"]
    assert sections == ["first", "models", "model_areas", "ranking", "rows", "code"]


@pytest.mark.parametrize("schemes", [STEP_AND_LINE, ("envelope", "envelope")], ids="-".join)
def test_the_pictures_are_those_of_the_page(schemes):
    dataset, table = data("four_models")
    found, models, _ = read(dataset, table, schemes)
    charts = [attributes["id"] for tag, attributes in found.tags if attributes.get("class") == "chart"]
    assert charts == ["models_chart", "models_right_chart"][: len(set(schemes))]
    alts = [attributes["aria-label"] for _, attributes in found.tags if attributes.get("role") == "img"]
    assert len(alts) == len(charts)
    for alt, scheme, chart in zip(alts, schemes, charts, strict=False):
        areas = sorted(SCHEMES[scheme].area(dataset.points(name)) for name in dataset.names)
        assert alt == alt_text("alt", models.ranking, scheme, WORDS)
        drawn = shapes(found.page, chart)
        assert sorted(shape["area"] for shape in drawn) == areas
        assert [enclosed(shape) for shape in drawn] == pytest.approx([shape["area"] for shape in drawn], abs=1e-12)


def test_the_report_has_the_sentences_of_the_page():
    dataset, table = data("four_models")
    for schemes in (STEP_AND_LINE, STEP_AND_LINE[::-1]):
        found, models, _ = read(dataset, table, schemes)
        assert models_title(models.ranking, schemes, WORDS, PLAIN) in found.said()
        assert ranking_sentence(models.ranking, WORDS, PLAIN, models.pairwise_comparison) in found.said()
        assert rank_reversal_sentence(models.reversal, schemes, WORDS, PLAIN) in found.said()


def test_without_a_change_of_the_winner_no_segment_is_listed():
    dataset, table = data("four_models")
    found, models, _ = read(dataset, table, ("step", "envelope"))
    assert models.reversal is None
    assert not any(of.startswith(("lead_", "segment")) for of, _, _ in found.data)


def many(models):
    rng = np.random.default_rng(4)
    label = (rng.random(200) < 0.3).astype(int)
    scores = {f"model {n}": np.round(rng.random(200) + label * n / 20, 3) for n in range(models)}
    table = Table("many.csv", pd.DataFrame({"y": label, **scores}))
    return build_dataset(table, Roles("y", "1", tuple(scores), kind="models")), table


def test_nine_models_are_ranked_in_three_tables_best_first():
    dataset, table = many(9)
    found, models, _ = read(dataset, table)
    assert WORDS.format("models.caption_grey", count=5) in found.said()
    assert models.reversal is None
    found.check(expected_numbers(dataset, STEP_AND_LINE) | {"grey": 5})
    ranks = [of for of, _, _ in found.data if of.startswith("rank.step.")]
    assert ranks == [f"rank.step.{name}" for name in models.by_area]
    assert found.names().count("table") == 1 + 3 + 2


@pytest.mark.parametrize("name", ["model 0", "model 3"])
def test_the_selected_model_is_drawn_in_color(name):
    dataset, table = many(9)
    exported, _ = model_exports_of(dataset, table, STEP_AND_LINE, in_view=name)
    page = exported.report().decode()
    named = {said for area, said in pairwise(words_in_pictures(page)) if re.fullmatch(r"0\.\d{3}", area)}
    assert {said for said in named if said.startswith("model")} == {name, "model 6", "model 7", "model 8"}


def test_identical_models_share_a_heading():
    rng = np.random.default_rng(4)
    score = rng.random(40)
    frame = pd.DataFrame({"y": np.arange(40) % 2, **{f"m{n}": score for n in range(5)}})
    table = Table("alike.csv", frame)
    dataset = build_dataset(table, Roles("y", "1", tuple(frame.columns[1:]), kind="models"))
    found, _, _ = read(dataset, table)
    assert ("winners", "5", "5") in found.data
    assert WORDS.format("models.best_all_alike", count=5) in found.said()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_models_are_escaped(language):
    rng = np.random.default_rng(3)
    label = (rng.random(90) < 0.4).astype(int)
    frame = pd.DataFrame({"y": label, **{name: np.round(rng.random(90) + label / 3, 1) for name in HOSTILE}})
    table = Table("</title><script>alert(1)</script>.csv", frame)
    dataset = build_dataset(table, Roles("y", "1", HOSTILE, kind="models"))
    found, _, _ = read(dataset, table, language=language)
    assert "img" not in found.names()
    assert found.names().count("script") == 2  # the pictures, and what draws them
    for name in HOSTILE:
        assert name in found.said()
