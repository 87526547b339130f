"""Links edited by hand, and settings that are carried from page to page."""

import json

import pytest
import streamlit as st
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Selectbox, SelectSlider

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.server import page_run
from pr_curve_lab.server.settings import PAGES, SETTINGS
from pr_curve_lab.views import page_frame
from pr_metrics import choose_threshold
from tests.pages.app import address, first_page, open_page, said

HOSTILE = "<script>alert(1)</script>"


@pytest.mark.parametrize(("page", "columns"), [
    ("data", "[" * 1000),
    ("averages", '{"scores":' * 1000),
    ("models", json.dumps({"scores": ["tree", "tree", "forest"]})),
    ("averages", json.dumps({"scores": ["tree", "forest"], "labels": ["label", "label"], "kind": "labels"})),
])  # fmt: skip
def test_invalid_columns_in_a_link_are_ignored_with_a_warning(page, columns):
    app = open_page(page, example="four_models", columns=columns)
    assert "`columns` = `" in said(app)
    app.run()
    assert not app.exception


def test_many_unknown_values_share_one_warning():
    named = [
        name for name in SETTINGS if name not in ("model", "grid", "published", "theirs", "day", "amount", "signature")
    ]
    app = open_page("areas", **dict.fromkeys(["example", "own", *named], HOSTILE))
    (warning,) = [one.value for one in app.warning]
    assert "`example` = `<script>alert(1)</script>`" in warning
    assert f"{len(named) + 2 - 8} more" in warning


def test_a_long_value_is_truncated_in_the_warning():
    app = open_page("areas", left="x" * 5000)
    assert len(app.warning[0].value) < 300


def test_after_a_reload_one_warning_says_that_the_rows_are_gone():
    app = open_page("curve", own="1", model="a", threshold="0.3")
    (warning,) = [one.value for one in app.warning]
    assert "belongs to an uploaded file" in warning
    assert address(app) == {"example": "apples_oranges", "lang": "en", "threshold": "4.0"}


@pytest.fixture
def _on_a_visited_server(monkeypatch):
    """Let app.py run before each page, as on a server; AppTest would otherwise run the page alone."""

    class Visited(PagesManager):
        def __init__(self, *given, **named):
            PagesManager.uses_pages_directory = False
            super().__init__(*given, **named)

    monkeypatch.setattr("streamlit.testing.v1.app_test.PagesManager", Visited)


def go_to(app, page, **parameters):
    """Go to a page by a link with parameters, or by the menu, which has none."""
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
    ("sixteen_rows", "balance", {"prevalence": "0.07", "threshold": "0.55", "gain": "1"}, "curve"),
    ("ten_rows", "lessons", {"lesson": "curve", "step": "3"}, "areas"),
])  # fmt: skip
def test_settings_of_a_link_stay_on_the_next_page_and_back(example, first, asked, page):
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
def test_a_link_without_requirements_removes_them():
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
def test_an_outdated_address_from_the_browser_removes_no_requirement():
    app = first_page()
    go_to(app, "curve", example="sixteen_rows", precision="0.5")
    app.run()
    outdated = address(app)
    app.number_input(key="alerts").set_value(9).run()
    expected = address(app)
    app.query_params.clear()
    app.query_params.update(outdated)
    app.run()  # such as by a click on "Change columns" before the browser has the address with the alerts
    assert address(app) == expected
    assert (expected["precision"], expected["alerts"]) == ("0.5", "9")


@pytest.mark.usefixtures("_on_a_visited_server")
def test_an_address_resets_no_setting_of_another_page(monkeypatch):
    app = first_page()
    go_to(app, "curve", example="sixteen_rows", precision="0.5")
    with monkeypatch.context() as patch:
        patch.setattr(page_frame, "show_top_line", lambda **_: st.stop())  # as another click ends a run
        go_to(app, "summary", example="sixteen_rows", threshold="0.55")
    go_to(app, "models")
    assert address(app)["precision"] == "0.5"


@pytest.mark.usefixtures("_on_a_visited_server")
def test_the_threshold_stays_from_page_to_page():
    app = first_page(example="breast_cancer")
    go_to(app, "curve")
    best = address(app)["threshold"]
    for page in ("balance", "areas", "balance", "curve"):
        go_to(app, page)
        assert page == "areas" or address(app)["threshold"] == best
        app.run()
        assert page == "areas" or address(app)["threshold"] == best


@pytest.mark.usefixtures("_on_a_visited_server")
def test_a_choice_made_before_the_first_run_has_ended_is_kept(monkeypatch):
    with monkeypatch.context() as cut_short:
        cut_short.setattr(page_run, "update_query_params", lambda: None)
        app = first_page(example="constant")
    app.selectbox(key="left").select("linear").run()
    assert address(app)["left"] == "linear"


@pytest.mark.usefixtures("_on_a_visited_server")
@pytest.mark.parametrize(("setting", "value", "chinese"), [
    ("left", "linear", messages_in("zh").format("schemes.linear.name")),
    ("model", "3", messages_in("zh").format("data.task_classes", name="3")),
    ("subgroup", "2", messages_in("zh").format("data.subgroup_is", column="fold", name="2")),
])  # fmt: skip
def test_a_selectbox_accepts_options_in_another_language(setting, value, chinese, monkeypatch):
    """This happens if the run after a change of language is cut short, or if a message is still under way."""
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
def test_a_slider_accepts_options_in_another_language(page, setting, value, monkeypatch):
    """Streamlit silently selects the first stop if it does not know the label."""
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
def test_a_new_choice_is_kept_on_the_previous_page():
    app = first_page(example="ten_rows", left="envelope")
    go_to(app, "schemes")
    app.selectbox(key="left").select("continuous").run()
    go_to(app, "areas")
    assert app.selectbox(key="left").value == "continuous"
    assert address(app)["left"] == "continuous"


@pytest.mark.usefixtures("_on_a_visited_server")
def test_other_data_reset_the_threshold():
    app = first_page()
    go_to(app, "curve", example="breast_cancer", threshold="0.9999")
    go_to(app, "data")
    app.radio(key="example").set_value("sixteen_rows").run()
    go_to(app, "curve")
    points = example_labeled_scores("sixteen_rows").points
    assert float(address(app)["threshold"]) == choose_threshold(points).threshold


@pytest.mark.usefixtures("_on_a_visited_server")
def test_reported_numbers_belong_to_the_data_they_were_typed_for():
    app = first_page()
    go_to(app, "schemes", example="breast_cancer", published="0.9", theirs="0.8", theirs_from="sklearn.auc")
    go_to(app, "data")
    app.radio(key="example").set_value("sixteen_rows").run()
    go_to(app, "schemes")
    assert not {"published", "theirs", "theirs_from"} & address(app).keys()


@pytest.mark.usefixtures("_on_a_visited_server")
def test_other_data_reset_the_requirements():
    app = first_page()
    requirements = {"precision": "0.6", "alerts": "2", "prevalence": "0.05", "cost_fn": "9.0", "grid": "0.5,0.6"}
    go_to(app, "curve", example="four_models", **requirements)
    app.selectbox(key="model").set_value("tree").run()
    assert requirements.items() <= address(app).items()
    go_to(app, "data")
    app.text_area(key="paste").set_value(MODELS).run()
    go_to(app, "curve")
    assert not requirements.keys() & address(app).keys()
    go_to(app, "curve", example="breast_cancer", **requirements)
    assert requirements.items() <= address(app).items()


MODELS = "label,m_one,m_two\n1,0.9,0.8\n0,0.7,0.4\n1,0.6,0.6\n0,0.2,0.1\n"


def brought(rows, **parameters):
    """Open a link to uploaded data, paste the rows, and return the session state."""
    app = open_page("curve", own="1", **parameters)
    assert "Upload it to see the same view" in said(app)
    app.switch_page("pages/data.py").run()
    app.text_area(key="paste").set_value(rows).run()
    assert not app.exception
    return app.session_state


def test_a_link_to_own_data_is_applied_after_the_upload():
    theirs = brought(MODELS, model="m_two", threshold="0.4", published="0.7", recall="0.8")
    assert (theirs["model"], theirs["threshold"], theirs["published"], theirs["recall"]) == ("m_two", 0.4, "0.7", 0.8)
    others = brought(MODELS.replace("m_two", "m_three"), model="m_two", threshold="0.4")
    assert others["model"] == "m_three"  # which has the larger area
    assert "threshold" not in others


def test_choosing_an_example_discards_a_link_to_own_data():
    app = open_page("curve", own="1", threshold="0.4")
    app.switch_page("pages/data.py").run()
    app.radio(key="example").set_value("ten_rows").run()
    app.text_area(key="paste").set_value(MODELS).run()
    assert not app.exception
    assert app.session_state["threshold"] == 0.6  # that of the largest F1


def _link_of_a_puzzle():
    from dataclasses import replace

    import streamlit as st

    from pr_curve_lab.server.visitor_state import set_widget, visitor
    from pr_curve_lab.views import play

    set_widget(lang="en", start="data")
    if "own" in st.query_params:
        visitor().in_use = replace(visitor().in_use, example=None)
    play._show_link("http://localhost/play?start=riddle&goal=0.5&played=0.5p_0.4n")


@pytest.mark.parametrize("is_own", [True, False])
def test_a_puzzle_says_that_its_link_contains_rows_of_the_visitor(is_own):
    app = AppTest.from_function(_link_of_a_puzzle)
    if is_own:
        app.query_params["own"] = "1"
    app.run()
    assert not app.exception
    texts = [text.value for text in app.markdown]
    assert any("contains the labels of these rows" in text for text in texts) == is_own
