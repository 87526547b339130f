"""The first page of a report: question, answer in at most three sentences, chart, and citation."""

import re
from dataclasses import replace
from functools import partial

import pytest

from pr_curve_lab.exports import page_exports
from pr_curve_lab.exports.report import document
from pr_curve_lab.exports.report.document import ReportOptions
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_metrics import area_interval
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pr_curve_lab.exports.builders import HOSTILE, results_of, weighted_results
from tests.pr_curve_lab.exports.reading import Read, agrees, pictures, section_of

WORDS = messages_in("en")
FIRST_PAGES = {
    "areas": document.areas_first_page,
    "threshold": document.threshold_first_page,
    "tools": partial(document.areas_first_page, finding="tools"),
}
PICTURED = {
    "areas": {"left_chart", "right_chart"},
    "threshold": {"curve_chart"},
    "tools": {"left_chart", "right_chart"},
}


def made(results, first_page=document.areas_first_page, language="en", chosen=document.DEFAULT_OPTIONS):
    described = page_exports.data_exports(results, messages_in(language))
    return replace(described, first_page=partial(first_page, results)).report(chosen).decode("utf-8")


def sections_of(page):
    return re.findall('<section id="(.*?)">', page)


CASES = dict.fromkeys([(example, "en") for example in KINDS_OF_ROWS] + [("digits", language) for language in LANGUAGES])


@pytest.mark.parametrize(("example", "language"), CASES)
@pytest.mark.parametrize("first_page", FIRST_PAGES)
def test_the_first_page_has_question_answer_chart_and_citation(example, first_page, language):
    page = made(results_of(example), FIRST_PAGES[first_page], language)
    first = section_of(page, "first").page
    assert sections_of(page)[0] == "first"
    assert re.search("<h1>(.*?)</h1>", first)[1].endswith(("?", "？"))
    answer = Read(re.search('<p class="answer">.*?</p>', first)[0]).said()
    assert 2 <= len(re.findall(r"\.(?= |$)|。", answer)) <= 3
    assert set(re.findall('id="(.*?_chart)"', first)) <= PICTURED[first_page]
    assert 'id="left_chart"' in first or 'id="curve_chart"' in first
    assert first.count("<blockquote>") == 1
    for chart in pictures(page):
        assert page.count(f'id="{chart}"') == 1


def test_the_interval_is_that_of_the_area_with_its_method():
    results = results_of("sixteen_rows")
    first = section_of(made(results), "first")
    interval = area_interval(results.points)
    found = first.numbers
    assert (found["interval_low.step"], found["interval_high.step"]) == (interval.lower, interval.upper)
    assert WORDS.format("interval.name_influence") in first.page
    assert all(agrees(of, float(value), text) for of, value, text in first.data)


@pytest.mark.parametrize("sides", [("step", "linear"), ("linear", "continuous")])
def test_typed_numbers_are_answered_with_the_area_to_report(sides):
    results = results_of("sixteen_rows", left=sides[0], right=sides[1])
    question = "0.89 here, 0.9 there: why?", ["They are joined in two ways"]
    page = page_exports.scheme_exports(results, results.areas, messages_in("en"), question=question).report().decode()
    answer = Read(re.search('<p class="answer">.*?</p>', section_of(page, "first").page)[0])
    report = WORDS.format("report.answer_report", area=results.areas["step"])
    assert answer.said().startswith(f"They are joined in two ways. {report}. ")
    interval = area_interval(results.points)
    assert answer.numbers == {
        "area.step": results.areas["step"],
        "interval_low.step": interval.lower,
        "interval_high.step": interval.upper,
    }


@pytest.mark.parametrize("text", HOSTILE)
def test_a_typed_title_and_author_are_escaped(text):
    results = weighted_results()
    found = Read(made(results, chosen=ReportOptions(text, text)))
    assert found.names().count("script") == Read(made(results)).names().count("script")
    assert "img" not in found.names()
    assert found.said().count(text) == 3  # title, heading, author
    assert WORDS.format("report.question_areas") in found.said()


def test_without_a_title_the_question_is_the_title():
    page = made(results_of("ten_rows"), chosen=ReportOptions("  ", " "))
    assert f"<title>{WORDS.format('report.question_areas')}</title>" in page
    assert 'class="question"' not in page
    assert 'class="author"' not in page


@pytest.mark.parametrize("chosen", [(), ("ties",), ("areas", "code"), ("cite", "points", "schemes")], ids=str)
def test_only_the_chosen_sections_follow(chosen):
    results = results_of("sixteen_rows")
    *_, file = page_exports.data_exports(results, messages_in("en")).files
    page = file.with_options(partial(ReportOptions, sections=chosen)).make().decode()
    assert sections_of(page) == ["first", *(key for key in file.sections if key in chosen)]
    assert sections_of(file.make().decode()) == ["first", *file.sections]
    assert set(pictures(page)) == set(re.findall('id="(\\w*_chart\\w*)"', page))
