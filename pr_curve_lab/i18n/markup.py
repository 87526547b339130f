"""Users' text made safe for where it is shown: their column names are data, never markup.

A column called ![x](http://y) would make Markdown fetch a picture, and Plotly text turns <a href> into a live link.
"""

from __future__ import annotations

import html
import re

from pr_curve_lab.analysis.formatting import NumberText

LONGEST_SHOWN = 60  # characters; a longer value is cut with an ellipsis


def code_span(text: str) -> str:
    """Put text into a Markdown code span, with a fence longer than any run of backticks in it.

    >>> code_span("a`b")
    '`` a`b ``'
    """
    flat = _shortened(text)
    if isinstance(text, NumberText):  # which its sentence is still to write in its language
        return NumberText(f"`{flat}`")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", flat)), default=0))
    padding = " " if "`" in flat or not flat.strip() else ""
    return f"{fence}{padding}{flat}{padding}{fence}"


def plain(sentence: str) -> str:
    """Take emphasis, the marks of code and lists, and the full stop from a sentence of the page, for a report.

    >>> plain("**Score ≥ 0.5** (`loss`):\\n- costs least.")
    'Score ≥ 0.5 (loss): costs least'
    """
    return re.sub(r"\*\*|`", "", sentence).replace("\n- ", " ").rstrip(".。")


def unmarked(sentence: str) -> str:
    """Take emphasis and the marks of code from sentences of the page, for a terminal.

    >>> unmarked("Mean **0.5** of `area`.")
    'Mean 0.5 of area.'
    """
    return re.sub(r"\*\*|`", "", sentence)


def plotly_text(text: str) -> str:
    """Escape text for a Plotly annotation or hover label, which read a subset of HTML and leave quotes as they are.

    >>> plotly_text('<b title="x">$x$</b>')
    '&lt;b title="x"&gt;&#36;x&#36;&lt;/b&gt;'
    """
    if isinstance(text, NumberText):  # nobody's own, and still to be written in a language
        return text
    return html.escape(_shortened(text), quote=False).replace("$", "&#36;")


def middle_cut(text: str, longest: int) -> str:
    """Shorten a name in its middle, since names that belong together often differ at their ends only.

    >>> middle_cut("model_2024_run_a", 12), middle_cut("forest", 12)
    ('model_…run_a', 'forest')
    """
    if len(text) <= longest:
        return text
    end = (longest - 1) // 2
    return f"{text[: longest - 1 - end]}…{text[-end:]}"


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST_SHOWN else flat[: LONGEST_SHOWN - 1] + "…"
