"""Sentences to cite: an area with everything that is needed to reproduce it, and its uncertainty.

If two people report different numbers for the same rows, their sentences must show why. So they always contain the
scheme and how ties are handled, and also weights, rounding and excluded rows if there are any.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    MINUS,
    NumberText,
    format_area,
    format_count,
    format_difference,
    format_expected_count,
    format_ratio,
    format_threshold,
    format_with_limit,
)
from pr_curve_lab.analysis.group_rates import GroupRates
from pr_curve_lab.analysis.intervals import CONFIDENCE_LEVEL, AreaInterval, StepInterval, rate_interval, step_interval
from pr_curve_lab.analysis.prevalence import format_balances
from pr_curve_lab.analysis.thresholds import NO_REQUIREMENTS, Requirements, ThresholdChoice, count_class_ties_in_rows
from pr_curve_lab.i18n.area_sentences import requirements_text
from pr_curve_lab.i18n.group_sentences import span_text
from pr_curve_lab.i18n.messages import Messages, SentenceFormat, format_decimals, messages_in, single_line
from pr_curve_lab.i18n.names import TaskName, rate_group_name, split_text, task_prefix
from pr_curve_lab.schema.dataset import LabeledScores
from pr_metrics import SCHEMES, Interval, OperatingPoints

DECIMALS = 4  # of a cited difference; areas have as many as in sentences of pages
SENTENCE_SEPARATOR = "\n"  # between sentences about the same rows
CITATION_LANGUAGE = "en"  # of most journals


def keyboard_minus(text: str) -> NumberText:
    """Return a number with the minus sign of keyboards, as a sentence may be copied into plain text or LaTeX.

    >>> keyboard_minus("−0.5")
    '-0.5'
    """
    return NumberText(text.replace(MINUS, "-"))


CITED = SentenceFormat(name=single_line, tag_text=lambda _, __, text: keyboard_minus(text))


@dataclass(frozen=True, slots=True)
class SampleSummary:
    """The rows that a sentence is about, and the interval of their step area."""

    labeled_scores: LabeledScores
    step_interval: StepInterval
    tied: int = 0  # rows that have the same score as a row of the other class
    decimals: int | None = None  # to which the scores were rounded
    task: TaskName | None = None  # which of several scores it is


def sample_summary(
    labeled_scores: LabeledScores,
    *,
    decimals: int | None = None,
    task: TaskName | None = None,
    interval: StepInterval | None = None,
) -> SampleSummary:
    """Return what a sentence says about labeled scores.

    interval: the interval of the step area, if it is known already.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> round(sample_summary(example_labeled_scores("ten_rows")).step_interval.area, 3)
    0.859
    """
    tied = count_class_ties_in_rows(labeled_scores)
    return SampleSummary(labeled_scores, interval or step_interval(labeled_scores), tied, decimals, task)


def area_sentence(
    scheme: str, area: float, sample: SampleSummary, messages: Messages, *, decimals: int = DISPLAY_DECIMALS
) -> str:
    """Return an area, its rows, and its interval with the method.

    decimals: of the area; more than three if it would look equal to another one.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> sample = sample_summary(example_labeled_scores("ten_rows"))
    >>> area_sentence("step", sample.step_interval.area, sample, messages_in("en")).partition("; 95%")[0]
    'AP (step, ties together) = 0.859; n = 10, 6 positives; 2 rows tied with the other class'
    """
    interval = sample.step_interval.scheme_interval(scheme, area)
    cited_area = messages.format("exports.area", measure=area_name(scheme, messages), area=format_area(area, decimals))
    parts = [cited_area, *sample_sentences(sample, messages), _interval_text(interval, sample, messages)]
    return task_prefix(sample.task, messages) + messages.format("punctuation.clauses").join(parts)


def short_area_sentence(sample: SampleSummary, messages: Messages) -> str:
    """Return the average precision with its interval and counts, as in a paper.

    What changes the number or its interval is named too, such as weights and clusters of rows.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> short_area_sentence(sample_summary(example_labeled_scores("ten_rows")), messages_in("en"))
    'Average precision 0.859 (95% CI 0.386 to 0.978; n = 10, 6 positives)'
    """
    step = sample.step_interval
    details = rows_sentences(sample.labeled_scores, messages)
    if step.clusters is not None:
        column, count = single_line(step.clusters.column), step.clusters.count
        details.append(messages.format("exports.clustered", column=column, clusters=count))
    found = step.scheme_interval("step", step.area).interval
    values = {"level": 100 * found.confidence_level, "low": found.lower, "high": found.upper}
    joined = messages.format("punctuation.clauses").join(details)
    sentence = messages.format("exports.short_area", area=format_area(step.area), details=joined, **values)
    return task_prefix(sample.task, messages) + sentence


def _interval_text(interval: AreaInterval, sample: SampleSummary, messages: Messages) -> str:
    found = interval.interval
    values: dict[str, object] = {"level": 100 * found.confidence_level, "low": found.lower, "high": found.upper}
    if (clusters := sample.step_interval.clusters) is not None:
        column = single_line(clusters.column)
        return messages.format("exports.interval_clusters", column=column, clusters=clusters.count, **values)
    key = "exports.interval_influence" if interval.method == "influence" else "exports.interval_logit"
    return messages.format(key, **values)


def area_name(scheme: str, messages: Messages) -> str:
    """Return the name of an area: average precision for averages of precisions, and PR AUC otherwise.

    >>> area_name("step", messages_in("en")), area_name("linear", messages_in("en"))
    ('AP (step, ties together)', 'PR AUC (straight lines from (0, 1))')
    """
    values = SCHEMES[scheme]
    of_precisions = values.start == "not needed"
    key = "exports.average_precision" if of_precisions else "exports.area_under_curve"
    return messages.format(key, scheme=messages.format(f"exports.scheme.{scheme}"))


def difference_sentence(left: str, right: str, difference: float, messages: Messages) -> str:
    """Return the difference of two areas of the same rows.

    >>> difference_sentence("step", "linear", -0.01996, messages_in("en"))
    'PR AUC (straight lines from (0, 1)) - AP (step, ties together) = -0.0200'
    """
    names = {"left": area_name(left, messages), "right": area_name(right, messages)}
    text = keyboard_minus(format_difference(difference, DECIMALS))
    return messages.format("exports.difference", **names, difference=text)


def range_sentence(areas: Mapping[str, float], messages: Messages) -> str:
    """Return the range of the areas of the same rows, by scheme.

    >>> range_sentence({"step": 0.8, "linear": 0.9}, messages_in("en"))
    '2 ways to join the same points: 0.800 (step, ties together) to 0.900 (straight lines from (0, 1))'
    """
    least, most = min(areas, key=areas.__getitem__), max(areas, key=areas.__getitem__)
    names = {"low": messages.format(f"exports.scheme.{least}"), "high": messages.format(f"exports.scheme.{most}")}
    return messages.format("exports.range", count=len(areas), **names, least=areas[least], most=areas[most])


def prevalence_sentence(
    scheme: str, area: float, prevalence: str, messages: Messages, *, decimals: int = DISPLAY_DECIMALS
) -> str:
    """Return an area at another class balance than that of the data; `prevalence` is formatted already.

    >>> prevalence_sentence("step", 0.25, "0.01", messages_in("en"))
    'At a class balance of 0.01: AP (step, ties together) = 0.250'
    """
    at_target = messages.format("exports.area", measure=area_name(scheme, messages), area=format_area(area, decimals))
    return messages.format("exports.at_target", prevalence=NumberText(prevalence), area=at_target)


def threshold_sentence(
    points: OperatingPoints, index: int, messages: Messages, requirements: Requirements = NO_REQUIREMENTS
) -> str:
    """Return precision and recall at a threshold with their counts, with enough digits to differ from requirements.

    >>> threshold_sentence(OperatingPoints.from_counts([0.9, 0.5], [1, 1], [0, 1]), 1, messages_in("en"))
    'At score >= 0.5: precision 0.667 (2 of 3), recall 1.000 (2 of 2)'
    """
    true_positives = float(points.true_positives[index])
    return messages.format(
        "exports.threshold",
        threshold=format_threshold(points.threshold, index),
        precision=format_ratio(float(points.precision[index]), bound=requirements.precision, decimals=DISPLAY_DECIMALS),
        recall=format_ratio(float(points.recall[index]), bound=requirements.recall, decimals=DISPLAY_DECIMALS),
        true_positives=format_count(true_positives),
        called=format_count(true_positives + float(points.false_positives[index])),
        positives=format_count(points.positives),
    )


def choice_sentence(
    choice: ThresholdChoice,
    labeled_scores: LabeledScores,
    messages: Messages,
    task: TaskName | None = None,
    group_rates: GroupRates | None = None,
) -> str:
    """Return a threshold with the reason for it, precision and recall, alerts a day, and the rows that it comes from.

    group_rates: of which those that fail are named. Intervals are Wilson's and take the threshold as fixed. There are
    none for weights, nor for rows in clusters.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> ten = example_labeled_scores("ten_rows")
    >>> choice = ThresholdChoice(build_deployment(ten.points), 1, "recall", Requirements(precision=0.9))
    >>> choice_sentence(choice, ten, messages_in("en")).partition(", recall")[0]
    'score >= 0.7 (highest recall with precision at least 0.9): precision 1.000 (2 of 2; 95% interval 0.342-1.000)'
    """
    points, index = choice.deployment.source_points, choice.index
    found = float(points.true_positives[index])
    precision_counts = found, found + float(points.false_positives[index])
    has_intervals = not labeled_scores.is_weighted and (
        labeled_scores.clusters is None or not labeled_scores.clusters.is_active
    )
    required, rates = choice.requirements, [precision_counts, (found, points.positives)]
    intervals = [rate_interval(*counts) if has_intervals else None for counts in rates]
    has_target = choice.deployment.has_target_prevalence
    if has_target:
        value = choice.deployment.expected_counts(index).precision
        measured, target = format_balances(points.prevalence, choice.deployment.points.prevalence)
        facts = {
            "precision": format_ratio(value, bound=required.precision, decimals=DISPLAY_DECIMALS),
            "prevalence": target,
            "measured_prevalence": measured,
            "measured": format_ratio(float(points.precision[index]), decimals=DISPLAY_DECIMALS),
        }
    else:
        facts = {"precision": _rate_text(*precision_counts, intervals[0], messages, bound=required.precision)}
    decision = messages.format(
        "exports.choice_at_target" if has_target else "exports.choice",
        threshold=choice.deployment.threshold_text(index),
        reason=_reason_text(choice, messages),
        **facts,
        recall=_rate_text(
            found, points.positives, intervals[1], messages, bound=required.recall, names_level=has_target
        ),
    )
    fails = (
        []
        if group_rates is None
        else [
            group_rates_text(group_rates, group, single_line(rate_group_name(group_rates, group, messages)), messages)
            for group in group_rates.low_groups
        ]
    )
    if has_target:
        fails = [messages.format("exports.at_balance_of_data", balance=measured, text=one) for one in fails]
    parts = [decision, *_alerts_texts(choice, messages), *fails, *rows_sentences(labeled_scores, messages)]
    return task_prefix(task, messages) + messages.format("punctuation.clauses").join(parts)


def _rate_text(
    found: float,
    total: float,
    interval: Interval | None,
    messages: Messages,
    *,
    bound: float | None = None,
    names_level: bool = True,
) -> str:
    """Return a rate with its counts, and its interval if it has one; it never looks like a bound that it misses."""
    value = format_ratio(found / total, bound=bound, decimals=DISPLAY_DECIMALS)
    counts = {"value": value, "found": format_count(found), "total": format_count(total)}
    if interval is None:
        return messages.format("exports.rate_counts", **counts)
    key = "exports.rate_interval" if names_level else "exports.rate_interval_next"
    return messages.format(key, **counts, low=interval.lower, high=interval.upper)


def group_rates_text(rates: GroupRates, group: int, name: str, messages: Messages) -> str:
    """Return recall and precision of a group that fails, against the other groups, and whether they are clearly lower.

    name: of the group, as the sentence gives it.

    >>> from pr_curve_lab.analysis.group_rates import group_rates
    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> rates = group_rates(example_dataset("digits"), "8", 0.5)
    >>> group_rates_text(rates, 0, "fold 1", messages_in("en")).partition("; precision")[0]
    'fold 1: recall 0.771 (27 of 35; 95% interval 0.610-0.879) against 0.686 to 0.853 elsewhere'
    """
    texts, measures = [], (("recall", rates.recall, rates.positives), ("precision", rates.precision, rates.called))
    for measure, rate, total in measures:
        value, lower, upper = (float(one[group]) for one in (rate.value, rate.lower, rate.upper))
        low, high = rate.other_range(group)
        if math.isnan(value) or math.isnan(low):
            continue
        interval = None if math.isnan(lower) else Interval(lower, upper, CONFIDENCE_LEVEL)
        of_group = _rate_text(value * float(total[group]), float(total[group]), interval, messages)
        parts = [messages.format(f"curve.group_{measure}", rate=of_group, others=span_text(low, high, messages))]
        if group in rate.low_groups:
            parts.append(messages.format("models.pair_settled"))
        elif value < low:
            parts.append(messages.format("exports.group_not_lower"))
        texts.append(messages.format("punctuation.phrases").join(parts))
    return messages.format("exports.of", name=name) + messages.format("punctuation.clauses").join(texts)


def _reason_text(choice: ThresholdChoice, messages: Messages) -> str:
    """Say why the threshold was chosen, with the requirements or the costs."""
    key, facts = str(choice.reason), dict[str, object]()
    if choice.costs is not None:
        names = ("cost_fp", "cost_fn", "benefit")
        facts = {name: NumberText(f"{cost:g}") for name, cost in zip(names, choice.costs, strict=True)}
        amount = choice.amount_column
        facts["amount"] = messages.format("curve.asked_amount", column=single_line(amount)) if amount else ""
    required = requirements_text(choice.requirements, choice.deployment, messages)
    if key == "hand" and required:
        key = "hand_met" if choice.is_requirement_met else "hand_missed"
    beta = NumberText(f"{choice.beta:g}")
    return messages.format(f"exports.chosen_{key}", requirements=required, beta=beta, **facts)


def _alerts_texts(choice: ThresholdChoice, messages: Messages) -> list[str]:
    """Return the alerts a day, or in the rows at another class balance; nothing if the counts are those of the file.

    On the days of the file there were whole alerts, at its own class balance only.
    """
    deployment, limit = choice.deployment, choice.requirements.alerts
    if not deployment.has_other_counts:
        return []
    every_day = choice.requirements.every_day
    called = format_with_limit(
        deployment.expected_counts(choice.index).alerts, None if every_day else limit, format_expected_count
    )
    has_days = choice.n_days and not deployment.has_target_prevalence
    unit = "days" if has_days else "day" if deployment.per_day else "rows"
    return [
        messages.format(
            f"exports.alerts_{unit}",
            count=1 if called == "1" else 2,
            called=called,
            most=format_with_limit(choice.max_alerts, limit, format_count),
            days=choice.n_days,
            rows=format_expected_count(deployment.n_rows),
        )
    ]


def citations_by_language(make_sentences: Callable[[Messages], list[str]], messages: Messages) -> tuple[str, ...]:
    """Return the sentences in the visitor's language, and also in English if that is another language.

    >>> citations_by_language(lambda messages: [messages.language, "."], messages_in("zh"))
    ('zh\\n.', 'en\\n.')
    """
    languages = dict.fromkeys((messages.language, CITATION_LANGUAGE))
    return tuple(SENTENCE_SEPARATOR.join(make_sentences(messages_in(language))) for language in languages)


def sample_sentences(sample: SampleSummary, messages: Messages) -> list[str]:
    """Return sentences about the rows, rounded scores, ties, and rows that are treated as independent."""
    labeled_scores = sample.labeled_scores
    sentences, clusters = rows_sentences(labeled_scores, messages), labeled_scores.clusters
    if clusters is not None and not clusters.is_active:
        sentences.append(messages.format("exports.independent", column=single_line(clusters.column)))
    if sample.decimals is not None:
        sentences.append(messages.format("exports.rounded", decimals=format_decimals(sample.decimals, messages)))
    if sample.tied:
        sentences.append(messages.format("exports.tied", count=sample.tied))
    return sentences


def rows_sentences(labeled_scores: LabeledScores, messages: Messages) -> list[str]:
    """Return sentences about the number of rows, positives without a score, and which rows count with which weights."""
    sentences = [messages.format("exports.counted", rows=labeled_scores.size, count=labeled_scores.positives)]
    if labeled_scores.points.unscored_positives:
        missed = format_count(labeled_scores.points.unscored_positives)
        sentences.append(messages.format("exports.missed", count=missed))
    return [*sentences, *row_notes(labeled_scores, messages)]


def row_notes(labeled_scores: LabeledScores, messages: Messages, *, names_split: bool = True) -> list[str]:
    """Name the split if only its rows count, the column of weights other than counts, and the rows left out."""
    roles, notes = labeled_scores.roles, []
    if names_split and roles.selected_split is not None:
        notes.append(split_text(roles.selected_split, messages))
    if labeled_scores.is_weighted:
        notes.append(messages.format("exports.weighted", column=single_line(str(roles.weight))))
    if labeled_scores.n_excluded_rows:
        notes.append(messages.format("exports.excluded_rows", count=labeled_scores.n_excluded_rows))
    return notes
