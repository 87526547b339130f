"""A teacher prints a lesson: the sheet opens without a network and prints with the answers on separate pages."""

import re

import pytest

from pr_curve_lab.exports.sheet import sheet_html
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.lessons.registry import LESSONS
from tests.browser.hand import download
from tests.browser.lesson_board import Board
from tests.browser.opened import SIDEWAYS, Opened
from tests.browser.visitor import PHONE, PROJECTOR

# Remove everything but the two headings, which would fit on one page.
EMPTY = "() => document.querySelectorAll('.step, .rows, .square').forEach(one => one.remove())"
# The text of every element that overflows the window.
CUT = """() => [...document.querySelectorAll('p, li, h1, h2, td, svg')].filter(one => {
  const {left, right} = one.getBoundingClientRect();
  return left < 0 || right > window.innerWidth + 1;
}).map(one => one.textContent)"""
ROOM = """() => [...document.querySelectorAll('.room mspace')].map(one => {
  const {width, height} = one.getBoundingClientRect();
  return [width, height];
})"""
MILLIMETRE = 96 / 25.4  # px


def printed(page):
    """Print the page, and return the number of A4 pages."""
    page.emulate_media(media="print")
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_the_answers_of_a_sheet_are_printed_on_separate_pages(visitor, offline, tmp_path):
    visitor.open("lessons?lesson=wishes&step=6&lang=zh")
    board = Board(visitor)
    board.count_runs()
    visitor.page.keyboard.press("PageUp")
    of_a_step = download(visitor.page, ".st-key-sheet_wishes button", tmp_path)
    visitor.wait()
    assert board.runs() == 0  # one would replace the file while it is asked for
    visitor.go_back_to("lessons?lesson=curve&lang=en")
    of_another = download(visitor.page, ".st-key-sheet_curve button", tmp_path)
    for path, key, language in ((of_a_step, "wishes", "zh"), (of_another, "curve", "en")):
        assert path.name == f"lesson_{key}_{language}.html"
        with Opened(offline, path) as opened:
            assert opened.page.locator("h1").first.inner_text() == messages_in(language).format(
                f"lesson_steps.{key}.title"
            )
            assert 2 <= printed(opened.page) <= 4
            opened.page.evaluate(EMPTY)
            assert printed(opened.page) == 2
    exercise = download(visitor.page, ".st-key-exercise_curve button", tmp_path)
    assert exercise.name == "lesson_curve_en_exercise.html"
    with Opened(offline, exercise) as opened:
        assert opened.page.locator("section").count() == 1


@pytest.mark.parametrize(("language", "screen"), [("zh", PHONE), ("en", PROJECTOR)], ids=["phone", "projector"])
def test_every_sheet_fits_its_screen_and_has_room_to_write(offline, tmp_path, language, screen):
    for key, lesson in LESSONS.items():
        path = tmp_path / f"{key}.html"
        path.write_bytes(sheet_html(lesson, messages_in(language)))
        with Opened(offline, path, screen) as opened:
            assert opened.page.evaluate(SIDEWAYS) <= 0, key
            assert opened.page.evaluate(CUT) == [], key
            for width, height in opened.page.evaluate(ROOM):
                assert width >= 12 * MILLIMETRE, key
                assert height >= 5 * MILLIMETRE, key
