"""The bundle of the page Play: what it can begin with, and what the address asks for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.web.bundle import Bundle, language_bundle, schemes_bundle
from pr_curve_lab.web.rows_text import MOST_ROWS, PlayedRow, rows_of_text
from pr_curve_lab.web.starts import STARTS, Condition, Start, goal_of

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

    >>> from pr_curve_lab.reading.examples import example_tasks
    >>> from pr_curve_lab.i18n.catalogue import words_in
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

    >>> from pr_curve_lab.i18n.catalogue import words_in
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

    >>> from pr_curve_lab.reading.examples import example_tasks
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
