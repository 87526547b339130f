"""A setting is its name, how it is read, its default, and what its widget offers."""

import pytest

from pr_curve_lab.server.settings import SETTINGS

WITH_DEFAULT = [one for one in SETTINGS.values() if one.default not in (None, "", "own")]


@pytest.mark.parametrize("setting", WITH_DEFAULT, ids=lambda setting: setting.name)
def test_a_default_is_what_its_own_text_means(setting):
    text = str(int(setting.default) if isinstance(setting.default, bool) else setting.default)
    assert setting.read(text) == setting.default


@pytest.mark.parametrize("setting", [one for one in SETTINGS.values() if one.options], ids=lambda one: one.name)
def test_every_option_is_understood_and_nothing_else(setting):
    assert [setting.read(str(option)) for option in setting.options] == list(setting.options)
    assert setting.read("nothing of the kind") is None


@pytest.mark.parametrize("name", ["precision", "alerts", "beta", "cost_fn", "prevalence"])
def test_both_ends_of_a_number_are_allowed_and_nothing_beyond(name):
    setting = SETTINGS[name]
    assert [setting.read(str(end)) for end in (setting.min_value, setting.max_value)] == [
        setting.min_value,
        setting.max_value,
    ]
    assert setting.read(str(setting.max_value * 2 + 1)) is None
    assert setting.read(str(setting.min_value - 1)) is None


def test_defaults_stay_what_links_leave_out():
    assert {one.name: one.default for one in WITH_DEFAULT if one.default} == {
        "lang": "en", "left": "step", "right": "linear", "digits": "all", "average": "macro", "contours": "none",
        "require": "wishes", "limit": "every_day", "beta": 1.0, "cost_fp": 1.0, "cost_fn": 5.0, "orders": 100,
        "copies": 1, "picture": "png", "step": 1, "start": "half",
    }  # fmt: skip
