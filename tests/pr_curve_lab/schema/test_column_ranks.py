"""Which columns are label and scores where headers and values have to be weighed together."""

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_ranks import select_label, select_scores

ROWS = 200
RNG = np.random.default_rng(4)
LABEL = (np.arange(ROWS) % 4 == 0).astype(int)


def ranking(strength=1.5):
    """Numbers in no range of probabilities, larger where the label is 1."""
    return (RNG.normal(size=ROWS) + strength * LABEL).round(3)


def scores_of(**columns):
    table = Table("t", pd.DataFrame({"died": LABEL, **columns}))
    return select_scores(table, list(columns), "died", "1").selected


@pytest.mark.parametrize("names", [("pop_ml", "pop_gfs"), ("ml_pop", "gfs_pop")])
def test_columns_with_the_prefix_or_suffix_of_a_score_are_models(names):
    score, other = names
    assert scores_of(**{score: ranking(), "age": RNG.integers(20, 90, ROWS), other: ranking()}) == names


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("pop_gfs", RNG.normal(size=ROWS)),  # ranks like chance
        ("pop_gfs", -ranking()),  # ranks the other way round
        ("pop_gfs", np.where(np.arange(ROWS) < 5, np.nan, ranking())),  # has gaps
        ("pop_rounded", (ranking() > 0.7).astype(int)),  # is a decision
        ("pop_true", ranking()),  # is called a label
    ],
)
def test_a_common_prefix_alone_does_not_make_a_model(name, other):
    assert scores_of(pop_ml=ranking(), age=RNG.integers(20, 90, ROWS), **{name: other}) == ("pop_ml",)


def test_a_rescaled_score_is_not_another_model():
    number = ranking()
    age = RNG.integers(20, 90, ROWS)
    assert scores_of(pop_ml=number, age=age, pop_half=number / 2) == ("pop_ml",)
    assert scores_of(pop_ml=number, age=age, pop_rounded=(number / 2).round(2)) == ("pop_ml",)


def test_a_decision_function_beside_probabilities_is_a_score():
    probability = (1 / (1 + np.exp(-ranking()))).round(4)
    assert scores_of(nb_prob=probability, age=RNG.integers(20, 90, ROWS), svm_decision=ranking()) == (
        "nb_prob",
        "svm_decision",
    )


def test_a_column_called_model_that_ranks_by_chance_is_no_score():
    assert scores_of(koi_model_snr=ranking(0), age=RNG.integers(20, 90, ROWS), net_prob=ranking()) == ("net_prob",)


def test_a_thresholded_score_is_not_the_label():
    score = ranking()
    columns = {"verified_pair": (score > 1).astype(int), "is_same": LABEL, "similarity": score}
    assert select_label(Table("t", pd.DataFrame(columns)), list(columns)).selected == ("is_same",)


def test_a_prefix_of_most_columns_does_not_name_the_label():
    columns = {"koi_depth": ranking(0), "koi_flag_co": RNG.integers(0, 2, ROWS), "koi_disposition": LABEL}
    table = Table("t", pd.DataFrame({**columns, "koi_model_score": ranking()}))
    assert select_label(table, list(table.frame)).selected == ("koi_disposition",)
