"""The widget in JupyterLab and in marimo: it can be dragged, Python gets the change, and shapes have their areas."""

import json
import re
import time
from pathlib import Path

import numpy as np
import pytest

from pr_curve_lab.io.local_files import FILES_VARIABLE
from pr_metrics import SCHEMES, operating_points
from tests.browser.hand import drag, middle
from tests.browser.notebooks import run_cell, running_jupyter, running_marimo
from tests.browser.test_play import SEEN, polygon_area
from tests.browser.visitor import PROJECTOR, Visitor

EXACT = 1e-12
PATIENCE = 60  # seconds
MANY = 20_000
SCHEMES_SHOWN = ("step", "linear")
READABLE = 7  # least contrast of text and background
FIRST = """from pathlib import Path
import numpy as np
import pandas as pd
from pr_curve_lab import view

folder = Path.cwd()
label, score = [1, 0, 1, 1, 0, 1, 0, 0], [0.95, 0.9, 0.85, 0.7, 0.7, 0.6, 0.4, 0.3]
few = view(pd.DataFrame({"label": label, "score": score, "num_positives": 5}))  # one positive was never scored
random = np.random.default_rng(1)
label = random.random(20_000) < 0.2
w = view(label, random.normal(size=20_000) + label)
for name, picture in {"few": few, "many": w}.items():
    picture.observe(lambda change, file=folder / name: file.write_text(repr(change["new"])), "threshold")
"""
SECOND = """address = w.open(browser=False)
(folder / "pid").write_text(str(w._server.process.pid))
(folder / "address").write_text(address)"""
CELLS = {
    "jupyter": [f"{FIRST}\nfrom IPython.display import display\ndisplay(few, w)"],
    "marimo": [f"{FIRST}import marimo\nmarimo.output.replace(marimo.vstack([few, w]))", SECOND],
}
RUNNING = {"jupyter": running_jupyter, "marimo": running_marimo}
IN_MARIMO = pytest.mark.parametrize("notebook", ["marimo"], indirect=True)  # for what does not depend on the notebook

COLORS = """root => {
  const canvas = document.createElement('canvas').getContext('2d');
  const light = color => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(one => (one / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const text = light(getComputedStyle(root).color);
  let at = root;
  const paperOf = one => getComputedStyle(one).backgroundColor;
  while (/, 0\\)$|transparent/.test(paperOf(at))) at = at.parentElement ?? at.getRootNode().host;
  const paper = light(paperOf(at));
  return [paper, (Math.max(text, paper) + 0.05) / (Math.min(text, paper) + 0.05)];
}"""


class Notebook:
    """A notebook that a window shows, and the folder that it works in."""

    def __init__(self, page, folder):
        self.page, self.folder, self.sent = page, folder, []
        page.on("request", lambda request: self.sent.append(request.post_data_buffer or b""))
        page.on("websocket", lambda socket: socket.on("framesent", self._keep))

    def _keep(self, payload):
        self.sent.append(payload if isinstance(payload, bytes) else payload.encode())

    def picture(self, which):
        return self.page.locator("[data-lab=notebook]").nth(["few", "many"].index(which))

    def seen(self, which):
        seen = self.picture(which).evaluate(SEEN)
        del seen["held"]
        return seen

    def told(self, name):
        """Wait until Python has written this file, and return its content."""
        end = time.monotonic() + PATIENCE
        file = self.folder / "work" / name
        while not (file.exists() and file.read_text(encoding="utf-8")):
            assert time.monotonic() < end, name
            time.sleep(0.05)
        return file.read_text(encoding="utf-8")

    def drag(self, which, selector, dx, **options):
        handle = self.picture(which).locator(selector)
        handle.scroll_into_view_if_needed()
        x, y = middle(handle)
        drag(self.page, (x, y), (x + dx, y), **options)


@pytest.fixture(scope="module", params=RUNNING)
def notebook(request, browser, tmp_path_factory):
    folder, asked = tmp_path_factory.mktemp(request.param), []
    context = browser.new_context(viewport={**PROJECTOR, "height": 900})
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    shown = Notebook(page, folder)
    with RUNNING[request.param](folder, CELLS[request.param], "Dark") as address:
        page.goto(address)
        if request.param == "jupyter":
            run_cell(page)
        page.locator("[data-lab=notebook]").nth(1).wait_for(timeout=1000 * PATIENCE)
        yield shown
        context.close()
    assert {one for one in asked if not re.match(r"http://127\.0\.0\.1:|data:|blob:", one)} == set()
    if (folder / "work/pid").exists():
        ended(int(shown.told("pid")))


def ended(child):
    """Wait until the app has ended, as it must with the notebook."""
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{child}/cwd").exists():  # the process has ended
        assert time.monotonic() < end
        time.sleep(0.05)


def check_numbers(seen, points):
    """Check that every number equals that of `pr_metrics`, is printed, and is the area of its polygon."""
    wanted = {scheme: SCHEMES[scheme].area(points) for scheme in SCHEMES_SHOWN}
    assert [scheme for scheme, *_ in seen["areas"]] == list(wanted)
    for (scheme, value, path), printed in zip(seen["areas"], seen["printed"], strict=True):
        assert value == pytest.approx(wanted[scheme], abs=EXACT)
        assert polygon_area(path) == pytest.approx(value, abs=EXACT)
        assert float(printed) == pytest.approx(value, abs=0.5001 * 10.0 ** -len(printed.partition(".")[2]))
    called = points.threshold >= seen["threshold"]
    tp, fp = (count[called][-1] if called.any() else 0 for count in (points.true_positives, points.false_positives))
    assert seen["counts"] == {"tp": tp, "fp": fp, "fn": points.positives - tp, "tn": points.negatives - fp}
    assert seen["ratios"] == pytest.approx({"precision": tp / (tp + fp), "recall": tp / points.positives}, abs=EXACT)


def points_of(rows):
    score, label = np.array(rows).T
    return operating_points(label, score, total_positives=5)


def many_points():
    random = np.random.default_rng(1)
    label = random.random(MANY) < 0.2
    return operating_points(label, random.normal(size=MANY) + label)


def test_python_gets_the_threshold_when_the_mouse_is_released(notebook):
    before = notebook.seen("few")
    check_numbers(before, points_of(before["rows"]))
    notebook.sent.clear()
    pill = "[data-lab=threshold] rect[rx]:not(.lab-halo)"
    notebook.drag("few", pill, 150, each=lambda: is_quiet_about(notebook, before["threshold"]))
    after = notebook.seen("few")
    assert after["threshold"] > before["threshold"]
    check_numbers(after, points_of(after["rows"]))
    assert float(notebook.told("few")) == after["threshold"]
    assert thresholds(notebook) != []


def is_quiet_about(notebook, before):
    assert notebook.seen("few")["threshold"] > before
    assert thresholds(notebook) == []


def thresholds(notebook):
    """Return the messages about a threshold that were sent to Python."""
    return [one for one in notebook.sent if b'"threshold"' in one]


@IN_MARIMO
def test_both_areas_follow_a_dragged_row(notebook):
    before = notebook.seen("few")
    notebook.drag("few", '[data-lab-row="1"] circle', -200)
    moved = notebook.seen("few")
    assert moved["rows"] != before["rows"]
    check_numbers(moved, points_of(moved["rows"]))
    notebook.picture("few").locator("button").click()
    assert notebook.seen("few") == before


@IN_MARIMO
def test_moved_rows_stay_when_the_scheme_changes(notebook):
    before = notebook.seen("few")
    notebook.drag("few", '[data-lab-row="1"] circle', -200)
    moved = notebook.seen("few")["rows"]
    choice = notebook.picture("few").locator("select[data-choice=right]")
    choice.select_option("envelope")
    notebook.picture("few").locator("path[data-lab-area=envelope]").wait_for(timeout=1000 * PATIENCE)
    after = notebook.seen("few")
    assert after["rows"] == moved != before["rows"]
    wanted = [SCHEMES[scheme].area(points_of(moved)) for scheme in ("step", "envelope")]
    assert [value for _, value, _ in after["areas"]] == pytest.approx(wanted, abs=EXACT)
    choice.select_option("linear")
    notebook.picture("few").locator("path[data-lab-area=linear]").wait_for(timeout=1000 * PATIENCE)
    notebook.picture("few").locator("button").click()
    assert notebook.seen("few")["areas"] == before["areas"]


@IN_MARIMO
def test_many_rows_have_exact_areas_and_a_measured_threshold(notebook):
    points, before = many_points(), notebook.seen("many")
    check_numbers(before, points)
    notebook.drag("many", "[data-lab=threshold] rect[rx]:not(.lab-halo)", 120)
    after = notebook.seen("many")
    assert after["threshold"] > before["threshold"]
    assert after["threshold"] in points.threshold
    check_numbers(after, points)
    assert float(notebook.told("many")) == after["threshold"]


def test_python_computes_the_curve_of_another_scheme(notebook):
    choice = notebook.picture("many").locator("select[data-choice=right]")
    choice.select_option("envelope")
    notebook.picture("many").locator("path[data-lab-area=envelope]").wait_for(timeout=1000 * PATIENCE)
    _, value, path = notebook.seen("many")["areas"][1]
    assert value == pytest.approx(SCHEMES["envelope"].area(many_points()), abs=EXACT)
    assert polygon_area(path) == pytest.approx(value, abs=EXACT)
    choice.select_option("linear")
    notebook.picture("many").locator("path[data-lab-area=linear]").wait_for(timeout=1000 * PATIENCE)


def test_a_dark_notebook_has_enough_contrast(notebook):
    paper, contrast = notebook.picture("few").evaluate(COLORS)
    assert paper < 0.1
    assert contrast > READABLE


@IN_MARIMO  # marimo runs all cells at once
def test_the_app_opens_with_the_rows_of_the_notebook(notebook):
    address, child = notebook.told("address"), notebook.told("pid")
    with notebook.page.context.expect_page() as opened:
        notebook.page.evaluate("address => { window.open(address) }", address)
    app = Visitor(opened.value, address)
    app.wait()
    assert "notebook.parquet" in app.page.locator("body").inner_text()
    assert app.polygon_area("left_chart") == pytest.approx(SCHEMES["step"].area(many_points()), abs=EXACT)
    opened.value.close()
    handed = Path(f"/proc/{child}/environ").read_text(encoding="utf-8").split("\0")
    ((file,),) = (json.loads(one.partition("=")[2]) for one in handed if one.startswith(f"{FILES_VARIABLE}="))
    assert Path(file).is_file()
