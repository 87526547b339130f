"""Settings of all tests: random tests have no deadline, and browser tests run if there is a browser."""

import gc
import os
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
import streamlit as st
from hypothesis import settings

from tests.browser.chromium import CHROMIUM, HOW_TO_GET_ONE, must_be_there

TIMES = int(os.environ.get("RANDOM_TIMES", "1"))  # `make fuzz` asks for more random cases
RANDOM, MANY = 50, 200  # random cases per test, and per test of basic functions
FEWER = 5  # `make test-fast` has this many times fewer cases
TESTS = Path(__file__).parent  # the folders that contain it may have any name
SLOW = (  # tests that start other programs or use much memory; single tests have a mark
    "cli", "gate/test_pytest_plugin.py", "io/test_arrow_process.py", "io/test_files.py",
    "io/test_limits.py", "io/test_reader_process.py", "io/test_spreadsheets.py", "io/test_sqlite_tables.py",
    "notebook/test_extras.py", "notebook/test_inputs.py", "notebook/test_notebook_document.py", "schema/kinds",
    "server/asgi", "server/test_jobs.py", "server/test_network.py", "server/test_worker.py",
)  # fmt: skip

collect_ignore = [] if CHROMIUM else ["browser"]


def pytest_configure(config: pytest.Config) -> None:
    st.get_option("server.address")  # Streamlit reads its options once, from the current folder; a test may change that
    st.set_option("client.showErrorDetails", "full")  # a failing page shows its error
    share = TIMES / (FEWER if is_fast(config) else 1)
    # A slow machine must not fail a test, and CI must give the same verdict for the same change.
    settings.register_profile("here", deadline=None, derandomize=must_be_there(), max_examples=round(RANDOM * share))
    settings.load_profile("here")
    settings.register_profile("many", max_examples=round(MANY * share))
    if not CHROMIUM and must_be_there() and "not browser" not in config.option.markexpr:
        raise pytest.UsageError(HOW_TO_GET_ONE)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search no garbage while modules are imported, and leave out later what was imported, as both live to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_unconfigure() -> None:
    gc.unfreeze()  # DuckDB names the objects that are left when the process ends


@pytest.fixture(scope="session")
def pages_without_waiting() -> Iterator[None]:
    """Make pages that are opened without a browser quick.

    Streamlit does not search the installed packages for components, which takes longer than the page, as the app uses
    only its own. It does not wait until a browser has received the address, and compiles each script once.
    """
    from streamlit.runtime.scriptrunner.script_cache import ScriptCache

    scripts = ScriptCache()
    with (
        patch("streamlit.testing.v1.app_test.ScriptCache", lambda: scripts),
        patch("streamlit.components.v2.manifest_scanner.scan_component_manifests", return_value=[]),
        patch("streamlit.commands.execution_control.MESSAGE_FLUSH_INTERVAL_SECS", 0),
    ):
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return a worker per processor, and one more for browser tests, which often wait for the browser."""
    ours = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return len(ours) + ("not browser" not in config.option.markexpr)


def is_fast(config: pytest.Config) -> bool:
    """Whether this is `make test-fast`."""
    return "not slow" in config.option.markexpr


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import files of which `make test-fast` runs no test."""
    return True if is_fast(config) and marks_of(collection_path) else None


@cache
def marks_of(path: Path) -> tuple[str, ...]:
    """Return the marks of all tests in a folder or file."""
    if any(path.is_relative_to(TESTS / "pr_curve_lab" / slow) for slow in SLOW):
        return ("slow",)
    if path.is_relative_to(TESTS / "browser"):
        return ("browser",)
    if path.parent == TESTS / "pages" and path.stem.startswith("test_") and path.stem != "test_every_page":
        return ("pages",)
    return ()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if is_fast(config):  # the first case of each test, unless it is marked; `make test` has all
        first = {
            item.nodeid if item.get_closest_marker("each_case") else item.nodeid.partition("[")[0]: item
            for item in reversed(items)
        }
        chosen = {item.nodeid for item in first.values()}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
        items[:] = [item for item in items if item.nodeid in chosen]
    for item in items:
        for mark in marks_of(item.path):
            item.add_marker(mark)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not CHROMIUM:
        terminalreporter.write_line(HOW_TO_GET_ONE, yellow=True)
