"""How a language writes numbers and counts things: facts of Unicode's CLDR, by way of Babel, under the folder's name.

Numbers come as Python writes them, with a point; only their signs are put in here. Whoever adds a language adds words
and none of these facts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol, get_group_symbol

POINT, COMMA, PERCENT = ".", ",", "%"  # as Python writes numbers
# Not the comma of a list, and nothing of what stands in a formula as text, which is written as it shall be.
_SIGN_IN_FORMULA = re.compile(r"\\text\{[^{}]*\}|(?<=\d)(?:\.(?=\d)|,(?=\d{3}(?!\d)))")


@dataclass(frozen=True)
class Conventions:
    """The conventions of one language for numbers.

    >>> german = conventions_of("de")
    >>> german.name, german.number("1,234.5"), german.formula(r"R = \\frac{1}{2} = 0.50")
    ('Deutsch', '1.234,5', 'R = \\\\frac{1}{2} = 0{,}50')
    """

    locale: Locale

    @cached_property
    def name(self) -> str:
        """The language in itself, for whoever cannot read the present one."""
        name = self.locale.get_display_name(self.locale) or str(self.locale)
        return name[:1].upper() + name[1:]

    @cached_property
    def signs(self) -> dict[str, str]:
        """The signs that stand in a number for Python's point, comma and percent sign."""
        percent = str(self.locale.percent_formats[None].pattern).rpartition("0")[2]
        decimal, thousands = get_decimal_symbol(self.locale), get_group_symbol(self.locale)
        return {POINT: decimal, COMMA: thousands, PERCENT: percent or PERCENT}

    @property
    def separators(self) -> str:
        """Decimal and thousands sign as Plotly takes them.

        >>> conventions_of("de").separators
        ',.'
        """
        return self.signs[POINT] + self.signs[COMMA]

    @cached_property
    def _codes(self) -> Mapping[int, str]:
        return {ord(sign): written for sign, written in self.signs.items()}

    @property
    def as_python(self) -> bool:
        """Whether numbers are written as Python writes them."""
        return all(sign == written for sign, written in self.signs.items())

    def number(self, text: str) -> str:
        """Write a number with the language's signs."""
        return text.translate(self._codes)

    def formula(self, latex: str) -> str:
        """Write every number of a formula so; in LaTeX a comma between digits would be followed by a gap.

        >>> conventions_of("de").formula(r"\\text{1.234} + 1,234")
        '\\\\text{1.234} + 1.234'
        """

        def written(found: re.Match[str]) -> str:
            return _without_gap(self.signs[found[0]]) if found[0] in self.signs else found[0]

        return _SIGN_IN_FORMULA.sub(written, latex)

    def plural(self, count: float | str) -> str:
        """The form that so many things take: "one" and "other" in English, "other" alone in Chinese.

        >>> conventions_of("en").plural(1), conventions_of("en").plural("1,000"), conventions_of("zh").plural(1)
        ('one', 'other', 'other')
        """
        number = Decimal(count.replace(COMMA, "") if isinstance(count, str) else repr(float(count)))
        whole = number == number.to_integral_value()
        return str(self.locale.plural_form(int(number) if whole else number))

    @property
    def plurals(self) -> frozenset[str]:
        """Every form that a sentence with a count can take."""
        return frozenset(self.locale.plural_form.tags) | {"other"}


def conventions_of(language: str) -> Conventions:
    """Look up a language by the name of its folder, such as "de" or "pt-br".

    Raises
    ------
    ValueError: CLDR knows no such language.

    >>> conventions_of("pt-br").signs["."]
    ','
    """
    try:
        return Conventions(Locale.parse(language, sep="-"))
    except UnknownLocaleError as unknown:
        raise ValueError(f"language must be the name of a locale of CLDR, got {language!r}") from unknown


def _without_gap(sign: str) -> str:
    return r"\," if sign.isspace() else sign if sign == POINT else f"{{{sign}}}"
