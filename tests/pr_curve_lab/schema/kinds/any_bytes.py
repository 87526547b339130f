"""Files of every kind, corrupted at random: they give labeled scores or a problem, never an exception.

python -m tests.pr_curve_lab.schema.kinds.any_bytes 20000
"""

import io
import math
import random
import sys
import time
import warnings

import numpy as np
import pandas as pd

from benchmarks.hostile_files import zipped
from pr_curve_lab.analysis.areas import step_and_linear_areas
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.role_options import describe_roles, fix_options
from pr_curve_lab.schema.roles import infer_roles, other_numeric_columns
from pr_curve_lab.schema.table_files import read_given_curve, read_matched_table
from tests.pr_curve_lab.schema.kinds import columns, layouts, real_life, texts
from tests.pr_curve_lab.schema.kinds.kind import SCORES

OTHERS = [
    b"threshold,recall,precision\n0.9,0.25,1.0\n0.7,0.5,0.8\n0.1,1.0,0.5\n",
    b"actual,pred_yes,pred_no\nyes,40,10\nno,5,45\n",
    b'note,label,score\n"5 inch,1,0.9\n7 inch",0,0.2\n',
    b"label;score\n1;1.234.567\n0;2.000\n",
    b"Results,\nlabel,score\n1,0.9\n0,0.2\n",
]


def of_formats() -> list[bytes]:
    """One table in binary formats, JSON and CSV."""
    frame = pd.DataFrame({"label": [1, 0] * 5, "score": SCORES})
    parquet, arrow, array = io.BytesIO(), io.BytesIO(), io.BytesIO()
    frame.to_parquet(parquet)
    frame.to_feather(arrow)
    np.save(array, frame.to_numpy())
    written = [frame.to_json(orient=orient).encode() for orient in ("records", "columns", "split")]
    written += [frame.to_json(orient="records", lines=True).encode(), frame.to_csv(index=False).encode()]
    return [*(file.getvalue() for file in (parquet, arrow, array)), *written, zipped(a=written[0], b=written[-1])]


WHOLE = [
    *OTHERS,
    *of_formats(),
    *(kind.content for file in (texts, layouts, columns, real_life) for kind in file.KINDS),
]
SIGNS = b", ; \" \n \r \t \0 \xff # - NA nan 1e999 \xe6\xad ' 0x1F =1+1".split(b" ")
LONGEST_SECONDS = 5  # for a file, in `make fuzz`; a test has no limit, because a machine may be busy


def corrupted(chance: random.Random) -> bytes:
    """A file with a few bytes changed, removed, inserted or repeated, or with the end of another file."""
    content = bytearray(chance.choice(WHOLE))
    for _ in range(chance.randint(0, 6)):
        at, to = sorted(chance.randrange(len(content) + 1) for _ in range(2))
        match chance.randrange(7):
            case 0:
                content[at:at] = chance.choice(SIGNS)
            case 1:
                del content[at : min(to, at + chance.randint(1, 30))]
            case 2:
                content[at : at + 1] = bytes([chance.randrange(256)])
            case 3:
                content[at:at] = content[at:to]
            case 4:
                del content[at:]
            case 5:
                content += chance.choice(WHOLE)[at:]
            case 6:
                content[at:at] = chance.randbytes(chance.randint(1, 8))
    return bytes(content)


def assert_readable_or_refused(content: bytes) -> None:
    """Do what the page Data does with a file; any exception is a defect."""
    table = read_matched_table([("any.csv", content)])
    notices = [table] if isinstance(table, Notice) else [*table.notes]
    if notices and notices[0].key == "points_not_rows" and (points := read_given_curve("any.csv", content)):
        step_and_linear_areas(points, Resolution(300))
    if not isinstance(table, Notice):
        roles = infer_roles(table)
        chosen = describe_roles(table, roles)
        notices += [choice.notice for choice in chosen]
        other_numeric_columns(table, roles)
        dataset = build_dataset(table, roles, exclude=True)
        notices += dataset if isinstance(dataset, list) else _seen(dataset, table, roles)
        for choice in chosen:
            for offer in choice.options:
                build_dataset(table, offer.roles)
    for notice in notices:
        for language in LANGUAGES:
            assert messages_in(language).format_notice(notice)


def _seen(dataset, table, roles) -> list[Notice]:
    found = [*dataset.excluded]
    for name in dataset.valid_names:
        found += check_data(dataset.labeled_scores(name), table)
    for notice in found:
        for offer in fix_options(notice, table, roles):
            build_dataset(table, offer.roles)
    return found


def complaints(count: int, max_seconds: float = math.inf) -> list[str]:
    """What went wrong or took too long, by the seed that reproduces the file."""
    found = []
    for seed in range(count):
        content, start = corrupted(random.Random(seed)), time.perf_counter()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                assert_readable_or_refused(content)
        except Exception as error:
            found.append(f"{seed}: {error!r}")
        if (seconds := time.perf_counter() - start) > max_seconds:
            found.append(f"{seed}: {seconds:.0f} s")
    return found


if __name__ == "__main__":
    failed = complaints(int(sys.argv[1]), LONGEST_SECONDS)
    print("\n".join(failed[:40]), f"{len(failed)} of {sys.argv[1]} files went wrong", sep="\n")
    sys.exit(bool(failed))
