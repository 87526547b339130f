"""The screenshots of the README and the user guide, taken from a running app.

make app PORT=8501 & .venv/bin/python docs/screenshots.py http://127.0.0.1:8501
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, CHROMIUM, HOW_TO_GET_ONE

FOLDER = Path(__file__).parent / "pictures"
WINDOW = {"width": 1280, "height": 720}
COLORS = 128  # enough for text and lines, and a quarter of the bytes
WAIT_MS = 12_000  # until the charts have been drawn
BOTH_TOOLS = "&published=0.859&published_from=sklearn.average_precision_score&theirs=0.690&theirs_from=MLmetrics.PRAUC"
ADDRESSES = {
    "areas": "areas?lang=en",
    "two-numbers": f"schemes?lang=en&example=ten_rows{BOTH_TOOLS}",
    "threshold": "curve?lang=en&example=twenty_rows&precision=0.7",
    "models": "models?lang=en&example=four_models",
    "lesson": "lessons?lang=en&lesson=curve&step=8",
}


def main(server: str) -> None:
    """Write one picture for each address."""
    if CHROMIUM is None:
        sys.exit(HOW_TO_GET_ONE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        for name, address in ADDRESSES.items():
            page = browser.new_page(viewport=WINDOW, color_scheme="light")
            page.goto(f"{server}/{address}")
            page.wait_for_timeout(WAIT_MS)
            if name == "lesson":
                page.keyboard.press("ArrowRight")  # shows the answer
                page.wait_for_timeout(WAIT_MS)
            _save(page, FOLDER / f"{name}.png")
            page.close()
        browser.close()


def _save(page: Page, file: Path) -> None:
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(COLORS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.name}: {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1])
