"""A solution of each puzzle of the page Play, and a check in Python of whether rows solve it."""

from __future__ import annotations

from pr_curve_lab.web.play import MEASURES, Condition, ScoreRow, Start, parse_rows, points_of_rows, target_value


def ranked(labels: str) -> list[ScoreRow]:
    """Return rows from the highest score down: "pn" is a positive above a negative."""
    return [ScoreRow(round(0.95 - 0.1 * rank, 2), label == "p") for rank, label in enumerate(labels)]


SOLUTIONS = {
    "half": ranked("npnpnpnpnp"),  # (1/2 + 2/4 + 3/6 + 4/8 + 5/10) / 5
    "better": ranked("pnppnppnnn"),
    "same": ranked("pnnpppnnnp"),
    "lead": parse_rows("_".join(["0.5p"] * 5 + ["0.5n"] * 5)) or [],  # 0.75 against 0.5
    "roc": ranked("npnnnnnnnn"),  # one positive, second of ten: 8/9 against 1/2
}


def is_reached(start: Start, rows: list[ScoreRow]) -> bool:
    """Whether rows meet all conditions of a start."""
    points = points_of_rows(rows)
    return all(meets(one, target_value(start, one), MEASURES[one.measure](points)) for one in start.conditions)


def meets(condition: Condition, goal: float | str, value: float | str) -> bool:
    """Whether a value meets a condition."""
    if isinstance(value, str) or isinstance(goal, str):
        return (value == goal) is (condition.relation == "is")
    return {
        "near": abs(value - goal) <= condition.tolerance,
        "above": value - goal > condition.tolerance,
        "below": goal - value > condition.tolerance,
        "is": value == goal,
        "differs": value != goal,
    }[condition.relation]
