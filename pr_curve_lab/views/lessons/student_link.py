"""The address of the step that is shown, to be typed, clicked or photographed by students."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

import streamlit as st

from pr_curve_lab.exports.qr_code import qr_code
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server.network_address import ONLY_HERE, host_for_phones
from pr_curve_lab.views.lessons import drawn
from pr_curve_lab.views.lessons.place import At

DOT = 5  # px, of the code


def show(here: At, words: Words) -> None:
    """Offer the link, also as a code for phones."""
    with st.popover(words.say("lessons.link"), key="student_link", on_change="rerun") as shown:
        if not shown.open:
            return
        address = link(str(st.context.url or ""), here, words.language)
        st.markdown(words.say("lessons.link_says"))
        st.code(address, language=None, wrap_lines=True)
        drawn.show(qr_code(address, DOT), alt=address)
        if not is_reached(address):
            st.caption(words.say("lessons.link_only_here"))


def is_reached(address: str) -> bool:
    """Whether other computers reach an address."""
    host = urlsplit(address).hostname
    return host is not None and host not in ONLY_HERE


def link(page: str, here: At, language: str) -> str:
    """The address of a step, without the projector's view; that of this machine in its network, where it has one.

    page: the address of the page as the browser has it.
    """
    parts = urlsplit(page)
    other = host_for_phones(parts.hostname, str(st.get_option("server.address") or ""))
    if other and not is_reached(page):
        parts = parts._replace(netloc=f"{other}:{parts.port}" if parts.port else other)
    path = parts.path.removesuffix("/").removesuffix("/lessons")
    asked = urlencode({"lang": language, "lesson": here.lesson.key, "step": here.number})
    return parts._replace(path=f"{path}/lessons", query=asked).geturl()
