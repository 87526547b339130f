"""The SQL for Spark, run in Spark by `make engines`; other runs have no Spark."""

import pytest

from pr_curve_lab.counting.files import counting_sql
from pr_curve_lab.counting.frames import count_scores
from tests.engines import spark_session, table_of
from tests.pr_curve_lab.counting.test_sql import OPTIONS, assert_same, counted


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_spark_counts_as_count_scores_does(options):
    table = table_of("it's \\ `數`\n", "ham")
    spark_session().createDataFrame(table.rename_columns(["a.b", "y`;", "w", "g", "n"])).createOrReplaceTempView("rows")
    sql = counting_sql("rows", "a.b", "y`;", positive="it's \\ `數`\n", dialect="spark", **options)
    found = counted(spark_session().sql(sql).toArrow())
    assert_same(found, count_scores(table, "p", "y", positive="it's \\ `數`\n", **options))
