"""Chart scripts move marks without timers; if they cannot, the chart stays and shows a message."""

import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores

PLOTLY = "**/static/js/PlotlyChart*.js"
DRAWN = "() => document.querySelectorAll('[data-testid=\"stPlotlyChart\"] .scatterlayer path').length > 5"
PATIENCE_MS = 4000  # how long the script waits for a chart
# The class of charts, and undocumented attributes of Plotly.
OLD_NAMES = ("js-plotly-plot", "_fullLayout", "_fullData", "_offset")
GIVE_CHARTS_THEIR_OLD_CLASS = """renamed => {
  for (const chart of document.querySelectorAll(`.${renamed}`)) chart.classList.add('js-plotly-plot');
}"""
# How often scripts search for an element or change a chart within one second.
LOOKS = """() => new Promise(resolve => {
  let looks = 0;
  const [find, {update, relayout}] = [document.querySelector, window.Plotly];
  const counted = (what) => function (...given) { looks += 1; return what.apply(this, given); };
  document.querySelector = counted(find);
  Object.assign(window.Plotly, {update: counted(update), relayout: counted(relayout)});
  setTimeout(() => {
    document.querySelector = find;
    Object.assign(window.Plotly, {update, relayout});
    resolve(looks);
  }, 1000);
})"""
TAKE_TRACE_AWAY = """() => {
  const chart = document.querySelector('.st-key-curve_chart .js-plotly-plot');
  window.taken = chart.data.find(one => one.name === 'selected');
  return window.Plotly.deleteTraces(chart, chart.data.indexOf(window.taken)).then(() => {});
}"""
BRING_TRACE_BACK = """() => {
  const chart = document.querySelector('.st-key-curve_chart .js-plotly-plot');
  return window.Plotly.addTraces(chart, window.taken).then(() => {});
}"""

SELECTED = """() => {
  const {data} = document.querySelector('.st-key-curve_chart .js-plotly-plot');
  const {x, y} = data.find(one => one.name === 'selected');
  return [x[0], y[0]];
}"""
# The center of a point's circle on the screen; points without a circle have size 0.
POINT = """index => {
  const traces = [...document.querySelectorAll('.st-key-curve_chart .scatterlayer .points')];
  const circles = traces.map(one => one.querySelectorAll('path')).sort((a, b) => b.length - a.length)[0];
  const {left, right, top, bottom} = circles[index].getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}"""
PUT_IN_PLACE = """one => {
  document.querySelector('.st-key-curve_chart [data-testid="stPlotlyChart"]').innerHTML = one;
}"""


def said_under(visitor, chart):
    return visitor.page.locator(f".st-key-{chart}_script p").all_inner_texts()


def wait_for(visitor, chart, sentence):
    said = visitor.page.locator(f".st-key-{chart}_script").get_by_text(sentence, exact=True)
    said.wait_for()
    assert said_under(visitor, chart) == [sentence]


@pytest.fixture
def newer(app, new_visitor):
    """A visitor whose Plotly has other internal names; the window does not share its cached scripts with others."""

    def rename(route):
        answer = route.fetch()
        script = answer.text()
        for name in OLD_NAMES:
            assert name in script
            script = script.replace(name, renamed(name))
        route.fulfill(response=answer, body=script)

    visitor = new_visitor(app, service_workers="block")
    visitor.page.route(PLOTLY, rename)
    yield visitor
    visitor.page.unroute_all()


def renamed(name):
    return name[:-1] + name[-1].upper()


def test_charts_work_if_plotly_renames_its_internals(newer):
    newer.open("curve?example=sixteen_rows")
    newer.page.wait_for_function(DRAWN)
    sentence = messages_in("en").format("chart.without_updates")
    for chart in ("curve_chart", "scores_chart"):  # the script does not find the charts
        wait_for(newer, chart, sentence)
    points = example_labeled_scores("sixteen_rows").points
    newer.page.locator(".st-key-looser button").click()
    newer.wait()
    index = points.threshold.tolist().index(float(newer.parameters()["threshold"]))
    called = points.true_positives[index] + points.false_positives[index]
    assert f"{called:.0f} flagged" in newer.headline()
    assert said_under(newer, "curve_chart") == [sentence]
    check_that_internal_names_do_not_matter(newer, points)


def check_that_internal_names_do_not_matter(newer, points):
    """Check that marks move once the charts are found, and that a click on a point selects it."""
    newer.page.evaluate(GIVE_CHARTS_THEIR_OLD_CLASS, renamed("js-plotly-plot"))
    newer.page.locator(".st-key-looser button").click()
    newer.wait()
    assert said_under(newer, "curve_chart") == said_under(newer, "scores_chart") == []
    newer.stands(".st-key-curve_chart .main-svg")
    x, y = newer.page.evaluate(POINT, 2)
    newer.page.mouse.click(x, y)
    newer.wait()
    assert float(newer.parameters()["threshold"]) == points.threshold[2]
    assert newer.page.evaluate(SELECTED) == [points.recall[2], points.precision[2]]
    check_that_a_late_chart_is_awaited(newer)


def test_a_chart_without_its_trace_gets_one_message(visitor):
    visitor.open("curve?example=sixteen_rows")
    visitor.trace("curve_chart", "selected")
    visitor.page.evaluate(TAKE_TRACE_AWAY)
    assert visitor.page.evaluate(LOOKS) == 0
    wait_for(visitor, "curve_chart", messages_in("en").format("chart.without_updates"))
    assert visitor.page.evaluate(LOOKS) == 0
    visitor.page.evaluate(BRING_TRACE_BACK)
    visitor.page.locator(".st-key-curve_chart_script p").wait_for(state="detached")
    visitor.visit("balance")
    check_that_idle_charts_are_not_polled(visitor)


def check_that_idle_charts_are_not_polled(visitor):
    visitor.page.wait_for_function(DRAWN)
    visitor.page.wait_for_timeout(PATIENCE_MS)
    assert visitor.page.evaluate(LOOKS) == 0
    assert [said_under(visitor, chart) for chart in ("pr_chart", "roc_chart", "limits_chart")] == [[], [], []]
    visitor.page.evaluate("() => { delete window.Plotly; }")
    visitor.page.locator(".st-key-lang").get_by_text("中文").click()
    visitor.wait()
    words = messages_in("zh")
    for chart in ("pr_chart", "roc_chart"):
        wait_for(visitor, chart, words.format("chart.without_updates"))
    wait_for(visitor, "limits_chart", words.format("chart.without_layouts"))
    assert visitor.overflow() <= 1


def check_that_a_late_chart_is_awaited(visitor):
    visitor.page.evaluate("() => { window.later = window.Plotly; window.Plotly = undefined; }")
    visitor.page.evaluate(PUT_IN_PLACE, "<div>")
    visitor.page.wait_for_timeout(PATIENCE_MS + 500)
    assert said_under(visitor, "curve_chart") == []
    visitor.page.evaluate("() => { window.Plotly = window.later; }")
    visitor.page.evaluate(PUT_IN_PLACE, "<svg>")
    wait_for(visitor, "curve_chart", messages_in("en").format("chart.without_updates"))
