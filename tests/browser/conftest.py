"""Fixtures: one browser for all tests, windows that tests reuse, and servers, shared or new."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import CHROMIUM, TEST_ARGUMENTS
from tests.browser.server import free_port, shared_server
from tests.browser.visitor import PROJECTOR, Visitor
from tests.browser.windows import Windows


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=TEST_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def app_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of the shared server, the same file for all pytest-xdist workers."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "log"


@pytest.fixture(scope="session")
def app(app_log: Path) -> Iterator[str]:
    with shared_server(app_log) as address:
        yield address


@pytest.fixture(scope="session")
def port() -> int:
    """One port for all servers that tests start, so that the browser keeps the compiled scripts of that address."""
    return free_port()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def new_visitor(windows: Windows) -> Iterator[Callable[..., Visitor]]:
    """A function that creates visitors of an app; the test fails if one of them has recorded an error."""
    visitors: list[tuple[dict[str, str], Visitor]] = []

    def visit(address: str, screen: dict[str, int] = PROJECTOR, **options: str) -> Visitor:
        page = windows.take(options)
        page.set_viewport_size(screen)
        visitors.append((options, Visitor(page, address)))
        return visitors[-1][1]

    yield visit
    for options, visitor in reversed(visitors):
        visitor.leave()
        windows.give_back(options, visitor.page)
    assert [complaint for _, visitor in visitors for complaint in visitor.complaints] == []


@pytest.fixture
def visitor(app: str, new_visitor: Callable[..., Visitor]) -> Visitor:
    return new_visitor(app)


@pytest.fixture(scope="session")
def offline(browser: Browser) -> Iterator[Page]:
    """A window without a network, in which one report is opened after another."""
    context = browser.new_context(offline=True, accept_downloads=True)
    yield context.new_page()
    context.close()
