"""A lesson as a visitor sees it: its texts, whether it fits the screen, and how often the server ran."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.visitor import POLLING_MS, Visitor

ROOT = "[data-lab=lesson]"
SAYS = f"text => document.querySelector('{ROOT} h1')?.textContent === text"
# Whether nothing has moved since the last call, which means that the transition between two steps is over.
RESTS = """root => {
  const now = document.querySelector(root)?.innerHTML.length + [...document.querySelectorAll(`${root} circle`)]
    .map(one => one.getAttribute('cx') + one.getAttribute('cy')).join();
  const same = window.boardWas === now;
  window.boardWas = now;
  return same;
}"""
SIGHT = """root => {
  const board = document.querySelector(root), all = selector => [...board.querySelectorAll(selector)];
  const box = one => one.getBoundingClientRect();
  const seen = all('svg text, button, p, h1').filter(one => box(one).width > 0 && !one.closest('[hidden]'));
  const text = all('.lab-aside-text')[0], inside = document.createRange();
  const runsThrough = (path, {left, right, top, bottom}) => Array.from({length: 500}, (_, i) =>
    path.getPointAtLength(path.getTotalLength() * i / 499).matrixTransform(path.getScreenCTM()))
    .some(({x, y}) => x > left && x < right && y > top && y < bottom);
  return {
    wide: document.documentElement.scrollWidth - window.innerWidth,
    right: Math.max(...seen.map(one => box(one).right)) - window.innerWidth,
    left: Math.min(...seen.map(one => box(one).left)),
    lowest: Math.max(...seen.map(one => box(one).bottom)),
    cut: text.scrollHeight - text.clientHeight,
    wider: Math.max(0, ...all('.lab-fractions').map(one => one.scrollWidth - one.clientWidth)),
    over: all('svg path, svg circle').filter(one => !one.closest('.lab-inside, mask')
      && box(one).top < box(all('h1')[0]).top).length,
    drawn: all('svg circle, svg path, svg text').length,
    header: board.matches('.lab-room') ? 0
      : Math.max(...all('.lab-top > *').map(one => box(one).right)) - box(board).right,
    crossed: all('.lab-area').filter(one => {
      inside.selectNodeContents(one);
      const {left, right} = box(inside), {top, bottom} = box(one); // letters are lower than the line of their font
      return all('path.lab-curve').some(path => runsThrough(path, {left, right, top, bottom}));
    }).map(one => one.textContent),
    smallest: Math.min(...all('svg text').map(one => parseFloat(getComputedStyle(one).fontSize))),
    low: all('button.lab-button').filter(one => box(one).height < 43.5).map(one => one.textContent),
  };
}"""
WIDE = 700  # px
COUNT_RUNS = """() => {
  window.runs = 0;
  const app = document.querySelector('[data-testid="stApp"]');
  const count = () => { if (app.dataset.testScriptState === 'running') window.runs += 1; };
  window.runCounter ??= new MutationObserver(count);
  window.runCounter.observe(app, {attributes: true, attributeFilter: ['data-test-script-state']});
}"""


class Board:
    """The board of a lesson in a visitor's window."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def open(self, lesson: str, step: int = 1, language: str = "en", **more: str) -> None:
        """Open a step.

        In a window that already shows the app, open the list of lessons first, which closes the previous lesson.
        """
        asked = "".join(f"&{name}={value}" for name, value in more.items())
        go = self.visitor.open
        if self.page.url.startswith(self.visitor.address):
            go = self.visitor.go_back_to
            go(f"lessons?lang={language}")
        go(f"lessons?lesson={lesson}&step={step}&lang={language}{asked}")
        self.count_runs()

    def count_runs(self) -> None:
        """Wait for the lesson, and count the runs of the server from then on."""
        self.page.wait_for_selector(f"{ROOT} h1")
        self.visitor.wait()
        self.page.evaluate(COUNT_RUNS)

    def says(self, headline: str) -> None:
        """Wait until the headline is this text and nothing moves."""
        self.page.wait_for_function(SAYS, arg=headline, polling=POLLING_MS)
        self.page.wait_for_function(RESTS, arg=ROOT, polling=POLLING_MS)

    def sight(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(SIGHT, ROOT)
        return seen

    def runs(self) -> int:
        return int(self.page.evaluate("() => window.runs"))

    def text(self) -> str:
        return self.page.locator(f"{ROOT} .lab-aside-text").inner_text()

    def polygon(self) -> float:
        return polygon(self.page)


def faults(seen: dict[str, Any], screen: dict[str, int]) -> list[str]:
    """List what is wrong with a step: a projector must show all without scrolling, and a phone must cut nothing off."""
    wrong = {
        "sticks out": seen["wide"] > 1 or seen["right"] > 1 or seen["left"] < -1,
        "empty": seen["drawn"] <= 5,
        "drawn over the headline": seen["over"] > 0,
        "fractions are cut": seen["wider"] > 1,
        "below the screen": screen["width"] > WIDE and seen["lowest"] > screen["height"],
        "text is cut": screen["width"] > WIDE and seen["cut"] > 1,
        "the header ends elsewhere than the page": abs(seen["header"]) > 1,
        "a curve runs through a number": seen["crossed"] != [],
        "too small for a thumb": screen["width"] <= WIDE and seen["low"] != [],
    }
    return [f"{fault}: {seen}" for fault, is_there in wrong.items() if is_there]


def polygon(page: Page) -> float:
    """Return the area of the filled shape, in units of recall and precision."""
    corners = page.locator(f"{ROOT} path.lab-fill").first.evaluate(
        "one => [...one.getAttribute('d').matchAll(/[ML]([^ ]+) ([^LZ]+)/g)].map(([, x, y]) => [+x, +y])"
    )
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1], strict=True))) / 2
