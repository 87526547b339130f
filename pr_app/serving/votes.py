"""The answers of classes, in a file that all processes of a server share: rooms, and one answer a phone and question.

Nothing about a person is kept: a phone is a number that it made up for this room. Until the reveal its last answer
counts, so that a slip of the thumb can be mended; after it none is taken, as by then everybody has seen the truth.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pr_app.serving.questions import Answer, is_step, taken_answer

SIGNS = "34679ACDEFHJKMNPRTWXY"  # of a code; none that looks or sounds like another
SIGNS_OF_CODE = 5  # four millions of codes, so that none is found by trying
LONGEST = 3 * 60  # minutes that a room lasts
MOST_ROOMS, MOST_PHONES = 200, 400  # phones of one room
LONGEST_MARK = 40  # characters that a phone calls itself by
PATIENCE = 5.0  # s to wait for another process that writes
_TABLES = """
CREATE TABLE IF NOT EXISTS room (code TEXT PRIMARY KEY, secret TEXT, until INTEGER, language TEXT, lesson TEXT,
  step INTEGER, revealed INTEGER, turn INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer (code TEXT REFERENCES room ON DELETE CASCADE, phone TEXT, lesson TEXT, step INTEGER,
  answer, PRIMARY KEY (code, phone, lesson, step)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS question ON answer (code, lesson, step);
"""
_TO_THIS_QUESTION = "FROM answer WHERE code = ? AND lesson = ? AND step = ?"


class RefusedError(ValueError):
    """A wish that a room does not grant; `reason` is one word for why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Place:
    """A step of a lesson as the projector shows it, and whether its answer is revealed."""

    lesson: str
    step: int
    revealed: bool


@dataclass(frozen=True)
class Room:
    """A room as its class sees it: the place, how many have answered, and after the reveal what.

    turn: how often a question was asked anew. spread: answers, each with how many gave it.
    """

    code: str
    language: str
    lesson: str
    step: int
    revealed: bool
    turn: int
    answers: int
    spread: list[tuple[Answer, int]] | None


class Votes:
    """Rooms and answers in the file of a folder. Not to be used by two threads at once."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._file, self._now = folder / "votes.sqlite", now
        self._open()
        self._purge()

    def make_room(self, language: str, place: Place) -> tuple[str, str]:
        """Make a room that shows a place; its code, and the secret of whoever made it."""
        _check(place)
        self._purge()
        with self._writing() as file:
            if file.execute("SELECT COUNT(*) FROM room").fetchone()[0] >= MOST_ROOMS:
                raise RefusedError("too_many_rooms")
            code, secret = "".join(secrets.choice(SIGNS) for _ in range(SIGNS_OF_CODE)), secrets.token_urlsafe()
            until = self._minute() + LONGEST
            shown = (place.lesson, place.step, place.revealed)
            file.execute("INSERT INTO room VALUES (?, ?, ?, ?, ?, ?, ?, 0)", (code, secret, until, language, *shown))
        return code, secret

    def show(self, code: str, secret: str, place: Place, *, anew: bool = False) -> None:
        """Say what the projector shows; anew: the question is asked once more, and what was answered is forgotten."""
        _check(place)
        with self._writing() as file:
            self._as_maker(code, secret)
            shown = (place.lesson, place.step, place.revealed, anew, code)
            file.execute("UPDATE room SET lesson = ?, step = ?, revealed = ?, turn = turn + ? WHERE code = ?", shown)
            if anew:
                file.execute(f"DELETE {_TO_THIS_QUESTION}", (code, place.lesson, place.step))

    def room(self, code: str) -> Room:
        """The room of a code, as its class sees it."""
        row = self._row(code)
        question = (code, row["lesson"], row["step"])
        found = self._file_in_use.execute(
            f"SELECT answer, COUNT(*) {_TO_THIS_QUESTION} GROUP BY answer ORDER BY answer", question
        )
        spread = [(answer, count) for answer, count in found]
        return Room(
            code, row["language"], row["lesson"], row["step"], bool(row["revealed"]), row["turn"],
            sum(count for _, count in spread), spread if row["revealed"] else None,
        )  # fmt: skip

    def vote(self, code: str, phone: str, asked: tuple[object, object, object], answer: object) -> None:
        """Take the answer of a phone; asked: lesson, step and turn of the question that it saw."""
        if not (phone.isalnum() and len(phone) <= LONGEST_MARK):
            raise RefusedError("no_phone")
        with self._writing() as file:
            row = self._row(code)
            if asked != (row["lesson"], row["step"], row["turn"]):
                raise RefusedError("not_asked")
            if row["revealed"]:
                raise RefusedError("revealed")
            taken = taken_answer(row["lesson"], row["step"], answer)
            if taken is None:
                raise RefusedError("no_such_answer")
            self._make_known(code, phone)
            kept = (code, phone, row["lesson"], row["step"], taken)
            file.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?)", kept)

    def end(self, code: str, secret: str) -> None:
        """End a room: nothing of it is left in the file."""
        with self._writing() as file:
            self._as_maker(code, secret)
            file.execute("DELETE FROM room WHERE code = ?", (code,))
        self._wipe()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @property
    def _file_in_use(self) -> sqlite3.Connection:
        """The connection; where the file was taken away, as tidy systems do after days, to a new one."""
        with suppress(FileNotFoundError):
            if self._file.stat().st_ino == self._number:
                return self._connection
        self._connection.close()
        self._open()
        return self._connection

    def _open(self) -> None:
        self._connection = sqlite3.connect(self._file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        self._connection.row_factory = sqlite3.Row
        # What is deleted is overwritten; nothing here has to outlive the machine, so no write waits for the disk.
        for pragma in ("journal_mode = WAL", "synchronous = OFF", "secure_delete = ON", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.executescript(_TABLES)
        self._number = self._file.stat().st_ino

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

    def _row(self, code: str) -> Any:
        found = self._file_in_use.execute("SELECT * FROM room WHERE code = ? AND until > ?", (code, self._minute()))
        row = found.fetchone()
        if row is None:
            raise RefusedError("no_such_room")
        return row

    def _as_maker(self, code: str, secret: str) -> None:
        if not secrets.compare_digest(self._row(code)["secret"].encode(), secret.encode()):
            raise RefusedError("not_the_maker")

    def _make_known(self, code: str, phone: str) -> None:
        """Count a phone to its room, if there is a place left."""
        phones = "SELECT COUNT(DISTINCT phone) FROM answer WHERE code = ? AND phone != ?"
        if self._file_in_use.execute(phones, (code, phone)).fetchone()[0] >= MOST_PHONES:
            raise RefusedError("too_many_phones")

    def _purge(self) -> None:
        """Delete the rooms whose time is over."""
        with self._writing() as file:
            gone = file.execute("DELETE FROM room WHERE until <= ?", (self._minute(),)).rowcount
        if gone:
            self._wipe()

    def _wipe(self) -> None:
        """Have what was deleted leave the journal too; where another process reads just now, that one's next time."""
        self._file_in_use.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _minute(self) -> int:
        return int(self._now() // 60)


def _check(place: Place) -> None:
    if not is_step(place.lesson, place.step):
        raise RefusedError("no_such_step")
