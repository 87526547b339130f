"""What every first visitor needs, made before the first; and when Python collects garbage.

Streamlit would have Python collect garbage after every run, which takes longer than most runs. Reference counts free
nearly all of a run at once; what is left waits for Python's own rhythm. Even so a full collection, which looks at all
that was made since the start and above all at a class's charts, stops all pages for a third of a second and frees next
to nothing: ten thousand small objects after seven hundred runs. So it comes with a visitor or a file, because what they
replace may be large, and otherwise a hundredth as often.
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

COLLECT_EVERY = 60  # s at least between two full collections: a class comes all at once
COLLECTIONS_PER_FULL = 1000  # collections of the middle generation before a full one; Python's own number is 10


@cache
def freeze_gc() -> None:
    """Leave all that is loaded by now out of later collections; once, when the first page has been shown."""
    freeze()


def freeze() -> None:
    """Leave all that is loaded by now out of later collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], COLLECTIONS_PER_FULL)


class _GarbageCollector:
    """When it was last collected: ended sessions are cycles, and may hold large files."""

    def __init__(self) -> None:
        self.last_time = time.monotonic()

    def collect_if_due(self) -> None:
        """Collect it when a visitor or a file comes, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self.last_time > COLLECT_EVERY:
            self.last_time = now
            gc.collect()


garbage = _GarbageCollector()


PAGE_TIMEOUT = 60  # s, for one page


async def prepare() -> None:
    """Open every page and the first step of every lesson, in every language, and leave.

    Whoever serves a file of their own waits for one page, and not for all.
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
    """Pages, each with its query."""
    for language in LANGUAGES:
        yield from ((page, f"lang={language}") for page in PAGES)
        yield from (("lessons", f"lesson={lesson}&step=1&lang={language}") for lesson in LESSONS)


def _rerun_message(page: str, query: str) -> BackMsg:
    message = BackMsg()
    message.rerun_script.page_name, message.rerun_script.query_string = page, query
    message.rerun_script.context_info.url = f"http://127.0.0.1/{page}"
    return message


class _Visitor(SessionClient):
    """A visitor who looks at nothing and only waits for the end of each run."""

    def __init__(self) -> None:
        self.is_finished = asyncio.Event()

    def write_forward_msg(self, message: ForwardMsg) -> None:
        if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY and message.HasField("script_finished"):
            self.is_finished.set()

    @property
    def client_context(self) -> ClientContext | None:
        return None
