"""Writes the files in `polars` with polars 2.1 and XlsxWriter 3.3; run it in an environment that has both.

python tests/pr_curve_lab/io/files/make_with_polars.py
"""

import datetime
from pathlib import Path

FOLDER = Path(__file__).parent / "polars"


def main() -> None:
    """Write one table of every kind of cell in every format."""
    import polars as pl

    day = datetime.date(2026, 1, 2)
    frame = pl.DataFrame(
        {
            "label": ["yes", None, "no", 'a, "b"; 标签'],
            "score": [0.1, 0.30000000000000004, 1e-300, -2.5],
            "gaps": [1.5, None, 2.0, None],
            "seen": [3, 1, 2**53 - 1, -7],
            "some": [1, None, 3, 4],
            "true": [True, False, True, False],
            "day": [day, None, day, day],
            "time": [datetime.datetime(2026, 1, 2, 3, 4, 5)] * 4,
            "kind": pl.Series(["a", "b", None, "a"], dtype=pl.Categorical),
        }
    )
    FOLDER.mkdir(exist_ok=True)
    frame.write_csv(FOLDER / "comma.csv")
    frame.write_csv(
        FOLDER / "semicolon.csv", separator=";", decimal_comma=True, include_bom=True, line_terminator="\r\n"
    )
    frame.write_csv(FOLDER / "quoted.tsv", separator="\t", quote_style="always")
    for compression in ("zstd", "snappy", "lz4", "gzip", "uncompressed"):
        frame.write_parquet(FOLDER / f"{compression}.parquet", compression=compression)
    for compression in ("zstd", "lz4", "uncompressed"):
        frame.write_ipc(FOLDER / f"{compression}.arrow", compression=compression)
    frame.write_ipc(FOLDER / "old_text.arrow", compat_level=pl.CompatLevel.oldest())
    frame.write_ipc_stream(FOLDER / "stream.arrows")
    frame.write_ndjson(FOLDER / "lines.ndjson")
    frame.write_json(FOLDER / "records.json")
    frame.write_excel(FOLDER / "sheet.xlsx")
    frame.select("label", "score", "seen").write_avro(FOLDER / "refused.avro")


if __name__ == "__main__":
    main()
