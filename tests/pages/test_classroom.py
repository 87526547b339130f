"""The glossary and the link for students."""

import pytest

from pr_curve_lab.exports.html_page import qr_code
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.i18n.names import glossary_entries
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.views.lessons import DOT, CurrentStep, is_public_url, step_url
from tests.pages.app import open_page, said

HERE = CurrentStep(LESSONS["rare"], 5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_is_on_the_list_and_on_each_step(language):
    words = messages_in(language)
    for app in (open_page("lessons", lang=language), open_page("lessons", lesson="curve", lang=language)):
        for entry in glossary_entries(words):
            assert entry in said(app)


@pytest.mark.parametrize("page", ["http://class:8501", "http://class:8501/", "http://class:8501/lessons?lesson=sum"])
def test_the_link_names_the_step_and_its_language(page):
    assert step_url(page, HERE, "zh") == "http://class:8501/lessons?lang=zh&lesson=rare&step=5"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_the_link_has_the_network_address_if_the_server_listens_there(host, monkeypatch):
    page = f"http://{host}:8501/lab/lessons?step=2"
    monkeypatch.setattr("streamlit.get_option", {"server.address": "192.0.2.7"}.get)
    assert step_url(page, HERE, "en") == "http://192.0.2.7:8501/lab/lessons?lang=en&lesson=rare&step=5"
    monkeypatch.setattr("streamlit.get_option", {"server.address": "127.0.0.1"}.get)
    assert step_url(page, HERE, "en") == f"http://{host}:8501/lab/lessons?lang=en&lesson=rare&step=5"
    assert not is_public_url(step_url(page, HERE, "en"))


@pytest.mark.parametrize("page", ["", "/lessons", "http://localhost:8501", "http://[::1]/lessons"])
def test_a_local_address_is_not_public(page):
    assert not is_public_url(page)
    assert not is_public_url(step_url(page, HERE, "en"))


def test_the_qr_code_is_an_svg_without_urls():
    assert "http" not in qr_code(step_url("http://class:8501", HERE, "en"), DOT).replace("http://www.w3.org", "")
