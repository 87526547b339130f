"""Settings of all tests: random tests have no deadline, and browser tests run where there is a browser."""

import os
from pathlib import Path

import pytest
import streamlit as st
from hypothesis import settings

from tests.browser.chromium import CHROMIUM, HOW_TO_GET_ONE, must_be_there

TIMES = int(os.environ.get("RANDOM_TIMES", "1"))  # `make fuzz` asks for more random cases
# A slow machine is not a wrong number; where a change is decided, the same change gets the same verdict.
settings.register_profile("here", deadline=None, derandomize=must_be_there(), max_examples=50 * TIMES)
settings.load_profile("here")
TESTS = Path(__file__).parent  # the folders that contain it may have any name
MANY, FEWER = 200, 100  # random cases of what everything else stands on; fewer in the fast part

collect_ignore = [] if CHROMIUM else ["browser"]


def pytest_configure(config: pytest.Config) -> None:
    st.get_option("server.address")  # Streamlit reads its options once, from the folder of that moment: before a test's
    st.set_option("client.showErrorDetails", "full")  # a page that fails says why
    fast = "not large" in config.option.markexpr
    settings.register_profile("many", max_examples=TIMES * (FEWER if fast else MANY))
    if not CHROMIUM and must_be_there() and "not browser" not in config.option.markexpr:
        raise pytest.UsageError(HOW_TO_GET_ONE)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than processors: who drives a browser often waits for it."""
    ours = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return len(ours) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if TESTS / "browser" in item.path.parents:
            item.add_marker("browser")
            if item.path.parent.name == "journeys":
                item.add_marker("journey")
        elif item.path.parent == TESTS / "pages" and item.path.stem != "test_every_page":
            item.add_marker("pages")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not CHROMIUM:
        terminalreporter.write_line(HOW_TO_GET_ONE, yellow=True)
