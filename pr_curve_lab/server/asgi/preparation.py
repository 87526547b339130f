"""What every first visitor needs, made before the first: the server itself opens each page and begins each lesson."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.session_manager import ClientContext, SessionClient

from pr_curve_lab.i18n.catalogue import LANGUAGES
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.reading.local_files import opened_paths
from pr_curve_lab.server import memory
from pr_curve_lab.server.pages import PAGES

LONGEST = 60  # s, for one page


async def prepare() -> None:
    """Open every page and the first step of every lesson, in every language, and leave.

    Whoever serves a file of their own waits for one page, and not for all.
    """
    if opened_paths():
        return
    visitor = _Visitor()
    server = runtime.get_instance()
    session = server.connect_session(client=visitor, user_info={})
    try:
        for page, query in first_visits():
            visitor.shown.clear()
            server.handle_backmsg(session, _asking(page, query))
            await asyncio.wait_for(visitor.shown.wait(), LONGEST)
    finally:
        server.close_session(session)
    memory.freeze()


def first_visits() -> Iterator[tuple[str, str]]:
    """Pages, each with its query."""
    for language in LANGUAGES:
        yield from ((page, f"lang={language}") for page in PAGES)
        yield from (("lessons", f"lesson={lesson}&step=1&lang={language}") for lesson in LESSONS)


def _asking(page: str, query: str) -> BackMsg:
    message = BackMsg()
    message.rerun_script.page_name, message.rerun_script.query_string = page, query
    message.rerun_script.context_info.url = f"http://127.0.0.1/{page}"
    return message


class _Visitor(SessionClient):
    """A visitor who looks at nothing and only waits for the end of each run."""

    def __init__(self) -> None:
        self.shown = asyncio.Event()

    def write_forward_msg(self, message: ForwardMsg) -> None:
        if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY and message.HasField("script_finished"):
            self.shown.set()

    @property
    def client_context(self) -> ClientContext | None:
        return None
