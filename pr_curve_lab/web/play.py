"""Data of the page Play: the rows that a visitor can start with, and rows as text in an address.

`play.js` writes and reads the same text in the browser.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np

from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.web.modules import Json, language_json, schemes_json
from pr_metrics import SCHEMES, OperatingPoints, operating_points, roc_area

MAX_ROWS = 300  # in an address, and on the board where rows are dragged
MAX_LENGTH = MAX_ROWS * 52  # characters; the longest row is -0.0000012345678901234567px0.0000012345678901234567_
MIN_POSITIONAL, MAX_POSITIONAL = 1e-6, 1e21  # JavaScript writes numbers between these without an exponent
_ROW = re.compile(r"([-+.\de]+)([pn])(?:x([.\de+-]+))?", re.ASCII)


@dataclass(frozen=True)
class ScoreRow:
    """A row that can be dragged."""

    score: float
    positive: bool
    weight: float = 1.0


def format_rows(rows: list[ScoreRow]) -> str:
    """Return rows as text for an address.

    >>> format_rows([ScoreRow(0.5, True), ScoreRow(2.0, False, 0.25)])
    '0.5p_2nx0.25'
    """
    return "_".join(
        f"{_format_number(row.score)}{'p' if row.positive else 'n'}{_format_weight(row.weight)}" for row in rows
    )


def parse_rows(text: str) -> list[ScoreRow] | None:
    """Return the rows of a text, or None if it has no rows, too many, an invalid one, or a total weight of 0.

    >>> parse_rows("0.5p_2nx0.25")
    [ScoreRow(score=0.5, positive=True, weight=1.0), ScoreRow(score=2.0, positive=False, weight=0.25)]
    >>> parse_rows("0.5p_nan") is None
    True
    """
    if len(text) > MAX_LENGTH:
        return None
    found = [_ROW.fullmatch(part) for part in text.split("_")]
    if not 1 <= len(found) <= MAX_ROWS or None in found:
        return None
    try:
        rows = [ScoreRow(float(one[1]), one[2] == "p", float(one[3] or 1)) for one in found if one]
    except ValueError:
        return None
    usable = all(math.isfinite(row.score) and 0 <= row.weight < math.inf for row in rows)
    return rows if usable and sum(row.weight for row in rows) > 0 else None


def rows_json(rows: Iterable[ScoreRow]) -> list[Json]:
    """Return rows as JSON. A weight of 1 is left out, because it is the default in the browser.

    >>> rows_json([ScoreRow(0.5, True)])
    [{'score': 0.5, 'positive': True}]
    """
    return [
        {"score": row.score, "positive": row.positive, **({} if row.weight == 1 else {"weight": row.weight})}
        for row in rows
    ]


def points_of_rows(rows: list[ScoreRow]) -> OperatingPoints:
    """Return the operating points of rows.

    >>> points_of_rows([ScoreRow(0.5, True)]).positives
    1.0
    """
    weight = np.array([row.weight for row in rows])
    return operating_points([row.positive for row in rows], [row.score for row in rows], sample_weight=weight)


def _format_number(number: float) -> str:
    """Write a number as JavaScript does: 2 for 2.0, 0 for -0.0, and an exponent only if JavaScript writes one."""
    if number == 0 or MIN_POSITIONAL <= abs(number) < MAX_POSITIONAL:
        return np.format_float_positional(number + 0.0, trim="-")
    return re.sub(r"e([+-])0", r"e\1", repr(number))


def _format_weight(weight: float) -> str:
    return "" if weight == 1 else f"x{_format_number(weight)}"


ROUNDING = 1e-9  # areas that differ by less count as equal

Measure = Literal["step", "linear", "difference", "roc", "positives", "negatives", "order"]
Relation = Literal["near", "above", "below", "is", "differs"]


@dataclass(frozen=True)
class Condition:
    """A condition on a measure of the rows. If `target` is None, it is the measure of the first rows."""

    measure: Measure
    relation: Relation
    target: float | str | None = None
    tolerance: float = ROUNDING  # "near" allows this distance, "above" and "below" need more


@dataclass(frozen=True)
class Start:
    """Rows to start with, and the conditions that solve the task; without conditions there is no task."""

    key: str
    text: str  # the rows as `format_rows` writes them
    threshold: float | None = None  # at first; None means the middle of the range
    conditions: tuple[Condition, ...] = ()

    @property
    def rows(self) -> list[ScoreRow]:
        """Return the rows of the text."""
        return parse_rows(self.text) or []


def order_of_labels(points: OperatingPoints) -> str:
    """Return the counts at each threshold as text, highest first. Rankings with equal counts have the same curve.

    >>> order_of_labels(points_of_rows(parse_rows("0.9p_0.5n_0.5p")))
    '1/0 2/1'
    """
    return " ".join(
        f"{true:g}/{false:g}" for true, false in zip(points.true_positives, points.false_positives, strict=True)
    )


MEASURES: dict[Measure, Callable[[OperatingPoints], float | str]] = {
    "step": SCHEMES["step"].area,
    "linear": SCHEMES["linear"].area,
    "difference": lambda points: SCHEMES["linear"].area(points) - SCHEMES["step"].area(points),
    "roc": roc_area,
    "positives": lambda points: points.positives,
    "negatives": lambda points: points.negatives,
    "order": order_of_labels,
}


def target_value(start: Start, condition: Condition) -> float | str:
    """Return the target of a condition, or the measure of the first rows if the condition has no target.

    >>> target_value(STARTS["better"], STARTS["better"].conditions[0])
    0.5
    """
    return MEASURES[condition.measure](points_of_rows(start.rows)) if condition.target is None else condition.target


_TEN = "0.94p_0.84n_0.74p_0.66n_0.58n_0.5p_0.41p_0.29n_0.19p_0.09n"
_TIED = "_".join(["0.5p"] * 5 + ["0.5n"] * 5)
_PAIRED = "0.95p_0.85n_0.75p_0.65n_0.55p_0.45n_0.35n_0.25p_0.15n_0.05p"  # one other ranking has the same step area
_FIVE_AND_FIVE = (Condition("positives", "is", 5), Condition("negatives", "is", 5))
_BETTER = Condition("roc", "above"), Condition("step", "above"), Condition("linear", "below")

STARTS = {
    start.key: start
    for start in (
        Start("half", _TEN, 0.35, (Condition("step", "near", 0.5, 0.005), *_FIVE_AND_FIVE)),
        Start("better", _TIED, 0.35, (*_BETTER, *_FIVE_AND_FIVE)),
        Start("same", _PAIRED, 0.4, (Condition("step", "near"), Condition("order", "differs"), *_FIVE_AND_FIVE)),
        Start("lead", _TEN, 0.35, (Condition("difference", "above", 0.2, -ROUNDING), *_FIVE_AND_FIVE)),
        Start("roc", _TEN, 0.35, (Condition("roc", "above", 0.85), Condition("step", "below", 0.505))),
        Start("ten", _TEN, 0.35),
    )
}
DEFAULT_START = "half"


DATA, RIDDLE = "data", "riddle"  # keys of the starts with the rows in use, and with the rows and target of an address
RANDOM_STATE = 20  # a fixed seed, so that the sample always has the same rows
RIDDLE_TOLERANCE = 0.0005  # of the area, because the target in an address has three decimals


@dataclass(frozen=True)
class PlayParams:
    """Parameters of the address: key of the start, rows as text, area to reach in a riddle, threshold, two schemes."""

    start: str
    rows: str
    target: float | None
    threshold: float | None
    left: str
    right: str


def play_json(params: PlayParams, labeled_scores: LabeledScores, name: str, messages: Messages) -> Json:
    """Return all data of the page; `name` is the title of the rows in use.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> dataset = example_dataset("ten_rows")
    >>> asked = PlayParams("half", "", None, None, "step", "linear")
    >>> labeled_scores = dataset.labeled_scores(dataset.names[0])
    >>> [one["key"] for one in play_json(asked, labeled_scores, "ten", messages_in("en"))["starts"]]
    ['half', 'better', 'same', 'lead', 'roc', 'ten', 'data']
    """
    starts = starts_json(messages)
    starts.append(_data_json(labeled_scores, name, messages))
    if params.start == RIDDLE and params.rows and params.target is not None:
        condition = Condition("step", "near", params.target, RIDDLE_TOLERANCE)
        starts.insert(0, _start_json(Start(RIDDLE, params.rows, None, (condition,)), messages))
    now = {"start": params.start, "rows": params.rows, "threshold": params.threshold}
    return {
        **language_json("play", messages),
        "schemes": schemes_json(messages),
        "starts": starts,
        "now": {**now, "left": params.left, "right": params.right},
    }


def starts_json(messages: Messages) -> list[Json]:
    """Return the starts that do not depend on the data: those with a target, and ten rows without one.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> starts_json(messages_in("en"))[0]["title"]
    'Target 1 of 5: step area 0.5'
    """
    return [_start_json(start, messages) for start in STARTS.values()]


def _start_json(start: Start, messages: Messages) -> Json:
    conditions = [{**asdict(one), "target": target_value(start, one)} for one in start.conditions]
    number = list(STARTS).index(start.key) + 1 if start.key in STARTS else 0
    targets = sum(bool(one.conditions) for one in STARTS.values())
    areas = [one["target"] for one in conditions if one["measure"] == "step"]
    title = ""
    if start.conditions and number:
        task = messages.format(f"play.short_{start.key}")
        title = messages.format("play.target_of", number=number, total=targets, task=task)
    return {
        "key": start.key,
        "title": title or messages.format(f"play.title_{start.key}"),
        "rows": rows_json(start.rows),
        "threshold": start.threshold,
        "conditions": conditions,
        "target": areas[0] if areas else None,
    }


def _data_json(labeled_scores: LabeledScores, name: str, messages: Messages) -> Json:
    """Return the start with the rows in use. If there are too many to drag, it has a sample of them and a note."""
    rows = sample_rows(labeled_scores)
    notes = []
    if len(rows) < labeled_scores.size:
        notes.append(messages.format("play.sampled", kept=len(rows), rows=labeled_scores.size))
    if labeled_scores.points.unscored_positives:
        notes.append(messages.format("play.without_missed"))
    note = {"note": " ".join(notes)} if notes else {}
    return {"key": DATA, "title": name, "rows": rows_json(rows), "conditions": [], "target": None, **note}


def sample_rows(labeled_scores: LabeledScores) -> list[ScoreRow]:
    """Return the rows, or 300 of them drawn with a fixed seed, in the order of the file.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> dataset = example_dataset("ten_rows")
    >>> len(sample_rows(dataset.labeled_scores(dataset.names[0])))
    10
    """
    times = (
        labeled_scores.weight.astype(np.int64)
        if labeled_scores.weight is not None and labeled_scores.is_frequency_weight
        else None
    )
    draws = np.random.default_rng(RANDOM_STATE)
    if times is not None:
        drawn = times if labeled_scores.size <= MAX_ROWS else draws.multivariate_hypergeometric(times, MAX_ROWS)
        kept = np.repeat(np.arange(labeled_scores.lines), drawn)
    else:
        kept = np.arange(labeled_scores.size)
        if labeled_scores.size > MAX_ROWS:
            kept = np.sort(draws.choice(labeled_scores.size, MAX_ROWS, replace=False))
    weight = labeled_scores.weight[kept] if labeled_scores.weight is not None and times is None else np.ones(kept.size)
    columns = (labeled_scores.score[kept].tolist(), labeled_scores.positive[kept].tolist(), weight.tolist())
    return [ScoreRow(score, bool(positive), own) for score, positive, own in zip(*columns, strict=True)]


def rows_to_csv(text: str) -> bytes | None:
    """Return the rows of a text as CSV for the other pages, or None if the text is not valid.

    >>> rows_to_csv("0.5p_0.25n")
    b'label,score\\n1,0.5\\n0,0.25\\n'
    """
    rows = parse_rows(text)
    if rows is None:
        return None
    weighted = any(row.weight != 1 for row in rows)
    header = "label,score,weight" if weighted else "label,score"
    lines = [f"{int(row.positive)},{row.score!r}" + (f",{row.weight!r}" if weighted else "") for row in rows]
    return ("\n".join([header, *lines]) + "\n").encode("ascii")
