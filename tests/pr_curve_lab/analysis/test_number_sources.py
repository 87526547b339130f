"""What a reported number is recognized as: common metrics, then other readings of the rows, then a prevalence."""

import re
from dataclasses import replace
from decimal import Decimal
from functools import cache

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

from pr_curve_lab.analysis.alternative_values import AlternativeValue, common_values, partial_values
from pr_curve_lab.analysis.number_sources import (
    NumberContext,
    NumberExplanation,
    NumberMatch,
    NumberResult,
    Source,
    average_precision_source,
    best_match,
    common_joining,
    differ_only_at_start,
    explain_numbers,
    has_same_cause,
    match_number,
    number_difference,
    number_result,
    sources_of,
)
from pr_curve_lab.analysis.reported_number import match_area, parse_number
from pr_curve_lab.analysis.tools import is_common, tool_numbers
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.i18n.number_source_sentences import (
    NumberSourceText,
    gap_components_sentence,
    match_sentence,
    source_name,
)
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES, TOOLS, operating_points
from pr_metrics.tools import ToolDifference, explain_scheme_difference
from tests.labeled_scores import make_labeled_scores

PLAIN = make_labeled_scores([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])  # no ties; average precision 5/6, a straight line 19/24


@cache
def sources(labeled_scores):
    points = labeled_scores.points
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}
    return sources_of(tool_numbers(labeled_scores), areas, points)


def result_of(labeled_scores, mine="", theirs="", mine_from="", theirs_from=""):
    known = sources(labeled_scores)
    typed = [
        match_number(parse_number(number, tool), known) if number else None
        for number, tool in ((mine, mine_from), (theirs, theirs_from))
    ]
    return number_result(*typed, known, has_ties=tool_numbers(labeled_scores).has_ties)


def test_schemes_that_no_tool_uses_are_sources():
    keys = [one.key for one in sources(PLAIN)]
    common = [key for key, tool in TOOLS.items() if is_common(tool)]
    assert keys[: len(common)] == common
    assert "lower" in keys
    assert not {"step", "linear", "continuous"} & set(keys)
    rows = example_labeled_scores("sixteen_rows").points
    for key in SCHEMES:
        parts = explain_scheme_difference(key, rows)
        assert SCHEMES["step"].area(rows) + parts.total == pytest.approx(SCHEMES[key].area(rows), abs=1e-12)
        assert parts.counting == 0
    # From (0, 1) a straight line to the first point (1/6, 1/2) of ten tied rows covers a quarter of 1/6 more.
    tied = make_labeled_scores([1, 0, 1], [3, 3, 1]).points
    assert explain_scheme_difference("linear", tied).start == pytest.approx(1 / 2 / 4)
    assert explain_scheme_difference("lower", rows).start == pytest.approx(0, abs=1e-15)


def test_a_number_matches_by_rounding_before_truncation():
    known = sources(PLAIN)
    exact = match_number(parse_number("0.8333"), known)
    assert {one.key for one in exact.sources} >= {"sklearn.average_precision_score", "trec_eval.map"}
    assert not exact.is_truncated
    assert not exact.is_named
    cut = match_number(parse_number("0.79166"), known)  # 19/24 = 0.791666...
    assert {one.key for one in cut.sources} >= {"sklearn.auc", "yardstick.pr_auc"}
    assert cut.is_truncated
    assert match_number(parse_number("0.123"), known).sources == ()


def test_a_named_tool_comes_first_if_its_number_matches():
    known = sources(PLAIN)
    named = match_number(parse_number("0.833", "torcheval.binary_auprc"), known)
    assert named.is_named
    assert named.sources[0].key == "torcheval.binary_auprc"
    wrong = match_number(parse_number("0.833", "sklearn.auc"), known)
    assert not wrong.is_named
    assert wrong.named_source.key == "sklearn.auc"
    assert best_match(wrong) is average_precision_source(known)
    cut = match_number(
        parse_number("0.79166", "sklearn.auc"), known
    )  # the named tool alone, because its number is truncated
    assert (cut.is_truncated, [one.key for one in cut.sources]) == (True, ["sklearn.auc"])


TIED = make_labeled_scores([1, 0, 1, 0], [0.5, 0.5, 0.4, 0.1])
CLOSE = make_labeled_scores([1, 0, 1, 0], [0.5 + 1e-9, 0.5, 0.3, 0.2])  # one score in float32
BINNED = make_labeled_scores([1, 0, 1, 0], [0.9999, 0.9998, 0.9997, 0.1])
POSITIVES_TIED = make_labeled_scores([0, 1, 1, 1, 0], [0.9, 0.5, 0.5, 0.5, 0.1])
KERAS = "keras.AUC.interpolation"
SIXTEEN, WEIGHTED = example_labeled_scores("sixteen_rows"), example_labeled_scores("five_rows")


def printed(labeled_scores, tool):
    return f"{tool_numbers(labeled_scores).reports[tool]:.6f}"


@pytest.mark.parametrize(
    ("labeled_scores", "mine", "theirs", "tools", "kind", "cause"),
    [
        (PLAIN, "", "", ("", ""), "range", None),
        (PLAIN, "0.833", "0.792", ("", ""), "cause", "joining"),
        (PLAIN, "", "0.792", ("", ""), "cause", "joining"),  # a single number is compared with average precision
        (PLAIN, "0.833", "", ("", ""), "alone", None),
        (PLAIN, "0.833", "0.25", ("", "keras.AUC.minoring"), "cause", "start"),
        (TIED, "0.583", "0.835", ("", "COCO"), "cause", "ties"),
        (TIED, "0.583", "0.833", ("", "trec_eval.map"), "not_this", None),  # trec_eval puts the last tied row first
        (POSITIVES_TIED, "", printed(POSITIVES_TIED, "pytrec_eval.map"), ("", "pytrec_eval.map"), "cause", "ties"),
        (CLOSE, "0.8333", "0.5833", ("", "torcheval.binary_auprc"), "cause", "precision"),
        (BINNED, "0.8333", printed(BINNED, KERAS), ("", KERAS), "cause", "bins"),
        (PLAIN, "", printed(PLAIN, "VOC2007"), ("", "VOC2007"), "cause", "levels"),
        (PLAIN, "0.833", "0.83", ("", ""), "same", None),
        (PLAIN, "0.7917", "0.792", ("", ""), "same", None),
        (PLAIN, "0.8333", "0.83", ("", "yardstick.average_precision"), "same", None),
        (SIXTEEN, "", "0.90", ("", ""), "several", None),  # straight lines, counts and tie breaking all match
        (SIXTEEN, "", "0.900", ("", "xgboost.aucpr"), "cause", "joining"),
        (PLAIN, "0.792", "0.123", ("", ""), "nothing", None),
        (PLAIN, "0.123", "0.833", ("", "sklearn.auc"), "not_this", None),  # reported before anything else
        (WEIGHTED, "0.8", "0.134", ("sklearn.auc", "ROCR.aucpr"), "no_number", None),
        (WEIGHTED, "0.134", "", ("ROCR.aucpr", ""), "no_number", None),
        (
            make_labeled_scores([1, 0], [0.5, 0.5]),
            "0.5",
            "1",
            ("", ""),
            "cause",
            None,
        ),  # a 1 is 1.0, and not every area
        # Rounded to two digits, 0.7917 by straight lines and average precision 0.8333 also match other sources.
        (PLAIN, "0.83", "0.79", ("sklearn.average_precision_score", "sklearn.auc"), "cause", "joining"),
    ],
)
def test_the_result_for_two_numbers(labeled_scores, mine, theirs, tools, kind, cause):
    found = result_of(labeled_scores, mine, theirs, *tools)
    assert found.kind == kind
    if cause is not None:
        assert found.difference.cause == cause


@pytest.mark.parametrize(("mine", "theirs"), [("0.833", "0.792"), ("0.792", "0.833")])
def test_the_order_of_two_numbers_does_not_change_the_source(mine, theirs):
    found = result_of(PLAIN, mine, theirs).difference
    assert (found.source.key, found.by_second) == ("sklearn.auc", mine == "0.833")
    assert abs(found.components.joining) == pytest.approx(5 / 6 - 19 / 24)
    assert result_of(PLAIN, theirs="0.792").difference.first.key == "sklearn.average_precision_score"


def test_sources_that_join_alike_have_the_same_cause():
    known = sources(PLAIN)
    # Schemes with straight lines, and those that are straight for these rows.
    lines = match_number(parse_number("0.792"), known)
    alike = {key for key, scheme in SCHEMES.items() if f"{scheme.area(PLAIN.points):.3f}" == "0.792"}
    assert {one.scheme for one in lines.sources} == alike >= {"linear", "linear_flat", "davis_goadrich"}
    assert has_same_cause(lines, average_precision_source(known), has_ties=False)


def test_the_components_sum_to_the_difference():
    for example in ("sixteen_rows", "constant", "breast_cancer", "ten_tied"):
        known = sources(example_labeled_scores(example))
        for first, second in zip(known, np.roll(np.array(known, dtype=object), 3), strict=True):
            assert number_difference(first, second, has_ties=True).components.total == pytest.approx(
                second.area - first.area, abs=1e-12
            )


ALL_OF_IT = [f"answer.all_{part}" for part in ("counting", "start", "joining", "missed")]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("example", ["sixteen_rows", "constant", "breast_cancer", "ten_tied"])
def test_the_components_in_the_sentence_sum_to_its_difference(example, language):
    known, words = sources(example_labeled_scores(example)), messages_in(language)
    for first, second in zip(known, np.roll(np.array(known, dtype=object), 3), strict=True):
        difference = number_difference(first, second, has_ties=True)
        if abs(second.area - first.area) < 1e-6:
            continue
        texts = words.format("answer.mine_low"), words.format("answer.theirs")
        said = gap_components_sentence(difference, *texts, words)
        size, *parts = (Decimal(one.replace("−", "-")) for one in re.findall(r"[+−]?\d+\.\d+", said))
        if not parts:  # a single component is all of the difference
            assert any(said.endswith(f"{words.format(key)}{said[-1]}") for key in ALL_OF_IT), said
            continue
        assert sum(parts) == (size if second.area > first.area else -size), said


def test_numbers_with_equal_digits_have_no_cause():
    rows, reports = SIXTEEN, tool_numbers(SIXTEEN).reports
    areas = {key: area for key, area in reports.items() if isinstance(area, float)}
    pairs = [(one, other) for one in areas for other in areas if 1e-6 < abs(areas[one] - areas[other]) < 4e-3]
    for one, other in pairs:
        first, second = (f"{areas[key]:.2f}" for key in (one, other))
        if first == second:
            assert result_of(rows, first, second, one, other).kind in ("alike", "same")
            assert result_of(rows, f"{areas[one]:.9f}", f"{areas[other]:.9f}", one, other).kind == "cause"
    assert any(f"{areas[one]:.2f}" == f"{areas[other]:.2f}" for one, other in pairs)


def test_a_number_that_matches_average_precision_is_taken_for_it():
    rows = make_labeled_scores([1, 0, 1, 1] * 40, np.arange(160) / 160)
    areas = tool_numbers(rows).reports
    line = areas["sklearn.auc"]
    assert 1e-6 < abs(line - areas["sklearn.average_precision_score"]) < 0.05
    short, long = f"{line:.1f}", f"{line:.6f}"
    assert result_of(rows, theirs=short, theirs_from="sklearn.auc").kind == "alone"
    assert result_of(rows, theirs=long, theirs_from="sklearn.auc").kind == "cause"


def test_unscored_positives_can_be_the_cause():
    missed = replace(PLAIN, points=operating_points([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], total_positives=5))
    known = sources(missed)
    own = SCHEMES["step"].area(missed.points)
    assert average_precision_source(known).area == own
    assert result_of(missed, f"{own:.4f}").kind == "alone"
    one = result_of(missed, f"{own:.4f}", "0.8333")
    assert (one.kind, one.difference.cause, one.difference.by_second) == ("cause", "missed", True)
    assert one.difference.unscored_difference == pytest.approx(5 / 6 - own)


class Asking:
    """A table with everything that a number is compared with, computed once."""

    def __init__(self, frame, roles):
        table = Table("t", frame.astype(str))
        dataset = build_dataset(table, roles, exclude=True)
        labeled_scores = dataset.labeled_scores("score")
        self.numbers, self.sources = tool_numbers(labeled_scores), sources(labeled_scores)
        self.common_values = common_values(dataset, "score", table)
        self.partial_values = partial_values(dataset, "score", table)
        self.rows = NumberContext(
            labeled_scores.points, lambda: self.common_values, lambda: self.partial_values, self.numbers.has_ties
        )

    def text(self, language, **typed):
        return NumberSourceText(self.answer(**typed), self.numbers, 0.5, messages_in(language))

    def answer(self, mine="", theirs="", mine_from=""):
        asked = [parse_number(text, tool) if text else None for text, tool in ((mine, mine_from), (theirs, ""))]
        return explain_numbers(*asked, self.sources, self.rows)

    def fitting(self, text):
        """Return all common metrics and all tools whose number is printed like this."""
        number = parse_number(text)
        return [one for one in (*self.sources, *self.common_values) if match_area(number, one.value)]


def random_frame(seed, rows=600):
    """Return labels, probabilities, predictions and folds of unequal sizes."""
    rng = np.random.default_rng(seed)
    label = (rng.random(rows) < rng.uniform(0.1, 0.5)).astype(int)
    logit = rng.normal(size=rows) + rng.uniform(0.7, 2) * label - 1
    hard = (logit + rng.normal(size=rows) / 3 > 0.2).astype(int)
    fold = np.minimum(rng.geometric(0.4, rows), 4)
    score = np.round(1 / (1 + np.exp(-logit)), 6)
    return pd.DataFrame({"label": label, "score": score, "y_pred": hard, "fold": fold})


FOLDS = Roles("label", "1", ("score",), group="fold")


@pytest.mark.parametrize("seed", range(6))
def test_every_common_metric_is_found(seed):
    asking = Asking(random_frame(seed), FOLDS)
    kinds = {one.kind for one in asking.common_values}
    wanted = "rows best predictions cut best_f1_cut mean other_label other_class turned"
    assert kinds >= set(wanted.split())
    alone = 0
    for one in asking.common_values:
        for digits in (3, 4):
            text = f"{one.value:.{digits}f}"
            answer = asking.answer(theirs=text)
            plain = [one.kind, one.which, "step"]  # the step area of the same reading, if it matches as well
            named = [[other.kind, other.which, other.metric] for other in answer.other_match.alternatives]
            assert one in answer.other_match.candidates or plain in named, (one.key, text)
            assert answer.prevalence is None
            if asking.fitting(text) == [one]:
                assert (answer.result.kind, answer.best_match(answer.other_match)) == ("reading", one)
                alone += 1
    assert alone > len(asking.common_values)  # more than half of all texts


@pytest.mark.parametrize("seed", range(3))
def test_average_precision_comes_first(seed):
    asking = Asking(random_frame(seed), FOLDS)
    area = next(one for one in asking.sources if one.is_average_precision).value
    for digits in (1, 2, 3, 4):
        answer = asking.answer(f"{area:.{digits}f}")
        assert answer.result.kind == "alone"
        assert answer.best_match(answer.match).is_average_precision


def test_average_precision_and_roc_area_are_both_recognized():
    frame = random_frame(1)
    asking = Asking(frame, FOLDS)
    roc = metrics.roc_auc_score(frame.label, frame.score)
    step = metrics.average_precision_score(frame.label, frame.score)
    answer = asking.answer(f"{step:.4f}", f"{roc:.4f}")
    mine, theirs = answer.best_match(answer.match), answer.best_match(answer.other_match)
    assert answer.result.kind == "reading"
    assert isinstance(mine, Source)
    assert mine.is_average_precision
    assert (theirs.kind, theirs.metric) == ("rows", "roc_area")
    both = asking.answer(f"{roc:.3f}", f"{roc:.5f}")
    assert (both.result.kind, both.best_match(both.match)) == ("same", theirs)


def test_the_order_of_common_metrics():
    asking = Asking(random_frame(1), FOLDS)
    kinds = [one.kind for one in asking.common_values]
    assert kinds.index("predictions") < kinds.index("mean") < kinds.index("cut") < kinds.index("best")
    accuracies = [one.kind for one in asking.common_values if one.metric == "accuracy"]
    assert accuracies.index("cut") < accuracies.index("best")


def test_a_prevalence_is_suggested_only_if_nothing_else_matches():
    frame = random_frame(3)
    asking = Asking(frame, replace(FOLDS, group=None))
    rounded = metrics.average_precision_score(frame.label, np.round(frame.score, 1))
    answer = asking.answer(f"{rounded:.6f}")
    assert [(one.kind, one.which) for one in answer.match.candidates] == [("decimals", 1)]
    assert answer.prevalence is None
    nothing = asking.answer("0.012345")
    assert (nothing.result.kind, nothing.match.candidates) == ("nothing", ())
    for number in np.arange(0.3, 0.9, 0.0137):  # a prevalence is suggested only if nothing else matches
        answer = asking.answer(f"{number:.5f}")
        assert (answer.prevalence is not None) <= (answer.match.candidates == ())


def test_a_number_matches_if_rounded_up_or_truncated():
    frame = random_frame(4)
    asking = Asking(frame, replace(FOLDS, group=None))
    roc = metrics.roc_auc_score(frame.label, frame.score)
    up, down = np.ceil(roc * 1e5) / 1e5, np.floor(roc * 1e5) / 1e5
    for number in (up, down):
        (found,) = asking.answer(theirs=f"{number:.5f}").other_match.candidates
        assert (found.metric, found.value) == ("roc_area", pytest.approx(roc))


def test_a_wrong_named_tool_is_reported_with_what_would_match():
    frame = random_frame(5)
    asking = Asking(frame, FOLDS)
    here = [frame[frame.fold == fold] for fold in range(1, 5)]
    mean = np.mean([metrics.average_precision_score(one.label, one.score) for one in here])
    answer = asking.answer(f"{mean:.4f}", mine_from="sklearn.average_precision_score")
    assert answer.result.kind == "not_this"
    assert (answer.match.candidates[0].kind, answer.match.candidates[0].which) == ("mean", "fold")
    roc = metrics.roc_auc_score(frame.label, frame.score)
    answer = asking.answer(f"{roc:.4f}", mine_from="sklearn.average_precision_score")
    assert (answer.result.kind, answer.match.candidates[0].metric) == ("not_this", "roc_area")


TYPED = {"plain": "{:.{digits}f}", "comma": "{:.{digits}f}", "percent": "{:.{digits}%}"}


@pytest.mark.parametrize("seed", range(4))
def test_a_number_that_a_tool_prints_names_that_tool(seed):
    """With one to six digits, percent or comma; nothing that assumes more is ever called likely instead."""
    rng = np.random.default_rng(seed)
    asking = Asking(random_frame(seed, rows=int(rng.integers(12, 300))).round(int(rng.integers(1, 7))), FOLDS)
    for one in asking.sources:
        for digits in (1, 2, 3, 4, 6):
            kind = str(rng.choice(list(TYPED)))
            text = TYPED[kind].format(one.value, digits=max(digits - 2, 0) if kind == "percent" else digits)
            answer = asking.answer(theirs=text.replace(".", ",") if kind == "comma" else text)
            match = answer.other_match
            assert one in match.candidates, (one.key, text)
            assert answer.result.kind != "reading", (one.key, text)
            assert isinstance(answer.best_match(match), Source)
            if answer.result.kind == "cause":  # nothing else fits the digits
                assert not match.is_ambiguous or not match.alternatives
            for words in map(messages_in, ("en", "zh")):
                said = match_sentence(match, 0.5, words)
                assert source_name(one, words) in said or _is_average_precision(one, match), (text, said)


def _is_average_precision(source, match):
    """Whether a tool is covered by average precision, whose number it has."""
    return any(other.is_average_precision and abs(other.value - source.value) < 1e-6 for other in match.sources)


def test_a_plain_tool_comes_before_an_explanation_that_assumes_more():
    """0.50 is scikit-learn auc, but also an area of predictions at a threshold; another digit tells them apart."""
    shared = 0
    for seed in range(4):
        asking = Asking(random_frame(seed), FOLDS)
        for tool in asking.sources:
            answer = asking.answer(theirs=f"{tool.value:.2f}")
            match = answer.other_match
            if tool.is_average_precision or not match.alternatives:
                continue
            shared += 1
            assert answer.result.kind in ("several", "alone")
            kinds = [isinstance(one, Source) for one in match.candidates]
            assert kinds == sorted(kinds, reverse=True)
    assert shared > 9


@pytest.fixture(scope="module")
def a_file_with_training_rows():
    """Two thirds of the rows are training rows, which do not count."""
    frame = random_frame(1).drop(columns="fold").assign(split=np.repeat(["train", "train", "test"], 200))
    return frame, Asking(frame, replace(FOLDS, group="split", split_value="test"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_area_of_the_training_rows_is_named_with_their_number(a_file_with_training_rows, language):
    frame, asking = a_file_with_training_rows
    train = frame[frame.split == "train"]
    area = metrics.average_precision_score(train.label, train.score)
    text = replace(asking.text(language, theirs=f"{area:.4f}"), split=("split", "test"))
    assert text.explanation.result.kind == "reading"
    for said in (text.title(), text.colleague_text()):
        assert all(part in said for part in (f"{area:.4f}", "400", "`split = train`"))
        assert said.count("test") == said.count("`split = test`") == 1  # what mine is, and not a prefix
    assert text.messages.format("answer.same_rows") in text.lines()[-1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_number_of_another_model_or_of_all_classes_has_no_prefix_of_one(language):
    frame, rng = random_frame(2), np.random.default_rng(2)
    frame["other"] = (frame.score + rng.normal(size=600)).round(6)
    classes = pd.DataFrame(
        {"label": np.where(frame.label, "score", "other"), "score": frame.score, "other": frame.other}
    )
    cases = {
        "models": (frame, Roles("label", "1", ("score", "other"), kind="models"), frame.label, frame.other, None),
        "classes": (
            classes,
            Roles("label", None, ("score", "other"), kind="classes"),
            *[
                np.column_stack([one, other])
                for one, other in ((frame.label, 1 - frame.label), (frame.score, frame.other))
            ],
            "micro",
        ),
    }
    for kind, (table, roles, label, score, average) in cases.items():
        area = metrics.average_precision_score(label, score, **({"average": average} if average else {}))
        text = replace(Asking(table, roles).text(language, theirs=f"{area:.5f}"), task=TaskName("score", kind))
        name = text.task.format(text.messages)
        assert text.explanation.result.kind == "reading"
        for said in (text.title(), text.colleague_text()):
            assert said.count(f"`{name}`") == 1  # what mine is, and no prefix or suffix
            assert not said.startswith(f"`{name}`")
            assert not said.endswith(text.messages.format("answer.headline_about", headline="", name=f"`{name}`"))
        same = text.messages.format("answer.same_model" if kind == "models" else "answer.same_average")
        assert same in text.lines()[-1]


@pytest.mark.parametrize("swapped", [False, True])
def test_average_precision_and_that_of_another_model_are_not_called_the_same(swapped):
    other = AlternativeValue("other_score", "other", "step", 0.8327)  # average precision is 0.8333
    context = NumberContext(PLAIN.points, lambda: (other,), tuple, has_ties=False)
    typed = [parse_number("0.833"), parse_number("0.8327")][:: -1 if swapped else 1]
    result = explain_numbers(*typed, sources(PLAIN), context).result
    assert result.kind == "reading"
    first, second = result.best_pair[:: -1 if swapped else 1]
    assert (first.is_average_precision, second) == (True, other)


def test_the_rows_left_out_for_another_model_come_before_means_over_groups():
    frame = random_frame(2)
    frame["other"] = frame.score.astype(str).where(frame.index % 20 > 0, "")
    roles = Roles("label", "1", ("score", "other"), kind="models", group="fold")
    asking = Asking(frame, roles)
    kinds = [one.kind for one in asking.common_values]
    assert kinds.index("own_rows") < kinds.index("mean")
    swapped = Asking(frame.rename(columns={"score": "other", "other": "score"}), roles)  # its own rows all count
    assert "own_rows" not in [one.kind for one in swapped.common_values]
    roc = metrics.roc_auc_score(frame.label, frame.score)
    answer = asking.answer(f"{roc:.4f}")
    best = answer.best_match(answer.match)
    assert (best.kind, best.metric, best.rows) == ("own_rows", "roc_area", 600)


def test_average_precision_of_the_own_rows_comes_before_tools_that_compute_another_area():
    other = AlternativeValue("own_rows", None, "step", 0.79162, rows=5)  # 19/24 = 0.791666... by straight lines
    context = NumberContext(PLAIN.points, lambda: (other,), tuple, has_ties=False)
    answer = explain_numbers(parse_number("0.792"), None, sources(PLAIN), context)
    assert (answer.result.kind, answer.best_match(answer.match)) == ("reading", other)
    assert len(answer.match.candidates) > 1


@pytest.mark.parametrize(
    ("tool", "kind"), [("sklearn.average_precision_score", "reading"), ("sklearn.auc", "not_this")]
)
def test_a_named_tool_is_tried_on_other_rows(tool, kind):
    other = AlternativeValue("fold", "month = 4", "step", 0.6543, rows=3)
    context = NumberContext(PLAIN.points, tuple, lambda: (other,), has_ties=False)
    answer = explain_numbers(parse_number("0.654", tool), None, sources(PLAIN), context)
    assert (answer.result.kind, answer.match.candidates) == (kind, (other,))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_likely_if_a_single_digit_was_typed(language):
    asking = Asking(random_frame(2), FOLDS)
    messages = messages_in(language)
    likely = {messages.format("answer.headline_likely", number=f"0.{digit}") for digit in range(10)}
    kinds = set()
    for digit in range(1, 10):
        text = asking.text(language, theirs=f"0.{digit}")
        kinds.add(text.explanation.result.kind)
        assert text.title() not in likely
        assert messages.format("answer.is_likely", what="") not in text.title()
    assert kinds >= {"alone", "several"}


def test_other_rows_are_tried_before_a_number_counts_as_truncated():
    other = AlternativeValue("own_rows", None, "step", 0.79166, rows=5)  # 19/24 = 0.791666... by straight lines
    context = NumberContext(PLAIN.points, tuple, lambda: (other,), has_ties=False)
    answer = explain_numbers(None, parse_number("0.79166"), sources(PLAIN), context)
    assert (answer.result.kind, answer.best_match(answer.other_match)) == ("reading", other)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_several_areas_are_called_by_what_they_share(language):
    rows = make_labeled_scores([1, 1, 0, 1, 0, 0, 1, 0], [5, 5, 5, 4, 3, 3, 2, 1])
    known, words, numbers = sources(rows), messages_in(language), tool_numbers(rows)
    by_scheme = {one.scheme: one for one in known if one.scheme and not one.difference.counting}
    starts = tuple(by_scheme[key] for key in ("linear", "linear_flat"))
    match = NumberMatch(parse_number("0.7"), starts, is_truncated=False, named_source=None)
    assert (common_joining(match, known), differ_only_at_start(match)) == ("linear", True)
    curved = replace(match, sources=(*starts, by_scheme["continuous"]))
    assert (common_joining(curved, known), differ_only_at_start(curved)) == ("lines", False)
    assert common_joining(replace(match, sources=(*starts, by_scheme["envelope"])), known) is None
    assert common_joining(replace(match, sources=(by_scheme["step"],)), known) is None
    pair = (average_precision_source(known), starts[0])
    text = NumberSourceText(
        NumberExplanation(None, match, known, NumberResult("joined", match, pair), None), numbers, 0.5, words
    )
    assert words.format("answer.joined_linear") in text.title()
    assert words.format("answer.family_start") in text.lines()
    likely = words.format("answer.is_likely", what="").strip()
    assert likely not in text.title()
    difference = replace(starts[0].difference, counting=1e-3)  # as Keras counts, in bins
    match = replace(match, sources=(*starts, replace(starts[0], tool=TOOLS[KERAS], difference=difference)))
    binned = replace(text.explanation, result=NumberResult("joined", match, pair))
    assert likely in replace(text, explanation=binned).title()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_averages_over_classes_that_fit_are_named(language):
    known, words, numbers = sources(PLAIN), messages_in(language), tool_numbers(PLAIN)
    averages = tuple(AlternativeValue("average", kind, "step", 0.742) for kind in ("micro", "weighted"))
    match = NumberMatch(parse_number("0.742"), (), is_truncated=False, named_source=None, alternatives=averages)
    pair = (average_precision_source(known), averages[0])
    answer = NumberExplanation(None, match, known, NumberResult("reading", match, pair), None)
    text = NumberSourceText(answer, numbers, 0.5, words, TaskName("a", "classes"))
    for said in (text.title(), text.colleague_text()):
        assert all(words.format(f"averages.{one.which}.name") in said for one in averages)
    assert words.format("answer.same_average") in text.lines()[-1]
    assert not re.search(r"\d", text.lines()[-1])  # the area of one class is not what to compare with
    assert not text.is_about_task


def test_tools_that_differ_by_other_components_have_several_causes():
    known = sources(PLAIN)
    steps, levels = (
        Source(TOOLS[key], TOOLS[key].scheme, 0.9, ToolDifference(0.06, 0, joining))
        for key, joining in (("VOC2010", 0.01), ("COCO", 0.02))
    )
    match = NumberMatch(parse_number("0.9"), (steps, levels), is_truncated=False, named_source=None)
    assert not has_same_cause(match, average_precision_source(known), has_ties=True)
    assert has_same_cause(replace(match, sources=(steps, steps)), average_precision_source(known), has_ties=True)
    pair = (average_precision_source(known), steps)
    answer = NumberExplanation(None, match, known, NumberResult("joined", match, pair), None)
    title = NumberSourceText(answer, tool_numbers(PLAIN), 0.5, messages_in("en")).title()
    assert title.startswith("0.9 fits the result of VOC 2010 or COCO; ")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_number_that_no_tool_gives_names_the_scheme(language):
    words, numbers = messages_in(language), tool_numbers(SIXTEEN)
    context = NumberContext(SIXTEEN.points, tuple, tuple, numbers.has_ties)
    text = NumberSourceText(
        explain_numbers(None, parse_number("0.8701"), sources(SIXTEEN), context), numbers, 0.5, words
    )
    assert text.explanation.result.kind == "no_tool"
    joined = words.format("schemes.eleven_point.joined")
    assert all(joined in said and "0.8701" in said for said in (text.title(), text.colleague_text()))
    assert len(text.lines()) == 1  # not that another digit would tell


def test_short_lines_name_the_first_of_many():
    context = NumberContext(SIXTEEN.points, tuple, tuple, has_ties=True)
    answer = explain_numbers(None, parse_number("0.9"), sources(SIXTEEN), context)
    text = NumberSourceText(answer, tool_numbers(SIXTEEN), 0.5, messages_in("en"))
    (complete, *_), (short, *_) = text.lines(), text.lines(is_short=True)
    assert len(complete) > 400 > 200 > len(short)
    assert short.startswith("0.9 fits the average precision (0.88988); ")


def test_short_lines_do_not_repeat_the_title():
    asking = Asking(random_frame(1), replace(FOLDS, group=None))
    frame = random_frame(1)
    step = f"{metrics.average_precision_score(frame.label, frame.score):.4f}"
    roc = f"{metrics.roc_auc_score(frame.label, frame.score):.4f}"
    both = asking.text("en", mine=step, theirs=roc)
    assert any(line.startswith(f"{step} fits") for line in both.lines())
    assert [line.split()[0] for line in both.lines(is_short=True)] == [roc, "To"]
    assert [line.split()[0] for line in asking.text("en", theirs=roc).lines(is_short=True)] == [roc]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_number_by_lines_is_called_so_whichever_tool_gives_it(language):
    """With four digits it is the area of tools by straight and by curved lines, with one also average precision."""
    rng = np.random.default_rng(3)
    label = rng.random(3000) < 0.25
    rows = make_labeled_scores(label.astype(int), np.round(rng.normal(size=3000) + label, 6))
    known, numbers, words = sources(rows), tool_numbers(rows), messages_in(language)
    area, line = (numbers.reports[key] for key in ("sklearn.average_precision_score", "sklearn.auc"))
    context = NumberContext(rows.points, tuple, tuple, numbers.has_ties)
    mine, theirs, short = (parse_number(text) for text in (f"{area:.6f}", f"{line:.4f}", f"{line:.1f}"))
    assert explain_numbers(None, short, known, context).result.kind == "alone"
    alone, both = (
        NumberSourceText(explain_numbers(one, theirs, known, context), numbers, 0.5, words) for one in (None, mine)
    )
    assert alone.explanation.result.kind == both.explanation.result.kind == "joined"
    joined = words.format("answer.joined_lines")
    assert joined in alone.title()
    assert all(part in both.title() for part in (joined, words.format("answer.in_steps", what="")))
    for said in (both.colleague_text(), alone.colleague_text()):
        assert all(part in said for part in (joined, TOOLS["sklearn.auc"].short, f"{area:.4f}"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_colleague_reads_which_other_tools_give_the_number(language):
    words, numbers = messages_in(language), tool_numbers(PLAIN)
    context = NumberContext(PLAIN.points, tuple, tuple, numbers.has_ties)
    for tool, names_others in (("", True), ("sklearn.auc", False)):
        explanation = explain_numbers(None, parse_number("0.792", tool), sources(PLAIN), context)
        said = NumberSourceText(explanation, numbers, 0.5, words).colleague_text()
        assert TOOLS["sklearn.auc"].short in said
        assert (TOOLS["yardstick.pr_auc"].short in said) == names_others


COLLEAGUE_CASES = {
    "cause": ("", "sklearn.auc", 4, ""),
    "cause beside another tool": ("xgboost.aucpr", "sklearn.auc", 4, ""),
    "several": ("", "sklearn.auc", 2, ""),
    "alone": ("", "sklearn.average_precision_score", 4, ""),
    "same": ("sklearn.auc", "sklearn.auc", 4, ""),
    "wrong tool": ("", "sklearn.auc", 4, "sklearn.average_precision_score"),
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("case", COLLEAGUE_CASES)
def test_the_text_for_a_colleague_is_complete_without_the_page(case, language):
    numbers, words = tool_numbers(SIXTEEN), messages_in(language)
    mine, theirs, digits, named = COLLEAGUE_CASES[case]
    context = NumberContext(SIXTEEN.points, tuple, tuple, numbers.has_ties)
    typed = parse_number(f"{numbers.reports[theirs]:.{digits}f}", named)
    own = parse_number(f"{numbers.reports[mine]:.4f}", mine) if mine else None
    explanation = explain_numbers(own, typed, sources(SIXTEEN), context)
    said = NumberSourceText(explanation, numbers, 0.5, words).colleague_text()
    assert typed.text in said
    assert own is None or own.text in said
    average_precision = numbers.reports["sklearn.average_precision_score"]
    assert own is not None or any(f"{average_precision:.{decimals}f}" in said for decimals in (3, 4, 5))
    for word in ("answer.mine", "answer.theirs"):
        assert not re.search(rf"\b{words.format(word)}\b", said, re.IGNORECASE)
    assert NumberSourceText(replace(explanation, other_match=None), numbers, 0.5, words).colleague_text() is None
    of_test_rows = NumberSourceText(explanation, numbers, 0.5, words, split=("split", "test")).colleague_text()
    only = words.format("data.rows_kept", column="`split`", value="`test`")
    assert of_test_rows == words.format("exports.of", name=only) + said
