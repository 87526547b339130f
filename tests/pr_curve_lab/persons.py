"""Tables in which persons have several rows each, that are like one another."""

from dataclasses import replace

import numpy as np
import pandas as pd

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.roles import infer_roles

PERSONS, EACH = 40, 25


def persons(column="patient_id", *, models=("p",), seed=3, each=EACH):
    """Forty persons with rows of their own: a person's share of positives and scores are near each other."""
    rng, of_row = np.random.default_rng(seed), np.repeat(np.arange(PERSONS), each)
    tendency = rng.normal(size=PERSONS)[of_row]
    label = (rng.random(of_row.size) < 1 / (1 + np.exp(1 - tendency))).astype(int)
    scores = {
        model: (1 / (1 + np.exp(-(1.2 - 0.3 * at) * label - rng.normal(size=of_row.size) - tendency))).round(6)
        for at, model in enumerate(models)
    }
    return pd.DataFrame({column: [f"P{one:02}" for one in of_row], "y": label, **scores})


def copies(each=EACH):
    """Forty persons, of whom each has so many equal rows: as much is known as of one row of each."""
    return persons(each=1).loc[lambda one: one.index.repeat(each)].reset_index(drop=True)


def csv(frame):
    return frame.to_csv(index=False).encode("utf-8")


def tasks_of(frame, **changed):
    table = Table("t", frame)
    found = build_dataset(table, replace(infer_roles(table), **changed))
    assert isinstance(found, Dataset), found
    return found
