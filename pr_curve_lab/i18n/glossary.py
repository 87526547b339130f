"""The terms of the field, in the order in which one needs them; what each means stands in the catalogues."""

from __future__ import annotations

from pr_curve_lab.i18n.catalogue import LANGUAGES, Words, words_in

TERMS = (
    "score",
    "threshold",
    "positive",
    "called",
    "hit",
    "false_alarm",
    "missed",
    "confusion_matrix",
    "precision",
    "recall",
    "f_score",
    "false_positive_rate",
    "operating_point",
    "curve",
    "class_balance",
    "random_ranking",
    "tie",
    "scheme",
    "step",
    "straight_line",
    "continuous",
    "area",
    "average_precision",
    "roc",
    "unachievable",
    "gain",
    "macro",
    "micro",
    "weighted",
    "samples",
    "fold",
    "interval",
)


def entries(words: Words) -> list[str]:
    """The terms, each with its name in the other languages and what it means, as Markdown.

    >>> entries(words_in("en"))[1][:14]
    '**Threshold** '
    """
    return [_entry(term, words) for term in TERMS]


def _entry(term: str, words: Words) -> str:
    others = [words_in(language).say(f"glossary.{term}.name") for language in LANGUAGES if language != words.language]
    means = words.say(f"glossary.{term}.means")
    return f"**{words.say(f'glossary.{term}.name')}** · {' · '.join(others)}  \n{means}"
