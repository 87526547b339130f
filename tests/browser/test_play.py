"""A visitor drags rows by mouse, touch and keyboard; every number on the screen matches the current rows."""

import re
from urllib.parse import urlencode

import numpy as np
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve, roc_auc_score

from pr_curve_lab.web.play import STARTS, ScoreRow, format_rows
from tests.browser.hand import drag, middle, touch
from tests.browser.visitor import PHONE
from tests.solutions import ranked

EXACT = 1e-12
HEADER = 88  # px, height of the page header on a phone
LEAST_BUTTON = 44  # px, for a thumb

# The numbers and shapes of the component, or of the widget in a notebook.
SEEN = """root => {
  const all = selector => [...(root ?? document.querySelector('.lab')).querySelectorAll(selector)];
  const value = (name, one) => [one.getAttribute(`data-lab-${name}`), +one.dataset.value];
  const values = name => Object.fromEntries(all(`[data-lab-${name}]`).map(one => value(name, one)));
  return {
    rows: all('[data-lab-row]').map(one => [+one.dataset.score, +one.dataset.label]),
    areas: all('path[data-lab-area]').map(one => [one.dataset.labArea, +one.dataset.value, one.getAttribute('d')]),
    printed: all('[data-lab-printed]').map(one => one.textContent),
    roc: +(all('[data-lab-area="roc"]')[0]?.dataset.value ?? 0), counts: values('count'), ratios: values('ratio'),
    threshold: +all('[data-lab="threshold"]')[0].getAttribute('aria-valuenow'),
    held: document.activeElement?.dataset?.handle ?? null,
  };
}"""
HANDLES = """() => [...document.querySelectorAll('.lab [data-handle]')].map(one => ['role', 'aria-label', 'tabindex',
  'aria-valuetext', 'aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map(name => one.getAttribute(name)))"""
# Height and horizontal extent of the component, the size of its smallest button, and texts that are untranslated keys.
FITS = """() => {
  const box = one => one.getBoundingClientRect(), top = box(document.querySelector('.lab')).top;
  const all = [...document.querySelectorAll('.lab *')];
  const shown = all.filter(one => one.getClientRects().length && !one.closest('mask'));
  const texts = shown.filter(one => !one.children.length).map(one => one.textContent);
  const buttons = [...document.querySelectorAll('.lab button')].map(box);
  return {
    bottom: Math.max(...shown.map(one => box(one).bottom)) - top,
    right: Math.max(...shown.map(one => box(one).right)), left: Math.min(...shown.map(one => box(one).left)),
    button: Math.min(...buttons.map(one => Math.min(one.width, one.height))),
    keys: texts.filter(one => /^[a-z]+_[a-z_]+$/.test(one)),
  };
}"""
ROW = '[data-lab-row="{}"]'.format
PILL = '[data-lab="threshold"] rect[rx]'


class Frames:
    """Messages that a window has sent to the server."""

    def __init__(self, page):
        self.sent = 0
        page.on("websocket", lambda socket: socket.on("framesent", self._count))

    def _count(self, _):
        self.sent += 1


def seen(visitor):
    return visitor.page.evaluate(SEEN)


def check_numbers(visitor):
    """Check areas, polygons and counts against scikit-learn's for the rows on the screen."""
    now = seen(visitor)
    score, label = np.array(now["rows"]).T
    precision, recall, _ = precision_recall_curve(label, score)
    wanted = {"step": average_precision_score(label, score), "linear": auc(recall, precision)}
    assert {scheme for scheme, *_ in now["areas"]} == wanted.keys()
    for scheme, value, path in now["areas"]:
        assert value == pytest.approx(wanted[scheme], abs=EXACT)
        assert polygon_area(path) == pytest.approx(value, abs=EXACT)
    if 0 < label.sum() < label.size:
        assert now["roc"] == pytest.approx(roc_auc_score(label, score), abs=EXACT)
    called = score >= now["threshold"]
    assert now["counts"] == {
        "tp": (called & (label == 1)).sum(), "fp": (called & (label == 0)).sum(),
        "fn": (~called & (label == 1)).sum(), "tn": (~called & (label == 0)).sum(),
    }  # fmt: skip
    return now


def polygon_area(path):
    assert path.endswith("Z")
    corners = np.array([one.split(" ") for one in re.split("[ML]", path.rstrip("Z"))[1:]], dtype=float)
    x, y = corners.T
    return abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def pull(visitor, selector, dx, dy=0, *, by=drag, **options):
    """Drag an element by some pixels."""
    x, y = middle(visitor.page.locator(selector).first)
    by(visitor.page, (x, y), (x + dx, y + dy), **options)


def open_play(visitor, **parameters):
    visitor.open(f"play?{urlencode({'lang': 'en', **parameters})}")
    visitor.page.wait_for_selector("[data-lab-row]")


def go_to_play(visitor, **parameters):
    """Go to other rows in the same window."""
    visitor.go_back_to(f"play?{urlencode({'lang': 'en', **parameters})}")


def wait_for_rows(visitor, rows):
    """Wait until the page has these rows."""
    wanted = [[row.score, int(row.positive)] for row in rows]
    visitor.page.wait_for_function(f"wanted => JSON.stringify(({SEEN})().rows) === JSON.stringify(wanted)", arg=wanted)


def test_the_keyboard_moves_what_the_mouse_moves(visitor):
    frames = Frames(visitor.page)
    open_play(visitor)
    check_keyboard(visitor)
    visitor.page.select_option("[data-choice=start]", "ten")
    visitor.wait()
    check_dragging(visitor, frames)
    check_row_beside_the_threshold(visitor)
    played_rows_are_used_by_the_other_pages(visitor)


def check_dragging(visitor, frames):
    visitor.page.locator("h1").scroll_into_view_if_needed()
    first = check_numbers(visitor)
    assert first["rows"] == [[row.score, int(row.positive)] for row in STARTS["ten"].rows]
    before = frames.sent
    pull(visitor, ROW(0), -200, each=lambda: (check_numbers(visitor), visitor.page.wait_for_timeout(60)))
    assert frames.sent == before
    visitor.wait()
    assert frames.sent == before + 1
    moved = check_numbers(visitor)
    assert moved["rows"][0][0] < first["rows"][0][0] - 0.3
    assert moved["rows"][1:] == first["rows"][1:]
    assert visitor.parameters()["played"].startswith(f"{moved['rows'][0][0]}p_0.84n_")
    flips_by_a_drag_across_the_lanes(visitor)
    moves_the_threshold(visitor, frames)
    goes_on_while_the_server_answers(visitor)


def flips_by_a_drag_across_the_lanes(visitor):
    score, label = check_numbers(visitor)["rows"][1]
    pull(visitor, ROW(1), 0, -70, steps=1)  # in one move event
    assert check_numbers(visitor)["rows"][1] == [score, 1 - label]
    pull(visitor, ROW(1), 0, 40)
    assert check_numbers(visitor)["rows"][1] == [score, label]


def moves_the_threshold(visitor, frames):
    visitor.wait()
    before, rows, sent = seen(visitor)["threshold"], seen(visitor)["rows"], frames.sent
    pull(visitor, PILL, 150, each=lambda: check_numbers(visitor))
    after = check_numbers(visitor)
    assert after["threshold"] > before + 0.2
    assert after["rows"] == rows
    visitor.wait()
    assert frames.sent == sent + 1
    assert visitor.parameters()["threshold"] == str(after["threshold"])


def goes_on_while_the_server_answers(visitor):
    """Check that a response of the server during the next drag does not change anything."""
    pull(visitor, ROW(2), -60, steps=2)
    places = [seen(visitor)["rows"][3][0]]

    def stays():
        visitor.page.wait_for_timeout(60)
        places.append(seen(visitor)["rows"][3][0])

    pull(visitor, ROW(3), -80, steps=12, each=stays)
    assert places == sorted(places, reverse=True)
    pull(visitor, ROW(5), 90, steps=2)
    here = check_numbers(visitor)
    visitor.wait()
    assert check_numbers(visitor)["rows"] == here["rows"]
    assert visitor.parameters()["played"] == "_".join(f"{score:g}{'np'[label]}" for score, label in here["rows"])


def check_keyboard(visitor):
    handles = visitor.page.evaluate(HANDLES)
    assert len(handles) == 11
    assert all(role == "slider" and name and said and tab == "0" for role, name, tab, said, *_ in handles)
    assert all(float(low) <= float(now) <= float(high) for *_, now, low, high in handles)
    assert len({name for _, name, *_ in handles}) == 11
    assert handles[1][:4] == ["slider", "Row 1, positive", "0", "score 0.94"]
    presses = {"ArrowRight": 0.51, "ArrowUp": 0.52, "ArrowLeft": 0.51, "PageDown": 0.41, "Shift+ArrowLeft": 0.31,
               "Home": 0.0, "End": 1.0}  # fmt: skip
    visitor.page.locator(ROW(5)).focus()
    for press, score in presses.items():
        visitor.page.keyboard.press(press)
        now = check_numbers(visitor)
        assert (now["rows"][5], now["held"]) == ([score, 1], "row 5"), press
    for press in ("Enter", " "):
        before = now["rows"][5][1]
        visitor.page.keyboard.press(press)
        now = check_numbers(visitor)
        assert (now["rows"][5][1], now["held"]) == (1 - before, "row 5")
    takes_rows_away(visitor)
    visitor.page.locator('[data-lab="threshold"]').focus()
    for press, threshold in {"ArrowRight": 0.36, "Home": 0.0, "PageUp": 0.1}.items():
        visitor.page.keyboard.press(press)
        now = check_numbers(visitor)
        assert (now["threshold"], now["held"]) == (threshold, "threshold")
    visitor.page.wait_for_function("() => location.search.includes('threshold=0.1')")
    visitor.wait()
    assert check_numbers(visitor)["rows"] == now["rows"]
    assert seen(visitor)["held"] == "threshold"


def takes_rows_away(visitor):
    """Delete rows down to the last, which cannot be deleted; the focus moves to a neighbor each time."""
    for left in range(9, 0, -1):
        visitor.page.keyboard.press("Delete")
        now = seen(visitor)
        assert len(now["rows"]) == left
        assert now["held"] is not None
        if any(label for _, label in now["rows"]):
            check_numbers(visitor)
    visitor.page.keyboard.press("Delete")
    assert len(seen(visitor)["rows"]) == 1
    visitor.page.locator('[data-act="again"]').click()
    wait_for_rows(visitor, STARTS["half"].rows)


def test_play_fits_a_phone_and_works_by_touch(app, new_visitor):
    phone = new_visitor(app, PHONE)
    open_play(phone)
    phone.page.locator(".lab-hint").wait_for()
    first = check_numbers(phone)
    pull(phone, ROW(0), -150, 0, by=touch, each=lambda: check_numbers(phone))
    moved = check_numbers(phone)
    assert moved["rows"][0][0] < first["rows"][0][0] - 0.3
    pull(phone, ROW(1), 0, -60, by=touch, each=lambda: check_numbers(phone))  # a vertical gesture would scroll the page
    assert check_numbers(phone)["rows"][1][1] == 1
    assert phone.page.evaluate("window.scrollY") == 0
    pull(phone, PILL, -60, 0, by=touch, each=lambda: check_numbers(phone))
    assert check_numbers(phone)["threshold"] < first["threshold"] - 0.1
    phone.wait()
    check_numbers(phone)
    for other_language in ("中文", "English"):
        for start in (*STARTS, "data"):
            phone.page.select_option("[data-choice=start]", start)
            phone.wait()
            fits_a_phone(phone, start)
        phone.page.locator(".st-key-lang").get_by_text(other_language).click()
        phone.wait()
    long_names = {"lang": "en", "start": "lead", "left": "linear_flat", "right": "linear_truncated"}
    phone.go_back_to(f"play?{urlencode(long_names)}")  # with the least room at the left
    fits_a_phone(phone, "lead")


def fits_a_phone(phone, start):
    assert phone.parameters().get("start", "half") == start
    fits = phone.page.evaluate(FITS)
    assert fits["keys"] == []
    assert fits["bottom"] + HEADER <= PHONE["height"], start
    assert (fits["left"] >= 0, fits["right"] <= PHONE["width"]) == (True, True), start
    assert fits["button"] >= LEAST_BUTTON, start
    assert phone.overflow() <= 0, start


def test_an_address_restores_rows_and_settings(visitor):
    rows = [ScoreRow(0.125, True), ScoreRow(0.3, False, 2.5), ScoreRow(0.3, True), ScoreRow(0.9, False)]
    asked = {"start": "lead", "played": format_rows(rows), "threshold": "0.25", "left": "continuous", "right": "upper"}
    open_play(visitor, **asked)
    now = seen(visitor)
    assert now["rows"] == [[row.score, int(row.positive)] for row in rows]
    assert now["threshold"] == 0.25
    assert {scheme for scheme, *_ in now["areas"]} == {"continuous", "upper"}
    assert visitor.headline() == "Straight-line area 0.20 larger than step area"
    assert now["counts"] == {"tp": 1, "fp": 3.5, "fn": 1, "tn": 0}
    visitor.page.locator(ROW(0)).press("ArrowRight")
    visitor.page.wait_for_function("() => location.search.includes('0.14p') || location.search.includes('0.13p')")
    visitor.wait()
    keeps_rows_in_another_language(visitor)
    check_back_button(visitor)
    a_riddle_is_handed_on_and_solved(visitor)


def keeps_rows_in_another_language(visitor):
    before = seen(visitor)
    visitor.page.locator(".st-key-lang").get_by_text("中文").click()
    visitor.page.wait_for_function("() => document.querySelector('.lab h1').textContent.includes('直线法')")
    visitor.wait()
    assert {**seen(visitor), "held": None} == {**before, "held": None}
    visitor.page.locator(".st-key-lang").get_by_text("English").click()
    visitor.wait()


def check_back_button(visitor):
    before = seen(visitor)["rows"]
    visitor.page.select_option('[data-choice="start"]', "ten")
    wait_for_rows(visitor, STARTS["ten"].rows)
    visitor.wait()
    assert visitor.parameters()["start"] == "ten"
    visitor.page.go_back()
    wait_for_rows(visitor, [ScoreRow(score, bool(label)) for score, label in before])
    visitor.wait()
    assert visitor.parameters()["start"] == "lead"


def played_rows_are_used_by_the_other_pages(visitor):
    go_to_play(visitor, start="ten", played=format_rows(ranked("ppnpnn")))
    step = seen(visitor)["areas"][0]
    visitor.page.locator('[data-act="use"]').click()
    visitor.wait()
    assert "The other pages show these rows now." in visitor.text()
    visitor.visit("areas")
    assert visitor.polygon_area("left_chart") == pytest.approx(step[1], abs=EXACT)
    assert "Played rows" in visitor.text()
    assert "6 rows" in visitor.text()


def a_riddle_is_handed_on_and_solved(visitor):
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=visitor.address)
    go_to_play(visitor, start="ten", played=format_rows(ranked("ppnpnnpn")), threshold="0.5")
    wait_for_rows(visitor, ranked("ppnpnnpn"))
    asked = seen(visitor)
    visitor.page.locator('[data-act="riddle"]').click()
    visitor.page.wait_for_function("() => document.querySelector('.lab [role=status]').textContent.includes('copied')")
    link = visitor.page.evaluate("() => navigator.clipboard.readText()")
    assert visitor.page.locator("[role=dialog] .st-key-link_sentence code").inner_text() == link
    shared = visitor.page.locator("[role=dialog]").inner_text()
    assert "This address works on this computer only" in shared
    visitor.page.context.clear_permissions()
    visitor.open(link.removeprefix(visitor.address).lstrip("/"))
    area = asked["areas"][0][1]
    assert visitor.headline() == f"Make the step area {area:.3f}".removesuffix("0")
    assert f"gets the task: {visitor.headline()}" in shared
    given = check_numbers(visitor)["rows"]
    assert sorted(label for _, label in given) == sorted(label for _, label in asked["rows"])
    assert given != asked["rows"]
    assert visitor.page.locator("[data-lab-reached]").count() == 0
    pull(visitor, ROW(0), 100)
    visitor.wait()
    visitor.page.locator('[data-act="again"]').click()  # restores the rows of the riddle, not the moved ones
    visitor.page.wait_for_function(f"given => JSON.stringify(({SEEN})().rows) === JSON.stringify(given)", arg=given)
    for row, (score, _) in enumerate(asked["rows"]):
        place = visitor.page.locator(ROW(row))
        place.focus()
        place.press("Home")
        for _ in range(round(score * 100) // 10):
            place.press("PageUp")
        for _ in range(round(score * 100) % 10):
            place.press("ArrowRight")
    assert visitor.page.locator('[data-lab-reached="riddle"]').count() == 1


def check_row_beside_the_threshold(visitor):
    go_to_play(visitor, start="ten", played="0.52p_0.3n_0.8p", threshold="0.5")
    wait_for_rows(visitor, [ScoreRow(0.52, True), ScoreRow(0.3, False), ScoreRow(0.8, True)])
    held = """row => {
      const disc = document.querySelector(row).querySelector('.lab-positive');
      const {left, top, width, height} = disc.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2).closest('[data-handle]').dataset.handle;
    }"""
    assert visitor.page.evaluate(held, ROW(0)) == "row 0"
