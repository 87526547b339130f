"""The routes of a class: what they answer to a projector and to phones, and what they refuse."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette

from pr_app.exports.qr_code import qr_code
from pr_app.serving.asgi import classroom
from pr_app.serving.asgi.classroom import LONGEST_BODY, Classroom, classroom_routes
from pr_app.serving.network_address import network_address
from pr_app.serving.votes import Votes
from tests.pr_app.serving.asgi.asking import ask

HERE = {"lesson": "curve", "step": 7, "revealed": False}
NEW = {"language": "en", **HERE}


class Asked:
    """An app that is asked with JSON, and answers so."""

    def __init__(self, folder, base="", listening="0.0.0.0"):
        self.votes = Votes(folder)
        self.app, self.base = Starlette(routes=Classroom(self.votes, base, listening).routes()), base

    def raw(self, method, path, body=b"", **headers):
        headers = {"host": "class:8501", "content-type": "application/json", **headers}
        return ask(self.app, self.base + path, method=method, body=body, **headers)

    def __call__(self, method, path, said=None, **headers):
        answer = self.raw(method, path, json.dumps(said).encode(), **headers)
        assert answer.headers["cache-control"] == "no-store"
        return answer.status, json.loads(answer.body)

    def room(self):
        _, made = self("POST", "/classroom", NEW)
        return f"/classroom/{made['code']}", made["secret"]

    def vote(self, room, phone, answer, **other):
        return self(
            "POST",
            f"{room}/answer",
            {"phone": phone, "lesson": "curve", "step": 7, "turn": 0, "answer": answer, **other},
        )


@pytest.fixture(params=["", "/lab"])
def asked(request, tmp_path):
    asked = Asked(tmp_path, request.param)
    yield asked
    asked.votes.close()


def test_a_class_votes_and_sees_the_spread_after_the_reveal(asked):
    room, secret = asked.room()
    assert asked("GET", "/classroom") == (200, {})
    for phone, answer in (("a", "rises"), ("b", "falls"), ("c", "falls")):
        assert asked.vote(room, phone, answer) == (200, {})
    state = {**NEW, "code": room[-5:], "turn": 0, "answers": 3, "spread": None}
    assert asked("GET", room) == (200, state)
    shown = {**state, "revealed": True, "spread": [["falls", 2], ["rises", 1]]}
    assert asked("POST", room, {**HERE, "revealed": True, "secret": secret}) == (200, shown)
    assert asked("GET", room.replace(room[-5:], room[-5:].lower())) == (200, shown)
    assert asked.vote(room, "d", "rises") == (409, {"reason": "revealed"})
    assert asked("DELETE", room, {"secret": secret}) == (200, {})
    assert asked("GET", room) == (404, {"reason": "no_such_room"})


def test_the_short_address_leads_to_the_step_that_is_shown(asked):
    _, made = asked("POST", "/classroom", {**NEW, "language": "zh"})
    assert made["address"] == f"http://class:8501{asked.base}/v/{made['code']}"
    assert made["qr"] == qr_code(made["address"])
    answer = asked.raw("GET", f"/v/{made['code'].lower()}")
    led = urlsplit(answer.headers["location"])
    assert (answer.status, led.path) == (303, f"{asked.base}/lessons")
    assert parse_qs(led.query) == {"lang": ["zh"], "lesson": ["curve"], "step": ["7"], "class": [made["code"]]}
    led = parse_qs(urlsplit(asked.raw("GET", "/v/nobody").headers["location"]).query)
    assert led == {"lesson": ["decisions"], "class": ["NOBODY"]}


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
    find = "pr_app.serving.network_address.network_address"
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
        (b"[" * LONGEST_BODY, "no_json"),
        (b" " * (LONGEST_BODY + 1), "too_long"),
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
def test_what_makes_no_room_is_told_why(asked, sent, reason):
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
        ({"phone": "\ud800"}, 400, "no_phone"),
        ({"phone": 7}, 400, "no_phone"),
    ],
    ids=str,
)
def test_a_vote_that_is_none_is_told_why(asked, other, status, reason):
    room, _ = asked.room()
    given = {"phone": "a", "answer": "rises", **other}
    assert asked.vote(room, **given) == (status, {"reason": reason})
    assert asked("GET", room)[1]["answers"] == 0


def test_without_a_place_for_votes_there_are_no_routes(monkeypatch):
    def refuse(_base):
        raise PermissionError

    monkeypatch.setattr(classroom, "private_folder", refuse)
    assert classroom_routes("", "") == []


def test_no_answer_tells_one_phone_of_another(asked):
    room, secret = asked.room()
    asked.vote(room, "abcdef123456", "rises")
    for revealed in (False, True):
        asked("POST", room, {**HERE, "revealed": revealed, "secret": secret})
        answer = asked.raw("GET", room)
        assert b"abcdef123456" not in answer.body
        assert secret.encode() not in answer.body
