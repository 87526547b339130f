"""How long a move of the hand takes in the part that runs in the browser, without any server.

    make bench-app

A row of 60 goes along the axis of the page Play: count, both areas, ROC, target, and everything drawn. Then one row of
100,000 moves: it finds its place, all points are counted, two areas computed, and the curve is drawn, without marks for
rows. Each time is until the browser has laid out what changed; painting is not in it.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from playwright.sync_api import sync_playwright

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.web.modules import LAB_CSS
from pr_curve_lab.web.play import PlayParams, ScoreRow, format_rows, play_json
from tests.browser.chromium import ARGUMENTS, CHROMIUM, HOW_TO_GET_ONE
from tests.browser.lab_modules import LabModules
from tests.browser.visitor import PROJECTOR

FEW, MANY = 60, 100_000
MOVES = 300
FIRST = 30  # moves in which the browser still compiles; not counted
GOALS = {FEW: 4, MANY: 16}  # ms, median

HAND = """([bundle, moves]) => {
  const root = document.body.appendChild(document.createElement('div'));
  const part = lab.play(root, bundle, {canUse: true, send: () => {}}), times = [];
  for (let i = 0; i < moves; i++) {
    const start = performance.now();
    part.drag(`row ${i % 7}`, {x: 84 + (i * 53) % 476, y: i % 9 ? 98 : 164}, {x: 0, y: 0});
    root.offsetHeight;
    times.push(performance.now() - start);
  }
  return times;
}"""
ROWS = """([rows, moves]) => {
  const random = lab.seeded(5), times = [], words = lab.messagesOf({words: {}, signs: {decimal: '.', group: ','}});
  const all = Array.from({length: rows}, () => ({score: random(), positive: random() < 0.1}));
  const ranking = new lab.Ranking(all), square = {x: 66, y: 20, size: 474, type: 17, mark: 6};
  const svg = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
  for (let i = 0; i < moves; i++) {
    const start = performance.now();
    ranking.move(i % 7, random());
    const points = ranking.points(), joined = ['step', 'linear'].map(scheme => lab.join(points, scheme));
    const selectedIndex = lab.thresholdIndex(points, 0.5);
    const shown = {id: 'lab', points, joined, classNames: ['lab-steps', 'lab-lines'], selectedIndex};
    lab.patch(svg, lab.prPicture(shown, square, words));
    svg.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times;
}"""


def bundle_of(rows: int) -> dict[str, Any]:
    """What the page Play begins with, with so many rows under the hand, and a target."""
    rng = np.random.default_rng(0)
    played = [
        ScoreRow(round(score, 2), bool(positive))
        for score, positive in zip(rng.random(rows), rng.integers(0, 2, rows), strict=True)
    ]
    asked = PlayParams("half", format_rows(played), None, None, "step", "linear")
    bundle = play_json(asked, example_labeled_scores("ten_rows"), "", messages_in("en"))
    bundle["now"]["received"] = 0
    return bundle


def main() -> None:
    """Measure and print a table."""
    if CHROMIUM is None:
        sys.exit(HOW_TO_GET_ONE)
    print("| rows | median, ms | 95%, ms | goal, ms |\n|--:|--:|--:|--:|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        for rows, script, case in ((FEW, HAND, bundle_of(FEW)), (MANY, ROWS, MANY)):
            lab = LabModules(browser.new_page(viewport=PROJECTOR), "widgets")
            lab.page.add_style_tag(content=LAB_CSS)
            times = lab.page.evaluate(script, [case, FIRST + MOVES])[FIRST:]
            high = statistics.quantiles(times, n=20)[-1]
            print(f"| {rows:,} | {statistics.median(times):.1f} | {high:.1f} | {GOALS[rows]} |")
        browser.close()


if __name__ == "__main__":
    main()
