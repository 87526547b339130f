"""A number that carries its own full precision into the page: what is read is short, what is meant stands beside it."""

from __future__ import annotations

from markupsafe import Markup, escape

from pr_app.wording.catalogue import Words

TYPES_OF_FRACTIONS = ("f", "e", "g", "%")  # of a format; with others a whole number has no decimals


class Datum(float):
    """A number of the report; in a sentence it becomes a `data` element with its value to the bit.

    >>> area = Datum("area.step", 0.7265000001)
    >>> f"{area:.3f}"
    '<data data-of="area.step" value="0.7265000001">0.727</data>'
    >>> area.written("three quarters")
    Markup('<data data-of="area.step" value="0.7265000001">three quarters</data>')
    """

    of: str  # which number it is, for whoever checks it

    def __new__(cls, of: str, value: float) -> Datum:
        """Give the number its name."""
        datum = super().__new__(cls, value)
        datum.of = of
        return datum

    def __format__(self, spec: str) -> str:
        """As a number is formatted, in its element."""
        whole = self.is_integer() and not spec.endswith(TYPES_OF_FRACTIONS)
        return str(self.written(format(int(self) if whole else float(self), spec) if spec else self.exact))

    @property
    def exact(self) -> str:
        """The number so that it can be read back to the bit."""
        return f"{int(self)}" if self.is_integer() and abs(self) < 2**53 else repr(float(self))

    def written(self, text: str) -> Markup:
        """The number in its element, as somebody else has written it."""
        return Markup('<data data-of="{}" value="{}">{}</data>').format(self.of, self.exact, text)


def say(words: Words, key: str, **facts: object) -> Markup:
    """Fill in a sentence of the catalogue: numbers bring their elements, every other text is escaped.

    >>> from pr_app.wording.catalogue import words_in
    >>> say(words_in("en"), "data.weighted", column="<b>")
    Markup('weighted by &lt;b&gt;')
    """
    return Markup(
        words.say(key, **{name: escape(fact) if isinstance(fact, str) else fact for name, fact in facts.items()})
    )


def quoted(text: str) -> Markup:
    """Text of the visitor's own, escaped and in the type of code.

    >>> quoted("<script>")
    Markup('<code>&lt;script&gt;</code>')
    """
    return Markup("<code>{}</code>").format(" ".join(text.split()))
