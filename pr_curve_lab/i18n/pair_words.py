"""Pairs of models in words: what chance may make of a difference, and how the numbers beside it were found."""

from __future__ import annotations

import math

from pr_curve_lab.analysis.compared_pairs import TOLD_FROM, ComparedPair, ComparedPairs
from pr_curve_lab.analysis.model_pairs import Finding
from pr_curve_lab.i18n.catalogue import Words

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

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> verdict(ComparedPair("a", "b", 0.1, -0.1, 0.3, 0.2, 0.8, "open"), words_in("en"))
    'may be chance'
    """
    return words.say(_VERDICTS[pair.finding])


def pairs_title(compared: ComparedPairs, best: str, words: Words) -> str:
    """The heading of a matrix, or of a list about the best, whose name comes as it is to be written.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> pairs_title(ComparedPairs((), 36), "`a`", words_in("en"))
    '`a` minus each, same rows'
    """
    return words.say("models.pairs_matrix" if compared.is_matrix else "models.pairs_of_best", best=best)


def pairs_note(compared: ComparedPairs, resamples: int, words: Words) -> str:
    """How many pairs there are, and what p and the share are of.

    >>> from pr_curve_lab.i18n.catalogue import words_in
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
