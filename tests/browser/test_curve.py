"""A visitor moves the threshold."""

from base64 import b64encode

import numpy as np
import pytest

from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.web.modules import PAGE_FOLDER
from pr_metrics import choose_threshold
from tests.browser.visitor import PROJECTOR

RANGE = "() => document.querySelector('.st-key-curve_chart .js-plotly-plot')._fullLayout.xaxis.range"
MARK = "() => { document.querySelector('.st-key-curve_chart .js-plotly-plot').dataset.mark = 'mine'; }"
MARKED = "() => document.querySelector('.st-key-curve_chart .js-plotly-plot').dataset.mark"
LONG_QUIET_MS = 800  # late responses to moves arrive within this time, also on a busy machine
LABELS = """() => {
  const chart = document.querySelector('.st-key-curve_chart .js-plotly-plot').getBoundingClientRect();
  return [...document.querySelectorAll('.st-key-curve_chart .annotation')].map(one => {
    const {left, top, right, bottom} = one.querySelector('.bg').getBoundingClientRect();
    return {text: one.textContent, box: [left - chart.left, top - chart.top, right - chart.left, bottom - chart.top]};
  });
}"""
# All that changes while a point is dragged: sentences, counts, formulas, positions of marks and their labels. During
# the drag, elements above the chart replace the chart's own marks.
FOLLOWING = """() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const moved = all('.st-key-curve_chart_script div[aria-hidden]');
  const middle = one => { const {left, right, top, bottom} = one.getBoundingClientRect();
                          return [(left + right) / 2, (top + bottom) / 2].map(Math.round); };
  const mark = (at, chart, trace) => middle(moved[at]
    ?? all(`.st-key-${chart} .scatterlayer`)[0].children[trace].querySelector('path'));
  const label = (at, chart) => moved[at]?.textContent
    ?? all(`.st-key-${chart} .annotation`).map(one => one.textContent).find(text => text.startsWith('≥'));
  const traces = all('.st-key-curve_chart .scatterlayer')[0].children.length;
  const input = all('.st-key-threshold input')[0];
  return [
    all('h1')[0].textContent, ...['confusion', 'fractions', 'fractions_target', 'distribution_says'].map(key =>
      all(`.st-key-${key}`)[0].textContent),
    all('.st-key-confusion [data-dots]').map(one => Number(one.style.getPropertyValue('--dots'))).join(),
    all('.st-key-threshold output')[0].textContent, input.value,
    mark(0, 'curve_chart', traces - 1).join(), label(1, 'curve_chart'),
    mark(2, 'scores_chart', 0)[0], label(3, 'scores_chart'),
  ];
}"""
# The distinct opacities of the chart's own mark of the selected point and of the labels of thresholds.
OPACITIES = """() => {
  const all = selector => [...document.querySelectorAll(`.st-key-curve_chart ${selector}`)];
  const labels = all('.annotation').filter(one => one.textContent.startsWith('≥'));
  return [...new Set([all('.scatterlayer .trace').at(-1), ...labels].map(one => +getComputedStyle(one).opacity))];
}"""
SEEN = "{opacityProperty: true, visibilityProperty: true}"
# For each container whose content holds for the selected point only: whether any text or table cell in it is visible.
ONLY_HERE = f"""() => [...document.querySelectorAll('[class*="_at_"]')].map(place =>
  [...place.querySelectorAll('*')].some(one => one.checkVisibility({SEEN})))"""
SENT = """() => {
  const {send} = WebSocket.prototype;
  window.sent = 0;
  WebSocket.prototype.send = function (message) { window.sent += 1; return send.call(this, message); };
}"""


def slider(visitor):
    return visitor.page.locator('.st-key-threshold input[type="range"]')


def chosen_index(visitor, points):
    """Return the index of the operating point that the chart marks as selected."""
    (recall,), (precision,) = visitor.trace("curve_chart", "selected")
    (index,) = np.flatnonzero((points.recall == recall) & (points.precision == precision))
    return int(index)


def check_headline(visitor, points, index):
    called = points.true_positives[index] + points.false_positives[index]
    assert f"{called:.0f} flagged" in visitor.headline()


def test_a_user_moves_the_threshold_slowly_and_quickly(visitor):
    visitor.open("curve?example=breast_cancer&lang=en")
    labeled_scores = example_labeled_scores("breast_cancer")
    moves_in_the_same_zoomed_chart(visitor, labeled_scores.points)
    moves_quickly(visitor, labeled_scores.points)
    visitor.page.locator(".st-key-curve_chart .js-plotly-plot").hover()
    visitor.page.locator('.st-key-curve_chart [data-title="Reset axes"]').click()
    visitor.page.locator(".st-key-contours").get_by_text("F1").click()
    visitor.wait()
    require(visitor, "precision", "0")
    require(visitor, "recall", "0.9")
    labels_stay_apart(visitor)
    check_numbers_with_commas(visitor)
    check_calibration_comes_into_view(visitor)


def check_calibration_comes_into_view(visitor):
    panel = visitor.page.locator(".st-key-calibration")
    for page, button in (("curve", "show_calibration"), ("summary", "open_calibration")):
        visitor.open(f"{page}?example=breast_cancer&lang=en")
        visitor.page.locator(f".st-key-{button} button").click()
        visitor.page.locator(".st-key-calibration_chart").wait_for()
        visitor.wait()
        assert 0 <= panel.bounding_box()["y"] < PROJECTOR["height"] / 2


def check_message_about_a_number_out_of_range(visitor):
    """Check that the message is visible, not only read by a screen reader, and that nothing changes."""
    box = visitor.page.locator(".st-key-precision input")
    box.fill("-5")
    box.press("Enter")
    said = visitor.page.locator('.st-key-precision [role="alert"]')
    said.wait_for()
    assert "between 0 and 100" in said.inner_text()
    assert said.bounding_box()["height"] > 20
    box.fill("0.25")
    box.press("Enter")
    visitor.wait()


def check_numbers_with_commas(visitor):
    """Check that 0,25 is read as 0.25, and that a comma before three digits separates thousands.

    A number field of an English browser would drop the comma.
    """
    for field, text in (("precision", "0,25"), ("per_day", "12,500"), ("positive_share", "1,125")):
        box = visitor.page.locator(f".st-key-{field} input")
        box.press("Control+a")
        box.press_sequentially(text)
        box.press("Enter")
        visitor.wait()
    box = visitor.page.locator(".st-key-recall input")
    box.press("Control+a")
    visitor.page.keyboard.insert_text("0,875")  # as from the clipboard
    box.press("Enter")
    visitor.wait()
    check_message_about_a_number_out_of_range(visitor)
    typed = {"precision": "0.25", "per_day": "12500", "prevalence": "0.01125", "recall": "0.875"}
    assert {name: visitor.parameters()[name] for name in typed} == typed


def moves_in_the_same_zoomed_chart(visitor, points):
    visitor.page.locator(".st-key-curve_chart .js-plotly-plot").hover()
    visitor.page.locator('.st-key-curve_chart [data-title="Zoom in"]').click()
    visitor.wait()
    zoomed = visitor.page.evaluate(RANGE)
    assert zoomed[1] - zoomed[0] < 0.9
    visitor.page.evaluate(MARK)
    box = visitor.page.locator(".st-key-curve_chart .js-plotly-plot").bounding_box()
    before = chosen_index(visitor, points)
    slider(visitor).focus()
    for _ in range(3):
        slider(visitor).press("ArrowLeft")
    visitor.wait(quiet=LONG_QUIET_MS)
    after = chosen_index(visitor, points)
    assert after == before - 3
    check_headline(visitor, points, after)
    assert visitor.page.evaluate(RANGE) == zoomed
    assert visitor.page.evaluate(MARKED) == "mine"  # the same chart, not a new one
    assert visitor.page.locator(".st-key-curve_chart .js-plotly-plot").bounding_box() == box
    visitor.page.locator(".st-key-looser button").press("Enter")
    visitor.wait(quiet=LONG_QUIET_MS)
    assert chosen_index(visitor, points) == before - 2
    slider(visitor).press("ArrowLeft")  # to the stop that the slider had sent before
    visitor.wait(quiet=LONG_QUIET_MS)
    assert chosen_index(visitor, points) == before - 3


def moves_quickly(visitor, points):
    """Check that no quick move is lost, and that slider, headline and address agree."""
    slider(visitor).focus()
    for presses, pause_ms in ((6, 0), (4, 90)):  # all before the first response, then while responses arrive
        before = chosen_index(visitor, points)
        for _ in range(presses):
            slider(visitor).press("ArrowLeft")
            visitor.page.wait_for_timeout(pause_ms)
        visitor.wait(quiet=LONG_QUIET_MS)
        after = chosen_index(visitor, points)
        assert after == before - presses
        assert int(slider(visitor).input_value()) == after
        assert float(visitor.parameters()["threshold"]) == points.threshold[after]
        check_headline(visitor, points, after)


def labels_of(visitor):
    """Wait for the label of the selected threshold, and return every label in the chart with its box."""
    visitor.page.wait_for_selector(".st-key-curve_chart .annotation", state="attached")
    visitor.page.wait_for_function(f"() => ({LABELS})().some(label => label.text.startsWith('≥'))")
    return visitor.page.evaluate(LABELS)


def cover(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def labels_stay_apart(visitor):
    """Check at several thresholds that labels do not overlap on the screen."""
    check_labels(visitor)
    for key in ("Home", "End", "PageDown"):
        slider(visitor).press(key)
        visitor.wait()
        check_labels(visitor)


def check_labels(visitor):
    labels = [label for label in labels_of(visitor) if "≥" in label["text"] or "F1" in label["text"]]
    assert 2 <= len([label for label in labels if "≥" in label["text"]]) <= 6
    for index, label in enumerate(labels):
        for other in labels[index + 1 :]:
            assert not cover(label["box"], other["box"]), (label, other)


def test_the_page_follows_a_dragged_point_before_the_server_responds(visitor):
    points = example_labeled_scores("breast_cancer").points
    selected = choose_threshold(points).index
    threshold = points.threshold[selected]
    visitor.open(f"curve?example=breast_cancer&lang=en&prevalence=0.02&per_day=100&threshold={threshold}")
    visitor.page.locator(".st-key-rows summary").click()
    visitor.wait()
    visitor.page.locator("h1").scroll_into_view_if_needed()
    visitor.stands(".st-key-curve_chart .main-svg")
    visitor.page.evaluate(SENT)
    before = visitor.page.evaluate(FOLLOWING)
    drag_without_release(visitor, selected, 150)
    held = visitor.page.evaluate(FOLLOWING)
    assert all(one != other for one, other in zip(before, held, strict=True))
    assert visitor.page.evaluate(ONLY_HERE) == [False] * 5
    visitor.page.wait_for_function(f"() => ({OPACITIES})().join() === '0'")
    visitor.page.keyboard.press("Escape")
    assert visitor.page.evaluate(FOLLOWING) == before
    assert visitor.page.evaluate(ONLY_HERE) == [True] * 5
    visitor.page.mouse.up()
    visitor.wait()
    assert visitor.page.evaluate("window.sent") == 0
    drag_without_release(visitor, selected, 150)
    assert visitor.page.evaluate(FOLLOWING) == held
    visitor.page.wait_for_function(f"() => ({OPACITIES})().join() === '0'")
    visitor.page.mouse.up()
    visitor.wait()
    assert visitor.page.evaluate("window.sent") == 1
    assert visitor.page.evaluate(ONLY_HERE) == [True] * 5
    assert visitor.page.evaluate(OPACITIES) == [1]
    assert chosen_recall(visitor) == points.recall[150]
    assert visitor.page.evaluate(FOLLOWING) == held
    assert float(visitor.parameters()["threshold"]) == points.threshold[150]
    check_dragging_the_slider(visitor)


def drag_without_release(visitor, start, end):
    """Press the mouse at one point and move it to another, in steps."""
    (x, y, _), (to_x, to_y, _) = (visitor.point("curve_chart", index) for index in (start, end))
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    for share in (0.3, 0.6, 1.0):
        visitor.page.mouse.move(x + (to_x - x) * share, y + (to_y - y) * share)


def chosen_recall(visitor):
    (recall,), _ = visitor.trace("curve_chart", "selected")
    return recall


def check_dragging_the_slider(visitor):
    """Check that the page also follows the thumb of the slider before it is released."""
    slider(visitor).scroll_into_view_if_needed()
    box, thumb = slider(visitor).bounding_box(), 13.5  # px, width and height
    share = int(slider(visitor).input_value()) / int(slider(visitor).get_attribute("max"))
    x, y = box["x"] + thumb / 2 + share * (box["width"] - thumb), box["y"] + box["height"] / 2
    before = visitor.page.evaluate(FOLLOWING)
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 60, y)
    visitor.page.wait_for_function(f"before => ({FOLLOWING})()[0] !== before", arg=before[0])
    held = visitor.page.evaluate(FOLLOWING)
    assert visitor.page.evaluate("window.sent") == 1
    visitor.page.mouse.up()
    visitor.wait()
    assert visitor.page.evaluate("window.sent") == 2
    assert visitor.page.evaluate(FOLLOWING) == held


# A slider with four stops, alone on a page. Each run of the server passes the number of the last move that it received;
# between runs the user chooses stop 2. Returns the stop after each run, and the moves that the slider sent.
LATE_RUNS = """async script => {
  const {default: show} = await import(`data:text/javascript;base64,${script}`);
  const parentElement = document.body.appendChild(document.createElement('div')), moves = [], stops = [];
  const numbers = [4, 3, 2, 1], texts = numbers.map(String);
  const data = {label: '', template: '', indices: [0, 1, 2, 3], numbers, texts};
  const input = () => parentElement.querySelector('input');
  const run = (received, index) => {
    show({parentElement, setStateValue: (_, move) => moves.push(move), data: {...data, received, index}});
    stops.push(+input().value);
  };
  const choose = async () => {
    input().value = 2;
    for (const type of ['input', 'change']) input().dispatchEvent(new Event(type));
    while (moves.length < stops.length) await new Promise(resolve => setTimeout(resolve));
  };
  run(0, 3);
  await choose();
  run(0, 3);
  await choose();
  run(1, 3);
  run(2, 0);
  return {stops, moves};
}"""


def test_a_run_without_the_last_move_does_not_move_the_slider(browser):
    script = (PAGE_FOLDER / "threshold_slider.js").read_bytes()
    page = browser.new_page()
    page.goto("about:blank")
    answer = page.evaluate(LATE_RUNS, b64encode(script).decode())
    page.close()
    assert answer["stops"] == [3, 2, 2, 0]
    assert answer["moves"] == [{"index": 2, "count": 1}, {"index": 2, "count": 2}]


# A slider with twenty stops, alone on a page and set to stop 9; records the moves that it sends.
ALONE = """async script => {
  const {default: show} = await import(`data:text/javascript;base64,${script}`);
  const indices = [...Array(20).keys()], texts = indices.map(String);
  window.moves = [];
  show({parentElement: document.body, setStateValue: (_, move) => window.moves.push(move.index),
    data: {label: '', template: '', indices, numbers: indices, texts, received: 0, index: 9}});
  document.querySelector('input').focus();
}"""


@pytest.fixture
def lone_slider(browser):
    """The slider alone on a page whose clock the test controls."""
    page = browser.new_page()
    page.clock.install(time=0)
    page.goto("about:blank")
    page.clock.pause_at(10_000)
    page.evaluate(ALONE, b64encode((PAGE_FOLDER / "threshold_slider.js").read_bytes()).decode())
    yield page
    page.close()


def moves_after(page, ms):
    """Advance the clock, and return the stops that the slider has sent so far."""
    page.clock.run_for(ms)
    return page.evaluate("window.moves")


def test_a_key_press_is_sent_at_once(lone_slider):
    lone_slider.keyboard.press("ArrowRight")
    assert moves_after(lone_slider, 1) == [10]
    lone_slider.clock.run_for(1000)
    lone_slider.keyboard.press("ArrowRight")
    assert moves_after(lone_slider, 1) == [10, 11]


def test_a_held_key_sends_only_the_first_and_the_last_stop(lone_slider):
    """Ten quick presses are the same events as a key that is held down."""
    for _ in range(10):
        lone_slider.keyboard.down("ArrowRight")
        lone_slider.clock.run_for(30)
    assert moves_after(lone_slider, 1) == [10]
    assert moves_after(lone_slider, 1000) == [10, 19]


def test_a_key_press_right_after_a_click_is_sent(lone_slider):
    box = lone_slider.locator("input").bounding_box()
    lone_slider.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)
    assert moves_after(lone_slider, 1) == [0]
    lone_slider.keyboard.press("ArrowRight")
    assert moves_after(lone_slider, 1000) == [0, 1]


def set_all_controls(visitor):
    """Use every control whose value is part of the address."""
    points = example_labeled_scores("sixteen_rows").points
    visitor.open("curve?example=sixteen_rows&threshold=0.7")
    assert visitor.headline() == "Threshold 0.7: precision 1.00, recall 0.44, 4 flagged"
    chooses_points_by_clicks(visitor, points)
    for field, text in (("precision", "0.9"), ("recall", "0.7"), ("alerts", "50"), ("positive_share", "2")):
        require(visitor, field, text)
    visitor.page.locator(".st-key-stricter button").click()
    visitor.wait()


def chooses_points_by_clicks(visitor, points):
    for index in (2, 9):
        x, y, _ = visitor.point("curve_chart", index)
        visitor.page.mouse.click(x + 4, y - 4)
        visitor.wait()
        assert chosen_index(visitor, points) == index
        assert float(visitor.parameters()["threshold"]) == points.threshold[index]
        check_headline(visitor, points, index)
        assert int(slider(visitor).input_value()) == index


def require(visitor, field, text):
    """Type a value into a field of the requirements."""
    visitor.page.locator(f".st-key-{field} input").fill(text)
    visitor.page.locator(f".st-key-{field} input").press("Enter")
    visitor.wait()
