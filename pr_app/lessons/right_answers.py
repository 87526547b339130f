"""Which answer is right: read off the numbers of a step, so that no lesson can claim what its data do not say."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pr_app.lessons.lesson import Facts
from pr_metrics.tolerances import AREA_ROUNDING

Rule = Callable[[Facts], str]

MOVES = ("rises", "falls", "stays")
SIDES = ("stricter", "looser")
SIZES = ("more", "less", "as_much")
NEARER = ("nearer_first", "middle", "nearer_second")


def moves(name: str, before: str = "before") -> Rule:
    """Whether a number rises, falls or stays from the step before, or from another that the step recalls.

    >>> moves("recall")({"recall": 0.5, "before_recall": 0.2})
    'rises'
    """
    return lambda facts: _which(facts[name] - facts[f"{before}_{name}"], MOVES)


def compared(name: str, other: str) -> Rule:
    """Whether one number is more than another, less, or the same.

    >>> compared("area", "linear_area")({"area": 0.5, "linear_area": 0.5})
    'as_much'
    """
    return lambda facts: _which(facts[name] - facts[other], SIZES)


def threshold_moves(facts: Facts) -> str:
    """Whether the threshold is above that of the step before.

    >>> threshold_moves({"level": 0.3, "before_level": 0.5})
    'looser'
    """
    return "stricter" if facts["level"] > facts["before_level"] else "looser"


def nearer(name: str, first: str, second: str) -> Rule:
    """To which of two numbers another one is nearer, or whether it is in the middle.

    >>> nearer("mean", "a", "b")({"mean": 0.5, "a": 0.2, "b": 0.8})
    'middle'
    """
    return lambda facts: _which(
        abs(facts[name] - facts[second]) - abs(facts[name] - facts[first]), (NEARER[0], NEARER[2], NEARER[1])
    )


def nearest(name: str, candidates: Mapping[str, str]) -> Rule:
    """To which of several numbers another one is nearest: an option for each.

    >>> nearest("area", {"step": "step_area", "linear": "linear_area"})({"area": 3, "step_area": 2, "linear_area": 9})
    'step'
    """
    return lambda facts: min(candidates, key=lambda option: abs(facts[candidates[option]] - facts[name]))


def whether(holds: Callable[[Facts], bool], yes: str, no: str) -> Rule:
    """One option where something holds, the other where it does not.

    >>> whether(lambda facts: facts["area"] > 0, "something", "nothing")({"area": 0})
    'nothing'
    """
    return lambda facts: yes if holds(facts) else no


def always(option: str) -> Rule:
    """An answer that its own words compute: "{hits} of {positives}"."""
    return lambda _: option


def _which(difference: float, options: tuple[str, str, str]) -> str:
    """The option, of three, for more, less, and none but for rounding."""
    if abs(difference) < AREA_ROUNDING:
        return options[2]
    return options[0] if difference > 0 else options[1]
