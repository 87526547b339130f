"""Data frame engines with the same rows: those that are installed, or those in ENGINES, separated by commas."""

import os
from functools import cache

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa

AT_HAND = "pandas,pandas of arrow,polars,polars lazy,pyarrow,duckdb"  # dask and spark: `make engines`
ENGINES = os.environ.get("ENGINES", AT_HAND).split(",")


def as_frame(engine, table):
    """Convert an Arrow table to a data frame of an engine."""
    if engine in ("pandas", "pandas of arrow"):
        return table.to_pandas(types_mapper=_arrow_kind if "arrow" in engine else None)
    if engine == "dask":
        import dask.dataframe

        return dask.dataframe.from_pandas(table.to_pandas(types_mapper=_arrow_kind), npartitions=2)
    if engine == "spark":
        return spark_session().createDataFrame(table)
    if engine == "duckdb":
        return duckdb.from_arrow(table)
    polars = pl.from_arrow(table)
    return {"polars": polars, "polars lazy": polars.lazy(), "pyarrow": table}[engine]


def _arrow_kind(kind):
    import pandas as pd

    return pd.ArrowDtype(kind)


@cache
def spark_session():
    from pyspark.sql import SparkSession

    local = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    local = local.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    return local.config("spark.sql.shuffle.partitions", "2").getOrCreate()


def table_of(positive, negative, rows=2000):
    """Return rows with values that engines treat differently: null, NaN, -0.0, halves, tiny and large scores."""
    rng = np.random.default_rng(0)
    halves, odd = rng.integers(-40, 40, rows) / 8, np.array([-0.0, 0.0, 0.285, 1.005, 1e-300, 12345.675, np.nan])
    score = np.where(rng.random(rows) < 0.5, halves, rng.normal(size=rows))
    score = np.where(rng.random(rows) < 0.2, rng.choice(odd, rows), score)
    label = [None if at > 0.97 else positive if at < 0.3 else negative for at in rng.random(rows)]
    weight = np.where(rng.random(rows) < 0.05, np.nan, rng.exponential(size=rows))
    return pa.table(
        {
            "p": pa.array(score, mask=rng.random(rows) < 0.03),
            "y": pa.array(label),
            "w": pa.array(weight, mask=rng.random(rows) < 0.03),
            "g": pa.array([None if at > 0.95 else "abc"[int(3 * at)] for at in rng.random(rows)]),
            "n": pa.array([None if at > 0.95 else int(4 * at) for at in rng.random(rows)]),
        }
    )
