"""Changes of the data in use: another example, files, other columns, another task.

Files that the server was started with are read for each visitor, so that a tab which is loaded again shows what the
files hold by then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.local_files import opened_header, opened_paths, read_local_files
from pr_curve_lab.io.table import FileOfTables, Table
from pr_curve_lab.schema.examples import example_roles, example_table
from pr_curve_lab.schema.infer_roles import guess, guess_beside_named
from pr_curve_lab.schema.role_options import changes_as_text, with_changes
from pr_curve_lab.schema.roles import Roles
from pr_curve_lab.schema.shapes import read_points
from pr_curve_lab.schema.tasks import BinaryTasks, build_binary_tasks
from pr_curve_lab.schema.uploads import joined, read_upload, read_uploads
from pr_curve_lab.server import jobs, visitor_state
from pr_curve_lab.server.asgi.preparation import garbage
from pr_curve_lab.server.cache import shared_tasks
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import DAY, MODEL, SUBGROUP, THRESHOLD, Value
from pr_curve_lab.server.visitor_state import Reading, clear, put, value_of, visitor

MOST_READ_AGAIN = 16 * 2**20  # bytes of a file that are held so that another of its rows can be the header


def use_example(name: str) -> None:
    """Use a built-in example, its columns as they are guessed, and all its rows."""
    put(**{MODEL.name: MODEL.default, SUBGROUP.name: SUBGROUP.default})
    _read(example_table(name), example=name)


def take_files(key: str) -> None:
    """Read the files of a place for them; taking the last one away again changes nothing."""
    files = value_of(key)
    if files:
        read_files([(file.name, file.getvalue()) for file in files])


def read_files(files: Sequence[tuple[str, bytes]], header: int | None = None) -> None:
    """Read files, each with its name, and use them if they can be counted. header: its row, where somebody named it."""
    state = visitor()
    table, state.brought = read_uploads(files, header), ", ".join(name for name, _ in files)
    if isinstance(table, Problem):
        state.file_problem = table
        state.reading, state.problems = state.in_use, []  # what was wrong with an earlier file is what is wrong now
        state.question = None
        state.drawn_points = read_points(*files[0]) if table.key == "points_not_rows" and len(files) == 1 else None
    else:
        state.earlier = _replaced(state.own if state.reading.example else state.reading, files)
        _read(_with_file(table, files))
        garbage.collect_if_due()  # and of what the file took the place of


def put_beside() -> None:
    """Put the table that is being read beside the one that was in use before it; one that cannot stays alone."""
    state = visitor()
    if state.earlier is None:
        return
    new = state.reading.table
    together = joined([state.earlier, new])
    if isinstance(together, Problem):
        state.file_problem = together
    else:
        _read(together)
        state.alone = new


def take_alone() -> None:
    """Take the table that was brought last without the earlier one."""
    if (alone := visitor().alone) is not None:
        _read(alone)


def _replaced(own: Reading | None, files: Sequence[tuple[str, bytes]]) -> Table | None:
    """The visitor's own table that files take the place of, unless it is one of them."""
    again = own is not None and any(name in own.table.name for name, _ in files)
    return None if own is None or again else own.table


def take_table(title: str) -> None:
    """Read another table of the file that is being read; where it cannot be read, what was read before stays."""
    state = visitor()
    file = state.reading.table.file
    if file is None or title not in file.titles:  # a new file came with the same message
        return
    _read_again(read_upload(file.name, file.content, title))


def take_header(row: int) -> None:
    """Read the file that is being read with another row as its header, the first being 1; 0 where it has none."""
    file = visitor().reading.table.file
    if file is not None:
        title = file.taken if len(file.titles) > 1 else None
        table = read_upload(file.name, file.content, title, header=row)
        _read_again(table if isinstance(table, Problem) else _with_file(table, [(file.name, file.content)]))


def answer(label: str | None, score: str | None) -> None:
    """Go on with the label and the score that were asked for, of which one may have been clear."""
    state = visitor()
    if state.question is None:
        return
    table = state.reading.table
    found = guess_beside_named(table, label=label, scores=() if score is None else (score,))
    state.question = found if found.is_open else None
    reading = replace(state.reading, roles=found.roles)
    if found.is_open:
        state.reading = reading
    else:
        count_again(reading)


def leave_aside() -> None:
    """Go on with what was in use before a question about other data."""
    state = visitor()
    state.reading, state.question, state.problems = state.in_use, None, []


def count_again(reading: Reading) -> None:
    """Count a table with other roles, and use it if it can be counted."""
    state, before = visitor(), visitor().in_use
    counted = _counted(reading)
    state.reading, state.question = reading, None
    if isinstance(counted, BinaryTasks):
        same_table, kind = reading.table is before.table, state.tasks.kind
        state.in_use, state.tasks, state.problems = reading, counted, []
        state.own = state.own if reading.example else reading
        state.data_count += 1
        visitor_state.forget()
        jobs.stop_all()
        if not same_table or kind != counted.kind or value_of(MODEL.name) not in counted.countable:
            put(**{MODEL.name: MODEL.default})
        if not same_table or reading.roles.group != before.roles.group:
            put(**{SUBGROUP.name: SUBGROUP.default})
        if not same_table or _of_curve(reading.roles) != _of_curve(before.roles):
            clear(THRESHOLD.name)
        if not same_table and value_of(DAY.name) == "":  # the days of the table before were set aside
            clear(DAY.name)
        _take_awaited(counted)
    else:
        state.problems = counted


def _of_curve(roles: Roles) -> Roles:
    """The roles that a curve of all rows depends on."""
    return replace(roles, group=None, cluster=None)


def _take_awaited(tasks: BinaryTasks) -> None:
    """Look at what a link to these data asked for, if they are those: they have its model, or it named none."""
    state = visitor()
    awaited, state.awaited = state.awaited, {}
    if state.in_use.example is None and awaited.get(MODEL.name, MODEL.default) in (MODEL.default, *tasks.countable):
        put(**awaited)


def compare_with(columns: tuple[str, ...]) -> None:
    """Take more columns of the data in use for models of the same label."""
    in_use = visitor().in_use
    roles = replace(in_use.roles, scores=(*in_use.roles.scores, *columns), kind="models", labels=())
    count_again(replace(in_use, roles=roles))


def look_at_another_task() -> None:
    """Another task is looked at: threshold and zoom were those of the task before."""
    visitor().data_count += 1
    clear(THRESHOLD.name)


def task_in_view() -> str:
    """The name of the model, class or label in view."""
    return str(value_of(MODEL.name) or visitor().tasks.countable[0])


def settle_view(page: str) -> None:
    """Take the task that is asked for, or the first; a single task has no name in the address.

    On a page that can show one group of rows, take the one that is asked for. page: its name in the address.
    """
    state = visitor()
    names = state.tasks.countable
    wanted = value_of(MODEL.name)
    if wanted not in ("", *names):
        state.address_problems.append(Problem("address_unknown", name=MODEL.name, value=wanted))
    view = wanted if wanted in names else names[0]
    put(**{MODEL.name: view if len(state.tasks.names) > 1 else MODEL.default})
    group = str(value_of(SUBGROUP.name) or "") if page in PAGES and SUBGROUP in PAGES[page].settings else ""
    if group and group not in state.tasks.countable_groups(view):
        state.address_problems.append(_no_subgroup(group, view))
        put(**{SUBGROUP.name: SUBGROUP.default})
        group = ""
    if group:
        state.cases = visitor_state.kept(state.tasks.cases_of_group, view, group)
    else:
        state.cases = visitor_state.kept(state.tasks.cases, view)


def _no_subgroup(group: str, view: str) -> Problem:
    """Why a group cannot be shown by itself."""
    tasks = visitor().tasks
    if group not in tasks.group_names or not tasks.countable_groups(view):
        return Problem("address_unknown", name=SUBGROUP.name, value=group)
    return Problem("subgroup_of_one_class", column=tasks.roles.group, value=group)


def changed_columns() -> str:
    """The changes to the columns of the example in use, for its address."""
    state = visitor()
    in_use = state.in_use
    if not in_use.example or state.tasks is shared_tasks(in_use.example):
        return ""
    return changes_as_text(in_use.roles, example_roles(in_use.example))


def take_from_address(named: Mapping[str, Value]) -> list[Problem]:
    """Use the data that an address names: an example with its columns, or once more the visitor's own."""
    state = visitor()
    problems = []
    if "example" in named:
        problems = _take_example(str(named["example"]), named.get("columns"))
    if "own" in named and state.in_use.example is not None and state.own is not None:
        count_again(state.own)
    return problems


def _counted(reading: Reading) -> BinaryTasks | list[Problem]:
    if reading.example and reading.roles == example_roles(reading.example):
        return shared_tasks(reading.example)
    return build_binary_tasks(reading.table, reading.roles, leave_out=reading.leave_out)


def _take_example(name: str, columns: Value | None) -> list[Problem]:
    """Use an example with the columns that an address asks for, unless it is in use already."""
    state, table = visitor(), example_table(name)
    guessed = example_roles(name)
    roles: Roles | None = guessed if columns is None else with_changes(str(columns), guessed, table)
    reading = Reading(table, roles or guessed, name)
    if (state.in_use.example, state.in_use.roles) != (name, reading.roles):
        count_again(reading)
    return [] if roles else [Problem("address_unknown", name="columns", value=str(columns))]


def _read(table: Table, *, example: str | None = None) -> None:
    state = visitor()
    state.file_problem = state.drawn_points = state.alone = None
    found = guess(table)
    reading = Reading(table, found.roles, example)
    if found.is_open:
        state.reading, state.problems, state.question = reading, [], found
    else:
        count_again(reading)


def _read_again(table: Table | Problem) -> None:
    """Take what the same file was read into, if it could be read."""
    if isinstance(table, Problem):
        visitor().file_problem = table
    else:
        _read(table)


def _with_file(table: Table, files: Sequence[tuple[str, bytes]]) -> Table:
    """The table with the bytes of its file where another row of it can be its header, unless they are many."""
    if table.file is not None or table.first_rows is None or len(files) != 1 or len(files[0][1]) > MOST_READ_AGAIN:
        return table
    name, content = files[0]
    return replace(table, file=FileOfTables(name, content, (table.name,), table.name))


def begin(parameters: Mapping[str, str]) -> bool:
    """Read the files for a visitor who is new and whose address names no example; whether that was so."""
    state, paths = visitor(), opened_paths()
    if not (state.is_new and paths) or "example" in parameters:
        return False
    files = read_local_files(paths)
    if isinstance(files, Problem):
        state.file_problem, state.brought = files, ", ".join(path.name for path in paths)
    else:
        read_files(files, opened_header())
    return True
