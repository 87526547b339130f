"""How a run begins and ends: the address is taken over, the page that was asked for is opened, the address is written.

On a server that nobody has visited, a direct link runs a page without app.py; then app.py is run first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pr_app.reading.cases import Cases
from pr_app.reading.problem import Problem
from pr_app.serving import data_in_use
from pr_app.serving.address import read_address, write_address
from pr_app.serving.pages import FIRST, PAGES
from pr_app.serving.settings import LANG, SETTINGS, THRESHOLD
from pr_app.serving.visitor_state import VisitorState, is_known, put, value_of, visitor
from pr_app.wording.catalogue import LANGUAGES, Words, words_in

_DATA = ("example", "columns", "own")  # parameters that name data


def start() -> Words:
    """Take over the address and give every setting a value; the first thing app.py does."""
    state = visitor()
    parameters = dict(st.query_params)
    if parameters and parameters != state.address and not _has_moved(state):
        _take_address(state, parameters)
    locale = (st.context.locale or "").split("-")[0]
    if locale in LANGUAGES:
        st.session_state.setdefault(LANG.name, locale)
    for setting in SETTINGS.values():
        if setting.default is not None:
            st.session_state.setdefault(setting.name, setting.default)
    data_in_use.settle_view()
    return _words()


def resume() -> None:
    """Go on to the page that a direct link asked for; app.py calls it once the pages are known."""
    state = visitor()
    if state.wanted is not None:
        page, parameters = state.wanted
        state.wanted = None
        st.switch_page(PAGES[page].script, query_params=parameters)


def first_page() -> None:
    """Show the main picture to whoever comes without a page in the address."""
    st.switch_page(PAGES[FIRST].script, query_params=dict(st.query_params))


def enter(page: str) -> tuple[Cases, Words]:
    """Open a page: the first line of each. Returns the cases in use and the words of the visitor's language."""
    if not is_known():
        visitor().wanted = (page, dict(st.query_params))
        st.switch_page("app.py")
    state = visitor()
    state.page = page
    data_in_use.settle_view()
    return state.cases, _words()


def write_address_bar() -> None:
    """Put every setting of the page into its address; the last thing app.py does."""
    state = visitor()
    state.written = _seen(state)
    columns = data_in_use.changed_columns()
    state.address = write_address(state.page, _settings(), example=state.in_use.example, columns=columns)
    if dict(st.query_params) != state.address:
        st.query_params.from_dict(state.address)


def take_address_problems() -> list[Problem]:
    """What in the address could not be used; said once."""
    state = visitor()
    problems, state.address_problems = state.address_problems, []
    return problems


def _words() -> Words:
    return words_in(value_of(LANG.name))


def _settings() -> dict[str, Any]:
    return {name: value_of(name) for name in SETTINGS}


def _seen(state: VisitorState) -> dict[str, Any]:
    """Settings and data: all that an address can name."""
    return {**_settings(), "data": id(state.in_use)}


def _has_moved(state: VisitorState) -> bool:
    """Whether the visitor has just moved a control or brought data.

    Then the browser sent the address of before the move, because it has not yet heard of the one that was written
    after the last: taking it would undo moves that follow each other quickly.
    """
    return state.address is not None and _seen(state) != state.written


def _take_address(state: VisitorState, parameters: Mapping[str, str]) -> None:
    named, problems = read_address(parameters)
    about_data = data_in_use.take_from_address({name: named.pop(name) for name in _DATA if name in named})
    state.address_problems = problems + about_data
    if Problem("own_data_gone") in about_data:
        named.pop(THRESHOLD.name, None)  # it was one of those data
    put(**named)
