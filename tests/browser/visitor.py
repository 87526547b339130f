"""A visitor: one browser window that opens pages, waits for them, reads them, and records errors."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Error, Locator, Page, Request, TimeoutError

from pr_curve_lab.views.page_frame import DIFFERENCE_PAGES

PROJECTOR = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
WAIT_MS = 60_000  # the machine may be busy
CHOICE_TRIES = 4

POLLING_MS = 50  # polling at every frame would make the browser draw every frame

# Runs before all other scripts: note when the page asks the server for a run, until the server reports that one begins.
# Streamlit's own state in the page changes only then, on a busy machine much later than the click, and a message before
# that may be the end of the previous run. The numbers are those of fields of Streamlit's BackMsg and ForwardMsg.
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
# Whether the run has ended: none is requested, and Streamlit reports that none is running, it is connected, nothing is
# stale and there is no skeleton. A request that the server has not begun after ten seconds came from a removed element.
# All this must hold for a while, as a slider waits 200 ms before it sends its value.
# `call` differs from call to call: what was seen before a call does not count.
IDLE = """([quiet, call]) => {
  if (window.idleCall !== call) [window.idleCall, window.idleSince] = [call, null];
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

# Whether an element has not moved for a while.
STANDS = """([selector, still]) => {
  const {top, height} = document.querySelector(selector).getBoundingClientRect(), place = `${top} ${height}`;
  if (window.place !== place) [window.place, window.placeSince] = [place, performance.now()];
  return height > 0 && performance.now() - window.placeSince >= still;
}"""
STILL_MS = 150

# Whether each visible chart is as wide as its container.
FOLLOWED = """() => [...document.querySelectorAll('.js-plotly-plot')].every(chart => !chart.checkVisibility()
  || Math.abs(chart.querySelector('.main-svg')?.getBoundingClientRect().width - chart.clientWidth) < 1)"""

# The position of a measured point on the screen, and its threshold.
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

# The area of the filled shape: its path in pixels, scaled to recall times precision.
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


CUT_TEXTS = """() => {
  const canvas = document.createElement('canvas').getContext('2d');
  const cut = input => {
    canvas.font = getComputedStyle(input).font;
    const width = input.value ? input.scrollWidth : canvas.measureText(input.placeholder).width;
    return width > input.clientWidth;
  };
  const inputs = [...document.querySelectorAll('input[role="combobox"], [data-testid="stNumberInputField"]')];
  return inputs.filter(input => input.checkVisibility() && cut(input)).map(input => input.value || input.placeholder);
}"""

# Whether a text is wider than its place.
IS_CUT = "one => [...one.querySelectorAll('*')].some(part => part.scrollWidth > part.clientWidth)"


class Visitor:
    """Opens pages of one app and collects complaints: browser errors and requests to other servers."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", self._complain)
        page.on("request", self._watch)

    def leave(self) -> None:
        """Leave an empty window for the next visitor."""
        self.page.goto("about:blank")
        self.page.remove_listener("pageerror", self._complain)
        self.page.remove_listener("request", self._watch)

    def open(self, path: str) -> None:
        self.page.goto(f"{self.address}/{path}")
        self.wait()

    def go_back_to(self, path: str) -> None:
        """Go to an address as with the back button, which keeps scripts and session and takes a tenth of the time."""
        self.page.evaluate(BACK, f"{self.address}/{path}")
        self.wait()

    def wait(self, *, quiet: int = QUIET_MS) -> None:
        """Wait until the current run has ended and charts are drawn; quiet: ms without any activity."""
        self.page.bring_to_front()  # a window behind another is drawn only twice a second
        self.page.wait_for_function(IDLE, arg=[quiet, time.monotonic()], polling=POLLING_MS)

    def resize(self, screen: dict[str, int]) -> None:
        """Resize the window, and wait until its charts have followed."""
        self.page.set_viewport_size(screen)
        self.wait()
        self.page.wait_for_function(FOLLOWED, polling=POLLING_MS)

    def stands(self, selector: str) -> None:
        """Scroll to an element and wait until it does not move, as a click would miss a moving one."""
        self.page.locator(selector).first.scroll_into_view_if_needed()
        self.page.evaluate("() => { window.place = null; }")
        self.page.wait_for_function(STANDS, arg=[selector, STILL_MS], polling=POLLING_MS)

    def headline(self) -> str:
        return self.page.locator('[data-testid="stMain"] h1').inner_text().replace("\N{NO-BREAK SPACE}", " ")

    def text(self) -> str:
        return self.page.locator('[data-testid="stMain"]').inner_text()

    def parameters(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(urlsplit(self.page.url).query).items()}

    def upload(self, *files: Path, key: str = "upload") -> None:
        """Upload files; after the first ones, go from Summary back to Data."""
        with self.page.expect_response(lambda one: "/upload_file/" in one.url and one.request.method == "PUT"):
            self.page.locator(f'.st-key-{key} input[type="file"]').set_input_files(list(files))
        self.leave_summary()

    def leave_summary(self) -> None:
        """Wait for the page, and go to Data if it is Summary."""
        self.wait()
        if urlsplit(self.page.url).path.endswith("/summary"):
            self.page.locator('.st-key-top_line a[href*="data"]').click()
            self.wait()

    def choose(self, key: str, option: str) -> None:
        """Open a selectbox and click an option, which is not cut; if the list closes before that, open it again."""
        box = self.page.locator(f".st-key-{key} input").first
        listed = self.page.get_by_role("option", name=option, exact=True)
        box.scroll_into_view_if_needed()
        self.page.wait_for_timeout(100)  # a list that opens while the page scrolls closes again
        for tries_left in reversed(range(CHOICE_TRIES)):  # so does one that opens while the page above it grows
            box.click()
            try:
                is_cut = listed.evaluate(IS_CUT, timeout=WAIT_MS / CHOICE_TRIES)
                listed.click(timeout=WAIT_MS / CHOICE_TRIES)
                break
            except TimeoutError:
                if not tries_left:
                    raise
        assert not is_cut, option
        self.wait()

    def visit(self, page: str) -> None:
        """Go to another page by the menu; page: its name in the address."""
        self.menu_link(page).click()
        self.wait()

    def menu_link(self, page: str) -> Locator:
        """Return the link to a page, after opening what it is under: "More", or the first page of its entry."""
        link = self.page.locator(f':is(.st-key-menu, .st-key-submenu) a[href^="{page}"]').last
        if page in DIFFERENCE_PAGES[1:] and link.count() == 0:
            self.visit(DIFFERENCE_PAGES[0])
        more = self.page.locator(".st-key-menu summary")
        if more.is_visible() and not link.is_visible():
            more.click()
        return link

    def trace(self, chart: str, name: str) -> tuple[list[float], list[float]]:
        self.page.wait_for_selector(f".st-key-{chart} .js-plotly-plot .scatterlayer", state="attached")
        drawn: dict[str, Any] = self.page.evaluate(TRACE, [chart, name])
        return drawn["x"], drawn["y"]

    def point(self, chart: str, index: int) -> tuple[float, float, float]:
        """Return the position of a measured point in the window, across and down, and its threshold."""
        x, y, threshold = self.page.evaluate(POINT, [chart, index])
        return x, y, threshold

    def polygon_area(self, chart: str, name: str = "curve") -> float:
        """Return the area of a trace, closed to precision 0."""
        x, y = self.trace(chart, name)
        return sum((b - a) * (u + v) / 2 for a, b, u, v in zip(x, x[1:], y, y[1:], strict=False))

    def filled_area(self, chart: str) -> float:
        """Return the area of the filled shape on the screen, as exact as its pixels."""
        drawn = f"document.querySelector('.st-key-{chart} .js-plotly-plot')"
        return float(self.page.evaluate(f"() => ({FILLED})({drawn})"))

    def chart_text(self, chart: str) -> str:
        self.page.wait_for_selector(f".st-key-{chart} .js-plotly-plot .scatterlayer", state="attached")
        return self.page.locator(f".st-key-{chart} .js-plotly-plot").inner_text()

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))

    def cut_texts(self) -> list[str]:
        """Return the selected options and the placeholders of fields that do not fit."""
        return list(self.page.evaluate(CUT_TEXTS))

    def traceback(self) -> str:
        """Return the errors on the page, which must be none; test servers show them in full."""
        return "\n".join(self.page.get_by_test_id("stException").all_inner_texts())

    def _complain(self, error: Error) -> None:
        self.complaints.append(f"error: {error}")

    def _watch(self, request: Request) -> None:
        own = (self.address, self.address.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(own):
            self.complaints.append(f"request to {request.url}")
