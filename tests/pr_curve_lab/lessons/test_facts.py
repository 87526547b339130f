from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve, roc_auc_score

from pr_curve_lab.analysis.intervals import model_step_interval, step_interval
from pr_curve_lab.analysis.models import pair_tests
from pr_curve_lab.analysis.tools import is_common
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import step_data
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.schema.examples import example_dataset, example_labeled_scores, example_table
from pr_metrics import SCHEMES, TOOLS, operating_points, tie_bounds, tool_reports
from tests.pr_curve_lab.lessons.test_registry import orders_at_random

# Counted by hand on the printed lists of rows: lesson, step, then hits, called, all positives.
BY_HAND = [
    ("decisions", 2, 4, 5, 6),
    ("decisions", 6, 5, 9, 6),
    ("decisions", 7, 1, 1, 6),
    ("curve", 2, 1, 1, 5),
    ("curve", 3, 2, 2, 5),
    ("curve", 4, 2, 3, 5),
    ("curve", 5, 3, 4, 5),
    ("curve", 6, 5, 7, 5),
    ("curve", 7, 5, 10, 5),
    ("ends", 1, 3, 7, 3),
    ("ends", 3, 0, 0, 3),
    ("ends", 4, 0, 1, 3),
    ("sum", 2, 1, 1, 2),
    ("sum", 3, 1, 2, 2),
    ("sum", 4, 2, 3, 2),
    ("wishes", 1, 8, 12, 10),
    ("wishes", 2, 8, 10, 10),
    ("wishes", 3, 9, 14, 10),
    ("wishes", 4, 3, 3, 10),
    ("wishes", 5, 5, 6, 10),
    ("wishes", 6, 10, 17, 10),
    ("rare", 1, 500, 660, 1000),
    ("rare", 3, 500, 2100, 1000),
    ("rare", 6, 500, 16500, 1000),
    ("roc", 3, 5, 17, 10),
    ("roc", 4, 5, 5, 10),
    ("roc", 6, 9, 25, 10),
    ("roc", 7, 9, 70, 10),
    ("meaning", 1, 3, 30, 10),
    ("meaning", 2, 9, 30, 10),
    ("meaning", 3, 0, 10, 10),
    ("meaning", 5, 4, 5, 6),
    ("meaning", 6, 1, 1, 6),
    ("missed", 2, 5, 10, 20),
]


@pytest.mark.parametrize(("key", "number", "true_positives", "called", "positives"), BY_HAND)
def test_counts_by_hand(key, number, true_positives, called, positives):
    facts = step_values(LESSONS[key], number)
    assert (facts["true_positives"], facts["called"], facts["positives"]) == (true_positives, called, positives)
    assert facts["false_positives"] == called - true_positives
    assert facts["false_negatives"] == positives - true_positives
    assert facts["recall"] == true_positives / positives
    assert (
        facts["precision"] == pytest.approx(true_positives / called, abs=1e-15)
        if called
        else np.isnan(facts["precision"])
    )


def test_the_largest_f1_by_hand():
    facts = step_values(LESSONS["wishes"], 2)
    assert facts["f1"] == pytest.approx(2 * 8 / (10 + 10))
    assert (round(facts["precision"], 3), round(facts["recall"], 3)) == (0.8, 0.8)


AREAS = {  # steps that ask for an area are tested in test_registry.py
    ("ends", 6): (1 / 2 + 2 / 3 + 3 / 4) / 3,
    ("between", 2): 0.1,
    ("between", 5): 0.1 * 0.5 + 0.9 * 0.1,
    ("between", 9): (1 + 1 + (2 / 3 + 3 / 4) / 2 + (3 / 5 + 4 / 6) / 2 + (4 / 6 + 5 / 7) / 2) / 5,
    ("sum", 7): 5 / 6,
    ("many", 1): (6 + 7 / 8 + 8 / 9) / 8,
    ("many", 5): (7 + 8 / 9 + 9 / 12 + 10 / 14) / 10,
    # Two ties: one positive of two rows, then one alone, then three of eight rows, and a negative.
    ("numbers", 1): (1 / 2 + 2 / 3 + 3 * 5 / 11) / 5,
    ("numbers", 2): (1 / 2 + (1 / 2 + 2 / 3) / 2 + 3 * (2 / 3 + 5 / 11) / 2) / 5,
    ("numbers", 4): ((1 + 1 / 2) / 2 + (1 / 2 + 2 / 3) / 2 + 3 * (2 / 3 + 5 / 11) / 2) / 5,
    ("numbers", 5): (5 * 2 / 3 + 6 * 5 / 11) / 11,  # recall 0, 0.1, ... 0.4 and 0.5, 0.6, ... 1
    ("numbers", 6): (1 / 2 + 4 * 5 / 11) / 5,
    ("numbers", 7): (1 / 2 + 2 / 3 + 3 / 9 + 4 / 10 + 5 / 11) / 5,
    ("missed", 6): (1 + 1 + 5 / 7) / 11,  # heights at recall 0, 0.1, 0.2: 1, 1, 5/7; beyond 0.25: 0
}


@pytest.mark.parametrize(("key", "number"), AREAS)
def test_areas_by_hand(key, number):
    assert step_values(LESSONS[key], number)["area"] == pytest.approx(AREAS[key, number], abs=1e-12)


def test_five_requirements_have_five_thresholds():
    lesson = LESSONS["wishes"]
    required = [number for number in range(1, len(lesson.steps) + 1) if lesson.settings(number).requirement]
    thresholds = {step_values(lesson, number)["threshold"] for number in required}
    assert len(thresholds) == len(required) == 5
    assert all(step_values(lesson, number)["called"] < step_values(lesson, number)["rows"] for number in required)


def test_costs_by_hand():
    facts = step_values(LESSONS["wishes"], 6)
    assert facts["cost"] == f"{5 * facts['false_negatives'] + facts['false_positives']:g}"


def test_the_worst_order_has_the_least_area():
    facts = step_values(LESSONS["floor"], 7)
    assert facts["area"] == pytest.approx(facts["least_area"], abs=1e-12)
    assert step_values(LESSONS["floor"], 1)["balance"] == "0.10"


@pytest.mark.parametrize("number", [3, 5, 6])
def test_a_random_order_is_a_permutation_of_the_example(number):
    shown = step_data(LESSONS["floor"].settings(number))
    rows = step_values(LESSONS["floor"], number)["rows"]
    ranked = shown.labeled_scores.positive[np.argsort(-shown.labeled_scores.score)]
    assert sorted(shown.labeled_scores.score) == list(range(1, rows + 1))
    area = (np.cumsum(ranked) / np.arange(1, rows + 1))[ranked].mean()
    assert step_values(LESSONS["floor"], number)["area"] == pytest.approx(area, abs=1e-12)
    assert (ranked.sum(), ranked.size) == (rows / 10, rows)


def test_chance_is_above_the_class_balance_where_a_positive_has_just_come():
    facts = step_values(LESSONS["floor"], 4)
    assert facts["first_chance"] == pytest.approx(0.259166, abs=1e-6)  # over all places of the first of 10 in 100
    assert facts["first_chance"] > facts["random_area"] > facts["last_chance"] > facts["prevalence"]
    points = step_data(LESSONS["floor"].settings(4)).plot_points
    assert points.precision[points.recall > 0].min() < facts["prevalence"]


def test_rare_positives_by_hand():
    lesson = LESSONS["rare"]
    assert {step_values(lesson, number)["recall"] for number in range(1, 8)} == {0.5}
    assert {step_values(lesson, number)["false_positive_rate"] for number in range(1, 8)} == {0.16}
    positives = np.cumsum([150, 130, 115, 105, 110, 100, 90, 80, 70, 50])
    negatives = np.cumsum([10, 25, 50, 75, 90, 105, 125, 145, 170, 205])
    for number, times in ((1, 1), (2, 10), (6, 100)):
        area = (np.diff(positives, prepend=0) / 1000 * positives / (positives + times * negatives)).sum()
        assert step_values(lesson, number)["area"] == pytest.approx(area, abs=1e-12)
    steps, heights = np.diff(negatives, prepend=0) / 1000, (np.append(0, positives[:-1]) + positives) / 2000
    assert step_values(lesson, 5)["roc_area"] == pytest.approx((steps * heights).sum(), abs=1e-12)


def mean_precision(positive):
    """Average precision of the improved model when its 98 tied rows come in this order.

    Of the two tied rows above them the positive is the first or the second: precision 1 or 1/2, 3/4 on average.
    """
    ranks = np.flatnonzero(positive) + 3
    return (3 / 4 + (np.arange(2, 11) / ranks).sum()) / 10


def test_noise_on_ties_ranges_from_chance_to_the_continuous_curve():
    lesson = LESSONS["between"]
    tied = step_data(lesson.settings(5)).points
    assert step_values(lesson, 7)["area"] > step_values(lesson, 7)["tied_area"]
    orders = [mean_precision(np.random.default_rng(seed).permutation(98) < 9) for seed in range(4000)]
    assert step_values(lesson, 7)["tied_expected_area"] == pytest.approx(np.mean(orders), abs=4e-3)
    assert tie_bounds(tied).lower <= step_values(lesson, 7)["area"] <= tie_bounds(tied).upper
    # Two of a hundred rows make the first point, one of them positive; then 9 of 98 along b + h(x - a).
    x = np.linspace(0.1, 1, 200_001)
    grown = 10 * x / (10 * x + 1 + 89 / 9 * (10 * x - 1))
    continuous = 0.1 * 0.5 + float(((grown[1:] + grown[:-1]) / 2 * np.diff(x)).sum())
    assert step_values(lesson, 8)["rows"] == 100_000
    assert step_values(lesson, 8)["tied_continuous_area"] == pytest.approx(continuous, abs=1e-9)
    assert step_values(lesson, 8)["area"] == pytest.approx(continuous, abs=2e-3)


def test_rounding_has_the_values_of_scikit_learn():
    frame, lesson = example_table("weak_model").frame, LESSONS["rounding"]
    label, score = frame["label"].to_numpy(), frame["score"].to_numpy()
    for number, decimals in ((4, 6), (5, 2), (6, 1)):
        rounded = np.round(score, decimals)
        precision, recall, _ = precision_recall_curve(label, rounded)
        facts = step_values(lesson, number)
        assert facts["step_area"] == pytest.approx(average_precision_score(label, rounded), abs=1e-12)
        assert facts["linear_area"] == pytest.approx(auc(recall, precision), abs=1e-12)
        assert facts["points"] == np.unique(rounded).size
    assert 0.55 < step_values(lesson, 4)["roc_area"] < 0.65
    assert (label.size, label.mean()) == (5000, 0.05)
    facts = step_values(lesson, 5)
    assert [facts[name] for name in ("file_decimals", "first_rounding", "turn", "above_turn")] == [6, 5, 2, 3]


def test_a_tie_of_three_rows_reverses_the_areas():
    """Before: precision 1, 1/2, 2/3, 1/2. After: 1, and 1/2 for the three tied rows."""
    before, after = (step_values(LESSONS["rounding"], number) for number in (1, 3))
    assert (before["step_area"], before["linear_area"]) == pytest.approx((5 / 6, (1 + (1 / 2 + 2 / 3) / 2) / 2))
    assert (after["step_area"], after["linear_area"]) == pytest.approx((3 / 4, 7 / 8))


def test_chance_and_worst_order_have_the_computed_values():
    facts = step_values(LESSONS["floor"], 8)
    assert facts["chance_corrected"] == pytest.approx((float(orders_at_random(5, 10)) - 0.5) / 0.5, abs=1e-12)
    worst = sum(Fraction(hit, hit + 9000) for hit in range(1, 1001)) / 1000
    assert step_values(LESSONS["floor"], 7)["large_least_area"] == pytest.approx(float(worst), abs=1e-12)


def test_macro_and_micro_choose_different_models():
    """By hand: cats at ranks 1 and 3 to 9 but 6, foxes first; of all scores, negatives at ranks 3, 8, 11 and 13."""
    first, second = step_values(LESSONS["many"], 6), step_values(LESSONS["many"], 8)
    cats = (1 + 2 / 3 + 3 / 4 + 4 / 5 + 5 / 7 + 6 / 8 + 7 / 9 + 8 / 10) / 8
    every = (2 + 3 / 4 + 4 / 5 + 5 / 6 + 6 / 7 + 7 / 9 + 8 / 10 + 9 / 12 + 10 / 14) / 10
    assert (second["area_of_first"], second["area_of_second"]) == pytest.approx((cats, 1))
    assert (second["macro"], second["micro"]) == pytest.approx(((cats + 1) / 2, every))
    assert second["macro"] > first["macro"]
    assert second["micro"] < first["micro"]
    rows = [example_table(name).frame[["y_a", "y_b"]].to_numpy() for name in ("rare_label", "rare_found")]
    assert (rows[0] == rows[1]).all()


def test_a_micro_average_is_over_all_entries():
    facts = step_values(LESSONS["many"], 5)
    assert (facts["area"], facts["entries"]) == (facts["micro"], 20)


def test_folds_have_the_values_of_scikit_learn():
    digits, facts = example_dataset("digits"), step_values(LESSONS["many"], 9)
    columns = zip(digits.positive.T, digits.score.T, strict=True)
    assert facts["macro"] == pytest.approx(np.mean([average_precision_score(*column) for column in columns]), abs=1e-12)
    of_folds = [
        np.mean([average_precision_score(digits.positive[fold, one], digits.score[fold, one]) for one in range(10)])
        for fold in (digits.group_of_row == number for number in range(5))
    ]
    assert facts["mean"] == pytest.approx(np.mean(of_folds), abs=1e-12)
    assert facts["deviation"] == pytest.approx(np.std(of_folds, ddof=1), abs=1e-12)
    assert (facts["lowest"], facts["highest"]) == pytest.approx((min(of_folds), max(of_folds)), abs=1e-12)


def test_one_model_has_many_areas():
    lesson, frame = LESSONS["numbers"], example_table("two_ties").frame
    precision, recall, _ = precision_recall_curve(frame["label"], frame["score"])
    step = average_precision_score(frame["label"], frame["score"])
    assert step_values(lesson, 1)["area"] == pytest.approx(step, abs=1e-12)
    assert step_values(lesson, 4)["area"] == pytest.approx(auc(recall, precision), abs=1e-12)
    common = [key for key, tool in TOOLS.items() if is_common(tool)]
    reports = tool_reports(frame["label"], frame["score"])
    given = [key for key in common if isinstance(reports[key], float)]
    assert step_values(lesson, 8)["tools"] == len(given) - 1  # without the one that uses five thresholds by design
    citation = step_values(lesson, 10)["all_citation"]["en"]
    assert f"= {step:.3f}; n = 12, 5 positives; 10 rows tied" in citation
    low, high = (step_values(lesson, 9)[f"all_cited_{end}"] for end in ("low", "high"))
    assert f"{low:.3f}-{high:.3f}" in citation


def test_each_cause_is_shown_with_the_number_of_a_tool():
    lesson, frame = LESSONS["numbers"], example_table("two_ties").frame
    reported = tool_reports(frame["label"], frame["score"])
    tools = {3: "PRROC.auc.integral", 4: "sklearn.auc", 6: "torchmetrics.binned_5", 7: "pytrec_eval.map"}
    for number, tool in tools.items():
        assert step_values(lesson, number)["area"] == pytest.approx(reported[tool], abs=1e-6)
    assert step_values(lesson, 4)["linear_truncated_area"] == pytest.approx(reported["MLmetrics.PRAUC"], abs=1e-12)
    ties = step_values(lesson, 7)
    assert ties["all_voc_area"] == reported["VOC2007"] == pytest.approx((3 + 8 * 5 / 6) / 11)
    assert ties["levels_area"] == step_values(lesson, 5)["area"]


def test_tied_rows_can_come_from_the_end_of_the_file():
    rows = step_data(LESSONS["numbers"].settings(7)).labeled_scores
    order = np.argsort(-rows.score)
    assert rows.row_index[order].tolist() == [5, 0, 1, 10, 9, 8, 7, 6, 4, 3, 2, 11]
    assert [f"{score:g}" for score in rows.score[order]] == ["0.9"] * 2 + ["0.7"] + ["0.6"] * 8 + ["0.3"]


def test_an_interval_narrows_by_the_root_of_the_positives():
    widths = [step_values(LESSONS["sure"], number)["width"] for number in (2, 3, 4)]
    assert [round(width, 3) for width in widths] == [0.438, 0.111, 0.035]  # between the printed limits
    assert widths[1] / widths[2] == pytest.approx(10**0.5, rel=0.03)
    assert widths[0] / widths[1] > 10**0.5  # with ten positives it is wider still
    assert {step_values(LESSONS["sure"], number)["positives"] for number in (1, 2)} == {10}
    assert [step_values(LESSONS["sure"], number)["positives"] for number in (3, 4)] == [100, 1000]


def test_a_lead_has_the_interval_of_the_page_models():
    dataset, lesson = example_dataset("four_models"), LESSONS["sure"]
    areas = {name: SCHEMES["step"].area(dataset.labeled_scores(name).points) for name in dataset.names}
    pairs = {(one.first, one.second): one.result for one in pair_tests(dataset, areas)}
    for number, rival in ((5, "logistic"), (6, "logistic"), (7, "neighbours")):
        facts, pair = step_values(lesson, number), pairs["forest", rival]
        assert (facts["lead"], facts["lead_low"], facts["lead_high"]) == (pair.difference, pair.lower, pair.upper)
        for name, model in (("own", "forest"), ("rival", rival)):
            interval = model_step_interval(dataset, model).interval
            assert (facts[f"{name}_low"], facts[f"{name}_high"]) == (interval.lower, interval.upper)
        assert facts["own_low"] < facts["rival_high"]
    assert step_values(lesson, 6)["lead_low"] > 0 > step_values(lesson, 7)["lead_low"]
    page = step_interval(example_labeled_scores("twenty_rows")).interval
    assert (step_values(lesson, 2)["low"], step_values(lesson, 2)["high"]) == (page.lower, page.upper)


def test_the_curves_of_two_models_cross_as_the_lesson_says():
    forest, neighbours = (
        SCHEMES["step"].curve(example_dataset("four_models").labeled_scores(name).points)
        for name in ("forest", "neighbours")
    )
    recalls = np.array([0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 0.8, 0.85, 0.9, 0.95, 1])
    ahead = [one.precision[np.searchsorted(one.recall, recalls - 1e-9)] for one in (forest, neighbours)]
    assert (ahead[0] > ahead[1]).tolist() == [True] * 6 + [False] * 5 + [True]


@pytest.mark.slow
def test_samples_have_the_spread_that_the_lesson_tells_of():
    """Draw with another generator: few positives make the middle of the samples begin higher than the formula does."""
    random, facts = np.random.default_rng(7), {number: step_values(LESSONS["sure"], number) for number in (2, 4, 6, 7)}
    for number, times in ((2, 1), (4, 100)):
        low, high = np.quantile(drawn_areas(random, "twenty_rows", ["score"], times), [0.025, 0.975])
        assert facts[number]["low"] < low
        assert high - low < facts[number]["width"]
    for number, rival in ((6, "logistic"), (7, "neighbours")):
        areas = drawn_areas(random, "four_models", ["forest", rival])
        lead = np.quantile(areas[:, 0] - areas[:, 1], [0.025, 0.975])
        assert (facts[number]["lead_low"], facts[number]["lead_high"]) == pytest.approx(lead.tolist(), abs=0.03)


def drawn_areas(random, example, names, times=1, samples=400):
    frame = example_table(example).frame
    label = frame["label"].to_numpy()
    sides = [np.flatnonzero(label == side) for side in (0, 1)]
    drawn = [np.concatenate([random.choice(side, side.size * times) for side in sides]) for _ in range(samples)]
    return np.array([[average_precision_score(label[rows], frame[name][rows]) for name in names] for rows in drawn])


def test_two_models_swap_ranks_between_roc_and_precision_recall():
    frame, lesson = example_table("swapped_models").frame, LESSONS["roc"]
    for number, model in ((1, "early"), (2, "steady")):
        facts = step_values(lesson, number)
        assert facts["area"] == pytest.approx(average_precision_score(frame["label"], frame[model]), abs=1e-12)
        assert facts["roc_area"] == pytest.approx(roc_auc_score(frame["label"], frame[model]), abs=1e-12)
    early, steady = step_values(lesson, 1), step_values(lesson, 2)
    assert early["area"] > steady["area"]
    assert early["roc_area"] < steady["roc_area"]
    assert step_values(lesson, 5)["negatives"] == 990
    assert step_values(lesson, 5)["roc_area"] == pytest.approx(steady["roc_area"], abs=1e-12)
    assert step_values(lesson, 6)["recall"] == step_values(lesson, 7)["recall"] == 0.9


def test_one_area_has_three_curves_and_two_class_balances():
    frame, lesson = example_table("three_curves").frame, LESSONS["meaning"]
    for number, model in ((1, "early"), (2, "even"), (3, "late")):
        areas = average_precision_score(frame["label"], frame[model]), step_values(lesson, number)["area"]
        assert [f"{area:.3f}" for area in areas] == ["0.300", "0.300"]
    ranked = frame["label"].to_numpy()[np.argsort(-frame["even"].to_numpy())]
    along = (np.cumsum(ranked) / np.arange(1, ranked.size + 1))[ranked == 1]
    assert 0.28 < along.min() < along.max() < 0.34  # "about the same all along"
    assert frame["late"].rank(ascending=False)[frame["label"] == 1].agg(["min", "max"]).tolist() == [11, 24]
    assert step_values(lesson, 1)["last_hit"] == 1 / 8
    assert (step_values(lesson, 1)["prevalence"], step_values(lesson, 4)["prevalence"]) == pytest.approx((0.01, 0.3))
    chance = [float(orders_at_random(*counts)) for counts in ((10, 1000), (30, 100))]
    assert step_values(lesson, 4)["rare_times_chance"] == pytest.approx(areas[0] / chance[0], abs=1e-12)
    assert step_values(lesson, 4)["random_area"] == pytest.approx(chance[1], abs=1e-12)


def test_a_monotonic_map_keeps_the_area_but_not_the_counts_at_a_half():
    frame, lesson = example_table("ten_rows").frame, LESSONS["meaning"]
    squared = frame["score"] ** 2
    areas = [average_precision_score(frame["label"], score) for score in (frame["score"], squared)]
    assert areas[0] == areas[1] == pytest.approx(step_values(lesson, 6)["area"], abs=1e-12)
    assert step_values(lesson, 5)["area"] == step_values(lesson, 6)["area"]
    called = [(score >= 0.5).sum() for score in (frame["score"], squared)]
    assert [step_values(lesson, number)["called"] for number in (5, 6)] == called == [5, 1]
    assert step_values(lesson, 6)["cut"] == "0.5"


def test_missed_positives_by_hand():
    lesson = LESSONS["missed"]
    last = step_values(lesson, 3)
    assert (last["recall"], last["precision"], last["prevalence"]) == pytest.approx((5 / 20, 5 / 10, 20 / 25))
    best = operating_points([1] * 5 + [0] * 5, range(10, 0, -1), total_positives=20)
    assert step_values(lesson, 5)["area"] == pytest.approx(SCHEMES["step"].area(best), abs=1e-12)
    assert step_values(lesson, 6)["levels"] == 11
    ((unsure, name),) = lesson.settings(3).curve_names().items()  # a model that knows nothing, in gray
    chance = step_data(unsure).points
    assert (name, chance.recall.tolist(), chance.precision.tolist()) == ("lessons.tied_model", [5 / 20], [0.5])


def test_the_class_that_leaves_a_tie_decides_which_area_rises():
    frame = example_table("ten_tied").frame
    label, tied = frame["label"].to_numpy(), frame["score"].to_numpy()
    pair, alone = np.where(np.isin(np.arange(10), [0, 2]), 0.9, tied), np.where(np.arange(10) == 0, 0.9, tied)
    points = [operating_points(label, score) for score in (tied, pair, alone)]
    step, linear = ([SCHEMES[key].area(one) for one in points] for key in ("step", "linear"))
    assert (label[[0, 2]].tolist(), step) == ([1, 0], pytest.approx([0.2, 0.35, 0.6]))
    assert linear == pytest.approx([0.6, 0.55, 0.8])


def test_the_named_rows_have_the_outcomes_that_are_told():
    facts = step_values(LESSONS["decisions"], 3)
    named = {outcome: facts[f"{outcome}_names"]["en"] for outcome in ("false_alarm", "missed", "rejected")}
    assert named == {
        "false_alarm": "Job offer",
        "missed": "Pizza voucher, Shoe sale",
        "rejected": "Dentist, Grandma, Class trip",
    }
    assert facts["hit_name"] == {"en": "Free phone", "zh": "免费手机"}
    assert step_values(LESSONS["wishes"], 5)["next_names"]["zh"] == "笔记本电脑、新沙发"


def test_three_thresholds_are_cheapest_for_some_costs():
    facts = step_values(LESSONS["wishes"], 6)
    points = step_data(LESSONS["wishes"].settings(6)).points
    least = set()
    for ratio in np.geomspace(0.1, 10, 999):
        cost = points.false_positives + ratio * (points.positives - points.true_positives)
        least.add(int(cost.argmin()))
    assert facts["cheapest"] == len(least) == 3


def test_no_two_thresholds_cost_the_least_for_an_opinion():
    points, opinions = step_data(LESSONS["wishes"].settings(6)).points, LESSONS["wishes"].steps[5].opinions
    for opinion in opinions:
        cost = points.false_positives + opinion * (points.positives - points.true_positives)
        assert (np.isclose(cost, cost.min())).sum() == 1
