"""Tables as people have them, with several columns that could be the label or the score: which are taken.

A line is a table: its columns, each with what it holds. "!" marks the label, "*" a score, "?" the labels or scores of
which nothing says which is meant; these are to be asked for. The values are made from a fixed seed, so that scores rank
their label with an ROC area near .8 and everything else has nothing to do with it.

id, str: numbers and names of rows; n: numbers; f: fractions; b: 0 and 1; j: the two words of the label; t: words; o: 0
and 1 somewhat commoner among positives. y: the label in 0 and 1; w: the label in words, with "=" in words of its own,
the positive one first; e: the label with a tenth of the rows told otherwise. p: a probability; r: a number of 0 to 100;
l: log odds; q: the same rows in another model; h: points of which fewer are likelier; k: a scale from 0 to 12 that is
counted by hand; d: a decision, the first score cut in two.
"""

from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.infer_roles import infer_schema

ROWS = 240
FEWEST_RIGHT, MOST_ASKED = 0.9, 0.1  # shares of the tables
WORDS = {
    "en": ("yes", "no"), "de": ("ja", "nein"), "fr": ("oui", "non"), "es": ("sí", "no"), "pt": ("sim", "não"),
    "it": ("sì", "no"), "nl": ("ja", "nee"), "pl": ("tak", "nie"), "ru": ("да", "нет"), "tr": ("evet", "hayır"),
    "cs": ("ano", "ne"), "sv": ("ja", "nej"), "vi": ("có", "không"),
    "zh": ("是", "否"), "ja": ("はい", "いいえ"), "ko": ("예", "아니오"),
}  # fmt: skip
TABLES = Path(__file__).with_name("realistic_tables.txt").read_text()


def test_most_tables_are_read_right_few_are_asked_about_and_none_is_wrong_without_a_word():
    tables = [line.split(" | ") for line in TABLES.splitlines()]
    found = {" | ".join(line): verdict(line, seed) for seed, line in enumerate(tables)}
    counted = Counter(found.values())
    assert [line for line, one in found.items() if one == "wrong"] == []
    assert [line for line, one in found.items() if ("?" in line) != (one == "asked")] == []
    assert counted["right"] >= FEWEST_RIGHT * len(tables)
    assert counted["asked"] <= MOST_ASKED * len(tables)


def verdict(line, seed):
    """What became of a table: "right", "asked", "named" where the right column was offered beside another, "wrong"."""
    language, *columns = line
    marked = {column.rpartition(":")[0]: column.rpartition(":")[2] for column in columns}
    found = infer_schema(Table("t.csv", pd.DataFrame(made(language, marked, np.random.default_rng(seed)))))
    if found.is_open:
        return "asked"
    label = next((name for name, kind in marked.items() if "!" in kind), None)
    scores = {name for name, kind in marked.items() if "*" in kind}
    words = marked.get(label, "").rstrip("!").partition("=")[2]
    is_turned = bool(words) and found.roles.positive != words.split("/")[0]
    if (found.roles.label, set(found.roles.scores)) == (label, scores):
        return "wrong" if is_turned else "right"
    named = {*found.label.selected, *found.label.alternatives, *found.score.selected, *found.score.alternatives}
    return "named" if {label, *scores} <= named and (found.label.alternatives or found.score.alternatives) else "wrong"


def made(language, marked, rng):
    """The values of the columns."""
    truth = rng.permutation(ROWS) < ROWS // 4
    yes, no = WORDS[language]
    signal, noise = 1.2 * truth, rng.normal(size=ROWS)
    logit = signal + noise
    values = {
        "id": lambda: rng.permutation(ROWS) + 1001,
        "str": lambda: [f"r{number}" for number in rng.permutation(ROWS)],
        "n": lambda: rng.integers(18, 90, ROWS),
        "f": lambda: rng.random(ROWS).round(3),
        "b": lambda: rng.integers(0, 2, ROWS),
        "j": lambda: np.where(rng.random(ROWS) < 0.4, yes, no),
        "o": lambda: (rng.random(ROWS) < np.where(truth, 0.4, 0.25)).astype(int),
        "t": lambda: rng.choice(["A", "B", "C"], ROWS),
        "y": lambda: truth.astype(int),
        "w": lambda words=(yes, no): np.where(truth, *words),
        "e": lambda: (truth ^ (rng.random(ROWS) < 0.1)).astype(int),
        "p": lambda: (1 / (1 + np.exp(-logit))).round(4),
        "r": lambda: (100 / (1 + np.exp(-logit))).round(1),
        "l": lambda: (signal + 0.8 * noise + 0.6 * rng.normal(size=ROWS)).round(3),
        "q": lambda: (1 / (1 + np.exp(-signal - 0.8 * noise - 0.6 * rng.normal(size=ROWS)))).round(4),
        "d": lambda: (logit > 1).astype(int),
        "h": lambda: (650 - 60 * signal - 48 * noise - 36 * rng.normal(size=ROWS)).round(),
        "k": lambda: np.clip((3 + 2 * truth + 2 * rng.normal(size=ROWS)).round(), 0, 12).astype(int),
    }
    kinds = {name: kind.rstrip("!*?").partition("=") for name, kind in marked.items()}
    return {name: values[kind](*[words.split("/")] if words else []) for name, (kind, _, words) in kinds.items()}
