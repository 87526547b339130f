"""A class at once: visitors who work, and phones that follow a lesson, all at the same moment and on this machine.

    make bench-class

Visitors are played by their protocol, without browsers. Times are from what is sent until the run has ended. Fails when
a goal is missed.
"""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from websockets.exceptions import WebSocketException

from benchmarks.protocol_visitor import ProtocolVisitor
from pr_app.lessons.registry import LESSONS
from tests.browser.server import Server, running_server

AT_WORK, PHONES = 30, 100
MOVES = 0.6  # of what is done where a slider is
EVERY = 3.0  # s between a visitor's actions
WORKING, FOLLOWING = 45, 15  # s
FORGOTTEN = 40  # s after the last has left: the server keeps a session for half a minute
LESSON = "curve"
# Pages, with the slider that is moved there.
PAGES = (
    ("areas", "example=apples_oranges", "digits"),
    ("curve", "example=breast_cancer", "threshold"),
    ("balance", "example=sixteen_rows", "prevalence"),
    ("schemes", "example=constant", "copies"),
    ("models", "example=four_models", ""),
    ("averages", "example=digits", ""),
)
# What is measured, and what it may be at most; seconds where nothing else is said.
GOALS = {
    "30 at work, median": 0.10,
    "30 at work, 95 %": 0.40,
    "30 open the first page, slowest": 1.0,
    "100 phones open a step, slowest": 2.0,
    "100 phones go on, 95 %": 0.30,
    "connections lost": 0,
    "MB more than at the start, when all have left": 150,
}


def main() -> None:
    """Play the class and print a table; the options of a server may be given."""
    found: dict[str, float] = {}
    with running_server(*sys.argv[1:]) as server:
        asyncio.run(_class(server, found))
    print("| | found | goal |\n|---|--:|--:|")
    for name, value in found.items():
        print(f"| {name} | {value:.3g} | {GOALS.get(name, '')} |")
    missed = [name for name, goal in GOALS.items() if found[name] > goal]
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)


async def _class(server: Server, found: dict[str, float]) -> None:
    found["MB at the start"] = start = server.megabytes()
    async with _Class(server, AT_WORK) as visitors:  # the first of this server
        opened = await visitors.together(lambda one: one.open("areas"))
        found["30 open the first page, slowest"] = max(opened, default=math.inf)
        times = await visitors.spread(_work, WORKING)
        found["MB with 30 at work"] = server.megabytes()
    found["30 at work, median"] = statistics.median(times or [math.inf])
    found["30 at work, 95 %"] = _percentile_95(times)
    lost = visitors.lost
    async with _Class(server, PHONES) as phones:
        opened = await phones.together(lambda one: one.open("lessons", f"lesson={LESSON}&step=2"))
        found["100 phones open a step, slowest"] = max(opened, default=math.inf)
        found["100 phones go on, 95 %"] = _percentile_95(await phones.spread(_follow, FOLLOWING))
        found["MB with 100 phones"] = server.megabytes()
    found["connections lost"] = lost + phones.lost
    await asyncio.sleep(FORGOTTEN)
    found["MB more than at the start, when all have left"] = server.megabytes() - start


async def _work(one: ProtocolVisitor, chance: random.Random) -> float:
    """Open a page, or move what can be moved on it."""
    slider = next((slider for page, _, slider in PAGES if page == one.page and slider in one.sliders), None)
    if slider and chance.random() < MOVES:
        return await one.move(slider, chance.random())
    page, query, _ = chance.choice(PAGES)
    return await one.open(page, query)


async def _follow(one: ProtocolVisitor, chance: random.Random) -> float:
    step = chance.randint(1, len(LESSONS[LESSON].steps))
    return await one.open("lessons", f"lesson={LESSON}&step={step}")


class _Class:
    """Visitors of one server, each with a tab; `lost` of them had their connection ended."""

    def __init__(self, server: Server, size: int) -> None:
        self._visitors = [ProtocolVisitor(server.address) for _ in range(size)]
        self.lost = 0

    async def __aenter__(self) -> _Class:
        await asyncio.gather(*(one.__aenter__() for one in self._visitors))
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(one.__aexit__() for one in self._visitors))

    async def together(self, act: Callable[[ProtocolVisitor], Awaitable[float]]) -> list[float]:
        """The seconds of each, when all act at the same moment."""
        return [taken for taken in await asyncio.gather(*(self._time(act(one)) for one in self._visitors)) if taken]

    async def spread(
        self, act: Callable[[ProtocolVisitor, random.Random], Awaitable[float]], seconds: float
    ) -> list[float]:
        """The seconds of every action, when each acts again and again, one not with the other."""
        end, times = time.perf_counter() + seconds, list[float]()

        async def go_on(one: ProtocolVisitor, chance: random.Random) -> None:
            await asyncio.sleep(chance.random() * EVERY)
            while time.perf_counter() < end:
                taken = await self._time(act(one, chance))
                if not taken:
                    return
                times.append(taken)
                await asyncio.sleep(EVERY * chance.uniform(0.5, 1.5))

        await asyncio.gather(*(go_on(one, random.Random(seed)) for seed, one in enumerate(self._visitors)))
        return times

    async def _time(self, action: Awaitable[float]) -> float | None:
        try:
            return await action
        except (OSError, TimeoutError, WebSocketException):
            self.lost += 1
            return None


def _percentile_95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))] if times else math.inf


if __name__ == "__main__":
    main()
