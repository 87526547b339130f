"""What is made before the first visitor comes."""

from contextlib import suppress

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.io.local_files import FILES_VARIABLE
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.server.asgi import preparation
from pr_curve_lab.server.asgi.preparation import first_requests
from pr_curve_lab.server.pages import PAGES
from tests.pr_curve_lab.server.asgi.asking import run


def test_every_page_and_every_lesson_is_opened_in_every_language():
    visits = list(first_requests())
    for language in LANGUAGES:
        assert {page for page, query in visits if query == f"lang={language}"} == set(PAGES)
        for lesson in LESSONS:
            assert ("lessons", f"lesson={lesson}&step=1&lang={language}") in visits


@pytest.mark.parametrize(("opened", "asked"), [('["mine.csv"]', []), ("", ["a server"])])
def test_whoever_serves_a_file_of_their_own_does_not_wait_for_all_pages(monkeypatch, opened, asked):
    def server():
        seen.append("a server")
        raise LookupError

    seen = []
    monkeypatch.setenv(FILES_VARIABLE, opened)
    monkeypatch.setattr(preparation.runtime, "get_instance", server)
    with suppress(LookupError):
        run(preparation.prepare())
    assert seen == asked
