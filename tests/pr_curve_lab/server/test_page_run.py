import pytest

from pr_curve_lab.io.notices import Notice
from pr_curve_lab.server.page_run import format_query_params, read_query_params
from pr_curve_lab.server.settings import PAGES, SETTINGS

FULL = {
    "lang": "zh",
    "model": "a model, by name",
    "subgroup": "West, by name",
    "average": "samples",
    "left": "step",
    "right": "envelope",
    "digits": "-2",
    "threshold": 0.1 + 0.2,
    "contours": "0.5",
    "band": 1,
    "require": "cost",
    "precision": 0.25,
    "recall": 0.1 + 0.7,
    "alerts": 17,
    "limit": "average",
    "per_day": 5000,
    "day": "event date",
    "beta": 0.5,
    "cost_fp": 2.5,
    "cost_fn": 0.0,
    "benefit": 0.5,
    "amount": "loan amount",
    "grid": "0.1, 0.2; 1e-3",
    "published": "73.4 %",
    "published_from": "COCO",
    "theirs": "0.7",
    "theirs_from": "keras.AUC.minoring",
    "signature": "AP=0.73|join:step|positives:5/10|version:prcl-1.0",
    "tools_for": "detection",
    "tool": "ROCR.aucpr",
    "orders": 30,
    "copies": 10,
    "draw": 3,
    "picture": "svg",
    "prevalence": 0.1 + 0.2,
    "gain": 1,
    "lesson": "curve",
    "step": 3,
    "room": 1,
    "class": "K7NXM",
    "start": "lead",
    "played": "0.9p_0.5nx2.5",
    "goal": 0.1 + 0.2,
}


@pytest.mark.parametrize("page", PAGES)
def test_a_written_address_is_read_back_exactly(page):
    settings, problems = read_query_params(format_query_params(page, FULL, example="constant"))
    assert problems == []
    assert settings == {"example": "constant", **{setting.name: FULL[setting.name] for setting in PAGES[page].settings}}


@pytest.mark.parametrize("page", PAGES)
def test_defaults_stay_out_of_the_address(page):
    defaults = {name: setting.default for name, setting in SETTINGS.items()}
    assert set(format_query_params(page, defaults, example="constant")) <= {"example", "lang", "left", "right"}


def test_every_setting_belongs_to_a_page_and_can_be_parsed():
    assert set(FULL) == set(SETTINGS)
    assert {setting for page in PAGES.values() for setting in page.settings} == set(SETTINGS.values())
    for name, setting in FULL.items():
        assert read_query_params({name: str(setting)}) == ({name: setting}, [])


@pytest.mark.parametrize(
    ("older", "today"),
    [
        ({"require": "min_precision"}, {"precision": 0.9}),
        ({"require": "min_precision", "precision": "0.7", "recall": "0.6"}, {"precision": 0.7}),
        ({"require": "min_recall", "precision": "0.7"}, {"recall": 0.9}),
        ({"require": "both", "recall": "0.6", "alerts": "3"}, {"precision": 0.9, "recall": 0.6}),
        ({"require": "max_alerts"}, {"alerts": 10}),
        ({"require": "max_alerts", "alerts": "7"}, {"alerts": 7}),
    ],
)
def test_an_old_link_with_one_requirement_still_works(older, today):
    assert read_query_params(older) == ({"require": "wishes", **today}, [])


def test_a_link_with_an_old_scheme_key_still_works():
    settings = {"left": "linear_truncated", "right": "linear"}
    assert read_query_params({"left": "linear_cut", "right": "linear"}) == (settings, [])


def test_own_data_are_marked_but_not_named_in_the_address():
    assert read_query_params(format_query_params("data", FULL, example=None)) == (
        {"own": "1", "lang": "zh", "model": "a model, by name", "picture": "svg"},
        [],
    )


def test_the_language_may_be_in_capitals():
    assert read_query_params({"lang": "ZH"}) == ({"lang": "zh"}, [])


UNKNOWN = [
    ("example", "pears"),
    ("example", "../app"),
    ("lang", "xx"),
    ("left", "spline"),
    ("right", ""),
    ("threshold", "x"),
    ("threshold", "nan"),
    ("digits", "10"),
    ("contours", "3"),
    ("require", "luck"),
    ("precision", "1.1"),
    ("recall", "-0.1"),
    ("alerts", "2.5"),
    ("alerts", "9" * 5000),
    ("per_day", "0"),
    ("benefit", "-1"),
    ("beta", "0"),
    ("cost_fp", "inf"),
    ("grid", "1," * 1000),
    ("orders", "7"),
    ("copies", "-1"),
    ("picture", "gif"),
    ("draw", "²"),
    ("prevalence", "0"),
    ("prevalence", "1"),
    ("prevalence", "1e-320"),
    ("prevalence", "nan"),
    ("gain", "yes"),
    ("band", "95"),
]


@pytest.mark.parametrize(("name", "value"), UNKNOWN)
def test_an_unknown_value_is_reported_and_ignored(name, value):
    assert read_query_params({name: value}) == ({}, [Notice("address_unknown", name=name, value=value)])


def test_unknown_parameters_are_ignored():
    assert read_query_params({"embed": "true"}) == ({}, [])


def test_changed_columns_of_an_example_are_in_every_address():
    changed = '{"scores":["tree"]}'
    assert format_query_params("curve", {}, example="four_models", columns=changed) == {
        "example": "four_models",
        "columns": changed,
    }
    assert read_query_params({"columns": changed}) == ({"columns": changed}, [])
    assert "columns" not in format_query_params("curve", {}, example=None, columns=changed)
