"""What a file can cost the server: hostile files and honest ones, each read in a fresh process, and each uploaded.

    python benchmarks/hostile_files.py               the whole table, half an hour
    python benchmarks/hostile_files.py --runs 1      each file once, not three times
    python benchmarks/hostile_files.py --only zip    files whose name contains a word

Seconds are of `read_table` alone; megabytes are the peak of the process above what it held before, or of a process
that it started, and what it still holds when the table is gone. Every file is made in a process of its own. An honest
file is read by pandas as well, and the last column is the ratio to that. The slowest page is that of a second visitor
who goes on while somebody uploads the file to a server. All are medians.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet

sys.path.insert(0, str(Path(__file__).parents[1]))

MEGABYTE = 2**20
LEFT = 75  # seconds until the last visitor's session has been dropped
PATIENCE = 120  # seconds until a file counts as one that keeps the server busy
ROWS, SHEET_ROWS = 1_000_000, 100_000
SHORT_PAIRS = 100 * MEGABYTE // 8  # of rows with four bytes each
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def xlsx(rows: str, *, shared: bytes = b"") -> bytes:
    """A workbook with one sheet, whose rows are given as XML."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        kinds = (
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
        )
        archive.writestr("[Content_Types].xml", kinds)
        first = f'<Relationship Id="r1" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/>'
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{PACKAGE}/relationships">{first}</Relationships>')
        book = (
            f'<workbook xmlns="{SHEET}" xmlns:r="{RELATIONS}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets>'
        )
        archive.writestr("xl/workbook.xml", f"{book}</workbook>")
        parts = f'<Relationship Id="r1" Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>'
        listed = f'<Relationships xmlns="{PACKAGE}/relationships">{parts}</Relationships>'
        archive.writestr("xl/_rels/workbook.xml.rels", listed)
        if shared:
            archive.writestr("xl/sharedStrings.xml", shared)
        body = f'<worksheet xmlns="{SHEET}"><sheetData>{rows}</sheetData></worksheet>'
        archive.writestr("xl/worksheets/sheet1.xml", body)
    return written.getvalue()


def zipped(**members: bytes) -> bytes:
    """A zip archive of files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return written.getvalue()


def overlapping_zip() -> bytes:
    """An archive whose thousand members are all the same bytes."""
    one = zipped(a=b"0," * (8 * MEGABYTE))
    start = one.rindex(b"PK\x01\x02")
    end = one.rindex(b"PK\x05\x06")
    entries = one[start:end] * 900
    last = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 900, 900, len(entries), start, 0)
    return one[:start] + entries + last


def parquet_of_one_value(rows: int) -> bytes:
    """As many rows as are asked for, all of one value: kilobytes, as pages count repetitions."""
    written = io.BytesIO()
    part = min(rows, 10_000_000)
    values = pa.DictionaryArray.from_arrays(pa.array(np.zeros(part, np.int32)), pa.array(["one value of some length"]))
    table = pa.table({"label": values, "score": values})
    with pa.parquet.ParquetWriter(written, table.schema, compression="zstd") as writer:
        for _ in range(rows // part):
            writer.write_table(table, row_group_size=part)
    return written.getvalue()


def arrow_of_claims() -> bytes:
    """A compressed Arrow stream whose first buffer claims to become 2**40 bytes."""
    written = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    table = pa.table({"label": np.zeros(100_000, np.int64), "score": np.zeros(100_000)})
    with pa.ipc.new_stream(written, table.schema, options=options) as stream:
        stream.write_table(table)
    content = written.getvalue()
    claimed = struct.pack("<q", 800_000)
    return content.replace(claimed, struct.pack("<q", 2**40))


def database(*statements: str) -> bytes:
    """A database after some statements."""
    connection = sqlite3.connect(":memory:")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    return connection.serialize()


def array_of_claims() -> bytes:
    """An .npy whose header claims 10**12 rows."""
    written = io.BytesIO()
    np.lib.format.write_array_header_1_0(written, {"descr": "<f8", "fortran_order": False, "shape": (10**12, 2)})
    return written.getvalue() + b"\x00" * 64


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS label, i AS score FROM n"
HOSTILE: dict[str, Callable[[], bytes]] = {
    "gz of 400 MB of newlines": lambda: gzip.compress(b"\n" * (400 * MEGABYTE)),
    "gz of 360 MB of rows": lambda: gzip.compress(b"label,score\n" + b"1,0.5\n0,0.25\n" * 28_000_000, 1),
    "bz2 of 1 GB of zeros": lambda: bz2.compress(b"0" * (1024 * MEGABYTE)),
    "zstd of 1 GB of zeros": lambda: pa.compress(b"0" * (1024 * MEGABYTE), codec="zstd", asbytes=True),
    "100,000 columns": lambda: (",".join(f"c{i}" for i in range(100_000)) + "\n" + ",".join("1" * 100_000)).encode(),
    "2,000 columns": lambda: (",".join(["c"] * 2_000) + "\n" + ",".join("1" * 2_000) + "\n").encode(),
    "a million comments": lambda: b"# made by me\n" * 1_000_000 + b"a,b\n1,2\n",
    "a column of open quotes": lambda: b"a,b\n" + b'1,"0.5\n' * 1_000_001,
    "flat zip bomb": lambda: zipped(a=b"0" * (1024 * MEGABYTE)),
    "overlapping zip bomb": overlapping_zip,
    "zip of 100,000 members": lambda: zipped(**{str(i): b"" for i in range(100_000)}),
    "XLSX with 1 GB of zeros": lambda: xlsx('<row><c r="A1"><v>' + "0" * (1024 * MEGABYTE) + "</v></c></row>"),
    "XLSX with cells far apart": lambda: xlsx(
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    ),
    "XLSX with shared strings": lambda: xlsx(
        '<row r="1"><c r="A1" t="s"><v>0</v></c></row>', shared=b"<sst><si><t>" + b"x" * (600 * MEGABYTE)
    ),
    "Parquet of 1e9 rows": lambda: parquet_of_one_value(10**9),
    "Parquet of 4e7 texts": lambda: parquet_of_one_value(4 * 10**7),
    "Arrow buffers that claim": arrow_of_claims,
    "npy shape that claims": array_of_claims,
    "JSON 100,000 deep": lambda: b"[" * 100_000 + b"]" * 100_000,
    "JSON deep in a record": lambda: b'[{"a": 1, "b": ' + b"[" * 100_000 + b"]" * 100_000 + b"}]",
    "SQLite endless view": lambda: database(f"CREATE VIEW v AS {ENDLESS}"),
    "SQLite computed column": lambda: database(
        "CREATE TABLE t(label, score, big AS (hex(zeroblob(100000000))))", "INSERT INTO t VALUES (1, 0.5)"
    ),
}  # fmt: skip


def honest_frame(rows: int) -> pd.DataFrame:
    """Labels and scores as anybody has them."""
    rng = np.random.default_rng(rows)
    return pd.DataFrame(
        {"label": rng.integers(0, 2, rows), "score": rng.random(rows), "site": ["north", "south"] * (rows // 2)}
    )


def written(write: Callable[[io.BytesIO], object]) -> bytes:
    """The bytes that a function writes."""
    target = io.BytesIO()
    write(target)
    return target.getvalue()


HONEST: dict[str, tuple[Callable[[], bytes], str]] = {
    "CSV, a million rows": (lambda: honest_frame(ROWS).to_csv(index=False).encode(), "read_csv(content)"),
    "CSV in gz": (
        lambda: gzip.compress(honest_frame(ROWS).to_csv(index=False).encode()), "read_csv(content, compression='gzip')"
    ),
    "Parquet, a million rows": (lambda: written(honest_frame(ROWS).to_parquet), "read_parquet(content)"),
    "Feather, a million rows": (lambda: written(honest_frame(ROWS).to_feather), "read_feather(content)"),
    "JSON, a million records": (
        lambda: honest_frame(ROWS).to_json(orient="records", double_precision=15).encode(), "read_json(content)"
    ),
    "CSV, 100 MB of short cells": (lambda: b"label,score\n" + b"0,1\n1,2\n" * SHORT_PAIRS, "read_csv(content)"),
    "CSV, 100 MB of short texts": (lambda: b"label,score\n" + b"a,1\nb,2\n" * SHORT_PAIRS, "read_csv(content)"),
    "XLSX, 100,000 rows": (
        lambda: written(lambda target: honest_frame(SHEET_ROWS).to_excel(target, index=False, engine="openpyxl")),
        "read_excel(content, engine='calamine')",
    ),
}  # fmt: skip

CHILD = """
import gc, io, resource, sys, time
from pathlib import Path
import pandas as pd, pyarrow.parquet, pyarrow.feather, orjson, python_calamine
from pr_curve_lab.schema.table_files import read_table
content = Path(sys.argv[1]).read_bytes()
def peak():
    own = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    return max(int(own.split()[1]), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1024
def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
before, held_before, start = peak(), held(), time.perf_counter()
"""
OURS = 'table = read_table("file", content)\nkey = getattr(table, "key", "read")\n'
PANDAS = 'table, key = pd.{call}, "pandas"\n'
SAID = """
seconds = time.perf_counter() - start
del table
gc.collect()
print(seconds, peak() - before, held() - held_before, key)
"""


@dataclass(frozen=True)
class Cost:
    """What one reading took, and how it ended."""

    seconds: float
    peak: float  # megabytes
    after: float
    answer: str


def measured(path: Path, act: str, runs: int) -> Cost:
    """The medians of some fresh processes."""
    costs = [_once(path, act) for _ in range(runs)]
    middle = (statistics.median(getattr(one, name) for one in costs) for name in ("seconds", "peak", "after"))
    return Cost(*middle, answer=costs[0].answer)


def _once(path: Path, act: str) -> Cost:
    program = [sys.executable, "-c", CHILD + act + SAID, str(path)]
    try:
        done = subprocess.run(program, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return Cost(float(PATIENCE), float("nan"), float("nan"), "TOO LONG")
    if done.returncode:
        nothing = float("nan")
        return Cost(nothing, nothing, nothing, f"ENDED {done.returncode}: {done.stderr.strip().splitlines()[-1:]}")
    *numbers, key = done.stdout.split()
    return Cost(*map(float, numbers), answer=key)


def measure(name: str, path: Path, address: str, runs: int) -> None:
    """Print the line of one file."""
    from benchmarks.second_visitor import slowest_page

    subprocess.run([sys.executable, __file__, "--make", name, str(path)], check=True)
    ours, against = measured(path, OURS, runs), ""
    if name in HONEST:
        call = HONEST[name][1].replace("content", "io.BytesIO(content)")
        theirs = measured(path, PANDAS.format(call=call), runs)
        against = f"{theirs.seconds:.2f} s, {theirs.peak:.0f} MB: {ours.seconds / theirs.seconds:.1f}"
    size = path.stat().st_size / MEGABYTE
    page = statistics.median(slowest_page(address, path.read_bytes()) for _ in range(runs))
    numbers = f"{size:.3g} | {ours.seconds:.2f} | {ours.peak:.0f} | {ours.after:.0f} | {page:.2f}"
    print(f"| {name} | {numbers} | {ours.answer} | {against} |", flush=True)


def main() -> None:
    """Print the table, or make one of its files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--make", nargs=2, metavar=("NAME", "PATH"))
    asked = parser.parse_args()
    files = HOSTILE | {name: make for name, (make, _) in HONEST.items()}
    if asked.make:
        name, path = asked.make
        Path(path).write_bytes(files[name]())
        return
    _print_table([name for name in files if asked.only in name], asked.runs)


def _print_table(names: list[str], runs: int) -> None:
    from benchmarks.second_visitor import slowest_page
    from tests.browser.server import running_server

    with tempfile.TemporaryDirectory() as folder, running_server() as server:
        alone = statistics.median(slowest_page(server.address, None) for _ in range(runs))
        start = server.megabytes()
        print(f"A second visitor's slowest page without an upload: {alone:.2f} s.\n")
        print("| file | MB sent | s | peak, MB | after, MB | a second visitor's slowest page, s | answer | pandas |")
        print("|---|--:|--:|--:|--:|--:|---|---|")
        for name in names:
            measure(name, Path(folder) / "file", server.address, runs)
        time.sleep(LEFT)
        slowest_page(server.address, None)  # whoever comes next has the server drop the sessions of those who have left
        print(f"\nThe server held {start:.0f} MB before; {LEFT} s after the last, {server.megabytes():.0f} MB.")


if __name__ == "__main__":
    main()
