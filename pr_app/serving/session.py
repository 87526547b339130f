"""What one visitor has open: data in use, settings, and the way back to a page that was asked for by its link.

The only file that names st.session_state. The data in use are always countable cases: a file that cannot be counted is
kept aside with its problems, and what was in use stays in use.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, TypeVar

import streamlit as st

from pr_app.analysis.progress import Progress
from pr_app.reading.binary_tasks import BinaryTasks, build_binary_tasks
from pr_app.reading.cases import Cases
from pr_app.reading.changed_roles import changes_as_text, with_changes
from pr_app.reading.examples import FIRST, example_table
from pr_app.reading.problem import Problem
from pr_app.reading.roles import Roles, guess_kind, guess_labels, guess_positive, guess_roles, match_labels
from pr_app.reading.tables import Table, read_table
from pr_app.serving.address import DEFAULTS, MOST_DRAWS, OWN_BALANCE, SETTINGS, read_address, write_address
from pr_app.serving.background import BackgroundWork
from pr_app.wording.catalogue import LANGUAGES, Words, words_in
from pr_metrics import OperatingPoints

_Made = TypeVar("_Made")

MOST_REMEMBERED = 120  # results; each is at most a drawn chart of a million rows
MOST_WORKS = 8  # going on or over
_VISITOR = "visitor"  # the one entry of the session that is not a widget's


@dataclass(frozen=True)
class Reading:
    """A table and how its columns are understood; `example` names a built-in one."""

    table: Table
    roles: Roles
    example: str | None = None
    leave_out: bool = False


@dataclass
class VisitorState:
    """The visitor's desk: what every page shows, and what is being read."""

    in_use: Reading
    tasks: BinaryTasks  # of what is in use
    cases: Cases  # of the task in view
    reading: Reading  # the same, or a table that cannot be counted yet
    shown: Reading | None = None  # whose columns the widgets of the data page show
    own: Reading | None = None  # the last of the visitor's own that was in use, for the way back to it
    problems: list[Problem] = field(default_factory=list)  # why what is being read is not in use
    file_problem: Problem | None = None  # why the last file could not be read at all
    address_problems: list[Problem] = field(default_factory=list)
    address: dict[str, str] | None = None  # as it was last written
    settings: dict[str, Any] = field(default_factory=dict)  # as they were when it was written, the data with them
    wanted: tuple[str, dict[str, str]] | None = None  # page and parameters of a direct link
    page: str = "areas"
    data_count: int = 0  # how often the data in use changed, or the task in view
    remembered: dict[Hashable, Any] = field(default_factory=dict)  # results about the data in use, the latest last
    answers: dict[tuple[str, int], str] = field(default_factory=dict)  # by lesson and step
    works: dict[Hashable, BackgroundWork[Any]] = field(default_factory=dict)  # in the background, about the same data


def start() -> Words:
    """Open the desk and take over the address; the first thing app.py does."""
    visitor = _visitor()
    parameters = dict(st.query_params)
    if parameters and parameters != visitor.address and not _settings_moved(visitor):
        _take_address(visitor, parameters)
    locale = (st.context.locale or "").split("-")[0]
    st.session_state.setdefault("lang", locale if locale in LANGUAGES else DEFAULTS["lang"])
    for name, value in DEFAULTS.items():
        st.session_state.setdefault(name, value)
    _settle_view(visitor)
    return _words()


def resume() -> None:
    """Go on to the page that a direct link asked for; app.py calls it once the pages are known."""
    visitor = _visitor()
    if visitor.wanted is not None:
        page, parameters = visitor.wanted
        visitor.wanted = None
        st.switch_page(page, query_params=parameters)


def first_page() -> None:
    """Show the main picture to whoever comes without a page in the address."""
    st.switch_page("pages/areas.py", query_params=dict(st.query_params))


def enter(page: str) -> tuple[Cases, Words]:
    """Open a page: the first line of each. Returns the cases in use and the words of the visitor's language.

    On a server that nobody has visited, a direct link runs the page without app.py; then app.py is run first.
    """
    if _VISITOR not in st.session_state:
        _visitor().wanted = (page, dict(st.query_params))
        st.switch_page("app.py")
    visitor = _visitor()
    visitor.page = PurePosixPath(page).stem
    _settle_view(visitor)
    return visitor.cases, _words()


def write_address_bar() -> None:
    """Put every setting of the page into its address; the last thing app.py does."""
    visitor = _visitor()
    visitor.settings = _state(visitor)
    changed = changes_as_text(visitor.in_use.roles, guess_roles(visitor.in_use.table)) if visitor.in_use.example else ""
    visitor.address = write_address(visitor.page, _settings(), example=visitor.in_use.example, columns=changed)
    if dict(st.query_params) != visitor.address:
        st.query_params.from_dict(visitor.address)


def visitor() -> VisitorState:
    """The visitor's desk, to read; only the functions of this file change it."""
    return _visitor()


def remembered(make: Callable[[], _Made], *key: Hashable) -> _Made:
    """What `make` gives for the task in view, made once: a control that moves must not sort a million rows again.

    The key names the function and all else that it depends on.
    """
    return _remembered(make, (st.session_state["model"], *key))


def remembered_of_all(make: Callable[[], _Made], *key: Hashable) -> _Made:
    """The same for what depends on the data in use, whichever task is in view."""
    return _remembered(make, (None, *key))


def points_of(name: str) -> OperatingPoints:
    """The points of one of the tasks asked of the data in use."""
    visitor = _visitor()
    return remembered_of_all(lambda: visitor.tasks.points(name), "points", name)


def work_on(work: Callable[[Progress], _Made], *key: Hashable) -> BackgroundWork[_Made]:
    """The work on the data in use that the key names, begun once; it goes on while other pages are shown.

    It is stopped when the data change, or when too much other work was asked for since.
    """
    works = _visitor().works
    if key in works:
        works[key] = works.pop(key)
    else:
        if len(works) >= MOST_WORKS:
            works.pop(next(iter(works))).stop()
        works[key] = BackgroundWork(work)
    going: BackgroundWork[_Made] = works[key]
    return going


def forget_work(*key: Hashable) -> None:
    """Let go of a piece of work, so that it is begun anew when it is next asked for."""
    work = _visitor().works.pop(key, None)
    if work is not None:
        work.stop()


def take_address_problems() -> list[Problem]:
    """What in the address could not be used; said once."""
    visitor = _visitor()
    problems, visitor.address_problems = visitor.address_problems, []
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
        _read(_visitor(), example_table(name), example=name)


def use_example(name: str) -> None:
    """Use an example that a page recommends."""
    _read(_visitor(), example_table(name), example=name)


def compare_with(columns: tuple[str, ...]) -> None:
    """Take more columns of the data in use for models of the same label."""
    visitor = _visitor()
    roles = visitor.in_use.roles
    roles = replace(roles, scores=(*roles.scores, *columns), kind="models", labels=())
    _count(visitor, replace(visitor.in_use, roles=roles))


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
    visitor = _visitor()
    reading = visitor.reading
    if visitor.shown is not reading:  # a new table came with the same message: these widgets speak of the one before
        return
    roles = _roles_shown(reading)
    leave_out = bool(st.session_state.get("leave_out", reading.leave_out))
    _count(visitor, replace(reading, roles=roles, leave_out=leave_out))


def show_roles() -> Reading:
    """Set the widgets of the roles to what is being read, and give it."""
    visitor = _visitor()
    visitor.shown = visitor.reading
    shown = asdict(visitor.reading.roles)
    put(**{role: list(value) if isinstance(value, tuple) else value for role, value in shown.items()})
    return visitor.reading


def take_view() -> None:
    """Another task is looked at: threshold and zoom were those of the task before."""
    _visitor().data_count += 1
    st.session_state.pop("threshold", None)


def go_to_step(lesson: str, number: int) -> None:
    """Open a lesson at a step, or the list of lessons."""
    st.session_state["lesson"], st.session_state["step"] = lesson, number


def answer(lesson: str, number: int, option: str) -> None:
    """Keep what was answered at a step."""
    _visitor().answers[lesson, number] = option


def go_to_threshold(threshold: float) -> None:
    """Set the threshold control."""
    st.session_state["threshold"] = threshold


def take_clicked(chart: str) -> None:
    """Set the threshold control to the point of a chart that was clicked."""
    threshold = st.session_state[f"{chart}_mover"].get("clicked")
    if threshold is not None:
        go_to_threshold(float(threshold))


def take_prevalence() -> None:
    """Move to the class balance that was typed; the data's own is called so."""
    typed = st.session_state["prevalence_typed"]
    own = typed is None or typed == _visitor().cases.points.prevalence
    st.session_state["prevalence"] = OWN_BALANCE if own else typed


def take_start(side: str) -> None:
    """Join a side's points with the start that its switch shows."""
    st.session_state[side] = st.session_state[f"{side}_start"]


def draw_again() -> None:
    """Take the next of the random draws, which the address numbers."""
    st.session_state["draw"] = (st.session_state["draw"] + 1) % (MOST_DRAWS + 1)


def _remembered(make: Callable[[], _Made], key: Hashable) -> _Made:
    results = _visitor().remembered
    if key in results:  # what is asked for again and again outlasts what a moving control leaves behind
        results[key] = results.pop(key)
    else:
        if len(results) >= MOST_REMEMBERED:
            results.pop(next(iter(results)))
        results[key] = make()
    made: _Made = results[key]
    return made


def _visitor() -> VisitorState:
    if _VISITOR not in st.session_state:
        table = example_table(FIRST)
        reading = Reading(table, guess_roles(table), example=FIRST)
        tasks = build_binary_tasks(table, reading.roles)
        assert isinstance(tasks, BinaryTasks), tasks
        cases = tasks.cases(tasks.countable[0])
        st.session_state[_VISITOR] = VisitorState(in_use=reading, tasks=tasks, cases=cases, reading=reading)
    visitor: VisitorState = st.session_state[_VISITOR]
    return visitor


def _settings() -> dict[str, Any]:
    return {name: st.session_state.get(name) for name in SETTINGS}


def _state(visitor: VisitorState) -> dict[str, Any]:
    """Settings and data: all that an address can name."""
    return {**_settings(), "data": id(visitor.in_use)}


def _settings_moved(visitor: VisitorState) -> bool:
    """Whether the visitor has just moved a control or brought data.

    Then the browser sent the address of before the move, because it has not yet heard of the one that was written
    after the last: taking it would undo moves that follow each other quickly.
    """
    return visitor.address is not None and _state(visitor) != visitor.settings


def _settle_view(visitor: VisitorState) -> None:
    """Take the task that is asked for, or the first; a single task has no name in the address."""
    names = visitor.tasks.countable
    wanted = st.session_state["model"]
    if wanted not in ("", *names):
        visitor.address_problems.append(Problem("address_unknown", name="model", value=wanted))
    view = wanted if wanted in names else names[0]
    put(model=view if len(visitor.tasks.names) > 1 else DEFAULTS["model"])
    visitor.cases = remembered(lambda: visitor.tasks.cases(view), "cases")


def _roles_shown(reading: Reading) -> Roles:
    """What the widgets of the roles say; what one of them has just made impossible is guessed anew."""
    before = reading.roles
    shown: dict[str, Any] = {role: st.session_state.get(role) for role in ("label", "positive", "weight", "group")}
    scores, labels = (tuple(st.session_state.get(role) or getattr(before, role)) for role in ("scores", "labels"))
    roles = Roles(**shown, kind=st.session_state.get("kind") or before.kind, scores=scores, labels=labels)
    if roles.kind == "labels" and (before.kind != "labels" or set(roles.labels) != set(before.labels)):
        return guess_labels(reading.table, roles) if before.kind != "labels" else match_labels(roles)
    if roles.label != before.label:
        roles = replace(roles, positive=guess_positive(reading.table, roles))
    elif roles.positive is None:  # Escape empties an open list, which nobody means by it
        roles = replace(roles, positive=before.positive)
    if (roles.label, len(roles.scores) > 1) != (before.label, len(before.scores) > 1):
        roles = guess_kind(reading.table, roles)
    return roles if roles.kind == "labels" else replace(roles, labels=())


def _words() -> Words:
    return words_in(st.session_state["lang"])


def _take_address(visitor: VisitorState, parameters: Mapping[str, str]) -> None:
    settings, visitor.address_problems = read_address(parameters)
    example, columns = settings.pop("example", None), settings.pop("columns", None)
    if example is not None:
        _take_example(visitor, str(example), columns)
    if settings.pop("own", None) and visitor.in_use.example is not None:
        if visitor.own is None:
            visitor.address_problems.append(Problem("own_data_gone"))
            settings.pop("threshold", None)  # it was one of those data
        else:
            _count(visitor, visitor.own)
    for name, setting in settings.items():
        st.session_state[name] = setting


def _take_example(visitor: VisitorState, name: str, columns: Any) -> None:
    """Use an example with the columns that an address asks for, unless it is in use already."""
    table = example_table(name)
    guessed = guess_roles(table)
    roles = guessed if columns is None else with_changes(str(columns), guessed, table)
    if roles is None:
        visitor.address_problems.append(Problem("address_unknown", name="columns", value=str(columns)))
    reading = Reading(table, roles or guessed, name)
    if (visitor.in_use.example, visitor.in_use.roles) != (name, reading.roles):
        _count(visitor, reading)


def _take_file(name: str, content: bytes) -> None:
    visitor = _visitor()
    table = read_table(name, content)
    if isinstance(table, Problem):
        visitor.file_problem = table
        visitor.reading, visitor.problems = (
            visitor.in_use,
            [],
        )  # what was wrong with an earlier file is what is wrong now
    else:
        _read(visitor, table)


def _read(visitor: VisitorState, table: Table, *, example: str | None = None) -> None:
    visitor.file_problem = None
    _count(visitor, Reading(table, guess_roles(table), example))


def _count(visitor: VisitorState, reading: Reading) -> None:
    counted = build_binary_tasks(reading.table, reading.roles, leave_out=reading.leave_out)
    visitor.reading = reading
    if isinstance(counted, BinaryTasks):
        visitor.in_use, visitor.tasks, visitor.problems = reading, counted, []
        visitor.own = visitor.own if reading.example else reading
        visitor.data_count += 1
        visitor.remembered.clear()
        for work in visitor.works.values():
            work.stop()
        visitor.works.clear()
        st.session_state.pop("threshold", None)
        st.session_state["model"] = DEFAULTS["model"]
    else:
        visitor.problems = counted
