import sys

import pytest

from pr_curve_lab.counting.files import count_files, counting_sql
from pr_curve_lab.counting.frames import count_scores, import_optional_dependency


@pytest.mark.parametrize(
    ("package", "call"),
    [
        ("narwhals", lambda: count_scores(None, "p", "y", positive=1)),
        ("duckdb", lambda: count_files("rows.csv", "p", "y", positive=1)),
        ("sqlglot", lambda: counting_sql("rows", "p", "y", positive=1)),
    ],
)
def test_a_missing_package_is_named_with_its_extra(monkeypatch, package, call):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(
        ModuleNotFoundError, match=rf"^count\w+ needs {package}: pip install 'pr-curve-lab\[engines\]'$"
    ):
        call()


def test_the_error_of_a_broken_package_is_not_hidden(monkeypatch, tmp_path):
    (tmp_path / "broken_engine.py").write_text("import something_it_needs")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="something_it_needs"):
        import_optional_dependency("broken_engine", "count_scores")
