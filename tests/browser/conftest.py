"""A browser for all tests, windows that go from test to test, and servers: a shared one, and one without visitors."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, CHROMIUM
from tests.browser.server import running_app
from tests.browser.visitor import PROJECTOR, Visitor


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def app() -> Iterator[str]:
    with running_app() as address:
        yield address


@pytest.fixture
def fresh_app() -> Iterator[str]:
    with running_app() as address:
        yield address


@pytest.fixture(scope="session")
def windows() -> dict[str, list[Page]]:
    """Windows by kind that nobody uses now: in a new one all scripts are compiled anew, which takes two seconds."""
    return {}


@pytest.fixture
def new_visitor(browser: Browser, windows: dict[str, list[Page]]) -> Iterator[Callable[..., Visitor]]:
    """Make visitors of an app; each must leave without a complaint."""
    visitors: list[tuple[str, Visitor]] = []

    def visit(address: str, screen: dict[str, int] = PROJECTOR, **options: str) -> Visitor:
        kind = str(options)
        free = windows.setdefault(kind, [])
        page = free.pop() if free else browser.new_context(color_scheme="light", **options).new_page()
        page.set_viewport_size(screen)
        visitors.append((kind, Visitor(page, address)))
        return visitors[-1][1]

    yield visit
    for kind, visitor in visitors:
        visitor.leave()
        windows[kind].append(visitor.page)
    assert [complaint for _, visitor in visitors for complaint in visitor.complaints] == []


@pytest.fixture
def visitor(app: str, new_visitor: Callable[..., Visitor]) -> Visitor:
    return new_visitor(app)


@pytest.fixture(scope="module")
def offline(browser: Browser) -> Iterator[Page]:
    """A window without a network, for one report after the other: in each new one Plotly would be compiled anew."""
    context = browser.new_context(offline=True, accept_downloads=True)
    yield context.new_page()
    context.close()
