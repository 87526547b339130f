import numpy as np

from pr_curve_lab.i18n.formulas import latex_to_mathml, mean_formula
from pr_curve_lab.i18n.messages import messages_in
from pr_metrics import AverageComponents


def parts(*areas):
    return AverageComponents("weighted", 0.5, np.array(areas), np.full(len(areas), 1 / len(areas)))


def test_a_weighted_mean_is_a_fraction_over_the_sum_of_weights():
    written = mean_formula(parts(0.2, 0.6), np.array([2.0, 6.0]))
    assert written == r"\frac{2 \times 0.200 + 6 \times 0.600}{8} = 0.500"


def test_many_terms_are_split_into_short_lines():
    written = mean_formula(parts(0.1, 0.2, 0.3, 0.4, 0.5), np.array([1.0, 1.0, 2.0, 2.0, 2.0]))
    lines = written.split(r"\\")
    assert len(lines) == 4
    assert all(line.count(r"\times") <= 2 for line in lines)
    assert [line.count(r"\times") for line in lines] == [2, 2, 1, 0]
    assert r"\tfrac{1}{8}" in lines[0]


def test_parts_without_an_area_are_omitted():
    assert mean_formula(parts(0.25, np.nan)) == r"\frac{0.250}{1} = 0.500"


def test_a_comma_in_a_number_makes_no_gap():
    written = latex_to_mathml(r"\frac{1,000}{2,100,000}, 3", messages_in("en"))
    assert "<mn>1,000</mn>" in written
    assert "<mn>2,100,000</mn>" in written
    assert written.count("<mo>") == 1
