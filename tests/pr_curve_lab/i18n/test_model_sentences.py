"""Sentences about models are the same for every SentenceFormat, which formats all names and numbers."""

import math
from dataclasses import replace

import pytest

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.formatting import NumberText
from pr_curve_lab.analysis.models import Crossing, PairResult, PairResults, model_reversal, model_thresholds
from pr_curve_lab.analysis.thresholds import Requirements
from pr_curve_lab.i18n import model_sentences
from pr_curve_lab.i18n.messages import LANGUAGES, MARKDOWN, SentenceFormat, messages_in
from pr_curve_lab.schema.examples import example_dataset
from pr_metrics import Interval, OperatingPoints, rank_models

FOUR = example_dataset("four_models")
POINTS = {name: FOUR.points(name) for name in FOUR.names}
RANKING = rank_models(POINTS)
SAME = OperatingPoints.from_counts([1], [1], [1])


class Marked(float):
    """A number that is formatted between # marks."""

    def __format__(self, spec):
        return f"#{format(int(self) if self.is_integer() else float(self), spec)}#"

    def __html__(self):
        """Tell the catalog that the number formats itself."""


LEAD = PairResult("forest", "tree", 0.1, -0.1, 0.3, 0.2, 0.8, "open")
MARKED = SentenceFormat(
    name=lambda name: f"`{name}`",
    tag_number=lambda _, value: Marked(value),
    tag_text=lambda _, __, text: NumberText(f"#{text}#"),
)


def turn_of(schemes):
    return model_reversal(RANKING, schemes, POINTS.__getitem__, FOUR.labeled_scores)


def sentences(schemes, words, fmt):
    reversal = turn_of(schemes)
    said = [
        model_sentences.models_title(RANKING, schemes, words, fmt),
        model_sentences.ranking_sentence(RANKING, words, fmt),
        model_sentences.caption(2, words, fmt),
        model_sentences.lead_sentence(PairResults((LEAD,), 6), words, fmt),
        model_sentences.crossing_sentence(Crossing("forest", "tree", 0.5, 0.2, 0.02), words, fmt),
        model_sentences.roc_sentence(("forest", "tree"), (0.8, 0.9), words, fmt),
    ]
    return said if reversal is None else [*said, model_sentences.rank_reversal_sentence(reversal, schemes, words, fmt)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("schemes", [("step", "linear"), ("linear", "step"), ("step", "envelope"), ("upper", "lower")])
def test_another_format_gives_the_same_sentences(schemes, language):
    words = messages_in(language)
    plain, marked = (sentences(schemes, words, fmt) for fmt in (MARKDOWN, MARKED))
    assert [one.replace("#", "") for one in marked] == plain
    assert marked != plain


def test_numbers_about_the_reversal_use_the_format():
    said = model_sentences.rank_reversal_sentence(
        turn_of(("step", "linear")), ("step", "linear"), messages_in("en"), MARKED
    )
    outside = "".join(part for index, part in enumerate(said.split("#")) if index % 2 == 0)
    assert not any(letter.isdigit() for letter in outside)


def test_more_than_three_names_are_counted():
    assert model_sentences.join_names(tuple("abcd"), messages_in("en"), MARKED) == "`a`, `b`, `c` and #1# more"


def test_the_number_of_identical_models_uses_the_format():
    said = model_sentences.models_title(
        rank_models(dict.fromkeys("abcd", SAME)), ("step", "linear"), messages_in("en"), MARKED
    )
    assert said == "All #4# models have the same area under every scheme"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("status", "fewer_rows", "verdict"), [
    ("settled", 20, "sure"), ("open", 20, "doubt"), ("alone", 20, "doubt"), ("settled", 4, "doubt"), ("none", 20, None),
])  # fmt: skip
def test_the_title_says_whether_the_lead_may_be_chance(status, fewer_rows, verdict, language):
    words, schemes = messages_in(language), ("step", "linear")
    pair = PairResult("forest", "neighbours", 0.01, -0.1, 0.1, 0.03, 0.8, status)
    lead = model_sentences.models_title(RANKING, schemes, words)
    said = model_sentences.models_title(RANKING, schemes, words, comparison=PairResults((pair,), 6, fewer_rows))
    assert said == (words.format(f"models.headline_{verdict}", headline=lead) if verdict else lead)


def test_a_lead_that_three_decimals_do_not_show_has_more():
    """In steps, 0.9986 leads 0.9985 by 0.0001."""
    points = {
        name: OperatingPoints.from_counts([0.9, 0.5], [990, 10], [0, n]) for name, n in {"a": 160, "b": 176}.items()
    }
    said = model_sentences.models_title(rank_models(points), ("step", "step"), messages_in("en"), MARKED)
    areas = [0.99 + 0.01 * 1000 / (1000 + negatives) for negatives in (160, 176)]
    assert said.split("#")[1] == f"{areas[0] - areas[1]:.4f}" == "0.0001"


@pytest.mark.parametrize("schemes", [("step", "linear"), ("linear", "step")])
def test_counts_of_models_and_segments_use_the_format(schemes):
    words, reversal = messages_in("en"), turn_of(schemes)
    assert "#2# more models are drawn in gray" in model_sentences.caption(2, words, MARKED)
    together = f"Only the #{reversal.n_required_segments}# largest such segments together"
    assert (together in model_sentences.rank_reversal_sentence(reversal, schemes, words, MARKED)) == (
        reversal.n_required_segments > 1
    )


@pytest.mark.parametrize(
    ("found", "interval", "english", "chinese"),
    [
        ((70, 32), (0.09, 0.67), "; the lead has the 95% interval 9 to 67 percentage points", "9 到 67 个百分点"),
        ((71, 70), (-0.03, 0.04), "95% interval −3 to 4 percentage points, may be chance", "百分点，可能只是偶然"),
        ((71, 70), (-0.002, 0.04), "95% interval −0.2 to 4.0 percentage points, may be chance", "−0.2 到 4.0"),
        ((71, 70), "computing", "; whether this is more than chance is being computed", "正在计算"),
        ((71, 70), "few", "; no interval of the lead: there are too few data", "置信区间：数据太少"),
        ((71, 70), "alerts", "; with a limit on alerts, no interval of the lead is computed", "设报警上限时"),
        ((71, 0), "one", "; no interval of a lead: no two models have such a threshold", "不到两个"),
        ((70, 70), "few", " finds 70%, `b` 70% of the 100 positives", "（正例共 100 个）"),
    ],
)
def test_a_lead_in_recall_has_its_interval_or_the_reason_why_not(found, interval, english, chinese):
    counts = [OperatingPoints.from_counts([2, 1], [one, 100 - one], [0, 900]) for one in found]
    thresholds = model_thresholds(("a", "b"), tuple(map(build_deployment, counts)), Requirements(0.8))
    known = {"no_lead": interval} if isinstance(interval, str) else {"lead": Interval(*interval, 0.95)}
    thresholds = replace(thresholds, **known)
    said = {language: model_sentences.requirement_sentence(thresholds, messages_in(language)) for language in LANGUAGES}
    assert said["en"].endswith(english)
    assert chinese in said["zh"]


@pytest.mark.parametrize(("p", "fewer_rows", "is_said"), [(0.2, 12, True), (0.2, 20, False), (math.nan, 12, False)])
def test_a_test_with_few_rows_gets_a_note(p, fewer_rows, is_said):
    pair = PairResult("a", "b", 0.1, -0.1, 0.3, p, 0.8, "open")
    note = model_sentences.pairs_caption(PairResults((pair,), 1, fewer_rows), 1000, messages_in("en"))
    assert ("With fewer than 20 positives or negatives, the test misses many real differences." in note) == is_said
