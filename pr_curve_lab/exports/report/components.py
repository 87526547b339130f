"""Parts of a section: paragraphs, tables, pictures, code, and numbers that carry their full precision.

One number is rounded in one way wherever it stands in a report, in a heading, a table, a picture or a sentence to cite:
ratios to `DECIMALS`, areas that would look alike to as many more as tell them apart, a class balance to as many as say
it, a difference to one more, so that it is not the difference of two rounded areas.

What is read comes with a point, and gets the signs of the language when the page is whole; the value keeps its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from pr_curve_lab.analysis.formatting import PRINTED_DECIMALS, NumberText, prevalence_text, rounded_text
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.web.payload import Bundle

WIDE_COLUMNS = 5
LONG_ROWS = 40  # a page of A4 has no room for more

Cell = str | Markup  # plain text is escaped by the template


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: Cell
    quiet: bool = False
    kind: str = field(default="text", init=False)


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
    heads: bool = False  # whether the first cell of each row is its heading
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
class Picture:
    """A drawing with its address in the page, a sentence for whoever cannot see it, and what stands under it."""

    key: str
    drawn: Bundle
    alt: str
    captions: Sequence[Cell] = ()
    narrow: Bundle | None = None  # where there is no room for the other

    @property
    def drawings(self) -> dict[str, Bundle]:
        """The drawing, or both, by its address."""
        return {self.key: self.drawn} | ({} if self.narrow is None else {f"{self.key}_narrow": self.narrow})

    @property
    def moves(self) -> bool:
        """Whether there is something in it for a hand."""
        return "points" in self.drawn


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures side by side, where there is room."""

    pictures: Sequence[Picture]
    kind: str = field(default="pictures", init=False)


@dataclass(frozen=True, slots=True)
class Code:
    """Lines to run, and the name of the package that does the work."""

    title: str
    lines: str
    kind: str = field(default="code", init=False)


Part = Text | Quote | Grid | Pictures | Code


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its parts; `key` is its address within the page."""

    key: str
    title: Cell
    parts: Sequence[Part]
    lead: Sequence[Part] = ()  # the pictures that the first page takes where they are its answer
    rest: Cell = ""  # the heading of what stays, where the first page says the other

    @property
    def whole(self) -> Section:
        """The section with its pictures, where the first page has others."""
        return Section(self.key, self.title, [*self.lead, *self.parts])

    def without_lead(self, *, title_is_said: bool) -> Section:
        """The rest of the section, where the first page has the pictures."""
        return Section(self.key, self.rest if title_is_said else self.title, self.parts)


DECIMALS = PRINTED_DECIMALS  # of a ratio
OF_DIFFERENCES = DECIMALS + 1
TYPES_OF_FRACTIONS = ("f", "e", "g", "%")  # of a format; with others a whole number has no decimals
_ELEMENT = re.compile('(<data data-of="[^"]*" value="[^"]*">)([^<]*)(?=</data>)')


class Datum(float):
    """A number of the report; in a sentence it becomes a `data` element with its value to the bit.

    >>> area = Datum("area.step", 0.7265000001)
    >>> f"{area:.3f}"
    '<data data-of="area.step" value="0.7265000001">0.727</data>'
    >>> f"{Datum('area.step', 0.72651, decimals=4):.3f}"
    '<data data-of="area.step" value="0.72651">0.7265</data>'
    >>> area.written("three quarters")
    Markup('<data data-of="area.step" value="0.7265000001">three quarters</data>')
    """

    of: str  # which number it is, for whoever checks it
    decimals: int | None  # that it has whatever a sentence asks for

    def __new__(cls, of: str, value: float, decimals: int | None = None) -> Datum:
        """Give the number its name."""
        datum = super().__new__(cls, value)
        datum.of, datum.decimals = of, decimals
        return datum

    def __format__(self, spec: str) -> str:
        """The number, formatted, in its element."""
        if self.decimals is not None and spec.endswith("f"):
            spec = f".{self.decimals}f"
        whole = self.is_integer() and not spec.endswith(TYPES_OF_FRACTIONS)
        return str(self.written(rounded_text(int(self) if whole else float(self), spec) if spec else self.exact))

    @property
    def exact(self) -> str:
        """The number so that it can be read back to the bit."""
        return f"{int(self)}" if self.is_integer() and abs(self) < 2**53 else repr(float(self))

    def __html__(self) -> str:
        """Itself, with its full precision: whoever sees it knows that it brings an element."""
        return str(self.written(self.exact))

    def written(self, text: str) -> Markup:
        """The number in its element, as somebody else has written it, with a point."""
        return Markup('<data data-of="{}" value="{}">{}</data>').format(self.of, self.exact, text)


def ratio(of: str, value: float) -> Markup:
    """A ratio as it stands in tables and captions.

    >>> ratio("recall", 0.66666)
    Markup('<data data-of="recall" value="0.66666">0.667</data>')
    """
    return Markup(f"{Datum(of, value, DECIMALS):.3f}")


def balance(of: str, prevalence: float) -> Markup:
    """A class balance, in a sentence or a table as in a picture.

    >>> balance("prevalence", 0.0014)
    Markup('<data data-of="prevalence" value="0.0014">0.0014</data>')
    """
    return Datum(of, prevalence).written(prevalence_text(prevalence))


def say(words: Words, key: str, **facts: object) -> Markup:
    """Fill in a sentence of the catalogue: numbers bring their elements, every other text is escaped.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> say(words_in("en"), "data.weighted", column="<b>")
    Markup('weighted by &lt;b&gt;, not as counts of rows')
    """
    as_it_is = {name: fact for name, fact in facts.items() if not isinstance(fact, str) or isinstance(fact, NumberText)}
    escaped = {name: escape(fact) for name, fact in facts.items() if name not in as_it_is}
    return Markup(words.say(key, **as_it_is, **escaped))


def titled(name: str, number: object, words: Words) -> Markup:
    """A name in bold with its number.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> titled("A & B", Datum("area", 0.5), words_in("en"))
    Markup('<strong>A &amp; B: <data data-of="area" value="0.5">0.5</data></strong>')
    """
    return Markup("<strong>{}</strong>").format(say(words, "report.titled", name=name, number=number))


def in_language(page: str, words: Words) -> str:
    """A page whose numbers are read with the signs of its language.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> page = f"<p>{Datum('area', 0.5):.3f}</p>"
    >>> in_language(page, words_in("en")) == page
    True
    """
    if words.conventions.as_python:
        return page
    return _ELEMENT.sub(lambda element: element[1] + words.number(element[2]), page)


def quoted(text: str) -> Markup:
    """Text of the visitor's own, escaped and in the type of code.

    >>> quoted("<script>")
    Markup('<code>&lt;script&gt;</code>')
    """
    return Markup("<code>{}</code>").format(" ".join(text.split()))


def area_datum(scheme: str, analysis: Analysis, area: float | None = None, *, of: str = "") -> Datum:
    """The area of one scheme, for a sentence.

    area: the one that is drawn, where it is. of: another name than the scheme's.
    """
    value = analysis.areas[scheme] if area is None else area
    return Datum(of or f"area.{scheme}", value, analysis.decimals_of_areas)


def area_of(scheme: str, analysis: Analysis, area: float | None = None) -> Markup:
    """The area of one scheme, written."""
    value = analysis.areas[scheme] if area is None else area
    return Markup(f"{Datum(f'area.{scheme}', value, analysis.decimals_of_areas):.3f}")
