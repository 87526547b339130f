"""A point that is selected in one chart of the page Class balance is selected in the other."""

from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import at_prevalence

OPACITY = """key => {
  const circles = document.querySelectorAll(`.st-key-${key} .scatterlayer .trace .points path`);
  return Math.min(...[...circles].map(one => +getComputedStyle(one).opacity));
}"""


def move(visitor, key, press):
    visitor.page.locator(f'.st-key-{key} input[type="range"]').press(press)
    visitor.wait()


def type_balance(visitor, text):
    field = visitor.page.locator(".st-key-prevalence_typed input")
    field.fill(text)
    field.press("Enter")
    visitor.wait()


def chosen(visitor):
    """Return the coordinates of the marked point in both charts."""
    return visitor.trace("pr_chart", "selected"), visitor.trace("roc_chart", "selected")


def test_a_selected_point_is_marked_in_both_charts(visitor):
    points = example_labeled_scores("sixteen_rows").points
    visitor.open("balance?example=sixteen_rows&prevalence=0.2")
    check_clicks_in_either_chart(visitor, points)
    check_selection_stays(visitor, points)


def check_clicks_in_either_chart(visitor, points):
    """Click on points, some of them twice, and check that both charts mark the same point."""
    moved = at_prevalence(points, 0.2)
    for key, index in (("pr_chart", 7), ("pr_chart", 2), ("roc_chart", 5), ("roc_chart", 5), ("pr_chart", 2)):
        assert click(visitor, key, index, beside=4) == points.threshold[index]
        at = points.recall[index], points.false_positive_rate[index]
        assert chosen(visitor) == (([at[0]], [moved.precision[index]]), ([at[1]], [at[0]]))
        said = f"recall {at[0]:.3f} and false positive rate {at[1]:.3f} at both balances"
        assert said in visitor.text()
        assert visitor.page.evaluate(OPACITY, key) == 1
        label = f"≥ {points.threshold[index]:g}"
        assert label in visitor.chart_text("pr_chart")
        assert label in visitor.chart_text("roc_chart")


def click(visitor, key, index, *, beside=0):
    """Click on a point, or `beside` pixels away from it, and return its threshold, which is then selected."""
    x, y, threshold = visitor.point(key, index)
    visitor.page.mouse.click(x + beside, y + beside)
    visitor.wait()
    assert float(visitor.parameters()["threshold"]) == threshold
    return threshold


def check_selection_stays(visitor, points):
    """Check that another balance and a click far from all points keep the selection, and that the slider moves it."""
    # All charts and controls are visible without scrolling.
    visitor.page.set_viewport_size({"width": 1280, "height": 1500})
    visitor.wait()
    type_balance(visitor, "0.07")
    assert chosen(visitor)[0] == ([points.recall[2]], [at_prevalence(points, 0.07).precision[2]])
    move(visitor, "threshold", "ArrowRight")
    assert chosen(visitor)[1] == ([points.false_positive_rate[3]], [points.recall[3]])
    threshold = click(visitor, "pr_chart", 2)
    empty = visitor.page.locator(".st-key-roc_chart .js-plotly-plot").bounding_box()
    visitor.page.mouse.click(empty["x"] + empty["width"] / 2 + 60, empty["y"] + empty["height"] / 2 + 60)
    visitor.wait()
    assert float(visitor.parameters()["threshold"]) == threshold  # no point is near
