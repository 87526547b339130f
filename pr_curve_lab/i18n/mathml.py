"""Fractions from LaTeX to MathML, which every browser draws and prints without a script."""

from __future__ import annotations

import re

from latex2mathml.converter import convert
from markupsafe import Markup

from pr_curve_lab.i18n.catalogue import Words

NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'  # HTML knows it without, and the page names no address
NUMBER = re.compile(r"(?<=<mn>)[^<]+(?=</mn>)")


def mathml(latex: str, words: Words) -> Markup:
    """One formula as an element of HTML; `aligned` goes by the name of `split`, which the converter knows.

    It comes with points; its numbers get the signs of the language once they are elements, where no sign makes a gap.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> mathml(r"\\frac{4}{5}", words_in("en")).unescape()
    '<math display="block"><mrow><mfrac><mrow><mn>4</mn></mrow><mrow><mn>5</mn></mrow></mfrac></mrow></math>'
    >>> mathml(r"\\begin{aligned} & 1 \\\\ & 2 \\end{aligned}", words_in("en")).count("<mtr>")
    2
    """
    converted = convert(latex.replace("{aligned}", "{split}"), display="block").replace(NAMESPACE, "")
    return Markup(NUMBER.sub(lambda number: words.number(number[0]), converted))
