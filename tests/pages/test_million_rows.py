"""Every page takes a million weighted rows with ties, and sends little.

`make bench-app` uploads rows of distinct scores without weights in a browser.
"""

import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow.csv import write_csv

from tests.pages.app import PAGES, headline, open_page

ROWS = 1_000_000
LARGEST_MESSAGE = 10**6  # bytes, of which the charts and tables are nearly all


def file_of(kind):
    rng = np.random.default_rng(7)
    positive = rng.random(ROWS) < 0.2
    frame = pd.DataFrame({"label": positive.astype(int), "score": rng.normal(size=ROWS) + positive})
    if kind == "one score":
        frame["score"] = 0.5
    if kind == "ties":
        frame["score"] = frame["score"].round(3)
    frame["sample_weight"] = rng.integers(1, 9, ROWS) / 4
    written = io.BytesIO()
    write_csv(pa.Table.from_pandas(frame, preserve_index=False), written)  # pandas takes ten times as long
    return written.getvalue()


@pytest.mark.large
@pytest.mark.parametrize("kind", ["one score", "ties"])
def test_every_page_accepts_a_million_rows(kind):
    app = open_page("data", lang="en")
    app.file_uploader(key="upload").upload("million.csv", file_of(kind), "text/csv").run(timeout=60)
    assert headline(app).startswith("Average precision 0.")
    for page in PAGES:
        app.switch_page(f"pages/{page}.py").run(timeout=60)
        assert not app.exception
        assert headline(app)
        charts = sum(len(chart.proto.spec) for chart in app.get("plotly_chart"))
        tables = sum(len(table.proto.arrow_data.data) for table in app.dataframe)
        assert charts + tables < LARGEST_MESSAGE, page
        assert (charts + tables > 0) == (page not in ("averages", "models"))  # which need several
