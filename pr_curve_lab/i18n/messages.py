"""The sentences in all languages, the number formats of a language, and problems as sentences.

The key of a sentence says where it is: `report.section.areas` in Chinese is `areas` in the table `[section]` of
`words/zh/report.toml`.

Numbers are inserted into a sentence by its placeholders, so that a sentence can only state computed numbers.

Numbers come in the format of Python and get the signs of the language here, which are from Unicode CLDR.

Text from users is escaped wherever it is shown: their column names are data, not markup. A column named
![x](http://y) would make Markdown load a picture, and Plotly would turn <a href> into a live link.
"""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol, get_group_symbol

from pr_curve_lab.analysis.formatting import NumberText, format_number
from pr_curve_lab.io.notices import Notice

POINT, COMMA, PERCENT = ".", ",", "%"  # in Python's number format
# Separators between digits in a formula, but not the comma of a list, and nothing inside \text{}.
_SEPARATOR_IN_FORMULA = re.compile(r"\\text\{[^{}]*\}|(?<=\d)(?:\.(?=\d)|,(?=\d{3}(?!\d)))")


MAX_LENGTH = 60  # characters; longer values are truncated with an ellipsis


def code_span(text: str) -> str:
    """Put text into a Markdown code span, with a fence longer than any run of backticks in it.

    >>> code_span("a`b")
    '`` a`b ``'
    """
    flat = _truncate(text)
    if isinstance(text, NumberText):  # its sentence adapts it to the language later
        return NumberText(f"`{flat}`")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", flat)), default=0))
    padding = " " if "`" in flat or not flat.strip() else ""
    return f"{fence}{padding}{flat}{padding}{fence}"


def strip_markdown_sentence(sentence: str) -> str:
    """Remove emphasis, code and list marks, and the full stop from a sentence of a page, for a report.

    >>> strip_markdown_sentence("**Score ≥ 0.5** (`loss`):\\n- costs least.")
    'Score ≥ 0.5 (loss): costs least'
    """
    return strip_markdown(sentence).replace("\n- ", " ").rstrip(".。")


def strip_markdown(sentence: str) -> str:
    """Remove emphasis and code marks from sentences of a page, for a terminal.

    >>> strip_markdown("Mean **0.5** of `area`.")
    'Mean 0.5 of area.'
    """
    return re.sub(r"\*\*|`", "", sentence)


def escape_plotly(text: str) -> str:
    """Escape text for a Plotly annotation or hover label, which support a subset of HTML and show quotes as they are.

    >>> escape_plotly('<b title="x">$x$</b>')
    '&lt;b title="x"&gt;&#36;x&#36;&lt;/b&gt;'
    """
    if isinstance(text, NumberText):  # not from users, and adapted to the language later
        return text
    return html.escape(_truncate(text), quote=False).replace("$", "&#36;")


def truncate_middle(text: str, max_length: int) -> str:
    """Shorten a name in the middle, since related names often differ only at the end.

    >>> truncate_middle("model_2024_run_a", 12), truncate_middle("forest", 12)
    ('model_…run_a', 'forest')
    """
    if len(text) <= max_length:
        return text
    end = (max_length - 1) // 2
    return f"{text[: max_length - 1 - end]}…{text[-end:]}"


def single_line(text: str) -> str:
    """Return a text without line breaks and repeated spaces.

    >>> single_line("two\\n lines")
    'two lines'
    """
    return " ".join(text.split())


def _truncate(text: str) -> str:
    flat = single_line(text)
    return flat if len(flat) <= MAX_LENGTH else flat[: MAX_LENGTH - 1] + "…"


def _untagged_number(_: str, value: float) -> float:
    return value


def _untagged_text(_: str, __: float, text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class SentenceFormat:
    """How a sentence formats names, numbers, and numbers that are text already.

    Every number has a name, so that a report can mark it.
    """

    name: Callable[[str], str] = code_span
    tag_number: Callable[[str, float], float] = _untagged_number
    tag_text: Callable[[str, float, str], str] = _untagged_text


MARKDOWN = SentenceFormat()


@dataclass(frozen=True)
class NumberFormat:
    """The number format of a language.

    >>> german = number_format("de")
    >>> german.name, german.localize("1,234.5"), german.formula(r"R = \\frac{1}{2} = 0.50")
    ('Deutsch', '1.234,5', 'R = \\\\frac{1}{2} = 0{,}50')
    """

    locale: Locale

    @cached_property
    def name(self) -> str:
        """The name of the language in that language."""
        name = self.locale.get_display_name(self.locale) or str(self.locale)
        return name[:1].upper() + name[1:]

    @cached_property
    def symbol_map(self) -> dict[str, str]:
        """The signs of the language for Python's decimal point, thousands comma and percent sign."""
        percent = str(self.locale.percent_formats[None].pattern).rpartition("0")[2]
        decimal, thousands = get_decimal_symbol(self.locale), get_group_symbol(self.locale)
        return {POINT: decimal, COMMA: thousands, PERCENT: percent or PERCENT}

    @property
    def separators(self) -> str:
        """The decimal and the thousands separator, as Plotly expects them.

        >>> number_format("de").separators
        ',.'
        """
        return self.symbol_map[POINT] + self.symbol_map[COMMA]

    @cached_property
    def _translation_table(self) -> Mapping[int, str]:
        return {ord(sign): local for sign, local in self.symbol_map.items()}

    @property
    def is_python_format(self) -> bool:
        """Whether the language uses Python's signs."""
        return all(sign == local for sign, local in self.symbol_map.items())

    def localize(self, text: str) -> str:
        """Replace the signs of a number by those of the language."""
        return text.translate(self._translation_table)

    def formula(self, latex: str) -> str:
        """Format the numbers of a formula with the signs of the language; in LaTeX a bare comma would add a gap.

        >>> number_format("de").formula(r"\\text{1.234} + 1,234")
        '\\\\text{1.234} + 1.234'
        """

        def localize(found: re.Match[str]) -> str:
            return _latex_symbol(self.symbol_map[found[0]]) if found[0] in self.symbol_map else found[0]

        return _SEPARATOR_IN_FORMULA.sub(localize, latex)

    def plural(self, count: float | str) -> str:
        """Return the plural form for a count: "one" or "other" in English, always "other" in Chinese.

        >>> number_format("en").plural(1), number_format("en").plural("1,000"), number_format("zh").plural(1)
        ('one', 'other', 'other')
        """
        number = Decimal(count.replace(COMMA, "") if isinstance(count, str) else repr(float(count)))
        whole = number == number.to_integral_value()
        return str(self.locale.plural_form(int(number) if whole else number))


def number_format(language: str) -> NumberFormat:
    """Return the number format of a language by the name of its folder, such as "de" or "pt-br".

    Raises
    ------
    ValueError: CLDR has no such language.

    >>> number_format("pt-br").symbol_map["."]
    ','
    """
    try:
        return NumberFormat(Locale.parse(language, sep="-"))
    except UnknownLocaleError as unknown:
        raise ValueError(f"language must be the name of a locale of CLDR, got {language!r}") from unknown


def _latex_symbol(symbol: str) -> str:
    return r"\," if symbol.isspace() else symbol if symbol == POINT else f"{{{symbol}}}"


FOLDER = Path(__file__).parent / "words"  # with a folder for each language, named by its code
# Chinese text has a space beside Latin letters and digits, and none beside Chinese characters and signs. A name in a
# code span is either, because headings show it as text.
# Where a value begins or ends in a sentence, only the value decides which it is; the mark stands there.
_MARK, _CHARACTERS, _SIGNS = "\ue000", "\u4e00-\u9fff", "，。；：、！？（）“”"
_PLACEHOLDER = re.compile(r"(?<!\{)\{\w[^{}]*\}(?!\})")
_CHINESE = re.compile(f"[{_CHARACTERS}]")
_NO_SPACE = re.compile(
    f"(?:(?<=[{_CHARACTERS}])|(?<=[{_CHARACTERS}]`)) ?{_MARK} ?(?=`?[{_CHARACTERS}])"
    f"| ?{_MARK} ?(?=[{_SIGNS}])|(?<=[{_SIGNS}]) ?{_MARK} ?"
)
_SPACE = re.compile(f"(?<=[{_CHARACTERS}]){_MARK}(?=[A-Za-z0-9`])|(?<=[A-Za-z0-9%`]){_MARK}(?=[{_CHARACTERS}])")
DEFAULT = "default"  # in a key, replaces a part that has no text of its own
_FORMULAS = re.compile(r"(\$\$.*?\$\$|\$.*?\$)", re.DOTALL)  # in a sentence in Markdown
_BARE_NUMBER = re.compile(r"%\{(customdata\[\d+\])\}")
_FULL_PRECISION_FORMAT = ":.15~g"  # Plotly uses the signs of a language only for numbers with a format


def language_names(folder: Path) -> dict[str, str]:
    """Return the languages that have a folder of words, each with its name in that language."""
    codes = sorted({file.parent.name for file in folder.glob("*/*.toml")})
    return {code: number_format(code).name for code in codes}


LANGUAGES = language_names(FOLDER)


@dataclass(frozen=True)
class Messages:
    """The catalog of one language; `format` fills in a sentence, and `format_notice` words a notice."""

    language: str
    catalog: dict[str, str]
    number_format: NumberFormat

    def format(self, key: str, **values: Any) -> str:
        """Fill in the sentence `key`; if it has plural forms, the value `count` selects one.

        A missing key falls back to the default of its section, such as schemes.default.name.

        >>> messages_in("en").format("data.rows", count=1), messages_in("en").format("data.rows", count=2)
        ('1 row', '2 rows')
        """
        sentence, values = self._find_sentence(key, values)
        localized = {name: _wrap_number(value, self.number_format.localize) for name, value in values.items()}
        in_formulas = {name: _wrap_number(value) for name, value in values.items()}
        parts = _FORMULAS.split(sentence)  # every second part is a formula
        return "".join(
            self.formula(part.format(**in_formulas)) if at % 2 else _fill(part, localized)
            for at, part in enumerate(parts)
        )

    def format_latex(self, key: str, **values: Any) -> str:
        """Fill in a formula in LaTeX, with decimal points; `formula` changes them to the signs of the language."""
        sentence, values = self._find_sentence(key, values)
        return sentence.format(**{name: _wrap_number(value) for name, value in values.items()})

    def format_number(self, number: float | str, spec: str = "") -> str:
        """Format a number outside of sentences, with halves rounded up.

        >>> messages_in("en").format_number(0.25, ".3f")
        '0.250'
        """
        text = format(number, spec) if isinstance(number, str) else format_number(number, spec)
        return self.number_format.localize(text)

    def formula(self, latex: str) -> str:
        """Format the numbers of a formula in LaTeX."""
        return self.number_format.formula(latex)

    def raw(self, key: str, **values: Any) -> str:
        """Return a sentence with its placeholders, to be filled in by Plotly or the caller."""
        sentence, _ = self._find_sentence(key, values)
        if self.number_format.is_python_format:
            return sentence
        return _BARE_NUMBER.sub(rf"%{{\1{_FULL_PRECISION_FORMAT}}}", sentence)

    def format_notice(
        self, notice: Notice, escape: Callable[[str], str] = code_span, *, section: str = "problems"
    ) -> str:
        """Word a problem or a note as Markdown; texts from users' files are escaped, by default as code spans.

        section: where the catalog has the sentence.

        >>> messages_in("en").format_notice(Notice("empty_file", name="a.csv"))
        'The file `a.csv` is empty. Choose a file with a header and at least two rows.'
        """
        values = {
            name: self.format("punctuation.items").join(map(escape, value))
            if isinstance(value, tuple)
            else _escape_value(value, escape)
            for name, value in notice.params.items()
        }
        if "row" in values:
            values["rows"] = self.format("data.rows", **values) if "count" in values else ""
            values["where"] = self.format(
                "problems.row_and_line" if "line" in values else "problems.row_alone", **values
            )
        return self.format(f"{section}.{notice.key}", **values)

    def _find_sentence(self, key: str, values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the sentence and its values; a default sentence gets the missing part of the key as `key`."""
        if key in self.catalog:
            return self.catalog[key], values
        if f"{key}.other" in self.catalog:
            return self.catalog[
                next(one for one in self._form_keys(key, values["count"]) if one in self.catalog)
            ], values
        for default, missing in _fallback_keys(key):
            if default in self.catalog:
                return self.catalog[default], {"key": missing, **values}
        raise KeyError(key)

    def _form_keys(self, key: str, count: float | str) -> list[str]:
        """Return the possible keys of a sentence for a count: for exactly one, its plural form, and any count."""
        return [
            *([f"{key}.1"] if count in (1, "1") else []),
            f"{key}.{self.number_format.plural(count)}",
            f"{key}.other",
        ]


def _fill(sentence: str, values: dict[str, Any]) -> str:
    """Fill in a sentence, in Chinese with the spaces that the values need.

    >>> _fill("{a} 比{b}高", {"a": "随机森林", "b": "SVM"})
    '随机森林比 SVM 高'
    >>> _fill("在 {name} 较差", {"name": "`成都`"}), _fill("在 {name} 较差", {"name": "`West`"})
    ('在`成都`较差', '在 `West` 较差')
    """
    if not _CHINESE.search(sentence):
        return sentence.format(**values)
    filled = _PLACEHOLDER.sub(rf"{_MARK}\g<0>{_MARK}", sentence).format(**values)
    return _SPACE.sub(" ", _NO_SPACE.sub("", filled)).replace(_MARK, "")


def _escape_value(value: Any, escape: Callable[[str], str]) -> Any:
    """Escape a text from a user's file; a number that is text already is none."""
    return escape(value) if isinstance(value, str) and not isinstance(value, NumberText) else value


@dataclass(frozen=True, slots=True)
class _NumberFormatter:
    """A number that is rounded half up when a sentence formats it, with the signs of the language."""

    number: Any
    convert: Callable[[str], str]

    def __format__(self, spec: str) -> str:
        text = format(self.number, spec) if isinstance(self.number, str) else format_number(self.number, spec)
        return self.convert(text)


def _wrap_number(value: Any, convert: Callable[[str], str] = str) -> Any:
    """Wrap a number so that the format of the sentence rounds it; a `DataNumber` has its own format."""
    is_number = isinstance(value, int | float | np.number | NumberText) and not hasattr(value, "__html__")
    return _NumberFormatter(value, convert) if is_number else value


@cache
def messages_in(language: str) -> Messages:
    """Load the messages of a language.

    Raises
    ------
    ValueError: There is no such language.

    >>> messages_in("zh").language
    'zh'
    """
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {language!r}")
    catalog: dict[str, str] = {}
    for file in sorted((FOLDER / language).glob("*.toml")):
        catalog |= _flatten(tomllib.loads(file.read_text(encoding="utf-8")), f"{file.stem}.")
    return Messages(language, catalog, number_format(language))


def _fallback_keys(key: str) -> list[tuple[str, str]]:
    """Return keys to fall back to, the nearest first, with the part that each leaves out; keys of tools contain points.

    >>> _fallback_keys("schemes.spline.name")
    [('schemes.spline.default', 'name'), ('schemes.default.name', 'spline'), ('schemes.default', 'spline.name')]
    """
    parts = key.split(".")
    return [
        (".".join([*parts[:start], DEFAULT, *parts[end:]]), ".".join(parts[start:end]))
        for start in range(len(parts) - 1, 0, -1)
        for end in range(start + 1, len(parts) + 1)
    ]


def _flatten(table: dict[str, Any], prefix: str) -> dict[str, str]:
    """Name nested entries by their path: name = "..." in [step] of schemes.toml becomes schemes.step.name."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        flat.update(_flatten(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": str(value)})
    return flat


def format_notices(*notices: Notice) -> str:
    """Word problems and notes in English, with text from users in quotation marks.

    >>> format_notices(Notice("empty_file", name="a.csv"))
    "The file 'a.csv' is empty. Choose a file with a header and at least two rows."
    """
    return " ".join(messages_in("en").format_notice(notice, escape=_quote_text) for notice in notices)


def _quote_text(text: str) -> str:
    return text if isinstance(text, NumberText) else f"'{text}'"


def format_date(day: date, messages: Messages) -> str:
    """Format a date.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> format_date(date(2026, 3, 1), messages_in("en")), format_date(date(2026, 3, 1), messages_in("zh"))
    ('1 March 2026', '2026 年 3 月 1 日')
    """
    return messages.format(
        "report.date", day=day.day, month=messages.format(f"report.month.{day.month}"), year=day.year
    )


def format_decimals(decimals: int | None, messages: Messages) -> str:
    """Return the rounding of scores in words; None means no rounding.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> format_decimals(2, messages_in("en")), format_decimals(-1, messages_in("en"))
    ('2 decimals', 'multiples of 10')
    """
    if decimals is None:
        return messages.format("areas.as_they_are")
    if decimals == 0:
        return messages.format("areas.whole_numbers")
    if decimals < 0:
        return messages.format("areas.multiples", step=10**-decimals)
    return messages.format("areas.decimals", count=decimals)
