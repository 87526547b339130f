"""The report as a whole: which sections it has, in which order, and the page that holds them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from markupsafe import Markup

from pr_app.exports.analysis_in_view import Analysis
from pr_app.exports.html_page import Page
from pr_app.exports.report import about_rows, at_threshold, every_area, limits, two_pictures
from pr_app.exports.report.datum import Datum, in_language, say
from pr_app.exports.report.parts import Code, Pictures, Quote, Section, Text
from pr_app.lab.bundle import language_bundle
from pr_app.lab.modules import STYLE, script_of
from pr_app.wording.catalogue import Words
from pr_app.wording.dates import date_text
from pr_metrics import __version__

PAGE = Page(Path(__file__).parent / "templates" / "report.html")

SAID = (
    "recall", "precision", "balance", "called", "not_called", "tp", "fp", "fn", "tn", "threshold", "spoken_threshold",
    "back",
)  # fmt: skip

Make = Callable[[Analysis, Words], Section]
SECTIONS: tuple[Make, ...] = (
    two_pictures.section,
    every_area.schemes,
    every_area.ties,
    at_threshold.threshold,
    limits.section,
    about_rows.section,
    every_area.tools,
    at_threshold.operating_points,
)


def report_html(
    analysis: Analysis,
    sentences: Sequence[str],
    code: Mapping[str, str],
    words: Words,
    *,
    sections: tuple[Make, ...] = SECTIONS,
    subject: str | None = None,
) -> bytes:
    """The report of an analysis: the sentence to cite first, the code last, between them the sections.

    subject: what it is about, where that is not the analysis of one task.
    """
    cite = Section("cite", words.say("exports.cite"), [Quote(sentence.split("\n")) for sentence in sentences])
    made = [make(analysis, words) for make in sections]
    page = PAGE.filled_in(
        language=words.language,
        title=_title(analysis, subject, words),
        subtitle=_subtitle(analysis, words),
        made_by=_made_by(analysis.made_on, words),
        sections=[cite, *made, _code(analysis, code, words)],
        style_of_parts=STYLE,
        pictures=_pictures(made, words),
        script=script_of("report"),
    )
    return in_language(page, words).encode("utf-8")


def _pictures(sections: Sequence[Section], words: Words) -> Markup:
    """All drawings as JSON, whose texts cannot end the script that it stands in."""
    parts = [part for section in sections for part in section.parts if isinstance(part, Pictures)]
    drawings = {key: one for part in parts for picture in part.pictures for key, one in picture.drawings.items()}
    language = language_bundle("report", words, also="play")
    said = {key: language["words"][key] for key in SAID}
    bundle = {**language, "words": said, "pictures": drawings}
    text = json.dumps(bundle, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def _title(analysis: Analysis, subject: str | None, words: Words) -> str:
    name = words.say(f"examples.{analysis.example}.name") if analysis.example else analysis.cases.name
    about = analysis.task.said(words) if subject is None and analysis.task else subject
    return name if about is None else words.say("report.title", name=name, task=about)


def _subtitle(analysis: Analysis, words: Words) -> Markup:
    rows = say(words, "data.rows", count=Datum("rows", analysis.cases.size))
    positives = say(words, "data.positives", count=Datum("positive_rows", int(analysis.cases.positive.sum())))
    return say(words, "report.subtitle", rows=rows, positives=positives)


def _made_by(day: date, words: Words) -> Markup:
    """When, and with what; the date also as machines read it."""
    written = Markup('<time datetime="{}">{}</time>').format(day.isoformat(), date_text(day, words))
    return say(words, "report.made_by", version=__version__, date=written)


def _code(analysis: Analysis, code: Mapping[str, str], words: Words) -> Section:
    lines = [Code(package, text) for package, text in code.items()]
    note = words.say("report.code_reads", file=f"{analysis.stem}_rows.csv")
    return Section("code", words.say("exports.code"), [Text(note), *lines])
