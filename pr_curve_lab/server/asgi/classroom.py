"""The class votes over HTTP: the projector creates a room, and phones follow the lesson and send answers.

Responses are short JSON. Clients poll every few seconds, because a phone that was asleep has to reconnect anyway. All
votes are handled in one thread, so that the event loop never waits for their file.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from pr_curve_lab.exports.html_page import qr_code
from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.server.network import public_host
from pr_curve_lab.server.votes import ROOM_SECONDS, LessonPosition, RejectedError, RoomState, Votes, private_folder

MAX_BODY_BYTES = 1000  # bytes
ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<host>[\w.-]{1,99}|\[[\da-f:]+\])(?P<port>:\d{1,5})?", re.ASCII)
COOKIE, PASS = "prlab_phone", "p"
CLASSES = "PR_CURVE_LAB_CLASSES"  # environment variable: a folder through which several processes share classes
NO_STORE = {"cache-control": "no-store"}
STATUS = {
    "no_such_room": 404,
    "not_the_maker": 403,
    "too_long": 413,
    "locked": 423,
    "too_soon": 425,
    "too_many_rooms": 429,
    "too_many_phones": 429,
    "too_many_tries": 429,
    "not_asked": 409,
    "revealed": 409,
}  # else 400
Result = TypeVar("Result")
Endpoint = Callable[[Request], Awaitable[Response]]


def classroom_routes(base: str, server_address: str) -> list[BaseRoute]:
    """Return the routes below a base path, or none if the configured folder cannot be used.

    server_address: the address that the server listens on.
    """
    folder = os.environ.get(CLASSES)
    try:
        return Classroom(Votes(private_folder(Path(folder)) if folder else None), base, server_address).routes()
    except (OSError, sqlite3.Error):
        return []  # lessons work without a class


class Classroom:
    """The endpoints for rooms below a base path."""

    def __init__(self, votes: Votes, base: str, server_address: str) -> None:
        self._votes, self._base, self._server_address = votes, base, server_address
        self._thread = ThreadPoolExecutor(1, "votes")

    def routes(self) -> list[BaseRoute]:
        """Return the routes of all endpoints."""
        rooms, room = f"{self._base}/classroom", f"{self._base}/classroom/{{code}}"
        return [
            Route(rooms, self._json_endpoint(self._status), methods=["GET"]),
            Route(rooms, self._json_endpoint(self._create), methods=["POST"]),
            Route(room, self._json_endpoint(self._read), methods=["GET"]),
            Route(room, self._json_endpoint(self._update), methods=["POST"]),
            Route(room, self._json_endpoint(self._end), methods=["DELETE"]),
            Route(f"{room}/answer", self._json_endpoint(self._save_answer), methods=["POST"]),
            Route(f"{self._base}/v/{{code}}", self._open_lesson, methods=["GET"]),
        ]

    async def _status(self, _: Request) -> dict[str, Any]:
        return {}

    async def _create(self, request: Request) -> dict[str, Any]:
        body = await _body(request)
        language = _get_text(body, "language")
        if language not in LANGUAGES:
            raise RejectedError("no_such_language")
        start, is_reached = self._public_url(request)
        code, secret = await self._run(self._votes.create_room, language, _parse_position(body), _client(request))
        address = f"{start}/v/{code}"
        link = f"{address}?{PASS}={self._votes.room_token(code)}"
        room = {"code": code, "secret": secret, "address": address, "link": link, "reached": is_reached}
        return {**room, "qr": qr_code(link)}

    async def _read(self, request: Request) -> dict[str, Any]:
        return asdict(await self._join(request))

    async def _join(self, request: Request) -> RoomState:
        """Return the room for a phone, and note the cookie to send if it has none."""
        cookie = request.cookies.get(COOKIE, "")
        token = request.query_params.get(PASS, "")
        code, client = _code(request), _client(request)
        room, request.state.cookie = await self._run(self._votes.join_room, code, cookie, client, token)
        return room

    async def _update(self, request: Request) -> dict[str, Any]:
        body = await _body(request)
        update = partial(
            self._votes.update_room,
            turn=body["turn"] if type(body.get("turn")) is int else None,
            reset=body.get("anew") is True,
            discuss=body.get("discuss") is True,
            locked=body["locked"] if type(body.get("locked")) is bool else None,
            language=_get_text(body, "language") if _get_text(body, "language") in LANGUAGES else "",
        )
        secret, position = _get_text(body, "secret"), _parse_position(body)
        return asdict(await self._run(update, _code(request), secret, position, _client(request)))

    async def _save_answer(self, request: Request) -> dict[str, Any]:
        body, cookie = await _body(request), request.cookies.get(COOKIE, "")
        question = (body.get("lesson"), body.get("step"), body.get("turn"), body.get("round", 1))
        await self._run(self._votes.save_answer, _code(request), cookie, question, body.get("answer"), _client(request))
        return {}

    async def _end(self, request: Request) -> dict[str, Any]:
        secret = _get_text(await _body(request), "secret")
        await self._run(self._votes.end, _code(request), secret, _client(request))
        return {}

    async def _open_lesson(self, request: Request) -> Response:
        """Redirect a phone to the current step; if it may not join, to a lesson, where it gets the reason."""
        where = {"lesson": next(iter(LESSONS)), "class": _code(request)}
        try:
            room = await self._join(request)
            where = {"lang": room.language, "lesson": room.lesson, "step": str(room.step), "class": room.code}
        except (RejectedError, sqlite3.Error):
            pass
        return self._with_cookie(request, RedirectResponse(f"{self._base}/lessons?{urlencode(where)}", 303, NO_STORE))

    def _with_cookie(self, request: Request, response: Response) -> Response:
        """Add the phone's cookie to a response.

        Scripts cannot read it, and other sites' requests do not carry it, except links.
        """
        cookie = getattr(request.state, "cookie", None)
        if cookie:
            is_secure = request.url.scheme == "https"
            response.set_cookie(
                COOKIE, cookie, ROOM_SECONDS, path=self._base or "/", secure=is_secure, httponly=True, samesite="lax"
            )
        return response

    def _json_endpoint(self, handler: Callable[[Request], Awaitable[dict[str, Any]]]) -> Endpoint:
        """Wrap a handler: its result, or the reason for a refusal, as JSON."""

        async def endpoint(request: Request) -> Response:
            try:
                return self._with_cookie(request, JSONResponse(await handler(request), headers=NO_STORE))
            except RejectedError as refused:
                return JSONResponse({"reason": refused.reason}, STATUS.get(refused.reason, 400), NO_STORE)
            except sqlite3.Error:  # for instance the disk is full, or another process holds the lock
                return JSONResponse({"reason": "not_now"}, 503, NO_STORE)

        return endpoint

    def _public_url(self, request: Request) -> tuple[str, bool]:
        """Return the server's URL for phones, and whether they can reach it."""
        urls = (request.headers.get("origin", ""), str(request.base_url).rstrip("/"))
        page = next(filter(None, map(ORIGIN.fullmatch, urls)), None)  # the browser's Origin is right behind proxies too
        if page is None:
            raise RejectedError("no_address")
        host = page["host"]
        other = public_host(host, self._server_address)
        return f"{page['scheme']}://{other or host}{page['port'] or ''}{self._base}", other is not None

    async def _run(self, function: Callable[..., Result], *args: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *args)


async def _body(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request of at most `MAX_BODY_BYTES`.

    A form on another site cannot send this content type.
    """
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise RejectedError("no_json")
    sent = b""
    async for part in request.stream():
        sent += part
        if len(sent) > MAX_BODY_BYTES:
            raise RejectedError("too_long")
    try:
        body = json.loads(sent)
    except (ValueError, RecursionError):
        raise RejectedError("no_json") from None
    if not isinstance(body, dict):
        raise RejectedError("no_json")
    return body


def _parse_position(data: dict[str, Any]) -> LessonPosition:
    step = data.get("step")
    return LessonPosition(_get_text(data, "lesson"), step if type(step) is int else 0, data.get("revealed") is True)


def _get_text(data: dict[str, Any], name: str) -> str:
    """Return an ASCII text, or "" if something else was sent."""
    text = data.get(name)
    return text if isinstance(text, str) and text.isascii() else ""


def _code(request: Request) -> str:
    return str(request.path_params["code"]).upper().replace("O", "0")


def _client(request: Request) -> str:
    """Return the client's address; behind a proxy on this machine, the one that the proxy names."""
    return request.client.host if request.client else ""
