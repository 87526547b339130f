"""Read a spreadsheet in a separate process, and write its sheets as lines of JSON.

The parser allocates memory for every cell between the first and the last one, and a file of a kilobyte can claim that
they are 17 billion cells apart. If memory runs out, this process ends and not the server.
"""

from __future__ import annotations

import datetime
import io
from itertools import islice
from typing import IO, Any

import orjson
import python_calamine

from pr_curve_lab.io.limits import LIMITS
from pr_curve_lab.io.notices import InvalidFileError, Notice

CELLS_ALWAYS_ALLOWED = 1_000_000  # allowed for every file, however small
ROWS_PER_LINE = 1024  # on one line of the output
AS_JSON = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_APPEND_NEWLINE


def read(name: str, content: bytes, output: IO[bytes]) -> None:
    """Write each sheet as a line with its title, followed by lines of rows.

    Raises
    ------
    InvalidFileError: The file is encrypted, or holds more than `LIMITS` allows.
    """
    try:
        workbook = python_calamine.load_workbook(io.BytesIO(content))
    except python_calamine.PasswordError:
        raise InvalidFileError(Notice("encrypted", name=name)) from None
    kinds = {sheet.name: sheet.typ for sheet in workbook.sheets_metadata}
    titles = [title for title in workbook.sheet_names if kinds[title] == python_calamine.SheetTypeEnum.WorkSheet]
    if len(titles) > LIMITS.sheets:
        raise InvalidFileError(Notice("too_many_sheets", name=name, most=LIMITS.sheets))
    # A file can repeat a cell without storing it again.
    max_cells = max(CELLS_ALWAYS_ALLOWED, LIMITS.compression_ratio * len(content))
    cells = 0
    for title in titles:
        sheet = workbook.get_sheet_by_name(title)
        cells += sheet.height * sheet.width
        if cells > min(LIMITS.cells, max_cells):
            raise MemoryError
        output.write(orjson.dumps({"sheet": title}, option=AS_JSON))
        rows = sheet.iter_rows()
        while part := list(islice(rows, ROWS_PER_LINE)):
            output.write(orjson.dumps(part, default=_json_default, option=AS_JSON))


def _json_default(value: Any) -> float | str:
    """Return a date or time as ISO text, and a duration in seconds."""
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ") if value.time() != datetime.time() else value.date().isoformat()
    return str(value.isoformat())
