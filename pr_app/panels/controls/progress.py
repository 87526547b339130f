"""Long work on a page: how far it is, a way to stop it, and its result when there is one.

What takes no longer than a page may take is done at once. Else the page shows itself without the result, and again when
the work is over; meanwhile only the bar moves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

from pr_app.analysis.progress import Progress
from pr_app.serving import session
from pr_app.serving.background import BackgroundWork
from pr_app.wording.catalogue import Words

Made = TypeVar("Made")

LONGEST_AT_ONCE = 0.15  # s
LOOK_EVERY = 0.8  # s


def result_of(
    work: Callable[[Progress], Made],
    *key: Hashable,
    seconds: float,
    saying: str,
    words: Words,
    of_all: bool = False,
    at_once: float | None = None,
) -> Made | None:
    """The result of work on the task in view, or None while it goes on; then the page shows how far it is.

    The key names the work and all else that it depends on; its first part names the widgets. seconds: how long it will
    take, roughly. saying: what is being done, for the bar. of_all: the work is on all tasks of the data in use, so
    it goes on when another comes in view. at_once: what takes no longer is done at once, in seconds.
    """
    if seconds <= (LONGEST_AT_ONCE if at_once is None else at_once):
        keep = session.remembered_of_all if of_all else session.remembered
        return keep(lambda: work(_nobody_listens), *key)
    about = (None if of_all else session.value_of("model"), *key)
    going = session.work_on(work, *about)
    if not going.over:
        _show_bar(going, str(key[0]), saying, words)
    elif going.result is None:
        _offer_again(going, about, str(key[0]), saying, words)
    return going.result


@st.fragment(run_every=LOOK_EVERY)
def _show_bar(going: BackgroundWork[Any], name: str, saying: str, words: Words) -> None:
    """Only this runs again while the work goes on; when it is over, the whole page does."""
    if going.over:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key=f"{name}_progress"):
        st.progress(going.share, text=words.say("progress.share", doing=saying, share=going.share))
        st.button(words.say("progress.stop"), key=f"{name}_stop", on_click=going.stop)


def _offer_again(going: BackgroundWork[Any], key: tuple[Hashable, ...], name: str, saying: str, words: Words) -> None:
    why = "stopped" if going.failed is None else "failed"
    with st.container(horizontal=True, vertical_alignment="center", key=f"{name}_progress"):
        st.markdown(words.say(f"progress.{why}", doing=saying), width="content")
        st.button(words.say("progress.again"), key=f"{name}_again", on_click=session.forget_work, args=key)


def _nobody_listens(_: float) -> None:
    """Work that is done at once is over before anybody could be told."""
