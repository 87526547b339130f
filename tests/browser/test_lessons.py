"""A class goes through all lessons by keyboard in both languages; each step is shown by a projector and on a phone."""

import pytest
from playwright.sync_api import expect

from pr_curve_lab.exports.single_file import frame_line
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES
from tests.browser.hand import drag, middle
from tests.browser.lesson_board import Board, faults
from tests.browser.visitor import PHONE, PROJECTOR, WAIT_MS

AREA = SCHEMES["step"].area(example_labeled_scores("apples_oranges").points)
SEEN = ("curve", "many", "roc")  # their first steps have all kinds of charts, with and without rows
STEPS_SEEN = 3  # number of first steps that are opened
STILL = 4  # px by which the button for the next step may move


def test_steps_of_lessons_need_no_run_of_the_server(app, new_visitor):
    """Use a phone, from the list and back to it; test_laboratory.py opens every step of every lesson."""
    board = Board(new_visitor(app, PHONE))
    board.page.emulate_media(reduced_motion="reduce")
    board.visitor.open("lessons")
    bottoms = []
    for key in SEEN:
        board.visitor.page.locator(f".st-key-open_{key} button").click()
        board.count_runs()
        for number, step in enumerate(lesson_json(key, "en")["steps"][:STEPS_SEEN], start=1):
            board.says(step.get("asks", step["title"]))
            assert faults(board.sight(), PHONE) == [], (key, number)
            bottoms.append(board.page.locator("[data-lab=next]").evaluate("one => one.getBoundingClientRect().bottom"))
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
    assert max(bottoms) - min(bottoms) <= STILL
    board.page.emulate_media(reduced_motion="no-preference")
    check_guessed_point(board)


def answer(board, step):
    """Give a wrong answer, whose explanation is the longest, or show the number that was to be guessed."""
    options = [one["key"] for one in step.get("options", [])]
    wrong = next((one for one in options if one != step["right"]), None)
    board.page.keyboard.press(str(options.index(wrong) + 1) if wrong else "Space")


def test_a_lesson_is_opened_answered_and_left(visitor):
    """Use one window in the size of a projector."""
    the_list_opens_a_lesson_which_leads_back(visitor)
    the_menu_leads_from_a_step_to_a_page_and_back(visitor)
    board = Board(visitor)
    check_wrong_answer(board)
    check_step_outside_of_the_lesson(board)
    check_guessed_point(board)
    check_dragged_threshold(board)
    for size in (PROJECTOR, {"width": 1920, "height": 1080}):
        projected_the_lesson_fills_the_screen(board, size)
    check_reduced_motion(board)


def the_list_opens_a_lesson_which_leads_back(visitor):
    visitor.open("lessons")
    visitor.page.locator(".st-key-open_sum button").click()
    Board(visitor).says(lesson_json("sum", "en")["steps"][0]["title"])
    visitor.page.locator("[data-act=list]").click()
    visitor.wait()
    assert visitor.headline() == messages_in("en").format("lessons.headline", count=len(LESSONS))


def the_menu_leads_from_a_step_to_a_page_and_back(visitor):
    visitor.page.locator(".st-key-open_sum button").click()
    Board(visitor).says(lesson_json("sum", "en")["steps"][0]["title"])
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_url("**step=2*")
    visitor.menu_link("curve").click()
    visitor.page.wait_for_url("**/curve?*")
    visitor.wait()
    visitor.visit("lessons")
    visitor.page.wait_for_url("**step=2*")
    visitor.page.locator("[data-act=list]").click()
    visitor.wait()


def check_wrong_answer(board):
    steps, page = lesson_json("curve", "en")["steps"], board.page
    number, step = next((number, step) for number, step in enumerate(steps, start=1) if "options" in step)
    board.open("curve", number)
    wrong = next(one["key"] for one in step["options"] if one["key"] != step["right"])
    page.locator(f"[data-lab-answer={wrong}]").click()
    board.says(step["asks"])
    assert step["tempts"] in board.text()
    marks = page.locator("[data-lab-answer]").evaluate_all("all => all.map(one => one.innerText[0])")
    assert marks.count("✓") == marks.count("✕") == 1
    page.locator("[data-lab=again]").click()
    board.says(step["asks"])
    assert step["title"] not in board.text()
    page.keyboard.press(str([one["key"] for one in step["options"]].index(step["right"]) + 1))
    board.says(step["asks"])
    assert step["tempts"] in board.text()  # also after the right answer, because it has the reason


def check_step_outside_of_the_lesson(board):
    board.open("curve")
    page, steps = board.page, lesson_json("curve", "zh")["steps"]
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    page.locator(".st-key-student_link button").first.click()
    page.locator(".st-key-link_sentence").get_by_text("&lesson=curve&step=3").wait_for()
    expect(page.locator(".st-key-embed_line code")).to_have_text(
        frame_line("curve", 3, messages_in("en")), timeout=WAIT_MS
    )
    page.locator(".st-key-embed_file button").wait_for()
    page.keyboard.press("Escape")
    for _ in ("the answer", "the next step"):
        page.locator("[data-act=next]").click()
    page.locator(".st-key-lang").get_by_text("中文").click()
    board.says(steps[3].get("asks", steps[3]["title"]))


def check_guessed_point(board):
    board.open("curve", 5)
    guess, step = board.page.locator("[data-handle=guess]"), lesson_json("curve", "en")["steps"][4]
    assert guess.get_attribute("aria-valuetext") == "no guess yet"
    assert board.page.locator(".lab-big").inner_text() == "–"
    board.page.keyboard.press("ArrowDown")
    assert guess.get_attribute("aria-valuetext") == "0.50"  # the first key places it
    x, y = middle(guess)
    drag(board.page, (x, y), (x, y - 20), steps=4)
    placed = float(guess.get_attribute("aria-valuenow"))
    assert 0.5 < placed < 0.65
    guess.focus()
    for _ in range(round((placed - 0.6) * 100)):
        board.page.keyboard.press("ArrowDown")
    for _ in range(round((0.6 - placed) * 100)):
        board.page.keyboard.press("ArrowUp")
    assert guess.get_attribute("aria-valuetext") == "0.60"
    board.page.locator("[data-lab=next]").click()
    board.says(step["asks"])
    assert "0.15 too low" in board.page.locator("[data-lab=lesson]").inner_text()
    assert step["tempts"] in board.text()
    assert board.runs() == 0


def check_dragged_threshold(board):
    board.open("curve", len(LESSONS["curve"].steps))
    board.page.keyboard.press("Space")
    labeled_scores = example_labeled_scores("apples_oranges")
    line = board.page.locator("[data-lab=threshold]")
    line.focus()
    for called in (0, 1, 2, 3):
        assert line.get_attribute("aria-valuenow") == f"{called}"
        sum_ = float(board.page.locator("[data-lab-area=step]").get_attribute("data-value"))
        true = labeled_scores.positive[labeled_scores.score.argsort()[::-1]]
        found = sum(true[: rank + 1].sum() / (rank + 1) for rank in range(called) if true[rank]) / true.sum()
        assert sum_ == pytest.approx(found, abs=1e-12)
        line.press("ArrowDown")


def projected_the_lesson_fills_the_screen(board, size):
    page = board.page
    page.set_viewport_size(size)
    board.open("curve", 8, room="1")
    picture = page.locator("[data-lab=lesson] svg[aria-label] path.lab-grid").evaluate_all(
        "all => Math.max(...all.map(one => one.getBoundingClientRect().height))"
    )
    assert picture >= 0.6 * size["height"]
    assert board.sight()["lowest"] <= size["height"]
    assert page.evaluate("() => document.elementFromPoint(20, 10).closest('[data-lab=lesson]') !== null")
    page.locator("[data-act=room]").click()
    page.wait_for_function("() => !new URLSearchParams(location.search).has('room')")
    page.wait_for_function("() => document.elementFromPoint(20, 10).closest('[data-lab=lesson]') === null")
    page.locator("[data-act=room]").click()
    page.wait_for_function("() => document.fullscreenElement")
    page.go_back()
    page.wait_for_function("() => document.elementFromPoint(20, 10).closest('[data-lab=lesson]') === null")
    board.says(lesson_json("curve", "en")["steps"][7]["asks"])
    page.set_viewport_size(PROJECTOR)


def check_reduced_motion(board):
    board.page.emulate_media(reduced_motion="reduce")
    board.open("curve", 2)
    board.page.keyboard.press("ArrowRight")
    step = lesson_json("curve", "en")["steps"][2]
    assert board.page.locator("[data-lab=lesson] h1").inner_text() == step.get("asks", step["title"])
    moving = "() => document.querySelector('[data-lab=lesson]').getAnimations({ subtree: true }).length"
    assert board.page.evaluate(moving) == 0
    board.page.emulate_media(reduced_motion="no-preference")


def test_a_link_opens_its_step_for_a_student(visitor):
    board = Board(visitor)
    board.open("curve", 8, "zh")
    step = lesson_json("curve", "zh")["steps"][7]
    visitor.page.keyboard.press("Space")
    board.says(step["asks"])
    assert step["title"] in board.text()
    assert board.polygon() == pytest.approx(AREA, abs=1e-9)
    visitor.page.keyboard.press("End")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.locator("[data-act=onwards]").click()
    visitor.wait()
    assert visitor.parameters()["example"] == "apples_oranges"
    assert f"{AREA:.3f}" in visitor.text() or f"{AREA:.3f}" in visitor.headline()
