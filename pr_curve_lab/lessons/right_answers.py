"""Which answer is right: read off the numbers of a step, so that no lesson can claim what its data do not say."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pr_curve_lab.lessons.lesson import Facts
from pr_metrics.tolerances import AREA_ROUNDING

Rule = Callable[[Facts], str]

MOVES = ("rises", "falls", "stays")
SIZES = ("more", "less", "as_much")


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
