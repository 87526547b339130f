"""Files are found by their paths, and handed over to a server by its environment."""

from pathlib import Path

import pytest

from pr_app.reading.local_files import as_opened, opened_paths, read_files
from pr_app.reading.problem import Problem


def test_what_is_handed_over_is_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    environment = as_opened([Path("a.csv"), tmp_path / "b c.csv"])
    monkeypatch.chdir("/")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert opened_paths() == (tmp_path / "a.csv", tmp_path / "b c.csv")


def test_a_server_that_was_given_nothing_opens_nothing(monkeypatch):
    for name in as_opened([]):
        monkeypatch.setenv(name, "")
    assert opened_paths() == ()


def test_files_come_with_their_names(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"label,score\n")
    assert read_files([tmp_path / "a.csv"]) == [("a.csv", b"label,score\n")]


@pytest.mark.parametrize(("name", "reason"), [("folder", "Is a directory")])
def test_what_cannot_be_opened_is_said_with_the_reason(tmp_path, name, reason):
    (tmp_path / name).mkdir()
    assert read_files([tmp_path / name]) == Problem("file_unreadable", name=str(tmp_path / name), reason=reason)
