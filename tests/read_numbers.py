"""Convert a number in the format of a language to Python's format."""

from pr_curve_lab.i18n.messages import COMMA, PERCENT, POINT, number_format


def as_python(text: str, language: str) -> str:
    """Remove thousands separators, and use a decimal point.

    >>> as_python("1.234,5", "de"), as_python("1,234.5", "en")
    ('1234.5', '1234.5')
    """
    signs = number_format(language).symbol_map
    plain = text.replace(signs[PERCENT], PERCENT).replace(signs[COMMA], "")
    return plain.replace(signs[POINT], POINT)
