import re

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.formatting import format_difference
from pr_curve_lab.gate.report import gate_report, report_of_rows
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.i18n.model_sentences import format_p_value
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset, example_table
from pr_curve_lab.schema.roles import Roles
from pr_metrics import noninferiority_test
from tests.pr_curve_lab.exports.reading import Read
from tests.pr_curve_lab.gate.test_assertion import rows
from tests.pr_metrics.uncertainty.test_noninferiority import study

WORDS = messages_in("en")


def verdict(decision, new="new", old="old", words=WORDS):
    """Return the sentence of the report about a decision."""
    p = format_p_value(decision.p_value, words)
    return words.format(f"gate.{decision.outcome}", new=new, old=old, loss=decision.loss, p=p)


def headline(text):
    return re.findall(r"<h1>(.*?)</h1>", text)[0]


def title(text):
    return re.findall(r"<title>(.*?)</title>", text)[0]


@pytest.mark.parametrize("worse", [0.0, 1.0])
def test_the_report_has_the_exact_numbers_of_the_decision(worse):
    decision = noninferiority_test(*rows(worse))
    text = report_of_rows(decision, *rows(worse)).decode("utf-8")
    for of in ("difference", "lower", "upper", "loss", "detectable"):
        assert f'data-of="gate.{of}" value="{getattr(decision, of)!r}"' in text
    assert f'data-of="gate.new" value="{decision.area_a!r}"' in text
    assert f'data-of="gate.old" value="{decision.area_b!r}"' in text
    tested = {of: format_difference(getattr(decision, of)) for of in ("difference", "lower", "upper")}
    assert WORDS.format("gate.tested", **tested, loss=decision.loss, level=95) in Read(text).said()
    assert f'data-of="area.step.old" value="{decision.area_b!r}"' in text  # the table of areas has the same number
    assert verdict(decision) in Read(text).said()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_undecided_result_comes_first_in_bold(language):
    label, new, old = study()
    table = Table("study", pd.DataFrame({"y": label.astype(int), "new": new, "old": old}))
    dataset, words = build_dataset(table, Roles("y", "1", ("new", "old"), kind="models")), messages_in(language)
    decision = noninferiority_test(label, new, old)
    text = gate_report(decision, dataset, table, words).decode("utf-8")
    bold = re.search('<p class="answer"><strong>(.*?)</strong>', text)[1]
    assert Read(bold).said() == verdict(decision, words=words)
    assert 'data-of="gate.positives_needed" value="69"' in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_written_in_every_language(language):
    dataset, words = example_dataset("four_models"), messages_in(language)
    decision = noninferiority_test(dataset.positive[:, 0], dataset.score[:, 0], dataset.score[:, 1])
    text = gate_report(decision, dataset, example_table("four_models"), words).decode("utf-8")
    assert Read(text).said()
    new, old = dataset.names[:2]
    assert headline(text) == words.format("gate.question", new=f"<code>{new}</code>", old=f"<code>{old}</code>")
    assert title(text) == words.format("gate.question", new=new, old=old)


def test_names_of_models_are_escaped():
    label, new, old = rows()
    table = Table("x", pd.DataFrame({"y": label, "<b>&": new, "</title>": old}))
    dataset = build_dataset(table, Roles("y", "1", ("<b>&", "</title>"), kind="models"))
    text = gate_report(noninferiority_test(label, new, old), dataset, table).decode("utf-8")
    new, old = "&lt;b&gt;&amp;", "&lt;/title&gt;"
    assert headline(text) == WORDS.format("gate.question", new=f"<code>{new}</code>", old=f"<code>{old}</code>")
    assert title(text) == WORDS.format("gate.question", new=new, old=old)


def test_the_report_uses_weights():
    weight = np.linspace(0.5, 1.5, 400)
    decision = noninferiority_test(*rows(), sample_weight=weight)
    text = report_of_rows(decision, *rows(), weight).decode("utf-8")
    assert f'data-of="area.step.new" value="{decision.area_a!r}"' in text


def test_the_report_warns_if_no_loss_could_be_detected():
    few = [1, 1, 0, 0], [4, 2, 3, 1], [4, 3, 1, 2]
    text = report_of_rows(noninferiority_test(*few), *few).decode("utf-8")
    assert WORDS.format("gate.nothing_found") in text
