"""The sentence to cite: an area with all that a reader needs to get it again, and how sure it is.

Two people who report the same rows must be able to see from the sentence why their numbers differ: so the scheme and
what became of ties always stand in it; weights, rounding and rows that were left out where there are any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pr_curve_lab.analysis.formatting import PRINTED_DECIMALS, NumberText, rounded_text, threshold_text
from pr_curve_lab.analysis.intervals import AreaInterval, StepInterval, step_interval
from pr_curve_lab.analysis.thresholds import NO_WISHES, Wishes
from pr_curve_lab.i18n.messages import Words, words_in
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.i18n.numbers import MINUS, count_text, ratio_text, rounded_to, signed_text
from pr_curve_lab.schema.dataset import Cases, Clusters
from pr_metrics import SCHEMES, OperatingPoints

DECIMALS = 4  # of a difference that is cited; areas have those of print
SENTENCES = "\n"  # between sentences about the same rows
ALWAYS = "en"  # the language that most journals print


@dataclass(frozen=True, slots=True)
class Counted:
    """The counts behind an area, as a sentence says them."""

    rows: int
    positives: int  # each counts once, also where they have weights
    step: StepInterval  # the interval of the step area
    tied: int = 0  # rows that share their score with a row of the other class
    left_out: int = 0
    weight: str | None = None  # the column
    decimals: int | None = None  # that the scores were rounded to
    task: TaskName | None = None  # which of several scores it is
    missed: float = 0.0  # of the positives, by weight: those that were never scored
    independent: str | None = None  # the column of persons, images or queries whose rows are taken as independent


def counted(
    cases: Cases,
    *,
    tied: int,
    left_out: int,
    decimals: int | None = None,
    task: TaskName | None = None,
    step: StepInterval | None = None,
) -> Counted:
    """The counts of cases, as a sentence says them.

    step: the interval of the step area, where it is at hand.

    >>> from pr_curve_lab.schema.examples import example_cases
    >>> ten = counted(example_cases("ten_rows"), tied=0, left_out=0)
    >>> ten.rows, ten.positives, round(ten.step.area, 3)
    (10, 6, 0.859)
    """
    return Counted(
        rows=cases.size,
        positives=cases.positives,
        tied=tied,
        left_out=left_out,
        weight=cases.roles.weight if cases.is_weighted else None,
        decimals=decimals,
        task=task,
        missed=cases.points.unreached_positives,
        step=step or step_interval(cases),
        independent=independent_column(cases.clusters),
    )


def independent_column(clusters: Clusters | None) -> str | None:
    """The column of persons, images or queries whose rows are taken as independent."""
    return None if clusters is None or clusters.are_together else clusters.column


def area_sentence(scheme: str, area: float, rows: Counted, words: Words, *, decimals: int = PRINTED_DECIMALS) -> str:
    """An area, the rows it comes from, and its interval with the way that it was found.

    decimals: of the area; more than three where it stands beside one that would look alike.

    >>> from pr_metrics import Interval
    >>> step = StepInterval(0.7265, Interval(0.421, 0.906, 0.95), "influence", 10)
    >>> area_sentence("step", 0.7265, Counted(20, 10, step), words_in("en"))
    'AP (step, ties together) = 0.727; n = 20, 10 positives; 95 % interval by the influence of rows 0.421-0.906'
    """
    beside = rows.step.interval_of(scheme, area)
    of = "" if rows.task is None else words.say("exports.of", name=rows.task.said(words))
    return of + words.say("exports.semicolon").join(
        [
            words.say("exports.area", measure=measure(scheme, words), area=_area_text(area, decimals)),
            words.say("exports.counted", rows=rows.rows, count=rows.positives),
            *_besides(rows, words),
            _interval(beside, rows, words),
        ]
    )


def _interval(beside: AreaInterval, rows: Counted, words: Words) -> str:
    found = beside.found
    if (clusters := rows.step.clusters) is not None:
        facts = {"column": _one_line(clusters.column), "clusters": clusters.count}
        facts |= {"low": found.low, "high": found.high}
        return words.say("exports.interval_groups", level=100 * found.level, **facts)
    key = "exports.interval_influence" if beside.method == "influence" else "exports.interval_logit"
    return words.say(key, level=100 * found.level, low=found.low, high=found.high)


def _one_line(column: str) -> str:
    return " ".join(column.split())


def _area_text(area: float, decimals: int = PRINTED_DECIMALS) -> NumberText:
    return NumberText(rounded_text(area, f".{decimals}f"))


def measure(scheme: str, words: Words) -> str:
    """The name of an area: an average of precisions is average precision, what lies under other lines is not.

    >>> measure("step", words_in("en")), measure("linear", words_in("en"))
    ('AP (step, ties together)', 'PR AUC (straight lines from (0, 1))')
    """
    facts = SCHEMES[scheme]
    of_precisions = facts.start == "not needed"
    key = "exports.average_precision" if of_precisions else "exports.area_under_curve"
    return words.say(key, scheme=words.say(f"exports.scheme.{scheme}"))


def difference_sentence(left: str, right: str, difference: float, words: Words) -> str:
    """The difference of two areas of the same rows.

    >>> difference_sentence("step", "linear", -0.01996, words_in("en"))
    'PR AUC (straight lines from (0, 1)) - AP (step, ties together) = -0.0200'
    """
    plain = signed_text(difference, DECIMALS)
    names = {"left": measure(left, words), "right": measure(right, words)}
    return words.say("exports.difference", **names, difference=NumberText(plain.replace(MINUS, "-")))


def range_sentence(areas: dict[str, float], words: Words) -> str:
    """The sentence on the range of the areas of the same rows, by scheme.

    >>> range_sentence({"step": 0.8, "linear": 0.9}, words_in("en"))
    '2 ways to join the same points: 0.800 (step, ties together) to 0.900 (straight lines from (0, 1))'
    """
    least, most = min(areas, key=areas.__getitem__), max(areas, key=areas.__getitem__)
    names = {"low": words.say(f"exports.scheme.{least}"), "high": words.say(f"exports.scheme.{most}")}
    return words.say("exports.range", count=len(areas), **names, least=areas[least], most=areas[most])


def moved_sentence(scheme: str, area: float, prevalence: str, words: Words, *, decimals: int = PRINTED_DECIMALS) -> str:
    """An area at another class balance than the data's own, which comes as the page prints it.

    >>> moved_sentence("step", 0.25, "0.01", words_in("en"))
    'At a class balance of 0.01: AP (step, ties together) = 0.250'
    """
    moved = words.say("exports.area", measure=measure(scheme, words), area=_area_text(area, decimals))
    return words.say("exports.moved", prevalence=NumberText(prevalence), area=moved)


def threshold_sentence(points: OperatingPoints, index: int, words: Words, required: Wishes = NO_WISHES) -> str:
    """Precision and recall at a threshold, with their counts; what is required of them is told apart.

    >>> threshold_sentence(OperatingPoints.from_counts([0.9, 0.5], [1, 1], [0, 1]), 1, words_in("en"))
    'At score >= 0.5: precision 0.667 (2 of 3), recall 1.000 (2 of 2)'
    """
    true_positives = float(points.true_positives[index])
    return words.say(
        "exports.threshold",
        threshold=threshold_text(points.threshold, index),
        precision=ratio_text(float(points.precision[index]), bound=required.precision, decimals=PRINTED_DECIMALS),
        recall=ratio_text(float(points.recall[index]), bound=required.recall, decimals=PRINTED_DECIMALS),
        true_positives=count_text(true_positives),
        called=count_text(true_positives + float(points.false_positives[index])),
        positives=count_text(points.positives),
    )


def in_languages(make: Callable[[Words], list[str]], words: Words) -> tuple[str, ...]:
    """The sentences in the visitor's language, and in English where that is another.

    >>> in_languages(lambda words: [words.language, "."], words_in("zh"))
    ('zh\\n.', 'en\\n.')
    """
    languages = dict.fromkeys((words.language, ALWAYS))
    return tuple(SENTENCES.join(make(words_in(language))) for language in languages)


def _besides(rows: Counted, words: Words) -> list[str]:
    """The sentences on what is not usual about the rows."""
    said = []
    if rows.missed:
        said.append(words.say("exports.missed", count=count_text(rows.missed)))
    if rows.weight is not None:
        said.append(words.say("exports.weighted", column=_one_line(rows.weight)))
    if rows.independent is not None:
        said.append(words.say("exports.independent", column=_one_line(rows.independent)))
    if rows.decimals is not None:
        said.append(words.say("exports.rounded", decimals=rounded_to(rows.decimals, words)))
    if rows.tied:
        said.append(words.say("exports.tied", count=rows.tied))
    if rows.left_out:
        said.append(words.say("exports.left_out", count=rows.left_out))
    return said
