"""What helps in class: the glossary and the link for students."""

import pytest

from pr_app.lessons.registry import LESSONS
from pr_app.panels.lessons.place import At
from pr_app.panels.lessons.student_link import DOT, link
from pr_app.serving.qr_code import qr_code
from pr_app.wording.catalogue import LANGUAGES, words_in
from pr_app.wording.glossary import TERMS
from tests.pages.app import open_page, said

HERE = At(LESSONS["rare"], 5)


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
    assert "http" not in qr_code(link("http://class:8501", HERE, "en"), DOT).replace("http://www.w3.org", "")
