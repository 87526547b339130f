"""`prlab record`, and the document that is made from the same registry."""

import csv
import io
import json
import runpy

import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.i18n.release_sentences import bins_text, change_text, version_range
from pr_metrics import TOOLS
from tests.reference import TOOL_VALUES
from tests.repository import ROOT

EVERY_RELEASE = [one for key in TOOLS for one in TOOLS.releases(key)]


def test_the_record_of_a_tool_lists_its_releases(prlab):
    header, *lines = prlab("record", "--tool", "ultralytics").stdout.splitlines()
    assert header.split()[:3] == ["key", "versions", "released"]
    assert lines[0].split()[:5] == ["ultralytics.ap@8.0.0", "8.0.0", "to", "8.4.36", "2023-01-10"]
    assert lines[1].split()[:5] == ["ultralytics.ap", "8.4.37", "to", TOOLS["ultralytics.ap"].version, "2026-04-10"]
    assert len(lines) == 2


def test_the_record_as_json_and_as_csv_has_every_release(prlab):
    record = json.loads(prlab("record", "--json").stdout)["record"]
    assert [one["key"] for one in record] == [one.key for one in EVERY_RELEASE]
    rows = list(csv.DictReader(io.StringIO(prlab("record", "--csv").stdout)))
    assert rows == record
    assert prlab("record", "--tool", "COCO", "--json").stdout.count('"key"') == 1


@pytest.mark.parametrize(("options", "message"), [
    (["--json", "--csv"], "--json and --csv exclude each other"),
    (["--tool", "abacus"], "there is no tool 'abacus'"),
    (["--tool", "yolov5.ap@1.0"], "the record of yolov5.ap begins with 4.0.3, got 'yolov5.ap@1.0'"),
])  # fmt: skip
def test_a_wrong_option_is_one_sentence(prlab, options, message):
    result = prlab("record", *options)
    assert (result.exit_code, result.stderr.splitlines()) == (2, [f"prlab: {message}"])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_release_is_described(language):
    messages = messages_in(language)
    recorded = [one for one in EVERY_RELEASE if one.since]
    assert [one.key for one in recorded if not change_text(one, messages)] == []
    assert [one.key for one in EVERY_RELEASE if bool(one.bins) != bool(bins_text(one, messages))] == []
    assert [one.key for one in EVERY_RELEASE if not version_range(one, messages)] == []
    assert {one.key for one in EVERY_RELEASE if not one.since} <= TOOL_VALUES["versions"].keys()


def test_addresses_are_public_pages():
    addresses = [one.address for one in EVERY_RELEASE if one.address]
    assert len(addresses) > 80
    assert [address for address in addresses if not address.startswith("https://github.com/")] == [
        "https://www.robots.ox.ac.uk/~vgg/data/oxbuildings/"
    ]


def test_the_document_is_made_from_the_registry():
    made = runpy.run_path(str(ROOT / "docs" / "record.py"))
    assert made["FILE"].read_text(encoding="utf-8") == made["record_text"](messages_in("en"))
