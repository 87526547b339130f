"""The charts of all schemes: each filled with its area, in its place, compared by mouse and keyboard."""

import re
from itertools import pairwise

import numpy as np
import pytest

from pr_curve_lab.analysis.areas import close_schemes
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES
from tests.browser.test_frame import NARROWEST, TABLET, check_fit
from tests.browser.test_screen_reader import slider_accessibility
from tests.browser.visitor import FILLED, PHONE, PROJECTOR

# For each trace `curve`: its scheme, its vertices, the area filled on the screen, and the numbers above its panel.
PANELS = """() => {
  const chart = document.querySelector('.st-key-schemes_chart .js-plotly-plot');
  const notes = chart._fullLayout.annotations.map(
    ({xref}, index) => ({xref, text: chart.querySelector(`.annotation[data-index="${index}"]`)?.textContent}));
  const filled = FILLED;
  return chart._fullData.filter(one => one.name === 'curve').map(one => ({
    scheme: one.meta, x: Array.from(one.x), y: Array.from(one.y), filled: filled(chart, one.xaxis, one.yaxis),
    texts: notes.filter(note => note.xref === `${one.xaxis} domain`).map(note => note.text),
  }));
}""".replace("FILLED", FILLED)
# The position of each panel in the window: left, right, top, bottom.
PLACES = """() => {
  const chart = document.querySelector('.st-key-schemes_chart .js-plotly-plot');
  const { left, top } = chart.getBoundingClientRect();
  return chart._fullData.filter(one => one.name === 'curve').map(one => {
    const [x, y] = [one.xaxis, one.yaxis].map(id => chart._fullLayout[`${id[0]}axis${id.slice(1)}`]);
    return [left + x._offset, left + x._offset + x._length, top + y._offset, top + y._offset + y._length];
  });
}"""
# Whether the panels are squares of a readable size, which takes longer on a busy machine.
FITTED = f"""() => ({PLACES})().every(
  ([left, right, top, bottom]) => right - left > 100 && Math.abs(right - left - bottom + top) <= 1)"""
# How often the chart is laid out again although nothing happens.
ARRANGED_AGAIN = """() => new Promise(resolve => {
  let times = 0;
  document.querySelector('.st-key-schemes_chart .js-plotly-plot').on('plotly_relayout', () => { times += 1; });
  setTimeout(() => resolve(times), 400);
})"""
# Record the names of layout attributes that are changed.
WATCH_DRAWN = """() => {
  window.drawn = [];
  document.querySelector('.st-key-schemes_chart .js-plotly-plot').on('plotly_relayout', change => {
    window.drawn.push(...Object.keys(change));
  });
}"""
# Text, left and right edge of each label, in the order of the annotations.
LABELS = """() => {
  const chart = document.querySelector('.st-key-schemes_chart .js-plotly-plot');
  const from = chart.getBoundingClientRect().left;
  const at = one => one.closest('.annotation').dataset.index;
  return [...chart.querySelectorAll('.annotation text')].sort((a, b) => at(a) - at(b)).map(one => {
    const { left, right } = one.getBoundingClientRect();
    return [one.textContent, left - from, right - from];
  });
}"""
# The position of a dot in the window, by the beginning of its tooltip.
DOT = """said => {
  const chart = document.querySelector('.st-key-tools_chart .js-plotly-plot');
  chart.scrollIntoView({ block: 'center' });
  const dots = chart._fullData.find(one => one.name === 'points');
  const at = dots.text.findIndex(text => text.startsWith(said));
  const { xaxis, yaxis } = chart._fullLayout, { left, top } = chart.getBoundingClientRect();
  return [left + xaxis._offset + xaxis.d2p(dots.x[at]), top + yaxis._offset + yaxis.d2p(dots.y[at])];
}"""
ARRANGED = """columns => {
  const layout = document.querySelector('.st-key-schemes_chart .js-plotly-plot')?._fullLayout;
  return layout?.xaxis2 && new Set(Object.keys(layout).filter(name => /^xaxis\\d*$/.test(name))
    .map(name => Math.round(100 * layout[name].domain[0]))).size === columns;
}"""


def arranged(visitor, columns):
    visitor.page.wait_for_selector(".st-key-schemes_chart .js-plotly-plot .scatterlayer")
    visitor.page.wait_for_function(ARRANGED, arg=columns)
    visitor.wait()


POINTS = example_labeled_scores("sixteen_rows").points
CLOSE = close_schemes({scheme: SCHEMES[scheme].area(POINTS) for scheme in SCHEMES})
DRAWN = [scheme for scheme in SCHEMES if scheme == "step" or scheme not in CLOSE]  # the others are folded


def check_panels(visitor, points):
    panels = visitor.page.evaluate(PANELS)
    assert [panel["scheme"] for panel in panels] == DRAWN
    for panel in panels:
        area = SCHEMES[panel["scheme"]].area(points)
        drawn = sum(
            (b - a) * (u + v) / 2 for (a, b), (u, v) in zip(pairwise(panel["x"]), pairwise(panel["y"]), strict=True)
        )
        assert drawn == pytest.approx(area, abs=1e-6 if panel["scheme"] == "continuous" else 1e-12)
        assert panel["filled"] == pytest.approx(area, abs=2e-3)
        assert f"{area:.3f}" in panel["texts"]
    areas = [SCHEMES[scheme].area(points) for scheme in SCHEMES]
    assert f"ways to join these points give areas from {min(areas):.3f} to {max(areas):.3f}" in visitor.text()


def check_labels_of_another_choice(visitor):
    """Check that another choice only changes labels, and that redrawing the chart moves no label."""
    for scheme in ("Straight line", "Envelope"):
        visitor.page.evaluate(WATCH_DRAWN)
        visitor.choose("left", scheme)
        drawn = visitor.page.evaluate("window.drawn")
        assert drawn
        assert all(re.fullmatch(r"annotations\[\d+\]\.opacity", name) for name in drawn)
        written = visitor.page.evaluate(LABELS)
        visitor.page.evaluate("() => Plotly.redraw(document.querySelector('.st-key-schemes_chart .js-plotly-plot'))")
        for (text, *edges), (again, *places) in zip(written, visitor.page.evaluate(LABELS), strict=True):
            assert text == again
            assert edges == pytest.approx(places, abs=0.5), text


def compare_by_the_keyboard(visitor, scheme):
    visitor.page.locator(".st-key-left input").first.focus()
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.type(scheme)
    visitor.page.get_by_role("option").nth(1).wait_for(state="detached")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(f"**left={scheme.lower()}**")
    visitor.wait()


def test_panels_have_the_areas_of_their_schemes_on_phone_and_projector(app, new_visitor):
    visitor = new_visitor(app, PHONE)
    visitor.open("schemes?example=sixteen_rows&left=linear&copies=10&lang=zh")
    check_two_columns(visitor)
    assert slider_accessibility(visitor, "copies") == (messages_in("zh").format("ties.copies"), 10, 1, 1000)
    visitor.page.set_viewport_size(PROJECTOR)
    visitor.page.locator(".st-key-lang").get_by_text("English").click()
    visitor.wait()
    arranged(visitor, 6)
    check_panels(visitor, POINTS)
    visitor.page.mouse.click(*visitor.page.evaluate(DOT, "ROCR 0.914"))
    visitor.page.wait_for_url("**tool=ROCR.aucpr**")
    visitor.wait()
    compare_by_the_keyboard(visitor, "Envelope")
    check_labels_of_another_choice(visitor)
    for screen in (TABLET, NARROWEST):  # test_every_page.py has the other screens
        visitor.resize(screen)
        check_fit(visitor, screen, "en")


def check_two_columns(visitor):
    arranged(visitor, 2)
    visitor.page.wait_for_function(FITTED)
    assert visitor.overflow() <= 1
    chart = visitor.page.locator(".st-key-schemes_chart").bounding_box()
    control = visitor.page.locator(".st-key-left").bounding_box()
    assert chart["height"] > 1000
    assert chart["y"] + chart["height"] <= control["y"]
    places = np.array(visitor.page.evaluate(PLACES))
    assert visitor.page.evaluate(ARRANGED_AGAIN) == 0
    assert len(places) == len(DRAWN)
    assert len(set(places[:, 0].round())) == 2
    assert (places[:, 1] - places[:, 0]).min() > 100
    assert places[:, 1] - places[:, 0] == pytest.approx(places[:, 3] - places[:, 2], abs=1)
    assert (places[:, 1] <= PHONE["width"]).all()
    assert (places[:, 3] <= chart["y"] + chart["height"]).all()
    visitor.page.locator(".st-key-all_tools summary").click()
    visitor.page.wait_for_selector(".st-key-tools_table table")
    assert visitor.page.locator(".st-key-tools_table td:nth-child(5)").first.bounding_box()["width"] > 90
    assert visitor.overflow() <= 1


# The position of a release in the window, by the beginning of its tooltip.
RELEASE = DOT.replace("tools_chart", "releases_chart")


def test_a_click_on_a_release_opens_it(app, new_visitor):
    visitor = new_visitor(app, PROJECTOR)
    visitor.open("schemes?example=constant")
    visitor.page.locator(".st-key-releases summary").click()
    visitor.page.wait_for_selector(".st-key-releases_chart .js-plotly-plot .scatterlayer")
    visitor.wait()
    visitor.page.mouse.click(*visitor.page.evaluate(RELEASE, "scikit-learn AP 0.18"))
    visitor.page.wait_for_url("**tool=sklearn.average_precision_score%400.18**")
    visitor.wait()
    assert "scikit-learn average_precision_score, 0.18 to 0.18.2: 0.550" in visitor.text()
