"""Page, report and citation use one threshold, chosen by alerts a day, with enough digits to compare it to a limit."""

import html
import re

import pytest

from pr_curve_lab.i18n.messages import messages_in
from tests.fraud_log import DAYS, fraud_csv, fraud_log
from tests.pages.app import file_of, headline, open_page, page_with, report_of, said, seen_page, set_threshold
from tests.pages.test_curve import sent

DATES = sorted({day for day, _, _ in fraud_log()})


def counted(threshold):
    """Return frauds found, alerts, the day with the most alerts, and alerts by day, counted row by row."""
    called = [(day, fraud) for day, fraud, score in fraud_log() if score >= threshold]
    by_day = {date: sum(day == date for day, _ in called) for date in DATES}
    busiest = max(by_day, key=lambda date: by_day[date])
    return sum(fraud for _, fraud in called), len(called), busiest, by_day


# Fixed by counting every threshold in tests/pr_curve_lab/analysis/test_alerts.py, and again by `counted`.
EVERY_DAY, ON_AVERAGE, IN_FILE = 0.873, 0.714, 0.999


@pytest.mark.parametrize(
    ("lang", "title", "sentence", "busiest"),
    [
        (
            "en",
            "Threshold 0.873: precision 0.27, recall 0.33, 9.1 alerts a day",
            "Because of the limit of 20 alerts every day the threshold cannot be lower: 9.1 a day on average",
            "Over the 60 days of `date`: 2 to 20 alerts a day, the most on `2026-10-08`, never more than 20.",
        ),
        (
            "zh",
            "阈值 0.873：查准率 0.27，查全率 0.33，每天报警 9.1 次",
            "受“任何一天最多报警 20 次”所限，阈值不能再低：平均每天 9.1 次，最多的一天 20 次。",
            "`date` 共 60 天，每天报警 2 到 20 次，`2026-10-08` 最多，从不超过 20 次。",
        ),
    ],
)
def test_a_limit_of_alerts_holds_on_every_day_of_the_dates(lang, title, sentence, busiest):
    found, alerts, day, by_day = counted(EVERY_DAY)
    assert (found, alerts, day, by_day[day], min(by_day.values())) == (147, 546, "2026-10-08", 20, 2)
    app = page_with(fraud_csv(), "curve", lang=lang)
    app.number_input(key="alerts").set_value(20).run()
    assert headline(app) == title
    assert sentence in said(app)
    assert busiest in said(app)
    assert app.selectbox(key="day").value == "date"
    assert app.session_state["threshold"] == EVERY_DAY
    assert [trace["x"] for name, trace in sent(app)[1]["traces"].items() if name == "selected"] == [[found / 441]]
    assert "| 2.5 | 4.9 |" in said(app)
    assert "=147/(147+399)=0.27" in said(app)


def test_no_day_of_the_file_is_named_at_another_class_balance():
    app = page_with(fraud_csv(), "curve")
    app.number_input(key="alerts").set_value(20).run()
    assert "the most on" in said(app)
    app.number_input(key="positive_share").set_value(1).run()
    assert "the most on" not in said(app)
    assert "days" not in app.code[0].value
    assert " rows a day; n = " in app.code[0].value


@pytest.mark.parametrize(
    ("alerts", "precision", "sentence"),
    [
        (1, None, "Because of the limit of 1 alert in this file the threshold cannot be lower."),
        (2, None, None),  # one alert: a second would be within the limit, but would find no other positive
        (1, 0.5, "Without the limit of 1 alert in this file the threshold would be lower."),
        (4, 0.5, "The limit of 4 alerts in this file does not change the threshold."),
    ],
)
def test_a_page_says_what_the_limit_of_alerts_does(alerts, precision, sentence):
    app = page_with(b"label,score\n1,0.9\n0,0.8\n0,0.7\n1,0.6\n", "curve")
    app.number_input(key="precision").set_value(precision).run()
    app.number_input(key="alerts").set_value(alerts).run()
    assert sentence in said(app) if sentence else "limit of" not in said(app)


@pytest.mark.parametrize("page", ["curve", "models"])
def test_a_limit_of_one_alert_is_in_the_singular(page):
    text = said(seen_page(page, example="four_models", alerts="1"))
    assert "alert in this file" in text
    assert "alerts in this file" not in text


@pytest.mark.parametrize(
    ("lang", "busiest"),
    [
        (
            "en",
            "Over the 60 days of `date`: 9 to 38 alerts a day, the most on `2026-10-18`, "
            "more than 20 on 23 of the 60 days.",
        ),
        ("zh", "`date` 共 60 天，每天报警 9 到 38 次，`2026-10-18` 最多；60 天中有 23 天超过 20 次。"),
    ],
)
def test_a_limit_on_average_names_the_day_with_the_most_alerts(lang, busiest):
    found, alerts, day, by_day = counted(ON_AVERAGE)
    assert (alerts / DAYS <= 20, day, by_day[day]) == (True, "2026-10-18", 38)
    assert sum(count > 20 for count in by_day.values()) == 23
    app = page_with(fraud_csv(), "curve", lang=lang, alerts="20", limit="average")
    assert app.session_state["threshold"] == ON_AVERAGE
    assert busiest in said(app)
    assert f"={found}/({found}+{alerts - found})" in said(app)
    app.selectbox(key="limit").set_value("every_day").run()
    assert app.session_state["threshold"] == EVERY_DAY


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            [
                "Over the 4 days of `date`: 0 to 2 alerts a day, the most on 3 days, more than 1 on 3 of the 4 days.",
                "It does not meet the requirement: 2 alerts on each of 3 days, more than 1.",
                "On or above the slanted line: ≤ 1 alert every day.",
            ],
        ),
        (
            "zh",
            [
                "`date` 共 4 天，每天报警 0 到 2 次，最多的有 3 天；4 天中有 3 天超过 1 次。",
                "这个阈值不满足要求：有 3 天各报警 2 次，多于 1 次。",
                "斜线上及其上方：任何一天最多报警 1 次；",
            ],
        ),
    ],
)
def test_no_day_is_named_among_several_with_the_most_alerts(lang, sentences):
    days = [f"2026-03-0{day},{label},{score}" for day in (1, 2, 3) for label, score in ((1, 0.9), (0, 0.8))]
    rows = "\n".join(["date,label,score", *days, "2026-03-04,0,0.1", "2026-03-04,1,0.1"])
    app = page_with(rows, "curve", lang=lang, alerts="1", threshold="0.8")
    for sentence in sentences:
        assert sentence in said(app)


@pytest.mark.parametrize(("lang", "unit"), [("en", "12 of 19"), ("zh", "19 个中 12 个")])
def test_without_dates_days_need_a_typed_number_of_rows(lang, unit):
    app = page_with(fraud_csv(dates=False), "curve", lang=lang, alerts="20")
    assert counted(IN_FILE)[:2] == (12, 19)
    assert app.session_state["threshold"] == IN_FILE
    assert unit in said(app)
    assert not re.findall("a day|每天", said(app))
    app.number_input(key="per_day").set_value(119).run()
    assert re.search(messages_in(lang).format("exports.alerts_day", count=2, called="[0-9.]+", rows="119"), said(app))
    found, alerts, *_ = counted(0.714)
    assert app.session_state["threshold"] == 0.714
    assert alerts / 7112 * 119 <= 20
    assert [counted(one)[0] == found or counted(one)[1] / 7112 * 119 > 20 for one in (0.713, 0.712)] == [True, True]


def test_the_column_of_dates_can_be_removed_and_chosen_again():
    app = page_with(fraud_csv(), "curve", alerts="20")
    app.selectbox(key="day").select("").run()
    assert app.session_state["threshold"] == IN_FILE
    app.number_input(key="per_day").set_value(7112).run()
    assert headline(app) == "Threshold 0.999: precision 0.63, recall 0.03, 19 alerts a day"
    assert app.selectbox(key="day").options == ["by date", "as typed"]
    app.number_input(key="per_day").set_value(None).run()
    assert app.session_state["threshold"] == EVERY_DAY
    app.number_input(key="per_day").set_value(500).run()
    app.selectbox(key="day").select("date").run()
    assert (app.session_state["threshold"], app.number_input(key="per_day").value) == (EVERY_DAY, None)


@pytest.mark.parametrize(("lang", "missed"), [
    ("en", "It does not meet the requirement: 21 alerts on `2026-10-08`, more than 20."),
    ("zh", "这个阈值不满足要求：`2026-10-08` 报警 21 次，多于 20 次。"),
])  # fmt: skip
def test_a_manual_threshold_above_the_limit_names_the_day(lang, missed):
    app = page_with(fraud_csv(), "curve", lang=lang, alerts="20")
    app.button(key="looser").click().run()
    threshold = app.session_state["threshold"]
    while counted(threshold)[3]["2026-10-08"] == 20:
        app.button(key="looser").click().run()
        threshold = app.session_state["threshold"]
    assert missed in said(app)
    app.button(key="go_there").click().run()
    assert app.session_state["threshold"] == EVERY_DAY


def test_report_and_citation_have_the_same_threshold(monkeypatch):
    files = file_of(monkeypatch)
    app = page_with(fraud_csv(), "curve", alerts="20")
    page = html.unescape(re.sub("<[^>]+>", "", files("report").decode()))
    asked = "Threshold with at most 20 alerts every day: 119 rows a day by date, 6.2% positive"
    assert page.count(asked) == 2  # the title of the window, and the question
    assert "Score ≥ 0.873 has the highest recall with at most 20 alerts every day: " in page
    assert "the most on 2026-10-08, never more than 20" in page
    answer = app.code[0].value
    assert "score >= 0.873 (highest recall with at most 20 alerts every day): precision 0.269 (147 of 546;" in answer
    assert "9.1 alerts a day on average, at most 20, over 60 days" in answer
    assert answer in page
    assert "This threshold meets the requirement." in page
    assert b'"threshold": 0.873' in files("json")


# At the largest F1, precision is 395/494, just below 0.8.
HAIR = "label,score\n" + "1,0.95\n" * 5 + "1,0.9\n" * 390 + "0,0.9\n" * 99 + "1,0.1\n" * 5 + "0,0.1\n" * 1000


@pytest.mark.parametrize(("lang", "missed"), [
    ("en", "It does not meet the requirement: precision 0.7996 is below 0.8."),
    ("zh", "这个阈值不满足要求：查准率 0.7996 低于 0.8。"),
])  # fmt: skip
def test_a_precision_just_below_the_requirement_is_not_rounded_up(lang, missed, monkeypatch):
    report = report_of(monkeypatch)
    app = page_with(HAIR, "curve", lang=lang)
    assert app.session_state["threshold"] == 0.9
    app.number_input(key="precision").set_value(0.8).run()
    assert app.session_state["threshold"] == 0.95
    set_threshold(app, 0.9)
    assert missed in said(app)
    assert "=395/(395+99)=0.7996" in said(app)
    page = said(app) + report()
    assert "0.7996" in report()
    assert not re.findall(r"(?:[Pp]recision|查准率)[^.。]{0,12}0\.80", page)


def test_alerts_just_above_the_limit_are_not_rounded_down():
    app = page_with(fraud_csv(dates=False), "curve", alerts="20", per_day="119")
    app.number_input(key="per_day").set_value(121).run()
    app.button(key="looser").click().run()
    for _ in range(20):
        alerts = counted(app.session_state["threshold"])[1] / 7112 * 121
        if alerts > 20:
            break
        app.button(key="looser").click().run()
    assert round(alerts) == 20
    assert f"{alerts:.1f}" in headline(app)


def test_play_has_a_threshold_of_its_own():
    app = open_page("curve", threshold="6.0")
    app.switch_page("pages/play.py").run()
    assert "threshold" not in app.session_state or app.session_state["threshold"] is None
    app.switch_page("pages/curve.py").run()
    assert app.session_state["threshold"] == 6
    linked = open_page("play", threshold="0.4")
    assert linked.session_state["threshold"] == 0.4
    linked.switch_page("pages/curve.py").run()
    assert linked.session_state["threshold"] != 0.4
