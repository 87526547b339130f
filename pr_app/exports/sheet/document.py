"""The sheet as a whole: the page that holds the exercise and the answers."""

from __future__ import annotations

from pathlib import Path

from pr_app.exports.html_page import Page
from pr_app.exports.sheet.answers import answers_to
from pr_app.exports.sheet.exercise import tasks_of
from pr_app.exports.sheet.picture import drawn_step, square_of
from pr_app.figures import palette
from pr_app.lessons.lesson import Lesson
from pr_app.wording.catalogue import Words

PAGE = Page(Path(__file__).parent / "templates" / "sheet.html")


def sheet_html(lesson: Lesson, words: Words) -> bytes:
    """A lesson to print.

    >>> from pr_app.lessons.registry import LESSONS
    >>> from pr_app.wording.catalogue import words_in
    >>> b"From decisions to a curve" in sheet_html(LESSONS["curve"], words_in("en"))
    True
    """
    title, drawn = words.say(f"lesson_{lesson.key}.title"), drawn_step(lesson)
    page = PAGE.filled_in(
        language=words.language,
        title=title,
        about=words.say(f"lesson_{lesson.key}.about"),
        words=words,
        tasks=tasks_of(lesson, words),
        answers=answers_to(lesson, words),
        square=None if drawn is None else square_of(lesson, drawn, words),
        palette=palette,
    )
    return page.encode("utf-8")
