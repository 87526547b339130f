import json

import pytest

from pr_metrics import TOOLS, RejectedInput, release_reports
from pr_metrics.tools.tool_registry import version_key
from tests.reference import RELEASE_CASES, RELEASE_VALUES

RUN = {key: values["behaviors"] for key, values in RELEASE_VALUES.items()}
EVERY = [(key, place) for key, behaviors in RUN.items() for place in range(len(behaviors))]
OPEN_REASONS = ("equal scores in any order", "equal scores split by place")
OPEN_CASES = ("equal_logits_by_processor", "tied_beyond_float32")  # of torch
LEAST_EQUAL = 14  # cases on which each behavior was compared as a number
REFUSED_BY_US = {
    *(
        ("h2o.aucpr", case) for case in ("many_distinct", "twelve_hundred")
    ),  # H2O merges these scores by the order of rows
    ("PRROC.auc.davis.goadrich", "same_scores_in_both_classes"),  # PRROC gives NA, we raise an error with the reason
    *(("PRROC.auc.davis.goadrich", case) for case, rows in RELEASE_CASES.items() if "sample_weight" in rows),
}


def registered(key):
    """Return the behaviors of a tool that were run."""
    return [one for one in TOOLS.releases(key) if one.obtained == "run"]


def report(tool, rows):
    """Return the number of a tool, or its refusal."""
    given = {name: rows[name] for name in ("sample_weight", "total_positives") if name in rows}
    try:
        return tool.report(rows["y_true"], rows["y_score"], **given)
    except RejectedInput as refused:
        return refused


@pytest.mark.parametrize(("key", "place"), EVERY, ids=lambda part: str(part))
def test_every_release_reports_the_stored_numbers(key, place):
    tool, n_equal = registered(key)[place], 0
    for case, wanted in RUN[key][place]["values"].items():
        found = report(tool, RELEASE_CASES[case])
        if ((key, case) in REFUSED_BY_US and (wanted == "nan" or key == "h2o.aucpr")) or str(wanted)[:7] == "refused":
            assert isinstance(found, RejectedInput), case
            assert ", got " in str(found)
        elif isinstance(found, RejectedInput):  # another processor gives another number
            assert found.reason in OPEN_REASONS or case == "tied_beyond_float32", case
            assert tool.ties == "no fixed order" or case in OPEN_CASES or key == "anomalib.AUPR", case
        else:
            assert found == pytest.approx(float(wanted), abs=tool.tolerance, rel=0, nan_ok=True), case
            n_equal += 1
    assert n_equal >= LEAST_EQUAL


@pytest.mark.parametrize("key", RUN)
def test_the_registered_releases_are_those_that_were_run(key):
    assert [(one.since, one.released) for one in registered(key)] == [(one["since"], one["day"]) for one in RUN[key]]
    for tool, stored in zip(registered(key), RUN[key], strict=True):
        assert tool.version in stored["run"]
        assert stored["values"].keys() <= RELEASE_CASES.keys()


@pytest.mark.parametrize("key", RUN)
def test_consecutive_releases_differ_on_a_stored_case(key):
    for before, after in zip(RUN[key], RUN[key][1:], strict=False):
        assert before["values"] != after["values"]


def test_at_least_sixty_behaviors_of_thirty_tools_were_run():
    behaviors = [one for key in TOOLS for one in TOOLS.releases(key)]
    read = [one.key for one in behaviors if one.obtained == "reading"]
    assert len(behaviors) - len(read) >= 60
    assert len({one.base_key.partition(".")[0] for one in behaviors if one.obtained == "run"}) >= 30
    assert len(read) < 6


@pytest.mark.parametrize("key", TOOLS)
def test_releases_are_in_order_and_have_keys_of_their_own(key):
    releases = TOOLS.releases(key)
    since = [version_key(one.since or one.version) for one in releases]
    assert since == sorted(since)
    assert [one.key for one in releases] == [*(f"{key}@{one.since}" for one in releases[:-1]), key]
    assert [one.released for one in releases] == sorted(one.released for one in releases)
    assert all(version_key(one.since or one.version) <= version_key(one.version) for one in releases if one.since)
    assert all(one.version in one.source for one in releases if len(releases) > 1)


def test_a_version_between_two_behaviors_is_the_earlier_one():
    old, new = TOOLS.releases("ultralytics.ap")
    assert TOOLS["ultralytics.ap@8.2.0"] is TOOLS["ultralytics.ap@8.4.36"] is old
    assert TOOLS["ultralytics.ap@8.4.37"] is TOOLS["ultralytics.ap@99.0"] is TOOLS["ultralytics.ap"] is new
    assert TOOLS["ultralytics.ap@8.4.37rc1"] is old


@pytest.mark.parametrize(("key", "message"), [
    ("ultralytics.ap@7.9", "the record of ultralytics.ap begins with 8.0.0, got 'ultralytics.ap@7.9'"),
    ("ultralytics.ap@new", "a version begins with a number, as in 'ultralytics.ap@.*', got 'ultralytics.ap@new'"),
    ("ultralytic.ap@8.1", "there is no tool 'ultralytic.ap'; did you mean 'ultralytics.ap'"),
])  # fmt: skip
def test_an_unknown_version_is_one_sentence(key, message):
    with pytest.raises(KeyError, match=message):
        TOOLS[key]


def test_the_reports_of_all_releases_are_those_of_each():
    rows = RELEASE_CASES["seven_of_fifteen"]
    reports = release_reports(rows["y_true"], rows["y_score"], total_positives=15)
    assert list(reports) == [one.key for key in TOOLS for one in TOOLS.releases(key)]
    for key, found in reports.items():
        alone = report(TOOLS[key], rows | {"total_positives": 15})
        if isinstance(alone, RejectedInput):
            assert (found.reason, str(found)) == (alone.reason, str(alone))
        else:
            assert found == pytest.approx(alone, abs=0, nan_ok=True)
    assert {key for key, found in reports.items() if isinstance(found, RejectedInput)} >= {
        key for key in reports if not TOOLS[key].takes_total_positives
    }


@pytest.mark.parametrize(("key", "message"), [
    ("sklearn.auc", "total_positives must not exceed the positives among the rows for sklearn.auc, .*, got 3"),
])  # fmt: skip
def test_tools_that_know_no_unscored_positives_refuse_them(key, message):
    assert TOOLS[key].report([1, 0], [0.9, 0.1], total_positives=1) == 1
    with pytest.raises(RejectedInput, match=message) as refused:
        TOOLS[key].report([1, 0], [0.9, 0.1], total_positives=3)
    assert refused.value.reason == "unscored positives"


@pytest.mark.parametrize("key", [key for key, tool in TOOLS.items() if tool.takes_total_positives])
def test_unscored_positives_lower_the_number(key):
    y_true, y_score = [1, 0, 1, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.5]
    assert TOOLS[key].report(y_true, y_score, total_positives=6) < TOOLS[key].report(y_true, y_score)
    with pytest.raises(ValueError, match="total_positives must be a number of at least the sum of positives, 3"):
        TOOLS[key].report(y_true, y_score, total_positives=2)


def test_the_stored_values_say_where_they_come_from():
    assert all(values["package"] and values["newest"] and values["asked"] for values in RELEASE_VALUES.values())
    assert json.dumps(RELEASE_VALUES).count("refused: ModuleNotFoundError") == 0
