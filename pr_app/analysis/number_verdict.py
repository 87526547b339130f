"""What is said first of one or two numbers for the same rows: the plainest statement that holds for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pr_app.analysis.published_number import agreement
from pr_app.analysis.two_numbers import Found, Gap, Source, gap, have_one_reason, standard

Kind = Literal["range", "no_number", "not_this", "nothing", "several", "same", "alone", "alike", "cause"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The statement, the number that it is about, and for a cause what sets the two apart."""

    kind: Kind
    about: Found | None = None
    gap: Gap | None = None


def verdict(mine: Found | None, theirs: Found | None, sources: Sequence[Source], *, has_ties: bool) -> Verdict:
    """Judge the numbers that were typed; one alone is held against average precision.

    A tool that has no number on the rows comes first, then a number that its tool does not give, one that nothing
    gives, two that are the same to the digits typed, and one that fits for several reasons. A number that may be
    average precision is taken for that, and one that both may be for both.
    """
    asked = [one for one in (mine, theirs) if one is not None]
    if not asked:
        return Verdict("range")
    unfit = _unfit(asked)
    if unfit is not None:
        return unfit
    first, second = _chosen(asked, sources)
    reference = {id(asked[-1]): first, id(asked[0]): second if len(asked) > 1 else first}
    found = gap(first, second, has_ties=has_ties)
    if found.cause == "same":
        return Verdict("same" if len(asked) > 1 else "alone", asked[0], found)
    if _are_alike(asked, first):
        return Verdict("alike" if len(asked) > 1 else "alone", asked[0], found)
    for one in asked:
        if _is_open(one, sources) and not have_one_reason(one, reference[id(one)], has_ties=has_ties):
            return Verdict("several", one, found)
    return Verdict("cause", asked[-1], found)


def taken(found: Found, sources: Sequence[Source]) -> Source | None:
    """The source that a number is taken to come from: the named one, else average precision if it fits, else the first.

    None where nothing gives it.
    """
    if found.is_named or not found.sources:
        return found.named if found.is_named else None
    plain = standard(sources)
    return plain if plain in found.sources else found.sources[0]


def _unfit(asked: Sequence[Found]) -> Verdict | None:
    """The verdict on a number that cannot be explained: by its tool, or by anything."""
    for one in asked:
        if one.has_no_number:
            return Verdict("no_number", one)
    for one in asked:
        if one.named is not None and not one.is_named:
            return Verdict("not_this", one)
    for one in asked:
        if not one.sources:
            return Verdict("nothing", one)
    return None


def _are_alike(asked: Sequence[Found], first: Source) -> bool:
    """Whether the digits typed do not tell two numbers apart; one alone, from the area of the first."""
    one, other = asked[0].asked.number, asked[-1].asked.number
    if len(asked) == 1:
        return agreement(one, first.area) == "rounded"
    return abs(one.number - other.number) <= max(one.step, other.step) / 2


def _chosen(asked: Sequence[Found], sources: Sequence[Source]) -> tuple[Source, Source]:
    """Both sources; average precision stands in for a number that was not typed."""
    takes = [taken(one, sources) or standard(sources) for one in asked]
    if len(asked) == 1:
        return standard(sources), takes[0]
    first, second = takes
    if first is not second and not asked[1].is_named and first in asked[1].sources:
        return first, first
    if first is not second and not asked[0].is_named and second in asked[0].sources:
        return second, second
    return first, second


def _is_open(found: Found, sources: Sequence[Source]) -> bool:
    """Whether nobody said where a number comes from, and nothing plain gives it."""
    return not found.is_named and standard(sources) not in found.sources
