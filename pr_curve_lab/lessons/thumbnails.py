"""A small true picture of a lesson, for the list: the curves of one of its steps, without words, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.lessons.bundles import picture_payload
from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.plotting.palette import BLUE, GREEN, INK, PAPER, PINK, QUIET, RULE, VERMILLION, dark_color
from pr_curve_lab.web.payload import Payload

LINES = {"steps": BLUE, "lines": VERMILLION, "counts": GREEN, "best": PINK}
WIDTH, HEIGHT, MARGIN = 277, 142, 8  # px
MARK_SIZE, MARK_SPACING = 7, 24  # px, of a row
MAX_ROWS = 10


@cache
def thumbnail(lesson: Lesson) -> str:
    """The picture of the step that the lesson names.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> thumbnail(LESSONS["curve"])[:4]
    '<svg'
    """
    pictures = picture_payload(lesson.settings(lesson.preview_step), messages_in("en"))
    curves = [picture for picture in pictures if picture["kind"] != "rows"]
    picture = (curves or pictures)[0]
    drawn = _DRAW_FUNCTIONS[picture["kind"]](picture)
    size = Markup('viewBox="0 0 {0} {1}" width="{0}" height="{1}"').format(WIDTH, HEIGHT)
    svg = Markup('<svg xmlns="http://www.w3.org/2000/svg" {}><style>{}</style>{}</svg>')
    return str(svg.format(size, Markup(_style()), Markup("").join(drawn)))


def _style() -> str:
    """Colours of both modes, by what a mark means; a picture in a page follows the page."""

    def either(color: str) -> str:
        return f"light-dark({color}, {dark_color(color)})"

    rules = [
        ":root { color-scheme: light dark }",
        f"path {{ fill: none; stroke: {either(INK)}; stroke-width: 2.4; stroke-linejoin: round }}",
        f".balance {{ stroke: {either(QUIET)}; stroke-width: 1.5; stroke-dasharray: 6 5 }}",
        f".line-thin {{ stroke: {either(RULE)}; stroke-width: 1.5 }}",
        f".ring {{ fill: {either(PAPER)}; stroke: {either(BLUE.line)}; stroke-width: 2.2 }}",
        f".positive {{ fill: {either(BLUE.line)} }}",
    ]
    for name, style in LINES.items():
        rules.append(f".line-{name} {{ stroke: {either(style.line)} }}")
        rules.append(f".fill-{name} {{ stroke: none; fill: {either(style.line)}; fill-opacity: 0.16 }}")
    return "\n".join(rules)


def _curve(picture: Payload) -> list[Markup]:
    joined, (across, up) = picture["joined"], picture["rings"]
    top, parts = picture["top"], []
    if joined is not None:
        ends = [(joined["recall"][-1], 0), (joined["recall"][0], 0)]
        vertices = list(zip(joined["recall"], joined["precision"], strict=True))
        style = joined["family"]
        parts += [_path([*vertices, *ends], f"fill-{style}", top), _path(vertices, f"line-{style}", top)]
    parts.append(_path([(0, picture["balance"]), (1, picture["balance"])], "balance", top))
    rings = zip(across, up, strict=True) if len(across) <= MAX_ROWS * 2 else ()
    return parts + [_draw_marker(*_position(x, y, top), 4, "ring") for x, y in rings]


def _rows(picture: Payload) -> list[Markup]:
    parts = []
    for at, row in enumerate(picture["rows"][:MAX_ROWS]):
        x, y = MARGIN + MARK_SPACING * (at + 0.75), HEIGHT / 2
        parts.append(_draw_marker(x, y, MARK_SIZE, "positive") if row["positive"] else _negative_marker(x, y))
    return parts


def _roc(picture: Payload) -> list[Markup]:
    vertices = list(zip(picture["recall"], picture["precision"], strict=True))
    return [_path([(0, 0), (1, 1)], "balance"), _path(vertices, "line-ink")]


def _average(picture: Payload) -> list[Markup]:
    curves = [zip(one["recall"], one["precision"], strict=True) for one in picture["curves"]]
    average = picture["average"]
    mean = list(zip(average["recall"], average["precision"], strict=True))
    return [*(_path(list(curve), "line-thin") for curve in curves), _path(mean, "line-steps")]


def _tools(picture: Payload) -> list[Markup]:
    values = picture["values"]
    apart = (HEIGHT - 2 * MARGIN) / len(values)
    least, most = values[0]["area"], values[-1]["area"]
    across = [(one["area"] - least) / ((most - least) or 1) for one in values]
    return [_draw_marker(_position(x, 0)[0], MARGIN + apart * (at + 0.5), 3, "positive") for at, x in enumerate(across)]


def _intervals(picture: Payload) -> list[Markup]:
    parts = []
    for up, style, one in zip((0.7, 0.3), ("line-steps", "line-lines"), picture["values"], strict=True):
        parts += [
            _path([(one["low"], up), (one["high"], up)], style),
            _draw_marker(*_position(one["area"], up), 4, "ring"),
        ]
    return parts


def _decimals(picture: Payload) -> list[Markup]:
    top = max(max(areas) for areas in picture["areas"])
    lines = []
    for style, areas in zip(("steps", "lines"), picture["areas"], strict=True):
        vertices = [(at / (len(areas) - 1), area) for at, area in enumerate(areas)]
        lines.append(_path(vertices, f"line-{style}", top))
    return lines


def _position(x: float, y: float, top: float = 1.0) -> tuple[float, float]:
    return MARGIN + x * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - y / top * (HEIGHT - 2 * MARGIN)


def _path(vertices: Sequence[tuple[float, float]], style: str, top: float = 1.0) -> Markup:
    written = "L".join("{:.1f} {:.1f}".format(*_position(x, y, top)) for x, y in vertices)
    return Markup('<path d="M{}" class="{}"/>').format(written, style)


def _draw_marker(x: float, y: float, radius: float, style: str) -> Markup:
    return Markup('<circle cx="{:.1f}" cy="{:.1f}" r="{}" class="{}"/>').format(x, y, radius, style)


def _negative_marker(x: float, y: float) -> Markup:
    arm = 0.8 * MARK_SIZE
    ends = (x - arm, y - arm, x + arm, y + arm, x + arm, y - arm, x - arm, y + arm)
    return Markup('<path d="M{:.1f} {:.1f}L{:.1f} {:.1f}M{:.1f} {:.1f}L{:.1f} {:.1f}" class="negative"/>').format(*ends)


_DRAW_FUNCTIONS = {
    "curve": _curve,
    "rows": _rows,
    "roc": _roc,
    "average": _average,
    "folds": _average,
    "tools": _tools,
    "decimals": _decimals,
    "intervals": _intervals,
}
