"""What is computed before the first visit, and when garbage is collected."""

import gc
import tomllib
import weakref
from contextlib import suppress
from types import SimpleNamespace

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.io.local_files import FILES_VARIABLE
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.server.asgi import startup
from pr_curve_lab.server.asgi.startup import first_requests
from pr_curve_lab.server.settings import PAGES
from tests.pr_curve_lab.server.asgi.asking import run
from tests.repository import ROOT


def test_every_page_and_every_lesson_is_opened_in_every_language():
    visits = list(first_requests())
    for language in LANGUAGES:
        assert {page for page, query in visits if query == f"lang={language}"} == set(PAGES)
        for lesson in LESSONS:
            assert ("lessons", f"lesson={lesson}&step=1&lang={language}") in visits


@pytest.mark.parametrize(("opened", "asked"), [('["mine.csv"]', []), ("", ["a server"])])
def test_a_server_with_files_does_not_prepare_all_pages(monkeypatch, opened, asked):
    def server():
        seen.append("a server")
        raise LookupError

    seen = []
    monkeypatch.setenv(FILES_VARIABLE, opened)
    monkeypatch.setattr(startup.runtime, "get_instance", server)
    with suppress(LookupError):
        run(startup.prepare())
    assert seen == asked


class Around:
    """An object in a reference cycle, which only the garbage collector frees."""


@pytest.fixture
def unsettled():
    thresholds = gc.get_threshold()
    startup.freeze_gc.cache_clear()
    gc.unfreeze()
    yield
    gc.freeze()  # as tests/conftest.py left it
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("unsettled")
def test_loaded_objects_are_frozen_and_new_garbage_is_collected():
    startup.freeze_gc()
    frozen = gc.get_freeze_count()
    assert frozen > 10_000
    around = Around()
    around.itself, alive = around, weakref.ref(around)
    del around
    startup.freeze_gc()
    assert gc.get_freeze_count() <= frozen
    assert gc.isenabled()
    assert 10 < gc.get_threshold()[2] <= 1000  # newer objects are collected, though rarely
    gc.collect()
    assert alive() is None


def test_streamlit_neither_collects_after_each_run_nor_looks_for_changed_files():
    settings = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    assert settings["runner"]["postScriptGC"] is False
    assert settings["server"]["fileWatcherType"] == "none"


def test_garbage_is_collected_at_most_once_a_minute(monkeypatch):
    clock = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(startup, "time", SimpleNamespace(monotonic=lambda: clock.seconds))
    garbage, found = startup._GarbageCollector(), []
    for seconds in (1001, 1061, 1062, 1130):
        around = Around()
        around.itself, alive = around, weakref.ref(around)
        del around
        clock.seconds = seconds
        garbage.collect_if_due()
        found.append(alive() is None)
    assert found == [False, True, False, True]
