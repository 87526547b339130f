"""The answer about one or two numbers for the same rows: where each may come from, and what is said first of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from pr_app.analysis.number_verdict import Verdict, taken, verdict
from pr_app.analysis.other_readings import Reading, balance_reading, is_number
from pr_app.analysis.published_number import Published
from pr_app.analysis.two_numbers import Asked, Found, Source, found
from pr_metrics import OperatingPoints

Same = list[Reading]  # those that differ only in the scheme


@dataclass(frozen=True, slots=True)
class Answer:
    """The numbers that were asked about, and where each may come from; None: there is none, or nobody can read it."""

    mine: Found | None
    theirs: Found | None
    sources: tuple[Source, ...]
    judged: Verdict

    @property
    def needs_readings(self) -> bool:
        """Whether other readings of the rows may give what nothing gives, or what the named tool does not."""
        about = self.judged.about
        return about is not None and (not about.sources or self.judged.kind == "not_this")

    def source(self, one: Found) -> Source | None:
        """The source that one of the numbers is taken to come from."""
        gap = self.judged.gap
        if gap is None:
            return taken(one, self.sources)
        return gap.first if one is self.mine and self.theirs is not None else gap.second

    def readings(self, found_for: Callable[[Published], list[Same]]) -> list[Same]:
        """The other readings that matter, of those that are found for a number; of a named tool those of its scheme."""
        about = self.judged.about
        if about is None or not self.needs_readings:
            return []
        readings = found_for(about.asked.number)
        if not about.sources or about.named is None:
            return readings
        of_tool = [[one for one in same if one.scheme == about.named.scheme] for same in plain_readings(readings)]
        return [same for same in of_tool if same]


def answer_to(mine: Asked | None, theirs: Asked | None, sources: tuple[Source, ...], *, has_ties: bool) -> Answer:
    """Find where the numbers may come from, and judge them.

    >>> answer_to(None, None, (), has_ties=False).judged.kind
    'range'
    """
    first, second = (found(one, sources) if one else None for one in (mine, theirs))
    return Answer(first, second, sources, verdict(first, second, sources, has_ties=has_ties))


def readings_for(number: Published, readings: Iterable[Reading], points: OperatingPoints) -> list[Same]:
    """The readings that would give a number, those that assume least first; a class balance is the last."""
    held = [one for one in readings if is_number(number, one.area)]
    balance = balance_reading(points, number)
    listed = [*held, balance] if balance else held
    return [list(same) for _, same in groupby(listed, key=lambda one: (one.kind, one.which))]


def plain_readings(readings: Sequence[Same]) -> list[Same]:
    """Readings that may be meant by themselves; some class balance gives nearly any number."""
    return [one for one in readings if one[0].kind != "prevalence"]
