"""Download size and layout shift of a first visit with an empty browser cache."""

import pytest

from tests.browser.visitor import PHONE, PROJECTOR

MOST_BYTES = 3.5e6
DRAWN = ".js-plotly-plot .scatterlayer, [data-lab=lesson] svg path"
MOST_MOVED = 0.05  # layout shift, as browsers count it
MOVED = """
window.moved = 0;
new PerformanceObserver(list => list.getEntries().forEach(entry => { window.moved += entry.value; }))
  .observe({type: 'layout-shift', buffered: true});
window.policy = [];
document.addEventListener('securitypolicyviolation', event => window.policy.push(event.blockedURI || event.sample));
"""


@pytest.fixture
def network(visitor, app):
    """The network of a window as on a first visit: without a cache, cookies or stored values, and with `MOVED`."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Storage.clearDataForOrigin", {"origin": app, "storageTypes": "cookies,local_storage"})
    session.send("Page.enable")
    session.send("Page.addScriptToEvaluateOnNewDocument", {"source": MOVED})
    yield session
    session.detach()


@pytest.mark.parametrize(
    ("path", "screen"),
    [("areas", PROJECTOR), ("curve", PHONE), ("lessons?lesson=curve&step=2", PROJECTOR)],
    ids=["areas", "curve", "lesson"],
)
def test_a_first_visit_is_small_and_does_not_shift(visitor, network, path, screen):
    visitor.page.set_viewport_size(screen)
    loaded = []
    network.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    visitor.open(path)
    visitor.page.wait_for_selector(DRAWN, state="attached")
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.evaluate("window.moved") < MOST_MOVED
    assert 5e5 < sum(loaded) < MOST_BYTES
    assert visitor.page.evaluate("window.policy") == []


def test_the_bare_address_opens_areas_in_the_language_of_the_browser(app, new_visitor):
    visitor = new_visitor(app, locale="zh-CN")
    visitor.open("")
    assert "面积" in visitor.headline()
    visitor.page.locator(".st-key-lang").get_by_text("English").click()
    visitor.wait()
    assert "Apples and oranges · 10 rows, 5 positive" in visitor.text()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_first_screen_has_both_areas_the_upload_and_the_questions(visitor, language):
    visitor.page.set_viewport_size(PROJECTOR)
    visitor.open(f"?lang={language}")
    for part in ("own_rows", "questions"):
        assert bottom(visitor, f".st-key-{part}") <= PROJECTOR["height"]
    visitor.resize(PHONE)
    for part in (".st-key-both_on_phone .js-plotly-plot", ".st-key-own_rows button"):
        assert bottom(visitor, part) <= PHONE["height"]


def test_on_a_phone_the_first_screen_of_threshold_has_the_requirements_and_the_curve(visitor, tmp_path):
    visitor.page.set_viewport_size(PHONE)
    visitor.open("curve?lang=zh")
    parts = [".st-key-question", ".st-key-curve_chart .js-plotly-plot", ".st-key-where_used", ".st-key-confusion"]
    bottoms = [bottom(visitor, part) for part in parts]
    assert bottoms[1] <= PHONE["height"]
    assert bottoms == sorted(bottoms)
    words = bottom(visitor, ".st-key-question p:text('报警次数最多')")
    assert words == pytest.approx(bottom(visitor, ".st-key-alerts"), abs=10)  # in one line
    rows = (f"2026-01-{1 + row % 9:02},{row % 3 % 2},{row % 7}" for row in range(90))
    (tmp_path / "days.csv").write_text("date,label,score\n" + "\n".join(rows))
    visitor.go_back_to("data?lang=en")
    visitor.upload(tmp_path / "days.csv")
    visitor.visit("curve")
    assert bottom(visitor, ".st-key-limit") == pytest.approx(bottom(visitor, ".st-key-alerts"), abs=10)
    assert bottom(visitor, parts[1]) <= PHONE["height"]


def test_on_a_phone_the_curves_come_before_their_enlarged_picture(visitor):
    visitor.page.set_viewport_size(PHONE)
    visitor.open("areas?example=four_models")
    bottoms = [
        bottom(visitor, f".st-key-{chart} .js-plotly-plot") for chart in ("left_chart", "right_chart", "both_chart")
    ]
    assert bottoms == sorted(bottoms)


def test_on_a_phone_the_questions_or_the_headline_have_the_link_to_two_numbers(visitor, tmp_path):
    visitor.page.set_viewport_size(PHONE)
    visitor.open("areas")
    link = visitor.page.locator(".st-key-areas_title a")
    assert not link.is_visible()
    (tmp_path / "own.csv").write_text("label,score\n1,0.9\n0,0.8\n1,0.7\n")
    visitor.upload(tmp_path / "own.csv", key="first_upload")
    visitor.visit("areas")
    link.wait_for()


def bottom(visitor, selector):
    box = visitor.page.locator(selector).first.bounding_box()
    return box["y"] + box["height"]
