"""Entry point of `prlab` and `python -m pr_curve_lab`; if libraries are missing, it says how to install them."""

from __future__ import annotations

import sys

EXTRA = "pr-curve-lab[app]"
INTERRUPTED = 130  # 128 + SIGINT, as in shells


def main() -> None:
    """Run the command line; if its libraries are missing, print one sentence to standard error and exit with code 2."""
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
