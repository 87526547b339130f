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
from pr_curve_lab.lessons.bundles import lesson_bundle
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.web.payload import Bundle

Answer = str | float
DECIMALS = 2  # of a guess that is no count, as the browser's rail has them
_ANY_LANGUAGE = next(iter(LANGUAGES))  # options and rails are the same in all


def is_step(lesson: str, step: int) -> bool:
    """Whether a lesson has such a step, the first being 1.

    >>> is_step("curve", 9), is_step("curve", 10), is_step("pears", 1)
    (True, False, False)
    """
    return lesson in LESSONS and 1 <= step <= len(LESSONS[lesson].steps)


def taken_answer(lesson: str, step: int, answer: object) -> Answer | None:
    """An answer as it is kept, or None where the step knows no such answer.

    >>> taken_answer("curve", 7, "rises"), taken_answer("curve", 7, "maybe"), taken_answer("curve", 1, "rises")
    ('rises', None, None)
    >>> taken_answer("curve", 5, 0.6000001), taken_answer("curve", 5, float("nan")), taken_answer("curve", 5, 10**400)
    (0.6, None, None)
    """
    asked = lesson_bundle(lesson, _ANY_LANGUAGE)["steps"][step - 1]
    if "guess" in asked:
        return _taken_guess(asked["guess"], answer)
    options = [option["key"] for option in asked.get("options", [])]
    return answer if isinstance(answer, str) and answer in options else None


def _taken_guess(guess: Bundle, answer: object) -> float | None:
    if isinstance(answer, bool) or not isinstance(answer, int | float) or not 0 <= answer <= guess["most"]:
        return None  # what is no number is on no rail either
    return round(float(answer), 0 if guess["rail"] == "count" else DECIMALS)


# Codes are said across a room: of signs that sound alike, in English (3BCDEGPTVZ, 8AJK, 59IY, FLSX, 6X, MN, 2QUW) or in
# Chinese (2R, 17, 69), or that look alike (0DOQ, 1IL7, 2Z, 5S, 8B, 6G, UVY), there is one at most. An O is taken for 0.
SIGNS = "03467FHKMRWY"
SIGNS_OF_CODE = 6  # three million codes, of which an address may try 420 in the three hours that a room lasts
LONGEST = 3 * 3600  # s that a room lasts
GIVEN_UP = 600  # s after which a room is over that neither its projector nor a phone has asked about
MOST_ROOMS, MOST_ROOMS_OF_ADDRESS = 200, 40
MOST_PHONES = 400  # of one room
AWAY = 60  # s without a sign of life, after which a phone or a room makes way where there is no place left
SETTLED = 1.0  # s after its first request from which a phone counts; that takes a page longer to be there
NOTED = 10  # s between two notes of a sign of life
PATIENCE = 5.0  # s to wait for another process that writes
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
_TO_THIS_QUESTION = "FROM answer WHERE code = ? AND lesson = ? AND step = ?"


class RefusedError(ValueError):
    """A request that a room does not grant; `reason` is one word for why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Limit:
    """So many at once, and so many a second after that."""

    most: float
    per_second: float


WRONG_CODES = Limit(60, 1 / 30)  # of an address: a class or three that mistype
NEW_PHONES = Limit(80, 2)  # of an address in a room: a class at once, a lecture hall in two minutes
MOST_BUCKETS = 10_000  # addresses that are remembered


@dataclass(frozen=True)
class Place:
    """A step of a lesson as the projector shows it, and whether its answer is revealed."""

    lesson: str
    step: int
    revealed: bool


@dataclass(frozen=True)
class Room:
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

    def __init__(self, folder: Path | None, now: Callable[[], float] = time.time) -> None:
        self._file, self._now = folder and folder / "votes.sqlite", now
        self._open()
        self._purge()

    def make_room(self, language: str, place: Place, address: str) -> tuple[str, str]:
        """Make a room that shows a place; its code, and the secret of whoever made it.

        address: of whoever asks. Where it has too many rooms, or all have, one that nobody looks at makes way.
        """
        _check(place)
        self._purge()
        maker, now = self._digest(address), self._now()
        with self._writing() as file:
            self._make_way(file, MOST_ROOMS_OF_ADDRESS, "maker = ?", maker)
            self._make_way(file, MOST_ROOMS, "TRUE")
            taken = {row["code"] for row in file.execute("SELECT code FROM room")}
            drawn = ("".join(secrets.choice(SIGNS) for _ in range(SIGNS_OF_CODE)) for _ in range(MOST_ROOMS))
            code, secret = next(code for code in drawn if code not in taken), secrets.token_urlsafe()
            row = (code, secret, maker, now + LONGEST, now, language, place.lesson, place.step, place.revealed)
            file.execute("INSERT INTO room VALUES (?, ?, ?, ?, ?, FALSE, ?, ?, ?, ?, 0, FALSE)", row)
        return code, secret

    def show(
        self, code: str, secret: str, place: Place, address: str, *, anew: bool = False, locked: bool | None = None
    ) -> Room:
        """Say what the projector shows; the room as it is then.

        anew: the question is asked once more, and what was answered is forgotten. locked: whether further phones are
        kept out; None: as before.
        """
        _check(place)
        self._as_maker(code, secret, address)
        with self._writing() as file:
            shown = (place.lesson, place.step, place.revealed, anew, locked, self._now(), code)
            file.execute(
                "UPDATE room SET lesson = ?, step = ?, revealed = ?, turn = turn + ?, locked = COALESCE(?, locked), "
                "watched = ?, is_shown = TRUE WHERE code = ?",
                shown,
            )
            if anew:
                file.execute(f"DELETE {_TO_THIS_QUESTION}", (code, place.lesson, place.step))
        return self._room(self._row(code))

    def pass_of(self, code: str) -> str:
        """What the picture of a code has beside it: who brings it has not tried codes."""
        return self._digest(f"pass {code}")[:10]

    def follow(self, code: str, cookie: str, address: str, brought: str = "") -> tuple[Room, str | None]:
        """The room of a code, as its class sees it; and the cookie of a phone that brought none of this room.

        brought: the pass of the code, or what else a phone takes for it.
        """
        phone = self._phone(code, cookie)
        has_pass = hmac.compare_digest(self.pass_of(code).encode(), brought.encode())
        row = self._found(code, address, is_known=has_pass or phone is not None)
        if (phone is None or not self._take_part(row, phone, address)) and row["locked"]:
            raise RefusedError("locked")
        return self._room(row), None if phone else self._new_cookie(code)

    def vote(self, code: str, cookie: str, asked: tuple[object, object, object], answer: object, address: str) -> None:
        """Take the answer of a phone; asked: lesson, step and turn of the question that it saw."""
        phone = self._phone(code, cookie)
        row = self._found(code, address, is_known=phone is not None)
        if phone is None:
            raise RefusedError("no_phone")
        if asked != (row["lesson"], row["step"], row["turn"]):
            raise RefusedError("not_asked")
        if row["revealed"]:
            raise RefusedError("revealed")
        taken = taken_answer(row["lesson"], row["step"], answer)
        if taken is None:
            raise RefusedError("no_such_answer")
        if not self._take_part(row, phone, address):
            too_soon = self._now() < phone.since + SETTLED
            raise RefusedError("locked" if row["locked"] else "too_soon" if too_soon else "too_many_phones")
        with self._writing() as file:
            asked_now = "FROM room WHERE code = ? AND lesson = ? AND step = ? AND turn = ? AND NOT revealed"
            if file.execute(f"SELECT 1 {asked_now}", (code, *asked)).fetchone() is None:  # another process moved it
                raise RefusedError("not_asked")
            kept = (code, phone.number, row["lesson"], row["step"], taken)
            file.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?)", kept)

    def end(self, code: str, secret: str, address: str) -> None:
        """End a room: nothing of it is left."""
        self._as_maker(code, secret, address)
        with self._writing() as file:
            file.execute("DELETE FROM room WHERE code = ?", (code,))
        self._wipe()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    # Rooms

    def _room(self, row: Any) -> Room:
        code, question = row["code"], (row["code"], row["lesson"], row["step"])
        found = self._file_in_use.execute(
            f"SELECT answer, COUNT(*) {_TO_THIS_QUESTION} GROUP BY answer ORDER BY answer", question
        )
        spread = [(answer, count) for answer, count in found]
        return Room(
            code, row["language"], row["lesson"], row["step"], bool(row["revealed"]), row["turn"],
            self._phones(code), bool(row["locked"]),
            sum(count for _, count in spread), spread if row["revealed"] else None,
        )  # fmt: skip

    def _row(self, code: str) -> Any:
        """The room of a code, or None."""
        now = self._now()
        asked = "SELECT * FROM room WHERE code = ? AND until > ? AND watched > ?"
        return self._file_in_use.execute(asked, (code, now, now - GIVEN_UP)).fetchone()

    def _found(self, code: str, address: str, *, is_known: bool) -> Any:
        """The room of a code that somebody at an address names, who may not try too many.

        is_known: whether they have proof that they once were in it.
        """
        tries = self._digest(address)
        if not is_known and self._tokens(tries, WRONG_CODES) < 1:
            raise RefusedError("too_many_tries")
        row = self._row(code)
        if row is None:
            if not is_known:
                self._take(tries, WRONG_CODES)
            raise RefusedError("no_such_room")
        return row

    def _as_maker(self, code: str, secret: str, address: str) -> None:
        """Refuse whoever does not have the secret of a room; who has it is not held up by others who try."""
        row = self._row(code)
        if row is None or not secrets.compare_digest(row["secret"].encode(), secret.encode()):
            self._found(code, address, is_known=False)
            self._take(self._digest(address), WRONG_CODES)
            raise RefusedError("not_the_maker")

    def _make_way(self, file: sqlite3.Connection, most: int, among: str, *given: str) -> None:
        """See to a place for one more room: those that were never shown go first, then those that nobody watches."""
        if file.execute(f"SELECT COUNT(*) FROM room WHERE {among}", given).fetchone()[0] < most:
            return
        away = self._now() - AWAY
        gone = file.execute(
            f"DELETE FROM room WHERE code = (SELECT code FROM room WHERE {among} AND (NOT is_shown OR watched < ?) "
            "ORDER BY is_shown, watched LIMIT 1)",
            (*given, away),
        )
        if gone.rowcount < 1:
            raise RefusedError("too_many_rooms")

    # Phones

    def _new_cookie(self, code: str) -> str:
        said = f"{code}.{secrets.token_hex(12)}.{round(1000 * self._now())}"
        return f"{said}.{self._digest(said)}"

    def _phone(self, code: str, cookie: str) -> Phone | None:
        """The phone that a cookie of this room was given to, or None."""
        said, _, signature = cookie.rpartition(".")
        if not (cookie.isascii() and hmac.compare_digest(self._digest(said), signature)):
            return None
        of_code, number, since = said.split(".")
        return Phone(number, int(since) / 1000) if of_code == code else None

    def _take_part(self, row: Any, phone: Phone, address: str) -> bool:
        """Count a phone to its room, where it may; and note that it is there."""
        code, now = row["code"], self._now()
        found = self._file_in_use.execute(
            "SELECT seen FROM phone WHERE code = ? AND phone = ?", (code, phone.number)
        ).fetchone()
        if found is None and not self._is_let_in(row, phone, address):
            return False
        if found is None or found["seen"] < now - NOTED or row["watched"] < now - NOTED:
            with self._writing() as file:
                note = "INSERT INTO phone SELECT code, ?, ? FROM room WHERE code = ? ON CONFLICT DO UPDATE SET seen = ?"
                file.execute(note, (phone.number, now, code, now))
                file.execute("UPDATE room SET watched = ? WHERE code = ?", (now, code))
        return True

    def _is_let_in(self, row: Any, phone: Phone, address: str) -> bool:
        code, now = row["code"], self._now()
        if row["locked"] or now < phone.since + SETTLED:
            return False
        if self._phones(code) >= MOST_PHONES:
            with self._writing() as file:
                longest = "SELECT phone FROM phone WHERE code = ? AND seen < ? ORDER BY seen LIMIT 1"
                away = file.execute(longest, (code, now - AWAY)).fetchone()
                if away is None:
                    return False
                file.execute("DELETE FROM phone WHERE code = ? AND phone = ?", (code, away["phone"]))
        return self._take(self._digest(f"{code} {self._digest(address)}"), NEW_PHONES)

    def _phones(self, code: str) -> int:
        return int(self._file_in_use.execute("SELECT COUNT(*) FROM phone WHERE code = ?", (code,)).fetchone()[0])

    # Limits

    def _digest(self, text: str) -> str:
        """What only who knows the key can make of a text; of an IPv6 address, of the network that it is in."""
        return hmac.digest(self._key, _network(text).encode(), "sha256").hex()[:32]

    def _tokens(self, name: str, limit: Limit) -> float:
        row = self._file_in_use.execute("SELECT tokens, at FROM bucket WHERE name = ?", (name,)).fetchone()
        if row is None:
            return limit.most
        refilled = limit.per_second * max(self._now() - float(row["at"]), 0.0)
        return min(limit.most, float(row["tokens"]) + refilled)

    def _take(self, name: str, limit: Limit) -> bool:
        """Take one of what a limit leaves, if it leaves one."""
        with self._writing() as file:
            tokens = self._tokens(name, limit)
            if tokens < 1:
                return False
            file.execute("INSERT OR REPLACE INTO bucket VALUES (?, ?, ?)", (name, tokens - 1, self._now()))
            oldest = "SELECT name FROM bucket ORDER BY at DESC LIMIT -1 OFFSET ?"
            file.execute(f"DELETE FROM bucket WHERE name IN ({oldest})", (MOST_BUCKETS,))
        return True

    # The file

    @property
    def _file_in_use(self) -> sqlite3.Connection:
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
        self._connection = sqlite3.connect(where, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        self._connection.row_factory = sqlite3.Row
        # What is deleted is overwritten; nothing here has to outlive the machine, so no write waits for the disk.
        for pragma in ("journal_mode = WAL", "synchronous = OFF", "secure_delete = ON", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.executescript(_TABLES)
        self._connection.execute("INSERT OR IGNORE INTO key VALUES (1, ?)", (secrets.token_hex(32),))
        self._key = bytes.fromhex(self._connection.execute("SELECT value FROM key").fetchone()[0])
        self._number = self._file.stat().st_ino if self._file else 0

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that no other process comes between."""
        file = self._file_in_use
        file.execute("BEGIN IMMEDIATE")
        try:
            yield file
        except BaseException:
            file.execute("ROLLBACK")
            raise
        file.execute("COMMIT")

    def _purge(self) -> None:
        """Delete the rooms that are over, and what was remembered of addresses that have tried nothing for long."""
        now = self._now()
        with self._writing() as file:
            over = "DELETE FROM room WHERE until <= ? OR watched <= ?"
            gone = file.execute(over, (now, now - GIVEN_UP)).rowcount
            file.execute("DELETE FROM bucket WHERE at < ?", (now - WRONG_CODES.most / WRONG_CODES.per_second,))
        if gone:
            self._wipe()

    def _wipe(self) -> None:
        """Have what was deleted leave the journal too; where another process reads just now, that one's next time."""
        self._file_in_use.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _network(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return text
    return str(address.ipv4_mapped or address.exploded[:19])  # the first 64 bits: one connection has as many addresses


def _check(place: Place) -> None:
    if not is_step(place.lesson, place.step):
        raise RefusedError("no_such_step")


OTHERS = 0o077  # what a mode lets others do
_OWN = 0o700


def private_folder(folder: Path) -> Path:
    """The folder; it is made, for this user alone, where there is none.

    Raises
    ------
    PermissionError: somebody else's stands in its place, or one that others may look into.
    """
    folder.mkdir(mode=_OWN, exist_ok=True)
    found = folder.lstat()  # of a link, the link
    user = getattr(os, "getuid", lambda: found.st_uid)()
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & OTHERS
    if os.name == "posix" and not is_own:
        raise PermissionError(f"{folder} must be a folder of this user alone")
    return folder
