"""The routes of a class: their responses to a projector and to phones, and invalid requests."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette

from pr_curve_lab.exports.html_page import qr_code
from pr_curve_lab.server.asgi import classroom
from pr_curve_lab.server.asgi.classroom import CLASSES, MAX_BODY_BYTES, Classroom, classroom_routes
from pr_curve_lab.server.network import network_address
from pr_curve_lab.server.votes import Votes
from tests.pr_curve_lab.server.asgi.asking import ask

HERE = {"lesson": "curve", "step": 7, "revealed": False}
NEW = {"language": "en", **HERE}


class Asked:
    """An app that takes and returns JSON."""

    def __init__(self, folder, base="", listening="0.0.0.0"):
        self.seconds = 1_800_000_000.0
        self.votes, self.cookies = Votes(folder, lambda: self.seconds), {}
        self.app, self.base = Starlette(routes=Classroom(self.votes, base, listening).routes()), base

    def raw(self, method, path, body=b"", phone="", **headers):
        """Send a request; a phone sends the cookie that it was given before."""
        headers = {"host": "class:8501", "content-type": "application/json", "client": "198.51.100.7", **headers}
        cookie = {"cookie": self.cookies[phone]} if phone in self.cookies else {}
        answer = ask(self.app, self.base + path, method=method, body=body, **cookie, **headers)
        if phone and "set-cookie" in answer.headers:
            self.cookies[phone] = answer.headers["set-cookie"].partition(";")[0]
        return answer

    def __call__(self, method, path, said=None, **more):
        answer = self.raw(method, path, json.dumps(said).encode(), **more)
        assert answer.headers["cache-control"] == "no-store"
        return answer.status, json.loads(answer.body)

    def room(self):
        _, made = self("POST", "/classroom", NEW)
        return f"/classroom/{made['code']}", made["secret"]

    def vote(self, room, phone, answer, **other):
        if phone and phone not in self.cookies:
            self("GET", room, phone=phone)
            self.seconds += 2
        said = {"lesson": "curve", "step": 7, "turn": 0, "answer": answer, **other}
        return self("POST", f"{room}/answer", said, phone=phone)


@pytest.fixture
def base():
    return "/lab"


@pytest.fixture
def asked(tmp_path, base):
    asked = Asked(tmp_path, base)
    yield asked
    asked.votes.close()


def test_a_class_votes_and_sees_the_spread_after_the_reveal(asked):
    room, secret = asked.room()
    assert asked("GET", "/classroom") == (200, {})
    for phone, answer in (("a", "rises"), ("b", "falls"), ("c", "falls")):
        assert asked.vote(room, phone, answer) == (200, {})
    state = {**NEW, "code": room[-6:], "turn": 0, "round": 1, "phones": 3, "locked": False, "answers": 3}
    state |= {"spread": None, "results": {}, "hardest": ""}
    assert asked("GET", room) == (200, state)
    shown = {**state, "revealed": True, "spread": [["falls", 2], ["rises", 1]]}
    status, told = asked("POST", room, {**HERE, "revealed": True, "secret": secret})
    assert (status, {**told, "results": {}}) == (200, shown)
    assert ">2</b>" in told["results"]["bars"]["falls"]
    status, told = asked("GET", room.replace(room[-6:], room[-6:].lower()))
    assert (status, {**told, "results": {}}) == (200, shown)
    assert asked.vote(room, "c", "rises") == (409, {"reason": "revealed"})
    assert asked("DELETE", room, {"secret": secret}) == (200, {})
    assert asked("GET", room) == (404, {"reason": "no_such_room"})


def test_a_class_votes_twice_and_the_projector_gets_the_results(asked):
    room, secret = asked.room()

    def show(**more):
        return asked("POST", room, {**HERE, "secret": secret, **more})[1]

    for phone in "abc":
        asked.vote(room, phone, "rises")
    assert show(discuss=True)["round"] == 2
    assert asked.vote(room, "a", "stays") == (409, {"reason": "not_asked"})  # it has not heard of it
    for phone in "abc":
        assert asked.vote(room, phone, "stays", round=2) == (200, {})
    assert show(revealed=True, language="zh")["results"]["bars"]["stays"].endswith(
        '<b data-lab-votes="stays">3</b><span>讨论后</span>'
    )
    assert "0 of 3 are right" in show(step=9, language="xx")["hardest"]
    assert asked("GET", room)[1]["hardest"] == ""
    assert [show(anew=True, turn=0)["turn"] for _ in range(2)] == [1, 1]  # the same message twice
    assert asked("GET", room)[1]["answers"] == 0


@pytest.mark.parametrize("base", ["", "/lab"])
def test_the_short_address_leads_to_the_step_that_is_shown(asked):
    _, made = asked("POST", "/classroom", {**NEW, "language": "zh"})
    assert made["address"] == f"http://class:8501{asked.base}/v/{made['code']}"
    assert made["link"].partition("?")[0] == made["address"]
    assert made["qr"] == qr_code(made["link"])
    answer = asked.raw("GET", f"/v/{made['code'].lower()}")
    led = urlsplit(answer.headers["location"])
    assert (answer.status, led.path) == (303, f"{asked.base}/lessons")
    assert parse_qs(led.query) == {"lang": ["zh"], "lesson": ["curve"], "step": ["7"], "class": [made["code"]]}
    led = parse_qs(urlsplit(asked.raw("GET", "/v/unknwn").headers["location"]).query)
    assert led == {"lesson": ["decisions"], "class": ["UNKNWN"]}


@pytest.mark.parametrize(
    ("listening", "origin", "address", "reached"),
    [
        ("0.0.0.0", "http://localhost:8501", "http://198.51.100.7:8501", True),
        ("", "http://[::1]:80", "http://198.51.100.7:80", True),
        ("127.0.0.1", "http://127.0.0.1:8501", "http://127.0.0.1:8501", False),
        ("192.0.2.9", "http://127.0.0.1:8501", "http://192.0.2.9:8501", True),
        ("127.0.0.1", "https://lab.example", "https://lab.example", True),
        ("127.0.0.1", "javascript:alert(1)", "http://class:8501", True),
        ("127.0.0.1", "null", "http://class:8501", True),
    ],
)
def test_the_address_is_one_that_phones_reach(tmp_path, monkeypatch, listening, origin, address, reached):
    there = {"0.0.0.0": "198.51.100.7", "": "198.51.100.7"}
    find = "pr_curve_lab.server.network.network_address"
    monkeypatch.setattr(find, lambda one: there.get(one) or network_address(one))
    asked = Asked(tmp_path, listening=listening)
    _, made = asked("POST", "/classroom", NEW, origin=origin)
    assert (made["address"], made["reached"]) == (f"{address}/v/{made['code']}", reached)
    asked.votes.close()


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"", "no_json"),
        (b"[]", "no_json"),
        (b"{", "no_json"),
        (b"[" * MAX_BODY_BYTES, "no_json"),
        (b" " * (MAX_BODY_BYTES + 1), "too_long"),
        (b'{"language": "en"}', "no_such_step"),
        (json.dumps({**NEW, "lesson": ["curve"]}).encode(), "no_such_step"),
        (json.dumps({**NEW, "step": "3"}).encode(), "no_such_step"),
        (json.dumps({**NEW, "step": True}).encode(), "no_such_step"),
        (json.dumps({**NEW, "step": 10**99}).encode(), "no_such_step"),
        (json.dumps({**NEW, "language": "xx"}).encode(), "no_such_language"),
        (json.dumps({**NEW, "language": None}).encode(), "no_such_language"),
    ],
    ids=lambda one: str(one)[:30],
)
def test_an_invalid_request_for_a_room_gets_a_reason(asked, sent, reason):
    answer = asked.raw("POST", "/classroom", sent)
    assert (answer.status, json.loads(answer.body)) == (413 if reason == "too_long" else 400, {"reason": reason})


def test_a_form_of_another_site_is_refused(asked):
    room, _ = asked.room()
    for path in ("/classroom", room, f"{room}/answer"):
        answer = asked.raw("POST", path, b"{}", **{"content-type": "text/plain"})
        assert json.loads(answer.body) == {"reason": "no_json"}


def test_only_the_secret_moves_and_ends_a_room(asked):
    room, _ = asked.room()
    for secret in ("", "x", "\ud800", None, 7):
        assert asked("POST", room, {**HERE, "secret": secret}) == (403, {"reason": "not_the_maker"})
        assert asked("DELETE", room, {"secret": secret}) == (403, {"reason": "not_the_maker"})
    assert asked("GET", room)[0] == 200


@pytest.mark.parametrize(
    ("other", "status", "reason"),
    [
        ({"answer": "maybe"}, 400, "no_such_answer"),
        ({"answer": 10**300}, 400, "no_such_answer"),
        ({"step": 4}, 409, "not_asked"),
        ({"lesson": ["curve"]}, 409, "not_asked"),
        ({"turn": 1}, 409, "not_asked"),
        ({"round": 2}, 409, "not_asked"),
        ({"phone": ""}, 400, "no_phone"),
    ],
    ids=str,
)
def test_an_invalid_vote_gets_a_reason(asked, other, status, reason):
    room, _ = asked.room()
    given = {"phone": "a", "answer": "rises", **other}
    assert asked.vote(room, **given) == (status, {"reason": reason})
    assert asked("GET", room)[1]["answers"] == 0


def test_without_a_writable_folder_there_are_no_routes(monkeypatch):
    def refuse(_folder):
        raise PermissionError

    monkeypatch.setattr(classroom, "private_folder", refuse)
    monkeypatch.setenv(CLASSES, "/nowhere")
    assert classroom_routes("", "") == []


def test_servers_share_classes_only_if_configured(tmp_path, monkeypatch):
    def served():
        return Starlette(routes=classroom_routes("", ""))

    def found(app, code):
        return ask(app, f"/classroom/{code}", host="class").status

    def made(app):
        headers = {"host": "class", "content-type": "application/json"}
        return json.loads(ask(app, "/classroom", method="POST", body=json.dumps(NEW).encode(), **headers).body)["code"]

    monkeypatch.delenv(CLASSES, raising=False)
    one, other = served(), served()
    code = made(one)
    assert (found(one, code), found(other, code)) == (200, 404)
    monkeypatch.setenv(CLASSES, str(tmp_path / "classes"))
    one, other = served(), served()
    code = made(one)
    assert (found(one, code), found(other, code)) == (200, 200)


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_a_phone_gets_one_httponly_samesite_cookie(asked, scheme, secure):
    room, _ = asked.room()
    for path in (room, f"/v/{room[-6:]}"):
        told = asked.raw("GET", path, scheme=scheme).headers["set-cookie"].lower()
        assert {"httponly", "samesite=lax", f"path={asked.base or '/'}"} <= set(told.split("; "))
        assert ("secure" in told.split("; ")) is secure
    asked("GET", room, phone="a")
    assert "set-cookie" not in asked.raw("GET", room, phone="a").headers
    assert "set-cookie" not in asked.raw("POST", "/classroom", json.dumps(NEW).encode()).headers


def test_the_letter_o_is_read_as_zero(asked, monkeypatch):
    monkeypatch.setattr("secrets.choice", lambda _signs: "0")
    room, _ = asked.room()
    assert asked("GET", "/classroom/oO00o0")[0] == 200
    assert asked("GET", room)[0] == 200


def test_the_teacher_locks_a_class(asked):
    room, secret = asked.room()
    assert asked.vote(room, "a", "rises") == (200, {})
    assert asked("POST", room, {**HERE, "secret": secret, "locked": True})[1]["locked"] is True
    assert asked("POST", room, {**HERE, "secret": secret, "locked": "no"})[1]["locked"] is True
    assert asked("GET", room, phone="late") == (423, {"reason": "locked"})
    assert parse_qs(urlsplit(asked.raw("GET", f"/v/{room[-6:]}").headers["location"]).query)["class"] == [room[-6:]]
    assert asked.vote(room, "a", "falls") == (200, {})


def test_one_script_cannot_block_a_class(asked):
    """It opens 199 rooms, invents 399 phones and tries codes, all from the address of the class."""
    room, secret = asked.room()
    asked("POST", room, {**HERE, "secret": secret})
    assert asked.vote(room, "before", "rises") == (200, {})
    for _ in range(199):
        asked("POST", "/classroom", NEW)
    for _ in range(399):
        given = asked.raw("GET", room).headers["set-cookie"].partition(";")[0]
        body = json.dumps({"lesson": "curve", "step": 7, "turn": 0, "answer": "falls"}).encode()
        assert asked.raw("POST", f"{room}/answer", body, cookie=given).status == 425
    assert asked.vote(room, "honest", "rises") == (200, {})
    _, late = asked("POST", "/classroom", NEW)
    statuses = [asked("GET", f"/classroom/{i:06}")[0] for i in range(300)]
    assert statuses == [404] * 60 + [429] * 240
    assert asked.vote(room, "before", "falls") == (200, {})
    assert asked("GET", room, phone="elsewhere", client="198.51.100.8")[0] == 200
    scanned = late["link"].removeprefix(f"http://class:8501{asked.base}")
    path, _, query = scanned.partition("?")
    assert asked.raw("GET", path, phone="typed").status == 303
    assert "typed" not in asked.cookies  # refused until the script has paused for half a minute
    asked.raw("GET", path, phone="scanned", query=query)
    assert asked("GET", f"/classroom/{late['code']}", phone="scanned")[0] == 200
    other, its = asked.room()
    assert asked("POST", other, {**HERE, "secret": its})[0] == 200
    _, told = asked("POST", room, {**HERE, "revealed": True, "secret": secret})
    assert told["spread"] == [["falls", 1], ["rises", 1]]


def test_no_response_reveals_another_phone(asked):
    room, secret = asked.room()
    asked.vote(room, "a", "rises")
    number = asked.cookies["a"].split(".")[1].encode()
    for revealed in (False, True):
        asked("POST", room, {**HERE, "revealed": revealed, "secret": secret})
        answer = asked.raw("GET", room)
        assert number not in answer.body
        assert secret.encode() not in answer.body
