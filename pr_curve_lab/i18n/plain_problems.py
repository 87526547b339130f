"""Problems as plain sentences: for shells and errors of Python, which show no Markdown."""

from __future__ import annotations

from pr_curve_lab.analysis.number_texts import NumberText
from pr_curve_lab.i18n.catalogue import words_in
from pr_curve_lab.reading.problem import Problem


def in_words(*problems: Problem) -> str:
    """Say problems in English, with what users wrote in quotation marks.

    >>> in_words(Problem("empty_file", name="a.csv"))
    "The file 'a.csv' is empty. Choose a file with a header and at least two rows."
    """
    return " ".join(words_in("en").say_problem(problem, quoted=_quoted) for problem in problems)


def _quoted(text: str) -> str:
    return text if isinstance(text, NumberText) else f"'{text}'"
