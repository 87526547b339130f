"""Any bytes give labeled scores or a problem; `make fuzz` tries many more."""

import pytest

from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.table_files import read_table
from tests.pr_curve_lab.schema.kinds.any_bytes import assert_readable_or_refused, complaints

FILES = 500


def test_corrupted_files_are_read_or_refused():
    assert complaints(FILES) == []


@pytest.mark.parametrize(
    "content", [b"", b"\x00", b"\xff" * 40, b"\n" * 1000, b'"' * 999, b",", b"a,b\n", b"PK\x03\x04"]
)
def test_bytes_that_are_no_table_are_read_or_refused(content):
    assert_readable_or_refused(content)


def test_a_truncated_numpy_header_is_a_problem():
    torn = b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (\n"
    assert read_table("a.npy", torn) == Notice("format_broken", name="a.npy", kind="NumPy")
