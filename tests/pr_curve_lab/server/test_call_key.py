import gc
from dataclasses import dataclass

import numpy as np
import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.server.cache import CallKey
from pr_curve_lab.server.settings import PRECISION
from pr_metrics import SCHEMES, operating_points


def area(*_, **__):
    """Of no interest here."""


def points():
    return operating_points([1, 0], [0.9, 0.1])


@dataclass
class Changeable:
    value: int


def test_the_same_call_has_the_same_key():
    of = points()
    key = CallKey(area, (of, "step", (1, 2.5), messages_in("en")), {"beta": None})
    assert key == CallKey(area, (of, "step", (1, 2.5), messages_in("en")), {"beta": None})
    assert hash(key) == hash(CallKey(area, (of, "step", (1, 2.5), messages_in("en")), {"beta": None}))
    assert CallKey(SCHEMES["step"].area, (of,), {}) == CallKey(SCHEMES["step"].area, (of,), {})


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (("linear", 2), {"beta": 1}),
        (("step", 3), {"beta": 1}),
        (("step", 2), {"beta": 2}),
        (("step", 2), {"gamma": 1}),
        (("step", 2), {}),
        (("step", (2,)), {"beta": 1}),
    ],
)
def test_another_setting_makes_another_key(given, named):
    assert CallKey(area, given, named) != CallKey(area, ("step", 2), {"beta": 1})


def test_another_function_language_or_scheme_makes_another_key():
    of = points()
    assert CallKey(area, (of,), {}) != CallKey(points, (of,), {})
    assert CallKey(area, (messages_in("en"),), {}) != CallKey(area, (messages_in("zh"),), {})
    assert CallKey(SCHEMES["step"].area, (of,), {}) != CallKey(SCHEMES["linear"].area, (of,), {})


def test_equal_points_are_not_the_same_points():
    assert CallKey(area, (points(),), {}) != CallKey(area, (points(),), {})


def test_a_key_keeps_no_points_alive():
    of = points()
    key, later = CallKey(area, ((of, 1),), {}), CallKey(area, (of,), {})
    assert [same.value for same in key.objects] == [of]
    del of
    gc.collect()
    assert [same.value for same in key.objects] == [None]
    assert key != CallKey(area, ((points(), 1),), {})
    assert later != CallKey(area, (points(),), {})


def test_typed_numbers_are_told_from_choices_and_defaults():
    assert CallKey(area, ("step", (1, 0.123)), {}).has_user_number
    assert not CallKey(area, ("step", 1, None, PRECISION.default), {}).has_user_number


@pytest.mark.parametrize("given", [[1, 2], {"a": 1}, np.zeros(3), Changeable(1), {1}])
def test_what_can_change_is_no_part_of_a_key(given):
    with pytest.raises(TypeError, match="must be plain, frozen, or a tuple of such, got"):
        CallKey(area, (given,), {})


def test_a_function_that_is_made_anew_each_time_has_no_key():
    with pytest.raises(TypeError, match="must be that of a module"):
        CallKey(lambda: None, (), {})
