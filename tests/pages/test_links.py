"""Links that somebody changed by hand, and settings on their way from page to page."""

import json

import pytest
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1.element_tree import Selectbox, SelectSlider

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.server.settings import PAGES, SETTINGS
from pr_metrics import choose_threshold
from tests.pages.app import address, first_page, open_page, said

HOSTILE = "<script>alert(1)</script>"


@pytest.mark.parametrize(("page", "columns"), [
    ("data", "[" * 1000),
    ("averages", '{"scores":' * 1000),
    ("models", json.dumps({"scores": ["tree", "tree", "forest"]})),
    ("averages", json.dumps({"scores": ["tree", "forest"], "labels": ["label", "label"], "kind": "labels"})),
])  # fmt: skip
def test_columns_that_make_no_sense_are_passed_over_with_a_sentence(page, columns):
    app = open_page(page, example="four_models", columns=columns)
    assert "`columns` = `" in said(app)
    app.run()
    assert not app.exception


def test_many_unknown_values_are_said_in_one_warning():
    named = [name for name in SETTINGS if name not in ("model", "grid", "published", "theirs", "day", "amount")]
    app = open_page("areas", **dict.fromkeys(["example", "own", *named], HOSTILE))
    (warning,) = [one.value for one in app.warning]
    assert "`example` = `<script>alert(1)</script>`" in warning
    assert f"{len(named) + 2 - 8} more" in warning


def test_a_long_value_is_cut_where_it_is_said():
    app = open_page("areas", left="x" * 5000)
    assert len(app.warning[0].value) < 300


def test_after_a_reload_one_warning_says_that_the_rows_are_gone():
    app = open_page("curve", own="1", model="a", threshold="0.3")
    (warning,) = [one.value for one in app.warning]
    assert "belongs to an uploaded file" in warning
    assert address(app) == {"example": "apples_oranges", "lang": "en", "threshold": "4.0"}


@pytest.fixture
def _on_a_visited_server(monkeypatch):
    """There app.py runs before each page; without a browser a page alone is run otherwise."""

    class Visited(PagesManager):
        def __init__(self, *given, **named):
            PagesManager.uses_pages_directory = False
            super().__init__(*given, **named)

    monkeypatch.setattr("streamlit.testing.v1.app_test.PagesManager", Visited)


def go_to(app, page, **parameters):
    """By the menu, which names no settings, or by a link."""
    app.query_params.clear()
    app.query_params.update(parameters)
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception


@pytest.mark.usefixtures("_on_a_visited_server")
@pytest.mark.parametrize(("example", "first", "asked", "page"), [
    ("ten_rows", "areas", {"left": "envelope"}, "schemes"),
    ("ten_rows", "areas", {"left": "envelope", "right": "upper", "digits": "0"}, "models"),
    ("sixteen_rows", "curve", {"threshold": "0.55", "picture": "svg", "require": "cost"}, "balance"),
    ("digits", "averages", {"average": "micro", "left": "linear", "model": "7"}, "schemes"),
    ("sixteen_rows", "balance", {"prevalence": "0.07", "gain": "1"}, "curve"),
    ("ten_rows", "lessons", {"lesson": "curve", "step": "3"}, "areas"),
])  # fmt: skip
def test_settings_that_came_by_link_are_still_there_on_the_next_page_and_back(example, first, asked, page):
    app = first_page()
    go_to(app, first, example=example, **asked)
    before = address(app)
    assert asked.items() <= before.items()
    go_to(app, page)
    shared = {setting.name for setting in PAGES[page].settings}
    assert {name: value for name, value in asked.items() if name in shared}.items() <= address(app).items()
    go_to(app, "data")
    go_to(app, first)
    assert address(app) == before
    app.run()
    assert address(app) == before


@pytest.mark.usefixtures("_on_a_visited_server")
def test_requirements_are_in_the_address_and_a_link_without_them_takes_them_back():
    app = first_page()
    requirements = {"precision": "0.5", "recall": "0.25", "alerts": "7", "per_day": "100", "prevalence": "0.05"}
    go_to(app, "curve", example="sixteen_rows", **requirements)
    assert requirements.items() <= address(app).items()
    app.number_input(key="alerts").set_value(9).run()
    app.number_input(key="positive_share").set_value(10.0).run()
    assert address(app).items() >= (requirements | {"alerts": "9", "prevalence": "0.1"}).items()
    app.number_input(key="recall").set_value(None).run()
    assert "recall" not in address(app)
    go_to(app, "curve", example="sixteen_rows")
    assert not requirements.keys() & address(app).keys()
    assert [app.number_input(key=key).value for key in ("precision", "recall", "alerts", "per_day")] == [
        None,
        None,
        None,
        None,
    ]
    go_to(app, "curve", example="sixteen_rows", require="max_alerts", alerts="4")
    assert address(app)["alerts"] == "4"
    assert "precision" not in address(app)
    assert "require" not in address(app)


@pytest.mark.usefixtures("_on_a_visited_server")
def test_the_threshold_goes_from_page_to_page():
    app = first_page(example="breast_cancer")
    go_to(app, "curve")
    best = address(app)["threshold"]
    for page in ("balance", "areas", "balance", "curve"):
        go_to(app, page)
        assert page == "areas" or address(app)["threshold"] == best
        app.run()
        assert page == "areas" or address(app)["threshold"] == best


@pytest.mark.usefixtures("_on_a_visited_server")
@pytest.mark.parametrize(("setting", "value", "chinese"), [
    ("left", "linear", messages_in("zh").format("schemes.linear.name")),
    ("model", "3", messages_in("zh").format("data.view_classes", name="3")),
    ("subgroup", "2", messages_in("zh").format("data.subgroup_is", column="fold", name="2")),
])  # fmt: skip
def test_a_choice_stays_whose_words_come_back_in_another_language(setting, value, chinese, monkeypatch):
    """The run after a change of language ended early, or the browser's message was under way meanwhile."""
    app = first_page()
    go_to(app, "areas", example="digits", **{setting: value})
    state_of = Selectbox._widget_state.fget

    def in_chinese(box):
        state = state_of(box)
        if box.key == setting:
            state.string_value = chinese
        return state

    monkeypatch.setattr(Selectbox, "_widget_state", property(in_chinese))
    app.run()
    assert not app.exception
    assert [one.value for one in app.warning] == []
    assert address(app)[setting] == value


@pytest.mark.usefixtures("_on_a_visited_server")
@pytest.mark.parametrize(("page", "setting", "value"), [
    ("areas", "digits", "0"),
    ("balance", "prevalence", "0.02"),
    ("balance", "prevalence", "own"),
    ("schemes", "copies", "10"),
])  # fmt: skip
def test_a_slider_stays_whose_words_come_back_in_another_language(page, setting, value, monkeypatch):
    """Streamlit takes the first stop for words that it does not know, and does not say so."""
    asked = {"example": "sixteen_rows", **({} if value == "own" else {setting: value})}
    chinese = open_page(page, lang="zh", **asked)
    sent = {one.key: one._widget_state for one in (chinese.selectbox(key="left"), chinese.select_slider(key=setting))}
    app = first_page()
    go_to(app, page, **asked)
    before = address(app)
    for kind in (Selectbox, SelectSlider):
        state_of = kind._widget_state.fget
        monkeypatch.setattr(
            kind, "_widget_state", property(lambda one, state_of=state_of: sent.get(one.key) or state_of(one))
        )
    app.run()
    assert not app.exception
    assert str(app.session_state[setting]) == value
    assert address(app) == before


@pytest.mark.usefixtures("_on_a_visited_server")
def test_a_new_choice_is_not_undone_by_an_old_one_of_another_page():
    app = first_page(example="ten_rows", left="envelope")
    go_to(app, "schemes")
    app.selectbox(key="left").select("continuous").run()
    go_to(app, "areas")
    assert app.selectbox(key="left").value == "continuous"
    assert address(app)["left"] == "continuous"


@pytest.mark.usefixtures("_on_a_visited_server")
def test_other_data_forget_the_threshold_of_the_ones_before():
    app = first_page()
    go_to(app, "curve", example="breast_cancer", threshold="0.9999")
    go_to(app, "data")
    app.radio(key="example").set_value("sixteen_rows").run()
    go_to(app, "curve")
    points = example_labeled_scores("sixteen_rows").points
    assert float(address(app)["threshold"]) == choose_threshold(points).threshold


MODELS = "label,m_one,m_two\n1,0.9,0.8\n0,0.7,0.4\n1,0.6,0.6\n0,0.2,0.1\n"


def brought(rows, **parameters):
    """A link to somebody's own data, who brings them then."""
    app = open_page("curve", own="1", **parameters)
    assert "Upload it to see the same view" in said(app)
    app.switch_page("pages/data.py").run()
    app.text_area(key="paste").set_value(rows).run()
    assert not app.exception
    return app.session_state


def test_a_link_to_own_data_asks_for_its_model_and_threshold_once_they_are_there():
    theirs = brought(MODELS, model="m_two", threshold="0.4")
    assert (theirs["model"], theirs["threshold"]) == ("m_two", 0.4)
    others = brought(MODELS.replace("m_two", "m_three"), model="m_two", threshold="0.4")
    assert others["model"] == "m_one"
    assert "threshold" not in others


def test_what_a_link_asked_of_own_data_is_forgotten_once_an_example_is_taken():
    app = open_page("curve", own="1", threshold="0.4")
    app.switch_page("pages/data.py").run()
    app.radio(key="example").set_value("ten_rows").run()
    app.text_area(key="paste").set_value(MODELS).run()
    assert not app.exception
    assert "threshold" not in app.session_state
