"""What is never opened is called by its right name, with the line that saves it as CSV."""

import bz2
import gzip
import io
import pickle

import joblib
import pytest
import scipy.io

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.io.archives import NUMPY_EXPORT_CODE
from pr_curve_lab.io.file_format import OTHER_FORMATS as FORMATS
from pr_curve_lab.io.files import PYTORCH
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.schema.uploads import read_table


def matlab():
    target = io.BytesIO()
    scipy.io.savemat(target, {"label": [1, 0]})
    return target.getvalue()


def saved_by_joblib():
    target = io.BytesIO()
    joblib.dump({"label": [1, 0]}, target)
    return target.getvalue()


FOREIGN = {
    "R (.rds)": gzip.compress(b"X\n\x00\x00\x00\x03\x00\x04\x03\x01"),
    "R (.RData)": bz2.compress(b"RDX3\nX\n\x00\x00\x00\x03"),
    "Python pickle": pickle.dumps({"label": [1, 0]}, protocol=4),
    "SAS (.sas7bdat)": b"\x00" * 12 + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf" + b"\xbd\x92",
    "SAS transport (.xpt)": b"HEADER RECORD*******LIBRARY HEADER",
    "Stata (.dta)": b"<stata_dta><header>",
    "SPSS (.sav)": b"$FL2@(#) SPSS",
    "MATLAB (.mat)": matlab(),
    "HDF5": b"\x89HDF\r\n\x1a\n\x00",
    "ORC": b"ORC\x08\x03",
    "HTML": b"<!DOCTYPE html><html>",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_file_is_called_by_its_name_with_a_way_out(kind):
    problem = read_table("scores.csv", FOREIGN[kind])
    assert (problem.key, problem.params["kind"]) == ("format_with_code", kind)
    assert "csv" in problem.params["code"]


def test_what_joblib_saves_is_a_pickle():
    assert read_table("model.joblib", saved_by_joblib()).params["kind"] == "Python pickle"


def test_r_is_told_how_to_save_its_own():
    code = 'write.csv(readRDS("x.rds"), "x.csv", row.names = FALSE)'
    assert read_table("x.rds", FOREIGN["R (.rds)"]).params["code"] == code


def test_a_document_is_named_without_a_line_of_code():
    assert read_table("a.csv", b"%PDF-1.7\n") == Problem("other_format", name="a.csv", kind="PDF")


@pytest.mark.parametrize("first", ["ORC", "GIF", "MZ", "PAR", "SQLite", "X", "R"])
def test_a_column_may_be_called_like_a_format(first):
    assert list(read_table("a.csv", f"{first},score\n1,0.5\n".encode()).frame) == [first, "score"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_of_code_is_short_enough_to_be_shown_whole(language):
    lines = [(one.kind, one.language, one.code) for one in FORMATS if one.code]
    lines += [("NumPy (pickle)", "Python", NUMPY_EXPORT_CODE), ("PyTorch", "Python", PYTORCH)]
    for kind, spoken, code in lines:
        problem = Problem("format_with_code", name="a", kind=kind, language=spoken, code=code)
        assert code in messages_in(language).format_problem(problem)
