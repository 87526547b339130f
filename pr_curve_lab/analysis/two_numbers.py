"""Two numbers for the same rows: which tools, schemes and other metrics give each, and what sets them apart.

A number fits what it is to the last digit that was typed. Whoever names a tool is held to it; else all that fit count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pr_curve_lab.analysis.other_readings import Reading
from pr_curve_lab.analysis.published_number import Published, agreement
from pr_curve_lab.analysis.tool_numbers import Cause, ToolNumbers, counting_cause, joins_at_levels, part_of
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

    >>> from pr_curve_lab.analysis.tool_numbers import tool_numbers
    >>> from pr_curve_lab.reading.examples import example_cases
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

    >>> from pr_curve_lab.analysis.tool_numbers import tool_numbers
    >>> from pr_curve_lab.reading.examples import example_cases
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
