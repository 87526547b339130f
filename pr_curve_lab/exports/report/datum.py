"""A number that carries its own full precision into the page: what is read is short, what is meant stands beside it.

One number is rounded in one way wherever it stands in a report, in a heading, a table, a picture or a sentence to cite:
ratios to `DECIMALS`, areas that would look alike to as many more as tell them apart, a class balance to as many as say
it, a difference to one more, so that it is not the difference of two rounded areas.

What is read comes with a point, and gets the signs of the language when the page is whole; the value keeps its own.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from pr_curve_lab.analysis.number_texts import NumberText, prevalence_text
from pr_curve_lab.analysis.printed_areas import PRINTED_DECIMALS
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.i18n.catalogue import Words

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

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> say(words_in("en"), "data.weighted", column="<b>")
    Markup('weighted by &lt;b&gt;, not as counts of rows')
    """
    as_it_is = {name: fact for name, fact in facts.items() if not isinstance(fact, str) or isinstance(fact, NumberText)}
    escaped = {name: escape(fact) for name, fact in facts.items() if name not in as_it_is}
    return Markup(words.say(key, **as_it_is, **escaped))


def titled(name: str, number: object, words: Words) -> Markup:
    """A name in bold with its number.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> titled("A & B", Datum("area", 0.5), words_in("en"))
    Markup('<strong>A &amp; B: <data data-of="area" value="0.5">0.5</data></strong>')
    """
    return Markup("<strong>{}</strong>").format(say(words, "report.titled", name=name, number=number))


def in_language(page: str, words: Words) -> str:
    """A page whose numbers are read with the signs of its language.

    >>> from pr_curve_lab.i18n.catalogue import words_in
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
