"""Texts with numbers of the selected point, which the browser updates while the point is dragged.

The server writes such a text as HTML, with each number of the point in an element that has its name in `data-text`. A
number whose name begins with dots_ is drawn as dots, by an element that has its name in `data-dots`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

import streamlit as st
from latex2mathml.converter import convert

from pr_curve_lab.i18n.formulas import NAMESPACE
from pr_curve_lab.web.modules import PAGE_FOLDER, script_of

_component = st.components.v2.component(
    "pr_curve_lab_following_text", js=script_of("following_text", PAGE_FOLDER), isolate_styles=False
)

_PARAGRAPHS = re.compile(r"\n{2,}")
_FORMULA = re.compile(r"\$(.*?)\$")
_BOLD = re.compile(r"\*\*(.*?)\*\*")
_FIELD = re.compile(r"\{(\w+)\}")
_FIELD_IN_FORMULA = re.compile(r"\{\{(\w+)\}\}")
_FIELD_IN_MATHML = re.compile(r"<mtext>@(\w+)@</mtext>")


def template_fields(texts: Mapping[str, object]) -> dict[str, str]:
    """Return a template field for each number.

    >>> template_fields({"precision": "0.5"})
    {'precision': '{precision}'}
    """
    return {name: f"{{{name}}}" for name in texts}


def show_text(key: str, template: str, texts: Mapping[str, str], templates: Mapping[str, str] | None = None) -> None:
    """Show a Markdown text whose fields are filled with `texts`.

    templates: templates by plural category, if the words depend on a number; `texts["plural"]` of a point selects one.
    """
    data: dict[str, object] = {"html": _fill(to_html(template), texts)}
    if templates is not None:
        data["templates"] = {plural: to_html(one) for plural, one in templates.items()}
    _component(key=key, data=data)


def to_html(template: str) -> str:
    """Convert a headline, paragraphs and tables of Markdown to HTML, with bold words, formulas and fields.

    >>> to_html("# At {threshold}")
    '<h1>At <span data-text="threshold">{threshold}</span></h1>'
    >>> to_html("Precision **{precision}**")
    '<p>Precision <strong><span data-text="precision">{precision}</span></strong></p>'
    >>> to_html("{dots_right}")
    '<p><i data-dots="dots_right" style="--dots: {dots_right}" aria-hidden="true"></i></p>'
    """
    return "".join(map(_block, _PARAGRAPHS.split(template.strip())))


def _block(markdown: str) -> str:
    if markdown.startswith("|"):
        return _table(markdown)
    if markdown.startswith("# "):
        return f"<h1>{_inline(markdown[2:])}</h1>"
    return f"<p>{_inline(markdown)}</p>"


def _table(markdown: str) -> str:
    """Convert a table whose first row and first column are headers."""
    head, _, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in markdown.split("\n"))
    columns = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in head)
    rows = "".join(
        f'<tr><th scope="row">{_inline(first.strip("*"))}</th>'
        + "".join(f"<td>{_inline(cell)}</td>" for cell in cells)
        + "</tr>"
        for first, *cells in body
    )
    return f"<table><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>"


def _inline(markdown: str) -> str:
    """Convert text with formulas; every second part of the split is a formula."""
    parts = _FORMULA.split(markdown)
    return "".join(_mathml(part) if at % 2 else _words(part) for at, part in enumerate(parts))


def _words(markdown: str) -> str:
    escaped = html.escape(html.unescape(markdown), quote=False)
    bold = _BOLD.sub(r"<strong>\1</strong>", escaped)
    return _FIELD.sub(_element, bold)


def _element(field: re.Match[str]) -> str:
    """Return the element of a field: a number, or dots that CSS draws and a screen reader skips."""
    if field[1].startswith("dots_"):
        return f'<i data-dots="{field[1]}" style="--dots: {field[0]}" aria-hidden="true"></i>'
    return f'<span data-text="{field[1]}">{field[0]}</span>'


def _mathml(latex: str) -> str:
    """Convert a formula to MathML.

    The converter does not accept braces inside a text, so fields are marked with @ first.
    """
    converted = convert(_FIELD_IN_FORMULA.sub(r"{@\1@}", latex)).replace(NAMESPACE, "")
    return _FIELD_IN_MATHML.sub(r'<mtext data-text="\1">{\1}</mtext>', converted)


def _fill(template: str, texts: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda field: html.escape(texts[field[1]]), template)
