"""What a number that somebody typed is taken for: the usual metrics first, coarser readings and balance last."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

from pr_curve_lab.analysis.number_answer import NumberContext, NumberQuery, Source, number_report, sources_of
from pr_curve_lab.analysis.other_readings import common_values, partial_values
from pr_curve_lab.analysis.published_number import match_area, parse_number
from pr_curve_lab.analysis.tools import tool_numbers
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES


class Asking:
    """A table that numbers can be asked about; every value is made once."""

    def __init__(self, frame, roles):
        table = Table("t", frame.astype(str))
        dataset = build_dataset(table, roles)
        cases = dataset.cases("score")
        numbers, points = tool_numbers(cases), cases.points
        areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}
        self.sources = sources_of(numbers, areas, points)
        self.common_values, self.partial_values = (
            common_values(dataset, "score", table),
            partial_values(dataset, "score"),
        )
        self.rows = NumberContext(points, lambda: self.common_values, lambda: self.partial_values, numbers.has_ties)

    def answer(self, mine="", theirs="", mine_from=""):
        asked = [
            NumberQuery(parse_number(text), tool) if text else None for text, tool in ((mine, mine_from), (theirs, ""))
        ]
        return number_report(*asked, self.sources, self.rows)

    def fitting(self, text):
        """All usual numbers and all tools that print so."""
        number = parse_number(text)
        return [one for one in (*self.sources, *self.common_values) if match_area(number, one.value)]


def frame_of(seed, rows=600):
    """Labels, probabilities, predictions and folds of unequal sizes."""
    rng = np.random.default_rng(seed)
    label = (rng.random(rows) < rng.uniform(0.1, 0.5)).astype(int)
    logit = rng.normal(size=rows) + rng.uniform(0.7, 2) * label - 1
    hard = (logit + rng.normal(size=rows) / 3 > 0.2).astype(int)
    fold = np.minimum(rng.geometric(0.4, rows), 4)
    score = np.round(1 / (1 + np.exp(-logit)), 6)
    return pd.DataFrame({"label": label, "score": score, "y_pred": hard, "fold": fold})


FOLDS = Roles("label", "1", ("score",), group="fold")


@pytest.mark.parametrize("seed", range(6))
def test_every_usual_metric_is_named_and_first_where_nothing_else_prints_so(seed):
    asking = Asking(frame_of(seed), FOLDS)
    kinds = {one.kind for one in asking.common_values}
    assert kinds >= {
        "rows",
        "best",
        "predictions",
        "cut",
        "best_f1_cut",
        "mean",
        "other_label",
        "other_class",
        "turned",
    }
    alone = 0
    for one in asking.common_values:
        for digits in (3, 4):
            text = f"{one.value:.{digits}f}"
            answer = asking.answer(theirs=text)
            plain = [one.kind, one.which, "step"]  # of the same reading, where that fits as well
            named = [[other.kind, other.which, other.metric] for other in answer.theirs.alternatives]
            assert one in answer.theirs.candidates or plain in named, (one.key, text)
            assert answer.prevalence is None
            if asking.fitting(text) == [one]:
                assert (answer.result.kind, answer.best_match(answer.theirs)) == ("reading", one)
                alone += 1
    assert alone > len(asking.common_values)  # of twice as many


@pytest.mark.parametrize("seed", range(3))
def test_average_precision_comes_before_all_else(seed):
    asking = Asking(frame_of(seed), FOLDS)
    area = next(one for one in asking.sources if one.is_average_precision).value
    for digits in (1, 2, 3, 4):
        answer = asking.answer(f"{area:.{digits}f}")
        assert answer.result.kind == "alone"
        assert answer.best_match(answer.mine).is_average_precision


def test_two_numbers_of_which_one_is_the_roc_area_are_both_said():
    frame = frame_of(1)
    asking = Asking(frame, FOLDS)
    roc = metrics.roc_auc_score(frame.label, frame.score)
    step = metrics.average_precision_score(frame.label, frame.score)
    answer = asking.answer(f"{step:.4f}", f"{roc:.4f}")
    mine, theirs = answer.best_match(answer.mine), answer.best_match(answer.theirs)
    assert answer.result.kind == "reading"
    assert isinstance(mine, Source)
    assert mine.is_average_precision
    assert (theirs.kind, theirs.metric) == ("rows", "roc_area")
    both = asking.answer(f"{roc:.3f}", f"{roc:.5f}")
    assert (both.result.kind, both.best_match(both.mine)) == ("same", theirs)


def test_a_column_of_predictions_comes_before_a_guessed_cut_and_folds_before_rates():
    asking = Asking(frame_of(2), FOLDS)
    kinds = [one.kind for one in asking.common_values]
    assert kinds.index("predictions") < kinds.index("mean") < kinds.index("cut") < kinds.index("best")


def test_coarser_readings_are_asked_where_nothing_usual_fits_and_a_balance_after_these():
    frame = frame_of(3)
    asking = Asking(frame, replace(FOLDS, group=None))
    rounded = metrics.average_precision_score(frame.label, np.round(frame.score, 1))
    answer = asking.answer(f"{rounded:.6f}")
    assert [(one.kind, one.which) for one in answer.mine.candidates] == [("decimals", 1)]
    assert answer.prevalence is None
    nothing = asking.answer("0.012345")
    assert (nothing.result.kind, nothing.mine.candidates) == ("nothing", ())
    for number in np.arange(0.3, 0.9, 0.0137):  # a balance is named only where nothing else is
        answer = asking.answer(f"{number:.5f}")
        assert (answer.prevalence is not None) <= (answer.mine.candidates == ())


def test_a_number_whose_last_digit_was_rounded_up_or_cut_off_is_told():
    frame = frame_of(4)
    asking = Asking(frame, replace(FOLDS, group=None))
    roc = metrics.roc_auc_score(frame.label, frame.score)
    up, down = np.ceil(roc * 1e5) / 1e5, np.floor(roc * 1e5) / 1e5
    for number in (up, down):
        (found,) = asking.answer(theirs=f"{number:.5f}").theirs.candidates
        assert (found.metric, found.value) == ("roc_area", pytest.approx(roc))


def test_a_named_tool_is_held_to_its_number_and_what_would_give_it_comes_first():
    frame = frame_of(5)
    asking = Asking(frame, FOLDS)
    here = [frame[frame.fold == fold] for fold in range(1, 5)]
    mean = np.mean([metrics.average_precision_score(one.label, one.score) for one in here])
    answer = asking.answer(f"{mean:.4f}", mine_from="sklearn.average_precision_score")
    assert answer.result.kind == "not_this"
    assert (answer.mine.candidates[0].kind, answer.mine.candidates[0].which) == ("mean", "fold")
    roc = metrics.roc_auc_score(frame.label, frame.score)
    answer = asking.answer(f"{roc:.4f}", mine_from="sklearn.average_precision_score")
    assert (answer.result.kind, answer.mine.candidates[0].metric) == ("not_this", "roc_area")
