"""What the name of a column says about its part: names are compared by whole words.

So birth_weights is not taken for weights of rows, target_id not for a target, and patient not for p.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pr_curve_lab.io.header_parser import meaning_of

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
MONEY = (
    "amount", "amt", "price", "cost", "revenue", "betrag", "usd", "eur", "cny", "rmb", "金额", "价格", "成本", "收入",
)  # fmt: skip
AMOUNTS = (*MONEY, "value", "loss", "sum", "损失")
NO_TRUTH = ("pred", "predicted", "prediction", "estimate", "estimated", "score", "prob", "proba", "weight", "预测")
# Of a column that scores one of the classes: p_0, prob_pos, class_2.
PROBABILITY_WORDS = {*PROBABILITIES, "p", "pred", "score", "scores", "class"}
CHINESE = re.compile(r"[一-鿿]")


@lru_cache(maxsize=2**12)  # names of a table are asked for again and again
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case; digits stand apart.

    >>> words_of("yTrue_2"), words_of(".pred_yes"), words_of("P(Malignant)")
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
    possible = [name for name in names if not _any(NO_TRUTH, name) and not is_id(name) and not is_named(TOTALS, name)]
    return _first(LABELS, possible) or next((name for name in possible if meaning_of(name).kind == "label"), None)


def score_named(names: Iterable[str]) -> str | None:
    """The column named like a score, or else like a prediction.

    >>> score_named(["scoreboard", "credit_score", "pd"]), score_named(["label", "model score"])
    ('pd', 'model score')
    """
    possible = [name for name in names if not is_id(name)]
    return _first((*SCORES, *PREDICTIONS), possible) or next(
        (name for name in possible if meaning_of(name).kind == "score"), None
    )


def weight_named(names: Iterable[str]) -> str | None:
    """The column named like weights of rows.

    >>> weight_named(["birth_weights", "my sample weight"])
    'my sample weight'
    """
    names = list(names)
    found = (name for want in WEIGHTS for name in names if _is(name, want) or (" " in want and _holds(name, want)))
    return next(found, None)


def group_named(names: Iterable[str]) -> str | None:
    """The column named like a group of rows: the word stands alone or last.

    >>> group_named(["fold_change", "outer fold"])
    'outer fold'
    """
    names = list(names)
    return next((name for want in GROUPS for name in names if _is(name, want)), None) or next(
        (name for want in GROUPS for name in names if words_of(name)[-1:] == (want,)), None
    )


def is_day(name: str) -> bool:
    """Whether a column is named like the day of its rows: the word stands alone or last.

    >>> is_day("Event Date"), is_day("日期"), is_day("days_overdue")
    (True, True, False)
    """
    return words_of(name)[-1:] in {(want,) for want in DAYS}


def is_amount(name: str) -> bool:
    """Whether a column is named like what a row is worth.

    >>> is_amount("loan_amount"), is_amount("transaction value"), is_amount("age")
    (True, True, False)
    """
    return _any(AMOUNTS, name)


def is_money(name: str) -> bool:
    """Whether a column is named like money, which is no score; values, losses and sums may be.

    >>> is_money("loan_amount"), is_money("value")
    (True, False)
    """
    return _any(MONEY, name)


def names_folds(name: str) -> bool | None:
    """Whether a column of groups holds folds by its name; None where that tells nothing.

    >>> names_folds("outer fold"), names_folds("hospital"), names_folds("split"), names_folds("k")
    (True, False, None, None)
    """
    said = [folds for want, folds in GROUPS.items() if _any((want,), name)]
    return True if True in said else False if False in said else None


def is_named(wanted: Sequence[str], name: str) -> bool:
    """Whether a name is one of those wanted, and nothing else.

    >>> is_named(SCORES, "Y_Score"), is_named(SCORES, "model score")
    (True, False)
    """
    return any(_is(name, want) for want in wanted)


def is_id(name: str) -> bool:
    """Whether a name is that of a column that only tells rows apart.

    >>> is_id("Patient ID"), is_id("No"), is_id("idle"), is_id("P(no)"), is_id("safe_driver_index")
    (True, True, False, False, False)
    """
    return meaning_of(name).kind == "identifier"


def _first(wanted: Sequence[str], names: list[str]) -> str | None:
    """The name that is one of those wanted, or else holds one, by the order of the wanted."""
    for match in (_is, _holds):
        for want in wanted:
            for name in names:
                if match(name, want):
                    return name
    return None


def _is(name: str, want: str) -> bool:
    return " ".join(words_of(name)) == want


def _any(wanted: Sequence[str], name: str) -> bool:
    words = words_of(name)
    return any(want in words or (CHINESE.match(want) is not None and want in name) for want in wanted)


def _holds(name: str, want: str) -> bool:
    """Whether wanted words are among those of a name; one letter says nothing."""
    if CHINESE.search(want):
        return want in name
    words, parts = words_of(name), tuple(want.split())
    return len(want) > 1 and any(words[at : at + len(parts)] == parts for at in range(len(words)))
