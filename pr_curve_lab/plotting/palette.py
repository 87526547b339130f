"""Colors and sizes: one style for each family of schemes, and for each color its replacement in dark mode.

The four colors are from Okabe & Ito's set, which people with any common color vision can tell apart; their text
shades reach a contrast of 4.5 on white. Dashes mark what was not measured, class balance and extrapolated start, except
if one picture has several curves: there each has its own color and dash, and the extrapolated start is thin.

Charts are drawn once, in light mode, and shared by all visitors; in dark mode the browser replaces each color. Saved
pictures, reports and sheets keep the colors of light mode.
"""

from __future__ import annotations

from dataclasses import dataclass

from pr_curve_lab.i18n.names import Family, scheme_family

INK = "#111827"
SECONDARY = "#4B5563"  # secondary text
QUIET = "#5B6470"  # class balance, captions
RULE = "#C9CED6"  # separators
GRID = "#E3E6EA"
PAD = "#F6F7F9"  # background of boxes
OTHERS = "#9CA3AF"  # lines that are not highlighted
COMPARED = "#7D8794"  # curves of earlier steps of a lesson, in lab.css
PAPER = "#FFFFFF"
CHANCE = "#B9C0C9"  # areas of random rankings
FILL_ALPHA = 0.14  # opacity of a shaded area, and once more of its part under an extrapolated start

FONT = '"Source Sans", "Source Sans Pro", "Noto Sans CJK SC", sans-serif'
BASE_SIZE = 18  # px, as are the sizes below; nothing in a chart is below 15
LABEL_SIZE = 18
TICK_SIZE = 16
SMALL_SIZE = 16
AREA_SIZE = 36

CURVE_WIDTH = 3  # px
THIN_WIDTH = 1.5  # px, of an extrapolated start among several curves
POINT_SIZE = 8  # px
BASELINE_DASH = "dash"
START_DASH = "7px,4px"
HIDDEN = "rgba(17, 24, 39, 0.28)"  # where binned counts leave the curve unknown
UNACHIEVABLE = "rgba(91, 100, 112, 0.18)"  # below the curve of every ranking
BAND = "rgba(17, 24, 39, 0.07)"  # behind a range of recall


@dataclass(frozen=True, slots=True)
class Style:
    """The colors of a scheme."""

    line: str
    text: str  # darker, for numbers and titles

    @property
    def fill(self) -> str:
        """The color of the line, mostly transparent.

        >>> Style("#0072B2", "#0072B2").fill
        'rgba(0, 114, 178, 0.14)'
        """
        return with_alpha(self.line, FILL_ALPHA)


def with_alpha(color: str, alpha: float) -> str:
    """Return a color with an opacity."""
    return f"rgba({', '.join(map(str, to_rgb(color)))}, {alpha})"


BLUE = Style("#0072B2", "#0072B2")
VERMILLION = Style("#D55E00", "#A84300")
GREEN = Style("#009E73", "#00745A")
PINK = Style("#CC79A7", "#8A3E6E")
GRAY = Style(OTHERS, SECONDARY)  # curves that are not highlighted
SLATE = Style(SECONDARY, "#374151")  # ROC and gain curves, which have no scheme, and schemes of an unknown family

STYLES: dict[Family, Style] = {  # schemes of one family have the same color; their pictures have different titles
    "steps": BLUE,
    "straight lines": VERMILLION,
    "counts": GREEN,
    "best precision": PINK,
    "unknown": SLATE,
}


def style_of(scheme: str) -> Style:
    """Return the style of a scheme, by its key; slate if its family is unknown.

    >>> style_of("step").line, style_of("spline").line
    ('#0072B2', '#4B5563')
    """
    return STYLES[scheme_family(scheme)]


MODEL_STYLES = ((BLUE, "solid"), (VERMILLION, "14px,3px"), (GREEN, "12px,3px,3px,3px"), (PINK, "3px,3px"))


DARK_COLORS = {
    INK: "#E9ECF0",
    SECONDARY: "#AEB7C2",
    QUIET: "#9AA5B1",
    OTHERS: "#6B7683",
    COMPARED: "#8793A1",
    CHANCE: "#4F5B68",
    RULE: "#3D4754",
    GRID: "#2B3440",
    PAD: "#19202A",
    PAPER: "#10151C",
    BLUE.line: "#58B4EA",
    VERMILLION.line: "#FF9350",
    VERMILLION.text: "#FFA66F",
    GREEN.line: "#35C49A",
    GREEN.text: "#35C49A",
    PINK.line: "#E79CCB",
    PINK.text: "#E79CCB",
    SLATE.text: "#C3CAD3",
    # Plotly's own colors: text on a pale tooltip, and parts of its sliders and buttons.
    "#444444": "#C3CAD3",
    "#333333": "#AEB7C2",
    "#BEC8D9": "#3D4754",
    "#F8FAFC": "#19202A",
}


def to_rgb(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of a color, each from 0 to 255.

    >>> to_rgb("#0072B2")
    (0, 114, 178)
    """
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def chart_css() -> str:
    """Return CSS that replaces each color of the charts in dark mode.

    Plotly writes the color and the opacity of a shape separately, so only the color is replaced.
    """
    return "\n".join(_color_css(light, partner) for light, partner in DARK_COLORS.items())


def _color_css(color: str, dark_value: str) -> str:
    rgb = f"rgb({', '.join(map(str, to_rgb(color)))})"
    return "\n".join(
        f'.js-plotly-plot [style*="{name}: {rgb}"] {{ {name}: light-dark({color}, {dark_value}) !important; }}'
        for name in ("fill", "stroke", "background")
    )
