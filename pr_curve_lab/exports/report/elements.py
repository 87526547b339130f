"""Parts of a section: paragraphs, tables, figures, code, and numbers that carry their full precision.

A number is rounded in the same way everywhere in a report: ratios to `DECIMALS`, areas that would look alike to as many
more as tell them apart, a prevalence to as many as it needs, a difference to one more, so that it does not look like
the difference of two rounded areas.

Numbers in `<data>` elements are formatted with a decimal point, and get the format of the language when the page is
complete; their attribute `value` stays unchanged.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup, escape

from pr_curve_lab.analysis.formatting import DISPLAY_DECIMALS, NumberText, format_area, format_number, format_threshold
from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.i18n.messages import MAX_LENGTH, Messages, SentenceFormat, single_line, truncate_middle
from pr_curve_lab.web.modules import Json
from pr_metrics import Interval, OperatingPoints

WIDE_COLUMNS = 5
LONG_ROWS = 40  # longer tables do not fit on a page of A4

Cell = str | Markup  # plain text is escaped by the template


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: Cell
    quiet: bool = False
    kind: ClassVar = "text"


def note(text: Cell) -> Text:
    """Return a paragraph in small gray type."""
    return Text(text, quiet=True)


@dataclass(frozen=True, slots=True)
class Quote:
    """Sentences to copy, one per line."""

    lines: Sequence[Cell]
    kind: ClassVar = "quote"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; from the column `numbers_from` on, cells are numbers and right-aligned."""

    header: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]
    numbers_from: int = 1
    numbers_to: int | None = None  # the column after the last with numbers; None: all further ones have numbers
    row_headers: bool = False  # whether the first cell of each row is a header
    kind: ClassVar = "grid"

    @property
    def wide(self) -> bool:
        """Whether it has so much text that it scrolls sideways on a phone."""
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
    """A chart with its id in the page, an alternative text, and captions."""

    key: str
    content: Markup | Json  # SVG, or data that the browser draws and makes interactive
    alt: str
    captions: Sequence[Cell] = ()
    narrow: Markup | None = None  # a version for narrow windows

    @property
    def contents(self) -> dict[str, Markup | Json]:
        """The chart and its narrow version, if any, by id."""
        return {self.key: self.content} | ({} if self.narrow is None else {f"{self.key}_narrow": self.narrow})

    @property
    def is_interactive(self) -> bool:
        """Whether something in it can be dragged."""
        return not isinstance(self.content, Markup)


@dataclass(frozen=True, slots=True)
class FigureRow:
    """Figures side by side, if there is room."""

    figures: Sequence[Figure]
    kind: ClassVar = "figures"


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Code to run, and the name of its package."""

    title: str
    lines: str
    kind: ClassVar = "code"


Component = Text | Quote | Grid | FigureRow | CodeBlock


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its parts; `key` is its id in the page."""

    key: str
    title: Cell
    parts: Sequence[Component]
    figures: Sequence[Component] = ()  # figures, which the first page shows if they belong to its answer
    rest_title: Cell = ""  # the heading of the rest, if the first page has `title`

    @property
    def with_figures(self) -> Section:
        """The section with its figures, if they are not on the first page."""
        return Section(self.key, self.title, [*self.figures, *self.parts])

    def without_figures(self, *, use_rest_title: bool) -> Section:
        """Return the section without its figures, as they are on the first page."""
        return Section(self.key, self.rest_title if use_rest_title else self.title, self.parts)


DECIMALS = DISPLAY_DECIMALS  # decimals of a ratio
DIFFERENCE_DECIMALS = DECIMALS + 1
FLOAT_FORMAT_TYPES = ("f", "e", "g", "%")  # format types that keep decimals of whole numbers
_ELEMENT = re.compile('(<data data-of="[^"]*" value="[^"]*">)([^<]*)(?=</data>)')


class DataNumber(float):
    """A number in the report; in a sentence it becomes a `data` element with its value in full precision.

    >>> area = DataNumber("area.step", 0.7265000001)
    >>> f"{area:.3f}"
    '<data data-of="area.step" value="0.7265000001">0.727</data>'
    >>> f"{DataNumber('area.step', 0.72651, decimals=4):.3f}"
    '<data data-of="area.step" value="0.72651">0.7265</data>'
    >>> area.with_text("three quarters")
    Markup('<data data-of="area.step" value="0.7265000001">three quarters</data>')
    """

    name: str  # identifies the number, for tests and for readers of the HTML
    decimals: int | None  # overrides the decimals in a message

    def __new__(cls, name: str, value: float, decimals: int | None = None) -> DataNumber:
        """Create a number with a name."""
        datum = super().__new__(cls, value)
        datum.name, datum.decimals = name, decimals
        return datum

    def __format__(self, spec: str) -> str:
        """Return the formatted number in its element."""
        if self.decimals is not None and spec.endswith("f"):
            spec = f".{self.decimals}f"
        whole = self.is_integer() and not spec.endswith(FLOAT_FORMAT_TYPES)
        return str(self.with_text(format_number(int(self) if whole else float(self), spec) if spec else self.exact))

    @property
    def exact(self) -> str:
        """The number in full precision."""
        return f"{int(self)}" if self.is_integer() and abs(self) < 2**53 else repr(float(self))

    def __html__(self) -> str:
        """Return the element with full precision; Markup does not escape it."""
        return str(self.with_text(self.exact))

    @property
    def element(self) -> Markup:
        """The element with the number rounded to its decimals."""
        return self.with_text(format_area(self.real, DECIMALS if self.decimals is None else self.decimals))

    def with_text(self, text: str) -> Markup:
        """Return the element with a text that was formatted elsewhere, with a decimal point."""
        return Markup('<data data-of="{}" value="{}">{}</data>').format(self.name, self.exact, text)


def number(name: str, value: float, write: Callable[[float], str] = format_area) -> Markup:
    """Return a number for tables and captions, formatted by `write`; nan is an empty cell.

    >>> number("recall", 0.66666)
    Markup('<data data-of="recall" value="0.66666">0.667</data>')
    """
    return Markup() if math.isnan(value) else DataNumber(name, value).with_text(write(value))


def interval(low: str, high: str, bounds: Interval, messages: Messages) -> Markup:
    """Return an interval; low, high: the names of its bounds."""
    ends = {"low": DataNumber(low, bounds.lower), "high": DataNumber(high, bounds.upper)}
    return sentence("models.interval", messages, **ends)


def column_titles(prefix: str, columns: Iterable[str], messages: Messages) -> list[str]:
    """Return the titles of columns, whose message keys have a common prefix."""
    return [messages.format(f"{prefix}{column}") for column in columns]


def sentence(key: str, messages: Messages, **values: object) -> Markup:
    """Format a message: numbers become elements, and all other text is escaped.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> sentence("data.weighted", messages_in("en"), column="<b>")
    Markup('weighted by &lt;b&gt; (weights, not numbers of rows)')
    """
    as_it_is = {
        name: fact for name, fact in values.items() if not isinstance(fact, str) or isinstance(fact, NumberText)
    }
    escaped = {name: escape(fact) for name, fact in values.items() if name not in as_it_is}
    return Markup(messages.format(key, **as_it_is, **escaped))


def named_number(name: str, value: object, messages: Messages) -> Markup:
    """Return a name and a number in bold.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> named_number("A & B", DataNumber("area", 0.5), messages_in("en"))
    Markup('<strong>A &amp; B: <data data-of="area" value="0.5">0.5</data></strong>')
    """
    return Markup("<strong>{}</strong>").format(sentence("report.titled", messages, name=name, number=value))


def localize_numbers(page: str, messages: Messages) -> str:
    """Return the page with its numbers in the format of its language.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> page = f"<p>{DataNumber('area', 0.5):.3f}</p>"
    >>> localize_numbers(page, messages_in("en")) == page
    True
    """
    if messages.number_format.is_python_format:
        return page
    return _ELEMENT.sub(lambda element: element[1] + messages.format_number(element[2]), page)


def code(text: str) -> Markup:
    """Return text of the visitor in a code element, escaped.

    >>> code("<script>")
    Markup('<code>&lt;script&gt;</code>')
    """
    return Markup("<code>{}</code>").format(single_line(text))


def short_name(text: str) -> Markup:
    """Return a name for a sentence, shortened; a quoted number keeps its element."""
    return (
        Markup("<code>{}</code>").format(text) if isinstance(text, Markup) else code(truncate_middle(text, MAX_LENGTH))
    )


FORMAT = SentenceFormat(
    name=short_name, tag_number=DataNumber, tag_text=lambda of, value, text: DataNumber(of, value).with_text(text)
)


def threshold(name: str, points: OperatingPoints, index: int) -> Markup:
    """Return the threshold of a point, rounded so that it still calls the same rows positive."""
    return DataNumber(name, float(points.threshold[index])).with_text(format_threshold(points.threshold, index))


def area(scheme: str, results: CurveResults, value: float | None = None, *, name: str = "") -> DataNumber:
    """Return the area of a scheme for a sentence; its `element` is for tables and captions.

    value: the area that is drawn, if known. name: a name other than that of the scheme.
    """
    known = results.areas[scheme] if value is None else value
    return DataNumber(name or f"area.{scheme}", known, results.area_decimals)
