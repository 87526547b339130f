"""What runs in a process of its own to read a spreadsheet: bytes come in, sheets go out as JSON, a line each.

Its parser makes room for every cell between the first and the last, and a file of a kilobyte can claim that they are
17 thousand million cells apart; what ends is then this process and not the server. It imports nothing of ours.
"""

from __future__ import annotations

import datetime
import io
import os
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import orjson
import python_calamine

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

NICENESS = 10  # of 19: pages of other visitors come first
ROWS_PER_LINE = 1024  # on one line of the answer
AS_JSON = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_APPEND_NEWLINE


def main() -> None:
    """Read the spreadsheet that comes in; arguments: most bytes of memory, seconds, sheets, cells."""
    memory, seconds, most_sheets, most_cells = map(int, sys.argv[1:])
    content = sys.stdin.buffer.read()
    if resource is not None:
        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        workbook = python_calamine.load_workbook(io.BytesIO(content))
        for answer in _iter_lines(workbook, most_sheets, most_cells):
            _write_line(answer)
    except python_calamine.PasswordError:
        _write_line({"problem": "encrypted"})
    except MemoryError:
        _write_line({"problem": "cost"})
    except Exception:  # whatever is wrong with a file, the answer is one
        _write_line({"problem": "broken"})


def _iter_lines(workbook: python_calamine.CalamineWorkbook, max_sheets: int, max_cells: int) -> Iterator[Any]:
    kinds = {sheet.name: sheet.typ for sheet in workbook.sheets_metadata}
    titles = [title for title in workbook.sheet_names if kinds[title] == python_calamine.SheetTypeEnum.WorkSheet]
    if len(titles) > max_sheets:
        yield {"problem": "sheets"}
        return
    cells = 0
    for title in titles:
        sheet = workbook.get_sheet_by_name(title)
        cells += sheet.height * sheet.width
        if cells > max_cells:
            yield {"problem": "cost"}
            return
        yield {"sheet": title}
        rows = sheet.iter_rows()
        while part := list(islice(rows, ROWS_PER_LINE)):
            yield part


def _write_line(line: Any) -> None:
    sys.stdout.buffer.write(orjson.dumps(line, default=_json_default, option=AS_JSON))


def _json_default(value: Any) -> float | str:
    """Times as ISO text; a duration as the seconds that it has."""
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ") if value.time() != datetime.time() else value.date().isoformat()
    return str(value.isoformat())


if __name__ == "__main__":
    main()
