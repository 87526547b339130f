"""A class that chooses freely: every page, example, scheme, prevalence, threshold, average and model, one each 3 s.

    make bench-class                                                    # this and the other benchmarks of a class
    .venv/bin/python benchmarks/class_free_choice.py --runs 3           # medians of three
    .venv/bin/python benchmarks/class_free_choice.py --only alone --examples four_models,digits

One visitor alone comes first, on a server where every page was opened once with the first example: each page with each
example, then each change of either scheme. Then visitors choose at random from seeds, one alone and thirty together.
Times are from what is sent until the run has ended; processor time is that of the server's own process, which can be
compared also when the machine has other work. Fails when a goal is missed. What is not known here is handed to the
server.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.class_of_visitors import ClassOfVisitors, median, percentile_95, slowest
from benchmarks.protocol_visitor import ProtocolVisitor
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.schema.examples import DEFAULT_EXAMPLE, EXAMPLES
from pr_metrics import SCHEMES
from tests.browser.server import Server, running_server

TOGETHER, WORKING = 30, 60  # visitors; s
SLOWEST = 10  # printed of each kind
AFTER = 2.0  # s that a page which shows something later is looked at, before the next is opened
PAGES = ("data", "curve", "areas", "schemes", "balance", "averages", "models")  # these show an example
OWN_ROWS = ("lessons", "play")  # these do not
SLIDERS, CHOICES = ("prevalence", "threshold"), ("left", "right", "average", "model")
PROCESS_CLOCK = 2  # the clock of another process is numbered from its id: clock_getcpuclockid(3)
# What is measured, and what it may be at most; seconds.
GOALS = {
    "alone, first visit of a page, slowest": 0.30,
    "alone, change of a scheme, slowest": 0.15,
    "30 choose freely, median": 0.10,
    "30 choose freely, 95%": 0.40,
    "connections lost": 0,
}
Found = dict[str, float]


@dataclass(frozen=True)
class Action:
    """What was done, how long it took, and what it cost the server."""

    name: str
    seconds: float
    processor: float


def main() -> None:
    """Play the class as often as is asked for and print a table of the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--only", choices=("alone", "together"), help="one of the two parts")
    parser.add_argument("--examples", default=",".join(EXAMPLES), help="those that one visitor alone opens")
    parser.add_argument("--seconds", type=float, default=WORKING, help="for which visitors choose at random")
    asked, options = parser.parse_known_args()
    runs: list[Found] = []
    for run in range(asked.runs):
        found = Found()
        with running_server(*options) as server:
            if asked.only != "together":
                asyncio.run(_alone(server, asked.examples.split(","), found))
        if asked.only != "alone":
            with running_server(*options) as server:
                asyncio.run(_choose_freely(server, run, asked.seconds, found))
        runs.append(found)
    table = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    print("| | found | goal |\n|---|--:|--:|")
    for name, value in table.items():
        print(f"| {name} | {value:.3g} | {GOALS.get(name, '')} |")
    missed = [name for name, goal in GOALS.items() if table.get(name, 0) > goal]
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)


async def _alone(server: Server, examples: list[str], found: Found) -> None:
    """One visitor opens every page with every example and changes both schemes to every other."""
    async with ProtocolVisitor(server.address) as one:
        for page in PAGES:
            await one.open(page, f"example={DEFAULT_EXAMPLE}")
        first, changes = list[Action](), list[Action]()
        for example in examples:
            for page in PAGES:
                first.append(await _timed(server, f"{page} {example}", one.open(page, f"example={example}")))
                await one.stay(AFTER if one.repeated else 0)
                for side in ("left", "right"):
                    changes += [
                        await _timed(server, f"{page} {example} {side}={key}", one.choose(side, number))
                        for number, key in enumerate(_applicable(one, side))
                        if key != {"left": "step", "right": "linear"}[side]
                    ]
        _report("alone, first visit of a page", first, found)
        _report("alone, change of a scheme", changes, found)


async def _choose_freely(server: Server, run: int, seconds: float, found: Found) -> None:
    """One visitor chooses at random, then thirty do; what the one has seen is there for the others."""
    found["connections lost"] = 0
    for size in (1, TOGETHER):
        async with ClassOfVisitors(server.address, size, seed=run * TOGETHER) as visitors:
            await visitors.together(lambda one: one.open("areas"))
            before = processor_seconds(server)
            times = await visitors.spread(_act, seconds, stays=True)
            spent = processor_seconds(server) - before
        name = f"{size} choose{'s' if size == 1 else ''} freely"
        found |= {f"{name}, median": median(times), f"{name}, 95%": percentile_95(times)}
        found |= {f"{name}, slowest": slowest(times), f"{name}, actions": len(times)}
        found[f"{name}, processor seconds an action"] = spent / max(1, len(times))
        found["connections lost"] += visitors.negatives


async def _act(one: ProtocolVisitor, chance: random.Random) -> float:
    """Do one of the things that the page offers, or open another page or example."""
    on_page = [("slide", key) for key in SLIDERS if key in one.sliders]
    on_page += [("choose", key) for key in CHOICES if len(one.options(key)) > 1]
    kind, key = chance.choice([("page", ""), ("example", ""), *on_page])
    if kind == "slide":
        return await one.move(key, chance.random())
    if kind == "choose":
        return await one.choose(key, chance.randrange(len(one.options(key))))
    page = chance.choice((*PAGES, *OWN_ROWS)) if kind == "page" or one.page in OWN_ROWS else one.page
    if page == "lessons":
        lesson = chance.choice(tuple(LESSONS))
        return await one.open(page, f"lesson={lesson}&step={chance.randint(1, len(LESSONS[lesson].steps))}")
    left, right = (chance.choice(tuple(SCHEMES)) for _ in range(2))
    return await one.open(page, f"example={chance.choice(EXAMPLES)}&left={left}&right={right}")


def _applicable(one: ProtocolVisitor, side: str) -> list[str]:
    """The schemes that a page offers for a side, in the order of its control; every example can be joined by all."""
    return list(SCHEMES) if one.options(side) else []


async def _timed(server: Server, name: str, action: Awaitable[float]) -> Action:
    before = processor_seconds(server)
    seconds = await action
    return Action(name, seconds, processor_seconds(server) - before)


def processor_seconds(server: Server) -> float:
    """Processor time of the server's own process, which serves all visitors, without the processes that it started."""
    return time.clock_gettime((~server.process << 3) | PROCESS_CLOCK)


def _report(name: str, actions: list[Action], found: Found) -> None:
    """Print the slowest and note what the table has."""
    print(f"{name}: the slowest, with processor seconds")
    for one in sorted(actions, key=lambda one: -one.seconds)[:SLOWEST]:
        print(f"    {one.seconds:.3f} s  {one.processor:.3f} s  {one.name}")
    times, processor = [one.seconds for one in actions], [one.processor for one in actions]
    found |= {f"{name}, median": median(times), f"{name}, 95%": percentile_95(times)}
    found |= {f"{name}, slowest": slowest(times), f"{name}, processor, median": median(processor)}
    found |= {f"{name}, processor, slowest": slowest(processor)}


if __name__ == "__main__":
    main()
