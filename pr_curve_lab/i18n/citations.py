"""Sentences to cite: an area with everything that is needed to reproduce it, and its uncertainty.

If two people report different numbers for the same rows, their sentences must show why. So they always contain the
scheme and how ties are handled, and also weights, rounding and excluded rows if there are any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    MINUS,
    NumberText,
    format_area,
    format_count,
    format_difference,
    format_ratio,
    format_threshold,
)
from pr_curve_lab.analysis.intervals import AreaInterval, StepInterval, step_interval
from pr_curve_lab.analysis.thresholds import NO_REQUIREMENTS, Requirements, count_class_ties_in_rows
from pr_curve_lab.i18n.messages import Messages, format_decimals, messages_in, single_line
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.schema.row_selection import Clusters
from pr_metrics import SCHEMES, OperatingPoints

DECIMALS = 4  # of a cited difference; areas have as many as in sentences of pages
SENTENCE_SEPARATOR = "\n"  # between sentences about the same rows
CITATION_LANGUAGE = "en"  # of most journals


@dataclass(frozen=True, slots=True)
class SampleSummary:
    """The counts that a sentence gives with an area."""

    rows: int
    positives: int  # unweighted
    step_interval: StepInterval  # the interval of the step area
    tied: int = 0  # rows that have the same score as a row of the other class
    n_excluded_rows: int = 0
    weight: str | None = None  # the column of weights
    decimals: int | None = None  # to which the scores were rounded
    task: TaskName | None = None  # which of several scores it is
    unscored_positives: float = 0.0  # positives without a score, by weight
    independent: str | None = None  # the column of clusters if their rows are treated as independent


def sample_summary(
    labeled_scores: LabeledScores,
    *,
    decimals: int | None = None,
    task: TaskName | None = None,
    interval: StepInterval | None = None,
) -> SampleSummary:
    """Return the counts for a sentence about labeled scores.

    interval: the interval of the step area, if it is known already.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> ten = sample_summary(example_labeled_scores("ten_rows"))
    >>> ten.rows, ten.positives, round(ten.step_interval.area, 3)
    (10, 6, 0.859)
    """
    return SampleSummary(
        rows=labeled_scores.size,
        positives=labeled_scores.positives,
        tied=count_class_ties_in_rows(labeled_scores),
        n_excluded_rows=labeled_scores.n_excluded_rows,
        weight=labeled_scores.roles.weight if labeled_scores.is_weighted else None,
        decimals=decimals,
        task=task,
        unscored_positives=labeled_scores.points.unscored_positives,
        step_interval=interval or step_interval(labeled_scores),
        independent=independent_column(labeled_scores.clusters),
    )


def independent_column(clusters: Clusters | None) -> str | None:
    """Return the column of persons, images or queries if their rows are treated as independent, or None."""
    return None if clusters is None or clusters.is_active else clusters.column


def area_sentence(
    scheme: str, area: float, sample: SampleSummary, messages: Messages, *, decimals: int = DISPLAY_DECIMALS
) -> str:
    """Return an area, its rows, and its interval with the method.

    decimals: of the area; more than three if it would look equal to another one.

    >>> from pr_metrics import Interval
    >>> step = StepInterval(0.7265, Interval(0.421, 0.906, 0.95), "influence", 10)
    >>> area_sentence("step", 0.7265, SampleSummary(20, 10, step), messages_in("en"))
    'AP (step, ties together) = 0.727; n = 20, 10 positives; 95 % interval (influence function) 0.421-0.906'
    """
    interval = sample.step_interval.scheme_interval(scheme, area)
    of = "" if sample.task is None else messages.format("exports.of", name=sample.task.format(messages))
    return of + messages.format("punctuation.clauses").join(
        [
            messages.format("exports.area", measure=area_name(scheme, messages), area=format_area(area, decimals)),
            messages.format("exports.counted", rows=sample.rows, count=sample.positives),
            *_sample_sentences(sample, messages),
            _interval(interval, sample, messages),
        ]
    )


def short_area_sentence(sample: SampleSummary, messages: Messages) -> str:
    """Return the average precision with its interval and counts, as in a paper.

    What changes the number is named too: weights, and positives without a score.

    >>> from pr_metrics import Interval
    >>> step = StepInterval(0.7265, Interval(0.421, 0.906, 0.95), "influence", 10)
    >>> short_area_sentence(SampleSummary(20, 10, step), messages_in("en"))
    'Average precision 0.727 (95 % CI 0.421 to 0.906; n = 20, 10 positives)'
    """
    step = sample.step_interval
    of = "" if sample.task is None else messages.format("exports.of", name=sample.task.format(messages))
    counted = messages.format("exports.counted", rows=sample.rows, count=sample.positives)
    details = messages.format("punctuation.clauses").join([counted, *_weight_sentences(sample, messages)])
    found = step.scheme_interval("step", step.area).interval
    values = {"level": 100 * found.confidence_level, "low": found.lower, "high": found.upper, "details": details}
    return of + messages.format("exports.short_area", area=format_area(step.area), **values)


def _interval(interval: AreaInterval, sample: SampleSummary, messages: Messages) -> str:
    found = interval.interval
    if (clusters := sample.step_interval.clusters) is not None:
        values = {"column": single_line(clusters.column), "clusters": clusters.count}
        values |= {"low": found.lower, "high": found.upper}
        return messages.format("exports.interval_clusters", level=100 * found.confidence_level, **values)
    key = "exports.interval_influence" if interval.method == "influence" else "exports.interval_logit"
    return messages.format(key, level=100 * found.confidence_level, low=found.lower, high=found.upper)


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
    plain = format_difference(difference, DECIMALS)
    names = {"left": area_name(left, messages), "right": area_name(right, messages)}
    return messages.format("exports.difference", **names, difference=NumberText(plain.replace(MINUS, "-")))


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


def citations_by_language(make_sentences: Callable[[Messages], list[str]], messages: Messages) -> tuple[str, ...]:
    """Return the sentences in the visitor's language, and also in English if that is another language.

    >>> citations_by_language(lambda messages: [messages.language, "."], messages_in("zh"))
    ('zh\\n.', 'en\\n.')
    """
    languages = dict.fromkeys((messages.language, CITATION_LANGUAGE))
    return tuple(SENTENCE_SEPARATOR.join(make_sentences(messages_in(language))) for language in languages)


def _sample_sentences(sample: SampleSummary, messages: Messages) -> list[str]:
    """Return sentences about positives without a score, weights, clusters, rounding, ties and excluded rows."""
    sentences = _weight_sentences(sample, messages)
    if sample.independent is not None:
        sentences.append(messages.format("exports.independent", column=single_line(sample.independent)))
    if sample.decimals is not None:
        sentences.append(messages.format("exports.rounded", decimals=format_decimals(sample.decimals, messages)))
    if sample.tied:
        sentences.append(messages.format("exports.tied", count=sample.tied))
    if sample.n_excluded_rows:
        sentences.append(messages.format("exports.excluded_rows", count=sample.n_excluded_rows))
    return sentences


def _weight_sentences(sample: SampleSummary, messages: Messages) -> list[str]:
    """Return sentences about positives without a score, and weights."""
    sentences = []
    if sample.unscored_positives:
        sentences.append(messages.format("exports.missed", count=format_count(sample.unscored_positives)))
    if sample.weight is not None:
        sentences.append(messages.format("exports.weighted", column=single_line(sample.weight)))
    return sentences
