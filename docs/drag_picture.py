"""The moving picture at the top of the README: a row is dragged in the one file, photographed and put together.

make lab && .venv/bin/python docs/drag_picture.py
"""

from __future__ import annotations

import io
import sys
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from pr_curve_lab.exports.single_file import FILE_NAME
from tests.browser.chromium import ARGUMENTS, CHROMIUM, HOW_TO_GET_ONE

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "drag.gif"
WINDOW = {"width": 1000, "height": 640}
WIDTH = 800  # px, of the picture
COLOURS, FRAME_MS, REST_MS = 64, 60, 1200
# Where the first row's score goes, as shares of the way across the axis from where it stands.
STOPS, STEPS = (0, -0.28, -0.62, 0), 14


def main() -> None:
    """Write the picture."""
    if CHROMIUM is None:
        sys.exit(HOW_TO_GET_ONE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        page = browser.new_page(viewport=WINDOW)
        page.goto(f"{(ROOT / 'dist' / FILE_NAME).as_uri()}#lang=en&page=play&start=ten")
        page.wait_for_selector("[data-lab-row]")
        frames = _frames(page)
        browser.close()
    first, *others = frames
    times = [REST_MS, *[FRAME_MS] * (len(frames) - 2), REST_MS]
    first.save(FILE, save_all=True, append_images=others, duration=times, loop=0, optimize=True)
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size / 1e6:.2f} MB, {len(frames)} frames")


def _frames(page: Page) -> list[Image.Image]:
    """Photograph each place of the hand."""
    row = page.locator("[data-lab-row='0']").bounding_box()
    axis = page.locator("[data-lab=play] svg .lab-ground").first.bounding_box()
    if row is None or axis is None:
        sys.exit("there is no row to drag")
    x, y = row["x"] + row["width"] / 2, row["y"] + row["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    frames = [_photograph(page)]
    for start, end in pairwise(STOPS):
        for step in range(1, STEPS + 1):
            page.mouse.move(x + (start + (end - start) * step / STEPS) * axis["width"], y)
            frames.append(_photograph(page))
    page.mouse.up()
    return frames


def _photograph(page: Page) -> Image.Image:
    picture = Image.open(io.BytesIO(page.locator("[data-lab=play]").screenshot()))
    size = WIDTH, round(picture.height * WIDTH / picture.width)
    return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS).quantize(COLOURS)


if __name__ == "__main__":
    main()
