"""What a section is made of: paragraphs, tables, pictures, code. How each looks stands in the template alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from pr_curve_lab.web.bundle import Bundle

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
