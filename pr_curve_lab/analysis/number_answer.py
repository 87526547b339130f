"""The answer about one or two numbers for the same rows: where each may come from, and what is said first of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pr_curve_lab.analysis.number_verdict import Verdict, taken, verdict
from pr_curve_lab.analysis.other_readings import Reading, balance_reading, is_number, rounded_up_readings
from pr_curve_lab.analysis.published_number import agreement
from pr_curve_lab.analysis.two_numbers import Asked, Candidate, Found, Source, found
from pr_metrics import OperatingPoints


@dataclass(frozen=True, slots=True)
class Answer:
    """The numbers that were asked about, and where each may come from; None: there is none, or nobody can read it."""

    mine: Found | None
    theirs: Found | None
    sources: tuple[Source, ...]
    judged: Verdict
    balance: Reading | None  # the class balance that would give a number that nothing gives

    def taken(self, one: Found) -> Candidate | None:
        """What one of the numbers is taken to be."""
        if self.judged.taken is None:
            return taken(one)
        first, second = self.judged.taken
        return first if one is self.mine and self.theirs is not None else second


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that numbers are asked about: what is made of them is made when it is needed."""

    points: OperatingPoints
    usual: Callable[[], Sequence[Reading]]
    coarser: Callable[[], Sequence[Reading]]
    has_ties: bool


def answer_to(mine: Asked | None, theirs: Asked | None, sources: tuple[Source, ...], rows: Rows) -> Answer:
    """Find where the numbers may come from, and judge them.

    >>> points = OperatingPoints.from_counts([2, 1], [1, 0], [0, 1])
    >>> answer_to(None, None, (), Rows(points, tuple, tuple, has_ties=False)).judged.kind
    'range'
    """
    first, second = (_found(one, sources, rows) if one else None for one in (mine, theirs))
    judged = verdict(first, second, sources, has_ties=rows.has_ties)
    about = judged.about
    needs_balance = about is not None and judged.kind != "no_number" and not about.candidates
    balance = balance_reading(rows.points, about.asked.number) if about is not None and needs_balance else None
    return Answer(first, second, sources, judged, balance)


def _found(asked: Asked, sources: Sequence[Source], rows: Rows) -> Found:
    """All that give a number; coarser readings where nothing else does, or not the tool that is named.

    Of a tool that does not give it as the rows are, what would make it do so comes first.
    """
    plain = found(asked, sources, rows.usual())
    misses = plain.named is not None and not plain.is_named
    if plain.has_no_number or (plain.candidates and not misses):
        return plain
    scheme = plain.named.scheme if misses and plain.named is not None else None
    coarser = [one for one in rows.coarser() if is_number(asked.number, one.value)]
    if plain.candidates:
        coarser = [one for one in coarser if one.metric == scheme]
    elif not coarser:
        coarser = [one for one in rows.usual() if agreement(asked.number, one.value)]
        coarser += rounded_up_readings(rows.points, asked.number)
    readings = sorted((*plain.readings, *coarser), key=lambda one: misses and one.metric != scheme)
    return replace(plain, readings=tuple(readings))
