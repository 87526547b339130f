"""What every chart has in common: type, paper, axes that do not move under a thumb."""

from __future__ import annotations

from typing import Any

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette


def house_layout(words: Words, *, height: int, margin: dict[str, int], same_data: str) -> dict[str, Any]:
    """A layout without axes; what the reader zoomed stays while `same_data` stays the same.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> house_layout(words_in("en"), height=100, margin={}, same_data="1")["dragmode"]
    False
    """
    return {
        "template": "none",
        "font": {"family": palette.FONT, "size": palette.BASE_SIZE, "color": palette.INK},
        "paper_bgcolor": palette.PAPER,
        "plot_bgcolor": palette.PAPER,
        "margin": margin,
        "height": height,
        "dragmode": False,  # a thumb on the chart must scroll the page
        "hovermode": "closest",
        "hoverlabel": {"font": {"family": palette.FONT, "size": palette.SMALL_SIZE}, "bgcolor": palette.PAPER},
        "separators": words.conventions.separators,  # of every number that Plotly writes
        "showlegend": False,
        "uirevision": same_data,
    }


def house_axis(title: str, **options: Any) -> dict[str, Any]:
    """An axis with its title.

    >>> house_axis("Recall")["title"]["text"]
    'Recall'
    """
    return {
        "title": {"text": title, "font": {"size": palette.LABEL_SIZE}, "standoff": 8},
        "tickfont": {"size": palette.TICK_SIZE},
        "gridcolor": palette.GRID,
        "zeroline": False,
        **options,
    }
