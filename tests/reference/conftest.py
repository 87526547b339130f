"""The tools that the record was made with are not installed where the tests run."""

collect_ignore = ["run_dcurves.py", "run_python_tools.py", "releases/source_archive.py", "releases/upload_days.py"]
