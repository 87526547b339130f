"""How long the page Class balance takes with many rows, and what a long permutation test costs another visitor.

    make bench-app

Prints for 100,000 and for 1,000,000 distinct scores: from choosing the page to its drawn curve, and a move of the class
balance from the key to the new headline and the moved curve. Then the time of another visitor's page, opened again and
again, while nothing and while a permutation test of 100,000 rows joined by `continuous` goes on.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import pandas as pd
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import ARGUMENTS, CHROMIUM, HOW_TO_GET_ONE
from tests.browser.server import running_app
from tests.browser.visitor import PROJECTOR, Visitor

SIZES = (100_000, 1_000_000)
MOVES = 10
VISITS = 8
PAGES = ("curve", "areas")
LONGEST_TEST = 300_000  # ms
GOAL_PAGE, GOAL_MOVE = 1.0, 0.3  # s, with 100,000 rows

# Press a key, then look at every frame until curve and headline have both changed.
MEASURE = """() => new Promise(done => {
  const chart = () => document.querySelector('.st-key-pr_chart .js-plotly-plot');
  const curve = () => chart()?._fullData?.find(one => one.name === 'curve');
  const state = () => curve() ? Array.from(curve().y).join() : '';
  const headline = () => document.querySelector('h1')?.innerText ?? '';
  const before = [state(), headline()];
  const changed = () => state() && headline() && state() !== before[0] && headline() !== before[1];
  const start = performance.now();
  const look = () => changed() ? done(performance.now() - start) : requestAnimationFrame(look);
  requestAnimationFrame(look);
})"""


def write_file(path: Path, rows: int) -> None:
    """A tenth positive, all scores distinct."""
    rng = np.random.default_rng(0)
    positive = rng.random(rows) < 0.1
    score = 1 / (1 + np.exp(2 - 1.5 * positive - rng.normal(size=rows)))
    pd.DataFrame({"label": positive.astype(int), "score": score}).to_csv(path, index=False)


def with_rows(browser: Browser, address: str, path: Path) -> Visitor:
    """A visitor who has brought the file."""
    visitor = Visitor(browser.new_page(viewport=PROJECTOR), address)
    visitor.open("data?lang=en")
    visitor.upload(path)
    visitor.page.wait_for_function("() => document.querySelector('h1').innerText.includes('0,000 rows')")
    visitor.wait()
    return visitor


def page_seconds(visitor: Visitor, page: str, chart: str) -> float:
    """From choosing a page in the menu to its drawn chart."""
    link = visitor.menu_link(page)
    start = time.perf_counter()
    link.click()
    visitor.page.wait_for_selector(f".st-key-{chart} .js-plotly-plot .scatterlayer path.js-line", state="attached")
    return time.perf_counter() - start


def move_seconds(visitor: Visitor) -> list[float]:
    """Of each move of the class balance, to a new one and back in turn."""
    visitor.page.locator('.st-key-prevalence input[type="range"]').focus()
    times = []
    for move in range(MOVES):
        visitor.page.evaluate(f"() => {{ window.move = ({MEASURE})(); }}")
        visitor.page.keyboard.press("ArrowLeft" if move % 2 == 0 else "ArrowRight")
        times.append(float(visitor.page.evaluate("() => window.move")) / 1000)
        visitor.page.wait_for_timeout(400)
    return times


def print_own_page(browser: Browser, path: Path, rows: int) -> None:
    """Page and moves of one visitor while the permutation test goes on; with fewer rows also when it is over."""
    with running_app() as address:
        visitor = with_rows(browser, address, path)
        opened = page_seconds(visitor, "balance", "pr_chart")
        times = {"during the permutation test": move_seconds(visitor)}
        if rows == SIZES[0]:
            visitor.page.wait_for_selector(".st-key-permutations_progress", state="detached", timeout=LONGEST_TEST)
            times["after it"] = move_seconds(visitor)
        print(f"{rows:,} rows: page {opened:.2f} s (goal {GOAL_PAGE} for the smaller)")
        for state, moves in times.items():
            print(
                f"  a move {state}: median {statistics.median(moves):.3f} s, slowest {max(moves):.3f}, goal {GOAL_MOVE}"
            )
        visitor.page.close()


def visits(visitor: Visitor) -> list[float]:
    """Of another visitor's pages."""
    times = []
    for visit in range(VISITS):
        page = PAGES[visit % 2]
        times.append(page_seconds(visitor, page, "curve_chart" if page == "curve" else "left_chart"))
        visitor.page.wait_for_timeout(300)
    return times


def print_other_page(browser: Browser, path: Path) -> None:
    """Pages of a visitor with a small example while somebody else's permutation test goes on."""
    with running_app() as address:
        other = Visitor(browser.new_page(viewport=PROJECTOR), address)
        other.open("areas?example=breast_cancer")
        alone = visits(other)
        busy = with_rows(browser, address, path)
        busy.visit("areas")
        busy.choose("left", "Continuous")
        page_seconds(busy, "balance", "pr_chart")
        beside = visits(other)
        went_on = busy.page.locator(".st-key-permutations_progress").count() > 0
        print(f"another visitor's page alone: median {statistics.median(alone):.3f} s, slowest {max(alone):.3f}")
        print(f"  beside a permutation test: median {statistics.median(beside):.3f} s, slowest {max(beside):.3f}")
        print(f"  the test still went on at the end: {went_on}")


def main() -> int:
    """Measure and print."""
    if CHROMIUM is None:
        print(HOW_TO_GET_ONE)
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        for rows in SIZES:
            path = Path(folder) / f"{rows}.csv"
            write_file(path, rows)
            print_own_page(browser, path, rows)
        print_other_page(browser, Path(folder) / f"{SIZES[0]}.csv")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
