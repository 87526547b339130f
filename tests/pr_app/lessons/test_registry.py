import re
import string

import pytest

from pr_app.lessons.facts import facts_of
from pr_app.lessons.registry import LESSONS
from pr_app.lessons.sentences import say
from pr_app.reading.examples import EXAMPLES
from pr_app.wording.catalogue import LANGUAGES, words_in

STEPS = [(lesson.key, number + 1) for lesson in LESSONS.values() for number in range(len(lesson.steps))]

RIGHT = {
    ("decisions", 2): "called",
    ("decisions", 5): "true_positives",
    ("decisions", 6): "rises",
    ("decisions", 7): "rises",
    ("curve", 3): "rises",
    ("curve", 4): "falls",
    ("curve", 5): "rises",
    ("curve", 7): "stays",
    ("ends", 2): "class_balance",
    ("ends", 5): "zero",
    ("between", 3): "rises",
    ("between", 4): "falls",
    ("between", 5): "rises",
    ("between", 6): "less",
    ("between", 7): "rises",
    ("between", 8): "continuous",
    ("between", 9): "less",
    ("floor", 2): "rises",
    ("floor", 3): "more",
    ("floor", 4): "below",
    ("floor", 6): "falls",
    ("floor", 7): "something",
    ("rare", 2): "falls",
    ("rare", 3): "stays",
    ("rare", 5): "stays",
    ("rare", 6): "falls",
    ("rounding", 2): "less",
    ("rounding", 3): "falls",
    ("rounding", 4): "rises",
    ("rounding", 5): "more",
    ("rounding", 6): "rises",
    ("many", 2): "less",
    ("many", 3): "middle",
    ("many", 4): "nearer_first",
    ("many", 5): "more",
    ("many", 6): "less",
    ("many", 7): "more",
    ("numbers", 2): "more",
    ("numbers", 3): "less",
    ("numbers", 4): "less",
    ("numbers", 5): "values",
    ("numbers", 6): "unknown",
    ("sum", 3): "stays",
    ("sum", 4): "rises",
    ("sum", 6): "stays",
    ("sum", 7): "falls",
    ("wishes", 3): "looser",
    ("wishes", 4): "stricter",
}


def test_right_answers_by_hand():
    asked = {(key, number): LESSONS[key].steps[number - 1] for key, number in STEPS}
    assert {at: step.right(facts_of(LESSONS[at[0]], at[1])) for at, step in asked.items() if step.options} == RIGHT


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_a_lesson_has_six_to_nine_steps_on_an_example(lesson):
    assert 6 <= len(lesson.steps) <= 9
    for number in range(1, len(lesson.steps) + 1):
        assert lesson.scene(number).example in EXAMPLES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_every_answer_is_worded_and_no_two_look_the_same(lesson, language):
    for number, step in enumerate(lesson.steps, start=1):
        facts = facts_of(lesson, number)
        said = [say(lesson, number, option, facts, words_in(language)) for option in step.options]
        assert len(set(said)) == len(said), number
        assert step.right is None or step.right(facts) in step.options, number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_every_step_says_something_that_fills_in(lesson, language):
    for number, step in enumerate(lesson.steps, start=1):
        facts = facts_of(lesson, number)
        for part in ("title", "says", *(("asks", "tempts") if step.options else ())):
            assert len(say(lesson, number, part, facts, words_in(language))) > 3, (number, part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_lesson_has_a_number_of_its_own(language):
    for key, sentence in words_in(language).catalogue.items():
        if key.startswith("lesson_"):
            plain = "".join(text for text, *_ in string.Formatter().parse(sentence))
            assert not re.search(r"\d", plain.replace("F1", "")), key


def test_every_sentence_of_a_lesson_is_shown_somewhere():
    shown = {f"lesson_{key}.{part}" for key in LESSONS for part in ("title", "about")}
    for key, number in STEPS:
        step = LESSONS[key].steps[number - 1]
        parts = ("title", "says", *(("asks", "tempts", *step.options) if step.options else ()))
        shown |= {f"lesson_{key}.step{number}.{part}" for part in parts}
    assert {key for key in words_in("en").catalogue if key.startswith("lesson_")} <= shown
