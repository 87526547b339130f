"""The sheet as a whole: the page that holds the exercise and the answers."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from pr_curve_lab.exports.html_page import Page
from pr_curve_lab.exports.qr_code import qr_code
from pr_curve_lab.exports.sheet.answers import answers_to
from pr_curve_lab.exports.sheet.exercise import tasks_of
from pr_curve_lab.exports.sheet.picture import drawn_step, square_of
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.plotting import palette

PAGE = Page(Path(__file__).parent / "templates" / "sheet.html")


def sheet_html(lesson: Lesson, words: Words, *, with_answers: bool = True, address: str = "") -> bytes:
    """A lesson to print, with the answers on a page of their own or without; address: leads back to the lesson.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> b"From decisions to a curve" in sheet_html(LESSONS["curve"], words_in("en"))
    True
    """
    title, drawn = words.say(f"lesson_{lesson.key}.title"), drawn_step(lesson) if with_answers else None
    page = PAGE.filled_in(
        language=words.language,
        title=title,
        about=words.say(f"lesson_{lesson.key}.about"),
        words=words,
        tasks=tasks_of(lesson, words),
        answers=answers_to(lesson, words) if with_answers else [],
        square=None if drawn is None else square_of(lesson, drawn, words),
        palette=palette,
        address=address,
        code=Markup(qr_code(address)) if address else "",
    )
    return page.encode("utf-8")
