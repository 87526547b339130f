"""Answers of classes: rooms, and one answer per phone and vote, in memory or in a file shared by processes.

No personal data are stored: a phone is a random number in a cookie, signed here and valid for one room. Until the
answer is revealed, the last answer of a phone counts, so that a slip can be corrected. After that none is accepted,
because everybody has seen the truth, unless the question is asked anew. Before that a class may vote a second time,
after a discussion; the answers of both votes are kept.

One client must not lock out others. A school often has one IP address, so the limits apply only to what no class does:
wrong codes, phones that join faster than a class walks in, and rooms that nobody watches, which make way for new ones.
A phone takes a place only when it returns with its cookie. Addresses are stored only as a keyed digest.
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
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Any, TypeGuard

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.server.class_results import Answer, Spread, hardest_questions, has_truth, results_json
from pr_curve_lab.web.modules import Json

DECIMALS = 2  # of a guess that is not a count, as in the browser's slider
_ANY_LANGUAGE = next(iter(LANGUAGES))  # options and sliders are the same in all languages


def is_step(lesson: str, step: int) -> bool:
    """Whether a lesson has this step; the first is 1.

    >>> is_step("curve", 9), is_step("curve", 10), is_step("pears", 1)
    (True, False, False)
    """
    return lesson in LESSONS and 1 <= step <= len(LESSONS[lesson].steps)


def parse_answer(lesson: str, step: int, answer: object) -> Answer | None:
    """Return an answer as it is stored, or None if it is not possible at this step.

    >>> parse_answer("curve", 7, "rises"), parse_answer("curve", 7, "maybe"), parse_answer("curve", 1, "rises")
    ('rises', None, None)
    >>> parse_answer("curve", 5, 0.6000001), parse_answer("curve", 5, float("nan")), parse_answer("curve", 5, 10**400)
    (0.6, None, None)
    >>> parse_answer("wishes", 6, 5), parse_answer("wishes", 6, 0.3334), parse_answer("wishes", 6, 11)
    (5.0, 0.3333333333333333, None)
    """
    question = _question(lesson, step)
    if opinions := question.get("opinions"):
        if not _is_within(answer, opinions[0], opinions[-1]):
            return None
        return min(map(float, opinions), key=lambda one: abs(one - answer))
    if "guess" in question:
        return _parse_guess(question["guess"], answer)
    options = [option["key"] for option in question.get("options", [])]
    return answer if isinstance(answer, str) and answer in options else None


def _question(lesson: str, step: int, language: str = _ANY_LANGUAGE) -> Json:
    question: Json = lesson_json(lesson, language)["steps"][step - 1]
    return question


def _parse_guess(guess: Json, answer: object) -> float | None:
    if not _is_within(answer, 0, guess["most"]):
        return None
    return round(float(answer), 0 if guess["axis"] == "count" else DECIMALS)


def _is_within(answer: object, low: float, high: float) -> TypeGuard[float]:
    """Whether an answer is a number on the axis of its question."""
    return isinstance(answer, int | float) and not isinstance(answer, bool) and low <= answer <= high


# Codes are read aloud, so of characters that sound alike in English (3BCDEGPTVZ, 8AJK, 59IY, FLSX, 6X, MN, 2QUW) or in
# Chinese (2R, 17, 69), or that look alike (0DOQ, 1IL7, 2Z, 5S, 8B, 6G, UVY), at most one is used. O is read as 0.
CODE_CHARACTERS = "03467FHKMRWY"
CODE_LENGTH = 6  # 12**6 = three million codes; one address may try 420 while a room lasts
ROOM_SECONDS = 3 * 3600  # seconds that a room lasts
UNUSED_SECONDS = 600  # seconds after which a room ends if neither its projector nor a phone has asked for it
MAX_ROOMS, MAX_ROOMS_PER_ADDRESS = 200, 40
MAX_PHONES = 400  # phones in one room
AWAY_SECONDS = 60  # seconds without a request after which a phone or room may be replaced if there is no place
MIN_PHONE_AGE = 1.0  # seconds from a phone's first request until it counts; loading the page takes longer
UPDATE_SECONDS = 10  # seconds between two updates of when a phone or room was last seen
LOCK_TIMEOUT = 5.0  # seconds to wait while another process writes
_TABLES = """
CREATE TABLE IF NOT EXISTS room (code TEXT PRIMARY KEY, secret TEXT, maker TEXT, until REAL, watched REAL,
  is_shown INTEGER, language TEXT, lesson TEXT, step INTEGER, revealed INTEGER, turn INTEGER,
  locked INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phone (code TEXT REFERENCES room ON DELETE CASCADE, phone TEXT, seen REAL,
  PRIMARY KEY (code, phone)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS question_state (code TEXT REFERENCES room ON DELETE CASCADE, lesson TEXT, step INTEGER,
  round INTEGER, revealed INTEGER, PRIMARY KEY (code, lesson, step)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vote (code TEXT, phone TEXT, lesson TEXT, step INTEGER, round INTEGER, answer,
  PRIMARY KEY (code, phone, lesson, step, round),
  FOREIGN KEY (code, phone) REFERENCES phone ON DELETE CASCADE) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS votes_of_question ON vote (code, lesson, step);
CREATE TABLE IF NOT EXISTS bucket (name TEXT PRIMARY KEY, tokens REAL, at REAL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS age ON bucket (at);
CREATE TABLE IF NOT EXISTS key (one INTEGER PRIMARY KEY CHECK (one = 1), value TEXT);
"""
_ROOMS = "room LEFT JOIN question_state USING (code, lesson, step)"
_QUESTION = "code = ? AND lesson = ? AND step = ?"


class RejectedError(ValueError):
    """A request that is refused; `reason` is a short key such as "locked"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class RateLimit:
    """A token bucket: this many requests at once, and this many per second after that."""

    max_tokens: float
    per_second: float


WRONG_CODES = RateLimit(60, 1 / 30)  # per address: up to three classes that mistype
NEW_PHONES = RateLimit(80, 2)  # per address and room: a class at once, a lecture hall in two minutes
MAX_BUCKETS = 10_000  # buckets that are stored


@dataclass(frozen=True)
class LessonPosition:
    """The step of a lesson that the projector shows, and whether its answer is revealed."""

    lesson: str
    step: int
    revealed: bool


@dataclass(frozen=True)
class RoomState:
    """A room as its class sees it: the current step, how many have answered, and the answers after the reveal.

    turn: how often a question was asked anew. round: 2 once the class votes on it again after a discussion, else 1.
    phones: the number that have joined. locked: no further ones may join. answers: those of this round.
    spread: each of them with its count; None before the reveal. results: what `results_json` shows of all rounds; empty
    before the reveal. hardest: markup of the questions that were hardest, for the creator alone, at the last step.
    """

    code: str
    language: str
    lesson: str
    step: int
    revealed: bool
    turn: int
    round: int
    phones: int
    locked: bool
    answers: int
    spread: Spread | None
    results: Json
    hardest: str


@dataclass(frozen=True)
class Phone:
    """A phone in one room, and the time of its first request."""

    number: str
    since: float


class Votes:
    """Rooms and answers, in a file of a folder, or in memory without one. Must not be used by two threads at once."""

    def __init__(self, folder: Path | None, get_time: Callable[[], float] = time.time) -> None:
        self._file, self._now = folder and folder / "votes.sqlite", get_time
        self._open()
        self._delete_old()

    def create_room(self, language: str, position: LessonPosition, address: str) -> tuple[str, str]:
        """Create a room that shows a step. Returns its code, and the secret of its creator.

        address: of the client. If it has too many rooms, or there are too many altogether, one that nobody watches
        makes way.
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
            _update_question(file, code, position)
        return code, secret

    def update_room(
        self,
        code: str,
        secret: str,
        position: LessonPosition,
        address: str,
        *,
        turn: int | None = None,
        reset: bool = False,
        discuss: bool = False,
        locked: bool | None = None,
        language: str = "",
    ) -> RoomState:
        """Store what the projector shows. Returns the new state of the room.

        turn: the last one that the projector has heard of. If a question was asked anew since then, as when a message
        comes twice or from another window, only the step is stored. What was revealed remains so, even if the
        projector was loaded again.
        reset: ask the question anew and delete its answers. discuss: let the class vote a second time. locked: whether
        further phones are kept out; None leaves it unchanged. language: of the projector, if it is not the room's.
        """
        _check_position(position)
        self._check_secret(code, secret, address)
        question = (code, position.lesson, position.step)
        with self._write_lock() as file:
            is_now = (
                turn is None or file.execute("SELECT 1 FROM room WHERE code = ? AND turn = ?", (code, turn)).fetchone()
            )
            if not is_now:
                position, reset, discuss = replace(position, revealed=False), False, False
            if reset:
                for table in ("vote", "question_state"):
                    file.execute(f"DELETE FROM {table} WHERE {_QUESTION}", question)
            _update_question(file, code, position, discuss=discuss)
            revealed = f"(SELECT revealed FROM question_state WHERE {_QUESTION})"
            file.execute(
                f"UPDATE room SET lesson = ?, step = ?, revealed = {revealed}, turn = turn + ?, "
                "locked = COALESCE(?, locked), watched = ?, is_shown = TRUE WHERE code = ?",
                (*question[1:], *question, reset, locked, self._now(), code),
            )
        row = self._row(code)
        state, is_end = self._get_state(row, language), position.step == len(LESSONS[position.lesson].steps)
        hardest = self._get_hardest(code, position.lesson, language or row["language"]) if is_end else ""
        return replace(state, hardest=hardest)

    def room_token(self, code: str) -> str:
        """Return a token for the link in a room's QR code; it proves that a phone has not guessed the code."""
        return self._digest(f"pass {code}")[:10]

    def join_room(self, code: str, cookie: str, address: str, token: str = "") -> tuple[RoomState, str | None]:
        """Return the state of a room, and a new cookie if the phone has none of this room.

        token: `room_token` of the code, as sent by the phone.
        """
        phone = self._find_phone(code, cookie)
        has_pass = hmac.compare_digest(self.room_token(code).encode(), token.encode())
        row = self._find(code, address, is_known=has_pass or phone is not None)
        if (phone is None or not self._update_phone(row, phone, address)) and row["locked"]:
            raise RejectedError("locked")
        return self._get_state(row), None if phone else self._new_cookie(code)

    def save_answer(
        self, code: str, cookie: str, question: tuple[object, object, object, object], answer: object, address: str
    ) -> None:
        """Store the answer of a phone. question: lesson, step, turn and round of the question that it saw."""
        phone = self._find_phone(code, cookie)
        row = self._find(code, address, is_known=phone is not None)
        if phone is None:
            raise RejectedError("no_phone")
        if question != (row["lesson"], row["step"], row["turn"], row["round"]):
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
            condition = f"{_QUESTION} AND turn = ? AND COALESCE(round, 1) = ? AND NOT room.revealed"
            if file.execute(f"SELECT 1 FROM {_ROOMS} WHERE {condition}", (code, *question)).fetchone() is None:
                raise RejectedError("not_asked")  # changed meanwhile
            row_values = (code, phone.number, row["lesson"], row["step"], row["round"], parsed_answer)
            file.execute("INSERT OR REPLACE INTO vote VALUES (?, ?, ?, ?, ?, ?)", row_values)

    def end(self, code: str, secret: str, address: str) -> None:
        """End a room and delete all its data."""
        self._check_secret(code, secret, address)
        with self._write_lock() as file:
            file.execute("DELETE FROM room WHERE code = ?", (code,))
        self._checkpoint()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    # Rooms

    def _get_state(self, row: Any, projector: str | None = None) -> RoomState:
        """Return the state of a room. projector: its language, "" for that of the room; None for a phone."""
        code, votes = row["code"], dict[int, Spread]()
        found = self._current_connection.execute(
            f"SELECT round, answer, COUNT(*) FROM vote WHERE {_QUESTION} GROUP BY round, answer ORDER BY answer",
            (code, row["lesson"], row["step"]),
        )
        for number, answer, count in found:
            votes.setdefault(number, []).append((answer, count))
        spreads = [votes.get(number, []) for number in range(1, row["round"] + 1)]
        question, messages = _question(row["lesson"], row["step"]), messages_in(projector or row["language"])
        results = results_json(question, spreads, messages, is_projector=projector is not None)
        is_shown = bool(row["revealed"])
        return RoomState(
            code, row["language"], row["lesson"], row["step"], is_shown, row["turn"], row["round"],
            self._count_phones(code), bool(row["locked"]), sum(count for _, count in spreads[-1]),
            spreads[-1] if is_shown else None, results if is_shown else {}, "",
        )  # fmt: skip

    def _get_hardest(self, code: str, lesson: str, language: str) -> str:
        """Return markup of the hardest of the revealed questions of a lesson, by the answers of their last round."""
        found = self._current_connection.execute(
            "SELECT step, answer, COUNT(*) FROM vote JOIN question_state USING (code, lesson, step, round) "
            "WHERE code = ? AND lesson = ? AND revealed GROUP BY step, answer ORDER BY step, answer",
            (code, lesson),
        )
        spreads: dict[int, Spread] = {}
        for step, answer, count in found:
            if has_truth(_question(lesson, step)):
                spreads.setdefault(step, []).append((answer, count))
        questions = {step: _question(lesson, step, language) for step in spreads}
        return hardest_questions(questions, spreads, messages_in(language))

    def _row(self, code: str) -> Any:
        """Return the row of a room that is not over, or None."""
        now = self._now()
        query = f"SELECT room.*, COALESCE(round, 1) AS round FROM {_ROOMS} WHERE code = ? AND until > ? AND watched > ?"
        return self._current_connection.execute(query, (code, now, now - UNUSED_SECONDS)).fetchone()

    def _find(self, code: str, address: str, *, is_known: bool) -> Any:
        """Return the row of a room for a client at an address, which may not try too many wrong codes.

        is_known: whether the client has proof of the code, which exempts it from that limit.
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
        """Refuse a client without the secret of a room; one with the secret is not affected by others' failed tries."""
        row = self._row(code)
        if row is None or not secrets.compare_digest(row["secret"].encode(), secret.encode()):
            self._find(code, address, is_known=False)
            self._take_token(self._digest(address), WRONG_CODES)
            raise RejectedError("not_the_maker")

    def _make_space(self, file: sqlite3.Connection, max_rooms: int, condition: str, *params: str) -> None:
        """If there are too many rooms, delete one that was never shown or that nobody watches.

        Refuse if there is none.
        """
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
        """Return the phone of a cookie if it is valid for this room, else None."""
        content, _, signature = cookie.rpartition(".")
        if not (cookie.isascii() and hmac.compare_digest(self._digest(content), signature)):
            return None
        of_code, number, since = content.split(".")
        return Phone(number, int(since) / 1000) if of_code == code else None

    def _update_phone(self, row: Any, phone: Phone, address: str) -> bool:
        """Add a phone to its room if it may join, and note when it was seen. Returns whether it is in the room."""
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
        """Return an HMAC of a text, which needs the secret key; for an IPv6 address, of its network."""
        return hmac.digest(self._key, _network(text).encode(), "sha256").hex()[:32]

    def _count_tokens(self, name: str, limit: RateLimit) -> float:
        row = self._current_connection.execute("SELECT tokens, at FROM bucket WHERE name = ?", (name,)).fetchone()
        if row is None:
            return limit.max_tokens
        refilled = limit.per_second * max(self._now() - float(row["at"]), 0.0)
        return min(limit.max_tokens, float(row["tokens"]) + refilled)

    def _take_token(self, name: str, limit: RateLimit) -> bool:
        """Take a token from a bucket. Returns whether there was one."""
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
        """The connection to the file; a new one if the file was deleted, as cleaners of temporary folders do."""
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
        # Deleted content is overwritten. No data need to survive a crash of the machine, so writes do not wait for the
        # disk.
        for pragma in ("journal_mode = WAL", "synchronous = OFF", "secure_delete = ON", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.executescript(_TABLES)
        self._connection.execute("INSERT OR IGNORE INTO key VALUES (1, ?)", (secrets.token_hex(32),))
        self._key = bytes.fromhex(self._connection.execute("SELECT value FROM key").fetchone()[0])
        self._number = self._file.stat().st_ino if self._file else 0

    @contextmanager
    def _write_lock(self) -> Iterator[sqlite3.Connection]:
        """A write transaction, which no other process can interrupt."""
        file = self._current_connection
        file.execute("BEGIN IMMEDIATE")
        try:
            yield file
        except BaseException:
            file.execute("ROLLBACK")
            raise
        file.execute("COMMIT")

    def _delete_old(self) -> None:
        """Delete rooms that are over, and buckets of addresses that have been inactive for long."""
        now = self._now()
        with self._write_lock() as file:
            over = "DELETE FROM room WHERE until <= ? OR watched <= ?"
            gone = file.execute(over, (now, now - UNUSED_SECONDS)).rowcount
            file.execute("DELETE FROM bucket WHERE at < ?", (now - WRONG_CODES.max_tokens / WRONG_CODES.per_second,))
        if gone:
            self._checkpoint()

    def _checkpoint(self) -> None:
        """Remove deleted content from the write-ahead log too; while another process reads, a later call does that."""
        self._current_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _network(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return text
    return str(address.ipv4_mapped or address.exploded[:19])  # the first 64 bits: a customer usually has all of a /64


def _update_question(file: sqlite3.Connection, code: str, position: LessonPosition, *, discuss: bool = False) -> None:
    """Note that a question is shown or revealed. Its second round begins only with answers and before the reveal."""
    question = (code, position.lesson, position.step)
    has_votes = file.execute(f"SELECT 1 FROM vote WHERE {_QUESTION} LIMIT 1", question).fetchone()
    number = 2 if discuss and has_votes and not position.revealed else 1
    file.execute(
        "INSERT INTO question_state VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET revealed = revealed OR "
        "excluded.revealed, round = CASE WHEN revealed THEN round ELSE MAX(round, excluded.round) END",
        (*question, number, position.revealed),
    )


def _check_position(position: LessonPosition) -> None:
    if not is_step(position.lesson, position.step):
        raise RejectedError("no_such_step")


OTHER_USERS_MODE = 0o077  # permission bits of group and others
_USER_MODE = 0o700


def private_folder(folder: Path) -> Path:
    """Return the folder; create it for this user alone if it does not exist.

    Raises
    ------
    PermissionError: it belongs to another user, is not a folder, or others have permissions for it.
    """
    folder.mkdir(mode=_USER_MODE, exist_ok=True)
    found = folder.lstat()  # does not follow a link
    user = getattr(os, "getuid", lambda: found.st_uid)()
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & OTHER_USERS_MODE
    if os.name == "posix" and not is_own:
        raise PermissionError(f"{folder} must be a folder of this user alone")
    return folder
