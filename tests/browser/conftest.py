"""A browser for all tests, a window for each, and two kinds of server: a shared one, and one without visitors."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, sync_playwright

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


@pytest.fixture
def new_visitor(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Make visitors of an app; each must leave without a complaint."""
    visitors: list[Visitor] = []
    with ExitStack() as windows:

        def visit(address: str, screen: dict[str, int] = PROJECTOR, **options: str) -> Visitor:
            context = browser.new_context(viewport=screen, color_scheme="light", **options)
            windows.callback(context.close)
            visitors.append(Visitor(context.new_page(), address))
            return visitors[-1]

        yield visit
        assert [complaint for visitor in visitors for complaint in visitor.complaints] == []


@pytest.fixture
def visitor(app: str, new_visitor: Callable[..., Visitor]) -> Visitor:
    return new_visitor(app)
