"""Every step of every lesson: what a key takes until its step is drawn, and how many frames of it are shown.

    make bench-app

From the key until the browser has painted the new step for the first time; then frames for as long as it moves.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from tests.browser.chromium import ARGUMENTS, CHROMIUM, HOW_TO_GET_ONE
from tests.browser.lesson_board import Board
from tests.browser.server import running_app
from tests.browser.visitor import PROJECTOR, Visitor

MEDIAN_MS, MOST_MS = 50, 100  # goals for the first picture of a step: half of all, and 95%
FRAMES = 50  # goal a second
MOVES_MS = 400  # how long a step moves
# The time from a key to the end of the frame that follows it, and the frames until the step has come to rest.
WATCH = """moves => new Promise(done => {
  window.addEventListener('keydown', () => {
    const start = performance.now();
    let frames = 0, painted = null;
    const frame = () => {
      const now = performance.now() - start;
      if (painted === null) { const channel = new MessageChannel();
        channel.port1.onmessage = () => { painted = performance.now() - start; };
        channel.port2.postMessage(0); }
      frames += 1;
      if (now < moves) requestAnimationFrame(frame); else done([painted, 1000 * frames / now]);
    };
    requestAnimationFrame(frame);
  }, {capture: true, once: true});
})"""


def main() -> None:
    """Go through the lessons and print a table."""
    if CHROMIUM is None:
        sys.exit(HOW_TO_GET_ONE)
    print("| lesson | keys | median, ms | slowest, ms | frames a second |\n|---|--:|--:|--:|--:|")
    everything: list[tuple[float, float]] = []
    with sync_playwright() as playwright, running_app() as address:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        board = Board(Visitor(browser.new_page(viewport=PROJECTOR), address))
        for key in LESSONS:
            taken = _times(board, key)
            everything += taken
            print(f"| {key} | {len(taken)} | {_row(taken)} |")
        browser.close()
    drawn = sorted(time for time, _ in everything)
    late = drawn[int(0.95 * len(drawn))]
    print(f"\nMedian {statistics.median(drawn):.0f} ms (goal {MEDIAN_MS}), 95% within {late:.0f} ms (goal {MOST_MS}).")
    print(f"frames a second {statistics.median(frames for _, frames in everything):.0f} (goal {FRAMES}).")


def _row(taken: list[tuple[float, float]]) -> str:
    times, frames = [time for time, _ in taken], [shown for _, shown in taken]
    return f"{statistics.median(times):.0f} | {max(times):.0f} | {statistics.median(frames):.0f}"


def _times(board: Board, key: str) -> list[tuple[float, float]]:
    """Show what is asked, then go on: milliseconds and frames of each key."""
    board.open(key)
    keys = sum(1 + ("asks" in step) for step in lesson_json(key, "en")["steps"]) - 1
    taken = []
    for _ in range(keys):
        board.page.evaluate(f"() => {{ window.taken = ({WATCH})({MOVES_MS}); }}")
        board.page.keyboard.press("PageDown")
        painted, frames = board.page.evaluate("() => window.taken")
        taken.append((float(painted), float(frames)))
    return taken


if __name__ == "__main__":
    main()
