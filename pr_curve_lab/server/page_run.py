"""Begin and end of a run: the address becomes settings, the page opens, settings become the address.

On a server that nobody has visited, a direct link runs a page without app.py; then app.py is run first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from pr_curve_lab.i18n.messages import LANGUAGES, Words, words_in
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.schema.examples import EXAMPLES
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.pages import ABOVE, FIRST, PAGES, Page
from pr_curve_lab.server.settings import DAY, LANG, MODEL, OLDER_KINDS, REQUIRE, SETTINGS, SUBGROUP, THRESHOLD, Value
from pr_curve_lab.server.visitor_state import VisitorState, clear, is_known, put, put_translated, value_of, visitor

OWN = "1"  # the mark of data that no link can bring back
_DATA_address: dict[str, Callable[[str], Value | None]] = {
    "example": {name: name for name in EXAMPLES}.get,
    "columns": lambda text: text,
    "own": {OWN: OWN}.get,
}
_READ = {**_DATA_address, **{name: setting.read for name, setting in SETTINGS.items()}}


def read_address(parameters: Mapping[str, str]) -> tuple[dict[str, Value], list[Problem]]:
    """Settings that an address names, and a problem for each value that cannot be used.

    Parameters of other names are nobody's business here and are passed over.

    >>> read_address({"left": "linear", "example": "pears"})
    ({'left': 'linear'}, [Problem('address_unknown', name='example', value='pears')])
    """
    settings: dict[str, Value] = {}
    problems = []
    for name, read in _READ.items():
        if name in parameters:
            value = read(parameters[name])
            if value is None:
                problems.append(Problem("address_unknown", name=name, value=parameters[name]))
            else:
                settings[name] = value
    return _of_today(settings), problems


def _of_today(settings: dict[str, Value]) -> dict[str, Value]:
    """Settings of a link, where an older one named a kind of requirement that is now one of several wishes at once.

    >>> _of_today({"require": "min_recall", "precision": 0.8, "alerts": 7})
    {'require': 'wishes', 'recall': 0.9}
    """
    wished = OLDER_KINDS.get(str(settings.get(REQUIRE.name)))
    if wished is None:
        return settings
    others = {name for kind in OLDER_KINDS.values() for name in kind} - wished.keys()
    kept = {name: value for name, value in settings.items() if name not in others}
    return {
        **kept,
        REQUIRE.name: str(REQUIRE.default),
        **{name: kept.get(name, wished[name]) for name in wished},
    }


def write_address(
    page: str, settings: Mapping[str, Value | None], *, example: str | None, columns: str = ""
) -> dict[str, str]:
    """The parameters of a page's address, in a fixed order; what is not set or has its default is left out.

    columns: what was changed about those of the example. Data of the visitor's own are only marked, so that whoever
    opens the link later is told why they are not there.

    >>> write_address("areas", {"left": "step", "right": "linear", "lang": "en", "digits": "all"}, example=None)
    {'own': '1', 'lang': 'en', 'left': 'step', 'right': 'linear'}
    """
    named = {"own": OWN} if example is None else {"example": example}
    if columns and example is not None:
        named["columns"] = columns
    for setting in PAGES[page].settings:
        value = settings.get(setting.name)
        if value is not None and (setting.named_always or value != setting.default):
            named[setting.name] = str(int(value) if isinstance(value, bool) else value)
    return named


_DATA = ("example", "columns", "own")  # parameters that name data


def start() -> Words:
    """Take over the address and give every setting a value; the first thing app.py does."""
    state = visitor()
    parameters = dict(st.query_params)
    _, asked = state.wanted or ("", parameters)
    if data_in_use.begin(asked):
        parameters.pop("own", None)  # these are the own data that a tab which is loaded again asks for
        if state.in_use.example is not None:  # the page Data says why they are not in use
            state.wanted = ("data", {name: value for name, value in asked.items() if name != "own"})
    state.is_new = False
    if parameters and parameters != state.address and not _has_moved(state):
        _take_address(state, parameters)
    locale = (st.context.locale or "").split("-")[0]
    first = {LANG.name: locale} if locale in LANGUAGES else {}
    for name, setting in SETTINGS.items():
        value = state.settings.get(name, first.get(name, setting.default))
        if value is not None:
            st.session_state.setdefault(name, value)
    _take_language(state)
    data_in_use.settle_view(state.page)
    return _words()


def menu(words: Words) -> list[st.Page]:
    """All pages for the menu, and those that lead on to one: to whoever names none, and to whoever names an unknown.

    Streamlit itself says of an unknown page in English, in a window over the first page, that there is none.
    """
    title = words.say(f"{FIRST}.title")
    pages = [st.Page(_first_page, title=title, default=True, visibility="hidden")]
    pages += [copy(_page(page.script, words.say(f"{page.key}.title"))) for page in PAGES.values()]
    unknown = _unknown_name()
    if unknown:
        pages.append(st.Page(_say_unknown, title=title, url_path=unknown, visibility="hidden"))
    return pages


def resume() -> None:
    """Go on to the page that a direct link asked for; app.py calls it once the pages are known."""
    state = visitor()
    if state.wanted is not None:
        page, parameters = state.wanted
        state.wanted = None
        st.switch_page(PAGES[page].script, query_params=parameters)


def own_data_are_gone() -> None:
    """Say that the rows which the browser showed are not here: the server was restarted in between."""
    visitor().loss_is_said = True
    _note(Problem("own_data_gone"))


def visit_is_lost() -> None:
    """Say that this is another session than the tab had before: its own process ended, or it was away for long."""
    visitor().loss_is_said = True
    _note(Problem("visit_lost"))


def _unknown_name() -> str | None:
    """The name in the browser's address where a page's would be, if there is no such page."""
    name = urlsplit(st.context.url or "").path.rstrip("/").rpartition("/")[2]
    base = str(st.get_option("server.baseUrlPath")).strip("/").rpartition("/")[2]
    return name if re.fullmatch(r"[\w-]+", name) and name not in (base, *PAGES) else None


@cache
def _page(script: str, title: str) -> st.Page:
    """A page, to be copied for each run, which marks the one that is shown: to look for eight files takes long."""
    return st.Page(script, title=title)


def _first_page() -> None:
    st.switch_page(PAGES[FIRST].script, query_params=dict(st.query_params))


def _say_unknown() -> None:
    _note(Problem("page_unknown", name=_unknown_name()))
    _first_page()


def enter(page: str) -> tuple[Cases, Words]:
    """Open a page: the first line of each. Returns the cases in use and the words of the visitor's language."""
    if not is_known():
        visitor().wanted = (page, dict(st.query_params))
        st.switch_page("app.py")
    state = visitor()
    if page != state.page:
        state.page = page
        _hand_over(PAGES[page])
    if state.asked is not None:
        _put_defaults(PAGES[page], state.asked)
        state.asked = None
    data_in_use.settle_view(page)
    return state.cases, _words()


def write_address_bar() -> None:
    """Put every setting of the page into its address; the last thing app.py does."""
    state = visitor()
    settings = _settings()
    state.settings = {name: value for name, value in settings.items() if value is not None}
    state.written = _seen(settings, state)
    columns = data_in_use.changed_columns()
    state.address = write_address(state.page, settings, example=state.in_use.example, columns=columns)
    if dict(st.query_params) != state.address:
        st.query_params.from_dict(state.address)


def take_address_problems() -> list[Problem]:
    """The problems of the address; said once."""
    state = visitor()
    problems, state.address_problems = state.address_problems, []
    return problems


def _note(*problems: Problem) -> None:
    """Keep what is to be said on the next page that is shown; an address may be taken over twice before that."""
    noted = visitor().address_problems
    noted += [problem for problem in problems if problem not in noted]


def _hand_over(page: Page) -> None:
    """Give its settings to the widgets of a page that is opened.

    They are others than those of the page before, also under the same key, and would begin with their own defaults.
    """
    for setting in page.settings:
        value = value_of(setting.name)
        if value is not None and setting not in ABOVE:
            st.session_state[setting.name] = value


def _take_language(state: VisitorState) -> None:
    """Give all settings to their widgets again after a change of language."""
    language = value_of(LANG.name)
    state.translated = state.language not in (None, language)
    state.language = language
    if state.translated:
        put_translated(
            **{name: value for name, value in _settings().items() if value is not None and name != LANG.name}
        )


def _put_defaults(page: Page, asked: frozenset[str]) -> None:
    """Give their defaults to the settings of a page that its address does not name: that is what it says of them."""
    for setting in page.settings:
        if setting.name in asked or setting in ABOVE:
            continue
        if setting.default is None:
            clear(setting.name)
        else:
            put(**{setting.name: setting.default})


def _words() -> Words:
    return words_in(value_of(LANG.name))


def _settings() -> dict[str, Any]:
    return {name: value_of(name) for name in SETTINGS}


def _seen(settings: Mapping[str, Any], state: VisitorState) -> dict[str, Any]:
    """Settings and data: all that an address can name."""
    return {**settings, "data": id(state.in_use)}


def _has_moved(state: VisitorState) -> bool:
    """Whether the visitor has just moved a control or brought data.

    Then the browser sent the address of before the move, because it has not yet heard of the one that was written
    after the last: taking it would undo moves that follow each other quickly.
    """
    return state.address is not None and _seen(_settings(), state) != state.written


def _take_address(state: VisitorState, parameters: Mapping[str, str]) -> None:
    named, problems = read_address(parameters)
    data = {name: named.pop(name) for name in _DATA if name in named}
    _note(*problems, *data_in_use.take_from_address(data))
    if "own" in data and state.in_use.example is not None:
        own_data_are_gone()
        of_data = {one.name for one in (THRESHOLD, MODEL, SUBGROUP, DAY)} & named.keys()  # they were of those data
        state.awaited = {name: named.pop(name) for name in of_data}
    put(**{SUBGROUP.name: SUBGROUP.default, **named})  # a link without a group is about all rows
    state.active = None  # a threshold that the address names is that of the address, whatever stood here before
    state.asked = frozenset(named)


MOST_HOURS_APART = 14  # from UTC: the island of Kiritimati


def today() -> date:
    """The visitor's day; the only place that reads a calendar."""
    return day_of(datetime.now(UTC), st.context.timezone_offset or 0)


def day_of(now: datetime, minutes_behind: int) -> date:
    """The day of a moment, for a browser whose clock is so many minutes behind UTC.

    What no clock on earth has, a browser made up: it counts as the farthest there is.

    >>> night = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    >>> [day_of(night, minutes).year for minutes in (0, -60, 10**9, -(10**9))]
    [2026, 2027, 2026, 2027]
    """
    most = MOST_HOURS_APART * 60
    return (now - timedelta(minutes=max(-most, min(most, minutes_behind)))).date()
