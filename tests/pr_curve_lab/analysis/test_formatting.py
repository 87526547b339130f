from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.analysis.formatting import format_number, round_values
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in

COUNTS = st.integers(1, 100_000).flatmap(lambda called: st.tuples(st.integers(0, called), st.just(called)))


@given(COUNTS, st.integers(0, 4))
def test_a_fraction_of_counts_is_rounded_as_by_hand(counts, decimals):
    by_hand = Fraction(floor(Fraction(*counts) * 10**decimals + Fraction(1, 2)), 10**decimals)
    ratio = counts[0] / counts[1]
    assert Fraction(format_number(ratio, f".{decimals}f")) == by_hand
    assert round_values(np.array([ratio]), decimals)[0] == pytest.approx(float(by_hand), abs=1e-12)


@given(st.decimals(-1000, 1000, places=3), st.integers(0, 2))
def test_a_decimal_half_is_rounded_up_despite_binary_floats(number, decimals):
    wanted = number.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    assert Decimal(format_number(float(number), f".{decimals}f")) == wanted


@pytest.mark.parametrize(
    ("number", "spec", "text"),
    [
        (0.5624, ".3f", "0.562"),
        (0.562499999, ".3f", "0.562"),
        (0.0005, ".3f", "0.001"),
        (9.995, ".2f", "10.00"),
        (1e300, ".0f", f"{1e300:.0f}"),
        (12345.675, ",.2f", "12,345.68"),
        (-0.0001, "z.3f", "0.000"),
        (0.125, "+.2f", "+0.13"),
        (0.99995, ".4g", "1"),
        (0.0, ".3g", "0"),
        (float("nan"), ".3f", "nan"),
        (float("inf"), ".2f", "inf"),
        (1250, ",", "1,250"),
    ],
)
def test_numbers_are_formatted_as_by_python_except_halves(number, spec, text):
    assert format_number(number, spec) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_and_formulas_round_alike(language):
    words = messages_in(language)
    words.catalog["areas.halves"] = "{area:.3f} $x = {area:.3f}$"
    try:
        said = words.format("areas.halves", area=0.5625)
        assert said == f"{words.format_number('0.563')} $x = {words.formula('0.563')}$"
        assert words.format_latex("areas.halves", area=np.float64(0.5625)) == "0.563 $x = 0.563$"
    finally:
        del words.catalog["areas.halves"]
    assert words.format_number(0.5625, ".3f") == words.format_number("0.563")
