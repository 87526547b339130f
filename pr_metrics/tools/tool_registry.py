"""The mapping of tools by key and version: `TOOLS["sklearn.auc"]` is the newest, `TOOLS["sklearn.auc@0.17"]` older."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pr_metrics.tools.tool import Tool
from pr_metrics.validation import Registry

VERSION = re.compile(r"v?(\d+(?:\.\d+)*)(.*)")
PRERELEASE = re.compile(r"[-._]?(dev|alpha|a|beta|b|preview|pre|rc|c)[-._]?(\d*)", re.IGNORECASE)
STAGES = {"d": 0, "a": 1, "b": 2, "p": 3, "r": 3, "c": 3}  # of a prerelease, by its first letter
FINAL = 4

VersionKey = tuple[tuple[int, ...], int, int]


class ToolRegistry(Registry[Tool]):
    """Tools by their key; with ``@`` and a version behind it, the tool as that version computes.

    Iteration gives the newest behavior of each tool. A version between two of which the behavior is known computes as
    the earlier one, and one after the last as the last.

    Parameters
    ----------
    behaviors : iterable of tuple of Tool
        For each tool its behaviors, oldest first. All have the key of the tool.

    Examples
    --------
    >>> from pr_metrics.tools import TOOLS
    >>> TOOLS["sklearn.auc"] is TOOLS["sklearn.auc@1.9.1"]
    True
    >>> TOOLS["sklearn.auc@one"]
    Traceback (most recent call last):
        ...
    KeyError: "a version begins with a number, as in 'sklearn.auc@1.9.1', got 'sklearn.auc@one'"
    """

    def __init__(self, behaviors: Iterable[tuple[Tool, ...]]) -> None:
        every = {tools[-1].key: _with_keys(tools) for tools in behaviors}
        super().__init__("tool", {key: tools[-1] for key, tools in every.items()})
        self._releases: Mapping[str, tuple[Tool, ...]] = every

    def releases(self, key: str) -> tuple[Tool, ...]:
        """Return the behaviors of a tool through its releases.

        Parameters
        ----------
        key : str
            Key of the tool; a version behind ``@`` is ignored.

        Returns
        -------
        tuple of Tool
            Oldest first; the last is the newest, `TOOLS[key]`.

        Raises
        ------
        KeyError
            There is no such tool.

        Examples
        --------
        >>> from pr_metrics.tools import TOOLS
        >>> [(tool.since, tool.scheme) for tool in TOOLS.releases("mlflow.precision_recall_auc")]
        [('1.23.0', 'linear'), ('1.29.0', 'step')]
        """
        name = key.partition("@")[0]
        return self._releases.get(name, (self[name],))

    def __missing__(self, key: object) -> Tool:
        if not isinstance(key, str) or "@" not in key:
            return super().__missing__(key)
        name, _, version = key.partition("@")
        releases, wanted = self.releases(name), version_key(version)
        if wanted is None:
            raise KeyError(f"a version begins with a number, as in '{name}@{releases[-1].version}', got '{key}'")
        first = releases[0].since or releases[0].version
        known = [one for one in releases if (version_key(one.since or one.version) or wanted) <= wanted]
        if not known:
            raise KeyError(f"the record of {name} begins with {first}, got '{key}'")
        return known[-1]


def version_key(version: str) -> VersionKey | None:
    """Return what versions are sorted by: the numbers, and the stage of a prerelease; None if it begins with no number.

    >>> versions = ["1.10", "1.9.1", "1.9", "1.9.0", "1.10rc10", "1.10rc2", "1.10b1"]
    >>> sorted(versions, key=version_key)
    ['1.9', '1.9.0', '1.9.1', '1.10b1', '1.10rc2', '1.10rc10', '1.10']
    >>> version_key("newest") is None
    True
    """
    found = VERSION.match(version.strip())
    if found is None:
        return None
    numbers = [int(number) for number in found[1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    before = PRERELEASE.match(found[2])
    if before is None:
        return tuple(numbers), FINAL, 0
    return tuple(numbers), STAGES[before[1][0].lower()], int(before[2] or 0)


def _with_keys(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """Give each behavior before the newest a key of its own."""
    *older, newest = tools
    return (*(replace(one, key=f"{newest.key}@{one.since}") for one in older), newest)
