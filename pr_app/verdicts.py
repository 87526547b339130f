"""Who wins, what decides it and what the pictures of it show, in sentences for page and report.

How names and numbers are written is not settled here: a page writes Markdown, a report elements of HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from pr_app.markup import code_span, middle_cut
from pr_app.numerals import NOISE, distinct_texts, signed_text
from pr_app.samples import Sampled
from pr_app.winners import Stretch, Turn, areas_under, schemes_with_other_winners
from pr_app.words import Words
from pr_metrics import ModelRanking

NAMED = 3  # models that share a place
LONGEST_NAME = 28  # characters in a headline
ENOUGH_ROWS = 10  # of either class; samples of fewer are too much like the rows themselves to tell of others


def _number(_: str, value: float) -> float:
    return value


def _written(_: str, __: float, text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Hand:
    """How a sentence writes names, numbers that it formats itself, and numbers that come formatted.

    Numbers come with a name, for whoever wants to know later which one it is.
    """

    name: Callable[[str], str] = code_span
    number: Callable[[str, float], float] = _number
    written: Callable[[str, float, str], str] = _written


MARKDOWN = Hand()


def headline(ranking: ModelRanking, schemes: tuple[str, str], words: Words, hand: Hand = MARKDOWN) -> str:
    """Who has the largest area on either side, and whether that holds under every scheme.

    >>> from pr_app.words import words_in
    >>> from pr_metrics import OperatingPoints, rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> headline(rank_models({"a": points, "b": points}), ("step", "linear"), words_in("en"))
    'Both models have the same area under every scheme'
    """
    left, right = schemes
    winners, others = ranking.winners(left), ranking.winners(right)
    if winners != others:
        finding = "changes"
    elif not schemes_with_other_winners(ranking, left):
        all_alike = "both_alike" if len(winners) == 2 else "all_alike"
        finding = all_alike if winners == ranking.models else "everywhere"
    else:
        finding = "on_both" if left != right else "here"
    facts = {
        "names": named(winners, words, hand),
        "others": named(others, words, hand),
        "left": words.say(f"schemes.{left}.joined"),
        "right": words.say(f"schemes.{right}.joined"),
    }
    return words.say(f"models.headline_{finding}", count=hand.number("winners", len(winners)), **facts)


def named(models: tuple[str, ...], words: Words, hand: Hand = MARKDOWN) -> str:
    """One or several models in a sentence.

    >>> from pr_app.words import words_in
    >>> named(("forest", "tree"), words_in("en")), named(tuple("abcde"), words_in("en"))
    ('`forest` and `tree`', '`a`, `b`, `c` and 2 more')
    """
    spans = [hand.name(middle_cut(model, LONGEST_NAME)) for model in models[:NAMED]]
    if len(models) > NAMED:
        listed = words.say("models.separator").join(spans)
        return words.say("models.and_more", listed=listed, count=hand.number("more_winners", len(models) - NAMED))
    *first, last = spans
    return words.say("models.and").join([words.say("models.separator").join(first), last]) if first else last


def what_decides(turn: Turn, schemes: tuple[str, str], words: Words, hand: Hand = MARKDOWN) -> str:
    """By how much either leads, where the largest part of that lies, and which rows make it.

    >>> from pr_app.examples import example_questions
    >>> from pr_app.winners import turn_between
    >>> from pr_app.words import words_in
    >>> from pr_metrics import rank_models
    >>> four, schemes = example_questions("four_models"), ("step", "linear")
    >>> ranking = rank_models({name: four.points(name) for name in four.names})
    >>> turn = turn_between(ranking, schemes, four.points, four.cases)
    >>> what_decides(turn, schemes, words_in("en"))[:55]
    'Joined in steps, `forest` is ahead of `neighbours` by 0'
    """
    joined = {side: words.say(f"schemes.{key}.joined") for side, key in zip(("left", "right"), schemes, strict=True)}
    facts = {"loser": hand.name(turn.loser), "winner": hand.name(turn.winner), **joined, **_leads(turn, hand)}
    largest = turn.stretches[0]
    parts = [words.say("models.leads", **facts, **_areas(turn, hand)), _of_stretch(largest, turn, joined, words, hand)]
    if largest.is_start:
        parts.append(words.say("models.stretch_start", model=hand.name(largest.model)))
    decided = "models.decided_alone" if turn.deciding == 1 else "models.decided_together"
    count = hand.number("deciding", turn.deciding)
    parts.append(words.say(decided, count=count, gain=_size("stretch.0.gain", largest.gain, hand), **facts))
    return words.say("schemes.separator").join(parts)


def lead(found: Sampled, best: str, rows: int, words: Words, hand: Hand = MARKDOWN) -> str:
    """Whether the lead of the best over its rival could be chance; rows: of the class that has fewer.

    >>> from pr_app.words import words_in
    >>> from pr_metrics import Interval
    >>> same = Interval(0.5, 0.5, 0.95)
    >>> lead(Sampled({"a": same, "b": same}, "b", Interval(0.0, 0.0, 0.95)), "a", 20, words_in("en"))
    'Drawn as a pair, `a` and `b` have the same area in every sample: they rank these rows alike.'
    """
    low, high = found.lead.low, found.lead.high
    finding = "none" if low == high == 0 else "open" if low <= 0 else "settled" if rows >= ENOUGH_ROWS else "few"
    ends = {
        end: hand.written(f"paired_difference_{end}", value, signed_text(value))
        for end, value in (("low", low), ("high", high))
    }
    facts = {"best": hand.name(best), "second": hand.name(found.rival), "count": hand.number("fewer_rows", rows)}
    said = words.say(f"models.lead_{finding}", **facts, **ends)
    overlap = finding != "none" and found.areas[best].low <= found.areas[found.rival].high
    return words.say("schemes.separator").join([words.say("models.overlap"), said]) if overlap else said


def caption(grey: int, turn: Turn | None, words: Words, hand: Hand = MARKDOWN) -> str:
    """What the marks of a picture of all models mean; `grey` of them have no colour of their own.

    >>> from pr_app.words import words_in
    >>> caption(1, None, words_in("en"))
    'Circles are measured points, numbers are areas. One more model is drawn in grey.'
    """
    parts = [words.say("models.caption")]
    if grey:
        parts.append(words.say("models.caption_grey", count=hand.number("grey", grey)))
    if turn is not None:
        parts.append(words.say("models.caption_band"))
    return words.say("schemes.separator").join(parts)


def alt(ranking: ModelRanking, scheme: str, words: Words) -> str:
    """What a picture of all models shows: how many curves, and the ends of the ranking.

    >>> from pr_app.words import words_in
    >>> from pr_metrics import OperatingPoints, rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> alt(rank_models({"a": points, "b": points}), "step", words_in("en"))
    'Precision-recall curves of 2 models, joined by the scheme Step: all have the same area, 0.500.'
    """
    areas = areas_under(ranking, scheme)
    best, worst = max(areas, key=areas.__getitem__), min(areas, key=areas.__getitem__)
    facts = {"count": len(areas), "scheme": words.say(f"schemes.{scheme}.name")}
    if areas[best] - areas[worst] < NOISE:
        return words.say("models.alt_alike", area=areas[best], **facts)
    ends = {"best": best, "most": areas[best], "worst": worst, "least": areas[worst]}
    return words.say("models.alt", **facts, **ends)


def _leads(turn: Turn, hand: Hand) -> dict[str, str]:
    leads = {"lead_left": turn.lead_left, "lead_right": turn.lead_right}
    return {of: _size(of, lead, hand) for of, lead in leads.items()}


def _areas(turn: Turn, hand: Hand) -> Mapping[str, float]:
    """Of both models under both schemes."""
    return {
        f"{part}_{side}": hand.number(f"{part}_{side}", area)
        for part, model in (("loser", turn.loser), ("winner", turn.winner))
        for side, area in zip(("left", "right"), turn.areas[model], strict=True)
    }


def _of_stretch(stretch: Stretch, turn: Turn, joined: dict[str, str], words: Words, hand: Hand) -> str:
    """Where the largest part lies, what it is, and which rows make it."""
    after, before = distinct_texts(np.array([stretch.recall_after, stretch.recall_before]))
    facts = {
        "before": hand.written("stretch.0.recall_before", stretch.recall_before, before),
        "after": hand.written("stretch.0.recall_after", stretch.recall_after, after),
        "gain": _size("stretch.0.gain", stretch.gain, hand),
        "model": hand.name(stretch.model),
    }
    key = "models.stretch_gains" if stretch.model == turn.winner else "models.stretch_loses"
    said = words.say(key, **facts, **joined)
    if stretch.threshold is None or stretch.score is None:
        return words.say("models.stretch_end", stretch=said)
    return said + words.say(
        "models.stretch_rows",
        count=hand.number("stretch.0.rows", stretch.rows),
        score=hand.name(hand.written("stretch.0.score", stretch.score, stretch.threshold)),
        positives=hand.number("stretch.0.positives", stretch.positives),
    )


def _size(of: str, difference: float, hand: Hand) -> str:
    """A difference without its sign, with as many decimals as show it."""
    return hand.written(of, abs(difference), signed_text(abs(difference)).removeprefix("+"))
