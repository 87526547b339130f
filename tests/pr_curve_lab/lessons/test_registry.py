import re
import string
from fractions import Fraction as Of

import numpy as np
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.lesson import step_text
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.schema.examples import EXAMPLES, example_table
from tests.expected_intervals import expected_interval

STEPS = [(lesson.key, number + 1) for lesson in LESSONS.values() for number in range(len(lesson.steps))]
NEAR = {"count": 0.5}  # a guess within this distance counts as the number, as in pr_curve_lab/web/scripts/guess.js
NEAR_RATIO = 0.03

RIGHT = {
    ("decisions", 7): "rises",
    ("curve", 7): "falls",
    ("ends", 5): "more",
    ("sum", 3): "stays",
    ("sum", 7): "stays",
    ("ends", 3): "no_value",
    ("floor", 4): "left",
    ("floor", 6): "falls",
    ("rare", 2): "stays",
    ("rare", 5): "stays",
    ("between", 5): "rises",
    ("between", 7): "rises",
    ("between", 8): "continuous",
    ("between", 9): "less",
    ("numbers", 2): "more",
    ("numbers", 3): "less",
    ("numbers", 4): "more",
    ("numbers", 5): "more",
    ("numbers", 6): "less",
    ("numbers", 7): "less",
    ("numbers", 9): "unknown",
    ("rounding", 3): "rises",
    ("rounding", 4): "less",
    ("rounding", 6): "in_steps",
    ("many", 5): "more",
    ("many", 7): "first",
    ("many", 8): "label",
    ("many", 9): "more",
    ("sure", 4): "third",
    ("sure", 6): "lead",
    ("sure", 7): "chance",
}


def column(example, score="score"):
    frame = example_table(example).frame
    return frame["label"].to_numpy(), frame[score].to_numpy()


def by_trapezoids(example):
    precision, recall, _ = precision_recall_curve(*column(example))
    return auc(recall, precision)


def among_more(example, score, times):
    """Return average precision with every negative repeated `times` times."""
    label, value = column(example, score)
    return average_precision_score(label, value, sample_weight=np.where(label == 1, 1, times))


def lower_limit(times):
    """Return the lower limit of the area of twenty rows that are there so many times."""
    label, score = column("twenty_rows")
    return expected_interval(np.tile(label, times), np.tile(score, times))[0].lower


def drawn_limit():
    """Return where the middle of the areas of twenty rows begins that are drawn by class with replacement."""
    label, score = column("twenty_rows")
    random, classes = np.random.default_rng(7), [np.flatnonzero(label == one) for one in (1, 0)]
    drawn = [np.concatenate([random.choice(one, one.size) for one in classes]) for _ in range(2000)]
    return np.quantile([average_precision_score(label[rows], score[rows]) for rows in drawn], 0.025)


def orders_at_random(positives, rows):
    """Return the expected average precision over all orders, by Bestgen (2015)."""
    harmonic = sum(Of(1, row) for row in range(1, rows + 1))
    return Of(positives - 1, rows - 1) + harmonic / rows * Of(rows - positives, rows - 1)


MACRO = (Of(1, 8) * (6 + Of(7, 8) + Of(8, 9)) + Of(1, 2) * (1 + Of(2, 5))) / 2
APPLES = (1 + 1 + Of(3, 4) + Of(4, 6) + Of(5, 7)) / 5

TRUTHS = {  # counted on the printed rows or computed in another way
    ("decisions", 2): 5,
    ("decisions", 5): 4,
    ("decisions", 6): 4,
    ("curve", 3): Of(2, 5),
    ("curve", 4): Of(2, 3),
    ("curve", 5): Of(3, 4),
    ("curve", 8): APPLES,
    ("sum", 4): Of(2, 3),
    ("sum", 5): Of(1, 2) * (1 + Of(2, 3)),
    ("sum", 8): Of(1, 2) * Of(1, 2) + Of(1, 2) * Of(2, 4),
    ("ends", 2): Of(3, 7),
    ("ends", 4): 0,
    ("floor", 1): Of(10, 100),
    ("floor", 2): Of(6, 10),
    ("floor", 3): orders_at_random(10, 100),
    ("floor", 7): sum(Of(hit, 90 + hit) for hit in range(1, 11)) / 10,
    ("floor", 8): (APPLES - Of(1, 2)) / (1 - Of(1, 2)),
    ("rare", 3): Of(500, 500 + 10 * 160),
    ("rare", 6): among_more("thousand_each", "score", 100),
    ("wishes", 3): Of(9, 14),
    ("wishes", 4): Of(3, 10),
    ("wishes", 5): 6,
    ("between", 2): Of(1, 10),
    ("between", 3): Of(1, 10) + Of(9, 10) / 2,
    ("between", 4): Of(1, 10),
    ("between", 6): by_trapezoids("improved"),
    ("numbers", 8): 15,
    ("rounding", 2): (1 + Of(2, 4)) / 2,
    ("rounding", 5): 2,
    ("many", 2): (1 + Of(2, 5)) / 2,
    ("many", 3): MACRO,
    ("many", 4): (6 + Of(7, 8) + Of(8, 9) + 1 + Of(2, 5)) / 10,
    ("many", 6): Of(8 + 2 * Of(1, 2), 10),
    ("sure", 2): drawn_limit(),
    ("sure", 3): lower_limit(10),
    ("roc", 2): sum(Of(hit, 7 + 2 * hit) for hit in range(1, 11)) / 10,
    ("roc", 3): 12,
    ("roc", 4): 0,
    ("roc", 5): among_more("swapped_models", "steady", 11),
    ("roc", 6): 25,
    ("roc", 7): Of(9, 70),
    ("meaning", 2): 9,
    ("meaning", 3): 0,
    ("meaning", 4): Of(3, 10),
    ("meaning", 6): 1,
    ("missed", 2): Of(5, 20),
    ("missed", 4): APPLES * Of(5, 20),
    ("missed", 5): Of(5, 20),
    ("missed", 6): 8,
}
TOLERANCE = {("sure", 2): 0.015}  # the limit of rows that were drawn at random


def test_right_answers_by_hand():
    asked = {(key, number): LESSONS[key].steps[number - 1] for key, number in STEPS}
    assert {at: step.right(step_values(LESSONS[at[0]], at[1])) for at, step in asked.items() if step.options} == RIGHT


def test_every_requested_number_has_an_independent_value():
    assert {(key, number) for key, number in STEPS if LESSONS[key].steps[number - 1].number_question} == TRUTHS.keys()


@pytest.mark.parametrize(("key", "number"), TRUTHS)
def test_truths_by_hand(key, number):
    guess, facts = LESSONS[key].steps[number - 1].number_question, step_values(LESSONS[key], number)
    assert float(facts[guess.value_name]) == pytest.approx(
        float(TRUTHS[key, number]), abs=TOLERANCE.get((key, number), 1e-12)
    )


def test_half_of_the_questions_ask_for_a_number():
    assert len(TRUTHS) >= len(RIGHT)


@pytest.mark.parametrize(("key", "number"), TRUTHS)
def test_a_number_fits_its_slider_and_differs_from_its_distractors(key, number):
    """A distractor within the tolerance of a guess would count as right."""
    lesson, facts = LESSONS[key], step_values(LESSONS[key], number)
    guess = lesson.steps[number - 1].number_question
    truth, most = float(facts[guess.value_name]), float(facts[guess.max_value_name]) if guess.axis == "count" else 1
    tempting = [float(facts[name]) for name in guess.distractors]
    assert tempting
    assert all(0 <= value <= most for value in [truth, *tempting])
    assert all(abs(value - truth) > NEAR.get(guess.axis, NEAR_RATIO) for value in tempting)
    if guess.axis != "count":
        assert lesson.settings(number).top == lesson.question_settings(number).top == 1
    else:
        assert truth == round(truth)
    if guess.axis in ("precision", "recall"):
        assert "curve" in lesson.settings(number).pictures
        assert guess.value_name in (guess.axis, "prevalence")  # which is the precision of rows flagged at random


def test_a_widget_that_moves_rows_has_at_most_40():
    moved = [(key, n) for key, n in STEPS if LESSONS[key].steps[n - 1].widget == "rows"]
    assert {("ends", 6), ("between", 10)} <= set(moved)
    assert all(step_values(LESSONS[key], number)["rows"] <= 40 for key, number in moved)


def test_a_step_with_a_guess_on_a_chart_has_no_widget():
    """A widget replaces the charts, so only one that draws the axis of the guess can show the right number."""
    for key, number in STEPS:
        step = LESSONS[key].steps[number - 1]
        if step.widget and step.number_question:
            asked = LESSONS[key].settings(number).pictures, step.number_question.axis
            assert asked == (("rows",), "count") or (step.widget, asked[1]) == ("resample", "limit")


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_a_lesson_has_a_duration_and_a_thumbnail(lesson):
    assert 1 <= lesson.minutes / len(lesson.steps) <= 3
    assert {"curve", "average", "intervals"} & set(
        lesson.settings(lesson.preview_step).pictures
    ) or lesson.key == "decisions"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_names_its_source_with_a_year(key, language):
    assert re.search(r"[(（]?(19|20)\d\d[)）]", messages_in(language).format(f"lesson_steps.{key}.source"))


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_a_lesson_has_six_to_ten_steps_on_an_example(lesson):
    assert 6 <= len(lesson.steps) <= 10
    for number in range(1, len(lesson.steps) + 1):
        assert lesson.settings(number).example in EXAMPLES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_every_answer_has_a_distinct_text(lesson, language):
    for number, step in enumerate(lesson.steps, start=1):
        facts = step_values(lesson, number)
        said = [step_text(lesson, number, option, facts, messages_in(language)) for option in step.options]
        assert len(set(said)) == len(said), number
        assert step.right is None or step.right(facts) in step.options, number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_every_text_of_a_step_can_be_filled_in(lesson, language):
    for number, step in enumerate(lesson.steps, start=1):
        facts = step_values(lesson, number)
        for part in ("title", "says", *(("asks", "tempts") if step.options or step.number_question else ())):
            assert len(step_text(lesson, number, part, facts, messages_in(language))) > 3, (number, part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_in_lessons_are_filled_in_not_written(language):
    for key, sentence in messages_in(language).catalog.items():
        if key.startswith("lesson_steps.") and not key.endswith(".source"):
            plain = "".join(text for text, *_ in string.Formatter().parse(sentence))
            assert not re.search(r"\d", plain.replace("F1", "")), key


def test_every_sentence_of_a_lesson_is_used():
    shown = {f"lesson_steps.{key}.{part}" for key in LESSONS for part in ("title", "about", "source")}
    for key, number in STEPS:
        step = LESSONS[key].steps[number - 1]
        parts = ("title", "says", *(("asks", "tempts", *step.options) if step.options or step.number_question else ()))
        parts += ("asks",) if step.opinions else ()
        shown |= {f"lesson_steps.{key}.step{number}.{part}" for part in parts}
    assert {key for key in messages_in("en").catalog if key.startswith("lesson_steps.")} <= shown
