"""What one visitor has open: data in use, settings, and the way back to a page that was asked for by its link.

The only file that names st.session_state. The data in use are always countable cases: a file that cannot be counted is
kept aside with its problems, and what was in use stays in use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

import streamlit as st

from pr_app.address import DEFAULTS, read_address, write_address
from pr_app.cases import Cases, Roles, build_cases, guess_positive, guess_roles
from pr_app.examples import FIRST, example_table
from pr_app.problem import Problem
from pr_app.tables import Table, read_table
from pr_app.words import LANGUAGES, Words, words_in

_DESK = "desk"  # the one entry of the session that is not a widget's


@dataclass
class Desk:
    """The visitor's desk: the table being read, and the cases that every page shows."""

    table: Table
    roles: Roles
    cases: Cases
    example: str | None  # name of the built-in example in use
    table_example: str | None  # name of the one being read
    leave_out: bool = False
    problems: list[Problem] = field(default_factory=list)  # why the table is not in use
    file_problem: Problem | None = None  # why the last file could not be read
    address_problems: list[Problem] = field(default_factory=list)
    address: dict[str, str] | None = None  # as it was last written
    wanted: tuple[str, dict[str, str]] | None = None  # page and parameters of a direct link
    page: str = "areas"
    data_count: int = 0  # how often the data in use changed: charts keep their zoom while it stands

    @property
    def pending(self) -> bool:
        """Whether the table being read is not (yet) what the pages show."""
        return bool(self.problems)


def start() -> Words:
    """Open the desk and take over the address; the first thing app.py does."""
    desk = _desk()
    parameters = dict(st.query_params)
    if parameters and parameters != desk.address:  # a link, or the browser's back and forward
        _take_address(desk, parameters)
    _fill_in_defaults()
    return _words()


def resume() -> None:
    """Go on to the page that a direct link asked for; app.py calls it once the pages are known."""
    desk = _desk()
    if desk.wanted is not None:
        page, parameters = desk.wanted
        desk.wanted = None
        st.switch_page(page, query_params=parameters)


def first_page() -> None:
    """Show the main picture to whoever comes without a page in the address."""
    st.switch_page("pages/areas.py", query_params=dict(st.query_params))


def enter(page: str) -> tuple[Cases, Words]:
    """Open a page: the first line of each. Returns the cases in use and the words of the visitor's language.

    On a server that nobody has visited, a direct link runs the page without app.py; then app.py is run first.
    """
    if _DESK not in st.session_state:
        _desk().wanted = (page, dict(st.query_params))
        st.switch_page("app.py")
    desk = _desk()
    desk.page = PurePosixPath(page).stem
    return desk.cases, _words()


def write_address_bar() -> None:
    """Put every setting of the page into its address; the last thing app.py does."""
    desk = _desk()
    settings = {name: st.session_state.get(name) for name in (*DEFAULTS, "threshold")}
    desk.address = write_address(desk.page, {**settings, "example": desk.example})
    if dict(st.query_params) != desk.address:
        st.query_params.from_dict(desk.address)


def desk() -> Desk:
    """The visitor's desk, to read; only the functions of this file change it."""
    return _desk()


def take_address_problems() -> list[Problem]:
    """What in the address could not be used; said once."""
    desk = _desk()
    problems, desk.address_problems = desk.address_problems, []
    return problems


def put(**widgets: Any) -> None:
    """Set widgets to values before they are drawn."""
    for key, value in widgets.items():
        if key not in st.session_state or st.session_state[key] != value:
            st.session_state[key] = value


def value_of(key: str) -> Any:
    """The value of a widget, or None before it was drawn."""
    return st.session_state.get(key)


def take_example() -> None:
    """Use the example that was chosen."""
    name = st.session_state["example"]
    if name is not None:
        _read(_desk(), example_table(name), example=name)


def take_upload() -> None:
    """Read the uploaded file; taking a file away again changes nothing."""
    file = st.session_state["upload"]
    if file is not None:
        _take_file(file.name, file.getvalue())


def take_paste(name: str) -> None:
    """Read the pasted rows as if they were a file of that name."""
    text = st.session_state["paste"]
    if text.strip():
        _take_file(name, text.encode("utf-8"))


def take_roles() -> None:
    """Count again with the roles that the widgets show; a new label column gets a new guess of its positive value."""
    desk = _desk()
    chosen = Roles(*(st.session_state.get(key) for key in ("label", "positive", "scores", "weight", "group")))
    if chosen.label != desk.roles.label:
        chosen = replace(chosen, positive=guess_positive(desk.table, chosen))
    desk.roles = chosen
    desk.leave_out = bool(st.session_state.get("leave_out", desk.leave_out))
    _count(desk)


def go_to_threshold(threshold: float) -> None:
    """Set the threshold control."""
    st.session_state["threshold"] = threshold


def _desk() -> Desk:
    if _DESK not in st.session_state:
        table = example_table(FIRST)
        roles = guess_roles(table)
        cases = build_cases(table, roles)
        assert isinstance(cases, Cases), cases
        st.session_state[_DESK] = Desk(table, roles, cases, example=FIRST, table_example=FIRST)
    desk: Desk = st.session_state[_DESK]
    return desk


def _fill_in_defaults() -> None:
    locale = (st.context.locale or "").split("-")[0]
    defaults = {**DEFAULTS, "lang": locale if locale in LANGUAGES else DEFAULTS["lang"]}
    for name, value in defaults.items():
        st.session_state.setdefault(name, value)


def _words() -> Words:
    return words_in(st.session_state["lang"])


def _take_address(desk: Desk, parameters: Mapping[str, str]) -> None:
    settings, desk.address_problems = read_address(parameters)
    example = settings.pop("example", None)
    if example is not None and example != desk.example:
        _read(desk, example_table(str(example)), example=str(example))
    for name, setting in settings.items():
        st.session_state[name] = setting


def _take_file(name: str, content: bytes) -> None:
    desk = _desk()
    table = read_table(name, content)
    if isinstance(table, Problem):
        desk.file_problem = table
    else:
        _read(desk, table, example=None)


def _read(desk: Desk, table: Table, *, example: str | None) -> None:
    desk.table, desk.roles, desk.table_example = table, guess_roles(table), example
    desk.leave_out, desk.file_problem = False, None
    _count(desk)


def _count(desk: Desk) -> None:
    counted = build_cases(desk.table, desk.roles, leave_out=desk.leave_out)
    if isinstance(counted, Cases):
        desk.cases, desk.example, desk.problems = counted, desk.table_example, []
        desk.data_count += 1
        st.session_state.pop("threshold", None)
    else:
        desk.problems = counted
