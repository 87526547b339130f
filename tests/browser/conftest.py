"""A browser for all tests, a window for each, and two kinds of server: a shared one, and one without visitors."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

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
def profiles() -> dict[str, BrowserContext]:
    """Windows of one kind share a profile, so that what every page loads is loaded once; the browser ends them."""
    return {}


@pytest.fixture
def new_visitor(browser: Browser, profiles: dict[str, BrowserContext]) -> Iterator[Callable[..., Visitor]]:
    """Make visitors of an app; each must leave without a complaint."""
    visitors: list[Visitor] = []

    def visit(address: str, screen: dict[str, int] = PROJECTOR, **options: str) -> Visitor:
        kind = str(options)
        if kind not in profiles:
            profiles[kind] = browser.new_context(color_scheme="light", **options)
        page = profiles[kind].new_page()
        page.set_viewport_size(screen)
        visitors.append(Visitor(page, address))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.page.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []


@pytest.fixture
def visitor(app: str, new_visitor: Callable[..., Visitor]) -> Visitor:
    return new_visitor(app)
