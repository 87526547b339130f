"""A class goes through the lessons by the arrow keys, some as projected in English and one on a phone in Chinese."""

import pytest

from pr_app.examples import example_cases
from pr_app.lessons import LESSONS
from pr_app.teaching.facts import facts_of
from pr_app.words import words_in
from pr_metrics import SCHEMES
from tests.browser.visitor import PHONE, PROJECTOR

LOWEST = """() => Math.max(...['.st-key-rows_chart', '.st-key-lesson_chart', '.st-key-ways'].map(place => {
  const box = document.querySelector(place);
  return box ? box.getBoundingClientRect().bottom : 0;
}))"""

HEADLINE = "text => document.querySelector('[data-testid=\"stMain\"] h1')?.innerText === text"
QUIET_MS = 60
# How often the server ran the page from now on.
COUNT_RUNS = """() => {
  window.runs = 0;
  const app = document.querySelector('[data-testid="stApp"]');
  new MutationObserver(() => { if (app.dataset.testScriptState === 'running') window.runs += 1; })
    .observe(app, {attributes: true, attributeFilter: ['data-test-script-state']});
}"""
WALKED = """least => {
  const chart = document.querySelector('.st-key-lesson_chart .js-plotly-plot');
  return chart._fullData.find(one => one.name === 'points').x.length >= least;
}"""


@pytest.mark.parametrize(
    ("language", "size", "lessons"), [("en", PROJECTOR, ("curve", "sum", "wishes")), ("zh", PHONE, ("decisions",))]
)
def test_lessons_step_by_step(visitor, language, size, lessons):
    words = words_in(language)
    visitor.page.set_viewport_size(size)
    for lesson in (LESSONS[key] for key in lessons):
        visitor.open(f"lessons?lesson={lesson.key}&lang={language}")
        for number, step in enumerate(lesson.steps, start=1):
            said = f"lesson_{lesson.key}.step{number}"
            facts = facts_of(lesson, number)
            if step.options:
                reads(visitor, words.say(f"{said}.asks", **facts))
                visitor.page.locator(".st-key-answers button").first.click()
            reads(visitor, words.say(f"{said}.title", **facts))
            check_sight(visitor, size)
            if number < len(lesson.steps):
                visitor.page.keyboard.press("ArrowRight")
        visitor.page.keyboard.press("ArrowLeft")
        visitor.wait()
        assert visitor.parameters()["step"] == f"{len(lesson.steps) - 1}"


def reads(visitor, headline):
    """Wait until the page says so and has come to rest; the long quiet of other tests would take minutes here."""
    visitor.page.wait_for_function(HEADLINE, arg=headline, timeout=10_000)
    visitor.wait(quiet=QUIET_MS)


def check_sight(visitor, size):
    """All of a step is on a projector without scrolling, and nothing is cut off on a phone."""
    assert not visitor.has_traceback()
    assert visitor.overflow() <= 1
    if size == PROJECTOR:
        assert visitor.page.evaluate(LOWEST) <= PROJECTOR["height"]


def test_a_link_opens_the_same_step_for_a_student(visitor, fresh_app, new_visitor):
    visitor.open("lessons?lesson=curve&step=8&lang=zh")
    student = new_visitor(fresh_app)
    student.open(visitor.page.url.split("/", 3)[3])
    assert student.headline() == visitor.headline()
    area = SCHEMES["step"].area(example_cases("apples_oranges").points)
    assert student.polygon_area("lesson_chart") == pytest.approx(area, abs=1e-9)
    student.page.keyboard.press("ArrowRight")
    student.wait()
    student.page.get_by_role("link", name="在“面积”页看同样的数据").click()
    student.wait()
    assert student.parameters()["example"] == "apples_oranges"
    assert f"{abs(area - SCHEMES['linear'].area(example_cases('apples_oranges').points)):.3f}" in student.headline()


def test_the_threshold_walks_in_the_browser_without_the_server(visitor):
    visitor.open("lessons?lesson=curve&step=9")
    points = example_cases("apples_oranges").points
    assert visitor.trace("lesson_chart", "points") == (points.recall[:1].tolist(), points.precision[:1].tolist())
    visitor.page.evaluate(COUNT_RUNS)
    visitor.page.locator(".st-key-lesson_chart .updatemenu-button").filter(has_text="Play").click()
    visitor.page.wait_for_function(WALKED, arg=3, timeout=10_000)
    visitor.page.locator(".st-key-lesson_chart .updatemenu-button").filter(has_text="Stop").click()
    recall, precision = visitor.trace("lesson_chart", "points")
    assert recall == points.recall[: len(recall)].tolist()
    assert precision == points.precision[: len(recall)].tolist()
    hits = int(points.true_positives[len(recall) - 1])
    assert f"{hits} of {len(recall)} are positive" in visitor.chart_text("lesson_chart")
    assert visitor.page.evaluate("() => window.runs") == 0
