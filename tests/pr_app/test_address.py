import pytest

from pr_app.address import OF_PAGE, read_address, write_address
from pr_app.problem import Problem

FULL = {"example": "constant", "lang": "zh", "left": "step", "right": "envelope", "threshold": 0.1 + 0.2}


@pytest.mark.parametrize("page", OF_PAGE)
def test_a_written_address_is_read_back_to_the_bit(page):
    settings, problems = read_address(write_address(page, FULL))
    assert problems == []
    assert settings == {name: FULL[name] for name in ("example", "lang", *OF_PAGE[page])}


UNKNOWN = [
    ("example", "pears"),
    ("example", "../app"),
    ("lang", "fr"),
    ("left", "spline"),
    ("right", ""),
    ("threshold", "x"),
    ("threshold", "nan"),
]


@pytest.mark.parametrize(("name", "value"), UNKNOWN)
def test_an_unknown_value_is_a_problem_and_sets_nothing(name, value):
    assert read_address({name: value}) == ({}, [Problem("address_unknown", name=name, value=value)])


def test_other_parameters_are_passed_over():
    assert read_address({"embed": "true"}) == ({}, [])
