"""Download the source archive of a version without running its setup.

`python source_archive.py PACKAGE VERSION FOLDER` needs pip 26.0 or later. `pip download` asks a source archive for its
requirements, and the setup of archives of 2012 does not run any more.
"""

import contextlib
import sys
from pathlib import Path

from pip._internal.commands import create_command

package, version, folder = sys.argv[1:]
command = create_command("download")
options, _ = command.parse_args(["--quiet", "--quiet", "--quiet", package])
with command.main_context(), contextlib.redirect_stdout(sys.stderr):
    session = command.get_default_session(options)
    finder = command._build_package_finder(options, session, ignore_requires_python=True)
    links = [one.link for one in finder.find_all_candidates(package) if str(one.version) == version]
    (link,) = (link for link in links if not link.is_wheel)
    answer = session.get(link.url)
    answer.raise_for_status()
    (Path(folder) / link.filename).write_bytes(answer.content)
