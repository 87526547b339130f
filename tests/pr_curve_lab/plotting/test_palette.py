"""Every color has a counterpart in dark mode, and both have enough contrast."""

import re
import tomllib

import pytest

from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.thumbnails import thumbnail
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.palette import (
    BLUE,
    DARK_COLORS,
    FILL_ALPHA,
    GREEN,
    INK,
    PAD,
    PAPER,
    QUIET,
    SECONDARY,
    SLATE,
    STYLES,
    VERMILLION,
    chart_css,
    style_of,
    to_rgb,
)
from pr_curve_lab.web.modules import LAB_CSS
from pr_metrics import SCHEMES
from tests.contrasts import LARGE, TEXT, contrast, shaded
from tests.pages.app import PAGES, open_page, shown_fully
from tests.repository import ROOT, SOURCES

pytestmark = pytest.mark.usefixtures("pages_without_waiting")


def test_only_an_unknown_scheme_is_slate():
    assert not any(style_of(scheme) is SLATE for scheme in SCHEMES)
    assert style_of("spline") is SLATE


def test_each_scheme_has_the_color_of_its_family():
    blue, vermillion, green, pink = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
    expected = {
        **dict.fromkeys(("step", "lower", "upper"), blue),
        **dict.fromkeys(("linear", "linear_flat", "linear_truncated"), vermillion),
        **dict.fromkeys(("continuous", "davis_goadrich"), green),
        **dict.fromkeys(("envelope", "eleven_point", "hundred_one_point"), pink),
    }
    assert {scheme: style_of(scheme).line for scheme in expected} == expected


MODES = {"light": lambda color: color, "dark": DARK_COLORS.__getitem__}
COLOR = re.compile(r"#[0-9A-Fa-f]{6}\b|rgba?\(\d[^)]*\)")
UNSEEN = "rgba(0,0,0,0)"


def drawn_in(text):
    """Yield the colors named in a text, without their opacity."""
    for color in set(COLOR.findall(text)) - {UNSEEN}:
        parts = re.findall(r"\d+", color)[:3]
        yield color.upper() if color.startswith("#") else "#" + "".join(f"{int(part):02X}" for part in parts)


def without_dark_color(text):
    return {color for color in drawn_in(text) if color not in DARK_COLORS}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("text", [INK, SECONDARY, QUIET, *(style.text for style in (*STYLES.values(), GREEN))])
def test_text_has_enough_contrast(mode, text):
    shown = MODES[mode]
    assert contrast(shown(text), shown(PAPER)) >= TEXT
    assert contrast(shown(text), shown(PAD)) >= TEXT
    for style in STYLES.values():
        if style.text == text:
            assert contrast(shown(text), shaded(shown(PAPER), shown(style.line), 2 * FILL_ALPHA)) >= LARGE


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("style", STYLES.values())
def test_lines_and_the_accent_color_have_enough_contrast(mode, style):
    shown = MODES[mode]
    assert contrast(shown(style.line), shown(PAPER)) >= LARGE
    assert contrast(shown(PAPER), shown(palette.BLUE.line)) >= TEXT


def test_families_have_different_colors_in_dark_mode():
    assert len({DARK_COLORS[style.line] for style in STYLES.values()}) == len({style.line for style in STYLES.values()})
    assert DARK_COLORS[PAPER] != DARK_COLORS[PAD]


def test_every_color_in_the_code_has_a_dark_color():
    code = [file for file in SOURCES if file.parts[1:2] in (("plotting",), ("lessons",))]
    partners = re.compile(r">>>.*\n.*|DARK_COLORS[^=]* = \{[^}]*\}")  # doctests and the dark colors themselves
    texts = [partners.sub("", (ROOT / file).read_text(encoding="utf-8")) for file in code]
    assert set().union(*map(without_dark_color, texts)) == set()
    assert SLATE.text in set().union(*map(drawn_in, texts))


@pytest.mark.parametrize("page", PAGES)
def test_every_color_in_the_charts_of_a_page_has_a_dark_color(page):
    specs = [chart.proto.spec for chart in open_page(page, example=shown_fully(page)).get("plotly_chart")]
    assert specs
    assert set().union(*map(without_dark_color, specs)) == set()


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_color_of_a_thumbnail_has_a_dark_color(lesson):
    drawn = re.findall(r"light-dark\((#\w+), (#\w+)\)", thumbnail(lesson))
    assert drawn
    assert all(DARK_COLORS[light] == partner for light, partner in drawn)


def test_an_area_of_a_thumbnail_has_the_color_of_its_interval():
    strokes = re.findall(r"<(path|circle) [^>]*stroke=\"light-dark\((#\w+), ", thumbnail(LESSONS["sure"]))
    assert strokes == [(tag, style.line) for tag in ("path", "circle") for style in (BLUE, VERMILLION)]


def test_the_components_in_the_browser_have_the_same_colors():
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+),\s+(#\w+)\)", LAB_CSS)
    ours = {name: (light, partner) for name, light, partner in pairs if name not in ("pad",)}
    assert len(ours) > 10
    assert {name: pair for name, pair in ours.items() if DARK_COLORS[pair[0]] != pair[1]} == {}


def test_a_color_without_a_dark_color_is_found():
    assert without_dark_color('{"color": "#123456", "fill": "rgba(0, 114, 178, 0.14)"}') == {"#123456"}
    assert without_dark_color("rgb(1,2,3)") == {"#010203"}


def test_the_css_has_every_dark_color():
    rules = chart_css()
    for light, partner in DARK_COLORS.items():
        said = f"rgb({', '.join(map(str, to_rgb(light)))})"
        for name in ("fill", "stroke"):
            rule = f'[style*="{name}: {said}"] {{ {name}: light-dark({light}, {partner}) !important; }}'
            assert rules.count(rule) == 1


def test_the_theme_has_the_colors_of_the_palette():
    theme = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))["theme"]
    expected = {
        "primaryColor": palette.BLUE.line, "linkColor": palette.BLUE.line, "textColor": INK,
        "backgroundColor": PAPER, "secondaryBackgroundColor": PAD, "borderColor": palette.RULE,
        "blueTextColor": palette.BLUE.text, "orangeTextColor": palette.VERMILLION.text,
        "greenTextColor": palette.GREEN.text, "violetTextColor": palette.PINK.text, "grayTextColor": palette.SECONDARY,
    }  # fmt: skip
    assert theme["light"] == expected
    assert theme["dark"] == {name: DARK_COLORS[color] for name, color in expected.items()}
