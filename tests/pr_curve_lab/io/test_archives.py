"""Archives, compressed files and arrays of NumPy."""

import gzip
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.hostile_files import HOSTILE, written, zipped
from pr_curve_lab.io import archives, files, limits
from pr_curve_lab.io.limits import LIMITS, MEGABYTE
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.table_files import read_table

CSV = b"label,score\nyes,0.1\nno,0.3\n"


def test_a_two_dimensional_array_has_numbered_columns():
    content = written(lambda target: np.save(target, np.array([[1, 0.5], [0, 0.25]])))
    assert read_table("a.npy", content).frame.to_dict("list") == {"#1": [1, 0], "#2": [0.5, 0.25]}


def test_a_file_that_is_compressed_twice_is_refused():
    assert read_table("a.gz", gzip.compress(gzip.compress(CSV))) == Notice("nested_archive", name="a.gz")
    assert read_table("a.zip", zipped(a=zipped(b=CSV))) == Notice("nested_archive", name="a.zip")


def test_an_encrypted_file_is_recognized():
    content = bytearray(zipped(a=CSV))
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 8] |= 1
    assert read_table("a.zip", bytes(content)) == Notice("encrypted", name="a.zip")
    compound = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le") + b"\x00" * 600
    assert read_table("a.xlsx", compound) == Notice("encrypted", name="a.xlsx")


def test_pickled_objects_in_numpy_files_are_never_loaded():
    class Dangerous:
        def __reduce__(self):
            return (pytest.fail, ("a pickle was opened",))

    content = written(lambda target: np.save(target, np.array([Dangerous()], dtype=object), allow_pickle=True))
    assert read_table("a.npy", content).key == "format_with_code"


def test_an_archive_without_files_is_a_problem():
    assert read_table("a.zip", written(lambda target: zipfile.ZipFile(target, "w").close())).key == "empty_archive"


@pytest.fixture
def largest_output(monkeypatch):
    """Return a list whose element is the largest number of decompressed bytes that was checked."""
    seen = [0]
    check = limits.check_output_size

    def counting(name, given, total):
        seen[0] = max(seen[0], total)
        check(name, given, total)

    for module in (archives, files):
        monkeypatch.setattr(module, "check_output_size", counting)
    return seen


@pytest.mark.slow
def test_decompression_of_a_bomb_stops_early(largest_output):
    small = HOSTILE["zstd of 1 GB of zeros"]()
    assert read_table("a.zst", small) == Notice("inflates_too_much", name="a.zst", ratio=LIMITS.compression_ratio)
    assert 0 < largest_output[0] <= 64 * MEGABYTE


@pytest.mark.slow
def test_members_of_an_archive_share_one_limit(largest_output, monkeypatch):
    monkeypatch.setattr(limits, "LIMITS", replace(LIMITS, decompressed_bytes=20 * MEGABYTE))
    members = {str(number): b"0,1\n" * (3 * MEGABYTE) for number in range(3)}
    assert read_table("a.zip", zipped(**members)).key == "too_large"
    assert 20 * MEGABYTE < largest_output[0] <= 21 * MEGABYTE
