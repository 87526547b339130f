"""Every way of counting gives what the plain argsort gives, whatever the rows look like."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_curve

import pr_metrics.blocks
import pr_metrics.ranking
from pr_metrics import operating_points
from pr_metrics.ranking import count_at_thresholds
from pr_metrics.ranking.by_argsort import count_by_argsort
from pr_metrics.ranking.decimals import count_by_decimals
from pr_metrics.ranking.packed import count_by_packed_sort
from pr_metrics.ranking.weighted import count_by_prefix_sort

EXAMPLES = 400
NEXT_TO_HALF = np.nextafter(0.5, 1)


@pytest.fixture(autouse=True, params=["one thread", "two threads"])
def _small_blocks(request, monkeypatch):
    """Cut a few hundred rows as ten million are cut: into many blocks, for one thread or for two."""
    monkeypatch.setattr(pr_metrics.blocks, "SHORTEST", 16)
    monkeypatch.setattr(pr_metrics.blocks, "LONGEST", 16)
    monkeypatch.setattr(pr_metrics.blocks, "PAYS_FROM", 40)
    monkeypatch.setattr(pr_metrics.blocks, "_processors", lambda: 1 if request.param == "one thread" else 2)
    monkeypatch.setattr(pr_metrics.ranking, "FEW_ROWS", 0)


def kinds_of_scores(rng, rows):
    """Scores that have led sorting tricks astray."""
    return {
        "uniform": rng.random(rows),
        "both signs": rng.normal(size=rows),
        "two zeros": rng.choice([0.0, -0.0, 1e-9, -1e-9], rows),
        "constant": np.full(rows, 0.25),
        "subnormal": rng.integers(-3, 4, rows) * 5e-324,
        "neighbours": rng.choice([0.5, NEXT_TO_HALF, np.nextafter(NEXT_TO_HALF, 1), -0.5, -NEXT_TO_HALF], rows),
        "print alike": rng.choice([0.3, 0.1 + 0.2, 0.1, 0.2], rows),
        "same prefix": 0.5 + rng.integers(0, 40, rows) * 2.0**-53,
        "at the border": rng.choice([2.0, np.nextafter(2.0, 0), -2.0, np.nextafter(-2.0, 0), 1.0], rows),
        "logits": rng.normal(size=rows) * 20,
        "huge": rng.choice([1.7e308, -1.7e308, 1.6e308, 2e300], rows),
        "huge and tiny": rng.choice([1.7e308, 5e-324, -5e-324, 0.0, 1.0], rows),
        "three decimals": rng.integers(0, 200, rows) / 1000,
        "negative decimals": (rng.integers(0, 200, rows) - 100) / 100,
        "whole": rng.integers(-9, 9, rows).astype(float),
        "whole and large": rng.integers(2**52, 2**53, rows).astype(float),
        "single precision": rng.random(rows).astype(np.float32).astype(np.float64),
        "falling": np.linspace(1, 0, rows),
        "rising": np.linspace(0, 1, rows),
    }


KINDS = list(kinds_of_scores(np.random.default_rng(0), 1))


@st.composite
def rows_to_count(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows = draw(st.integers(1, 300))
    score = kinds_of_scores(rng, rows)[draw(st.sampled_from(KINDS))]
    return rng.random(rows) < draw(st.sampled_from((0.0, 0.02, 0.5, 1.0))), score, rng


def lists(counts):
    return [array.tolist() for array in counts]


@settings(max_examples=EXAMPLES)
@given(rows_to_count())
def test_unweighted_ways_agree_to_the_bit(rows):
    positive, score, _ = rows
    expected, within = lists(count_by_argsort(positive, score, None)), (score.min(), score.max())
    for way in (count_by_decimals, count_by_packed_sort):
        counts = way(positive, score.copy(), within=within)
        assert counts is None or lists(counts) == expected
    assert lists(count_at_thresholds(positive, score, None, within=within)) == expected


@settings(max_examples=EXAMPLES)
@given(rows_to_count(), st.sampled_from(["whole", "real", "unequal"]))
def test_weighted_ways_agree(rows, kind):
    positive, score, rng = rows
    exponents = {"whole": 0, "real": 0.5, "unequal": 9}
    weight = 10.0 ** rng.uniform(-exponents[kind], exponents[kind], score.size)
    weight = np.ceil(weight * rng.integers(1, 4, score.size)) if kind == "whole" else weight
    expected = count_by_argsort(positive, score, weight)
    counts = count_by_prefix_sort(positive, score, weight, within=(score.min(), score.max()))
    if counts is None:
        return
    assert counts.threshold.tolist() == expected.threshold.tolist()
    total = expected.true_positives[-1] + expected.false_positives[-1]
    for ours, plain in zip(counts[1:], expected[1:], strict=True):
        np.testing.assert_allclose(ours, plain, rtol=0, atol=0 if kind == "whole" else 1e-12 * total)
        assert (np.diff(ours) >= 0).all()


@pytest.mark.parametrize("kind", KINDS)
def test_only_scores_that_lose_bits_are_turned_away(kind):
    score = kinds_of_scores(np.random.default_rng(1), 300)[kind]
    turned_away = count_by_packed_sort(np.ones(300, dtype=bool), score, within=(score.min(), score.max())) is None
    assert turned_away == (kind == "huge and tiny")


@pytest.mark.parametrize("kind", KINDS)
def test_only_decimals_are_counted_by_decimals(kind):
    score = kinds_of_scores(np.random.default_rng(1), 300)[kind]
    counted = count_by_decimals(np.ones(300, dtype=bool), score, within=(score.min(), score.max())) is not None
    assert counted == (kind in {"constant", "three decimals", "negative decimals", "whole"})


def test_one_score_with_more_decimals_is_noticed():
    score = np.full(1_000, 0.5)
    score[777] = 0.1 + 0.2
    assert count_by_decimals(np.ones(1_000, dtype=bool), score, within=(0, 1)) is None


def test_the_callers_scores_are_not_touched():
    score = np.random.default_rng(2).normal(size=300)
    before = score.copy()
    operating_points(score > 0, score)
    operating_points(score > 0, score, sample_weight=np.ones(300))
    assert score.tolist() == before.tolist()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", ["float64", ">f8", "float32", "float16", "int64", "int8", "uint16", "object"])
def test_scikit_learns_points_to_the_bit(kind, dtype):
    rng = np.random.default_rng(3)
    with np.errstate(over="ignore", invalid="ignore"):
        score = kinds_of_scores(rng, 300)[kind].astype(dtype)
        score = score[np.abs(score.astype(np.float64)) < (np.inf if score.dtype.kind in "fO" else 2.0**53)]
        label = rng.integers(0, 2, score.size)
        if label.sum() == 0:  # nothing of this kind is left in this type
            return
        precision, recall, threshold = precision_recall_curve(label, score.astype(np.float64))
    points = operating_points(label, score)
    assert points.threshold.tolist() == threshold[::-1].tolist()
    assert points.precision.tolist() == precision[-2::-1].tolist()
    assert points.recall.tolist() == recall[-2::-1].tolist()


def test_strided_and_reversed_arrays_are_taken():
    table = np.random.default_rng(4).normal(size=(300, 3))
    label = table[:, 0] > 0
    plain = operating_points(label.copy(), table[:, 1].copy())
    for points in (operating_points(label, table[:, 1]), operating_points(label[::-1], table[::-1, 1])):
        assert points.threshold.tolist() == plain.threshold.tolist()
        assert points.true_positives.tolist() == plain.true_positives.tolist()
