"""The data of the page Play: its starts, and rows as text in an address.

`rows_text.js` writes and reads the same text in the browser.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.web.payload import Bundle, language_bundle, schemes_bundle
from pr_metrics import SCHEMES, OperatingPoints, operating_points, roc_area

MOST_ROWS = 300  # in an address, and under the hand
LONGEST = MOST_ROWS * 52  # characters: -0.0000012345678901234567px0.0000012345678901234567_ is a row at its longest
LEAST_PLAIN, LEAST_RAISED = 1e-6, 1e21  # from where to where the browser writes no exponent
_ROW = re.compile(r"([-+.\de]+)([pn])(?:x([.\de+-]+))?", re.ASCII)


@dataclass(frozen=True)
class PlayedRow:
    """A row under the hand."""

    score: float
    positive: bool
    weight: float = 1.0


def text_of_rows(rows: list[PlayedRow]) -> str:
    """Write rows.

    >>> text_of_rows([PlayedRow(0.5, True), PlayedRow(2.0, False, 0.25)])
    '0.5p_2nx0.25'
    """
    return "_".join(f"{_plain(row.score)}{'p' if row.positive else 'n'}{_times(row.weight)}" for row in rows)


def rows_of_text(text: str) -> list[PlayedRow] | None:
    """Read rows; None where the text has none, too many, or anything that is no row.

    >>> rows_of_text("0.5p_2nx0.25")
    [PlayedRow(score=0.5, positive=True, weight=1.0), PlayedRow(score=2.0, positive=False, weight=0.25)]
    >>> rows_of_text("0.5p_nan") is None
    True
    """
    if len(text) > LONGEST:
        return None
    found = [_ROW.fullmatch(part) for part in text.split("_")]
    if not 1 <= len(found) <= MOST_ROWS or None in found:
        return None
    try:
        rows = [PlayedRow(float(one[1]), one[2] == "p", float(one[3] or 1)) for one in found if one]
    except ValueError:
        return None
    usable = all(math.isfinite(row.score) and 0 <= row.weight < math.inf for row in rows)
    return rows if usable and sum(row.weight for row in rows) > 0 else None


def points_of_rows(rows: list[PlayedRow]) -> OperatingPoints:
    """Count rows.

    >>> points_of_rows([PlayedRow(0.5, True)]).positives
    1.0
    """
    weight = np.array([row.weight for row in rows])
    return operating_points([row.positive for row in rows], [row.score for row in rows], sample_weight=weight)


def _plain(number: float) -> str:
    """Write a number as the browser does: 2 for 2.0, 0 for -0.0, and an exponent only where it has one."""
    if number == 0 or LEAST_PLAIN <= abs(number) < LEAST_RAISED:
        return np.format_float_positional(number + 0.0, trim="-")
    return re.sub(r"e([+-])0", r"e\1", repr(number))


def _times(weight: float) -> str:
    return "" if weight == 1 else f"x{_plain(weight)}"


ROUNDING = 1e-9  # of areas: what differs by less is the same

Measure = Literal["step", "linear", "lead", "roc", "positives", "negatives", "order"]
Relation = Literal["near", "above", "below", "is", "differs"]


@dataclass(frozen=True)
class Condition:
    """A demand of a target on a measure; goal None: the value that the rows begin with."""

    measure: Measure
    relation: Relation
    goal: float | str | None = None
    within: float = ROUNDING  # how near is near; how far above or below it must be


@dataclass(frozen=True)
class Start:
    """Rows to begin with, and conditions to reach; without conditions there is nothing to reach."""

    key: str
    text: str  # of the rows
    threshold: float | None = None  # at first; None: the middle
    conditions: tuple[Condition, ...] = ()

    @property
    def rows(self) -> list[PlayedRow]:
        """The rows."""
        return rows_of_text(self.text) or []


def order_of_labels(points: OperatingPoints) -> str:
    """Counts from the highest score down: two rankings with the same ones have the same curve.

    >>> order_of_labels(points_of_rows(rows_of_text("0.9p_0.5n_0.5p")))
    '1/0 2/1'
    """
    return " ".join(
        f"{true:g}/{false:g}" for true, false in zip(points.true_positives, points.false_positives, strict=True)
    )


MEASURES: dict[Measure, Callable[[OperatingPoints], float | str]] = {
    "step": SCHEMES["step"].area,
    "linear": SCHEMES["linear"].area,
    "lead": lambda points: SCHEMES["linear"].area(points) - SCHEMES["step"].area(points),
    "roc": roc_area,
    "positives": lambda points: points.positives,
    "negatives": lambda points: points.negatives,
    "order": order_of_labels,
}


def goal_of(start: Start, condition: Condition) -> float | str:
    """The goal of a condition, that of the first rows where it has none of its own.

    >>> goal_of(STARTS["better"], STARTS["better"].conditions[0])
    0.5
    """
    return MEASURES[condition.measure](points_of_rows(start.rows)) if condition.goal is None else condition.goal


_TEN = "0.94p_0.84n_0.74p_0.66n_0.58n_0.5p_0.41p_0.29n_0.19p_0.09n"
_TIED = "_".join(["0.5p"] * 5 + ["0.5n"] * 5)
_PAIRED = "0.95p_0.85n_0.75p_0.65n_0.55p_0.45n_0.35n_0.25p_0.15n_0.05p"  # one other ranking has the same step area
_FIVE_AND_FIVE = (Condition("positives", "is", 5), Condition("negatives", "is", 5))

STARTS = {
    start.key: start
    for start in (
        Start("half", _TEN, 0.35, (Condition("step", "near", 0.5, 0.005), *_FIVE_AND_FIVE)),
        Start(
            "better",
            _TIED,
            0.35,
            (Condition("roc", "above"), Condition("step", "above"), Condition("linear", "below"), *_FIVE_AND_FIVE),
        ),
        Start(
            "same",
            _PAIRED,
            0.4,
            (Condition("step", "near"), Condition("order", "differs"), *_FIVE_AND_FIVE),
        ),
        Start("lead", _TEN, 0.35, (Condition("lead", "above", 0.2, -ROUNDING), *_FIVE_AND_FIVE)),
        Start("roc", _TEN, 0.35, (Condition("roc", "above", 0.85), Condition("step", "below", 0.505))),
        Start("ten", _TEN, 0.35),
    )
}
FIRST = "half"


DATA, RIDDLE = "data", "riddle"  # starts with the rows in use, and with those that an address hands on
SEED = 20  # of the sample, so that the same rows come again
RIDDLE_WITHIN = 0.0005  # area; a goal is handed on with three decimals


@dataclass(frozen=True)
class Asked:
    """Wishes of the address: a start by its key, rows as text, the goal of a riddle, a threshold, two schemes."""

    start: str
    rows: str
    goal: float | None
    threshold: float | None
    left: str
    right: str


def play_bundle(asked: Asked, cases: Cases, name: str, words: Words) -> Bundle:
    """All that the page needs; `name` is that of the rows in use, in words.

    >>> from pr_curve_lab.schema.examples import example_tasks
    >>> from pr_curve_lab.i18n.messages import words_in
    >>> tasks = example_tasks("ten_rows")
    >>> asked = Asked("half", "", None, None, "step", "linear")
    >>> [one["key"] for one in play_bundle(asked, tasks.cases(tasks.names[0]), "ten", words_in("en"))["starts"]]
    ['half', 'better', 'same', 'lead', 'roc', 'ten', 'data']
    """
    starts = starts_bundle(words)
    starts.append(_of_data(cases, name, words))
    if asked.start == RIDDLE and asked.rows and asked.goal is not None:
        condition = Condition("step", "near", asked.goal, RIDDLE_WITHIN)
        starts.insert(0, _of_start(Start(RIDDLE, asked.rows, None, (condition,)), words))
    now = {"start": asked.start, "rows": asked.rows, "threshold": asked.threshold}
    return {
        **language_bundle("play", words),
        "schemes": schemes_bundle(words),
        "starts": starts,
        "now": {**now, "left": asked.left, "right": asked.right},
    }


def starts_bundle(words: Words) -> list[Bundle]:
    """Beginnings of play besides data: targets, and ten rows.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> starts_bundle(words_in("en"))[0]["title"]
    'Target 1 of 5'
    """
    return [_of_start(start, words) for start in STARTS.values()]


def _of_start(start: Start, words: Words) -> Bundle:
    conditions = [
        {"measure": one.measure, "relation": one.relation, "goal": goal_of(start, one), "within": one.within}
        for one in start.conditions
    ]
    number = list(STARTS).index(start.key) + 1 if start.key in STARTS else 0
    targets = sum(bool(one.conditions) for one in STARTS.values())
    title = words.say("play.target_of", number=number, total=targets) if start.conditions and number else ""
    areas = [one["goal"] for one in conditions if one["measure"] == "step"]
    return {
        "key": start.key,
        "title": title or words.say(f"play.title_{start.key}"),
        "rows": [_as_json(row) for row in start.rows],
        "threshold": start.threshold,
        "conditions": conditions,
        "goal": areas[0] if areas else None,
    }


def _of_data(cases: Cases, name: str, words: Words) -> Bundle:
    """The rows in use; of more than a hand can move a sample, which is said."""
    rows = sampled_rows(cases)
    notes = []
    if len(rows) < cases.size:
        notes.append(words.say("play.sampled", kept=len(rows), rows=cases.size))
    if cases.points.unreached_positives:
        notes.append(words.say("play.without_missed"))
    note = {"note": " ".join(notes)} if notes else {}
    return {"key": DATA, "title": name, "rows": [_as_json(row) for row in rows], "conditions": [], "goal": None, **note}


def sampled_rows(cases: Cases) -> list[PlayedRow]:
    """The rows of the cases, or 300 of them drawn at random; always the same ones, in the order of the file.

    >>> from pr_curve_lab.schema.examples import example_tasks
    >>> tasks = example_tasks("ten_rows")
    >>> len(sampled_rows(tasks.cases(tasks.names[0])))
    10
    """
    times = cases.weight.astype(np.int64) if cases.weight is not None and cases.are_counts else None
    draws = np.random.default_rng(SEED)
    if times is not None:
        drawn = times if cases.size <= MOST_ROWS else draws.multivariate_hypergeometric(times, MOST_ROWS)
        kept = np.repeat(np.arange(cases.lines), drawn)
    else:
        kept = np.arange(cases.size)
        if cases.size > MOST_ROWS:
            kept = np.sort(draws.choice(cases.size, MOST_ROWS, replace=False))
    weight = cases.weight[kept] if cases.weight is not None and times is None else np.ones(kept.size)
    columns = (cases.score[kept].tolist(), cases.positive[kept].tolist(), weight.tolist())
    return [PlayedRow(score, bool(positive), own) for score, positive, own in zip(*columns, strict=True)]


def table_of_rows(text: str) -> bytes | None:
    """Rows as a CSV, for the other pages; None where the text has none.

    >>> table_of_rows("0.5p_0.25n")
    b'label,score\\n1,0.5\\n0,0.25\\n'
    """
    rows = rows_of_text(text)
    if rows is None:
        return None
    weighted = any(row.weight != 1 for row in rows)
    header = "label,score,weight" if weighted else "label,score"
    lines = [f"{int(row.positive)},{row.score!r}" + (f",{row.weight!r}" if weighted else "") for row in rows]
    return ("\n".join([header, *lines]) + "\n").encode("ascii")


def _as_json(row: PlayedRow) -> Bundle:
    weight = {} if row.weight == 1 else {"weight": row.weight}
    return {"score": row.score, "positive": row.positive, **weight}
