"""A user takes the answer along: copies the sentence, runs the code, downloads the files, opens the report anywhere."""

import json
import re
import struct
from datetime import date, timedelta
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from pr_app.exports import page_exports
from pr_app.reading.binary_tasks import build_cases
from pr_app.reading.examples import example_cases, example_tasks
from pr_app.reading.roles import Roles
from pr_app.reading.tables import Table
from pr_app.wording.catalogue import words_in
from pr_app.wording.citations import counted
from pr_app.wording.task_name import TaskName
from pr_metrics import SCHEMES, bootstrap_interval, choose_threshold, operating_points
from tests.browser.opened import SIDEWAYS, Opened
from tests.browser.visitor import PHONE, PROJECTOR
from tests.offered_code import file_that_is_read, printed_by_a_reader
from tests.pr_app.exports.dated import dated_analysis

# Area of the trace `curve` of a chart of the report, closed to precision 0.
POLYGON = """key => {
  const {x, y} = document.getElementById(key)._fullData.find(one => one.name === 'curve');
  let area = 0;
  for (let i = 1; i < x.length; i++) area += (x[i] - x[i - 1]) * (y[i] + y[i - 1]) / 2;
  return area;
}"""
# The same of every model of a chart, by its name.
POLYGONS = """key => Object.fromEntries(document.getElementById(key)._fullData.filter(one => one.name === 'curve').map(
  ({x, y, meta}) => {
    let area = 0;
    for (let i = 1; i < x.length; i++) area += (x[i] - x[i - 1]) * (y[i] + y[i - 1]) / 2;
    return [meta, area];
  }
))"""
DATA = "() => [...document.querySelectorAll('data')].map(one => [one.dataset.of, one.value, one.textContent])"
PNG = b"\x89PNG\r\n\x1a\n"


def open_expander(visitor):
    visitor.page.locator(".st-key-exports summary").click()
    visitor.stands(".st-key-picture")  # it unfolds


def download(visitor, kind, folder):
    """Click a button, and give the path of the file that came."""
    with visitor.page.expect_download() as coming:
        visitor.page.locator(f".st-key-download_{kind} button").click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def code_blocks(visitor):
    """The sentences and the lines of code, also those of the tab that is not open."""
    texts = visitor.page.locator('.st-key-exports [data-testid="stCode"] code').all_text_contents()
    return [text for text in texts if "import" not in text], [text for text in texts if "import" in text]


@pytest.fixture
def report(visitor, tmp_path):
    """Download the report of a page."""

    def of(link):
        visitor.open(link)
        open_expander(visitor)
        return download(visitor, "report", tmp_path)

    return of


def test_the_code_of_a_page_gives_the_numbers_of_its_files(visitor, tmp_path):
    cases = example_cases("sixteen_rows")
    visitor.open("curve?example=sixteen_rows")
    open_expander(visitor)
    _, codes = code_blocks(visitor)
    rows = download(visitor, "rows", tmp_path)
    assert rows.name == file_that_is_read(codes[0]) == "sixteen_rows_rows.csv"
    assert pd.read_csv(rows)["score"].tolist() == cases.score.tolist()
    facts = json.loads(download(visitor, "json", tmp_path).read_text(encoding="utf-8"))
    lines = pd.read_csv(download(visitor, "csv", tmp_path))
    areas = {key: scheme.area(cases.points) for key, scheme in SCHEMES.items()}
    assert facts["areas"] == areas
    assert dict(lines[lines["quantity"] == "area"][["scheme", "value"]].itertuples(index=False)) == areas
    at = choose_threshold(cases.points)
    assert facts["threshold"]["threshold"] == cases.points.threshold[at]
    for code in codes:
        printed = printed_by_a_reader(code, tmp_path)
        assert printed["step"] == pytest.approx(areas["step"], abs=1e-12)
        assert printed["precision"] == pytest.approx(cases.points.precision[at], abs=1e-12)


def test_the_data_page_gives_the_rows_of_a_file_of_ones_own(visitor, tmp_path):
    own = tmp_path / "my <b>scores.csv"
    own.write_text("outcome;p;w;site\nyes;0,5;2;=1+1\nno;0,25;1;b\nyes;0,75;1;-c\nno;;1;b\n", encoding="utf-8")
    visitor.open("data")
    visitor.upload(own)
    visitor.page.locator(".st-key-leave_out label").click()
    visitor.wait()
    visitor.choose("weight", "w")
    visitor.choose("group", "site")
    open_expander(visitor)
    rows = download(visitor, "rows", tmp_path)
    assert rows.name == "my_b_scores_rows.csv"
    assert (
        rows.read_text(encoding="utf-8") == "label,score,weight,group\n1,0.5,2.0,'=1+1\n0,0.25,1.0,b\n1,0.75,1.0,'-c\n"
    )


def test_the_report_opens_without_a_network_and_its_shapes_have_its_numbers(offline, report):
    path = report("areas?example=breast_cancer&digits=1&right=envelope&lang=en")
    assert path.name == "breast_cancer_report.html"
    cases = example_cases("breast_cancer")
    points = operating_points(cases.positive, cases.score.round(1))
    with Opened(offline, path) as opened:
        found = {of: float(value) for of, value, _ in opened.page.evaluate(DATA)}
        for key, scheme in SCHEMES.items():
            assert found[f"area.{key}"] == scheme.area(points)
        for chart, scheme in (("left_chart", "step"), ("right_chart", "envelope"), ("curve_chart", "step")):
            assert opened.page.evaluate(POLYGON, chart) == pytest.approx(found[f"area.{scheme}"], abs=1e-12)
            figure = opened.page.locator("figure").filter(has=opened.page.locator(f"#{chart}"))
            assert f"{found[f'area.{scheme}']:.3f}" in figure.inner_text()
        assert_speaks(opened, "en")
        assert_fits(opened, ("left_chart", "right_chart"))


def test_the_report_of_several_models_draws_all_of_them_with_its_areas(offline, report):
    models = example_tasks("four_models")
    path = report("models?example=four_models&model=tree&lang=zh")
    assert path.name == "four_models_models_report.html"
    with Opened(offline, path, PHONE) as opened:
        found = {of: float(value) for of, value, _ in opened.page.evaluate(DATA)}
        for chart, scheme in (("models_chart", "step"), ("models_right_chart", "linear")):
            polygons = opened.page.evaluate(POLYGONS, chart)
            assert polygons.keys() == set(models.names)
            for name, area in polygons.items():
                assert area == pytest.approx(found[f"area.{scheme}.{name}"], abs=1e-12)
                assert found[f"area.{scheme}.{name}"] == SCHEMES[scheme].area(models.points(name))
        drawn = bootstrap_interval(models.points("tree"))
        assert (found["bootstrap.tree.low"], found["bootstrap.tree.high"]) == (drawn.low, drawn.high)
        assert_speaks(opened, "zh")
        assert_fits(opened, ("models_chart", "models_right_chart"))


def assert_speaks(opened, language):
    assert opened.page.locator("html").get_attribute("lang") == language
    assert bool(re.search("[一-鿿]", opened.page.locator("h2").nth(1).inner_text())) == (language == "zh")


def assert_fits(opened, pair):
    """Both pictures beside each other on a projector, one under the other on a phone, and nothing wider than either."""
    for screen in (PHONE, PROJECTOR):
        opened.page.set_viewport_size(screen)
        opened.page.reload()  # charts keep the width that they were drawn at
        opened.page.wait_for_selector(".js-plotly-plot .main-svg")
        opened.page.wait_for_function(f"() => {SIDEWAYS} <= 0")
        boxes = [opened.page.locator(f"#{key}").bounding_box() for key in pair]
        assert (boxes[0]["y"] == boxes[1]["y"]) == (screen == PROJECTOR)


def test_the_report_fits_a_phone_whatever_columns_are_called(offline, tmp_path):
    label, score, weight = "label_" * 20, "分数" * 40, "a weight of " * 8 + "w" * 90
    rows = {label: [1, 0, 1, 1, 0, 0] * 5, score: np.arange(30) / 7, weight: 1.5}
    table = Table(f"{'file_' * 30}.csv", pd.DataFrame(rows))
    cases = build_cases(table, Roles(label, "1", (score,), weight))
    analysis = dated_analysis(cases, table, task=TaskName(score, "models"))
    about = counted(cases, tied=0, left_out=0, task=analysis.task)
    path = tmp_path / "report.html"
    path.write_bytes(page_exports.report_of(analysis, about, words_in("en")).make())
    with Opened(offline, path, PHONE) as opened:
        assert opened.page.evaluate(SIDEWAYS) <= 0


def test_the_buttons_of_the_report_save_its_charts_and_it_prints_on_a4(offline, report, tmp_path):
    with Opened(offline, report("areas?example=ten_rows&picture=svg")) as opened:
        opened.page.locator("#right_chart").hover()
        with opened.page.expect_download() as coming:
            opened.page.locator('#right_chart [data-title^="Download plot"]').click()
        assert coming.value.suggested_filename == "ten_rows_linear.svg"
        coming.value.save_as(tmp_path / "chart.svg")
        assert (tmp_path / "chart.svg").read_text(encoding="utf-8").startswith("<svg")
        printed = opened.page.pdf(prefer_css_page_size=True)
        width, height = (float(side) for side in re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed).groups())
        assert (round(width), round(height)) == (595, 842)  # points of 1/72 inch
        assert 3 <= len(re.findall(rb"/Type /Page\b", printed)) <= 8
        opened.page.emulate_media(media="print")
        opened.page.set_viewport_size({"width": 680, "height": 960})  # A4 between its margins
        edges = opened.page.evaluate(
            "() => [...document.querySelectorAll('section, table, figure, .chart svg, pre')]"
            ".map(one => one.getBoundingClientRect().right)"
        )
        assert max(edges) <= 680
        left, right = (opened.page.locator(f"#{side}_chart").bounding_box() for side in ("left", "right"))
        assert left["y"] == right["y"]
        assert not opened.page.locator(".modebar").first.is_visible()


def test_a_hostile_file_cannot_break_out_of_the_report(visitor, offline, tmp_path):
    hostile = ("</script><script>alert(1)</script>", "![x](http://y/z.png)", "<img src=http://y/z onerror=alert(2)>")
    own = tmp_path / "$x$.csv"
    names = ",".join(f'"{text}"' for text in hostile)
    values = ("</script><script>alert(3)</script>", "no")
    rows = "".join(f'"{values[index % 3 == 0]}",{index / 7},1.5\n' for index in range(30))
    own.write_text(f"{names}\n{rows}", encoding="utf-8")
    visitor.open("data")
    visitor.upload(own)
    open_expander(visitor)
    with Opened(offline, download(visitor, "report", tmp_path)) as opened:
        opened.page.wait_for_timeout(300)
        text = opened.page.locator("body").inner_text()
        assert hostile[0] in text
        assert opened.page.locator("img").count() == 0
        assert opened.page.locator("main [href], main [src]").count() == 0


def test_the_charts_own_button_saves_a_png_or_an_svg(visitor, tmp_path):
    visitor.open("areas?example=ten_rows")

    def save():
        visitor.page.locator(".st-key-left_chart .js-plotly-plot").hover()
        with visitor.page.expect_download() as coming:
            visitor.page.locator('.st-key-left_chart [data-title^="Download plot"]').click()
        path = tmp_path / coming.value.suggested_filename
        coming.value.save_as(path)
        return path

    size = visitor.page.evaluate(
        "() => { const {width, height} = document.querySelector('.st-key-left_chart .js-plotly-plot')._fullLayout;"
        " return [width, height]; }"
    )
    png = save()
    assert png.name == "ten_rows_areas_left.png"
    content = png.read_bytes()
    assert content.startswith(PNG)
    assert struct.unpack(">II", content[16:24]) == tuple(round(2 * side) for side in size)
    open_expander(visitor)
    visitor.page.locator(".st-key-picture").get_by_text("SVG", exact=True).click()
    visitor.wait()
    assert visitor.parameters()["picture"] == "svg"
    svg = save()
    assert svg.name == "ten_rows_areas_left.svg"
    drawn = svg.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    HTMLParser().feed(drawn)
    assert f"{SCHEMES['step'].area(example_cases('ten_rows').points):.3f}" in drawn


def test_what_is_offered_fits_a_phone(app, new_visitor):
    visitor = new_visitor(app, PHONE)
    visitor.open("areas?example=sixteen_rows")
    open_expander(visitor)
    for language in ("English", "中文"):
        visitor.page.locator(".st-key-lang").get_by_text(language, exact=True).click()
        visitor.wait()
        assert visitor.overflow() <= 1
        inside = visitor.page.evaluate(
            "() => [...document.querySelectorAll('.st-key-exports button, .st-key-exports pre')]"
            ".map(one => one.getBoundingClientRect()).filter(box => box.width > 0)"
            ".every(box => box.left >= 0 && box.right <= window.innerWidth)"
        )
        assert inside


def test_the_keyboard_reaches_every_download(visitor):
    visitor.open("schemes?example=ten_rows")
    open_expander(visitor)
    visitor.page.locator(".st-key-exports summary").focus()
    reached = set()
    for _ in range(20):
        visitor.page.keyboard.press("Tab")
        reached.add(visitor.page.evaluate("() => document.activeElement.closest('[class*=st-key-]')?.className ?? ''"))
    found = " ".join(reached)
    for key in ("download_rows", "download_csv", "download_json", "download_report", "picture"):
        assert f"st-key-{key}" in found


def test_a_report_bears_the_day_of_whoever_asks_for_it(app, new_visitor, tmp_path):
    """On either side of the date line it is never the same day; the server has one clock."""
    days = []
    for zone in ("Pacific/Pago_Pago", "Pacific/Kiritimati"):
        visitor = new_visitor(app, timezone_id=zone)
        visitor.open("data?example=ten_rows")
        open_expander(visitor)
        content = download(visitor, "report", tmp_path).read_text(encoding="utf-8")
        days.append(date.fromisoformat(re.search('<time datetime="(.*?)">', content)[1]))
    assert days[0] < days[1] <= days[0] + timedelta(days=2)
