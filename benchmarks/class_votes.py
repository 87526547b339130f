"""Two classes vote twice: 300 phones on one server, first in the same moment, and after a discussion while all poll.

    make bench-class                                              # after the class of class_at_once.py
    .venv/bin/python benchmarks/class_votes.py --phones 300
    .venv/bin/python benchmarks/class_votes.py --phones 30 --address http://127.0.0.1:8501

A phone is a connection that stays, as a browser's does, with a cookie of its own. Both rooms have the same question and
phones of the same marks, so that what is mixed would be seen. One phone in ten is in one of the two votes only. One in
five sends its answer twice, or first another one; one in five that votes again first sends an answer to the first vote,
too late, and must be refused. The messages of the projector come twice. Times are from what is sent until the answer
has come. Fails when a vote is lost, double, in the wrong vote or room, or when not all have voted in time.
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
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.server.class_results import results_json
from tests.browser.server import Server, running_server

PHONES = 300
ALL_WITHIN = 20.0  # s
EVERY = (2.0, 3.0)  # s from one poll of a phone to its next
POLLING = 12.0  # s, during which each phone votes once more
ABSENT, REPEATED = 0.1, 0.2  # parts of the phones: not there in a vote; sending more than one answer
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

    async def ask(self, method: str, path: str, said: Json | None = None, expected: str = "") -> Json:
        """Ask with JSON; what was answered. expected: the reason of a refusal."""
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
        if " 200" not in status and answer.get("reason") != expected:
            raise RuntimeError(f"{status}: {answer}")
        return answer

    async def vote(self, room: Room, number: int, answer: object, expected: str = "") -> Json:
        """Send an answer in the first or the second vote."""
        start = time.perf_counter()
        said = {"lesson": LESSON, "step": STEP, "turn": 0, "round": number, "answer": answer}
        result = await self.ask("POST", f"/{room.code}/answer", said, expected)
        self.times.append(time.perf_counter() - start)
        return result

    async def poll(self, room: Room, chance: random.Random, end: float) -> None:
        """Ask again and again what the projector shows."""
        await asyncio.sleep(chance.random() * EVERY[1])
        while time.perf_counter() < end:
            start = time.perf_counter()
            await self.ask("GET", f"/{room.code}")
            self.polls.append(time.perf_counter() - start)
            await asyncio.sleep(chance.uniform(*EVERY))


class Room:
    """A room, and the answer that each of its phones gave last, in each vote."""

    def __init__(self) -> None:
        self.code, self.secret = "", ""
        self.given: dict[int, dict[str, float]] = {1: {}, 2: {}}
        self.late = 0  # answers to the first vote that came after it and were refused

    async def make(self, projector: Phone) -> None:
        """Have it made."""
        made = await projector.ask("POST", "", {"language": "en", "lesson": LESSON, "step": STEP, "revealed": False})
        self.code, self.secret = made["code"], made["secret"]

    async def vote(self, phone: Phone, chance: random.Random, number: int) -> None:
        """Have a phone answer by chance, or not if it is not there in this vote."""
        if chance.random() < ABSENT:
            await phone.ask("GET", f"/{self.code}")
            return
        if number == 2 and chance.random() < REPEATED:
            self.late += (await phone.vote(self, 1, 0.5, "not_asked")).get("reason") == "not_asked"
        repeats = chance.random()
        answer = chance.randrange(MOST + 1) / MOST
        if repeats < REPEATED:
            await phone.vote(self, number, answer if repeats < REPEATED / 2 else chance.randrange(MOST + 1) / MOST)
        self.given[number][phone.mark] = answer
        await phone.vote(self, number, answer)

    async def show(self, projector: Phone, **more: bool) -> Json:
        """Send what the projector shows, twice; the second answer."""
        here = {"secret": self.secret, "lesson": LESSON, "step": STEP, "turn": 0, "revealed": False, **more}
        await projector.ask("POST", f"/{self.code}", here)
        return await projector.ask("POST", f"/{self.code}", here)

    async def wrong(self, projector: Phone) -> int:
        """Reveal it; how many answers of both votes are lost, double, of the other vote or of somebody else."""
        told = await self.show(projector, revealed=True)
        spreads = [sorted(Counter(given.values()).items()) for given in self.given.values()]
        question = lesson_json(LESSON, "en")["steps"][STEP - 1]
        expected = results_json(question, spreads, messages_in("en"), is_projector=True)
        labels, counted = (Counter(map(str, one["labels"])) for one in (expected, told["results"]))
        second = Counter(dict(map(tuple, told["spread"])))
        differences = [
            labels - counted,
            counted - labels,
            second - Counter(dict(spreads[1])),
            Counter(dict(spreads[1])) - second,
        ]
        return sum(one.total() for one in differences) + (told["results"]["found"] != expected["found"])

    async def end(self, projector: Phone) -> None:
        """Have all deleted."""
        await projector.ask("DELETE", f"/{self.code}", {"secret": self.secret})


async def vote_in_two_rooms(address: str, count: int) -> bool:
    """Have everybody vote, at once and then while they poll; print the times and say whether all is well."""
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
    await asyncio.gather(*(room.vote(phone, chance, 1) for phone, room, chance in pairs))
    took = time.perf_counter() - start
    print(f"the first vote, at once, in {took:.2f} s: {_summary([t for one in phones for t in one.times])}")
    wrong = 0
    async with Phone(address) as projector:  # a server ends connections that are quiet
        for room in rooms:
            wrong += abs((await room.show(projector))["answers"] - len(room.given[1]))
            wrong += (await room.show(projector, discuss=True))["answers"]
    for phone in phones:
        phone.times.clear()
    end = time.perf_counter() + POLLING
    await asyncio.gather(*(_vote_and_poll(*pair, end) for pair in pairs))
    print(f"the second vote, while all poll: {_summary([t for one in phones for t in one.times])};", end=" ")
    print(f"a poll: {_summary([t for one in phones for t in one.polls])}")
    async with Phone(address) as projector:
        wrong += sum([await room.wrong(projector) for room in rooms])
        for room in rooms:
            await room.end(projector)
    await asyncio.gather(*(phone.__aexit__() for phone in phones))
    votes = [sum(len(room.given[number]) for room in rooms) for number in (1, 2)]
    print(f"answers in both votes: {votes}, refused as too late: {sum(room.late for room in rooms)}")
    print(f"lost, double or mixed: {wrong}")
    return wrong == 0 and took <= ALL_WITHIN


async def _come_in(phone: Phone, room: Room, chance: random.Random, count: int) -> None:
    """Ask till all of a room have a place: of one address as many as a class at once, and then two a second."""
    while (await phone.ask("GET", f"/{room.code}"))["phones"] < count:
        await asyncio.sleep(chance.uniform(*EVERY))


async def _vote_and_poll(phone: Phone, room: Room, chance: random.Random, end: float) -> None:
    """Poll for a while, vote again somewhere in it, and go on polling."""
    middle = time.perf_counter() + chance.random() * POLLING / 2
    await phone.poll(room, chance, middle)
    await room.vote(phone, chance, 2)
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
