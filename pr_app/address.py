"""The page's address as settings, and settings as an address, so that a link restores what its sender saw."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from pr_app.examples import EXAMPLES
from pr_app.problem import Problem
from pr_app.words import LANGUAGES
from pr_metrics import SCHEMES

Setting = str | float

DEFAULTS: dict[str, Setting] = {"lang": "en", "left": "step", "right": "linear"}
SETTINGS = ("lang", "left", "right", "threshold")  # what controls set; the data are named beside them
OF_PAGE = {"data": (), "curve": ("threshold",), "areas": ("left", "right")}
OWN = "1"  # the mark of data that no link can bring back


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


def write_address(page: str, settings: Mapping[str, Setting | None], *, example: str | None) -> dict[str, str]:
    """The parameters of a page's address, in a fixed order; what is not set is left out.

    Data of the visitor's own are only marked, so that whoever opens the link later is told why they are not there.

    >>> write_address("areas", {"left": "step", "right": "linear", "lang": "en", "threshold": 0.5}, example=None)
    {'own': '1', 'lang': 'en', 'left': 'step', 'right': 'linear'}
    """
    data = {"own": OWN} if example is None else {"example": example}
    shown = {name: settings.get(name) for name in ("lang", *OF_PAGE[page])}
    return {**data, **{name: str(setting) for name, setting in shown.items() if setting is not None}}


def _one_of(known: Mapping[str, object] | tuple[str, ...]) -> Callable[[str], Setting | None]:
    return lambda text: text if text in known else None


def _finite(text: str) -> Setting | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


_UNDERSTOOD: dict[str, Callable[[str], Setting | None]] = {
    "example": _one_of(EXAMPLES),
    "own": _one_of((OWN,)),
    "lang": lambda text: _one_of(LANGUAGES)(text.lower()),
    "left": _one_of(SCHEMES),
    "right": _one_of(SCHEMES),
    "threshold": _finite,
}
