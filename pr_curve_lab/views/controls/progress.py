"""Long work on a page: how far it is, a way to stop it, and its result when there is one.

What takes no longer than a page may take is done at once. Else the page shows itself without the result, and again when
the work is over; meanwhile only the bar moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server import works
from pr_curve_lab.server.background import BackgroundWork
from pr_curve_lab.server.results import is_shared, kept

Made = TypeVar("Made")

LONGEST_AT_ONCE = 0.1  # s; all visitors wait for it, since one interpreter serves them
LOOK_EVERY = 0.8  # s
FEW_ROWS = 8192  # of these every scheme is computed at once, of more only the one that is asked for


@dataclass(frozen=True)
class Asked:
    """The words of a page about long work.

    name: of its widgets. seconds: how long it will take, roughly. saying: what is being done, for the bar.
    """

    name: str
    seconds: float
    saying: str


def few_rows(rows: int) -> bool:
    """Whether samples of so many rows are drawn once for all schemes, whose areas then cost little more than one."""
    return rows <= FEW_ROWS


def result_of(asked: Asked, words: Words, make: Callable[..., Made], *given: Any) -> Made | None:
    """The result of a function, or None while it goes on; then the page shows how far it is.

    Last of all the function is given whom to tell how far it is. What is given is plain or frozen. What is about an
    example is made once for all visitors, and none of them can stop it.
    """
    for_all = is_shared(make, *given)
    if asked.seconds <= LONGEST_AT_ONCE:
        return kept(make, *given, _nobody_listens)
    if for_all and (made := works.made_for_all(make, *given)) is not None:
        return made
    going = works.work_for_all(make, *given) if for_all else works.work_on(make, *given)
    if not going.over:
        _show_bar(going, asked, words, can_stop=not for_all)
    elif going.result is None:
        why = "stopped" if going.failed is None else "failed"
        with st.container(horizontal=True, vertical_alignment="center", key=f"{asked.name}_progress"):
            st.markdown(words.say(f"progress.{why}", doing=asked.saying), width="content")
            again = words.say("progress.again")
            st.button(again, key=f"{asked.name}_again", on_click=works.let_go, args=(make, *given))
    return going.result


@st.fragment(run_every=LOOK_EVERY)
def _show_bar(going: BackgroundWork[Any], asked: Asked, words: Words, *, can_stop: bool) -> None:
    """Only this runs again while the work goes on; when it is over, the whole page does."""
    if going.over:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key=f"{asked.name}_progress"):
        st.progress(going.share, text=words.say("progress.share", doing=asked.saying, share=going.share))
        if can_stop:
            st.button(words.say("progress.stop"), key=f"{asked.name}_stop", on_click=going.stop)


def _nobody_listens(_: float) -> None:
    """Work that is done at once is over before anybody could be told."""
