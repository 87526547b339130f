"""Formulas with numbers: sums in LaTeX, and their conversion to MathML."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import numpy as np
from latex2mathml.converter import convert
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import format_area, format_number
from pr_curve_lab.i18n.messages import Messages
from pr_metrics import AreaTerms, AverageComponents, OperatingPoints
from pr_metrics.terms import ExactTerms
from pr_metrics.tolerances import AREA_ROUNDING

NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'  # not needed in HTML, and pages contain no web addresses
NUMBER = re.compile(r"(?<=<mn>)[^<]+(?=</mn>)")
THOUSANDS = re.compile(r"(?<=\d)</mn><mo>&#x0002C;</mo><mn>(?=\d{3})")  # a comma within a number, not between two


def latex_to_mathml(latex: str, messages: Messages) -> Markup:
    """Convert a formula to an HTML element; the converter calls `aligned` `split`.

    Its numbers get the signs of the language only in MathML, where no sign causes a gap.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> latex_to_mathml(r"\\frac{4}{5}", messages_in("en")).unescape()
    '<math display="block"><mrow><mfrac><mrow><mn>4</mn></mrow><mrow><mn>5</mn></mrow></mfrac></mrow></math>'
    >>> latex_to_mathml(r"\\begin{aligned} & 1 \\\\ & 2 \\end{aligned}", messages_in("en")).count("<mtr>")
    2
    """
    converted = convert(latex.replace("{aligned}", "{split}"), display="block").replace(NAMESPACE, "")
    converted = THOUSANDS.sub(",", converted)
    return Markup(NUMBER.sub(lambda number: messages.format_number(number[0]), converted))


MAX_TERMS = 6
TERMS_PER_LINE = 2  # of a mean, since phones are narrow
MAX_DENOMINATOR = 9999  # of a sum that is shown as a fraction


def sum_formula(terms: AreaTerms, points: OperatingPoints) -> str:
    """Write out the first terms of the sum, one per line, in LaTeX; terms without width are left out.

    >>> from pr_metrics import area_terms
    >>> points = OperatingPoints.from_counts([1], [2], [6])
    >>> print(sum_formula(area_terms(points, "step"), points))
    \\begin{aligned} & \\frac{2}{2} \\times \\frac{2}{8} \\\\ =\\; & \\frac{1}{4} = 0.250 \\end{aligned}
    """
    wide = np.flatnonzero(terms.recall_after > terms.recall_before)
    shown = [int(segment) for segment in wide[:MAX_TERMS]]
    if terms.exact is None:
        lines, total = [_term(terms, segment) for segment in shown], str(format_area(float(terms.area.sum())))
    else:
        lines = [_exact_term(terms, terms.exact, points, segment) for segment in shown]
        total = _exact_total(terms.exact.total)
    if wide.size > MAX_TERMS:
        lines.append(r"\dots")
    written = r" \\ +\; & ".join(lines)
    return rf"\begin{{aligned}} & {written} \\ =\; & {total} \end{{aligned}}"


def _exact_term(terms: AreaTerms, exact: ExactTerms, points: OperatingPoints, segment: int) -> str:
    """Return a term in fractions of counts: positives gained of all positives, times precision."""
    here = int(terms.point[segment])
    true = points.true_positives
    called = true + points.false_positives
    counted = [(int(true[index]), int(called[index])) for index in (here, here - 1) if index >= 0]
    positives = int(points.positives)
    width, before, after = exact.width[segment], exact.height_before[segment], exact.height_after[segment]
    gained = width * positives
    wide = _fraction(width, [(int(gained), positives)] if gained.denominator == 1 else [])
    low, high = _fraction(before, counted[::-1]), _fraction(after, counted)
    if before == after:
        return rf"{wide} \times {high}"
    if width * (before + after) / 2 == exact.area[segment]:
        return rf"{wide} \times \frac{{1}}{{2}} \left( {low} + {high} \right)"
    return _fraction(exact.area[segment], [])


def _exact_total(total: Fraction) -> str:
    """Return the sum as a decimal number, after a fraction if that is short."""
    decimal = format_area(float(total))
    if total.denominator > MAX_DENOMINATOR:
        return decimal
    sign = "=" if Fraction(decimal) == total else r"\approx"
    return f"{_fraction(total, [])} {sign} {decimal}"


def _fraction(value: Fraction, count_pairs: list[tuple[int, int]]) -> str:
    """Return a fraction of counts if one has this value, or else a fraction in lowest terms."""
    numerator, denominator = next(
        (pair for pair in count_pairs if pair[1] and Fraction(*pair) == value), (value.numerator, value.denominator)
    )
    return rf"\frac{{{numerator}}}{{{denominator}}}" if numerator and (count_pairs or denominator > 1) else f"{value}"


def _term(terms: AreaTerms, segment: int) -> str:
    """Return width times height, or times the mean of two heights if a straight line joins them, or else the area."""
    width = terms.recall_after[segment] - terms.recall_before[segment]
    before, after, area = terms.height_before[segment], terms.height_after[segment], terms.area[segment]
    if before == after:
        return rf"{format_area(width)} \times {format_area(after)}"
    if abs(width * (before + after) / 2 - area) < AREA_ROUNDING:
        return rf"{format_area(width)} \times \tfrac{{{format_area(before)} + {format_area(after)}}}{{2}}"
    return format_number(area, ".4f")


def mean_formula(components: AverageComponents, weight: np.ndarray | None = None) -> str:
    """Write out a mean of areas in LaTeX. weight: what each area counts, shape (n_parts,).

    Without `weight`, more than `MAX_TERMS` areas are grouped by their printed number.

    >>> print(mean_formula(AverageComponents("macro", 0.5, np.array([0.25, 0.75]), np.array([0.5, 0.5]))))
    \\frac{0.250 + 0.750}{2} = 0.500
    >>> print(mean_formula(AverageComponents("samples", 0.9375, np.array([1.0] * 7 + [0.5]), np.full(8, 1 / 8))))
    \\frac{7 \\times 1.000 + 1 \\times 0.500}{8} = 0.938
    """
    counted = np.isfinite(components.component) & (components.weight > 0)
    part, total = [format_area(area) for area in components.component[counted]], format_area(components.area)
    if weight is not None:
        times = weight[counted]
    elif len(part) > MAX_TERMS:
        together = Counter(part)
        part, times = list(together), np.array(list(together.values()))
    else:
        return rf"\frac{{{' + '.join(part)}}}{{{len(part)}}} = {total}"
    terms = [rf"{count:g} \times {area}" for count, area in zip(times, part, strict=True)]
    if len(terms) <= TERMS_PER_LINE:
        return rf"\frac{{{' + '.join(terms)}}}{{{times.sum():g}}} = {total}"
    lines = [" + ".join(terms[at : at + TERMS_PER_LINE]) for at in range(0, len(terms), TERMS_PER_LINE)]
    written = r" \\ & + ".join(lines)
    mean = rf"\tfrac{{1}}{{{times.sum():g}}} \big( {written} \big)"
    return rf"\begin{{aligned}} & {mean} \\ & = {total} \end{{aligned}}"
