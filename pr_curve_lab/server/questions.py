"""What a step of a lesson asks a class, and which answers there are: its options, or numbers on the rail of a guess."""

from __future__ import annotations

from pr_curve_lab.i18n.catalogue import LANGUAGES
from pr_curve_lab.lessons.bundles.steps import lesson_bundle
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.web.bundle import Bundle

Answer = str | float
DECIMALS = 2  # of a guess that is no count, as the browser's rail has them
_ANY_LANGUAGE = next(iter(LANGUAGES))  # options and rails are the same in all


def is_step(lesson: str, step: int) -> bool:
    """Whether a lesson has such a step, the first being 1.

    >>> is_step("curve", 9), is_step("curve", 10), is_step("pears", 1)
    (True, False, False)
    """
    return lesson in LESSONS and 1 <= step <= len(LESSONS[lesson].steps)


def taken_answer(lesson: str, step: int, answer: object) -> Answer | None:
    """An answer as it is kept, or None where the step knows no such answer.

    >>> taken_answer("curve", 7, "rises"), taken_answer("curve", 7, "maybe"), taken_answer("curve", 1, "rises")
    ('rises', None, None)
    >>> taken_answer("curve", 5, 0.6000001), taken_answer("curve", 5, float("nan")), taken_answer("curve", 5, 10**400)
    (0.6, None, None)
    """
    asked = lesson_bundle(lesson, _ANY_LANGUAGE)["steps"][step - 1]
    if "guess" in asked:
        return _taken_guess(asked["guess"], answer)
    options = [option["key"] for option in asked.get("options", [])]
    return answer if isinstance(answer, str) and answer in options else None


def _taken_guess(guess: Bundle, answer: object) -> float | None:
    if isinstance(answer, bool) or not isinstance(answer, int | float) or not 0 <= answer <= guess["most"]:
        return None  # what is no number is on no rail either
    return round(float(answer), 0 if guess["rail"] == "count" else DECIMALS)
