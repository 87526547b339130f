"""A hundred thousand rows with ten classes in five folds, then with ten models: what each page and its control take.

    make bench-app

Each time runs in the browser, from the click or the key to the new headline or picture on the screen.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import pandas as pd
from playwright.sync_api import sync_playwright

from tests.browser.chromium import ARGUMENTS, CHROMIUM, HOW_TO_GET_ONE
from tests.browser.server import running_app
from tests.browser.visitor import PROJECTOR, Visitor

ROWS, CLASSES, FOLDS = 100_000, 10, 5
MOVES = 6
PAGE_GOAL_MS, CONTROL_GOAL_MS = 1000, 300

# Milliseconds from the next click or key until the headline, or a chart's curves or texts, are others than before.
WATCH = """key => {
  const state = () => {
    const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
    const texts = chart => [...chart.querySelectorAll('.annotation text')].map(text => text.textContent);
    const line = one => [one.name, one.x.length, one.x[0], one.y[Math.floor(one.y.length / 2)]].join();
    const drawn = chart && chart._fullData && chart.querySelector('.scatterlayer path')
      ? [...chart._fullData.map(line), ...texts(chart)].join(';') : '';
    const headline = document.querySelector('[data-testid="stMain"] h1');
    return drawn && headline ? `${headline.innerText}|${drawn}` : '';
  };
  const before = state();
  window.answered = new Promise(done => {
    const begin = () => {
      const start = performance.now();
      const look = () => state() && state() !== before
        ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
      look();
    };
    for (const kind of ['keydown', 'pointerdown'])
      window.addEventListener(kind, begin, {capture: true, once: true});
  });
}"""


Prepare = Callable[[Visitor], None]
Press = Callable[[Visitor, int], None]  # with the number of the move


@dataclass(frozen=True)
class Measured:
    """A page, the chart that answers, and a move of its control."""

    page: str
    chart: str
    prepare: Prepare  # what comes before the click or the key that is timed
    press: Press


def slider(key: str) -> tuple[Prepare, Press]:
    """One step to the right, one to the left."""

    def prepare(visitor: Visitor) -> None:
        visitor.page.locator(f'.st-key-{key} input[type="range"]').focus()

    def press(visitor: Visitor, move: int) -> None:
        visitor.page.keyboard.press("ArrowLeft" if move % 2 else "ArrowRight")

    return prepare, press


def selection(key: str, *options: str) -> tuple[Prepare, Press]:
    """Each option in turn."""

    def prepare(visitor: Visitor) -> None:
        box = visitor.page.locator(f".st-key-{key} input").first
        box.scroll_into_view_if_needed()
        visitor.page.wait_for_timeout(300)  # a list that opens while the page scrolls closes again
        box.click()
        visitor.page.wait_for_timeout(300)

    def press(visitor: Visitor, move: int) -> None:
        visitor.page.get_by_role("option", name=options[move % len(options)], exact=True).click()

    return prepare, press


def buttons(key: str, *options: str) -> tuple[Prepare, Press]:
    """Each button of a row in turn."""

    def prepare(visitor: Visitor) -> None:
        visitor.page.locator(f".st-key-{key}").scroll_into_view_if_needed()

    def press(visitor: Visitor, move: int) -> None:
        visitor.page.locator(f".st-key-{key}").get_by_text(options[move % len(options)]).click()

    return prepare, press


SCHEMES = ("Straight line", "Continuous", "Step")
OF_CLASSES = (
    Measured("curve", "curve_chart", *slider("threshold")),
    Measured("areas", "right_chart", *selection("right", "Continuous", "Straight line")),
    Measured("schemes", "schemes_chart", *selection("left", *SCHEMES)),
    Measured("balance", "pr_chart", *slider("prevalence")),
    Measured("averages", "averages_chart", *buttons("average", "micro", "weighted", "samples", "macro")),
    Measured("averages", "averages_chart", *selection("left", *SCHEMES)),
)
OF_MODELS = (Measured("models", "models_chart", *selection("left", *SCHEMES)),)


def write_files(folder: Path) -> tuple[Path, Path]:
    """One file of classes with a score each, one of a label with as many models, some of them with few scores."""
    rng = np.random.default_rng(0)
    kind = rng.integers(0, CLASSES, ROWS)
    score = rng.random((ROWS, CLASSES))
    score[np.arange(ROWS), kind] += 0.3
    score /= score.sum(axis=1, keepdims=True)
    classes = pd.DataFrame({"kind": kind, "fold": rng.integers(1, FOLDS + 1, ROWS)})
    classes = classes.join(pd.DataFrame(score, columns=[f"p_{number}" for number in range(CLASSES)]))
    positive = rng.random(ROWS) < 0.1
    skill = rng.normal(size=(ROWS, CLASSES)) + positive[:, None] * np.linspace(0.5, 2, CLASSES)
    models = pd.DataFrame(1 / (1 + np.exp(2 - skill)), columns=[f"model_{number}" for number in range(CLASSES)])
    models.iloc[:, ::3] = models.iloc[:, ::3].round(2)
    models.insert(0, "label", positive.astype(int))
    paths = folder / "classes.csv", folder / "models.csv"
    classes.to_csv(paths[0], index=False)
    models.to_csv(paths[1], index=False)
    return paths


def timed(visitor: Visitor, chart: str, press: Callable[[], None]) -> float:
    """Milliseconds that an answer takes."""
    visitor.page.evaluate(WATCH, chart)
    press()
    taken = float(visitor.page.evaluate("() => window.answered"))
    visitor.wait()
    return taken


def print_page(visitor: Visitor, measured: Measured) -> None:
    """The first visit, a later one, and the moves of the control."""
    visits = []
    for _ in range(2):
        visitor.visit("data")
        visits.append(timed(visitor, measured.chart, visitor.menu_link(measured.page).click))
    moves = []
    for move in range(MOVES):
        measured.prepare(visitor)
        moves.append(timed(visitor, measured.chart, lambda move=move: measured.press(visitor, move)))
    print(
        f"{measured.page:9s} first {visits[0]:5.0f} ms, again {visits[1]:5.0f}, goal {PAGE_GOAL_MS}; "
        f"control median {statistics.median(moves):4.0f}, slowest {max(moves):4.0f}, goal {CONTROL_GOAL_MS}"
    )


def main() -> int:
    """Measure and print."""
    if CHROMIUM is None:
        print(HOW_TO_GET_ONE)
        return 1
    with tempfile.TemporaryDirectory() as folder, running_app() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        for path, pages in zip(write_files(Path(folder)), (OF_CLASSES, OF_MODELS), strict=True):
            visitor = Visitor(browser.new_page(viewport=PROJECTOR), address)
            visitor.open("data?lang=en")
            visitor.upload(path)
            print(f"{path.name}: {ROWS:,} rows, {CLASSES} scores, {path.stat().st_size / 1e6:.1f} MB")
            for measured in pages:
                print_page(visitor, measured)
            visitor.page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
