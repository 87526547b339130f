from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.analysis.reported_number import ReportedNumber, match_area, parse_number
from pr_curve_lab.io.notices import Notice


def reported(number, unit):
    return ReportedNumber(Fraction(number), Fraction(unit))


READ = [
    (".734", "0.734", "0.001"),
    ("0.7340", "0.734", "0.0001"),
    ("73.4", "0.734", "0.001"),
    ("73.4 %", "0.734", "0.001"),
    ("73.4%", "0.734", "0.001"),
    ("0,734", "0.734", "0.001"),
    ("73,4 %", "0.734", "0.001"),
    ("\t 0.734\n ", "0.734", "0.001"),
    ("＋０．７３４", "0.734", "0.001"),
    ("７３，４　％", "0.734", "0.001"),
    ("\u30000.734\u3000", "0.734", "0.001"),
    ("1", "1", "1"),
    ("0", "0", "1"),
    ("-0", "0", "1"),
    ("1.0", "1", "0.1"),
    ("1.", "1", "1"),
    (".5", "0.5", "0.1"),
    ("100", "1", "0.01"),
    ("100%", "1", "0.01"),
    ("1%", "0.01", "0.01"),
    ("0.5 %", "0.005", "0.001"),
    ("2", "0.02", "0.01"),
    ("1.001", "0.01001", "0.00001"),
    ("1e-3", "0.001", "0.001"),
    ("1.50E-01", "0.15", "0.001"),
    ("7.34e1", "0.734", "0.001"),
    ("0." + "3" * 398, "0." + "3" * 398, "1e-398"),
]


@pytest.mark.parametrize(("text", "number", "unit"), READ)
def test_a_number_is_read_with_the_unit_of_its_last_digit(text, number, unit):
    assert parse_number(text) == reported(number, unit)


NO_NUMBER = [
    "", " ", ".", ",", "%", "e", "e5", "٣", "²", "½", "nan", "inf", "high", "0.7.3", "0,7,3", "1.234,5", "0x1", "1_0",
    "--1", "0.7 3", "73 % %", "% 73", "1e", "1e9999", "=1+1", "![x](http://y)", "9" * 399 + "x",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_NUMBER)
def test_text_that_is_no_number_is_a_problem(text):
    assert parse_number(text) == Notice("published_no_number", text=text if len(text) < 60 else text[:60] + "…")


@pytest.mark.parametrize("text", ["-0.2", "101", "100.1 %", "9" * 400, "1e999", "-1e-9"])
def test_a_number_outside_0_and_1_is_a_problem(text):
    assert parse_number(text) == Notice("published_no_area", text=text)


@pytest.mark.parametrize(
    ("text", "area", "how"),
    [
        ("0.734", 0.734, "rounded"),
        ("0.734", 0.73449, "rounded"),
        ("0.734", 0.73351, "rounded"),
        ("0.734", 0.7336, "rounded"),
        ("0.734", 0.7346, "cut_off"),
        ("0.734", 0.73499, "cut_off"),
        ("0.734", 0.7351, None),
        ("0.734", 0.7334, None),
        ("73.4", 0.73449, "rounded"),
        ("0.7340", 0.7341, None),  # not even by truncation
        ("0.7340", 0.73404, "rounded"),
        ("1", 0.96, "rounded"),
        ("1", 0.94, None),
        ("1", 0.4999, None),
        ("0", 0.0499, "rounded"),
        ("0", 0.05, "rounded"),  # half to even
        ("0", 0.051, "cut_off"),
        ("0", 0.4, None),
        ("1.0", 0.95, "rounded"),
        ("1.0", 0.94, None),
        ("100", 0.995, "rounded"),
        ("0.12", 0.125, "rounded"),  # half to even; 0.125 is exact in float64
        ("0.13", 0.125, "rounded"),  # half up
        ("0.37", 0.375, "rounded"),  # a sum that is slightly below is rounded down
        ("0.38", 0.375, "rounded"),
        ("1e-3", 0.0011, "rounded"),
    ],
)
def test_an_area_agrees_by_rounding_or_by_truncation(text, area, how):
    assert match_area(parse_number(text), area) == how


def test_floating_point_noise_does_not_matter():
    assert 0.1 + 0.2 + 0.0005 != 0.3005
    assert match_area(parse_number("0.301"), 0.3005 - 1e-16) == "rounded"
    assert match_area(parse_number("0.5"), 0.45 - 1e-16) == "rounded"


def test_a_tool_of_single_precision_needs_fewer_equal_digits():
    read = parse_number("0.8261951")
    assert match_area(read, 0.8261946) is None
    assert match_area(read, 0.8261946, tolerance=1e-6) == "rounded"


def test_a_tool_that_prints_four_decimals_must_agree_in_them():
    assert match_area(parse_number("0.8261"), 0.82619, tolerance=5.1e-5) == "cut_off"
    assert match_area(parse_number("0.8262"), 0.82619, tolerance=5.1e-5) == "rounded"
    assert match_area(parse_number("0.8263"), 0.82619, tolerance=5.1e-5) is None
    assert match_area(parse_number("0.827"), 0.82646, tolerance=5.1e-5) == "rounded"  # 0.8265 was rounded again


@given(st.floats(0, 1), st.integers(1, 12))
def test_every_area_agrees_with_its_own_digits(area, decimals):
    assert match_area(parse_number(f"{area:.{decimals}f}"), area) == "rounded"
    cut = f"{int(Fraction(repr(area)) * 10**decimals):0{decimals + 1}d}"
    assert match_area(parse_number(f"{cut[:-decimals]}.{cut[-decimals:]}"), area) in ("rounded", "cut_off")


@given(st.floats(0.01, 1), st.integers(3, 9))
def test_no_area_agrees_with_digits_two_units_away(area, decimals):
    other = Fraction(f"{area:.{decimals}f}") - Fraction(2, 10**decimals)
    assert match_area(ReportedNumber(other, Fraction(1, 10**decimals)), area) is None


@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text):
    read = parse_number(text)
    assert isinstance(read, Notice) or 0 <= read.value <= 1


@pytest.mark.parametrize(
    ("text", "shown"), [("73.4 %", "0.734"), (".7340", "0.7340"), ("1", "1"), ("100", "1.00"), ("1e-3", "0.001")]
)
def test_a_number_is_shown_with_the_digits_that_were_typed(text, shown):
    assert parse_number(text).text == shown


def test_four_hundred_digits_are_shown_shortened():
    assert len(parse_number("0." + "3" * 398).text) < 20
