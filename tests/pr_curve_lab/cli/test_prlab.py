"""`prlab` in a real shell: pipes, exit codes, refusals, and what is loaded."""

import json
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

import pr_metrics
from pr_curve_lab.i18n.messages import LANGUAGES
from tests.pr_curve_lab.cli.shell import SECONDS, environment, exit_code, shell


def test_a_closed_pipe_gives_no_error(folder):
    (folder / "long.csv").write_text("label,score\n" + "".join(f"{row % 2},{row / 7}\n" for row in range(40_000)))
    ended = shell("prlab points long.csv -l label -s score | head -1", folder)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("threshold,true_positives")


FULL = "prlab: standard output cannot be written: No space left on device\n"


def test_a_shell_gets_its_input_read_and_a_full_disk_reported(folder):
    ended = shell("prlab ap - < scores.csv > /dev/full", folder)
    guessed = "prlab: as guessed: label 'label' (positive: '1'), score 'score'\n"
    assert (ended.code, ended.out, ended.err) == (2, "", guessed + FULL)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["points scores.csv", "report scores.csv -o -"])
def test_a_full_disk_gives_a_one_line_error(monkeypatch, capsys, command):
    with open("/dev/full", "w", encoding="utf-8") as full:  # closing it fails if something is still to be written
        monkeypatch.setattr(sys, "stdout", full)
        assert exit_code(f"prlab {command} -l label -s score", monkeypatch) == 2
    assert capsys.readouterr().err == FULL


NOT_UTF_8 = os.fsdecode(b"caf\xe9.csv")


def test_a_file_name_need_not_be_utf_8(folder, prlab):
    (folder / NOT_UTF_8).write_text((folder / "models.csv").read_text())
    ended = shell(r"prlab ap $'caf\xe9.csv' -s forest --json > facts.json", folder)
    assert ended.code == 0, ended
    (model,) = json.loads((folder / "facts.json").read_text(encoding="utf-8"))["models"]
    assert model["name"] == "forest"
    assert prlab("report", NOT_UTF_8, "-s", "forest", "-s", "tree").exit_code == 0
    assert prlab("gate", NOT_UTF_8, "--against", "models.csv", "-s", "forest", "-o", "gate.html").exit_code == 0
    refused = prlab("gate", "scores.csv", "--against", NOT_UTF_8, "-s", "score")
    assert refused.exit_code == 2
    assert "prlab: caf\ufffd.csv has no column 'score'" in refused.stderr


UNREADABLE = "prlab: standard input cannot be read\n"


def test_a_closed_standard_input_gives_a_one_line_error(folder):
    ended = shell("prlab ap - <&-", folder)
    assert (ended.code, ended.err) == (2, UNREADABLE)


@pytest.mark.usefixtures("folder")
def test_an_unreadable_standard_input_gives_a_one_line_error(monkeypatch, capsys):
    with open(os.open(os.devnull, os.O_WRONLY), encoding="utf-8") as unreadable:
        monkeypatch.setattr(sys, "stdin", unreadable)
        assert exit_code("prlab ap -", monkeypatch) == 2
    assert capsys.readouterr().err == UNREADABLE


@pytest.mark.usefixtures("folder")
def test_an_error_of_the_command_itself_has_exit_code_70(monkeypatch, capsys):
    def gate_files(*_, **__):
        raise KeyError("old")

    monkeypatch.setattr("pr_curve_lab.cli.gate.gate_files", gate_files)
    assert exit_code("prlab gate scores.csv --against scores.csv", monkeypatch) == 70
    assert capsys.readouterr().err.endswith("KeyError: 'old'\n")


AT_THE_END = """
import atexit, os, sys
from pr_curve_lab.__main__ import main
threads = lambda: len(os.listdir("/proc/self/task"))
if sys.argv[1] != "--help":
    from pr_curve_lab.cli import rows
before = threads()
heavy = lambda: sorted({name.partition(".")[0] for name in sys.modules} & {"streamlit", "plotly", "pandas"})
atexit.register(lambda: print(threads() - before, heavy()))
main()
"""


@pytest.mark.parametrize(("arguments", "heavy"), [(["--help"], []), (["ap", "scores.csv"], ["pandas"])])
def test_numbers_need_neither_streamlit_nor_plotly_nor_several_threads(folder, arguments, heavy):
    """On a busy machine, threads that were still starting aborted a command that ended: exit code 134 instead of 2."""
    command = [sys.executable, "-c", AT_THE_END, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0
    started, loaded = done.stdout.splitlines()[-1].split(maxsplit=1)
    assert loaded == str(heavy)
    assert int(started) <= 1


def test_help_has_a_line_for_every_command(prlab):
    listed = prlab("--help").stdout.partition("Commands:")[2]
    names = re.findall(r"^  (\w+) +\S.*\.$", listed, re.MULTILINE)
    assert names == ["open", "ap", "points", "tools", "explain", "record", "report", "gate", "count", "serve"]
    assert "..." not in listed


def test_without_arguments_it_lists_its_commands(prlab):
    result = prlab()
    assert result.exit_code == 2
    assert "Commands:" in result.output


def test_the_version_is_that_of_the_package(prlab):
    assert prlab("--version").stdout == f"{pr_metrics.__version__}\n"


@pytest.mark.parametrize(
    ("first", "asked"), [("scores.csv", True), ("none.csv", True), ("--port", True), ("ap", False)]
)
def test_a_file_instead_of_a_command_opens_the_app(prlab, monkeypatch, first, asked):
    """The tests of the server start the app itself."""
    opened = []
    monkeypatch.setattr("pr_curve_lab.cli.app_server._check_files", lambda files, _: opened.append(files))
    monkeypatch.setattr("pr_curve_lab.cli.app_server.find_port", lambda *_: 8501)
    monkeypatch.setattr("pr_curve_lab.cli.app_server.serve", lambda *_, **__: None)
    prlab(*([first, "8600", "scores.csv"] if first == "--port" else [first]))
    assert bool(opened) is asked


def test_a_shell_completes_columns_and_schemes(folder, prlab, monkeypatch):
    def variables(line):
        return {"_PRLAB_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}

    def completed(line):
        for name, value in variables(line).items():
            monkeypatch.setenv(name, value)
        return prlab().stdout

    (folder / "my models.csv").write_text((folder / "models.csv").read_text())
    (folder / "counts.csv").write_text("score,positives,negatives\n.9,7,2\n.5,2,3\n.2,3,9\n")
    assert "forest" in shell("prlab", folder, **variables("prlab ap models.csv --score f")).out
    assert "forest" in completed("prlab ap 'my models.csv' --score f")
    assert "forest" in completed("prlab ap my\\ models.csv --score 'f")
    assert "positives" not in completed("prlab ap counts.csv --label p")
    assert "label" in completed("prlab ap counts.csv --label l")
    assert "linear_flat" in completed("prlab ap models.csv --scheme linear")


def test_a_narrow_terminal_shows_whole_numbers_without_colors(folder):
    ours, theirs = pty.openpty()
    more = {"TERM": "xterm-256color", "COLUMNS": "60", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "pr_curve_lab", "ap", "scores.csv", "--scheme", "step"]
    done = subprocess.Popen(command, cwd=folder, env=environment(**more), stdout=theirs, stderr=subprocess.PIPE)
    os.close(theirs)
    said = _read(ours)
    assert done.communicate()[1].count(b"\n") == 1
    assert done.returncode == 0
    assert "─" in said
    assert "0.833" in said
    assert re.search(r"\x1b\[[\d;]*3\dm", said) is None


def _read(terminal):
    parts = []
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # Linux reports the closed other end like this
            break
        if not part:
            break
        parts.append(part)
    os.close(terminal)
    return b"".join(parts).decode()


def test_an_interruption_has_exit_code_130_and_no_traceback(folder):
    os.mkfifo(folder / "slow.csv")
    command = [sys.executable, "-m", "pr_curve_lab", "ap", "slow.csv"]
    started = subprocess.Popen(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open(folder / "slow.csv", "wb"):  # this waits until the command reads the file
        started.send_signal(signal.SIGINT)
        assert started.wait(SECONDS) == 130
    assert started.communicate() == (b"", b"")


REFUSED = {
    "ap scoers.csv": "No file 'scoers.csv'; did you mean 'scores.csv'",
    "ap none.txt": "No file 'none.txt'.",
    "ap .": "'.' cannot be opened: Is a directory",
    "ap - -": "standard input can be read once only",
    "ap scores.csv --label lable": "No column 'lable'; did you mean 'label'?",
    "ap scores.csv --score p": "No column 'p'; there are 'label', 'score'.",
    "ap scores.csv --weight w": "No column 'w'; there are 'label', 'score'.",
    "ap scores.csv --score label --score score": "The column 'label' is chosen both as label",
    "ap scores.csv --positive 2": "No value '2' in the column 'label'; there are '1', '0'.",
    "ap scores.csv --scheme setp": "there is no scheme 'setp'; did you mean 'step'?",
    "ap scores.csv --scheme trapezoid": "there is no scheme 'trapezoid'; did you mean 'linear'?",
    "ap scores.csv --groups label": "The column 'label' is chosen as person, image or query, and also as label",
    "ap scores.csv --groups who": "No column 'who'",
    "ap scores.csv --groups label --independent": "--groups keeps rows together and --independent does not",
    "ap ones.csv": "The label column 'label' has one value only: '1'. A curve needs positives and negatives.",
    "ap empty.csv": "The file 'empty.csv' is empty.",
    "ap gaps.csv": "In row 2 (line 3 of the file) the score in the column 'score' is empty or NaN",
    "ap titled.csv --header 9": "The file 'titled.csv' has no row 9 that could be the header: it has 6.",
    "report scores.csv -o none/mine.html": "There is no folder 'none'",
    "report scores.csv -o . -l label -s score": "'.' cannot be written: Is a directory",
    "report scores.csv --lang xx": f"--lang is one of {', '.join(LANGUAGES)}, not 'xx'",
    "gate scores.csv --against scoers.csv": "No file 'scoers.csv'; did you mean 'scores.csv'",
    "gate scores.csv --against models.csv -s score": "models.csv has no column 'score'",
    "gate scores.csv --against scores.csv -l lable": "new scores.csv has no column 'lable'; did you mean 'label'?",
    "gate scores.csv --against scores.csv --loss 2": "loss must be at least 0 and below 1, got 2.0",
    "gate scores.csv --against scores.csv -o none/gate.html": "There is no folder 'none'",
    "gate scores.csv --against scores.csv -o - --json": "standard output can take --json or the report, not ",
    "explain .71": "give a file to explain the number with, or --tool",
    "explain .71 --tool xgboost --json": "--json needs a FILE",
    "explain .71 --tool xgboost --other .8": "--other needs a FILE",
    "explain .71 --tool xgboost --leave-out": "--leave-out needs a FILE",
    "explain .71 --tool xgboost -s p": "--score needs a FILE",
    "explain .71 --tool xgboost --other-tool precrec": "--other-tool needs --other",
    "explain high scores.csv": "'high' is not a number.",
    "explain .71 scores.csv --other 1e9": "'1e9' is not between 0 and 1",
    "explain .71 scores.csv --tool sklearn": "'sklearn' has several functions; name one of sklearn.av",
    "explain .71 scores.csv --tool xgbost": "there is no tool 'xgbost'; did you mean 'xgboost.aucpr'?",
    "count none.parquet": "files must be readable, got IO Error: No files found",
    "count classes.csv -l y -s p_a": "positive must be a value of 'y', got 1; there are 'a', 'b', 'c'",
    "count scores.csv -l label -s q": "score must be a column, got 'q'",
    "count scores.xlsx": "files must be all .parquet",
    "count scores.csv --header 9 -l label -s score": "files must be readable, got ",
    "count alerts --sql duckdb": "--sql needs --label and --score",
    "count a b --sql duckdb": "--sql counts one table",
    "count a -l y -s p --sql duckbd": "dialect must be one of duckdb, spark, databricks, bigquery, trino, postgres, "
    "snowflake, got 'duckbd'; did you mean 'duckdb'?",
    "count a -l y -s p --sql duckdb --bins 5": "--bins needs all counts first: SQL gives them at each score",
    "open none.csv --no-browser": "No file 'none.csv'",
    "open empty.csv --no-browser": "The file 'empty.csv' is empty.",
    "open one.csv --no-browser": "Only one column was found in 'one.csv': 'label'.",
    "open titled.csv --header 9": "The file 'titled.csv' has no row 9 that could be the header: it has 6.",
    "open -": "the app reads a file again at every visit, but standard input only once; save it first",
    "serve --host-name https://lab.example": "--host-name: a host must be a name or an address",
    "serve --frame-ancestor lab.example": "--frame-ancestor: a frame ancestor must be an origin such as https://",
    "tols scores.csv": "No such command 'tols'. Did you mean 'tools'?",
}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("line", REFUSED)
def test_invalid_input_gives_one_sentence_and_exit_code_2(prlab, monkeypatch, line):
    monkeypatch.delattr("pr_curve_lab.cli.app_server.start_server")
    result = prlab(*line.split(), given="label,score\n1,0.5\n")
    assert (result.exit_code, result.stdout) == (2, "")
    (said,) = result.stderr.splitlines()[-1:] if line.startswith("tols") else result.stderr.splitlines()
    assert said.startswith(f"{'Error' if line.startswith('tols') else 'prlab'}: {REFUSED[line]}")
