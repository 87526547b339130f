"""Mouse and touch gestures in a window: drag from place to place, and click to download a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page

Place = tuple[float, float]


def middle(locator: Locator) -> Place:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Place, end: Place, *, steps: int = 8, each: Callable[[], object] = lambda: None) -> None:
    """Drag with the mouse; each: called after every step."""
    page.mouse.move(*start)
    page.mouse.down()
    for place in _places(start, end, steps):
        page.mouse.move(*place)
        each()
    page.mouse.up()


def touch(page: Page, start: Place, end: Place, *, steps: int = 8, each: Callable[[], object] = lambda: None) -> None:
    """Drag with a finger; each: called after every step."""
    session = page.context.new_cdp_session(page)

    def finger(kind: str, *places: Place) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]})

    finger("touchStart", start)
    for place in _places(start, end, steps):
        finger("touchMove", place)
        each()
    finger("touchEnd")
    session.detach()


def _places(start: Place, end: Place, steps: int) -> list[Place]:
    shares = [step / steps for step in range(1, steps + 1)]
    return [(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share) for share in shares]


def download(page: Page, selector: str, folder: Path) -> Path:
    """Click, and return the path of the downloaded file."""
    with page.expect_download() as coming:
        page.locator(selector).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path
