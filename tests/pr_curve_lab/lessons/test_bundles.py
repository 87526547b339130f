"""The JSON of a lesson: every curve has its printed area, and every question has one right answer."""

import json
from itertools import pairwise

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_values import step_values

STEPS = [(key, number) for key, lesson in LESSONS.items() for number in range(1, len(lesson.steps) + 1)]
LARGEST = 90_000  # characters of one lesson
DRAWN = 5e-5  # tolerance of the area of a thinned curve


def step_of(key, number, language="en"):
    return lesson_json(key, language)["steps"][number - 1]


def polygon(curve):
    points = list(zip(curve["recall"], curve["precision"], strict=True))
    return sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairwise(points))


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_every_drawn_curve_has_its_printed_area(key, number):
    step = step_of(key, number)
    pictures = [*step["pictures"], *step.get("asked", [])]
    curves = [one["average"] for one in pictures if "average" in one]
    curves += [curve for one in pictures for curve in one.get("curves", [])]
    curves += [one for one in pictures if one["kind"] == "roc"]
    for curve in curves:
        assert polygon(curve) == pytest.approx(curve["area"], abs=DRAWN)


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_a_question_has_one_right_option_or_number(key, number):
    step, facts = step_of(key, number), step_values(LESSONS[key], number)
    assert ("asks" in step) == bool(step.get("options") or step.get("guess"))
    if "options" in step:
        assert [one["key"] for one in step["options"]].count(step["right"]) == 1
    if "guess" in step:
        guess = step["guess"]
        assert guess["truth"] == facts[LESSONS[key].steps[number - 1].number_question.value_name]
        assert 0 <= guess["truth"] <= guess["most"]
        assert guess["truth"] not in guess["distractors"]
        curves = [curve for one in step["pictures"] for curve in one.get("curves", []) if one["kind"] == "curve"]
        if curves and curves[0]["area"] == guess["truth"]:
            assert guess["family"] == curves[0]["family"]


def test_a_number_that_is_no_area_of_a_curve_is_black():
    assert step_of("floor", 2)["guess"]["family"] == "ink"
    assert step_of("many", 3)["guess"]["family"] == "steps"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_is_small_valid_json(key, language):
    text = json.dumps(lesson_json(key, language), allow_nan=False)
    assert len(text) < LARGEST
    assert "{" not in "".join(step["says"] + step["title"] for step in lesson_json(key, language)["steps"])


def test_a_question_about_new_rows_brings_their_points():
    assert "asked" not in step_of("curve", 4)
    asked = step_of("between", 5)["asked"][0]
    assert asked["curves"] == []
    assert asked["points"] == step_of("between", 5)["pictures"][0]["points"]
