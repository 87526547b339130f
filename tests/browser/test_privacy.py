"""Two visitors upload files of the same name and size; nothing of one reaches the other, a third, or the log."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

from benchmarks.protocol_visitor import ProtocolVisitor

NAME = "scores.csv"
PAGES = ("data", "areas", "curve", "schemes", "balance", "averages", "models")
ONE = "truth,alder\n1,0.91\n0,0.82\n1,0.73\n0,0.64\n1,0.55\n"
OTHER = "truth,birch\n1,0.91\n1,0.82\n0,0.73\n0,0.64\n1,0.55\n"  # same length, different rows


def test_nothing_of_one_visitor_reaches_another(app, app_log):
    assert len(ONE) == len(OTHER)
    said_before = app_log.stat().st_size
    with ThreadPoolExecutor() as thread:
        one, other, third = thread.submit(lambda: asyncio.run(visits(app))).result()
    for own, others in (("alder", "birch"), ("birch", "alder")):
        seen = one if own == "alder" else other
        assert seen.count(own) >= len(PAGES)
        assert others not in seen
    assert not re.search("alder|birch", third)
    assert ("0.756" in one, "0.756" in other) == (True, False)  # the step areas
    assert ("0.867" in one, "0.867" in other) == (False, True)
    said = app_log.read_bytes()[said_before:].decode("utf-8")
    assert not re.search("alder|birch|scores.csv|0.82", said)
    assert not re.search("WARN|ERROR|Traceback", said)


async def visits(address):
    """Return the messages sent to three visitors who take turns; the third uses an example only."""
    async with ProtocolVisitor(address) as one, ProtocolVisitor(address) as other, ProtocolVisitor(address) as third:
        visitors = {one: [], other: [], third: []}
        await one.upload(NAME, ONE.encode())
        await other.upload(NAME, OTHER.encode())
        for page in PAGES:
            for visitor in visitors:
                await visitor.open(page, "example=ten_rows" if visitor is third else "")
                visitors[visitor] += [str(message) for message in visitor.messages]
        return ["".join(sent) for sent in visitors.values()]
