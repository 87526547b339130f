"""Windows that tests reuse, because in a new one the browser takes seconds to compile all scripts again."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.browser.visitor import ASKING

PERSONAL = {"locale", "timezone_id"}  # options that may change between two visitors of the same window


class Windows:
    """Free windows by their options; those with the same options share compiled scripts."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[str, BrowserContext] = {}
        self._free: dict[str, list[Page]] = {}
        self._personal: dict[Page, CDPSession] = {}

    def take(self, options: dict[str, Any]) -> Page:
        """Return a free window and bring it to the front, as one behind another is drawn only twice a second."""
        page = self._free_window(_lasting(options))
        page.bring_to_front()
        self._make_personal(page, options)
        return page

    def give_back(self, options: dict[str, Any], page: Page) -> None:
        if page in self._personal:
            self._personal.pop(page).detach()  # this resets the window
        self._free.setdefault(str(_lasting(options)), []).append(page)

    def _free_window(self, lasting: dict[str, Any]) -> Page:
        kind = str(lasting)
        if self._free.get(kind):
            return self._free[kind].pop()
        if kind not in self._contexts:
            self._contexts[kind] = self._browser.new_context(color_scheme="light", **lasting)
            self._contexts[kind].add_init_script(ASKING)
        return self._contexts[kind].new_page()

    def _make_personal(self, page: Page, options: dict[str, Any]) -> None:
        if not PERSONAL & options.keys():
            return
        session = self._personal[page] = page.context.new_cdp_session(page)
        if "timezone_id" in options:
            session.send("Emulation.setTimezoneOverride", {"timezoneId": options["timezone_id"]})
        if "locale" in options:
            agent = page.evaluate("() => navigator.userAgent")
            session.send("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": options["locale"]})


def _lasting(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that stay with a window."""
    return {name: option for name, option in options.items() if name not in PERSONAL}
