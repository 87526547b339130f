"""What several columns of scores are: models of one label, classes of one label, or labels with a column of their own.

Guessed from names, because values cannot tell: a class "VF" is scored by a column VF or p_VF, a label y_cat by s_cat.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd
from pandas.api.types import is_numeric_dtype

from pr_curve_lab.io.column_names import PROBABILITY_TOKENS, split_name
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import MAX_LABEL_VALUES, YES_NO_PAIRS, label_values, positive_by_text
from pr_curve_lab.schema.roles import Roles, score_column_options

LABEL_TOKENS = ("y", "true", "label", "target", "truth", "is", "actual")
SCORE_TOKENS = ("s", "p", "score", "prob", "proba", "probability", "pred", "y", "yhat")
SUM_TOLERANCE = 1e-3  # probabilities of two classes, rounded to a few decimals, sum to one


def classes_by_column(values: Sequence[str], columns: Sequence[str]) -> dict[str, str] | None:
    """The class that each column scores, where all classes have one, alike but for the class: VF, F or p_VF, p_F.

    A further column of the same form scores a class that no row has. None where a class has no column.

    >>> classes_by_column(["a", "b"], ["p_a", "p_b", "p_c"])
    {'p_a': 'a', 'p_b': 'b', 'p_c': 'c'}
    >>> classes_by_column(["a", "c"], ["a", "b"]) is None
    True
    >>> classes_by_column(["cat", "dog"], ["Prob CAT", "prob dog"])
    {'Prob CAT': 'cat', 'prob dog': 'dog'}
    """
    for before, after in _prefix_and_suffix(values[0], columns):
        if all(before + value + after in columns for value in values):
            alike = [one for one in columns if one.startswith(before) and one.endswith(after)]
            return {one: one[len(before) : len(one) - len(after)] for one in alike}
    return _classes_by_token(values, columns)


def binary_score_columns(
    frame: pd.DataFrame, positive: str, negative: str, columns: Sequence[str]
) -> tuple[str, str] | None:
    """The columns that score the two values of a label, the positive one's first; None where they have none.

    Their names are alike but for the value, or for a word that means the same. A name such as model_1 is not enough:
    then they have to sum to one.

    >>> binary_score_columns(pd.DataFrame({"prob_neg": [0.1], "prob_pos": [0.9]}), "1", "0", ["prob_neg", "prob_pos"])
    ('prob_pos', 'prob_neg')
    """
    by_words = {split_name(column): column for column in columns}
    for yes, no in ((positive, negative), *_value_aliases(positive, negative)):
        for before, after in _token_prefix_and_suffix(yes, by_words):
            other = by_words.get((*before, *split_name(no), *after))
            pair = (by_words[*before, *split_name(yes), *after], other)
            if other not in (None, pair[0]) and (
                set(before + after) <= PROBABILITY_TOKENS or _sum_to_one(frame, *pair)
            ):
                return pair[0], other
    return _pair_by_replace(positive, negative, columns)


def _pair_by_replace(positive: str, negative: str, columns: Sequence[str]) -> tuple[str, str] | None:
    """The two columns whose names are alike but for a value that has no blanks round it: 正面概率 and 负面概率."""
    if positive.isascii() or negative.isascii():
        return None
    found = ((one, one.replace(positive, negative)) for one in columns if positive in one)
    return next((pair for pair in found if pair[1] in columns), None)


def labels_by_column(labels: Sequence[str], columns: Sequence[str]) -> dict[str, str] | None:
    """The label of each column, by what their names have in common: y_cat and s_cat; None where one stays alone.

    >>> labels_by_column(["y_cat", "y_dog"], ["s_dog", "s_cat"])
    {'s_dog': 'y_dog', 's_cat': 'y_cat'}
    """
    by_stem = {_base_name(label, LABEL_TOKENS): label for label in labels}
    paired = {column: by_stem.get(_base_name(column, SCORE_TOKENS)) for column in columns}
    matched = {column: label for column, label in paired.items() if label is not None}
    complete = len(by_stem) == len(labels) == len(matched) == len(set(matched.values())) and "" not in by_stem
    return matched if complete else None


def model_columns(frame: pd.DataFrame, columns: Sequence[str]) -> list[str]:
    """The columns that can be models' probabilities: fractions between 0 and 1, and not two that sum to one.

    >>> model_columns(pd.DataFrame({"a": [0.1, 0.2], "b": [0.9, 0.8], "c": [3, 4]}), ["a", "b", "c"])
    []
    """
    floats = [name for name in columns if frame[name].dtype.kind == "f"]
    between = [name for name in floats if frame[name].between(0, 1).where(frame[name].notna(), True).all()]
    fractions = [name for name in between if (frame[name] != frame[name].round()).any()]
    if len(fractions) == 2 and _sum_to_one(frame, *fractions):
        return []
    return fractions


def _prefix_and_suffix(value: str, columns: Sequence[str]) -> list[tuple[str, str]]:
    """The text before and after a class in the columns whose names contain it, the barest first."""
    found = {(one[: at.start()], one[at.end() :]) for one in columns for at in re.finditer(re.escape(value), one)}
    return sorted(found, key=lambda frame: (len(frame[0]) + len(frame[1]), frame))


def _classes_by_token(values: Sequence[str], columns: Sequence[str]) -> dict[str, str] | None:
    """The class that each column scores where names and classes differ in capitals, blanks or marks."""
    by_words = {split_name(column): column for column in columns}
    for before, after in _token_prefix_and_suffix(values[0], by_words):
        found = {by_words.get((*before, *split_name(value), *after), ""): value for value in values}
        if "" not in found and len(found) == len(values):
            return found
    return None


def _token_prefix_and_suffix(
    value: str, columns: Mapping[tuple[str, ...], str]
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The words before and after a value in the names that hold it, the barest first."""
    sought = split_name(value)
    found = [
        (words[:at], words[at + len(sought) :])
        for words in columns
        for at in range(len(words))
        if sought and words[at : at + len(sought)] == sought
    ]
    return sorted(found, key=lambda frame: len(frame[0]) + len(frame[1]))


def _value_aliases(positive: str, negative: str) -> list[tuple[str, str]]:
    """Words that columns may use for the two values: pos and neg, yes and no, 1 and 0."""
    if (positive, negative) not in (("1", "0"), ("1", "-1")) and positive_by_text(positive, negative) != (
        positive,
        True,
    ):
        return []
    return [("1", "0"), *((yes, no) for yes_words, no_words in YES_NO_PAIRS for yes in yes_words for no in no_words)]


def _sum_to_one(frame: pd.DataFrame, first: str, second: str | None) -> bool:
    """Whether two columns sum to one, as probabilities of two classes do, or to zero, as their logits do."""
    if second is None or not all(is_numeric_dtype(frame[name]) for name in (first, second)):
        return False
    total = frame[first] + frame[second]
    return any(bool(((total - whole).abs() < SUM_TOLERANCE).all()) for whole in (1, 0))


def _base_name(name: str, exclude: Sequence[str]) -> str:
    return " ".join(part for part in re.split(r"[^0-9a-z\u4e00-\u9fff]+", name.lower()) if part and part not in exclude)


def infer_multi_scores(table: Table, roles: Roles, models: Sequence[str] = ()) -> Roles:
    """Find the scores that belong together with the one that was found: of classes, of labels, of models.

    models: the columns that were found to be scores of the label, if there are several.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b", "c"], "a": [0.1, 0.2, 0.3], "b": [0.1] * 3, "c": [0.5] * 3}))
    >>> infer_multi_scores(table, Roles("y", None, ("a",))).kind
    'classes'
    """
    numeric = score_column_options(table, roles)
    values = label_values(table, roles.label)
    if 2 < len(values) <= MAX_LABEL_VALUES:
        alike = classes_by_column(values, numeric) or {}
        # A column that is only named after a class could be anything else where no row has that class.
        scores = tuple(column for column, value in alike.items() if column != value or value in values)
        return replace(roles, scores=scores, kind="classes", positive=None) if scores else roles
    paired = _paired_labels(table, roles, numeric)
    if paired:
        return replace(roles, scores=tuple(paired), kind="labels", labels=tuple(paired.values()))
    models = tuple(models) or roles.scores
    models = (*models, *(name for name in table.scores if name in numeric and name not in models))
    return replace(roles, scores=models, kind="models") if len(models) > 1 else roles


def infer_kind(table: Table, roles: Roles) -> Roles:
    """Say what the scores are, when they have just been chosen by hand.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y": [0, 1], "a": [0.1, 0.2], "b": [0.3, 0.1]}))
    >>> infer_kind(table, Roles("y", "1", ("a", "b"))).kind
    'models'
    """
    if len(roles.scores) == 1:
        return replace(roles, kind="one")
    values = label_values(table, roles.label)
    of_classes = len(values) > 2 and classes_by_column(values, roles.scores) is not None
    return replace(roles, kind="classes" if of_classes else "models")


def infer_labels(table: Table, roles: Roles) -> Roles:
    """Give each score the label column whose name is most like its own, else the columns of 0 and 1 in their order.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y_a": [0, 1], "y_b": [1, 0], "s_b": [0.1, 0.2], "s_a": [0.3, 0.1]}))
    >>> infer_labels(table, Roles("y_a", "1", ("s_b", "s_a"))).labels
    ('y_b', 'y_a')
    """
    indicators = _indicator_columns(table, roles, score_column_options(table, roles))
    paired = labels_by_column(indicators, roles.scores)
    labels = tuple(paired[score] for score in roles.scores) if paired else tuple(indicators[: len(roles.scores)])
    return replace(roles, kind="labels", labels=labels)


def match_labels(roles: Roles) -> Roles:
    """Give each score the one of the chosen labels that is named like it, where that is so for all of them.

    >>> match_labels(Roles("y_a", None, ("s_a", "s_b"), kind="labels", labels=("y_b", "y_a"))).labels
    ('y_a', 'y_b')
    """
    paired = labels_by_column(roles.labels, roles.scores)
    if paired is None or set(paired) != set(roles.scores):
        return roles
    return replace(roles, labels=tuple(paired[score] for score in roles.scores))


def _indicator_columns(table: Table, roles: Roles, numeric: list[str]) -> list[str]:
    """The columns of 0 and 1, the label among them."""
    few = [name for name in (roles.label, *numeric) if set(table.frame[name].head(100)) <= {0, 1}]
    wanted = [name for name in few if set(label_values(table, name)) <= {"0", "1"}]
    return [name for name in table.frame.columns if name in wanted]


def _paired_labels(table: Table, roles: Roles, numeric: list[str]) -> dict[str, str] | None:
    indicators = _indicator_columns(table, roles, numeric)
    rest = [name for name in numeric if name not in indicators]
    return labels_by_column(indicators, rest) if len(indicators) > 1 else None
