"""Windows that go from test to test: in a new one the browser compiles all scripts anew, which takes seconds."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.visitor import ASKING


class Windows:
    """Windows by the options that they were opened with; those of the same options know the same compiled scripts."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[str, BrowserContext] = {}
        self._free: dict[str, list[Page]] = {}

    def take(self, options: dict[str, str]) -> Page:
        """One that nobody uses now."""
        kind = str(options)
        if self._free.get(kind):
            return self._free[kind].pop()
        if kind not in self._contexts:
            self._contexts[kind] = self._browser.new_context(color_scheme="light", **options)
            self._contexts[kind].add_init_script(ASKING)
        return self._contexts[kind].new_page()

    def give_back(self, options: dict[str, str], page: Page) -> None:
        self._free.setdefault(str(options), []).append(page)
