import re
from functools import cache

import numpy as np
import pytest

from pr_curve_lab.analysis.thinning import ALL_POINTS_LIMIT
from pr_curve_lab.exports.html_page import qr_code
from pr_curve_lab.exports.sheet import MAX_TABLE_ROWS, PLOT_AREA, last_curve_step, sheet_html
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.lesson import step_text
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import fractions_of, step_data
from pr_curve_lab.lessons.step_values import step_values
from pr_metrics import SCHEMES
from tests.pr_curve_lab.exports.parsed import parsed, plain
from tests.read_numbers import as_python

EVERY = pytest.mark.parametrize(
    ("key", "language"), [(key, language) for key in LESSONS for language in LANGUAGES], ids="-".join
)


@cache
class Sheet:
    """A sheet with its lesson, cached as several tests read it."""

    def __init__(self, key, language):
        self.lesson, self.words = LESSONS[key], messages_in(language)
        self.html = sheet_html(self.lesson, self.words)
        sections = {one.of["id"]: one for one in parsed(self.html).every("section")}
        assert list(sections) == ["exercise", "answers"]
        self.exercise, self.answers = sections.values()
        self.steps = [
            (number, step, step_values(self.lesson, number)) for number, step in enumerate(self.lesson.steps, start=1)
        ]

    def said(self, number, part):
        return plain(step_text(self.lesson, number, part, step_values(self.lesson, number), self.words))

    def of_step(self, section, number):
        return next(one for one in section.every("div", "step") if one.of["data-step"] == str(number))


@EVERY
def test_a_sheet_requests_nothing(key, language):
    html = Sheet(key, language).html.decode("utf-8")
    assert not re.search(r"\b(src|href|srcset|action)=|https?:|url\(|@import|<script|<link", html)
    assert "Content-Security-Policy\" content=\"default-src 'none'" in html
    assert f'<html lang="{language}">' in html
    assert len(html) < 100_000


@EVERY
def test_the_exercise_has_the_questions_without_answers(key, language):
    sheet = Sheet(key, language)
    asking = [number for number, step, _ in sheet.steps if step.options or step.number_question]
    for number in asking:
        task, step = sheet.of_step(sheet.exercise, number), sheet.lesson.steps[number - 1]
        assert task.first("p", "asks").text == sheet.said(number, "asks")
        boxes = [one.text for one in task.every("li")]
        assert boxes == [f"☐ {sheet.said(number, option)}" for option in step.options]
        assert bool(task.first("p", "guess")) == (step.number_question is not None)
        assert len(list(task.every("p", "why"))) == 2
    assert len(list(sheet.exercise.every("p", "asks"))) == len(asking)
    assert "☑" not in sheet.exercise.text


@EVERY
def test_the_exercise_does_not_reveal_findings(key, language):
    sheet = Sheet(key, language)
    for number, *_ in sheet.steps:
        assert sheet.said(number, "title") not in sheet.exercise.text
        assert sheet.said(number, "says") not in sheet.exercise.text
    assert list(sheet.exercise.every("circle")) == []
    assert sheet.words.format(f"lesson_steps.{key}.about") not in sheet.exercise.text


def decimals(text):
    return set(re.findall(r"\d+\.\d\d+", text))


@EVERY
def test_no_exercise_tells_the_result_of_an_earlier_one(key, language):
    sheet = Sheet(key, language)
    asked = {int(one.of["data-step"]): decimals(one.text) for one in sheet.exercise.every("div", "step")}
    for number in asked:
        answer, told = sheet.of_step(sheet.answers, number), set().union(*(asked[at] for at in asked if at <= number))
        parts = (answer.first("h2"), answer.first("p", "truth"), answer.first("div", "fractions"))
        found = decimals(" ".join(one.text for one in parts if one)) - told
        later = {at: asked[at] & found for at in asked if at > number and asked[at] & found}
        assert later.keys() <= {6} if key == "numbers" else not later  # two papers, which say not how they joined


@EVERY
def test_the_exercise_has_space_for_every_fraction(key, language):
    sheet = Sheet(key, language)
    for number, step, facts in sheet.steps:
        if step.formulas:
            task = sheet.of_step(sheet.exercise, number)
            room = task.first("div", "fractions")
            assert len(list(room.every("math"))) == len(step.formulas)
            assert all(len(list(one.every("mspace"))) >= 2 for one in room.every("math"))
            if sheet.lesson.settings(number).requirement is not None:
                assert facts["threshold"] not in task.first("p", "setting").text


@EVERY
def test_the_answers_are_those_of_the_lesson(key, language):
    sheet = Sheet(key, language)
    assert len(list(sheet.answers.every("div", "step"))) == len(sheet.steps)
    for number, step, facts in sheet.steps:
        answer = sheet.of_step(sheet.answers, number)
        assert answer.first("h2").text.endswith(sheet.said(number, "title"))
        assert sheet.said(number, "says") in [one.text for one in answer.every("p")]
        assert bool(answer.first("p", "truth")) == (step.number_question is not None)
        ticked = [one.text for one in answer.every("li") if "☑" in one.text]
        assert ticked == ([f"☑ {sheet.said(number, step.right(facts))}"] if step.options else [])
        assert len(list(answer.every("li"))) == len(step.options)


@EVERY
def test_the_fractions_of_the_answers_are_those_on_the_page(key, language):
    sheet = Sheet(key, language)
    for number, step, facts in sheet.steps:
        written = fractions_of(step, sheet.lesson.settings(number), facts, sheet.words)
        shown = list(sheet.of_step(sheet.answers, number).every("math"))
        assert len(shown) == len(written)
        for latex, math in zip(written, shown, strict=True):
            pairs = [tuple(part.text for part in one.inside) for one in math.every("mfrac")]
            counted = [pair for pair in pairs if all(part.isdecimal() for part in pair)]
            assert counted == re.findall(r"frac\{(\d+)\}\{(\d+)\}", latex)
            assert as_python(math.text.split()[-1], language) == re.findall(r"[\d.]+", latex)[-1]


def test_the_answers_have_the_requested_number():
    sheet = Sheet("curve", "en")
    assert sheet.of_step(sheet.answers, 5).first("p", "truth").text == "It is 0.75."
    assert sheet.of_step(sheet.answers, 8).first("p", "truth").text == "It is 0.826."
    sheet = Sheet("wishes", "zh")
    assert sheet.of_step(sheet.answers, 5).first("p", "truth").text == "答案是 6。"


def test_the_counts_in_the_answers_are_the_facts():
    sheet, signs = Sheet("curve", "en"), {"=": "=", r"\approx": "≈"}
    for number in range(2, 8):
        facts = step_values(sheet.lesson, number)
        read = [math.text.split()[-5:] for math in sheet.of_step(sheet.answers, number).every("math")]
        assert read == [
            ["=", f"{facts['true_positives']}", f"{facts[of]}", signs[facts[f"{ratio}_sign"]], f"{facts[ratio]:.2f}"]
            for of, ratio in (("called", "precision"), ("positives", "recall"))
        ]


@EVERY
def test_a_table_has_the_rows_of_the_data(key, language):
    sheet = Sheet(key, language)
    words, tables = sheet.words, [one for one in sheet.exercise.every("div", "rows") if one.first("table")]
    shown = {}
    for number, *_ in sheet.steps:
        settings = sheet.lesson.settings(number)
        shown.setdefault((settings.example, settings.task), step_data(settings).labeled_scores)
    by_head = {one.first("p", "data").text: one for one in sheet.exercise.every("div", "rows")}
    assert len(by_head) == len(shown)
    positive = words.format("sheet.positive")
    for table, labeled_scores in zip(by_head.values(), shown.values(), strict=True):
        if table not in tables:
            continue
        cells = [
            [as_python(cell.text, language) for cell in row.every("td")] for row in table.first("tbody").every("tr")
        ]
        if labeled_scores.size > MAX_TABLE_ROWS:
            counts = [(float(score), int(true_positives), int(others)) for score, true_positives, others in cells]
            assert sum(true_positives for _, true_positives, _ in counts) == labeled_scores.positive.sum()
            assert [count[0] for count in counts] == labeled_scores.points.threshold.tolist()
            true_positives = np.cumsum([count[1] for count in counts])
            assert true_positives.tolist() == labeled_scores.points.true_positives.tolist()
            continue
        assert sorted((float(row[1]), row[2] == positive) for row in cells) == sorted(
            zip(labeled_scores.score.tolist(), labeled_scores.positive.tolist(), strict=True)
        )
        assert [float(row[1]) for row in cells] == sorted(labeled_scores.score.tolist(), reverse=True)
        assert [int(row[0]) for row in cells] == [
            1 + int((labeled_scores.score > float(row[1])).sum()) for row in cells
        ]
        assert (len(cells[0]) == 4) == (labeled_scores.weight is not None)


def test_some_lessons_have_rows_to_count_and_a_grid_to_draw_on():
    counted = {key: len(list(Sheet(key, "en").exercise.every("table"))) for key in LESSONS}
    drawn = {key for key in LESSONS if Sheet(key, "en").exercise.first("figure")}
    assert {key for key, tables in counted.items() if not tables} == {"rounding", "numbers", "roc"}
    assert counted["many"] == 3
    assert LESSONS.keys() - drawn == {"decisions", "numbers", "rounding", "roc"}


@pytest.mark.parametrize("key", [key for key in LESSONS if last_curve_step(LESSONS[key])])
def test_the_picture_of_the_answers_has_the_points_and_the_area(key):
    sheet = Sheet(key, "en")
    settings = sheet.lesson.settings(last_curve_step(sheet.lesson))
    points, figure = step_data(settings).points, sheet.answers.first("figure")
    centers = {(float(one.of["cx"]), float(one.of["cy"])) for one in figure.every("circle")}
    measured = zip(points.recall.tolist(), points.precision.tolist(), strict=True)
    known = {(PLOT_AREA.x_position(r), PLOT_AREA.y_position(p, settings.top)) for r, p in measured}
    assert centers <= known
    assert centers == known or points.threshold.size > ALL_POINTS_LIMIT
    areas = [float(one.of["data-value"]) for one in figure.every("path") if "data-value" in one.of]
    assert areas == ([] if settings.scheme is None else [SCHEMES[settings.scheme].area(points)])
    assert all(f"{area:.3f}" in figure.first("figcaption").text for area in areas)


def test_the_grid_to_draw_on_is_ruled_in_tenths():
    square = Sheet("curve", "zh").exercise.first("figure")
    assert len(list(square.every("path"))) == 11
    numbers = [one.text for one in square.every("text")]
    assert numbers[:4] == ["0", "0", "0.1", "0.1"]
    assert numbers[-2:] == ["查全率（recall）", "查准率（precision）"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_class_gets_a_sheet_without_answers(language):
    lesson, words = LESSONS["floor"], messages_in(language)
    whole, exercise = sheet_html(lesson, words), sheet_html(lesson, words, include_answers=False)
    (section,) = parsed(exercise).every("section")
    assert section.of["id"] == "exercise"
    assert section.text == parsed(whole).first("section").text
    assert "right" not in exercise.decode("utf-8").split("</style>")[1].replace("text-align: right", "")


def test_the_qr_code_on_the_sheet_links_to_the_lesson():
    address = "http://192.0.2.7:8501/lessons?lang=en&lesson=curve&step=1"
    html = sheet_html(LESSONS["curve"], messages_in("en"), url=address).decode("utf-8")
    drawn = qr_code(address)
    assert drawn in html
    assert f'<p class="quiet address">{address.replace("&", "&amp;")}</p>' in html
    assert set(re.findall(r"https?://[\w.]+", html)) <= {"http://192.0.2.7", "http://www.w3.org"}
