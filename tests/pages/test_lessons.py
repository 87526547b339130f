import json

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from tests.pages.app import headline, open_page, page_with, said


def played(app):
    """Return the lesson data sent to the browser."""
    boards = [one.proto for one in app.get("bidi_component") if one.proto.component_name == "pr_curve_lab_lesson"]
    return json.loads(boards[0].json) if boards else None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_every_lesson_with_its_thumbnail(language):
    app = open_page("lessons", lang=language)
    words = messages_in(language)
    for key in LESSONS:
        assert words.format(f"lesson_steps.{key}.about") in said(app)
    assert sum("<img alt=" in one.proto.body for one in app.get("html")) == len(LESSONS)
    app.button(key="open_ends").click().run()
    assert played(app)["lesson"] == "ends"


@pytest.mark.parametrize(("key", "language"), [("curve", "en"), ("rare", "zh")])
def test_a_link_opens_its_lesson_in_its_language(key, language):
    app = open_page("lessons", lesson=key, step="2", lang=language)
    assert played(app) == json.loads(json.dumps(lesson_json(key, language)))


def test_the_list_shows_the_progress_of_a_lesson():
    app = open_page("lessons", lesson="curve", step="4")
    app.switch_page("pages/areas.py").run()
    app.session_state["lesson"] = ""
    app.switch_page("pages/lessons.py").run()
    assert f"step 4 of {len(LESSONS['curve'].steps)}" in said(app)


def test_a_step_beyond_the_last_is_the_last():
    app = open_page("lessons", lesson="ends", step="7")
    assert app.session_state["step"] == 6


@pytest.mark.parametrize(("lesson", "step"), [("nobody", "1"), ("curve", "0")])
def test_an_unknown_lesson_or_step_in_the_address_gets_a_warning(lesson, step):
    app = open_page("lessons", lesson=lesson, step=step)
    assert "which does not exist here" in app.warning[0].value


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_can_be_printed_while_it_is_open(language):
    app = open_page("lessons", lesson="curve", lang=language)
    labels = [button.proto.label for button in app.get("download_button")]
    assert labels == [messages_in(language).format(f"sheet.download_{kind}") for kind in ("exercise", "sheet")]


def test_a_lesson_leaves_the_visitors_own_data_in_use():
    app = page_with("label,score\n1,3\n0,2\n", "lessons")
    assert headline(app).endswith("lessons, most on data that a class can count")
    app.button(key="open_curve").click().run()
    app.switch_page("pages/areas.py").run()
    assert app.session_state["visitor"].labeled_scores.size == 2
