import re
from functools import cache
from string import Formatter

import pytest

from pr_curve_lab.analysis.formatting import format_prevalence
from pr_curve_lab.exports.html_page import qr_code
from pr_curve_lab.exports.sheet import sheet_html
from pr_curve_lab.exports.sheet_rows import PLOT_AREA, drawn_step
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.lesson import step_text
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import fractions_of, step_data
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.schema.examples import example_dataset
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
        assert later.keys() <= {9} if key == "numbers" else not later  # two papers, which say not how they joined


@EVERY
def test_captions_pictures_and_names_give_no_answer_away(key, language):
    sheet = Sheet(key, language)
    captions = [
        one.text for one in sheet.exercise.every() if one.tag == "figcaption" or one.of.get("class") == "caption"
    ]
    printed = {float(number) for text in captions for number in decimals(text)}
    truths = {one.of["data-step"]: one.first("p", "truth") for one in sheet.answers.every("div", "step")}
    if key == "floor":
        del truths["1"]  # the class balance of rows that are used again
    assert not printed & {float(number) for truth in truths.values() if truth for number in decimals(truth.text)}
    models = {
        name
        for number, *_ in sheet.steps
        for name in example_dataset(sheet.lesson.settings(number).example).valid_names
        if example_dataset(sheet.lesson.settings(number).example).kind == "models"
    }
    labels = [one.of.get("aria-label", "") for one in sheet.exercise.every("svg")]
    named = [name for name in models if re.search(rf"\b{name}\b", " ".join([*captions, *labels]), re.IGNORECASE)]
    assert not named or key == "sure"  # the names of methods tell nothing
    assert language == "en" or not re.search("[A-Za-z]{2}", " ".join(captions))


@EVERY
def test_no_caption_says_the_count_that_is_asked_for(key, language):
    sheet, above = Sheet(key, language), ""
    for element in sheet.exercise.every():
        above = element.text if element.of.get("class") == "caption" else above
        if element.of.get("class") == "step" and element.first("p", "guess"):
            truth = sheet.of_step(sheet.answers, int(element.of["data-step"])).first("p", "truth").text
            changes = re.split("[;；] ?", re.sub(r"(see step|见第) \d+.*", "", above))[1:]
            assert not {number for text in changes for number in re.findall(r"\d+", text)} & set(
                re.findall(r"(?<![\d.,])\d+(?![\d,]|\.\d)", truth)
            )


def count(pattern, text):
    found = re.search(pattern, text)
    return int(found[1].replace(",", "")) if found else 0


# The numbers of a caption, in the words of both languages.
COUNTED = {
    "rows": r"([\d,]+) (?:rows?|行)",
    "positives": r"([\d,]+) (?:positives?\b(?! without)|个正例(?!没有))",
    "negatives": r"([\d,]+) (?:negatives?\b|个反例)",
    "missed": r"(\d+) (?:more positives? without|个正例没有)",
    "decimals": r"(?:rounded to|保留) (\d+)",
}


@EVERY
def test_the_counts_of_a_question_are_those_of_the_rows_above_it(key, language):
    sheet, above = Sheet(key, language), ""
    for element in sheet.exercise.every():
        if element.of.get("class") == "caption":
            above = element.text
        if element.of.get("class") != "step" or not element.first("p", "asks"):
            continue
        number = int(element.of["data-step"])
        counted = {name: count(pattern, above) for name, pattern in COUNTED.items()}
        scored = counted["positives"] + counted["negatives"]
        counted["positives"] += counted["missed"]
        counted["all_rows"] = counted["positives"] + counted["negatives"]
        asks = sheet.words.raw(f"lesson_steps.{key}.step{number}.asks")
        named, facts = {name for _, name, *_ in Formatter().parse(asks) if name}, step_values(sheet.lesson, number)
        assert {name: facts[name] for name in named & counted.keys()} == {
            name: counted[name] for name in named & counted.keys()
        }
        if scored:
            assert counted["rows"] == scored
            assert facts["balance"] == format_prevalence(counted["positives"] / counted["all_rows"])
        if "grid" in named:
            assert facts["grid"][language] in above


@EVERY
def test_the_table_of_some_rows_has_the_counts_of_its_caption(key, language):
    sheet = Sheet(key, language)
    for rows in sheet.exercise.every("div", "rows"):
        table = rows.first("table")
        if table is None:
            continue
        counted = {name: count(COUNTED[name], rows.first("p", "caption").text) for name in ("positives", "negatives")}
        cells = [[cell.text for cell in row.every("td")] for row in table.first("tbody").every("tr")]
        if table.first("th").text == sheet.words.format("sheet.method"):
            continue
        if cells[0][2][0] in "●✕":
            weights = [int(row[3]) if row[3:] and row[3].isdecimal() else 1 for row in cells]
            found = [
                sum(weight for row, weight in zip(cells, weights, strict=True) if row[2][0] == sign) for sign in "●✕"
            ]
        else:
            found = [sum(int(row[column].replace(",", "")) for row in cells) for column in (1, 2)]
        assert found == list(counted.values())


@EVERY
def test_a_guess_at_a_count_can_be_made_from_the_rows(key, language):
    sheet, rows, above = Sheet(key, language), {}, ""
    for element in sheet.exercise.every():
        if element.of.get("class") == "rows" and (table := element.first("tbody")):
            cells = [[cell.text for cell in row.every("td")] for row in table.every("tr")]
            scores = [(float(as_python(row[1], language)), row[2][0]) for row in cells if row[2][0] in "●✕"]
            rows[element.first("p", "caption").text] = scores
        above = element.text if element.of.get("class") == "caption" else above
        if element.of.get("class") != "step" or not rows.get(above):
            continue
        number = int(element.of["data-step"])
        question, facts = sheet.lesson.steps[number - 1].number_question, step_values(sheet.lesson, number)
        if question is None or question.value_name not in ("called", "true_positives", "false_positives"):
            continue
        flagged = [sign for score, sign in rows[above] if score >= facts["level"]]
        found = {"called": len(flagged), "true_positives": flagged.count("●"), "false_positives": flagged.count("✕")}
        truth = sheet.of_step(sheet.answers, number).first("p", "truth").text
        assert count(r"(\d+)", truth) == found[question.value_name]


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
def test_a_table_has_the_rows_of_a_step(key, language):
    sheet = Sheet(key, language)
    positive, shown = sheet.words.format("sheet.positive"), []
    for number, *_ in sheet.steps:
        data = step_data(sheet.lesson.settings(number)).labeled_scores
        rows = sorted(zip(data.score.tolist(), data.positive.tolist(), strict=True), reverse=True)
        shown.append([(1 + int((data.score > score).sum()), float(f"{score:g}"), label) for score, label in rows])
    for table in sheet.exercise.every("tbody"):
        rows = [[as_python(cell.text, language) for cell in row.every("td")] for row in table.every("tr")]
        if rows[0][2][0] not in "●✕":
            continue
        assert [(int(row[0]), float(row[1]), row[2] == positive) for row in rows] in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_models_are_compared_by_their_intervals(language):
    sheet, shown = Sheet("sure", language), []
    for picture in (one for step in lesson_json("sure", language)["steps"] for one in step["pictures"]):
        if picture["kind"] == "intervals":
            numbers = [[f"{one[name]:.3f}" for name in ("low", "area", "high")] for one in picture["values"]]
            shown += [[one["name"], *three] for one, three in zip(picture["values"], numbers, strict=True)]
    cells = [[cell.text for cell in row.every("td")] for row in sheet.exercise.every("tr")]
    assert shown
    assert [row for row in shown if row not in cells] == []


def test_lessons_have_rows_to_count_curves_to_read_and_a_grid_to_draw_on():
    tables = {key: len(list(Sheet(key, "en").exercise.every("table"))) for key in LESSONS}
    figures = {key: len(list(Sheet(key, "en").exercise.every("figure"))) for key in LESSONS}
    assert all(tables[key] + figures[key] for key in LESSONS)
    assert tables["many"] == 4
    assert {"roc", "meaning", "numbers", "rounding"} <= {key for key, count in figures.items() if count}
    drawn = {key for key, lesson in LESSONS.items() if drawn_step(lesson)}
    assert {"curve", "sum", "ends", "wishes", "missed"} <= drawn


@pytest.mark.parametrize("key", [key for key in LESSONS if drawn_step(LESSONS[key])])
def test_the_picture_of_the_answers_has_the_points_and_the_area(key):
    sheet = Sheet(key, "en")
    settings = sheet.lesson.settings(drawn_step(sheet.lesson))
    points, figure = step_data(settings).points, sheet.answers.first("figure")
    centers = {(float(one.of["cx"]), float(one.of["cy"])) for one in figure.every("circle")}
    measured = zip(points.recall.tolist(), points.precision.tolist(), strict=True)
    assert centers == {(PLOT_AREA.x_position(r), PLOT_AREA.y_position(p, settings.top)) for r, p in measured}
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
