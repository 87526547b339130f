"""A language is a folder of catalogs: these tests derive German from English and expect decimal commas everywhere."""

import json
import re
import shutil
from functools import partial
from html.parser import HTMLParser

import pytest
from google.protobuf.json_format import MessageToDict

from pr_curve_lab.exports import page_exports
from pr_curve_lab.exports.sheet import sheet_html
from pr_curve_lab.i18n import messages
from pr_curve_lab.i18n.messages import LANGUAGES, language_names, messages_in
from pr_curve_lab.lessons import step_values as lesson_values
from pr_curve_lab.lessons.lesson import step_text
from pr_curve_lab.lessons.lesson_json import step_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import fractions_of
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.schema.examples import example_labeled_scores, example_table
from pr_metrics import SCHEMES, TOOLS, __version__
from pr_metrics.signatures import VERSION
from tests.pages.app import headline, open_page, said
from tests.pr_curve_lab.exports.builders import dated_results

OPENED = [  # so that every part of every page is shown
    ("data", {"example": "sixteen_rows"}),
    ("curve", {"example": "sixteen_rows", "grid": "0:1/10", "contours": "0.5"}),
    ("curve", {"example": "sixteen_rows", "require": "cost", "cost_fp": "0.25", "threshold": "2.5"}),
    ("curve", {"example": "constant", "require": "both", "precision": "0.95"}),
    ("areas", {"example": "sixteen_rows", "left": "linear", "right": "eleven_point"}),
    ("areas", {"example": "breast_cancer", "digits": "2"}),
    ("schemes", {"example": "sixteen_rows", "published": "0.8"}),
    ("balance", {"example": "sixteen_rows", "prevalence": "0.0123", "gain": "1"}),
    ("averages", {"example": "digits"}),
    ("averages", {"example": "digits", "average": "samples"}),
    ("models", {"example": "four_models"}),
    ("lessons", {}),
]
STEPS = [(key, number + 1) for key, lesson in LESSONS.items() for number in range(len(lesson.steps))]

# Texts with a point that are not numbers: sources, formats, and software versions.
DOI = r"10\.\d{4,}/\S+"
SOFTWARE = [
    __version__,
    *(name for scheme in SCHEMES.values() for name in (*scheme.tools, scheme.source)),
    *(part for key in TOOLS for one in TOOLS.releases(key) for part in (one.version, one.since, one.name) if part),
    VERSION,
]
# Matches 0.234, but not 1.234, which may be a number of thousands.
WITH_POINT = re.compile(r"(?<![\d.,])(?:0\.\d+|\d+\.(?!\d{3}(?!\d))\d+)")
SHOWN_BY_PLOTLY = {"text", "ticktext", "hovertext", "label", "prefix", "alt"}
SENT_ALONG = {
    "spec",
    "json",
    "id",
    "key",
    "url",
    "config",
    "queryString",
    "value",
    "default",
    "setValue",
    "data",
    "format",
}


def with_commas(words):
    """Return a catalog as a translator would write it: numbers with a comma, formats and sources unchanged."""
    return re.sub(rf"\{{[^}}]*\}}|{DOI}|(?<=\d)\.(?=\d)", lambda found: found[0] if len(found[0]) > 1 else ",", words)


def forget():
    for made in (messages_in, step_values, lesson_values._compute_values):
        made.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def german(tmp_path_factory):
    folder = tmp_path_factory.mktemp("languages") / "words"
    shutil.copytree(messages.FOLDER, folder, ignore=shutil.ignore_patterns("de"))
    shutil.copytree(folder / "en", folder / "de")
    for file in (folder / "de").iterdir():
        file.write_text(with_commas(file.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(messages, "FOLDER", folder)
        for code, name in language_names(folder).items():
            patch.setitem(LANGUAGES, code, name)
        forget()
        yield messages_in("de")
    forget()


def points_in(text):
    """Return the numbers of a text that have a decimal point; SVG drawings are skipped."""
    if text.startswith("<svg"):
        return []
    for name in sorted(SOFTWARE, key=len, reverse=True):
        text = text.replace(name, "")
    return WITH_POINT.findall(re.sub(rf"`[^`]*`|{DOI}", "", text))


def texts_of(value, wanted=None, *, inside=False):
    """Return every text in nested data; with `wanted`, only texts below these keys."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name not in SENT_ALONG or wanted:
                yield from texts_of(part, wanted, inside=inside or not wanted or name in wanted)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_of(part, wanted, inside=inside)
    elif isinstance(value, str) and (inside or not wanted):
        yield value


def figures_of(app):
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def shown(app):
    """Return all texts of a page: sentences, labels, options, tables and charts, but not code."""
    for element in app.main:
        if element.type in ("arrow_data_frame", "dataframe", "table"):
            frame = element.value
            yield from map(str, frame.columns)
            yield from (cell for column in frame.columns for cell in frame[column] if isinstance(cell, str))
        elif element.type != "code" and getattr(element, "proto", None) is not None:
            yield from texts_of(MessageToDict(element.proto))
            for sent in (getattr(element.proto, name, "") for name in ("spec", "json")):
                if isinstance(sent, str) and sent.startswith("{"):
                    yield from texts_of(json.loads(sent), SHOWN_BY_PLOTLY)


@pytest.mark.parametrize(("page", "parameters"), OPENED, ids=str)
def test_no_page_shows_a_number_with_a_point(page, parameters):
    app = open_page(page, **parameters, lang="de")
    wrong = {text: points for text in shown(app) if (points := points_in(text))}
    assert wrong == {}
    figures = figures_of(app)
    assert all(figure["layout"]["separators"] == ",." for figure in figures)
    hovers = [trace["hovertemplate"] for figure in figures for trace in figure["data"] if "hovertemplate" in trace]
    assert not any(
        re.search(r"%\{customdata\[\d+\]\}", hover) for hover in hovers
    )  # Plotly would format it with a point


def test_english_pages_do_have_decimal_points():
    for page in ("curve", "schemes", "balance"):
        app = open_page(page, example="sixteen_rows", lang="en")
        assert len({text for text in shown(app) if points_in(text)}) > 10, page
    assert re.search(r"0\.\d{3}", headline(open_page("areas", example="apples_oranges", lang="en")))
    assert re.search(r"0,\d{3}", headline(open_page("areas", example="apples_oranges", lang="de")))


def test_thousands_have_a_point_and_decimals_a_comma(german):
    app = open_page("data", example="thousand_each", lang="de")
    assert "2.000 rows" in said(app)
    assert "class balance of 0,50" in headline(app)
    assert german.format_number(1234567.5, ",.1f") == "1.234.567,5"
    assert german.formula(r"\frac{1,234}{2} = 0.50, 7") == r"\frac{1.234}{2} = 0{,}50, 7"


def test_each_folder_of_catalogs_is_offered_as_a_language():
    app = open_page("areas", lang="de")
    (offered,) = (one for one in app.get("button_group") if one.key == "lang")
    names = {option.content for option in offered.proto.options}
    assert names == set(LANGUAGES.values()) >= {"English", "中文", "Deutsch"}


@pytest.mark.parametrize("page", ["curve", "areas"])
def test_citations_and_code_keep_the_decimal_point(page):
    app = open_page(page, example="apples_oranges", lang="de")
    *copied, local, english = [block.value for block in app.code if "import" not in block.value]
    code = [block.value for block in app.code if "import" in block.value]
    assert points_in("".join(copied) + local) == [] != points_in(english)
    assert all(re.search(r"\b0,\d{3}", text) for text in (*copied, local))
    assert re.search(r"\b0\.\d{3}", english)
    assert code == [block.value for block in open_page(page, example="apples_oranges").code if "import" in block.value]


class Visible(HTMLParser):
    """The visible text of a page without code and citations, and the values of its data elements."""

    def __init__(self, page):
        super().__init__()
        self.text_bytes, self.values, self.inside = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "img", "br", "path", "circle", "polygon", "polyline", "link"):
            self.inside.append(tag)
        if tag == "data":
            self.values.append(dict(attributes)["value"])
        self.text_bytes += [text for name, text in attributes if name in ("alt", "aria-label")]

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, text):
        if not {"script", "style", "pre", "code", "blockquote"} & set(self.inside):
            self.text_bytes.append(text)


def report_of(example, words):
    labeled_scores, table = example_labeled_scores(example), example_table(example)
    results = dated_results(labeled_scores, table, example)
    *_, file = page_exports.data_exports(results, words).files
    return file.make().decode("utf-8")


@pytest.mark.parametrize("example", ["apples_oranges", "thousand_each"])
def test_the_report_has_decimal_commas_and_exact_values(example, german):
    ours, english = (Visible(report_of(example, words)) for words in (german, messages_in("en")))
    assert {text: points for text in ours.text_bytes if (points := points_in(text))} == {}
    assert ours.values == english.values
    assert any("." in value for value in ours.values)
    assert any(re.search(r"0,\d{4}", text) for text in ours.text_bytes)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_the_sheet_of_a_lesson_has_decimal_commas(lesson, german):
    texts = Visible(sheet_html(lesson, german).decode("utf-8")).text_bytes
    assert {text: points for text in texts if (points := points_in(text))} == {}


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_every_step_of_a_lesson_has_decimal_commas(key, number, german):
    lesson = LESSONS[key]
    step, settings, facts = lesson.steps[number - 1], lesson.settings(number), step_values(lesson, number)
    tell = partial(step_text, lesson, number, values=facts, messages=german)
    texts = [tell(part) for part in ("title", "says", *step.options, *(["asks"] if step.options else []))]
    texts += [german.formula(fraction) for fraction in fractions_of(step, settings, facts, german)]
    texts += list(texts_of(step_json(lesson, number, german)["pictures"], SHOWN_BY_PLOTLY))
    assert {text: points for text in texts if (points := points_in(text))} == {}
