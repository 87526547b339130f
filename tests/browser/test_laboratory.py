"""The laboratory in one file, opened without a network: its lessons, its rows to drag, a visitor's CSV file."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_curve_lab.exports.single_file import FILE_NAME, frame_line, write_single_file
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import row_names, step_data
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.schema.examples import example_table
from pr_metrics import SCHEMES, choose_threshold, roc_curve
from tests.browser.accessible import serious_findings
from tests.browser.hand import drag, middle
from tests.browser.lesson_board import ROOT, SIGHT, faults, polygon
from tests.browser.opened import SIDEWAYS
from tests.browser.visitor import PHONE, POLLING_MS, PROJECTOR

TEACHING = Path(__file__).parents[2] / "docs" / "teaching.md"
MOST_BYTES = 400_000
SAYS = f"text => document.querySelector('{ROOT} h1')?.textContent === text"
NO_STEM_BEHIND_AREA = """() => {
  const boxes = all => [...document.querySelectorAll(all)].map(one => one.getBoundingClientRect());
  return boxes("[data-lab-printed]").every(text => boxes(":has(> [data-level]) > path").every(stem =>
    text.right < stem.left || stem.right < text.left || text.bottom < stem.top || stem.bottom < text.top));
}"""
BACK_AT = "() => ['left', 'top'].map(side => document.querySelector('[data-lab=back]').getBoundingClientRect()[side])"
VISITS = [("en", PROJECTOR), ("zh", PHONE)]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return write_single_file(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def watched(file):
    """The file, changed to report two sibling nodes with the same key, with which a dragged element would be lost."""
    text, loop = file.read_text(encoding="utf-8"), "for (const one of nodes) {"
    told = f"const keys = new Set(); {loop} if (keys.has(one.key)) window.twice = one.key; keys.add(one.key);"
    assert loop in text
    (file.parent / "watched.html").write_text(text.replace(loop, told), encoding="utf-8")
    return file.parent / "watched.html"


@pytest.fixture(scope="module", params=VISITS, ids=["projector", "phone"])
def visit(request, browser):
    """A window without a network, and its language."""
    language, screen = request.param
    context = browser.new_context(offline=True, viewport=screen, locale=language)
    yield context.new_page(), language
    context.close()


@pytest.fixture
def window(visit, watched):
    page, language = visit
    errors = []
    heard = {
        "pageerror": lambda error: errors.append(str(error)),
        "request": lambda asked: errors.append(asked.url) if asked.url.startswith("http") else None,
    }
    for event, listener in heard.items():
        page.on(event, listener)
    page.goto(watched.as_uri())
    page.wait_for_selector(".lab-card")
    yield page, language
    for event, listener in heard.items():
        page.remove_listener(event, listener)
    page.emulate_media(reduced_motion="no-preference")
    page.goto("about:blank")
    assert errors == []


def test_the_file_is_small_and_requests_nothing(file):
    text = file.read_text(encoding="utf-8")
    assert len(text.encode()) <= MOST_BYTES
    assert set(re.findall(r"https?://[\w./-]+", text)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"}


def test_every_step_of_every_lesson_works_offline(window):
    page, language = window
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".lab-card").count() == len(LESSONS)
    buttons = set()
    for key in LESSONS:
        page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson={key}")
        for number, step in enumerate(lesson_json(key, language)["steps"], start=1):
            page.wait_for_function(SAYS, arg=step.get("asks", step["title"]), polling=POLLING_MS)
            buttons |= {tuple(page.evaluate(BACK_AT))}
            assert "asks" not in step or page.locator("[data-row]").count() == 0, (key, number)
            its_turn = number % 2 == (language == VISITS[0][0])  # accessibility is checked once for each step
            within = (ROOT if number > 2 else "html") if its_turn else None
            check_sight(page, (key, step["title"]), within=None if "asks" in step else within)
            if "asks" in step:
                answer(page, step)
                assert step["title"] in page.locator(ROOT).inner_text()
                check_sight(page, (key, step["title"], "shown"), within=within)
                buttons |= {tuple(page.evaluate(BACK_AT))}
            page.keyboard.press("PageDown")
        assert f"step={len(LESSONS[key].steps)}" in page.url
    assert len(buttons) == 1 or page.viewport_size == PHONE, "the buttons have one place in all steps"


def answer(page, step):
    """Place a number, or choose the first answer; an opinion is set already."""
    if "guess" not in step:
        page.keyboard.press("1" if "options" in step else "Space")
        return
    page.locator("[data-handle=guess]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator(f"{ROOT} h1").inner_text() == step["asks"]
    page.locator("[data-lab=next]").click()


def check_sight(page, where, *, within):
    """Check that something is drawn, nothing overflows, and, within an element if one is given, all is accessible."""
    seen, twice = page.evaluate(f"root => [({SIGHT})(root), window.twice ?? null]", ROOT)
    assert faults(seen, page.viewport_size) == [], where
    assert twice is None, where
    assert within is None or serious_findings(page, within) == [], where


def test_a_row_and_its_point_light_each_other(window):
    page, language = window
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=wishes&step=2")
    page.wait_for_selector("[data-row]")
    rows, ring, words = page.locator("[data-handle=row]"), page.locator("circle.lab-selected"), messages_in(language)
    key = "lit_row" if page.viewport_size == PHONE else "lit"  # on a phone names are not beside the rows
    names = row_names("twenty_rows", words)
    own = ring.get_attribute("cx")
    page.locator("[data-lab-row='15']").click()
    lit = ring.get_attribute("cx")
    assert lit != own
    ratios = [one.partition(" = ")[2] for one in page.locator(".lab-fractions p").all_inner_texts()]
    assert ratios == ["9/16 ≈ 0.56", "9/10 = 0.90", "18/26 ≈ 0.69"]
    assert rows.get_attribute("aria-valuetext") == words.format(
        f"player.{key}", score="0.37", row=f"{names[15]} 0.37", precision="9/16", recall="9/10"
    )
    page.locator("circle[data-row='0']").click(force=True)  # the row with the highest score is right
    assert rows.get_attribute("aria-valuetext") == words.format(
        f"player.{key}", score="0.97", row=f"{names[0]} 0.97", precision="1/1", recall="1/10"
    )
    assert page.locator("[data-lab-row='0'] .lab-lit").count() == 1
    page.locator("[data-lab-row='0']").click()
    assert ring.get_attribute("cx") == own
    rows.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    assert rows.get_attribute("aria-valuenow") == "20"
    page.keyboard.press("Escape")
    assert ring.get_attribute("cx") == own
    assert page.locator(".lab-lit").count() == 0
    assert page.locator(".lab-fractions math:visible").count() == 3


def test_levels_of_recall_are_dots_whose_mean_is_the_area(window):
    page, language = window
    for key, number in (("numbers", 5), ("missed", 6)):
        page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson={key}&step={number}")
        step = lesson_json(key, language)["steps"][number - 1]
        page.wait_for_function(SAYS, arg=step["asks"], polling=POLLING_MS)
        answer(page, step)
        dots = page.locator("[data-level]").evaluate_all("all => all.map(({dataset: own}) => [+own.level, +own.value])")
        levels, heights = np.array(dots).T
        assert levels == pytest.approx(np.arange(11) / 10)
        recall, precision = (
            np.array(one) for one in next(one for one in step["pictures"] if "points" in one)["points"]
        )
        assert heights == pytest.approx([max(precision[recall >= one - 1e-9], default=0) for one in levels])
        assert heights.mean() == pytest.approx(step_values(LESSONS[key], number)["area"])
        page.wait_for_function(NO_STEM_BEHIND_AREA, polling=POLLING_MS)


def test_the_areas_of_tools_are_on_an_axis(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=numbers&step=8")
    step = lesson_json("numbers", language)["steps"][7]
    page.wait_for_function(SAYS, arg=step["asks"], polling=POLLING_MS)
    answer(page, step)
    areas = [one["area"] for group in step["pictures"][0]["groups"] for one in group["values"]]
    places = page.locator(".lab-dot").evaluate_all("all => all.map(one => +one.getAttribute('cx'))")
    ticks = page.locator("text.lab-quiet[text-anchor=middle]")
    found = ticks.evaluate_all("all => all.map(one => [+one.textContent, +one.getAttribute('x')])")
    assert len(found) == 3
    for tick, place in found:
        assert place == pytest.approx(np.interp(tick, sorted(areas), sorted(places)))


def test_the_last_step_leads_to_the_next_lesson(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=ends&step=6")
    page.locator("[data-act=following]").click()
    page.wait_for_function(SAYS, arg=lesson_json("floor", language)["steps"][0]["asks"], polling=POLLING_MS)
    assert "lesson=floor" in page.url


def test_the_last_lesson_leads_back_to_the_list(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=missed&step=6")
    answer(page, lesson_json("missed", language)["steps"][5])
    page.locator(".lab-ways [data-act=list]").click()
    page.wait_for_selector(".lab-cards")


@pytest.mark.parametrize(
    ("step", "row", "count", "precision", "recall"),
    [(7, 5, 6, "2/6", "2/5"), (6, 2, 11, "5/11", "5/5")],  # ties in an order; two scores in one bin
)
def test_a_row_is_told_by_its_place_if_its_score_is_no_threshold(window, step, row, count, precision, recall):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=numbers&step={step}")
    page.wait_for_selector("[data-lab-answer]")
    page.keyboard.press("1")
    page.locator(f"[data-lab-row='{row}']").click()
    said = page.locator("[data-handle=row]").get_attribute("aria-valuetext")
    expected = {"count": count, "precision": precision, "recall": recall}
    assert said == messages_in(language).format("player.lit_first", **expected)


def test_a_row_lights_its_cell(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=decisions&step=4")
    page.locator("[data-lab-row='4']").click()  # the only negative at the threshold
    words = messages_in(language)
    row, cell = f"{row_names('ten_rows', words)[2]} 0.5", words.format("player.is_fp")
    said = page.locator("[data-handle=row]").get_attribute("aria-valuetext")
    assert said == words.format("player.lit_cell", row=row, cell=cell)


def test_a_point_that_is_not_drawn_yet_cannot_be_lit(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=curve&step=2")
    page.wait_for_selector("[data-row]")
    assert page.locator("[data-lab-row][data-row]").count() == 1


def test_a_thumb_beside_the_track_places_a_guess(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=curve&step=5")
    page.wait_for_selector("[data-way=guess]")
    assert page.locator(f"{ROOT} .lab-big").inner_text() == "–"
    x, y = middle(page.locator("[data-way=guess]"))
    page.mouse.click(x + 15, y)
    assert float(page.locator(f"{ROOT} .lab-big").inner_text()) == pytest.approx(0.5, abs=0.02)


def areas_of(page):
    found = page.locator("[data-lab-area]").evaluate_all(
        "all => all.map(one => [one.dataset.labArea, +one.dataset.value])"
    )
    return dict(found)


def expected(positive, score):
    precision, recall, _ = precision_recall_curve(positive, score)
    return {"step": average_precision_score(positive, score), "linear": auc(recall, precision)}


def test_areas_follow_dragged_rows(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&page=play")
    row = page.locator("[data-lab-row='0']")
    row.scroll_into_view_if_needed()
    x, y = middle(row)
    drag(page, (x, y), (x - 60, y))
    rows = page.locator("[data-lab-row]").evaluate_all(
        "all => all.map(one => [+one.dataset.label, +one.dataset.score])"
    )
    positive, score = zip(*rows, strict=True)
    assert score[0] < 0.94
    seen = areas_of(page)
    assert {key: seen[key] for key in ("step", "linear")} == pytest.approx(expected(positive, score), abs=1e-12)
    assert "played=" in page.url
    assert serious_findings(page) == []


def test_a_row_of_a_lesson_is_easily_dragged_to_the_score_of_another(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=ends&step=6")
    row = page.locator("[data-lab-row='0']")
    row.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    score = [row.get_attribute("data-score"), page.locator("[data-lab-row='1']").get_attribute("data-score")]
    assert score == ["0.8", "0.8"]


def test_the_matrix_of_a_lesson_has_names_for_its_rows(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=decisions&step=3")
    page.wait_for_function(SAYS, arg=lesson_json("decisions", language)["steps"][2]["title"], polling=POLLING_MS)
    words = messages_in(language)
    is_wide = page.viewport_size["width"] > PHONE["width"]
    for key in ("positives", "negatives"):
        name = page.locator("svg").get_by_text(words.format(f"play.{key}"), exact=True)
        assert name.count() == is_wide  # on a phone the marks in the cells say it


def test_the_list_has_numbers_minutes_and_progress(window):
    page, language = window
    words, total = messages_in(language), len(LESSONS["sum"].steps)
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=sum&step=2")
    page.locator(f"{ROOT} h1").wait_for()
    page.keyboard.press("PageDown")
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}")
    cards = page.locator(".lab-card")
    cards.first.wait_for()
    for number, (key, lesson) in enumerate(LESSONS.items(), start=1):
        title = words.format("lessons.open", number=number, title=words.format(f"lesson_steps.{key}.title"))
        assert title == cards.nth(number - 1).locator("strong").inner_text()
        last = cards.nth(number - 1).locator("span").last.inner_text()
        if key == "sum":
            assert last == words.format("lessons.minutes_seen", count=lesson.minutes, seen=3, total=total)
        elif key != "curve":
            assert last.startswith(words.format("lessons.minutes", count=lesson.minutes))
    assert page.evaluate("() => document.documentElement.scrollHeight") < 2200
    cards.nth(list(LESSONS).index("sum")).click()
    page.wait_for_function("() => location.hash.endsWith('step=3')", polling=POLLING_MS)


def test_the_line_for_a_course_page_is_copied(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=curve&step=4")
    page.locator(f"{ROOT} h1").wait_for()
    if page.viewport_size == PHONE:
        assert not page.locator("[data-frame]").is_visible()
        return
    page.evaluate("() => { navigator.clipboard.writeText = async text => { window.line = text; }; }")
    page.keyboard.press("PageDown")
    page.locator("[data-frame]").click()
    page.wait_for_function("() => window.line", polling=POLLING_MS)
    line = page.evaluate("() => window.line").replace("watched.html", FILE_NAME)
    assert line in [frame_line("curve", step, messages_in(language)) for step in (4, 5)]


def test_a_dropped_csv_of_ten_thousand_rows_has_equal_areas(window, tmp_path):
    page, language = window
    random = np.random.default_rng(8)
    positive = random.random(10_000) < 0.2
    score = np.round(random.normal(size=10_000) + positive, 3)
    file = tmp_path / "scores.csv"
    lines = [f"{'yes' if one else 'no'},{value}" for one, value in zip(positive, score, strict=True)]
    file.write_text("\n".join(["outcome,score", *lines]), encoding="utf-8")
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&page=play")
    page.set_input_files(".lab-drop input", file)
    page.wait_for_function("() => document.querySelector('.lab-drop').innerText.includes('yes')", polling=POLLING_MS)
    seen = areas_of(page)
    assert {key: seen[key] for key in ("step", "linear")} == pytest.approx(expected(positive, score), abs=1e-12)
    assert page.evaluate(SIDEWAYS) <= 0
    page.locator("[data-swap]").click()
    page.wait_for_function("() => document.querySelector('[data-swap]').dataset.swap === 'yes'", polling=POLLING_MS)
    seen = areas_of(page)
    assert {key: seen[key] for key in ("step", "linear")} == pytest.approx(expected(~positive, score), abs=1e-12)


def test_random_orders_are_drawn_around_their_exact_mean(window):
    page, language = window
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=floor&step=5")
    page.locator("[data-act=widget]").last.click()
    values, facts = samples_of(page, "areas"), step_values(LESSONS["floor"], 5)
    assert len(set(values)) > 190
    assert min(values) >= facts["least_area"]
    assert np.mean(values) == pytest.approx(facts["random_area"], abs=4 * np.std(values) / len(values) ** 0.5)
    assert marks_of(page) == pytest.approx([facts["random_area"]], abs=1e-9)
    assert page.locator(".lab-faint").count() == 50


def test_a_cursor_reads_every_curve_at_a_recall(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=roc&step=5")
    page.locator("[data-lab=next]").click()
    dots, cursor, recall = page.locator(f"{ROOT} .lab-read"), page.locator("[data-handle=cursor]"), 0.55
    assert (dots.count(), cursor.get_attribute("aria-valuetext")) == (0, "–")
    cursor.focus()
    page.keyboard.press("Home")
    for key in ["Shift+ArrowRight"] * 5 + ["ArrowRight"] * 5:
        page.keyboard.press(key)
    second = LESSONS["roc"].settings(5)
    first, before = (LESSONS["roc"].settings(step) for step in (1, 2))
    compared = [step_data(one).points for one in (second, replace(first, prevalence=second.prevalence), before)]
    curves = [SCHEMES["step"].curve(points) for points in compared]
    precision = [one.precision[np.searchsorted(one.recall, recall)] for one in curves]
    roc = [roc_curve(points) for points in compared[:2]]  # at any class balance it is the same
    alarms = [np.interp(recall, one.true_positive_rate, one.false_positive_rate) for one in roc]
    seen = dots.evaluate_all("all => all.map(one => +one.dataset.value)")
    assert sorted(seen[:3]) == pytest.approx(sorted(precision), abs=1e-9)
    assert sorted(seen[3:]) == pytest.approx(sorted(alarms), abs=1e-9)
    assert "0.55" in cursor.get_attribute("aria-valuetext")
    assert page.locator(f"{ROOT} h1").inner_text() == lesson_json("roc", language)["steps"][4]["asks"]


def test_a_cursor_reads_an_average_and_its_parts(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=many&step=3")
    page.locator("[data-lab=next]").click()
    page.locator("[data-handle=cursor]").focus()
    for key in ["Home"] + ["Shift+ArrowRight"] * 6:
        page.keyboard.press(key)
    seen = page.locator(f"{ROOT} .lab-read").evaluate_all("all => all.map(one => +one.dataset.value)")
    curves = [SCHEMES["step"].curve(step_data(LESSONS["many"].settings(number)).points) for number in (1, 2)]
    parts = [one.precision[np.searchsorted(one.recall, 0.6)] for one in curves]
    assert sorted(seen) == pytest.approx(sorted([*parts, np.mean(parts)]), abs=1e-9)


def test_rarer_positives_change_the_area_but_not_roc(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=rare&step=7")
    page.locator("[data-handle=rail]").focus()
    for step, presses in ((1, 0), (2, 20), (6, 20)):  # 1, 10 and 100 negatives for each positive
        for _ in range(presses):
            page.keyboard.press("ArrowRight")
        seen, facts = areas_of(page), step_values(LESSONS["rare"], step)
        assert seen["step"] == pytest.approx(facts["area"], abs=1e-9)
        assert seen["roc"] == pytest.approx(step_values(LESSONS["rare"], 4)["roc_area"], abs=1e-9)
        assert polygon(page) == pytest.approx(seen["step"], abs=1e-9)


def test_a_slider_rounds_scores_and_shows_the_differences_that_it_passed(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=rounding&step=7")
    bars = page.locator(f"{ROOT} [data-difference]")
    page.locator("[data-handle=rail]").focus()
    table, drawn = example_table("weak_model").frame, []
    for count, decimals in enumerate((6, 3, 2, 1, 0), start=1):
        areas = expected(table["label"].to_numpy() == 1, np.round(table["score"].to_numpy(), decimals))
        seen = areas_of(page)
        assert {key: seen[key] for key in ("step", "linear")} == pytest.approx(areas, abs=1e-9)
        drawn.append(areas["linear"] - areas["step"])
        shown = bars.evaluate_all("all => all.map(one => +one.dataset.difference)")
        assert len(shown) == count
        assert shown == pytest.approx(drawn, abs=1e-12)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    assert bars.count() == 5  # what was seen stays
    assert page.evaluate(SIDEWAYS) <= 0


def test_a_dragged_line_has_the_precision_and_recall_of_its_rows(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=decisions&step=6")
    page.wait_for_selector("[data-handle=guess]")
    page.keyboard.press("Space")
    positive = [row["positive"] for row in lesson_json("decisions", "en")["steps"][5]["pictures"][0]["rows"]]
    line = page.locator("[data-lab=threshold]")
    line.focus()
    for called in (9, 7, 5):  # rows with one score go together
        assert line.get_attribute("aria-valuenow") == f"{called}"
        hits = sum(positive[:called])
        said = page.locator(f"{ROOT} svg text").filter(has_text=f" {hits}/{called} ").text_content()
        assert said.endswith(f" {hits}/{sum(positive)}")
        page.keyboard.press("ArrowUp" if page.viewport_size != PHONE else "ArrowLeft")


def test_costs_choose_the_same_threshold_as_pr_metrics(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=wishes&step=6")
    page.locator("[data-handle=rail]").focus()
    points = step_data(LESSONS["wishes"].settings(6)).points
    for keys, miss, ratio in (("", 1.0, "1 : 1"), ("Home", 0.1, "1 : 10"), ("End", 10.0, "10 : 1")):
        if keys:
            page.keyboard.press(keys)
        best = choose_threshold(points, cost_fp=1.0, cost_fn=miss)
        lines = [
            page.locator(f"{ROOT} svg text").filter(has_text=part).first.text_content()
            for part in (ratio, "（" if language == "zh" else "(")
        ]
        assert ratio in lines[0]
        numbers = [float(one) for one in re.findall(r"[\d.]+", lines[1])]
        assert numbers == [best.threshold, points.positives - best.true_positives, best.false_positives]


def test_rows_are_drawn_with_replacement_and_the_middle_of_their_areas_is_marked(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=sure&step=1")
    draw, steps = page.locator("[data-act=widget]"), lesson_json("sure", language)["steps"]
    draw.first.click()
    counts = [int(one) for one in page.locator(".lab-panel:not([data-panel]) text").all_text_contents()[-20:]]
    rows = next(one for one in steps[0]["pictures"] if one["kind"] == "rows")["rows"]
    positive, score = [row["positive"] for row in rows], [row["value"] for row in rows]
    assert (sum(counts), np.dot(counts, positive)) == (20, 10)  # as many of each class as there are
    expected = average_precision_score(positive, score, sample_weight=counts)
    assert samples_of(page, "areas") == pytest.approx([expected], abs=1e-12)
    draw.last.click()
    wait_for_samples(page, 201)
    page.keyboard.press("PageDown")
    answer(page, steps[1])
    facts, values = step_values(LESSONS["sure"], 2), samples_of(page, "areas")
    assert marks_of(page) == pytest.approx([facts["area"]], abs=1e-12)
    middle = np.quantile(values, [0.025, 0.975])
    assert bars_of(page) == pytest.approx([facts["low"], facts["high"], *middle], abs=1e-12)


def test_two_models_are_counted_on_the_same_rows(window):
    page = answer_and_draw(window, 6)
    first, second, leads = (np.array(samples_of(page, key)) for key in ("model0", "model1", "lead"))
    assert leads == pytest.approx(first - second, abs=1e-12)
    assert np.corrcoef(first, second)[0, 1] > 0.5  # a sample that is easy for one is easy for the other
    facts = step_values(LESSONS["sure"], 6)
    assert marks_of(page) == pytest.approx([facts["area"], facts["rival_area"]], abs=1e-12)
    ends = [facts[f"{name}_{end}"] for name in ("own", "rival", "lead") for end in ("low", "high")]
    assert bars_of(page) == pytest.approx([*ends, *np.quantile(leads, [0.025, 0.975])], abs=1e-12)


def test_more_rows_leave_the_earlier_samples_as_outlines(window):
    page = answer_and_draw(window, 4)
    spread = [np.std(one) for one in [*values_of(page, ".lab-earlier"), samples_of(page, "areas")]]
    assert len(spread) == 3
    assert spread[0] > 2 * spread[1] > 4 * spread[2]


def test_what_was_drawn_is_hidden_while_a_question_is_about_it(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=sure&step=1")
    page.locator("[data-act=widget][data-value='10']").click()
    wait_for_samples(page, 10)
    page.keyboard.press("PageDown")
    asked = lesson_json("sure", language)["steps"][1]["asks"]
    page.wait_for_function(SAYS, arg=asked, polling=POLLING_MS)
    assert samples_of(page, "areas") == []
    assert page.locator(".lab-faint").count() == 0


def test_rows_are_pale_where_none_is_flagged(window):
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=ends&step=3")
    page.wait_for_function(SAYS, arg=lesson_json("ends", language)["steps"][2]["asks"], polling=POLLING_MS)
    marks = page.locator("[data-lab-row] > [opacity]").evaluate_all(
        "all => all.map(one => +one.getAttribute('opacity'))"
    )
    assert len(marks) == 7
    assert max(marks) < 1


def answer_and_draw(window, step):
    """Answer a question of the lesson that draws samples, which draws two hundred."""
    page, language = window
    page.evaluate("hash => { location.hash = hash; }", f"lang={language}&lesson=sure&step={step}")
    page.wait_for_selector("[data-lab-answer]")
    page.keyboard.press("1")
    wait_for_samples(page, 200)
    return page


def values_of(page, selector):
    texts = page.locator(selector).evaluate_all("all => all.map(one => one.dataset.values)")
    return [[float(one) for one in text.split()] for text in texts]


def samples_of(page, key):
    return values_of(page, f"[data-panel={key}] .lab-column")[0]


def wait_for_samples(page, count):
    drawn = "count => document.querySelector('.lab-column')?.dataset.values.split(' ').length === count"
    page.wait_for_function(drawn, arg=count, polling=POLLING_MS)


def marks_of(page):
    return page.locator("[data-panel] .lab-curve").evaluate_all("all => all.map(one => +one.dataset.value)")


def bars_of(page):
    """Return both ends of each interval in turn."""
    return page.locator("[data-low]").evaluate_all("all => all.flatMap(one => [+one.dataset.low, +one.dataset.high])")


@pytest.mark.parametrize("width", [350, 690, 1100])  # px: a phone, the column of a book, a wide page
def test_a_step_can_be_embedded_in_another_page(browser, file, width):
    """The iframe is the one in docs/teaching.md."""
    (frame,) = re.findall(r"<iframe.*</iframe>", TEACHING.read_text(encoding="utf-8"))
    assert frame == frame_line("curve", 3, messages_in("en"))
    (file.parent / "course.html").write_text(f"<h1>A course</h1>{frame}", encoding="utf-8")
    page = browser.new_page(viewport={"width": width + 16, "height": 900})
    page.goto((file.parent / "course.html").as_uri())
    step = page.frame_locator("iframe")
    assert step.locator(f"{ROOT} h1").inner_text() == lesson_json("curve", "en")["steps"][2]["asks"]
    assert step.locator(".lab-menu, [data-act=list]").count() == 0
    assert step.locator("html").evaluate("one => one.scrollHeight <= innerHeight && one.scrollWidth <= innerWidth")
    assert step.locator("html").evaluate("() => innerHeight <= 0.7 * innerWidth") == (width > 350)
    step.locator("[data-handle=guess]").focus()
    page.keyboard.press("ArrowRight")
    step.locator("[data-lab=next]").click()
    assert lesson_json("curve", "en")["steps"][2]["title"] in step.locator(ROOT).inner_text()
    page.close()
