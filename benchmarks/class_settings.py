"""One visitor's five thousand settings: what they leave in the memory of the server, and what a class still has then.

    make bench-class
    .venv/bin/python benchmarks/class_settings.py --settings 1000

A class opens every page with four examples. Then one visitor opens Class balance and Threshold with one prevalence
after another, as a script that follows links does; each link is new. Printed are memory and times at the beginning and
at the end, and how long the class's pages take before and after. Times are processor seconds of the server's own
process.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.class_free_choice import AFTER, PAGES, processor_seconds
from benchmarks.protocol_visitor import ProtocolVisitor
from tests.browser.server import Server, running_server

SETTINGS = 5000
FIRST = 500  # settings after which the stores are full enough to compare with
EXAMPLES = ("breast_cancer", "four_models", "digits", "sixteen_rows")
MOST_MORE = 20  # MB, from the first settings to the last
MOST_SLOWER = 1.5  # times, likewise, and for the class


def main() -> None:
    """Print memory and times, and fail where they grow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--settings", type=int, default=SETTINGS)
    asked, options = parser.parse_known_args()
    with running_server(*options) as server:
        sys.exit(asyncio.run(_play(server, asked.settings)))


async def _play(server: Server, count: int) -> int:
    async with ProtocolVisitor(server.address) as teacher, ProtocolVisitor(server.address) as one:
        _, before = [await _open_everything(server, teacher) for _ in range(2)]
        print("| settings | MB of the server | processor seconds a setting |\n|--:|--:|--:|")
        print(f"| 0 | {_megabytes(server):.0f} | |")
        found = []
        for start in range(0, count, FIRST):
            times = [await _follow(server, one, number) for number in range(start, min(start + FIRST, count))]
            found.append((_megabytes(server), statistics.median(times)))
            print(f"| {start + len(times)} | {found[-1][0]:.0f} | {found[-1][1]:.3f} |", flush=True)
        after = await _open_everything(server, teacher)
    print(f"\nThe class's pages, median of processor seconds: {before:.3f} before, {after:.3f} after")
    (first, quick), (last, slow) = found[0], found[-1]
    missed = last - first > MOST_MORE or slow > MOST_SLOWER * quick or after > MOST_SLOWER * before
    return int(missed)


def _megabytes(server: Server) -> float:
    """The memory of the server's own process, without those for long work, which end by themselves."""
    status = Path(f"/proc/{server.process}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def _open_everything(server: Server, teacher: ProtocolVisitor) -> float:
    times = []
    for example in EXAMPLES:
        for page in PAGES:
            before = processor_seconds(server)
            await teacher.open(page, f"example={example}")
            times.append(processor_seconds(server) - before)
            await teacher.stay(AFTER if teacher.repeated else 0)
    return statistics.median(times)


async def _follow(server: Server, one: ProtocolVisitor, number: int) -> float:
    page, prevalence = ("balance", "curve")[number % 2], 0.001 + 0.998 * number / 1e5
    before = processor_seconds(server)
    await one.open(page, f"example=breast_cancer&prevalence={prevalence:.6f}")
    return processor_seconds(server) - before


if __name__ == "__main__":
    main()
