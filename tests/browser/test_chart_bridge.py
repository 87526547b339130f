"""What moves in a chart by hand moves without a look on a clock, and where it cannot, the chart stands and says so."""

import pytest

from pr_app.reading.examples import example_cases
from pr_app.wording.catalogue import words_in

PLOTLY = "**/static/js/PlotlyChart*.js"
DRAWN = "() => document.querySelectorAll('[data-testid=\"stPlotlyChart\"] .scatterlayer path').length > 5"
PATIENCE_MS = 4000  # of the bridge
# How often within a second somebody looks for an element of the page, or changes a chart.
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
  window.taken = chart.data.find(one => one.name === 'chosen');
  return window.Plotly.deleteTraces(chart, chart.data.indexOf(window.taken)).then(() => {});
}"""
BRING_TRACE_BACK = """() => {
  const chart = document.querySelector('.st-key-curve_chart .js-plotly-plot');
  return window.Plotly.addTraces(chart, window.taken).then(() => {});
}"""

PUT_IN_PLACE = """one => {
  document.querySelector('.st-key-curve_chart [data-testid="stPlotlyChart"]').innerHTML = one;
}"""


def said_under(visitor, chart):
    return visitor.page.locator(f".st-key-{chart}_mover p").all_inner_texts()


def wait_for(visitor, chart, sentence):
    said = visitor.page.locator(f".st-key-{chart}_mover").get_by_text(sentence, exact=True)
    said.wait_for()
    assert said_under(visitor, chart) == [sentence]


@pytest.fixture
def newer(app, new_visitor):
    """Visitors of the app with another Plotly, in which a name is another."""
    visitors = []

    def visit(name, path):
        def rename(route):
            answer = route.fetch()
            assert name in answer.text()
            route.fulfill(response=answer, body=answer.text().replace(name, name[:-1] + name[-1].upper()))

        visitor = new_visitor(app, service_workers="block")  # a window of their own: others keep the true Plotly
        visitors.append(visitor)
        visitor.page.route(PLOTLY, rename)
        visitor.open(path)
        visitor.page.wait_for_function(DRAWN)
        return visitor

    yield visit
    for visitor in visitors:
        visitor.page.unroute_all()


def test_what_plotly_no_longer_offers_is_said_once_under_each_chart(newer):
    visitor = newer("window.Plotly", "balance?example=sixteen_rows&lang=zh")
    words = words_in("zh")
    for chart in ("pr_chart", "roc_chart"):
        wait_for(visitor, chart, words.say("chart.without_marks"))
    wait_for(visitor, "limits_chart", words.say("chart.without_widths"))
    assert visitor.overflow() <= 1


def test_a_chart_that_is_not_found_stands_and_numbers_follow(newer):
    points = example_cases("sixteen_rows").points
    visitor = newer("js-plotly-plot", "curve?example=sixteen_rows")
    sentence = words_in("en").say("chart.without_marks")
    for chart in ("curve_chart", "scores_chart"):
        wait_for(visitor, chart, sentence)
    visitor.page.locator(".st-key-looser button").click()
    visitor.wait()
    index = points.threshold.tolist().index(float(visitor.parameters()["threshold"]))
    called = points.true_positives[index] + points.false_positives[index]
    assert f"{called:.0f} are called positive" in visitor.headline()
    assert said_under(visitor, "curve_chart") == [sentence]


def test_where_points_have_no_place_only_the_click_is_missing(newer):
    visitor = newer("_fullLayout", "curve?example=sixteen_rows")
    wait_for(visitor, "curve_chart", words_in("en").say("chart.without_clicks"))
    before = visitor.trace("curve_chart", "chosen")
    visitor.page.locator(".st-key-looser button").click()
    visitor.wait()
    assert visitor.trace("curve_chart", "chosen") != before
    assert said_under(visitor, "scores_chart") == []


def test_a_missing_trace_is_said_and_not_tried_for_ever(visitor):
    visitor.open("curve?example=sixteen_rows")
    visitor.trace("curve_chart", "chosen")
    visitor.page.evaluate(TAKE_TRACE_AWAY)
    assert visitor.page.evaluate(LOOKS) == 0
    wait_for(visitor, "curve_chart", words_in("en").say("chart.without_marks"))
    assert visitor.page.evaluate(LOOKS) == 0
    visitor.page.evaluate(BRING_TRACE_BACK)
    visitor.page.locator(".st-key-curve_chart_mover p").wait_for(state="detached")


def test_nobody_looks_at_a_chart_to_which_nothing_happens(visitor):
    visitor.open("balance?example=sixteen_rows")
    visitor.page.wait_for_function(DRAWN)
    visitor.page.wait_for_timeout(PATIENCE_MS)
    assert visitor.page.evaluate(LOOKS) == 0
    assert [said_under(visitor, chart) for chart in ("pr_chart", "roc_chart", "limits_chart")] == [[], [], []]


def test_a_chart_that_is_still_coming_is_waited_for(visitor):
    visitor.open("curve?example=sixteen_rows")
    visitor.trace("curve_chart", "chosen")
    visitor.page.evaluate(PUT_IN_PLACE, '<div data-testid="stSkeleton">')
    visitor.page.wait_for_timeout(PATIENCE_MS + 500)
    assert said_under(visitor, "curve_chart") == []
    visitor.page.evaluate(PUT_IN_PLACE, "<svg>")
    wait_for(visitor, "curve_chart", words_in("en").say("chart.without_marks"))
