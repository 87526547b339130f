"""Visitors of one server, who act all together or each in their own time, and the seconds that they waited."""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import time
from collections.abc import Awaitable, Callable

from websockets.exceptions import WebSocketException

from benchmarks.protocol_visitor import ProtocolVisitor

EVERY = 3.0  # s between a visitor's actions


class ClassOfVisitors:
    """Visitors, each with a tab; `lost` of them had their connection ended."""

    def __init__(self, address: str, size: int, *, seed: int = 0) -> None:
        self.seed = seed
        self.visitors = [ProtocolVisitor(address) for _ in range(size)]
        self.negatives = 0

    async def __aenter__(self) -> ClassOfVisitors:
        await asyncio.gather(*(one.__aenter__() for one in self.visitors))
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(one.leave() for one in self.visitors))

    async def together(self, act: Callable[[ProtocolVisitor], Awaitable[float]]) -> list[float]:
        """The seconds of each, when all act at the same moment."""
        return [taken for taken in await asyncio.gather(*(self._time(act(one)) for one in self.visitors)) if taken]

    async def spread(
        self, act: Callable[[ProtocolVisitor, random.Random], Awaitable[float]], seconds: float, *, stays: bool = False
    ) -> list[float]:
        """The seconds of every action, when each acts again and again, one not with the other.

        stays: whether parts of a page are run again in between, where the page asks for it.
        """
        end, times = time.perf_counter() + seconds, list[float]()

        async def go_on(one: ProtocolVisitor, chance: random.Random) -> None:
            await asyncio.sleep(chance.random() * EVERY)
            while time.perf_counter() < end:
                taken = await self._time(act(one, chance))
                if not taken:
                    return
                times.append(taken)
                pause = EVERY * chance.uniform(0.5, 1.5)
                await (one.stay(pause) if stays else asyncio.sleep(pause))

        await asyncio.gather(*(go_on(one, random.Random(seed)) for seed, one in enumerate(self.visitors, self.seed)))
        return times

    async def _time(self, action: Awaitable[float]) -> float | None:
        try:
            return await action
        except (OSError, TimeoutError, WebSocketException):
            self.negatives += 1
            return None


def slowest(times: list[float]) -> float:
    """The longest wait."""
    return max(times, default=math.inf)


def median(times: list[float]) -> float:
    """The wait of half of them, or less."""
    return statistics.median(times or [math.inf])


def percentile_95(times: list[float]) -> float:
    """The wait of 95 of 100, or less."""
    return sorted(times)[int(0.95 * (len(times) - 1))] if times else math.inf
