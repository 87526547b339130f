"""Two classes vote at once: 300 phones on one server, first in the same moment, and then again while all of them poll.

    make bench-class                                              # after the class of class_at_once.py
    .venv/bin/python benchmarks/class_votes.py --phones 300
    .venv/bin/python benchmarks/class_votes.py --phones 30 --address http://127.0.0.1:8501

A phone is a connection that stays, as a browser's does, with a cookie of its own. Both rooms have the same question and
phones of the same marks, so that what is mixed would be seen. Times are from what is sent until the answer has come.
Fails when a vote is lost, double or in the wrong room, or when not all have voted in time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.class_of_visitors import percentile_95, slowest
from tests.browser.server import Server, running_server

PHONES = 300
ALL_WITHIN = 20.0  # s
EVERY = (2.0, 3.0)  # s from one poll of a phone to its next
POLLING = 12.0  # s, during which each phone votes once more
LESSON, STEP, MOST = "curve", 5, 100  # a guess, in hundredths
Json = dict[str, Any]


class Phone:
    """A connection to one server that asks and is answered, one thing after the other."""

    def __init__(self, address: str, mark: str = "") -> None:
        self._where, self.mark, self._cookie = urlsplit(address), mark, ""
        self.times: list[float] = []  # s, of each vote
        self.polls: list[float] = []  # s, of each poll

    async def __aenter__(self) -> Phone:
        self._in, self._out = await asyncio.open_connection(self._where.hostname, self._where.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._out.close()

    async def ask(self, method: str, path: str, said: Json | None = None) -> Json:
        """Ask with JSON; what was answered."""
        body = json.dumps(said).encode()
        head = f"{method} {self._where.path}/classroom{path} HTTP/1.1\r\nhost: {self._where.netloc}\r\n"
        head += f"cookie: {self._cookie}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        self._out.write(head.encode() + body)
        status, *lines = (await self._in.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = [(name.lower(), value.strip()) for name, _, value in (one.partition(":") for one in lines)]
        length = next(int(value) for name, value in headers if name == "content-length")
        self._cookie = (
            "; ".join(value.partition(";")[0] for name, value in headers if name == "set-cookie") or self._cookie
        )
        answer: Json = json.loads(await self._in.readexactly(length))
        if " 200" not in status:
            raise RuntimeError(f"{status}: {answer}")
        return answer

    async def vote(self, room: Room, answer: object) -> None:
        """Send an answer."""
        start = time.perf_counter()
        said = {"lesson": LESSON, "step": STEP, "turn": 0, "answer": answer}
        await self.ask("POST", f"/{room.code}/answer", said)
        self.times.append(time.perf_counter() - start)

    async def poll(self, room: Room, chance: random.Random, end: float) -> None:
        """Ask again and again what the projector shows."""
        await asyncio.sleep(chance.random() * EVERY[1])
        while time.perf_counter() < end:
            start = time.perf_counter()
            await self.ask("GET", f"/{room.code}")
            self.polls.append(time.perf_counter() - start)
            await asyncio.sleep(chance.uniform(*EVERY))


class Room:
    """A room, and the answer that each of its phones gave last."""

    def __init__(self) -> None:
        self.code, self.secret = "", ""
        self.given: dict[str, float] = {}

    async def make(self, projector: Phone) -> None:
        """Have it made."""
        made = await projector.ask("POST", "", {"language": "en", "lesson": LESSON, "step": STEP, "revealed": False})
        self.code, self.secret = made["code"], made["secret"]

    async def vote(self, phone: Phone, chance: random.Random) -> None:
        """Have a phone answer, by chance."""
        self.given[phone.mark] = chance.randrange(MOST + 1) / MOST
        await phone.vote(self, self.given[phone.mark])

    async def wrong(self, projector: Phone) -> int:
        """Reveal it; how many answers are lost, double or of somebody else. Then go on as before."""
        here = {"secret": self.secret, "lesson": LESSON, "step": STEP}
        told = await projector.ask("POST", f"/{self.code}", {**here, "revealed": True})
        await projector.ask("POST", f"/{self.code}", {**here, "revealed": False})
        expected, counted = Counter(self.given.values()), Counter(dict(map(tuple, told["spread"])))
        return ((expected - counted) + (counted - expected)).total()

    async def end(self, projector: Phone) -> None:
        """Have all deleted."""
        await projector.ask("DELETE", f"/{self.code}", {"secret": self.secret})


async def vote_in_two_rooms(address: str, count: int) -> bool:
    """Have everybody vote, first at once and then while they poll; print the times and say whether all is well."""
    rooms = [Room(), Room()]
    phones = [Phone(address, f"{i // 2:024x}") for i in range(count)]
    pairs = [(phone, rooms[i % 2], random.Random(i)) for i, phone in enumerate(phones)]
    async with Phone(address) as projector:
        for room in rooms:
            await room.make(projector)
    start = time.perf_counter()
    await asyncio.gather(*(phone.__aenter__() for phone in phones))
    inside = Counter(room.code for _, room, _ in pairs)
    await asyncio.gather(*(_come_in(*pair, inside[pair[1].code]) for pair in pairs))
    print(f"{count} phones of one address came in within {time.perf_counter() - start:.1f} s")
    start = time.perf_counter()
    await asyncio.gather(*(room.vote(phone, chance) for phone, room, chance in pairs))
    took = time.perf_counter() - start
    print(f"{count} phones voted at once in {took:.2f} s: {_summary([t for one in phones for t in one.times])}")
    async with Phone(address) as projector:  # a server ends connections that are quiet
        wrong = sum([await room.wrong(projector) for room in rooms])
    for phone in phones:
        phone.times.clear()
    end = time.perf_counter() + POLLING
    await asyncio.gather(*(_vote_and_poll(*pair, end) for pair in pairs))
    print(f"while all poll: {_summary([t for one in phones for t in one.times])};", end=" ")
    print(f"a poll: {_summary([t for one in phones for t in one.polls])}")
    async with Phone(address) as projector:
        wrong += sum([await room.wrong(projector) for room in rooms])
        for room in rooms:
            await room.end(projector)
    await asyncio.gather(*(phone.__aexit__() for phone in phones))
    print(f"lost, double or mixed: {wrong} of {2 * count}")
    return wrong == 0 and took <= ALL_WITHIN


async def _come_in(phone: Phone, room: Room, chance: random.Random, count: int) -> None:
    """Ask till all of a room have a place: of one address as many as a class at once, and then two a second."""
    while (await phone.ask("GET", f"/{room.code}"))["phones"] < count:
        await asyncio.sleep(chance.uniform(*EVERY))


async def _vote_and_poll(phone: Phone, room: Room, chance: random.Random, end: float) -> None:
    """Poll for a while, vote anew somewhere in it, and go on polling."""
    middle = time.perf_counter() + chance.random() * POLLING / 2
    await phone.poll(room, chance, middle)
    await room.vote(phone, chance)
    await phone.poll(room, chance, end)


def _summary(times: list[float]) -> str:
    return f"95% {percentile_95(times) * 1000:.0f} ms, slowest {slowest(times) * 1000:.0f} ms"


def main() -> None:
    """Run it against a server that is there, or one of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--address", default="")
    asked = parser.parse_args()
    with nullcontext(Server(asked.address, 0)) if asked.address else running_server() as server:
        is_well = asyncio.run(vote_in_two_rooms(server.address, asked.phones))
    sys.exit(0 if is_well else "missed")


if __name__ == "__main__":
    main()
