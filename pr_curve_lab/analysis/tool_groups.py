"""Tools that print the same number for the same cause, as a picture and a sentence put them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pr_curve_lab.analysis.printed_areas import PRINTED_DECIMALS
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.analysis.tool_numbers import CAUSES, Cause, ToolNumber, ToolNumbers


@dataclass(frozen=True, slots=True)
class ToolGroup:
    """Tools of one cause whose numbers print alike, in the order of `TOOLS`."""

    printed: str
    members: tuple[ToolNumber, ...]

    def led_by(self, keys: Sequence[str]) -> tuple[ToolNumber, ...]:
        """The members, those with one of these keys first."""
        return tuple(sorted(self.members, key=lambda one: one.tool.key not in keys))


@dataclass(frozen=True, slots=True)
class Block:
    """All tools of one cause, the largest number first."""

    cause: Cause
    groups: tuple[ToolGroup, ...]

    @property
    def tools(self) -> int:
        """How many they are."""
        return sum(len(group.members) for group in self.groups)


def blocks(numbers: ToolNumbers) -> tuple[Block, ...]:
    """Every tool that gives a number, by cause and printed number.

    >>> from pr_curve_lab.analysis.tool_numbers import tool_numbers
    >>> from pr_curve_lab.reading.examples import example_cases
    >>> [(one.cause, one.tools) for one in blocks(tool_numbers(example_cases("constant")))]
    [('same', 16), ('ties', 6), ('start', 5)]
    """
    every = [Block(cause, _groups([one for one in numbers.numbers if one.cause == cause])) for cause in CAUSES]
    return tuple(block for block in every if block.groups)


def _groups(numbers: Sequence[ToolNumber]) -> tuple[ToolGroup, ...]:
    by_print: dict[str, list[ToolNumber]] = {}
    for one in numbers:
        by_print.setdefault(rounded_text(one.area, f".{PRINTED_DECIMALS}f"), []).append(one)
    printed = sorted(by_print, key=float, reverse=True)
    return tuple(ToolGroup(text, tuple(by_print[text])) for text in printed)
