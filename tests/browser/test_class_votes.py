"""A class votes with one projector and three phones, one of which has a window; each has its own cookies."""

import json
import re
import time
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
import segno

from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import step_data
from pr_curve_lab.server.votes import CODE_CHARACTERS, MIN_PHONE_AGE
from pr_metrics import choose_threshold
from tests.browser.lesson_board import ROOT, Board
from tests.browser.server import UNPREPARED, running_server
from tests.browser.visitor import PHONE, PROJECTOR

PROJECTED = {"screen": PROJECTOR}
OWN_COOKIES = {"screen": PHONE, "service_workers": "block"}  # options of a window that shares no cookies
STEPS = lesson_json("curve", "en")["steps"]
CHOICE, GUESS = 7, 5  # numbers of two steps
SAYS = f"{ROOT} [role=status]"
SENT, FOLLOWS, DISCUSS = "Your answer was sent.", "This phone follows the projector.", "Discuss with your neighbor"
DARK = "svg => { const box = svg.viewBox.baseVal; return [box.width, svg.querySelector('.qrline').getAttribute('d')]; }"


def open_class(board):
    """Show the code of the class, and return the address that phones open."""
    look(board).locator(f"{ROOT} [data-act=class]").first.click()
    board.page.wait_for_selector("[data-lab=code]")
    return "http://" + board.page.locator("[data-lab=code] .lab-address").inner_text()


def look(board):
    """Bring the window to the front, as a hidden window does not poll the server, and return its page."""
    board.page.bring_to_front()
    return board.page


def counts(board, said):
    look(board).wait_for_function(
        "([root, said]) => document.querySelector(`${root} [data-lab=answers]`)?.textContent === said", arg=[ROOT, said]
    )


def told(board, said):
    look(board).wait_for_function(
        "([at, said]) => document.querySelector(at)?.textContent.startsWith(said)", arg=[SAYS, said]
    )


def votes(board):
    return {
        one.get_attribute("data-lab-votes"): one.inner_text() for one in board.page.locator("[data-lab-votes]").all()
    }


def test_phones_vote_and_follow_the_projector_until_the_class_ends(port, new_visitor):
    with running_server(port=port, variables=UNPREPARED) as server:
        projector, phone = (Board(new_visitor(server.address, **one)) for one in (PROJECTED, OWN_COOKIES))
        unseen = [build_opener(HTTPCookieProcessor()) for _ in range(2)]
        projector.open("sum", 2)
        projector.page.route("**/classroom", as_if_reached)
        address = open_class(projector)
        can_be_joined(projector, server.address, address)
        follow(phone, address, lesson_json("sum", "en")["steps"][1]["title"])
        they_set_costs(projector, phone, unseen, address)
        projector.open("curve", CHOICE)
        look(phone).wait_for_url("**/lessons?*lesson=curve&step=7*")  # the phone follows to the other lesson
        told(phone, FOLLOWS)
        they_vote_on_a_choice(projector, phone, unseen, address)
        go(projector, GUESS)
        they_vote_on_a_guess(projector, phone, unseen, address)
        go(projector, CHOICE)
        look(phone)
        phone.says(STEPS[CHOICE - 1]["asks"])
        open_class(projector)
        locks(projector, address)
        projector.page.keyboard.press("Escape")  # leaves full screen, and with it the address
        projector.page.wait_for_selector("[data-lab=code]", state="detached")
        open_class(projector)
        projector.page.locator("[data-act=class][data-value=end]").click()
        told(phone, "This class is over")
        assert phone.page.locator("[data-lab=next]").count() == 1
        assert phone.page.locator(".st-key-menu a:visible").count() > 0
        projector.page.unroute("**/classroom")
        follow(phone, open_class(projector), STEPS[CHOICE - 1]["asks"])
        assert "works on this computer only" in projector.page.locator("[data-lab=code]").inner_text()
        assert projector.page.locator("[data-lab=code] .lab-qr").count() == 0
    the_lesson_goes_on_without(projector, phone)
    projector.page.evaluate("() => sessionStorage.clear()")


def as_if_reached(route):
    """Let the projector take the address of this computer for one that phones reach."""
    response = route.fetch()
    route.fulfill(response=response, json={**response.json(), "reached": True})


def can_be_joined(projector, app, address):
    assert re.fullmatch(rf"{re.escape(app)}/v/[{CODE_CHARACTERS}]{{6}}", address)
    box = projector.page.locator("[data-lab=code] .lab-qr").bounding_box()
    assert min(box["width"], box["height"]) >= 480
    link = projector.page.evaluate("() => JSON.parse(sessionStorage.getItem('prlab room')).link")
    assert link.startswith(f"{address}?")
    assert drawn_code(projector) == [bytes(row) for row in segno.make(link, error="m").matrix]
    projector.page.keyboard.press("Space")


def follow(phone, address, headline):
    """Open the address on a phone, and check that it follows the projector."""
    look(phone).goto(address)
    phone.says(headline)
    told(phone, FOLLOWS)
    assert phone.page.locator("[data-lab=next], [data-lab=back]").count() == 0
    links = phone.page.locator(
        ".st-key-header a:visible, summary:visible, [data-act=list]:visible, .st-key-aids button:visible"
    )
    assert links.count() == 0  # no menu


def answer_unseen(unseen, address, answers):
    """Send the answers of phones without a window."""
    room = address.replace("/v/", "/classroom/")
    for one in unseen:
        with one.open(room) as answered:
            said = json.load(answered)
    asked = {name: said[name] for name in ("lesson", "step", "turn", "round")}
    time.sleep(MIN_PHONE_AGE)
    for one, answer in zip(unseen, answers, strict=True):
        content = json.dumps({**asked, "answer": answer}).encode()
        with one.open(Request(f"{room}/answer", content, {"content-type": "application/json"})) as answered:
            assert answered.status == 200


def locks(projector, address):
    """Lock the class, and check that a further phone is refused."""
    projector.page.locator("[data-act=class][data-value=lock]").click()
    projector.page.wait_for_selector("[data-act=class][data-value=unlock]")
    assert "3 phones take part" in projector.page.locator("[data-lab=code]").inner_text()
    with pytest.raises(HTTPError, match="423"):
        build_opener().open(address.replace("/v/", "/classroom/"))


def go(board, step):
    look(board).locator(f"[data-act=go][data-value='{step - 1}']").click()


def they_vote_on_a_choice(projector, phone, unseen, address):
    step = STEPS[CHOICE - 1]
    counts(projector, "0 answers")
    right, wrong = step["right"], next(one["key"] for one in step["options"] if one["key"] != step["right"])
    for answer in (wrong, right):  # the last answer of a phone counts
        phone.page.locator(f"[data-lab-answer={answer}]").click()
    told(phone, SENT)
    answer_unseen(unseen, address, (right, wrong))
    counts(projector, "3 answers")
    for board in (projector, phone):
        assert votes(board) == {}
        assert step["title"] not in board.text()
    look(projector).keyboard.press("Space")
    for board in (projector, phone):
        look(board).wait_for_selector("[data-lab-votes]")
        assert {key: count for key, count in votes(board).items() if count != "0"} == {right: "2", wrong: "1"}
        assert step["title"] in board.text()
    assert all(step["tempts"] in board.text() for board in (projector, phone))


def they_vote_on_a_guess(projector, phone, unseen, address):
    look(phone)
    phone.says(STEPS[GUESS - 1]["asks"])
    send_guess(phone, "ArrowUp")
    answer_unseen(unseen, address, (0, 1))
    counts(projector, "3 answers")
    projector.page.locator("[data-act=class][data-value=discuss]").click()
    counts(projector, "0 answers")
    told(projector, DISCUSS)
    told(phone, DISCUSS)
    send_guess(phone, "Home")
    answer_unseen(unseen, address, (0.74, 0.75))
    counts(projector, "3 answers")
    assert projector.page.locator("polygon.lab-vote").count() == 0
    assert projector.runs() == 0
    projector.page.reload()  # the class goes on where it was
    projector.says(STEPS[GUESS - 1]["asks"])
    counts(projector, "3 answers")
    look(projector).keyboard.press("Space")
    the_projector_shows_the_guesses(projector)
    projector.page.reload()
    the_projector_shows_the_guesses(projector)
    look(phone).wait_for_selector("circle.lab-truth")
    assert phone.visitor.overflow() <= 1
    look(projector).locator("[data-lab=again]").click()
    counts(projector, "0 answers")
    look(phone).wait_for_selector("[data-handle=guess]")
    told(phone, FOLLOWS)


def they_set_costs(projector, phone, unseen, address):
    """Each phone sends what a miss costs; the dots count who needs which threshold."""
    projector.open("wishes", 6)
    look(phone).wait_for_url("**/lessons?*lesson=wishes&step=6*")
    phone.page.locator("[data-handle=rail]").focus()
    phone.page.keyboard.press("End")  # ten false alarms
    phone.page.locator("[data-lab=next]").click()
    told(phone, SENT)
    answer_unseen(unseen, address, (0.1, 7))
    counts(projector, "3 answers")
    assert projector.page.locator("[data-lab-vote]").count() == 0
    look(projector).keyboard.press("Space")
    projector.page.wait_for_selector("[data-lab-vote]")
    dots = projector.page.locator("[data-lab-vote]").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.labVote, +one.dataset.value]))"
    )
    points = step_data(LESSONS["wishes"].settings(6)).points
    chosen = [choose_threshold(points, cost_fp=1, cost_fn=miss).threshold for miss in (0.1, 7, 10)]
    assert dots == {f"{one:g}": chosen.count(one) for one in chosen}
    assert phone.visitor.overflow() <= 1


def send_guess(phone, key):
    """Place the handle by a key, in the middle or at an end, and send the guess."""
    look(phone).locator("[data-handle=guess]").focus()
    phone.page.keyboard.press(key)
    assert phone.page.locator("[data-lab=next]").inner_text() == "Send my answer"
    phone.page.locator("[data-lab=next]").click()
    told(phone, SENT)


def the_projector_shows_the_guesses(projector):
    """Both rounds stand side by side, with the guesses at the ends, the truth, and what counts as close."""
    look(projector).wait_for_selector("polygon.lab-vote")
    projector.says(STEPS[GUESS - 1]["asks"])
    said = projector.page.locator(f"{ROOT} .lab-aside").inner_text()
    assert "0 of 3 came close, after discussion 2 of 3" in said
    assert "Close is from 0.72 to 0.78." in said
    drawn = projector.page.locator("g:has(> polygon.lab-vote)")
    columns = drawn.locator("polygon.lab-vote").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
    assert len(columns) == 3 + 2  # 0, 0.5 and 1; then 0 and 0.75
    box = projector.page.locator("polygon.lab-veil").bounding_box()
    assert min(columns) < box["y"] < box["y"] + box["height"] > max(columns)
    assert [text for text in drawn.locator("text").all_text_contents() if "." in text] == ["0.75"]
    assert {"before", "after discussion"} <= set(drawn.locator("text").all_text_contents())


def the_lesson_goes_on_without(projector, phone):
    told(phone, "Answers cannot be sent")
    counts(projector, "Answers cannot be sent: the server does not respond.")
    for board, presses in ((projector, 3), (phone, 2)):  # the first press closes the QR code
        for _ in range(presses):
            look(board).keyboard.press("Space")
        board.says(STEPS[CHOICE]["asks"])


def drawn_code(board):
    """Return the modules of the QR code on the screen: rows of 0 and 1 without the border."""
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
