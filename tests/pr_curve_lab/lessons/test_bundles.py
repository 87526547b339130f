"""The JSON of a lesson: every curve has its printed area, and every question has one right answer."""

import json
import re
from itertools import pairwise

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.lesson_json import MAX_NAMED, lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import row_names, step_data
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.schema.examples import example_table
from pr_metrics import SCHEMES, operating_points

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
    curves += [curve for one in pictures for curve in (*one.get("curves", []), *one.get("others", []))]
    curves += [one for one in pictures if one["kind"] == "roc" and "area" in one]
    for curve in curves:
        assert polygon(curve) == pytest.approx(curve["area"], abs=DRAWN)


def curve_of(key, number):
    return next(one for one in step_of(key, number)["pictures"] if one["kind"] == "curve")


def test_the_terms_of_a_sum_are_drawn_as_they_are_reached():
    bars = [curve_of("sum", number)["bars"] for number in (2, 3, 4)]
    assert bars == [[[0, 0.5, 1]], [[0, 0.5, 1]], [[0, 0.5, 1], [0.5, 0.5, pytest.approx(2 / 3)]]]
    assert sum(width * height for _, width, height in bars[-1]) == curve_of("sum", 5)["curves"][0]["area"]


def test_rows_whose_scores_are_the_only_thresholds_are_marked():
    for number, used in ((7, "1010"), (8, "0101")):
        assert [row["threshold"] for row in step_of("sum", number)["pictures"][0]["rows"]] == [
            one == "1" for one in used
        ]


def test_rows_between_the_same_thresholds_are_tied():
    rows = step_of("numbers", 6)["pictures"][0]["rows"]
    assert {(row["score"], row["value"]) for row in rows} == {("0.9", 0.75), ("0.7", 0.5), ("0.6", 0.5), ("0.3", 0.25)}


def test_rounding_changes_no_places():
    names = [[row["name"] for row in step_of("rounding", number)["pictures"][0]["rows"]] for number in (1, 2)]
    assert names[0] == names[1]


def test_another_model_has_a_point_at_its_own_threshold():
    pr, roc = (picture["others"][0]["at"] for picture in step_of("roc", 4)["pictures"])
    assert (pr, roc) == ([0.5, pytest.approx(5 / 17)], [pytest.approx(12 / 90), 0.5])
    assert all("at" not in other for picture in step_of("roc", 7)["pictures"] for other in picture["others"])


def test_each_lesson_leads_to_the_next():
    following = [lesson_json(key, "en")["following"] for key in LESSONS]
    assert following == [*list(LESSONS)[1:], None]


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_a_question_has_one_right_option_or_number(key, number):
    step, facts = step_of(key, number), step_values(LESSONS[key], number)
    assert ("asks" in step) == any(step.get(kind) for kind in ("options", "guess", "opinions"))
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


ASKED = [(key, number) for key, number in STEPS if number > 1 and "asks" in step_of(key, number)]


@pytest.mark.parametrize(("key", "number"), ASKED)
def test_an_open_question_shows_no_points_of_other_rows(key, number):
    """Rows of other scores in the same order have the same points, but not the same thresholds."""
    step, own = step_of(key, number), step_data(LESSONS[key].settings(number)).points
    pictures = step.get("asked", step_of(key, number - 1)["pictures"])
    drawn = step_data(LESSONS[key].question_settings(number)).points
    if any(one.get("curves") or one.get("average") or any(one.get("points", [])) or "area" in one for one in pictures):
        assert drawn.recall.tolist() == pytest.approx(own.recall.tolist(), abs=1e-12)
        assert drawn.precision.tolist() == pytest.approx(own.precision.tolist(), abs=1e-12)
    if any(one.get("at") or one.get("called") for one in pictures):
        assert drawn.threshold.tolist() == own.threshold.tolist()


@pytest.mark.parametrize(("key", "number"), ASKED)
def test_an_open_question_does_not_show_its_number(key, number):
    step, question = step_of(key, number), LESSONS[key].steps[number - 1].number_question
    if question is None:
        return
    shown = []
    for one in step.get("asked", step_of(key, number - 1)["pictures"]):
        shown += [
            curve["area"] for curve in [*one.get("curves", []), *one.get("others", []), one] if "area" in curve
        ] + [one.get("baseline")]
        shown += [one["average"]["area"]] if "average" in one else []
        shown += [one["called"]] if one.get("called") else []
        at = dict(zip(("recall", "precision", "true_positives", "false_positives"), one.get("at") or [], strict=False))
        shown += [at[question.value_name]] if question.value_name in at else []
    assert step["guess"]["truth"] not in shown


def test_a_question_about_new_rows_brings_only_their_axes():
    assert "asked" not in step_of("curve", 4)
    for key, number in (("meaning", 2), ("floor", 3)):
        (asked,) = step_of(key, number)["asked"]
        assert (asked["curves"], asked["points"], asked["at"]) == ([], [[], []], None)
        assert asked["baseline"] == step_of(key, number)["pictures"][0]["baseline"]
    assert step_of("floor", 2)["asked"][0]["baseline"] is None  # it is the answer


def test_a_question_with_a_requirement_does_not_frame_the_rows_that_meet_it():
    """Rows are framed where a question has no pictures of its own: `nextRows` in player.js."""
    asked = [
        number for key, number in ASKED if LESSONS[key].settings(number).requirement and "guess" in step_of(key, number)
    ]
    assert asked == [3, 4, 5]
    assert all(step_of("wishes", number)["asked"] == step_of("wishes", number - 1)["pictures"] for number in asked)


def test_a_question_may_show_the_points_of_its_new_rows():
    asked = step_of("between", 5)["asked"][0]
    assert asked["curves"] == []
    assert asked["points"] == step_of("between", 5)["pictures"][0]["points"]


@pytest.mark.parametrize(("language", "longest"), [("en", 14), ("zh", 8)])
@pytest.mark.parametrize(
    "example",
    [
        "apples_oranges",
        "close_scores",
        "four_rows",
        "rare_label",
        "sixteen_rows",
        "ten_tied",
        "top_is_negative",
        "twenty_rows",
        "two_ties",
    ],
)
def test_every_row_of_a_small_example_has_a_short_name_of_its_own(example, language, longest):
    rows, names = len(example_table(example).frame), row_names(example, messages_in(language))
    assert len(set(names)) == len(names) == rows
    assert all(2 <= len(name) <= longest for name in names)


def test_drawn_rows_have_their_names():
    drawn = [one for key, number in STEPS for one in step_of(key, number)["pictures"] if one["kind"] == "rows"]
    assert drawn
    for picture in drawn:
        assert all("name" in row for row in picture["rows"]) == (len(picture["rows"]) <= MAX_NAMED)
    first, last = (step_of("decisions", 1)["pictures"][0]["rows"][at] for at in (0, -1))
    assert [first["name"], last["name"]] == ["Free phone", "Shoe sale"]  # the sixth and the eighth row of the file


def test_a_pooled_row_is_named_with_the_label_that_is_asked_for():
    rows = step_of("many", 5)["pictures"][0]["rows"]
    assert len({row["name"] for row in rows}) == len(rows) == 20
    fox = {row["name"]: row["positive"] for row in rows if row["name"].startswith("Fox at night")}
    assert fox == {"Fox at night: cat?": False, "Fox at night: fox?": True}


def test_the_class_balance_is_drawn_from_the_step_that_explains_it():
    """It is the answer to the second question on the ends, and the end of the curve of fruit."""
    for key, first in (("ends", 2), ("curve", 7)):
        balances = [step_of(key, number)["pictures"][1]["baseline"] for number in range(1, first + 1)]
        assert balances[:-1] == [None] * (first - 1)
        assert balances[-1] == step_data(LESSONS[key].settings(first)).points.prevalence


# Steps that name the area of an earlier step without its curve, and why.
WITHOUT_CURVE = {
    ("floor", 5): "both orders are by chance",
    ("numbers", 7): "beside the number of a program",
    ("rounding", 6): "they are in the picture of the question",
}
TEXTS = ("asks", "title", "says", "tempts")


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_a_curve_whose_area_is_compared_stays_in_the_picture(key, number):
    values, catalog = step_values(LESSONS[key], number), messages_in("en").catalog
    texts = "".join(catalog.get(f"lesson_steps.{key}.step{number}.{name}", "") for name in TEXTS)
    earlier = "|".join(("before", *LESSONS[key].steps[number - 1].recalled_steps))
    named = set(re.findall(rf"\{{((?:{earlier})_(?:step_|linear_|continuous_|roc_)?area)\b", texts))
    pictures = step_of(key, number)["pictures"]
    curves = [curve for one in pictures for curve in (one, *one.get("curves", []), *one.get("others", []))]
    drawn = [one["area"] for one in curves if "area" in one]
    missing = {name for name in named if not any(values[name] == pytest.approx(area, abs=DRAWN) for area in drawn)}
    assert bool(missing) == ((key, number) in WITHOUT_CURVE), missing


def test_compared_curves_have_names_of_their_own():
    precision_recall, roc = step_of("roc", 5)["pictures"]
    assert [one["name"] for one in precision_recall["others"]] == ["first model", "second model before"]
    assert [one["name"] for one in roc["others"]] == ["first model"]  # at any class balance it is the same
    names = [step_of("roc", step)["pictures"][0]["curves"][0]["name"] for step in (1, 2, 4)]
    assert names == ["first model", "second model", "first model"]


@pytest.mark.parametrize("number", [1, 4, 5, 7])
def test_the_rows_to_draw_from_have_the_area_of_each_model(number):
    lesson, step = LESSONS["sure"], step_of("sure", number)
    (sample,) = (one["sample"] for one in step["pictures"] if "sample" in one)
    facts = step_values(lesson, number)
    expected = [facts["area"], facts["rival_area"]] if lesson.settings(number).rival else [facts["area"]]
    ranks = [[int(codes[i : i + 2], 36) for i in range(0, len(codes), 2)] for codes in sample["ranks"]]
    label = [i < sample["positives"] for i in range(len(ranks[0]))]
    found = [SCHEMES["step"].area(operating_points(label, [-rank for rank in of_model])) for of_model in ranks]
    assert found == pytest.approx(expected, abs=1e-12)
    assert sample["times"] * sample["positives"] == facts["positives"]


@pytest.mark.parametrize("number", [4, 5, 6])
def test_the_mean_of_random_orders_is_drawn_with_its_area(number):
    (mean,) = step_of("floor", number)["pictures"][0]["others"]
    assert polygon(mean) == pytest.approx(mean["area"], abs=DRAWN)
    assert mean["area"] == pytest.approx(step_values(LESSONS["floor"], number)["random_area"], abs=1e-12)
    assert not any(one["others"] for one in step_of("floor", number).get("asked", []))
