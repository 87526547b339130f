"""What the name of a column says about it: a label, an outcome, a model's score, a weight, an attribute, and so on.

Names are compared by whole words, without capitals and accents, so that birth_weights is not taken for row weights,
target_id for a target, or patient for p. Chinese, Japanese and Korean names, which have no spaces between words, are
searched for the longest words first. The words of a dozen languages are in `header_words.toml`.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from pathlib import Path

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
# Without "weight": such a column may hold kilograms, and weighting silently would change every number.
WEIGHTS = ("sample weight", "case weight", "case weights", "weights", "样本权重", "权重")
COUNTS = ("count", "counts", "n", "freq", "frequency", "次数", "频数", "人数")  # of rows in one line
# The number of all positives, also of those without a row: ground truth of an image, relevant documents of a query.
TOTALS = (
    "total positives", "total positive", "n gt", "num gt", "ngt",
    "gt count", "n gts", "num gts", "npos", "num positives", "n relevant", "num relevant",
    "num rel", "total relevant", "正例总数", "总正例数",
)  # fmt: skip
# What a number of positives belongs to, if it is not for all rows.
UNITS = (
    "image", "image id", "img", "img id", "file", "filename", "file name", "frame", "frame id", "scene", "qid", "query",
    "query id", "topic", "topic id", "user", "user id", "图像", "图片", "查询", "用户",
)  # fmt: skip
# Groups of rows, and whether they are folds; None if the name does not tell, as for "split".
GROUPS = {
    "group": False, "fold": True, "resample": True, "split": None, "折": True,
    "site": False, "center": False, "centre": False, "hospital": False, "cohort": False, "组": False,
    "clinic": False, "ward": False, "branch": False, "region": False,
    "office": False, "store": False, "plant": False, "factory": False, "line": False, "department": False,
    "医院": False, "科室": False, "分行": False, "地区": False, "区域": False,
    "门店": False, "工厂": False, "车间": False, "产线": False, "部门": False, "分公司": False,
}  # fmt: skip
DAYS = ("day", "days", "date", "datum", "tag", "dt", "datetime", "timestamp", "日期", "日", "天", "时间")
AMOUNTS = (
    "amount", "amt", "price", "cost", "revenue", "betrag", "usd", "eur", "cny", "rmb", "金额", "价格", "成本", "收入",
    "value", "loss", "sum", "损失",
)  # fmt: skip
NOT_LABELS = ("pred", "predicted", "prediction", "estimate", "estimated", "score", "prob", "proba", "weight", "预测")
# Columns that score one of the classes, such as p_0, prob_pos and class_2.
PROBABILITY_TOKENS = {*PROBABILITIES, "p", "pred", "score", "scores", "class"}


@lru_cache(maxsize=2**12)  # the names of a table are looked up often
def split_name(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case, with digits apart.

    >>> split_name("yTrue_2"), split_name(".pred_yes"), split_name("P(Malignant)")
    (('y', 'true', '2'), ('pred', 'yes'), ('p', 'malignant'))
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return tuple(re.findall(r"[^\W\d_]+|\d+", spaced.lower()))


def find_label_column(names: Iterable[str]) -> str | None:
    """Return the column named like a label, or None. Names that also mention predictions, ids or totals do not count.

    >>> find_label_column(["predicted_class", "target_id", "n_gt", "class of the patient"])
    'class of the patient'
    >>> find_label_column(["Alter", "Zielvariable"])
    'Zielvariable'
    """
    possible = [
        name for name in names if not _contains_any(NOT_LABELS, name) and not is_id(name) and not is_named(TOTALS, name)
    ]
    return _first_match(LABELS, possible) or next(
        (name for name in possible if parse_header(name).kind == "label"), None
    )


def find_score_column(names: Iterable[str]) -> str | None:
    """Return the column named like a score, or else like a prediction, or None.

    >>> find_score_column(["scoreboard", "credit_score", "pd"]), find_score_column(["label", "model score"])
    ('pd', 'model score')
    """
    possible = [name for name in names if not is_id(name)]
    return _first_match((*SCORES, *PREDICTIONS), possible) or next(
        (name for name in possible if parse_header(name).kind == "score"), None
    )


def find_weight_column(names: Iterable[str]) -> str | None:
    """Return the column named like row weights, or None.

    >>> find_weight_column(["birth_weights", "my sample weight"])
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


def find_group_column(names: Iterable[str]) -> str | None:
    """Return the column named like a group of rows, or None: the word is the whole name, or the last word.

    >>> find_group_column(["fold_change", "outer fold"])
    'outer fold'
    """
    names = list(names)
    return next((name for want in GROUPS for name in names if _is_alias(name, want)), None) or next(
        (name for want in GROUPS for name in names if split_name(name)[-1:] == (want,)), None
    )


def is_day(name: str) -> bool:
    """Whether a column is named like a date: the word is the whole name, or the last word.

    >>> is_day("Event Date"), is_day("日期"), is_day("days_overdue")
    (True, True, False)
    """
    return split_name(name)[-1:] in {(want,) for want in DAYS}


def is_amount(name: str) -> bool:
    """Whether a column is named like an amount of money or a value.

    >>> is_amount("loan_amount"), is_amount("transaction value"), is_amount("age")
    (True, True, False)
    """
    return _contains_any(AMOUNTS, name)


def is_fold_name(name: str) -> bool | None:
    """Whether a column of groups holds folds according to its name, or None if the name does not tell.

    >>> is_fold_name("outer fold"), is_fold_name("hospital"), is_fold_name("split"), is_fold_name("k")
    (True, False, None, None)
    """
    found = [folds for want, folds in GROUPS.items() if _contains_any((want,), name)]
    return True if True in found else False if False in found else None


def is_named(aliases: Sequence[str], name: str) -> bool:
    """Whether a name consists of one of these aliases and nothing else.

    >>> is_named(SCORES, "Y_Score"), is_named(SCORES, "model score")
    (True, False)
    """
    return join_words(name) in aliases


def is_id(name: str) -> bool:
    """Whether a column is named like one that only identifies rows.

    >>> is_id("Patient ID"), is_id("No"), is_id("idle"), is_id("P(no)"), is_id("safe_driver_index")
    (True, True, False, False, False)
    """
    return parse_header(name).kind == "identifier"


def _first_match(aliases: Sequence[str], names: list[str]) -> str | None:
    """Return the first name that equals an alias, or else contains one, with aliases in order of preference."""
    for match in (_is_alias, _contains_alias):
        for want in aliases:
            for name in names:
                if match(name, want):
                    return name
    return None


def join_words(name: str) -> str:
    """Return the words of a name with spaces between them.

    >>> join_words("yTrue_2")
    'y true 2'
    """
    return " ".join(split_name(name))


def _is_alias(name: str, alias: str) -> bool:
    return join_words(name) == alias


def _contains_any(aliases: Sequence[str], name: str) -> bool:
    words = split_name(name)
    return any(want in words or (HAS_CJK.match(want) is not None and want in name) for want in aliases)


def _contains_alias(name: str, alias: str) -> bool:
    """Whether a name contains the words of an alias; a single letter does not count."""
    if HAS_CJK.search(alias):
        return alias in name
    words, parts = split_name(name), tuple(alias.split())
    return len(alias) > 1 and any(words[at : at + len(parts)] == parts for at in range(len(words)))


CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"  # kana, Chinese characters, Hangul
TOKEN = re.compile(rf"[{CJK}]+|[^\W\d_{CJK}]+|\d+")
HAS_CJK = re.compile(rf"[{CJK}]")
MIN_STEM_LENGTH = 4  # letters that two words must share at their beginning
PROBABILITY_AFFIXES = ("p", "pr", "prob")  # before or after an outcome
MODELER = re.compile(r"\$([A-Z]{1,3})-")  # IBM SPSS Modeler writes it before the name of the target
ACRONYM = re.compile(r"p[A-Z]{2}")  # such as pIC50 and pLI, which are not probabilities
POINTS = "分"  # at the end of a header
GENERIC_SCORES = ("score", "scores", "分数", "分數", POINTS, "スコア", "점수", "punkte", "skor", "skoru")
RATES = ("rate", "率")  # rates of an outcome, which a model can predict
IN_BRACKETS = re.compile(r"[(（\[【<].*?[)）\]】>]")
DECISIVE = frozenset(("truth", "label", "model", "final"))  # these count within brackets too, where usually units are
COMPARISON = re.compile(  # with a comparison, a number becomes two classes
    r"\s[<>≥≤]=?\s|[<>≥≤]=?\s*\d|[ _]or[ _](?:worse|more|higher|above|over|greater)"
)
UNIT_SYMBOLS = re.compile(r"[°℃℉€$£¥µμ㎡]|/")  # within brackets; without "%", which risks have too
AUXILIARY_CATEGORIES = ("unit", "horizon", "filler")  # these say nothing about their column by themselves
CONCEPTS = ("outcome", "condition")  # categories in which each line of the table is one concept
INPUT_KINDS = ("attribute", "treatment", "input", "measure", "before")


@dataclass(frozen=True)
class HeaderInfo:
    """What a header says about its column: its kind, which is empty if unknown, and its subject, for comparison."""

    kind: str
    concepts: frozenset[int] = frozenset()
    content_tokens: tuple[str, ...] = ()
    is_exact_match: bool = False  # whether the whole header is one known word
    mentions_score: bool = False  # whether a word stands for a ranking: score, probability, risk
    mentions_model: bool = False  # whether a word names a model, or says that a model predicted
    categories: frozenset[str] = frozenset()  # the categories of all words


@dataclass(frozen=True)
class _TokenInfo:
    categories: frozenset[str]
    concept: int | None


@lru_cache(maxsize=2**12)  # the headers of a table are looked up often
def parse_header(name: str) -> HeaderInfo:
    """Return what a header says about its column.

    >>> [parse_header(name).kind for name in ("sex", "is_fraud", "risk", "test_score", "y_true", "is_train", "zork")]
    ['attribute', 'outcome', 'score', 'grade', 'label', 'split', '']
    >>> [parse_header(name).kind for name in ("是否逾期", "预测概率", "年龄", "Ausfallrisiko", "days_to_death")]
    ['outcome', 'score', 'input', 'score', 'input']
    """
    inner, outer = " ".join(IN_BRACKETS.findall(name)), IN_BRACKETS.sub(" ", name)
    tokens = tokens_of(outer) or tokens_of(name)
    if not tokens:
        return HeaderInfo("")
    if of_modeler := MODELER.match(name):
        target = parse_header(name[of_modeler.end() :])
        # $LRP-churn is the probability of the target, $L-churn the decision, $LP-churn the confidence in the decision.
        kind = "score" if of_modeler[1].endswith("RP") else "decision" if len(of_modeler[1]) == 1 else "input"
        return replace(target, kind=kind, is_exact_match=False, mentions_score=kind == "score", mentions_model=True)
    alone = _EXACT.get(" ".join(tokens))
    found = list(_match_all(tokens))
    beside = (
        frozenset(category for _, _, word in _match_all(tokens_of(inner)) for category in word.categories) & DECISIVE
    )
    categories = beside | frozenset(category for _, _, word in found for category in word.categories)
    is_phrase = bool(found) and found[0][0] == 0 and found[0][1] > 1  # such as pKa
    is_chance = tokens[0] in PROBABILITY_AFFIXES and not ACRONYM.match(name) and not is_phrase
    if is_chance or tokens[-1] in PROBABILITY_AFFIXES or tokens[-1].endswith(POINTS):  # p_pass, logreg_p, 机审分
        categories |= {"score"}
    kind = _kind(tokens, found, categories) if alone is None else alone
    predicts_amount = kind == "score" and "score" not in categories and _has_unit((), inner)  # predicted minutes
    if predicts_amount or (kind in ("", "outcome") and _has_unit(tokens, inner)):
        kind = "input"
    if kind in ("input", "time") and "before" not in categories and (COMPARISON.search(name) or "after" in categories):
        kind = ""
    return HeaderInfo(
        kind,
        frozenset(word.concept for _, _, word in found if word.concept is not None),
        tuple(_find_content(tokens, found)),
        is_exact_match=alone is not None or _is_single_match(tokens, found),
        mentions_score="score" in categories or alone == "score",
        mentions_model="model" in categories,
        categories=categories,
    )


def is_name_match(score: str, label: str, *, exclude: Collection[str] = ()) -> bool:
    """Whether a score is named after a label: they share a word, its stem, or a concept.

    exclude: words that are in the headers of a whole table, and so do not distinguish columns.

    >>> is_name_match("churn_score", "Churned"), is_name_match("违约概率", "是否违约")
    (True, True)
    >>> is_name_match("fraud_score", "churned")
    False
    """
    return bool(parse_header(score).concepts & parse_header(label).concepts) or has_common_token(
        score, label, exclude=exclude
    )


def has_common_token(score: str, label: str, *, exclude: Collection[str] = ()) -> bool:
    """Whether two headers share a word of their subject, or its stem.

    >>> has_common_token("churn_score", "Churned"), has_common_token("churn_score", "exited")
    (True, False)
    """
    stems = ([stem for stem in parse_header(name).content_tokens if stem not in exclude] for name in (score, label))
    pairs = product(*stems)
    return any(_is_token_match(*pair) for pair in pairs)


def tokens_of(name: str) -> tuple[str, ...]:
    """Return the words of a header without capitals and accents; runs of CJK characters and of digits stand apart.

    >>> tokens_of("AI评分 (Höhe)"), tokens_of("SeriousDlqin2yrs")
    (('ai', '评分', 'hohe'), ('serious', 'dlqin', '2', 'yrs'))
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})", " ", name)
    return tuple(TOKEN.findall(normalize_text(spaced)))


def normalize_text(text: str) -> str:
    """Normalize a text: no capitals, accents or full-width characters; Hangul syllables stay composed.

    >>> normalize_text("Probabilité"), normalize_text("ＲＩＳＫ"), normalize_text("sigara içıyor")
    ('probabilite', 'risk', 'sigara iciyor')
    """
    split = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = "".join(sign for sign in split if not unicodedata.combining(sign) or sign in "\u3099\u309a")
    return unicodedata.normalize("NFC", kept).translate(_LETTER_MAP)


def _kind(tokens: tuple[str, ...], found: list[tuple[int, int, _TokenInfo]], categories: frozenset[str]) -> str:
    """Return the kind of a header from all its words; the last word, or one for a model, outweighs the subject."""
    last, first = _categories_at_end(tokens, found), _categories_at_start(tokens, found)
    several = len(found) > 1 or not _is_single_match(tokens, found)
    if "identifier" in last or ("identifier" in first and not categories & {"outcome", "score", "label"}):
        return "identifier"
    if "split" in categories and "score" not in categories:
        return "split"
    if "weight" in categories:
        return "weight"
    is_output = bool(categories & {"score", "model"})
    is_predicted_rate = {"model", "outcome"} <= categories and tokens[-1].endswith(RATES)  # such as 预估点击率
    if several and not is_predicted_rate and ("measure" in last or ("measure" in first and "score" not in last)):
        return "time" if "time" in last | first and "outcome" not in categories else "input"
    if "before" in categories and not is_output:
        return "input"
    if "decision" in categories:
        return "decision"
    if "verdict" in categories and not categories & {"final", "score", "outcome", "truth"}:
        return "decision" if "model" in categories else "verdict"
    if "instrument" in categories and "model" not in categories:
        return "instrument"
    if "input" in categories and not categories & {"model", "label", "truth"}:
        if "score" in categories and "input" not in last:
            return "grade" if _is_generic_score(tokens[-1]) and "outcome" not in categories else "score"
        if "outcome" not in categories or "input" in last:
            return "grade" if _is_generic_score(tokens[-1]) else "input"
    if is_output and not (categories & {"truth", "label"} and "score" not in last and not categories & {"model"}):
        return "score"
    if categories & {"truth", "label"}:
        return "label"
    return next(
        (
            kind
            for kind in ("rater", "outcome", "condition", "treatment", "attribute", "time", "input")
            if kind in categories
        ),
        "",
    )


def _has_unit(tokens: tuple[str, ...], inner: str) -> bool:
    """Whether there is a unit of measurement within brackets or at the end."""
    units = [token for token in tokens_of(inner) if not token.isdigit()]
    if UNIT_SYMBOLS.search(inner) or (units and all(token in _UNITS for token in units)):
        return True
    return len(tokens) > 1 and tokens[-1] in _UNITS and not (tokens[-2].isdigit() and tokens[-1] in _HORIZONS)


def _is_generic_score(token: str) -> bool:
    """Whether a word means any score, not a probability: exams and patients have scores too."""
    return token.endswith(GENERIC_SCORES)


def _match_all(tokens: tuple[str, ...]) -> Iterator[tuple[int, int, _TokenInfo]]:
    """Yield the known words, longest first, with the start and end of each among the tokens."""
    at = 0
    while at < len(tokens):
        if HAS_CJK.match(tokens[at]):
            yield from ((at, at + 1, word) for word in _match_run(tokens[at]))
            at += 1
            continue
        for length in range(min(_MAX_PHRASE_LENGTH, len(tokens) - at), 0, -1):
            # "MolWt" is split into two words, but may be known as one.
            word = _PHRASES.get(tokens[at : at + length]) or _PHRASES.get(("".join(tokens[at : at + length]),))
            word = word or (_match_pattern(tokens[at]) if length == 1 else None)
            if word is not None:
                yield at, at + length, word
                at += length
                break
        else:
            at += 1


def _match_run(run: str) -> Iterator[_TokenInfo]:
    """Yield the known words within a run of CJK characters, longest first from its beginning."""
    at = 0
    while at < len(run):
        length = next(
            (size for size in range(min(_MAX_CJK_LENGTH, len(run) - at), 0, -1) if run[at : at + size] in _CJK), 0
        )
        if length:
            yield _CJK[run[at : at + length]]
        at += length or 1


def _match_pattern(token: str) -> _TokenInfo | None:
    categories = frozenset(category for category, pattern in _PATTERNS.items() if pattern.fullmatch(token))
    if not categories:
        return None
    concept = next((number for number, pattern in _CONCEPTS.items() if pattern.fullmatch(token)), None)
    return _TokenInfo(categories, concept)


def _is_single_match(tokens: tuple[str, ...], found: list[tuple[int, int, _TokenInfo]]) -> bool:
    """Whether one known word is the whole header."""
    return (
        len(found) == 1
        and (found[0][0], found[0][1]) == (0, len(tokens))
        and (not HAS_CJK.match(tokens[0]) or tokens[0] in _CJK)
    )


def _categories_at_end(tokens: tuple[str, ...], found: list[tuple[int, int, _TokenInfo]]) -> frozenset[str]:
    """Return the categories of the last word; a number with its unit, as of a time horizon, is skipped."""
    end = len(tokens)
    while end > 1 and (tokens[end - 1].isdigit() or (tokens[end - 1] in _HORIZONS and tokens[end - 2].isdigit())):
        end -= 1
    word = next((word for _, stop, word in reversed(found) if stop == end), None)
    run = tokens[end - 1]
    is_suffix = not HAS_CJK.match(run) or any(run.endswith(signs) and known == word for signs, known in _CJK.items())
    return word.categories if word and is_suffix else frozenset()


def _categories_at_start(tokens: tuple[str, ...], found: list[tuple[int, int, _TokenInfo]]) -> frozenset[str]:
    return found[0][2].categories if found and found[0][0] == 0 and not HAS_CJK.match(tokens[0]) else frozenset()


def _find_content(tokens: tuple[str, ...], found: list[tuple[int, int, _TokenInfo]]) -> Iterator[str]:
    """Yield the words for the subject of a column, without scores, models, labels, fillers and numbers."""
    generic = {at for start, stop, word in found for at in range(start, stop) if word.categories & _GENERIC}
    for at, token in enumerate(tokens):
        if HAS_CJK.match(token):
            yield from _remove_generic(token)
        elif at not in generic and not token.isdigit() and token not in _FILLERS | _HORIZONS:
            yield token


def _remove_generic(run: str) -> Iterator[str]:
    """Yield the rest of a run of CJK characters without scores, models, labels and fillers."""
    words = [signs for signs, word in _CJK.items() if word.categories & _GENERIC and signs in run]
    for word in sorted((*words, *filter(HAS_CJK.match, _FILLERS)), key=len, reverse=True):
        run = run.replace(word, " ")
    yield from (part for part in run.split() if len(part) > 1)


def _is_token_match(one: str, other: str) -> bool:
    if HAS_CJK.match(one) or HAS_CJK.match(other):
        shorter, longer = sorted((one, other), key=len)
        return any(shorter[at : at + 2] in longer for at in range(len(shorter) - 1))
    shorter, longer = sorted((one, other), key=len)
    same = next((at for at, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return same == len(shorter) >= MIN_STEM_LENGTH - 1 or (same >= MIN_STEM_LENGTH and same >= 0.6 * len(shorter))


_LETTER_MAP = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_GENERIC = {"score", "model", "label", "truth", "decision", "split", "measure", "before"}
_TABLE = tomllib.loads((Path(__file__).parent / "header_words.toml").read_text(encoding="utf-8"))


def _split_text(text: str) -> tuple[str, ...]:
    """Return the tokens of a word in the table."""
    return tuple(TOKEN.findall(normalize_text(text)))


def _read() -> tuple[
    dict[tuple[str, ...], _TokenInfo], dict[str, _TokenInfo], dict[str, re.Pattern[str]], dict[int, re.Pattern[str]]
]:
    """Read the table into phrases, CJK words, patterns by category, and patterns by concept."""
    categories: dict[str, set[str]] = {}
    concepts: dict[str, int] = {}
    patterns: dict[str, list[str]] = {}
    of_concepts: dict[int, list[str]] = {}
    for category, entry in _TABLE.items():
        if category in AUXILIARY_CATEGORIES:
            continue
        lines = [entry["words"]] if isinstance(entry["words"], str) else entry["words"]
        for number, line in enumerate(lines, start=1000 * (category == "condition")):
            for word in line.split():
                if "*" in word:
                    pattern = ".*".join(map(re.escape, map(normalize_text, word.split("*"))))
                    patterns.setdefault(category, []).append(pattern)
                    if category in CONCEPTS:
                        of_concepts.setdefault(number, []).append(pattern)
                    continue
                key = " ".join(_split_text(word))
                categories.setdefault(key, set()).add(category)
                if category in CONCEPTS:
                    concepts.setdefault(key, number)
    known = {key: _TokenInfo(frozenset(found), concepts.get(key)) for key, found in categories.items()}
    phrases = {tuple(key.split()): word for key, word in known.items() if not HAS_CJK.search(key)}
    signs = {key: word for key, word in known.items() if HAS_CJK.search(key)}
    return (
        phrases,
        signs,
        {category: re.compile("|".join(all_of)) for category, all_of in patterns.items()},
        {number: re.compile("|".join(all_of)) for number, all_of in of_concepts.items()},
    )


_UNITS, _HORIZONS, _FILLERS = (
    frozenset(normalize_text(_TABLE[kind]["words"]).split()) for kind in AUXILIARY_CATEGORIES
)
_PHRASES, _CJK, _PATTERNS, _CONCEPTS = _read()
_EXACT = {
    " ".join(_split_text(word)): category for category, entry in _TABLE.items() for word in entry["alone"].split()
}
_MAX_PHRASE_LENGTH = max(map(len, _PHRASES))
_MAX_CJK_LENGTH = max(map(len, _CJK))
