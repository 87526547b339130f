import re
import string

import numpy as np
import pytest

from pr_app.examples import EXAMPLES
from pr_app.lesson_facts import facts_of
from pr_app.lessons import LESSONS
from pr_app.words import LANGUAGES, words_in

STEPS = [(lesson.key, number + 1) for lesson in LESSONS.values() for number in range(len(lesson.steps))]

# Counted by hand on the printed lists of rows: lesson, step, then hits, called, all positives.
BY_HAND = [
    ("decisions", 2, 4, 5, 6),
    ("decisions", 6, 5, 9, 6),
    ("decisions", 7, 1, 1, 6),
    ("curve", 2, 1, 1, 5),
    ("curve", 3, 2, 2, 5),
    ("curve", 4, 2, 3, 5),
    ("curve", 5, 3, 4, 5),
    ("curve", 6, 5, 7, 5),
    ("curve", 7, 5, 10, 5),
    ("ends", 1, 3, 7, 3),
    ("ends", 3, 0, 0, 3),
    ("ends", 5, 0, 1, 3),
    ("sum", 2, 1, 1, 2),
    ("sum", 3, 1, 2, 2),
    ("sum", 4, 2, 3, 2),
    ("wishes", 1, 9, 16, 9),
    ("wishes", 2, 7, 8, 9),
    ("wishes", 4, 6, 6, 9),
    ("wishes", 5, 5, 5, 9),
]
RIGHT = {
    ("decisions", 2): "called",
    ("decisions", 5): "hits",
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
    ("between", 7): "less",
    ("sum", 3): "stays",
    ("sum", 4): "rises",
    ("sum", 6): "stays",
    ("sum", 7): "falls",
    ("wishes", 3): "looser",
    ("wishes", 4): "stricter",
}


@pytest.mark.parametrize(("key", "number", "hits", "called", "positives"), BY_HAND)
def test_counts_by_hand(key, number, hits, called, positives):
    facts = facts_of(LESSONS[key], number)
    assert (facts["hits"], facts["called"], facts["positives"]) == (hits, called, positives)
    assert facts["alarms"] == called - hits
    assert facts["missed"] == positives - hits
    assert facts["recall"] == hits / positives
    assert facts["precision"] == hits / called if called else np.isnan(facts["precision"])


def test_the_largest_f1_by_hand():
    facts = facts_of(LESSONS["wishes"], 2)
    assert facts["f1"] == pytest.approx(2 * 7 / (8 + 9))
    assert (round(facts["precision"], 3), round(facts["recall"], 3)) == (0.875, 0.778)


def test_areas_by_hand():
    assert facts_of(LESSONS["curve"], 8)["area"] == pytest.approx((1 + 1 + 3 / 4 + 4 / 6 + 5 / 7) / 5)
    assert facts_of(LESSONS["ends"], 6)["area"] == pytest.approx((1 / 2 + 2 / 3 + 3 / 4) / 3)


@pytest.mark.parametrize(
    ("number", "area"),
    [
        (2, 0.1),
        (3, (1 + 0.1) / 2),
        (4, 0.1),
        (5, 0.1 * 0.5 + 0.9 * 0.1),
        (6, 0.1 * (1 + 0.5) / 2 + 0.9 * (0.5 + 0.1) / 2),
        (7, (1 + 1 + 3 / 4 + 4 / 6 + 5 / 7) / 5),
    ],
)
def test_what_lies_between_by_hand(number, area):
    assert facts_of(LESSONS["between"], number)["area"] == pytest.approx(area, abs=1e-12)


@pytest.mark.parametrize(("number", "area"), [(5, 5 / 6), (6, 5 / 6), (7, 1 / 2)])
def test_the_sum_by_hand(number, area):
    assert facts_of(LESSONS["sum"], number)["area"] == pytest.approx(area, abs=1e-15)


def test_costs_by_hand():
    facts = facts_of(LESSONS["wishes"], 6)
    assert facts["cost"] == f"{5 * facts['missed'] + facts['alarms']:g}"


def test_right_answers_by_hand():
    asked = {(key, number): LESSONS[key].steps[number - 1] for key, number in STEPS}
    assert {at: step.right(facts_of(LESSONS[at[0]], at[1])) for at, step in asked.items() if step.options} == RIGHT


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_a_lesson_has_six_to_nine_steps_on_an_example(lesson):
    assert 6 <= len(lesson.steps) <= 9
    for number in range(1, len(lesson.steps) + 1):
        assert lesson.scene(number).example in EXAMPLES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "number"), STEPS)
def test_every_answer_is_worded_and_no_two_look_the_same(key, number, language):
    words, step = words_in(language), LESSONS[key].steps[number - 1]
    facts = facts_of(LESSONS[key], number)
    said = []
    for option in step.options:
        own = f"lesson_{key}.step{number}.{option}"
        said.append(words.say(own if own in words.catalogue else f"lessons.{option}", **facts))
    assert len(set(said)) == len(said)
    assert step.right is None or step.right(facts) in step.options


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
        parts = ("title", "says", *(("asks", *step.options) if step.options else ()))
        shown |= {f"lesson_{key}.step{number}.{part}" for part in parts}
    assert {key for key in words_in("en").catalogue if key.startswith("lesson_")} <= shown
