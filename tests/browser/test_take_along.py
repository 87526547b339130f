"""A visitor copies the sentence, runs the code, downloads the files, and opens the report without the app."""

import json
import re
import struct
from datetime import date, datetime, timedelta, timezone
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.exports import page_exports
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_labeled_scores
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES, choose_threshold, operating_points
from tests.browser.hand import download
from tests.browser.opened import SIDEWAYS, Opened
from tests.browser.visitor import PHONE, PROJECTOR
from tests.offered_code import file_that_is_read, printed_by_a_reader
from tests.pr_curve_lab.exports.builders import dated_results

DATA = "() => [...document.querySelectorAll('data')].map(one => [one.dataset.of, one.value, one.textContent])"
PNG = b"\x89PNG\r\n\x1a\n"


def open_expander(visitor):
    """Open the expander, which is closed again after a change of page or language."""
    visitor.page.locator(".st-key-exports summary").click()
    visitor.stands(".st-key-picture")  # the animation takes a moment
    visitor.wait()


def code_blocks(visitor):
    """Return the sentences and the code, also of the tab that is not open."""
    texts = visitor.page.locator('.st-key-exports [data-testid="stCode"] code').all_text_contents()
    return [text for text in texts if "import" not in text], [text for text in texts if "import" in text]


def saved_by_its_button(page, chart, folder):
    """Return the file that the download button of a chart saves."""
    page.locator(chart).hover()
    return download(page, f'{chart} [data-title^="Download plot"]', folder)


def test_downloads_have_the_numbers_of_the_page(app, new_visitor, offline, tmp_path):
    visitor = new_visitor(app, PHONE, timezone_id="Pacific/Pago_Pago")
    visitor.open("areas?example=sixteen_rows")
    for language in ("中文", "English"):
        visitor.page.locator(".st-key-lang").get_by_text(language, exact=True).click()
        visitor.wait()
        open_expander(visitor)
        fits_a_phone(visitor)
    visitor.page.set_viewport_size(PROJECTOR)
    visitor.visit("curve")
    open_expander(visitor)
    has_the_numbers_of_its_files(visitor, example_labeled_scores("sixteen_rows"), tmp_path)
    visitor.visit("data")
    no_file_breaks_out_of_its_report(visitor, offline, tmp_path)
    pictures_and_report_open_without_a_network(visitor, offline, tmp_path)


def fits_a_phone(visitor):
    assert visitor.overflow() <= 1
    inside = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.st-key-exports button, .st-key-exports pre')]"
        ".map(one => one.getBoundingClientRect()).filter(box => box.width > 0)"
        ".map(box => box.left >= 0 && box.right <= window.innerWidth)"
    )
    assert inside
    assert all(inside)


def has_the_numbers_of_its_files(visitor, labeled_scores, folder):
    _, codes = code_blocks(visitor)
    rows = download(visitor.page, ".st-key-download_rows button", folder)
    assert rows.name == file_that_is_read(codes[0]) == "sixteen_rows_rows.csv"
    assert pd.read_csv(rows)["score"].tolist() == labeled_scores.score.tolist()
    facts = json.loads(download(visitor.page, ".st-key-download_json button", folder).read_text(encoding="utf-8"))
    lines = pd.read_csv(download(visitor.page, ".st-key-download_csv button", folder))
    areas = {key: scheme.area(labeled_scores.points) for key, scheme in SCHEMES.items()}
    assert facts["areas"] == areas
    assert dict(lines[lines["quantity"] == "area"][["scheme", "value"]].itertuples(index=False)) == areas
    at = choose_threshold(labeled_scores.points).index
    assert facts["threshold"]["threshold"] == labeled_scores.points.threshold[at]
    for code in codes:
        printed = printed_by_a_reader(code, folder)
        assert printed["step"] == pytest.approx(areas["step"], abs=1e-12)
        assert printed["precision"] == pytest.approx(labeled_scores.points.precision[at], abs=1e-12)


def no_file_breaks_out_of_its_report(visitor, offline, folder):
    hostile = ("</script><script>alert(1)</script>", "![x](http://y/z.png)", "<img src=http://y/z onerror=alert(2)>")
    write_hostile(folder / "$x$.csv", hostile)
    visitor.upload(folder / "$x$.csv")
    open_expander(visitor)
    with Opened(offline, download(visitor.page, ".st-key-download_report button", folder)) as opened:
        opened.page.wait_for_timeout(300)
        text = opened.page.locator("body").inner_text()
        assert hostile[0] in text
        assert opened.page.locator("img").count() == 0
        assert opened.page.locator("main [href], main [src]").count() == 0


def write_hostile(path, names):
    values = ("</script><script>alert(3)</script>", "no")
    rows = "".join(f'"{values[index % 3 == 0]}",{index / 7},1.5\n' for index in range(30))
    path.write_text(",".join(f'"{text}"' for text in names) + f"\n{rows}", encoding="utf-8")


def pictures_and_report_open_without_a_network(visitor, offline, folder):
    visitor.go_back_to("areas?example=breast_cancer&digits=1&right=envelope&lang=en")
    labeled_scores = example_labeled_scores("breast_cancer")
    points = operating_points(labeled_scores.positive, labeled_scores.score.round(1))
    a_chart_is_saved_as_png(visitor, folder)
    open_expander(visitor)
    a_chart_is_saved_as_svg(visitor, points, folder)
    path = download(visitor.page, ".st-key-download_report button", folder)
    assert path.name == "breast_cancer_report.html"
    assert_bears_the_day(path, hours=-11)
    with Opened(offline, path) as opened:
        its_shapes_have_its_numbers(opened, points)
        assert_speaks(opened, "en")
        assert_fits(opened, ("left_chart", "right_chart"), PROJECTOR)
        it_prints_on_a4(opened)
        opened.page.emulate_media(media="screen")
        opened.page.set_viewport_size(PHONE)
        assert_fits(opened, ("left_chart", "right_chart"), PHONE)


def a_chart_is_saved_as_png(visitor, folder):
    size = visitor.page.evaluate(
        "() => { const {width, height} = document.querySelector('.st-key-left_chart .js-plotly-plot')._fullLayout;"
        " return [width, height]; }"
    )
    png = saved_by_its_button(visitor.page, ".st-key-left_chart", folder)
    assert png.name == "breast_cancer_areas_left.png"
    content = png.read_bytes()
    assert content.startswith(PNG)
    assert struct.unpack(">II", content[16:24]) == pytest.approx([2 * side for side in size], abs=1)


def a_chart_is_saved_as_svg(visitor, points, folder):
    visitor.page.locator(".st-key-picture").get_by_text("SVG", exact=True).click()
    visitor.wait()
    assert visitor.parameters()["picture"] == "svg"
    svg = saved_by_its_button(visitor.page, ".st-key-left_chart", folder)
    assert svg.name == "breast_cancer_areas_left.svg"
    drawn = svg.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    HTMLParser().feed(drawn)
    assert f"{SCHEMES['step'].area(points):.3f}" in drawn


def its_shapes_have_its_numbers(opened, points):
    found = {of: float(value) for of, value, _ in opened.page.evaluate(DATA)}
    for key, scheme in SCHEMES.items():
        assert found[f"area.{key}"] == scheme.area(points)
    for chart, scheme in (("left_chart", "step"), ("right_chart", "envelope"), ("curve_chart", "step")):
        ((drawn, polygon, said),) = opened.shapes(chart)
        assert (drawn, said) == (scheme, found[f"area.{scheme}"])
        assert polygon == pytest.approx(said, abs=1e-12)
        figure = opened.page.locator("figure").filter(has=opened.page.locator(f"#{chart}"))
        assert f"{found[f'area.{scheme}']:.3f}" in figure.inner_text()


def it_prints_on_a4(opened):
    opened.page.emulate_media(media="print")
    printed = opened.page.pdf(prefer_css_page_size=True)
    width, height = (float(side) for side in re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed).groups())
    assert (round(width), round(height)) == (595, 842)  # points (1/72 inch)
    assert 3 <= len(re.findall(rb"/Type /Page\b", printed)) <= 10  # the first stands alone
    opened.page.set_viewport_size({"width": 680, "height": 960})  # A4 between its margins
    edges = opened.page.evaluate(
        "() => [...document.querySelectorAll('section, table, figure, .chart svg, pre')]"
        ".map(one => one.getBoundingClientRect().right)"
    )
    assert max(edges) <= 680
    left, right = (opened.page.locator(f"#{side}_chart").bounding_box() for side in ("left", "right"))
    assert left["y"] == right["y"]


def assert_bears_the_day(path, hours):
    """Check that a report has the visitor's date, with clocks `hours` ahead of UTC.

    At -11 and +14 hours the dates always differ, so the date cannot be that of the server.
    """
    content = path.read_text(encoding="utf-8")
    day = date.fromisoformat(re.search('<time datetime="(.*?)">', content)[1])
    now = datetime.now(timezone(timedelta(hours=hours)))
    assert day in {now.date(), (now - timedelta(minutes=10)).date()}  # midnight may pass in between


def assert_speaks(opened, language):
    assert opened.page.locator("html").get_attribute("lang") == language
    assert bool(re.search("[一-鿿]", opened.page.locator("h2").nth(1).inner_text())) == (language == "zh")


def assert_fits(opened, pair, screen):
    """Check that both charts are side by side on a projector and stacked on a phone, and that nothing overflows."""
    opened.page.wait_for_function(f"() => {SIDEWAYS} <= 0")
    boxes = [opened.page.locator(f"#{key}").bounding_box() for key in pair]
    assert (boxes[0]["y"] == boxes[1]["y"]) == (screen == PROJECTOR)


def test_a_report_with_long_column_names_fits_a_phone(offline, tmp_path):
    label, score, weight = "label_" * 20, "分数" * 40, "a weight of " * 8 + "w" * 90
    rows = {label: [1, 0, 1, 1, 0, 0] * 5, score: np.arange(30) / 7, weight: 1.5}
    table = Table(f"{'file_' * 30}.csv", pd.DataFrame(rows))
    labeled_scores = build_labeled_scores(table, Roles(label, "1", (score,), weight))
    results = dated_results(labeled_scores, table, task=TaskName(score, "models"))
    path = tmp_path / "report.html"
    path.write_bytes(page_exports.data_exports(results, messages_in("en")).report())
    with Opened(offline, path, PHONE) as opened:
        assert opened.page.evaluate(SIDEWAYS) <= 0
