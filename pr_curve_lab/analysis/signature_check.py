"""Whether the rows in use give the number of a signature, and what differs if they do not."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pr_curve_lab.analysis.formatting import DISPLAY_DECIMALS, format_number
from pr_curve_lab.analysis.reported_number import ReportedNumber, match_area, parse_number, read_digits
from pr_curve_lab.io.notices import Notice
from pr_metrics import SCHEMES, TOOLS, OperatingPoints, parse_signature
from pr_metrics.signatures import NO_SCHEME, Signature, SignatureError, default_start, format_total, tool_fields
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import RejectedInput

COUNT_TOLERANCE = 1e-9  # relative, of sums of weights that a signature has with twelve digits

Kind = Literal["area", "none", "average", "field", "positives", "rows", "weights", "unscored"]
AROUND = " \t\r\n\"'`“”„‘’「」《》.,;|，。；"  # what is copied along with a signature
COMPUTED = ("join", "ties", "start", "scores")  # fields that follow from the tool, or else from the scheme


def parse_signature_text(text: str) -> Signature | Notice | None:
    """Parse a text that begins like a signature; None if it does not.

    >>> parse_signature_text("0.83") is None
    True
    >>> parse_signature_text('"AP=0.83|join:step|positives:5/10|version:prcl-1.0".').join
    'step'
    >>> parse_signature_text("AP=0.83|join:step|positives:5/10|version:prcl-2.0")
    Notice('signature_version', name='', value='prcl-2.0', choices=())
    """
    inner = text.strip(AROUND)
    if not inner.upper().startswith("AP="):
        return None
    try:
        return parse_signature(inner)
    except SignatureError as error:
        return Notice(f"signature_{error.reason}", name=error.name, value=error.value, choices=error.choices)


@dataclass(frozen=True, slots=True)
class SignatureDifference:
    """One field of a signature, and what it is for the rows in use."""

    kind: Kind
    given: str
    here: str


@dataclass(frozen=True, slots=True)
class SignatureCheck:
    """A signature compared with the rows in use; it is theirs if nothing differs."""

    signature: Signature
    differences: tuple[SignatureDifference, ...]

    @property
    def is_given(self) -> bool:
        """Whether the rows give the number, and have the counts."""
        return not self.differences


def check_signature(
    signature: Signature, points: OperatingPoints, reports: Mapping[str, float | RejectedInput]
) -> SignatureCheck:
    """Compare a signature with the rows in use.

    reports: the number of every behavior of every tool on these rows, by its key.

    >>> from pr_metrics import parse_signature
    >>> points = OperatingPoints.from_counts([2, 1], [1, 0], [0, 1])
    >>> one = check_signature(parse_signature("AP=0.9|join:linear|positives:1/3|version:prcl-1.0"), points, {})
    >>> [(part.kind, part.given, part.here) for part in one.differences]
    [('area', '0.9', '1.0'), ('rows', '3', '2')]
    """
    scored = points.positives - points.unscored_positives
    positives, rows = signature.counts
    weights = "yes" if points.weighted else "no"
    found: list[tuple[Kind, str, str]] = []
    if signature.average != "none":
        found.append(("average", signature.average, "none"))
    elif differing := _field_differences(signature):
        found += differing
    else:
        found += _area_difference(signature, points, reports)
    if not math.isclose(positives, scored, rel_tol=COUNT_TOLERANCE):
        found.append(("positives", format_total(positives), format_total(scored)))
    if not math.isclose(rows, scored + points.negatives, rel_tol=COUNT_TOLERANCE):
        found.append(("rows", format_total(rows), format_total(scored + points.negatives)))
    if signature.weights != weights:
        found.append(("weights", signature.weights, weights))
    if not math.isclose(float(signature.unscored), points.unscored_positives, rel_tol=COUNT_TOLERANCE):
        found.append(("unscored", signature.unscored, format_total(points.unscored_positives)))
    return SignatureCheck(signature, tuple(SignatureDifference(*one) for one in found))


def _field_differences(signature: Signature) -> list[tuple[Kind, str, str]]:
    """Return the fields that contradict the tool of a signature, or else the scheme, of which they are facts."""
    if signature.tool != "none":
        here = tool_fields(TOOLS[signature.tool])
    else:
        here = {"join": signature.join, "ties": "grouped", "start": default_start(signature.join), "scores": "float64"}
    pairs = [(f"{name}:{getattr(signature, name)}", f"{name}:{here[name]}") for name in COMPUTED]
    return [("field", *pair) for pair in pairs if pair[0] != pair[1]]


def _area_difference(
    signature: Signature, points: OperatingPoints, reports: Mapping[str, float | RejectedInput]
) -> list[tuple[Kind, str, str]]:
    area, tolerance = math.nan, AREA_ROUNDING
    if signature.tool != "none":
        tool = TOOLS[signature.tool]
        report, tolerance = reports.get(tool.key, math.nan), tool.tolerance
        area = math.nan if isinstance(report, RejectedInput) else report
    elif signature.join != NO_SCHEME and SCHEMES[signature.join].can_join(points):
        area = SCHEMES[signature.join].area(points)
    if math.isnan(area):
        return [] if signature.area == "nan" else [("none", signature.area, "")]
    number = signature_number(signature)
    if number is not None and match_area(number, area, tolerance=tolerance):
        return []
    decimals = len(signature.area.partition(".")[2]) or DISPLAY_DECIMALS
    return [("area", signature.area, format_number(area, f".{decimals}f"))]


def signature_number(signature: Signature) -> ReportedNumber | None:
    """Return the number of a signature as it was reported, which is never a percentage; None if it is no area.

    >>> from pr_metrics import parse_signature
    >>> signature_number(parse_signature("AP=1.01|join:step|positives:5/10|version:prcl-1.0")).text
    '1.01'
    """
    read = read_digits(signature.area)
    if read is None or read[0] < 0:
        return None
    number, unit, _ = read
    return ReportedNumber(number, unit, tool="" if signature.tool == "none" else TOOLS[signature.tool].key)


def parse_number_or_signature(text: str, tool: str = "") -> ReportedNumber | Notice:
    """Return a number, or that of a signature with its tool; or why the text is neither.

    >>> parse_number_or_signature("0.83", "COCO").tool
    'COCO'
    >>> parse_number_or_signature("AP=nan|join:step|positives:0/10|version:prcl-1.0").key
    'published_no_number'
    """
    found = parse_signature_text(text)
    if found is None:
        return parse_number(text, tool)
    if isinstance(found, Notice):
        return found
    return signature_number(found) or Notice("published_no_number", text=found.area)
