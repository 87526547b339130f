"""The CSV and JSON of several models have exactly the numbers of pr_metrics."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from pr_curve_lab.exports.numbers import model_numbers
from pr_metrics import (
    SCHEMES,
    ModelRanking,
    bootstrap_areas,
    bootstrap_difference,
    bootstrap_weighted_interval,
    holm,
    paired_difference,
    rank_reversal,
    roc_area,
    signature,
)
from tests.expected_intervals import expected_interval
from tests.pr_curve_lab.exports.test_models_exports import STRANGE, data, models_of

FIRST, SECOND = "forest", "neighbours"  # joined in steps


def lines_of(models):
    return list(csv.DictReader(io.StringIO(model_numbers(models, "data").csv().decode("utf-8"))))


def facts_of(models):
    return json.loads(model_numbers(models, "data").json(("one", "two")))


def value(models, quantity, **where):
    """Return the only number of the CSV with this name."""
    found = [
        line["value"] for line in lines_of(models) if line["quantity"] == quantity and where.items() <= line.items()
    ]
    (text,) = found
    return float(text)


@pytest.mark.parametrize("kind", ["four_models", "weighted"])
def test_each_model_has_its_area_rank_and_interval_by_scheme(kind):
    dataset, _ = data(kind)
    models = models_of(dataset, ("step", "linear"))
    facts = facts_of(models)
    assert list(facts["schemes"]) == list(models.ranking.schemes)
    for scheme, found in facts["schemes"].items():
        areas = [SCHEMES[scheme].area(dataset.points(name)) for name in dataset.names]
        for name, area in zip(dataset.names, areas, strict=True):
            score = dataset.score[:, dataset.names.index(name)]
            interval, method = expected_interval(dataset.positive[:, 0], score, scheme, weight=dataset.weight)
            assert (found[name]["area"], found[name]["rank"]) == (area, models.rank(scheme, name))
            assert found[name]["interval"] == pytest.approx(
                {"low": interval.lower, "high": interval.upper, "level": 0.95, "method": method}
            )
            assert found[name]["rank"] == 1 + sum(other > area + 1e-12 for other in areas)


@pytest.mark.parametrize("kind", ["four_models", "weighted"])
def test_roc_areas_are_exported(kind):
    dataset, _ = data(kind)
    expected = {name: roc_area(dataset.points(name)) for name in dataset.names}
    assert facts_of(models_of(dataset, ("step", "linear")))["roc_areas"] == expected


def test_bootstrap_numbers_are_exported_or_null():
    dataset, _ = data("four_models")
    alone = facts_of(models_of(dataset, ("step", "linear")))
    assert (alone["bootstrap"], alone["paired_tests"]) == (None, [])
    found = facts_of(models_of(dataset, ("step", "linear"), drawn=True))["bootstrap"]
    assert (found["scheme"], found["resamples"]) == ("step", 1000)
    for name in dataset.names:
        drawn = bootstrap_weighted_interval(dataset.positive[:, 0], dataset.score[:, dataset.names.index(name)])
        assert found["intervals"][name] == {"low": drawn.lower, "high": drawn.upper, "level": 0.95}
    scores = (dataset.score[:, dataset.names.index(name)] for name in (FIRST, SECOND))
    lead = bootstrap_difference(dataset.positive[:, 0], *scores)
    difference = SCHEMES["step"].area(dataset.points(FIRST)) - SCHEMES["step"].area(dataset.points(SECOND))
    ends = {"low": lead.lower, "high": lead.upper, "level": 0.95}
    areas = bootstrap_areas(
        dataset.positive[:, 0], [dataset.score[:, dataset.names.index(name)] for name in (FIRST, SECOND)]
    )
    ahead = float((areas[:, 0] > areas[:, 1]).mean())
    ends = {"low": lead.lower, "high": lead.upper, "level": 0.95}
    assert found["pairs"][0] == {"model": FIRST, "against": SECOND, "share_ahead": ahead, **ends}
    assert found["paired_difference"] == {"model": FIRST, "against": SECOND, "difference": difference, **ends}


def test_every_tested_pair_is_exported_in_full():
    dataset, _ = data("four_models")
    found = facts_of(models_of(dataset, ("step", "linear"), tested=True))["paired_tests"]
    assert len(found) == 6
    for one in found:
        scores = (dataset.score[:, dataset.names.index(one[of])] for of in ("model", "against"))
        expected = paired_difference(dataset.positive[:, 0], *scores)
        assert {name: one[name] for name in ("difference", "lower", "upper", "p_value")} == {
            name: getattr(expected, name) for name in ("difference", "lower", "upper", "p_value")
        }
    assert [one["p_value_by_holm"] for one in found] == holm([one["p_value"] for one in found]).tolist()


def test_the_deciding_segments_are_exported_with_their_rows():
    dataset, _ = data("four_models")
    found = facts_of(models_of(dataset, ("linear", "step")))["change_of_winner"]
    change = rank_reversal(dataset.points(SECOND), dataset.points(FIRST), "linear", "step")
    assert (found["winner_left"], found["winner_right"]) == (SECOND, FIRST)
    assert (found["lead_left"], found["lead_right"]) == (change.difference_left, change.difference_right)
    assert found["deciding_segments"] == change.n_deciding == len(found["largest_segments"]) == 2
    score = dataset.score[:, dataset.names.index(SECOND)]
    for index, segment in enumerate(found["largest_segments"]):
        at = score == change.threshold[index]
        assert segment == {
            "model": SECOND,
            "recall_before": change.recall_before[index],
            "recall_after": change.recall_after[index],
            "gain": change.gain[index],
            "threshold": change.threshold[index],
            "rows": int(at.sum()),
            "positive_rows": int(dataset.positive[at, 0].sum()),
            "before_first_point": index == 0,
        }
    assert facts_of(models_of(dataset, ("step", "step")))["change_of_winner"] is None


def test_the_csv_has_the_numbers_of_the_json():
    dataset, _ = data("four_models")
    models = models_of(dataset, ("linear", "step"), drawn=True, tested=True)
    facts = facts_of(models)
    expected = []
    for scheme, found in facts["schemes"].items():
        for one in found.values():
            interval = one["interval"]
            expected += [(scheme, one["area"]), (scheme, one["rank"])]
            expected += [(scheme, interval["low"]), (scheme, interval["high"])]
    expected += [("", area) for area in facts["roc_areas"].values()]
    for pair in facts["paired_tests"]:
        expected += [("step", part) for name, part in pair.items() if name not in ("model", "against")]
    bootstrap, reversal = facts["bootstrap"], facts["change_of_winner"]
    expected += [("linear", interval[end]) for interval in bootstrap["intervals"].values() for end in ("low", "high")]
    expected += [("linear", bootstrap["paired_difference"][part]) for part in ("difference", "low", "high")]
    expected += [("linear", pair["share_ahead"]) for pair in bootstrap["pairs"]]
    expected += [
        ("linear", reversal["lead_left"]),
        ("step", reversal["lead_right"]),
        ("step", reversal["deciding_segments"]),
    ]
    for segment in reversal["largest_segments"]:
        expected += [("step", part) for name, part in segment.items() if name not in ("model", "before_first_point")]
    assert [(line["scheme"], float(line["value"])) for line in lines_of(models)] == expected


def test_a_line_of_the_csv_names_what_its_number_describes():
    dataset, _ = data("four_models")
    models = models_of(dataset, ("linear", "step"), drawn=True)
    points = dataset.points("tree")
    signed = {"scheme": "envelope", "model": "tree", "signature": signature(points, "envelope")}
    assert value(models, "area", **signed) == SCHEMES["envelope"].area(points)
    assert value(models, "bootstrap_low", model="tree") == models.bootstrap.areas["tree"].lower
    assert value(models, "paired_difference_high", model=SECOND, against=FIRST) == models.bootstrap.difference.upper
    pair = models_of(dataset, ("step", "step"), tested=True)
    test = paired_difference(
        dataset.positive[:, 0], *(dataset.score[:, dataset.names.index(one)] for one in (FIRST, SECOND))
    )
    assert value(models, "share_ahead", model=SECOND, against=FIRST) == models.bootstrap.pairs[0].win_rate
    assert value(pair, "paired_test_difference", scheme="step", model=FIRST, against=SECOND) == test.difference
    assert value(pair, "paired_test_p_value", model=FIRST, against=SECOND) == test.p_value
    assert value(models, "lead", scheme="step", model=FIRST, against=SECOND) == models.reversal.right_difference
    assert value(models, "segment_rows", model=SECOND, segment="2") == models.reversal.segments[1].rows


def test_names_are_kept_and_undefined_numbers_are_empty():
    dataset, _ = data("weighted")
    models = models_of(dataset, ("step", "linear"))
    ranking = models.ranking
    area, rank = np.array(ranking.area), np.array(ranking.rank)
    area[0, 0], rank[0, 0] = np.nan, 0
    models = replace(models, ranking=ModelRanking(ranking.schemes, ranking.models, area, rank))
    first, *_ = lines_of(models)
    assert (first["scheme"], first["model"], first["value"]) == (ranking.schemes[0], "'" + STRANGE[0], "")
    points = dataset.points(STRANGE[0])
    assert facts_of(models)["schemes"][ranking.schemes[0]][STRANGE[0]] == {
        "area": None,
        "rank": None,
        "signature": signature(points, ranking.schemes[0], area=np.nan),
        "interval": {"low": None, "high": None, "level": 0.95, "method": "logit"},
    }
