"""What helps in class: the projector's view, the glossary, the link for students."""

import pytest

from pr_app.lessons.facts import facts_of
from pr_app.lessons.registry import LESSONS
from pr_app.panels.lessons.player import At
from pr_app.panels.lessons.room import LARGER
from pr_app.panels.lessons.student_link import code_of, link
from pr_app.wording.catalogue import LANGUAGES, words_in
from pr_app.wording.glossary import TERMS
from tests.pages.app import figure_of, headline, open_page, said

HERE = At(LESSONS["rare"], 5, facts_of(LESSONS["rare"], 5), None)


def hides_the_menu(app):
    return any('#root :is([data-testid="stHeader"], .st-key-header' in one.proto.body for one in app.get("html"))


def test_projected_there_is_nothing_but_the_lesson_and_larger():
    plain, projected = (open_page("lessons", lesson="sum", step="2", **room) for room in ({}, {"room": "1"}))
    assert headline(projected) == headline(plain)
    assert [one.label for one in projected.toggle] == ["Projector"]
    heights = [figure_of(app, "lesson_chart")["layout"]["height"] for app in (plain, projected)]
    assert heights[1] == pytest.approx(LARGER * heights[0])
    assert hides_the_menu(projected)
    assert not hides_the_menu(plain)
    explained = words_in("en").say("glossary.precision.means")
    assert explained in said(plain)
    assert explained not in said(projected)


def test_the_way_out_of_the_projectors_view():
    app = open_page("lessons", lesson="sum", step="2", room="1")
    app.toggle(key="room").set_value(False).run()
    assert not hides_the_menu(app)
    assert said(app).count(words_in("en").say("glossary.precision.means")) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terms_stand_below_the_list_and_beside_a_step(language):
    words = words_in(language)
    for app in (open_page("lessons", lang=language), open_page("lessons", lesson="curve", lang=language)):
        for term in TERMS:
            assert words.say(f"glossary.{term}.means") in said(app)


@pytest.mark.parametrize("page", ["http://class:8501", "http://class:8501/", "http://class:8501/lessons?lesson=sum"])
def test_the_link_names_the_step_and_its_language(page):
    assert link(page, HERE, "zh") == "http://class:8501/lessons?lang=zh&lesson=rare&step=5"


def test_the_code_for_phones_is_a_picture_without_addresses():
    assert "http" not in code_of(link("http://class:8501", HERE, "en")).replace("http://www.w3.org", "")
