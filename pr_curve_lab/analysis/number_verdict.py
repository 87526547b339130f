"""What is said first of one or two numbers for the same rows: the plainest statement that holds for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pr_curve_lab.analysis.published_number import agreement
from pr_curve_lab.analysis.two_numbers import Candidate, Found, Gap, Source, gap, have_one_reason, standard

Kind = Literal["range", "no_number", "not_this", "nothing", "several", "same", "alone", "alike", "reading", "cause"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The statement, the number that it is about, and what the two numbers are taken for.

    One number alone is the second; average precision stands in for the first.
    """

    kind: Kind
    about: Found | None = None
    taken: tuple[Candidate, Candidate] | None = None
    gap: Gap | None = None  # of two that are tools or schemes


def verdict(mine: Found | None, theirs: Found | None, sources: Sequence[Source], *, has_ties: bool) -> Verdict:
    """Judge the numbers that were typed; one alone is held against average precision.

    A tool that has no number on the rows comes first, then a number that its tool does not give, one that nothing
    gives, two that are the same to the digits typed, one that is another metric or another reading of the rows, and
    one that fits for several reasons. A number that may be average precision is taken for that, and one that both may
    be for both.
    """
    asked = [one for one in (mine, theirs) if one is not None]
    if not asked:
        return Verdict("range")
    unfit = _unfit(asked)
    if unfit is not None:
        return unfit
    first, second = both = _chosen(asked, sources)
    is_pair = len(asked) > 1
    if not isinstance(first, Source) or not isinstance(second, Source):
        if first is second:
            return Verdict("same", asked[0], both)
        return Verdict("alike" if is_pair and _are_alike(asked, first) else "reading", asked[-1], both)
    reference = {id(asked[-1]): first, id(asked[0]): second if is_pair else first}
    found = gap(first, second, has_ties=has_ties)
    if found.cause == "same":
        return Verdict("same" if is_pair else "alone", asked[0], both, found)
    if _are_alike(asked, first):
        return Verdict("alike" if is_pair else "alone", asked[0], both, found)
    for one in asked:
        if _is_open(one, sources) and not have_one_reason(one, reference[id(one)], has_ties=has_ties):
            return Verdict("several", one, both, found)
    return Verdict("cause", asked[-1], both, found)


def taken(found: Found) -> Candidate | None:
    """What a number is taken to be: the named tool, else the likeliest that fits; None where nothing gives it."""
    if found.is_named:
        return found.named
    return next(iter(found.candidates), None)


def _unfit(asked: Sequence[Found]) -> Verdict | None:
    """The verdict on a number that cannot be explained: by its tool, or by anything."""
    for one in asked:
        if one.has_no_number:
            return Verdict("no_number", one)
    for one in asked:
        if one.named is not None and not one.is_named:
            return Verdict("not_this", one)
    for one in asked:
        if not one.candidates:
            return Verdict("nothing", one)
    return None


def _are_alike(asked: Sequence[Found], first: Candidate) -> bool:
    """Whether the digits typed do not tell two numbers apart; one alone, from the value of the first."""
    one, other = asked[0].asked.number, asked[-1].asked.number
    if len(asked) == 1:
        return agreement(one, first.value) == "rounded"
    return abs(one.number - other.number) <= max(one.step, other.step) / 2


def _chosen(asked: Sequence[Found], sources: Sequence[Source]) -> tuple[Candidate, Candidate]:
    """What both are taken for; average precision stands in for a number that was not typed."""
    takes = [taken(one) or standard(sources) for one in asked]
    if len(asked) == 1:
        return standard(sources), takes[0]
    first, second = takes
    if first is not second and not asked[1].is_named and first in asked[1].candidates:
        return first, first
    if first is not second and not asked[0].is_named and second in asked[0].candidates:
        return second, second
    return first, second


def _is_open(found: Found, sources: Sequence[Source]) -> bool:
    """Whether nobody said where a number comes from, and nothing plain gives it."""
    return not found.is_named and standard(sources) not in found.sources
