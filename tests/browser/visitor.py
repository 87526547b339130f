"""A visitor: one browser window that opens pages, waits for them, reads them, and remembers what went wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Error, Page, Request, TimeoutError

PROJECTOR = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
WAIT_MS = 60_000  # a machine may be busy with much else
CHOICE_TRIES = 4

POLLING_MS = 50  # to ask at every frame would have every frame drawn

# Before anything else in a window: note that the page asks the server for a run, until it hears that one begins. Only
# then does Streamlit's own word in the page change, on a busy machine much later than the click; what comes in between
# may be the end of the run before. The numbers are those of fields of Streamlit's BackMsg and ForwardMsg.
ASKING = """{
const RERUN_SCRIPT = 11, HASH = 1, METADATA = 2, NEW_SESSION = 4;
const kindOf = bytes => {
  let at = 0;
  while (bytes[at] >> 3 === HASH || bytes[at] >> 3 === METADATA) {
    let length = 0, shift = 0;
    do { length |= (bytes[++at] & 127) << shift; shift += 7; } while (bytes[at] & 128);
    at += length + 1;
  }
  return bytes[at] >> 3;
};
window.WebSocket = class extends window.WebSocket {
  constructor(...where) {
    super(...where);
    this.addEventListener('message', ({data}) => {
      if (data instanceof ArrayBuffer && kindOf(new Uint8Array(data)) === NEW_SESSION) window.askedAt = null;
    });
  }
  send(message) {
    if (message[0] >> 3 === RERUN_SCRIPT) window.askedAt = performance.now();
    super.send(message);
  }
};
}"""
# A run has ended: the page asks for none, and Streamlit says that none is running, it is connected, nothing is stale
# and there is no placeholder. What the server has not begun after ten seconds is a part of a page that is gone. It must
# have been so for a while: a slider waits a moment (200 ms) before it asks.
IDLE = """quiet => {
  const asks = window.askedAt && performance.now() - window.askedAt < 10_000;
  const app = document.querySelector('[data-testid="stApp"]');
  const idle = app && !asks && app.dataset.testScriptState === 'notRunning'
    && app.dataset.testConnectionState === 'CONNECTED'
    && !document.querySelector('[data-testid="stSkeleton"]')
    && !document.querySelector('[data-stale="true"]');
  window.idleSince = idle ? window.idleSince ?? performance.now() : null;
  return idle && performance.now() - window.idleSince >= quiet;
}"""
QUIET_MS = 300

BACK = """address => {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}"""

# Whether an element has stood in its place for a while.
STANDS = """([selector, still]) => {
  const {top, height} = document.querySelector(selector).getBoundingClientRect(), place = `${top} ${height}`;
  if (window.place !== place) [window.place, window.placeSince] = [place, performance.now()];
  return height > 0 && performance.now() - window.placeSince >= still;
}"""
STILL_MS = 150

# Whether each chart that is seen is as wide as the place it has.
FOLLOWED = """() => [...document.querySelectorAll('.js-plotly-plot')].every(chart => !chart.checkVisibility()
  || Math.abs(chart.querySelector('.main-svg')?.getBoundingClientRect().width - chart.clientWidth) < 1)"""

# Where a measured point is on the screen, and its threshold.
POINT = """([key, index]) => {
  const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  const points = chart._fullData.find(one => one.name === 'points');
  const {left, top} = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
  return [left + xaxis._offset + xaxis.d2p(points.x[index]), top + yaxis._offset + yaxis.d2p(points.y[index]),
          points.customdata[index][0]];
}"""

TRACE = """([key, name]) => {
  const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  const trace = chart._fullData.find(one => one.name === name);
  return {x: Array.from(trace.x), y: Array.from(trace.y)};
}"""

# The shape that the browser filled: its path in pixels, measured, and scaled back to recall times precision.
FILLED = """(chart, x = 'x', y = 'y') => {
  const plot = chart.querySelector(`.subplot.${x}${y}`);
  const path = plot.querySelector('.scatterlayer .fills path, .scatterlayer path.js-fill').getAttribute('d');
  const corners = [...path.matchAll(/(-?[\\d.]+(?:e-?\\d+)?)[ ,](-?[\\d.]+(?:e-?\\d+)?)|([HV])(-?[\\d.]+)/g)];
  let last = [0, 0];
  const xy = corners.map(([, x, y, turn, to]) => {
    last = turn === 'H' ? [+to, last[1]] : turn === 'V' ? [last[0], +to] : [+x, +y];
    return last;
  });
  let twice = 0;
  xy.forEach(([x, y], i) => { const [u, v] = xy[(i + 1) % xy.length]; twice += x * v - u * y; });
  const unit = name => {
    const axis = chart._fullLayout[`${name[0]}axis${name.slice(1)}`];
    return axis._length / (axis.range[1] - axis.range[0]);
  };
  return Math.abs(twice) / 2 / (unit(x) * unit(y));
}"""


class Visitor:
    """Opens pages of one app and collects complaints: browser errors and requests to elsewhere."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", self._complain)
        page.on("request", self._watch)

    def leave(self) -> None:
        """Leave the window empty, to the next visitor."""
        self.page.goto("about:blank")
        self.page.remove_listener("pageerror", self._complain)
        self.page.remove_listener("request", self._watch)

    def open(self, path: str) -> None:
        self.page.goto(f"{self.address}/{path}")
        self.wait()

    def go_back_to(self, path: str) -> None:
        """Go to an address as by the back button, for a tenth of the work: what is loaded and the session stay."""
        self.page.evaluate(BACK, f"{self.address}/{path}")
        self.wait()

    def wait(self, *, quiet: int = QUIET_MS) -> None:
        """Wait for the present run to end, and for charts to be drawn; quiet: ms that nothing has happened."""
        self.page.bring_to_front()  # a window behind another is drawn twice a second
        self.page.wait_for_function("() => { window.idleSince = null; return true; }")
        self.page.wait_for_function(IDLE, arg=quiet, polling=POLLING_MS)

    def resize(self, screen: dict[str, int]) -> None:
        """Give the window another size, and wait until its charts have followed."""
        self.page.set_viewport_size(screen)
        self.wait()
        self.page.wait_for_function(FOLLOWED, polling=POLLING_MS)

    def stands(self, selector: str) -> None:
        """Bring an element into view and wait until it stands still: a click on its way would miss it."""
        self.page.locator(selector).first.scroll_into_view_if_needed()
        self.page.evaluate("() => { window.place = null; }")
        self.page.wait_for_function(STANDS, arg=[selector, STILL_MS], polling=POLLING_MS)

    def headline(self) -> str:
        return self.page.locator('[data-testid="stMain"] h1').inner_text()

    def text(self) -> str:
        return self.page.locator('[data-testid="stMain"]').inner_text()

    def parameters(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(urlsplit(self.page.url).query).items()}

    def upload(self, *files: Path, key: str = "upload") -> None:
        self.page.locator(f'.st-key-{key} input[type="file"]').set_input_files(list(files))
        self.wait()

    def choose(self, key: str, option: str) -> None:
        """Open a selection and take an option by its words; a list that closes again is opened again."""
        box = self.page.locator(f".st-key-{key} input").first
        listed = self.page.get_by_role("option", name=option, exact=True)
        box.scroll_into_view_if_needed()
        self.page.wait_for_timeout(100)  # a list that opens while the page scrolls closes again
        for tries_left in reversed(range(CHOICE_TRIES)):  # so does one that opens while the page still grows above it
            box.click()
            try:
                listed.click(timeout=WAIT_MS / CHOICE_TRIES)
                break
            except TimeoutError:
                if not tries_left:
                    raise
        self.wait()

    def visit(self, title: str) -> None:
        """Go to another page by the menu."""
        self.page.locator(".st-key-menu a").filter(has_text=title).click()
        self.wait()

    def trace(self, chart: str, name: str) -> tuple[list[float], list[float]]:
        self.page.wait_for_selector(f".st-key-{chart} .js-plotly-plot .scatterlayer", state="attached")
        drawn: dict[str, Any] = self.page.evaluate(TRACE, [chart, name])
        return drawn["x"], drawn["y"]

    def point(self, chart: str, index: int) -> tuple[float, float, float]:
        """Where a measured point is in the window, across and down, and its threshold."""
        x, y, threshold = self.page.evaluate(POINT, [chart, index])
        return x, y, threshold

    def polygon_area(self, chart: str, name: str = "curve") -> float:
        """Area of a trace, closed to precision 0."""
        x, y = self.trace(chart, name)
        return sum((b - a) * (u + v) / 2 for a, b, u, v in zip(x, x[1:], y, y[1:], strict=False))

    def filled_area(self, chart: str) -> float:
        """Area of the shape that was filled on the screen, to the precision of its pixels."""
        drawn = f"document.querySelector('.st-key-{chart} .js-plotly-plot')"
        return float(self.page.evaluate(f"() => ({FILLED})({drawn})"))

    def chart_text(self, chart: str) -> str:
        self.page.wait_for_selector(f".st-key-{chart} .js-plotly-plot .scatterlayer", state="attached")
        return self.page.locator(f".st-key-{chart} .js-plotly-plot").inner_text()

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))

    def cut_choices(self) -> list[str]:
        """The choices whose words do not fit into their selection."""
        choices = self.page.locator('input[role="combobox"]')
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.value)"
        return list(choices.evaluate_all(cut))

    def traceback(self) -> str:
        """What the page shows of errors: nothing, by the law of this project; servers of the tests show all of it."""
        return "\n".join(self.page.get_by_test_id("stException").all_inner_texts())

    def _complain(self, error: Error) -> None:
        self.complaints.append(f"error: {error}")

    def _watch(self, request: Request) -> None:
        own = (self.address, self.address.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(own):
            self.complaints.append(f"request to {request.url}")
