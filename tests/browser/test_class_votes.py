"""A class votes: one projector and three phones, each with a memory of its own."""

import re
from contextlib import ExitStack

import pytest
import segno

from pr_app.lessons.bundles.steps import lesson_bundle
from tests.browser.lesson_board import ROOT, Board
from tests.browser.server import running_server
from tests.browser.visitor import PHONE, PROJECTOR, Visitor

STEPS = lesson_bundle("curve", "en")["steps"]
CHOICE, GUESS = 7, 5  # steps
SAYS = f"{ROOT} [role=status]"
SENT, FOLLOWS = "Your answer was sent.", "This phone follows the projector."
DARK = "svg => { const box = svg.viewBox.baseVal; return [box.width, svg.querySelector('.qrline').getAttribute('d')]; }"


@pytest.fixture
def phone(browser):
    """Opens a phone's window of its own, at an address."""
    with ExitStack() as opened:

        def open_phone(address, path):
            context = browser.new_context(viewport=PHONE, color_scheme="light")
            opened.callback(context.close)
            visitor = Visitor(context.new_page(), address)
            visitor.page.goto(path)
            visitor.page.wait_for_selector(f"{ROOT} h1")
            return Board(visitor)

        yield open_phone


@pytest.fixture
def projector(app, new_visitor):
    board = Board(new_visitor(app, PROJECTOR))
    yield board
    if board.page.locator("[data-act=class]").count():
        board.page.evaluate("() => sessionStorage.clear()")


def open_class(board):
    """Show the code; its address."""
    board.page.locator(f"{ROOT} [data-act=class]").first.click()
    board.page.wait_for_selector("[data-lab=code]")
    return "http://" + board.page.locator("[data-lab=code] .lab-address").inner_text()


def counts(board, said):
    board.page.wait_for_function(
        "([root, said]) => document.querySelector(`${root} [data-lab=answers]`)?.textContent === said", arg=[ROOT, said]
    )


def told(board, said):
    board.page.wait_for_function(
        "([at, said]) => document.querySelector(at)?.textContent.startsWith(said)", arg=[SAYS, said]
    )


def votes(board):
    return {
        one.get_attribute("data-lab-votes"): one.inner_text() for one in board.page.locator("[data-lab-votes]").all()
    }


def test_three_phones_vote_on_a_choice_and_on_a_guess(app, projector, phone):
    projector.open("curve", CHOICE)
    address = open_class(projector)
    assert re.fullmatch(rf"{re.escape(app)}/v/[34679ACDEFHJKMNPRTWXY]{{5}}", address)
    box = projector.page.locator("[data-lab=code] .lab-qr").bounding_box()
    assert min(box["width"], box["height"]) >= 480
    assert drawn_code(projector) == [bytes(row) for row in segno.make(address, error="m").matrix]
    projector.page.keyboard.press("Space")
    phones = [phone(app, address) for _ in range(3)]
    for one in phones:
        one.says(STEPS[CHOICE - 1]["asks"])
        told(one, FOLLOWS)
        assert one.page.locator("[data-lab=next], [data-lab=back]").count() == 0
    counts(projector, "0 answers")

    right = STEPS[CHOICE - 1]["right"]
    wrong = next(one["key"] for one in STEPS[CHOICE - 1]["options"] if one["key"] != right)
    for one, answers in zip(phones, ([wrong, right], [right], [wrong]), strict=True):
        for answer in answers:
            one.page.locator(f"[data-lab-answer={answer}]").click()
        told(one, SENT)
    counts(projector, "3 answers")
    for board in (projector, *phones):
        assert votes(board) == {}
        assert STEPS[CHOICE - 1]["title"] not in board.text()
    projector.page.keyboard.press("Space")
    for board in (projector, *phones):
        board.page.wait_for_selector("[data-lab-votes]")
        assert {key: count for key, count in votes(board).items() if count != "0"} == {right: "2", wrong: "1"}
        assert STEPS[CHOICE - 1]["title"] in board.text()
    assert [STEPS[CHOICE - 1]["tempts"] in one.text() for one in (projector, *phones)] == [True, False, False, True]

    projector.page.locator(f"[data-act=go][data-value='{GUESS - 1}']").click()
    for one, presses in zip(phones, (25, 10, 24), strict=True):
        one.says(STEPS[GUESS - 1]["asks"])
        one.page.locator("[data-hand=guess]").focus()
        for _ in range(presses):
            one.page.keyboard.press("ArrowUp")
        assert one.page.locator("[data-lab=next]").inner_text() == "Send my answer"
        one.page.locator("[data-lab=next]").click()
        told(one, SENT)
    counts(projector, "3 answers")
    assert projector.page.locator("[data-lab-vote]").count() == 0
    assert "it is" not in phones[0].text()
    projector.page.keyboard.press("Space")
    projector.page.wait_for_selector("[data-lab-vote]")
    projector.says(STEPS[GUESS - 1]["asks"])
    dots = projector.page.locator("[data-lab-vote]").evaluate_all(
        "all => all.map(one => [+one.dataset.labVote, +one.getAttribute('cy'), one.getAttribute('class')])"
    )
    truth = float(projector.page.locator("circle.lab-truth").get_attribute("cy"))
    assert [(value, look) for value, _, look in dots] == [(0.6, "lab-vote"), (0.74, "lab-near"), (0.75, "lab-near")]
    assert dots[2][1] == pytest.approx(truth)
    assert dots[0][1] - truth == pytest.approx(0.15 * 474)
    assert "2 of 3 came close" in projector.text()
    for one in phones:
        one.page.wait_for_selector("circle.lab-truth")
        assert one.visitor.overflow() <= 1
        assert one.visitor.complaints == []

    projector.page.locator("[data-lab=again]").click()
    counts(projector, "0 answers")
    phones[0].page.wait_for_selector("[data-hand=guess]")
    told(phones[0], FOLLOWS)
    assert projector.runs() == 0


def drawn_code(board):
    """The modules of the code on the screen: rows of 0 and 1 without the border."""
    size, path = board.page.locator("[data-lab=code] .lab-qr svg").evaluate(DARK)
    rows = [bytearray(int(size) - 4) for _ in range(int(size) - 4)]
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
        given = [float(one) for one in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            for column in range(int(x), int(x + given[0])):
                rows[int(y) - 2][column - 2] = 1
            x += given[0]
        else:
            x, y = (given[0], given[1]) if command == "M" else (x + given[0], y + given[1])
    return [bytes(row) for row in rows]


def test_a_class_that_is_over_or_lost_leaves_the_lesson_as_it_was(port, phone, new_visitor):
    with running_server(port=port) as server:
        projector = Board(new_visitor(server.address, PROJECTOR))
        projector.open("curve", CHOICE)
        one = phone(server.address, open_class(projector))
        told(one, FOLLOWS)
        projector.page.locator("[data-act=class][data-value=end]").click()
        told(one, "This class is over")
        assert one.page.locator("[data-lab=next]").count() == 1
        other = phone(server.address, open_class(projector))
        told(other, FOLLOWS)
    told(other, "Answers are not sent")
    counts(projector, "Answers are not sent: the server does not reply.")
    for board in (projector, other):
        board.page.keyboard.press("Space")
        board.page.keyboard.press("Space")
    projector.page.keyboard.press("Space")
    projector.says(STEPS[CHOICE]["asks"])
    other.says(STEPS[CHOICE]["asks"])
    projector.page.evaluate("() => sessionStorage.clear()")


def test_without_the_routes_there_is_no_button(fresh_app, new_visitor):
    board = Board(new_visitor(fresh_app, PROJECTOR))
    board.open("curve", CHOICE)
    board.page.wait_for_timeout(500)
    assert board.page.locator("[data-act=class]").count() == 0
    board.page.keyboard.press("Space")
    board.page.keyboard.press("Space")
    board.says(STEPS[CHOICE]["asks"])


def test_a_phone_is_led_to_the_lesson_that_the_class_goes_on_with(app, projector, phone):
    projector.open("curve", CHOICE)
    one = phone(app, open_class(projector))
    told(one, FOLLOWS)
    projector.visitor.open("lessons?lesson=sum&step=2&lang=en")
    one.says(lesson_bundle("sum", "en")["steps"][1]["title"])
    told(one, FOLLOWS)
