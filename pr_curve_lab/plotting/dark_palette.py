"""Each colour in a dark window: one table for charts and pages.

Charts are drawn once, for white paper, and shared by all visitors; a browser whose system is dark shows each colour's
partner in its place. What is taken along is what was drawn: a picture, a report and a sheet stay as they are on paper.
"""

from __future__ import annotations

from pr_curve_lab.plotting import palette

DARK = {
    palette.INK: "#E9ECF0",
    palette.SECOND: "#AEB7C2",
    palette.QUIET: "#9AA5B1",
    palette.OTHERS: "#6B7683",
    palette.CHANCE: "#4F5B68",
    palette.RULE: "#3D4754",
    palette.GRID: "#2B3440",
    palette.PAD: "#19202A",
    palette.PAPER: "#10151C",
    palette.BLUE.line: "#58B4EA",
    palette.VERMILLION.line: "#FF9350",
    palette.VERMILLION.text: "#FFA66F",
    palette.GREEN.line: "#35C49A",
    palette.GREEN.text: "#35C49A",
    palette.PINK.line: "#E79CCB",
    palette.PINK.text: "#E79CCB",
    palette.SLATE.text: "#C3CAD3",
    # Plotly's own: text on a pale label that follows the pointer, and parts of its sliders and buttons.
    "#444444": "#C3CAD3",
    "#333333": "#AEB7C2",
    "#BEC8D9": "#3D4754",
    "#F8FAFC": "#19202A",
}


def dark(colour: str) -> str:
    """The partner of a colour.

    >>> dark("#0072B2")
    '#58B4EA'
    """
    return DARK[colour]


def red_green_blue(colour: str) -> tuple[int, int, int]:
    """The parts of a colour, each from 0 to 255.

    >>> red_green_blue("#0072B2")
    (0, 114, 178)
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def chart_rules() -> str:
    """CSS that shows each colour's partner in the charts of a dark window.

    Plotly writes a colour and how opaque it is apart, on each shape itself: the colour alone is replaced.
    """
    return "\n".join(_rules_for(light, partner) for light, partner in DARK.items())


def _rules_for(light: str, partner: str) -> str:
    rgb = f"rgb({', '.join(map(str, red_green_blue(light)))})"
    return "\n".join(
        f'.js-plotly-plot [style*="{name}: {rgb}"] {{ {name}: light-dark({light}, {partner}) !important; }}'
        for name in ("fill", "stroke", "background")
    )
