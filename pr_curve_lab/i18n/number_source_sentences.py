"""Sentences on where one or two reported numbers may come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from pr_curve_lab.analysis.alternative_values import AlternativeValue
from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    DISPLAY_TOLERANCE,
    MINUS,
    NumberText,
    count_unique_areas,
    decimals_for_tolerance,
    format_area,
    format_components,
    format_count,
    format_number,
)
from pr_curve_lab.analysis.number_sources import (
    AREA_TOLERANCE,
    Candidate,
    NumberDifference,
    NumberExplanation,
    NumberMatch,
    Source,
    average_precision_source,
    common_joining,
    count_alike,
    differ,
    differ_only_at_start,
    tolerance_of,
)
from pr_curve_lab.analysis.reported_number import ReportedNumber, match_area
from pr_curve_lab.analysis.tools import ToolNumbers
from pr_curve_lab.i18n.messages import Messages, code_span, format_decimals
from pr_curve_lab.i18n.names import TaskName, split_text, task_prefix, tool_message_key
from pr_curve_lab.i18n.release_sentences import later_texts, release_title, since_texts, version_range
from pr_metrics import SCHEMES, TOOLS
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import ToolDifference

ROCR = "ROCR.aucpr"  # joins points that an index that is off by one has misplaced
DECIMALS = 4  # of a difference and its components
NEGLIGIBLE = 1e-3  # relative to the difference
CLOSE_RANGE = 3 * DISPLAY_TOLERANCE  # a smaller difference of areas is printed as at most 0.001
MAX_TOOLS = 3  # named for a number that more of them give, and values that fit it, unless there is only one more
MIN_PREVALENCE_DIGITS = 4  # significant, so that two numbers name the same class balance alike
MIN_TYPED_DIGITS, EXTRA_DIGITS = 3, 2  # digits beyond those typed, so that a value can be checked


def source_name(source: Source, messages: Messages) -> str:
    """Return the short name of a tool, or else the name of the scheme.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> source_name(Source(None, "linear_flat", 0.5, ToolDifference(0, 0, 0)), messages_in("en"))
    'Straight line, flat start'
    """
    if source.tool is None and source.is_average_precision:
        return messages.format("published.metric.step")
    if source.tool and (source.later or "@" in source.key):
        versions = version_range(source.tool, messages, first=source.first_version)
        return messages.format("releases.named", name=source.tool.short, versions=versions)
    return source.tool.short if source.tool else messages.format(f"schemes.{source.scheme}.name")


def candidate_name(
    candidate: Candidate, prevalence: float, messages: Messages, *, format_metric: Callable[[str], str] = str
) -> str:
    """Return what a number may be: a metric of rows with this class balance, or the number of a tool or a scheme.

    format_metric: adds to the name of a metric or a tool what it is computed from.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> candidate_name(AlternativeValue("decimals", 1, "step", 0.5), 0.1, messages_in("en"))
    'the average precision of scores rounded to 1 decimal'
    >>> candidate_name(AlternativeValue("prevalence", "0.05", "step", 0.5), 0.1001, messages_in("en"))
    'the average precision at a class balance of 0.05 instead of 0.1001'
    """
    if isinstance(candidate, Source):
        if candidate.is_average_precision:
            metric = format_metric(messages.format("published.metric.step"))
            return messages.format("published.otherwise.rows", metric=metric)
        return format_metric(messages.format("answer.given_by", name=source_name(candidate, messages)))
    metric = format_metric(messages.format(f"published.metric.{candidate.metric}"))
    if candidate.score is not None:
        metric = messages.format("published.of", metric=metric, name=code_span(candidate.score))
    return messages.format(
        f"published.otherwise.{candidate.kind}", metric=metric, **_message_values(candidate, prevalence, messages)
    )


def gap_sentence(gap: NumberDifference, messages: Messages) -> str:
    """Return which tool causes the difference of two numbers, and how."""
    who, other = gap.source, gap.first if gap.by_second else gap.second
    names = {"name": source_name(who, messages), "other": source_name(other, messages)}
    if gap.cause in ("joining", "levels"):
        joined, other_joined = _joined_text(who, messages), _joined_text(other, messages)
        key = "answer.cause.joining_alike" if joined == other_joined else "answer.cause.joining"
        return messages.format(key, **names, joined=joined, other_joined=other_joined)
    if gap.cause == "start":
        start = who.tool.start if who.tool else SCHEMES[str(who.scheme)].start
        return messages.format(tool_message_key("start", start).replace("tools.", "answer.cause."), **names)
    if gap.cause == "ties" and who.tool and who.tool.ties == "by document name":
        return messages.format("answer.cause.ties_by_name", **names)
    return messages.format(f"answer.cause.{gap.cause}", **names)


def gap_components_sentence(gap: NumberDifference, first: str, second: str, messages: Messages) -> str:
    """Return how much higher or lower the second number is than the first, with the components of the difference.

    first, second: the texts for the numbers.
    """
    total = gap.second.area - gap.first.area
    key = "answer.apart_higher" if total > 0 else "answer.apart_lower"
    size, parts = format_gap_components(gap.components, total, messages, missing=gap.unscored_difference)
    values = {"gap": NumberText(size.lstrip("+" + MINUS)), "first": first, "second": second}
    return messages.format(key, **values, parts=parts)


def format_gap_components(
    components: ToolDifference, total: float, messages: Messages, *, missing: float = 0.0
) -> tuple[NumberText, str]:
    """Format a signed difference, and its main components in descending order; the printed numbers add up.

    A single component is named without its size, which is that of the difference.
    """
    sizes = {
        "start": components.start,
        "joining": components.joining,
        "counting": components.counting,
        "missed": missing,
    }
    shown = [part for part in sizes if abs(sizes[part]) > max(AREA_ROUNDING, NEGLIGIBLE * abs(total))]
    shown.sort(key=lambda part: -abs(sizes[part]))
    whole, texts = format_components(total, [sizes[part] for part in shown], DECIMALS)
    if len(shown) == 1:
        return whole, messages.format(f"answer.all_{shown[0]}")
    listed = [messages.format(f"answer.part_{part}", size=text) for part, text in zip(shown, texts, strict=True)]
    return whole, messages.format("punctuation.items").join(listed)


def match_sentence(match: NumberMatch, prevalence: float, messages: Messages, *, is_short: bool = False) -> str:
    """Return everything that gives a number, the simplest first, each with its value to more digits."""
    values = list_values(match, prevalence, messages, is_short=is_short)
    names = _join(values, messages, "clauses", is_short=is_short)
    return messages.format("answer.fits", number=match.number.text, names=names)


def others_sentence(match: NumberMatch, messages: Messages, *, is_short: bool = False) -> str:
    """Return the earlier releases and the tools for other purposes that give a number as well."""
    names = [source_name(one, messages) for one in match.others]
    listed = _join(names, messages, "items", is_short=is_short)
    return messages.format("answer.also", number=match.number.text, names=listed)


def list_values(match: NumberMatch, prevalence: float, messages: Messages, *, is_short: bool = False) -> list[str]:
    """Return the values that match a number, each with the names of all that give it, or of the first if it is short.

    If average precision is among it, tools whose number equals it are not listed.
    """
    number = match.number
    plain = [one.value for one in match.candidates if isinstance(one, Source) and one.is_average_precision]
    names: dict[tuple[str, bool, NumberText], list[str]] = {}
    for one in match.candidates:
        is_other = isinstance(one, Source) and not one.is_average_precision
        if is_other and any(abs(one.value - value) < AREA_TOLERANCE for value in plain):
            continue
        is_cut = match_area(number, one.value, tolerance=tolerance_of(one)) == "cut_off"
        key = "answer.fits_cut" if is_cut else "answer.fits_value"
        names.setdefault((key, is_other, _value_text(one, number)), []).append(_listed_name(one, prevalence, messages))
    return [
        messages.format(key, names=_join(listed, messages, "items", is_short=is_short), value=value)
        for (key, _, value), listed in names.items()
    ]


def _either(names: Iterable[str], messages: Messages) -> str:
    """Return the names as alternatives."""
    return reduce(lambda first, second: messages.format("punctuation.either", first=first, second=second), names)


def _join(names: Sequence[str], messages: Messages, separator: str, *, is_short: bool) -> str:
    """Join all names, or if it is short and there are many, the first ones with the number of the others."""
    most = MAX_TOOLS if is_short and len(names) > MAX_TOOLS + 1 else len(names)
    listed = messages.format(f"punctuation.{separator}").join(names[:most])
    return messages.format("punctuation.and_more", names=listed, count=len(names) - most) if names[most:] else listed


def _listed_name(candidate: Candidate, prevalence: float, messages: Messages) -> str:
    """Return the name of a candidate in a list, which tells ways of joining from tools."""
    if not isinstance(candidate, Source) or candidate.is_average_precision:
        return candidate_name(candidate, prevalence, messages).strip()
    name = source_name(candidate, messages)
    return name if candidate.tool else messages.format("answer.way", name=name)


def nearest_sentence(number: ReportedNumber, sources: Sequence[Source], messages: Messages) -> str:
    """Return the source with the number nearest to one that no source gives."""
    nearest = min(sources, key=lambda one: abs(one.area - float(number.value)))
    return messages.format("answer.nearest", name=source_name(nearest, messages), area=_value_text(nearest, number))


def _value_text(candidate: Candidate, number: ReportedNumber) -> NumberText:
    """Format the value of a candidate with up to two digits more than were typed, and at least three."""
    typed = len(number.text.partition(".")[2])
    decimals = max(
        typed, min(max(typed, MIN_TYPED_DIGITS) + EXTRA_DIGITS, decimals_for_tolerance(tolerance_of(candidate)))
    )
    return NumberText(format_number(candidate.value, f".{decimals}f"))


def _message_values(alternative: AlternativeValue, prevalence: float, messages: Messages) -> dict[str, object]:
    """Return the values for the sentence of an alternative value."""
    which = alternative.which
    if alternative.rows is not None:
        return {"which": code_span(str(which)), "rows": format_count(alternative.rows)}
    if alternative.kind == "prevalence":
        digits = max(MIN_PREVALENCE_DIGITS, len(str(which).partition(".")[2].lstrip("0")))
        own = NumberText(format_number(prevalence, f".{digits}g"))
        return {"which": NumberText(str(which)), "own": own}
    if alternative.kind == "decimals":
        return {"which": format_decimals(int(str(which)), messages)}
    if alternative.kind == "average":
        names = [messages.format(f"averages.{kind}.name") for kind in str(which).split()]
        return {"which": _either(names, messages)}
    if alternative.kind in ("best", "cut", "best_f1_cut"):
        return {"which": NumberText(str(which))}
    return {"which": code_span(which) if isinstance(which, str) else which}


def _merge_averages(candidate: Candidate, match: NumberMatch) -> tuple[Candidate, bool]:
    """Return what a number is with all averages over classes that match it, and whether anything else may be meant."""
    alike: list[Candidate] = [candidate]
    if isinstance(candidate, AlternativeValue) and candidate.kind == "average":
        averages = [one for one in match.alternatives if (one.kind, one.metric) == ("average", candidate.metric)]
        alike = [*averages]
        candidate = replace(candidate, which=" ".join(str(one.which) for one in averages))
    others = () if match.is_named else match.candidates
    return candidate, any(one not in alike and differ(one, candidate) for one in others)


def _joined_text(source: Source, messages: Messages) -> str:
    return (
        messages.format(f"schemes.{source.scheme}.joined")
        if source.scheme
        else messages.format("answer.cause.by_slipped_lines" if source.key == ROCR else "answer.cause.by_own_rule")
    )


@dataclass(frozen=True)
class NumberSourceText:
    """The sentences that explain reported numbers, for rows with this class balance."""

    explanation: NumberExplanation
    numbers: ToolNumbers
    prevalence: float
    messages: Messages
    task: TaskName | None = None  # which model, class, label or group the rows are; None if there is only one
    split: tuple[str, str] | None = None  # column and value of the only split whose rows count
    other_numbers: ToolNumbers | None = None  # of other tools and releases, if a number names one of them

    def question(self) -> str:
        """Return the question about the numbers that were typed."""
        sides = (("mine", self.explanation.match), ("theirs", self.explanation.other_match))
        texts = {side: one.number.text for side, one in sides if one is not None}
        if len(texts) == 2:
            return self.messages.format("report.question_two_numbers", **texts)
        (number,) = texts.values()
        return self.messages.format("report.question_number", number=number)

    def title(self) -> str:
        """Return the title: the simplest true statement, and which model, class, label or group it is about."""
        task = self._common_task()
        if task is None:
            return self._statement()
        name = code_span(task.format(self.messages))
        return self.messages.format("answer.headline_about", headline=self._statement(), name=name)

    def _alternatives(self) -> list[AlternativeValue]:
        """Return which numbers are taken to be something else than an area of the rows in use."""
        pair = self.explanation.result.best_pair if self.explanation.result.kind in ("reading", "same", "alike") else ()
        return [one for one in pair or () if isinstance(one, AlternativeValue)]

    def _has_other_rows(self) -> bool:
        return any(one.rows is not None for one in self._alternatives())

    def _has_other_task(self) -> bool:
        return any(one.is_other_task for one in self._alternatives())

    def _common_task(self) -> TaskName | None:
        """Return the model, class, label and group that all numbers are about."""
        if self.task is None:
            return None
        task = replace(self.task, name="") if self._has_other_task() else self.task
        task = replace(task, column="", group="") if self._has_other_rows() else task
        return task if task.base_name else None

    def _candidate_name(self, candidate: Candidate, *, what: str | None = None) -> str:
        """Return what a number may be, with its model or its rows if the other number is about others.

        what: the name of it without these, if it is already known.
        """
        messages, task = self.messages, self.task
        alternative = candidate if isinstance(candidate, AlternativeValue) else None
        has_own_task = self._has_other_task() and not (alternative and alternative.is_other_task)
        has_own_rows = self._has_other_rows() and not (alternative and alternative.rows is not None)
        rows = [self.split, task and (task.column, task.group)]

        def format_metric(metric: str) -> str:
            if has_own_task and task and task.name:
                name = code_span(replace(task, column="").format(messages))
                metric = messages.format("published.of", metric=metric, name=name)
            parts = [code_span(" = ".join(one)) for one in rows if has_own_rows and one and one[0]]
            if parts:
                which = messages.format("punctuation.items").join(parts)
                metric = messages.format("published.on_rows", metric=metric, which=which)
            return metric

        if what is not None:
            return format_metric(what)
        return candidate_name(candidate, self.prevalence, messages, format_metric=format_metric)

    def _average_precision_name(self, default: str) -> str:
        """Return average precision with its model or rows if the number is about others, or else by a message key."""
        source = average_precision_source(self.explanation.sources)
        name = self._candidate_name(source)
        is_bare = name == candidate_name(source, self.prevalence, self.messages)
        return self.messages.format(default) if is_bare else name.strip()

    def _statement(self) -> str:
        explanation, messages, result = self.explanation, self.messages, self.explanation.result
        about = result.match
        if about is None:
            return self._range_title()
        if result.kind == "no_number":
            return self._missing_number_title(about.number.tool)
        number = about.number.text
        earlier = [one for one in self._best_sources() if one.later]
        if earlier and result.kind not in ("not_this", "nothing", "no_tool"):
            return self._release_title(earlier)
        if result.kind == "cause" and result.difference is not None:
            sentence, gap = gap_sentence(result.difference, messages), result.difference
            if abs(gap.second.area - gap.first.area) < CLOSE_RANGE:
                sentence = messages.format("answer.headline_close_cause", headline=sentence)
            matches = [one for one in (explanation.match, explanation.other_match) if one is not None]
            cut = [one.number.text for one in matches if one.is_only_cut_off]
            return messages.format("answer.headline_if_cut_off", headline=sentence, number=cut[-1]) if cut else sentence
        if result.kind in ("same", "alike") and explanation.match is not None and explanation.other_match is not None:
            return self._same_number_title(explanation.match, explanation.other_match)
        if result.kind == "not_this" and about.named_source is not None:
            area = _area_text(about.named_source, about)
            return messages.format(
                "answer.headline_not_this", name=source_name(about.named_source, messages), area=area, number=number
            )
        if result.kind == "no_tool":
            return messages.format("answer.headline_no_tool", number=number, joined=self._joined_names(about))
        if result.kind in ("joined", "reading") and result.best_pair is not None:
            return self._metric_title(about, *result.best_pair)
        kind: str = result.kind
        if kind == "alone" and about.is_ambiguous:
            kind = "among" if about.is_coarse else "likely"
        count = len(list_values(about, self.prevalence, messages))
        return messages.format(f"answer.headline_{kind}", number=number, count=count)

    def lines(self, *, is_short: bool = False) -> list[str]:
        """Return the components of the difference, and all or the first sources of a number without a named tool.

        is_short: also leaves out the tools that fit a number which the title calls average precision, and advice that
        repeats the title.
        """
        explanation, messages, result = self.explanation, self.messages, self.explanation.result
        if result.match is None:
            return self._uncounted_lines()
        lines = []
        if result.kind in ("cause", "alike") and result.difference is not None:
            lines.append(gap_components_sentence(result.difference, *self._compared_texts(result.difference), messages))
        matches = [one for one in (explanation.match, explanation.other_match) if one is not None]
        matches.sort(key=lambda one: one is not result.match)
        listed = [one for one in matches if self._needs_sentence(one)]
        if is_short:
            listed = [one for one in listed if one is result.match or not one.is_plain]
        lines += dict.fromkeys(match_sentence(one, self.prevalence, messages, is_short=is_short) for one in listed)
        lines += dict.fromkeys(others_sentence(one, messages, is_short=is_short) for one in matches if one.others)
        if result.kind in ("several", "joined") and differ_only_at_start(result.match):
            lines.append(messages.format("answer.family_start"))
        if result.kind in ("alone", "joined", "reading") and any(one.is_ambiguous for one in matches):
            lines.append(messages.format("answer.choose"))
        lines += self._named_tool_lines(matches)
        lines += self._release_lines()
        lines += [self._chance_sentence(one) for one in matches if one.may_fit_by_chance]
        if result.kind in ("joined", "reading") and not (is_short and len(matches) == 1):
            lines.append(self._comparison_sentence())
        if not result.match.candidates and result.kind != "no_number":
            lines.append(nearest_sentence(result.match.number, explanation.sources, messages))
            if explanation.prevalence is not None:
                name = candidate_name(explanation.prevalence, self.prevalence, messages)
                value = _value_text(explanation.prevalence, result.match.number)
                lines.append(messages.format("answer.balance", name=name, value=value))
        return lines

    def _named_tool_lines(self, matches: Sequence[NumberMatch]) -> list[str]:
        """Give the number of a named tool that the title does not name, and since when the tool computes it so."""
        lines = []
        for one in matches:
            source = one.named_source
            if not one.is_named or source is None or source.tool is None:
                continue
            name, value = source_name(source, self.messages), _value_text(source, one.number)
            if self.explanation.result.kind == "alone" and not source.is_average_precision and not source.later:
                lines.append(self.messages.format("releases.gives", name=name, area=value))
            if source.key == source.tool.base_key and len(matches) == 1:  # of two numbers, the cause is asked for
                lines += since_texts(source.tool, self.messages)
        return lines

    def _matches(self) -> list[NumberMatch]:
        return [one for one in (self.explanation.match, self.explanation.other_match) if one is not None]

    def _best_sources(self) -> list[Source]:
        """Return the tool or scheme that each number is taken to come from."""
        best = [self.explanation.best_match(one) for one in self._matches()]
        return [one for one in best if isinstance(one, Source)]

    def _release_title(self, earlier: Sequence[Source]) -> str:
        """Say which release gave a number, or two numbers, and what the next one gives."""
        messages, matches, best = self.messages, self._matches(), self._best_sources()
        if len(matches) == 2 and len(best) == 2:
            texts = {"first": matches[0].number.text, "second": matches[1].number.text}
            names = {"first_name": source_name(best[0], messages), "second_name": source_name(best[1], messages)}
            return messages.format("releases.headline_two", **texts, **names)
        source = earlier[0]
        number = next((one.number.text for one in matches if self.explanation.best_match(one) is source), "")
        return release_title(source, number, messages)

    def _release_lines(self) -> list[str]:
        """Say since when the tools whose earlier releases give a number give another one, and what was changed."""
        matches = self._matches()
        named = [[one.named_source] if one.named_source is not None else one.sources for one in matches]
        earlier = list({one.key: one for sources in named for one in sources if one.later}.values())
        is_short = len(earlier) > len(matches)
        digits = max((len(one.number.text.partition(".")[2]) for one in matches), default=0)
        texts = [text for one in earlier for text in later_texts(one, self.messages, digits, is_short=is_short)]
        return [*texts, self.messages.format("releases.choose")] if is_short else texts

    def _chance_sentence(self, match: NumberMatch) -> str:
        return self.messages.format("answer.by_chance", number=match.number.text, count=match.n_values)

    @property
    def is_about_task(self) -> bool:
        """Whether the numbers that were typed are those of the model, class, label or group in use."""
        unknown = ("range", "no_number", "not_this", "nothing", "several")
        return self.explanation.result.kind not in unknown and not self._has_other_task()

    def _joined_names(self, match: NumberMatch) -> str:
        """Return how points are joined by all schemes that give a number."""
        names = dict.fromkeys(_joined_text(one, self.messages) for one in match.sources)
        return _either(names, self.messages)

    def _comparison_sentence(self) -> str:
        """Say what must be the same to compare two numbers, with average precision."""
        messages, alternatives, pair = self.messages, self._alternatives(), self.explanation.result.best_pair or ()
        differs = {
            "metric": len({one.metric for one in pair}) > 1,
            "rows": self._has_other_rows(),
            "model": any(one.score is not None or one.kind == "other_score" for one in alternatives),
            "average": any(one.kind == "average" for one in alternatives),
        }
        same = [messages.format(f"answer.same_{part}") for part in differs if differs[part]]
        listed = reduce(
            lambda one, other: messages.format("punctuation.both", first=one, second=other),
            same or [messages.format("answer.same_way")],
        )
        if differs["average"]:
            return messages.format("answer.compare_average", same=listed)
        area = average_precision_source(self.explanation.sources).area
        return messages.format("answer.compare", same=listed, area=area)

    def _uncounted_lines(self) -> list[str]:
        """Return what the picture has and the counts of the title leave out."""
        messages, counted, lines = self.messages, self.numbers.exact_numbers, []
        coarse = [one for one in self.numbers.numbers if one not in counted]
        if coarse:
            names = [
                messages.format("answer.fits_value", names=one.tool.short, value=format_area(one.area))
                for one in coarse
            ]
            lines.append(
                messages.format("answer.without_coarse", names=messages.format("punctuation.items").join(names))
            )
        if len({(one.cause, format_area(one.area)) for one in counted}) > count_unique_areas(
            one.area for one in counted
        ):
            lines.append(messages.format("answer.counted_once"))
        return lines

    def _needs_sentence(self, match: NumberMatch) -> bool:
        """Whether the sources of a number are not mentioned yet."""
        return match.is_truncated or (bool(match.candidates) and not match.is_named)

    def _same_number_title(self, first: NumberMatch, second: NumberMatch) -> str:
        """Return the title if both numbers may be the same number."""
        result, messages = self.explanation.result, self.messages
        texts = {"first": first.number.text, "second": second.number.text}
        if result.kind == "same" and result.best_pair is not None and not isinstance(result.best_pair[0], Source):
            shared = tuple(one for one in second.alternatives if one in first.alternatives)
            what = self._candidate_name(_merge_averages(result.best_pair[0], replace(second, alternatives=shared))[0])
            return messages.format("answer.headline_same_reading", **texts, what=what)
        return messages.format(f"answer.headline_{result.kind}", **texts)

    def _metric_title(self, match: NumberMatch, first: Candidate, second: Candidate) -> str:
        """Return the title if a number is another metric, or comes from another reading of the rows."""
        explanation, messages = self.explanation, self.messages
        if explanation.match is not None and explanation.other_match is not None:
            said = [self._format_match(explanation.match, first), self._format_match(explanation.other_match, second)]
            for index, one in enumerate((first, second)):
                if explanation.result.kind == "joined" and one is average_precision_source(explanation.sources):
                    said[index] = messages.format("answer.in_steps", what=said[index])
            return messages.format("answer.headline_two_readings", first=said[0], second=said[1])
        texts = {"number": match.number.text, "area": _area_text(first, match)}
        own = self._average_precision_name("answer.average_precision_here")
        return messages.format("answer.headline_reading", **texts, own=own, what=self._format_match(match, second))

    def _format_match(self, match: NumberMatch, candidate: Candidate, *, with_tools: bool = False) -> str:
        """Return what a number is, or probably is; how its points are joined if several tools or schemes give it."""
        messages = self.messages
        is_other = isinstance(candidate, Source) and not candidate.is_average_precision
        is_shared = is_other and not match.is_named and len(match.sources) > 1
        joining = common_joining(match, self.explanation.sources) if is_shared else None
        tools = [source_name(one, messages) for one in match.sources if one.tool and is_shared]
        if joining is None:
            many = len(tools) > MAX_TOOLS + 1
            names = _join(tools, messages, "items", is_short=True) if many else tools and _either(tools, messages)
            given = messages.format("answer.given_by", name=names) if names else None
            candidate, is_likely = _merge_averages(candidate, match)
            what = self._candidate_name(candidate, what=given)
            is_likely = is_likely and len(tools) < len(match.candidates) and not match.is_coarse
            return self._fits_text(what, match, candidate, is_likely=is_likely)
        key = f"answer.joined_{joining}" if joining in ("linear", "lines") else f"schemes.{joining}.joined"
        what = self._candidate_name(candidate, what=messages.format("answer.joined_area", joined=messages.format(key)))
        if tools and with_tools:
            names = _join(tools, messages, "items", is_short=True)
            what = messages.format("answer.as_in", what=what, names=names)
        return self._fits_text(what, match, candidate, is_likely=not count_alike(match))

    def _fits_text(self, what: str, match: NumberMatch, candidate: Candidate, *, is_likely: bool) -> str:
        """Say that a number fits this, that it fits it only if it was cut off, or that it is most likely this."""
        is_cut = match.is_only_cut_off and isinstance(candidate, Source)
        return self.messages.format(
            "answer.is_cut_off" if is_cut else "answer.is_likely" if is_likely else "answer.is", what=what
        )

    def _missing_number_title(self, key: str) -> str:
        """Return the title if the named tool rejects the rows or returns nan."""
        others = {} if self.other_numbers is None else self.other_numbers.rejected
        refusal, messages = self.numbers.rejected.get(key) or others.get(key), self.messages
        reason = (
            messages.format(tool_message_key("refused", refusal.reason))
            if refusal
            else messages.format("answer.undefined")
        )
        return messages.format("answer.headline_no_number", name=TOOLS[key].short, reason=reason)

    def _range_title(self) -> str:
        """Return the title if no number was typed: the range of the numbers of tools, without the coarse ones."""
        areas = [one.area for one in self.numbers.exact_numbers]
        different = count_unique_areas(areas)
        values = {"tools": len(areas), "values": different, "least": min(areas), "most": max(areas)}
        is_close = values["most"] - values["least"] < CLOSE_RANGE
        finding = "one" if different == 1 else "close" if is_close else "range"
        return self.messages.format(f"answer.headline_{finding}", **values)

    def _compared_texts(self, gap: NumberDifference) -> tuple[str, str]:
        """Return the texts for both numbers of a difference."""
        messages, explanation = self.messages, self.explanation
        if explanation.match is None or explanation.other_match is None:
            typed = explanation.match or explanation.other_match
            second = "" if typed is None else typed.number.text
            return messages.format("answer.standard_low", area=gap.first.area), second
        return messages.format("answer.mine_low"), messages.format("answer.theirs")

    def colleague_text(self) -> str | None:
        """Return what to send to the colleague who reports the other number; None if there is none.

        It is complete and true for a reader who has not seen the page, and knows neither of them as "mine".
        """
        theirs = self.explanation.other_match
        if theirs is None:
            return None
        rows = task_prefix(self._common_task(), self.messages, format_name=code_span)
        if self.split is not None and not self._has_other_rows():
            only = split_text(self.split, self.messages, format_name=code_span)
            rows += self.messages.format("exports.of", name=only)
        return rows + self._colleague_sentences(theirs)

    def _colleague_sentences(self, theirs: NumberMatch) -> str:
        kind: str = self.explanation.result.kind
        messages = self.messages
        area = NumberText(format_number(average_precision_source(self.explanation.sources).area, _decimals(theirs)))
        text = {"theirs": theirs.number.text, "area": area}
        if theirs.has_no_number:
            headline = self._missing_number_title(theirs.number.tool)
            return messages.format("answer.colleague.no_number", **text, headline=headline)
        if theirs.is_missed and theirs.named_source is not None:
            named = {
                "name": source_name(theirs.named_source, messages),
                "value": _area_text(theirs.named_source, theirs),
            }
            return messages.format("answer.colleague.not_this", **text, **named)
        if not theirs.candidates:
            nearest = nearest_sentence(theirs.number, self.explanation.sources, messages)
            return messages.format("answer.colleague.nothing", **text, nearest=nearest)
        if theirs.is_joining_only:
            joined = self._joined_names(theirs)
            return messages.format("answer.colleague.no_tool", **text, joined=joined)
        if kind == "several" and theirs.is_ambiguous:
            values = list_values(theirs, self.prevalence, messages, is_short=True)
            names = _join(values, messages, "clauses", is_short=True)
            return messages.format("answer.colleague.several", **text, names=names)
        if kind == "alone" and theirs.is_ambiguous:
            kind = "alone_among" if theirs.is_coarse else "alone_likely"
        if kind in ("alone", "alone_among", "alone_likely", "same", "alike"):
            mine = theirs if self.explanation.match is None else self.explanation.match
            return messages.format(f"answer.colleague.{kind}", **text, **self._agreement_values(mine))
        difference = self._colleague_difference(theirs, text)
        chance = [self._chance_sentence(theirs)] if theirs.may_fit_by_chance else []
        return messages.format("punctuation.sentences").join([difference, *chance])

    def _agreement_values(self, mine: NumberMatch) -> dict[str, NumberText | str]:
        """Return what both numbers are, and its value with more digits."""
        pair = self.explanation.result.best_pair
        assert pair is not None
        what = self._candidate_name(pair[0]).strip()
        return {"mine": mine.number.text, "what": what, "value": _value_text(pair[0], mine.number)}

    def _colleague_difference(self, theirs: NumberMatch, text: dict[str, NumberText]) -> str:
        """Say what the number of the colleague is, and why it differs from average precision or from the other one."""
        explanation, messages, gap = self.explanation, self.messages, self.explanation.result.difference
        second, first = explanation.best_match(theirs), None
        assert second is not None
        if explanation.match is not None and explanation.result.kind in ("cause", "joined", "reading"):
            first = explanation.best_match(explanation.match)
        what = self._format_match(theirs, second, with_tools=True)
        is_plain = first is None or (isinstance(first, Source) and first.is_average_precision)
        if is_plain and isinstance(second, Source) and second.is_average_precision:  # cut off, as by some tools
            return messages.format("answer.colleague.alone", **text, value=_value_text(second, theirs.number))
        if is_plain or explanation.match is None or first is None:
            average_precision = self._average_precision_name("answer.colleague.average_precision")
            finding = messages.format(
                "answer.colleague.beside_average_precision", **text, what=what, own=average_precision
            )
            baseline = messages.format("published.metric.step")
        else:
            own = {
                "mine": explanation.match.number.text,
                "own": self._format_match(explanation.match, first, with_tools=True),
            }
            finding = messages.format("answer.colleague.beside_other", **text, what=what, **own)
            baseline = messages.format("answer.colleague.mine", **own)
        if explanation.result.kind != "cause" or gap is None:
            return finding
        yours = messages.format("answer.colleague.yours")
        apart = gap_components_sentence(gap, baseline, yours, messages)
        return finding + messages.format("answer.colleague.cause", cause=gap_sentence(gap, messages), apart=apart)


def _decimals(match: NumberMatch) -> str:
    """Return the format of average precision beside a number: with at least as many decimals as were typed."""
    return f".{max(len(match.number.text.partition('.')[2]), DISPLAY_DECIMALS)}f"


def _area_text(candidate: Candidate, match: NumberMatch) -> NumberText:
    """Format the value of a candidate with one more decimal than the number that was typed."""
    decimals = min(len(match.number.text.partition(".")[2]) + 1, decimals_for_tolerance(tolerance_of(candidate)))
    return NumberText(format_number(candidate.value, f".{decimals}f"))
