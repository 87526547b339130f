import pytest

from pr_app.address import OF_PAGE, read_address, write_address
from pr_app.problem import Problem

FULL = {"lang": "zh", "left": "step", "right": "envelope", "threshold": 0.1 + 0.2}


@pytest.mark.parametrize("page", OF_PAGE)
def test_a_written_address_is_read_back_to_the_bit(page):
    settings, problems = read_address(write_address(page, FULL, example="constant"))
    assert problems == []
    assert settings == {"example": "constant", **{name: FULL[name] for name in ("lang", *OF_PAGE[page])}}


def test_data_of_ones_own_are_marked_and_not_named():
    assert read_address(write_address("data", FULL, example=None)) == ({"own": "1", "lang": "zh"}, [])


def test_a_language_may_be_written_large():
    assert read_address({"lang": "ZH"}) == ({"lang": "zh"}, [])


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
