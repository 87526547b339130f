"""`prlab gate`: the decision as a sentence, as JSON, as a report and as an exit code."""

import io
import json
import os
import sys
from dataclasses import asdict

import numpy as np
import pytest

from pr_curve_lab.analysis.formatting import format_json
from pr_curve_lab.cli.output import show_sentence
from pr_metrics import noninferiority_test
from tests.pr_curve_lab.cli.shell import exit_code, shell
from tests.pr_metrics.uncertainty.test_noninferiority import study

ROWS = 600
PRINTED = {"area_a": "new_area", "area_b": "old_area", "confidence_level": "level"}  # keys of the JSON that differ


@pytest.fixture
def models(folder):
    """Write files of an old model, an equally good one and a much worse one; return labels and scores by file."""
    rng = np.random.default_rng(3)
    label = np.arange(ROWS) % 5 == 0
    old = 1.5 * label + rng.normal(size=ROWS)
    scores = {"old": old, "good": old + 0.01 * rng.normal(size=ROWS), "bad": rng.normal(size=ROWS)}
    for name, score in scores.items():
        lines = [f"r{at},{int(label[at])},{score[at].item()!r}" for at in range(ROWS)]
        (folder / f"{name}.csv").write_text("\n".join(["id,y,p", *lines]), encoding="utf-8")
    return {"label": label, **scores}


@pytest.mark.parametrize(("new", "code"), [("good", 0), ("bad", 1)])
def test_the_exit_code_follows_the_decision(prlab, models, new, code):
    decision = noninferiority_test(models["label"], models[new], models["old"])
    result = prlab("gate", f"{new}.csv", "--against", "old.csv")
    assert (result.exit_code, result.stdout) == (code, f"{decision.sentence}\n")
    assert "side by side by 'id'" in result.stderr
    assert "as guessed: label 'y' (positive: '1'), score 'p'\n" in result.stderr
    facts = json.loads(prlab("gate", f"{new}.csv", "--against", "old.csv", "--json").stdout)
    values = {PRINTED.get(name, name): value for name, value in asdict(decision).items()}
    assert {name: facts[name] for name in values} == json.loads(format_json(values))
    assert (facts["label"], facts["positive"], facts["new_score"]) == ("y", "1", "p")


@pytest.fixture
def undecided(folder):
    """Write files of two models with 22 positives, whose area falls from 0.648 to 0.490; return the decision."""
    label, new, old = study()
    for name, score in (("new", new), ("old", old)):
        lines = [f"{int(one)},{value.item()!r}" for one, value in zip(label, score, strict=True)]
        (folder / f"{name}.csv").write_text("\n".join(["y,p", *lines]), encoding="utf-8")
    return noninferiority_test(label, new, old)


@pytest.mark.parametrize(("strict", "code"), [((), 0), (("--strict",), 3)])
def test_too_few_positives_stop_only_a_strict_gate(prlab, undecided, strict, code):
    result = prlab("gate", "new.csv", "--against", "old.csv", *strict)
    assert (result.exit_code, result.stdout) == (code, f"{undecided.sentence}\n")
    assert result.stdout.startswith("too few positives to tell: step area fell from 0.648 to 0.490")
    facts = json.loads(prlab("gate", "new.csv", "--against", "old.csv", "--json", *strict).stdout)
    assert (facts["passed"], facts["outcome"], facts["positives_needed"]) == (True, "too_few_positives", 69)


@pytest.mark.usefixtures("models")
def test_a_strict_gate_has_the_same_exit_codes_if_the_rows_decide(prlab):
    for new, code in (("good", 0), ("bad", 1)):
        assert prlab("gate", f"{new}.csv", "--against", "old.csv", "--strict").exit_code == code


def test_an_undecided_sentence_is_bold_on_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    show_sentence("too few", bold=True)
    show_sentence("worse", bold=False)
    assert capsys.readouterr().out == "\x1b[1mtoo few\x1b[0m\nworse\n"


@pytest.mark.usefixtures("models")
def test_a_large_loss_may_be_allowed(prlab):
    assert prlab("gate", "bad.csv", "--against", "old.csv", "--loss", "0.9").exit_code == 0


@pytest.mark.usefixtures("models")
def test_counts_and_incomplete_rows_are_refused_with_advice(prlab, folder):
    (folder / "counts.csv").write_text("score,positives,negatives\n.9,7,2\n.5,2,3\n.2,3,9\n")
    result = prlab("gate", "counts.csv", "--against", "counts.csv")
    sentence = "counts.csv holds counts at each score: rows of two models cannot be paired from counts; give the rows"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"prlab: {sentence}\n")
    (folder / "gaps.csv").write_text((folder / "old.csv").read_text().replace("r7,0,", "r7,0,\nr9999,0,", 1))
    result = prlab("gate", "old.csv", "--against", "gaps.csv")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith("Fill it in, or leave these rows out. (--leave-out)\n")
    assert prlab("gate", "old.csv", "--against", "gaps.csv", "--leave-out").exit_code == 0


def test_a_column_may_have_the_name_of_a_model(prlab, folder):
    (folder / "mine.csv").write_text("y,p,old\n" + "1,.9,3\n0,.2,4\n1,.3,5\n0,.1,6\n" * 5)
    (folder / "there").mkdir()
    (folder / "there/mine.csv").write_text((folder / "mine.csv").read_text())
    result = prlab("gate", "mine.csv", "--against", "there/mine.csv", "-s", "p")
    assert result.exit_code == 0, result.output


@pytest.mark.usefixtures("models")
def test_the_report_is_written_whatever_the_decision(prlab, folder):
    result = prlab("gate", "bad.csv", "--against", "old.csv", "-o", "gate.html")
    assert result.exit_code == 1
    assert "prlab: written: gate.html" in result.stderr
    assert "bad" in (folder / "gate.html").read_text(encoding="utf-8")
    piped = prlab("gate", "bad.csv", "--against", "old.csv", "-o", "-")
    assert (piped.exit_code, piped.stdout[:15]) == (1, "<!DOCTYPE html>")


@pytest.mark.usefixtures("models")
def test_the_exit_code_stays_if_the_output_is_not_read(folder):
    ended = shell("prlab gate bad.csv --against old.csv | true", folder)
    assert ended.code == 1, ended.err


@pytest.mark.usefixtures("models")
def test_the_exit_code_stays_if_unbuffered_output_is_not_read(monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    with io.TextIOWrapper(open(writer, "wb", buffering=0), encoding="utf-8", write_through=True) as unread:
        monkeypatch.setattr(sys, "stdout", unread)
        assert exit_code("prlab gate bad.csv --against old.csv", monkeypatch) == 1


def test_a_column_of_weights_may_be_named(prlab, folder, models):
    for name in ("good", "old"):
        lines = (folder / f"{name}.csv").read_text().splitlines()
        lines = [f"{line},{'paid' if not at else 1 + at % 3}" for at, line in enumerate(lines)]
        (folder / f"{name}.csv").write_text("\n".join(lines))
    named = prlab("gate", "good.csv", "--against", "old.csv", "--json", "--weight", "paid")
    weights = 1 + np.arange(1, ROWS + 1) % 3
    decision = noninferiority_test(models["label"], models["good"], models["old"], sample_weight=weights)
    facts = json.loads(named.stdout)
    assert (facts["weight"], facts["new_area"]) == ("paid", pytest.approx(decision.area_a, abs=1e-12))
    assert "as guessed: weight" not in named.stderr
