"""Files are read by path, and passed to the server in its environment."""

import os
from pathlib import Path

import pytest

from pr_curve_lab.io.local_files import files_to_env, initial_paths, read_local_files
from pr_curve_lab.io.notices import Notice


def test_files_in_the_environment_are_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["a.csv", "b c.csv", "10:30.csv", os.fsdecode(b"caf\xe9.csv")]
    environment = files_to_env([Path(names[0]), *(tmp_path / name for name in names[1:])])
    monkeypatch.chdir("/")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert initial_paths() == tuple(tmp_path / name for name in names)


def test_without_files_in_the_environment_none_are_opened(monkeypatch):
    for name, value in files_to_env([]).items():
        monkeypatch.setenv(name, value)
        assert initial_paths() == ()
        monkeypatch.delenv(name)
        assert initial_paths() == ()


def test_a_name_that_is_not_utf_8_is_made_printable(tmp_path):
    path = tmp_path / os.fsdecode(b"caf\xe9.csv")
    path.write_bytes(b"1")
    assert read_local_files([path]) == [("caf\ufffd.csv", b"1")]
    path.unlink()
    assert read_local_files([path]) == Notice("no_such_file", name=f"{tmp_path}/caf\ufffd.csv")


@pytest.mark.parametrize(("name", "reason"), [("folder", "Is a directory")])
def test_an_unreadable_file_is_reported_with_the_reason(tmp_path, name, reason):
    (tmp_path / name).mkdir()
    assert read_local_files([tmp_path / name]) == Notice("file_unreadable", name=str(tmp_path / name), reason=reason)
