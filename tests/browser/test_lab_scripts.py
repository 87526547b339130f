"""Single modules of the laboratory: charts, the position of a number in a chart, the columns of a CSV file."""

import re
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest

from pr_curve_lab.lessons.lesson import near_range
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.web.modules import LAB_CSS
from pr_metrics import SCHEMES, operating_points
from tests.browser.lab_modules import lab_modules

SIZE = (0.3, 0.14)  # of the unit square, about the size of a printed area with its name
FINE = np.linspace(0, 1, 2001)


@pytest.fixture(scope="module")
def lab(browser):
    names = ("csv", "cursor", "elements", "guess", "lesson_pictures", "messages", "pictures")
    with lab_modules(browser, *names) as modules:
        yield modules


def curves():
    rng = np.random.default_rng(5)
    for _ in range(60):
        positive = rng.random(rng.integers(4, 200)) < rng.choice([0.1, 0.3, 0.6])
        positive[0] = True
        points = operating_points(positive, np.round(rng.normal(size=positive.size) + positive, rng.integers(0, 3)))
        for scheme in ("step", "linear"):
            curve = SCHEMES[scheme].curve(points)
            yield curve.recall.tolist(), curve.precision.tolist()


def crosses(curve, box):
    """Return whether a curve runs through a box, by a fine grid and the vertices of the curve."""
    x, y = map(np.asarray, curve)
    left, bottom, right, top = box
    across = np.concatenate([FINE, x])
    height = np.concatenate([np.interp(FINE, x, y), y])
    inside = (across > left + 1e-9) & (across < right - 1e-9) & (height > bottom + 1e-9) & (height < top - 1e-9)
    return bool(inside.any())


def test_a_cursor_reads_the_drawn_line(lab):
    """Where a curve is vertical, it reads the precision of the strictest threshold with that recall."""
    cases = [(curve, at) for curve in list(curves())[:40] for at in (*np.linspace(0, 1, 41), *curve[0][1:4])]
    read = lab.each("([[x, y], at]) => lab.heightAt(x, y, at)", cases)
    for ((x, y), at), height in zip(cases, read, strict=True):
        near = np.flatnonzero(np.isclose(x, at, rtol=0, atol=1e-9))
        assert height == pytest.approx(y[near[0]] if near.size else np.interp(at, x, y), abs=1e-9)
    beside = lab.each("at => lab.heightAt([0.2, 0.5], [1, 0.4], at) ?? null", [0.1, 0.2, 0.3, 0.6])
    assert beside == [None, 1, pytest.approx(0.8), None]


def test_a_number_covers_no_curve(lab):
    drawn = list(curves())
    cases = [{"lines": [curve], "boxes": [[0.02, 0.3, 0.4, 0.4]]} for curve in drawn]
    boxes = lab.each(f"taken => lab.freeSpace({list(SIZE)}, taken)", cases)
    for curve, (left, bottom, right, top, crossed) in zip(drawn, boxes, strict=True):
        assert crossed == 0
        assert (right - left, top - bottom) == pytest.approx(SIZE)
        assert 0 <= left <= right <= 1
        assert 0 <= bottom <= top <= 1
        assert not crosses(curve, (left, bottom, right, top))
        assert left >= 0.4 or top <= 0.3 or bottom >= 0.4


def test_a_number_keeps_its_position_while_it_fits(lab):
    low, high = [[0, 1], [0.1, 0.1]], [[0, 1], [0.6, 0.6]]
    asked = "({line, wanted}) => lab.freeSpace([0.3, 0.14], {lines: [line]}, [wanted])"
    kept, moved = lab.each(asked, [{"line": low, "wanted": [0.5, 0.5]}, {"line": high, "wanted": [0.5, 0.5]}])
    assert kept[:2] == [0.5, 0.5]
    assert moved[:2] == pytest.approx([0.05, 0.025])


def test_the_name_of_a_curve_stays_beside_its_curve(lab):
    """In a crowded chart it takes the least crowded position beside the curve."""
    full = {"lines": [[[0, 1], [height, height]] for height in (0.1, 0.2, 0.3)], "boxes": [[0, 0, 0.5, 1]]}
    asked = "({taken, wanted}) => lab.freeSpace([0.3, 0.05], taken, wanted, true)"
    (box,) = lab.each(asked, [{"taken": full, "wanted": [[0.02, 0.18], [0.6, 0.18], [0.02, 0.22]]}])
    assert box[:2] == [0.6, 0.18]


def test_the_name_of_the_class_balance_covers_no_point(lab):
    asked = """(points) => {
      const picture = { curves: [], points, baseline: 0.64, baseline_text: "0.64", top: 1 };
      const words = { format: (key) => key.padEnd(18), ratio: String, number: String };
      const nodes = lab.curvePicture(picture, { x: 0, y: 0, size: 474, type: 18, mark: 7 }, words);
      const { x, y } = nodes.find(({ key }) => key === "balance_name").attributes;
      return [x / 474, 1 - y / 474];
    }"""
    free, crowded = lab.each(asked, [[[0.9], [0.1]], [[0.3, 0.9], [0.61, 0.1]]])
    assert free[0] < 0.1 < 0.5 < crowded[0]
    assert free[1] == crowded[1]


def test_the_name_of_the_class_balance_is_not_below_the_ground(lab):
    """With a guess along a low balance there is no room right below its line."""
    asked = """balance => {
      const words = { format: () => "class balance 0.10", ratio: String };
      const square = { x: 0, y: 0, size: 268, type: 15, taken: [[0, balance - 0.05, 1, balance + 0.01]] };
      return 268 - lab.balanceLine(square, balance, [], words).drawn[1].attributes.y;
    }"""
    assert min(lab.each(asked, [0.04, 0.08, 0.1, 0.12])) > 0


def area_question(truth):
    return {"truth": truth, "close": near_range("area", truth), "axis": "area", "family": "steps"}


def test_a_guess_in_hundredths_is_near_within_three_of_them(lab):
    asked = "([question, guess]) => lab.judgeGuess(question, guess).right"
    guesses = [[0.5, 0.53], [0.5, 0.47], [0.5, 0.54], [0.7, 0.73]]
    assert lab.each(asked, [[area_question(truth), guess] for truth, guess in guesses]) == [True, True, False, True]


def test_a_guess_is_only_called_right_if_it_is(lab):
    """The area 0.826 can be guessed to two decimals only."""
    asked = "([question, guess]) => lab.commentKey(question, guess, (one) => one.toFixed(2))"
    cases = [[0.5, 0.5], [0.826, 0.83], [0.826, 0.82], [0.826, 0.9], [0.826, 0.5]]
    said = lab.each(asked, [[area_question(truth), guess] for truth, guess in cases])
    assert said == [f"guess_{one}" for one in ("right", "rounded", "close", "high", "low")]


def test_the_error_of_a_level_is_where_its_handle_was(lab):
    """The names of lines are at its sides."""
    asked = """question => lab.revealedGuess(question, 0.8, {x: 0, y: 0, size: 474}, {area: String})
      .at(-1).attributes.d"""
    assert "V379.2" in (drawn := lab.each(asked, [area_question(0.2)])[0])
    assert re.match(r"M230 [\d.]+h7V", drawn)


def test_the_mean_height_of_a_guessed_area_has_a_name_where_a_curve_is_drawn(lab):
    asked = """hasCurve => lab.revealedGuess({truth: 0.2, close: [0.18, 0.22], axis: "area", family: "steps"}, 0.8,
      {x: 0, y: 0, size: 474}, {area: String, format: (key) => key}, hasCurve).map(({ key }) => key)"""
    with_curve, without = lab.each(asked, [True, False])
    assert "mean_height" in with_curve
    assert "guess_level" not in with_curve
    assert "guess_level" in without
    assert "mean_height" not in without


def test_the_ratios_of_a_point_on_an_axis_are_beside_its_ring(lab):
    write = "{words: {number: String}, names: {}, bold: {x: [{at: x, label: '0/3'}], y: [{at: y, label: '0/1'}]}}"
    asked = f"([x, y]) => lab.frame({{x: 0, y: 0, size: 400, type: 18}}, {write}).slice(-2)"
    for (x, y), (below, beside) in zip([(0, 0), (0.5, 0.5)], lab.each(asked, [[0, 0], [0.5, 0.5]]), strict=True):
        assert (below["attributes"]["dy"] > 0) == (y == 0)
        assert (beside["attributes"]["dx"] < 0) == (x == 0)
        assert below["attributes"]["dy"] <= 7, "the name of the axis is below"


def test_a_printed_difference_is_that_of_the_printed_areas(lab):
    random = np.random.default_rng(9)
    known = [[0.6375, 0.7], [0.45, 0.2875], [0.5, 0.5]]
    pairs = [*known, *(random.integers(0, 81, (400, 2)) / 80).tolist(), *random.random((400, 2)).tolist()]
    write = "lab.messagesOf({words: {}, signs: {decimal: '.', group: ','}, language: 'en'})"
    for pair, said in zip(pairs, lab.each(f"([a, b]) => lab.distinctNumbers(a, b, {write})", pairs), strict=True):
        first, second, gap = (Decimal(said[part]) for part in ("first", "second", "gap"))
        assert abs(first - second).quantize(gap, ROUND_HALF_UP) == gap, pair


def test_the_focus_stays_when_an_earlier_node_is_removed(lab):
    kept = lab.page.evaluate(
        """() => {
          const place = document.body.appendChild(document.createElement('div'));
          const some = keys => lab.patch(place, keys.map(key => lab.node('button', key, {}, key)));
          some(['a', 'b', 'c', 'd']);
          place.children[2].focus();
          some(['b', 'new', 'c', 'e']);
          return [document.activeElement.textContent, [...place.children].map(one => one.textContent).join('')];
        }"""
    )
    assert kept == ["c", "bnewce"]


def test_text_fades_in_but_marks_do_not(lab):
    """Each fading mark would have a layer of its own, which is slow to paint."""
    fading = lab.page.evaluate(
        """() => {
          const place = document.body.appendChild(document.createElement('div'));
          const picture = lab.drawing('picture', [0, 0, 9, 9], [lab.disc('mark', 4, 4, 2)]);
          lab.patch(place, [lab.node('p', 'text', {}, 'text'), picture], 400);
          return place.getAnimations({subtree: true}).map(({effect}) => effect.target.localName);
        }"""
    )
    assert fading == ["p"]


GOOD = [
    ("id,label,score\n1,1,0.9\n2,0,0.4\n3,1,0.7\n4,0,0.8", [0.9, 0.4, 0.7, 0.8], "label", "score"),
    ("score;y_true\n0,9;yes\n0,4;no", [0.9, 0.4], "y_true", "score"),
    ("7\t1\n5\t0\n6\t0", [7, 5, 6], None, None),
    ("0.9,0\n0.1,1\n\n0.5,0\n", [0.9, 0.1, 0.5], None, None),
    ("sex,label,p\n1,1,0.9\n0,1,0.5\n1,0,0.2", [0.9, 0.5, 0.2], "label", "p"),
    ("row,label,value\n1,1,5\n2,0,4", [5, 4], "label", "value"),
    ("编号,标签,分数\n1,是,0.9\n2,否,0.4", [0.9, 0.4], "标签", "分数"),
]
BAD = [
    ("", "csv_columns"),
    ("nothing of the kind", "csv_columns"),
    ("one,score\n1,0.5\n1,0.4", "csv_label"),
    ("id,score\n7,0.5\n8,0.4\n9,0.1", "csv_label"),
    ("label,score\n1,0.5\n1,0.4", "csv_label"),
    ("predicted_class,grade,score\na,1,0.5\nb,2,0.4\nc,3,0.1", "csv_label"),
    ("label,score\na,0.5\nb,0.4\nc,0.1", "csv_values"),
    ("label,score\na,0.5\nb,0.4\n,0.1", "csv_gaps"),
    ("score,label\n0.9,1\n0.8,0\n0.7", "csv_gaps"),
    ("label,score\n1,high\n0,low\n0,low", "csv_score"),
]


PLACES = """({question, square, value}) => {
  const words = {format: key => key, count: String, fixed: value => value.toFixed(2)};
  const nodes = lab.guessHandle(question, value ?? undefined, square, words);
  const handle = nodes.find(({key}) => key === "guess");
  return {keys: nodes.map(({key}) => key), x: handle.attributes["data-x"], y: handle.attributes["data-y"],
    said: handle.attributes["aria-valuetext"]};
}"""
SQUARES = [
    {"x": 300, "y": 40, "size": 474, "rail": {"x": 850, "y": 250, "size": 244}},
    {"x": 46, "y": 36, "size": 268, "rail": {"x": 46, "y": 400, "size": 250}, "isSmall": True},
    {"x": 46, "y": 36, "size": 132, "rail": {"x": 46, "y": 400, "size": 250}, "isSmall": True},
]


@pytest.mark.parametrize("square", SQUARES, ids=["wide", "phone", "two on a phone"])
@pytest.mark.parametrize("axis", ["precision", "recall", "area", "share", "count"])
def test_a_guess_is_at_no_value_until_it_is_placed(lab, axis, square):
    """Its handle is outside of the square and beyond the track, on a phone within the screen."""
    question = {"axis": axis, "at": 1.0, "most": 10, "truth": 1, "close": [1, 1]}
    parked, placed = lab.each(PLACES, [{"question": question, "square": square, "value": one} for one in (None, 1)])
    assert (parked["said"], placed["said"]) == ("no_guess", "1" if axis == "count" else "1.00")
    assert not {"guess_level", "guess_line", "guess_way"} & set(parked["keys"])
    is_beside = axis in ("share", "count")
    track = square["rail"] if is_beside else square
    assert parked["x"] >= track["x"] + track["size"] + 20
    assert parked["y"] < square["y"] or is_beside
    assert parked["x"] + 16 <= 358 or "isSmall" not in square


def test_the_first_key_places_no_guess_at_the_truth(lab):
    guesses = [step["guess"] for key in LESSONS for step in lesson_json(key, "en")["steps"] if "guess" in step]
    judge = "one => lab.judgeGuess(one, lab.nudgedGuess(one, undefined, 1)).right"
    assert len(guesses) > 40
    assert not any(lab.each(judge, guesses))


def test_csv_columns_are_guessed_by_name_then_by_content(lab):
    for (_, scores, label, score), read in zip(
        GOOD, lab.each("text => lab.rowsOfCsv(text)", [g[0] for g in GOOD]), strict=True
    ):
        assert [row["score"] for row in read["rows"]] == scores
        assert (read["label"].get("name"), read["score"].get("name")) == (label, score)
    assert [row["positive"] for row in lab.each("text => lab.rowsOfCsv(text)", [GOOD[0][0]])[0]["rows"]] == [1, 0, 1, 0]


def test_each_fault_of_a_csv_has_its_own_message(lab):
    found = lab.each("text => lab.rowsOfCsv(text).problem", [text for text, _ in BAD])
    assert found == [problem for _, problem in BAD]
    said = lab.each("text => lab.rowsOfCsv(text).facts", [text for text, _ in BAD])
    facts = {text: one for (text, _), one in zip(BAD, said, strict=True)}
    assert facts["label,score\na,0.5\nb,0.4\nc,0.1"] == {"label": "label", "count": 3, "values": "a, b, c"}
    assert facts["label,score\na,0.5\nb,0.4\n,0.1"] == {"labels": 1, "scores": 0}


SQUARE = {"x": 50, "y": 40, "size": 200, "type": 15, "mark": 5}
# The nodes of a chart by their keys, with a catalog that returns keys, numbers and fractions unchanged.
PAINT = """({plot, rows, square}) => {
  const words = {format: key => key, number: String, ratio: String, fraction: (part, whole) => `${part}/${whole}`};
  const found = {}, collect = nodes => nodes.forEach(one => {
    found[one.key] = {...one.attributes, text: one.children};
    if (Array.isArray(one.children)) collect(one.children);
  });
  const points = rows && lab.pointsOf(rows), joined = rows && [lab.join(points, 'step'), lab.join(points, 'linear')];
  collect(plot ? lab.drawPlot(plot, square, words).nodes
    : lab.prPicture({id: 'a', points, joined, selectedIndex: 1, classNames: ['lab-steps', 'lab-lines']},
      square, words));
  return found;
}"""


def test_a_plot_is_drawn_at_its_coordinates(lab):
    """Pixels counted by hand: a square of 200 px at (50, 40), a curve with an extrapolated start and two points."""
    curve = {"scheme": "linear", "className": "lab-lines", "area": 0.8, "n_extrapolated": 1,
             "recall": [0, 0.5, 1], "precision": [1, 1, 0.2]}  # fmt: skip
    selected = {"x": 0.5, "y": 1, "index": 0, "radius": 9, "bold": {"x": [{"at": 0.5, "label": "1/2"}], "y": []}}
    plot = {"curves": [curve], "points": [[0.5, 1], [1, 0.2]], "baseline": 0.3, "selected": selected}
    (nodes,) = lab.each(PAINT, [{"plot": plot, "square": SQUARE}])
    paths = {key: nodes[key]["d"] for key in ("balance", "first_fill", "first_curve", "first_start", "to_axes")}
    assert paths == {
        "balance": "M50 180L250 180",
        "first_fill": "M0 1L0.5 1L1 0.2L1 0L0 0Z",
        "first_curve": "M0.5 1L1 0.2",
        "first_start": "M0 1L0.5 1",
        "to_axes": "M50 40H150V240",
    }
    assert (
        "lab-extrapolated" in nodes["first_start"]["class"],
        "lab-extrapolated" in nodes["first_curve"]["class"],
    ) == (True, False)
    circles = {key: (one["cx"], one["cy"], one["r"]) for key, one in nodes.items() if "cx" in one}
    assert circles == {"point1": (250, 200, 5), "selected": (150, 40, 9)}
    assert (nodes["bold_x0"]["x"], nodes["bold_x0"]["text"]) == (150, "1/2")


def test_rows_are_drawn_with_the_fractions_at_the_threshold(lab):
    rows = [{"score": score, "positive": positive} for score, positive in ((4, True), (3, False), (2, True), (1, True))]
    (nodes,) = lab.each(PAINT, [{"rows": rows, "square": SQUARE}])
    assert [nodes[f"bold_{axis}0"]["text"] for axis in "xy"] == ["1/3", "1/2"]
    assert (nodes["selected"]["cx"], nodes["selected"]["cy"]) == pytest.approx((50 + 200 / 3, 140))
    whole = {side: nodes[f"{side}_only"]["d"] for side in ("first", "second")}
    cut_out = {side: nodes[f"{side}_mask"]["text"][1]["attributes"]["d"] for side in whole}
    assert cut_out == {"first": whole["second"], "second": whole["first"]}
    assert whole["first"] != whole["second"]


def test_an_extrapolated_start_and_the_class_balance_are_dashed():
    for name in ("lab-extrapolated", "lab-balance"):
        assert re.search(rf"\.{name}\b[^{{]*{{[^}}]*stroke-dasharray", LAB_CSS)
