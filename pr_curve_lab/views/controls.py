"""Controls that several pages share.

What takes no longer than a page may take is done at once. Else the page shows itself without the result, and again when
the work is over; meanwhile only the bar moves.

Streamlit's slider shows and speaks the words of an option, but its value is the place of that option among all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import streamlit as st

from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.server import jobs
from pr_curve_lab.server.background import BackgroundWork
from pr_curve_lab.server.settings import SETTINGS
from pr_curve_lab.server.visitor_state import is_shared, kept, put, value_of
from pr_curve_lab.web.payload import PAGE_FOLDER
from pr_metrics import SCHEMES, OperatingPoints
from pr_metrics.interpolation import MOST_STEPS

LONG, WIDTH = 20, 150  # characters; px


def name_width(names: Iterable[str]) -> int | None:
    """The width in px; None where the names are short, so that the table finds its own.

    >>> name_width(["North", "South"]) is None, name_width(["The southern part of the coast"])
    (True, 150)
    """
    return WIDTH if any(len(name) > LONG for name in names) else None


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
    if for_all and (made := jobs.made_for_all(make, *given)) is not None:
        return made
    going = jobs.work_for_all(make, *given) if for_all else jobs.work_on(make, *given)
    if not going.over:
        _show_bar(going, asked, words, can_stop=not for_all)
    elif going.result is None:
        why = "stopped" if going.failed is None else "failed"
        with st.container(horizontal=True, vertical_alignment="center", key=f"{asked.name}_progress"):
            st.markdown(words.say(f"progress.{why}", doing=asked.saying), width="content")
            again = words.say("progress.again")
            st.button(again, key=f"{asked.name}_again", on_click=jobs.let_go, args=(make, *given))
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


def chosen(points: OperatingPoints, words: Words) -> tuple[str, str]:
    """The schemes on the left and on the right."""
    return settled(points, "left", words), settled(points, "right", words)


def settled(points: OperatingPoints, side: str, words: Words) -> str:
    """The scheme of a side, "left" or "right"; one that cannot join these points gives way, with a sentence."""
    scheme, instead = str(value_of(side)), str(SETTINGS[side].default)
    if SCHEMES[scheme].applies_to(points):
        return scheme
    names = {part: words.say(f"schemes.{key}.name") for part, key in (("scheme", scheme), ("instead", instead))}
    if (points.true_positives % 1).any():
        st.warning(words.say("areas.needs_whole_rows", **names))
    else:
        st.warning(words.say("areas.needs_fewer_positives", most=MOST_STEPS, **names))
    put(**{side: instead})
    return instead


def show_scheme_picker(points: OperatingPoints, side: str, words: Words, *, alone: bool = False) -> None:
    """Offer every scheme that can join these points for a side, "left" or "right", or for the only one of a page."""
    st.selectbox(
        words.say("balance.joined" if alone else f"areas.pick_{side}"),
        [key for key, scheme in SCHEMES.items() if scheme.applies_to(points)],
        format_func=lambda key: words.say(f"schemes.{key}.name"),
        key=side,
        label_visibility="collapsed",
        persist_state="session",
    )


_SCRIPT = (PAGE_FOLDER / "spoken_slider.js").read_text(encoding="utf-8")
_corrector = st.components.v2.component("pr_curve_lab_spoken_slider", js=_SCRIPT)


def speak_numbers(slider: str, numbers: Sequence[float | None]) -> None:
    """Give the slider of that key the number of each of its options, None where one has none; call it below it."""
    _corrector(key=f"{slider}_unseen", data={"slider": slider, "numbers": list(numbers)})
