"""A signature says in one line what an area is: how its points are joined, counted and started, and from which rows.

In full it is ``AP=0.826|join:step|ties:grouped|start:none|scores:float64|tool:none|average:none|weights:no|``
``positives:5/10|unscored:0|version:prcl-1.0``. The version fixes the fields, their order and their values;
docs/signature.md describes them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from decimal import ROUND_HALF_UP, Decimal
from numbers import Real
from typing import Literal

from pr_metrics.points import OperatingPoints, check_points, validate_points
from pr_metrics.schemes import SCHEMES
from pr_metrics.tools import TOOLS, Tool
from pr_metrics.tools.tool_registry import version_key
from pr_metrics.validation import check_integer, close_match_text, type_name

VERSION = "prcl-1.0"
NO_SCHEME = "other"  # the points are joined by none of the schemes
JOINS = (*SCHEMES, NO_SCHEME)
TIES = {
    "together": "grouped",
    "input order": "input-order",
    "by document name": "by-name",
    "spread evenly": "spread",
    "no fixed order": "no-order",
}
STARTS = {
    "not needed": "none",
    "one": "one",
    "first precision": "first",
    "first positive's precision": "first-positive",
    "dropped": "dropped",
    "zero": "zero",
}
SCORES = {"double": "float64", "single": "float32", "bins": "bins", "thresholds": "thresholds"}
AVERAGES = ("none", "macro", "micro", "weighted", "samples", "folds")
REQUIRED = ("join", "positives", "version")
NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|nan")
COUNTS = re.compile(r"([^/]+)/([^/]+)")
Reason = Literal[
    "begin", "length", "field", "twice", "missing", "version", "choice", "tool", "counts", "number"
]  # fmt: skip
MAX_LENGTH = 400  # characters
MAX_DECIMALS = 17  # more than these a float does not have
MAX_SHOWN = 40  # characters of a wrong value in an error


class SignatureError(ValueError):
    """Error for a text that is no signature.

    Parameters
    ----------
    message : str
        Description of the rule and of what came.
    reason : {"begin", "length", "field", "twice", "missing", "version", "choice", "tool", "counts", "number"}
        Which rule was broken.
    name : str, default ""
        The field.
    value : str, default ""
        What came.
    choices : tuple of str, default ()
        What could have come.

    Examples
    --------
    >>> try:
    ...     parse_signature("0.826")
    ... except SignatureError as error:
    ...     print(error.reason)
    begin
    """

    def __init__(
        self, message: str, reason: Reason, *, name: str = "", value: str = "", choices: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.reason, self.name, self.value, self.choices = reason, name, value[:MAX_SHOWN], choices


@dataclass(frozen=True, slots=True)
class Signature:
    """The fields of a signature, in their order.

    Attributes
    ----------
    area : str
        The area as it was printed, such as "0.826", or "nan".
    join : str
        Key of a scheme in `SCHEMES`, or "other".
    ties : {"grouped", "input-order", "by-name", "spread", "no-order"}
        What is done with rows of equal scores.
    start : {"none", "one", "first", "first-positive", "dropped", "zero"}
        What is put at recall 0: nothing, precision 1, the precision of the first point or of the first positive; or the
        part before the first point is dropped, or begins at precision 0.
    scores : {"float64", "float32", "bins", "thresholds"}
        How scores are told apart.
    tool : str
        Key of a tool in `TOOLS` with "@" and a version, or "none".
    average : {"none", "macro", "micro", "weighted", "samples", "folds"}
        How the areas of several classes, labels or folds were averaged.
    weights : {"no", "yes"}
        Whether rows have weights.
    positives : str
        Positives with a score, "/", and rows; with weights their sums, for an average those of all classes or folds.
    unscored : str
        Positives without a score.
    version : str
        Version of the signature.

    Examples
    --------
    >>> parse_signature("AP=0.83|join:step|positives:5/10|version:prcl-1.0").ties
    'grouped'
    """

    area: str
    join: str
    ties: str = "grouped"
    start: str = ""
    scores: str = "float64"
    tool: str = "none"
    average: str = "none"
    weights: str = "no"
    positives: str = "0/0"
    unscored: str = "0"
    version: str = VERSION

    @property
    def value(self) -> float:
        """The area as a number."""
        return float(self.area)

    @property
    def counts(self) -> tuple[float, float]:
        """The positives with a score, and the rows."""
        positives, rows = self.positives.split("/")
        return float(positives), float(rows)

    def __str__(self) -> str:
        return self._text(short=False)

    def short(self) -> str:
        """Return the signature without the fields that have their default.

        Returns
        -------
        str
            Signature that `parse_signature` reads as the same.

        Examples
        --------
        >>> points = OperatingPoints.from_counts([2, 1], [1, 0], [0, 1])
        >>> parse_signature(signature(points, "linear")).short()
        'AP=1.000|join:linear|positives:1/2|version:prcl-1.0'
        """
        return self._text(short=True)

    def _text(self, *, short: bool) -> str:
        standard = Signature(self.area, self.join, start=default_start(self.join))
        parts = [f"AP={self.area}"]
        for name in FIELDS:
            value = getattr(self, name)
            if not short or name in REQUIRED or value != getattr(standard, name):
                parts.append(f"{name}:{value}")
        return "|".join(parts)


FIELDS = tuple(field.name for field in fields(Signature) if field.name != "area")


@validate_points
def signature(
    points: OperatingPoints,
    scheme: str = "step",
    *,
    tool: str | None = None,
    area: float | None = None,
    decimals: int = 3,
    short: bool = False,
) -> str:
    """Return the signature of an area.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    scheme : str, default "step"
        Key of the scheme in `SCHEMES`; ignored if a tool is given.
    tool : str, optional
        Key of the tool in `TOOLS`, perhaps with "@" and a version, that computed `area`.
    area : float, optional
        The area; required for a tool, else that of the scheme.
    decimals : int, default 3
        Decimals of the area.
    short : bool, default False
        Whether to leave out the fields that have their default.

    Returns
    -------
    str
        The signature, which `parse_signature` reads.

    Raises
    ------
    ValueError
        The scheme or the tool is unknown, the area is missing for a tool or no number, there are more than 17 decimals,
        or `points` are no `OperatingPoints`.

    References
    ----------
    .. [1] Post (2018), A call for clarity in reporting BLEU scores, whose signatures are the model.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [1, 0], [0, 1])
    >>> signature(points, "linear", short=True)
    'AP=1.000|join:linear|positives:1/2|version:prcl-1.0'
    >>> signature(points, tool="COCO", area=1.0, short=True)
    'AP=1.000|join:hundred_one_point|ties:input-order|tool:COCO@2.0.11|positives:1/2|version:prcl-1.0'
    """
    if area is None and tool:
        raise ValueError("area must be given for a tool, got None")
    check_choice("scheme", scheme, tuple(SCHEMES))
    return _signature_text([points], scheme, area, tool=tool, decimals=decimals, short=short)


def average_signature(
    points_of_each: Sequence[OperatingPoints],
    area: float,
    *,
    average: str,
    scheme: str = "step",
    decimals: int = 3,
    short: bool = False,
) -> str:
    """Return the signature of an average over classes, labels or folds.

    Parameters
    ----------
    points_of_each : sequence of OperatingPoints
        Counts of each class, label or fold.
    area : float
        The average of their areas.
    average : {"macro", "micro", "weighted", "samples", "folds"}
        How they were averaged.
    scheme : str, default "step"
        Key of the scheme in `SCHEMES`.
    decimals : int, default 3
        Decimals of the area.
    short : bool, default False
        Whether to leave out the fields that have their default.

    Returns
    -------
    str
        The signature, which `parse_signature` reads; its positives and rows are those of all of them.

    Raises
    ------
    ValueError
        The scheme or the average is unknown, or one of the points are no `OperatingPoints`.

    References
    ----------
    .. [1] Post (2018), A call for clarity in reporting BLEU scores, whose signatures are the model.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [1, 0], [0, 1])
    >>> average_signature([points, points], 1.0, average="macro", short=True)
    'AP=1.000|join:step|average:macro|positives:2/4|version:prcl-1.0'
    """
    check_choice("scheme", scheme, tuple(SCHEMES))
    check_choice("average", average, AVERAGES[1:])
    checked = [check_points(one, f"points_of_each[{at}]") for at, one in enumerate(points_of_each)]
    return _signature_text(checked, scheme, area, average=average, decimals=decimals, short=short)


def _signature_text(
    points: Sequence[OperatingPoints],
    scheme: str,
    area: float | None,
    *,
    tool: str | None = None,
    average: str = "none",
    decimals: int,
    short: bool,
) -> str:
    scored = sum(one.positives - one.unscored_positives for one in points)
    found = Signature(
        area=format_area(SCHEMES[scheme].area(points[0]) if area is None else area, decimals),
        average=average,
        weights="yes" if any(one.weighted for one in points) else "no",
        positives=f"{format_total(scored)}/{format_total(scored + sum(one.negatives for one in points))}",
        unscored=format_total(sum(one.unscored_positives for one in points)),
        **(tool_fields(_named_tool(tool)) if tool else {"join": scheme, "start": default_start(scheme)}),
    )
    return found.short() if short else str(found)


def parse_signature(text: str) -> Signature:
    """Read a signature.

    Parameters
    ----------
    text : str
        Signature, full or short; the fields behind the area may come in any order.

    Returns
    -------
    Signature
        Its fields; those left out have their default.

    Raises
    ------
    SignatureError
        The text does not begin with ``AP=`` and a number, a field is unknown, missing, given twice or has an unknown
        value, or the version is another one.

    References
    ----------
    .. [1] Post (2018), A call for clarity in reporting BLEU scores, whose signatures are the model.

    Examples
    --------
    >>> parse_signature("AP=.81|join:linear|positives:5/10|version:prcl-1.0").start
    'one'
    >>> parse_signature("AP=.81|weights:maybe|join:linear|positives:5/10|version:prcl-1.0")
    Traceback (most recent call last):
        ...
    pr_metrics.signatures.SignatureError: weights must be one of no, yes, got 'maybe'
    """
    if not isinstance(text, str):
        raise SignatureError(f"text must be a str that begins with AP=, got {type_name(text)}", "begin")
    if len(text) > MAX_LENGTH:
        message = f"a signature has at most {MAX_LENGTH} characters, got {len(text)}"
        raise SignatureError(message, "length", value=str(len(text)))
    head, *rest = "".join(text.split()).split("|")
    area = head.removeprefix("AP=")
    if not head.startswith("AP=") or not NUMBER.fullmatch(area):
        message = f"a signature begins with AP= and a number, as in AP=0.826, got {head[:MAX_SHOWN]!r}"
        raise SignatureError(message, "begin", value=head)
    given: dict[str, str] = {}
    for part in rest:
        name, colon, value = part.partition(":")
        if not colon or name not in FIELDS:
            hint = close_match_text(name, FIELDS)
            message = f"a field of a signature is one of {', '.join(FIELDS)}, got {part[:MAX_SHOWN]!r}{hint}"
            raise SignatureError(message, "field", value=part, choices=FIELDS)
        if name in given:
            raise SignatureError(f"each field of a signature is given once, got {name} twice", "twice", name=name)
        given[name] = value
    version = given.get("version", VERSION)
    if version != VERSION:
        message = f"version must be {VERSION}, the only one that is known here, got {version[:MAX_SHOWN]!r}"
        raise SignatureError(message, "version", value=version)
    missing = tuple(name for name in REQUIRED if name not in given)
    if missing:
        message = f"a signature needs the fields {', '.join(REQUIRED)}, got none of {', '.join(missing)}"
        raise SignatureError(message, "missing", value=", ".join(missing), choices=REQUIRED)
    check_choice("join", given["join"], JOINS)
    found = Signature(area, **({"start": default_start(given["join"])} | given))
    _check_values(found)
    return found


def check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    """Raise a ValueError if a value is none of the choices."""
    if value not in choices:
        hint = close_match_text(value, choices)
        message = f"{name} must be one of {', '.join(choices)}, got {value[:MAX_SHOWN]!r}{hint}"
        raise SignatureError(message, "choice", name=name, value=value, choices=choices)


def default_start(join: str) -> str:
    """Return what a scheme puts at recall 0, as a signature says it."""
    return STARTS[SCHEMES[join].start] if join in SCHEMES else "none"


def format_area(area: float, decimals: int) -> str:
    """Return an area with that many decimals, halves rounded away from 0.

    >>> format_area(0.8125, 3), format_area(float("nan"), 3)
    ('0.813', 'nan')
    """
    if not isinstance(area, Real):
        raise ValueError(f"area must be a number, got {type_name(area)}")
    if math.isnan(area):
        return "nan"
    if check_integer("decimals", decimals) > MAX_DECIMALS:
        raise ValueError(f"decimals must be at most {MAX_DECIMALS}, got {decimals}")
    exact = Decimal(repr(float(area)))
    return f"{exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):f}"


def format_total(total: float) -> str:
    """Return a count without a decimal point, or a sum of weights with up to 12 digits."""
    return f"{total:.12g}"


def _named_tool(key: str) -> Tool:
    try:
        return TOOLS[key]
    except KeyError as error:
        raise SignatureError(str(error.args[0]), "tool", name="tool", value=key) from None


def tool_fields(tool: Tool) -> dict[str, str]:
    """Return the fields of a signature that follow from its tool.

    >>> tool_fields(TOOLS["COCO"])["tool"]
    'COCO@2.0.11'
    """
    return {
        "join": tool.scheme or NO_SCHEME,
        "ties": TIES[tool.ties],
        "start": STARTS[tool.start],
        "scores": SCORES[tool.resolution],
        "tool": f"{tool.base_key}@{tool.version.split()[0]}" if version_key(tool.version) else tool.base_key,
    }


def _check_values(found: Signature) -> None:
    """Check every value beside that of `join`."""
    choices = {
        "ties": TIES.values(), "start": STARTS.values(), "scores": SCORES.values(), "average": AVERAGES,
        "weights": ("no", "yes"),
    }  # fmt: skip
    for name, values in choices.items():
        check_choice(name, getattr(found, name), tuple(values))
    if found.tool != "none":
        _named_tool(found.tool)
    counts = COUNTS.fullmatch(found.positives)
    if counts is None or not 0 <= _total("positives", counts[1]) <= _total("positives", counts[2]):
        message = f"positives must be positives and rows, as in 5/10, got {found.positives[:MAX_SHOWN]!r}"
        raise SignatureError(message, "counts", name="positives", value=found.positives)
    _total("unscored", found.unscored)


def _total(name: str, text: str) -> float:
    """Return a count or a sum of weights."""
    total = float(text) if NUMBER.fullmatch(text) else math.nan
    if not 0 <= total < math.inf:
        message = f"{name} must be a number of at least 0, got {text[:MAX_SHOWN]!r}"
        raise SignatureError(message, "number", name=name, value=text)
    return total
