"""What the name of a column says about its part: names are compared by whole words.

So birth_weights is not taken for weights of rows, target_id not for a target, and patient not for p.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pr_curve_lab.io.header_parser import parse_header

LABELS = (
    "label", "y true", "y", "target", "truth", "ground truth", "class", "actual", "obs", "observed", "outcome",
    "expected", "gold", "gt", "true label", "rel", "relevance", "relevant", "tp", "is tp",
    "标签", "真实", "类别", "真值",
)  # fmt: skip
SCORES = (
    "score", "y score", "prob", "probability", "y prob", "proba", "likelihood", "confidence", "decision function",
    "risk", "分数", "得分", "概率", "置信度", "评分",
)  # fmt: skip
PREDICTIONS = ("y pred", "pred", "p", "pd", "prediction", "predicted", "y hat", "yhat", "p hat", "phat", "预测")
PROBABILITIES = ("prob", "proba", "probability", "probabilities", "概率")
# Not "weight": that column may hold kilograms, and weighting silently would change every number.
WEIGHTS = ("sample weight", "case weight", "case weights", "weights", "样本权重", "权重")
COUNTS = ("count", "counts", "n", "freq", "frequency", "次数", "频数", "人数")  # of the rows that a line stands for
# Of all positives there are, also of those without a row: the ground truth of an image, the relevant documents.
TOTALS = (
    "total positives", "total positive", "n gt", "num gt", "ngt",
    "gt count", "n gts", "num gts", "npos", "num positives", "n relevant", "num relevant",
    "num rel", "total relevant", "正例总数", "总正例数",
)  # fmt: skip
# Of what a number of positives is for, where it is not for all rows.
UNITS = (
    "image", "image id", "img", "img id", "file", "filename", "file name", "frame", "frame id", "scene", "qid", "query",
    "query id", "topic", "topic id", "user", "user id", "图像", "图片", "查询", "用户",
)  # fmt: skip
# Of groups of rows: whether these are folds, None where the name does not tell, as of train and test.
GROUPS = {
    "group": False, "fold": True, "resample": True, "split": None, "折": True,
    "site": False, "center": False, "centre": False, "hospital": False, "cohort": False, "组": False,
}  # fmt: skip
DAYS = ("day", "days", "date", "datum", "tag", "dt", "datetime", "timestamp", "日期", "日", "天", "时间")
AMOUNTS = (
    "amount", "amt", "price", "cost", "revenue", "betrag", "usd", "eur", "cny", "rmb", "金额", "价格", "成本", "收入",
    "value", "loss", "sum", "损失",
)  # fmt: skip
NOT_LABELS = ("pred", "predicted", "prediction", "estimate", "estimated", "score", "prob", "proba", "weight", "预测")
# Of a column that scores one of the classes: p_0, prob_pos, class_2.
PROBABILITY_TOKENS = {*PROBABILITIES, "p", "pred", "score", "scores", "class"}
CHINESE = re.compile(r"[一-鿿]")


@lru_cache(maxsize=2**12)  # names of a table are asked for again and again
def split_name(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case; digits stand apart.

    >>> split_name("yTrue_2"), split_name(".pred_yes"), split_name("P(Malignant)")
    (('y', 'true', '2'), ('pred', 'yes'), ('p', 'malignant'))
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return tuple(re.findall(r"[^\W\d_]+|\d+", spaced.lower()))


def label_named(names: Iterable[str]) -> str | None:
    """The column named like a label; one that holds the word beside a word of predictions, or that counts, is none.

    >>> label_named(["predicted_class", "target_id", "n_gt", "class of the patient"])
    'class of the patient'
    >>> label_named(["Alter", "Zielvariable"])
    'Zielvariable'
    """
    possible = [
        name for name in names if not _contains_any(NOT_LABELS, name) and not is_id(name) and not is_named(TOTALS, name)
    ]
    return _first_match(LABELS, possible) or next(
        (name for name in possible if parse_header(name).kind == "label"), None
    )


def score_named(names: Iterable[str]) -> str | None:
    """The column named like a score, or else like a prediction.

    >>> score_named(["scoreboard", "credit_score", "pd"]), score_named(["label", "model score"])
    ('pd', 'model score')
    """
    possible = [name for name in names if not is_id(name)]
    return _first_match((*SCORES, *PREDICTIONS), possible) or next(
        (name for name in possible if parse_header(name).kind == "score"), None
    )


def weight_named(names: Iterable[str]) -> str | None:
    """The column named like weights of rows.

    >>> weight_named(["birth_weights", "my sample weight"])
    'my sample weight'
    """
    names = list(names)
    found = (
        name
        for want in WEIGHTS
        for name in names
        if _is_alias(name, want) or (" " in want and _contains_alias(name, want))
    )
    return next(found, None)


def group_named(names: Iterable[str]) -> str | None:
    """The column named like a group of rows: the word stands alone or last.

    >>> group_named(["fold_change", "outer fold"])
    'outer fold'
    """
    names = list(names)
    return next((name for want in GROUPS for name in names if _is_alias(name, want)), None) or next(
        (name for want in GROUPS for name in names if split_name(name)[-1:] == (want,)), None
    )


def is_day(name: str) -> bool:
    """Whether a column is named like the day of its rows: the word stands alone or last.

    >>> is_day("Event Date"), is_day("日期"), is_day("days_overdue")
    (True, True, False)
    """
    return split_name(name)[-1:] in {(want,) for want in DAYS}


def is_amount(name: str) -> bool:
    """Whether a column is named like what a row is worth.

    >>> is_amount("loan_amount"), is_amount("transaction value"), is_amount("age")
    (True, True, False)
    """
    return _contains_any(AMOUNTS, name)


def is_fold_name(name: str) -> bool | None:
    """Whether a column of groups holds folds by its name; None where that tells nothing.

    >>> is_fold_name("outer fold"), is_fold_name("hospital"), is_fold_name("split"), is_fold_name("k")
    (True, False, None, None)
    """
    said = [folds for want, folds in GROUPS.items() if _contains_any((want,), name)]
    return True if True in said else False if False in said else None


def is_named(aliases: Sequence[str], name: str) -> bool:
    """Whether a name is one of those wanted, and nothing else.

    >>> is_named(SCORES, "Y_Score"), is_named(SCORES, "model score")
    (True, False)
    """
    return any(_is_alias(name, want) for want in aliases)


def is_id(name: str) -> bool:
    """Whether a name is that of a column that only tells rows apart.

    >>> is_id("Patient ID"), is_id("No"), is_id("idle"), is_id("P(no)"), is_id("safe_driver_index")
    (True, True, False, False, False)
    """
    return parse_header(name).kind == "identifier"


def _first_match(aliases: Sequence[str], names: list[str]) -> str | None:
    """The name that is one of those wanted, or else holds one, by the order of the wanted."""
    for match in (_is_alias, _contains_alias):
        for want in aliases:
            for name in names:
                if match(name, want):
                    return name
    return None


def _is_alias(name: str, alias: str) -> bool:
    return " ".join(split_name(name)) == alias


def _contains_any(aliases: Sequence[str], name: str) -> bool:
    words = split_name(name)
    return any(want in words or (CHINESE.match(want) is not None and want in name) for want in aliases)


def _contains_alias(name: str, alias: str) -> bool:
    """Whether wanted words are among those of a name; one letter says nothing."""
    if CHINESE.search(alias):
        return alias in name
    words, parts = split_name(name), tuple(alias.split())
    return len(alias) > 1 and any(words[at : at + len(parts)] == parts for at in range(len(words)))
