"""A class goes through all lessons by the keys, in both languages; each step is seen projected and on a phone."""

import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES
from tests.browser.lesson_board import Board, faults
from tests.browser.visitor import PHONE, PROJECTOR

AREA = SCHEMES["step"].area(example_cases("apples_oranges").points)
STEPS_SEEN = 3  # of each lesson, at its beginning; every lesson has more


def test_every_lesson_begins_step_by_step_without_a_run_of_the_server(app, new_visitor):
    """On a phone, from the list and back to it; all steps are looked at in the one file, which has the same scripts."""
    board = Board(new_visitor(app, PHONE))
    board.page.emulate_media(reduced_motion="reduce")
    board.visitor.open("lessons")
    for key in LESSONS:
        board.visitor.page.locator(f".st-key-open_{key} button").click()
        board.count_runs()
        for number, step in enumerate(lesson_json(key, "en")["steps"][:STEPS_SEEN], start=1):
            board.says(step.get("asks", step["title"]))
            assert faults(board.sight(), PHONE) == [], (key, number)
            if "asks" in step:
                answer(board, step)
                board.says(step["asks"])
                assert step["title"] in board.text()
                assert faults(board.sight(), PHONE) == [], (key, number)
            board.page.keyboard.press("PageDown")
        assert board.visitor.traceback() == ""
        assert board.runs() == 0
        assert board.visitor.parameters().get("step") == f"{STEPS_SEEN + 1}"
        board.page.locator("[data-act=list]").click()
        board.visitor.wait()
    board.page.emulate_media(reduced_motion="no-preference")


def answer(board, step):
    """Give a wrong answer, which has the most to say, or show what was to be guessed."""
    options = [one["key"] for one in step.get("options", [])]
    wrong = next((one for one in options if one != step["right"]), None)
    board.page.keyboard.press(str(options.index(wrong) + 1) if wrong else "Space")


def test_the_list_opens_a_lesson_and_the_lesson_leads_back(visitor):
    visitor.open("lessons")
    visitor.page.locator(".st-key-open_sum button").click()
    board = Board(visitor)
    board.says(lesson_json("sum", "en")["steps"][0]["title"])
    visitor.page.locator("[data-act=list]").click()
    visitor.wait()
    assert visitor.headline() == messages_in("en").format("lessons.headline", count=len(LESSONS))


def test_a_wrong_answer_is_told_why_it_tempts_and_the_next_class_is_asked_anew(visitor):
    board, steps = Board(visitor), lesson_json("curve", "en")["steps"]
    number, step = next((number, step) for number, step in enumerate(steps, start=1) if "options" in step)
    board.open("curve", number)
    wrong = next(one["key"] for one in step["options"] if one["key"] != step["right"])
    visitor.page.locator(f"[data-lab-answer={wrong}]").click()
    board.says(step["asks"])
    assert step["tempts"] in board.text()
    marks = visitor.page.locator("[data-lab-answer]").evaluate_all("all => all.map(one => one.innerText[0])")
    assert marks.count("✓") == marks.count("✕") == 1
    visitor.page.locator("[data-lab=again]").click()
    board.says(step["asks"])
    assert step["title"] not in board.text()
    visitor.page.keyboard.press(str([one["key"] for one in step["options"]].index(step["right"]) + 1))
    board.says(step["asks"])
    assert step["tempts"] not in board.text()


@pytest.mark.parametrize("screen", [PROJECTOR, PHONE])
def test_a_point_is_placed_by_hand_and_the_truth_comes_over_it(app, new_visitor, screen):
    board = Board(new_visitor(app, screen))
    board.open("curve", 5)
    guess = board.page.locator("[data-handle=guess]")
    place = guess.bounding_box()
    at = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    board.page.mouse.move(*at)
    board.page.mouse.down()
    board.page.mouse.move(at[0], at[1] - 20, steps=4)
    board.page.mouse.up()
    placed = float(guess.get_attribute("aria-valuenow"))
    assert 0.5 < placed < 0.65
    guess.focus()
    for _ in range(round((placed - 0.6) * 100)):
        board.page.keyboard.press("ArrowDown")
    for _ in range(round((0.6 - placed) * 100)):
        board.page.keyboard.press("ArrowUp")
    assert guess.get_attribute("aria-valuetext") == "0.60"
    board.page.locator("[data-lab=next]").click()
    board.says(lesson_json("curve", "en")["steps"][4]["asks"])
    assert "0.15 too low" in board.page.locator("[data-lab=lesson]").inner_text()
    assert lesson_json("curve", "en")["steps"][4]["tempts"] in board.text()
    assert board.runs() == 0


def test_the_line_is_dragged_through_the_rows_and_the_sum_follows(visitor):
    board = Board(visitor)
    board.open("curve", len(LESSONS["curve"].steps))
    board.page.keyboard.press("Space")
    cases = example_cases("apples_oranges")
    line = visitor.page.locator("[data-lab=threshold]")
    line.focus()
    for called in (0, 1, 2, 3):
        assert line.get_attribute("aria-valuenow") == f"{called}"
        sum_ = float(visitor.page.locator("[data-lab-area=step]").get_attribute("data-value"))
        true = cases.positive[cases.score.argsort()[::-1]]
        found = sum(true[: rank + 1].sum() / (rank + 1) for rank in range(called) if true[rank]) / true.sum()
        assert sum_ == pytest.approx(found, abs=1e-12)
        line.press("ArrowDown")
    assert average_precision_score(cases.positive, cases.score) == pytest.approx(AREA, abs=1e-12)


@pytest.mark.parametrize("size", [PROJECTOR, {"width": 1920, "height": 1080}])
def test_projected_the_lesson_fills_the_screen(visitor, size):
    board = Board(visitor)
    visitor.page.set_viewport_size(size)
    board.open("curve", 8, room="1")
    picture = visitor.page.locator("[data-lab=lesson] svg[aria-label] path.lab-grid").evaluate_all(
        "all => Math.max(...all.map(one => one.getBoundingClientRect().height))"
    )
    assert picture >= 0.6 * size["height"]
    seen = board.sight()
    assert seen["lowest"] <= size["height"]
    covered = visitor.page.evaluate("() => document.elementFromPoint(20, 10).closest('[data-lab=lesson]') !== null")
    assert covered
    visitor.page.locator("[data-act=room]").click()
    visitor.page.wait_for_function("() => !new URLSearchParams(location.search).has('room')")
    visitor.page.wait_for_function("() => document.elementFromPoint(20, 10).closest('[data-lab=lesson]') === null")
    visitor.page.set_viewport_size(PROJECTOR)


def test_a_link_opens_its_step_for_a_student(app, new_visitor):
    student = new_visitor(app)
    board = Board(student)
    board.open("curve", 8, "zh")
    step = lesson_json("curve", "zh")["steps"][7]
    student.page.keyboard.press("Space")
    board.says(step["asks"])
    assert step["title"] in board.text()
    assert board.polygon() == pytest.approx(AREA, abs=1e-9)
    student.page.keyboard.press("End")
    student.page.keyboard.press("ArrowRight")
    student.page.locator("[data-act=onwards]").click()
    student.wait()
    assert student.parameters()["example"] == "apples_oranges"
    assert f"{AREA:.3f}" in student.text() or f"{AREA:.3f}" in student.headline()


def test_what_moves_stands_still_for_whoever_asked_for_that(app, new_visitor):
    board = Board(new_visitor(app, reduced_motion="reduce"))
    board.open("curve", 2)
    board.page.keyboard.press("ArrowRight")
    title = lesson_json("curve", "en")["steps"][2]
    assert board.page.locator("[data-lab=lesson] h1").inner_text() == title.get("asks", title["title"])
    moving = "() => document.querySelector('[data-lab=lesson]').getAnimations({ subtree: true }).length"
    assert board.page.evaluate(moving) == 0
