"""Where one or two published numbers for the same rows may come from, and the likeliest explanation.

A number fits what it is to the last digit that was typed. Whoever names a tool is held to it; else all that fit count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pr_curve_lab.analysis.other_readings import Reading, balance_reading, is_number, rounded_up_readings
from pr_curve_lab.analysis.published_number import Published, agreement
from pr_curve_lab.analysis.tools import Cause, ToolNumbers, counting_cause, joins_at_levels, part_of
from pr_metrics import OperatingPoints, Tool
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import Departure, scheme_departure

EQUAL = 1e-6  # area; single precision lies between
STANDARD = "sklearn.average_precision_score"  # whose number is average precision, to the bit
OWN_STANDARD = "step"  # the scheme in its place, where positives were never scored: tools do not know of these


@dataclass(frozen=True, slots=True)
class Source:
    """A tool, or a scheme that no tool follows to the bit, with the number that it has on the rows."""

    tool: Tool | None
    scheme: str | None  # its key; None: the tool joins by none
    area: float
    departure: Departure

    @property
    def key(self) -> str:
        """The key of the tool, else of the scheme."""
        return self.tool.key if self.tool else str(self.scheme)

    @property
    def value(self) -> float:
        """The number, as a `Reading` has it."""
        return self.area

    @property
    def is_standard(self) -> bool:
        """Whether it is the one whose number is average precision."""
        return self.key in (STANDARD, OWN_STANDARD)


Candidate = Source | Reading  # what a number may be


@dataclass(frozen=True, slots=True)
class Asked:
    """A number that was typed, and the tool that it is said to come from, if one is named."""

    number: Published
    tool: str = ""  # its key


@dataclass(frozen=True, slots=True)
class Found:
    """All that give a number on the rows."""

    asked: Asked
    sources: tuple[Source, ...]  # the one named and the plainest first
    cut_off: bool  # whether these give it only with further digits cut off
    named: Source | None  # the tool that was named, where it has a number at all
    readings: tuple[Reading, ...] = ()  # the likeliest first

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All of them, the likeliest first: the tool named, average precision, readings, then other tools and schemes.

        What rounds to the number comes before tools that need further digits cut off.
        """
        if self.cut_off and not self.is_named:
            return (*self.readings, *self.sources)
        plain = [one for one in self.sources if one.is_standard or (self.is_named and one is self.named)]
        return (*plain, *self.readings, *(one for one in self.sources if one not in plain))

    @property
    def is_unclear(self) -> bool:
        """Whether it fits different things, so that more digits would tell them apart."""
        if self.is_named or not self.candidates:
            return False
        first = self.candidates[0]
        others = self.readings if isinstance(first, Source) and first.is_standard else self.candidates
        return any(abs(one.value - first.value) >= EQUAL for one in others)

    @property
    def has_no_number(self) -> bool:
        """Whether a tool was named that gives no number on these rows."""
        return bool(self.asked.tool) and self.named is None

    @property
    def is_named(self) -> bool:
        """Whether the tool that was named gives the number."""
        return self.named is not None and self.named in self.sources


@dataclass(frozen=True, slots=True)
class Gap:
    """The second number less the first, taken apart, with the cause of the largest part and whose habit it is."""

    first: Source
    second: Source
    parts: Departure
    missed: float  # what positives that were never scored make of it, which tools do not know of
    cause: Cause  # "same" where nothing sets them apart
    by_second: bool  # whether the habit is the second's

    @property
    def who(self) -> Source:
        """The one whose habit sets them apart."""
        return self.second if self.by_second else self.first


def sources_of(numbers: ToolNumbers, areas: Mapping[str, float], points: OperatingPoints) -> tuple[Source, ...]:
    """All tools with a number, then the schemes that none of them follows.

    >>> from pr_curve_lab.analysis.tools import tool_numbers
    >>> from pr_curve_lab.schema.examples import example_cases
    >>> cases = example_cases("ten_rows")
    >>> [one.key for one in sources_of(tool_numbers(cases), {"step": 0.5, "linear_flat": 0.5}, cases.points)][-1]
    'linear_flat'
    """
    tools = [Source(one.tool, one.tool.scheme, one.area, one.departure) for one in numbers.numbers]
    plain = {one.scheme for one in tools if one.scheme and abs(one.area - areas.get(one.scheme, -1.0)) < AREA_ROUNDING}
    schemes = [
        Source(None, key, area, scheme_departure(key, points)) for key, area in areas.items() if key not in plain
    ]
    return (*tools, *schemes)


def found(asked: Asked, sources: Sequence[Source], readings: Sequence[Reading] = ()) -> Found:
    """All that give a number, by rounding or else with digits cut off; the named tool alone where it cuts.

    Of a reading that average precision fits, other ways of joining say nothing more.
    """
    named = next((one for one in sources if one.tool and one.tool.key == asked.tool), None)
    held = {one.key: agreement(asked.number, one.area, tolerance=_tolerance(one)) for one in sources}
    if named is not None and held[named.key] == "cut_off":
        return Found(asked, (named,), cut_off=True, named=named)
    agreed = "rounded" if "rounded" in held.values() else "cut_off"
    fitting = sorted((one for one in sources if held[one.key] == agreed), key=lambda one: one is not named)
    read = [one for one in readings if agreement(asked.number, one.value) == "rounded"]
    steps = [(one.kind, one.which) for one in read if one.metric == "step"]
    plain = [one for one in read if one.metric not in ("linear", "continuous") or (one.kind, one.which) not in steps]
    return Found(asked, tuple(fitting), bool(fitting) and agreed == "cut_off", named, tuple(plain))


def standard(sources: Sequence[Source]) -> Source:
    """The source whose number is average precision of all positives there are."""
    return next((one for one in sources if one.key == OWN_STANDARD), None) or next(
        one for one in sources if one.key == STANDARD
    )


def gap(first: Source, second: Source, *, has_ties: bool) -> Gap:
    """Take the difference of two sources apart; its cause is a habit of the one that strays further from the rows.

    >>> from pr_curve_lab.analysis.tools import tool_numbers
    >>> from pr_curve_lab.schema.examples import example_cases
    >>> cases = example_cases("ten_rows")
    >>> numbers = tool_numbers(cases)
    >>> ap, line = (one for one in sources_of(numbers, {}, cases.points)[:2])
    >>> gap(ap, line, has_ties=numbers.has_ties).cause
    'joining'
    """
    before, after = first.departure, second.departure
    parts = Departure(after.counting - before.counting, after.start - before.start, after.joining - before.joining)
    part, difference = part_of(parts), second.area - first.area
    missed = difference - parts.total
    if abs(difference) < AREA_ROUNDING:
        return Gap(first, second, parts, 0.0, "same", by_second=True)
    if abs(missed) > max(abs(getattr(parts, part)), AREA_ROUNDING):
        return Gap(first, second, parts, missed, "missed", by_second=second.tool is not None)
    by_second = abs(getattr(after, part)) >= abs(getattr(before, part))
    who = second if by_second else first
    cause: Cause = "start" if part == "start" else "joining"
    if part == "counting" and who.tool:
        cause = counting_cause(who.tool, has_ties=has_ties)
    if part == "joining" and joins_at_levels(who.scheme):
        cause = "levels"
    return Gap(first, second, parts, missed, cause, by_second)


def have_one_reason(found: Found, reference: Source, *, has_ties: bool) -> bool:
    """Whether all that give a number depart from another for one cause; joining is one where the areas are equal."""
    gaps = [gap(reference, one, has_ties=has_ties) for one in found.sources]
    first, *others = gaps
    return all(
        one.cause == first.cause and (one.cause != "joining" or abs(one.second.area - first.second.area) < EQUAL)
        for one in others
    )


def _tolerance(source: Source) -> float:
    return source.tool.tolerance if source.tool else AREA_ROUNDING


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
