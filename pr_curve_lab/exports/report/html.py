"""Parts of a section: paragraphs, tables, pictures, code, and numbers that carry their full precision.

One number is rounded in one way wherever it stands in a report, in a heading, a table, a picture or a sentence to cite:
ratios to `DECIMALS`, areas that would look alike to as many more as tell them apart, a class balance to as many as say
it, a difference to one more, so that it is not the difference of two rounded areas.

What is read comes with a point, and gets the signs of the language when the page is whole; the value keeps its own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from pr_curve_lab.analysis.formatting import DISPLAY_DECIMALS, NumberText, format_area, format_number, format_threshold
from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.i18n.messages import MAX_LENGTH, Messages, SentenceFormat, single_line, truncate_middle
from pr_curve_lab.web.modules import Json
from pr_metrics import Interval, OperatingPoints

WIDE_COLUMNS = 5
LONG_ROWS = 40  # a page of A4 has no room for more

Cell = str | Markup  # plain text is escaped by the template


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: Cell
    quiet: bool = False
    kind: str = field(default="text", init=False)


def note(text: Cell) -> Text:
    """A paragraph in small gray type."""
    return Text(text, quiet=True)


@dataclass(frozen=True, slots=True)
class Quote:
    """Sentences to copy, one a line."""

    lines: Sequence[Cell]
    kind: str = field(default="quote", init=False)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; from the column `numbers_from` on, cells are numbers and stand to the right."""

    header: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]
    numbers_from: int = 1
    numbers_to: int | None = None  # the column before which they end
    row_headers: bool = False  # whether the first cell of each row is its heading
    kind: str = field(default="grid", init=False)

    @property
    def wide(self) -> bool:
        """Whether there is so much text that a phone scrolls the table sideways."""
        return len(self.header) >= WIDE_COLUMNS and not self.is_number(len(self.header) - 1)

    @property
    def long(self) -> bool:
        """Whether it must be broken across pages."""
        return len(self.rows) > LONG_ROWS

    def is_number(self, column: int) -> bool:
        """Whether the cells of a column are numbers."""
        return self.numbers_from <= column < (len(self.header) if self.numbers_to is None else self.numbers_to)


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with its address in the page, a sentence for whoever cannot see it, and what stands under it."""

    key: str
    content: Markup | Json  # as it is, or for the browser to draw and move
    alt: str
    captions: Sequence[Cell] = ()
    narrow: Markup | None = None  # where there is no room for the other

    @property
    def contents(self) -> dict[str, Markup | Json]:
        """The drawing, or both, by its address."""
        return {self.key: self.content} | ({} if self.narrow is None else {f"{self.key}_narrow": self.narrow})

    @property
    def is_interactive(self) -> bool:
        """Whether something in it can be dragged."""
        return not isinstance(self.content, Markup)


@dataclass(frozen=True, slots=True)
class FigureRow:
    """Pictures side by side, where there is room."""

    figures: Sequence[Figure]
    kind: str = field(default="figures", init=False)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Lines to run, and the name of the package that does the work."""

    title: str
    lines: str
    kind: str = field(default="code", init=False)


Component = Text | Quote | Grid | FigureRow | CodeBlock


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its parts; `key` is its address within the page."""

    key: str
    title: Cell
    parts: Sequence[Component]
    figures: Sequence[Component] = ()  # the pictures that the first page takes where they are its answer
    rest_title: Cell = ""  # the heading of what stays, where the first page says the other

    @property
    def with_figures(self) -> Section:
        """The section with its pictures, where the first page has others."""
        return Section(self.key, self.title, [*self.figures, *self.parts])

    def without_figures(self, *, use_rest_title: bool) -> Section:
        """The rest of the section, where the first page has the pictures."""
        return Section(self.key, self.rest_title if use_rest_title else self.title, self.parts)


DECIMALS = DISPLAY_DECIMALS  # of a ratio
DIFFERENCE_DECIMALS = DECIMALS + 1
FLOAT_FORMAT_TYPES = ("f", "e", "g", "%")  # of a format; with others a whole number has no decimals
_ELEMENT = re.compile('(<data data-of="[^"]*" value="[^"]*">)([^<]*)(?=</data>)')


class DataNumber(float):
    """A number of the report; in a sentence it becomes a `data` element with its value to the bit.

    >>> area = DataNumber("area.step", 0.7265000001)
    >>> f"{area:.3f}"
    '<data data-of="area.step" value="0.7265000001">0.727</data>'
    >>> f"{DataNumber('area.step', 0.72651, decimals=4):.3f}"
    '<data data-of="area.step" value="0.72651">0.7265</data>'
    >>> area.with_text("three quarters")
    Markup('<data data-of="area.step" value="0.7265000001">three quarters</data>')
    """

    name: str  # which number it is, for whoever checks it
    decimals: int | None  # that it has whatever a sentence asks for

    def __new__(cls, name: str, value: float, decimals: int | None = None) -> DataNumber:
        """Give the number its name."""
        datum = super().__new__(cls, value)
        datum.name, datum.decimals = name, decimals
        return datum

    def __format__(self, spec: str) -> str:
        """The number, formatted, in its element."""
        if self.decimals is not None and spec.endswith("f"):
            spec = f".{self.decimals}f"
        whole = self.is_integer() and not spec.endswith(FLOAT_FORMAT_TYPES)
        return str(self.with_text(format_number(int(self) if whole else float(self), spec) if spec else self.exact))

    @property
    def exact(self) -> str:
        """The number so that it can be read back to the bit."""
        return f"{int(self)}" if self.is_integer() and abs(self) < 2**53 else repr(float(self))

    def __html__(self) -> str:
        """Itself, with its full precision: whoever sees it knows that it brings an element."""
        return str(self.with_text(self.exact))

    def with_text(self, text: str) -> Markup:
        """The number in its element, as somebody else has written it, with a point."""
        return Markup('<data data-of="{}" value="{}">{}</data>').format(self.name, self.exact, text)


def number(name: str, value: float, write: Callable[[float], str] = format_area) -> Markup:
    """A number as it stands in tables and captions, to three decimals or as it is written; nan is an empty cell.

    >>> number("recall", 0.66666)
    Markup('<data data-of="recall" value="0.66666">0.667</data>')
    """
    return Markup() if math.isnan(value) else DataNumber(name, value).with_text(write(value))


def interval(low: str, high: str, interval: Interval, messages: Messages) -> Markup:
    """An interval; low, high: the names of its ends."""
    ends = {"low": DataNumber(low, interval.lower), "high": DataNumber(high, interval.upper)}
    return sentence(messages, "models.interval", **ends)


def column_titles(prefix: str, columns: Iterable[str], messages: Messages) -> list[str]:
    """The titles of the columns of a table, whose keys in the catalog begin alike."""
    return [messages.format(f"{prefix}{column}") for column in columns]


def sentence(messages: Messages, key: str, **values: object) -> Markup:
    """Fill in a sentence of the catalog: numbers bring their elements, every other text is escaped.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> sentence(messages_in("en"), "data.weighted", column="<b>")
    Markup('weighted by &lt;b&gt;, not as counts of rows')
    """
    as_it_is = {
        name: fact for name, fact in values.items() if not isinstance(fact, str) or isinstance(fact, NumberText)
    }
    escaped = {name: escape(fact) for name, fact in values.items() if name not in as_it_is}
    return Markup(messages.format(key, **as_it_is, **escaped))


def title(name: str, number: object, messages: Messages) -> Markup:
    """A name in bold with its number.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> title("A & B", DataNumber("area", 0.5), messages_in("en"))
    Markup('<strong>A &amp; B: <data data-of="area" value="0.5">0.5</data></strong>')
    """
    return Markup("<strong>{}</strong>").format(sentence(messages, "report.titled", name=name, number=number))


def localize_numbers(page: str, messages: Messages) -> str:
    """A page whose numbers are read with the signs of its language.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> page = f"<p>{DataNumber('area', 0.5):.3f}</p>"
    >>> localize_numbers(page, messages_in("en")) == page
    True
    """
    if messages.number_format.is_python_format:
        return page
    return _ELEMENT.sub(lambda element: element[1] + messages.number(element[2]), page)


def code(text: str) -> Markup:
    """Text of the visitor's own, escaped and in the type of code.

    >>> code("<script>")
    Markup('<code>&lt;script&gt;</code>')
    """
    return Markup("<code>{}</code>").format(single_line(text))


def short_name(text: str) -> Markup:
    """A name in a sentence; a number that is quoted as one keeps its element."""
    return (
        Markup("<code>{}</code>").format(text) if isinstance(text, Markup) else code(truncate_middle(text, MAX_LENGTH))
    )


FORMAT = SentenceFormat(
    name=short_name, number=DataNumber, formatted=lambda of, value, text: DataNumber(of, value).with_text(text)
)


def threshold(name: str, points: OperatingPoints, index: int) -> Markup:
    """The threshold of a point, written so that it calls the same rows."""
    return DataNumber(name, float(points.threshold[index])).with_text(format_threshold(points.threshold, index))


def area_number(scheme: str, results: CurveResults, area: float | None = None, *, name: str = "") -> DataNumber:
    """The area of one scheme, for a sentence.

    area: the one that is drawn, where it is. name: another name than the scheme's.
    """
    value = results.areas[scheme] if area is None else area
    return DataNumber(name or f"area.{scheme}", value, results.area_decimals)


def area(scheme: str, results: CurveResults, area: float | None = None) -> Markup:
    """The area of one scheme, written."""
    number = area_number(scheme, results, area)
    return number.with_text(format_area(number.real, results.area_decimals))
