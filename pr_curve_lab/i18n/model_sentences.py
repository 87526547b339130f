"""Sentences that compare models: which one is best, why, and how certain that is.

Names and numbers are formatted by a `SentenceFormat`: a page uses Markdown, and a report HTML elements.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    NumberText,
    decimals_to_subtract,
    format_area,
    format_area_difference,
    format_count,
    format_difference,
    format_number,
    format_percents,
    format_ratio,
    format_signed,
    format_unique,
    is_visible_difference,
)
from pr_curve_lab.analysis.models import (
    MIN_POWER_ROWS,
    Crossing,
    ModelReversal,
    ModelThreshold,
    ModelThresholds,
    PairResult,
    PairResults,
    model_areas,
)
from pr_curve_lab.analysis.prevalence import format_balances
from pr_curve_lab.analysis.summary import OtherModel
from pr_curve_lab.i18n.area_sentences import requirements_text
from pr_curve_lab.i18n.messages import MARKDOWN, Messages, SentenceFormat, truncate_middle
from pr_metrics import ModelRanking
from pr_metrics.tolerances import AREA_ROUNDING

MAX_NAMED = 3  # models with the same rank that are named
MAX_NAME_LENGTH = 28  # characters in a headline
MIN_P_VALUE = 0.001  # smaller ones are printed as below this


def models_title(
    ranking: ModelRanking,
    schemes: tuple[str, str],
    messages: Messages,
    fmt: SentenceFormat = MARKDOWN,
    comparison: PairResults | None = None,
) -> str:
    """Return by how much the best model on the left leads the next one, and whether that may be chance, if known.

    If several models are the best, say which, and whether that holds under every scheme.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import OperatingPoints, rank_models
    >>> points = {"a": OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])}
    >>> points["b"] = OperatingPoints.from_counts([2, 1], [1, 1], [1, 1])
    >>> models_title(rank_models(points), ("step", "linear"), messages_in("en"))
    '`a` leads `b` by 0.250 in average precision'
    """
    if not has_one_best_model(ranking, schemes[0]):
        return _shared_best_sentence(ranking, schemes, messages, fmt)
    areas, (best,) = model_areas(ranking, schemes[0]), ranking.best_models(schemes[0])
    others = {model: area for model, area in areas.items() if model != best}
    next_best = max(others.values())
    seconds = tuple(model for model, area in others.items() if next_best - area < AREA_ROUNDING)
    text = messages.format(
        "models.headline_lead_precision" if schemes[0] == "step" else "models.headline_lead",
        best=join_names((best,), messages, fmt),
        others=join_names(seconds, messages, fmt),
        lead=_format_lead("lead", areas[best], next_best, fmt),
    )
    if comparison is not None and comparison.is_significant and not comparison.is_ambiguous:
        return messages.format("models.headline_sure", headline=text)
    return _with_doubt(text, comparison, messages)


def _with_doubt(text: str, comparison: PairResults | None, messages: Messages) -> str:
    is_ambiguous = comparison is not None and comparison.is_ambiguous
    return messages.format("models.headline_doubt", headline=text) if is_ambiguous else text


def has_one_best_model(ranking: ModelRanking, scheme: str) -> bool:
    """Whether one of several models has the largest area."""
    return len(ranking.best_models(scheme)) == 1 < len(ranking.models)


def _shared_best_sentence(
    ranking: ModelRanking, schemes: tuple[str, str], messages: Messages, fmt: SentenceFormat = MARKDOWN
) -> str:
    """Return which of several models share the largest area on the left, and whether that holds under every scheme.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import OperatingPoints, rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> _shared_best_sentence(rank_models({"a": points, "b": points}), ("step", "linear"), messages_in("en"))
    'Both models have the same area under every scheme'
    """
    left, right = schemes
    winners, others = ranking.best_models(left), ranking.best_models(right)
    values = {
        "names": join_names(winners, messages, fmt),
        "others": join_names(others, messages, fmt),
        "left": messages.format(f"schemes.{left}.joined"),
        "right": messages.format(f"schemes.{right}.joined"),
    }
    key = f"models.best_{_finding(ranking, schemes)}"
    return messages.format(key, count=fmt.tag_number("winners", len(winners)), **values)


def _finding(ranking: ModelRanking, schemes: tuple[str, str]) -> str:
    """Return the end of the key by whether the same models are best on both sides, and under every scheme."""
    left, right = schemes
    winners = ranking.best_models(left)
    if winners != ranking.best_models(right):
        return "changes"
    if any(ranking.best_models(key) != winners for key in ranking.schemes):
        return "on_both" if left != right else "here"
    all_alike = "both_alike" if len(winners) == 2 else "all_alike"
    return all_alike if winners == ranking.models else "everywhere"


def join_names(models: tuple[str, ...], messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Join the names of one or several models for a sentence.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> join_names(("forest", "tree"), messages_in("en")), join_names(tuple("abcde"), messages_in("en"))
    ('`forest` and `tree`', '`a`, `b`, `c` and 2 more')
    """
    spans = [fmt.name(truncate_middle(model, MAX_NAME_LENGTH)) for model in models[:MAX_NAMED]]
    if len(models) > MAX_NAMED:
        listed = messages.format("punctuation.items").join(spans)
        return messages.format(
            "punctuation.and_more", names=listed, count=fmt.tag_number("more_winners", len(models) - MAX_NAMED)
        )
    *first, last = spans
    return (
        messages.format("models.and").join([messages.format("punctuation.items").join(first), last]) if first else last
    )


def rank_reversal_sentence(
    reversal: ModelReversal, schemes: tuple[str, str], messages: Messages, fmt: SentenceFormat = MARKDOWN
) -> str:
    """Return the sentences on what decides: the largest segment, its rows, and the leads of both models.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> from pr_curve_lab.analysis.models import model_reversal
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import rank_models
    >>> four, schemes = example_dataset("four_models"), ("step", "linear")
    >>> ranking = rank_models({name: four.points(name) for name in four.names})
    >>> reversal = model_reversal(ranking, schemes, four.points, four.labeled_scores)
    >>> rank_reversal_sentence(reversal, schemes, messages_in("en"))[:52]
    'Recall 0 to 0.543 decides: joined by straight lines '
    """
    joined = {
        side: messages.format(f"schemes.{key}.joined") for side, key in zip(("left", "right"), schemes, strict=True)
    }
    of_left, of_right = reversal.areas[reversal.left_best], reversal.areas[reversal.right_best]
    values = {
        "left_best": fmt.name(reversal.left_best),
        "right_best": fmt.name(reversal.right_best),
        **joined,
        "lead_left": _format_lead("lead_left", of_left[0], of_right[0], fmt),
        "lead_right": _format_lead("lead_right", of_left[1], of_right[1], fmt),
    }
    parts = [_segment_sentence(reversal, joined, messages, fmt)]
    if reversal.n_required_segments > 1:
        count = fmt.tag_number("deciding", reversal.n_required_segments)
        parts.append(messages.format("models.decided_together", count=count))
    parts.append(messages.format("models.leads", **values))
    return messages.format("punctuation.sentences").join(parts)


MAX_LISTED_MODELS = 6  # with their numbers at a requirement


def requirement_answer(found: ModelThresholds, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Return what each model reaches at the requirements, the best model first, and which models have no threshold.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_curve_lab.analysis.models import model_thresholds
    >>> from pr_curve_lab.analysis.thresholds import Requirements
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import OperatingPoints
    >>> used = [build_deployment(OperatingPoints.from_counts([2, 1], [1, 3], [wrong, 9])) for wrong in (0, 1)]
    >>> requirement_answer(model_thresholds(("a", "b"), tuple(used), Requirements(0.8)), messages_in("en"))
    '`a` finds 25% of the 4 positives; `b` has no such threshold'
    """
    if not found.reached:
        none = messages.format("models.at_none")
        if found.nearest is None:
            return none
        measure = "precision" if found.requirements.precision else "recall"
        value = {measure: _ratio_text(found.nearest, measure, found, fmt), "name": _short(found.nearest.model, fmt)}
        return none + messages.format("punctuation.clauses") + messages.format(f"models.at_nearest_{measure}", **value)
    shown = found.reached[:MAX_LISTED_MODELS]
    shares = format_percents([one.recall for one in shown])
    parts: list[str] = []
    for one, share in zip(shown, shares, strict=True):
        values = {
            "name": _short(one.model, fmt),
            "share": fmt.tag_text(f"required.recall.{one.model}", one.recall, share),
            "precision": _ratio_text(one, "precision", found, fmt),
            "recall": _ratio_text(one, "recall", found, fmt),
        }
        parts.append(messages.format(f"models.at_{'next' if parts else 'first'}_{found.maximized}", **values))
    listed = messages.format("punctuation.items").join(parts)
    if len(found.reached) > len(shown):
        listed = messages.format("punctuation.and_more", names=listed, count=len(found.reached) - len(shown))
    if found.maximized == "recall":
        points = found.deployment.source_points
        key = "models.at_of_weighted" if points.weighted else "models.at_of"
        listed = messages.format(key, listed=listed, count=points.positives, positives=format_count(points.positives))
    if not found.unreached:
        return listed
    names = join_names(found.unreached, messages, fmt)
    without = messages.format("models.at_unreached", count=len(found.unreached), names=names)
    return listed + messages.format("punctuation.clauses") + without


def recall_lead_text(found: ModelThresholds, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Return the interval of the lead in recall in percentage points, or why it has none; "" without a best model.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_curve_lab.analysis.models import model_thresholds
    >>> from pr_curve_lab.analysis.thresholds import Requirements
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import OperatingPoints
    >>> used = [build_deployment(OperatingPoints.from_counts([2, 1], [n, 4 - n], [0, 9])) for n in (3, 1)]
    >>> recall_lead_text(model_thresholds(("a", "b"), tuple(used), Requirements(0.8)), messages_in("en"))
    'no interval of the lead is computed'
    """
    measure = "precision" if found.maximized == "precision" else "recall"
    reached = [getattr(one, measure) for one in found.reached[:2]]
    if not reached or (reached[0] == reached[-1] and not (len(reached) == 1 and found.unreached)):
        return ""
    if found.lead is None:
        return messages.format(f"models.chance_{found.no_lead}")
    ends = {"low": 100 * found.lead.lower, "high": 100 * found.lead.upper}
    decimals = 1 if any(0 < abs(end) < 0.5 for end in ends.values()) else 0
    texts = {of: fmt.tag_text(f"lead.{of}", end, format_signed(end, f".{decimals}f")) for of, end in ends.items()}
    return messages.format("models.chance_open" if found.lead.lower <= 0 else "models.chance_lead", **texts)


def requirement_sentence(
    found: ModelThresholds, messages: Messages, fmt: SentenceFormat = MARKDOWN, key: str = ""
) -> str:
    """Return the requirements, what each model reaches there, and whether the lead may be chance.

    key: of the sentence around these, by default one that says whether the requirement is an example.
    """
    key = key or ("models.at_example" if found.is_example else "models.at")
    asked = requirements_text(found.requirements, found.deployment, messages)
    parts = requirement_answer(found, messages, fmt), recall_lead_text(found, messages, fmt)
    answer = messages.format("punctuation.clauses").join(filter(None, parts))
    return messages.format(key, requirements=with_balance(asked, found, messages), answer=answer)


def with_balance(requirements: str, found: ModelThresholds, messages: Messages) -> str:
    """Return requirements with the class balance at which the models meet them, if it is not that of the data."""
    used = found.deployment
    if not used.has_target_prevalence:
        return requirements
    _, target = format_balances(used.source_points.prevalence, used.points.prevalence)
    balance = messages.format("models.at_balance", prevalence=target)
    return messages.format("punctuation.phrases").join([requirements, balance])


def _short(model: str, fmt: SentenceFormat) -> str:
    return fmt.name(truncate_middle(model, MAX_NAME_LENGTH))


def _ratio_text(one: ModelThreshold, measure: str, found: ModelThresholds, fmt: SentenceFormat) -> str:
    """Format a ratio, never rounded to a required value that it misses."""
    value, bound = getattr(one, measure), getattr(found.requirements, measure)
    return fmt.tag_text(
        f"required.{measure}.{one.model}", value, format_ratio(value, bound=bound, decimals=DISPLAY_DECIMALS)
    )


def lead_sentence(comparison: PairResults, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Return the difference of the best two models, its interval and p, as far as they are known; "" without any.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> pair = PairResult("a", "b", 0.1, -0.1, 0.3, 0.2, 0.8, "open")
    >>> lead_sentence(PairResults((pair,), 1), messages_in("en"))
    'The difference is 0.100 (95% interval −0.100 to +0.300, p = 0.200).'
    """
    known = lead_evidence(comparison, messages, fmt)
    if not known:
        return ""
    pair = comparison.pairs[0]
    text = format_difference(pair.difference, pair.decimals, signed=False)
    difference = fmt.tag_text(f"difference.{pair.first}.{pair.second}", abs(pair.difference), text)
    return messages.format("models.lead", difference=difference, known=known)


def lead_evidence(comparison: PairResults, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Return the interval and p of the difference of the best two models, as far as they are known; "" without any."""
    if not comparison.pairs or math.isnan(comparison.pairs[0].lower) or comparison.pairs[0].status == "none":
        return ""
    pair = comparison.pairs[0]
    of, values = f"{pair.first}.{pair.second}", {"low": pair.lower, "high": pair.upper}
    texts = {name: fmt.tag_text(f"{name}.{of}", value, format_difference(value)) for name, value in values.items()}
    known = messages.format("models.lead_interval", **texts)
    if not math.isnan(pair.p):
        p = format_p_value(pair.p, messages, fmt, f"p.{of}")
        corrected = messages.format("models.lead_corrected", p=p, count=comparison.n_pairs)
        known += messages.format("punctuation.phrases") + (p if comparison.n_pairs == 1 else corrected)
    return known


def lead_verdict(comparison: PairResults, messages: Messages) -> str:
    """Return whether the difference of the best two models may be chance, as in the title; "" if that is unknown."""
    if comparison.is_ambiguous:
        return messages.format("models.pair_open")
    return messages.format("models.pair_settled") if comparison.is_significant else ""


def crossing_sentence(crossing: Crossing | None, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Return up to which recall one model leads and the other beyond it; "" if the curves do not cross.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> crossing_sentence(Crossing("a", "b", 0.5, 0.2, 0.02), messages_in("en"))
    'The curves cross: `a` has 0.200 more area up to recall 0.50, `b` 0.020 more beyond it.'
    """
    if crossing is None:
        return ""
    decimals = decimals_to_subtract(crossing.first_gain, crossing.second_gain)
    return messages.format(
        "models.crossing",
        first=_short(crossing.first, fmt),
        second=_short(crossing.second, fmt),
        recall=fmt.tag_text("crossing.recall", crossing.recall, format_ratio(crossing.recall)),
        gain=fmt.tag_text("crossing.first", crossing.first_gain, format_area(crossing.first_gain, decimals)),
        rest=fmt.tag_text("crossing.second", crossing.second_gain, format_area(crossing.second_gain, decimals)),
    )


def other_models_texts(others: Sequence[OtherModel], messages: Messages, fmt: SentenceFormat = MARKDOWN) -> list[str]:
    """Return how models do in groups in which another one fails: one text for those of which the same is known.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> others = [OtherModel("a", "well", 0.5, 0.5), OtherModel("b", "well", 0.6, 0.6)]
    >>> other_models_texts([*others, OtherModel("c", "fails", 0.1, 0.1)], messages_in("en"))
    ['`a` and `b` do not do clearly worse there (0.500 to 0.600)', '`c` does clearly worse there too (0.100)']
    """
    alike: dict[str, list[OtherModel]] = {}
    for one in others:
        alike.setdefault(one.finding, []).append(one)
    texts = []
    for finding, same in alike.items():
        low, high = min(one.least for one in same), max(one.most for one in same)
        area = (
            messages.format("models.interval", low=low, high=high) if high > low else messages.format_number(low, ".3f")
        )
        names = join_names(tuple(one.name for one in same), messages, fmt)
        texts.append(messages.format(f"models.other_{finding}", count=len(same), names=names, area=area))
    return texts


def roc_sentence(
    names: tuple[str, str], roc_areas: tuple[float, float], messages: Messages, fmt: SentenceFormat = MARKDOWN
) -> str:
    """Return that the area under the ROC curve is larger for the second model, whose PR area is smaller; else "".

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> roc_sentence(("a", "b"), (0.86, 0.9), messages_in("en"))
    'The area under the ROC curve is larger for `b`: 0.900 against 0.860.'
    """
    if not is_visible_difference(*roc_areas) or roc_areas[0] > roc_areas[1]:
        return ""
    texts = [
        fmt.tag_text(f"roc.{name}", area, NumberText(format_number(area, ".3f")))
        for name, area in zip(names, roc_areas, strict=True)
    ]
    return messages.format("models.roc_prefers", name=_short(names[1], fmt), area=texts[1], other=texts[0])


def ranking_sentence(
    ranking: ModelRanking, messages: Messages, fmt: SentenceFormat = MARKDOWN, comparison: PairResults | None = None
) -> str:
    """Return which models are best under how many schemes, those of most schemes first, and whether it may be chance.

    comparison: of the areas under the left scheme.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import OperatingPoints, rank_models
    >>> points = {"a": OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])}
    >>> points["b"] = OperatingPoints.from_counts([2, 1], [1, 1], [1, 1])
    >>> ranking_sentence(rank_models(points), messages_in("en"))
    '`a` has the largest area under all 11 schemes'
    """
    by_best: dict[tuple[str, ...], list[str]] = {}
    for scheme in ranking.schemes:
        by_best.setdefault(ranking.best_models(scheme), []).append(scheme)
    if len(by_best) == 1:
        (best,) = by_best
        values = {"names": join_names(best, messages, fmt), "schemes": len(ranking.schemes)}
        text = messages.format("models.best_under_all", count=len(best), **values)
    else:
        ordered = sorted(by_best.items(), key=lambda one: -len(one[1]))
        won = [_schemes_won(best, schemes, messages, fmt) for best, schemes in ordered]
        text = messages.format("models.best_under_some", listed=messages.format("punctuation.items").join(won))
    return _with_doubt(text, comparison, messages)


def _schemes_won(best: tuple[str, ...], schemes: list[str], messages: Messages, fmt: SentenceFormat) -> str:
    """Name the best models under these schemes; if there are many schemes, give only their number."""
    names = join_names(best, messages, fmt)
    if len(schemes) > MAX_NAMED:
        return messages.format("models.wins_in_many", names=names, count=len(schemes))
    listed = messages.format("punctuation.items").join(messages.format(f"schemes.{key}.name") for key in schemes)
    return messages.format("models.wins_there", names=names, schemes=listed)


def format_p_value(value: float, messages: Messages, fmt: SentenceFormat = MARKDOWN, name: str = "p_value") -> str:
    """Format a p-value, never as 0.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> format_p_value(0.25, messages_in("en")), format_p_value(1e-9, messages_in("en"))
    ('p = 0.250', 'p < 0.001')
    """
    if value < MIN_P_VALUE:
        return messages.format("models.p_below", p=fmt.tag_text("least_p", MIN_P_VALUE, NumberText(f"{MIN_P_VALUE}")))
    text = NumberText(format_number(value, ".3f"))
    return messages.format("models.p_is", p=fmt.tag_text(name, value, text))


def caption(n_background_models: int, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Return the caption of a picture of all models, of which `n_background_models` are gray.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> caption(1, messages_in("en"))
    'Circles are measured points. Numbers are areas. One more model is drawn in gray.'
    """
    parts = [messages.format("models.caption")]
    if n_background_models:
        parts.append(messages.format("models.caption_grey", count=fmt.tag_number("grey", n_background_models)))
    return messages.format("punctuation.sentences").join(parts)


def alt_text(picture: str, ranking: ModelRanking, scheme: str, messages: Messages) -> str:
    """Return the alternative text of a picture, with the number of models, the best and the worst one.

    picture: "alt" of curves, "forest_alt" of areas with intervals.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import OperatingPoints, rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> alt_text("alt", rank_models({"a": points, "b": points}), "step", messages_in("en"))
    'Precision-recall curves of 2 models, joined by the scheme Step: all have the same area, 0.500.'
    """
    areas = model_areas(ranking, scheme)
    best, worst = max(areas, key=areas.__getitem__), min(areas, key=areas.__getitem__)
    ends = {"best": best, "most": areas[best], "worst": worst, "least": areas[worst]}
    values = {"count": len(areas), "scheme": messages.format(f"schemes.{scheme}.name"), "area": areas[best]}
    alike = areas[best] - areas[worst] < AREA_ROUNDING
    return messages.format(f"models.{picture}_alike" if alike else f"models.{picture}", **values, **ends)


def _segment_sentence(reversal: ModelReversal, joined: dict[str, str], messages: Messages, fmt: SentenceFormat) -> str:
    """Return the sentence on the largest segment: its recall, its effect, and its rows."""
    segment = reversal.segments[0]
    after, before = format_unique(np.array([segment.recall_after, segment.recall_before]))
    values = {
        "before": fmt.tag_text("segment.0.recall_before", segment.recall_before, before),
        "after": fmt.tag_text("segment.0.recall_after", segment.recall_after, after),
        "gain": fmt.tag_text("segment.0.gain", abs(segment.gain), format_difference(segment.gain, signed=False)),
        "model": fmt.name(segment.model),
    }
    key = "models.segment_gains" if segment.model == reversal.right_best else "models.segment_loses"
    text = messages.format(key, **values, **joined)
    if segment.is_start:
        text = messages.format("models.segment_start", segment=text)
    if segment.threshold is None or segment.score is None:
        return messages.format("models.segment_end", segment=text)
    return text + messages.format(
        "models.segment_rows",
        count=fmt.tag_number("segment.0.rows", segment.rows),
        score=fmt.name(fmt.tag_text("segment.0.score", segment.score, segment.threshold)),
        positives=fmt.tag_number("segment.0.positives", segment.positives),
    )


def _format_lead(name: str, area: float, other: float, fmt: SentenceFormat) -> str:
    return fmt.tag_text(name, abs(area - other), format_area_difference(area, other))


def pair_result_text(pair: PairResult, messages: Messages) -> str:
    """Return the text on whether the difference of a pair may be due to chance.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> pair_result_text(PairResult("a", "b", 0.1, -0.1, 0.3, 0.2, 0.8, "open"), messages_in("en"))
    'may be chance'
    """
    is_corrected = pair.status != "alone" or not math.isnan(pair.p)
    return messages.format(f"models.pair_{pair.status}" if is_corrected else "models.pair_uncorrected")


def pairs_caption(comparison: PairResults, n_resamples: int, messages: Messages) -> str:
    """Return how many pairs there are, and what the p-values and the shares refer to.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> pair = PairResult("a", "b", 0.1, -0.1, 0.3, 0.2, 0.8, "open")
    >>> pairs_caption(PairResults((pair,), 1), 1000, messages_in("en"))
    'Ahead: the share of 1,000 resamples in which the first model has the larger area.'
    """
    pairs = comparison.pairs
    is_tested = any(not math.isnan(pair.p) for pair in pairs)
    parts = []
    if not comparison.is_matrix:
        parts.append(messages.format("models.pairs_shown", shown=len(pairs), count=comparison.n_pairs))
    if is_tested and comparison.n_pairs > 1:
        parts.append(messages.format("models.pairs_adjusted", count=comparison.n_pairs))
    if is_tested and comparison.is_small_for_test:
        parts.append(messages.format("models.pairs_few", least=MIN_POWER_ROWS))
    if any(not math.isnan(pair.win_rate) for pair in pairs):
        parts.append(messages.format("models.pairs_ahead", resamples=n_resamples))
    if not is_tested and comparison.n_pairs > 1:
        parts.append(messages.format("models.pairs_drawn"))
    return messages.format("punctuation.sentences").join(parts)
