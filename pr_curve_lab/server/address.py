"""The page's address as settings, and settings as an address, so that a link restores what its sender saw."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pr_curve_lab.reading.examples import EXAMPLES
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import OLDER_KINDS, REQUIRE, SETTINGS, Value

OWN = "1"  # the mark of data that no link can bring back
_DATA: dict[str, Callable[[str], Value | None]] = {
    "example": {name: name for name in EXAMPLES}.get,
    "columns": lambda text: text,
    "own": {OWN: OWN}.get,
}
_READ = {**_DATA, **{name: setting.read for name, setting in SETTINGS.items()}}


def read_address(parameters: Mapping[str, str]) -> tuple[dict[str, Value], list[Problem]]:
    """Settings that an address names, and a problem for each value that cannot be used.

    Parameters of other names are nobody's business here and are passed over.

    >>> read_address({"left": "linear", "example": "pears"})
    ({'left': 'linear'}, [Problem('address_unknown', name='example', value='pears')])
    """
    settings: dict[str, Value] = {}
    problems = []
    for name, read in _READ.items():
        if name in parameters:
            value = read(parameters[name])
            if value is None:
                problems.append(Problem("address_unknown", name=name, value=parameters[name]))
            else:
                settings[name] = value
    return _of_today(settings), problems


def _of_today(settings: dict[str, Value]) -> dict[str, Value]:
    """Settings of a link, where an older one named a kind of requirement that is now one of several wishes at once.

    >>> _of_today({"require": "min_recall", "precision": 0.8, "alerts": 7})
    {'require': 'wishes', 'recall': 0.9}
    """
    wished = OLDER_KINDS.get(str(settings.get(REQUIRE.name)))
    if wished is None:
        return settings
    others = {name for kind in OLDER_KINDS.values() for name in kind} - wished.keys()
    kept = {name: value for name, value in settings.items() if name not in others}
    return {
        **kept,
        REQUIRE.name: str(REQUIRE.default),
        **{name: kept.get(name, wished[name]) for name in wished},
    }


def write_address(
    page: str, settings: Mapping[str, Value | None], *, example: str | None, columns: str = ""
) -> dict[str, str]:
    """The parameters of a page's address, in a fixed order; what is not set or has its default is left out.

    columns: what was changed about those of the example. Data of the visitor's own are only marked, so that whoever
    opens the link later is told why they are not there.

    >>> write_address("areas", {"left": "step", "right": "linear", "lang": "en", "digits": "all"}, example=None)
    {'own': '1', 'lang': 'en', 'left': 'step', 'right': 'linear'}
    """
    named = {"own": OWN} if example is None else {"example": example}
    if columns and example is not None:
        named["columns"] = columns
    for setting in PAGES[page].settings:
        value = settings.get(setting.name)
        if value is not None and (setting.named_always or value != setting.default):
            named[setting.name] = str(int(value) if isinstance(value, bool) else value)
    return named
