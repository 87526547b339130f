"""Every step of every lesson: what an answer and the arrow key take, in the browser.

    make bench-app

From the click or the key until the new headline stands, the run is over, and the pictures are drawn.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from pr_app.lessons.registry import LESSONS
from tests.browser.chromium import ARGUMENTS, CHROMIUM, HOW_TO_GET_ONE
from tests.browser.server import running_app
from tests.browser.visitor import PROJECTOR, Visitor

GOAL_MS = 200
WATCH = """() => {
  const headline = () => document.querySelector('[data-testid="stMain"] h1')?.innerText;
  const app = document.querySelector('[data-testid="stApp"]');
  const before = headline();
  const there = () => headline() && headline() !== before && app.dataset.testScriptState === 'notRunning'
    && !document.querySelector('[data-stale="true"]')
    && [...document.querySelectorAll('[data-testid="stPlotlyChart"]')].every(one => one.querySelector('.scatterlayer'));
  window.answered = new Promise(done => {
    const begin = () => {
      const start = performance.now();
      const look = () => there()
        ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
      look();
    };
    for (const kind of ['keydown', 'pointerdown'])
      window.addEventListener(kind, begin, {capture: true, once: true});
  });
}"""


def main() -> None:
    """Go through the lessons and print a table."""
    if CHROMIUM is None:
        sys.exit(HOW_TO_GET_ONE)
    print("| lesson | answers and steps | median, ms | slowest, ms |\n|---|--:|--:|--:|")
    everything: list[float] = []
    with sync_playwright() as playwright, running_app() as address:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        visitor = Visitor(browser.new_page(viewport=PROJECTOR), address)
        for key in LESSONS:
            taken = _times(visitor, key)
            everything += taken
            print(f"| {key} | {len(taken)} | {statistics.median(taken):.0f} | {max(taken):.0f} |")
        browser.close()
    within = sum(time <= GOAL_MS for time in everything)
    print(f"\n{within} of {len(everything)} within {GOAL_MS} ms; median {statistics.median(everything):.0f} ms.")


def _times(visitor: Visitor, key: str) -> list[float]:
    """Answer what is asked, then go on: milliseconds of each."""
    visitor.open(f"lessons?lesson={key}&lang=en")
    taken = []
    steps = LESSONS[key].steps
    for number, step in enumerate(steps, start=1):
        if step.options:
            visitor.page.evaluate(WATCH)
            visitor.page.locator(".st-key-answers button").first.click()
            taken.append(float(visitor.page.evaluate("() => window.answered")))
            visitor.wait()
        if number < len(steps):
            visitor.page.evaluate(WATCH)
            visitor.page.keyboard.press("ArrowRight")
            taken.append(float(visitor.page.evaluate("() => window.answered")))
            visitor.wait()
    return taken


if __name__ == "__main__":
    main()
