"""The page's address as settings, and settings as an address, so that a link restores what its sender saw."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from pr_app.analysis.averages import KINDS
from pr_app.lessons.registry import LESSONS
from pr_app.reading.examples import EXAMPLES
from pr_app.reading.problem import Problem
from pr_app.wording.catalogue import LANGUAGES
from pr_metrics import SCHEMES

Setting = str | float | int

ON_EVERY_PAGE = ("picture",)
OF_PAGE = {
    "data": ("model",),
    "curve": (
        "model", "threshold", "contours", "require", "precision", "recall", "alerts",
        "beta", "cost_fp", "cost_fn", "grid",
    ),
    "areas": ("model", "left", "right", "digits"),
    "averages": ("model", "left", "average"),
    "schemes": ("model", "left", "published", "orders", "copies", "draw"),
    "models": ("model", "left", "right"),
    "balance": ("model", "left", "threshold", "prevalence", "gain"),
    "lessons": ("lesson", "step", "room"),
}  # fmt: skip
OWN_BALANCE = "own"  # the prevalence of the data themselves
NAMED_ALWAYS = ("lang", "left", "right")  # other settings stay out of the address while they have their default
DEFAULTS: dict[str, Setting] = {
    "lang": "en",
    "model": "",
    "average": "macro",
    "left": "step",
    "right": "linear",
    "digits": "all",
    "contours": "none",
    "require": "min_precision",
    "precision": 0.9,
    "recall": 0.9,
    "alerts": 10,
    "beta": 1.0,
    "cost_fp": 1.0,
    "cost_fn": 5.0,
    "grid": "",
    "published": "",
    "orders": 100,
    "copies": 1,
    "draw": 0,
    "picture": "png",
    "prevalence": OWN_BALANCE,
    "gain": False,
    "lesson": "",
    "step": 1,
    "room": False,
}
SETTINGS = tuple(dict.fromkeys(("lang", *(name for names in OF_PAGE.values() for name in names), *ON_EVERY_PAGE)))
OWN = "1"  # the mark of data that no link can bring back

DIGITS = ("all", *(str(decimals) for decimals in range(9, -5, -1)))  # decimals that scores are rounded to
BETAS = ("none", "0.5", "1", "2")  # whose contours are drawn
REQUIREMENTS = ("min_precision", "min_recall", "both", "max_alerts", "f_beta", "cost")
ORDERS = (1, 3, 10, 30, 100, 300, 1000)  # random orders of tied rows
COPIES = (1, 10, 100, 1000)  # of each row
LONGEST_TEXT = 400  # characters typed into a field that the address carries
PICTURES = ("png", "svg")  # as which a chart's own button saves it
MOST_ALERTS = 10**9
MOST_STEPS = 99  # of a lesson; it may have fewer
MOST_DRAWS = 10**6
LARGEST_BETA = 100.0
LARGEST_COST = 1e9
LEAST_PREVALENCE, MOST_PREVALENCE = 1e-9, 1 - 1e-9  # beyond, precision is 0 or 1 whatever the ranking


def read_address(parameters: Mapping[str, str]) -> tuple[dict[str, Setting], list[Problem]]:
    """Settings that an address names, and a problem for each value that cannot be used.

    Parameters of other names are nobody's business here and are passed over.

    >>> read_address({"left": "linear", "example": "pears"})
    ({'left': 'linear'}, [Problem('address_unknown', name='example', value='pears')])
    """
    settings: dict[str, Setting] = {}
    problems = []
    for name, understand in _UNDERSTOOD.items():
        if name in parameters:
            setting = understand(parameters[name])
            if setting is None:
                problems.append(Problem("address_unknown", name=name, value=parameters[name]))
            else:
                settings[name] = setting
    return settings, problems


def write_address(
    page: str, settings: Mapping[str, Setting | None], *, example: str | None, columns: str = ""
) -> dict[str, str]:
    """The parameters of a page's address, in a fixed order; what is not set or has its default is left out.

    columns: what was changed about those of the example. Data of the visitor's own are only marked, so that whoever
    opens the link later is told why they are not there.

    >>> write_address("areas", {"left": "step", "right": "linear", "lang": "en", "digits": "all"}, example=None)
    {'own': '1', 'lang': 'en', 'left': 'step', 'right': 'linear'}
    """
    data = {"own": OWN} if example is None else {"example": example}
    if columns and example is not None:
        data["columns"] = columns
    shown = {name: settings.get(name) for name in ("lang", *OF_PAGE[page], *ON_EVERY_PAGE)}
    return {
        **data,
        **{
            name: str(int(setting) if isinstance(setting, bool) else setting)
            for name, setting in shown.items()
            if setting is not None and (name in NAMED_ALWAYS or setting != DEFAULTS.get(name))
        },
    }


def _one_of(known: Mapping[str, object] | tuple[str, ...]) -> Callable[[str], Setting | None]:
    return lambda text: text if text in known else None


def _between(least: float, most: float) -> Callable[[str], Setting | None]:
    def understand(text: str) -> Setting | None:
        number = _finite(text)
        return number if number is not None and least <= float(number) <= most else None

    return understand


def _whole(least: int, most: int) -> Callable[[str], Setting | None]:
    def understand(text: str) -> Setting | None:
        return int(text) if text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most else None

    return understand


def _one_of_whole(known: tuple[int, ...]) -> Callable[[str], Setting | None]:
    return lambda text: int(text) if text in map(str, known) else None


def _switch(text: str) -> Setting | None:
    return {"0": False, "1": True}.get(text)


def _finite(text: str) -> Setting | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _short(text: str) -> Setting | None:
    return text if len(text) <= LONGEST_TEXT else None


_UNDERSTOOD: dict[str, Callable[[str], Setting | None]] = {
    "example": _one_of(EXAMPLES),
    "columns": lambda text: text,
    "own": _one_of((OWN,)),
    "lang": lambda text: _one_of(LANGUAGES)(text.lower()),
    "left": _one_of(SCHEMES),
    "right": _one_of(SCHEMES),
    "digits": _one_of(DIGITS),
    "model": _short,
    "average": _one_of(KINDS),
    "threshold": _finite,
    "contours": _one_of(BETAS),
    "require": _one_of(REQUIREMENTS),
    "precision": _between(0.0, 1.0),
    "recall": _between(0.0, 1.0),
    "alerts": _whole(0, MOST_ALERTS),
    "beta": _between(1 / LARGEST_BETA, LARGEST_BETA),
    "cost_fp": _between(0.0, LARGEST_COST),
    "cost_fn": _between(0.0, LARGEST_COST),
    "grid": _short,
    "published": _short,
    "orders": _one_of_whole(ORDERS),
    "copies": _one_of_whole(COPIES),
    "draw": _whole(0, MOST_DRAWS),
    "picture": _one_of(PICTURES),
    "prevalence": _between(LEAST_PREVALENCE, MOST_PREVALENCE),
    "gain": _switch,
    "lesson": _one_of(LESSONS),
    "step": _whole(1, MOST_STEPS),
    "room": _switch,
}
