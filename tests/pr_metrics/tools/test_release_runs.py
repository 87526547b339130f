"""`make releases` compares what versions say with what is kept, here without a network."""

import json

import pytest

from tests.reference import RELEASE_VALUES
from tests.reference.releases import PROBES, run
from tests.reference.releases.probe import Archive

KEY = "yolov5.ap"
PROBE = PROBES[KEY]


@pytest.fixture
def answers(monkeypatch, tmp_path):
    """Answer as it is kept, and keep files elsewhere."""
    stored = RELEASE_VALUES[KEY]
    values = {
        version: dict(behavior["values"])
        for versions, behavior in zip(PROBE.versions, stored["behaviors"], strict=True)
        for version in versions
    }
    days = {behavior["since"]: behavior["day"] for behavior in stored["behaviors"]} | {stored["newest"]: "2024-11-02"}
    monkeypatch.setattr(run, "run", lambda _, version: values[version])
    monkeypatch.setattr(run, "upload_days", lambda _: days)
    monkeypatch.setattr(run, "VALUES", tmp_path)
    (tmp_path / f"{KEY}.json").write_text(json.dumps(stored), encoding="utf-8")
    return values, days


@pytest.mark.usefixtures("answers")
def test_equal_numbers_pass(capsys):
    assert not run.check(PROBE, write=False, with_newest=True)
    assert capsys.readouterr().out.startswith(f"{KEY}: 2 behaviors as kept, ")


def test_a_changed_number_fails_with_the_name_of_the_tool(answers, capsys):
    values, _ = answers
    for version in PROBE.versions[1]:
        values[version]["half_found"] += 1e-3
    assert run.check(PROBE, write=False, with_newest=True)
    assert f"{KEY}: 6.0.1 gives other numbers than those kept: half_found " in capsys.readouterr().out


def test_a_new_version_that_behaves_otherwise_fails_and_is_named(answers, capsys):
    values, days = answers
    days["9.0.0"] = "2026-12-01"
    values["9.0.0"] = values["7.0.14"] | {"all_found": 0.5}
    assert run.check(PROBE, write=False, with_newest=True)
    printed = capsys.readouterr().out
    assert f"{KEY}: newest version 9.0.0 of 2026-12-01, kept " in printed
    assert f"{KEY}: 9.0.0 differs from 6.0.1: all_found " in printed
    assert not run.check(PROBE, write=False, with_newest=False)


def test_a_new_version_that_behaves_as_the_last_is_only_named(answers, capsys):
    values, days = answers
    days["9.0.0"] = "2026-12-01"
    values["9.0.0"] = dict(values["7.0.14"])
    assert not run.check(PROBE, write=False, with_newest=True)
    assert "newest version 9.0.0" in capsys.readouterr().out


@pytest.mark.usefixtures("answers")
def test_what_was_found_is_kept_on_demand(tmp_path):
    assert not run.check(PROBE, write=True, with_newest=False)
    written = json.loads((tmp_path / f"{KEY}.json").read_text(encoding="utf-8"))
    assert written["behaviors"] == RELEASE_VALUES[KEY]["behaviors"]


def test_a_missing_program_leaves_the_tool_out(monkeypatch, capsys):
    monkeypatch.setattr(run.shutil, "which", lambda _: None)
    assert not run.check(PROBES["h2o.aucpr"], write=False, with_newest=True)
    assert capsys.readouterr().out == "h2o.aucpr: not run, because java is not installed here\n"


def test_functions_are_taken_without_the_rest_of_their_module(tmp_path):
    (tmp_path / "tool.py").write_text(
        "import missing_package\nLIMIT = 2\n\n@missing_package.cached\ndef doubled(x: missing_package.Number) -> int:\n"
        "    return LIMIT * x\n\nclass Metric:\n    def ask(self, x):\n        return doubled(x)\n"
    )
    module = Archive(tmp_path, "1.0").take(("LIMIT", "doubled", "Metric"), "nowhere.py", "tool.py")
    assert module["doubled"](3) == module["Metric"]().ask(3) == 6
    with pytest.raises(FileNotFoundError, match=r"none of nowhere\.py in "):
        Archive(tmp_path, "1.0").text("nowhere.py")


def test_every_probe_has_kept_values():
    assert {key for key in RELEASE_VALUES if key not in PROBES} == {
        "MLmetrics.PRAUC", "caret.prSummary", "yardstick.pr_auc", "PRROC.auc.integral", "PRROC.auc.davis.goadrich",
    }  # fmt: skip
    for key, probe in PROBES.items():
        stored = RELEASE_VALUES[key]["behaviors"]
        assert [one["since"] for one in stored] == [versions[0] for versions in probe.versions], key
