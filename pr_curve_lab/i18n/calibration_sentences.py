"""Sentences on scores as probabilities: the rows at or above a threshold, the Brier score, and ranges of bins."""

from __future__ import annotations

from pr_curve_lab.analysis.calibration import Calibration, CalledRows
from pr_curve_lab.analysis.formatting import NumberText, format_components, format_percent, format_threshold
from pr_curve_lab.i18n.messages import MARKDOWN, Messages, SentenceFormat
from pr_metrics import BrierScore, OperatingPoints

DECIMALS = 3  # of the Brier score and its parts
EDGE_FORMAT, INTERVAL_FORMAT = ".3g", ".2f"


def called_rows_text(
    called: CalledRows, points: OperatingPoints, messages: Messages, fmt: SentenceFormat = MARKDOWN
) -> str:
    """Say how many rows at or above a threshold should be positive by their scores, and how many are."""
    shares = {
        "share": called.threshold,
        "expected": called.mean_probability,
        "found": called.fraction_positive,
        "lower": called.lower,
        "upper": called.upper,
    }
    texts = {
        name: fmt.tag_text(f"called_rows.{name}", value, NumberText(format_percent(value)))
        for name, value in shares.items()
    }
    rows = messages.format("data.rows", count=fmt.tag_number("called_rows", called.rows))
    text = NumberText(format_threshold(points.threshold, called.index))
    threshold = fmt.tag_text("threshold", called.threshold, text)
    texts["way"] = _way(called.mean_probability, called.fraction_positive, messages)
    key = "agrees" if called.agrees else "says" if called.is_threshold_the_share else "threshold"
    return messages.format(f"curve.calibration_{key}", threshold=threshold, rows=rows, **texts)


def _way(expected: float, found: float, messages: Messages) -> str:
    return messages.format("curve.scores_too_high" if expected > found else "curve.scores_too_low")


def miscalibrated_text(called: CalledRows, messages: Messages) -> str:
    """Say which way the scores of the rows at or above a threshold err."""
    shares = {"expected": called.mean_probability, "found": called.fraction_positive}
    texts = {name: format_percent(share) for name, share in shares.items()}
    way = _way(called.mean_probability, called.fraction_positive, messages)
    return messages.format("curve.miscalibrated", **texts, way=way)


def worst_bin_text(found: Calibration, messages: Messages) -> str:
    """Say which way the scores err in the bin that errs most; "" if none errs beyond chance."""
    if (worst := found.worst_bin) is None:
        return ""
    curve = found.curve
    expected, share = float(curve.mean_probability[worst]), float(curve.fraction_positive[worst])
    return messages.format(
        "curve.calibration_bin",
        bin=range_text(float(curve.lower_edge[worst]), float(curve.upper_edge[worst]), EDGE_FORMAT, messages),
        way=_way(expected, share, messages),
        rows=messages.format("data.rows", count=int(curve.rows[worst])),
        expected=format_percent(expected),
        found=format_percent(share),
    )


def brier_text(brier: BrierScore, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Give the Brier score, its three parts, which add up to it also as printed, and its skill."""
    parts = {
        "reliability": brier.reliability,
        "resolution": -brier.generalized_resolution,
        "uncertainty": brier.uncertainty,
    }
    score, texts = format_components(brier.score, list(parts.values()), DECIMALS, max_extra=1, show_zero=True)
    facts = dict(zip(parts, texts, strict=True)) | {"reliability": NumberText(texts[0].removeprefix("+"))}
    tagged = {name: fmt.tag_text(f"brier.{name}", parts[name], text) for name, text in facts.items()}
    tagged["score"] = fmt.tag_text("brier", brier.score, NumberText(score.removeprefix("+")))
    sentences = [messages.format("curve.calibration_brier", **tagged)]
    if (skill := format_percent(abs(brier.skill))) != format_percent(0.0):
        kind, text = "better" if brier.skill > 0 else "worse", NumberText(skill)
        tagged_skill = fmt.tag_text("brier.skill", abs(brier.skill), text)
        sentences.append(messages.format(f"curve.calibration_{kind}", skill=tagged_skill))
    return messages.format("punctuation.sentences").join(sentences)


def range_text(
    low: float, high: float, spec: str, messages: Messages, fmt: SentenceFormat = MARKDOWN, name: str = ""
) -> str:
    """Return the two ends of a range; name: of the numbers.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> range_text(0.1, 0.25, ".2f", messages_in("en"))
    '0.10 to 0.25'
    """
    ends = {
        end: fmt.tag_text(f"{name}_{end}", value, NumberText(f"{value:{spec}}"))
        for end, value in (("low", low), ("high", high))
    }
    return messages.format("punctuation.range", **ends)
