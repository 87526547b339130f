"""A warm start for the first visitor, and when Python collects garbage.

Streamlit collects garbage after every run, which takes longer than most runs. Reference counting frees nearly all
objects of a run at once, and the rest waits for Python's usual schedule. Even so, a full collection, which visits all
objects since the start, above all the charts of a class, stops all pages for a third of a second and frees next to
nothing: ten thousand small objects after seven hundred runs. So it runs when a visitor or a file arrives, because the
replaced data may be large, and otherwise a hundredth as often as usual.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from functools import cache

from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.session_manager import ClientContext, SessionClient

from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.io.local_files import initial_paths
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.server.settings import PAGES

COLLECT_EVERY = 60  # minimum seconds between two full collections, as a class arrives all at once
COLLECTIONS_PER_FULL = 1000  # collections of the middle generation before a full one; Python's default is 10


@cache
def freeze_gc() -> None:
    """Exclude all objects so far from later collections; once, after the first run of app.py."""
    freeze()


def freeze() -> None:
    """Exclude all objects so far from later collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], COLLECTIONS_PER_FULL)


class _GarbageCollector:
    """Runs full collections: ended sessions are reference cycles, and may hold large files."""

    def __init__(self) -> None:
        self.last_time = time.monotonic()

    def collect_if_due(self) -> None:
        """Collect garbage when a visitor or a file arrives, unless that was done within `COLLECT_EVERY` seconds."""
        now = time.monotonic()
        if now - self.last_time > COLLECT_EVERY:
            self.last_time = now
            gc.collect()


garbage = _GarbageCollector()


PAGE_TIMEOUT = 60  # seconds for one page


async def prepare() -> None:
    """Open every page and the first step of every lesson in every language, as a visitor would, and leave.

    This is skipped if the server was started with files: that user waits for one page only.
    """
    if initial_paths():
        return
    visitor = _Visitor()
    server = runtime.get_instance()
    session = server.connect_session(client=visitor, user_info={})
    try:
        for page, query in first_requests():
            visitor.is_finished.clear()
            server.handle_backmsg(session, _rerun_message(page, query))
            await asyncio.wait_for(visitor.is_finished.wait(), PAGE_TIMEOUT)
    finally:
        server.close_session(session)
    freeze()


def first_requests() -> Iterator[tuple[str, str]]:
    """Yield pages, each with its query."""
    for language in LANGUAGES:
        yield from ((page, f"lang={language}") for page in PAGES)
        yield from (("lessons", f"lesson={lesson}&step=1&lang={language}") for lesson in LESSONS)


def _rerun_message(page: str, query: str) -> BackMsg:
    message = BackMsg()
    message.rerun_script.page_name, message.rerun_script.query_string = page, query
    message.rerun_script.context_info.url = f"http://127.0.0.1/{page}"
    return message


class _Visitor(SessionClient):
    """A client that ignores all messages and only waits for the end of each run."""

    def __init__(self) -> None:
        self.is_finished = asyncio.Event()

    def write_forward_msg(self, message: ForwardMsg) -> None:
        if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY and message.HasField("script_finished"):
            self.is_finished.set()

    @property
    def client_context(self) -> ClientContext | None:
        return None
