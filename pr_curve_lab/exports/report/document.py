"""The report as a whole: the first page, which sections follow in which order, and the document that holds them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from markupsafe import Markup

from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.html_page import Page
from pr_curve_lab.exports.report import about_rows, at_threshold, every_area, first_page, limits, two_pictures
from pr_curve_lab.exports.report.datum import Datum, in_language, say
from pr_curve_lab.exports.report.first_page import EVERYTHING, Chosen, FirstPage, Opening
from pr_curve_lab.exports.report.parts import Code, Part, Pictures, Quote, Section, Text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.dates import date_text
from pr_curve_lab.web.bundle import language_bundle
from pr_curve_lab.web.modules import STYLE, script_of
from pr_metrics import __version__

PAGE = Page(Path(__file__).parent / "templates" / "report.html")

SAID = (
    "recall", "precision", "balance", "called", "not_called", "tp", "fp", "fn", "tn", "threshold", "spoken_threshold",
    "back",
)  # fmt: skip

Make = Callable[[Analysis, Words], Section]
SECTIONS: Mapping[str, Make] = {
    "areas": two_pictures.section,
    "schemes": every_area.schemes,
    "ties": every_area.ties,
    "threshold": at_threshold.threshold,
    "limits": limits.section,
    "tools": every_area.tools,
    "rows": about_rows.section,
    "points": at_threshold.operating_points,
}
OF_EVERY_REPORT = ("cite", "code")  # sections that come last


def report_html(
    analysis: Analysis,
    sentences: Sequence[str],
    code: Mapping[str, str],
    words: Words,
    *,
    sections: Mapping[str, Make] = SECTIONS,
    opening: Opening = first_page.AREAS,
    chosen: Chosen = EVERYTHING,
) -> bytes:
    """The report of an analysis: a first page that is whole by itself, then the sections that were chosen.

    sentences: to cite, the visitor's language first.
    """
    made = {key: make(analysis, words) for key, make in sections.items()}
    lines = sentences[0].split("\n") if sentences else []
    first = first_page.first_page(opening, made, analysis, lines, words)
    shown = _shown(made, opening, first, words)
    ends = [_cite(sentences, first, words), _code(analysis, code, words)]
    chapters = [one for one in (*shown, *ends) if one.parts and chosen.has(one.key)]
    title = chosen.title.strip() or first.question
    page = PAGE.filled_in(
        language=words.language,
        title=title.striptags() if isinstance(title, Markup) else title,
        heading=title,
        question="" if title == first.question else first.question,
        author=chosen.author.strip(),
        first=first,
        cite=words.say("exports.cite"),
        data=_data(analysis, words),
        date=_date(analysis.made_on, words),
        made_by=words.say("report.made_by", version=__version__),
        sections=chapters,
        style_of_parts=STYLE,
        pictures=_pictures([*first.picture, *(part for one in chapters for part in one.parts)], words),
        script=script_of("report"),
    )
    return in_language(page, words).encode("utf-8")


def _shown(made: Mapping[str, Section], opening: Opening, first: FirstPage, words: Words) -> list[Section]:
    """The sections; of that whose pictures the first page has, what stays."""
    pictured = made[opening.pictured]
    is_said = str(say(words, "report.sentence", text=pictured.title)) in first.answer and bool(pictured.rest)
    stays = pictured.without_lead(title_is_said=is_said)
    left = {**{key: one.whole for key, one in made.items()}, opening.pictured: stays}
    return list(left.values())


def _cite(sentences: Sequence[str], first: FirstPage, words: Words) -> Section:
    """The sentences that the first page does not have."""
    more = [[line for line in one.split("\n") if line not in first.cite.lines] for one in sentences]
    return Section("cite", words.say("report.every_sentence"), [Quote(lines) for lines in more if lines])


def _pictures(parts: Sequence[Part], words: Words) -> Markup:
    """All drawings as JSON, whose texts cannot end the script that it stands in."""
    pictures = [picture for part in parts if isinstance(part, Pictures) for picture in part.pictures]
    drawings = {key: one for picture in pictures for key, one in picture.drawings.items()}
    language = language_bundle("report", words, also="play")
    said = {key: language["words"][key] for key in SAID}
    bundle = {**language, "words": said, "pictures": drawings}
    text = json.dumps(bundle, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def _data(analysis: Analysis, words: Words) -> Markup:
    """A quiet line: the name of the data, and how many rows they have."""
    name = words.say(f"examples.{analysis.example}.name") if analysis.example else analysis.cases.name
    if analysis.task:
        name = words.say("report.title", name=name, task=analysis.task.said(words))
    rows = say(words, "data.rows", count=Datum("rows", analysis.cases.size))
    positives = say(words, "data.positives", count=Datum("positive_rows", analysis.cases.positive_rows))
    return say(words, "report.data", name=name, rows=rows, positives=positives)


def _date(day: date, words: Words) -> Markup:
    """The day, also as machines read it."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), date_text(day, words))


def _code(analysis: Analysis, code: Mapping[str, str], words: Words) -> Section:
    lines = [Code(package, text) for package, text in code.items()]
    note = words.say("report.code_reads", file=f"{analysis.stem}_rows.csv")
    return Section("code", words.say("exports.code"), [Text(note), *lines])
