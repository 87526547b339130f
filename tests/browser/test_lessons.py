"""A class goes through all lessons by the arrow keys, in both languages; each step is seen projected and on a phone."""

import pytest

from pr_app.lessons.facts import facts_of
from pr_app.lessons.registry import LESSONS
from pr_app.lessons.sentences import say
from pr_app.reading.examples import example_cases
from pr_app.wording.catalogue import words_in
from pr_metrics import SCHEMES
from tests.browser.visitor import PHONE, POLLING_MS, PROJECTOR

HEADLINE = "text => document.querySelector('[data-testid=\"stMain\"] h1')?.innerText === text"
QUIET_MS = 60  # the long quiet of other tests would take minutes here
# The longer English words at both sizes; Chinese, whose formulas are the wider ones, where there is the least room.
SEEN = [("en", (PROJECTOR, PHONE)), ("zh", (PHONE,))]
# What a step shows: how far it reaches, what is drawn, and whether anything sticks out of its place.
SIGHT = """() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const bottom = place => Math.max(0, ...all(place).map(one => one.getBoundingClientRect().bottom));
  const plots = all('.js-plotly-plot');
  return {
    wide: document.documentElement.scrollWidth - window.innerWidth,
    lowest: Math.max(...['.st-key-rows_chart', '[class*="_chart"] .js-plotly-plot', '.st-key-ways'].map(bottom)),
    drawn: plots.length > 0 && plots.every(one => one.querySelector('.scatterlayer path, .shapelayer path')),
    words: document.querySelector('.st-key-ways').closest('[data-testid="stColumn"]').innerText.trim().length,
    cut: all('.katex-display').map(one => one.scrollWidth - one.clientWidth).filter(over => over > 3),
  };
}"""
FITS = """() => [...document.querySelectorAll('.js-plotly-plot .main-svg')]
  .every(one => one.getBoundingClientRect().right <= window.innerWidth + 1)"""
AT_STEP = "step => new URLSearchParams(location.search).get('step') === step"
FEWEST_LETTERS = 40  # beside the pictures of a step
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


@pytest.mark.parametrize(("language", "sizes"), SEEN)
def test_every_lesson_step_by_step(app, new_visitor, language, sizes):
    visitor, words = new_visitor(app, sizes[0]), words_in(language)
    visitor.open(f"lessons?lang={language}")
    for lesson in LESSONS.values():
        visitor.page.locator(f".st-key-open_{lesson.key} button").click()
        for number, step in enumerate(lesson.steps, start=1):
            facts = facts_of(lesson, number)
            if step.options:
                reads(visitor, say(lesson, number, "asks", facts, words))
                visitor.page.locator(".st-key-answers button").first.click()
            reads(visitor, say(lesson, number, "title", facts, words))
            sizes = check_sight(visitor, f"{lesson.key} {number}", sizes)
            if number < len(lesson.steps):
                visitor.page.keyboard.press("ArrowRight")
        visitor.page.keyboard.press("ArrowLeft")
        before = len(lesson.steps) - 1
        reads(visitor, say(lesson, before, "title", facts_of(lesson, before), words))
        visitor.page.wait_for_function(AT_STEP, arg=f"{before}")
        visitor.page.locator(".st-key-all_lessons button").click()


def reads(visitor, headline):
    """Wait until the page says so and has come to rest."""
    visitor.page.wait_for_function(HEADLINE, arg=headline, polling=POLLING_MS)
    visitor.wait(quiet=QUIET_MS)


def check_sight(visitor, step, sizes):
    """All of a step is on a projector without scrolling, nothing is cut off on a phone, and nothing is empty.

    The window has the first of the sizes; the sizes come back turned round, so that no step changes it twice.
    """
    assert not visitor.has_traceback(), step
    for size in sizes:
        if visitor.page.viewport_size != size:
            visitor.page.set_viewport_size(size)
        visitor.page.wait_for_function(FITS, polling=POLLING_MS)
        seen = visitor.page.evaluate(SIGHT)
        assert (seen["wide"] <= 1, seen["cut"], seen["drawn"]) == (True, [], True), (step, size, seen)
        assert seen["words"] >= FEWEST_LETTERS, (step, seen)
        assert size == PHONE or seen["lowest"] <= PROJECTOR["height"], (step, seen)
    return sizes[::-1]


@pytest.mark.parametrize("lesson", ["curve", "sum", "numbers"])
def test_projected_a_step_is_larger_and_still_whole(visitor, lesson):
    visitor.open(f"lessons?lesson={lesson}&room=1&step={len(LESSONS[lesson].steps)}")
    if visitor.page.locator(".st-key-answers button").count():
        visitor.page.locator(".st-key-answers button").first.click()
        visitor.wait()
    seen = visitor.page.evaluate(SIGHT)
    assert (seen["wide"] <= 1, seen["cut"], seen["drawn"]) == (True, [], True)
    assert seen["lowest"] <= PROJECTOR["height"]
    heads = visitor.page.locator(".st-key-header, [data-testid=stHeader]").all()
    assert [head.is_visible() for head in heads] == [False, False]
    larger = visitor.page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)")
    visitor.page.locator(".st-key-room label").first.click()
    visitor.page.wait_for_function("() => !new URLSearchParams(location.search).has('room')")
    visitor.wait()
    assert visitor.page.locator(".st-key-header").is_visible()
    plain = visitor.page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)")
    assert larger > 1.1 * plain


def test_a_link_opens_its_step_for_a_student(app, new_visitor):
    student = new_visitor(app)
    student.open("lessons?lesson=curve&step=8&lang=zh")
    lesson = LESSONS["curve"]
    assert student.headline() == say(lesson, 8, "title", facts_of(lesson, 8), words_in("zh"))
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
    true_positives = int(points.true_positives[len(recall) - 1])
    assert f"{true_positives} of {len(recall)} are positive" in visitor.chart_text("lesson_chart")
    assert visitor.page.evaluate("() => window.runs") == 0
