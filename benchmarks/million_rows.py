"""A file of a million rows in the browser: from choosing it to the drawn curve, a move of the threshold, and messages.

    make bench-app

Prints beside the time what parsing the same file alone takes, and the goal made of it: 1.6 times that, plus 1.5 s.
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

from benchmarks.threshold_move import GOAL_MS, measured_moves
from tests.browser.chromium import ARGUMENTS, CHROMIUM, HOW_TO_GET_ONE
from tests.browser.server import running_app
from tests.browser.visitor import PROJECTOR, Visitor

ROWS = 1_000_000
RUNS = 5
TIMES_PARSING, PLUS_SECONDS = 1.6, 1.5  # the goal
LARGEST_MESSAGE = 10**6  # bytes a page may send
CHARTS = {"areas": "right_chart", "curve": "curve_chart", "schemes": "tools_chart", "data": "data_chart"}  # by page

# Milliseconds until the chart's curve is another one than before, and its paths are on the screen.
WATCH = """() => {
  const chart = () => document.querySelector(':is(.st-key-data_chart, .st-key-summary_chart) .js-plotly-plot');
  const drawn = () => chart() && chart()._fullData && chart().querySelector('.scatterlayer path.js-line')
    ? chart()._fullData.find(one => one.name === 'curve').x.length : 0;
  const before = drawn();
  window.since = new Promise(done => {
    document.querySelector('.st-key-upload input[type=file]').addEventListener('change', () => {
      const start = performance.now();
      const look = () => drawn() !== before && drawn() > 0
        ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
      look();
    }, {capture: true, once: true});
  });
}"""


def write_file(path: Path) -> None:
    """A million rows, as CSV and as Parquet: a tenth positive, a score between 0 and 1, all of them distinct."""
    rng = np.random.default_rng(0)
    positive = rng.random(ROWS) < 0.1
    score = 1 / (1 + np.exp(2 - 1.5 * positive - rng.normal(size=ROWS)))
    frame = pd.DataFrame({"label": positive.astype(int), "score": score})
    frame.to_csv(path, index=False)
    frame.to_parquet(path.with_suffix(".parquet"))


def parsing_seconds(path: Path) -> float:
    """Median time of pandas' own reader for the file."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        pd.read_csv(path)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


class Messages:
    """Bytes that the server sends to one page."""

    def __init__(self, visitor: Visitor) -> None:
        self.bytes = 0
        visitor.page.on("websocket", lambda socket: socket.on("framereceived", self._count))

    def _count(self, frame: str | bytes) -> None:
        self.bytes += len(frame)

    def taken(self) -> int:
        """Those since last asked."""
        taken, self.bytes = self.bytes, 0
        return taken


def drawn_seconds(browser: Browser, path: Path) -> float:
    """From choosing the file to its curve on the screen, on a server and in a window of its own."""
    with running_app() as address:
        visitor = Visitor(browser.new_page(viewport=PROJECTOR), address)
        visitor.open("data?example=breast_cancer")
        visitor.page.wait_for_selector(".st-key-data_chart .scatterlayer")
        visitor.page.wait_for_selector('.st-key-upload input[type="file"]', state="attached")
        visitor.page.evaluate(WATCH)
        visitor.page.locator('.st-key-upload input[type="file"]').set_input_files(path)
        seconds = float(visitor.page.evaluate("() => window.since")) / 1000
        visitor.page.close()
    return seconds


def print_pages(browser: Browser, path: Path) -> None:
    """Bytes of each page, and the moves of the threshold."""
    with running_app() as address:
        visitor = Visitor(browser.new_page(viewport=PROJECTOR), address)
        messages = Messages(visitor)
        visitor.open("data?lang=en")
        visitor.upload(path)
        for page, chart in CHARTS.items():
            visitor.wait()  # for what the page before still sends
            messages.taken()
            visitor.visit(page)
            visitor.page.wait_for_selector(f".st-key-{chart} .scatterlayer")
            visitor.wait()
            sent = messages.taken()
            print(f"{page:8s} {sent / 1000:6.0f} kB, goal below {LARGEST_MESSAGE / 1000:.0f}")
            if page == "schemes":  # the pictures of all schemes are folded, as the areas hardly differ
                visitor.page.locator(".st-key-close_schemes summary").click()
                visitor.page.wait_for_selector(".st-key-schemes_chart .scatterlayer")
                visitor.wait()
                print(f"its fold {messages.taken() / 1000:6.0f} kB")
            if page == "curve":
                times = measured_moves(visitor.page)
                print(f"threshold median {statistics.median(times):.0f} ms, slowest {max(times):.0f}, goal {GOAL_MS}")
        visitor.page.close()


def main() -> int:
    """Measure and print."""
    if CHROMIUM is None:
        print(HOW_TO_GET_ONE)
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "million.csv"
        write_file(path)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        parsing = parsing_seconds(path)
        times = [drawn_seconds(browser, path) for _ in range(RUNS)]
        drawn, goal = statistics.median(times), TIMES_PARSING * parsing + PLUS_SECONDS
        print(f"{ROWS:,} rows, {path.stat().st_size / 1e6:.1f} MB; medians of {RUNS}")
        print(f"parsing alone {parsing:.3f} s; file to drawn curve {drawn:.2f} s (slowest {max(times):.2f})")
        print(f"goal {TIMES_PARSING} x parsing + {PLUS_SECONDS} s = {goal:.2f} s; ratio to it {drawn / goal:.2f}")
        parquet = statistics.median(drawn_seconds(browser, path.with_suffix(".parquet")) for _ in range(RUNS))
        print(f"the same as Parquet {parquet:.2f} s; ratio to CSV {parquet / drawn:.2f}, goal 1")
        print_pages(browser, path)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
