"""Where one or two reported numbers for the same rows may come from, and the likeliest explanation.

A number must match to its last digit. If a tool is named, the number must come from it; otherwise everything that
matches is considered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import dropwhile, pairwise
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.alternative_values import AREAS, AlternativeValue, prevalence_value, round_up_values
from pr_curve_lab.analysis.reported_number import MAX_UNIT, AreaMatch, ReportedNumber, match_area
from pr_curve_lab.analysis.tools import Cause, ToolNumber, ToolNumbers, counting_cause, has_recall_levels, max_component
from pr_metrics import TOOLS, OperatingPoints, Tool
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import ToolDifference, explain_scheme_difference

AREA_TOLERANCE = 1e-6  # area; single precision lies between these two
MIN_CHANCE = 0.05  # share of the numbers with these digits that one of the values tried would give
COMPONENT_TOLERANCE = 5e-5  # of a difference, which is printed with four decimals
AVERAGE_PRECISION_TOOL = "sklearn.average_precision_score"  # its number is exactly average precision
# The scheme used instead if there are positives without a score, which tools do not know.
AVERAGE_PRECISION_SCHEME = "step"

MAX_SEARCHED_POINTS = 100_000  # for which all releases are computed in less than a second
STRAIGHT_LINES = {"linear", "linear_flat", "linear_truncated"}  # schemes that differ in their start
LINES = {*STRAIGHT_LINES, "davis_goadrich", "continuous", None}  # ROCR joins misplaced points, and follows no scheme


@dataclass(frozen=True, slots=True)
class Source:
    """A tool in some of its releases, or a scheme that no tool follows exactly, with its number on the rows."""

    tool: Tool | None
    scheme: str | None  # its key; None if the tool follows none
    area: float
    difference: ToolDifference
    # Of an earlier release: what came after it from the first change of the number on, with the numbers, and the first
    # version that gave this one.
    later: tuple[tuple[Tool, float | None], ...] = ()
    first_version: str = ""
    lacks_positives: bool = False  # whether there are positives without a score, of which the tool was not told

    @property
    def key(self) -> str:
        """The key of the tool, or else of the scheme."""
        return self.tool.key if self.tool else str(self.scheme)

    @property
    def value(self) -> float:
        """The number, under the same name as in `AlternativeValue`."""
        return self.area

    @property
    def metric(self) -> str:
        """What it is as a metric: average precision, or else the tool or the scheme."""
        return "step" if self.is_average_precision else self.key

    @property
    def is_average_precision(self) -> bool:
        """Whether its number is average precision, with all positives."""
        is_tool = self.key == AVERAGE_PRECISION_TOOL and not self.lacks_positives
        return is_tool or self.key == AVERAGE_PRECISION_SCHEME


Candidate = Source | AlternativeValue  # what a number can be


def _is_average_precision(candidate: Candidate | None) -> bool:
    return isinstance(candidate, Source) and candidate.is_average_precision


@dataclass(frozen=True, slots=True)
class NumberMatch:
    """Everything that gives a number on the rows."""

    number: ReportedNumber
    sources: tuple[Source, ...]  # the named tool first
    is_truncated: bool  # whether these give the number only if it was truncated
    named_source: Source | None  # the named tool, if it has a number
    alternatives: tuple[AlternativeValue, ...] = ()  # the likeliest first
    n_values: int = 0  # different values, to the digits typed, with which the number was compared
    others: tuple[Source, ...] = ()  # earlier releases, and tools for other purposes, that give it as well

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Everything that matches, the simplest first: the named tool, average precision, other tools, then schemes.

        Alternative values need an assumption more, so they come last, unless tools match only a truncated number. But
        average precision with the rows that were left out for other models comes before tools that compute another one.
        """
        if self.is_only_cut_off:
            return (*self.alternatives, *self.sources)
        named = self.named_source
        plain = sorted(self.sources, key=lambda one: 0 if one is named else 1 if one.is_average_precision else 2)
        first = [one for one in self.alternatives if (one.kind, one.metric, one.score) == ("own_rows", "step", None)]
        if plain and first and not (plain[0] is named or plain[0].is_average_precision):
            return (*first, *plain, *(one for one in self.alternatives if one not in first))
        return (*plain, *self.alternatives)

    @property
    def is_ambiguous(self) -> bool:
        """Whether the number matches different values, which more digits would distinguish.

        If it matches average precision, only other metrics and readings count, as tools are compared with that anyway.
        """
        if self.is_named or not self.candidates:
            return False
        first = self.candidates[0]
        others = self.alternatives if _is_average_precision(first) else self.candidates
        return any(differ(one, first) for one in others)

    @property
    def is_plain(self) -> bool:
        """Whether the number is average precision as far as its digits tell, apart from tools that give it as well."""
        first = next(iter(self.candidates), None)
        return not self.is_truncated and not self.is_ambiguous and _is_average_precision(first)

    @property
    def is_only_cut_off(self) -> bool:
        """Whether tools give the number only if it was truncated, and none was named for it."""
        return self.is_truncated and not self.is_named

    @property
    def is_coarse(self) -> bool:
        """Whether a single digit was typed, which fits too much to call anything likely."""
        return self.number.unit >= MAX_UNIT

    @property
    def may_fit_by_chance(self) -> bool:
        """Whether so many values were tried that one of them would give many other numbers with these digits as well.

        Average precision and the numbers of tools are on the rows as they are, so that they are not doubted.
        """
        is_read = bool(self.candidates) and isinstance(self.candidates[0], AlternativeValue)
        return is_read and self.n_values * self.number.step >= MIN_CHANCE

    @property
    def is_joining_only(self) -> bool:
        """Whether some way to join the points gives the number, but no tool and nothing else."""
        has_tool = any(one.tool or one.is_average_precision for one in self.sources)
        return bool(self.sources) and not self.alternatives and not has_tool

    @property
    def has_no_number(self) -> bool:
        """Whether the named tool gives no number on these rows."""
        return bool(self.number.tool) and self.named_source is None

    @property
    def is_missed(self) -> bool:
        """Whether the named tool gives another number, on these rows and on all that were tried."""
        named = self.named_source
        return named is not None and not self.is_named and not _with_tool(named, self.alternatives)

    @property
    def is_named(self) -> bool:
        """Whether the named tool gives the number."""
        return self.named_source is not None and self.named_source in self.sources


@dataclass(frozen=True, slots=True)
class NumberDifference:
    """The second number minus the first, with the cause of the largest component and its source."""

    first: Source
    second: Source
    components: ToolDifference
    unscored_difference: float  # due to positives without a score, which tools do not know
    cause: Cause  # "same" if the numbers are equal
    by_second: bool  # whether the second source causes the difference

    @property
    def source(self) -> Source:
        """The source that causes the difference."""
        return self.second if self.by_second else self.first


def sources_of(numbers: ToolNumbers, areas: Mapping[str, float], points: OperatingPoints) -> tuple[Source, ...]:
    """Return all tools with a number, then the schemes that none of them follows.

    >>> from pr_curve_lab.analysis.tools import tool_numbers
    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> labeled_scores = example_labeled_scores("ten_rows")
    >>> numbers, areas = tool_numbers(labeled_scores), {"step": 0.5, "linear_flat": 0.5}
    >>> [one.key for one in sources_of(numbers, areas, labeled_scores.points)][-1]
    'linear_flat'
    """
    lacking = bool(points.unscored_positives)
    tools = [
        Source(
            one.tool,
            one.tool.scheme,
            one.area,
            one.difference,
            lacks_positives=lacking and not one.tool.takes_total_positives,
        )
        for one in numbers.numbers
    ]
    plain = {one.scheme for one in tools if one.scheme and abs(one.area - areas.get(one.scheme, -1.0)) < AREA_ROUNDING}
    schemes = [
        Source(None, key, area, explain_scheme_difference(key, points))
        for key, area in areas.items()
        if key not in plain or (key == AVERAGE_PRECISION_SCHEME and points.unscored_positives)
    ]
    return (*tools, *schemes)


def other_sources(numbers: ToolNumbers, others: ToolNumbers) -> tuple[Source, ...]:
    """Return the tools for other purposes, and all earlier releases, each with what came after its number changed.

    numbers, others: the results of `tool_numbers` and `other_numbers`.
    """
    areas = {one.tool.key: one.area for one in (*numbers.numbers, *others.numbers)}
    sources = []
    for one in others.numbers:
        releases = TOOLS.releases(one.tool.key)
        later = releases[releases.index(one.tool) + 1 :]
        followed = [(tool, areas.get(tool.key)) for tool in later]
        changed = tuple(dropwhile(partial(_is_same_number, one), followed))
        sources.append(Source(one.tool, one.tool.scheme, one.area, one.difference, changed))
    return tuple(sources)


def _is_same_number(before: ToolNumber, following: tuple[Tool, float | None]) -> bool:
    tool, area = following
    return area is not None and abs(area - before.area) <= max(before.tool.tolerance, tool.tolerance)


def match_number(
    number: ReportedNumber, sources: Sequence[Source], values: Sequence[AlternativeValue] = ()
) -> NumberMatch:
    """Find everything that gives a number, by rounding or else by truncation; only the named tool if it truncates.

    If average precision matches an alternative value, other ways of joining are left out for it.
    """
    named = next((one for one in sources if one.tool and one.tool.key == number.tool), None)
    held = {one.key: match_area(number, one.area, tolerance=tolerance_of(one)) for one in sources}
    if named is not None and held[named.key] == "cut_off":
        return NumberMatch(number, (named,), is_truncated=True, named_source=named)
    agreed = "rounded" if "rounded" in held.values() else "cut_off"
    fitting = sorted((one for one in sources if held[one.key] == agreed), key=lambda one: one is not named)
    read = match_values(number, values)
    return NumberMatch(number, tuple(fitting), bool(fitting) and agreed == "cut_off", named, tuple(read))


def match_values(number: ReportedNumber, values: Sequence[AlternativeValue]) -> list[AlternativeValue]:
    """Return the values that round to a number; if average precision of a reading does, not its other ways of joining.

    >>> from pr_curve_lab.analysis.reported_number import parse_number
    >>> values = [AlternativeValue("turned", None, "linear", 0.502), AlternativeValue("turned", None, "step", 0.499)]
    >>> [one.metric for one in match_values(parse_number("0.50"), values)]
    ['step']
    """
    read = [one for one in values if match_area(number, one.value) == "rounded"]
    steps = {one.reading for one in read if one.metric == "step"}
    return [one for one in read if one.metric not in ("linear", "continuous") or one.reading not in steps]


def average_precision_source(sources: Sequence[Source]) -> Source:
    """Return the source whose number is average precision, with all positives if some have no score."""
    return next((one for one in sources if one.key == AVERAGE_PRECISION_SCHEME), None) or next(
        one for one in sources if one.key == AVERAGE_PRECISION_TOOL
    )


def number_difference(source: Source, other: Source, *, has_ties: bool) -> NumberDifference:
    """Split the difference of two sources into components; the source with the larger one is its cause.

    >>> from pr_curve_lab.analysis.tools import tool_numbers
    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> labeled_scores = example_labeled_scores("ten_rows")
    >>> numbers = tool_numbers(labeled_scores)
    >>> ap, line = (one for one in sources_of(numbers, {}, labeled_scores.points)[:2])
    >>> number_difference(ap, line, has_ties=numbers.has_ties).cause
    'joining'
    """
    before, after = source.difference, other.difference
    parts = ToolDifference(after.counting - before.counting, after.start - before.start, after.joining - before.joining)
    part, difference = max_component(parts), other.area - source.area
    unscored = difference - parts.total
    if abs(difference) < AREA_ROUNDING:
        return NumberDifference(source, other, parts, 0.0, "same", by_second=True)
    if abs(unscored) > max(abs(getattr(parts, part)), AREA_ROUNDING):
        return NumberDifference(source, other, parts, unscored, "missed", by_second=other.tool is not None)
    by_second = abs(getattr(after, part)) >= abs(getattr(before, part))
    who = other if by_second else source
    cause: Cause = "start" if part == "start" else "joining"
    if part == "counting" and who.tool:
        cause = counting_cause(who.tool, has_ties=has_ties)
    if part == "joining" and has_recall_levels(who.scheme):
        cause = "levels"
    return NumberDifference(source, other, parts, unscored, cause, by_second)


def has_same_cause(match: NumberMatch, reference: Source, *, has_ties: bool) -> bool:
    """Whether all matches differ from a reference for the same cause, by the same components."""
    gaps = [number_difference(reference, one, has_ties=has_ties) for one in match.sources]
    parts = [[one.components.counting, one.components.start, one.components.joining] for one in gaps]
    tolerance = AREA_TOLERANCE if gaps[0].cause == "joining" else COMPONENT_TOLERANCE
    return len({one.cause for one in gaps}) == 1 and bool((np.ptp(parts, axis=0) < tolerance).all())


def count_alike(match: NumberMatch) -> bool:
    """Whether all that match count the same points, and not some of them in bins or with ties in an order."""
    return bool(np.ptp([one.difference.counting for one in match.sources]) < COMPONENT_TOLERANCE)


def common_joining(match: NumberMatch, sources: Sequence[Source]) -> str | None:
    """Return the scheme by which all that match join the points, whatever their start, "lines" if some are curved.

    None if they join them in different ways, in steps like average precision, or if the number may be something else.

    >>> from pr_curve_lab.analysis.reported_number import parse_number
    >>> sources = [Source(None, f"linear{start}", 0.37, ToolDifference(0, 0, 0.1)) for start in ("", "_flat")]
    >>> common_joining(match_number(parse_number("0.4"), sources), sources)
    'linear'
    """
    straight = next(one.difference.joining for one in sources if one.scheme == "linear")
    schemes = set()
    for one in match.sources:
        is_straight = one.scheme in LINES and abs(one.difference.joining - straight) < AREA_TOLERANCE
        schemes.add("linear" if is_straight or one.scheme in STRAIGHT_LINES else one.scheme)
    if match.alternatives or not schemes or schemes == {"step"}:
        return None
    return schemes.pop() if len(schemes) == 1 else "lines" if schemes <= LINES else None


def differ_only_at_start(match: NumberMatch) -> bool:
    """Whether all that match count the same points and join them alike, from different starts."""
    parts = [[one.difference.counting, one.difference.joining] for one in match.sources]
    return not match.alternatives and bool((np.ptp(parts, axis=0) < AREA_TOLERANCE).all())


def differ(candidate: Candidate, other: Candidate) -> bool:
    """Whether more digits of a number would tell which of the two it is."""
    return abs(candidate.value - other.value) > max(AREA_TOLERANCE, tolerance_of(candidate))


def tolerance_of(candidate: Candidate) -> float:
    """Return how far a number that a candidate prints may be from its value."""
    return candidate.tool.tolerance if isinstance(candidate, Source) and candidate.tool else AREA_ROUNDING


AnswerKind = Literal[
    "range", "no_number", "not_this", "nothing", "no_tool", "several", "same", "alone", "alike", "joined", "reading",
    "cause",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class NumberResult:
    """The kind of explanation, the number that it is about, and the best match of both numbers.

    A single number is the second of the pair, and average precision is the first.
    """

    kind: AnswerKind
    match: NumberMatch | None = None
    best_pair: tuple[Candidate, Candidate] | None = None
    difference: NumberDifference | None = None  # only if both are tools or schemes


def number_result(
    match: NumberMatch | None, other_match: NumberMatch | None, sources: Sequence[Source], *, has_ties: bool
) -> NumberResult:
    """Explain the numbers that were typed; a single one is compared with average precision.

    The kinds are tried in this order: the named tool has no number on the rows, it gives another number, nothing gives
    the number, only a way to join the points does that no tool uses, both numbers are equal to the digits typed, a
    number has several possible causes, or it is another metric or reading of the rows. A number that may be average
    precision is taken as that, and two that may be the same are taken as the same. If all possible causes join the
    points alike, and the other number does not, that is said.
    """
    matches = [one for one in (match, other_match) if one is not None]
    if not matches:
        return NumberResult("range")
    unfit = _no_match_result(matches)
    if unfit is not None:
        return unfit
    first, second = both = _best_pair(matches, sources)
    is_pair, found = len(matches) > 1, None
    if isinstance(first, Source) and isinstance(second, Source):
        found = number_difference(first, second, has_ties=has_ties)
    if first is second or (found is not None and found.cause == "same"):
        return NumberResult("same" if is_pair else "alone", matches[0], both, found)
    if not (is_pair and _is_average_precision_beside_other(first, second)) and _is_same(matches, first):
        return NumberResult("alike" if is_pair else "alone", matches[0], both, found)
    reference = {id(matches[-1]): first, id(matches[0]): second if is_pair else first}
    for one in matches:
        if _has_several_causes(one, reference[id(one)], sources, has_ties=has_ties):
            other = reference[id(one)]
            is_unlike = not isinstance(other, Source) or other.scheme not in LINES
            is_joined = is_unlike and common_joining(one, sources) is not None
            return NumberResult("joined" if is_joined else "several", one, both, found)
    return NumberResult("reading" if found is None else "cause", matches[-1], both, found)


def best_match(match: NumberMatch) -> Candidate | None:
    """Return the named tool if it gives the number, or else the likeliest match, or None if nothing gives it."""
    if match.is_named:
        return match.named_source
    return next(iter(match.candidates), None)


def _no_match_result(numbers: Sequence[NumberMatch]) -> NumberResult | None:
    """Return the result for a number that its tool, anything, or any tool does not give."""
    for one in numbers:
        if one.has_no_number:
            return NumberResult("no_number", one)
    for one in numbers:
        if one.is_missed:
            return NumberResult("not_this", one)
    for one in numbers:
        if not one.candidates:
            return NumberResult("nothing", one)
    for one in numbers:
        if one.is_joining_only:
            return NumberResult("no_tool", one)
    return None


def _is_same(numbers: Sequence[NumberMatch], first: Candidate) -> bool:
    """Whether the typed digits do not distinguish two numbers, or a single number from the first value."""
    one, other = numbers[0].number, numbers[-1].number
    if len(numbers) == 1:
        return match_area(one, first.value) == "rounded"
    return abs(one.value - other.value) <= max(one.step, other.step) / 2


def _is_average_precision_beside_other(first: Candidate, second: Candidate) -> bool:
    """Whether one is average precision and the other no area of the rows in use, so that both need not be the same."""
    return any(
        _is_average_precision(one) and not isinstance(other, Source)
        for one, other in ((first, second), (second, first))
    )


def _best_pair(numbers: Sequence[NumberMatch], sources: Sequence[Source]) -> tuple[Candidate, Candidate]:
    """Return the best match of both numbers; average precision if a number was not typed."""
    takes = [best_match(one) or average_precision_source(sources) for one in numbers]
    if len(numbers) == 1:
        return average_precision_source(sources), takes[0]
    first, second = takes
    if _is_average_precision_beside_other(first, second):
        return first, second
    if first is not second and not numbers[1].is_named and first in numbers[1].candidates:
        return first, first
    if first is not second and not numbers[0].is_named and second in numbers[0].candidates:
        return second, second
    return first, second


def _has_several_causes(match: NumberMatch, reference: Candidate, sources: Sequence[Source], *, has_ties: bool) -> bool:
    """Whether a number fits tools with different causes, or a tool and something else that more digits would tell.

    Not if a tool is named for it, or if it may be average precision. reference: what the other number is.
    """
    plain = average_precision_source(sources)
    if match.is_named or plain in match.sources:
        return False
    if not isinstance(match.candidates[0], Source):
        return match.is_coarse and match.is_ambiguous
    if match.alternatives and match.is_ambiguous:
        return True
    compared = reference if isinstance(reference, Source) else plain
    return not has_same_cause(match, compared, has_ties=has_ties)


@dataclass(frozen=True, slots=True)
class NumberExplanation:
    """The numbers that were typed with everything that gives them; None if there is none, or it cannot be read."""

    match: NumberMatch | None
    other_match: NumberMatch | None
    sources: tuple[Source, ...]
    result: NumberResult
    prevalence: AlternativeValue | None  # the class balance at which a number without a match is the step area

    def best_match(self, one: NumberMatch) -> Candidate | None:
        """Return what one of the numbers is taken to be."""
        if self.result.best_pair is None:
            return best_match(one)
        first, second = self.result.best_pair
        return first if one is self.match and self.other_match is not None else second


@dataclass(frozen=True, slots=True)
class NumberContext:
    """The rows that numbers are about; values are computed only when they are needed."""

    points: OperatingPoints
    common_values: Callable[[], Sequence[AlternativeValue]]
    partial_values: Callable[[], Sequence[AlternativeValue]]
    has_ties: bool
    other_sources: Callable[[], Sequence[Source]] = tuple  # tools for other purposes, and earlier releases of all


def explain_numbers(
    number: ReportedNumber | None,
    other_number: ReportedNumber | None,
    sources: tuple[Source, ...],
    context: NumberContext,
) -> NumberExplanation:
    """Find where the numbers may come from, and explain them.

    >>> points = OperatingPoints.from_counts([2, 1], [1, 0], [0, 1])
    >>> explain_numbers(None, None, (), NumberContext(points, tuple, tuple, has_ties=False)).result.kind
    'range'
    """
    first, second = (_match_all(one, sources, context) if one else None for one in (number, other_number))
    result = number_result(first, second, sources, has_ties=context.has_ties)
    about = result.match
    needs_balance = about is not None and result.kind != "no_number" and not about.candidates
    balance = prevalence_value(context.points, about.number) if about is not None and needs_balance else None
    return NumberExplanation(first, second, sources, result, balance)


def _match_all(number: ReportedNumber, sources: Sequence[Source], context: NumberContext) -> NumberMatch:
    """Find everything that gives a number; add partial values if nothing does, or the named tool does not.

    If the named tool does not give it, values that would make it do so come first. If no area rounds to the number, but
    is truncated to it, or only a scheme or another metric is the number, only areas of other rows are added.
    """
    common = context.common_values()
    plain = _match_tools(number, sources, common, context)
    plain = replace(plain, n_values=_count_values(number, [*sources, *common]))
    misses = plain.named_source is not None and not plain.is_named
    is_tool = plain.sources and not plain.is_truncated and not plain.is_joining_only
    is_area = is_tool or any(one.metric in AREAS for one in plain.alternatives)
    if plain.has_no_number or (not misses and (plain.is_named or is_area)):
        return plain
    scheme = plain.named_source.scheme if misses and plain.named_source is not None else None
    partial = context.partial_values()
    coarser = match_values(number, partial)
    if plain.candidates:
        coarser = [one for one in coarser if (one.metric == scheme if misses else one.rows is not None)]
    elif not coarser:
        coarser = [one for one in common if match_area(number, one.value)]
        coarser += round_up_values(context.points, number)
    readings = sorted((*plain.alternatives, *coarser), key=lambda one: misses and one.metric != scheme)
    by_tool = _with_tool(plain.named_source, readings) if misses and plain.named_source is not None else ()
    n_values = _count_values(number, [*sources, *common, *partial])
    if by_tool:
        return replace(plain, sources=(), alternatives=by_tool, n_values=n_values)
    return replace(plain, alternatives=tuple(readings), n_values=n_values)


def _match_tools(
    number: ReportedNumber, sources: Sequence[Source], values: Sequence[AlternativeValue], context: NumberContext
) -> NumberMatch:
    """Find everything that gives a number; other tools and releases only if they are named, or if nothing gives it."""
    name, _, version = number.tool.partition("@")
    plain = match_number(number, sources, values)
    if name and not version and plain.is_named:
        return plain
    if not name and _has_area(plain):
        return replace(plain, others=_fitting_others(plain, context))
    others = [one for one in context.other_sources() if not name or (one.tool and one.tool.base_key == name)]
    if version:  # only this release
        asked = TOOLS[number.tool].key
        known = [one for one in others if one.key == asked]
        return match_number(replace(number, tool=asked), (*sources, *known), values)
    fitting = _fitting_releases(number, others, "rounded")
    if not name:  # what a tool gives now is a simpler explanation than what it gave once
        return match_number(number, (*sources, *sorted(fitting, key=lambda one: bool(one.later))), values)
    fitting = fitting or _fitting_releases(number, others, "cut_off")
    asked = fitting[-1].key if fitting else name
    known = [*fitting, *(one for one in others if one.key == asked and not fitting)]
    return match_number(replace(number, tool=asked), (*sources, *known), values)


def _fitting_others(match: NumberMatch, context: NumberContext) -> tuple[Source, ...]:
    """Return the tools for other purposes and the earlier releases that give a number, the releases first.

    None if it may be average precision, which is simpler, and none for very many points, as that takes seconds.
    """
    is_plain = any(_is_average_precision(one) for one in match.candidates)
    if is_plain or context.points.threshold.size > MAX_SEARCHED_POINTS:
        return ()
    fitting = _fitting_releases(match.number, context.other_sources(), "rounded")
    changed = [one for one in fitting if one.later or "@" not in one.key]  # the others still give it
    return tuple(sorted(changed, key=lambda one: not one.later))


def _fitting_releases(number: ReportedNumber, sources: Sequence[Source], how: AreaMatch) -> list[Source]:
    """Return the sources that give a number; consecutive releases of a tool as the last, which knows the first."""
    joined: list[Source] = []
    for source in sources:
        if match_area(number, source.area, tolerance=tolerance_of(source)) != how:
            continue
        before = joined[-1] if joined else None
        if before and before.tool and source.tool and _is_next(before.tool, source.tool):
            joined[-1] = replace(source, first_version=before.first_version or before.tool.since)
        else:
            joined.append(source)
    return joined


def _is_next(before: Tool, tool: Tool) -> bool:
    """Whether a behavior is the one after another."""
    return (before, tool) in pairwise(TOOLS.releases(tool.key))


def _has_area(match: NumberMatch) -> bool:
    """Whether a tool or something else than a scheme gives a number, perhaps with its last digits cut off."""
    return bool(match.alternatives) or (bool(match.sources) and not match.is_joining_only)


def _count_values(number: ReportedNumber, values: Sequence[Candidate]) -> int:
    """Return how many of the values differ in the digits typed."""
    return len({round(one.value / float(number.step)) for one in values})


def _with_tool(tool: Source, values: Sequence[AlternativeValue]) -> tuple[AlternativeValue, ...]:
    """Return the values that a tool gives for other rows or another score, if it counts all points as they are."""
    if abs(tool.difference.counting) > COMPONENT_TOLERANCE:
        return ()
    others = [one for one in values if one.rows is not None or one.kind == "other_score"]
    return tuple(one for one in others if one.metric == tool.scheme)
