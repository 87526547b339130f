"""Two visitors of one server: one uploads a file, the other goes on from page to page and waits for each."""

from __future__ import annotations

import asyncio
from itertools import cycle

from websockets.exceptions import WebSocketException

from benchmarks.protocol_visitor import ProtocolVisitor

PAUSE = 0.1  # s between two pages
PAGES = (("areas", "example=apples_oranges"), ("curve", "example=breast_cancer"), ("balance", "example=sixteen_rows"))
LOST = float("inf")


def slowest_page(address: str, content: bytes | None) -> float:
    """The longest wait of the second visitor while the first uploads; without an upload, in five rounds of pages."""
    return asyncio.run(_slowest_page(address, content))


async def _slowest_page(address: str, content: bytes | None) -> float:
    async with ProtocolVisitor(address) as second:
        for page, query in PAGES:  # the first time is dearer
            await second.open(page, query)
        if content is None:
            return max([await second.open(page, query) for page, query in PAGES * 5])
        waited, uploading = [0.0], asyncio.create_task(_upload(address, content))
        for page, query in cycle(PAGES):
            if uploading.done():
                return max(waited) if uploading.result() else LOST
            waited.append(await second.open(page, query))
            await asyncio.sleep(PAUSE)
    return LOST


async def _upload(address: str, content: bytes) -> bool:
    """Whether the upload ended with an answer, a refusal or a page."""
    try:
        async with ProtocolVisitor(address) as first:
            await first.upload("file", content)
    except (OSError, RuntimeError, TimeoutError, WebSocketException):
        return False
    return True
