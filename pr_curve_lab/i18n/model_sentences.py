"""Models compared, in sentences: who wins, what decides it, how sure it is.

How names and numbers are written is not settled here: a page writes Markdown, a report elements of HTML.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.formatting import NumberText, distinct_texts, rounded_text
from pr_curve_lab.analysis.models import (
    TOLD_FROM,
    ComparedPair,
    ComparedPairs,
    Finding,
    RankReversal,
    areas_under,
    schemes_with_other_winners,
)
from pr_curve_lab.i18n.area_sentences import say_circles
from pr_curve_lab.i18n.markup import code_span, middle_cut
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import size_text
from pr_metrics import ModelRanking
from pr_metrics.tolerances import AREA_ROUNDING

NAMED = 3  # models that share a place
LONGEST_NAME = 28  # characters in a headline
LEAST_P = 0.001  # in print; below it p would be 0.000


def _number(_: str, value: float) -> float:
    return value


def _written(_: str, __: float, text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class SentenceFormat:
    """How a sentence writes names, numbers that it formats itself, and numbers that come formatted.

    Numbers come with a name, for whoever wants to know later which one it is.
    """

    name: Callable[[str], str] = code_span
    number: Callable[[str, float], float] = _number
    written: Callable[[str, float, str], str] = _written


MARKDOWN = SentenceFormat()


def headline(
    ranking: ModelRanking,
    schemes: tuple[str, str],
    words: Words,
    sentence_format: SentenceFormat = MARKDOWN,
    *,
    is_doubtful: bool = False,
) -> str:
    """Who has the largest area on either side, whether that holds under every scheme, and whether chance could do it.

    is_doubtful: whether chance could make the lead of the best on the left over the next.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> from pr_metrics import OperatingPoints, rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> headline(rank_models({"a": points, "b": points}), ("step", "linear"), words_in("en"))
    'Both models have the same area under every scheme'
    """
    left, right = schemes
    winners, others = ranking.winners(left), ranking.winners(right)
    finding = _finding(ranking, schemes)
    facts = {
        "names": named(winners, words, sentence_format),
        "others": named(others, words, sentence_format),
        "left": words.say(f"schemes.{left}.joined"),
        "right": words.say(f"schemes.{right}.joined"),
    }
    said = words.say(f"models.headline_{finding}", count=sentence_format.number("winners", len(winners)), **facts)
    if not is_doubtful or len(winners) > 1:
        return said
    key = "models.headline_doubt_of" if finding == "changes" else "models.headline_doubt"
    return words.say(key, headline=said, names=facts["names"])


def _finding(ranking: ModelRanking, schemes: tuple[str, str]) -> str:
    """Whether the same models win on both sides, and everywhere."""
    left, right = schemes
    winners = ranking.winners(left)
    if winners != ranking.winners(right):
        return "changes"
    if schemes_with_other_winners(ranking, left):
        return "on_both" if left != right else "here"
    all_alike = "both_alike" if len(winners) == 2 else "all_alike"
    return all_alike if winners == ranking.models else "everywhere"


def named(models: tuple[str, ...], words: Words, sentence_format: SentenceFormat = MARKDOWN) -> str:
    """One or several models in a sentence.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> named(("forest", "tree"), words_in("en")), named(tuple("abcde"), words_in("en"))
    ('`forest` and `tree`', '`a`, `b`, `c` and 2 more')
    """
    spans = [sentence_format.name(middle_cut(model, LONGEST_NAME)) for model in models[:NAMED]]
    if len(models) > NAMED:
        listed = words.say("models.separator").join(spans)
        return words.say(
            "models.and_more", listed=listed, count=sentence_format.number("more_winners", len(models) - NAMED)
        )
    *first, last = spans
    return words.say("models.and").join([words.say("models.separator").join(first), last]) if first else last


def what_decides(
    reversal: RankReversal, schemes: tuple[str, str], words: Words, sentence_format: SentenceFormat = MARKDOWN
) -> str:
    """The sentences on what decides: where the largest part lies, which rows make it, and by how much either leads.

    >>> from pr_curve_lab.schema.examples import example_tasks
    >>> from pr_curve_lab.analysis.models import rank_reversal_between
    >>> from pr_curve_lab.i18n.messages import words_in
    >>> from pr_metrics import rank_models
    >>> four, schemes = example_tasks("four_models"), ("step", "linear")
    >>> ranking = rank_models({name: four.points(name) for name in four.names})
    >>> reversal = rank_reversal_between(ranking, schemes, four.points, four.cases)
    >>> what_decides(reversal, schemes, words_in("en"))[:52]
    'Recall 0 to 0.543 decides: joined by straight lines '
    """
    joined = {side: words.say(f"schemes.{key}.joined") for side, key in zip(("left", "right"), schemes, strict=True)}
    facts = {
        "loser": sentence_format.name(reversal.loser),
        "winner": sentence_format.name(reversal.winner),
        **joined,
        **_leads(reversal, sentence_format),
    }
    parts = [_of_segment(reversal, joined, words, sentence_format)]
    if reversal.deciding > 1:
        count = sentence_format.number("deciding", reversal.deciding)
        parts.append(words.say("models.decided_together", count=count))
    parts.append(words.say("models.leads", **facts))
    return words.say("schemes.separator").join(parts)


def said_p(value: float, words: Words, sentence_format: SentenceFormat = MARKDOWN, of: str = "p_value") -> str:
    """A p-value, never as 0.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> said_p(0.25, words_in("en")), said_p(1e-9, words_in("en"))
    ('p = 0.250', 'p < 0.001')
    """
    if value < LEAST_P:
        return words.say("models.p_below", p=sentence_format.written("least_p", LEAST_P, NumberText(f"{LEAST_P}")))
    text = NumberText(rounded_text(value, ".3f"))
    return words.say("models.p_is", p=sentence_format.written(of, value, text))


def caption(
    grey: int,
    circles: tuple[int, int],
    words: Words,
    sentence_format: SentenceFormat = MARKDOWN,
) -> str:
    """The caption of a picture of all models; `grey` of them have no colour of their own.

    circles: how many points have one, and how many points the models in colour have.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> caption(1, (7, 7), words_in("en"))
    'Circles are measured points, numbers are areas. One more model is drawn in grey.'
    """
    parts = [say_circles("models.caption", circles, words)]
    if grey:
        parts.append(words.say("models.caption_grey", count=sentence_format.number("grey", grey)))
    return words.say("schemes.separator").join(parts)


def alt(ranking: ModelRanking, scheme: str, words: Words) -> str:
    """The sentence for whoever cannot see a picture of all models: how many curves, and the ends of the ranking.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> from pr_metrics import OperatingPoints, rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> alt(rank_models({"a": points, "b": points}), "step", words_in("en"))
    'Precision-recall curves of 2 models, joined by the scheme Step: all have the same area, 0.500.'
    """
    best, worst, areas = _ends_of(ranking, scheme)
    facts = {"count": len(areas), "scheme": words.say(f"schemes.{scheme}.name")}
    if areas[best] - areas[worst] < AREA_ROUNDING:
        return words.say("models.alt_alike", area=areas[best], **facts)
    ends = {"best": best, "most": areas[best], "worst": worst, "least": areas[worst]}
    return words.say("models.alt", **facts, **ends)


def forest_alt(ranking: ModelRanking, scheme: str, words: Words) -> str:
    """The sentence for whoever cannot see the areas with their intervals; the table beside them has every number.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> from pr_metrics import OperatingPoints, rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> forest_alt(rank_models({"a": points, "b": points}), "step", words_in("en"))
    'Areas of 2 models with their 95 % intervals: all are 0.500.'
    """
    best, worst, areas = _ends_of(ranking, scheme)
    if areas[best] - areas[worst] < AREA_ROUNDING:
        return words.say("models.forest_alt_alike", count=len(areas), area=areas[best])
    ends = {"best": best, "most": areas[best], "worst": worst, "least": areas[worst]}
    return words.say("models.forest_alt", count=len(areas), **ends)


def _ends_of(ranking: ModelRanking, scheme: str) -> tuple[str, str, dict[str, float]]:
    """The models of the largest and of the smallest area, and all areas."""
    areas = areas_under(ranking, scheme)
    return max(areas, key=areas.__getitem__), min(areas, key=areas.__getitem__), areas


def _leads(reversal: RankReversal, sentence_format: SentenceFormat) -> dict[str, str]:
    leads = {"lead_left": reversal.lead_left, "lead_right": reversal.lead_right}
    return {of: _size(of, lead, sentence_format) for of, lead in leads.items()}


def _of_segment(reversal: RankReversal, joined: dict[str, str], words: Words, sentence_format: SentenceFormat) -> str:
    """The sentence on the largest segment: where it lies, what it does, and which rows make it."""
    segment = reversal.segments[0]
    after, before = distinct_texts(np.array([segment.recall_after, segment.recall_before]))
    facts = {
        "before": sentence_format.written("segment.0.recall_before", segment.recall_before, before),
        "after": sentence_format.written("segment.0.recall_after", segment.recall_after, after),
        "gain": _size("segment.0.gain", segment.gain, sentence_format),
        "model": sentence_format.name(segment.model),
    }
    key = "models.segment_gains" if segment.model == reversal.winner else "models.segment_loses"
    said = words.say(key, **facts, **joined)
    if segment.is_start:
        said = words.say("models.segment_start", segment=said)
    if segment.threshold is None or segment.score is None:
        return words.say("models.segment_end", segment=said)
    return said + words.say(
        "models.segment_rows",
        count=sentence_format.number("segment.0.rows", segment.rows),
        score=sentence_format.name(sentence_format.written("segment.0.score", segment.score, segment.threshold)),
        positives=sentence_format.number("segment.0.positives", segment.positives),
    )


def _size(of: str, difference: float, sentence_format: SentenceFormat) -> str:
    """A difference without its sign, with as many decimals as show it."""
    return sentence_format.written(of, abs(difference), size_text(difference))


_VERDICTS: dict[Finding, str] = {
    "none": "models.pair_none",
    "unknown": "models.pair_unknown",
    "few": "models.pair_few",
    "open": "models.pair_open",
    "alone": "models.pair_alone",
    "settled": "models.pair_settled",
}


def verdict(pair: ComparedPair, words: Words) -> str:
    """The words on whether chance makes the difference of a pair.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> verdict(ComparedPair("a", "b", 0.1, -0.1, 0.3, 0.2, 0.8, "open"), words_in("en"))
    'may be chance'
    """
    return words.say(_VERDICTS[pair.finding])


def pairs_title(compared: ComparedPairs, best: str, words: Words) -> str:
    """The heading of a matrix, or of a list about the best, whose name comes as it is to be written.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> pairs_title(ComparedPairs((), 36), "`a`", words_in("en"))
    '`a` minus each, same rows'
    """
    return words.say("models.pairs_matrix" if compared.is_matrix else "models.pairs_of_best", best=best)


def pairs_note(compared: ComparedPairs, resamples: int, words: Words) -> str:
    """How many pairs there are, and what p and the share are of.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> pair = ComparedPair("a", "b", 0.1, -0.1, 0.3, 0.2, 0.8, "open")
    >>> pairs_note(ComparedPairs((pair,), 1), 1000, words_in("en"))
    'Ahead: share of 1,000 resamples.'
    """
    pairs = compared.pairs
    is_tested = any(not math.isnan(pair.p) for pair in pairs)
    parts = []
    if not compared.is_matrix:
        parts.append(words.say("models.pairs_shown", shown=len(pairs), count=compared.of))
    if is_tested and compared.of > 1:
        parts.append(words.say("models.pairs_adjusted", count=compared.of))
    if is_tested and compared.is_told_too_rarely:
        parts.append(words.say("models.pairs_few", least=TOLD_FROM))
    if any(not math.isnan(pair.ahead) for pair in pairs):
        parts.append(words.say("models.pairs_ahead", resamples=resamples))
    if not is_tested and compared.of > 1:
        parts.append(words.say("models.pairs_drawn"))
    return words.say("schemes.separator").join(parts)
