"""How long a move of the threshold takes in the browser, from the key to the moved point and the new headline.

    make bench-app

Prints medians over MOVES key presses for a small and a real example, and their ratio: what the rows themselves cost.
"""

from __future__ import annotations

import platform
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, CHROMIUM, HOW_TO_GET_ONE
from tests.browser.server import running_app
from tests.browser.visitor import PROJECTOR, Visitor

MOVES = 20
EXAMPLES = ("sixteen_rows", "breast_cancer")
GOAL_MS = 300

# Press a key, then look at every frame until point and headline have both changed.
MEASURE = """key => new Promise(done => {
  const chart = () => document.querySelector('.st-key-curve_chart .js-plotly-plot');
  const state = () => [chart().data.find(one => one.name === 'selected').x[0],
                       chart().data.find(one => one.name === 'selected').y[0]].join();
  const headline = () => document.querySelector('h1').innerText;
  const slider = document.querySelector('.st-key-threshold input[type=range]');
  const before = [state(), headline()];
  const start = performance.now();
  const look = () => state() !== before[0] && headline() !== before[1]
    ? done(performance.now() - start) : requestAnimationFrame(look);
  window.pressed = start;
  requestAnimationFrame(look);
})"""


def measured_moves(page: Page) -> list[float]:
    """Milliseconds of each move, one step left and one right in turn."""
    page.locator('.st-key-threshold input[type="range"]').focus()
    times = []
    for move in range(MOVES):
        page.evaluate(f"() => {{ window.move = ({MEASURE})(); }}")
        page.keyboard.press("ArrowLeft" if move % 2 else "ArrowRight")
        times.append(float(page.evaluate("() => window.move")))
        page.wait_for_timeout(300)
    return times


def main() -> int:
    """Measure and print."""
    if CHROMIUM is None:
        print(HOW_TO_GET_ONE)
        return 1
    print(f"{platform.machine()}, Python {platform.python_version()}; {MOVES} moves, goal {GOAL_MS} ms")
    medians = []
    with running_app() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        for example in EXAMPLES:
            visitor = Visitor(browser.new_page(viewport=PROJECTOR), address)
            visitor.open(f"curve?example={example}")
            times = measured_moves(visitor.page)
            medians.append(statistics.median(times))
            print(f"{example:15s} median {medians[-1]:4.0f} ms, slowest {max(times):4.0f} ms")
        browser.close()
    print(f"ratio {medians[-1] / medians[0]:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
