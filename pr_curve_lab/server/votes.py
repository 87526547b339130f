"""Answers of classes: rooms, one answer a phone and question, in memory or in a file that processes share.

Nothing about a person is kept: a phone is a number in a cookie, signed here and good for one room. Until the reveal its
last answer counts, so that a slip of the thumb can be mended; after it none is taken, as by then everybody has seen the
truth.

One client must not keep others out. A school is one address, so what is limited is what no class does: codes that are
wrong, phones that come faster than a class walks in, and rooms that nobody looks at, which make way for new ones. A
phone takes no place before it has come back with its cookie. What is noted of an address is a digest with a key.
"""

from __future__ import annotations

import hmac
import os
import secrets
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Any

from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.web.modules import Json

Answer = str | float
DECIMALS = 2  # of a guess that is no count, as the browser's rail has them
_ANY_LANGUAGE = next(iter(LANGUAGES))  # options and rails are the same in all


def is_step(lesson: str, step: int) -> bool:
    """Whether a lesson has such a step, the first being 1.

    >>> is_step("curve", 9), is_step("curve", 10), is_step("pears", 1)
    (True, False, False)
    """
    return lesson in LESSONS and 1 <= step <= len(LESSONS[lesson].steps)


def parse_answer(lesson: str, step: int, answer: object) -> Answer | None:
    """An answer as it is kept, or None where the step knows no such answer.

    >>> parse_answer("curve", 7, "rises"), parse_answer("curve", 7, "maybe"), parse_answer("curve", 1, "rises")
    ('rises', None, None)
    >>> parse_answer("curve", 5, 0.6000001), parse_answer("curve", 5, float("nan")), parse_answer("curve", 5, 10**400)
    (0.6, None, None)
    """
    question = lesson_json(lesson, _ANY_LANGUAGE)["steps"][step - 1]
    if "guess" in question:
        return _parse_guess(question["guess"], answer)
    options = [option["key"] for option in question.get("options", [])]
    return answer if isinstance(answer, str) and answer in options else None


def _parse_guess(guess: Json, answer: object) -> float | None:
    if isinstance(answer, bool) or not isinstance(answer, int | float) or not 0 <= answer <= guess["most"]:
        return None  # what is no number is on no axis either
    return round(float(answer), 0 if guess["axis"] == "count" else DECIMALS)


# Codes are said across a room: of signs that sound alike, in English (3BCDEGPTVZ, 8AJK, 59IY, FLSX, 6X, MN, 2QUW) or in
# Chinese (2R, 17, 69), or that look alike (0DOQ, 1IL7, 2Z, 5S, 8B, 6G, UVY), there is one at most. An O is taken for 0.
CODE_CHARACTERS = "03467FHKMRWY"
CODE_LENGTH = 6  # three million codes, of which an address may try 420 in the three hours that a room lasts
ROOM_SECONDS = 3 * 3600  # s that a room lasts
UNUSED_SECONDS = 600  # s after which a room is over that neither its projector nor a phone has asked about
MAX_ROOMS, MAX_ROOMS_PER_ADDRESS = 200, 40
MAX_PHONES = 400  # of one room
AWAY_SECONDS = 60  # s without a sign of life, after which a phone or a room makes way where there is no place left
MIN_PHONE_AGE = 1.0  # s after its first request from which a phone counts; that takes a page longer to be there
UPDATE_SECONDS = 10  # s between two notes of a sign of life
LOCK_TIMEOUT = 5.0  # s to wait for another process that writes
_TABLES = """
CREATE TABLE IF NOT EXISTS room (code TEXT PRIMARY KEY, secret TEXT, maker TEXT, until REAL, watched REAL,
  is_shown INTEGER, language TEXT, lesson TEXT, step INTEGER, revealed INTEGER, turn INTEGER,
  locked INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phone (code TEXT REFERENCES room ON DELETE CASCADE, phone TEXT, seen REAL,
  PRIMARY KEY (code, phone)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer (code TEXT, phone TEXT, lesson TEXT, step INTEGER, answer,
  PRIMARY KEY (code, phone, lesson, step), FOREIGN KEY (code, phone) REFERENCES phone ON DELETE CASCADE) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS question ON answer (code, lesson, step);
CREATE TABLE IF NOT EXISTS bucket (name TEXT PRIMARY KEY, tokens REAL, at REAL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS age ON bucket (at);
CREATE TABLE IF NOT EXISTS key (one INTEGER PRIMARY KEY CHECK (one = 1), value TEXT);
"""
_ANSWERS_FILTER = "FROM answer WHERE code = ? AND lesson = ? AND step = ?"


class RejectedError(ValueError):
    """A request that a room does not grant; `reason` is one word for why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class RateLimit:
    """So many at once, and so many a second after that."""

    max_tokens: float
    per_second: float


WRONG_CODES = RateLimit(60, 1 / 30)  # of an address: a class or three that mistype
NEW_PHONES = RateLimit(80, 2)  # of an address in a room: a class at once, a lecture hall in two minutes
MAX_BUCKETS = 10_000  # addresses that are remembered


@dataclass(frozen=True)
class LessonPosition:
    """A step of a lesson as the projector shows it, and whether its answer is revealed."""

    lesson: str
    step: int
    revealed: bool


@dataclass(frozen=True)
class RoomState:
    """A room as its class sees it: the place, how many have answered, and after the reveal what.

    turn: how often a question was asked anew. phones: that take part. locked: no further ones are let in. spread:
    answers, each with how many gave it.
    """

    code: str
    language: str
    lesson: str
    step: int
    revealed: bool
    turn: int
    phones: int
    locked: bool
    answers: int
    spread: list[tuple[Answer, int]] | None


@dataclass(frozen=True)
class Phone:
    """A phone in one room, and when it was first there."""

    number: str
    since: float


class Votes:
    """Rooms and answers, in a folder's file or, without a folder, in memory. Not to be used by two threads at once."""

    def __init__(self, folder: Path | None, get_time: Callable[[], float] = time.time) -> None:
        self._file, self._now = folder and folder / "votes.sqlite", get_time
        self._open()
        self._delete_old()

    def create_room(self, language: str, position: LessonPosition, address: str) -> tuple[str, str]:
        """Make a room that shows a place; its code, and the secret of whoever made it.

        address: of whoever asks. Where it has too many rooms, or all have, one that nobody looks at makes way.
        """
        _check_position(position)
        self._delete_old()
        maker, now = self._digest(address), self._now()
        with self._write_lock() as file:
            self._make_space(file, MAX_ROOMS_PER_ADDRESS, "maker = ?", maker)
            self._make_space(file, MAX_ROOMS, "TRUE")
            taken = {row["code"] for row in file.execute("SELECT code FROM room")}
            drawn = ("".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH)) for _ in range(MAX_ROOMS))
            code, secret = next(code for code in drawn if code not in taken), secrets.token_urlsafe()
            row = (
                code,
                secret,
                maker,
                now + ROOM_SECONDS,
                now,
                language,
                position.lesson,
                position.step,
                position.revealed,
            )
            file.execute("INSERT INTO room VALUES (?, ?, ?, ?, ?, FALSE, ?, ?, ?, ?, 0, FALSE)", row)
        return code, secret

    def update_room(
        self,
        code: str,
        secret: str,
        position: LessonPosition,
        address: str,
        *,
        reset: bool = False,
        locked: bool | None = None,
    ) -> RoomState:
        """Say what the projector shows; the room as it is then.

        reset: the question is asked once more, and what was answered is forgotten. locked: whether further phones are
        kept out; None: as before.
        """
        _check_position(position)
        self._check_secret(code, secret, address)
        with self._write_lock() as file:
            values = (position.lesson, position.step, position.revealed, reset, locked, self._now(), code)
            file.execute(
                "UPDATE room SET lesson = ?, step = ?, revealed = ?, turn = turn + ?, locked = COALESCE(?, locked), "
                "watched = ?, is_shown = TRUE WHERE code = ?",
                values,
            )
            if reset:
                file.execute(f"DELETE {_ANSWERS_FILTER}", (code, position.lesson, position.step))
        return self._get_state(self._row(code))

    def room_token(self, code: str) -> str:
        """What the picture of a code has beside it: who brings it has not tried codes."""
        return self._digest(f"pass {code}")[:10]

    def join_room(self, code: str, cookie: str, address: str, token: str = "") -> tuple[RoomState, str | None]:
        """The room of a code, as its class sees it; and the cookie of a phone that brought none of this room.

        token: the pass of the code, or what else a phone takes for it.
        """
        phone = self._find_phone(code, cookie)
        has_pass = hmac.compare_digest(self.room_token(code).encode(), token.encode())
        row = self._find(code, address, is_known=has_pass or phone is not None)
        if (phone is None or not self._update_phone(row, phone, address)) and row["locked"]:
            raise RejectedError("locked")
        return self._get_state(row), None if phone else self._new_cookie(code)

    def save_answer(
        self, code: str, cookie: str, question: tuple[object, object, object], answer: object, address: str
    ) -> None:
        """Take the answer of a phone; question: lesson, step and turn of the question that it saw."""
        phone = self._find_phone(code, cookie)
        row = self._find(code, address, is_known=phone is not None)
        if phone is None:
            raise RejectedError("no_phone")
        if question != (row["lesson"], row["step"], row["turn"]):
            raise RejectedError("not_asked")
        if row["revealed"]:
            raise RejectedError("revealed")
        parsed_answer = parse_answer(row["lesson"], row["step"], answer)
        if parsed_answer is None:
            raise RejectedError("no_such_answer")
        if not self._update_phone(row, phone, address):
            too_soon = self._now() < phone.since + MIN_PHONE_AGE
            raise RejectedError("locked" if row["locked"] else "too_soon" if too_soon else "too_many_phones")
        with self._write_lock() as file:
            condition = "FROM room WHERE code = ? AND lesson = ? AND step = ? AND turn = ? AND NOT revealed"
            if file.execute(f"SELECT 1 {condition}", (code, *question)).fetchone() is None:  # another process moved it
                raise RejectedError("not_asked")
            row_values = (code, phone.number, row["lesson"], row["step"], parsed_answer)
            file.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?)", row_values)

    def end(self, code: str, secret: str, address: str) -> None:
        """End a room: nothing of it is left."""
        self._check_secret(code, secret, address)
        with self._write_lock() as file:
            file.execute("DELETE FROM room WHERE code = ?", (code,))
        self._checkpoint()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    # Rooms

    def _get_state(self, row: Any) -> RoomState:
        code, question = row["code"], (row["code"], row["lesson"], row["step"])
        found = self._current_connection.execute(
            f"SELECT answer, COUNT(*) {_ANSWERS_FILTER} GROUP BY answer ORDER BY answer", question
        )
        spread = [(answer, count) for answer, count in found]
        return RoomState(
            code, row["language"], row["lesson"], row["step"], bool(row["revealed"]), row["turn"],
            self._count_phones(code), bool(row["locked"]),
            sum(count for _, count in spread), spread if row["revealed"] else None,
        )  # fmt: skip

    def _row(self, code: str) -> Any:
        """The room of a code, or None."""
        now = self._now()
        query = "SELECT * FROM room WHERE code = ? AND until > ? AND watched > ?"
        return self._current_connection.execute(query, (code, now, now - UNUSED_SECONDS)).fetchone()

    def _find(self, code: str, address: str, *, is_known: bool) -> Any:
        """The room of a code that somebody at an address names, who may not try too many.

        is_known: whether they have proof that they once were in it.
        """
        tries = self._digest(address)
        if not is_known and self._count_tokens(tries, WRONG_CODES) < 1:
            raise RejectedError("too_many_tries")
        row = self._row(code)
        if row is None:
            if not is_known:
                self._take_token(tries, WRONG_CODES)
            raise RejectedError("no_such_room")
        return row

    def _check_secret(self, code: str, secret: str, address: str) -> None:
        """Refuse whoever does not have the secret of a room; who has it is not held up by others who try."""
        row = self._row(code)
        if row is None or not secrets.compare_digest(row["secret"].encode(), secret.encode()):
            self._find(code, address, is_known=False)
            self._take_token(self._digest(address), WRONG_CODES)
            raise RejectedError("not_the_maker")

    def _make_space(self, file: sqlite3.Connection, max_rooms: int, condition: str, *params: str) -> None:
        """See to a place for one more room: those that were never shown go first, then those that nobody watches."""
        if file.execute(f"SELECT COUNT(*) FROM room WHERE {condition}", params).fetchone()[0] < max_rooms:
            return
        away = self._now() - AWAY_SECONDS
        gone = file.execute(
            f"DELETE FROM room WHERE code = (SELECT code FROM room WHERE {condition} AND (NOT is_shown OR watched < ?) "
            "ORDER BY is_shown, watched LIMIT 1)",
            (*params, away),
        )
        if gone.rowcount < 1:
            raise RejectedError("too_many_rooms")

    # Phones

    def _new_cookie(self, code: str) -> str:
        content = f"{code}.{secrets.token_hex(12)}.{round(1000 * self._now())}"
        return f"{content}.{self._digest(content)}"

    def _find_phone(self, code: str, cookie: str) -> Phone | None:
        """The phone that a cookie of this room was given to, or None."""
        content, _, signature = cookie.rpartition(".")
        if not (cookie.isascii() and hmac.compare_digest(self._digest(content), signature)):
            return None
        of_code, number, since = content.split(".")
        return Phone(number, int(since) / 1000) if of_code == code else None

    def _update_phone(self, row: Any, phone: Phone, address: str) -> bool:
        """Count a phone to its room, where it may; and note that it is there."""
        code, now = row["code"], self._now()
        found = self._current_connection.execute(
            "SELECT seen FROM phone WHERE code = ? AND phone = ?", (code, phone.number)
        ).fetchone()
        if found is None and not self._add_phone(row, phone, address):
            return False
        if found is None or found["seen"] < now - UPDATE_SECONDS or row["watched"] < now - UPDATE_SECONDS:
            with self._write_lock() as file:
                note = "INSERT INTO phone SELECT code, ?, ? FROM room WHERE code = ? ON CONFLICT DO UPDATE SET seen = ?"
                file.execute(note, (phone.number, now, code, now))
                file.execute("UPDATE room SET watched = ? WHERE code = ?", (now, code))
        return True

    def _add_phone(self, row: Any, phone: Phone, address: str) -> bool:
        code, now = row["code"], self._now()
        if row["locked"] or now < phone.since + MIN_PHONE_AGE:
            return False
        if self._count_phones(code) >= MAX_PHONES:
            with self._write_lock() as file:
                longest = "SELECT phone FROM phone WHERE code = ? AND seen < ? ORDER BY seen LIMIT 1"
                away = file.execute(longest, (code, now - AWAY_SECONDS)).fetchone()
                if away is None:
                    return False
                file.execute("DELETE FROM phone WHERE code = ? AND phone = ?", (code, away["phone"]))
        return self._take_token(self._digest(f"{code} {self._digest(address)}"), NEW_PHONES)

    def _count_phones(self, code: str) -> int:
        return int(self._current_connection.execute("SELECT COUNT(*) FROM phone WHERE code = ?", (code,)).fetchone()[0])

    # Limits

    def _digest(self, text: str) -> str:
        """What only who knows the key can make of a text; of an IPv6 address, of the network that it is in."""
        return hmac.digest(self._key, _network(text).encode(), "sha256").hex()[:32]

    def _count_tokens(self, name: str, limit: RateLimit) -> float:
        row = self._current_connection.execute("SELECT tokens, at FROM bucket WHERE name = ?", (name,)).fetchone()
        if row is None:
            return limit.max_tokens
        refilled = limit.per_second * max(self._now() - float(row["at"]), 0.0)
        return min(limit.max_tokens, float(row["tokens"]) + refilled)

    def _take_token(self, name: str, limit: RateLimit) -> bool:
        """Take one of what a limit leaves, if it leaves one."""
        with self._write_lock() as file:
            tokens = self._count_tokens(name, limit)
            if tokens < 1:
                return False
            file.execute("INSERT OR REPLACE INTO bucket VALUES (?, ?, ?)", (name, tokens - 1, self._now()))
            oldest = "SELECT name FROM bucket ORDER BY at DESC LIMIT -1 OFFSET ?"
            file.execute(f"DELETE FROM bucket WHERE name IN ({oldest})", (MAX_BUCKETS,))
        return True

    # The file

    @property
    def _current_connection(self) -> sqlite3.Connection:
        """The connection; where the file was taken away, as tidy systems do after days, to a new one."""
        if self._file is None:
            return self._connection
        with suppress(FileNotFoundError):
            if self._file.stat().st_ino == self._number:
                return self._connection
        self._connection.close()
        self._open()
        return self._connection

    def _open(self) -> None:
        where = self._file or ":memory:"
        self._connection = sqlite3.connect(where, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
        self._connection.row_factory = sqlite3.Row
        # What is deleted is overwritten; nothing here has to outlive the machine, so no write waits for the disk.
        for pragma in ("journal_mode = WAL", "synchronous = OFF", "secure_delete = ON", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.executescript(_TABLES)
        self._connection.execute("INSERT OR IGNORE INTO key VALUES (1, ?)", (secrets.token_hex(32),))
        self._key = bytes.fromhex(self._connection.execute("SELECT value FROM key").fetchone()[0])
        self._number = self._file.stat().st_ino if self._file else 0

    @contextmanager
    def _write_lock(self) -> Iterator[sqlite3.Connection]:
        """A transaction that no other process comes between."""
        file = self._current_connection
        file.execute("BEGIN IMMEDIATE")
        try:
            yield file
        except BaseException:
            file.execute("ROLLBACK")
            raise
        file.execute("COMMIT")

    def _delete_old(self) -> None:
        """Delete the rooms that are over, and what was remembered of addresses that have tried nothing for long."""
        now = self._now()
        with self._write_lock() as file:
            over = "DELETE FROM room WHERE until <= ? OR watched <= ?"
            gone = file.execute(over, (now, now - UNUSED_SECONDS)).rowcount
            file.execute("DELETE FROM bucket WHERE at < ?", (now - WRONG_CODES.max_tokens / WRONG_CODES.per_second,))
        if gone:
            self._checkpoint()

    def _checkpoint(self) -> None:
        """Have what was deleted leave the journal too; where another process reads just now, that one's next time."""
        self._current_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _network(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return text
    return str(address.ipv4_mapped or address.exploded[:19])  # the first 64 bits: one connection has as many addresses


def _check_position(position: LessonPosition) -> None:
    if not is_step(position.lesson, position.step):
        raise RejectedError("no_such_step")


OTHER_USERS_MODE = 0o077  # what a mode lets others do
_USER_MODE = 0o700


def private_folder(folder: Path) -> Path:
    """The folder; it is made, for this user alone, where there is none.

    Raises
    ------
    PermissionError: somebody else's stands in its place, or one that others may look into.
    """
    folder.mkdir(mode=_USER_MODE, exist_ok=True)
    found = folder.lstat()  # of a link, the link
    user = getattr(os, "getuid", lambda: found.st_uid)()
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & OTHER_USERS_MODE
    if os.name == "posix" and not is_own:
        raise PermissionError(f"{folder} must be a folder of this user alone")
    return folder
