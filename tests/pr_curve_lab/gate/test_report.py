import re

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.gate.report import gate_report, report_of_rows
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset, example_table
from pr_curve_lab.schema.roles import Roles
from pr_metrics import noninferiority_test
from tests.pr_curve_lab.exports.report.test_report import Read
from tests.pr_curve_lab.gate.test_assertion import rows
from tests.pr_metrics.uncertainty.test_noninferiority import study


def headline(text):
    return re.findall(r"<h1>(.*?)</h1>", text)[0]


def title(text):
    return re.findall(r"<title>(.*?)</title>", text)[0]


@pytest.mark.parametrize("worse", [0.0, 1.0])
def test_the_report_has_the_numbers_of_the_decision_to_the_bit(worse):
    decision = noninferiority_test(*rows(worse))
    text = report_of_rows(decision, *rows(worse)).decode("utf-8")
    for of in ("difference", "lower", "upper", "loss", "detectable"):
        assert f'data-of="gate.{of}" value="{getattr(decision, of)!r}"' in text
    assert f'data-of="gate.new" value="{decision.area_a!r}"' in text
    assert f'data-of="gate.old" value="{decision.area_b!r}"' in text
    assert "at 95 % certainty each, it is at least" in text
    assert f'data-of="area.step.old" value="{decision.area_b!r}"' in text  # the table of areas says the same
    assert ("Yes: <code>new</code>" if decision.passed else "No: <code>new</code>") in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fall_that_22_positives_cannot_tell_is_the_first_thing_and_bold(language):
    label, new, old = study()
    table = Table("study", pd.DataFrame({"y": label.astype(int), "new": new, "old": old}))
    dataset, words = build_dataset(table, Roles("y", "1", ("new", "old"), kind="models")), messages_in(language)
    text = gate_report(noninferiority_test(label, new, old), dataset, table, words).decode("utf-8")
    begin = {"en": "Too few positives to tell", "zh": "正例太少，无法判断"}[language]
    assert f"<strong>{begin}" in text
    assert text.index(begin) < text.index('data-of="gate.new"')
    assert 'data-of="gate.positives_needed" value="69"' in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_speaks_every_language(language):
    dataset, words = example_dataset("four_models"), messages_in(language)
    decision = noninferiority_test(dataset.positive[:, 0], dataset.score[:, 0], dataset.score[:, 1])
    text = gate_report(decision, dataset, example_table("four_models"), words).decode("utf-8")
    assert Read(text).text
    new, old = dataset.names[:2]
    assert headline(text) == words.format("gate.question", new=f"<code>{new}</code>", old=f"<code>{old}</code>")
    assert title(text) == words.format("gate.question", new=new, old=old)


def test_a_model_of_any_name_is_text_in_headline_and_title():
    label, new, old = rows()
    table = Table("x", pd.DataFrame({"y": label, "<b>&": new, "</title>": old}))
    dataset = build_dataset(table, Roles("y", "1", ("<b>&", "</title>"), kind="models"))
    text = gate_report(noninferiority_test(label, new, old), dataset, table).decode("utf-8")
    assert headline(text) == "May <code>&lt;b&gt;&amp;</code> take the place of <code>&lt;/title&gt;</code>?"
    assert title(text) == "May &lt;b&gt;&amp; take the place of &lt;/title&gt;?"


def test_weights_are_in_the_report():
    weight = np.linspace(0.5, 1.5, 400)
    decision = noninferiority_test(*rows(), sample_weight=weight)
    text = report_of_rows(decision, *rows(), weight).decode("utf-8")
    assert f'data-of="area.step.new" value="{decision.area_a!r}"' in text


def test_where_nothing_can_be_found_the_report_says_so():
    few = [1, 1, 0, 0], [4, 2, 3, 1], [4, 3, 1, 2]
    assert "no loss would be found" in report_of_rows(noninferiority_test(*few), *few).decode("utf-8")
