"""Which row of a file is the header: below a title, what describes the table, and blank rows, or none at all.

Text and spreadsheets are looked at in the same way, as rows of cells that are text. Whoever knows better names the row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from pr_curve_lab.reading.formats.extra_rows import UNIT
from pr_curve_lab.reading.formats.refusal import RefusedError
from pr_curve_lab.reading.formats.table import NUMBER, FirstRows
from pr_curve_lab.reading.problem import Problem

LOOKED_AT = 60  # rows
SHOWN = 8  # rows, to choose the header among them
SHOWN_CELLS = 50  # of each
SHOWN_BELOW = 2  # the header, where it stands further down
MOST_DESCRIBED = 8  # rows of a description above a blank one
NO_HEADER = 0

Row = Sequence[str]


def first_rows(rows: Sequence[Row], header: int) -> FirstRows:
    """The rows among which a header is chosen, all of one width.

    >>> first_rows([["Results"], [], ["label", "score"], ["1", "0.5"]], 3).header
    3
    """
    most = max(SHOWN, header + SHOWN_BELOW if header <= LOOKED_AT else 0)
    seen = [[cell.strip() for cell in row[:SHOWN_CELLS]] for row in islice(rows, most)]
    width = max(map(len, seen), default=0)
    return FirstRows(tuple((*row, *[""] * (width - len(row))) for row in seen), header)


def find_header(rows: Sequence[Row]) -> int:
    """The place of the header among the first rows, 0 where it is the first that is not blank.

    Above it may stand titles, which fill at most half of the columns, or a description that ends with a blank row.

    >>> find_header([["Results"], [], ["label", "score"], ["1", "0.9"], ["0", "0.2"]])
    2
    >>> find_header([["label", "score"], ["1", "0.9"]])
    0
    >>> find_header([["Model", "Forest"], [], ["y", "p"], ["1", ".5"], ["0", ".2"]])
    2
    """
    rows = [[cell.strip() for cell in row] for row in rows[:LOOKED_AT]]
    filled = [at for at, row in enumerate(rows) if any(row)]
    width = _width(rows)
    if not filled or width < 2 or (_count(rows[filled[0]]) >= width and not _is_described(rows, filled, width)):
        return 0
    for number, at in enumerate(filled[1:], start=1):
        above, below = filled[:number], [rows[one] for one in filled[number + 1 : number + 3]]
        if below and not _are_units(below[0]):
            del below[1:]
        is_title = all(_is_title(rows[one], width) for one in above)
        if not is_title and (at - 1 in filled or len(above) > MOST_DESCRIBED):
            continue
        if _is_header(rows[at], below, width) and rows[at] != rows[filled[0]]:
            return at
    return 0


def check_row(name: str, header: int, rows: int) -> None:
    """Refuse a header that is not there.

    Raises
    ------
    RefusedError: the file has no such row.
    """
    if header > rows:
        raise RefusedError(Problem("header_beyond", name=name, header=header, count=rows))


def title_note(name: str, rows: Sequence[Row], header: int) -> Problem:
    """The note on a header that was found below a title. header: its row, the first being 1."""
    title = next(" ".join(filter(None, (cell.strip() for cell in row))) for row in rows if any(map(str.strip, row)))
    return Problem("title_above", name=name, value=title, header=header)


def _width(rows: Sequence[Row]) -> int:
    """How many cells most rows fill; of equally many the more."""
    counts = Counter(_count(row) for row in rows if _count(row) > 1)
    return max(counts, key=lambda count: (counts[count], count), default=0)


def _count(row: Row) -> int:
    return sum(map(bool, row))


def _is_title(row: Row, width: int) -> bool:
    return _count(row) <= max(1, width // 2)


def _is_header(row: Row, below: Sequence[Row], width: int) -> bool:
    """Whether a row names all columns, and one of those below has a number: it may be the second, below units."""
    named = [cell for cell in row if cell]
    return (
        len(named) >= width
        and not any(NUMBER.match(cell) for cell in named)
        and len(set(named)) == len(named)
        and any(_is_number(cell) for one in below for cell in one)
    )


def _is_described(rows: Sequence[Row], filled: Sequence[int], width: int) -> bool:
    """Whether the first rows, though as wide as the others, are a description: a header follows after a blank row."""
    for number, at in enumerate(filled[1:-1], start=1):
        if at - 1 not in filled:  # the rows above are fewer than those below
            is_new = rows[at] != rows[filled[0]] and number < len(filled) - number - 1
            return is_new and _is_header(rows[at], [rows[filled[number + 1]]], width)
    return False


def _are_units(row: Row) -> bool:
    """Whether most cells of a row look like units, as they stand between a header and its numbers."""
    return 2 * sum(UNIT.fullmatch(cell) is not None for cell in row if cell) > _count(row)


def _is_number(cell: str) -> bool:
    return bool(NUMBER.match(cell.rstrip(" %").replace(",", ".")))
