"""The same points joined two ways, side by side, and where along recall the two part."""

from __future__ import annotations

from markupsafe import Markup

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences, scheme_differences
from pr_curve_lab.analysis.thinning import circle_counts, circled_points, fewer_corners
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.report import difference_strip, drawing
from pr_curve_lab.exports.report.areas_in_print import area_datum, area_of
from pr_curve_lab.exports.report.datum import OF_DIFFERENCES, Datum, ratio, say, titled
from pr_curve_lab.exports.report.parts import Grid, Part, Picture, Pictures, Section, Text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.circle_sentence import say_circles
from pr_curve_lab.i18n.numerals import signed_text
from pr_curve_lab.web.bundle import Bundle
from pr_metrics.tolerances import AREA_ROUNDING


def section(analysis: Analysis, words: Words) -> Section:
    """The finding as a heading, then both pictures, then the segments that make most of the difference."""
    left, right = (analysis.joined(scheme, drawing.RESOLUTION) for scheme in analysis.sides)
    pair = scheme_differences(analysis.shown, left, right)
    pictures = [_picture(analysis, side, joined, words) for side, joined in _sides(pair).items()]
    caption = Text(say_circles("areas.caption", circle_counts(analysis.points), words), quiet=True)
    lead: list[Part] = [Pictures(pictures), caption]
    return Section("areas", _headline(pair, analysis, words), _where(pair, words), lead, words.say("report.areas_rest"))


def _sides(pair: SchemeDifferences) -> dict[str, JoinedArea]:
    """One picture is enough where both are joined alike."""
    left, right = pair.sides
    return {"left": left} if left.scheme == right.scheme else {"left": left, "right": right}


def _headline(pair: SchemeDifferences, analysis: Analysis, words: Words) -> Markup:
    """Both areas, each with its value to the bit."""
    names = ["left", "right"]
    if pair.left == pair.right or abs(pair.difference_of_areas) < AREA_ROUNDING:
        key = "areas.headline_alike" if pair.left == pair.right else "areas.headline_one"
        joined = {name: words.say(f"schemes.{one.scheme}.joined") for name, one in zip(names, pair.sides, strict=True)}
        return say(words, key, area=area_datum(pair.left, analysis, pair.left_area), **joined)
    sides = {
        name: say(
            words,
            "areas.side",
            area=area_of(one.scheme, analysis, one.area),
            joined=words.say(f"schemes.{one.scheme}.joined"),
        )
        for name, one in zip(names, pair.sides, strict=True)
    }
    return say(words, "areas.headline_two", **sides)


def _picture(analysis: Analysis, side: str, joined: JoinedArea, words: Words) -> Picture:
    points, scheme, area = analysis.points, joined.scheme, joined.area
    name = words.say(f"schemes.{scheme}.name")
    explained = say(words, f"schemes.{scheme}.explained")
    captions = [
        titled(name, area_of(scheme, analysis, area), words),
        explained,
    ]
    shown = fewer_corners(joined.curve.kept, points.threshold.size)
    if shown is not None:
        total = Datum("operating_points", points.threshold.size)
        captions.append(say(words, "chart.thinned", shown=shown, total=total))
    alt = words.say("areas.alt", scheme=name, area=area)
    return Picture(f"{side}_chart", _drawn(joined, analysis, name, words), alt, captions)


def _drawn(joined: JoinedArea, analysis: Analysis, name: str, words: Words) -> Bundle:
    points, decimals = analysis.points, analysis.decimals_of_areas
    square, look, curve = drawing.BESIDE, drawing.look_of(joined.scheme), joined.curve
    shown = circled_points(points.recall, points.precision)
    line, label = drawing.balance(points.prevalence, words, square)
    place = drawing.number_place(curve, points.prevalence)
    return drawing.Drawing(
        square,
        (words.say("chart.recall"), words.say("chart.precision")),
        areas=[drawing.area(joined, joined.scheme, look)],
        lines=[*drawing.invented_start(curve, look), line],
        circles=drawing.circles(points.recall[shown], points.precision[shown], look, square),
        labels=[drawing.title(name, square, look), label, drawing.number(joined, words, square, look, place, decimals)],
    ).bundle()


def _where(pair: SchemeDifferences, words: Words) -> list[Part]:
    if pair.left == pair.right:
        return []
    if not pair.threshold:
        return [Text(words.say("areas.no_difference"))]
    alt = words.say("areas.difference_alt", difference=pair.difference_of_areas)
    wide, narrow = (difference_strip.drawn(pair, width, words) for width in difference_strip.WIDTHS)
    strip = Picture("difference_chart", wide, alt, [words.say("areas.difference_caption")], narrow)
    return [Text(_largest(pair, words)), _segments(pair, words), Pictures([strip])]


def _largest(pair: SchemeDifferences, words: Words) -> Markup:
    """A table of the segments that hold most of the difference."""
    share = Datum("segment.0.share", float(pair.share[0]))
    facts = {
        "before": ratio("segment.0.recall_before", float(pair.recall_before[0])),
        "after": ratio("segment.0.recall_after", float(pair.recall_after[0])),
        "share": share.written(rounded_text(share.real, ".1%")),
    }
    return say(words, "report.where", **facts)


def _segments(pair: SchemeDifferences, words: Words) -> Grid:
    columns = ("threshold", "rows", "positives", "from", "to", "difference", f"share_{pair.share_of}")
    rows = []
    for index, threshold in enumerate(pair.threshold):
        at = f"segment.{index}"
        rows.append(
            (
                words.number(threshold) if threshold else words.say("areas.no_threshold"),
                Markup(f"{Datum(f'{at}.rows', int(pair.rows[index])):,.0f}"),
                Markup(f"{Datum(f'{at}.positives', int(pair.positives[index])):,.0f}"),
                ratio(f"{at}.recall_before", float(pair.recall_before[index])),
                ratio(f"{at}.recall_after", float(pair.recall_after[index])),
                _signed(f"{at}.difference", float(pair.difference[index])),
                Markup(f"{Datum(f'{at}.share', float(pair.share[index])):.1%}"),
            )
        )
    return Grid([words.say(f"areas.column_{column}") for column in columns], rows)


def _signed(of: str, difference: float) -> Markup:
    return Datum(of, difference).written(signed_text(difference, OF_DIFFERENCES))
