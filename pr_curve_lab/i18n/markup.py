"""Users' text made safe for where it is shown: their column names are data, never markup.

A column called ![x](http://y) would make Markdown fetch a picture, and Plotly text turns <a href> into a live link.
"""

from __future__ import annotations

import html
import re

from pr_curve_lab.analysis.formatting import NumberText

MAX_LENGTH = 60  # characters; a longer value is cut with an ellipsis


def code_span(text: str) -> str:
    """Put text into a Markdown code span, with a fence longer than any run of backticks in it.

    >>> code_span("a`b")
    '`` a`b ``'
    """
    flat = _truncate(text)
    if isinstance(text, NumberText):  # which its sentence is still to write in its language
        return NumberText(f"`{flat}`")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", flat)), default=0))
    padding = " " if "`" in flat or not flat.strip() else ""
    return f"{fence}{padding}{flat}{padding}{fence}"


def strip_markdown_sentence(sentence: str) -> str:
    """Take emphasis, the marks of code and lists, and the full stop from a sentence of the page, for a report.

    >>> strip_markdown_sentence("**Score ≥ 0.5** (`loss`):\\n- costs least.")
    'Score ≥ 0.5 (loss): costs least'
    """
    return re.sub(r"\*\*|`", "", sentence).replace("\n- ", " ").rstrip(".。")


def strip_markdown(sentence: str) -> str:
    """Take emphasis and the marks of code from sentences of the page, for a terminal.

    >>> strip_markdown("Mean **0.5** of `area`.")
    'Mean 0.5 of area.'
    """
    return re.sub(r"\*\*|`", "", sentence)


def escape_plotly(text: str) -> str:
    """Escape text for a Plotly annotation or hover label, which read a subset of HTML and leave quotes as they are.

    >>> escape_plotly('<b title="x">$x$</b>')
    '&lt;b title="x"&gt;&#36;x&#36;&lt;/b&gt;'
    """
    if isinstance(text, NumberText):  # nobody's own, and still to be written in a language
        return text
    return html.escape(_truncate(text), quote=False).replace("$", "&#36;")


def truncate_middle(text: str, max_length: int) -> str:
    """Shorten a name in its middle, since names that belong together often differ at their ends only.

    >>> truncate_middle("model_2024_run_a", 12), truncate_middle("forest", 12)
    ('model_…run_a', 'forest')
    """
    if len(text) <= max_length:
        return text
    end = (max_length - 1) // 2
    return f"{text[: max_length - 1 - end]}…{text[-end:]}"


def _truncate(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= MAX_LENGTH else flat[: MAX_LENGTH - 1] + "…"
