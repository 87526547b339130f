"""Why a tool has no number for rows that are themselves in order: the reason as data, so that a screen can word it."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "weights",  # the tool takes none
    "weight range",  # a weight, or their sum, that float32, in which the tool counts, turns into 0 or infinity
    "no positives",
    "no negatives",
    "score range",  # a score outside [0, 1], or scores that tie beyond float32
    "too many distinct scores",  # more than the tool keeps apart
    "equal scores split by place",  # in the array, by how a processor rounds a sigmoid
    "unknown order of equal scores",  # that the tool goes by, and counts do not tell
    "same scores in both classes",  # PRROC takes them for one list of weighted rows
    "too many positives",  # more than steps can be taken, one a positive
]


class Refusal(ValueError):  # noqa: N818 - a tool's answer, kept as data, before it is an error
    """A tool, or what reproduces it, refuses rows that others take; `reason` says why in one of a few fixed terms.

    What no tool could take, such as labels of three values, is a plain ValueError.

    >>> from pr_metrics.tools import TOOLS
    >>> try:
    ...     TOOLS["COCO"].report([1, 0], [0.9, 0.1], sample_weight=[1, 2])
    ... except Refusal as refusal:
    ...     print(refusal.reason)
    weights
    """

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, Reason]]:  # else a copy would be made from the message only
        return type(self), (str(self), self.reason)
