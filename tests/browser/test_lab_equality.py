"""The browser computes the same as pr_metrics: points, areas, vertices, ROC, another class balance, a moved row."""

import warnings
from typing import get_args

import numpy as np
import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.web.play import (
    MEASURES,
    STARTS,
    Condition,
    PlayParams,
    Relation,
    ScoreRow,
    format_rows,
    parse_rows,
    play_json,
)
from pr_metrics import SCHEMES, operating_points, roc_area, roc_curve
from tests.browser.lab_modules import lab_modules
from tests.reference import CASES
from tests.solutions import SOLUTIONS, is_reached, meets

RANDOM = 2000
TIED = 20_000
MOVES = 500
AREA, VERTEX = 1e-12, 1e-9  # the same terms added in another order; vertices of curves that involve cube roots
SUM = 1e-12  # relative to the total weight, as weights are added in another order

COMPUTE = """({rows, total, thresholds}) => {
  const points = lab.pointsOf(rows, total ?? undefined), roc = lab.rocOf(points);
  const joined = lab.SCHEMES.map(scheme => [scheme, lab.join(points, scheme)]);
  return {...points, ratios: lab.ratiosOf(points), prevalence: lab.prevalenceOf(points), roc,
          joined: Object.fromEntries(joined), applies: joined.map(([, one]) => one !== null),
          counts: thresholds.map(one => lab.countsAt(points, lab.thresholdIndex(points, one)))};
}"""


@pytest.fixture(scope="module")
def lab(browser):
    with lab_modules(browser, "messages", "play") as modules:
        yield modules


def random_case(rng):
    """Return rows with ties and weights; some have one class only, unscored positives, or a score of -0.0."""
    size = int(rng.choice([1, 2, rng.integers(3, 60)]))
    label = rng.integers(0, 2, size) if rng.random() < 0.9 else np.full(size, rng.integers(0, 2))
    score = [rng.normal(size=size), rng.integers(-3, 5, size) * 1.0, rng.choice([-0.0, 0.0, 0.1], size),
             np.round(rng.random(size), 1), rng.normal(size=size) * 1e300][rng.integers(5)]  # fmt: skip
    weight = [None, rng.integers(0, 4, size) * 1.0, rng.random(size), 10 ** rng.uniform(-6, 6, size)][rng.integers(4)]
    if weight is not None and weight.sum() == 0:
        weight[0] = 1.0
    more = float(rng.integers(1, 9)) if rng.random() < 0.2 else None
    return label, score, weight, more


def tied_case(rng):
    label = (rng.random(TIED) < 0.3).astype(int)
    return label, np.round(rng.normal(size=TIED) + label, 1), rng.random(TIED), None


def stored_cases():
    for case in CASES.values():
        weight = case.get("sample_weight")
        yield np.array(case["y_true"]), np.array(case["y_score"], float), weight and np.array(weight, float), None


@pytest.fixture(scope="module")
def computed(lab):
    """For each case: the points in Python, the thresholds, and the result of the browser for the same rows."""
    rng = np.random.default_rng(7)
    cases = [*stored_cases(), *(random_case(rng) for _ in range(RANDOM)), tied_case(rng)]
    asked, known = [], []
    for label, score, weight, more in cases:
        found = float((label * (1 if weight is None else weight)).sum())
        total = found + more if more and found > 0 else None
        points = counted(label, score, weight, total)
        thresholds = [float(score.max()), float(score.min()), float(np.median(score)), float(score.max()) * 2 + 1]
        known.append((points, thresholds))
        asked.append({"rows": as_rows(label, score, weight), "total": total, "thresholds": thresholds})
    return list(zip(known, lab.each(COMPUTE, asked), strict=True))


def counted(label, score, weight, total):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # areas are nan if there is one class only, here too
        return operating_points(label, score, sample_weight=weight, total_positives=total)


def as_rows(label, score, weight):
    columns = zip(
        score.tolist(), label.tolist(), (np.ones(score.size) if weight is None else weight).tolist(), strict=True
    )
    return [{"score": one, "positive": bool(kind), "weight": own} for one, kind, own in columns]


def numbers(values):
    return np.array([np.nan if one is None else one for one in values], dtype=float)


def assert_close(given, wanted, *, within, scale=1.0):
    given, wanted = numbers(given), np.asarray(wanted, dtype=float)
    assert given.shape == wanted.shape
    assert np.array_equal(np.isnan(given), np.isnan(wanted))
    if given.size:
        assert np.nan_to_num(np.abs(given - wanted)).max() <= within * scale


def test_points_are_the_same(computed):
    assert set(computed[0][1]["joined"]) == set(SCHEMES)
    for (points, _), here in computed:
        total = points.positives + points.negatives
        assert_close(here["threshold"], points.threshold, within=0)
        assert_close(here["truePositives"], points.true_positives, within=SUM, scale=total)
        assert_close(here["falsePositives"], points.false_positives, within=SUM, scale=total)
        assert_close(
            [here["positives"], here["negatives"]], [points.positives, points.negatives], within=SUM, scale=total
        )
        if points.positives > 0:
            assert_close([here["prevalence"]], [points.prevalence], within=SUM)
            assert_close(here["ratios"]["recall"], points.recall, within=SUM)
            assert_close(here["ratios"]["precision"], points.precision, within=SUM)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_areas_and_vertices_are_the_same(computed, scheme):
    seen = 0
    for (points, _), here in computed:
        joined = here["joined"][scheme]
        assert here["applies"][list(here["joined"]).index(scheme)] or not SCHEMES[scheme].can_join(points)
        if joined is None or not SCHEMES[scheme].can_join(points):
            continue
        if points.positives == 0:
            assert joined["area"] is None
            continue
        seen += 1
        curve = SCHEMES[scheme].curve(points)
        assert_close([joined["area"]], [SCHEMES[scheme].area(points)], within=AREA)
        assert_close(joined["recall"], curve.recall, within=VERTEX)
        assert_close(joined["precision"], curve.precision, within=VERTEX)
        assert joined["n_extrapolated"] == curve.n_extrapolated
    assert seen > RANDOM / 4


def test_roc_is_the_same(computed):
    seen = 0
    for (points, _), here in computed:
        assert_close([here["roc"]["area"]], [roc_area(points)], within=AREA)
        if points.positives > 0 and points.negatives > 0:
            seen += 1
            assert_close(here["roc"]["x"], roc_curve(points).false_positive_rate, within=AREA)
            assert_close(here["roc"]["y"], roc_curve(points).true_positive_rate, within=AREA)
    assert seen > RANDOM / 3


def test_the_selected_point_has_the_counts_of_the_rows_at_the_threshold(computed):
    for (points, thresholds), here in computed:
        for threshold, counts in zip(thresholds, here["counts"], strict=True):
            index = int((points.threshold >= threshold).sum()) - 1
            found = points.true_positives[index] if index >= 0 else 0.0
            alarms = points.false_positives[index] if index >= 0 else 0.0
            wanted = [found, alarms, points.positives - found, points.negatives - alarms]
            assert_close(
                [counts[one] for one in ("tp", "fp", "fn", "tn")],
                wanted,
                within=SUM,
                scale=points.positives + points.negatives,
            )


def test_moving_a_row_gives_the_same_points_as_counting_again(lab):
    differing = lab.page.evaluate(
        """moves => {
          let state = 3;
          const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
          const rows = Array.from({length: 80}, () => (
            {score: Math.round(random() * 20) / 20, positive: random() < 0.4, weight: Math.round(random() * 3)}));
          const ranking = new lab.Ranking(rows), wrong = [];
          for (let i = 0; i < moves; i++) {
            const row = Math.floor(random() * rows.length);
            rows[row].score = [Math.round(random() * 20) / 20, -0, 1e9 * random(), -1][i % 4];
            ranking.move(row, rows[row].score);
            const plain = one => JSON.stringify(one, (_, each) => ArrayBuffer.isView(each) ? [...each] : each);
            if (plain(ranking.points()) !== plain(lab.pointsOf(rows))) wrong.push(i);
          }
          return wrong;
        }""",
        MOVES,
    )
    assert differing == []


EXTREME = [0.0, -0.0, 1.0, 0.1 + 0.2, 1e-6, 9.999999e-7, 1.5e-7, 5e-324, 1e16, 1e20, 1e21, 1.7976931348623157e308, -2.5]


def test_rows_in_an_address_are_the_same_in_python_as_in_the_browser(lab):
    rng = np.random.default_rng(11)
    random = np.concatenate([EXTREME, rng.normal(size=400) * 10.0 ** rng.integers(-320, 308, 400)]).tolist()
    rows = [ScoreRow(score, bool(i % 2), abs(random[-i]) if i % 3 else 1.0) for i, score in enumerate(random)][:300]
    sent = [{"score": row.score, "positive": row.positive, "weight": row.weight} for row in rows]
    (written,) = lab.each("rows => lab.textOfRows(rows)", [sent])
    assert written == format_rows(rows)
    assert parse_rows(written) == rows
    (read,) = lab.each("text => lab.rowsOfText(text)", [written])
    assert [ScoreRow(one["score"], one["positive"], one.get("weight", 1.0)) for one in read] == rows


def test_python_and_browser_judge_targets_alike(lab):
    params = PlayParams("half", "", None, None, "step", "linear")
    bundle = play_json(params, example_labeled_scores("ten_rows"), "ten", messages_in("en"))
    conditions = {one["key"]: one["conditions"] for one in bundle["starts"]}
    tried = [start.rows for start in STARTS.values()] + list(SOLUTIONS.values())
    pairs = [(start, rows) for start in STARTS.values() if start.conditions for rows in tried]
    judge = "([conditions, text]) => lab.standing(conditions, lab.pointsOf(lab.rowsOfText(text)))"
    stands = lab.each(judge, [[conditions[start.key], format_rows(rows)] for start, rows in pairs])
    for (start, rows), standing in zip(pairs, stands, strict=True):
        assert standing["reached"] == is_reached(start, rows), (start.key, format_rows(rows))
        for one in standing["each"]:
            value = MEASURES[one["measure"]](
                operating_points([row.positive for row in rows], [row.score for row in rows])
            )
            assert one["now"] == (value if isinstance(value, str) else pytest.approx(value, abs=AREA))
    assert {start.key for (start, rows), one in zip(pairs, stands, strict=True) if one["reached"]} == SOLUTIONS.keys()


def test_the_link_to_a_target_has_the_rows_that_were_moved(lab):
    params = [
        PlayParams("half", "", None, None, "step", "linear"),
        PlayParams("half", "0.9n_0.5p", None, None, "step", "linear"),
        PlayParams("riddle", "0.9n_0.5p", 0.5, None, "step", "linear"),
    ]
    scores = example_labeled_scores("ten_rows")
    bundles = [play_json(one, scores, "ten", messages_in("en")) for one in params]
    share = "bundle => lab.play(document.createElement('div'), bundle, {}).riddle()"
    assert lab.each(share, bundles) == [
        {"start": "half"},
        {"start": "half", "played": "0.9n_0.5p"},
        {"start": "riddle", "goal": 0.5, "played": "0.9n_0.5p"},
    ]


def test_python_and_browser_agree_at_the_limit_of_a_target(lab):
    values = (0.0, 0.125, 0.25, 0.375, 0.5)  # without rounding
    cases = [
        (Condition("step", relation, 0.25, within), value)
        for relation in get_args(Relation) for within in (-0.125, 0.0, 0.125) for value in values
    ]  # fmt: skip
    asked = [
        [{"relation": one.relation, "target": one.target, "tolerance": one.tolerance}, value] for one, value in cases
    ]
    met = lab.each("([condition, value]) => lab.meets(condition, value)", asked)
    assert met == [meets(one, 0.25, value) for one, value in cases]
    assert 0 < sum(met) < len(met)
