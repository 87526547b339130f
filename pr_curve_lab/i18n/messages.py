"""Every sentence in every language, the conventions of a language, and problems as plain sentences.

Numbers enter a sentence through its placeholders, so a sentence can never claim what was not computed.

Numbers come as Python writes them, with a point, and get the signs of the language here. These conventions come from
Unicode's tables: whoever adds a language adds sentences only.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol, get_group_symbol

from pr_curve_lab.analysis.formatting import NumberText, rounded_text
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.io.limits import Problem

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


FOLDER = Path(__file__).parent / "words"  # in it a folder for each language, by its code
DEFAULT = "default"  # stands in a key for whatever has no words of its own
_FORMULAS = re.compile(r"(\$\$.*?\$\$|\$.*?\$)", re.DOTALL)  # of a sentence in Markdown
_BARE_NUMBER = re.compile(r"%\{(customdata\[\d+\])\}")
_ALL_THAT_FLOAT64_SHOWS = ":.15~g"  # Plotly puts a language's signs into numbers that have a format, and no others


def languages_in(folder: Path) -> dict[str, str]:
    """The languages that have a folder of words, each named in itself."""
    codes = sorted({file.parent.name for file in folder.glob("*/*.toml")})
    return {code: conventions_of(code).name for code in codes}


LANGUAGES = languages_in(FOLDER)


@dataclass(frozen=True)
class Words:
    """The catalogue of one language: `say` fills in a sentence, `say_problem` words a problem."""

    language: str
    catalogue: dict[str, str]
    conventions: Conventions

    def say(self, key: str, **facts: Any) -> str:
        """Fill in the sentence `key`; where it comes in several plurals, the fact `count` decides.

        What has no words of its own is worded by the sentence of its kind, as in schemes.default.name.

        >>> words_in("en").say("data.rows", count=1), words_in("en").say("data.rows", count=2)
        ('1 row', '2 rows')
        """
        sentence, facts = self._found(key, facts)
        written = {name: _rounded(fact, self.conventions.number) for name, fact in facts.items()}
        in_formulas = {name: _rounded(fact) for name, fact in facts.items()}
        parts = _FORMULAS.split(sentence)  # every second one is a formula
        return "".join(
            self.formula(part.format(**in_formulas)) if at % 2 else part.format(**written)
            for at, part in enumerate(parts)
        )

    def say_formula(self, key: str, **facts: Any) -> str:
        """Fill in a sentence that is a formula, in LaTeX with points; `formula` puts in the signs of the language."""
        sentence, facts = self._found(key, facts)
        return sentence.format(**{name: _rounded(fact) for name, fact in facts.items()})

    def number(self, number: float | str, spec: str = "") -> str:
        """Write a number that stands alone, rounded half up.

        >>> words_in("en").number(0.25, ".3f")
        '0.250'
        """
        text = format(number, spec) if isinstance(number, str) else rounded_text(number, spec)
        return self.conventions.number(text)

    def formula(self, latex: str) -> str:
        """Write the numbers of a formula, in LaTeX."""
        return self.conventions.formula(latex)

    def raw(self, key: str) -> str:
        """The sentence as it stands, for Plotly's own placeholders."""
        sentence = self.catalogue[key]
        if self.conventions.as_python:
            return sentence
        return _BARE_NUMBER.sub(rf"%{{\1{_ALL_THAT_FLOAT64_SHOWS}}}", sentence)

    def say_problem(self, problem: Problem, quoted: Callable[[str], str] = code_span) -> str:
        """Word a problem as Markdown; texts from users' files become code spans, or what else `quoted` makes of them.

        >>> words_in("en").say_problem(Problem("empty_file", name="a.csv"))
        'The file `a.csv` is empty. Choose a file with a header and at least two rows.'
        """
        facts = {name: quoted(fact) if isinstance(fact, str) else fact for name, fact in problem.facts.items()}
        if "row" in facts:
            facts["rows"] = self.say("data.rows", **facts) if "count" in facts else ""
            facts["where"] = self.say("problems.row_and_line" if "line" in facts else "problems.row_alone", **facts)
        return self.say(f"problems.{problem.key}", **facts)

    def _found(self, key: str, facts: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The sentence, with its facts; one that speaks for several is told of which."""
        if key in self.catalogue:
            return self.catalogue[key], facts
        if f"{key}.other" in self.catalogue:
            return self.catalogue[next(one for one in self._forms(key, facts["count"]) if one in self.catalogue)], facts
        for default, missing in _defaults(key):
            if default in self.catalogue:
                return self.catalogue[default], {"key": missing, **facts}
        raise KeyError(key)

    def _forms(self, key: str, count: float | str) -> list[str]:
        """Where the words for so many things may stand: those for one thing alone, of the plural, and for any."""
        return [*([f"{key}.1"] if count in (1, "1") else []), f"{key}.{self.conventions.plural(count)}", f"{key}.other"]


@dataclass(frozen=True, slots=True)
class _Written:
    """A number that a sentence is going to format, half up, with the signs of its language."""

    number: Any
    signed: Callable[[str], str]

    def __format__(self, spec: str) -> str:
        text = format(self.number, spec) if isinstance(self.number, str) else rounded_text(self.number, spec)
        return self.signed(text)


def _rounded(fact: Any, signed: Callable[[str], str] = str) -> Any:
    """A fact that is rounded as the sentence asks, where it is a number; a `Datum` brings its own format."""
    is_number = isinstance(fact, int | float | np.number | NumberText) and not hasattr(fact, "__html__")
    return _Written(fact, signed) if is_number else fact


@cache
def words_in(language: str) -> Words:
    """Load a language.

    Raises
    ------
    ValueError: there is no such language.

    >>> words_in("zh").language
    'zh'
    """
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {language!r}")
    catalogue: dict[str, str] = {}
    for file in sorted((FOLDER / language).glob("*.toml")):
        catalogue.update(_flat(file.stem, tomllib.loads(file.read_text(encoding="utf-8"))))
    return Words(language, catalogue, conventions_of(language))


def _defaults(key: str) -> list[tuple[str, str]]:
    """Keys that can speak for a key, the nearest first, and what each leaves out; keys of tools have points in them.

    >>> _defaults("schemes.spline.name")
    [('schemes.spline.default', 'name'), ('schemes.default.name', 'spline'), ('schemes.default', 'spline.name')]
    """
    parts = key.split(".")
    return [
        (".".join([*parts[:start], DEFAULT, *parts[end:]]), ".".join(parts[start:end]))
        for start in range(len(parts) - 1, 0, -1)
        for end in range(start + 1, len(parts) + 1)
    ]


def _flat(prefix: str, table: dict[str, Any]) -> dict[str, str]:
    """Name nested entries by their path: [step] name = "..." in schemes.toml is schemes.step.name."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        path = f"{prefix}.{key}"
        flat.update(_flat(path, value) if isinstance(value, dict) else {path: str(value)})
    return flat


def in_words(*problems: Problem) -> str:
    """Say problems in English, with what users wrote in quotation marks.

    >>> in_words(Problem("empty_file", name="a.csv"))
    "The file 'a.csv' is empty. Choose a file with a header and at least two rows."
    """
    return " ".join(words_in("en").say_problem(problem, quoted=_quoted) for problem in problems)


def _quoted(text: str) -> str:
    return text if isinstance(text, NumberText) else f"'{text}'"
