"""Inputs that a notebook's user may pass to `average_precision`, in five tables by name.

SAME: the value is scikit-learn's. OURS_ALONE: scikit-learn refuses, and our value is that of plain arrays.
OTHER_VALUE: our value is not scikit-learn's, and why. REFUSED: our error message, where scikit-learn refuses as well.
REFUSED_BY_US: our error message where scikit-learn gives a number, and why. A lambda makes what can be read only once.
"""

from array import array
from collections import UserList, deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from scipy import sparse

Y, S = [1, 0, 1, 0, 1, 0, 0, 1], [0.9, 0.8, 0.7, 0.6, 0.55, 0.3, 0.3, 0.2]
Y_ARRAY, S_ARRAY, BOOLS = np.array(Y), np.array(S), [bool(value) for value in Y]
YES, YES_S = ["yes" if value else "no" for value in Y], {"pos_label": "yes"}
PROBA = np.column_stack([1 - S_ARRAY, S_ARRAY])
CLASSES, NAMES = [0, 1, 2, 0, 1, 2], ["ham", "news", "spam"]
NAMED = [NAMES[number] for number in CLASSES]
M = np.array([[0.7, 0.2, 0.1], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5], [0.3, 0.5, 0.2], [0.2, 0.6, 0.2], [0.4, 0.3, 0.3]])
SHOWN = (np.array(CLASSES)[:, None] == [0, 1, 2]).astype(int)  # an indicator matrix
TABLE, BACKWARDS = pd.DataFrame(M, columns=NAMES), pd.DataFrame(M, columns=NAMES)[NAMES[::-1]]
DECIMALS = [Decimal(str(value)) for value in S]
NANO = np.array(range(8), dtype="datetime64[ns]")
FINER = np.array([1, 1 + np.finfo(np.longdouble).eps], dtype=np.longdouble)


class Tensor:
    """An object that can only be converted to an array, or raises an error that says why not."""

    def __init__(self, values, refusal=None):
        self.values, self.refusal = np.asarray(values), refusal

    def __array__(self, dtype=None, copy=None):
        if self.refusal is not None:
            raise self.refusal
        return self.values

    def __len__(self):
        return len(self.values)


ON_CARD = Tensor(S, TypeError("can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu()"))
BFLOAT16 = Tensor(S, TypeError("Got unsupported ScalarType BFloat16"))
WITH_GRADIENT = Tensor(M, RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach()"))


def series(values, kind):
    return pd.Series(values, dtype=kind)


def nested(values):
    """Return an array of lists."""
    cells = np.empty(len(values), dtype=object)
    cells[:] = [[value] for value in values]
    return cells


# fmt: off
SAME = {
    # containers
    "lists": (Y, S, {}),
    "a range of scores": (Y, range(8, 0, -1), {}),
    "deque and UserList": (deque(Y), UserList(S), {}),
    "array.array": (array("b", Y), array("d", S), {}),
    "a bytearray of labels": (bytearray(Y), S, {}),
    "fractions": (Y, [Fraction(value) for value in S], {}),
    # dtypes
    **{f"labels of {kind}": (Y_ARRAY.astype(kind), S, {}) for kind in ("bool", "int8", "uint64", "float16", "float32")},
    "labels of longdouble": (Y_ARRAY.astype(np.longdouble), S, {}),
    **{f"scores of {kind}": (Y, (100 * S_ARRAY).astype(kind), {}) for kind in ("int8", "int32", "uint64", "object")},
    **{f"scores of {kind.__name__}": (Y, S_ARRAY.astype(kind), {}) for kind in (np.float16, np.float32, np.longdouble)},
    "a read-only buffer": (np.frombuffer(bytes(Y), np.uint8), S, {}),
    "no value masked": (np.ma.array(Y), np.ma.array(S), {}),
    "only a method __array__": (Tensor(Y), Tensor(S), {}),
    # pandas
    "Series": (pd.Series(Y), pd.Series(S), {}),
    "an index on one side": (pd.Series(Y, index=[3, 1, 2, 0, 7, 6, 5, 4]), S, {}),
    "the same index, shuffled alike": (pd.Series(Y, index=[*"hgfedcba"]), pd.Series(S, index=[*"hgfedcba"]), {}),
    "a test set, and scores numbered anew": (pd.Series(Y, index=[30, 1, 22, 0, 17, 6, 5, 4]), pd.Series(S), {}),
    "Int64 and Float64": (series(Y, "Int64"), series(S, "Float64"), {}),
    "boolean and Float32": (series(BOOLS, "boolean"), series(S, "Float32"), {}),
    "categories of numbers": (series(Y, "category"), series(S, "category"), {}),
    "categories of text": (series(YES, "category"), S, YES_S),
    "dtype string": (series(YES, "string"), S, YES_S),
    "pyarrow-backed numbers": (series(Y, "int64[pyarrow]"), series(S, "double[pyarrow]"), {}),
    "pyarrow-backed text": (series(YES, "string[pyarrow]"), S, YES_S),
    "sparse Series": (pd.Series(pd.arrays.SparseArray(Y)), pd.Series(pd.arrays.SparseArray(S)), {}),
    "tables of one column each": (pd.DataFrame({"y": Y}), pd.DataFrame({"score": S}), {}),
    # polars and pyarrow
    "polars Series": (pl.Series(Y), pl.Series(S), {}),
    "polars categories": (pl.Series(YES, dtype=pl.Categorical), S, YES_S),
    "polars table of classes": (NAMED, pl.DataFrame(M, schema=NAMES), {}),
    "pyarrow arrays": (pa.array(Y), pa.array(S), {}),
    "pyarrow chunks": (pa.chunked_array([Y[:3], Y[3:]]), pa.chunked_array([S[:5], S[5:]]), {}),
    "pyarrow dictionary": (pa.array(YES).dictionary_encode(), S, YES_S),
    "pyarrow table of classes": (NAMED, pa.table(dict(zip(NAMES, M.T, strict=True))), {}),
    # labels
    "-1 and 1": (2 * Y_ARRAY - 1, S, {}),
    "0 and 2 with pos_label": (2 * Y_ARRAY, S, {"pos_label": 2}),
    "1 and 2 with pos_label": (Y_ARRAY + 1, S, {"pos_label": 2}),
    "yes and no with pos_label": (YES, S, YES_S),
    "0 as pos_label": (Y, S, {"pos_label": 0}),
    "pos_label 1 beside bools": (BOOLS, S, {"pos_label": 1}),
    "pos_label '1' beside text": ([str(value) for value in Y], S, {"pos_label": "1"}),
    "all positive": ([1] * 8, S, {}),
    # scores
    "the positive column of predict_proba": (Y, PROBA[:, 1], {}),
    "that column as a matrix": (Y, PROBA[:, 1:], {}),
    "two columns (n, 1)": (Y_ARRAY[:, None], S_ARRAY[:, None], {}),
    "-0.0 and 0.0": ([1, 0, 1], [-0.0, 0.0, 0.0], {}),
    "subnormal numbers": ([0, 1, 0], [1e-310, 2e-310, 5e-324], {}),
    "neighbours of 1": ([1, 0], [np.nextafter(1, 2), 1.0], {}),
    # several columns
    "classes by number": (CLASSES, M, {}),
    "classes by name": (NAMED, M, {}),
    "categories in another order": (series(NAMED, pd.CategoricalDtype(NAMES[::-1])), M, {}),
    "a table with the classes' names": (NAMED, TABLE, {}),
    "labels of a table with names of its own": (NAMED, TABLE.add_prefix("p_"), {"labels": NAMES}),
    **{f"classes, {how}": (CLASSES, M, {"average": how}) for how in ("micro", "weighted", "samples", None)},
    **{f"indicators, {how}": (SHOWN, M, {"average": how}) for how in ("micro", "macro", "weighted", "samples", None)},
    "indicators and scores in tables": (pd.DataFrame(SHOWN, columns=NAMES), TABLE, {}),
    "both columns of two classes as indicators": (np.column_stack([1 - Y_ARRAY, Y_ARRAY]), PROBA, {}),
    "rows and columns exchanged on both sides": (SHOWN.T, M.T, {}),
    "weights of several columns": (SHOWN, M, {"sample_weight": [1, 2, 3, 1, 0, 1]}),
    # weights
    "weights of zero": (Y, S, {"sample_weight": [1, 0, 2, 0, 1, 1, 1, 0]}),
    "weights of fractions": (Y, S, {"sample_weight": [0.5, 1, 2, 0.25, 1, 1, 3, 1]}),
    "subnormal weights": (Y, S, {"sample_weight": [1e-320] * 8}),
    "weights in polars": (Y, S, {"sample_weight": pl.Series([1, 2] * 4)}),
}

OURS_ALONE = {
    "objects that are 0 and 1": (Y_ARRAY.astype(object), S, {}, (Y, S, {})),
    "memoryview": (memoryview(array("b", Y)), memoryview(array("d", S)), {}, (Y, S, {})),
    "bytes with pos_label": (np.array([b"1" if one else b"0" for one in Y]), S, {"pos_label": b"1"}, (Y, S, {})),
    "text of NumPy 2": (np.array(YES, dtype=np.dtypes.StringDType()), S, YES_S, (Y, S, {})),
    "np.matrix": (np.matrix(Y).T, np.matrix(S).T, {}, (Y, S, {})),
    "classes beside lists of lists": (CLASSES, M.tolist(), {}, (CLASSES, M, {})),
    "indicators as objects": (SHOWN.astype(object), M, {}, (SHOWN, M, {})),
    "pyarrow scalars in a list": (Y, list(pa.array(S)), {}, (Y, S, {})),
}

BY_NAME = "scikit-learn goes by the place of a column, whatever its name"
OTHER_VALUE = {
    "all negative": ([0] * 8, S, {}, np.nan, "no positives", "nothing was asked: scikit-learn says 0"),
    "one row, negative": ([0], [0.5], {}, np.nan, "no positives", "nothing was asked: scikit-learn says 0"),
    "all positives weigh 0": (Y, S, {"sample_weight": 1 - Y_ARRAY}, np.nan, "no positives",
                              "nothing was asked: scikit-learn says 0"),
    "indicators of a label that never came": (SHOWN * [1, 1, 0], M, {}, 19 / 24, "no positives in column 2",
                                              "scikit-learn averages a 0 in"),
    "a table in another order of classes": (NAMED, BACKWARDS, {}, 29 / 36, None, BY_NAME),
    "numbered columns in another order": (CLASSES, pd.DataFrame(M)[[2, 1, 0]], {}, 29 / 36, None, BY_NAME),
    "labels in another order": (NAMED, M[:, ::-1], {"labels": NAMES[::-1]}, 29 / 36, None,
                                "scikit-learn has no labels: it sorts them"),
}

NO_ARRAY = "must be a list or an array, got"
REFUSED = {
    # no arrays
    "a generator of scores": (Y, lambda: (value for value in S), {}, f"y_score {NO_ARRAY} a generator"),
    "a generator of labels": (lambda: (value for value in Y), S, {}, f"y_true {NO_ARRAY} a generator"),
    "a set of labels": ({0, 1}, S, {}, f"y_true {NO_ARRAY} a set"),
    "the values of a dict": (Y, dict(enumerate(S)).values(), {}, f"y_score {NO_ARRAY} a dict_values"),
    "nothing": (Y, None, {}, f"y_score {NO_ARRAY} a NoneType"),
    "single numbers": (1, 0.5, {}, f"y_score {NO_ARRAY} a float"),
    "an array of no dimension": (np.array(1), np.array(0.5), {}, rf"y_score {NO_ARRAY} shape \(\)"),
    "labels in one text": ("10101001", S, {}, f"y_true {NO_ARRAY} a str"),
    "sparse indicators": (sparse.csr_array(SHOWN), M, {}, f"y_true {NO_ARRAY} a csr_array"),
    "a lazy table": (Y, pl.LazyFrame({"score": S}), {}, f"y_score {NO_ARRAY} a LazyFrame"),
    "a tensor on a graphics card": (Y, ON_CARD, {}, rf"y_score {NO_ARRAY} a Tensor: .* Use Tensor\.cpu\(\)"),
    "a tensor of bfloat16": (Y, BFLOAT16, {}, rf"y_score {NO_ARRAY} a Tensor: .* BFloat16; pass \.float\(\)"),
    "a tensor with its gradient": (CLASSES, WITH_GRADIENT, {}, f"y_score {NO_ARRAY} a Tensor: .* requires grad"),
    # shapes
    "no rows": ([], [], {}, "y_true must have at least one row, got none"),
    "an empty table": (Y, pd.DataFrame(), {}, r"y_score must have at least one row and one column, got shape \(0, 0\)"),
    "different lengths": (Y, S[:7], {}, "y_true and y_score must have the same length, got 8 and 7"),
    "both columns of predict_proba": (Y, PROBA, {}, r"y_score must be one column .* got two: pass .* \[:, 1\]"),
    "both columns and a pos_label": (YES, PROBA, YES_S, r"pos_label must not .* got 'yes'; of two .* \[:, 1\]"),
    "both columns of indicators, one of scores": (PROBA.round(), S, {},
        r"y_true must be one-dim.* \(8, 2\); .* \[:, 1\]"),
    "indicators exchanged": (SHOWN, M.T, {}, r"y_true and y_score must have the same shape, got \(6, 3\) and \(3, 6\)"),
    "scores of a forest, an array a label": (SHOWN, [M[:, :2]] * 3, {},
        r"one or two dimensions, got shape \(3, 6, 2\)"),
    "rows of different length": (Y, [[0.1], [0.2, 0.3]] * 4, {}, "y_score must have .* got rows of different length"),
    "lists in an array": (Y, nested(S), {}, r"y_score must be numbers, got \[0\.9\] at position 0"),
    "lists of labels in an array": (nested(Y), S, {"pos_label": 1}, r"y_true must be one label .* \[1\] at position 0"),
    # what is missing
    "None among scores": (Y, [*S[:7], None], {}, "y_score must be numbers, got None at position 7"),
    "None among labels": ([*Y[:7], None], S, {}, "y_true must be known in every row, got None at position 7"),
    "nan among scores": (Y, [*S[:7], np.nan], {}, "y_score must be finite, got nan at position 7"),
    "nan among labels": ([*Y[:7], np.nan], S, {}, "y_true must be known in every row, got nan at position 7"),
    "NA in Int64": (series([*Y[:7], pd.NA], "Int64"), S, {}, "y_true must be known in every row, got .* position 7"),
    "NA in Float64": (Y, series([*S[:7], pd.NA], "Float64"), {}, "y_score must be finite, got nan at position 7"),
    "null in polars": (Y, pl.Series([*S[:7], None]), {}, "y_score must be known in every row, got null at position 7"),
    "null in pyarrow": (pa.array([*Y[:7], None]), S, {}, "y_true must be known in every row, got null at position 7"),
    "nan in a matrix": (CLASSES, np.where(M > 0.65, np.nan, M), {}, r"y_score\[:, 0\] must be finite, .* position 0"),
    "a class that never came": ([0, 1, 1, 0, 1, 0], M, {}, "labels must name the 3 columns .* None and 2 classes"),
    "infinity": (Y, [np.inf, *S[1:]], {}, "y_score must be finite, got inf at position 0"),
    # kinds
    "complex scores": (Y, S_ARRAY * 1j, {}, "y_score must be numbers, got 0.9j at position 0"),
    "text scores": (Y, [f"{score:.0%}" for score in S], {}, "y_score must be numbers, got '90%' at position 0"),
    "Decimal labels": ([Decimal(one) for one in Y], S, {},
        r"y_true must be .* Decimal\('1'\), a Decimal, at position 0"),
    "days for labels": (NANO, S, {}, "y_true must be bool, .* a datetime64, at position 0"),
    # labels
    "yes and no": (YES, S, {}, "pos_label must name the positive class .* 'yes', 'no'"),
    "0 and 2": (2 * Y_ARRAY, S, {}, "y_true must be 0 or 1 .* pos_label.*, got 2 at position 0"),
    "three values": ([0, 1, 2, 0, 1, 2, 0, 1], S, {}, "y_true must be 0 or 1 .*, got 2 at position 2"),
    "arguments exchanged": (S, Y, {}, r"y_true must be 0 or 1 .*, got 0\.9 at position 0"),
    "pos_label that is none of them": (YES, S, {"pos_label": "y"},
        "pos_label must be a value of y_true, got 'y'; .* 'yes'"),
    "pos_label in text beside numbers": (Y, S, {"pos_label": "1"}, "pos_label must be a value of y_true, got '1'"),
    "pos_label in a list": (Y, S, {"pos_label": [1]}, r"pos_label must be one known value, got \[1\]"),
    "pos_label beside classes": (NAMED, M, {"pos_label": "ham"}, "pos_label must not be given .* got 'ham'"),
    "classes beside one column": (CLASSES, M[:, 0], {}, "y_true must be 0 or 1 .*, got 2 at position 2"),
    "sets of labels": ([{one} for one in NAMED], M, {}, r"y_true must be one label in each row, got \{'ham'\}"),
    "lists of labels": ([["ham"], ["news", "spam"]] * 3, M, {}, "y_true must have .* got rows of different length"),
    "soft indicators": (SHOWN / 2, M, {}, r"y_true\[:, 0\] must be 0 or 1, got 0\.5 at position 0"),
    "an average there is not": (CLASSES, M, {"average": "mean"}, "average must be one of micro, .* got 'mean'"),
    # weights
    "weights all zero": (Y, S, {"sample_weight": [0] * 8}, "sample_weight must have a weight above 0, got 8 zeros"),
    "nan among weights": (Y, S, {"sample_weight": [1] * 7 + [np.nan]},
        "sample_weight must be finite, got nan at position 7"),
    "too few weights": (Y, S, {"sample_weight": [1] * 7},
        "y_true and sample_weight must have the same length, got 8 and 7"),
    "one number as weight": (Y, S, {"sample_weight": 2}, f"sample_weight {NO_ARRAY} an int"),
    "weights in two columns": (Y, S, {"sample_weight": np.ones((8, 2))}, r"sample_weight must be one-.* \(8, 2\)$"),
}

REORDERED = "place or name may be meant; scikit-learn goes by place"
UNREAD = "scikit-learn reads over the mask"
INEXACT = "float64 makes them equal, or another number"
IGNORED = "scikit-learn has no labels to go by"
REFUSED_BY_US = {
    "an index in another order": (pd.Series(Y), pd.Series(S).sample(frac=1, random_state=0), {},
                                  r"y_true and y_score must have their rows .* got index 0 and \d at", REORDERED),
    "weights in another order": (pd.Series(Y), S, {"sample_weight": pd.Series(range(1, 9))[::-1]},
                                 "y_true and sample_weight must have their rows .* got index 0 and 7", REORDERED),
    "tables in another order of columns": (pd.DataFrame(SHOWN, columns=NAMES), BACKWARDS, {},
                                           "y_true and the columns of y_score .* 'ham' and 'spam'", BY_NAME),
    "a table with names of its own": (NAMED, TABLE.add_prefix("p_"), {}, "labels and .* 'ham' and 'p_ham'", BY_NAME),
    "1 and 2": (Y_ARRAY + 1, S, {}, "y_true must be 0 or 1 .*, got 2 at position 0", "is 1 or 2 the positive one?"),
    "indicators of -1 and 1": (2 * SHOWN - 1, M, {}, r"y_true\[:, 1\] must be 0 or 1, got -1\.0", "no indicators"),
    "pos_label beside indicators": (SHOWN, M, {"pos_label": 1}, "pos_label must not be given", "columns have names"),
    "mixed classes": ([0, "1", 2] * 2, M, {},
        "labels must be given .* no order, got None", "7 sorts after '10' as text"),
    "too few labels": (NAMED, M, {"labels": NAMES[:2]}, "labels must name the 3 columns of y_score, got 2", IGNORED),
    "a label twice": (NAMED, M, {"labels": ["ham", "ham", "spam"]},
        "labels must be distinct, got 'ham' again", IGNORED),
    "labels beside one column": (Y, S, {"labels": [0, 1]}, "labels must name the columns", IGNORED),
    "a masked score": (Y, np.ma.array(S, mask=[0] * 7 + [1]), {},
        "y_score must be known .* masked .* position 7", UNREAD),
    "a masked matrix": (SHOWN, np.ma.masked_greater(M, 0.65), {}, r"y_score\[:, 0\] must be known .* masked", UNREAD),
    "whole numbers above 2**53": ([1, 0], [2**53 + 1, 2**53], {},
        r"y_score must be at most 2\*\*53 .* position 0", INEXACT),
    "longdouble finer than float64": ([1, 0], FINER, {}, "y_score must be exact in float64, .* position 1", INEXACT),
    "Decimal scores": (Y, DECIMALS, {}, r"y_score must be float or int, got Decimal\('0.9'\) at position 0", INEXACT),
    "days for scores": (Y, NANO, {},
        r"y_score must be numbers, got np\.datetime64\('1970", "later is not more positive"),
    "a negative weight": (Y, S, {"sample_weight": [1, -1, *Y[2:]]},
        r"at least 0, got -1\.0 at position 1", "an area of 2"),
    "weights beyond float64": (Y, S, {"sample_weight": [1e308] * 8},
        "sample_weight must have a finite sum, got inf", "0, says it"),
}
# fmt: on
