"""The JSON of Play: the rows in use, a sample of many rows, and a riddle from an address."""

import json
from dataclasses import replace

import numpy as np
import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.web.play import (
    DATA,
    MAX_ROWS,
    RIDDLE,
    STARTS,
    PlayParams,
    ScoreRow,
    parse_rows,
    play_json,
    rows_to_csv,
    sample_rows,
)
from pr_metrics import SCHEMES, operating_points

WORDS = {language: messages_in(language) for language in ("en", "zh")}
NOTHING = PlayParams("half", "", None, None, "step", "linear")
TEN, MANY = example_labeled_scores("ten_rows"), example_labeled_scores("breast_cancer")


def start_of(bundle, key):
    return next(one for one in bundle["starts"] if one["key"] == key)


def test_a_bundle_has_every_start_and_scheme():
    for words in WORDS.values():
        bundle = play_json(NOTHING, TEN, "ten", words)
        assert json.loads(json.dumps(bundle, allow_nan=False)) == bundle
        assert [one["key"] for one in bundle["starts"]] == [*STARTS, DATA]
        assert [one["key"] for one in bundle["schemes"]] == list(SCHEMES)
        assert all(one["title"] for one in bundle["starts"])


def test_a_start_has_its_rows_and_conditions():
    half = start_of(play_json(NOTHING, TEN, "ten", WORDS["en"]), "half")
    assert half["rows"] == [{"score": row.score, "positive": row.positive} for row in STARTS["half"].rows]
    assert half["conditions"][0] == {"measure": "step", "relation": "near", "target": 0.5, "tolerance": 0.005}
    assert (half["target"], half["title"]) == (0.5, "Target 1 of 5: step area 0.5")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "300 of 469 rows, drawn at random."), ("zh", "从 469 行中随机抽取 300 行。")]
)
def test_a_sample_has_a_note_and_is_always_the_same(language, said):
    first, second = (start_of(play_json(NOTHING, MANY, "cancer", WORDS[language]), DATA) for _ in range(2))
    assert first == second
    assert len(first["rows"]) == MAX_ROWS
    assert first["note"] == said
    assert first["title"] == "cancer"


def test_a_sample_keeps_the_order_of_the_rows():
    rows = sample_rows(MANY)
    all_rows = list(zip(MANY.score.tolist(), MANY.positive.tolist(), strict=True))
    left = iter(all_rows)
    # `any` consumes the iterator, so the order matters.
    assert all(any((row.score, row.positive) == one for one in left) for row in rows)
    assert sum(row.positive for row in rows) / MAX_ROWS == pytest.approx(MANY.points.prevalence, abs=0.1)


def test_few_rows_are_complete_and_have_no_note():
    data = start_of(play_json(NOTHING, TEN, "ten", WORDS["en"]), DATA)
    assert [(row["score"], row["positive"]) for row in data["rows"]] == list(
        zip(TEN.score.tolist(), TEN.positive.tolist(), strict=True)
    )
    assert "note" not in data


def test_missed_positives_have_a_note():
    without = "Positives without a score are left out."
    for labeled_scores, before in ((TEN, ""), (MANY, "300 of 469 rows, drawn at random. ")):
        points = operating_points(
            labeled_scores.positive, labeled_scores.score, total_positives=labeled_scores.positive.sum() + 2
        )
        missed = replace(labeled_scores, points=points)
        assert start_of(play_json(NOTHING, missed, "x", WORDS["en"]), DATA)["note"] == f"{before}{without}"


def test_rows_keep_their_weights():
    labeled_scores = replace(TEN, weight=np.arange(TEN.size) + 1.0)
    rows = start_of(play_json(NOTHING, labeled_scores, "ten", WORDS["en"]), DATA)["rows"]
    assert [row.get("weight", 1) for row in rows] == list(range(1, TEN.size + 1))


def test_a_riddle_has_the_rows_and_the_area_of_the_address():
    asked = PlayParams(RIDDLE, "0.9n_0.5p_0.1n", 0.833, None, "step", "linear")
    bundle = play_json(asked, TEN, "ten", WORDS["en"])
    riddle = bundle["starts"][0]
    assert (riddle["key"], riddle["title"], riddle["target"]) == (RIDDLE, "A puzzle for you", 0.833)
    assert [row["score"] for row in riddle["rows"]] == [0.9, 0.5, 0.1]
    assert riddle["conditions"] == [{"measure": "step", "relation": "near", "target": 0.833, "tolerance": 0.0005}]


@pytest.mark.parametrize(
    "asked", [PlayParams(RIDDLE, "", 0.5, None, "step", "step"), PlayParams(RIDDLE, "1p", None, None, "step", "step")]
)
def test_an_incomplete_riddle_is_ignored(asked):
    starts = play_json(asked, TEN, "ten", WORDS["en"])["starts"]
    assert [one["key"] for one in starts] == [*STARTS, DATA]


def test_rows_are_written_as_csv():
    assert rows_to_csv("0.5px2_-3n") == b"label,score,weight\n1,0.5,2.0\n0,-3.0,1.0\n"
    assert rows_to_csv("0.5p_nan") is None
    assert parse_rows("0.5px2_-3n") == [ScoreRow(0.5, True, 2.0), ScoreRow(-3.0, False)]
