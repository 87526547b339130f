"""The buttons of a chart where a thumb cannot hover: in reach, and on nothing that is to be read."""

import pytest

from tests.browser.visitor import PHONE

TABLET = {"width": 768, "height": 1024}
# Titles, labels and points of each chart that its buttons cover, by the chart's key; a button that is out of reach.
COVERED = """() => {
  const cuts = (one, other) => one.width && one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const covered = {};
  for (const chart of document.querySelectorAll('.js-plotly-plot')) {
    if (!chart.checkVisibility()) continue; // in an expander that is closed
    const key = [...chart.closest('[class*=st-key-]').classList].find(name => name.startsWith('st-key-')).slice(7);
    const [button] = chart.querySelectorAll('.modebar-btn');
    button.scrollIntoView({block: 'center'});
    const bar = chart.querySelector('.modebar').getBoundingClientRect();
    const {left, right, top, bottom} = button.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    covered[key] = hit && button.contains(hit) ? [] : ['out of reach'];
    for (const one of chart.querySelectorAll('text, .points path'))
      if (cuts(one.getBoundingClientRect(), bar)) covered[key].push(one.textContent || 'a point');
  }
  return covered;
}"""
RANGE = "() => document.querySelector('.st-key-left_chart .js-plotly-plot')._fullLayout.xaxis.range"


@pytest.mark.parametrize(
    ("screen", "pages"),
    [
        (
            PHONE,
            ("areas?example=breast_cancer", "schemes?example=sixteen_rows", "balance?example=sixteen_rows&lang=zh"),
        ),
        (TABLET, ("areas?example=breast_cancer",)),
    ],
    ids=["phone", "tablet"],
)
def test_buttons_stand_clear_of_what_is_drawn(app, new_visitor, screen, pages):
    visitor = new_visitor(app, screen, has_touch=True, is_mobile=True)
    for page in pages:
        visitor.open(page)
        visitor.page.wait_for_selector(".js-plotly-plot .modebar-btn", state="attached")
        covered = visitor.page.evaluate(COVERED)
        assert len(covered) >= 2
        assert {key: things for key, things in covered.items() if things} == {}, page
        assert visitor.overflow() <= 1


def test_a_thumb_zooms_by_a_button(app, new_visitor):
    visitor = new_visitor(app, PHONE, has_touch=True, is_mobile=True)
    visitor.open("areas?example=ten_rows")
    visitor.page.locator('.st-key-left_chart [data-title="Zoom in"]').tap()
    visitor.wait()
    low, high = visitor.page.evaluate(RANGE)
    assert high - low < 0.9
