"""Columns of text that are numbers to people: trimmed, and with decimal commas or points between thousands.

1.234 is a number and a bit, unless the other numbers of the file say that it is a thousand; where nothing says so,
people are told how it was read.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from pr_curve_lab.reading.formats.table import ANY_NUMBER, NUMBER, Column
from pr_curve_lab.reading.formats.text.sheet import Sheet
from pr_curve_lab.reading.problem import Problem

DECIMAL_COMMA = r"^([+-]?\d*),(\d*(?:[eE][+-]?\d+)?)$"
THOUSANDS = r"^[+-]?[1-9]\d{0,2}(,\d{3})+$"  # 1,234 may be a thousand or one and a bit; 0,234 may not
POINTED_THOUSANDS = r"^[+-]?([1-9]\d{0,2}(\.\d{3})*|0)$"
SEVERAL_GROUPS = r"\..*\."
PERCENT, WITH_COMMA = r"\s*%$", r"^[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?$"
FIRST_CELLS = 100  # one of them has a percent sign
NEARLY_WHOLE = 1e-6  # of thousandths, which float64 does not hold exactly
LARGEST_IN_ONE_GROUP = 1_000  # 999.999 is the largest number with one point that may be thousands


@dataclass(frozen=True)
class Numerals:
    """The columns of a text, as numbers where they are numbers, and notes about signs that could mean two things."""

    columns: dict[str, Column]
    notes: list[Problem]


def numerals_of(sheet: Sheet, parsed: pa.Table) -> Numerals:
    """Trim text, and read decimal commas and points between thousands."""
    columns: dict[str, Column] = {}
    commas, percent = [], []
    for title, cells in zip(sheet.names, parsed.columns, strict=True):
        plain = without_percent(cells)
        percent += [title] if plain is not None else []
        columns[title], pointed = _tidied(cells if plain is None else plain, sheet.delimiter)
        commas += [title] if pointed else []
    notes = [Problem("decimal_comma", name=sheet.name, column=commas[0])] if commas else []
    notes += [Problem("percent_signs", name=sheet.name, column=title) for title in percent]
    if sheet.delimiter != ",":
        notes += _thousands(sheet, columns, commas=bool(commas))
    return Numerals(columns, notes)


def without_percent(column: Column) -> Column | None:
    """A column of nothing but numbers with percent signs, without these; None where it is another.

    >>> without_percent(pa.array(["66 %", "2.5%"])).to_pylist(), without_percent(pa.array(["66 %", "high"]))
    ([66.0, 2.5], None)
    """
    is_text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    if not is_text or not pc.any(pc.ends_with(column.slice(0, FIRST_CELLS), "%")).as_py():
        return None
    trimmed = pc.utf8_trim_whitespace(column)
    number = pc.replace_substring_regex(trimmed, PERCENT, "")
    is_percent = pc.and_(pc.ends_with(trimmed, "%"), pc.match_substring_regex(number, WITH_COMMA))
    if not pc.all(pc.or_(is_percent, pc.equal(trimmed, ""))).as_py():
        return None
    plain = pc.all(pc.match_substring_regex(number, NUMBER.pattern)).as_py()  # no cell is empty, none has a comma
    return number.cast(pa.float64()) if plain else number


def _tidied(column: pa.ChunkedArray, delimiter: str) -> tuple[Column, bool]:
    """A column trimmed, with decimal commas read where most cells are numbers, and whether there were any."""
    if pa.types.is_temporal(column.type):
        return column.cast(pa.string()), False
    if not pa.types.is_string(column.type):
        return column, False
    trimmed = pc.utf8_trim_whitespace(column)
    commas = trimmed.filter(pc.match_substring(trimmed, ","))
    if delimiter == "," and not len(commas):  # a comma inside quotation marks may be a decimal one
        return trimmed, False
    numeric = pc.match_substring_regex(trimmed, ANY_NUMBER)
    if pc.mean(numeric).as_py() <= 0.5:
        return trimmed, False
    if pc.all(pc.match_substring_regex(commas, THOUSANDS)).as_py():
        return trimmed, False
    pointed = pc.replace_substring_regex(trimmed, DECIMAL_COMMA, r"\1.\2")
    return (pointed.cast(pa.float64()) if pc.all(numeric).as_py() else pointed), not pointed.equals(trimmed)


def _thousands(sheet: Sheet, columns: dict[str, Column], *, commas: bool) -> list[Problem]:
    """Read points between thousands, in place, where the file says what they are; else a note."""
    wanted = [title for title, cells in columns.items() if _may_be_thousands(cells)]
    if not wanted:
        return []
    texts = {title: pc.utf8_trim_whitespace(cells) for title, cells in zip(wanted, sheet.parsed(wanted), strict=True)}
    dotted = {title: cells for title, cells in texts.items() if _has_thousands(cells)}
    sure = commas or any(_any(cells, SEVERAL_GROUPS) for cells in dotted.values())
    for title, cells in dotted.items() if sure else ():
        columns[title] = pc.replace_substring(cells, ".", "").cast(pa.float64())
    key = "thousands_read" if sure else "thousands_unsure"
    return [Problem(key, name=sheet.name, column=title) for title in list(dotted)[:1]]


def _may_be_thousands(cells: Column) -> bool:
    """Whether numbers have no more than three decimals, or texts look like thousands: worth reading as text again."""
    if pa.types.is_string(cells.type):
        return _all(cells, POINTED_THOUSANDS) and _any(cells, SEVERAL_GROUPS)
    if not pa.types.is_floating(cells.type):
        return False
    size = pc.abs(cells)
    thousandths = pc.multiply(size, 1000.0)
    near = pc.less(pc.abs(pc.subtract(thousandths, pc.round(thousandths))), NEARLY_WHOLE)
    between = pc.and_(pc.greater(size, 0.0), pc.less(size, 1.0))  # 0.5 has no thousands
    fits = pc.and_(pc.and_(near, pc.less(size, float(LARGEST_IN_ONE_GROUP))), pc.invert(between))
    return bool(pc.all(pc.fill_null(fits, False)).as_py())


def _has_thousands(cells: Column) -> bool:
    return _all(cells, POINTED_THOUSANDS) and _any(cells, r"\.")


def _all(cells: Column, pattern: str) -> bool:
    return bool(pc.all(pc.match_substring_regex(cells, pattern)).as_py())


def _any(cells: Column, pattern: str) -> bool:
    return bool(pc.any(pc.match_substring_regex(cells, pattern)).as_py())
