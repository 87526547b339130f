"""A small true picture of a lesson, for the list: the curves of one of its steps, without words, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from pr_curve_lab.i18n.messages import words_in
from pr_curve_lab.lessons.bundles import scene_bundle
from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.plotting.palette import BLUE, GREEN, INK, PAPER, PINK, QUIET, RULE, VERMILLION, dark
from pr_curve_lab.web.payload import Bundle

LINES = {"steps": BLUE, "lines": VERMILLION, "counts": GREEN, "best": PINK}
WIDTH, HEIGHT, MARGIN = 277, 142, 8  # px
MARK, APART = 7, 24  # px, of a row
MOST_ROWS = 10


@cache
def thumbnail(lesson: Lesson) -> str:
    """The picture of the step that the lesson names.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> thumbnail(LESSONS["curve"])[:4]
    '<svg'
    """
    pictures = scene_bundle(lesson.scene(lesson.pictured), words_in("en"))
    curves = [picture for picture in pictures if picture["kind"] != "rows"]
    picture = (curves or pictures)[0]
    drawn = _DRAWN[picture["kind"]](picture)
    size = Markup('viewBox="0 0 {0} {1}" width="{0}" height="{1}"').format(WIDTH, HEIGHT)
    svg = Markup('<svg xmlns="http://www.w3.org/2000/svg" {}><style>{}</style>{}</svg>')
    return str(svg.format(size, Markup(_style()), Markup("").join(drawn)))


def _style() -> str:
    """Colours of both modes, by what a mark means; a picture in a page follows the page."""

    def either(colour: str) -> str:
        return f"light-dark({colour}, {dark(colour)})"

    rules = [
        ":root { color-scheme: light dark }",
        f"path {{ fill: none; stroke: {either(INK)}; stroke-width: 2.4; stroke-linejoin: round }}",
        f".balance {{ stroke: {either(QUIET)}; stroke-width: 1.5; stroke-dasharray: 6 5 }}",
        f".line-thin {{ stroke: {either(RULE)}; stroke-width: 1.5 }}",
        f".ring {{ fill: {either(PAPER)}; stroke: {either(BLUE.line)}; stroke-width: 2.2 }}",
        f".positive {{ fill: {either(BLUE.line)} }}",
    ]
    for name, look in LINES.items():
        rules.append(f".line-{name} {{ stroke: {either(look.line)} }}")
        rules.append(f".fill-{name} {{ stroke: none; fill: {either(look.line)}; fill-opacity: 0.16 }}")
    return "\n".join(rules)


def _curve(picture: Bundle) -> list[Markup]:
    joined, (across, up) = picture["joined"], picture["rings"]
    top, parts = picture["top"], []
    if joined is not None:
        ends = [(joined["recall"][-1], 0), (joined["recall"][0], 0)]
        vertices = list(zip(joined["recall"], joined["precision"], strict=True))
        look = joined["family"]
        parts += [_path([*vertices, *ends], f"fill-{look}", top), _path(vertices, f"line-{look}", top)]
    parts.append(_path([(0, picture["balance"]), (1, picture["balance"])], "balance", top))
    rings = zip(across, up, strict=True) if len(across) <= MOST_ROWS * 2 else ()
    return parts + [_circle(*_place(x, y, top), 4, "ring") for x, y in rings]


def _rows(picture: Bundle) -> list[Markup]:
    parts = []
    for at, row in enumerate(picture["rows"][:MOST_ROWS]):
        x, y = MARGIN + APART * (at + 0.75), HEIGHT / 2
        parts.append(_circle(x, y, MARK, "positive") if row["positive"] else _cross(x, y))
    return parts


def _roc(picture: Bundle) -> list[Markup]:
    vertices = list(zip(picture["recall"], picture["precision"], strict=True))
    return [_path([(0, 0), (1, 1)], "balance"), _path(vertices, "line-ink")]


def _several(picture: Bundle) -> list[Markup]:
    curves = [zip(one["recall"], one["precision"], strict=True) for one in picture["curves"]]
    average = picture["average"]
    mean = list(zip(average["recall"], average["precision"], strict=True))
    return [*(_path(list(curve), "line-thin") for curve in curves), _path(mean, "line-steps")]


def _tools(picture: Bundle) -> list[Markup]:
    values = picture["values"]
    apart = (HEIGHT - 2 * MARGIN) / len(values)
    least, most = values[0]["area"], values[-1]["area"]
    across = [(one["area"] - least) / ((most - least) or 1) for one in values]
    return [_circle(_place(x, 0)[0], MARGIN + apart * (at + 0.5), 3, "positive") for at, x in enumerate(across)]


def _intervals(picture: Bundle) -> list[Markup]:
    parts = []
    for up, look, one in zip((0.7, 0.3), ("line-steps", "line-lines"), picture["values"], strict=True):
        parts += [_path([(one["low"], up), (one["high"], up)], look), _circle(*_place(one["area"], up), 4, "ring")]
    return parts


def _decimals(picture: Bundle) -> list[Markup]:
    top = max(max(areas) for areas in picture["areas"])
    lines = []
    for look, areas in zip(("steps", "lines"), picture["areas"], strict=True):
        vertices = [(at / (len(areas) - 1), area) for at, area in enumerate(areas)]
        lines.append(_path(vertices, f"line-{look}", top))
    return lines


def _place(x: float, y: float, top: float = 1.0) -> tuple[float, float]:
    return MARGIN + x * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - y / top * (HEIGHT - 2 * MARGIN)


def _path(vertices: Sequence[tuple[float, float]], look: str, top: float = 1.0) -> Markup:
    written = "L".join("{:.1f} {:.1f}".format(*_place(x, y, top)) for x, y in vertices)
    return Markup('<path d="M{}" class="{}"/>').format(written, look)


def _circle(x: float, y: float, radius: float, look: str) -> Markup:
    return Markup('<circle cx="{:.1f}" cy="{:.1f}" r="{}" class="{}"/>').format(x, y, radius, look)


def _cross(x: float, y: float) -> Markup:
    arm = 0.8 * MARK
    ends = (x - arm, y - arm, x + arm, y + arm, x + arm, y - arm, x - arm, y + arm)
    return Markup('<path d="M{:.1f} {:.1f}L{:.1f} {:.1f}M{:.1f} {:.1f}L{:.1f} {:.1f}" class="negative"/>').format(*ends)


_DRAWN = {
    "curve": _curve,
    "rows": _rows,
    "roc": _roc,
    "average": _several,
    "folds": _several,
    "tools": _tools,
    "decimals": _decimals,
    "intervals": _intervals,
}
