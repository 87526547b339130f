"""A browser for all tests, windows that go from test to test, and servers: a shared one and fresh ones."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, CHROMIUM
from tests.browser.server import free_port, shared_server
from tests.browser.visitor import PROJECTOR, Visitor
from tests.browser.windows import Windows


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def app_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the shared server printed: that of all processes of a run."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "log"


@pytest.fixture(scope="session")
def app(app_log: Path) -> Iterator[str]:
    with shared_server(app_log) as address:
        yield address


@pytest.fixture(scope="session")
def port() -> int:
    """One for every server that a test starts, so that the browser compiles the scripts of that address once."""
    return free_port()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def new_visitor(windows: Windows) -> Iterator[Callable[..., Visitor]]:
    """Make visitors of an app; each must leave without a complaint."""
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
    """A window without a network, for one report after the other."""
    context = browser.new_context(offline=True, accept_downloads=True)
    yield context.new_page()
    context.close()
