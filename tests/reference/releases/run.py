"""Run the released versions of the tools again, and compare with the numbers that are kept in `values`.

`python -m tests.reference.releases.run [KEY ...]` needs a network and a recent pip. It says which versions are new, and
ends with 1 if a number changed or the newest version behaves otherwise than the last one that is kept. `--write` keeps
what it found.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import venv
import zipfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from tests.reference.releases import PROBES
from tests.reference.releases.probe import Probe

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
VALUES = HERE / "values"
ANY_PYTHON = "--ignore-requires-python --only-binary :all:"  # wheels, also of versions that ask for another Python
WORK = ROOT / ".releases"  # archives and environments, which are used again
TOOLS_AT_ONCE = 4  # their downloads take longer than the computing
TOLERANCE = 1e-6  # between two runs of the same version, also on other processors: some tools compute in float32

Values = dict[str, float | str]

_one_at_a_time: defaultdict[Path, threading.Lock] = defaultdict(threading.Lock)  # tools share archives and environments


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("keys", nargs="*", metavar="KEY", default=[])
    options.add_argument("--write", action="store_true", help="keep what was found")
    options.add_argument("--no-newest", action="store_true", help="run the registered versions only")
    chosen = options.parse_args()
    if unknown := set(chosen.keys) - PROBES.keys():
        options.error(f"no tool {', '.join(sorted(unknown))}; there are {', '.join(sorted(PROBES))}")
    with ThreadPoolExecutor(TOOLS_AT_ONCE) as pool:
        outcomes = pool.map(
            lambda probe: check(probe, write=chosen.write, with_newest=not chosen.no_newest),
            [probe for key, probe in PROBES.items() if not chosen.keys or key in chosen.keys],
        )
        sys.exit(1 if any(list(outcomes)) else 0)


def check(probe: Probe, *, write: bool, with_newest: bool) -> bool:
    """Run the versions of a probe; return whether anything differs from what is kept."""
    absent = [name for name in probe.programs if shutil.which(name) is None]
    if not _is_own_python(probe) and not _is_there(python := f"python{probe.python}"):
        absent.append(python)
    if absent:
        print(f"{probe.key}: not run, because {' and '.join(absent)} is not installed here", flush=True)
        return False
    file = VALUES / f"{probe.key}.json"
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"behaviors": []}
    days = upload_days(probe)
    newest = next(
        (v for v in reversed(days) if not re.search(r"[a-z]", v.removesuffix(".post1"))), probe.versions[-1][-1]
    )
    found: list[dict[str, Any]] = []
    problems = []
    for place, versions in enumerate(probe.versions):
        last = place == len(probe.versions) - 1
        wanted = last and with_newest and not probe.ended
        extra = (newest,) if wanted and newest not in versions else ()
        answers: dict[str, Values] = {}
        for version in (*versions, *extra):
            try:
                answers[version] = run(probe, version)
            except (subprocess.CalledProcessError, OSError) as error:
                problems.append(f"{version} was not run: {str(error)[-300:]}")
        if not answers:
            continue
        first = next(iter(answers.values()))
        for version, values in answers.items():
            if differing := differences(first, values):
                problems.append(f"{version} differs from {versions[0]}: {differing}")
        found.append({"since": versions[0], "day": days.get(versions[0]), "run": list(answers), "values": first})
    kept_values = {one["since"]: one["values"] for one in kept["behaviors"]}
    problems += [
        f"{now['since']} gives other numbers than those kept: {differing}"
        for now in found
        if (differing := differences(kept_values.get(now["since"], now["values"]), now["values"]))
    ]
    if [one["since"] for one in kept["behaviors"]] != [one["since"] for one in found] and kept["behaviors"]:
        problems.append("the behaviors are not those kept")
    if newest != kept.get("newest"):
        print(f"{probe.key}: newest version {newest} of {days.get(newest)}, kept {kept.get('newest')}", flush=True)
    for problem in problems:
        print(f"{probe.key}: {problem}", flush=True)
    if not problems:
        print(
            f"{probe.key}: {len(found)} behaviors as kept, {sum(len(one['run']) for one in found)} versions", flush=True
        )
    if write:
        VALUES.mkdir(exist_ok=True)
        record = {
            "package": probe.package, "obtained": probe.obtained, "newest": newest, "asked": date.today().isoformat(),
            "behaviors": found,
        }  # fmt: skip
        file.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return bool(problems)


def _is_own_python(probe: Probe) -> bool:
    return f"{sys.version_info.major}.{sys.version_info.minor}" == probe.python


def _is_there(python: str) -> bool:
    """Whether an interpreter runs and can make environments; a name on the path may lead to none."""
    with contextlib.suppress(OSError):
        return subprocess.run([python, "-c", "import ensurepip"], capture_output=True, check=False).returncode == 0
    return False


def differences(before: Values, now: Values) -> str:
    """Name the cases whose numbers differ, with both."""
    cases = [case for case in before.keys() | now.keys() if not _is_close(before.get(case), now.get(case))]
    return ", ".join(f"{case} {before.get(case)} {now.get(case)}" for case in sorted(cases)[:3]) + (
        f" and {len(cases) - 3} more" if len(cases) > 3 else ""
    )


def _is_close(before: float | str | None, now: float | str | None) -> bool:
    if isinstance(before, float | int) and isinstance(now, float | int):
        return math.isclose(before, now, rel_tol=0, abs_tol=TOLERANCE)
    return before == now


def run(probe: Probe, version: str) -> Values:
    """Return the answers of one version."""
    if probe.installed_since and _numbers(version) >= _numbers(probe.installed_since):
        probe = replace(probe, obtained="installed", requirements=(), archive="")
    for other in probe.with_archives:
        unpacked(probe, other)
    folder = unpacked(probe, version)
    python = environment(probe, version)
    command = [str(python), "-m", "tests.reference.releases.ask", probe.key, version, str(folder)]
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "KERAS_BACKEND": "torch"}
    log = WORK / "logs" / f"{probe.key}-{version}.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w", encoding="utf-8") as errors:
        printed = subprocess.run(
            command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, stderr=errors, text=True, check=False
        )
    if printed.returncode:
        raise OSError(log.read_text(encoding="utf-8").strip()[-400:])
    values: Values = json.loads(printed.stdout)
    return values


def unpacked(probe: Probe, version: str) -> Path:
    """Download and unpack the archive of a version, once."""
    folder = WORK / "archives" / f"{probe.package}-{version}"
    if probe.obtained == "installed" and not probe.archive:
        folder.mkdir(parents=True, exist_ok=True)
    else:
        with _one_at_a_time[folder]:
            if not folder.exists():
                _unpack(probe, version, folder)
    return folder


def _unpack(probe: Probe, version: str, folder: Path) -> None:
    """Download an archive, and put what is in it into a folder."""
    download = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(download, ignore_errors=True)
    download.mkdir(parents=True)
    download_archive(probe, version, download)
    (archive,) = download.iterdir()
    inside = download / "inside"
    if archive.suffix in {".whl", ".zip"}:
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(inside)
    else:
        with tarfile.open(archive) as source:
            source.extractall(inside, filter="data")
    inside.rename(folder)
    shutil.rmtree(download)


def download_archive(probe: Probe, version: str, folder: Path) -> None:
    """Download the archive of a version, or of what it passes on, by the first arguments that get one."""
    wanted = probe.stand_ins.get(version) or f"{probe.archive or ANY_PYTHON} | source"
    package = [] if version in probe.stand_ins else [f"{probe.package}=={version}"]
    for arguments in wanted.split("|"):
        with contextlib.suppress(subprocess.CalledProcessError):
            if arguments.strip() == "source":
                command = [sys.executable, str(HERE / "source_archive.py"), probe.package, version, str(folder)]
                subprocess.run(command, check=True)
            else:
                pip("download", "--no-deps", "-d", str(folder), *arguments.split(), *package)
            return
    raise OSError(f"no archive of {probe.package} {version} could be downloaded")


def _requirements(probe: Probe, version: str) -> tuple[str, ...]:
    """Return what the environment of a version needs, which may change with the version."""
    found = probe.requirements
    for since, requirements in probe.requirements_by_version.items():
        if _numbers(version) >= _numbers(since):
            found = requirements
    return found


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version.split("rc")[0]))


def environment(probe: Probe, version: str) -> Path:
    """Return the interpreter of an environment with the requirements, which is made once."""
    requirements = [one.format(version=version) for one in _requirements(probe, version)]
    if probe.obtained == "installed":
        requirements.append(f"{probe.package}=={version}")
    name = hashlib.blake2b("\n".join([probe.python, *requirements]).encode(), digest_size=6).hexdigest()
    folder = WORK / "environments" / name
    python = folder / "bin" / "python"
    with _one_at_a_time[folder]:
        if not (folder / "ready").exists():
            shutil.rmtree(folder, ignore_errors=True)
            if _is_own_python(probe):
                venv.create(folder, with_pip=True)
            else:
                subprocess.run([f"python{probe.python}", "-m", "venv", str(folder)], check=True)
            subprocess.run([str(python), "-m", "pip", "install", "-qq", *requirements], check=True)
            (folder / "ready").write_text("\n".join(requirements), encoding="utf-8")
    return python


def pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "-qq", *arguments], check=True)


def upload_days(probe: Probe) -> dict[str, str]:
    """Return the versions of a package, oldest first, with the days on which they were uploaded."""
    command = [sys.executable, str(HERE / "upload_days.py"), probe.package]
    chosen = re.search(r"--python-version[ =](\S+)", "" if "|" in probe.archive else probe.archive)
    python = chosen[1] if chosen else probe.python
    if f"{sys.version_info.major}.{sys.version_info.minor}" != python:  # which can install other versions
        command.append(python)
    printed = subprocess.run(command, capture_output=True, text=True, check=True)
    days: dict[str, str] = json.loads(printed.stdout)
    return days


if __name__ == "__main__":
    main()
