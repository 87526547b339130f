"""The end of a command that cannot do what it was asked: one sentence on standard error, exit code 2."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pr_curve_lab.reading.problem import Problem

EXIT_REFUSED = 2
EXIT_BROKEN = 70  # an error of the command itself, as sysexits.h has it: 1 is the gate's word for a worse model
EXIT_INTERRUPTED, EXIT_TERMINATED = 130, 143  # as shells count signals
OPTIONS = {  # which option does what the sentence of a problem asks for
    "label_missing": "--leave-out",
    "score_missing": "--leave-out",
    "weight_missing": "--leave-out",
    "label_not_binary": "--positive",
    "positive_unknown": "--positive",
    "one_class": "--label",
    "label_many_values": "--label and --score",
    "score_not_number": "--score",
    "score_is_label": "--score",
}


class CommandError(Exception):
    """A sentence for the user."""


def refusal(*problems: Problem) -> CommandError:
    """The refusal of what somebody brought, in the words of the app and with the option that may help."""
    from pr_curve_lab.i18n.plain_problems import in_words

    said = [f"{in_words(one)}{f' ({OPTIONS[one.key]})' if one.key in OPTIONS else ''}" for one in problems]
    return CommandError("\n".join(dict.fromkeys(said)))


def say(sentence: str) -> None:
    """Say something on standard error."""
    for line in sentence.split("\n"):
        print(f"prlab: {printable(line)}", file=sys.stderr)


def printable(text: str) -> str:
    """Text that cannot steer a terminal.

    >>> printable("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)
