"""`prlab`, also as `python -m pr_curve_lab`: the command, or how to get what it needs."""

from __future__ import annotations

import sys

EXTRA = "pr-curve-lab[app]"
INTERRUPTED = 130  # as shells count signals


def main() -> None:
    """Run the command line; without its libraries, one sentence on standard error and exit code 2."""
    try:
        from pr_curve_lab.cli.prlab import run
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith(("pr_curve_lab", "pr_metrics")):
            raise
        sys.exit(_print_missing_package(missing.name))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    run()


def _print_missing_package(name: str | None) -> int:
    print(f"prlab: {name} is not installed; pip install '{EXTRA}' brings it", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
